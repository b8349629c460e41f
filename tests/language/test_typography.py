"""Translations that come with pnp are set as their language has it: quotes, and spaces that no line ends at."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pnp.language.po import read_po
from pnp.sources import PACKAGE

FILES = sorted(PACKAGE.rglob("languages/*/*.po"))
WRONG = {
    "de": re.compile(r"[\"“”](?=\w)|\w ?[\"”]|\d %"),
    "fr": re.compile(r"^[;:!?»]|[ \u00a0][;:!?»](?!\))|«[^\u202f]|[“\"](?=\w)|\w[;!?»](?=\s|$)|\d %"),
}
TYPED = re.compile(
    r"`[^`]*`|\{[^{}]*\b(?:plural|selectordinal|select),|\{\{.*?\}\}(?![}\"])|^[|:\- ]+$", re.MULTILINE | re.DOTALL
)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_signs_are_those_of_the_language(path: Path) -> None:
    catalog, findings = read_po(path.read_bytes(), path.name)
    assert findings == ()
    wrong = WRONG.get(catalog.language, re.compile(r"(?!)"))
    said = {entry.line: TYPED.sub("", entry.said) for entry in catalog.entries if entry.context != "grammar"}
    assert [f"{line}: {text}" for line, text in said.items() if wrong.search(text)] == []
