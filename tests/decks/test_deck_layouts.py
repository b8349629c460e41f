"""Layouts become faces: elements in their boxes, filled from the row, inherited, turned, repeated and tested for."""

from __future__ import annotations

from pathlib import Path

import pytest
from drawn import texts
from toy_deck import DECK, MakeDeck

from pnp.build.fonts import fonts_of
from pnp.catalog import artist_of
from pnp.definition.load import load_game
from pnp.drawing.colour import Colour
from pnp.drawing.face import Face, Style, SymbolArtist, symbol_face
from pnp.drawing.fonts import built_in_fonts
from pnp.drawing.shapes import Group, Text, Use, bounds
from pnp.drawing.shapes import Path as Outline
from pnp.geometry import Box

FONTS = built_in_fonts()


def faces(folder: Path, saver: bool = False) -> dict[str, Face]:
    game = load_game(folder)
    artist = artist_of(game, Style(fonts_of(game), saver=saver))
    return {piece.id.removeprefix("toy/"): artist.face(piece) for piece in game.faces()}


def said(face: Face) -> str:
    return " ".join(text.text.strip() for text in texts(face.shapes))


def element(text: str) -> str:
    return f"[[layouts.card.elements]]\n{text}\n"


def test_columns_styles_colours_icons_and_emphasis(make_deck: MakeDeck) -> None:
    ant, bee = faces(make_deck()).values()
    ground = ant.shapes[0]
    assert isinstance(ground, Outline) and ground.fill == Colour.parse("#3366aa")
    assert isinstance(bee.shapes[0], Outline) and bee.shapes[0].fill == Colour.parse("#ffee00")
    title, pay, now, stop = texts(ant.shapes)
    assert (title.text, title.font, title.size) == ("Ant", "display", 20)
    assert (pay.text, now.text, now.font, stop.text) == ("Pay ", "now", "text-italic", ".")
    rules = ant.shapes[2]
    assert isinstance(rules, Group) and any(isinstance(shape, Use) for shape in rules.shapes)
    assert said(bee) == "Bee"


def test_icons_stand_close_to_what_they_belong_to(make_deck: MakeDeck) -> None:
    cards = "name,colour,text,count\nAnt,sky,Pay 2:dot::dot:now \\:dot: 10:30,1\n"
    rules = faces(make_deck({"cards.csv": cards}))["ant"].shapes[2]
    assert isinstance(rules, Group)
    assert [type(shape) for shape in rules.shapes] == [Text, Use, Use, Text]
    assert texts((rules,))[1].text == "now :dot: 10:30"


def test_a_book_can_show_each_icon(make_deck: MakeDeck) -> None:
    game = load_game(make_deck())
    artist = artist_of(game, Style(FONTS))
    assert isinstance(artist, SymbolArtist) and artist.symbols == tuple(game.design.icons) == ("dot",)
    face = symbol_face("symbol/dot", artist.symbol("dot"))
    assert bounds(face.shapes, FONTS).overlap(face.trim.box) > 0


def test_what_ends_at_the_cut_runs_into_the_bleed(make_deck: MakeDeck) -> None:
    end = element('type = "rectangle"\nbox = "0 20 30 10"\nfill = "sky"')
    band = faces(make_deck(end=end))["ant"].shapes[3]
    reached = bounds((band,), FONTS)
    assert reached.left < -3 + 1e-9 and (reached.top, reached.right, reached.bottom) == (20, 30, 30)


@pytest.mark.parametrize(
    ("when", "shown"),
    [
        ('"colour = sky"', ["ant"]),
        ('"colour != sky"', ["bee"]),
        ('"text is empty"', ["bee"]),
        ('"text is not empty"', ["ant"]),
        ('["text is not empty", "name = Bee"]', []),
        ('["text is empty", "name = Bee"]', ["bee"]),
    ],
)
def test_elements_are_there_when_their_tests_hold(make_deck: MakeDeck, when: str, shown: list[str]) -> None:
    end = element(f'type = "text"\ntext = "extra"\nbox = "5 30 50 10"\nwhen = {when}')
    assert [name for name, face in faces(make_deck(end=end)).items() if "extra" in said(face)] == shown


def test_a_layout_changes_replaces_and_leaves_out_what_it_inherits(make_deck: MakeDeck) -> None:
    end = """
[layouts.other]
extends = "card"
without = ["rules"]
[layouts.other.boxes]
head = "10 40 40 12"
[[layouts.other.elements]]
name = "title"
size = "12pt"
[[layouts.other.elements]]
name = "ground"
type = "round"
box = "5 5 50 50"
fill = "#123456"
[[layouts.other.elements]]
type = "text"
text = "more"
box = "5 60 40 10"
"""
    deck = DECK.replace('layout = "card"', 'layout = "other"')
    other = faces(make_deck(end=end, deck=deck))["ant"]
    ground, title, more = other.shapes
    assert isinstance(ground, Outline) and ground.fill == Colour.parse("#123456")
    assert [text.text for text in texts(other.shapes)] == ["Ant", "more"]
    (line,) = texts((title,))
    assert (line.font, line.size, line.x) == ("display", 12, 10)
    assert texts((more,))


def test_a_column_names_the_layout_and_the_back(make_deck: MakeDeck) -> None:
    end = """
[[backs]]
part = "dark"
size = "poker"
layout = "dark"
[layouts.dark]
[[layouts.dark.elements]]
type = "rectangle"
box = "trim"
fill = "#000000"
[layouts.plain]
[[layouts.plain.elements]]
type = "text"
text = "plain {name}"
box = "5 5 50 20"
"""
    deck = DECK.replace('layout = "card"', 'layout = "{look}"\nback = "{back}"')
    cards = "name,colour,text,look,back,count\nAnt,sky,,card,dark,1\nBee,sky,,plain,,1\n"
    folder = make_deck({"cards.csv": cards}, end, deck)
    game = load_game(folder)
    assert [component.back for component in game.components] == ["toy/dark", None]
    drawn = faces(folder)
    assert said(drawn["bee"]) == "plain Bee" and said(drawn["ant"]) == "Ant"
    assert isinstance(drawn["dark"].shapes[0], Outline)


def test_every_card_can_have_a_back_of_its_own(make_deck: MakeDeck) -> None:
    end = '[layouts.behind]\n[[layouts.behind.elements]]\ntype = "text"\ntext = "behind {name}"\nbox = "5 5 50 20"\n'
    deck = DECK.replace('layout = "card"', 'layout = "card"\nback_layout = "behind"')
    folder = make_deck(end=end, deck=deck)
    game = load_game(folder)
    assert [back.id for back in game.backs] == ["toy/ant/back", "toy/bee/back"]
    assert [component.back for component in game.components] == ["toy/ant/back", "toy/bee/back"]
    assert said(faces(folder)["bee/back"]) == "behind Bee"


def test_turned_and_twice(make_deck: MakeDeck) -> None:
    end = element('type = "text"\ntext = "A long line of words"\nbox = "50 20 6 50"\nturn = 90')
    end += element('type = "icon"\nicon = "dot"\nbox = "5 5 4 4"\ntwice = true')
    card = faces(make_deck(end=end))["ant"]
    turned, first, second = card.shapes[3:]
    box = bounds((turned,), FONTS)
    assert 49 < box.left < box.right < 57 and box.height > 25
    assert bounds((first,), FONTS) == Box(5, 5, 9, 9)
    opposite = bounds((second,), FONTS)
    expected = (63.5 - 9, 88.9 - 9, 63.5 - 5, 88.9 - 5)
    assert (opposite.left, opposite.top, opposite.right, opposite.bottom) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("pattern", "count", "middle"),
    [
        ("row", 3, True),
        ("column", 2, False),
        ("dice", 5, True),
        ("dice", 4, False),
        ("cards", 7, False),
        ("row", 0, False),
    ],
)
def test_pips(make_deck: MakeDeck, pattern: str, count: int, middle: bool) -> None:
    end = element(
        f'type = "pips"\nicon = "dot"\ncount = "{count}"\npattern = "{pattern}"\nsize = "4mm"\nbox = "10 20 40 60"'
    )
    signs = faces(make_deck(end=end))["ant"].shapes[3:]
    assert len(signs) == count
    centres = [bounds((sign,), FONTS).centre for sign in signs]
    assert len({(round(x, 3), round(y, 3)) for x, y in centres}) == count
    assert any((x, y) == pytest.approx((30, 50)) for x, y in centres) is middle


def test_an_icon_takes_a_colour_where_it_is_black(make_deck: MakeDeck) -> None:
    ringed = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="5"/>'
        '<circle cx="5" cy="5" r="2" fill="#ff0000"/></svg>'
    )
    end = element('type = "icon"\nicon = "dot"\ncolour = "sky"\nbox = "5 5 4 4"')
    use = faces(make_deck({"icons/dot.svg": ringed}, end))["bee"].shapes[3]
    assert isinstance(use, Use)
    fills = [shape.fill for shape in use.symbol.shapes if isinstance(shape, Outline)]
    assert fills == [Colour.parse("#3366aa"), Colour.parse("#ff0000")]


def test_text_shrinks_no_further_than_it_may(make_deck: MakeDeck) -> None:
    long = "name,colour,text,count\nA name that is rather long for it,sky,,1\n"
    title, *_ = texts(next(iter(faces(make_deck({"cards.csv": long})).values())).shapes)
    assert 8 <= title.size < 20


def test_saving_ink_keeps_what_must_be_read(make_deck: MakeDeck) -> None:
    deck = DECK.replace('style = "big"', 'style = "big"\ncolour = "#ffffff"')
    full, saver = (faces(make_deck(deck=deck), saver)["ant"] for saver in (False, True))
    assert texts(full.shapes)[0].colour == Colour(1, 1, 1) and texts(saver.shapes)[0].colour == Colour(0, 0, 0)
    assert isinstance(saver.shapes[0], Outline) and saver.shapes[0].fill is not None
    assert saver.shapes[0].fill.grey.red > 0.9


def test_without_a_layout_a_piece_is_drawn_plainly(make_deck: MakeDeck) -> None:
    deck = DECK.replace('layout = "card"\n', "")
    assert "Pay :dot: *now*." in said(faces(make_deck(deck=deck))["ant"])
