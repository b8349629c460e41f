"""The deck of outlines, read back: pixels of its sheets, lines of machines, pictures of tables, faults found."""

from __future__ import annotations

import json
import math
import shutil
from collections.abc import Callable, Iterator
from functools import cache
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from subprocess import CompletedProcess
from zipfile import ZipFile

import pypdfium2
import pytest
from PIL import Image
from svgelements import SVG
from svgelements import Path as SvgPath

from pnp.build.build import build
from pnp.build.options import BuildOptions
from pnp.decks.bleeds import Frame
from pnp.geometry import Size, Trim, winding
from pnp.geometry.path_text import path_commands
from pnp.geometry.paths import around, flattened
from pnp.geometry.shaped import shaped
from pnp.workers import Workers

Command = Callable[..., CompletedProcess[str]]
Point = tuple[float, float]
DECK = Path(__file__).parents[2] / "docs" / "tiles-deck"
DPI = 300
PALE = 245
BLEEDS = {"shield": 1.5, "pennant": 1.5}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("march")
    with Workers(1) as workers:
        build(str(DECK), BuildOptions(marks="none"), out, workers, lambda step, what: None, True)
    return out / "march"


def manifest_of(folder: Path) -> dict[str, list[dict[str, object]]]:
    found: dict[str, list[dict[str, object]]] = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    return found


def outlines(folder: Path) -> Iterator[tuple[dict[str, object], str, list[Point]]]:
    """Every placement of a piece along a path, its part, and its edge on the page as another program reads the path."""
    manifest = manifest_of(folder)
    fronts = {str(entry["id"]): entry for entry in manifest["components"] if entry["shape"] == "path"}
    backs = {str(entry["id"]): entry for entry in manifest["backs"]}
    for place in manifest["placements"]:
        if entry := fronts.get(str(place["component"])):
            shown = backs[str(entry["back"])] if place["side"] == "back" else entry
            width, height = shown["trim_mm"]  # type: ignore[misc]
            angle = math.radians(float(str(place["rotation"])))
            edge = []
            for x, y in ((x - width / 2, y - height / 2) for x, y in points_of(str(shown["path"]))):
                u, v = x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)
                edge.append((u + float(str(place["cx_mm"])), v + float(str(place["cy_mm"]))))
            yield place, str(entry["id"]).split("/")[1], edge


@cache
def points_of(path: str) -> list[Point]:
    """Points all along a path, as another program reads it."""
    read = SvgPath(path)
    return [(point.x, point.y) for point in (read.point(at / 480) for at in range(480))]


def pages_of(file: Path) -> list[Image.Image]:
    document = pypdfium2.PdfDocument(file)
    return [page.render(scale=DPI / 72).to_pil().convert("L") for page in document]


@pytest.mark.slow
def test_print_goes_past_the_cut_by_its_bleed_all_around_and_no_further(built: Path) -> None:
    shown = {str(place["file"]) for place, *_ in outlines(built)}
    pages = {file: pages_of(built / file) for file in shown}
    checked = 0
    for place, part, edge in outlines(built):
        file, bleed = str(place["file"]), BLEEDS[part]
        picture = pages[file][int(str(place["page"])) - 1]
        turn = math.copysign(1, sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(edge, (*edge[1:], edge[0]))))
        for at, (x, y) in list(enumerate(edge))[::6]:
            (x1, y1), (x2, y2) = edge[at - 1], edge[(at + 1) % len(edge)]
            length = math.dist((x1, y1), (x2, y2))
            out = turn * (y2 - y1) / length, -turn * (x2 - x1) / length
            for share in (-0.3, 0.5, bleed - 0.15):
                inked = picture.getpixel(
                    (round((x + share * out[0]) / 25.4 * DPI), round((y + share * out[1]) / 25.4 * DPI))
                )
                assert int(inked) < PALE, (place, x, y, share)  # type: ignore[arg-type]
            far = x + (bleed + 0.2) * out[0], y + (bleed + 0.2) * out[1]
            if min(math.dist(far, other) for other in edge[::4]) > bleed + 0.15:  # not in a bay
                white = picture.getpixel((round(far[0] / 25.4 * DPI), round(far[1] / 25.4 * DPI)))
                assert int(white) >= PALE, (place, x, y)  # type: ignore[arg-type]
                checked += 1
    assert checked > 1_200


def test_backs_are_behind_their_fronts_seen_through_the_paper(built: Path) -> None:
    (file,) = {str(place["file"]) for place, *_ in outlines(built)}
    front, back = pages_of(built / file)
    behind = back.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    edge = round(9 / 25.4 * DPI)  # beside the lines of small print
    box = (edge, edge, front.width - edge, front.height - round(20 / 25.4 * DPI))
    one, other = (page.crop(box).point(lambda value: 255 * (value < PALE)) for page in (front, behind))
    differing = sum(a != b for a, b in zip(one.tobytes(), other.tobytes()))
    inked = sum(value > 0 for value in one.tobytes())
    assert inked > 500_000 and differing < 0.004 * inked


def test_other_shapes_are_told_as_ever(built: Path) -> None:
    manifest = manifest_of(built)
    shapes = {
        str(entry["id"]).split("/")[1]: (entry["shape"], entry["trim_mm"], "path" in entry)
        for entry in manifest["components"]
    }
    assert shapes == {
        "land": ("hexagon", [40, 46.188], False), "order": ("rounded", [60, 36], False),
        "shield": ("path", [24, 30], True), "pennant": ("path", [36, 16], True),
    }  # fmt: skip
    assert all(entry["kind"] == "tile" for entry in manifest["components"] if str(entry["id"]).startswith("march/land"))


@pytest.mark.parametrize("sides", ["duplex-short", "gutterfold"])
@pytest.mark.sample(2)
def test_every_way_to_print_both_sides_passes_preflight(pnp_here: Command, tmp_path: Path, sides: str) -> None:
    told = pnp_here("build", str(DECK), "--out", str(tmp_path), "--sides", sides, "--stamp", "--ink", "saver", "--json")
    assert told.returncode == 0, told.stderr
    assert {finding["severity"] for finding in json.loads(told.stdout)["findings"]} <= {"note"}


@pytest.mark.slow
def test_nested_hexagons_pass_preflight(pnp_here: Command, tmp_path: Path) -> None:
    deck = tmp_path / "deck"
    shutil.copytree(DECK, deck)
    for count, bleed in ((22, ()), (33, ("--bleed", "0mm"))):
        row = f"land,colour,shade,icon,yield,count\nWood,#4d7a4a,#3f683f,tree,3,{count}\n"
        (deck / "lands.csv").write_text(row, encoding="utf-8")
        told = pnp_here("build", str(deck), "--out", str(tmp_path), "--separate", "--stamp", "--json", *bleed)
        assert told.returncode == 0, told.stderr
        lands = [place for place in json.loads(told.stdout)["placements"] if "land/" in place["component"]]
        heights = sorted({round(place["cy_mm"], 2) for place in lands if place["side"] == "front"})
        assert {place["page"] for place in lands} == {1, 2}
        assert all(later - early < 0.9 * 46.188 for early, later in pairwise(heights))  # each row between two others


def test_a_shield_in_another_one_is_found(pnp_here: Command, tmp_path: Path, built: Path) -> None:
    shutil.copytree(built, tmp_path / "march")
    file = tmp_path / "march" / "manifest.json"
    manifest = json.loads(file.read_text(encoding="utf-8"))
    for entry in (*manifest["components"], *manifest["backs"]):
        if "shield" in entry["id"]:
            entry |= {"shape": "path", "path": "M0 0 H60 V30 H0 Z", "trim_mm": [60, 30]}
    file.write_text(json.dumps(manifest), encoding="utf-8")
    told = pnp_here("preflight", str(tmp_path / "march"))
    assert told.returncode == 1 and "piece-overlaps" in told.stdout + told.stderr


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("M0 0 L9 9", "is not closed"), ("M0 0 L24 30 H0 L24 0 Z", "meets itself"),
        ("M0 0 " + "h1 " * 900 + "Z", "has over 500 parts"), ("x", "begins with M"),
    ],
)  # fmt: skip
def test_a_manifest_with_such_a_path_is_refused(
    pnp_here: Command, tmp_path: Path, built: Path, path: str, said: str
) -> None:  # fmt: skip
    shutil.copytree(built, tmp_path / "march")
    file = tmp_path / "march" / "manifest.json"
    manifest = json.loads(file.read_text(encoding="utf-8"))
    next(entry for entry in manifest["components"] if "shield" in entry["id"])["path"] = path
    file.write_text(json.dumps(manifest), encoding="utf-8")
    told = pnp_here("preflight", str(tmp_path / "march"))
    assert told.returncode == 1 and said in told.stdout + told.stderr


def distance(point: Point, line: list[Point]) -> float:
    (x, y), found = point, math.inf
    for (x1, y1), (x2, y2) in zip(line, (*line[1:], line[0])):
        across, down = x2 - x1, y2 - y1
        whole = across**2 + down**2 or 1.0
        share = max(0.0, min(1.0, ((x - x1) * across + (y - y1) * down) / whole))
        found = min(found, math.hypot(x - x1 - share * across, y - y1 - share * down))
    return found


def test_machines_cut_within_a_twentieth_of_a_millimetre(pnp_here: Command, tmp_path: Path) -> None:
    told = pnp_here("export", str(DECK), "--for", "svg", "--only", "token", "--out", str(tmp_path))
    assert told.returncode == 0, told.stderr
    shield = SvgPath("M0 3 Q6 3 12 0 Q18 3 24 3 V14 C24 22 19 27 12 30 C5 27 0 22 0 14 Z")
    edge = [(point.x, point.y) for point in (shield.point(at / 400) for at in range(400))]
    cut = 0
    for file in tmp_path.rglob("*24x30mm*.svg"):
        for line in SVG.parse(file, ppi=25.4).select(lambda element: isinstance(element, SvgPath)):
            cut += 1
            if cut % 6:
                continue
            points = [line.point(at / 400) for at in range(400)]
            left, top = min(point.x for point in points), min(point.y for point in points)
            own = [(point.x - left, point.y - top) for point in points]
            if max(x for x, _ in own) > 25:  # it lies on its side
                own = [(24 - y, x) for x, y in own] if own[0][1] > 12 else [(y, 30 - x) for x, y in own]
            assert max(distance(point, edge) for point in own[::3]) < 0.05
            assert max(distance(point, own) for point in edge[::3]) < 0.05
    assert cut == 12


def test_pictures_for_tables_end_at_the_outline(pnp_here: Command, tmp_path: Path) -> None:
    told = pnp_here("export", str(DECK), "--for", "screentop", "--out", str(tmp_path))
    assert told.returncode == 0, told.stderr
    (archive,) = tmp_path.rglob("*.zip")
    with ZipFile(archive) as held:
        name = next(name for name in held.namelist() if "pennant-back" in name)
        with Image.open(BytesIO(held.read(name))) as picture:
            alpha = picture.getchannel("A")
    wide, high = alpha.size
    seen = {(x, y): alpha.getpixel((int(x * wide), int(y * high))) for x in (0.05, 0.95) for y in (0.05, 0.5, 0.95)}
    assert {place: value for place, value in seen.items() if value == 0} == {(0.05, 0.5): 0}  # the notch, mirrored
    assert set(seen.values()) == {0, 255}


SHIELD = "M0 4 Q9 4 18 0 Q27 4 36 4 V22 C36 34 28 41 18 46 C8 41 0 34 0 22 Z"


@pytest.mark.parametrize(
    ("path", "reaches"),
    [
        (SHIELD, (-3, -3, 39, 49)),  # 2 mm of bleed, and one in which no outline is seen
        ("M0 22 H36 C36 34 28 41 18 46 C8 41 0 34 0 22 Z", (-3, 22, 39, 49)),
        ("M18 10 L36 4 V22 C36 34 28 41 18 46 Z", (18, 4, 39, 49)),
        ("M0 10 H36 V20 H0 Z", (-3, 10, 39, 20)),
        ("M10 -5 H14 V60 H10 Z", (10, -5, 14, 60)),
        ("M10 15 H14 V20 H10 Z", (10, 15, 14, 20)),
    ],
)
def test_what_follows_the_cut_reaches_into_the_bleed(path: str, reaches: tuple[float, ...]) -> None:
    size = Size(36, 46)
    trim = Trim(size, shaped(path_commands(SHIELD), size), 0, 2, 2)
    drawn = path_commands(path)
    found = Frame({}, {}, trim.box, trim.box, trim.bleed_box, {}, trim.edge).stretched(drawn)
    box = around(found)
    assert (box.left, box.top, box.right, box.bottom) == pytest.approx(reaches, abs=0.7)
    before, after = list(flattened(drawn, 0.01)), list(flattened(found, 0.01))
    for x in range(1, 36):
        for y in range(1, 46):  # inside of the cut nothing changes
            if trim.beyond(x - 18 + 0.13, y - 23 + 0.17) < -0.2:
                inside = [sum(winding(loop, x + 0.13, y + 0.17) for loop in loops) != 0 for loops in (before, after)]
                assert inside[0] == inside[1]
