"""German and French are whole: every passage of every game and of pnp has its translation, and none is stale."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.build.texts import coverage
from pnp.catalog import played
from pnp.decks.new import new_deck
from pnp.language.po import read_po
from pnp.sources import PACKAGE, templates

LANGUAGES = ("de", "fr")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name == "whims" else [pytest.mark.slow]) for name in played()]
)
def test_nothing_is_missing_and_nothing_is_stale(name: str, language: str) -> None:
    files = coverage(name, language)
    assert sorted(own.file for own in files) == sorted([f"{language}/{name}.po", f"{language}/pnp.po"])
    for own in files:
        assert not own.missing and not own.stale and not own.unsaid, "\n".join(own.lines())


@pytest.mark.parametrize("file", sorted((templates() / "decks").glob("*/languages/*/deck.po")))
def test_a_deck_to_start_from_is_whole_in_its_languages(file: Path, tmp_path: Path) -> None:
    new_deck(tmp_path / "my-game", file.parents[2].name)
    own, _ = coverage(str(tmp_path / "my-game"), file.parent.name)
    assert own.count > 50 and own.has_file
    assert not own.missing and not own.stale and not own.unsaid, "\n".join(own.lines())


def test_nothing_outlived_is_carried_along() -> None:
    files = sorted(PACKAGE.rglob("*.po"))
    assert len(files) == len(LANGUAGES) * (len(played()) + 1)
    assert not [file for file in files if read_po(file.read_bytes(), file.name)[0].outlived]
