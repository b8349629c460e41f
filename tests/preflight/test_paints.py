"""Gradients, tilings, masks and opacity in finished files: found as they were meant, and told when they are altered."""

from __future__ import annotations

import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, Pdf

sys.path.append(str(Path(__file__).parent.parent / "renderers"))
import scene

from pnp.imposition.plan import DrawnPlan
from pnp.preflight.account import unaccounted
from pnp.preflight.examined import examine
from pnp.preflight.extras import findings
from pnp.preflight.reader import read_pdf
from pnp.renderers.base import render
from pnp.renderers.pdf import PdfRenderer


def troubles(data: bytes, expected: DrawnPlan) -> list[str]:
    examined = examine("t.pdf", read_pdf(data), None)
    return [str(finding) for finding in (*unaccounted(examined, expected), *findings(examined))]


def drawn(name: str) -> tuple[bytes, DrawnPlan]:
    plan, faces = (scene.plan(), scene.FACES) if name == "all" else (scene.alone(scene.SHAPES[name]), {})
    renderer = PdfRenderer(scene.DOCUMENT)
    data = render(plan, faces, renderer)
    return data, DrawnPlan(plan, faces, scene.FONTS, renderer.pictures)


@pytest.mark.parametrize("name", ["all", *scene.SHAPES])
def test_what_is_drawn_is_found(name: str) -> None:
    assert troubles(*drawn(name)) == []


def of_kind(pdf: Pdf, **entries: object) -> pikepdf.Object:
    """The first object with these entries."""
    for thing in pdf.objects:
        if isinstance(thing, Dictionary | pikepdf.Stream):
            told = {key: thing.get(f"/{key}") for key in entries}
            if told == entries:
                return thing
    raise LookupError(entries)


def _faded(pdf: Pdf) -> None:
    of_kind(pdf, Type=Name.ExtGState).ca = 0.9


def _lines_faded(pdf: Pdf) -> None:
    of_kind(pdf, Type=Name.ExtGState).CA = 0.2


def _blended(pdf: Pdf) -> None:
    of_kind(pdf, Type=Name.ExtGState).BM = Name.Multiply


def _unmasked(pdf: Pdf) -> None:
    del of_kind(pdf, Type=Name.ExtGState)["/SMask"]


def _by_cover(pdf: Pdf) -> None:
    of_kind(pdf, Type=Name.ExtGState).SMask.S = Name.Alpha


def _all_masked(pdf: Pdf) -> None:
    of_kind(pdf, Type=Name.ExtGState).SMask.G.write(b"0 g -9 -9 99 99 re f")


def _in_parts(pdf: Pdf) -> None:
    del of_kind(pdf, Subtype=Name.Form)["/Group"]


def _knocked_out(pdf: Pdf) -> None:
    of_kind(pdf, Subtype=Name.Form).Group.K = True


def _recoloured(pdf: Pdf) -> None:
    of_kind(pdf, PatternType=2).Shading.Function.Functions[0].C0 = Array([0, 1, 0])


def _moved_stop(pdf: Pdf) -> None:
    of_kind(pdf, PatternType=2).Shading.Function.Bounds[0] = 0.4


def _moved_end(pdf: Pdf) -> None:
    of_kind(pdf, PatternType=2).Shading.Coords[2] = 0.5


def _turned(pdf: Pdf) -> None:
    of_kind(pdf, PatternType=2).Matrix[1] = 3


def _ending(pdf: Pdf) -> None:
    of_kind(pdf, PatternType=2).Shading.Extend = Array([True, False])


def _curved(pdf: Pdf) -> None:
    of_kind(pdf, PatternType=2).Shading.Function.Functions[0].N = 3


def _on_a_ground(pdf: Pdf) -> None:
    of_kind(pdf, PatternType=2).Shading.Background = Array([0, 0, 0])


def _wider(pdf: Pdf) -> None:
    of_kind(pdf, PatternType=1).XStep = 9


def _other_tile(pdf: Pdf) -> None:
    of_kind(pdf, PatternType=1).write(b"0 g 1 1 2 2 re f")


def _turned_tiles(pdf: Pdf) -> None:
    of_kind(pdf, PatternType=1).Matrix[1] = 0.1


def _in_a_line(old: bytes, new: bytes) -> Callable[[Pdf], None]:
    def change(pdf: Pdf) -> None:
        data = pdf.pages[0].Contents.read_bytes()
        assert old in data
        pdf.pages[0].Contents = pdf.make_stream(data.replace(old, new))

    return change


ALTERED: dict[str, tuple[str, Callable[[Pdf], None]]] = {
    "other opacity": ("seen through", _faded),
    "other opacity of lines": ("seen through", _lines_faded),
    "blended": ("seen through", _blended),
    "put together in parts": ("seen through", _in_parts),
    "knocked out": ("seen through", _knocked_out),
    "not seen through": ("seen through", _in_a_line(b" gs", b" pop")),
    "seen through though it should not": ("filled", _in_a_line(b" rg ", b" rg /G gs ")),
    "no mask": ("masked by light", _unmasked),
    "mask by cover": ("masked by light", _by_cover),
    "mask of nothing": ("masked by light", _all_masked),
    "other colour": ("linear gradient", _recoloured),
    "other stop": ("linear gradient", _moved_stop),
    "other end": ("linear gradient", _moved_end),
    "turned": ("linear gradient", _turned),
    "no colour beyond": ("linear gradient", _ending),
    "other course": ("linear gradient", _curved),
    "with a ground": ("linear gradient", _on_a_ground),
    "one colour": ("linear gradient", _in_a_line(b"/Pattern cs", b"1 0 0 rg")),
    "other steps": ("tiling", _wider),
    "other tile": ("tiling", _other_tile),
    "turned tiles": ("tiling", _turned_tiles),
    "other mitre": ("mitre cut off", _in_a_line(b" 2 M", b" 3 M")),
    "other start of dashes": ("dashes further on", _in_a_line(b"] 3 d", b"] 1 d")),
}


@pytest.mark.parametrize("name", ALTERED)
def test_what_is_altered_is_told(name: str) -> None:
    shape, change = ALTERED[name]
    data, expected = drawn(shape)
    with pikepdf.open(BytesIO(data)) as pdf:
        change(pdf)
        written = BytesIO()
        pdf.save(written)
    assert troubles(written.getvalue(), expected)


def test_a_pattern_that_holds_itself_is_refused() -> None:
    from pnp.preflight.found import Unreadable

    data, _ = drawn("tiling")
    with pikepdf.open(BytesIO(data)) as pdf:
        tile = of_kind(pdf, PatternType=1)
        tile.Resources.Pattern = Dictionary(P=tile)
        tile.write(b"/Pattern cs /P scn 0 0 5 5 re f")
        written = BytesIO()
        pdf.save(written)
    with pytest.raises(Unreadable, match="nested in one another"):
        read_pdf(written.getvalue())
