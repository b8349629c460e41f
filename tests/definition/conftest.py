"""A small sound game in a folder that tests then break."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

GAME = """\
format = "pnp-game/1"
name = "inn"
title = "The Inn"
version = "1.0"
players = [2, 4]

[tables]
cards = "cards.csv"
suits = "suits.csv"

[references]
suit = "suits"

[[backs]]
part = "back"
size = "poker"

[[components]]
part = "card"
kind = "card"
id = "inn/{rank}-{suit}"
name = "{rank} of {suit.name}"
size = "63.5x88.9mm"
back = "back"
table = "cards"

[[components]]
part = "coin"
kind = "chip"
id = "inn/coin"
name = "Coin"
diameter = "25mm"
back = "self"
each = 5
[components.values]
worth = 2

[[sets]]
name = "suits"
table = "suits"
colour = "colour"
shape = "emblem"

[[totals]]
part = "coin"
column = "worth"
each = "purse"

[facts]
purse = 10

[texts]
hint = "Everyone has {purse} coins."
"""

FILES: Mapping[str, str] = {
    "game.toml": GAME,
    "cards.csv": "rank,suit,count\n1,cup,1\n2,cup,1\n1,bow,2\n",
    "suits.csv": "suit,name,colour,emblem\ncup,Cups,#aa1100,cup\nbow,Bows,#0011aa,bow\n",
}

MakeGame = Callable[..., Path]


@pytest.fixture
def make_game(tmp_path: Path) -> MakeGame:
    """Writes the game with files replaced: `make_game({"cards.csv": "..."})`; bytes are written as they are."""

    def make(files: Mapping[str, str | bytes] | None = None) -> Path:
        for name, content in {**FILES, **(files or {})}.items():
            data = content if isinstance(content, bytes) else content.encode()
            (tmp_path / name).write_bytes(data)
        return tmp_path

    return make
