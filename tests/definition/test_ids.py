"""Ids of any script: readable, different, and the same in whatever order the rows stand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.definition.design import SLUG
from pnp.definition.ids import LONGEST, IdSource, digits, distinct, shortened, slug, spelled
from pnp.definition.load import load_game
from pnp.errors import InputInvalid

MakeGame = Callable[..., Path]
AS_EVER = {
    "Fire Dragon": "fire-dragon", "École": "ecole", "Łódź": "odz", "Ant 🐜": "ant", "Dragon 龙": "dragon", "7": "7",
    "3 & 4": "3-4", "♠ 7": "7", "№ 5": "o-5", "ß": "ss", "a-b_c": "a-b-c", "!": "",
}  # fmt: skip
SPELLED = {
    "Δράκος": "drakos", "Δράκος 7": "drakos-7", "Щука": "shchuka", "龙火": "long-huo", "ドラゴン": "doragon",
    "용": "yong", "שלום": "slvm", "السلام": "lslm", "🐉": "dragon", "नमस्ते": "nmste", "火 1": "huo-1",
}  # fmt: skip


@pytest.mark.parametrize("text", [*AS_EVER, *SPELLED])
def test_texts_as_parts_of_ids(text: str) -> None:
    assert slug(text) == {**AS_EVER, **SPELLED}[text]


@given(st.text(max_size=60))
def test_every_text_is_a_part_of_an_id_or_none(text: str) -> None:
    for part in (slug(text), spelled(text), shortened(text), f"{spelled(text)}-{digits(text)}".strip("-")):
        assert part == "" or SLUG.fullmatch(part)
    assert slug(slug(text)) == slug(text)


NAMES = {
    ("Dragon 龙", "Dragon 火", "Dragon"): ["dragon-long", "dragon-huo", "dragon"],
    ("Ελένη", "Δανάη", "Άρης"): ["eleni", "danai", "aris"],
    ("Cafe", "Café"): ["cafe", f"cafe-{digits('café')}"],
    ("Ant!", "Ant?"): [f"ant-{digits('ant!')}", f"ant-{digits('ant?')}"],
    ("龙", "隆"): [f"long-{digits('龙')}", f"long-{digits('隆')}"],
    ("Dragon 龙", "Dragon 火", "Dragon long"): [f"dragon-long-{digits('dragon 龙')}", "dragon-huo", "dragon-long"],
}


def ids(make_game: MakeGame, names: Sequence[str]) -> dict[str, str]:
    rows = "".join(f'"{name}",cup,1\n' for name in names)
    game = load_game(make_game({"cards.csv": f"rank,suit,count\n{rows}"}))
    return {piece.values["rank"]: piece.id.removeprefix("inn/").removesuffix("-cup") for piece in game.components
            if piece.part == "card"}  # fmt: skip


@pytest.mark.parametrize("names", NAMES)
def test_names_that_come_out_alike_have_different_ids_in_any_order(names: tuple[str, ...], make_game: MakeGame) -> None:
    wanted = dict(zip(names, NAMES[names]))
    for order in permutations(names):
        made = distinct([IdSource("toy", "{name}", {"name": name}, "") for name in order])
        assert dict(zip(order, made)) == {name: f"toy/{part}" for name, part in wanted.items()}
    found = ids(make_game, names)
    assert len(set(found.values())) == len(names) and found == ids(make_game, names[::-1])


def test_digits_are_the_same_however_accents_are_written() -> None:
    assert digits("Caf\u00e9") == digits("Cafe\u0301") != digits("Cafe")


@pytest.mark.parametrize(
    ("one", "other"), [("Ant", "Ant"), ("Ant", "ant"), ("Δράκος", "ΔΡΆΚΟΣ"), ("Ant Hill", "ant  hill")]
)
def test_the_same_name_twice_is_a_mistake(one: str, other: str, make_game: MakeGame) -> None:
    with pytest.raises(InputInvalid, match="duplicate-id"):
        ids(make_game, [one, other])


def test_long_names_are_shortened(make_game: MakeGame) -> None:
    names = ["勇者" * 40, "勇者" * 40 + "大", "Long name " * 15]
    found = ids(make_game, names)
    assert len(set(found.values())) == 3 and all(len(f"inn/{part}-cup") <= LONGEST for part in found.values())
    assert found[names[2].strip()].startswith("long-name-long-name-")


def test_backs_of_their_own_go_with_renamed_pieces(tmp_path: Path) -> None:
    deck = """\
format = "pnp-game/1"
name = "toy"
title = "Toy"
version = "1"
players = [1, 4]
[tables]
cards = "cards.csv"
[[components]]
part = "card"
kind = "card"
id = "{name}"
name = "{name}"
size = "poker"
table = "cards"
layout = "face"
back_layout = "face"
[[layouts.face.elements]]
type = "rectangle"
box = "trim"
fill = "#aabbcc"
"""
    (tmp_path / "deck.toml").write_text(deck, encoding="utf-8")
    (tmp_path / "cards.csv").write_text("name,count\n龙,1\n隆,1\n", encoding="utf-8")
    game = load_game(tmp_path)
    assert [piece.back for piece in game.components] == [f"{piece.id}/back" for piece in game.components]
    assert [back.id for back in game.backs] == [piece.back for piece in game.components]
