"""Rows that belong together: how many groups, how many rows in each, and a column that says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.build.listing import table_as_csv
from pnp.definition.load import load_game
from pnp.errors import InputInvalid

GAME = """
format = "pnp-game/1"
name = "pairs"
title = "Pairs"
version = "1.0"
players = [1, 2]
[tables]
cards = "cards.csv"
[columns]
bottom = { one_of = ["x", "y", "z"] }
[[groups]]
table = "cards"
column = "top"
groups = 2
rows = 3
[[groups]]
table = "cards"
column = "bottom"
rows = [1, 3]
as = "number"
[[components]]
part = "card"
kind = "card"
id = "{top}{bottom}"
name = "{top}{bottom} of {number}"
size = "poker"
table = "cards"
count = 1
"""
RIGHT = ["a,x", "a,y", "a,z", "b,x", "b,y", "b,z"]


def findings(folder: Path, rows: list[str], header: str = "top,bottom", game: str = GAME) -> list[str]:
    (folder / "game.toml").write_text(game, encoding="utf-8")
    (folder / "cards.csv").write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")
    try:
        load_game(folder)
    except InputInvalid as invalid:
        return str(invalid).splitlines()
    return []


def test_the_count_becomes_a_column_that_the_file_does_not_have(tmp_path: Path) -> None:
    assert findings(tmp_path, RIGHT) == []
    game = load_game(tmp_path)
    assert game.component("pairs/ax").values["number"] == "2"
    assert game.component("pairs/ax").name == "ax of 2"
    assert game.tables["cards"].columns == ("top", "bottom", "number")
    assert table_as_csv(game.tables["cards"]).splitlines() == ["top,bottom", *RIGHT]


def test_too_many_and_too_few_rows_are_named_where_they_are(tmp_path: Path) -> None:
    found = findings(tmp_path, [*RIGHT[:5], "a,w"], game=GAME.replace('"z"', '"z", "w"'))
    assert found == [
        "cards.csv:6: group: top 'b' stands on 2 rows where 3 belong; add 1, or change what is there",
        "cards.csv:7: group: top 'a' stands on 4 rows where 3 belong; change 1 of them",
    ]


def test_a_group_too_many(tmp_path: Path) -> None:
    found = findings(tmp_path, [*RIGHT[:5], "c,z"])
    assert found[0] == (
        "cards.csv:1: group: top has 3 different values ('a', 'b', 'c'), and there must be 2; change the odd ones"
    )
    assert [line.split(": ")[0] for line in found] == ["cards.csv:1", "cards.csv:6", "cards.csv:7"]


def test_limits_from_least_to_most(tmp_path: Path) -> None:
    found = findings(tmp_path, RIGHT, game=GAME.replace("rows = [1, 3]", "rows = [3, 5]"))
    assert len(found) == 3 and all("where 3 to 5 belong; add 1" in line for line in found)


def test_a_count_that_the_file_says_must_agree(tmp_path: Path) -> None:
    rows = [f"{row},2" for row in RIGHT]
    assert findings(tmp_path, rows, "top,bottom,number") == []
    rows[3] = "b,x,1"
    assert findings(tmp_path, rows, "top,bottom,number") == [
        "cards.csv:5: group: number is '1', but bottom 'x' stands on 2; write 2, or delete the column: pnp counts it"
    ]


def test_rows_with_other_findings_are_not_counted(tmp_path: Path) -> None:
    found = findings(tmp_path, [*RIGHT[:5], "b,zz"])
    assert len(found) == 1 and "did you mean 'z'?" in found[0]


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        ('table = "card"\ncolumn = "top"\nrows = 3', "did you mean 'cards'?"),
        ('table = "cards"\ncolumn = "tip"\nrows = 3', "did you mean 'top'?"),
        ('table = "cards"\ncolumn = "top"', "say what holds for its rows"),
        ('table = "cards"\ncolumn = "top"\nrows = 0', "write a number from 1"),
        ('table = "cards"\ncolumn = "top"\nrows = [3, 1]', "the smaller first"),
        ('table = "cards"\ncolumn = "top"\nrows = "3"', "a whole number such as 1"),
        ('table = "cards"\ncolumn = "top"\nas = "top"', "name another"),
        ('table = "cards"\ncolumn = "top"\nas = "a.b"', "lower-case letters"),
        ('table = "cards"\ncolumn = "top"\nrow = 3', "did you mean 'rows'?"),
    ],
)
def test_rules_that_are_wrong(tmp_path: Path, rule: str, sentence: str) -> None:
    game = GAME.replace('table = "cards"\ncolumn = "top"\ngroups = 2\nrows = 3', rule)
    found = findings(tmp_path, RIGHT, game=game)
    assert any(sentence in line for line in found), found
