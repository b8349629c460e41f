"""What the cells of a column may hold, said once in game.toml and checked in every table."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.definition.load import load_game
from pnp.errors import InputInvalid

GAME = """
format = "pnp-game/1"
name = "moods"
title = "Moods"
version = "1.0"
players = [1, 2]
[tables]
cards = "cards.csv"
[columns]
rank = { whole = [1, 6] }
mood = { one_of = ["calm", "wild"] }
[[components]]
part = "card"
kind = "card"
id = "{mood}-{rank}"
name = "{mood} {rank}"
size = "poker"
table = "cards"
"""


def findings(folder: Path, cards: str, game: str = GAME) -> list[str]:
    (folder / "game.toml").write_text(game, encoding="utf-8")
    (folder / "cards.csv").write_text(cards, encoding="utf-8")
    try:
        load_game(folder)
    except InputInvalid as invalid:
        return str(invalid).splitlines()
    return []


def test_right_cells_pass(tmp_path: Path) -> None:
    assert findings(tmp_path, "mood,rank,count\ncalm,1,1\nwild,6,1\n") == []


def test_every_wrong_cell_is_named_with_its_row(tmp_path: Path) -> None:
    found = findings(tmp_path, "mood,rank,count\ncalm,7,1\nwilt,2,1\nwild,x,1\nwild,,1\n")
    assert {line.split(": ", 2)[0] for line in found} == {"cards.csv:2", "cards.csv:3", "cards.csv:4", "cards.csv:5"}
    assert "rank is '7'; write a whole number from 1 to 6" in found[0]
    assert "did you mean 'wild'?" in found[1]


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        ("rank = { whole = [6, 1] }", "the smaller first"),
        ("rank = { hole = [1, 6] }", "did you mean 'whole'?"),
        ("rank = {}", "say what the column holds"),
        ('rank = { whole = [1, 6], one_of = ["a"] }', "say what the column holds"),
        ("rnak = { whole = [1, 6] }", "did you mean 'rank'?"),
        ("rank = 3", "table under the header"),
    ],
)
def test_rules_that_are_wrong(tmp_path: Path, rule: str, sentence: str) -> None:
    game = GAME.replace("rank = { whole = [1, 6] }", rule)
    found = findings(tmp_path, "mood,rank,count\ncalm,1,1\n", game)
    assert any(sentence in line for line in found), found
