"""Tabletop Playground: a package with templates, textures, the model of a cube, and a state with everything laid out.

Templates follow the schemas that the table's makers publish (plasticity-studios/tabletop-playground-schemas). A state's
format is not published; this writes what public packages have (visnup/arcs-ttpg, templative-electron). Of the table's
axes x leads away from the first player, y to the right, z up, in its own units; turns are quaternions.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from pnp.build.job import Printed
from pnp.drawing.colour import Colour
from pnp.drawing.face import Face
from pnp.export.canvas import card_sheet, chunks, finest, pictures_of
from pnp.export.fitting import slug
from pnp.export.order import Delivery, Exported, Note, Order, json_bytes, name_by_content, zip_delivery
from pnp.export.playset import A_DECK, Cube, Deck, Die, FlatPiece, Footprint, Position, Receiver, lay_in_rows, playset
from pnp.export.presets import Playground
from pnp.frozen import frozen
from pnp.geometry import ROUND, Size
from pnp.language.wording import passage

RECEIVER = Receiver("Tabletop Playground", (4, 6, 8, 10, 12, 20), passage("the nearest thing there is a container"))
_SAME_SHEET, _OWN_FILE, _FRONT = -3, -2, -1  # templates.ts: where a back is found
_CUBE, _BLANKS = "cube.obj", Path(__file__).with_name("blanks")
_WIDTH, _DEPTH, _GAP = 150.0, 100.0, 1.5  # units of the table that are used, unless its scale grows, and between things
_HEIGHT = 2.0  # units above the table, so that nothing starts inside it
_SURFACES = {"Card": "SurfaceType4", "Dice": "SurfaceType1", "DynamicObject": "SurfaceType2"}
_RESTITUTION = {"Card": 0.0, "Dice": 0.5, "DynamicObject": 0.3}

Json = dict[str, Any]


def deliver(order: Order) -> Delivery:
    """A ZIP with the package's folder, to be unpacked where the table keeps its packages."""
    given, game, package = playset(order.box, RECEIVER), order.box.game, _Package(order)
    lying = [
        *map(package.deck, given.decks),
        *map(package.tile, given.tiles),
        *(each for die in given.dice for each in package.dice(die)),
        *(each for cube in given.cubes for each in package.cubes(cube)),
    ]
    named = {"Name": game.title, "Version": "1", "GUID": _guid(game.name)}
    state = _state(lying, game.title, named["GUID"], game.summary, order.presets.playground)
    inside = {"manifest.json": json_bytes(named), f"States/{game.name}.vts": json_bytes(state), **package.files}
    files = {f"{game.name}/{path}": data for path, data in inside.items()}
    lines = tuple(f"  {line}" for line in dict.fromkeys(each.line for each in lying))
    how = order.note("ttp.how", name=game.name, title=game.title)
    notes = (
        how if given.dice else replace(how, paragraphs=()),
        Note(order.wording("What is in the package"), lines=lines),
    )
    return zip_delivery(order, RECEIVER.name, notes, files, package.exported, given.left_out)


@frozen
class _TableObject:
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


class _Package:
    """Makes a template for each thing; keeps the files of the package by their paths in it."""

    def __init__(self, order: Order) -> None:
        self._order = order
        self._table = order.presets.table
        self._ground = order.presets.playground
        self.files: dict[str, bytes] = {}
        self.exported: list[Exported] = []

    def deck(self, deck: Deck) -> _TableObject:
        """A stack of cards; what a back hides, no name tells."""
        cards: list[tuple[str, int]] = []
        for number, shown in enumerate(chunks(deck.pieces, self._table), 1):
            name = deck.name if number == 1 else f"{deck.name} {number}"
            sheet = card_sheet(shown, deck.size, self._order.box.faces, self._table, self._order.document)
            front, back = self._texture(name, sheet.fronts), self._texture(f"{name}-reverse", sheet.backs)
            looks = {
                "FrontTexture": front, "NumHorizontal": sheet.grid.columns, "NumVertical": sheet.grid.rows,
                "BackTexture": back, "BackIndex": _SAME_SHEET if sheet.own_backs else _OWN_FILE,
            }  # fmt: skip
            indices = [place for place, entry in enumerate(shown) for _ in range(entry.count)]
            card = self._card(name, shown, deck.size, looks, indices, deck.secret)
            cards += [(card["GUID"], place) for place in indices]
            for place, entry in enumerate(shown):
                self.exported.append(Exported(entry, (f"Textures/{front}#{place}",), (f"Textures/{back}",)))
        line = self._order.wording(A_DECK, name=deck.title, count=deck.total)
        return _TableObject("Card", deck.size, tuple(cards), line, face_down=deck.is_face_down)

    def tile(self, tile: FlatPiece) -> _TableObject:
        """One flat thing, or a stack of them, face up."""
        entry, faces = tile.printed, self._order.box.faces
        component, size = entry.component, entry.component.trim.size
        front = self._side(faces[component.id], size)
        looks: Json = {"FrontTexture": front, "NumHorizontal": 1, "NumVertical": 1}
        if component.back == component.id:
            looks |= {"BackTexture": "", "BackIndex": _FRONT}
        else:
            back = faces[component.back] if component.back else None
            looks |= {"BackTexture": self._side(back, size), "BackIndex": _OWN_FILE}
        card = self._card(component.id, [entry], size, looks, [0] * entry.count, tile.secret)
        backs = (f"Textures/{looks['BackTexture']}",) if looks["BackTexture"] else ()
        self.exported.append(Exported(entry, (f"Textures/{front}",), backs))
        return _TableObject("Card", size, ((card["GUID"], 0),) * entry.count, f"{component.name}, {entry.count}")

    def dice(self, die: Die) -> Iterator[_TableObject]:
        """The table's own dice, as large as they are there."""
        entry, template = die.printed, self._ground.dice[len(die.sides)]
        self.exported.append(Exported(entry, (), ()))
        across = die.across or self._table.die
        line = self._order.wording(
            "{name}, {count}: dice of the table with {sides} sides",
            name=entry.component.name, count=entry.count, sides=len(die.sides),
        )  # fmt: skip
        for _ in range(entry.count):
            name = entry.component.name
            yield _TableObject("Dice", Size(across, across), ((template, 0),), line, name=name, colour=die.colour)

    def cubes(self, cube: Cube) -> Iterator[_TableObject]:
        entry, edge = cube.printed, cube.edge / self._ground.unit
        template = _blank("template") | {
            "Type": "Generic", "GUID": _guid(self._order.box.game.name, entry.component.id),
            "Name": entry.component.name, "Metadata": entry.component.id, "SurfaceType": "Wood",
            "PrimaryColor": dict(zip("RGB", _levels(cube.colour))),
            "Models": [_blank("model") | {"Scale": dict.fromkeys("XYZ", round(edge, 4))}],
        }  # fmt: skip
        self._keep(template)
        self.files[f"Models/{_CUBE}"] = (_BLANKS / _CUBE).read_bytes()
        self.exported.append(Exported(entry, (f"Models/{_CUBE}",), ()))
        line = self._order.wording("{name}, {count}: cubes", name=entry.component.name, count=entry.count)
        for _ in range(entry.count):
            name = entry.component.name
            yield _TableObject(
                "DynamicObject", Size(cube.edge, cube.edge), ((template["GUID"], 0),), line, name, cube.colour
            )

    def _side(self, side: Face | None, size: Size) -> str:
        """The texture of one side of a tile."""
        (data,) = pictures_of([side], size, finest(size, self._table), self._order.document)
        return self._texture(slug(side.id) if side else "blank", data)

    def _texture(self, what: str, data: bytes) -> str:
        """Keeps a picture under a name that tells it from every other."""
        name = name_by_content(f"{self._order.box.game.name}-{what.replace(' ', '-')}", data, "png")
        self.files[f"Textures/{name}"] = data
        return name

    def _card(
        self, name: str, pieces: Sequence[Printed], size: Size, looks: Json, indices: Sequence[int], secret: bool
    ) -> Json:
        first, unit = pieces[0].component, self._ground.unit
        is_deck = name != first.id
        thickness = self._ground.card_thickness if is_deck else self._ground.tile_thickness
        shape = "Round" if first.trim.outline == ROUND else "Rounded" if first.trim.corner else "Square"
        # The table shows names of objects: one that lies on its face must not have its own.
        title = name.replace("-", " ") if is_deck else first.group if secret else first.name
        card = _blank("template") | looks | _blank("card") | {
            "Type": "Card", "GUID": _guid(self._order.box.game.name, name), "Name": title, "SurfaceType": "Cardboard",
            "Width": round(size.width / unit, 4), "Height": round(size.height / unit, 4),
            "Thickness": round(thickness / unit, 4), "Model": shape, "Indices": list(indices),
            "CardNames": {} if secret else {str(at): entry.component.name for at, entry in enumerate(pieces)},
            "CardMetadata": {str(at): entry.component.id for at, entry in enumerate(pieces)},
            "UsedWithCardHolders": is_deck,
        }  # fmt: skip
        self._keep(card)
        return card

    def _keep(self, template: Json) -> None:
        self.files[f"Templates/{template['GUID']}.json"] = json_bytes(template)


def _blank(name: str) -> Json:
    """A new one of what the table's files hold, with the values that all of them have."""
    made: Json = json.loads(_read(_BLANKS / "playground.json"))[name]
    return made


@cache
def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _levels(colour: str) -> tuple[int, int, int]:
    shade = Colour.parse(colour)
    return round(shade.red * 255), round(shade.green * 255), round(shade.blue * 255)


def _guid(*names: str) -> str:
    """The 32 digits of a package or template: the same on every export, so that saved games still find it."""
    return hashlib.sha256("/".join(("pnp", *names)).encode()).hexdigest()[:32].upper()


def _state(lying: Sequence[_TableObject], title: str, package: str, about: str, ground: Playground) -> Json:
    """The whole file."""
    things = [Footprint(each.size) for each in lying]
    _, places = lay_in_rows(things, _WIDTH, float("inf"), 1 / ground.unit, _GAP)
    depth = max((place.y + place.height for place in places), default=0.0) + _GAP
    return _blank("state") | {
        "gameState": _blank("rules") | {"notes": about},
        "requiredPackages": [{"name": title, "guid": package}, {"name": "General", "guid": ground.general}],
        "objects": [
            _table(ground, max(1.0, depth / _DEPTH)),
            *(_object(at, each, place, depth, ground) for at, (each, place) in enumerate(zip(lying, places), 1)),
        ],
    }


def _table(ground: Playground, deeper: float) -> Json:
    """The table's own rectangular one, as deep as what lies on it asks for."""
    there = {"x": round(ground.table_scale * deeper, 3), "y": ground.table_scale, "z": 1}
    return {**_placed("Table", ground.table, "table", "", "#ffffff"), "transform": _at(0, 0, 0, False, there),
            "surfaceType": "SurfaceType1", "collisionType": "CB_Static"}  # fmt: skip


def _object(number: int, each: _TableObject, place: Position, depth: float, ground: Playground) -> Json:
    (template, index), *others = each.cards
    across, down = place.x + place.width / 2 - _WIDTH / 2, place.y + place.height / 2 - depth / 2
    made = {
        **_placed(each.kind, template, str(number), each.name, each.colour),
        "transform": _at(-down, across, ground.height + _HEIGHT, each.face_down, {"x": 1, "y": 1, "z": 1}),
    }
    if each.kind == "Card":
        stack = [
            {"index": at, "templateId": of, "frontTextureOverride": "", "flipped": False} for of, at in others
        ]  # fmt: skip
        made |= {"atlasIndex": index, "frontTextureOverride": "", "inHand": False, "stackSerialization": stack}
    return made


def _placed(kind: str, template: str, identity: str, name: str, colour: str) -> Json:
    red, green, blue = _levels(colour)
    return _blank("object") | {
        "objectType": kind, "templateId": template, "objectName": name,
        "uniqueId": hashlib.sha256(f"{identity} {template}".encode()).hexdigest()[:10],
        "primaryColor": {"b": blue, "g": green, "r": red, "a": 255},
        "restitution": _RESTITUTION.get(kind, 0.3), "surfaceType": _SURFACES.get(kind, "SurfaceType1"),
    }  # fmt: skip


def _at(x: float, y: float, z: float, face_down: bool, scale: Json) -> Json:
    turned = {"x": 1, "y": 0, "z": 0, "w": 0} if face_down else {"x": 0, "y": 0, "z": 0, "w": 1}
    return {"rotation": turned, "translation": {"x": round(x, 3), "y": round(y, 3), "z": z}, "scale3D": scale}
