"""One thing has one name: the words and signs on the pieces are those of the book, and the book explains them all."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import dropwhile, takewhile

import pytest

from pnp.build.rulebook import book_of
from pnp.catalog import artist_of, find, refereed
from pnp.definition.load import load_game
from pnp.definition.model import Game
from pnp.drawing.face import Style
from pnp.drawing.fonts import built_in_fonts
from pnp.drawing.shapes import Group, Shape, Use
from pnp.rulebook.values import values_of
from pnp.typesetting.blocks import Heading, ItemList, TableBlock, walk_blocks, words

# What the book calls each sign that a piece shows; the drawings of assets/war-of-whispers by folder and name.
SIGNS = {
    "symbol/farm": "Sheaf", "symbol/fort": "Tower", "symbol/city": "Town", "chart/flag": "Flag with a beast",
    "icon/banner": "Plain flag", "icon/card": "Two cards", "icon/attack": "Crossed swords",
    "icon/swap": "Two arrows in a ring", "icon/agent": "Hooded figure", "icon/hourglass": "Hourglass",
    "icon/crown": "Crown", "icon/any": "Clock", "icon/with": "Sword and a plus", "icon/after": "Arrow and a sword",
    "icon/instead": "Arrow around a square", "icon/again": "Arrow around a dot",
}  # fmt: skip
# Drawn without a file of their own, or printed as letters.
DRAWN = {"Shields", "Discs", "Picture", "Ring", "Arrowheads", "×4"}
_SIGN = re.compile(r"(?:icon|symbol)/[^/]+|chart/flag")


@cache
def war() -> Game:
    return load_game(find("war-of-whispers"))


@cache
def explained() -> dict[str, str]:
    """The signs in the book, in a table and in terms below it: what each looks like, and what it means."""
    blocks = walk_blocks(book_of(war()).blocks)
    after = dropwhile(lambda block: not (isinstance(block, Heading) and block.anchor == "signs"), blocks)
    own = list(takewhile(lambda block: not isinstance(block, Heading), list(after)[1:]))
    (table,), (terms,) = ([block for block in own if isinstance(block, kind)] for kind in (TableBlock, ItemList))
    told = [(item[0].content[:1], item[0].content[1:]) for item in terms.items]
    return {words(sign): words(meaning) for sign, meaning in (*table.rows, *told)}


def text_of(identifier: str) -> str:
    _, rules = refereed(war())
    found = rules.citations[identifier]
    return values_of(war(), rules).said(f"{found.title}. {found.text}")


def signs_in(shapes: Sequence[Shape]) -> Iterator[str]:
    """The signs that shapes place, those within symbols too."""
    for shape in shapes:
        if isinstance(shape, Use):
            if found := _SIGN.match(shape.symbol.id):
                yield found[0]
            yield from signs_in(shape.symbol.shapes)
        elif isinstance(shape, Group):
            yield from signs_in(shape.shapes)


def test_the_book_explains_every_sign_on_a_piece() -> None:
    artist = artist_of(war(), Style(built_in_fonts(), "standard", False))
    shown = {sign for piece in war().faces() for sign in signs_in(artist.face(piece).shapes)}
    assert shown == SIGNS.keys()
    assert explained().keys() == {*SIGNS.values(), *DRAWN}
    assert all(explained().values())


def test_every_moment_of_a_card_has_its_sign_in_the_book() -> None:
    for window in war().tables["windows"].rows:
        assert window["name"] in explained()[SIGNS[f"icon/{window['icon']}"]]


def test_the_legend_of_the_map_is_quoted_in_the_book() -> None:
    signs = {"farm": "symbol/farm", "fort": "symbol/fort", "city": "symbol/city", "banner": "chart/flag"}
    for entry in war().documents["map"]["legend"]:
        said = entry["words"].format(**war().facts)
        assert f"({said}" in explained()[SIGNS[signs[entry["kind"]]]]


def test_the_words_on_the_seats_are_those_of_the_rules_and_the_aid() -> None:
    rules = " ".join(map(text_of, ("R.12", "R.13", "R.14", "R.15")))
    aid = " ".join(war().texts[name] for name in ("add", "attack", "draw", "trade"))
    printed = {action["word"] for action in war().documents["map"]["actions"].values()}
    assert printed == {word for word in printed if word in rules and word in aid}
    assert "Swap" not in printed, "loyalties are swapped; agents change seats"


def test_the_phases_are_called_on_board_and_aid_as_in_the_rules() -> None:
    aid = " ".join(war().texts.values())
    rules = " ".join(map(text_of, ("R.5", "R.42", "R.43", "R.44"))).casefold()
    for phase in war().documents["map"]["phases"]:
        assert phase["name"] in aid and phase["name"].casefold() in rules


@pytest.mark.parametrize("identifier", ["R.8", "R-03"])
def test_the_order_of_the_empires_is_that_of_the_board(identifier: str) -> None:
    names = {row["empire"]: row["name"] for row in war().tables["empires"].rows}
    order = ", ".join(names[empire] for empire in war().documents["map"]["order"])
    assert order in text_of(identifier) and order in war().texts["empires"]


def test_a_round_is_no_turn() -> None:
    """Four rounds a game; a turn is an empire's."""
    board = war().documents["map"]
    printed = [*war().texts.values(), *(phase[key] for phase in board["phases"] for key in ("name", "words"))]
    printed += [component.name for component in war().components]
    assert not [text for text in printed if re.search(r"\b[Tt]urn (\{|\d|marker|track|two)|the turn\b", text)]


def test_a_card_and_its_rule_say_the_same_number() -> None:
    """Of banners that an ability adds, kills or moves; the most where they say how many at most."""
    numbers = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
    rules = {citation.title: citation.text for citation in refereed(war())[1].citations.values()}

    def most(text: str) -> int:
        words = re.findall(r"\w+", text.casefold())
        return max((numbers.get(word) or (int(word) if word.isdecimal() else 0) for word in words), default=0)

    cards = {str(row.values["name"]): most(str(row.values["text"])) for row in war().tables["abilities"].rows}
    counted = {name: number for name, number in cards.items() if number > 1}
    assert len(cards) == 20 and len(counted) > 5
    assert counted == {name: most(rules[name]) for name in counted}
