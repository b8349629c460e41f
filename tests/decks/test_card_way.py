"""A card's way from CSV to PDF, followed: the files that CONTRIBUTING lists do the work, and there are few of them."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from pnp.build.build import build
from pnp.build.options import BuildOptions
from pnp.sources import PACKAGE
from pnp.workers import Workers

CONTRIBUTING = PACKAGE.parent / "CONTRIBUTING.md"


def listed() -> list[str]:
    """The first file of each row of the table in CONTRIBUTING."""
    text = CONTRIBUTING.read_text(encoding="utf-8")
    section = text.split("### A card's way from CSV to PDF\n")[1].split("\n\n`tests/")[0]
    return re.findall(r"^\| `(pnp/[\w/]+\.py)`", section, re.MULTILINE)


@pytest.mark.slow
def test_the_listed_files_do_the_work(tmp_path: Path) -> None:
    deck = tmp_path / "deck"
    shutil.copytree(PACKAGE.parent / "docs" / "sample-deck", deck)
    called: dict[str, None] = {}

    def follow(frame: FrameType, event: str, argument: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename not in called and code.co_name != "<module>":
            called[code.co_filename] = None

    with Workers(1) as workers:
        before = sys.getprofile()
        sys.setprofile(follow)
        try:
            build(str(deck), BuildOptions(only=("cards",)), tmp_path / "out", workers, lambda step, what: None)
        finally:
            sys.setprofile(before)
    ours = [Path(name) for name in called if Path(name).is_relative_to(PACKAGE)]
    entered = dict.fromkeys(f"pnp/{path.relative_to(PACKAGE).as_posix()}" for path in ours)
    steps = listed()
    assert 9 <= len(steps) <= 12
    assert [step for step in steps if step not in entered] == []
