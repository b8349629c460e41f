"""Screentop: pictures to upload, cut into cells, and tables of the components, variants and objects to make of them.

Screentop publishes no format to import. Its editor takes pictures divided into a grid, counted from the upper left, and
components whose variants each show a cell; the tables say what to enter there, in those words.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from io import BytesIO, StringIO

from PIL import Image

from pnp.drawing.face import Face
from pnp.export.fitting import slug
from pnp.export.order import Delivery, Exported, Note, Order, note, zip_delivery
from pnp.export.playset import Die, Flat, Receiver, Stack, distinct, playset, side_of, stacks
from pnp.export.sheets import cut_to_outline, finest, grid_of
from pnp.frozen import frozen
from pnp.geometry import Size, Trim

RECEIVER = Receiver("Screentop", None, "the nearest thing there is a container")
_DICE = "Dice: choose Die, enter its sides, and give its one variant the picture; the cells are its sides. "
_COMPONENTS = ("component", "kind", "width", "height", "variants", "sides")
_VARIANTS = (
    "component", "variant", "name", "objects", "front", "columns", "rows", "cell", "back", "back columns", "back rows",
    "back cell",
)  # fmt: skip


@frozen
class _Cell:
    """Where a side is drawn: a picture, its grid, and the place in it, counted from 1 row by row."""

    asset: str = ""
    columns: int = 0
    rows: int = 0
    place: int = 0

    @property
    def row(self) -> tuple[str, ...]:
        found = (self.columns, self.rows, self.place)
        return (self.asset, *(str(number) for number in found)) if self.asset else ("", "", "", "")


def deliver(order: Order) -> Delivery:
    """A ZIP with the pictures and both tables, and how to bring them in."""
    given, made = playset(order.box, RECEIVER), _Editor(order)
    for name, kept in _together(stacks(given, order.box.faces)):
        made.tiles(name, kept)
    for die in given.dice:
        made.die(die)
    tables = {
        "components.csv": _table(_COMPONENTS, made.components),
        "variants.csv": _table(_VARIANTS, made.variants),
    }
    how = note(
        "screentop.how", name=order.box.game.name, dpi=order.presets.screentop.dpi, dice=_DICE if given.dice else ""
    )  # fmt: skip
    notes, files = (how, _contents(made.components)), {**tables, **made.files}
    return zip_delivery(order, RECEIVER.name, notes, files, made.exported, given.left_out)


def _together(found: Iterable[Stack]) -> Iterator[tuple[str, tuple[Flat, ...]]]:
    """Decks as they are; what else is made alike, as the variants of one component."""
    groups: dict[tuple[str, Trim | None], list[Flat]] = {}
    for stack in found:
        first = stack.pieces[0]
        key = (stack.name, None) if stack.is_deck else (first.printed.component.part, first.front.trim)
        groups.setdefault(key, []).extend(stack.pieces)
    for (name, _), pieces in groups.items():
        yield name, tuple(pieces)


class _Editor:
    """Makes the pictures and what the tables say of them."""

    def __init__(self, order: Order) -> None:
        self._order = order
        self._screen = order.presets.screentop
        self._drawn = replace(order.presets.table, dpi=self._screen.dpi, pixels=self._screen.pixels)
        self._taken: set[str] = set()
        self.files: dict[str, bytes] = {}
        self.components: list[Sequence[str]] = []
        self.variants: list[Sequence[str]] = []
        self.exported: list[Exported] = []

    def tiles(self, name: str, pieces: Sequence[Flat]) -> None:
        """One component, with a variant for each piece, and as many objects of it as there are copies."""
        name, trim = distinct(name, self._taken), pieces[0].front.trim
        fronts = self._cells(name, [piece.front for piece in pieces], trim)
        behind = [piece.back for piece in pieces if piece.back and piece.back.id not in fronts]
        backs = {**fronts, **self._cells(f"{name}-back", behind, trim)}
        self.components.append((name, "Tile", *self._measures(trim.size), str(len(pieces)), ""))
        for number, piece in enumerate(pieces, 1):
            component, front = piece.printed.component, fronts[piece.front.id]
            back = backs[piece.back.id] if piece.back else _Cell()
            self.variants.append((name, str(number), component.name, str(piece.printed.count), *front.row, *back.row))
            shown = (f"assets/{back.asset}#{back.place}",) if back.asset else ()
            self.exported.append(Exported(piece.printed, (f"assets/{front.asset}#{front.place}",), shown))

    def die(self, die: Die) -> None:
        """One component with a single variant, whose picture has a cell for each side."""
        entry = die.printed
        name = distinct(slug(entry.component.id), self._taken)
        sides = [side_of(die, str(shown), self._order.box.style) for shown in die.options]
        sides = [replace(side, id=f"{side.id}-{number}") for number, side in enumerate(sides, 1)]  # some may be alike
        cells = self._cells(name, sides, sides[0].trim)
        first = cells[sides[0].id]
        edge = die.across or self._order.presets.table.die
        self.components.append((name, "Die", *self._measures(Size(edge, edge)), "1", str(len(die.sides))))
        self.variants.append((name, "1", entry.component.name, str(entry.count), *first.row, *_Cell().row))
        self.exported.append(Exported(entry, (f"assets/{first.asset}#{first.place}",), ()))

    def _measures(self, size: Size) -> tuple[str, str]:
        """Width and height of a component in the pixels of the game."""
        wide, high = (max(1, round(side / 25.4 * self._screen.dpi)) for side in (size.width, size.height))
        return str(wide), str(high)

    def _cells(self, name: str, sides: Sequence[Face], trim: Trim) -> Mapping[str, _Cell]:
        """The cell of each side by its id, drawn into as few pictures as hold them; sides of one id share a cell."""
        dpi = finest(trim.size, self._drawn)
        known = list({side.id: side for side in sides}.values())
        pictures = list(cut_to_outline(known, replace(trim, bleed=0.0), dpi, self._order.document)) if known else []
        found: dict[str, _Cell] = {}
        columns, most = _grid(pictures, self._screen.pixels)
        for at in range(0, len(pictures), most):
            part = pictures[at : at + most]
            wide = min(columns, len(part))
            rows = math.ceil(len(part) / wide)
            part_name = name if at == 0 else f"{name}-part{at // most + 1}"
            asset = f"{self._order.box.game.name}-{part_name}-{wide}x{rows}.png"
            self.files[f"assets/{asset}"] = grid_of(part, wide)
            for place, side in enumerate(known[at : at + most], 1):
                found[side.id] = _Cell(asset, wide, rows, place)
        return found


def _grid(pictures: Sequence[bytes], pixels: int) -> tuple[int, int]:
    """How many columns a picture has, and how many cells: about as wide as high, and no larger than allowed."""
    if not pictures:
        return 1, 1
    with Image.open(BytesIO(pictures[0]), formats=("PNG",)) as first:
        wide, high = first.size
    across, down = max(1, pixels // wide), max(1, pixels // high)
    columns = min(across, max(1, math.ceil(math.sqrt(min(len(pictures), across * down) * high / wide))))
    if math.ceil(len(pictures) / columns) > down:
        columns = across
    return columns, columns * down


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
    written = StringIO()
    csv.writer(written, lineterminator="\n").writerows([head, *rows])
    return written.getvalue().encode()


def _contents(components: Iterable[Sequence[str]]) -> Note:
    lines = [
        f"  {kind.lower()}: {name}, {wide} x {high} pixels, {f'sides: {sides}' if sides else f'variants: {variants}'}"
        for name, kind, wide, high, variants, sides in components
    ]
    return Note("Components", lines=tuple(lines))
