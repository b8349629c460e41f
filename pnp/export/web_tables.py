"""The virtual tables that run in a browser: playingcards.io and Screentop.

A room of playingcards.io (.pcio) is a ZIP of widgets.json and userassets/, with decks, stacks, boards and spinners. Its
format is not published; this writes what rooms had before they were given a schemaVersion, as VirtualTabletop's
pcioimport.mjs reads them.

Screentop publishes no format to import. Its editor takes pictures divided into a grid, counted from the upper left, and
components whose variants each show a cell; the tables of components, variants and objects say what to enter there, in
those words.
"""

from __future__ import annotations

import csv
import hashlib
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from io import BytesIO, StringIO
from typing import Any

from PIL import Image

from pnp.build.job import Printed
from pnp.drawing.face import Face
from pnp.errors import Finding
from pnp.export.canvas import cut_to_outline, finest, grid_of
from pnp.export.fitting import slug
from pnp.export.order import Delivery, Exported, Note, Order, json_bytes, zip_delivery
from pnp.export.playset import (
    A_DECK,
    Die,
    Flat,
    Footprint,
    Playset,
    Position,
    Receiver,
    Stack,
    distinct,
    lay_in_rows,
    playset,
    side_of,
    stacks,
)
from pnp.frozen import frozen
from pnp.geometry import Size, Trim
from pnp.language.wording import Wording, passage

PLAYINGCARDS = Receiver("playingcards.io", None, passage("there is nothing like it there"))
_HAND = {"id": "hand", "type": "hand", "x": 50}
_LABEL, _BUTTON, _RIM, _GAP = 26.0, 40.0, 4, 12.0
_LETTER, _WIDEST = 6.5, 220.0  # units that a letter of a label takes, and the most of a label
_BOARD_KINDS = ("board", "mat")
_HASH = 16

Widget = dict[str, Any]
SCREENTOP = Receiver("Screentop", None, passage("the nearest thing there is a container"))
_DICE = passage("Dice: choose Die, enter its sides, and give its one variant the picture; the cells are its sides. ")
_COMPONENTS = ("component", "kind", "width", "height", "variants", "sides")
_VARIANTS = (
    "component", "variant", "name", "objects", "front", "columns", "rows", "cell", "back", "back columns", "back rows",
    "back cell",
)  # fmt: skip


def for_playingcards(order: Order) -> Delivery:
    """For playingcards.io: the room, and how to open it."""
    given, room = playset(order.box, PLAYINGCARDS), _Room(order)
    widgets = room.widgets(given)
    notes = (order.note("playingcards.how", name=order.box.game.name), _room_contents(given, room.scale, order.wording))
    files = {"widgets.json": json_bytes(widgets), **room.files}
    return zip_delivery(
        order, PLAYINGCARDS.name, notes, files, room.exported, given.left_out, _too_many(widgets, order),
        f"{order.box.game.name}.pcio",
    )  # fmt: skip


class _Room:
    """Lays things out; keeps the pictures that they show by their paths in the room's file."""

    def __init__(self, order: Order) -> None:
        self._order = order
        self._room = order.presets.playingcards
        self._drawn = replace(order.presets.table, dpi=self._room.dpi, pixels=self._room.pixels)
        self._depth = 0
        self.scale = self._room.card / self._room.card_height
        self.files: dict[str, bytes] = {}
        self.exported: list[Exported] = []

    def widgets(self, given: Playset) -> list[Widget]:
        found = stacks(given, self._order.box.faces)
        wanted = [*map(self._wanted, found), *(self._rolled(die) for die in given.dice)]
        height = float(self._room.hand)
        self.scale, places = lay_in_rows(wanted, float(self._room.width), height, self.scale, _GAP)
        made: list[Widget] = [{**_HAND, "y": self._room.hand, "z": 1}]
        for number, (stack, place) in enumerate(zip(found, places), 1):
            made += self._board(number, stack, place) if _is_board(stack) else self._stack(number, stack, place)
        for number, (die, place) in enumerate(zip(given.dice, places[len(found) :]), 1):
            made += self._spinners(number, die, place)
        return made

    def _wanted(self, stack: Stack) -> Footprint:
        if _is_board(stack):
            return Footprint(stack.size)
        label = min(_WIDEST, _LETTER * len(stack.title) + 2 * _RIM)
        return Footprint(stack.size, _LABEL, _BUTTON if stack.is_deck else 2 * _RIM, label)

    def _rolled(self, die: Die) -> Footprint:
        """Room for the spinners of one colour, which are as large as they are whatever the scale."""
        side = float(self._room.spinner)
        return Footprint(Size(0.0, 0.0), _LABEL, side, die.printed.count * side)

    def _board(self, number: int, stack: Stack, place: Position) -> Iterator[Widget]:
        """What nobody turns over lies below everything else, and stays where it is."""
        (piece,) = stack.pieces
        picture = self._pictures(stack, [piece.front])[piece.front.id]
        self.exported.append(Exported(piece.printed, (picture,), ()))
        yield {
            "id": f"board-{number}", "type": "board", **_at(place), "z": number,
            "width": round(place.width), "height": round(place.height), "boardImage": _address(picture),
        }  # fmt: skip

    def _stack(self, number: int, stack: Stack, place: Position) -> Iterator[Widget]:
        """A holder, the deck that says how its cards look, and every card."""
        holder, deck = f"holder-{number}", f"deck-{number}"
        wide, high = max(1, round(place.width)), max(1, round(place.height))
        around = replace(place, x=place.x - _RIM, y=place.y - _RIM)
        yield {
            "id": holder, "type": "cardPile", **_at(around), "z": number, "width": wide + 2 * _RIM,
            "height": high + 2 * _RIM, "label": stack.title, "hasShuffleButton": stack.is_deck,
        }  # fmt: skip
        paths = self._pictures(stack, [side for piece in stack.pieces for side in (piece.front, piece.back)])
        types = {f"{deck}-{at}": self._type(at, stack, piece, paths) for at, piece in enumerate(stack.pieces, 1)}
        yield {
            "id": deck, "type": "cardDeck", "parent": holder, **_at(around), "z": number,
            "cardWidth": wide, "cardHeight": high, "cardTypes": types, "enlarge": True,
            "faceTemplate": _template("face", wide, high), "backTemplate": _template("back", wide, high),
        }  # fmt: skip
        for kind, piece in zip(types, stack.pieces):
            for copy in range(1, piece.printed.count + 1):
                self._depth += 1
                yield {
                    "id": f"{kind}-{copy}", "type": "card", "deck": deck, "cardType": kind, "parent": holder,
                    **_at(place), "z": 1000 + self._depth, "faceup": not stack.is_face_down,
                }  # fmt: skip

    def _type(self, place: int, stack: Stack, piece: Flat, paths: Mapping[str, str]) -> Mapping[str, str]:
        """A card's two pictures. What its back hides, its label does not tell."""
        face, back = paths[_identity(piece.front)], paths[_identity(piece.back)]
        self.exported.append(Exported(piece.printed, (face,), (back,)))
        label = f"{stack.name} {place}" if stack.secret else piece.printed.component.name
        return {"label": label, "face": _address(face), "back": _address(back)}

    def _spinners(self, number: int, die: Die, place: Position) -> Iterator[Widget]:
        """A spinner for each die, under the name of whose they are."""
        side, count = self._room.spinner, die.printed.count
        self.exported.append(Exported(die.printed, (), ()))
        yield {
            "id": f"label-{number}", "type": "labelText", **_at(replace(place, y=place.y - _LABEL)), "z": number,
            "width": side * count, "height": round(_LABEL), "labelContent": die.printed.component.name,
            "textSize": 16, "textAlign": "left", "bold": False,
        }  # fmt: skip
        for copy in range(count):
            yield {
                "id": f"die-{number}-{copy + 1}", "type": "spinner", **_at(replace(place, x=place.x + copy * side)),
                "z": number, "width": side, "height": side, "options": list(die.options), "value": "🎲",
            }  # fmt: skip

    def _pictures(self, stack: Stack, shown: Sequence[Face | None]) -> Mapping[str, str]:
        """Paths of the pictures of sides, by their ids; their names tell nothing of what is on them."""
        trim = replace(stack.pieces[0].front.trim, bleed=0.0)
        sides = {_identity(side): side for side in shown}
        pictures = cut_to_outline(list(sides.values()), trim, finest(trim.size, self._drawn), self._order.document)
        paths = {}
        for side, data in zip(sides, pictures):
            paths[side] = f"userassets/{hashlib.sha256(data).hexdigest()[:_HASH]}.png"
            self.files[paths[side]] = data
        return paths


def _identity(side: Face | None) -> str:
    return side.id if side else ""


def _is_board(stack: Stack) -> bool:
    (piece, *others) = stack.pieces
    one = not others and piece.printed.count == 1 and piece.back is None
    return one and piece.printed.component.kind in _BOARD_KINDS


def _at(place: Position) -> Mapping[str, int]:
    return {"x": round(place.x), "y": round(place.y)}


def _address(path: str) -> str:
    return f"package://{path}"


def _template(side: str, wide: int, high: int) -> Mapping[str, object]:
    picture = {"type": "image", "valueType": "dynamic", "value": side, "color": "transparent", "x": 0, "y": 0}
    return {"includeBorder": False, "includeRadius": False, "objects": [{**picture, "w": wide, "h": high}]}


def _too_many(widgets: Sequence[Widget], order: Order) -> Iterator[Finding]:
    most = order.presets.playingcards.widgets
    if len(widgets) > most:
        message = (
            f"the room has {len(widgets):,} things, and {PLAYINGCARDS.name} takes {most:,}; export less with --only"
        )
        yield Finding("warning", "too-many", order.box.game.name, message)


def _room_contents(given: Playset, scale: float, wording: Wording) -> Note:
    def told(line: str, printed: Printed) -> str:
        return f"  {wording(line, name=printed.component.name, count=printed.count)}"

    decks = ((deck.title, deck.total) for deck in given.decks)
    lines = [f"  {wording(A_DECK, name=name, count=count)}" for name, count in decks]
    lines += [f"  {tile.printed.component.name}, {tile.printed.count}" for tile in given.tiles]
    lines += [told(passage("{name}, {count}, as pictures of its top"), cube.printed) for cube in given.cubes]
    lines += [told(passage("{name}, {count}, as spinners"), die.printed) for die in given.dice]
    about = (
        wording("All pieces are to one scale: {scale} of the room's units are a millimetre.", scale=f"{scale:.2f}"),
    )
    rolled = (
        wording(
            "Spinners have a size of their own, and what they show, everybody sees. Where dice are rolled in secret, "
            "roll real ones, or trust."
        ),
    )
    return Note(wording("What is in the room"), (*about, *(rolled if given.dice else ())), lines=tuple(lines))


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


def for_screentop(order: Order) -> Delivery:
    """For Screentop: a ZIP with the pictures and both tables, and how to bring them in."""
    given, made = playset(order.box, SCREENTOP), _Editor(order)
    for name, kept in _together(stacks(given, order.box.faces)):
        made.tiles(name, kept)
    for die in given.dice:
        made.die(die)
    tables = {
        "components.csv": _table(_COMPONENTS, made.components),
        "variants.csv": _table(_VARIANTS, made.variants),
    }
    how = order.note(
        "screentop.how",
        name=order.box.game.name,
        dpi=order.presets.screentop.dpi,
        dice=order.wording(_DICE) if given.dice else "",
    )
    notes, files = (how, _table_contents(made.components, order.wording)), {**tables, **made.files}
    return zip_delivery(order, SCREENTOP.name, notes, files, made.exported, given.left_out)


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


def _table_contents(components: Iterable[Sequence[str]], wording: Wording) -> Note:
    lines = []
    for name, kind, wide, high, variants, sides in components:
        said = passage("{kind}: {name}, {width} x {height} pixels, variants: {count}")
        if sides:
            said = passage("{kind}: {name}, {width} x {height} pixels, sides: {count}")
        told = wording(said, kind=kind.lower(), name=name, width=wide, height=high, count=sides or variants)
        lines.append(f"  {told}")
    return Note(wording("Components"), lines=tuple(lines))
