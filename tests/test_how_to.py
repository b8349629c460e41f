"""The page of answers: one for each of the 25 wishes, with commands, links and proofs that exist."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest
from pages import check_links, options

from pnp.cli import cli
from pnp.definition.section import CONTENTS
from pnp.export.export import TARGETS

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "how-to.md"
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.read_text(encoding="utf-8").splitlines()
    if re.match(r"\| \d", line)
]


def test_all_wishes_are_answered_in_order() -> None:
    assert [int(row[0]) for row in ROWS] == list(range(1, 26)) and {len(row) for row in ROWS} == {4}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_an_answer_names_what_there_is(row: list[str]) -> None:
    how, proofs = row[2], re.findall(r"`(.+?)`", row[3])
    known = set(options(cli))
    asked = set(re.findall(r"(--[a-z-]+)", how))
    assert asked <= known, f"no such option: {asked - known}"
    assert set(re.findall(r"pnp ([a-z]+)", how)) <= set(cli.list_commands(click.Context(cli)))
    for target in re.findall(r"--for ([a-z]+)", how):
        assert target in TARGETS
    for kind, key in re.findall(r"(text|image)(?: element)?'s `([a-z]+)", how):
        assert key in CONTENTS[kind]
    check_links(PAGE, how)
    assert proofs
    for proof in proofs:
        assert (ROOT / proof).is_file(), proof
