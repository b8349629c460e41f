"""Reads presets.toml, and a user's own file over it, and checks the products, inks, tables and machines in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from pnp.definition.document import read_file
from pnp.definition.findings import Findings, quoted, suggest
from pnp.definition.model import KINDS
from pnp.definition.section import Section
from pnp.export.sections import (
    CRICUT,
    PLAYGROUND,
    PLAYINGCARDS,
    ROTATIONS,
    SCREENTOP,
    SILHOUETTE,
    Cricut,
    Playground,
    PlayingCards,
    Screentop,
    Silhouette,
    Turn,
    read_cricut,
    read_playground,
    read_playingcards,
    read_rotations,
    read_screentop,
    read_silhouette,
)
from pnp.frozen import frozen
from pnp.geometry import Outline, Size
from pnp.units import parse_pair

_OWN = Path(__file__).with_name("presets.toml")
_PRODUCT = ("title", "shape", "trim", "page", "dpi", "safe", "kinds", "sides", "source")
_MIXES = ("cyan", "magenta", "yellow", "cyan-magenta", "cyan-yellow", "magenta-yellow")
_SOLIDS = (*_MIXES, "black", *(f"{mix}-black" for mix in _MIXES))
_INKS = ("limit", "condition", "registry", "about", *_SOLIDS, "source")
_TABLE = (
    "columns", "rows", "cards", "pixels", "dpi", "unit", "card-height", "tile-side", "thickness", "die", "block",
    "source",
)  # fmt: skip
_LIMITS = ("largest", "smallest", "ground", "source")
_PRESS = ("bleed", "mark", "source")
_SHEET = ("paper", "first", "step", "columns", "rows", "rotation", "source")
_LARGEST = 1200.0
_SECTIONS = (
    "products", "instead", "fit", "inks", "press", "sheet", "table", "rotations", "playground", "playingcards",
    "screentop", "silhouette", "cricut",
)  # fmt: skip

Rgb = tuple[float, float, float]
"""Red, green and blue, 0 to 1 where a screen can show the colour."""


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
class Inks:
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
class Sheet:
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
class Table:
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
class Presets:
    """Everything that presets say; `products` by target, what else a target sells `instead`, by kind of piece, and
    `rotations` of dice by their sides.
    """

    products: Mapping[str, tuple[Product, ...]]
    instead: Mapping[str, Mapping[str, str]]
    limits: Limits
    inks: Inks
    press: Press
    sheet: Sheet
    table: Table
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
    sections = [_root(path, findings) for path in (_OWN, own) if path is not None]
    products: dict[str, dict[str, Product]] = {}
    for section in sections:
        targets = section.table("products")
        for target in targets.names():
            known = products.setdefault(target, {})
            for name in targets.table(target).names():
                known[name] = _product(name, targets.table(target).table(name, _PRODUCT))
    instead = {name: texts for section in sections for name, texts in _instead(section.table("instead"))}
    limits = _limits(_laid(sections, "fit", _LIMITS))
    inks = _inks(_laid(sections, "inks", _INKS))
    press = _press(_laid(sections, "press", _PRESS))
    sheet = _sheet(_laid(sections, "sheet", _SHEET))
    table = _table(_laid(sections, "table", _TABLE))
    rotations = read_rotations(_laid(sections, "rotations", ROTATIONS))
    playground = read_playground(_laid(sections, "playground", PLAYGROUND))
    playingcards = read_playingcards(_laid(sections, "playingcards", PLAYINGCARDS))
    screentop = read_screentop(_laid(sections, "screentop", SCREENTOP))
    silhouette = read_silhouette(_laid(sections, "silhouette", SILHOUETTE))
    cricut = read_cricut(_laid(sections, "cricut", CRICUT))
    findings.finish(sections[-1].place().file)
    by_target = {target: tuple(known.values()) for target, known in products.items()}
    return Presets(
        by_target, instead, limits, inks, press, sheet, table, rotations, playground, playingcards, screentop,
        silhouette, cricut,
    )  # fmt: skip


def _root(path: Path, findings: Findings) -> Section:
    document = read_file(path, findings)
    return Section(document, (), document.data, _SECTIONS, findings)


def _laid(sections: list[Section], key: str, keys: tuple[str, ...]) -> Section:
    """The section of our file, or the user's laid over it."""
    first, *others = (section.table(key, keys) for section in sections)
    for other in others:
        first = other.over(first)
    return first


def _product(name: str, section: Section) -> Product:
    trim, page = (_size(section, key, example) for key, example in (("trim", "2.5x3.5in"), ("page", "2.75x3.75in")))
    if page.width < trim.width or page.height < trim.height:
        section.fault("out-of-range", f"'page' is smaller than 'trim'; add the bleed to it {section.title}", "page")
    return Product(
        name=name,
        title=section.text("title", "Poker Deck"),
        outline=section.one_of("shape", ("rectangle", "round"), "rectangle"),
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


def _limits(section: Section) -> Limits:
    return Limits(
        largest=section.decimal("largest", 120, 100, 200) / 100,
        smallest=section.decimal("smallest", 95, 50, 100) / 100,
        ground=section.decimal("ground", 4, 0, 50) / 100,
    )


def _size(section: Section, key: str, example: str) -> Size:
    text = section.text(key, example)
    try:
        size = Size(*parse_pair(text or example))
    except ValueError:
        section.fault("wrong-value", f"{quoted(text)} is no width and height; write them such as {example}", key)
        return Size(*parse_pair(example))
    if not 0 < min(size.width, size.height) <= max(size.width, size.height) <= _LARGEST:
        section.fault("out-of-range", f"{quoted(text)} is no size to print; write one up to {_LARGEST:g}mm", key)
    return size


def _inks(section: Section) -> Inks:
    return Inks(
        limit=(section.whole("limit", 100, 400) or 400) / 100,
        condition=section.text("condition", "CGATS TR 001"),
        registry=section.text("registry", "http://www.color.org"),
        about=section.text("about", "SWOP"),
        solids={name: _solid(section, name) for name in _SOLIDS},
    )


def _press(section: Section) -> Press:
    return Press(section.length("bleed", 3.0, 20.0), section.length("mark", 5.0, 20.0, 1.0))


def _sheet(section: Section) -> Sheet:
    sheet = Sheet(
        paper=_size(section, "paper", "12x18in"),
        first=_size(section, "first", "2.3x2.165in"),
        step=_size(section, "step", "3.7x2.75in"),
        columns=section.whole("columns", 1, 30) or 1,
        rows=section.whole("rows", 1, 30) or 1,
        rotation=90.0 * round(section.decimal("rotation", 270, 0, 270) / 90),
    )
    axes = ("columns", sheet.first.width, sheet.step.width, sheet.columns, sheet.paper.width), (
        "rows", sheet.first.height, sheet.step.height, sheet.rows, sheet.paper.height
    )  # fmt: skip
    for key, first, step, count, length in axes:
        if first + (count - 1) * step >= length:
            section.fault(
                "out-of-range", f"the last of the {key} lies beyond the paper; take fewer, or less 'step'", key
            )
    return sheet


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


def _table(section: Section) -> Table:
    return Table(
        columns=section.whole("columns", 2, 10) or 10,
        rows=section.whole("rows", 2, 7) or 7,
        cards=section.whole("cards", 1, 69) or 69,
        pixels=section.whole("pixels", 256, 16384) or 4096,
        dpi=section.whole("dpi", 30, 1200) or 300,
        unit=_positive(section, "unit", "1in"),
        card_height=_positive(section, "card-height", "80mm"),
        tile_side=_positive(section, "tile-side", "2in"),
        thickness=_positive(section, "thickness", "2mm"),
        die=_positive(section, "die", "1in"),
        block=_positive(section, "block", "1in"),
    )


def _positive(section: Section, key: str, example: str) -> float:
    length = section.length(key, 1.0, _LARGEST)
    if length <= 0:
        section.fault("out-of-range", f"'{key}' is nothing; write a length such as {example}", key)
        return 1.0
    return length
