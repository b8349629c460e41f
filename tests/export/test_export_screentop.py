"""What is to be entered in Screentop: tables and pictures, put together again as its editor would."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from io import StringIO
from pathlib import Path

import pytest
from exported import Made, bill, game, make
from PIL import Image, ImageChops

from pnp.export.presets import read_presets

SCREEN = read_presets(None).screentop


@pytest.fixture
def coarse(tmp_path: Path) -> Path:
    path = tmp_path / "coarse.toml"
    path.write_text("[screentop]\ndpi = 30\n", encoding="utf-8")
    return path


def table(made: Made, name: str) -> list[dict[str, str]]:
    with made.zip() as archive:
        return list(csv.DictReader(StringIO(archive.read(name).decode())))


def cell(made: Made, line: dict[str, str], side: str = "") -> Image.Image:
    """The cell that a line of variants.csv names, cut out of its picture."""
    before = f"{side} " if side else ""
    picture = made.picture(f"assets/{line[side or 'front']}")
    columns, rows, place = (int(line[f"{before}{key}"]) for key in ("columns", "rows", "cell"))
    wide, high = picture.width // columns, picture.height // rows
    row, column = divmod(place - 1, columns)
    assert (wide * columns, high * rows) == picture.size and row < rows
    return picture.crop((column * wide, row * high, (column + 1) * wide, (row + 1) * high))


def counted(made: Made) -> Counter[str]:
    """The objects of each piece, told by the place of its front."""
    places = {entry["fronts"][0]: entry["id"] for entry in made.record["components"]}
    counts: Counter[str] = Counter()
    for line in table(made, "variants.csv"):
        counts[places[f"assets/{line['front']}#{line['cell']}"]] += int(line["objects"])
    return counts


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "players"),
    [("war-of-whispers", 3), ("whispers", 3), ("whistler", None), ("wibbell", None), ("whims", None)],
)
@pytest.mark.sample(6)
def test_the_tables_hold_what_is_in_the_box(tmp_path: Path, coarse: Path, name: str, players: int | None) -> None:
    made = make(name, "screentop", tmp_path, coarse, players=players)
    assert not made.left_out and "every piece of the game is in it" in made.readme
    assert counted(made) == made.counts == bill(name, players)
    check_tables(made, name, 30)


def test_a_deck_of_ones_own(tmp_path: Path, coarse: Path, homemade: Path) -> None:
    made = make(str(homemade), "screentop", tmp_path, coarse)
    assert counted(made) == bill(str(homemade))
    check_tables(made, str(homemade), 30)


def check_tables(made: Made, source: str, dpi: int) -> None:
    components = {line["component"]: line for line in table(made, "components.csv")}
    variants = table(made, "variants.csv")
    sizes = {component.id: component.trim.size for component in game(source).components}
    places = {entry["fronts"][0]: entry["id"] for entry in made.record["components"]}
    assert {line["component"] for line in variants} == set(components)
    for name, component in components.items():
        own = [line for line in variants if line["component"] == name]
        assert [int(line["variant"]) for line in own] == list(range(1, int(component["variants"]) + 1))
        assert component["kind"] == ("Die" if component["sides"] else "Tile")
        if component["kind"] == "Tile":
            size = sizes[places[f"assets/{own[0]['front']}#{own[0]['cell']}"]]
            if "cube" not in name:
                pixels = (size.width / 25.4 * dpi, size.height / 25.4 * dpi)
                assert (int(component["width"]), int(component["height"])) == pytest.approx(pixels, abs=0.51)
    used = {line[side] for line in variants for side in ("front", "back") if line[side]}
    assert {f"assets/{name}" for name in used} == set(made.names("assets/"))
    for name in used:
        (grid,) = re.findall(r"-(\d+)x(\d+)\.png$", name)
        assert max(made.picture(f"assets/{name}").size) <= SCREEN.pixels
        lines = [line for line in variants if line["front"] == name]
        assert all((line["columns"], line["rows"]) == grid for line in lines)


@pytest.mark.slow
def test_a_cell_shows_the_face_that_is_printed(tmp_path: Path, tgc: Made) -> None:
    presets = tmp_path / "small.toml"
    presets.write_text("[screentop]\ndpi = 60\npixels = 2000\n", encoding="utf-8")
    made = make("whispers", "screentop", tmp_path, presets, only=("cards",))
    shop = {entry["name"]: entry for entry in tgc.record["components"]}
    for line in table(made, "variants.csv")[::6]:
        for side, other in (("", "fronts"), ("back", "backs")):
            seen = cell(made, line, side)
            assert seen.mode == "RGBA" and seen.getpixel((0, 0))[3] == 0  # type: ignore[index]
            flat = Image.new("RGB", seen.size, "white")
            flat.paste(seen, (0, 0), seen)
            theirs = tgc.picture(shop[line["name"]][other][0]).crop((38, 38, 787, 1087)).resize((30, 42))
            difference = ImageChops.difference(flat.resize((30, 42)), theirs).convert("L")
            assert sum(difference.get_flattened_data()) / 1260 < 6, line["name"]


@pytest.mark.slow
def test_what_does_not_fit_a_picture_goes_on_in_another(tmp_path: Path) -> None:
    presets = tmp_path / "small.toml"
    presets.write_text("[screentop]\ndpi = 60\npixels = 700\n", encoding="utf-8")
    made = make("whispers", "screentop", tmp_path, presets, only=("cards",))
    fronts = {line["front"] for line in table(made, "variants.csv")}
    assert len(fronts) > 1 and any("part2" in name for name in fronts)
    assert counted(made) == Counter({k: v for k, v in bill("whispers").items() if "/rank" in k or "/whisper" in k})
    assert all(max(made.picture(name).size) <= 700 for name in made.names("assets/"))


def test_a_die_has_a_cell_for_each_side(out: Path) -> None:
    made = make("whims", "screentop", out, only=("dice", "aids"), players=2)
    dice = [line for line in table(made, "components.csv") if line["kind"] == "Die"]
    assert [(die["sides"], die["width"]) for die in dice] == [("10", "165")] * 2  # 28 mm at 150 to the inch
    lines = {line["component"]: line for line in table(made, "variants.csv")}
    for die in dice:
        line = lines[die["component"]]
        assert int(line["columns"]) * int(line["rows"]) >= 10 and line["objects"] == "3" and line["cell"] == "1"
        faces = [cell(made, {**line, "cell": str(place)}).tobytes() for place in range(1, 11)]
        assert len(set(faces)) == 10
    colours = cell(made, lines["die-moon"]).convert("RGB").getpixel((2, 2))
    assert colours == (0x3A, 0x3F, 0x9E)


@pytest.mark.slow
def test_hidden_things_share_one_back(tmp_path: Path, coarse: Path) -> None:
    made = make(
        "war-of-whispers", "screentop", tmp_path, coarse, only=("tokens", "cards"), variants={"banners": "cubes"}
    )
    lines = table(made, "variants.csv")
    loyalty = [line for line in lines if line["component"] == "loyalty"]
    assert len(loyalty) == 5 and len({(line["back"], line["back cell"]) for line in loyalty}) == 1
    bear = [line for line in lines if line["component"] == "cards-back-bear"]
    assert len({(line["back"], line["back cell"]) for line in bear}) == 1
    agents = [line for line in lines if line["component"] == "agent"]
    assert all((line["front"], line["cell"]) == (line["back"], line["back cell"]) for line in agents)
    assert "view policy" in made.readme and json.loads((made.folder / "export.json").read_text(encoding="utf-8"))
