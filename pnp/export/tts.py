"""Tabletop Simulator: a saved object with decks, tiles, dice, cubes and rules, and the pictures that it needs."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Sequence

from pnp.build.job import Printed
from pnp.drawing.face import Face
from pnp.export.batches import slug
from pnp.export.canvas import pictures_of
from pnp.export.order import Delivery, Exported, Note, Order, readme, zipped
from pnp.export.playset import Cube, Deck, Die, FlatPiece, Receiver, playset
from pnp.export.saved import Card, Laid, Sheet, Thing, block, deck_of, die_of, rulebook, saved_object, tile_of
from pnp.export.sheets import chunks, finest, grid_for, sheet_of
from pnp.geometry import Size

RECEIVER = Receiver("Tabletop Simulator", (4, 6, 8, 10, 12, 20), "the nearest thing there is a bag")
_IMAGES, _PDFS, _OBJECTS = "Mods/Images", "Mods/PDF", "Saves/Saved Objects"
_HASH = 12


def deliver(order: Order) -> Delivery:
    """A ZIP whose folders are those of the table's own folder, so that unpacking it there is all there is to do."""
    table, given = _Setting(order), playset(order.box, RECEIVER)
    laid = [
        *(table.deck(deck) for deck in given.decks),
        *(table.tile(tile) for tile in given.tiles),
        *(thing for die in given.dice for thing in table.dice(die)),
        *(thing for cube in given.cubes for thing in table.cubes(cube)),
        *table.rules(),
    ]
    game = order.box.game
    document = saved_object(game.title, game.summary, laid)
    path = f"{_OBJECTS}/{game.name}.json"
    notes = (_how(order, path), _contents(laid))
    text = readme(order, RECEIVER.name, notes, given.left_out, ())
    inside = {"README.txt": text, path: _as_bytes(document), **table.files}
    files = {f"{game.name}-tts.zip": zipped(inside), "README.txt": text}
    return Delivery(files, tuple(table.exported), given.left_out)


class _Setting:
    """Puts things on the table; keeps the pictures that they need by their paths in the ZIP."""

    def __init__(self, order: Order) -> None:
        self._order = order
        self._table = order.presets.table
        self._sheets: dict[int, Sheet] = {}
        self.files: dict[str, bytes] = {}
        self.exported: list[Exported] = []

    def deck(self, deck: Deck) -> Laid:
        cards: list[Card] = []
        for shown in chunks(deck.pieces, self._table):
            number = len(self._sheets) + 1
            self._sheets[number] = sheet = self._sheet(deck.name, shown, deck.size)
            for place, entry in enumerate(shown):
                cards.append(Card(entry, number, place))
                self.exported.append(Exported(entry, (f"{sheet.face}#{cards[-1].number}",), (sheet.back,)))
        title = f"{self._order.box.game.title}: {deck.name.replace('-', ' ')}"
        scale = deck.size.height / self._table.card_height
        thing = deck_of(title, cards, self._sheets, scale, deck.is_face_down)
        unit = self._table.unit
        return Laid(thing, deck.size.width / unit, deck.size.height / unit)

    def tile(self, tile: FlatPiece) -> Laid:
        """A tile, or a stack of them."""
        component, faces = tile.printed.component, self._order.box.faces
        size = component.trim.size
        sides: list[Face] = [faces[side] for side in (component.id, component.back) if side]
        pictures = pictures_of(sides, size, finest(size, self._table), self._order.document)
        addresses = [self._address(_IMAGES, slug(side.id), "png", data) for side, data in zip(sides, pictures)]
        front, back = addresses[0], addresses[-1] if len(addresses) > 1 else ""
        side, unit = self._table.tile_side, self._table.unit
        across, down, thickness = size.width / side, size.height / side, round(self._table.thickness / unit, 3)
        thing = tile_of(tile.printed, front, back, (across, down), thickness, tile.secret)
        self.exported.append(Exported(tile.printed, (front,), (back,) if back else ()))
        return Laid(thing, size.width / unit, size.height / unit)

    def dice(self, die: Die) -> Iterator[Laid]:
        """The table's own dice, side by side: they do not stack."""
        across = die.across or self._table.die
        turns = self._order.presets.rotations[len(die.sides)]
        self.exported.append(Exported(die.printed, (), ()))
        for _ in range(die.printed.count):
            thing = die_of(die.printed, die.colour, turns, across / self._table.die)
            yield Laid(thing, across / self._table.unit, across / self._table.unit)

    def cubes(self, cube: Cube) -> Iterator[Laid]:
        side = cube.edge / self._table.unit
        self.exported.append(Exported(cube.printed, (), ()))
        for _ in range(cube.printed.count):
            yield Laid(block(cube.printed, cube.colour, cube.edge / self._table.block), side, side)

    def rules(self) -> Iterator[Laid]:
        if self._order.rules is not None:
            address = self._address(_PDFS, "rules", "pdf", self._order.rules)
            yield Laid(rulebook(self._order.box.game.title, address), 4.5, 6.0)

    def _sheet(self, name: str, pieces: Sequence[Printed], size: Size) -> Sheet:
        faces, document = self._order.box.faces, self._order.document
        grid = grid_for(len(pieces), size, self._table)
        backs = [faces[entry.component.back] if entry.component.back else None for entry in pieces]
        fronts = [faces[entry.component.id] for entry in pieces]
        picture = sheet_of(fronts, backs[0], grid, size, document)
        own = len(set(backs)) > 1
        if own:
            behind = sheet_of(backs, backs[0], grid, size, document)
        else:
            (behind,) = pictures_of(backs[:1], size, finest(size, self._table), document)
        face = self._address(_IMAGES, name, "png", picture)
        back = self._address(_IMAGES, f"{name}-reverse", "png", behind)
        return Sheet(face, back, own, grid.columns, grid.rows)

    def _address(self, folder: str, what: str, ending: str, data: bytes) -> str:
        """Keeps a file under a name that changes with its content, since the table never fetches one name twice."""
        digest = hashlib.sha256(data).hexdigest()[:_HASH]
        name = f"{self._order.box.game.name}-{what}-{digest}.{ending}"
        self.files[f"{folder}/{name}"] = data
        return self._order.base_url + name


def _as_bytes(document: Thing) -> bytes:
    return (json.dumps(document, ensure_ascii=False, indent=2) + "\n").encode()


def _how(order: Order, path: str) -> Note:
    if order.base_url:
        where = (
            f"Upload everything in {_IMAGES} and {_PDFS} to {order.base_url}, all in that one place, under the names "
            "that they have.",
            f"Copy {path} to the same folder of the table's own files (on Windows Documents/My Games/Tabletop "
            "Simulator).",
        )
    else:
        where = (
            "Unpack the ZIP file into the folder that the table keeps its files in (on Windows "
            "Documents/My Games/Tabletop Simulator; elsewhere the one that holds Mods and Saves too): its folders Mods "
            "and Saves fall in with those that are there.",
            "The pictures are then found by their names alone, on this computer only. To play with others, upload "
            "them: Modding > Cloud Manager in the table, or export again with --base-url and the address of your own "
            "web space.",
        )
    return Note(
        "How to put it on the table",
        steps=(
            *where,
            f"In the table choose Objects > Saved Objects > {order.box.game.name}, and place it in the middle.",
            "Lock boards with L. Everything is to scale: one unit of the table is one inch.",
            "What lies on its face tells nobody what it is. To roll dice where nobody else sees them, roll them in "
            "your own hand zone, or in a hidden zone of your colour.",
            "Tabletop Playground has an export of its own: --for ttp.",
        ),
    )


def _contents(laid: Sequence[Laid]) -> Note:
    lines = Counter(_line(each.thing) for each in laid)
    return Note(
        "What is on the table",
        lines=tuple(f"  {line}, {count}" if count > 1 else f"  {line}" for line, count in lines.items()),
    )


def _line(thing: Thing) -> str:
    match thing["Name"]:
        case "DeckCustom":
            return f"deck: {thing['Nickname']}, {len(thing['DeckIDs'])} cards"
        case "Card":
            return f"card: {thing['Nickname']}"
        case "Custom_PDF":
            return f"rulebook: {thing['Nickname']}"
        case "BlockSquare":
            return f"cube: {thing['Nickname']}"
        case name if name.startswith("Die_"):
            return f"die with {name.removeprefix('Die_')} sides: {thing['Nickname']}"
        case _:
            return f"tile: {thing['Nickname']}, {thing.get('Number', 1)} of them"
