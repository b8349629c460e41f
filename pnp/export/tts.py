"""An Order in; for Tabletop Simulator a saved object with decks, tiles and rules, and its pictures, out."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Sequence

from pnp.drawing.face import Face
from pnp.export.archive import zipped
from pnp.export.batches import by_back, nets, slug
from pnp.export.canvas import pictures_of
from pnp.export.order import Delivery, Exported, Order
from pnp.export.readme import Note, readme
from pnp.export.saved import Card, Laid, Sheet, Thing, deck, rulebook, saved_object, tile
from pnp.export.sheets import chunks, finest, grid_for, sheet_of
from pnp.geometry import Size
from pnp.prepare import Printed

_TABLE = "Tabletop Simulator"
_IMAGES, _PDFS, _OBJECTS = "Mods/Images", "Mods/PDF", "Saves/Saved Objects"
_CARD_KINDS = ("card", "aid")
_HASH = 12


def deliver(order: Order) -> Delivery:
    """A ZIP whose folders are those of the table's own folder, so that unpacking it there is all there is to do."""
    table = _Setting(order)
    missing = nets(order.box.printed)
    laid = [*table.decks(), *table.tiles(), *table.rules()]
    game = order.box.game
    document = saved_object(game.title, game.summary, laid)
    path = f"{_OBJECTS}/{game.name}.json"
    notes = (_how(order, path), _contents(laid))
    text = readme(order, _TABLE, notes, missing, ())
    inside = {"README.txt": text, path: _as_bytes(document), **table.files}
    files = {f"{game.name}-tts.zip": zipped(inside), "README.txt": text}
    return Delivery(files, tuple(table.exported), missing)


class _Setting:
    """What is put on the table, thing by thing; keeps the pictures that they need by their paths in the ZIP."""

    def __init__(self, order: Order) -> None:
        self._order = order
        self._table = order.presets.table
        backs = Counter(entry.component.back for entry in order.box.printed if entry.component.back)
        # Pieces are told apart by their faces alone where several of them have the same back.
        self._shared = {back for back, times in backs.items() if times > 1}
        self._sheets: dict[int, Sheet] = {}
        self.files: dict[str, bytes] = {}
        self.exported: list[Exported] = []

    def decks(self) -> Iterator[Laid]:
        """A deck for each group and size of cards, or for each back where there are several."""
        found: dict[tuple[str, Size], list[Printed]] = {}
        for entry in self._order.box.printed:
            component = entry.component
            if component.kind in _CARD_KINDS and component.trim.outline == "rectangle":
                found.setdefault((component.group, component.trim.size), []).append(entry)
        for (group, size), pieces in found.items():
            for name, part in by_back(group, pieces):
                yield self._deck(name, part, size)

    def tiles(self) -> Iterator[Laid]:
        """A tile, or a stack of tiles, for everything else that is flat."""
        for entry in self._order.box.printed:
            component = entry.component
            is_card = component.kind in _CARD_KINDS and component.trim.outline == "rectangle"
            if not is_card and component.trim.outline != "drawn":
                yield self._tile(entry)

    def rules(self) -> Iterator[Laid]:
        if self._order.rules is not None:
            address = self._address(_PDFS, "rules", "pdf", self._order.rules)
            yield Laid(rulebook(self._order.box.game.title, address), 4.5, 6.0)

    def _deck(self, name: str, pieces: Sequence[Printed], size: Size) -> Laid:
        cards: list[Card] = []
        for shown in chunks(pieces, self._table):
            number = len(self._sheets) + 1
            self._sheets[number] = sheet = self._sheet(name, shown, size)
            for place, entry in enumerate(shown):
                cards.append(Card(entry, number, place))
                self.exported.append(Exported(entry, (f"{sheet.face}#{cards[-1].number}",), (sheet.back,)))
        title = f"{self._order.box.game.title}: {name.replace('-', ' ')}"
        thing = deck(title, cards, self._sheets, size.height / self._table.card_height)
        unit = self._table.unit
        return Laid(thing, size.width / unit, size.height / unit)

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

    def _tile(self, entry: Printed) -> Laid:
        component, faces = entry.component, self._order.box.faces
        size = component.trim.size
        sides: list[Face] = [faces[side] for side in (component.id, component.back) if side]
        pictures = pictures_of(sides, size, finest(size, self._table), self._order.document)
        addresses = [self._address(_IMAGES, slug(side.id), "png", data) for side, data in zip(sides, pictures)]
        front, back = addresses[0], addresses[-1] if len(addresses) > 1 else ""
        side, unit = self._table.tile_side, self._table.unit
        across, down, thickness = size.width / side, size.height / side, round(self._table.thickness / unit, 3)
        thing = tile(entry, front, back, (across, down), thickness, component.back in self._shared)
        self.exported.append(Exported(entry, (front,), (back,) if back else ()))
        return Laid(thing, size.width / unit, size.height / unit)

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
            "Tabletop Playground reads the same file with its TTS Importer.",
        ),
    )


def _contents(laid: Sequence[Laid]) -> Note:
    return Note("What is on the table", lines=tuple(_line(each.thing) for each in laid))


def _line(thing: Thing) -> str:
    match thing["Name"]:
        case "DeckCustom":
            return f"  deck: {thing['Nickname']}, {len(thing['DeckIDs'])} cards"
        case "Card":
            return f"  card: {thing['Nickname']}"
        case "Custom_PDF":
            return f"  rulebook: {thing['Nickname']}"
        case _:
            return f"  tile: {thing['Nickname']}, {thing.get('Number', 1)} of them"
