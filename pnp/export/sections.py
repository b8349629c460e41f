"""The sections of presets that tell of virtual tables and of cutting machines, read and checked."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

from pnp.definition.findings import quoted
from pnp.definition.section import Section
from pnp.frozen import frozen
from pnp.geometry import Size
from pnp.units import parse_pair

DICE = ("4", "6", "8", "10", "12", "20")
ROTATIONS = (*DICE, "source")
PLAYGROUND = (
    "unit", "card-thickness", "tile-thickness", "height", "table", "table-scale", "general",
    *(f"d{sides}" for sides in DICE), "source",
)  # fmt: skip
PLAYINGCARDS = ("width", "height", "hand", "card", "card-height", "spinner", "widgets", "dpi", "pixels", "source")
SCREENTOP = ("dpi", "pixels", "source")
_IDENTIFIER = re.compile(r"[0-9A-F]{32}")

Turn = tuple[float, float, float]
"""Degrees about the three axes of Tabletop Simulator."""
SILHOUETTE = (
    "square", "line", "shortest", "longest", "inset", "least-inset", "most-inset", "clear", "gap", "widest-gap", "mat",
    "source",
)  # fmt: skip
CRICUT = ("area", "dpi", "gap", "source")
_LARGEST = 1200.0


@frozen
class Playground:
    """Tabletop Playground: millimetres of one unit, thicknesses in millimetres, how many units high its table is, the
    template of that table and how much larger than there it is wanted, the package that it is in, and dice by sides.
    """

    unit: float
    card_thickness: float
    tile_thickness: float
    height: int
    table: str
    table_scale: float
    general: str
    dice: Mapping[int, str]


@frozen
class PlayingCards:
    """A room of playingcards.io in its own units: how large it is, where the hands begin from the top, the height of a
    card that is `card_height` millimetres high, the side of a spinner; the most widgets of a room; and how finely its
    pictures are drawn.
    """

    width: int
    height: int
    hand: int
    card: int
    card_height: float
    spinner: int
    widgets: int
    dpi: int
    pixels: int


@frozen
class Screentop:
    """Pixels to the inch in which everything is measured there, and the most of a picture's side."""

    dpi: int
    pixels: int


def read_rotations(section: Section) -> Mapping[int, tuple[Turn, ...]]:
    """How a die of so many sides is turned to show 1, 2, 3 and so on."""
    return {int(sides): _turns(section, sides) for sides in DICE}


def read_playground(section: Section) -> Playground:
    return Playground(
        unit=_length(section, "unit", "10mm"),
        card_thickness=_length(section, "card-thickness", "0.5mm"),
        tile_thickness=_length(section, "tile-thickness", "2mm"),
        height=section.whole("height", 0, 1000) or 0,
        table=_identifier(section, "table"),
        table_scale=(section.whole("table-scale", 10, 1000) or 100) / 100,
        general=_identifier(section, "general"),
        dice={int(sides): _identifier(section, f"d{sides}") for sides in DICE},
    )


def read_playingcards(section: Section) -> PlayingCards:
    return PlayingCards(
        width=section.whole("width", 400, 10000) or 1600,
        height=section.whole("height", 400, 10000) or 1000,
        hand=section.whole("hand", 200, 10000) or 820,
        card=section.whole("card", 20, 1000) or 160,
        card_height=_length(section, "card-height", "88.9mm"),
        spinner=section.whole("spinner", 10, 1000) or 110,
        widgets=section.whole("widgets", 10, 100_000) or 1300,
        dpi=section.whole("dpi", 30, 600) or 200,
        pixels=section.whole("pixels", 64, 16384) or 2048,
    )


def read_screentop(section: Section) -> Screentop:
    return Screentop(section.whole("dpi", 30, 600) or 150, section.whole("pixels", 64, 16384) or 4096)


def _turns(section: Section, sides: str) -> tuple[Turn, ...]:
    text = section.text(sides, ", ".join(["0 0 0"] * int(sides)))
    try:
        turns = [tuple(float(angle) for angle in turn.split()) for turn in text.split(",")]
    except ValueError:
        turns = []
    found = tuple((turn[0], turn[1], turn[2]) for turn in turns if len(turn) == 3 and all(map(math.isfinite, turn)))
    if len(found) != int(sides) or len(turns) != len(found):
        message = f"'{sides}' lists no {sides} rotations; write three angles for each side, and commas between sides"
        section.fault("wrong-value", message, sides)
        return ((0.0, 0.0, 0.0),) * int(sides)
    return found


def _identifier(section: Section, key: str) -> str:
    text = section.text(key, "9065AC5141F87F8ADE1F5AB6390BBEE4")
    if text and not _IDENTIFIER.fullmatch(text):
        section.fault("wrong-value", f"{quoted(text)} is no id of a template; write its 32 digits from 0 to F", key)
    return text


def _length(section: Section, key: str, example: str) -> float:
    length = section.length(key, 1.0, _LARGEST)
    if length <= 0:
        section.fault("out-of-range", f"'{key}' is nothing; write a length such as {example}", key)
        return 1.0
    return length


@frozen
class Silhouette:
    """Registration marks and mats, in millimetres.

    The square and the arms' ends are measured from the lines' middle, which lies at the inset from the paper's edges;
    arms are from `shortest` to `longest`, `clear` is kept white around every mark, pieces lie from `gap` to
    `widest_gap` apart, and the sheet is no larger than the `mat`.
    """

    square: float
    line: float
    shortest: float
    longest: float
    inset: float
    least_inset: float
    most_inset: float
    clear: float
    gap: float
    widest_gap: float
    mat: Size


@frozen
class Cricut:
    """The largest picture that is printed and then cut, its dots to the inch, and how far pieces lie apart."""

    area: Size
    dpi: int
    gap: float


def read_silhouette(section: Section) -> Silhouette:
    """Faults of the section are told to its findings."""
    machine = Silhouette(
        square=section.length("square", 5.0, 20.0, 1.0),
        line=section.length("line", 1.0, 2.0, 0.1),
        shortest=section.length("shortest", 5.0, 20.0, 1.0),
        longest=section.length("longest", 8.0, 20.0, 1.0),
        inset=section.length("inset", 10.0, 100.0, 5.0),
        least_inset=section.length("least-inset", 10.0, 100.0, 5.0),
        most_inset=section.length("most-inset", 86.36, 200.0, 5.0),
        clear=section.length("clear", 2.0, 20.0),
        gap=section.length("gap", 1.25, 20.0, 0.5),
        widest_gap=section.length("widest-gap", 4.0, 20.0, 0.5),
        mat=_size(section, "mat", "12x24in"),
    )
    ordered = (
        ("longest", machine.shortest, machine.longest, "shortest"), ("inset", machine.least_inset, machine.inset,
        "least-inset"), ("most-inset", machine.inset, machine.most_inset, "inset"),
        ("widest-gap", machine.gap, machine.widest_gap, "gap"),
    )  # fmt: skip
    for key, low, high, other in ordered:
        if low > high:
            section.fault("out-of-range", f"'{key}' is less than '{other}'; make it at least as long", key)
    return machine


def read_cricut(section: Section) -> Cricut:
    """Faults of the section are told to its findings."""
    return Cricut(
        area=_size(section, "area", "9.25x6.75in"),
        dpi=section.whole("dpi", 72, 600) or 300,
        gap=section.length("gap", 2.0, 20.0, 0.5),
    )


def _size(section: Section, key: str, example: str) -> Size:
    """A size as it stands upright."""
    text = section.text(key, example)
    try:
        width, height = parse_pair(text or example)
    except ValueError:
        section.fault("wrong-value", f"{quoted(text)} is no width and height; write them such as {example}", key)
        width, height = parse_pair(example)
    if not 30 <= min(width, height) <= max(width, height) <= _LARGEST:
        section.fault("out-of-range", f"{quoted(text)} is no size of a sheet; write 30mm to {_LARGEST:g}mm", key)
    return Size(min(width, height), max(width, height))
