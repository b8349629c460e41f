"""Drawings dyed by role: each role in its colour, left out without one, and whatever is asked for twice the same."""

from __future__ import annotations

from pathlib import Path as FilePath

import pytest

from pnp.drawing import dyes
from pnp.drawing.art import ArtError
from pnp.drawing.colour import BLACK, WHITE, Colour
from pnp.drawing.dyes import GameArt
from pnp.drawing.face import Style
from pnp.drawing.fonts import built_in_fonts
from pnp.drawing.shapes import Path, Symbol

RED = Colour.parse("#aa0000")
STAR = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">
<path class="main" d="M0 0L9 0L9 9Z"/><path class="edge" d="M0 0L9 9" fill="none" stroke="#000000" stroke-width="2"/>
<path d="M1 1L2 1L2 2Z" fill="#ffffff"/></svg>"""


@pytest.fixture
def art(tmp_path: FilePath, monkeypatch: pytest.MonkeyPatch) -> GameArt:
    (tmp_path / "sky").mkdir()
    (tmp_path / "sky" / "star.svg").write_text(STAR, encoding="utf-8")
    moved = STAR.replace("<path class", '<g transform="scale(2)"><path class', 1)
    (tmp_path / "sky" / "moon.svg").write_text(moved.replace("</svg>", "</g></svg>"), encoding="utf-8")
    monkeypatch.setattr(dyes, "assets", lambda: tmp_path)
    return GameArt("sky", Style(built_in_fonts()), ("main", "edge"))


def colours(symbol: Symbol) -> list[Colour | None]:
    paths = [shape for shape in symbol.shapes if isinstance(shape, Path)]
    return [path.fill or (path.stroke and path.stroke.paint) for path in paths]


def test_every_role_takes_its_colour_and_the_rest_keeps_its_own(art: GameArt) -> None:
    whole = art.dyed("star", "star/red", {"main": RED, "edge": BLACK}, thin=0.5)
    assert colours(whole) == [RED, BLACK, WHITE]
    line = whole.shapes[1]
    assert isinstance(line, Path) and line.stroke and line.stroke.width == 1
    assert art.dyed("star", "star/red", {"main": RED, "edge": BLACK}) is whole


def test_a_role_without_a_colour_is_left_out_and_so_is_the_rest_if_asked(art: GameArt) -> None:
    assert colours(art.dyed("star", "star/bare", {"main": RED, "edge": None})) == [RED, WHITE]
    assert colours(art.dyed("star", "star/alone", {"main": RED}, rest=False)) == [RED]


def test_a_palette_alone_reads_the_file_as_it_is(art: GameArt) -> None:
    assert colours(art.plain("star", "star/plain", {"edge": RED})) == [BLACK, RED, WHITE]


def test_groups_are_refused(art: GameArt) -> None:
    with pytest.raises(ArtError, match=r"moon\.svg: a drawing that takes colours must be paths alone; ungroup it"):
        art.dyed("moon", "moon", {"main": RED})
