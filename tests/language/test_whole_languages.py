"""German and French are whole: every passage of every game and of pnp has its translation, and none is stale."""

from __future__ import annotations

import pytest

from pnp.build.texts import coverage
from pnp.catalog import played
from pnp.language.po import read_po
from pnp.sources import PACKAGE

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


def test_nothing_outlived_is_carried_along() -> None:
    files = sorted(PACKAGE.rglob("*.po"))
    assert len(files) == len(LANGUAGES) * (len(played()) + 1)
    assert not [file for file in files if read_po(file.read_bytes(), file.name)[0].outlived]
