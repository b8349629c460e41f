"""Bleed that is recorded is printed: measured in the pixels of the sheets, and by preflight in what faces paint."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from PIL import Image

from pnp.build import job
from pnp.build.build import Built, build
from pnp.build.options import BuildOptions
from pnp.drawing.face import Face
from pnp.drawing.shapes import Group, Symbol, Use, rectangle
from pnp.drawing.shapes import Path as Line
from pnp.errors import InputInvalid
from pnp.geometry import Transform
from pnp.imposition.grid import SheetOptions
from pnp.imposition.impose import Job
from pnp.imposition.tile import Tile
from pnp.workers import Workers

DPI = 100
PRINTS: dict[str, tuple[str, dict[str, Any]]] = {
    "a tiled board": ("war-of-whispers", {"only": ("board",)}),
    "tiles on letter": ("war-of-whispers", {"only": ("board",), "paper": "letter"}),
    "a smaller board": ("war-of-whispers", {"only": ("board", "banners"), "board_scale": 0.5}),
    "smaller tiles": ("war-of-whispers", {"only": ("board",), "board_scale": 0.7, "ink": "gray"}),
    "tokens": ("war-of-whispers", {"only": ("tokens", "markers"), "sides": "gutterfold"}),
    "nets": ("war-of-whispers", {"only": ("banners",), "variants": {"banners": "cubes"}}),
    "dice": ("whims", {"only": ("dice",)}),
    "cards": ("whistler", {"only": ("cards",), "players": 2}),
}


def built(name: str, out: Path, **options: Any) -> Built:
    with Workers(1) as workers:
        return build(name, BuildOptions(**options), out, workers, lambda step, what: None, True)


def pixel(page: Image.Image, x: float, y: float) -> tuple[int, ...]:
    found = page.getpixel((round(x / 25.4 * DPI), round(y / 25.4 * DPI)))
    assert isinstance(found, tuple)
    return found


def edges(place: dict[str, Any], size: tuple[float, float]) -> list[tuple[float, float, float, float, float]]:
    """Points along each edge of a piece, which way is out, and how much bleed there is."""
    width, height = size if place["rotation"] % 180 == 0 else size[::-1]
    x, y, bleed = place["cx_mm"], place["cy_mm"], place["bleed_mm"]
    found = []
    for at in (0.2, 0.35, 0.5, 0.65, 0.8):
        along, down = x + (at - 0.5) * width, y + (at - 0.5) * height
        found += [(x - width / 2, down, -1.0, 0.0, bleed[0]), (along, y - height / 2, 0.0, -1.0, bleed[1])]
        found += [(x + width / 2, down, 1.0, 0.0, bleed[2]), (along, y + height / 2, 0.0, 1.0, bleed[3])]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("case", PRINTS)
@pytest.mark.sample(8)
def test_what_is_printed_at_the_cut_is_printed_to_the_bleeds_edge(case: str, tmp_path: Path) -> None:
    name, options = PRINTS[case]
    bleed = 2.0 if case in ("tokens", "tiles on letter") else 3.0
    made = built(name, tmp_path, bleed=bleed, **options)
    components = {entry["id"]: entry for entry in made.manifest["components"]}
    pages: dict[tuple[str, int], Image.Image] = {}
    inked = 0
    for place in made.manifest["placements"]:
        piece = components[place["component"]]
        assert place["bleed_mm"] == [0.0 if piece["shape"] == "drawn" else bleed] * 4
        key = place["file"], place["page"]
        if key not in pages:
            page = pypdfium2.PdfDocument(made.folder / place["file"])[place["page"] - 1]
            pages[key] = page.render(scale=DPI / 72).to_pil().convert("RGB")
        if piece["shape"] != "rectangle":
            continue
        for x, y, right, down, room in edges(place, tuple(piece["trim_mm"])):
            inside, outside = (pixel(pages[key], x + d * right, y + d * down) for d in (-0.6, room - 0.6))
            if min(inside) < 250:
                inked += 1
                assert min(outside) < 252, f"{place}: white at {x:.1f} {y:.1f}"
    assert inked or case in ("nets", "dice", "tokens", "cards")  # white ground, or no straight cuts


def no_bleed(tile: Tile, whole: Symbol, identifier: str) -> Face:
    """A tile that is cut off at its own edges."""
    shown = Use(whole, Transform.moved(-tile.window.left, -tile.window.top))
    return Face(identifier, tile.trim, (Group((shown,), clip=Line(rectangle(tile.trim.box))),))


def drawn_alike(game: Any, bleed: float, scale: float) -> Any:
    return AS_IT_IS(game, bleed, 1.0)


def with_bleed(job: Job, sheet: SheetOptions) -> SheetOptions:
    return sheet


AS_IT_IS = job._with_bleed  # type: ignore[attr-defined]
FAULTS: dict[str, tuple[object, str, Callable[..., Any], str, dict[str, Any]]] = {
    "tiles": (Tile, "face", no_bleed, "ground-short", {"only": ("board",)}),
    "scale": (job, "_with_bleed", drawn_alike, "ground-short", {"only": ("board",), "board_scale": 0.5}),
    "chits": (job, "_with_bleed", drawn_alike, "ground-short", {"only": ("banners",), "board_scale": 0.5}),
    "nets": (
        job, "_sheet", with_bleed, "bleed-not-drawn", {"only": ("banners",), "variants": {"banners": "cubes"}}
    ),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.sample(2)
def test_preflight_measures_bleed_in_what_is_painted(
    fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    where, name, wrong, code, options = FAULTS[fault]
    monkeypatch.setattr(where, name, wrong)
    with pytest.raises(InputInvalid) as refused:
        built("war-of-whispers", tmp_path, bleed=3.0, **options)
    assert {finding.code for finding in refused.value.findings if finding.severity == "error"} >= {code}
