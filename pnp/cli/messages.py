"""What commands say: findings and JSON for stdout, progress for stderr."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import click

from pnp.errors import Finding


def told(finding: Finding) -> str:
    """A finding on one line."""
    return f"{finding.severity}: {finding}"


def print_findings(findings: Sequence[Finding]) -> None:
    for finding in findings:
        click.echo(told(finding))


def json_text(document: object) -> str:
    return json.dumps(document, ensure_ascii=False, indent=1)


def shown_progress() -> Any:
    from pnp.cli.progress import progress

    return progress()
