"""The shapes of layouts as they are printed: outlines, ends, ways and bleeds; layouts that are turned; mistakes."""

from __future__ import annotations

import math
from io import BytesIO
from pathlib import Path

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from toy_deck import DECK, BuildDeck, MakeDeck

from pnp.build.job import nothing_to_tell, prepare, sound_game
from pnp.build.options import BuildOptions
from pnp.catalog import artist_of
from pnp.decks.bleeds import Reach
from pnp.decks.outlines import rounded
from pnp.definition.load import load_game
from pnp.drawing.face import Face, Style
from pnp.drawing.fonts import built_in_fonts
from pnp.drawing.shapes import around, bounds, loops
from pnp.errors import PnpError
from pnp.geometry import Box, winding
from pnp.renderers.base import DocumentInfo
from pnp.renderers.png import faces_as_png

FONTS = built_in_fonts()
WHITE, BLACK, SKY = (255, 255, 255), (0, 0, 0), (0x33, 0x66, 0xAA)
BARE = DECK[: DECK.index("[layouts.card]")] + "[layouts.card]\n"
LINE = BARE.count("\n") + 2  # of the first key of the first element


def element(kind: str, keys: str) -> str:
    return f'[[layouts.card.elements]]\ntype = "{kind}"\n{keys}\n'


def drawn(folder: Path, saver: bool = False) -> dict[str, Face]:
    game = load_game(folder)
    artist = artist_of(game, Style(FONTS, saver=saver))
    return {piece.id.removeprefix("toy/"): artist.face(piece) for piece in game.faces()}


class Seen:
    """A face as it is printed, ten pixels a millimetre."""

    def __init__(self, face: Face) -> None:
        document = DocumentInfo("", "", "", "1", "en", FONTS)
        ((_, picture),) = faces_as_png([face], document, 254, with_bleed=True)
        self.image = Image.open(BytesIO(picture)).convert("RGB")
        self._bleed = face.trim.bleed

    def __call__(self, x: float, y: float) -> tuple[int, ...]:
        """The colour at a point in millimetres from the trim's top left."""
        pixel = self.image.getpixel((round((x + self._bleed) * 10), round((y + self._bleed) * 10)))
        assert isinstance(pixel, tuple)
        return pixel


def seen(make_deck: MakeDeck, *elements: str, **options: bool) -> Seen:
    return Seen(drawn(make_deck(deck=BARE, end="".join(elements)), **options)["ant"])


def found(folder: Path) -> list[str]:
    """Everything that a build would say of the deck."""
    with pytest.raises(PnpError) as caught:
        prepare(sound_game(str(folder), BuildOptions()), BuildOptions(), nothing_to_tell)
    return str(caught.value).split("\n")


def test_a_polygon_by_millimetres_and_by_shares(make_deck: MakeDeck) -> None:
    at = seen(make_deck, element("polygon", 'points = "10 10, 50% 10mm, 10 3cm"\nfill = "sky"'))
    assert at(12, 12) == at(30, 10.5) == at(10.5, 28) == SKY
    assert at(9, 9) == at(25, 25) == at(33, 10.5) == WHITE
    boxed = seen(make_deck, element("polygon", 'box = "20 40 20 10"\npoints = "0 0, 100% 0, 50% 100%"\nfill = "sky"'))
    assert boxed(21, 40.5) == boxed(39, 40.5) == boxed(30, 49) == SKY
    assert boxed(21, 49) == boxed(39, 49) == WHITE


@pytest.mark.parametrize("corners", [3, 5, 6, 12])
def test_regular_polygons_and_stars_have_their_corners(make_deck: MakeDeck, corners: int) -> None:
    cards = f"name,colour,text,count\nAnt,sky,{corners},1\n"
    keys = 'corners = "{text}"\nbox = "10 10 40 40"\nfill = "sky"'
    plain, star = (
        Seen(drawn(make_deck({"cards.csv": cards}, element(kind, more), BARE))["ant"])
        for kind, more in (("regular-polygon", keys), ("star", f"{keys}\ninner = 0.3"))
    )
    for at in range(corners):
        tip = 2 * math.pi * at / corners
        side = tip + math.pi / corners
        assert plain(30 + 19 * math.sin(tip), 30 - 19 * math.cos(tip)) == SKY
        assert star(30 + 17 * math.sin(tip), 30 - 17 * math.cos(tip)) == SKY
        reach = 20 * math.cos(math.pi / corners)
        for share, colour in ((0.97, SKY), (1.03, WHITE)):
            assert plain(30 + share * reach * math.sin(side), 30 - share * reach * math.cos(side)) == colour
        for away, colour in ((5.5, SKY), (6.5, WHITE)):
            assert star(30 + away * math.sin(side), 30 - away * math.cos(side)) == colour


def test_arcs_are_slices_rings_and_lines(make_deck: MakeDeck) -> None:
    keys = 'box = "10 10 40 40"\nstart = 90\nend = "{text}"\n'
    cards = {"cards.csv": "name,colour,text,count\nAnt,sky,180deg,1\n"}

    def shown(more: str) -> Seen:
        return Seen(drawn(make_deck(cards, element("arc", keys + more), BARE))["ant"])

    slice_, ring = shown('fill = "sky"'), shown('fill = "sky"\ninner = "50%"')
    assert slice_(43, 43) == slice_(32, 32) == ring(43, 43) == SKY
    assert slice_(17, 43) == slice_(43, 17) == slice_(46, 46) == ring(32, 32) == WHITE
    way = shown('line = "sky"\nwidth = "2mm"')
    edge = 20 * math.sqrt(0.5)
    assert way(30 + edge, 30 + edge) == SKY
    assert way(35, 35) == way(30, 40) == way(30 - edge, 30 + edge) == WHITE


def test_a_path_is_placed_by_millimetres_or_by_its_view(make_deck: MakeDeck) -> None:
    plain = seen(make_deck, element("path", 'box = "10 10 5 5"\npath = "m0 0 h20 v10 h-20 z"\nfill = "sky"'))
    assert plain(29, 19) == SKY and plain(31, 19) == plain(29, 21) == WHITE
    keys = 'box = "10 10 40 20"\npath = "M0 0H10V10H0Z M2 2H8V8H2Z"\nview = "0 0 10 10"\nfill = "sky"\n'
    whole, hole = (seen(make_deck, element("path", keys + more)) for more in ("", 'rule = "evenodd"'))
    assert whole(30, 20) == SKY and hole(30, 20) == WHITE and hole(21, 11) == SKY and hole(19, 20) == WHITE
    stretched = seen(make_deck, element("path", keys + 'fit = "stretch"'))
    assert stretched(11, 11) == stretched(49, 29) == SKY


def test_lines_have_ends_and_dashes(make_deck: MakeDeck) -> None:
    line = 'box = "10 20 40 0"\nline = "#000000"\nwidth = "1mm"\n'
    plain = seen(make_deck, element("line", line))
    assert plain(11, 20) == plain(49, 20) == BLACK and plain(49, 21) == plain(11, 21) == WHITE
    signed = seen(make_deck, element("line", line + 'tail = "dot"\nhead = "arrow"'))
    assert signed(10, 21) == signed(46.5, 21) == BLACK and signed(49.5, 21) == signed(44, 21) == WHITE
    assert signed(49.2, 20) == BLACK and signed(50.5, 20) == WHITE
    assert seen(make_deck, element("line", line + 'head = "bar"'))(50, 21.5) == BLACK
    dashed = seen(make_deck, element("line", line + 'dash = "4mm 2mm 1mm 2mm"'))
    assert [dashed(10 + at, 20) == BLACK for at in (2, 5, 6.5, 8, 11)] == [True, False, True, False, True]


def test_connectors_lead_from_side_to_side_of_what_is_there(make_deck: MakeDeck) -> None:
    ends = "".join(
        f'[[layouts.card.elements]]\nname = "{name}"\ntype = "rectangle"\nbox = "{box}"\nfill = "sky"\n{more}\n'
        for name, box, more in (("one", "5 5 10 10", ""), ("two", "40 45 10 10", 'when = "name = Ant"'))
    )
    keys = 'line = "#000000"\nwidth = "0.6mm"\nfrom = "one right"\nto = "two top"\nroute = "elbow"'
    folder = make_deck(deck=BARE, end=ends + element("connector", keys))
    ant, bee = (Seen(face) for face in drawn(folder).values())
    assert ant(30, 10) == ant(45, 12) == ant(45, 40) == BLACK and ant(30, 30) == WHITE
    assert bee(30, 10) == WHITE
    short = 'line = "#000000"\nwidth = "0.6mm"\nfrom = "one"\nto = "two"\ngap = "4mm"'
    straight = seen(make_deck, ends, element("connector", short))
    assert straight(27.5, 30) == BLACK  # halfway between the two, which lie below each other
    assert straight(10, 17) == WHITE


def test_shapes_are_repeated_counted_and_connected(make_deck: MakeDeck) -> None:
    stop = """[[layouts.card.elements]]
name = "stop"
type = "arc"
box = "5 10 8 8"
end = "{index * 120}"
fill = "sky"
opacity = "{index / 3}"
repeat = { each = "1..3", along = "line", step = "20 0" }
"""
    way = 'from = "stop-{index}"\nto = "stop-{index + 1}"\nline = "black"\nwidth = "1mm"\nrepeat = { each = "1..2" }'
    at = seen(make_deck, stop, element("connector", way))
    assert at(19, 14) == at(39, 14) == BLACK and at(59, 14) == WHITE
    assert at(46, 16) == SKY and at(6, 16) == WHITE and at(26, 12) == WHITE
    faint, half = at(11, 12)[0], at(31, 12)[0]
    assert faint > half > SKY[0]


@pytest.mark.parametrize("twice", [False, True])
def test_what_lies_on_the_cut_goes_on_in_the_bleed(make_deck: MakeDeck, twice: bool) -> None:
    keys = 'points = "0 0, 20 0, 0 20"\nfill = "sky"' + ("\ntwice = true" if twice else "")
    at = seen(make_deck, element("polygon", keys))
    assert at(-2.8, -2.8) == at(-2.5, 21.5) == at(21.5, -2.5) == SKY
    assert at(-2.5, 24) == at(24, -2.5) == at(11, 11) == WHITE
    if twice:
        assert at(66, 91) == at(66, 68) == SKY


def test_turning_keeps_the_cut(make_deck: MakeDeck) -> None:
    keys = 'box = "0 30 20 20"\nturn = 90\npoints = "0 100%, 100% 100%, 50% 0"\nfill = "sky"'
    at = seen(make_deck, element("polygon", keys))  # its level side turned to the left edge of the card
    assert at(-2.9, 40) == at(-2.9, 31) == SKY and at(19, 31) == WHITE


SPOTS = st.tuples(st.sampled_from([0.0, 10.0, 35.5, 63.5]), st.sampled_from([0.0, 12.0, 44.0, 88.9]))


@given(st.lists(SPOTS, min_size=3, max_size=6, unique=True))
def test_a_stretched_outline_is_the_same_inside_of_the_cut(points: list[tuple[float, float]]) -> None:
    cut = Box(0, 0, 63.5, 88.9)
    plain = rounded(points)
    (before,), (after,) = (list(loops(way)) for way in (plain, Reach(cut, Box(-4, -4, 67.5, 92.9)).stretched(plain)))
    for x in range(5, 63, 6):
        for y in range(5, 88, 6):
            assert winding(before, x + 0.123, y + 0.217) == winding(after, x + 0.123, y + 0.217), (x, y)
    assert all(-16 <= number <= 105 for command in after for number in command)


@given(st.lists(st.tuples(st.floats(-50, 50), st.floats(-50, 50)), min_size=3, max_size=8), st.floats(0, 80))
def test_rounded_corners_stay_inside_of_the_points(points: list[tuple[float, float]], corner: float) -> None:
    for is_closed in (True, False):
        inner, outer = around(rounded(points, corner, is_closed)), Box.over(points)
        assert inner.left >= outer.left - 1e-6 and inner.right <= outer.right + 1e-6
        assert inner.top >= outer.top - 1e-6 and inner.bottom <= outer.bottom + 1e-6


TURNED = """
turn = 90
[[layouts.card.elements]]
type = "rectangle"
box = "0 0 20 10"
fill = "sky"
[[layouts.card.elements]]
type = "text"
text = "long enough for the long side of a card alone"
box = "5 40 78.9 10"
size = "12pt"
smallest = "12pt"
"""


def test_a_layout_is_turned_as_a_whole(make_deck: MakeDeck) -> None:
    face = drawn(make_deck(deck=BARE, end=TURNED))["ant"]
    assert (face.trim.size.width, face.trim.size.height) == (63.5, 88.9)
    at = Seen(face)  # what was at the top left lies at the top right
    assert at(66, -2.5) == at(66, 19) == at(54, -2.5) == SKY and at(52, 1) == at(66, 21) == at(1, 1) == WHITE
    upside = Seen(drawn(make_deck(deck=BARE, end=TURNED.replace("90", "270", 1)))["ant"])
    assert upside(-2.5, 91) == upside(-2.5, 70) == SKY and upside(66, -2) == WHITE


def test_turned_fronts_keep_their_upright_backs(build_deck: BuildDeck) -> None:
    """The front and the back of each card lie behind one another on the paper, and each has its own way up."""
    back = """
[[backs]]
part = "back"
size = "poker"
layout = "rear"
[layouts.rear]
[[layouts.rear.elements]]
type = "rectangle"
box = "0 0 20 10"
fill = "#ff0000"
"""
    made = build_deck(deck=BARE.replace('layout = "card"\n', 'layout = "card"\nback = "back"\n', 1), end=TURNED + back)
    pdf = pypdfium2.PdfDocument(made.folder / "toy-cards-a4.pdf")
    front, rear = (page.render(scale=100 / 72).to_pil().convert("RGB") for page in pdf)
    places = [entry for entry in made.manifest["placements"] if entry["side"] == "front"]
    assert len(places) == 3
    for entry in places:
        left, top = entry["cx_mm"] - 63.5 / 2, entry["cy_mm"] - 88.9 / 2
        assert front.getpixel((round((left + 58) * 100 / 25.4), round((top + 10) * 100 / 25.4))) == SKY
        mirrored = 210 - (left + 63.5)  # flipped on the long edge
        assert rear.getpixel((round((mirrored + 10) * 100 / 25.4), round((top + 5) * 100 / 25.4))) == (255, 0, 0)


def test_shapes_pass_the_preflight_in_every_ink(build_deck: BuildDeck) -> None:
    shapes = "".join(
        element(kind, f'box = "{5 + 12 * (at % 4)} {5 + 15 * (at // 4)} 10 10"\n{keys}\nfill = "sky"')
        for at, (kind, keys) in enumerate(
            [
                ("polygon", 'points = "0 0, 100% 0, 50% 100%"'), ("regular-polygon", "corners = 5"), ("star", ""),
                ("arc", "end = 200"), ("path", 'path = "M0 0H5V5Z"'),
            ]
        )
    )  # fmt: skip
    for ink in ("full", "saver", "gray"):
        assert build_deck(deck=BARE, end=shapes, ink=ink).manifest["placements"]


def test_saved_ink_leaves_outlines(make_deck: MakeDeck) -> None:
    at = seen(make_deck, element("star", 'box = "10 10 40 40"\nfill = "sky"'), saver=True)
    pale = at(30, 30)
    assert min(pale) > 240 and at(30, 10.3) != WHITE


POLYGON, LINES = 'fill = "sky"\npoints = ', 'box = "5 5 9 9"\nline = "#000000"\n'
MISTAKES = [
    ("polygon", POLYGON + '"0 0, 5 5"', LINE + 2, "measure", "three points"),
    ("polygon", POLYGON + '"0 0, 5 5, 4 4 4"', LINE + 2, "measure", "'4 4 4' is no point"),
    ("polygon", POLYGON + '"0 0, 5 5, 4 4px"', LINE + 2, "measure", "'4px' is no length"),
    ("polygon", POLYGON + '"0 0, 5 5, 4 999999"', LINE + 2, "measure", "smaller number"),
    ("polygon", POLYGON + '"{colour} 0, 5 5, 4 4"', None, "measure", "'sky' is no length"),
    ("polygon", POLYGON + '"{nmae} 0, 5 5, 4 4"', LINE + 2, "template", "did you mean 'name'?"),
    ("polygon", POLYGON + '"' + "1 1," * 1001 + '1 1"', LINE + 2, "measure", "over 1,000 points"),
    ("regular-polygon", LINES + "corners = 1000000000", LINE + 3, "measure", "3 to 100"),
    ("regular-polygon", LINES + "corners = 2.5", LINE + 3, "measure", "3 to 100"),
    ("star", LINES + 'inner = "120%"', LINE + 3, "measure", "0 to 1"),
    ("star", LINES + "inner = true", LINE + 3, "wrong-type", "a text in quotes"),
    ("arc", LINES + 'end = "1e9"', LINE + 3, "measure", "is no angle"),
    ("arc", LINES + "end = inf", LINE + 3, "measure", "is no angle"),
    ("path", LINES + 'path = "M0 0 L"', LINE + 3, "measure", "is no path"),
    ("path", LINES + 'path = "M0 0 L1e30 5"', LINE + 3, "measure", "smaller numbers"),
    ("path", LINES + 'path = "M0 0' + " 1" * 30000 + '"', LINE + 3, "too-large", "shorten it"),
    ("path", LINES + 'path = "M0 0H9"\nview = "0 0 0 9"', LINE + 4, "measure", "no room"),
    ("line", LINES + 'dash = "0.001mm"', LINE + 3, "out-of-range", "0.1mm together"),
    ("line", LINES + 'dash = "2"', LINE + 3, "wrong-value", "with its unit"),
    ("line", LINES + 'dash = "' + "1mm " * 9 + '"', LINE + 3, "out-of-range", "at most 8"),
    ("line", LINES + 'head = "arow"', LINE + 3, "unknown-value", "'arrow'"),
    ("line", 'line = "sky"\npoints = "3 3"', LINE + 2, "measure", "two points"),
    ("connector", 'line = "sky"\nfrom = "here"\nto = "hree"', LINE + 3, "unknown-value", "did you mean 'here'?"),
    ("connector", 'line = "sky"\nfrom = "here lft"\nto = "here"', LINE + 2, "unknown-value", "did you mean 'left'?"),
    ("connector", 'line = "sky"\nfrom = "{text}"\nto = "here"', None, "unknown-value", "no element"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "keys", "line", "code", "mend"), MISTAKES, ids=lambda text: str(text)[:40])
def test_each_mistake_is_told_where_it_stands(
    make_deck: MakeDeck, kind: str, keys: str, line: int | None, code: str, mend: str
) -> None:
    here = element("rectangle", 'name = "here"\nbox = "5 5 5 5"\nfill = "sky"')
    lines = found(make_deck(deck=BARE, end=element(kind, keys) + here))
    where = f"deck.toml:{line}" if line else "cards.csv:2"
    assert any(told.startswith(f"{where}: {code}: ") and mend in told for told in lines), lines


def test_a_layout_is_turned_by_quarters(make_deck: MakeDeck) -> None:
    lines = found(make_deck(deck=BARE + "turn = 45\n", end=element("round", LINES)))
    assert any(line.startswith(f"deck.toml:{LINE - 1}: out-of-range") and "90" in line for line in lines), lines


def test_far_corners_and_long_lines_stay_within_what_they_say(make_deck: MakeDeck) -> None:
    keys = 'line = "sky"\npoints = "0 0, 63.5 88.9, 63.4 0"\ncorner = "500mm"'
    (face, _) = drawn(make_deck(deck=BARE, end=element("line", keys))).values()
    box = bounds(face.shapes, FONTS)
    assert box.left > -1 and box.right < 64.5 and box.bottom < 90
