"""Packages for Tabletop Playground, read back: templates, textures, and the state that lays everything out."""

from __future__ import annotations

import json
from collections import Counter
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from exported import Made, bill, game, make
from PIL import Image, ImageChops

from pnp.export.presets import read_presets
from pnp.geometry import DRAWN

# Colours are from 0 to 255, as in public packages, though schema.json says 0 to 1.
GROUND = read_presets(None).playground
#: What schema.json of tabletop-playground-schemas asks for of a card; the rest has defaults there.
CARD = {
    "BackIndex", "CardMetadata", "CardNames", "CardTags", "CollisionType", "FrontTexture", "GUID", "HiddenIndex",
    "Indices", "Metadata", "Models", "Name", "SurfaceType", "Tags", "Type",
}  # fmt: skip
MODEL = {"Offset", "Rotation", "Scale", "Model", "UseOverrides", "Roughness"}


@pytest.fixture
def coarse(tmp_path: Path) -> Path:
    path = tmp_path / "coarse.toml"
    path.write_text("[table]\npixels = 256\n", encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def war(out: Path) -> Made:
    presets = out / "smallest.toml"
    presets.write_text("[table]\npixels = 512\n", encoding="utf-8")
    return make("war-of-whispers", "ttp", out, presets, variants={"banners": "cubes"}, players=3)


def files(made: Made) -> dict[str, bytes]:
    """The package's own files, without its folder."""
    with made.zip() as archive:
        found = {name: archive.read(name) for name in archive.namelist() if name != "README.txt"}
    (folder,) = {name.split("/", 1)[0] for name in found}
    assert folder == made.record["game"]
    return {name.split("/", 1)[1]: data for name, data in found.items()}


def templates(made: Made) -> dict[str, dict[str, Any]]:
    found = {name: json.loads(data) for name, data in files(made).items() if name.startswith("Templates/")}
    assert all(name == f"Templates/{each['GUID']}.json" for name, each in found.items())
    return {each["GUID"]: each for each in found.values()}


def state(made: Made) -> dict[str, Any]:
    (data,) = (data for name, data in files(made).items() if name.startswith("States/"))
    return dict(json.loads(data))


def laid(made: Made) -> list[dict[str, Any]]:
    return [thing for thing in state(made)["objects"] if thing["objectType"] != "Table"]


def on_the_table(made: Made) -> Counter[str]:
    """Every piece of the state, told by the template that it comes from; dice by the name that they bear."""
    known = templates(made)
    names = {component.name: component.id for component in game(made.record["game"]).components}
    counts: Counter[str] = Counter()
    for thing in laid(made):
        if thing["objectType"] == "Card":
            stack = [(card["templateId"], card["index"]) for card in thing["stackSerialization"]]
            for template, index in [(thing["templateId"], thing["atlasIndex"]), *stack]:
                counts[known[template]["CardMetadata"][str(index)]] += 1
        elif thing["objectType"] == "Dice":
            counts[names[thing["objectName"]]] += 1
        else:
            counts[known[thing["templateId"]]["Metadata"]] += 1
    return counts


def in_the_library(made: Made) -> Counter[str]:
    """Every card and tile that the templates stack."""
    counts: Counter[str] = Counter()
    for each in templates(made).values():
        counts.update(each["CardMetadata"][str(index)] for index in each.get("Indices", ()))
    return counts


@pytest.mark.parametrize(
    ("name", "players"),
    [("whims", None), ("whispers", 3), ("whistler", None), ("wibbell", None), ("war-of-whispers", 3)],
)
@pytest.mark.sample(3)
def test_the_package_holds_what_is_in_the_box(tmp_path: Path, coarse: Path, name: str, players: int | None) -> None:
    made = make(name, "ttp", tmp_path, coarse, players=players)
    assert not made.left_out and "every piece of the game is in it" in made.readme
    check(made, bill(name, players))


def test_a_deck_of_ones_own(tmp_path: Path, coarse: Path, homemade: Path) -> None:
    made = make(str(homemade), "ttp", tmp_path, coarse)
    assert in_the_library(made) == bill(str(homemade))
    check_files(made)


def check(made: Made, wanted: Counter[str]) -> None:
    assert on_the_table(made) == made.counts == wanted
    solids = {component.id for component in game(made.record["game"]).components if component.trim.outline == DRAWN}
    assert in_the_library(made) == Counter({name: count for name, count in wanted.items() if name not in solids})
    check_files(made)


def check_files(made: Made) -> None:
    inside = files(made)
    manifest = json.loads(inside["manifest.json"])
    assert set(manifest) == {"Name", "Version", "GUID"} and is_guid(manifest["GUID"])
    assert {"name": manifest["Name"], "guid": manifest["GUID"]} in state(made)["requiredPackages"]
    used = set()
    for each in templates(made).values():
        assert is_guid(each["GUID"])
        if each["Type"] == "Card":
            assert set(each) >= CARD and each["HiddenIndex"] == -3 and each["BackIndex"] in (-1, -2, -3)
            assert max(each["Indices"]) < each["NumHorizontal"] * each["NumVertical"]
            assert bool(each["BackTexture"]) is (each["BackIndex"] != -1)
            used |= {f"Textures/{each[key]}" for key in ("FrontTexture", "BackTexture") if each[key]}
        else:
            (model,) = each["Models"]
            assert set(model) >= MODEL and f"Models/{model['Model']}" in inside
    assert used == {name for name in inside if name.startswith("Textures/")}
    known = {*templates(made), *GROUND.dice.values(), GROUND.table}
    things = state(made)["objects"]
    assert {thing["templateId"] for thing in things} <= known and things[0]["objectType"] == "Table"
    assert len({thing["uniqueId"] for thing in things}) == len(things)


def is_guid(text: str) -> bool:
    return len(text) == 32 and set(text) <= set("0123456789ABCDEF")


@pytest.mark.slow
def test_things_are_to_scale_and_lie_apart(war: Made) -> None:
    sizes = {component.id: component.trim.size for component in game("war-of-whispers").components}
    known = templates(war)
    boxes = []
    for thing in laid(war):
        template = known[thing["templateId"]]
        if template["Type"] == "Card":
            size = sizes[template["CardMetadata"]["0"]]
            wide, high = template["Width"], template["Height"]
            assert (wide * 10, high * 10) == pytest.approx((size.width, size.height), abs=0.001)
        else:
            wide = high = template["Models"][0]["Scale"]["X"]
            assert wide == 0.8 and set(template["Models"][0]["Scale"].values()) == {0.8}
        there = thing["transform"]["translation"]  # x leads away, y to the right
        boxes.append((there["y"] - wide / 2, there["y"] + wide / 2, there["x"] - high / 2, there["x"] + high / 2))
    for at, one in enumerate(boxes):
        for other in boxes[at + 1 :]:
            assert one[1] < other[0] or other[1] < one[0] or one[3] < other[2] or other[3] < one[2]


@pytest.mark.slow
def test_a_place_of_a_texture_shows_that_card(tmp_path: Path, tgc: Made) -> None:
    presets = tmp_path / "smaller.toml"
    presets.write_text("[table]\npixels = 1500\n", encoding="utf-8")
    made = make("whispers", "ttp", tmp_path, presets, only=("cards",))
    (template,) = templates(made).values()
    inside = files(made)
    sheet = Image.open(BytesIO(inside[f"Textures/{template['FrontTexture']}"]))
    wide, high = sheet.width // template["NumHorizontal"], sheet.height // template["NumVertical"]
    faces = {entry["id"]: entry["fronts"][0] for entry in tgc.record["components"]}
    for place, name in template["CardMetadata"].items():
        row, column = divmod(int(place), template["NumHorizontal"])
        cell = sheet.crop((column * wide, row * high, (column + 1) * wide, (row + 1) * high)).resize((30, 42))
        shop = tgc.picture(faces[name]).crop((38, 38, 787, 1087)).resize((30, 42))
        assert sum(ImageChops.difference(shop, cell).convert("L").get_flattened_data()) / 1260 < 6, name


@pytest.mark.slow
def test_what_a_back_hides_no_name_tells(war: Made) -> None:
    pieces = {component.id: component for component in game("war-of-whispers").components}
    shared = {back for back, times in Counter(each.back for each in pieces.values()).items() if back and times > 1}
    secret = {name for name, each in pieces.items() if each.back in shared}
    assert any("/loyalty/" in name for name in secret) and any("/card/" in name for name in secret)
    for each in templates(war).values():
        own = set(each.get("CardMetadata", {}).values())
        if own & secret:
            names = {pieces[name].name for name in own}
            assert each["CardNames"] == {} and not any(name in each["Name"] for name in names)
    known = templates(war)
    for thing in laid(war):
        lies_down = "/card/" in str(known[thing["templateId"]].get("CardMetadata"))
        assert (thing["transform"]["rotation"]["x"] == 1) is lies_down
        assert thing["objectName"] == "" or thing["objectType"] == "DynamicObject"


def test_dice_are_the_tables_own(tmp_path: Path, coarse: Path) -> None:
    made = make("whims", "ttp", tmp_path, coarse, only=("dice", "aids"), players=2)
    dice = [thing for thing in laid(made) if thing["objectType"] == "Dice"]
    assert len(dice) == 6 and {thing["templateId"] for thing in dice} == {GROUND.dice[10]}
    shades = {tuple(thing["primaryColor"][key] for key in "rgb") for thing in dice}
    assert shades == {(0x3A, 0x3F, 0x9E), (0xC8, 0x40, 0x2F)}
    assert "tells everybody what a thrown die shows" in made.readme


def test_the_model_of_a_cube_is_closed(war: Made) -> None:
    lines = files(war)["Models/cube.obj"].decode().splitlines()
    corners = [tuple(map(float, line.split()[1:])) for line in lines if line.startswith("v ")]
    normals = [tuple(map(float, line.split()[1:])) for line in lines if line.startswith("vn ")]
    faces = [[tuple(map(int, at.split("//"))) for at in line.split()[1:]] for line in lines if line.startswith("f ")]
    edges = Counter((one[0], other[0]) for face in faces for one, other in zip(face, [*face[1:], face[0]]))
    assert len(faces) == 12 and all(edges[other, one] == 1 for one, other in edges)
    for face in faces:
        a, b, c = (corners[at - 1] for at, _ in face)
        u, v = [q - p for p, q in zip(a, b)], [q - p for p, q in zip(a, c)]
        cross = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
        assert cross == normals[face[0][1] - 1]


def test_a_deck_goes_on_in_another_template(tmp_path: Path) -> None:
    presets = tmp_path / "few.toml"
    presets.write_text("[table]\npixels = 256\ncards = 20\n", encoding="utf-8")
    made = make("whispers", "ttp", tmp_path, presets, only=("cards",))
    (deck,) = laid(made)
    assert len({card["templateId"] for card in deck["stackSerialization"]}) == 3
    check_files(made)
    assert on_the_table(made) == in_the_library(made) == made.counts and sum(made.counts.values()) == 54
