"""Hexagons, and discs cut as hexagons or squares: drawn, placed, cut and read back as what they are."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from ezdxf.entities import Polyline
from ezdxf.filemanagement import readfile

from pnp.geometry import HEXAGON, ROUND, Box, Size, Trim
from pnp.imposition.plan import Item, Placement

Command = Callable[..., CompletedProcess[str]]

DECK = """
format = "pnp-game/1"
name = "hexes"
title = "Hexes"
version = "1.0"
players = [2, 4]
credits = "Nobody"

[variants]
discs = ["round", "hex", "square"]

[tables]
tiles = "tiles.csv"

[[components]]
part = "tile"
kind = "token"
id = "tile/{n}"
name = "Tile {n}"
hexagon = "45mm"
table = "tiles"
count = 2

[[components]]
part = "coin"
kind = "chip"
id = "coin/{n}"
name = "Coin {n}"
diameter = "25mm"
back = "self"
table = "tiles"
count = 6
"""


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    folder = tmp_path / "hexes"
    folder.mkdir()
    (folder / "deck.toml").write_text(DECK, encoding="utf-8")
    (folder / "tiles.csv").write_text("n,colour\n1,#aa2222\n2,#22aa22\n3,#2222aa\n", encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("variant", "shape", "size"),
    [("round", "round", [25, 25]), ("hex", "hexagon", [28.8675, 25]), ("square", "rectangle", [25, 25])],
)
@pytest.mark.parametrize("sides", ["duplex-long", "gutterfold"])
def test_a_box_of_hexagons_passes_preflight(
    pnp_here: Command, deck: Path, tmp_path: Path, variant: str, shape: str, size: list[float], sides: str
) -> None:
    out = tmp_path / "out"
    told = pnp_here(
        "build", str(deck), "--out", str(out), "--variant", f"discs={variant}", "--sides", sides, "--stamp", "--json"
    )
    assert told.returncode == 0, told.stderr
    manifest = json.loads(told.stdout)
    assert not [finding for finding in manifest["findings"] if finding["severity"] != "note"]
    shapes = {entry["id"].split("/")[1]: (entry["shape"], entry["trim_mm"]) for entry in manifest["components"]}
    assert shapes == {"tile": ("hexagon", [51.9615, 45]), "coin": (shape, size)}
    assert pnp_here("preflight", str(out / "hexes")).returncode == 0


def test_a_moved_hexagon_is_found(pnp_here: Command, deck: Path, tmp_path: Path) -> None:
    assert pnp_here("build", str(deck), "--out", str(tmp_path / "out"), "--separate").returncode == 0
    file = tmp_path / "out" / "hexes" / "manifest.json"
    manifest = json.loads(file.read_text(encoding="utf-8"))
    moved = next(entry for entry in manifest["placements"] if "tile" in entry["component"])
    moved["cx_mm"] += 2
    file.write_text(json.dumps(manifest), encoding="utf-8")
    told = pnp_here("preflight", str(tmp_path / "out" / "hexes"))
    assert told.returncode == 1 and "piece-moved" in told.stdout + told.stderr


def test_the_bleed_of_a_hexagon_is_as_wide_along_every_side() -> None:
    trim = Trim(Size(30, 30), ROUND, 0, 2.0, 2.0).reshaped(HEXAGON)
    for rotation in (0.0, 90.0):
        item = Item("g/t", 1, trim, "g/t", None)
        outline = Placement(item, "front", 0, 0, rotation, trim.reach(2.0, rotation)).bleed_outline
        points = [(command[1], command[2]) for command in outline if command[0] != "Z"]
        for (x1, y1), (x2, y2) in zip(points, (*points[1:], points[0])):
            away = abs(x1 * y2 - x2 * y1) / math.dist((x1, y1), (x2, y2))
            assert away == pytest.approx(15 + 2)


def test_machines_cut_hexagons(pnp_here: Command, deck: Path, tmp_path: Path) -> None:
    told = pnp_here("export", str(deck), "--for", "silhouette", "--variant", "discs=hex", "--out", str(tmp_path))
    assert told.returncode == 0, told.stderr
    found = set()
    for file in tmp_path.rglob("*.dxf"):
        for line in readfile(file).modelspace().query("POLYLINE"):
            assert isinstance(line, Polyline)
            points = [(vertex.dxf.location.x, vertex.dxf.location.y) for vertex in line.vertices]
            sides = {round(math.dist(*ends), 2) for ends in zip(points, (*points[1:], points[0])) if ends[0] != ends[1]}
            box = Box.over(points)
            found.add((*sides, round(min(box.width, box.height), 2)))
    # A regular hexagon has one length of side: its distance from side to side over the root of three.
    assert {(25.98, 45.0), (14.43, 25.0)} == found


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('hexagon = "45mm"\ndiameter = "3mm"', "has both 'diameter' and 'hexagon'"),
        ('hexagon = "45mm"\ncorner = "2mm"', "the corners of a hexagon are not rounded"),
        ('hexagon = "45mm"\noutline = "drawn"', "such a piece is a hexagon"),
        ('hexagon = "45"', "is no diameter"),
    ],
)
def test_mistakes_are_told(pnp_here: Command, deck: Path, line: str, said: str) -> None:
    text = DECK.replace('hexagon = "45mm"', line)
    (deck / "deck.toml").write_text(text, encoding="utf-8")
    told = pnp_here("show", str(deck))
    assert told.returncode == 1 and said in told.stderr


def test_discs_are_only_what_discs_can_be(pnp_here: Command, deck: Path) -> None:
    (deck / "deck.toml").write_text(DECK.replace('"square"]', '"octagon"]'), encoding="utf-8")
    told = pnp_here("show", str(deck))
    assert told.returncode == 1 and "discs can be" in told.stderr
