"""The saved object for Tabletop Simulator: card numbers, sheets, stacks and counts, held against the box."""

from __future__ import annotations

import hashlib
import json
import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from operator import mul
from pathlib import Path
from typing import Any

import pytest
from exported import Made, backless, bill, game, make
from hypothesis import given
from hypothesis import strategies as st
from PIL import ImageChops

from pnp.catalog import find, refereed
from pnp.engine.requirements import ComponentSet
from pnp.engine.rules import read_setup
from pnp.errors import UsageError
from pnp.export.canvas import chunks, grid_for
from pnp.export.presets import read_presets
from pnp.games.whims.referee.state import read_faces
from pnp.geometry import Size

TABLE = read_presets(None).table
IMAGES, PDFS, OBJECTS = "Mods/Images/", "Mods/PDF/", "Saves/Saved Objects/"


@pytest.fixture
def coarse(tmp_path: Path) -> Path:
    """Presets that draw coarsely, and so quickly."""
    path = tmp_path / "coarse.toml"
    path.write_text("[table]\npixels = 256\n", encoding="utf-8")
    return path


def saved(made: Made) -> dict[str, Any]:
    with made.zip() as archive:
        (path,) = (name for name in archive.namelist() if name.startswith(OBJECTS))
        return dict(json.loads(archive.read(path)))


def objects(made: Made) -> list[dict[str, Any]]:
    return list(saved(made)["ObjectStates"])


def every(things: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for thing in things:
        yield thing
        yield from every(thing.get("ContainedObjects", []))


def on_the_table(made: Made) -> Counter[str]:
    counts: Counter[str] = Counter()
    for thing in every(objects(made)):
        if thing["Name"] in ("Card", "BlockSquare") or thing["Name"].startswith(("Custom_Tile", "Die_")):
            counts[thing["GMNotes"]] += thing.get("Number", 1)
    return counts


def addresses(thing: object) -> Iterator[str]:
    if isinstance(thing, dict):
        for key, value in thing.items():
            if key.endswith(("URL", "Url")) and value:
                yield value
            yield from addresses(value)
    elif isinstance(thing, list):
        for part in thing:
            yield from addresses(part)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "players"),
    [("whispers", 3), ("whistler", None), ("wibbell", None), ("war-of-whispers", 3), ("whims", None)],
)
@pytest.mark.sample(2)
def test_the_table_holds_what_is_in_the_box(tmp_path: Path, coarse: Path, name: str, players: int | None) -> None:
    made = make(name, "tts", tmp_path, coarse, players=players)
    assert not made.left_out and "every piece of the game is in it" in made.readme
    assert on_the_table(made) == made.counts == bill(name, players)
    tells_no_secret(made, name)


def test_a_deck_of_ones_own_tells_no_secret(tmp_path: Path, coarse: Path, homemade: Path) -> None:
    made = make(str(homemade), "tts", tmp_path, coarse)
    assert on_the_table(made) == bill(str(homemade))
    tells_no_secret(made, str(homemade))


def tells_no_secret(made: Made, source: str) -> None:
    """What has the back of another piece says nothing of itself while it lies on its face; what is open may."""
    backs = {component.id: component.back for component in game(source).components}
    shared = {back for back, times in Counter(backs.values()).items() if back and times > 1}
    for thing in every(objects(made)):
        assert thing["Description"] == "" and not thing["LuaScript"] and not thing["XmlUI"]
        if thing["Name"] in ("DeckCustom", "Card") or backs.get(thing["GMNotes"]) in shared:
            assert thing["HideWhenFaceDown"] is True, thing["Nickname"]


def test_dice_show_what_the_referee_rolls(tmp_path: Path, coarse: Path) -> None:
    whims = game("whims")
    _, rules = refereed(whims)
    faces = read_faces(ComponentSet(whims), read_setup(rules.options, whims.players, 3, {}))
    made = make("whims", "tts", tmp_path, coarse, only=("dice", "aids"), players=3)
    dice = [thing for thing in objects(made) if thing["Name"] == "Die_10"]
    owners = {f"whims/die/{row['player']}": row["colour"] for row in whims.tables["players"].rows}
    assert Counter(die["GMNotes"] for die in dice) == bill("whims", 3) & Counter(dict.fromkeys(owners, 99))
    places = [(die["Transform"]["posX"], die["Transform"]["posZ"]) for die in dice]
    assert all(math.dist(one, other) > 1.1 for at, one in enumerate(places) for other in places[at + 1 :])
    assert "where nobody else sees them" in made.readme
    for die in dice:
        assert sorted(int(side["Value"]) for side in die["RotationValues"]) == sorted(faces)
        shade = "".join(f"{round(die['ColorDiffuse'][key] * 255):02x}" for key in "rgb")
        assert f"#{shade}" == owners[die["GMNotes"]] and die["Hands"] is True
        assert {die["Transform"][f"scale{axis}"] for axis in "XYZ"} == {round(28 / 25.4, 4)}


def test_banners_are_cubes_where_they_are_folded(tmp_path: Path, coarse: Path) -> None:
    made = make("war-of-whispers", "tts", tmp_path, coarse, only=("banners",), variants={"banners": "cubes"})
    cubes = objects(made)
    assert {thing["Name"] for thing in cubes} == {"BlockSquare"} and not made.left_out
    assert set(Counter(thing["GMNotes"] for thing in cubes).values()) == {20} and len(cubes) == 100
    assert {thing["Transform"]["scaleY"] for thing in cubes} == {round(8 / 25.4, 4)}
    assert len({tuple(thing["ColorDiffuse"].values()) for thing in cubes}) == 5


def test_boxes_to_fold_are_left_out_by_name(tmp_path: Path, coarse: Path) -> None:
    made = make("whistler", "tts", tmp_path, coarse, only=("aids", "tuckbox"), tuckbox=True)
    (left,) = made.record["left_out"]
    assert left["reason"].startswith("is a box to fold at home; the nearest thing there is a bag")
    assert left["name"] in made.readme


def test_a_die_that_no_table_has_is_left_out(tmp_path: Path, coarse: Path) -> None:
    table = tmp_path / "die.csv"
    table.write_text(
        (find("whims") / "die.csv").read_text(encoding="utf-8").replace("10,lower", "9,lower"), encoding="utf-8"
    )
    made = make("whims", "tts", tmp_path, coarse, only=("dice", "aids"), data={"die": table})
    assert sum(made.left_out.values()) == 18
    (reason,) = {entry["reason"] for entry in made.record["left_out"]}
    assert "sides 1, 7, 5, 3, 9, 8, 2, 9, 4, 6" in reason and "count from 1" in reason


@pytest.mark.parametrize("sides", [4, 6, 8, 10, 12, 20])
def test_rotations_bring_each_side_to_the_top(sides: int) -> None:
    """The directions that come up are those of the faces of one solid: all apart, the same distance to the nearest."""
    ups = [on_top(turn) for turn in read_presets(None).rotations[sides]]
    nearest = [max(sum(map(mul, one, other)) for other in ups if other is not one) for one in ups]
    assert len(ups) == sides and max(nearest) < 0.78 and max(nearest) - min(nearest) < 0.06
    assert all(abs(sum(up[axis] for up in ups)) < 0.3 for axis in range(3))


def on_top(turn: tuple[float, float, float]) -> tuple[float, float, float]:
    """Which way of the die points up; the table turns about z, then x, then y."""
    x, _, z = (math.radians(-angle) for angle in turn)
    up, away = math.cos(x), math.sin(x)
    return -up * math.sin(z), up * math.cos(z), away


def test_a_deck_and_its_cards_agree(tts: Made) -> None:
    decks = [thing for thing in objects(tts) if thing["Name"] == "DeckCustom"]
    assert [len(deck["DeckIDs"]) for deck in decks] == [54, 8]  # seed 000; an aid for each of eight players
    for deck in decks:
        cards = deck["ContainedObjects"]
        assert [card["CardID"] for card in cards] == deck["DeckIDs"]
        for card in cards:
            sheet = deck["CustomDeck"][str(card["CardID"] // 100)]
            assert card["CustomDeck"] == {str(card["CardID"] // 100): sheet}
            assert card["CardID"] % 100 < sheet["NumWidth"] * sheet["NumHeight"] - 1
            assert card["Name"] == "Card" and card["Hands"] and card["Nickname"]
        numbers = {card["GMNotes"]: card["CardID"] for card in cards}
        assert len(set(numbers.values())) == len(numbers)  # one place a kind of card, however many copies
        assert {"scaleX", "posX", "rotY"} <= deck["Transform"].keys()
        down = 180 if len(deck["DeckIDs"]) == 54 else 0  # aids are there to be read
        assert {thing["Transform"]["rotZ"] for thing in (deck, *cards)} == {down}


def test_a_deck_without_a_back_lies_face_up(tmp_path: Path, coarse: Path) -> None:
    made = make(backless(tmp_path / "deck"), "tts", tmp_path / "out", coarse)
    (deck,) = [thing for thing in objects(made) if thing["Name"] == "DeckCustom"]
    assert deck["Transform"]["rotZ"] == 0


@pytest.mark.slow
def test_the_place_of_a_number_shows_that_card(tts: Made, tgc: Made) -> None:
    deck = objects(tts)[0]
    (number, sheet), *_ = deck["CustomDeck"].items()
    picture = tts.picture(IMAGES + sheet["FaceURL"])
    wide, high = picture.width // sheet["NumWidth"], picture.height // sheet["NumHeight"]
    assert (picture.width, picture.height) == (wide * sheet["NumWidth"], high * sheet["NumHeight"])
    cells = {}
    for card in deck["ContainedObjects"]:
        row, column = divmod(card["CardID"] - 100 * int(number), sheet["NumWidth"])
        cells[card["GMNotes"]] = picture.crop((column * wide, row * high, (column + 1) * wide, (row + 1) * high))
    for entry in tgc.record["components"]:
        if entry["id"] in cells:
            shop = tgc.picture(entry["fronts"][0]).crop((38, 38, 787, 1087)).resize((30, 42))
            difference = ImageChops.difference(shop, cells[entry["id"]].resize((30, 42))).convert("L")
            assert sum(difference.get_flattened_data()) / 1260 < 6, entry["id"]
    assert len(cells) == 49


def test_pictures_are_what_a_table_can_show(tts: Made) -> None:
    used = set(addresses(saved(tts)))
    names = {name.removeprefix(IMAGES) for name in tts.names(IMAGES)}
    assert used == names
    for name in names:
        picture = tts.picture(IMAGES + name)
        assert picture.mode == "RGB" and max(picture.size) <= 4096
        with tts.zip() as archive:
            digest = hashlib.sha256(archive.read(IMAGES + name)).hexdigest()
        assert name.endswith(f"-{digest[:12]}.png")


def test_the_last_place_of_a_sheet_hides_a_hand(tts: Made) -> None:
    sheet = objects(tts)[0]["CustomDeck"]["1"]
    picture, back = (tts.picture(IMAGES + sheet[key]) for key in ("FaceURL", "BackURL"))
    wide, high = picture.width // sheet["NumWidth"], picture.height // sheet["NumHeight"]
    last = picture.crop((picture.width - wide, picture.height - high, picture.width, picture.height))
    small = ImageChops.difference(last.resize((30, 42)), back.resize((30, 42))).convert("L")
    assert sum(small.get_flattened_data()) / 1260 < 6 and sheet["BackIsHidden"] is True and sheet["UniqueBack"] is False


def test_things_are_to_scale_and_lie_apart(tts: Made) -> None:
    sizes = {component.id: component.trim.size for component in game("whispers").components}
    boxes = []
    for thing in objects(tts):
        place, notes = thing["Transform"], thing["GMNotes"]
        size = sizes[notes] if notes else sizes[thing["ContainedObjects"][0]["GMNotes"]]
        if thing["Name"].startswith("Custom_Tile"):  # two inches a side at scale 1
            assert (place["scaleX"] * 50.8, place["scaleZ"] * 50.8) == pytest.approx(
                (size.width, size.height), abs=0.01
            )
            assert thing["CustomImage"]["CustomTile"] == {
                "Type": 2,
                "Thickness": 0.08,
                "Stackable": True,
                "Stretch": True,
            }
        else:  # 80 mm high at scale 1, as wide as the picture makes it
            assert place["scaleX"] == place["scaleZ"] == pytest.approx(size.height / 80, abs=0.0001)
        wide, high = size.width / 25.4, size.height / 25.4
        boxes.append(
            (place["posX"] - wide / 2, place["posX"] + wide / 2, place["posZ"] - high / 2, place["posZ"] + high / 2)
        )
    for at, one in enumerate(boxes):
        for other in boxes[at + 1 :]:
            assert one[1] < other[0] or other[1] < one[0] or one[3] < other[2] or other[3] < one[2]


def test_tokens_stack_and_have_two_sides(tts: Made) -> None:
    tiles = {thing["GMNotes"]: thing for thing in objects(tts) if thing["GMNotes"]}
    one, many = tiles["whispers/button"], tiles["whispers/chip/1"]
    assert (one["Name"], "Number" in one) == ("Custom_Tile", False)
    assert (many["Name"], many["Number"]) == ("Custom_Tile_Stack", 80)
    image = many["CustomImage"]
    assert image["ImageURL"] and image["ImageSecondaryURL"]
    picture = tts.picture(IMAGES + image["ImageURL"])
    assert picture.width == picture.height >= 256


@pytest.mark.slow
def test_what_lies_on_its_face_tells_nobody_what_it_is(out: Path) -> None:
    made = make("war-of-whispers", "tts", out / "secret", only=("cards", "tokens"))
    by_id = {thing["GMNotes"]: thing["HideWhenFaceDown"] for thing in every(objects(made))}
    hidden = {name.split("/")[1] for name, secret in by_id.items() if secret and name}
    assert "loyalty" in hidden and "card" in {name.partition("-")[0] for name in hidden}
    assert not {name for name, secret in by_id.items() if secret and "/agent/" in name}
    assert all(thing["HideWhenFaceDown"] for thing in objects(made) if thing["Name"] == "DeckCustom")


def test_identifiers_are_six_digits_and_all_different(tts: Made) -> None:
    names = [thing["GUID"] for thing in every(objects(tts))]
    assert len(set(names)) == len(names) and all(len(name) == 6 and int(name, 16) >= 0 for name in names)


def test_the_file_has_the_fields_of_a_save(tts: Made) -> None:
    document = saved(tts)
    expected = {
        "SaveName", "GameMode", "Gravity", "PlayArea", "Date", "Table", "Sky", "Note", "Rules", "PlayerTurn",
        "LuaScript", "LuaScriptState", "XmlUI", "TabStates", "ObjectStates",
    }  # fmt: skip
    assert set(document) == expected and document["SaveName"] == "Whispers"
    fields = {
        "GUID", "Name", "Transform", "Nickname", "Description", "ColorDiffuse", "Locked", "Grid", "Snap", "Autoraise",
        "Sticky", "Tooltip", "HideWhenFaceDown", "Hands",
    }  # fmt: skip
    assert all(fields <= thing.keys() for thing in every(document["ObjectStates"]))


def test_pictures_on_the_web(out: Path) -> None:
    made = make("whistler", "tts", out / "web", base_url="https://example.org/whistler", only=("aids",))
    found = set(addresses(saved(made)))
    assert {address.rsplit("/", 1)[0] for address in found} == {"https://example.org/whistler"}
    assert {address.rsplit("/", 1)[1] for address in found} == {
        name.removeprefix(IMAGES) for name in made.names(IMAGES)
    }
    assert "https://example.org/whistler/" in made.readme
    for wrong in ("example.org", "ftp://example.org/", "https://", "https://e.org/\x1b[2J"):
        with pytest.raises(UsageError, match="base-url"):
            make("whistler", "tts", out / "web", base_url=wrong)


def test_a_rulebook_that_is_there_comes_along(out: Path) -> None:
    rules = out / "book" / "whistler" / "whistler-rules.pdf"
    rules.parent.mkdir(parents=True)
    rules.write_bytes(b"%PDF-1.7 a book")
    made = make("whistler", "tts", out / "book", only=("aids",))
    (book,) = (thing for thing in objects(made) if thing["Name"] == "Custom_PDF")
    with made.zip() as archive:
        assert archive.read(PDFS + book["CustomPDF"]["PDFUrl"]) == b"%PDF-1.7 a book"


def test_a_single_card_is_no_deck(out: Path, homemade: Path) -> None:
    table = homemade / "cards.csv"
    lines = table.read_text(encoding="utf-8").splitlines()
    columns = lines[0].split(",")
    one = lines[1].split(",")
    if "count" in columns:
        one[columns.index("count")] = "1"
    single = homemade.parent / "one.csv"
    single.write_text(f"{lines[0]}\n{','.join(one)}\n", encoding="utf-8")
    made = make(str(homemade), "tts", out / "single", data={"cards": single}, only=("cards",))
    (card,) = objects(made)
    assert card["Name"] == "Card" and card["CustomDeck"][str(card["CardID"] // 100)]["NumWidth"] == 2


@given(st.integers(1, 69), st.floats(20, 150), st.floats(20, 150))
def test_a_grid_holds_the_cards_and_stays_within_the_picture(count: int, width: float, height: float) -> None:
    grid = grid_for(count, Size(width, height), TABLE)
    assert count < grid.columns * grid.rows and grid.columns <= 10 and grid.rows <= 7
    wide, high = (round(length / 25.4 * grid.dpi) for length in (width, height))
    assert max(grid.columns * wide, grid.rows * high) <= 4096 and 30 <= grid.dpi <= TABLE.dpi
    # No other grid would show the cards larger by more than rounding.
    for columns in range(1, 11):
        rows = math.ceil((count + 1) / columns)
        if rows <= 7:
            best = min(TABLE.dpi, 4096 * 25.4 / columns / width, 4096 * 25.4 / rows / height)
            assert grid.dpi > best - 2


@given(st.integers(1, 300))
def test_a_sheet_holds_at_most_69_cards(count: int) -> None:
    pieces = list(range(count))
    parts = [list(part) for part in chunks(pieces, TABLE)]  # type: ignore[arg-type]
    assert [piece for part in parts for piece in part] == pieces and max(map(len, parts)) <= 69
    small = [len(part) for part in chunks(pieces, replace(TABLE, columns=3, rows=2))]  # type: ignore[arg-type]
    assert max(small) <= 5 and sum(small) == count
