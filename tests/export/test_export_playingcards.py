"""Rooms for playingcards.io, opened as an importer opens them: what lies where, how often, and what it shows."""

from __future__ import annotations

import json
from collections import Counter
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from exported import Made, bill, game, make
from PIL import Image, ImageChops

from pnp.export.presets import read_presets

ROOM = read_presets(None).playingcards
#: What VirtualTabletop's pcioimport.mjs takes of each kind of widget, without a value of its own.
KEYS = {
    "hand": set(),
    "cardPile": {"width", "height", "label", "hasShuffleButton"},
    "cardDeck": {"parent", "cardWidth", "cardHeight", "cardTypes", "faceTemplate", "backTemplate", "enlarge"},
    "card": {"deck", "cardType", "parent", "faceup"},
    "board": {"width", "height", "boardImage"},
    "spinner": {"width", "height", "options", "value"},
    "labelText": {"width", "height", "labelContent", "textSize", "textAlign", "bold"},
}


@pytest.fixture
def coarse(tmp_path: Path) -> Path:
    path = tmp_path / "coarse.toml"
    path.write_text("[playingcards]\npixels = 128\n", encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def war(out: Path) -> Made:
    presets = out / "smaller.toml"
    presets.write_text("[playingcards]\npixels = 256\n", encoding="utf-8")
    return make("war-of-whispers", "playingcards", out, presets, variants={"banners": "cubes"}, players=3)


def opened(made: Made) -> ZipFile:
    (path,) = made.folder.glob("*.pcio")
    return ZipFile(path)


def widgets(made: Made) -> list[dict[str, Any]]:
    with opened(made) as room:
        return list(json.loads(room.read("widgets.json")))


def shown(made: Made, address: str) -> Image.Image:
    assert address.startswith("package://userassets/")
    with opened(made) as room:
        picture = Image.open(BytesIO(room.read(address.removeprefix("package://"))), formats=("PNG",))
        picture.load()
    return picture


def counted(made: Made) -> Counter[str]:
    """What is in the room, told by the pictures that the record names for each piece."""
    faces = {entry["fronts"][0]: entry["id"] for entry in made.record["components"] if entry["fronts"]}
    names = {component.name: component.id for component in game(made.record["game"]).components}
    room = widgets(made)
    decks = {widget["id"]: widget for widget in room if widget["type"] == "cardDeck"}
    counts: Counter[str] = Counter()
    label = ""
    for widget in room:
        if widget["type"] == "card":
            face = decks[widget["deck"]]["cardTypes"][widget["cardType"]]["face"]
            counts[faces[face.removeprefix("package://")]] += 1
        elif widget["type"] == "board":
            counts[faces[widget["boardImage"].removeprefix("package://")]] += 1
        elif widget["type"] == "labelText":
            label = widget["labelContent"]
        elif widget["type"] == "spinner":
            counts[names[label]] += 1
    return counts


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "players"),
    [("whims", None), ("whispers", 3), ("whistler", None), ("wibbell", None), ("war-of-whispers", 3)],
)
@pytest.mark.sample(3)
def test_the_room_holds_what_is_in_the_box(tmp_path: Path, coarse: Path, name: str, players: int | None) -> None:
    made = make(name, "playingcards", tmp_path, coarse, players=players)
    assert not made.left_out and "every piece of the game is in it" in made.readme
    check(made, bill(name, players))


def test_a_deck_of_ones_own(tmp_path: Path, coarse: Path, homemade: Path) -> None:
    made = make(str(homemade), "playingcards", tmp_path, coarse)
    check_room(made)
    assert sum(1 for widget in widgets(made) if widget["type"] == "card") == sum(bill(str(homemade)).values())


def check(made: Made, wanted: Counter[str]) -> None:
    assert counted(made) == made.counts == wanted
    check_room(made)


def check_room(made: Made) -> None:
    room = widgets(made)
    names = [widget["id"] for widget in room]
    assert len(set(names)) == len(names) <= ROOM.widgets
    by_id = {widget["id"]: widget for widget in room}
    for widget in room:
        assert {"id", "type", "x", "y", "z"} | KEYS[widget["type"]] == set(widget), widget
        assert 0 <= widget["x"] < ROOM.width and 0 <= widget["y"] < ROOM.height
        if widget["type"] == "card":
            assert by_id[widget["deck"]]["type"] == "cardDeck" and by_id[widget["parent"]]["type"] == "cardPile"
            assert widget["cardType"] in by_id[widget["deck"]]["cardTypes"]
    with opened(made) as archive:
        assets = {name for name in archive.namelist() if name.startswith("userassets/")}
    text = json.dumps(room)
    assert all(f"package://{asset}" in text for asset in assets)
    assert {name.rpartition("/")[2] for name in assets} == {f"{name.rpartition('/')[2][:16]}.png" for name in assets}


@pytest.mark.slow
def test_things_lie_apart_and_to_one_scale(war: Made) -> None:
    room = widgets(war)
    sizes = {component.id: component.trim.size for component in game("war-of-whispers").components}
    boxes = [
        (widget["x"], widget["y"], widget["x"] + widget["width"], widget["y"] + widget["height"])
        for widget in room
        if widget["type"] in ("cardPile", "board")
    ]
    for at, one in enumerate(boxes):
        assert one[2] <= ROOM.width and one[3] <= ROOM.hand
        for other in boxes[at + 1 :]:
            assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
    (board, *_) = (widget for widget in room if widget["type"] == "board")
    scale = board["width"] / sizes["war-of-whispers/board"].width
    for deck in (widget for widget in room if widget["type"] == "cardDeck"):
        (label, *_) = (widget["label"] for widget in room if widget["id"] == deck["parent"])
        size = (8.0, 8.0) if "banner" in label else None
        if label.startswith("cards"):
            size = (63.5, 88.9)
        if size:
            assert (deck["cardWidth"], deck["cardHeight"]) == pytest.approx([scale * side for side in size], abs=1)


@pytest.mark.slow
def test_what_a_back_hides_is_told_nowhere(war: Made) -> None:
    pieces = {component.id: component for component in game("war-of-whispers").components}
    hidden = {component.name for component in pieces.values() if component.kind == "card"}
    room = widgets(war)
    text = json.dumps(room, ensure_ascii=False)
    assert not any(name in text for name in hidden)
    decks = {widget["id"]: widget for widget in room if widget["type"] == "cardDeck"}
    loyalty = [
        deck for deck in decks.values() if any("loyalty" in kind["label"] for kind in deck["cardTypes"].values())
    ]
    assert len(loyalty) == 5 and not any("Loyalty to" in json.dumps(deck) for deck in loyalty)
    assert len({kind["back"] for deck in loyalty for kind in deck["cardTypes"].values()}) == 1
    for card in (widget for widget in room if widget["type"] == "card"):
        is_card = card["parent"] in {deck["parent"] for deck in decks.values() if len(deck["cardTypes"]) == 4}
        assert card["faceup"] is not is_card


@pytest.mark.slow
def test_a_card_shows_the_face_that_is_printed(tmp_path: Path, tgc: Made) -> None:
    presets = tmp_path / "smaller.toml"
    presets.write_text("[playingcards]\npixels = 300\n", encoding="utf-8")
    made = make("whispers", "playingcards", tmp_path, presets, only=("cards",))
    shop = {entry["id"]: entry for entry in tgc.record["components"]}
    for entry in made.record["components"][::7]:
        for path, other in ((entry["fronts"][0], "fronts"), (entry["backs"][0], "backs")):
            ours = shown(made, f"package://{path}")
            assert ours.mode == "RGBA" and ours.getpixel((0, 0))[3] == 0  # type: ignore[index]
            flat = Image.new("RGB", ours.size, "white")
            flat.paste(ours, (0, 0), ours)
            theirs = tgc.picture(shop[entry["id"]][other][0]).crop((38, 38, 787, 1087)).resize((30, 42))
            difference = ImageChops.difference(flat.resize((30, 42)), theirs).convert("L")
            assert sum(difference.get_flattened_data()) / 1260 < 6, entry["id"]


def test_a_cube_is_the_picture_of_its_top(war: Made) -> None:
    room = widgets(war)
    (lion,) = (
        widget for widget in room if widget["type"] == "cardDeck" and "Lion banner" in json.dumps(widget["cardTypes"])
    )
    (kind,) = lion["cardTypes"].values()
    picture = shown(war, kind["face"])
    assert kind["face"] == kind["back"] and picture.width == picture.height
    colours = picture.convert("RGB").getcolors(100_000) or []
    assert max(colours)[1] == pytest.approx((0xD5, 0x9A, 0x26), abs=40) and len(colours) > 2


def test_dice_are_spinners(out: Path) -> None:
    made = make("whims", "playingcards", out, only=("dice", "aids"), players=2)
    spinners = [widget for widget in widgets(made) if widget["type"] == "spinner"]
    assert len(spinners) == 6 and all(spinner["options"] == list(range(1, 11)) for spinner in spinners)
    assert "everybody sees" in made.readme.replace("\n", " ")


def test_a_room_that_is_too_full_is_told(tmp_path: Path) -> None:
    presets = tmp_path / "small.toml"
    presets.write_text("[playingcards]\nwidgets = 50\npixels = 128\n", encoding="utf-8")
    made = make("whistler", "playingcards", tmp_path, presets, only=("cards",))
    (finding,) = made.record["findings"]
    assert finding["code"] == "too-many" and "takes 50" in finding["message"] and "takes 50" in made.readme
