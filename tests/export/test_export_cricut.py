"""Pictures for Print Then Cut: see-through but for the pieces, never too large, each with a cut file of its size."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from exported import Made, bill, make, trims, whole
from PIL import Image, ImageChops
from reading import svg_lines

from pnp.errors import UsageError
from pnp.geometry import DRAWN, Box

DPI = 100


@pytest.fixture(scope="session")
def coarse(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Presets that draw coarsely, and so quickly."""
    path = tmp_path_factory.mktemp("presets") / "coarse.toml"
    path.write_text(f"[cricut]\ndpi = {DPI}\n", encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def made(out: Path, coarse: Path) -> Made:
    return make("whims", "cricut", out, coarse)


def opened(made: Made, name: str) -> Image.Image:
    picture = Image.open(made.folder / name, formats=("PNG",))
    picture.load()
    return picture


def test_all_pieces_are_there_but_those_that_are_too_large(made: Made) -> None:
    assert whole(made.counts) + made.left_out == bill("whims")
    assert {name.split("/")[1] for name in made.left_out} == {"screen"}
    assert {name for name in made.counts if "/tile-" in name} == {"whims/board/tile-1", "whims/board/tile-2"}
    assert "254 x 190 mm" in made.readme and "171.4 x 234.9 mm" in made.readme
    fronts = Counter(e["component"] for e in made.record["placements"] if e["side"] == "front")
    assert fronts == made.counts
    assert sum(sheet["pieces"] for sheet in made.record["sheets"]) == fronts.total()


def test_no_picture_is_larger_than_what_can_be_cut_and_each_says_its_size(made: Made) -> None:
    for sheet in made.record["sheets"]:
        for side in ("front", "back"):
            if side not in sheet:
                continue
            picture = opened(made, sheet[side])
            assert picture.mode == "RGBA" and picture.info["dpi"] == pytest.approx((DPI, DPI), abs=0.1)
            width, height = (pixels / DPI for pixels in picture.size)
            assert sorted((width, height)) < [6.75, 9.25] and max(width, height) <= 9.25  # inches
            assert picture.size == (round(sheet["width_mm"] / 25.4 * DPI), round(sheet["height_mm"] / 25.4 * DPI))
        inches = f"{sheet['width_mm'] / 25.4:g}"[:5]
        assert inches in made.readme


def test_a_picture_shows_the_pieces_and_nothing_else(made: Made) -> None:
    """What can be seen is just what the cut file goes around."""
    for sheet in made.record["sheets"]:
        lines = [line for line in svg_lines((made.folder / sheet["cut"]).read_bytes()) if line.layer == "cut"]
        assert len(lines) == sheet["pieces"] and all(line.closed for line in lines)
        alpha = opened(made, sheet["front"]).getchannel("A")
        seen = sum(level * count for level, count in enumerate(alpha.histogram())) / 255
        assert seen / DPI**2 * 25.4**2 == pytest.approx(sum(line.area for line in lines), rel=0.01)
        left, top, right, bottom = (pixel / DPI * 25.4 for pixel in alpha.getbbox() or ())
        joined = lines[0].box
        for line in lines[1:]:
            joined = joined.joined(line.box)
        assert (joined.left, joined.top) == pytest.approx((0, 0), abs=0.01)
        assert (left, top, right, bottom) == pytest.approx(
            (joined.left, joined.top, joined.right, joined.bottom), abs=25.4 / DPI + 0.01
        )


def test_the_edge_has_its_full_colour_and_corners_are_round(made: Made) -> None:
    sheet = next(sheet for sheet in made.record["sheets"] if "cards" in sheet["front"])
    picture = opened(made, sheet["front"])
    assert picture.getpixel((0, 0))[3] == 0 and picture.getpixel((picture.width // 4, 1))[3] == 255  # type: ignore[index]
    red, green, blue, alpha = picture.getpixel((1, picture.height // 4))  # type: ignore[misc]
    assert alpha == 255 and min(red, green, blue) < 250


def test_cut_files_are_of_the_pictures_size_and_pieces_where_the_record_says(made: Made) -> None:
    known = trims(made)
    for sheet in made.record["sheets"]:
        text = (made.folder / sheet["cut"]).read_bytes()
        size = re.search(rb'width="([\d.]+)mm" height="([\d.]+)mm"', text)
        assert size and tuple(map(float, size.groups())) == pytest.approx(
            (sheet["width_mm"], sheet["height_mm"]), abs=0.001
        )
        boxes = [line.box for line in svg_lines(text) if line.layer == "cut"]
        for entry in (e for e in made.record["placements"] if e["file"] == sheet["front"]):
            trim = known[entry["component"]]
            if trim.outline != DRAWN:
                size_ = trim.size.turned() if entry["rotation"] % 180 == 90 else trim.size
                wanted = Box.around(entry["cx_mm"], entry["cy_mm"], size_)
                assert any(abs(box.left - wanted.left) + abs(box.bottom - wanted.bottom) < 0.03 for box in boxes)


def test_backs_are_the_mirror_of_fronts(made: Made) -> None:
    placed = made.record["placements"]
    fronts = {(entry["component"], entry["copy"]): entry for entry in placed if entry["side"] == "front"}
    for back in (e for e in placed if e["side"] == "back"):
        front = fronts[back["component"], back["copy"]]
        sheet = next(sheet for sheet in made.record["sheets"] if sheet.get("back") == back["file"])
        assert sheet["front"] == front["file"]
        assert back["cx_mm"] == pytest.approx(sheet["width_mm"] - front["cx_mm"], abs=0.001)
    for sheet in made.record["sheets"]:
        if "back" in sheet:
            seen, behind = (opened(made, sheet[side]).getchannel("A") for side in ("front", "back"))
            differing = ImageChops.difference(seen.transpose(Image.Transpose.FLIP_LEFT_RIGHT), behind)
            assert differing.point(lambda level: 255 * (level > 128)).getbbox() is None


def test_nets_bring_their_scores(made: Made) -> None:
    sheet = next(sheet for sheet in made.record["sheets"] if "dice" in sheet["front"])
    layers = Counter(line.layer for line in svg_lines((made.folder / sheet["cut"]).read_bytes()))
    assert layers["cut"] == sheet["pieces"] and layers["score"] == 20 * sheet["pieces"]  # ten kites, twenty edges


def test_the_readme_is_honest(made: Made) -> None:
    text = " ".join(made.readme.split())
    assert "nothing was tried on a machine" in text and "could not be seen" in text and "--presets" in text


def test_the_same_bytes_again_and_a_game_too_large_is_refused(tmp_path: Path, coarse: Path, made: Made) -> None:
    again = make("whims", "cricut", tmp_path, coarse, only=("cards", "tokens"))
    assert again.record["files"] and all(file in made.record["files"] for file in again.record["files"][:-1])
    with pytest.raises(UsageError, match="254 x 190 mm, and Design Space"):
        make("whims", "cricut", tmp_path / "screens", coarse, only=("screens",))
