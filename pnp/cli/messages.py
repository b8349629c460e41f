"""What commands say: findings and JSON for stdout, progress for stderr."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

import click

from pnp.errors import Finding

STEPS = ("define", "draw", "impose", "render", "preflight", "record")


@contextmanager
def shown_progress() -> Iterator[Callable[[str, str], None]]:
    """Gives the function to call at each step; honours NO_COLOR and TERM=dumb through rich."""
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield lambda step, what: None
        return
    from rich.console import Console

    with Console(stderr=True).status("starting") as status:
        yield lambda step, what: status.update(f"{STEPS.index(step) + 1}/{len(STEPS)} {step}: {what}")


def describe(finding: Finding) -> str:
    """A finding on one line."""
    return f"{finding.severity}: {finding}"


def print_findings(findings: Iterable[Finding], err: bool = False) -> None:
    for finding in findings:
        click.echo(describe(finding), err=err)


def json_text(document: object) -> str:
    return json.dumps(document, ensure_ascii=False, indent=1)
