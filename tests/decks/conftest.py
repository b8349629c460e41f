"""A deck in a folder of its own, and builds of it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from toy_deck import CARDS, DECK, DOT, BuildDeck, MakeDeck

from pnp.build.build import Built, build
from pnp.build.options import BuildOptions
from pnp.workers import Workers


@pytest.fixture
def make_deck(tmp_path: Path) -> MakeDeck:
    """Writes the deck with files replaced or added, and `end` put behind its deck.toml."""

    def make(files: Mapping[str, str | bytes] | None = None, end: str = "", deck: str = DECK) -> Path:
        folder = tmp_path / "toy"
        given = {"deck.toml": deck + end, "cards.csv": CARDS, "icons/dot.svg": DOT, **(files or {})}
        for name, content in given.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return folder

    return make


@pytest.fixture
def build_deck(make_deck: MakeDeck, tmp_path: Path) -> BuildDeck:
    """Makes a deck and builds it; options beside `files`, `end` and `deck` go to the build."""

    def build_it(
        files: Mapping[str, str | bytes] | None = None, end: str = "", deck: str = DECK, **options: Any
    ) -> Built:
        folder = make_deck(files, end, deck)
        with Workers(1) as workers:
            return build(str(folder), BuildOptions(**options), tmp_path / "out", workers, lambda step, what: None, True)

    return build_it
