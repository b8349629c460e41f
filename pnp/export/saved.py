"""The JSON objects that Tabletop Simulator saves: decks, tiles, dice, cubes and a rulebook.

Lengths are the table's own units; a scale is how many times larger a thing is than the table makes it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pnp.build.job import Printed
from pnp.drawing.colour import Colour
from pnp.export.sections import Turn
from pnp.frozen import frozen

Thing = dict[str, Any]

_ROW = 36.0
_GAP = 0.6
_FACE_UP, _FACE_DOWN = 0.0, 180.0
_HEIGHT = 1.5  # above the table, so that nothing starts inside it
_SHAPES = {"rectangle": 0, "round": 2}  # api.tabletopsimulator.com, custom game objects: 0 box, 2 circle
_CARDS_A_SHEET = 100  # a CardID is the sheet's number times 100, and the place on it from 0


@frozen
class Sheet:
    """A sheet of cards: addresses of its picture and its back, whether each card has a back of its own, its grid."""

    face: str
    back: str
    own_backs: bool
    columns: int
    rows: int

    def as_json(self) -> Thing:
        return {
            "FaceURL": self.face,
            "BackURL": self.back,
            "NumWidth": self.columns,
            "NumHeight": self.rows,
            "BackIsHidden": True,
            "UniqueBack": self.own_backs,
            "Type": 0,
        }


@frozen
class Card:
    """One kind of card: where it is, on which sheet (numbered over the whole file), and at which place."""

    printed: Printed
    sheet: int
    place: int

    @property
    def number(self) -> int:
        return self.sheet * _CARDS_A_SHEET + self.place


@frozen
class Laid:
    """A thing and the width and depth that it takes on the table."""

    thing: Thing
    width: float
    depth: float


def deck_of(name: str, cards: Sequence[Card], sheets: Mapping[int, Sheet], scale: float, face_down: bool) -> Thing:
    """A deck, copies included; a single card where there is but one."""
    turn = _FACE_DOWN if face_down else _FACE_UP
    singles = [_card(card, sheets[card.sheet], scale, turn) for card in cards for _ in range(card.printed.count)]
    if len(singles) == 1:
        return singles[0]
    thing = _thing("DeckCustom", name, "", scale, scale, turn)
    thing["SidewaysCard"], thing["HideWhenFaceDown"] = False, True
    thing["DeckIDs"] = [single["CardID"] for single in singles]
    thing["CustomDeck"] = {str(number): sheets[number].as_json() for number in dict.fromkeys(c.sheet for c in cards)}
    thing["ContainedObjects"] = singles
    return thing


def tile_of(
    printed: Printed, front: str, back: str, sides: tuple[float, float], thickness: float, secret: bool
) -> Thing:
    """A tile, or a stack of them; `sides` are how many times wider and deeper it is than the table's square tile.

    Nobody is told the name of a `secret` one that lies on its face, nor shown its face.
    """
    component, count = printed.component, printed.count
    name = "Custom_Tile" if count == 1 else "Custom_Tile_Stack"
    thing = _thing(name, component.name, component.id, *sides, _FACE_UP)
    thing["HideWhenFaceDown"] = secret
    thing["CustomImage"] = {
        "ImageURL": front,
        "ImageSecondaryURL": back,
        "ImageScalar": 1.0,
        "WidthScale": 0.0,
        "CustomTile": {
            "Type": _SHAPES[component.trim.outline],
            "Thickness": thickness,
            "Stackable": True,
            "Stretch": True,  # the picture fills the square tile, which the two scales then make its true shape
        },
    }
    if count > 1:
        thing["Number"] = count
    return thing


def die_of(printed: Printed, colour: str, turns: Sequence[Turn], scale: float) -> Thing:
    """A die of the table's own, whose sides count from 1; `turns` brings each of them to the top.

    A player's hand takes it, and so hides what it shows.
    """
    thing = _solid(f"Die_{len(turns)}", printed, colour, scale)
    thing["Hands"] = True
    thing["RotationValues"] = [
        {"Value": str(number), "Rotation": dict(zip("xyz", turn))} for number, turn in enumerate(turns, 1)
    ]
    return thing


def block(printed: Printed, colour: str, scale: float) -> Thing:
    """A cube of the table's own."""
    return _solid("BlockSquare", printed, colour, scale)


def rulebook(title: str, address: str) -> Thing:
    thing = _thing("Custom_PDF", f"{title}: rules", "", 2.0, 2.0, _FACE_UP)
    thing["CustomPDF"] = {"PDFUrl": address, "PDFPassword": "", "PDFPage": 0, "PDFPageOffset": 0}
    return thing


def saved_object(title: str, about: str, laid: Iterable[Laid]) -> Thing:
    """The whole file: every thing beside the others, in rows from the back of the table to its front."""
    things = list(_arranged(laid))
    _number(things)
    return {
        "SaveName": title, "GameMode": title, "Gravity": 0.5, "PlayArea": 0.5, "Date": "", "Table": "", "Sky": "",
        "Note": about, "Rules": "", "PlayerTurn": "", "LuaScript": "", "LuaScriptState": "", "XmlUI": "",
        "TabStates": {}, "ObjectStates": things,
    }  # fmt: skip


def _solid(name: str, printed: Printed, colour: str, scale: float) -> Thing:
    component, shade = printed.component, Colour.parse(colour)
    thing = _thing(name, component.name, component.id, scale, scale, _FACE_UP)
    thing["Transform"]["scaleY"] = thing["Transform"]["scaleX"]
    thing["ColorDiffuse"] = {"r": round(shade.red, 4), "g": round(shade.green, 4), "b": round(shade.blue, 4)}
    return thing


def _card(card: Card, sheet: Sheet, scale: float, turn: float) -> Thing:
    component = card.printed.component
    thing = _thing("Card", component.name, component.id, scale, scale, turn)
    thing["Hands"], thing["HideWhenFaceDown"] = True, True
    thing["CardID"], thing["SidewaysCard"] = card.number, False
    thing["CustomDeck"] = {str(card.sheet): sheet.as_json()}
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


def _arranged(laid: Iterable[Laid]) -> Iterable[Thing]:
    left, front, depth = 0.0, 0.0, 0.0
    for each in laid:
        if left and left + each.width > _ROW:
            left, front, depth = 0.0, front - depth - _GAP, 0.0
        place = each.thing["Transform"]
        place["posX"] = round(left + each.width / 2 - _ROW / 2, 3)
        place["posZ"] = round(front - each.depth / 2, 3)
        left, depth = left + each.width + _GAP, max(depth, each.depth)
        yield each.thing


def _number(things: Iterable[Thing], used: set[str] | None = None, path: str = "") -> None:
    """Gives every object the six hexadecimal digits that tell it from all others: the same ones on every export."""
    used = set() if used is None else used
    for at, thing in enumerate(things):
        seed = f"{path}/{at} {thing['Name']} {thing['Nickname']}"
        digits = hashlib.sha256(seed.encode()).hexdigest()
        thing["GUID"] = next(
            digits[start : start + 6] for start in range(len(digits)) if digits[start : start + 6] not in used
        )
        used.add(thing["GUID"])
        _number(thing.get("ContainedObjects", ()), used, f"{path}/{at}")
