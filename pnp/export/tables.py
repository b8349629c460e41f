"""The sections of presets that tell of dice and of virtual tables other than Tabletop Simulator, read and checked."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

from pnp.definition.findings import shown
from pnp.definition.section import Section
from pnp.frozen import frozen

DICE = ("4", "6", "8", "10", "12", "20")
ROTATIONS = (*DICE, "source")
PLAYGROUND = (
    "unit", "card-thickness", "tile-thickness", "height", "table", "table-scale", "general",
    *(f"d{sides}" for sides in DICE), "source",
)  # fmt: skip
PLAYINGCARDS = ("width", "height", "hand", "card", "card-height", "spinner", "widgets", "dpi", "pixels", "source")
SCREENTOP = ("dpi", "pixels", "source")
_LARGEST = 1200.0
_IDENTIFIER = re.compile(r"[0-9A-F]{32}")

Turn = tuple[float, float, float]
"""Degrees about the three axes of Tabletop Simulator."""


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
        section.fault("wrong-value", f"{shown(text)} is no id of a template; write its 32 digits from 0 to F", key)
    return text


def _length(section: Section, key: str, example: str) -> float:
    length = section.length(key, 1.0, _LARGEST)
    if length <= 0:
        section.fault("out-of-range", f"'{key}' is nothing; write a length such as {example}", key)
        return 1.0
    return length
