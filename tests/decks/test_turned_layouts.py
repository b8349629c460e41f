"""Pieces whose layout is turned as a whole stand as they are read in pictures, books and virtual tables."""

from __future__ import annotations

import math
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat
from toy_deck import DECK, MakeDeck

from pnp.build.job import PrintJob, nothing_to_tell, prepare, sound_game
from pnp.build.options import BuildOptions
from pnp.build.rulebook import prepare_book
from pnp.build.show import picture_of
from pnp.build.showcase import showcase
from pnp.export.export import TARGETS
from pnp.export.playset import as_read
from pnp.geometry import Shaped, Size
from pnp.typesetting.blocks import Figure

KITE = "M0 0 H40 L30 12 L40 24 H0 Z"
PLAIN = DECK.replace('"5 60 53.5 20"', '"5 30 50 20"').replace('box = "trim"', 'box = "0 0 60 30"')
LYING = PLAIN.replace("[layouts.card]\n", "[layouts.card]\nturn = 90\n")
WIDE = PLAIN.replace('"poker"', '"88.9x63.5mm"')
BACK = '\n[[backs]]\npart = "back"\nsize = "poker"\nlayout = "back"\n[[layouts.back.elements]]\n'
BACK += 'type = "rectangle"\nbox = "0 0 63.5 20"\nfill = "black"\n'
TTS = TARGETS["tts"].receiver
POKER = Size(63.5, 88.9)


def job(folder: Path) -> PrintJob:
    return prepare(sound_game(str(folder), BuildOptions()), BuildOptions(), nothing_to_tell, tiled=False)


def with_back(deck: str) -> str:
    return deck.replace('table = "cards"\n', 'table = "cards"\nback = "back"\n') + BACK


def shown(folder: Path) -> Image.Image:
    _, picture = picture_of(job(folder), ["ant"], 60)
    return Image.open(BytesIO(picture)).convert("RGB")


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_a_picture_of_a_turned_piece_is_that_of_one_that_is_not(make_deck: MakeDeck, turn: int) -> None:
    turned = shown(make_deck(deck=LYING.replace("turn = 90", f"turn = {turn}")))
    plain = shown(make_deck(deck=PLAIN if turn == 180 else WIDE))
    assert turned.size == plain.size
    assert max(ImageStat.Stat(ImageChops.difference(turned, plain)).mean) < 1
    assert max(ImageStat.Stat(ImageChops.difference(turned.rotate(180), plain)).mean) > 5


def test_a_table_has_a_deck_that_is_turned_as_it_is_read(make_deck: MakeDeck) -> None:
    box = job(make_deck(deck=with_back(LYING)))
    read = as_read(box, TTS)
    assert {entry.component.trim.size for entry in read.printed} == {POKER.turned()}
    assert read.faces["toy/ant"] == box.faces["toy/ant"].turned(270)
    assert read.faces["toy/back"] == box.faces["toy/back"].turned(90)


def test_cards_of_one_deck_are_not_told_apart_by_how_they_lie(make_deck: MakeDeck) -> None:
    both = with_back(LYING).replace('layout = "card"', 'layout = "{text}"')
    both += '[layouts.upright]\nextends = "card"\nturn = 0\n'
    box = job(make_deck({"cards.csv": "name,colour,text,count\nAnt,sky,card,2\nBee,sky,upright,1\n"}, deck=both))
    assert {box.game.turn_of(component) for component in box.game.components} == {0, 90}
    assert as_read(box, TTS) == box


def test_an_outline_of_its_own_is_turned_with_its_piece(make_deck: MakeDeck) -> None:
    deck = LYING.replace('kind = "card"', 'kind = "token"').replace('"5 5 53.5 10"', '"2 2 20 10"')
    deck = deck.replace('size = "poker"', f'size = "40x24mm"\noutline = "{KITE}"').replace('"5 30 50 20"', '"2 14 9 9"')
    box = job(make_deck({"cards.csv": "name,colour,text,count\nAnt,sky,,2\n"}, deck=deck))
    [before], [after] = box.printed, as_read(box, TTS).printed
    assert after.component.trim.size == before.component.trim.size.turned() == Size(24, 40)
    assert isinstance(after.component.trim.outline, Shaped)
    corners = [ends for _, *ends in after.component.trim.edge if ends]
    assert any(
        math.dist(corner, (12, 10)) < 0.01 for corner in corners
    )  # what is at the right of the piece as it is cut is above the piece as it is read
    assert as_read(box, TTS).faces["toy/ant"].trim == after.component.trim


def test_books_and_scenes_show_it_as_it_is_read(make_deck: MakeDeck) -> None:
    book = "# T\n\n## C\n\n" + '{{ pieces("ant") }}\n\n{{ fan("ant", "bee") }}\n\n{{ icon("bee", 3) }}\n'
    folder = make_deck({"rules.md": book}, deck=with_back(LYING))
    box = job(folder)
    prepared = prepare_book(box.game, box.style)
    assert {face.trim.size for face in prepared.faces.values()} == {POKER.turned()}
    figures = [block for block in prepared.book.blocks if isinstance(block, Figure)]
    assert figures and all(figure.width > figure.height for figure in figures)
    _, fan = showcase(box.game, BuildOptions(), "hand", width=200)
    lying = Image.open(BytesIO(fan))
    assert lying.width > lying.height
