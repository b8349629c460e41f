"""Tables of every format are translated by the names of their columns, two sheets of one workbook apart."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from openpyxl import Workbook

from pnp.build.texts import passages_of
from pnp.definition.load import load_game

DECK = """\
format = "pnp-game/1"
name = "toy"
title = "Toy"
version = "1"
players = [1, 4]
translate = ["cards.text", "suits.label"]
[tables]
cards = { file = "game.%s", sheet = "Cards" }
suits = { file = "game.%s", sheet = "Suits" }
[references]
suit = "suits"
[[components]]
part = "card"
kind = "card"
id = "{name}"
name = "{name}"
size = "poker"
table = "cards"
"""
PO = """\
msgid ""
msgstr "Language: de\\n"

msgctxt "cards.text"
msgid "Pay *two*."
msgstr "Zahle *zwei*."

msgctxt "suits.label"
msgid "Cups"
msgstr "Kelche"
"""
LISTS = {
    "Cards": [("name", "suit", "text", "count"), ("Ant", "cup", "Pay *two*.", "1")],
    "Suits": [("suit", "label"), ("cup", "Cups")],
}
Rows = Sequence[Sequence[str]]


def as_xlsx(path: Path) -> None:
    book = Workbook()
    for title, rows in LISTS.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(list(row))
    book.save(path)


def as_json(path: Path) -> None:
    lists = {title: [dict(zip(rows[0], row)) for row in rows[1:]] for title, rows in LISTS.items()}
    path.write_text(json.dumps(lists), encoding="utf-8")


@pytest.mark.parametrize(("kind", "write"), [("xlsx", as_xlsx), ("json", as_json), ("yaml", as_json)])
@pytest.mark.sample(3)
def test_two_lists_of_a_file_are_translated_apart(kind: str, write: Callable[[Path], None], tmp_path: Path) -> None:
    write(tmp_path / f"game.{kind}")
    (tmp_path / "deck.toml").write_text(DECK % (kind, kind), encoding="utf-8")
    _, passages = passages_of(str(tmp_path))
    assert {("cards.text", "Pay *two*."), ("suits.label", "Cups")} <= set(passages)
    folder = tmp_path / "languages" / "de"
    folder.mkdir(parents=True)
    (folder / "toy.po").write_text(PO, encoding="utf-8")
    game = load_game(tmp_path, language="de")
    (card,) = game.components
    assert (card.id, card.words["text"], card.words["suit.label"]) == ("toy/ant", "Zahle *zwei*.", "Kelche")
    assert (card.values["text"], card.values["suit.label"]) == ("Pay *two*.", "Cups")
