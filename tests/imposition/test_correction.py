"""A printer's profile: where it puts every back and mark, measured in finished files, and what stays as it was."""

from __future__ import annotations

import math
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st
from paper_pages import pages as book_pages

from pnp.build.build import Built, build
from pnp.build.options import BuildOptions
from pnp.drawing.fonts import built_in_fonts
from pnp.errors import UsageError
from pnp.geometry import Size
from pnp.imposition.booklet import BookletOptions, booklet
from pnp.imposition.marks import SheetLabel
from pnp.imposition.plan import Correction, Printer, corrected
from pnp.preflight.reader import read_svg
from pnp.renderers.base import DocumentInfo, render
from pnp.renderers.pdf import PdfRenderer
from pnp.workers import Workers

HP = Printer("hp", Correction(0.994, 0.994, 0.8, -0.3, 0.2))
NEAR = 0.02
FONTS = built_in_fonts()
DOCUMENT = DocumentInfo("Book", "a", "s", "1", "en", FONTS, "short")
MM = 25.4 / 72
Points = list[tuple[float, float]]


def built(out: Path, **options: Any) -> Built:
    with Workers(1) as workers:
        return build("whispers", BuildOptions(**options), out, workers, lambda step, what: None, force=True)


def expected(x: float, y: float, page: Size, c: Correction = HP.upright) -> tuple[float, float]:
    """Scaled about the middle, turned clockwise (y runs down), shifted: written out, not taken from the code."""
    dx, dy = (x - page.width / 2) * c.scale_x, (y - page.height / 2) * c.scale_y
    turn = math.radians(c.rotate)
    return (
        page.width / 2 + dx * math.cos(turn) - dy * math.sin(turn) + c.shift_x,
        page.height / 2 + dx * math.sin(turn) + dy * math.cos(turn) + c.shift_y,
    )


def drawn(page: pikepdf.Page) -> tuple[Size, list[pikepdf.Matrix], Points]:
    """The size of a page, the matrix of each piece, and every point of the lines beside the pieces, in millimetres."""
    matrix, stack, inside = pikepdf.Matrix(), [], 0
    height = float(page.mediabox[3])
    pieces: list[pikepdf.Matrix] = []
    points: Points = []
    for operands, operator in pikepdf.parse_content_stream(page):
        match str(operator):
            case "q":
                stack.append(matrix)
            case "Q":
                matrix = stack.pop()
            case "cm":
                matrix = pikepdf.Matrix(*map(float, operands)) @ matrix
            case "BDC" if operands[0] == "/PnpPiece":
                inside += 1
            case "BMC" | "BDC" if inside:
                inside += 1
            case "EMC" if inside:
                inside -= 1
            case "Do" if inside:
                pieces.append(matrix)
            case "m" | "l" if not inside:
                x, y = matrix.transform((float(operands[0]), float(operands[1])))
                points.append((x * MM, (height - y) * MM))
    size = Size(float(page.mediabox[2]) * MM, height * MM)
    return size, pieces, points


def pages(made: Built) -> Iterator[tuple[str, int, pikepdf.Page]]:
    for file in made.manifest["files"]:
        with pikepdf.open(made.folder / file["path"]) as pdf:
            for number, page in enumerate(pdf.pages, 1):
                yield file["path"], number, page


@pytest.mark.parametrize("sides", ["duplex-long", "duplex-short", "fronts-then-backs"])
@pytest.mark.sample(3)
def test_a_profile_moves_every_back_and_mark_as_stated(tmp_path: Path, sides: str) -> None:
    options = {"only": ("cards", "chips", "markers"), "sides": sides}
    plain, moved = built(tmp_path / "plain", **options), built(tmp_path / "moved", printer=HP, **options)
    backs = {(e["file"], e["page"]) for e in plain.manifest["placements"] if e["side"] == "back"}
    assert len(backs) == 10
    found = 0
    for (file, number, before), (_, _, after) in zip(pages(plain), pages(moved), strict=True):
        size, pieces, points = drawn(before)
        _, moved_pieces, moved_points = drawn(after)
        assert len(pieces) == len(moved_pieces) and len(points) == len(moved_points) > 3
        is_back = (file, number) in backs
        for (x, y), there in zip(points, moved_points):
            assert there == pytest.approx(expected(x, y, size) if is_back else (x, y), abs=NEAR)
        for was, now in zip(pieces, moved_pieces):
            centre = was.e * MM, size.height - was.f * MM
            wanted = expected(*centre, size) if is_back else centre
            assert (now.e * MM, size.height - now.f * MM) == pytest.approx(wanted, abs=NEAR)
            # The whole face is scaled and turned with the page: its corner, 44.45 mm off, is where it should be.
            x, y = was.transform((31.75, 44.45))
            corner = x * MM, size.height - y * MM
            u, v = now.transform((31.75, 44.45))
            wanted = expected(*corner, size) if is_back else corner
            assert (u * MM, size.height - v * MM) == pytest.approx(wanted, abs=NEAR)
        found += len(pieces)
    assert found == 2 * (54 + 160 + 1)


def test_fronts_are_the_same_to_the_last_byte_and_a_profile_of_nothing_changes_nothing(tmp_path: Path) -> None:
    plain = built(tmp_path / "a", only=("markers",))
    same = built(tmp_path / "b", only=("markers",), printer=Printer("ideal", Correction()))
    name = "whispers-markers-a4.pdf"
    assert (plain.folder / name).read_bytes() == (same.folder / name).read_bytes()
    moved = built(tmp_path / "c", only=("markers",), printer=HP)
    contents = [[page.Contents.read_bytes() for _, _, page in pages(made)] for made in (plain, moved)]
    assert contents[0][0] == contents[1][0] and contents[0][1] != contents[1][1]


def test_sheets_printed_on_one_side_are_not_moved(tmp_path: Path) -> None:
    for sides in ("gutterfold", "fronts"):
        plain, moved = (
            built(tmp_path / sides / name, only=("markers",), sides=sides, printer=printer)
            for name, printer in (("plain", None), ("moved", HP))
        )
        assert [file["sha256"] for file in plain.manifest["files"]] == [
            file["sha256"] for file in moved.manifest["files"]
        ]


@pytest.mark.slow
def test_the_manifest_tells_where_backs_are_drawn_and_for_which_printer(tmp_path: Path) -> None:
    plain, moved = (built(tmp_path / str(bool(p)), only=("cards",), printer=p).manifest for p in (None, HP))
    assert plain["options"]["printer"] is None
    assert moved["options"]["printer"] == {
        "name": "hp", "scale_x": 0.994, "scale_y": 0.994, "shift_x_mm": 0.8, "shift_y_mm": -0.3, "rotate_deg": 0.2,
        "landscape": None,
    }  # fmt: skip
    assert plain["inputs"] != moved["inputs"]
    for before, after in zip(plain["placements"], moved["placements"], strict=True):
        if before["side"] == "front":
            assert before == after
        else:
            place = expected(before["cx_mm"], before["cy_mm"], Size(210, 297))
            assert (after["cx_mm"], after["cy_mm"]) == pytest.approx(place, abs=1e-3)
            assert after["rotation"] == pytest.approx(0.2)


def test_pages_that_lie_have_values_of_their_own(tmp_path: Path) -> None:
    lying = Printer("hp", HP.upright, Correction(shift_x=-1.5))
    plain, moved, unknown = (
        built(tmp_path / str(at), only=("markers",), printer=p).manifest for at, p in enumerate((None, lying, HP))
    )
    backs = [[e for e in each["placements"] if e["side"] == "back"] for each in (plain, moved)]
    for before, after in zip(*backs, strict=True):
        assert after["cx_mm"] == pytest.approx(before["cx_mm"] - 1.5)
        assert (after["cy_mm"], after["rotation"]) == (before["cy_mm"], before["rotation"])
    assert [f["code"] for f in moved["findings"]] == []
    assert [f["code"] for f in unknown["findings"]] == ["printer-upright"]


@pytest.mark.slow
@pytest.mark.parametrize(("only", "note"), [("cards", ["printer-landscape"]), ("markers", [])])
@pytest.mark.parametrize("sides", ["duplex-long", "fronts-then-backs"])
@pytest.mark.sample(2)
def test_pages_that_stand_are_not_unmoved_in_silence(tmp_path: Path, only: str, note: list[str], sides: str) -> None:
    alone = Printer("hp", Correction(), Correction(shift_x=-1.5))
    plain, made = (
        built(tmp_path / str(at), only=(only,), sides=sides, printer=p).manifest for at, p in enumerate((None, alone))
    )
    assert [finding["code"] for finding in made["findings"] if finding["code"] != "set-contrast"] == note
    assert (plain["placements"] == made["placements"]) == bool(note)


@pytest.mark.slow
def test_a_printer_without_values_or_a_print_without_backs_has_nothing_to_be_told(tmp_path: Path) -> None:
    nothing, alone = Printer("hp", Correction()), Printer("hp", Correction(), Correction(shift_x=-1.5))
    cases: tuple[tuple[Printer, dict[str, Any]], ...] = (
        (nothing, {}), (alone, {"sides": "fronts"}), (alone, {"side": "front"}),
    )  # fmt: skip
    for at, (printer, options) in enumerate(cases):
        made = built(tmp_path / str(at), only=("cards",), printer=printer, **options)
        assert not [finding for finding in made.manifest["findings"] if finding["code"].startswith("printer")]


def test_svg_sheets_are_moved_alike(tmp_path: Path) -> None:
    made = built(tmp_path, only=("markers",), printer=HP, formats=("pdf", "svg"))
    [back] = made.folder.glob("*-back.svg")
    [entry] = [entry for entry in made.manifest["placements"] if entry["side"] == "back"]
    [piece] = read_svg(back.read_bytes()).pieces
    assert (piece.cx, piece.cy) == pytest.approx((entry["cx_mm"], entry["cy_mm"]), abs=1e-3)
    assert piece.scale == pytest.approx((0.994, 0.994), abs=1e-6)


def test_backs_that_would_leave_the_paper_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="past the paper's edge; give a wider --margin"):
        built(tmp_path, only=("chips",), margin=0.0, printer=Printer("far", Correction(shift_x=15)))


@pytest.mark.slow
def test_backs_drawn_in_the_margin_are_told(tmp_path: Path) -> None:
    made = built(tmp_path, only=("cards",), margin=9.0, printer=Printer("far", Correction(shift_x=2)))
    assert {finding["code"] for finding in made.manifest["findings"]} >= {"back-near-edge"}
    assert all(finding["severity"] != "error" for finding in made.manifest["findings"])


def test_booklets_are_moved_too() -> None:
    plan = booklet("book", book_pages(10), BookletOptions(Size(210, 297)), SheetLabel("Game", "1", "rules"), FONTS)
    moved = corrected(plan, HP)
    data = render(moved, {page.id: page for page in book_pages(10)}, PdfRenderer(DOCUMENT))
    assert {page.side for page in plan.pages} == {"front", "back"}
    for before, after in zip(plan.pages, moved.pages, strict=True):
        for was, now in zip(before.placements, after.placements, strict=True):
            place = expected(was.cx, was.cy, plan.paper) if before.side == "back" else (was.cx, was.cy)
            assert (now.frame.e, now.frame.f) == pytest.approx(place, abs=1e-6)
    with pikepdf.open(BytesIO(data)) as pdf:
        for page in pdf.pages:  # what is moved past the paper's edge does not take the page's boxes with it
            for box in (page.trimbox, page.bleedbox):
                assert 0 <= box[0] <= box[2] <= page.mediabox[2] and 0 <= box[1] <= box[3] <= page.mediabox[3]


numbers = st.floats(-1.5, 1.5)
corrections = st.builds(Correction, st.floats(0.98, 1.02), st.floats(0.98, 1.02), numbers, numbers, numbers)


@given(corrections, corrections, st.floats(0, 210), st.floats(0, 297))
def test_small_corrections_add_up(one: Correction, other: Correction, x: float, y: float) -> None:
    page = Size(210, 297)
    both = one.more(other).transform(page).apply(x, y)
    after = one.transform(page).then(other.transform(page)).apply(x, y)
    # Of the second order: 2% of 180 mm turned by 1.5 degrees, and the like.
    assert both == pytest.approx(after, abs=0.35)
