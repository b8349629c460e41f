"""SVG files that would take all time or memory: each is read within bounds, or refused with one sentence."""

from __future__ import annotations

import resource
import time
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path

import pytest
from pace import within

from pnp.drawing.art import Art, ArtError, read_art
from pnp.drawing.fonts import built_in_fonts
from pnp.drawing.shapes import bounds

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
SECONDS = 4.0  # of work; half of that on a machine with nothing else to do
MEGABYTES = 400


def _uses(deep: int, wide: int, leaf: str = '<path id="u0" d="M0 0h9v9z"/>') -> str:
    uses = {level: f'<use href="#u{level - 1}"/>' * wide for level in range(1, deep + 1)}
    levels = "".join(f'<g id="u{level}">{inner}</g>' for level, inner in uses.items())
    return f'<defs>{leaf}{levels}</defs><use href="#u{deep}"/>'


def _gradients(count: int) -> str:
    return "".join(f'<linearGradient id="g{at}" href="#g{(at + 1) % count}"/>' for at in range(count))


def _deep(tag: str, count: int) -> str:
    return f"<{tag}>" * count + f"</{tag}>" * count


def _nested_drawing(levels: int) -> str:
    inner = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'
    for _ in range(levels):
        held = b64encode(inner.encode()).decode()
        images = f'<image width="9" height="9" href="data:image/svg+xml;base64,{held}"/>' * 3
        inner = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{images}</svg>'
    return inner[inner.index(">") + 1 : -len("</svg>")]


BLUR = '<filter id="f" x="-9999" y="-9999" width="99999" height="99999"><feGaussianBlur stdDeviation="900"/></filter>'
HOSTILE: dict[str, str | Callable[[], str]] = {
    "references to references": lambda: _uses(12, 10),
    "references to nothing": lambda: _uses(30, 10, '<g id="u0"/>'),
    "a circle of references": '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g><use href="#a"/>',
    "a reference to itself": '<use id="a" href="#a"/><use href="#root"/>',
    "a circle of gradients": lambda: _gradients(3) + '<path d="M0 0h9v9z" fill="url(#g0)"/>',
    "a long chain of gradients": lambda: _gradients(5000) + '<path d="M0 0h9v9z" fill="url(#g0)"/>' * 200,
    "a circle of patterns": '<pattern id="p" width="9" height="9"><path d="M0 0h9v9z" fill="url(#p)"/></pattern>'
    '<path d="M0 0h99v99z" fill="url(#p)"/>',
    "a circle of clips": '<clipPath id="c" clip-path="url(#c)"><path d="M0 0h9v9z" clip-path="url(#c)"/></clipPath>'
    '<path d="M0 0h9v9z" clip-path="url(#c)"/>',
    "a circle of masks": '<mask id="m" mask="url(#m)"><path d="M0 0h9v9z" mask="url(#m)"/></mask>'
    '<path d="M0 0h9v9z" mask="url(#m)"/>',
    "a circle of markers": '<marker id="m" markerWidth="9" markerHeight="9">'
    '<path d="M0 0h9v9z" marker-start="url(#m)"/></marker><path d="M0 0h9v9z" marker-start="url(#m)"/>',
    "masks within masks": lambda: "".join(
        f'<mask id="m{at}"><rect width="99" height="99" mask="url(#m{at + 1})"/><rect width="9" height="9" '
        f'mask="url(#m{at + 1})"/></mask>' for at in range(40)
    ) + '<path d="M0 0h9v9z" mask="url(#m0)"/>',
    "patterns within patterns": lambda: "".join(
        f'<pattern id="p{at}" width="1" height="1"><path d="M0 0h9v9z" fill="url(#p{at + 1})"/><path d="M0 0h5v9z" '
        f'fill="url(#p{at + 1})"/></pattern>' for at in range(40)
    ) + '<path d="M0 0h99v99z" fill="url(#p0)"/>',
    "a million tiles": '<pattern id="p" width=".0001" height=".0001" patternUnits="userSpaceOnUse">'
    '<path d="M0 0h9v9z"/></pattern><path d="M0 0h99v99z" fill="url(#p)"/>',
    "a million periods": '<linearGradient id="g" x2=".0000001" spreadMethod="repeat"><stop/><stop offset="1" '
    'stop-color="#fff"/></linearGradient><path d="M0 0h99v99z" fill="url(#g)"/>',
    "a million stops": lambda: f'<linearGradient id="g">{"<stop/>" * 40_000}</linearGradient>'
    + '<path d="M0 0h9v9z" fill="url(#g)"/>' * 500,
    "a million markers": lambda: '<marker id="m" markerWidth="9" markerHeight="9"><path d="M0 0h9v9z"/></marker>'
    f'<path d="M0 0{"h1" * 300_000}" marker-mid="url(#m)"/>',
    "a million dashes": '<path d="M0 0H90" stroke="#000" stroke-dasharray=".00001"/>',
    "a long list of dashes": lambda: f'<path d="M0 0H90" stroke="#000" stroke-dasharray="{"1 " * 500_000}"/>',
    "deep groups": lambda: _deep("g", 60_000),
    "deep drawings": lambda: _deep("svg", 90),
    "drawings in drawings": lambda: _nested_drawing(8),
    "a huge filter": f'{BLUR}<rect width="99" height="99" filter="url(#f)"/>',
    "huge filters": lambda: BLUR + '<rect width="99" height="99" filter="url(#f)"/>' * 300,
    "turbulence": '<filter id="f" filterRes="99999"><feTurbulence numOctaves="9999" baseFrequency="9"/></filter>'
    '<rect width="99" height="99" filter="url(#f)"/>',
    "filters of references": lambda: BLUR + _uses(6, 10, '<path id="u0" d="M0 0h9v9z" filter="url(#f)"/>'),
    "a selector that is tried in all ways": lambda: "<style>"
    f'{" ".join(["g"] * 20)} .none g {{fill:red}}</style>{"<g>" * 90}{"<path/>" * 500}{"</g>" * 90}',
    "selectors by number": lambda: "<style>" + "path:nth-child(2n+1){fill:red}" * 300 + "</style>" + "<path/>" * 20_000,
    "many rules": lambda: "<style>" + "[d]{fill:red}" * 30_000 + "</style>" + "<path/>" * 20_000,
    "brackets in a style sheet": lambda: f"<style>{'(' * 20_000}{'{' * 20_000}</style>",
    "brackets in a colour": lambda: f'<path d="M0 0h9v9z" fill="rgb{"(" * 100_000}"/>',
    "a long style": lambda: f'<path style="{"fill:url(" * 100_000}" d="M0 0h9v9z"/>',
    "a long transform": lambda: f'<path transform="{"rotate(1) " * 200_000}" d="M0 0h9v9z"/>',
    "a long path with a fault": lambda: f'<path d="M0 0{"L1 1" * 200_000}L1 x"/>',
    "a path of arcs": lambda: f'<path d="M0 0{"a1 1 0 0 1 1 1" * 60_000}"/>',
    "a long clip": lambda: '<clipPath id="c">' + '<circle r="9"/>' * 20_000 + '</clipPath><path d="M0 0h9v9z" '
    'clip-path="url(#c)"/>',
    "a long text": lambda: f'<text font-size="1">{"long " * 200_000}</text>',
    "texts": lambda: '<text y="9">long text</text>' * 20_000,
    "pictures": lambda: f'<image width="9" height="9" href="data:image/png;base64,{"A" * 5_000_000}"/>',
    "many elements": lambda: '<path d="M0 0h9v9z" style="fill:#123;stroke:#456"/>' * 49_000,
}  # fmt: skip


SLOW = {
    "a huge filter", "huge filters", "turbulence", "many elements", "texts", "a long transform", "a path of arcs",
    "references to references", "filters of references", "many rules", "a long clip", "a million stops",
}  # fmt: skip
CASES = [pytest.param(name, marks=pytest.mark.slow) if name in SLOW else name for name in HOSTILE]


@pytest.mark.parametrize("name", CASES)
@pytest.mark.sample(4)
def test_nothing_takes_long(name: str, tmp_path: Path) -> None:
    body = HOSTILE[name]
    path = tmp_path / "art.svg"
    path.write_text(f"{HEAD}{body if isinstance(body, str) else body()}</svg>", encoding="utf-8")
    before = _used()
    begun = time.perf_counter()
    with within(SECONDS):
        try:
            art: Art | None = read_art(path, "art")
        except ArtError as failure:
            art = None
            assert str(failure).startswith("art.svg") and "\n" not in str(failure) and "; " in str(failure)
    assert time.perf_counter() - begun < 10 * SECONDS
    assert _used() - before < MEGABYTES
    if art is not None:
        bounds(art.symbol.shapes, built_in_fonts())


def _used() -> float:
    """Megabytes that the process has needed at most."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
