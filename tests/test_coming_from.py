"""The page for people who know nanDECK or Squib: every command of theirs is on it, and what it names is here."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import click
import pytest
from pages import check_links, options

from pnp.cli import cli
from pnp.export.export import TARGETS

PAGE = Path(__file__).parents[1] / "docs" / "coming-from.md"
TEXT = PAGE.read_text(encoding="utf-8")
NANDECK, SQUIB = TEXT.split("\n## From ")[1:]
with Path(__file__).with_name("commands.toml").open("rb") as file:
    COMMANDS = {kind: names.split() for kind, names in tomllib.load(file).items()}


def named(part: str) -> str:
    """What the left cells of the part's tables name, parted by blanks."""
    cells = re.findall(r"^\| (.+?) \|", part, re.MULTILINE)
    return f" {' '.join(re.findall(r'`(.+?)`', ' '.join(cells)))} ".replace("=", " ").replace(":", " ")


@pytest.mark.parametrize(("part", "kind"), [(NANDECK, "directives"), (NANDECK, "functions"), (SQUIB, "methods")])
def test_every_command_is_answered(part: str, kind: str) -> None:
    answered = named(part)
    assert [name for name in COMMANDS[kind] if f" {name.replace(':', ' ')} " not in answered] == []


def test_every_setting_of_squib_is_answered() -> None:
    words = set(re.findall(r"[a-z_]+", " ".join(re.findall(r"`(.+?)`", SQUIB))))
    assert set(COMMANDS["settings"]) - words == set()


def test_rows_are_whole_and_say_something() -> None:
    rows = [line for line in TEXT.splitlines() if line.startswith("|")]
    assert all(len(re.findall(r"(?<!\\)\|", row)) == 3 and not re.search(r"\|\s*\|", row) for row in rows)
    for part in (NANDECK, SQUIB.split("### The samples")[0]):
        asked = [line.split("|")[1] for line in part.splitlines() if line.startswith("| ")]
        asked = [each for each in asked if each.strip() not in ("nanDECK", "Squib")]
        assert len(asked) == len(set(asked)) > 80


def test_an_answer_names_what_there_is() -> None:
    answers = " ".join(re.findall(r"^\| .+? \| (.+) \|$", TEXT, re.MULTILINE))
    known = {*options(cli), "--help"}
    assert set(re.findall(r"(--[a-z-]+)", answers)) <= known
    assert set(re.findall(r"`pnp ([a-z]+)", answers)) <= set(cli.list_commands(click.Context(cli)))
    targets = re.findall(r"--for ([a-z]+(?:`, `[a-z]+)*)", answers)
    assert {target for each in targets for target in each.split("`, `")} <= set(TARGETS)
    check_links(PAGE, TEXT)
    check_links(PAGE.with_name("gallery.md"), PAGE.with_name("gallery.md").read_text(encoding="utf-8"))
