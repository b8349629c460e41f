"""Sheets for Silhouette machines: marks where they are said to be, nothing near them, outlines around every piece."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import reduce
from io import BytesIO
from pathlib import Path
from typing import Any

import pdfplumber
import pypdfium2
import pytest
from exported import Made, bill, make, whole
from PIL import Image, ImageFilter
from reading import Line, dxf_lines, svg_lines

from pnp.errors import InputInvalid, UsageError
from pnp.export.order import CutOptions
from pnp.export.presets import read_presets
from pnp.geometry import Box
from pnp.imposition.plan import Correction, Printer
from pnp.imposition.published import published

MM = 72 / 25.4
DPI = 120


@pytest.fixture(scope="session")
def letter(out: Path) -> Made:
    """With the feeder's inset and four marks, on letter."""
    return make("whispers", "silhouette", out / "letter", cutting=CutOptions("letter", "4", 15.9), only=("cards",))


def pages(made: Made) -> Iterator[tuple[str, int, str, dict[str, Any]]]:
    for sheet in made.record["sheets"]:
        yield sheet["file"], sheet["page"], sheet["side"], sheet


def pieces(made: Made, file: str, page: int, side: str) -> list[dict[str, Any]]:
    placed = made.record["placements"]
    return [entry for entry in placed if (entry["file"], entry["page"], entry["side"]) == (file, page, side)]


def layout_of(made: Made, file: str) -> str:
    """The name of what cuts a file's sheets."""
    (cut,) = {sheet["cut"] for sheet in made.record["sheets"] if sheet["file"] == file and sheet["side"] == "front"}
    return str(cut).removesuffix(".dxf")


def test_all_pieces_are_there_as_often_as_in_the_box(silhouette: Made) -> None:
    assert silhouette.counts + silhouette.left_out == bill("whims") and not silhouette.left_out
    placed = Counter(entry["component"] for entry in silhouette.record["placements"] if entry["side"] == "front")
    assert placed == silhouette.counts
    assert sum(sheet["pieces"] for sheet in silhouette.record["sheets"] if sheet["side"] == "front") == placed.total()


def test_every_piece_has_its_outline_in_the_cut_file(silhouette: Made) -> None:
    for file, page, side, sheet in pages(silhouette):
        if side == "back":
            continue
        cuts = [line for line in dxf_lines((silhouette.folder / sheet["cut"]).read_bytes()) if line.layer == "cut"]
        for entry in pieces(silhouette, file, page, side):
            if "die" not in entry["component"]:
                trim = trim_of(silhouette, entry)
                assert any(same(line.box, trim) for line in cuts), (entry, trim)
        assert len(cuts) >= sheet["pieces"] and all(line.closed for line in cuts)


def trim_of(made: Made, entry: dict[str, Any]) -> Box:
    width, height = SIZES[entry["component"].split("/")[1]]
    if entry["rotation"] % 180 == 90:
        width, height = height, width
    x, y = entry["cx_mm"], entry["cy_mm"]
    return Box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)


# game.toml of Whims.
SIZES = {
    "board": (190, 240), "screen": (254, 190), "token": (17.5, 17.5), "opponent": (63.5, 88.9), "aid": (63.5, 88.9),
}  # fmt: skip


def same(one: Box, other: Box, by: float = 0.02) -> bool:
    edges = zip((one.left, one.top, one.right, one.bottom), (other.left, other.top, other.right, other.bottom))
    return all(abs(a - b) <= by for a, b in edges)


def test_dxf_and_svg_hold_the_same_lines(silhouette: Made) -> None:
    for path in sorted(silhouette.folder.glob("*.dxf")):
        if "round" in path.name:
            continue  # more than a hundred circles, which other tests look at
        from_dxf, from_svg = dxf_lines(path.read_bytes()), svg_lines(path.with_suffix(".svg").read_bytes())
        assert len(from_dxf) == len(from_svg) > 0
        for one, other in zip(from_dxf, from_svg):
            assert same(one.box, other.box)
            kinds = [(line.layer, line.closed, line.arcs, line.circle) for line in (one, other)]
            assert kinds[0] == kinds[1]
            assert one.area == pytest.approx(other.area, abs=0.5 + one.area / 1000)


def lines(made: Made, file: str) -> list[Line]:
    return dxf_lines((made.folder / f"{layout_of(made, file)}.dxf").read_bytes())


def test_nets_screens_tokens_and_cards_are_cut_and_scored_as_what_they_are(silhouette: Made) -> None:
    dice, screens = lines(silhouette, "whims-dice.pdf"), lines(silhouette, "whims-screens.pdf")
    nets = [line for line in dice if line.layer == "cut"]
    # A trapezohedron's ten kites: no net can be larger than its trim, and each is ten kites and eleven tabs.
    assert len(nets) == 10 and len({round(net.area, 1) for net in nets}) == 1 and nets[0].area < 47.5 * 87
    folds = [line for line in dice if line.layer == "score"]
    assert len(folds) >= 10 and not any(line.closed for line in folds)
    assert Counter(line.layer for line in screens) == {"cut": 1, "score": 3}
    tokens = lines(silhouette, "whims-tokens.pdf")
    assert all(line.circle and line.layer == "cut" for line in tokens) and len(tokens) > 100
    cards = lines(silhouette, "whims-cards.pdf")
    assert len(cards) == 8 and all(line.arcs == 4 and line.layer == "cut" for line in cards)
    assert layout_of(silhouette, "whims-cards.pdf") == layout_of(silhouette, "whims-aids.pdf")


def test_nets_are_cut_where_their_lines_are_printed(silhouette: Made) -> None:
    dpi = 200
    page = pypdfium2.PdfDocument((silhouette.folder / "whims-dice.pdf").read_bytes())[0]
    picture = page.render(scale=dpi / 72, grayscale=True).to_pil()
    # A line is seen where one dot of the nine around a place is dark.
    darkest = picture.filter(ImageFilter.MinFilter(3))
    places = [place for line in lines(silhouette, "whims-dice.pdf") if line.layer == "cut" for place in line.along()]
    seen = [darkest.getpixel((int(x / 25.4 * dpi), int(y / 25.4 * dpi))) < 150 for x, y in places]
    assert len(seen) > 500 and sum(seen) / len(seen) > 0.97
    beside = [darkest.getpixel((int((x + 15) / 25.4 * dpi), int(y / 25.4 * dpi))) < 150 for x, y in places]
    assert sum(beside) < 0.8 * sum(seen)


def black_boxes(made: Made, file: str, page: int) -> set[tuple[float, ...]]:
    """The solid black rectangles that stand on the page itself, in millimetres."""
    with pdfplumber.open(made.folder / file) as document:
        found = document.pages[page - 1].rects
        return {
            tuple(round(float(rect[edge]) / MM, 2) for edge in ("x0", "top", "x1", "bottom"))
            for rect in found
            if rect["fill"] and rect["non_stroking_color"] in (0, (0,)) and float(rect["width"]) < 40
        }


def test_three_marks_are_where_the_machine_looks_for_them(silhouette: Made) -> None:
    # A4 upright, inset 10 mm, lines of 1 mm about it, arms of 7 mm, a square of 5 mm with the line around it.
    wanted = {
        (9.5, 9.5, 15.5, 15.5),
        (193, 9.5, 200.5, 10.5), (199.5, 9.5, 200.5, 17),
        (9.5, 286.5, 17, 287.5), (9.5, 280, 10.5, 287.5),
    }  # fmt: skip
    found = black_boxes(silhouette, "whims-cards.pdf", 1)
    for box in wanted:
        assert any(max(abs(a - b) for a, b in zip(box, other)) <= 0.02 for other in found), (box, found)


def test_four_marks_with_the_inset_of_a_feeder(letter: Made) -> None:
    width, height, near, far = 215.9, 279.4, 15.9 - 0.5, 15.9 + 8
    wanted = {
        box
        for right in (False, True)
        for down in (False, True)
        for box in (
            corner((near, near, far, near + 1), width, height, right, down),
            corner((near, near, near + 1, far), width, height, right, down),
        )
    }
    found = black_boxes(letter, "whispers-cards.pdf", 1)
    for box in wanted:
        assert any(max(abs(a - b) for a, b in zip(box, other)) <= 0.02 for other in found), (box, found)
    assert layout_of(letter, "whispers-cards.pdf") == "pnp-sil-letter-poker-4m-feeder-v1"


def corner(
    box: tuple[float, ...], width: float, height: float, right: bool, down: bool
) -> tuple[float, float, float, float]:
    x0, y0, x1, y1 = box
    (x0, x1) = (width - x1, width - x0) if right else (x0, x1)
    (y0, y1) = (height - y1, height - y0) if down else (y0, y1)
    return (x0, y0, x1, y1)


def ends(count: int) -> list[int]:
    """The first sheet and the last one, both sides."""
    return sorted({*range(count)[:2], *range(count)[-2:]})


def rasters(made: Made, file: str) -> Iterator[Image.Image]:
    document = pypdfium2.PdfDocument((made.folder / file).read_bytes())
    for page in ends(len(document)):
        yield document[page].render(scale=DPI / 72, grayscale=True).to_pil()


@pytest.mark.parametrize(("fixture", "count", "reach"), [("silhouette", 3, 10 + 5.5 + 2), ("letter", 4, 15.9 + 8 + 2)])
def test_nothing_else_is_printed_near_the_marks_and_backs_have_none(
    request: pytest.FixtureRequest, fixture: str, count: int, reach: float
) -> None:
    made: Made = request.getfixturevalue(fixture)
    for file in sorted({sheet["file"] for sheet in made.record["sheets"]}):
        sides = [side for name, _, side, _ in pages(made) if name == file]
        sides = [sides[page] for page in ends(len(sides))]
        for side, picture in zip(sides, rasters(made, file), strict=True):
            inked = [dark(picture, place, reach) for place in range(4)]
            if side == "front":
                assert [share > 0 for share in inked[:count]] == [True] * count
                # Two arms of at most 8.5 x 1 mm, or a square of 6 mm: the rest of the corner is white.
                assert all(share * reach**2 < 40 for share in inked[:count]), (file, inked)
            else:
                assert max(inked) == 0, (file, inked)


def dark(picture: Image.Image, place: int, reach: float) -> float:
    """The share of a corner that is not white; corners as they are read."""
    side, (width, height) = round(reach / 25.4 * DPI), picture.size
    left, top = (0, width - side)[place % 2], (0, height - side)[place // 2]
    corner_ = picture.crop((left, top, left + side, top + side)).point(lambda level: 255 if level < 250 else 0)
    return corner_.histogram()[255] / side**2


def test_backs_lie_behind_fronts_and_a_partial_sheet_keeps_the_grid(letter: Made) -> None:
    width = 215.9
    fronts = {(e["component"], e["copy"]): e for e in letter.record["placements"] if e["side"] == "front"}
    backs = {(e["component"], e["copy"]): e for e in letter.record["placements"] if e["side"] == "back"}
    assert set(fronts) == set(backs)
    for name, front in fronts.items():
        assert backs[name]["cx_mm"] == pytest.approx(width - front["cx_mm"], abs=0.001)
        assert backs[name]["cy_mm"] == front["cy_mm"] and backs[name]["page"] == front["page"] + 1
    centres = [{(e["cx_mm"], e["cy_mm"]) for e in fronts.values() if e["page"] == page} for page in (1, 3, 17)]
    assert len(centres[0]) == 6 and centres[1] == centres[0]
    made = make("whispers", "silhouette", letter.folder.parent / "few", only=("cards",))
    by_page = [pieces(made, "whispers-cards.pdf", page, "front") for page in (1, 13)]
    first, last = ([(e["cx_mm"], e["cy_mm"]) for e in placed] for placed in by_page)
    assert len(first) == 8 and len(last) == 54 % 8 and last == first[: len(last)]


def test_sheets_tell_their_layout_and_the_readme_what_to_set(silhouette: Made, letter: Made) -> None:
    for made, file in ((silhouette, "whims-cards.pdf"), (letter, "whispers-cards.pdf")):
        name = layout_of(made, file)
        document = pypdfium2.PdfDocument((made.folder / file).read_bytes())
        texts = [page.get_textpage().get_text_bounded() for page in document]
        assert all(name in text for text in texts), texts
        assert all(f"sheet {at // 2 + 1} of {len(texts) // 2}" in text for at, text in enumerate(texts)), texts
        marks = published()[name].layout.marks
        assert marks is not None
        assert f"length {marks.arm:g} mm, thickness 1 mm, inset {marks.inset:g} mm" in made.readme
        assert f"{name}.dxf" in made.readme
        box = reduce(Box.joined, (line.box for line in lines(made, file)))
        told = made.readme.split(f"{file}\n---")[1]
        found = re.search(r"together: ([\d.]+) x ([\d.]+) mm, top left corner at X ([\d.]+) mm, Y ([\d.]+) mm", told)
        assert found and tuple(map(float, found.groups())) == pytest.approx(
            (box.width, box.height, box.left, box.top), abs=0.01
        )


def test_the_same_bytes_again_and_every_file_is_listed(letter: Made) -> None:
    asked = CutOptions("letter", "4", 15.9)
    again = make("whispers", "silhouette", letter.folder.parent / "again", cutting=asked, only=("cards",))
    assert again.record == letter.record
    listed = {file["path"] for file in letter.record["files"]}
    assert listed | {"export.json"} == {path.name for path in letter.folder.iterdir()}
    assert letter.record["options"]["paper"] == "letter" and letter.record["options"]["inset_mm"] == 15.9


def test_a_printer_moves_backs_and_not_marks_or_fronts(tmp_path: Path, silhouette: Made) -> None:
    printer = Printer("office", Correction(shift_x=0.8, shift_y=-0.3))
    made = make("whims", "silhouette", tmp_path, only=("cards",), printer=printer)
    file = "whims-cards.pdf"
    assert pieces(made, file, 1, "front") == pieces(silhouette, file, 1, "front")
    assert black_boxes(made, file, 1) == black_boxes(silhouette, file, 1)
    for one, other in zip(pieces(made, file, 2, "back"), pieces(silhouette, file, 2, "back"), strict=True):
        assert (one["cx_mm"], one["cy_mm"]) == pytest.approx((other["cx_mm"] + 0.8, other["cy_mm"] - 0.3), abs=0.001)
    assert made.record["options"]["printer"]["name"] == "office"


def test_marks_of_ones_own_make_a_layout_of_ones_own(tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    own.write_text('[silhouette]\nline = "0.5mm"\nsquare = "6mm"\n', encoding="utf-8")
    made = make("whims", "silhouette", tmp_path, own, only=("cards",))
    assert "poker-3m-custom-" in layout_of(made, "whims-cards.pdf")
    assert any(box[:2] == (9.75, 9.75) and box[2:] == (16.25, 16.25) for box in black_boxes(made, "whims-cards.pdf", 1))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[silhouette]\nshortest = "9mm"', "'longest' is less than 'shortest'"),
        ('[silhouette]\nmat = "wide"', "12x24in"),
        ('[silhouette]\ngap = "50mm"', "at most 20mm"),
        ('[cricut]\narea = "1x1mm"', "30mm"),
        ("[cricut]\ndpi = 6000", "600"),
        ('[cricut]\nmargin = "1mm"', "margin"),
    ],
)
def test_mistakes_in_machines_are_told(tmp_path: Path, text: str, words: str) -> None:
    own = tmp_path / "mine.toml"
    own.write_text(text, encoding="utf-8")
    with pytest.raises(InputInvalid, match=words):
        read_presets(own)


@pytest.mark.parametrize(
    ("target", "cutting", "words"),
    [
        ("silhouette", CutOptions(marks="5"), r"3 marks, for most machines, or 4"),
        ("silhouette", CutOptions(inset=9.0), r"10mm to 86.36mm"),
        ("silhouette", CutOptions(inset=90.0), r"not 90mm"),
        ("silhouette", CutOptions("400x500mm"), r"larger than the mat of 304.8 x 609.6 mm"),
        ("silhouette", CutOptions("a44"), r"did you mean a4"),
        ("silhouette", CutOptions("30x40mm"), r"up to 10 x 20 mm; --paper a5 holds it"),
        ("svg", CutOptions(marks="3"), r"--marks: only --for silhouette"),
        ("dxf", CutOptions(inset=10.0), r"--inset: only --for silhouette"),
        ("cricut", CutOptions("a4"), r"--paper: only --for silhouette, svg or dxf"),
        ("tgc", CutOptions("a4"), r"--paper"),
    ],
)
def test_refusals_are_one_sentence(tmp_path: Path, target: str, cutting: CutOptions, words: str) -> None:
    with pytest.raises(UsageError, match=words) as caught:
        make("whims", target, tmp_path, cutting=cutting, only=("cards",))
    assert "\n" not in str(caught.value) and not list(tmp_path.iterdir())


def test_a_printer_is_refused_where_there_are_no_backs_to_move(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="--printer: only"):
        make("whims", "cricut", tmp_path, printer=Printer("office", Correction(shift_x=1)))


def test_what_fits_no_sheet_is_named_with_its_size(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"screens is 254 x 190 mm, and a5 with .* takes pieces up to 128 x 190 mm"):
        make("whims", "silhouette", tmp_path, only=("screens",), cutting=CutOptions("a5"))


@pytest.mark.slow
@pytest.mark.parametrize("marks", ["3", "4"])
@pytest.mark.parametrize("paper", ["a4", "letter", "a5"])
@pytest.mark.sample(3)
def test_a_board_too_large_comes_in_tiles_that_keep_clear_of_the_marks(tmp_path: Path, paper: str, marks: str) -> None:
    made = make("war-of-whispers", "silhouette", tmp_path, only=("board", "mats"), cutting=CutOptions(paper, marks))
    assert not made.left_out and "comes in tiles" in made.readme
    assert whole(made.counts) == {name: count for name, count in bill("war-of-whispers").items() if whole_piece(name)}
    tiles = [entry["tile"] for entry in made.record["components"] if "/board/" in entry["id"]]
    assert [tile["number"] for tile in tiles] == list(range(1, len(tiles) + 1))
    assert max(tile["window_mm"][2] for tile in tiles) == 410 and max(tile["window_mm"][3] for tile in tiles) == 269


def whole_piece(name: str) -> bool:
    return "/board" in name or "/society/" in name


def test_pictures_are_of_the_paper_that_was_asked_for(letter: Made) -> None:
    for picture in rasters(letter, "whispers-cards.pdf"):
        assert picture.size == pytest.approx((8.5 * DPI, 11 * DPI), abs=1)
        break
    assert BytesIO((letter.folder / "whispers-cards.pdf").read_bytes()).read(5) == b"%PDF-"
