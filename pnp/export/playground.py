"""Tabletop Playground: a package with templates, textures, the model of a cube, and a state with everything laid out.

Templates follow the schemas that the table's makers publish (plasticity-studios/tabletop-playground-schemas). A state's
format is not published; this writes what public packages have (visnup/arcs-ttpg, templative-electron).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pnp.build.job import Printed
from pnp.drawing.colour import Colour
from pnp.drawing.face import Face
from pnp.export.batches import slug
from pnp.export.canvas import pictures_of
from pnp.export.order import Delivery, Exported, Note, Order, readme, zipped
from pnp.export.placed import Lying, state_of
from pnp.export.playset import Cube, Deck, Die, FlatPiece, Receiver, playset
from pnp.export.sheets import chunks, finest, grid_for, sheet_of
from pnp.geometry import Size

RECEIVER = Receiver("Tabletop Playground", (4, 6, 8, 10, 12, 20), "the nearest thing there is a container")
_SAME_SHEET, _OWN_FILE, _FRONT = -3, -2, -1  # templates.ts: where a back is found
_CUBE = "cube.obj"
_HASH = 12

Json = dict[str, Any]


def deliver(order: Order) -> Delivery:
    """A ZIP with the package's folder, to be unpacked where the table keeps its packages."""
    given, game = playset(order.box, RECEIVER), order.box.game
    package = _Package(order)
    lying = [
        *map(package.deck, given.decks),
        *map(package.tile, given.tiles),
        *(each for die in given.dice for each in package.dice(die)),
        *(each for cube in given.cubes for each in package.cubes(cube)),
    ]
    named = {"Name": game.title, "Version": "1", "GUID": _guid(game.name)}
    state = state_of(lying, game.title, named["GUID"], game.summary, order.presets.playground)
    files = {"manifest.json": _as_bytes(named), f"States/{game.name}.vts": _as_bytes(state), **package.files}
    lines = tuple(each.line for each in lying)
    told = Note("What is in the package", lines=tuple(f"  {line}" for line in dict.fromkeys(lines)))
    text = readme(order, RECEIVER.name, (_how(order, bool(given.dice)), told), given.left_out, ())
    inside = {"README.txt": text, **{f"{game.name}/{path}": data for path, data in files.items()}}
    return Delivery(
        {f"{game.name}-ttp.zip": zipped(inside), "README.txt": text}, tuple(package.exported), given.left_out
    )


class _Package:
    """Makes a template for each thing; keeps the files of the package by their paths in it."""

    def __init__(self, order: Order) -> None:
        self._order = order
        self._table = order.presets.table
        self._ground = order.presets.playground
        self.files: dict[str, bytes] = {}
        self.exported: list[Exported] = []

    def deck(self, deck: Deck) -> Lying:
        """A stack of cards; what a back hides, no name tells."""
        cards: list[tuple[str, int]] = []
        for number, shown in enumerate(chunks(deck.pieces, self._table), 1):
            name = deck.name if number == 1 else f"{deck.name} {number}"
            fronts, back = self._sheet(name, shown, deck.size)
            indices = [place for place, entry in enumerate(shown) for _ in range(entry.count)]
            card = self._card(name, shown, deck.size, fronts | back, indices, deck.secret)
            cards += [(card["GUID"], place) for place in indices]
            for place, entry in enumerate(shown):
                sides = (f"Textures/{fronts['FrontTexture']}#{place}",), (f"Textures/{back['BackTexture']}",)
                self.exported.append(Exported(entry, *sides))
        title = deck.name.replace("-", " ")
        return Lying("Card", deck.size, tuple(cards), f"{title}: a deck of {deck.total}", face_down=deck.is_face_down)

    def tile(self, tile: FlatPiece) -> Lying:
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
        return Lying("Card", size, ((card["GUID"], 0),) * entry.count, f"{component.name}, {entry.count}")

    def dice(self, die: Die) -> Iterator[Lying]:
        """The table's own dice, as large as they are there."""
        entry, template = die.printed, self._ground.dice[len(die.sides)]
        self.exported.append(Exported(entry, (), ()))
        across = die.across or self._table.die
        line = f"{entry.component.name}, {entry.count}: dice of the table with {len(die.sides)} sides"
        for _ in range(entry.count):
            name = entry.component.name
            yield Lying("Dice", Size(across, across), ((template, 0),), line, name=name, colour=die.colour)

    def cubes(self, cube: Cube) -> Iterator[Lying]:
        entry, edge = cube.printed, cube.edge / self._ground.unit
        template = {
            **_common(_guid(self._order.box.game.name, entry.component.id), entry.component.name, "Generic", "Wood"),
            "Metadata": entry.component.id,
            "PrimaryColor": dict(zip("RGB", _levels(cube.colour))),
            "Models": [{
                "Model": _CUBE, "Offset": _xyz(0), "Rotation": _xyz(0), "Scale": _xyz(edge), "Texture": "",
                "NormalMap": "", "ExtraMap": "", "ExtraMap2": "", "IsTransparent": False, "CastShadow": True,
                "IsTwoSided": False, "UseOverrides": True, "Roughness": 1, "SurfaceType": "Wood",
            }],
        }  # fmt: skip
        self._keep(template)
        self.files[f"Models/{_CUBE}"] = _CUBE_OBJ.encode()
        self.exported.append(Exported(entry, (f"Models/{_CUBE}",), ()))
        line = f"{entry.component.name}, {entry.count}: cubes"
        for _ in range(entry.count):
            name = entry.component.name
            yield Lying("DynamicObject", Size(cube.edge, cube.edge), ((template["GUID"], 0),), line, name, cube.colour)

    def _sheet(self, name: str, pieces: Sequence[Printed], size: Size) -> tuple[Json, Json]:
        """The textures of cards and where their backs are found."""
        faces, document = self._order.box.faces, self._order.document
        grid = grid_for(len(pieces), size, self._table)
        backs = [faces[entry.component.back] if entry.component.back else None for entry in pieces]
        fronts = sheet_of([faces[entry.component.id] for entry in pieces], backs[0], grid, size, document)
        if len(set(backs)) > 1:
            index, behind = _SAME_SHEET, sheet_of(backs, backs[0], grid, size, document)
        else:
            index, (behind,) = _OWN_FILE, pictures_of(backs[:1], size, finest(size, self._table), document)
        front, back = self._texture(name, fronts), self._texture(f"{name}-reverse", behind)
        counted = {"NumHorizontal": grid.columns, "NumVertical": grid.rows}
        return {"FrontTexture": front, **counted}, {"BackTexture": back, "BackIndex": index}

    def _side(self, side: Face | None, size: Size) -> str:
        """The texture of one side of a tile."""
        (data,) = pictures_of([side], size, finest(size, self._table), self._order.document)
        return self._texture(slug(side.id) if side else "blank", data)

    def _texture(self, what: str, data: bytes) -> str:
        """Keeps a picture under a name that tells it from every other."""
        name = f"{self._order.box.game.name}-{what.replace(' ', '-')}-{hashlib.sha256(data).hexdigest()[:_HASH]}.png"
        self.files[f"Textures/{name}"] = data
        return name

    def _card(
        self, name: str, pieces: Sequence[Printed], size: Size, looks: Json, indices: Sequence[int], secret: bool
    ) -> Json:
        first, unit = pieces[0].component, self._ground.unit
        is_deck = name != first.id
        thickness = self._ground.card_thickness if is_deck else self._ground.tile_thickness
        shape = "Round" if first.trim.outline == "round" else "Rounded" if first.trim.corner else "Square"
        # The table shows names of objects: one that lies on its face must not have its own.
        title = name.replace("-", " ") if is_deck else first.group if secret else first.name
        card = {
            **_common(_guid(self._order.box.game.name, name), title, "Card", "Cardboard"),
            **looks,
            "HiddenTexture": "", "HiddenIndex": _SAME_SHEET,
            "Width": round(size.width / unit, 4), "Height": round(size.height / unit, 4),
            "Thickness": round(thickness / unit, 4), "Model": shape, "Indices": list(indices),
            "CardNames": {} if secret else {str(at): entry.component.name for at, entry in enumerate(pieces)},
            "CardMetadata": {str(at): entry.component.id for at, entry in enumerate(pieces)}, "CardTags": {},
            "HiddenInHand": True, "UsedWithCardHolders": is_deck, "CanStack": True, "UsePrimaryColorForSide": False,
            "FrontTextureOverrideExposed": False, "AllowFlippedInStack": False, "MirrorBack": True,
            "EmissiveFront": False,
        }  # fmt: skip
        self._keep(card)
        return card

    def _keep(self, template: Json) -> None:
        self.files[f"Templates/{template['GUID']}.json"] = _as_bytes(template)


def _common(guid: str, name: str, kind: str, surface: str) -> Json:
    """What every template has."""
    return {
        "Type": kind, "GUID": guid, "Name": name, "Metadata": "", "CollisionType": "Regular", "Friction": 0.7,
        "Restitution": 0, "Density": 0.5, "SurfaceType": surface, "Roughness": 1, "Metallic": 0,
        "PrimaryColor": {"R": 255, "G": 255, "B": 255}, "SecondaryColor": {"R": 0, "G": 0, "B": 0},
        "Flippable": True, "AutoStraighten": False, "ShouldSnap": True, "ScriptName": "", "Blueprint": "",
        "Models": [], "Collision": [], "SnapPointsGlobal": False, "SnapPoints": [], "ZoomViewDirection": _xyz(0),
        "GroundAccessibility": "Nothing", "Tags": [],
    }  # fmt: skip


def _xyz(number: float) -> Mapping[str, float]:
    return dict.fromkeys("XYZ", round(number, 4))


def _levels(colour: str) -> tuple[int, int, int]:
    shade = Colour.parse(colour)
    return round(shade.red * 255), round(shade.green * 255), round(shade.blue * 255)


def _guid(*names: str) -> str:
    """The 32 digits of a package or template: the same on every export, so that saved games still find it."""
    return hashlib.sha256("/".join(("pnp", *names)).encode()).hexdigest()[:32].upper()


def _as_bytes(document: Json) -> bytes:
    return (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode()


def _how(order: Order, rolled: bool) -> Note:
    game = order.box.game
    secret = ("The table tells everybody what a thrown die shows, so secret rolls need dice of your own.",)
    return Note(
        "How to put it on the table",
        secret if rolled else (),
        steps=(
            "Unpack the ZIP file where the table keeps its packages: the folder PersistentDownloadDir, or the one that "
            f"its settings name (Game > Package Location). There is a folder {game.name} then.",
            f"Start the table, create a game, and choose the package {game.title} and its state {game.name}.",
            f"If the state does not open, the library has all of it: every deck, stack and cube of {game.title} is a "
            "template there; dice are in the table's own package.",
            "To play with others, upload the package from the editor, or give them the same ZIP file.",
            f"The rulebook is not in the package: share {game.name}-rules.pdf, which `pnp rules {game.name}` makes.",
            "Everything is to scale, one unit of the table a centimetre, but for dice, which are as it has them.",
        ),
    )


_CUBE_OBJ = """# A cube of one unit
v -0.5 -0.5 -0.5
v 0.5 -0.5 -0.5
v 0.5 0.5 -0.5
v -0.5 0.5 -0.5
v -0.5 -0.5 0.5
v 0.5 -0.5 0.5
v 0.5 0.5 0.5
v -0.5 0.5 0.5
vn 0 0 -1
vn 0 0 1
vn 0 -1 0
vn 0 1 0
vn -1 0 0
vn 1 0 0
f 4//1 3//1 2//1
f 4//1 2//1 1//1
f 5//2 6//2 7//2
f 5//2 7//2 8//2
f 1//3 2//3 6//3
f 1//3 6//3 5//3
f 3//4 4//4 8//4
f 3//4 8//4 7//4
f 4//5 1//5 5//5
f 4//5 5//5 8//5
f 2//6 3//6 7//6
f 2//6 7//6 6//6
"""
