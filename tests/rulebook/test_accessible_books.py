"""The books are held against a checker of PDF/UA that is not ours (ISO 14289-1)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from pnp.catalog import games
from pnp.cli import cli


def findings(path: Path) -> list[str]:
    """What the checker says of a file, rules that fail in the checker itself left out."""
    command = [sys.executable, "-m", "pdfua", "check", "--format", "json", str(path)]
    report = json.loads(subprocess.run(command, capture_output=True, text=True).stdout)
    assert report["summary"]["rules_run"] > 10
    return [f"{found['rule_id']}: {found}" for found in report["findings"]]


def book(tmp_path: Path, *words: str) -> Path:
    done = CliRunner().invoke(cli, ["rules", *words, "--out", str(tmp_path)])
    assert done.exit_code == 0, done.output
    [path] = tmp_path.rglob("*.pdf")
    return path


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name == "whims" else pytest.mark.slow) for name in games()]
)
def test_a_book_can_be_read_aloud(name: str, tmp_path: Path) -> None:
    assert findings(book(tmp_path, name)) == []
