"""playingcards.io: a room (.pcio) with decks, stacks, boards and spinners, and the pictures that it shows.

A room is a ZIP of widgets.json and userassets/. Its format is not published; this writes what rooms had before they
were given a schemaVersion, as VirtualTabletop's pcioimport.mjs reads them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pnp.drawing.face import Face
from pnp.errors import Finding
from pnp.export.order import Delivery, Exported, Note, Order, json_bytes, note, zip_delivery
from pnp.export.playset import Die, Flat, Footprint, Playset, Position, Receiver, Stack, lay_in_rows, playset, stacks
from pnp.export.sheets import cut_to_outline, finest
from pnp.geometry import Size

RECEIVER = Receiver("playingcards.io", None, "there is nothing like it there")
_HAND = {"id": "hand", "type": "hand", "x": 50}
_LABEL, _BUTTON, _RIM, _GAP = 26.0, 40.0, 4, 12.0
_LETTER, _WIDEST = 6.5, 220.0  # units that a letter of a label takes, and the most of a label
_BOARD_KINDS = ("board", "mat")
_HASH = 16

Widget = dict[str, Any]


def deliver(order: Order) -> Delivery:
    """The room, and how to open it."""
    given, room = playset(order.box, RECEIVER), _Room(order)
    widgets = room.widgets(given)
    notes = (note("playingcards.how", name=order.box.game.name), _contents(given, room.scale))
    files = {"widgets.json": json_bytes(widgets), **room.files}
    return zip_delivery(
        order, RECEIVER.name, notes, files, room.exported, given.left_out, _too_many(widgets, order),
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
        message = f"the room has {len(widgets):,} things, and {RECEIVER.name} takes {most:,}; export less with --only"
        yield Finding("warning", "too-many", order.box.game.name, message)


def _contents(given: Playset, scale: float) -> Note:
    lines = [f"  {deck.name.replace('-', ' ')}: a deck of {deck.total}" for deck in given.decks]
    lines += [f"  {tile.printed.component.name}, {tile.printed.count}" for tile in given.tiles]
    lines += [f"  {cube.printed.component.name}, {cube.printed.count}, as pictures of its top" for cube in given.cubes]
    lines += [f"  {die.printed.component.name}, {die.printed.count}, as spinners" for die in given.dice]
    about = (f"All pieces are to one scale: {scale:.2f} of the room's units are a millimetre.",)
    rolled = (
        "Spinners have a size of their own, and what they show, everybody sees. Where dice are rolled in secret, roll "
        "real ones, or trust.",
    )
    return Note("What is in the room", (*about, *(rolled if given.dice else ())), lines=tuple(lines))
