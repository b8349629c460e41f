"""Inks of colours: within the limit, grey as black alone, and showing what the colour shows."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pikepdf
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from pnp.drawing.colour import Colour
from pnp.export.presets import read_presets
from pnp.export.separation import Cmyk, InkSeparation

INKS = read_presets(None).inks
SEPARATION = InkSeparation(INKS)
LEVELS = st.floats(0, 1)
COLOURS = st.tuples(LEVELS, LEVELS, LEVELS)


def shown(colours: list[Cmyk]) -> list[tuple[int, int, int]]:
    """What PDFium shows for areas of DeviceCMYK."""
    paint = "\n".join(f"{c} {m} {y} {k} k {4 * at} 0 4 4 re f" for at, (c, m, y, k) in enumerate(colours)).encode()
    pdf, written = pikepdf.new(), BytesIO()
    pdf.add_blank_page(page_size=(4 * len(colours), 4)).Contents = pdf.make_stream(paint)
    pdf.save(written)
    picture = pypdfium2.PdfDocument(written.getvalue())[0].render().to_pil().convert("RGB")
    return [picture.getpixel((4 * at + 2, 2)) for at in range(len(colours))]  # type: ignore[misc]


@given(COLOURS, st.sampled_from([1.2, 1.8, 2.4, 3.0]))
def test_inks_stay_within_the_limit(colour: tuple[float, float, float], limit: float) -> None:
    inks = InkSeparation(replace(INKS, limit=limit)).colour(colour)
    assert all(0 <= amount <= 1 for amount in inks) and sum(inks) <= limit
    assert sum(1 for amount in inks[:3] if amount) <= 2


@given(LEVELS)
def test_grey_is_black_ink_alone(level: float) -> None:
    *coloured, black = SEPARATION.colour((level, level, level))
    assert coloured == [0, 0, 0] and black == pytest.approx(1 - level, abs=0.12)


def test_white_is_bare_and_black_is_solid() -> None:
    assert SEPARATION.colour((1, 1, 1)) == (0, 0, 0, 0) and SEPARATION.colour((0, 0, 0)) == (0, 0, 0, 1)


def test_grey_gets_no_darker_where_it_is_lighter() -> None:
    ramp = [SEPARATION.colour((level / 50,) * 3)[3] for level in range(51)]
    assert ramp == sorted(ramp, reverse=True)


@pytest.mark.parametrize(
    "colour",
    [
        "#f8efdc",
        "#c3242e",
        "#27506b",
        "#f4c766",
        "#a8501a",
        "#0e5b5d",
        "#2f327c",
        "#f5e7ce",
        "#385433",
        "#8d8d8d",
        "#b5482f",
    ],
)
def test_what_inks_can_print_shows_as_it_should(colour: str) -> None:
    wanted = Colour.parse(colour)
    ((red, green, blue),) = shown([SEPARATION.colour((wanted.red, wanted.green, wanted.blue))])
    # Below 10 (CIEDE2000) patches are easily taken for one another; black ink is lighter than a screen's black.
    assert wanted.difference(Colour(red / 255, green / 255, blue / 255)) < 9


def test_it_is_nearer_than_the_textbook_formula() -> None:
    colours = [(red / 5, green / 5, blue / 5) for red in range(6) for green in range(6) for blue in range(6)]

    def textbook(rgb: tuple[float, ...]) -> Cmyk:
        black = 1 - max(rgb)
        cyan, magenta, yellow = ((1 - level - black) / (1 - black) if black < 1 else 0.0 for level in rgb)
        return cyan, magenta, yellow, black

    def miss(inks: list[Cmyk]) -> float:
        found = (Colour(red / 255, green / 255, blue / 255) for red, green, blue in shown(inks))
        return sum(Colour(*rgb).difference(other) for rgb, other in zip(colours, found)) / len(colours)

    assert miss([SEPARATION.colour(rgb) for rgb in colours]) < 0.75 * miss([textbook(rgb) for rgb in colours])


@pytest.mark.parametrize(
    ("text", "solid"),
    [((0.1, 0.05, 0.2), True), ((0.11, 0.08, 0.07), True), ((0.5, 0.05, 0.05), False), ((1, 1, 1), False)],
)
def test_dark_texts_are_solid_black(text: tuple[float, float, float], solid: bool) -> None:
    assert (SEPARATION.text(text) == (0, 0, 0, 1)) is solid
    assert solid or SEPARATION.text(text) == SEPARATION.colour(text)


@pytest.mark.slow
def test_pictures_are_separated_as_colours_are() -> None:
    levels = range(0, 256, 51)
    colours = [(red, green, blue) for red in levels for green in levels for blue in levels]
    picture = Image.new("RGB", (len(colours), 1))
    picture.putdata(colours)
    inked = SEPARATION.picture(picture)
    assert inked.mode == "CMYK"
    misses = []
    for at, colour in enumerate(colours):
        pixel = inked.getpixel((at, 0))
        assert sum(pixel) <= 2.4 * 255  # type: ignore[arg-type]
        exact = SEPARATION.colour(tuple(level / 255 for level in colour))  # type: ignore[arg-type]
        misses.append(max(abs(a / 255 - b) for a, b in zip(pixel, exact)))  # type: ignore[arg-type]
    assert sorted(misses)[len(misses) * 9 // 10] < 0.05
