"""A saved state of Tabletop Playground: a table, and every object in its place on it.

The table's axes: x away from the first player, y to the right, z up, in its own units; turns are quaternions.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from pnp.drawing.colour import Colour
from pnp.export.flat import Footprint, Position, laid_out
from pnp.export.sections import Playground
from pnp.frozen import frozen
from pnp.geometry import Size

_NONE = "0" * 32
_SLOTS = 20
_WIDTH, _DEPTH, _GAP = 150.0, 100.0, 1.5  # units of the table that are used, unless its scale grows, and between things
_HEIGHT = 2.0  # units above the table, so that nothing starts inside it
_SURFACES = {"Card": "SurfaceType4", "Dice": "SurfaceType1", "DynamicObject": "SurfaceType2"}
_RESTITUTION = {"Card": 0.0, "Dice": 0.5, "DynamicObject": 0.3}
_PERMISSIONS = (
    "delete", "objectLibrary", "copyPaste", "cardPeek", "cardExplorer", "containerExplorer", "changeOwner",
    "changeTeam", "editZones", "draw", "ground", "throw", "editLabels", "saveGame", "spectators",
)  # fmt: skip
Json = dict[str, Any]


@frozen
class Lying:
    """An object: its kind, its size in millimetres, and its cards from the top down as templates and places in them
    (a single one for what is no stack); `line` tells of it in the read-me.
    """

    kind: str
    size: Size
    cards: tuple[tuple[str, int], ...]
    line: str
    name: str = ""
    colour: str = "#ffffff"
    face_down: bool = False


def state_of(lying: Sequence[Lying], title: str, package: str, about: str, ground: Playground) -> Json:
    """The whole file."""
    things = [Footprint(each.size) for each in lying]
    _, places = laid_out(things, _WIDTH, float("inf"), 1 / ground.unit, _GAP)
    depth = max((place.y + place.height for place in places), default=0.0) + _GAP
    return {
        "saveStateVersion": "1.1",
        "gameState": _rules_of(about),
        "requiredPackages": [{"name": title, "guid": package}, {"name": "General", "guid": ground.general}],
        "storedCameraSetups": [False] * 10,
        "playerCameraSetups": [False] * _SLOTS,
        "playerSlotNames": [str(slot) for slot in range(1, _SLOTS + 1)],
        "customPlayerColors": [False] * _SLOTS,
        "lighting": {
            "intensity": 1, "specular": 1, "altitude": 90, "azimuth": 0, "color": {"r": 255, "g": 255, "b": 255},
        },
        "floorHidden": False,
        "grid": {
            "type": 0, "snapType": 0, "visibility": 0, "size": {"x": 5.08, "y": 5.08}, "offset": {"x": 0, "y": 0},
            "rotation": 0, "color": {"r": 0, "g": 0, "b": 0, "a": 179}, "thickLines": False,
        },
        "zones": [],
        "labels": [],
        "objects": [
            _table(ground, max(1.0, depth / _DEPTH)),
            *(_object(at, each, place, depth, ground) for at, (each, place) in enumerate(zip(lying, places), 1)),
        ],
    }  # fmt: skip


def _table(ground: Playground, deeper: float) -> Json:
    """The table's own rectangular one, as deep as what lies on it asks for."""
    there = {"x": round(ground.table_scale * deeper, 3), "y": ground.table_scale, "z": 1}
    return {**_common("Table", ground.table, "table", "", "#ffffff"), "transform": _at(0, 0, 0, False, there),
            "surfaceType": "SurfaceType1", "collisionType": "CB_Static"}  # fmt: skip


def _object(number: int, each: Lying, place: Position, depth: float, ground: Playground) -> Json:
    (template, index), *others = each.cards
    across, down = place.x + place.width / 2 - _WIDTH / 2, place.y + place.height / 2 - depth / 2
    made = {
        **_common(each.kind, template, str(number), each.name, each.colour),
        "transform": _at(-down, across, ground.height + _HEIGHT, each.face_down, {"x": 1, "y": 1, "z": 1}),
    }
    if each.kind == "Card":
        stack = [
            {"index": at, "templateId": of, "frontTextureOverride": "", "flipped": False} for of, at in others
        ]  # fmt: skip
        made |= {"atlasIndex": index, "frontTextureOverride": "", "inHand": False, "stackSerialization": stack}
    return made


def _common(kind: str, template: str, identity: str, name: str, colour: str) -> Json:
    shade = Colour.parse(colour)
    red, green, blue = (round(level * 255) for level in (shade.red, shade.green, shade.blue))
    return {
        "objectType": kind, "templateId": template, "simulatingPhysics": True,
        "uniqueId": hashlib.sha256(f"{identity} {template}".encode()).hexdigest()[:10],
        "primaryColor": {"b": blue, "g": green, "r": red, "a": 255},
        "secondaryColor": {"b": 0, "g": 0, "r": 0, "a": 255}, "metallic": 0, "roughness": 1, "friction": 0.7,
        "restitution": _RESTITUTION.get(kind, 0.3), "density": 1, "surfaceType": _SURFACES.get(kind, "SurfaceType1"),
        "objectName": name, "objectDescription": "", "collisionType": "CB_Regular", "shouldSnap": True,
        "previousPosition": {"x": 0, "y": 0, "z": 0}, "objectScriptPackage": _NONE, "objectScriptName": "",
        "persistentData": "", "persistentKeyData": {}, "drawingLines": [], "objectTags": [], "objectGroupId": -1,
        "ownerIndex": -1, "lightsOn": True, "bCanBeDamaged": False,
    }  # fmt: skip


def _at(x: float, y: float, z: float, face_down: bool, scale: Json) -> Json:
    turned = {"x": 1, "y": 0, "z": 0, "w": 0} if face_down else {"x": 0, "y": 0, "z": 0, "w": 1}
    return {"rotation": turned, "translation": {"x": round(x, 3), "y": round(y, 3), "z": z}, "scale3D": scale}


def _rules_of(about: str) -> Json:
    """What a state says of the game itself: no scripts, no turns, everything allowed."""
    return {
        "measureUnit": 1, "rotationStep": 45, "notes": about, "turnInfo": {}, "slotTeams": [0] * _SLOTS,
        "globalScriptPackage": _NONE, "globalScriptName": "",
        "backgroundTexture": {"resourceName": "", "packageGuid": _NONE}, "phases": [],
        "spectatorsSeeEverything": False, "persistentData": "", "persistentKeyData": {},
        "permissions": dict.fromkeys(_PERMISSIONS, -1), "physicsLocked": False, "measureAngles": "None",
        "alwaysSnap": False, "liftOverRegular": True, "gravityMultiplier": 1, "slotIds": [""] * _SLOTS,
        "mapName": "VictorianRoom", "currentTurn": 0, "bCanBeDamaged": False,
    }  # fmt: skip
