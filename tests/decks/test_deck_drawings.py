"""SVG files of a deck that are more than shapes: their notes, their pixels as fine as they are printed, ink saved."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_deck_shapes import BARE, element
from toy_deck import BuildDeck, MakeDeck

from pnp.build.job import prepare, sound_game
from pnp.build.options import BuildOptions
from pnp.drawing.shapes import Group, Image, Shape, Use
from pnp.drawing.shapes import Path as Drawn

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10">'
FILTER = '<filter id="f"><feGaussianBlur stdDeviation="1"/></filter>'
BLUR = f'{HEAD}\n{FILTER}\n<path filter="url(#f)" d="M5 2h10v6h-10z"/></svg>'
FADING = (
    f'{HEAD}<linearGradient id="g"><stop stop-color="#aa0000"/><stop offset="1" stop-color="#aa0000" stop-opacity="0"/>'
    '</linearGradient><path fill="url(#g)" d="M0 0h20v10h-20z"/></svg>'
)
PICTURE = element("image", 'file = "art/a.svg"\nbox = "5 5 50.8 40"\nfit = "contain"\nalt = "a"')


def leaves(shapes: tuple[Shape, ...]):
    for shape in shapes:
        if isinstance(shape, Group):
            yield from leaves(shape.shapes)
        elif isinstance(shape, Use):
            yield from leaves(shape.symbol.shapes)
        else:
            yield shape


def drawn(folder: Path, **options: object):
    job = prepare(sound_game(str(folder), BuildOptions()), BuildOptions(**options), lambda step, what: None)
    return job, list(leaves(next(iter(job.faces.values())).shapes))


def test_a_note_for_each_file_and_pixels_as_fine_as_a_printer_shows(make_deck: MakeDeck) -> None:
    folder = make_deck({"art/a.svg": BLUR}, PICTURE, BARE)
    job, shown = drawn(folder)
    notes = [str(note) for note in job.notes if note.code == "picture-drawn"]
    assert notes == ["art/a.svg:3: picture-drawn: has a filter, which is printed as pixels"]
    (image,) = [shape for shape in shown if isinstance(shape, Image)]
    # The longer side of its box has 20 units, of which the filter reaches 12.
    assert image.picture.width == pytest.approx(12 / 20 * 50.8 / 25.4 * 300, abs=1)


def test_saving_ink_fades_pixels_and_gradients(make_deck: MakeDeck) -> None:
    folder = make_deck({"art/a.svg": BLUR}, PICTURE, BARE)
    both = (drawn(folder, ink=ink)[1] for ink in ("full", "saver"))
    plain, saved = (next(shape.picture for shape in shown if isinstance(shape, Image)) for shown in both)
    assert plain.data != saved.data and (plain.width, plain.height) == (saved.width, saved.height)


def test_a_fading_gradient_is_built_and_read_back(build_deck: BuildDeck) -> None:
    made = build_deck({"art/a.svg": FADING}, PICTURE, BARE)
    (pdf,) = made.folder.rglob("*.pdf")
    assert b"/SMask" in pdf.read_bytes()


def test_gradients_are_grey_where_ink_is(make_deck: MakeDeck) -> None:
    _, shown = drawn(make_deck({"art/a.svg": FADING}, PICTURE, BARE), ink="gray")
    stops = [stop.colour for shape in shown if isinstance(shape, Drawn) and shape.fill for stop in shape.fill.stops]
    assert stops and all(colour == colour.grey for colour in stops)
