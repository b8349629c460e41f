"""Tabletop Simulator: a saved object with decks, tiles, dice, cubes and rules, and the pictures that it needs.

Lengths are the table's own units; a scale is how many times larger a thing is than the table makes it.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from pnp.build.job import Printed
from pnp.drawing.colour import Colour
from pnp.export.canvas import card_sheet, chunks, finest, pictures_of
from pnp.export.fitting import slug
from pnp.export.order import Delivery, Exported, Note, Order, json_bytes, name_by_content, zip_delivery
from pnp.export.playset import Cube, Deck, Die, FlatPiece, Receiver, playset
from pnp.export.presets import Turn
from pnp.frozen import frozen
from pnp.language.wording import Wording, passage

RECEIVER = Receiver("Tabletop Simulator", (4, 6, 8, 10, 12, 20), passage("the nearest thing there is a bag"))
_IMAGES, _PDFS, _OBJECTS = "Mods/Images", "Mods/PDF", "Saves/Saved Objects"
_ROW, _GAP = 36.0, 0.6
_FACE_UP, _FACE_DOWN = 0.0, 180.0
_HEIGHT = 1.5  # above the table, so that nothing starts inside it
# api.tabletopsimulator.com, custom game objects: 0 box, 1 hexagon, 2 circle, 3 rounded; of a path the box around it.
_SHAPES = {"rectangle": 0, "hexagon": 1, "round": 2, "rounded": 3, "path": 0}
_CARDS_A_SHEET = 100  # a CardID is the sheet's number times 100, and the place on it from 0

Thing = dict[str, Any]


def deliver(order: Order) -> Delivery:
    """A ZIP whose folders are those of the table's own folder, so that unpacking it there is all there is to do."""
    table, given, game = _Setting(order), playset(order.box, RECEIVER), order.box.game
    laid = [
        *map(table.deck, given.decks),
        *map(table.tile, given.tiles),
        *(thing for die in given.dice for thing in table.dice(die)),
        *(thing for cube in given.cubes for thing in table.cubes(cube)),
        *table.rules(),
    ]
    path = f"{_OBJECTS}/{game.name}.json"
    files = {path: json_bytes(_saved_object(game.title, game.summary, laid), indent=2), **table.files}
    how = order.note("tts.how", name=game.name)
    where = order.note("tts.online" if order.base_url else "tts.offline", address=order.base_url, path=path)
    notes = (replace(how, steps=(*where.steps, *how.steps)), _contents(laid, order.wording))
    return zip_delivery(order, RECEIVER.name, notes, files, table.exported, given.left_out)


@frozen
class _Laid:
    """A thing and the width and depth that it takes on the table."""

    thing: Thing
    width: float
    depth: float


class _Setting:
    """Puts things on the table; keeps the pictures that they need by their paths in the ZIP."""

    def __init__(self, order: Order) -> None:
        self._order = order
        self._table = order.presets.table
        self._sheets = 0
        self.files: dict[str, bytes] = {}
        self.exported: list[Exported] = []

    def deck(self, deck: Deck) -> _Laid:
        """A deck, copies included; a single card where there is but one."""
        scale, turn = deck.size.height / self._table.card_height, _FACE_DOWN if deck.is_face_down else _FACE_UP
        sheets: Thing = {}
        cards: list[Thing] = []
        for shown in chunks(deck.pieces, self._table):
            self._sheets += 1
            sheet = self._sheet(deck, shown)
            sheets[str(self._sheets)] = sheet
            for number, entry in enumerate(shown, self._sheets * _CARDS_A_SHEET):
                cards += [_card(entry, number, sheet, scale, turn) for _ in range(entry.count)]
                self.exported.append(Exported(entry, (f"{sheet['FaceURL']}#{number}",), (sheet["BackURL"],)))
        thing = cards[0]
        if len(cards) > 1:
            title = self._order.wording.labelled(self._order.box.game.title, deck.title)
            thing = _thing("DeckCustom", title, "", scale, scale, turn) | {"SidewaysCard": False}
            thing |= {"HideWhenFaceDown": True, "DeckIDs": [card["CardID"] for card in cards]}
            thing |= {"CustomDeck": sheets, "ContainedObjects": cards}
        return self._laid(thing, deck.size.width, deck.size.height)

    def tile(self, tile: FlatPiece) -> _Laid:
        """A tile, or a stack of them. Nobody is told the name of a secret one that lies on its face, nor shown that."""
        entry, component, faces = tile.printed, tile.printed.component, self._order.box.faces
        size, side = component.trim.size, self._table.tile_side
        sides = [faces[side] for side in (component.id, component.back) if side]
        is_turned = component.trim.outline.level(size) == "down"
        if is_turned:  # the table's own hexagons lie on a side, and are then turned
            size, sides = size.turned(), [face.turned(270) for face in sides]
        pictures = pictures_of(sides, size, finest(size, self._table), self._order.document)
        front, *backs = (self._address(_IMAGES, slug(side.id), "png", data) for side, data in zip(sides, pictures))
        name = "Custom_Tile" if entry.count == 1 else "Custom_Tile_Stack"
        thing = _thing(name, component.name, component.id, size.width / side, size.height / side, _FACE_UP)
        thing["HideWhenFaceDown"] = tile.secret
        thing["Transform"]["rotY"] += 90.0 if is_turned else 0.0
        thing["CustomImage"] = {
            "ImageURL": front,
            "ImageSecondaryURL": backs[0] if backs else "",
            "ImageScalar": 1.0,
            "WidthScale": 0.0,
            "CustomTile": {
                "Type": _SHAPES[component.trim.outline.name],
                "Thickness": round(self._table.thickness / self._table.unit, 3),
                "Stackable": True,
                "Stretch": True,  # the picture fills the square tile, which the two scales then make its true shape
            },
        }
        if entry.count > 1:
            thing["Number"] = entry.count
        self.exported.append(Exported(entry, (front,), tuple(backs)))
        return self._laid(thing, component.trim.size.width, component.trim.size.height)

    def dice(self, die: Die) -> Iterator[_Laid]:
        """The table's own dice, side by side: they do not stack."""
        across = die.across or self._table.die
        turns = self._order.presets.rotations[len(die.sides)]
        self.exported.append(Exported(die.printed, (), ()))
        for _ in range(die.printed.count):
            yield self._laid(_die(die, turns, across / self._table.die), across, across)

    def cubes(self, cube: Cube) -> Iterator[_Laid]:
        """Cubes of the table's own."""
        self.exported.append(Exported(cube.printed, (), ()))
        for _ in range(cube.printed.count):
            block = _solid("BlockSquare", cube.printed, cube.colour, cube.edge / self._table.block)
            yield self._laid(block, cube.edge, cube.edge)

    def rules(self) -> Iterator[_Laid]:
        if self._order.rules is not None:
            address = self._address(_PDFS, "rules", "pdf", self._order.rules)
            title = self._order.wording("{game}: rules", game=self._order.box.game.title)
            thing = _thing("Custom_PDF", title, "", 2.0, 2.0, _FACE_UP)
            thing["CustomPDF"] = {"PDFUrl": address, "PDFPassword": "", "PDFPage": 0, "PDFPageOffset": 0}
            yield _Laid(thing, 4.5, 6.0)

    def _laid(self, thing: Thing, width: float, depth: float) -> _Laid:
        return _Laid(thing, width / self._table.unit, depth / self._table.unit)

    def _sheet(self, deck: Deck, pieces: Sequence[Printed]) -> Thing:
        """A sheet of cards, as the table saves it."""
        box = self._order.box
        sheet = card_sheet(pieces, deck.size, box.faces, self._table, self._order.document)
        return {
            "FaceURL": self._address(_IMAGES, deck.name, "png", sheet.fronts),
            "BackURL": self._address(_IMAGES, f"{deck.name}-reverse", "png", sheet.backs),
            "NumWidth": sheet.grid.columns,
            "NumHeight": sheet.grid.rows,
            "BackIsHidden": True,
            "UniqueBack": sheet.own_backs,
            "Type": 0,
        }

    def _address(self, folder: str, what: str, ending: str, data: bytes) -> str:
        """Keeps a file under a name that changes with its content, since the table never fetches one name twice."""
        name = name_by_content(f"{self._order.box.game.name}-{what}", data, ending)
        self.files[f"{folder}/{name}"] = data
        return self._order.base_url + name


def _card(entry: Printed, number: int, sheet: Thing, scale: float, turn: float) -> Thing:
    component = entry.component
    thing = _thing("Card", component.name, component.id, scale, scale, turn) | {"Hands": True, "HideWhenFaceDown": True}
    thing |= {"CardID": number, "SidewaysCard": False, "CustomDeck": {str(number // _CARDS_A_SHEET): dict(sheet)}}
    return thing


def _die(die: Die, turns: Sequence[Turn], scale: float) -> Thing:
    """A die of the table's own, whose sides count from 1; `turns` brings each of them to the top.

    A player's hand takes it, and so hides what it shows.
    """
    values = [{"Value": str(side), "Rotation": dict(zip("xyz", turn))} for side, turn in enumerate(turns, 1)]
    return _solid(f"Die_{len(turns)}", die.printed, die.colour, scale) | {"Hands": True, "RotationValues": values}


def _solid(name: str, printed: Printed, colour: str, scale: float) -> Thing:
    component, shade = printed.component, Colour.parse(colour)
    thing = _thing(name, component.name, component.id, scale, scale, _FACE_UP)
    thing["Transform"]["scaleY"] = thing["Transform"]["scaleX"]
    thing["ColorDiffuse"] = {"r": round(shade.red, 4), "g": round(shade.green, 4), "b": round(shade.blue, 4)}
    return thing


def _thing(name: str, nickname: str, identifier: str, across: float, down: float, turn: float) -> Thing:
    """What every object has; `GMNotes` keeps the component's id, so that the table can be held against the box."""
    return {
        "GUID": "",
        "Name": name,
        "Transform": {
            "posX": 0.0, "posY": _HEIGHT, "posZ": 0.0, "rotX": 0.0, "rotY": 180.0, "rotZ": turn,
            "scaleX": round(across, 4), "scaleY": 1.0, "scaleZ": round(down, 4),
        },
        "Nickname": nickname, "Description": "", "GMNotes": identifier,
        "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0},
        "Locked": False, "Grid": True, "Snap": True, "Autoraise": True, "Sticky": True, "Tooltip": True,
        "GridProjection": False, "HideWhenFaceDown": False, "Hands": False,
        "LuaScript": "", "LuaScriptState": "", "XmlUI": "",
    }  # fmt: skip


def _saved_object(title: str, about: str, laid: Iterable[_Laid]) -> Thing:
    """The whole file: every thing beside the others, in rows from the back of the table to its front."""
    things = list(_arranged(laid))
    _number(things, set())
    return {
        "SaveName": title, "GameMode": title, "Gravity": 0.5, "PlayArea": 0.5, "Date": "", "Table": "", "Sky": "",
        "Note": about, "Rules": "", "PlayerTurn": "", "LuaScript": "", "LuaScriptState": "", "XmlUI": "",
        "TabStates": {}, "ObjectStates": things,
    }  # fmt: skip


def _arranged(laid: Iterable[_Laid]) -> Iterator[Thing]:
    left, front, depth = 0.0, 0.0, 0.0
    for each in laid:
        if left and left + each.width > _ROW:
            left, front, depth = 0.0, front - depth - _GAP, 0.0
        place = each.thing["Transform"]
        place["posX"] = round(left + each.width / 2 - _ROW / 2, 3)
        place["posZ"] = round(front - each.depth / 2, 3)
        left, depth = left + each.width + _GAP, max(depth, each.depth)
        yield each.thing


def _number(things: Iterable[Thing], used: set[str], path: str = "") -> None:
    """Gives every object the six hexadecimal digits that tell it from all others: the same ones on every export."""
    for at, thing in enumerate(things):
        digits = hashlib.sha256(f"{path}/{at} {thing['Name']} {thing['Nickname']}".encode()).hexdigest()
        starts = (digits[start : start + 6] for start in range(len(digits)))
        thing["GUID"] = next(guid for guid in starts if guid not in used)
        used.add(thing["GUID"])
        _number(thing.get("ContainedObjects", ()), used, f"{path}/{at}")


def _contents(laid: Sequence[_Laid], wording: Wording) -> Note:
    counts = Counter(_line(each.thing, wording) for each in laid)
    lines = (f"  {line}, {count}" if count > 1 else f"  {line}" for line, count in counts.items())
    return Note(wording("What is on the table"), lines=tuple(lines))


def _line(thing: Thing, wording: Wording) -> str:
    name = thing["Nickname"]
    match thing["Name"]:
        case "DeckCustom":
            return wording("deck: {name}, {count} cards", name=name, count=len(thing["DeckIDs"]))
        case "Card":
            return wording("card: {name}", name=name)
        case "Custom_PDF":
            return wording("rulebook: {name}", name=name)
        case "BlockSquare":
            return wording("cube: {name}", name=name)
        case kind if kind.startswith("Die_"):
            return wording("die with {sides} sides: {name}", sides=kind.removeprefix("Die_"), name=name)
        case _:
            return wording("tile: {name}, {count} of them", name=name, count=thing.get("Number", 1))
