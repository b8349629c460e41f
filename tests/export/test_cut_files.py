"""Cut files as the programs that receive them read them: layers, units, closed lines, true arcs."""

from __future__ import annotations

import math
from io import BytesIO, StringIO

import pytest
from ezdxf import bbox
from ezdxf.filemanagement import read
from hypothesis import given, settings
from hypothesis import strategies as st
from reading import dxf_lines, svg_lines

from pnp.drawing.cut_paths import Contour, CutLines, Segment, outline
from pnp.export.cutter import CutSheet, as_dxf, as_svg
from pnp.geometry import RECTANGLE, ROUND, Size, Transform, Trim

PAPER = Size(210, 297)


def sheet(*lines: CutLines) -> CutSheet:
    return CutSheet('A "sheet" & <more>', PAPER, lines)


def folded() -> CutLines:
    """A card with a slit, a round hole and a fold."""
    hole = outline(Trim(Size(10, 10), ROUND)).placed(Transform.moved(20, 20))
    slit, fold = (Contour((Segment((5, y), (58, y)),)) for y in (60.0, 40.0))
    return CutLines((outline(Trim(Size(63.5, 88.9), RECTANGLE, 3)),), (hole, slit), (fold,))


def test_a_dxf_file_is_sound_and_in_millimetres() -> None:
    drawing = read(StringIO(as_dxf(sheet(folded())).decode("ascii")))
    audit = drawing.audit()
    assert not audit.errors and not audit.fixes
    assert drawing.dxfversion == "AC1015" and drawing.units == 4 and drawing.header["$EXTMAX"][:2] == (210, 297)
    colours = {layer.dxf.name: layer.color for layer in drawing.layers}
    assert colours.items() >= {"0": 7, "score": 3, "inner": 5, "cut": 1}.items()
    kinds = [(entity.dxftype(), entity.dxf.layer) for entity in drawing.modelspace()]
    assert kinds == [("LINE", "score"), ("CIRCLE", "inner"), ("LINE", "inner"), ("POLYLINE", "cut")]


@settings(max_examples=30)
@given(st.floats(0, 140), st.floats(0, 200), st.floats(0, 359), st.just(0.0) | st.floats(0.5, 8))
def test_both_files_hold_the_same_lines_where_they_belong(x: float, y: float, turn: float, corner: float) -> None:
    lines = CutLines((outline(Trim(Size(63.5, 44), RECTANGLE, corner)),))
    placed = lines.placed(Transform.rotated(turn).then(Transform.moved(x, y)))
    (from_dxf,), (from_svg,) = (reader(data) for reader, data in both(sheet(placed)))
    wanted = placed.box
    for found in (from_dxf, from_svg):
        assert found.layer == "cut" and found.closed
        box = (found.box.left, found.box.top, found.box.right, found.box.bottom)
        assert box == pytest.approx((wanted.left, wanted.top, wanted.right, wanted.bottom), abs=0.01)
        assert found.area == pytest.approx(63.5 * 44 - (4 - math.pi) * corner**2, abs=1)
    assert from_dxf.arcs == from_svg.arcs == (4 if corner else 0)


def both(cut: CutSheet):  # type: ignore[no-untyped-def]
    return (dxf_lines, as_dxf(cut)), (svg_lines, as_svg(cut))


def test_an_svg_file_has_layers_in_the_order_of_work_and_nothing_else() -> None:
    found = svg_lines(as_svg(sheet(folded())))
    assert [line.layer for line in found] == ["score", "inner", "inner", "cut"]
    assert b"transform" not in as_svg(sheet(folded())) and b"<text" not in as_svg(sheet(folded()))


def test_layers_without_lines_are_left_out_of_svg_and_empty_in_dxf() -> None:
    plain = sheet(CutLines((outline(Trim(Size(25, 25), ROUND)),)))
    assert b'id="score"' not in as_svg(plain) and b'id="cut"' in as_svg(plain)
    drawing = read(StringIO(as_dxf(plain).decode()))
    assert [entity.dxf.layer for entity in drawing.modelspace()] == ["cut"]
    extents = bbox.extents(drawing.modelspace())
    assert tuple(extents.extmin)[:2] == pytest.approx((0, 272)) and tuple(extents.extmax)[:2] == pytest.approx(
        (25, 297)
    )


def test_handles_are_all_different() -> None:
    tags = as_dxf(sheet(*[folded()] * 3)).decode().splitlines()
    handles = [value for code, value in zip(tags[::2], tags[1::2]) if code.strip() in ("5", "105")]
    assert len(handles) == len(set(handles)) > 40
    seed = tags[tags.index("$HANDSEED") + 2]
    assert int(seed, 16) > max(int(handle, 16) for handle in handles if handle != seed)
    assert BytesIO(as_dxf(sheet(folded()))).read().isascii()
