"""Exports that several tests open, and how a shop or a table would open them."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from runpy import run_path
from typing import Any
from zipfile import ZipFile

from PIL import Image

from pnp.build.job import nothing_to_tell
from pnp.build.options import BuildOptions
from pnp.catalog import find
from pnp.definition.load import load_game
from pnp.definition.model import Game
from pnp.export.export import export
from pnp.export.order import CutOptions
from pnp.geometry import Size, Trim

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


@dataclass(frozen=True)
class Made:
    """What an export wrote, read back from the disk."""

    folder: Path
    record: dict[str, Any]

    def zip(self) -> ZipFile:
        (path,) = self.folder.glob("*.zip")
        return ZipFile(path)

    def picture(self, path: str) -> Image.Image:
        with self.zip() as archive:
            picture = Image.open(BytesIO(archive.read(path)), formats=("PNG",))
            picture.load()
        return picture

    def names(self, folder: str = "", ending: str = ".png") -> list[str]:
        with self.zip() as archive:
            return [name for name in archive.namelist() if name.startswith(folder) and name.endswith(ending)]

    @property
    def readme(self) -> str:
        return (self.folder / "README.txt").read_text(encoding="utf-8")

    @property
    def counts(self) -> Counter[str]:
        return Counter({entry["id"]: entry["count"] for entry in self.record["components"]})

    @property
    def left_out(self) -> Counter[str]:
        return Counter({entry["id"]: entry["count"] for entry in self.record["left_out"]})


def make(
    source: str, target: str, out: Path, presets: Path | None = None, base_url: str = "",
    cutting: CutOptions = CutOptions(), icc: Path | None = None, **options: Any,  # noqa: B008
) -> Made:  # fmt: skip
    written = export(source, target, BuildOptions(**options), out, nothing_to_tell, presets, base_url, cutting, icc)
    record = json.loads((written.folder / "export.json").read_text(encoding="utf-8"))
    assert record == written.record
    return Made(written.folder, record)


BACKLESS = """\
format = "pnp-game/1"
name = "backless"
title = "Backless"
version = "1"
players = [2, 2]
summary = "Aids without a back."
credits = "Drawn by us."
[[components]]
part = "aid"
kind = "aid"
id = "aid"
name = "Aid"
size = "poker"
each = 1
"""


def backless(folder: Path) -> str:
    """A deck of one aid a player, with nothing on its back."""
    folder.mkdir()
    (folder / "deck.toml").write_text(BACKLESS, encoding="utf-8")
    return str(folder)


def press_profile() -> bytes:
    """A small CMYK output profile, made up; the program that alters inputs brings it."""
    return bytes(run_path(str(BENCHMARKS / "mutation" / "presses.py"))["profile"]())


def game(source: str) -> Game:
    return load_game(find(source))


def trims(made: Made) -> dict[str, Trim]:
    """Of every piece, tiles among them."""
    windows = {entry["id"]: entry["tile"]["window_mm"] for entry in made.record["components"] if "tile" in entry}
    sizes = {name: Size(right - left, bottom - top) for name, (left, top, right, bottom) in windows.items()}
    whole = {component.id: component.trim for component in game(made.record["game"]).components}
    return {**whole, **{name: Trim(size) for name, size in sizes.items()}}


def whole(counts: Counter[str]) -> Counter[str]:
    """The same with the tiles of a piece, all of which must be there as often, counted as the piece."""
    tiles: dict[str, set[int]] = {}
    for name, count in counts.items():
        tiles.setdefault(name.partition("/tile-")[0], set()).add(count)
    assert all(len(each) == 1 for each in tiles.values())
    return Counter({name: count for name, (count,) in tiles.items()})


def bill(source: str, players: int | None = None) -> Counter[str]:
    """What is in the box, pieces that nobody needs left out."""
    return Counter({name: count for name, count in game(source).bill_of_materials(players).items() if count})
