"""What sets declare is measured in five views, and seen on the pieces: games altered on purpose are found out."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from pnp import catalog
from pnp.build.build import build
from pnp.build.options import BuildOptions
from pnp.build.remake import preflight
from pnp.build.told_apart import recorded, undrawn
from pnp.definition.load import load_game
from pnp.definition.model import Game
from pnp.drawing.colour import SIGHTS, Colour
from pnp.drawing.face import Style, without_colour
from pnp.drawing.fonts import built_in_fonts
from pnp.drawing.shapes import Path as Drawn
from pnp.drawing.shapes import circle
from pnp.errors import Finding, InputInvalid
from pnp.games.war_of_whispers.board import land
from pnp.games.whispers.faces import tokens
from pnp.preflight.sets import measured, merging, merging_shapes
from pnp.workers import Workers

FONTS = built_in_fonts()
DECK = """
format = "pnp-game/1"
name = "pair"
title = "Pair"
version = "1"
players = [2, 2]
[tables]
suits = "suits.csv"
cards = "cards.csv"
[references]
suit = "suits"
[icons]
cup = "cup.svg"
bow = "bow.svg"
[[components]]
part = "card"
kind = "card"
id = "{suit}/{rank}"
name = "{rank} of {suit.name}"
size = "poker"
layout = "card"
table = "cards"
[[layouts.card.elements]]
type = "icon"
box = "20 30 20 20"
icon = "{ICON}"
colour = "{suit.colour}"
[[layouts.card.elements]]
type = "text"
box = "5 5 50 12"
text = "{suit.name}"
[[sets]]
name = "suits"
table = "suits"
colour = "colour"
shape = "emblem"
"""
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="{}"/></svg>'
SUITS = "suit,name,colour,emblem\ncup,Cups,#b5482f,cup\nbow,Bows,#5f7a30,bow\n"
TOWNS = "town,colour,emblem\neast,#b5482f,sun\nwest,#1f5c7a,moon\n"
Deck = Callable[..., Game]


@pytest.fixture
def deck(tmp_path: Path) -> Deck:
    def made(icon: str = "{suit.emblem}", design: tuple[str, ...] = (), more: str = "") -> Game:
        """The deck with what `design` names, each followed by what takes its place."""
        text = DECK.replace("{ICON}", icon)
        for before, after in zip(design[::2], design[1::2]):
            assert before in text
            text = text.replace(before, after)
        (tmp_path / "deck.toml").write_text(text + more, encoding="utf-8")
        (tmp_path / "suits.csv").write_text(SUITS, encoding="utf-8")
        (tmp_path / "towns.csv").write_text(TOWNS, encoding="utf-8")
        (tmp_path / "cards.csv").write_text("rank,suit,count\n1,cup,1\n2,bow,1\n", encoding="utf-8")
        (tmp_path / "cup.svg").write_text(SVG.format("M1 1L9 1L5 9Z"), encoding="utf-8")
        (tmp_path / "bow.svg").write_text(SVG.format("M1 9L9 9L9 6L1 6Z"), encoding="utf-8")
        return load_game(tmp_path)

    return made


def found(game: Game, edition: str = "", saver: bool = False) -> list[Finding]:
    return list(undrawn(game, Style(FONTS, edition or game.editions[0], saver), tuple(game.faces())))


def codes(game: Game) -> list[str]:
    return [finding.code for finding in found(game)]


def test_grey_is_what_grey_ink_prints() -> None:
    colour = Colour.parse("#b5482f")
    (printed,) = without_colour().shapes((Drawn(circle(0, 0, 1), colour),))
    assert isinstance(printed, Drawn) and printed.fill == colour.seen("grey")


# Worked out apart from pnp: BT.709 luminance, the matrices of Machado, Oliveira and Fernandes 2009 in linear light,
# and CIEDE2000 with its cases written out as in Sharma, Wu and Dalal 2005.
@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("#b5482f", "#5f7a30", (44.73, 2.46, 2.61, 9.77, 40.48)),
        ("#b94a08", "#8a6708", (21.36, 0.14, 2.94, 3.89, 13.26)),
        ("#a6b2b6", "#e0a591", (26.71, 0.74, 18.92, 14.79, 32.69)),
        ("#2f6fd0", "#008a8a", (29.48, 4.19, 17.69, 21.0, 8.85)),
    ],
)
def test_colours_are_as_far_apart_as_others_find(one: str, other: str, expected: tuple[float, ...]) -> None:
    left, right = Colour.parse(one), Colour.parse(other)
    assert SIGHTS == ("colour", "grey", "deuteranopia", "protanopia", "tritanopia")
    assert [left.seen(view).difference(right.seen(view)) for view in SIGHTS] == pytest.approx(expected, abs=0.006)


def test_the_note_has_the_closest_two_of_each_view(deck: Deck) -> None:
    (note,) = measured(recorded(deck()))
    assert (note.severity, note.code, note.where) == ("note", "set-contrast", "suits")
    assert note.message == (
        "ΔE2000 of the closest two: colour 44.7 (cup, bow), grey 2.4 (cup, bow), deuteranopia 2.6 (cup, bow), "
        "protanopia 9.7 (cup, bow), tritanopia 40.4 (cup, bow); below 10, shapes tell them apart"
    )
    views = note.as_json()["measured"]["views"]
    assert list(views) == list(SIGHTS)
    assert views["grey"] == {
        "pair": ["cup", "bow"], "difference": 2.45, "told_apart_by": "shape", "shapes": ["cup", "bow"], "below": 1,
    }  # fmt: skip
    assert views["tritanopia"]["told_apart_by"] == "colour" and views["tritanopia"]["below"] == 0


def test_what_is_declared_and_drawn_is_sound(deck: Deck) -> None:
    assert codes(deck()) == []


def test_a_shape_that_is_not_drawn_is_found(deck: Deck) -> None:
    (finding,) = found(deck(icon="cup"))
    assert (finding.severity, finding.code, finding.where) == ("error", "set-not-drawn", "suits")
    alike = "cup and bow look alike in grey and with deuteranopia"
    assert alike in finding.message and "tritanopia" not in finding.message


def test_a_shape_that_is_too_small_to_see_is_found(deck: Deck) -> None:
    tiny = ("20 30 20 20", "20 30 1 1")
    assert codes(deck(design=tiny)) == []  # so small that its colour is not seen either: the part does not show the set
    assert codes(deck(design=tiny, more='parts = ["card"]')) == ["set-not-drawn"]


def test_a_word_is_a_shape_where_it_is_declared(deck: Deck) -> None:
    as_word = ('shape = "emblem"', 'shape = "name"')
    assert codes(deck(icon="cup", design=as_word)) == []
    assert codes(deck(icon="cup", design=(*as_word, 'text = "{suit.name}"', 'text = "Suit"'))) == ["set-not-drawn"]


def test_a_colour_that_is_not_drawn_is_found(deck: Deck) -> None:
    (finding,) = found(deck(design=('colour = "{suit.colour}"', 'colour = "#101010"')))
    assert (finding.severity, finding.code) == ("warning", "set-colour-not-drawn")
    assert "cup (#b5482f), bow (#5f7a30)" in finding.message


def test_a_set_that_no_piece_shows_is_found(deck: Deck) -> None:
    towns = ("[references]", 'towns = "towns.csv"\n[references]', 'table = "suits"', 'table = "towns"')
    (finding,) = found(deck(design=towns))
    assert (finding.severity, finding.code, finding.where) == ("warning", "set-not-shown", "suits")


@pytest.mark.parametrize(
    ("key", "message"),
    [
        ('parts = ["crad"]', "'crad' is no part of the game; did you mean 'card'?"),
        ('editions = ["fine"]', "'fine' is no edition of the game"),
        ('[[sets]]\nname = "suits"\ntable = "suits"\ncolour = "colour"\nshape = "name"', "rename one"),
    ],
)
def test_what_a_set_names_must_be_there(deck: Deck, key: str, message: str) -> None:
    with pytest.raises(InputInvalid, match=re.escape(message)):
        deck(more=key)


def test_preflight_finds_that_the_shapes_of_a_deck_are_missing(deck: Deck, tmp_path: Path) -> None:
    folder = deck(icon="cup").folder
    with Workers(1) as workers:
        built = build(str(folder), BuildOptions(), tmp_path / "out", workers, lambda step, what: None)
    finished = preflight([built.folder], str(folder))
    assert [each.code for each in finished if each.severity == "error"] == ["set-not-drawn"]


@pytest.mark.parametrize("saver", [False, True])
def test_a_land_without_its_hatch_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, saver: bool) -> None:
    monkeypatch.setattr(land, "_hatching", lambda box, inks: Drawn(circle(0, 0, 0.01), inks.wash))
    war, empires = catalog.find("war-of-whispers"), tmp_path / "empires.csv"
    washes = (war / "empires.csv").read_text(encoding="utf-8")
    assert "#ce7d6b" in washes  # the washes alone tell all apart; the eagle's is brought nearer to the bear's
    empires.write_text(washes.replace("#ce7d6b", "#b86c5c"), encoding="utf-8")
    findings = found(load_game(war, {"empires": empires}), saver=saver)
    assert {(each.code, each.where) for each in findings} == {("set-not-drawn", "lands")}
    assert len(findings) == 10 if saver else any("bear and eagle" in each.message for each in findings)


def test_chips_without_their_spots_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "bars", lambda x, y, reach, angles, half: circle(x, y, 0.01))
    first, *others = found(load_game(catalog.find("whispers")))
    assert {(each.code, each.where) for each in (first, *others)} == {("set-not-drawn", "chips")}
    assert "single and double look alike in grey" in first.message


@pytest.mark.parametrize("name", catalog.games())
@pytest.mark.parametrize("saver", [False, True])
@pytest.mark.sample(4)
def test_every_game_draws_what_it_declares(name: str, saver: bool) -> None:
    game = load_game(catalog.find(name))
    sets = recorded(game)
    assert sets and not [*merging(sets), *merging_shapes(sets)]
    for edition in game.editions:
        assert not found(game, edition, saver)
