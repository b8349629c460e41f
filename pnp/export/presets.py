"""Reads presets.toml, and a user's own file over it, and checks the products, inks, tables and machines in them."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from pnp.definition.document import read_file
from pnp.definition.findings import Findings, quoted, suggest
from pnp.definition.model import KINDS
from pnp.definition.section import Section
from pnp.frozen import frozen
from pnp.geometry import NAMED, Outline, Size, parse_pair

_OWN = Path(__file__).with_name("presets.toml")
_PRODUCT = ("title", "shape", "trim", "page", "dpi", "safe", "kinds", "sides", "source")
_MIXES = ("cyan", "magenta", "yellow", "cyan-magenta", "cyan-yellow", "magenta-yellow")
_SOLIDS = (*_MIXES, "black", *(f"{mix}-black" for mix in _MIXES))
_DICE = ("4", "6", "8", "10", "12", "20")
_LARGEST, _SMALLEST_SHEET = 1200.0, 30.0
_IDENTIFIER = re.compile(r"[0-9A-F]{32}")

Rgb = tuple[float, float, float]
"""Red, green and blue, 0 to 1 where a screen can show the colour."""
Turn = tuple[float, float, float]
"""Degrees about the three axes of Tabletop Simulator."""
Reader = Callable[[Section, str], Any]
"""Reads what a section says under a key; faults are told to the section's findings."""


@frozen
class Product:
    """What a shop prints: the trim, the page it takes (trim and bleed), and how far texts must stay from the cut.

    `kinds` are the kinds of pieces that it is for, empty for any; `sides` is 1 where it has no back.
    """

    name: str
    title: str
    outline: Outline
    trim: Size
    page: Size
    dpi: int
    safe: float
    source: str
    kinds: tuple[str, ...] = ()
    sides: int = 2

    @property
    def pixels(self) -> tuple[int, int]:
        return round(self.page.width / 25.4 * self.dpi), round(self.page.height / 25.4 * self.dpi)

    @property
    def bleed(self) -> float:
        """The larger of its two bleeds, which is what faces are drawn with; the page cuts off the rest."""
        return max(self.page.width - self.trim.width, self.page.height - self.trim.height) / 2


@frozen
class Limits:
    """How far a piece may be from a product: how many times as large it is drawn at most and at least, and how wide
    its ground may go on beyond it on each side, as a share of the piece.
    """

    largest: float
    smallest: float
    ground: float


@frozen
class InkSet:
    """A printing condition: its name in the registry, the ink limit (1 is one solid), the colours of the solids."""

    limit: float
    condition: str
    registry: str
    about: str
    solids: Mapping[str, Rgb]


@frozen
class Press:
    """What print files for any shop have around the cut: bleed, and beyond it crop marks, in millimetres."""

    bleed: float
    mark: float


@frozen
class ShopSheet:
    """A print shop's template for cards: its paper, the centre of the first card, from each card to the next across and
    down, how many there are of them, and how they are turned, clockwise.
    """

    paper: Size
    first: Size
    step: Size
    columns: int
    rows: int
    rotation: float

    @property
    def places(self) -> int:
        return self.columns * self.rows


@frozen
class TableSizes:
    """What Tabletop Simulator can show: the most a sheet of cards holds, and sizes in millimetres at scale 1."""

    columns: int
    rows: int
    cards: int
    pixels: int
    dpi: int
    unit: float
    card_height: float
    tile_side: float
    thickness: float
    die: float
    block: float


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


@frozen
class Presets:
    """Everything that presets say; `products` by target, what else a target sells `instead`, by kind of piece, and
    `rotations` of dice by their sides.
    """

    products: Mapping[str, tuple[Product, ...]]
    instead: Mapping[str, Mapping[str, str]]
    limits: Limits
    inks: InkSet
    press: Press
    sheet: ShopSheet
    table: TableSizes
    rotations: Mapping[int, tuple[Turn, ...]]
    playground: Playground
    playingcards: PlayingCards
    screentop: Screentop
    silhouette: Silhouette
    cricut: Cricut


def read_presets(own: Path | None) -> Presets:
    """Our presets, with those of the user's file in their places.

    Raises InputInvalid with all that is wrong with the file, InputMissing where it cannot be read.
    """
    findings = Findings()
    documents = [read_file(path, findings) for path in (_OWN, own) if path is not None]
    known = ("products", "instead", *_SECTIONS)
    sections = [Section(document, (), document.data, known, findings) for document in documents]
    products: dict[str, dict[str, Product]] = {}
    for section in sections:
        targets = section.table("products")
        for target in targets.names():
            of_target = targets.table(target)
            found = {name: _product(name, of_target.table(name, _PRODUCT)) for name in of_target.names()}
            products.setdefault(target, {}).update(found)
    instead = {name: texts for section in sections for name, texts in _instead(section.table("instead"))}
    read = {_FIELDS.get(key, key): _read(sections, key) for key in _SECTIONS}
    findings.finish(sections[-1].place().file)
    return Presets({target: tuple(known.values()) for target, known in products.items()}, instead, **read)


def _read(sections: list[Section], name: str) -> Any:
    """What a section says: ours, or the user's laid over it."""
    kind, readers = _SECTIONS[name]
    keys = [key for field in readers for key in _KEYS.get(field, (field.replace("_", "-"),))]
    section, *others = (root.table(name, (*keys, "source")) for root in sections)
    for other in others:
        section = other.over(section)
    made = kind(**{field: read(section, field.replace("_", "-")) for field, read in readers.items()})
    if name in _CHECKS:
        _CHECKS[name](section, made)
    return made


def _product(name: str, section: Section) -> Product:
    trim, page = _size("2.5x3.5in")(section, "trim"), _size("2.75x3.75in")(section, "page")
    if page.width < trim.width or page.height < trim.height:
        section.fault("out-of-range", f"'page' is smaller than 'trim'; add the bleed to it {section.title}", "page")
    return Product(
        name=name,
        title=section.text("title", "Poker Deck"),
        outline=NAMED[section.one_of("shape", ("rectangle", "round", "hexagon"), "rectangle")],
        trim=trim,
        page=page,
        dpi=section.whole("dpi", 72, 1200) or 300,
        safe=section.length("safe", 0.0, 50.0),
        source=section.text("source", "the shop's page, and the day"),
        kinds=_kinds(section),
        sides=section.whole("sides", 1, 2) or 2,
    )


def _kinds(section: Section) -> tuple[str, ...]:
    kinds = tuple(section.text("kinds", "card aid", "").split())
    if unknown := [kind for kind in kinds if kind not in KINDS]:
        section.fault("wrong-value", f"there is no kind {quoted(unknown[0])}; {suggest(unknown[0], KINDS)}", "kinds")
    return kinds


def _instead(section: Section) -> Iterator[tuple[str, Mapping[str, str]]]:
    for target in section.names():
        kinds = section.table(target, (*KINDS, "tuckbox", "source"))
        yield target, {kind: kinds.text(kind, "wooden cubes") for kind in kinds.names() if kind != "source"}


def _text(example: str) -> Reader:
    return lambda section, key: section.text(key, example)


def _whole(low: int, high: int, default: int) -> Reader:
    return lambda section, key: section.whole(key, low, high) or default


def _percent(low: int, high: int, default: int) -> Reader:
    return lambda section, key: (section.whole(key, low, high) or default) / 100


def _decimal_percent(default: float, low: float, high: float) -> Reader:
    return lambda section, key: section.decimal(key, default, low, high) / 100


def _quarter_turn(default: float) -> Reader:
    return lambda section, key: 90.0 * round(section.decimal(key, default, 0, 270) / 90)


def _length(default: float, most: float, least: float = 0.0) -> Reader:
    return lambda section, key: section.length(key, default, most, least)


def _positive(example: str) -> Reader:
    """A length that is not nothing."""

    def read(section: Section, key: str) -> float:
        length = section.length(key, 1.0, _LARGEST)
        if length <= 0:
            section.fault("out-of-range", f"'{key}' is nothing; write a length such as {example}", key)
            return 1.0
        return length

    return read


def _parsed_size(section: Section, key: str, example: str) -> tuple[str, Size]:
    text = section.text(key, example)
    try:
        return text, Size(*parse_pair(text or example))
    except ValueError:
        section.fault("wrong-value", f"{quoted(text)} is no width and height; write them such as {example}", key)
        return "", Size(*parse_pair(example))


def _size(example: str) -> Callable[[Section, str], Size]:
    def read(section: Section, key: str) -> Size:
        text, size = _parsed_size(section, key, example)
        if not 0 < min(size.width, size.height) <= max(size.width, size.height) <= _LARGEST:
            section.fault("out-of-range", f"{quoted(text)} is no size to print; write one up to {_LARGEST:g}mm", key)
        return size

    return read


def _sheet_size(example: str) -> Reader:
    """A size as it stands upright."""

    def read(section: Section, key: str) -> Size:
        text, size = _parsed_size(section, key, example)
        if not _SMALLEST_SHEET <= min(size.width, size.height) <= max(size.width, size.height) <= _LARGEST:
            message = f"{quoted(text)} is no size of a sheet; write {_SMALLEST_SHEET:g}mm to {_LARGEST:g}mm"
            section.fault("out-of-range", message, key)
        return Size(min(size.width, size.height), max(size.width, size.height))

    return read


def _solid(section: Section, key: str) -> Rgb:
    parts = section.text(key, "0 174 239").split()
    try:
        red, green, blue = (int(part) / 255 for part in parts)
    except (ValueError, OverflowError):
        message = f"{quoted(' '.join(parts))} is no colour; write red, green and blue as whole numbers: 0 174 239"
        section.fault("wrong-value", message, key)
        return 0.0, 0.0, 0.0
    if not all(-1 < level < 2 for level in (red, green, blue)):
        section.fault("out-of-range", f"'{key}' is out of range; write numbers from -254 to 509", key)
    return red, green, blue


def _identifier(section: Section, key: str) -> str:
    text = section.text(key, "9065AC5141F87F8ADE1F5AB6390BBEE4")
    if text and not _IDENTIFIER.fullmatch(text):
        section.fault("wrong-value", f"{quoted(text)} is no id of a template; write its 32 digits from 0 to F", key)
    return text


def _turns(section: Section, sides: str) -> tuple[Turn, ...]:
    """How a die of so many sides is turned to show 1, 2, 3 and so on."""
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


def _check_sheet(section: Section, sheet: ShopSheet) -> None:
    for key, first, step, count, length in (
        ("columns", sheet.first.width, sheet.step.width, sheet.columns, sheet.paper.width),
        ("rows", sheet.first.height, sheet.step.height, sheet.rows, sheet.paper.height),
    ):
        if first + (count - 1) * step >= length:
            message = f"the last of the {key} lies beyond the paper; take fewer, or less 'step'"
            section.fault("out-of-range", message, key)


def _check_silhouette(section: Section, machine: Silhouette) -> None:
    for key, low, high, other in (
        ("longest", machine.shortest, machine.longest, "shortest"),
        ("inset", machine.least_inset, machine.inset, "least-inset"),
        ("most-inset", machine.inset, machine.most_inset, "inset"),
        ("widest-gap", machine.gap, machine.widest_gap, "gap"),
    ):
        if low > high:
            section.fault("out-of-range", f"'{key}' is less than '{other}'; make it at least as long", key)


_FIELDS = {"fit": "limits"}
"""The field of Presets that a section fills, where it has another name."""
_KEYS = {"solids": _SOLIDS, "dice": tuple(f"d{sides}" for sides in _DICE), "rotations": _DICE}
"""What is read from several keys, and from which."""
_CHECKS: Mapping[str, Callable[[Section, Any], None]] = {"sheet": _check_sheet, "silhouette": _check_silhouette}

_SECTIONS: Mapping[str, tuple[Callable[..., Any], Mapping[str, Reader]]] = {
    "fit": (Limits, {
        "largest": _decimal_percent(120, 100, 200), "smallest": _decimal_percent(95, 50, 100),
        "ground": _decimal_percent(4, 0, 50),
    }),
    "inks": (InkSet, {
        "limit": _percent(100, 400, 400), "condition": _text("CGATS TR 001"),
        "registry": _text("http://www.color.org"), "about": _text("SWOP"),
        "solids": lambda section, _: {name: _solid(section, name) for name in _SOLIDS},
    }),
    "press": (Press, {"bleed": _length(3.0, 20.0), "mark": _length(5.0, 20.0, 1.0)}),
    "sheet": (ShopSheet, {
        "paper": _size("12x18in"), "first": _size("2.3x2.165in"), "step": _size("3.7x2.75in"),
        "columns": _whole(1, 30, 1), "rows": _whole(1, 30, 1), "rotation": _quarter_turn(270),
    }),
    "table": (TableSizes, {
        "columns": _whole(2, 10, 10), "rows": _whole(2, 7, 7), "cards": _whole(1, 69, 69),
        "pixels": _whole(256, 16384, 4096), "dpi": _whole(30, 1200, 300), "unit": _positive("1in"),
        "card_height": _positive("80mm"), "tile_side": _positive("2in"), "thickness": _positive("2mm"),
        "die": _positive("1in"), "block": _positive("1in"),
    }),
    "rotations": (lambda rotations: rotations, {
        "rotations": lambda section, _: {int(sides): _turns(section, sides) for sides in _DICE},
    }),
    "playground": (Playground, {
        "unit": _positive("10mm"), "card_thickness": _positive("0.5mm"), "tile_thickness": _positive("2mm"),
        "height": _whole(0, 1000, 0), "table": _identifier, "table_scale": _percent(10, 1000, 100),
        "general": _identifier,
        "dice": lambda section, _: {int(sides): _identifier(section, f"d{sides}") for sides in _DICE},
    }),
    "playingcards": (PlayingCards, {
        "width": _whole(400, 10000, 1600), "height": _whole(400, 10000, 1000), "hand": _whole(200, 10000, 820),
        "card": _whole(20, 1000, 160), "card_height": _positive("88.9mm"), "spinner": _whole(10, 1000, 110),
        "widgets": _whole(10, 100_000, 1300), "dpi": _whole(30, 600, 200), "pixels": _whole(64, 16384, 2048),
    }),
    "screentop": (Screentop, {"dpi": _whole(30, 600, 150), "pixels": _whole(64, 16384, 4096)}),
    "silhouette": (Silhouette, {
        "square": _length(5.0, 20.0, 1.0), "line": _length(1.0, 2.0, 0.1), "shortest": _length(5.0, 20.0, 1.0),
        "longest": _length(8.0, 20.0, 1.0), "inset": _length(10.0, 100.0, 5.0),
        "least_inset": _length(10.0, 100.0, 5.0), "most_inset": _length(86.36, 200.0, 5.0),
        "clear": _length(2.0, 20.0), "gap": _length(1.25, 20.0, 0.5), "widest_gap": _length(4.0, 20.0, 0.5),
        "mat": _sheet_size("12x24in"),
    }),
    "cricut": (Cricut, {
        "area": _sheet_size("9.25x6.75in"), "dpi": _whole(72, 600, 300), "gap": _length(2.0, 20.0, 0.5),
    }),
}  # fmt: skip
