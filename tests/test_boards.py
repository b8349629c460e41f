"""Boards larger than the paper: tiles that, laid together by their marks, give the board again; and smaller ones."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from PIL import Image, ImageChops

from pnp.build.build import Built, build
from pnp.build.options import BuildOptions
from pnp.preflight import check
from pnp.workers import Workers

GAME = """
format = "pnp-game/1"
name = "atlas"
title = "Atlas"
version = "1.0"
players = [2, 4]
[[components]]
part = "board"
kind = "board"
id = "board"
name = "A board of many words, printed to be laid on a table"
size = "410x269mm"
count = 1
[components.values]
text = "North, east, south and west; *rivers*, hills, **forests** and towns, roads between them and the sea around."
[[components]]
part = "flag"
kind = "banner"
id = "flag"
name = "Flag"
size = "8x8mm"
back = "self"
each = 5
"""
DPI = 60


def built(tmp_path: Path, game: str = GAME, **options: Any) -> Built:
    (tmp_path / "game.toml").write_text(game, encoding="utf-8")
    with Workers(1) as workers:
        return build(str(tmp_path), BuildOptions(**options), tmp_path / "out", workers, lambda step, what: None, True)


def picture(path: Path, page: int) -> Image.Image:
    pdf = pypdfium2.PdfDocument(path)
    return pdf[page].render(scale=DPI / 72).to_pil().convert("RGB")


def pixels(millimetres: float) -> int:
    return round(millimetres / 25.4 * DPI)


@pytest.mark.parametrize(("paper", "count"), [("a4", 3), ("letter", 3), ("a5", 8)])
def test_tiles_joined_by_their_windows_give_the_board(tmp_path: Path, paper: str, count: int) -> None:
    manifest = built(tmp_path, paper=paper, only=("board",)).manifest
    folder = tmp_path / "out" / "atlas"
    joined = Image.new("RGB", (pixels(410), pixels(269)), "magenta")
    tiles = {entry["id"]: entry["tile"] for entry in manifest["components"]}
    assert len(tiles) == count
    for place in manifest["placements"]:
        window = tiles[place["component"]]["window_mm"]
        width, height = window[2] - window[0], window[3] - window[1]
        page = picture(folder / place["file"], place["page"] - 1)
        assert place["rotation"] == 0
        left, top = pixels(place["cx_mm"] - width / 2), pixels(place["cy_mm"] - height / 2)
        part = page.crop((left, top, left + pixels(width), top + pixels(height)))
        joined.paste(part, (pixels(window[0]), pixels(window[1])))
    whole = built(tmp_path, paper="a3", only=("board",)).manifest
    (place,) = whole["placements"]
    page = picture(folder / place["file"], 0)
    left, top = pixels(place["cx_mm"] - 205), pixels(place["cy_mm"] - 134.5)
    expected = page.crop((left, top, left + pixels(410), top + pixels(269)))
    assert place["rotation"] == 0
    difference = ImageChops.difference(joined, expected).convert("L")
    assert sum(level * count for level, count in enumerate(difference.histogram())) / (joined.width * joined.height) < 2


def test_a_smaller_board_says_so_and_its_flags_shrink_with_it(tmp_path: Path) -> None:
    manifest = built(tmp_path, board_scale=0.5).manifest
    sizes = {entry["id"]: entry["trim_mm"] for entry in manifest["components"]}
    assert sizes == {"atlas/board": [205, 134.5], "atlas/flag": [4, 4]}
    assert not [finding for finding in manifest["findings"] if finding["severity"] == "error"]
    pdf = pypdfium2.PdfDocument(tmp_path / "out" / "atlas" / "atlas-board-a4.pdf")
    assert "board at 50% of its size" in pdf[0].get_textpage().get_text_range()


def test_that_tiles_have_no_back_is_told(tmp_path: Path) -> None:
    two_sided = GAME.replace('size = "410x269mm"', 'size = "410x269mm"\nback = "self"')
    (tmp_path / "a3").mkdir()
    on_a4, on_a3 = built(tmp_path, two_sided), built(tmp_path / "a3", two_sided, paper="a3")
    told = [finding for finding in on_a4.manifest["findings"] if finding["code"] == "tiles-one-sided"]
    assert [(finding["severity"], finding["where"]) for finding in told] == [("note", "atlas/board")]
    assert "tiles-one-sided" not in {finding["code"] for finding in on_a3.manifest["findings"]}
    assert [entry["back"] for entry in on_a3.manifest["components"]] == ["atlas/board", "atlas/flag"]


def test_a_tile_that_was_never_made_is_missed(tmp_path: Path) -> None:
    made = built(tmp_path, only=("board",))
    files = {entry["path"]: (made.folder / entry["path"]).read_bytes() for entry in made.manifest["files"]}
    assert check(files, made.manifest) == ()
    short = {**made.manifest, "components": made.manifest["components"][:-1]}
    found = check(files, short)
    assert any(finding.code == "tile-missing" and "tile 3 of 3" in finding.message for finding in found)


def test_every_page_of_a_tiled_board_is_on_white_paper(tmp_path: Path) -> None:
    made = built(tmp_path, only=("board",), formats=("png",), dpi=40)
    for entry in made.manifest["files"]:
        if entry["pages"]:
            corner = Image.open(io.BytesIO((made.folder / entry["path"]).read_bytes())).convert("RGB").getpixel((1, 1))
            assert corner == (255, 255, 255)
