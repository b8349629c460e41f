"""What the decks in docs/ make use of, told from their files: the keys and words of each part of a definition."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from pnp.definition import contents, measures
from pnp.definition.expressions import FUNCTIONS
from pnp.definition.fills import FIGURES
from pnp.definition.repeats import REPEAT
from pnp.definition.rows import ROWS
from pnp.definition.section import (
    AREA,
    CONTENTS,
    ELEMENT,
    ENDS,
    FONT,
    LAYOUT,
    SHAPE,
    STYLE,
    TABLE,
)

DOCS = Path(__file__).parents[2] / "docs"
WAYS = ("line", "grid", "circle", "hexagons", "path")
FILLS = ("linear-gradient", "radial-gradient", "repeating-linear-gradient", "repeating-radial-gradient", "pattern")
_SHARED = {*AREA, *ENDS, *STYLE, *ROWS}
"""Keys that many types of elements have, of which one is enough."""
_WORDS = {
    "text": {*contents.TEXT_ALIGNS, *contents.CASES, *contents.VALIGNS},
    "table": set(contents.CELL_LINES), "image": {*contents.FITS, *contents.BLEEDS, *measures.CLIPS},
    "pips": set(contents.PATTERNS), "line": {*contents.CAPS, *contents.JOINS, *contents.LINE_ENDS},
    "path": set(contents.RULES), "connector": set(contents.ROUTES),
}  # fmt: skip
_UNSAID = {
    "as-written", "butt", "mitre", "nonzero", "rows", "row", "columns", "left", "top", "none", "square", "mirror",
    "straight", "cover",
}  # fmt: skip
"""What is so without a word, and two ends of lines that are like the others."""


def every_feature() -> set[str]:
    """All that a deck may use of what its pages look like, as `image clip`, `style space` or `function nth`."""
    found = {f"{kind} {key}" for kind, keys in CONTENTS.items() for key in keys if key not in _SHARED}
    found |= {f"any {key}" for key in _SHARED} | {f"type {kind}" for kind in CONTENTS}
    found |= {f"element {key}" for key in ELEMENT} | {f"layout {key}" for key in LAYOUT}
    found |= {f"style {key}" for key in STYLE} | {f"repeat {key}" for key in REPEAT} | {f"along {way}" for way in WAYS}
    found |= {f"font {key}" for key in FONT if key != "index"} | {f"table {key}" for key in TABLE}
    found |= {f"component {key}" for key in SHAPE if key not in ("bleed", "safe")}
    found |= {f"function {name}" for name in (*FUNCTIONS, *FILLS)} | {f"figure {name}" for name in FIGURES}
    return found | {f"{kind} = {word}" for kind, words in _WORDS.items() for word in words - _UNSAID}


def features_of(paths: Iterable[Path]) -> set[str]:
    """What the definitions at these paths use."""
    return {feature for path in paths for feature in _of(path.read_text(encoding="utf-8"))}


def _of(text: str) -> Iterator[str]:
    deck = tomllib.loads(text)
    yield from (f"top {key}" for key in deck)
    for name in re.findall(r"\b([a-z]+(?:-[a-z]+)*)\(", text):
        yield f"function {name}"
    for name in re.findall(r"pattern\((\w+)", text):
        yield f"figure {name}"
    for entry in (*deck.get("components", []), *deck.get("backs", [])):
        yield from (f"component {key}" for key in entry)
        yield from (f"any {key}" for key in entry if key in ROWS)
    for table in deck.get("tables", {}).values():
        yield from (f"table {key}" for key in table if isinstance(table, dict))
    yield from _of_fonts(deck.get("fonts", {}))
    for style in deck.get("styles", {}).values():
        yield from _of_style(style)
    for layout in deck.get("layouts", {}).values():
        yield from (f"layout {key}" for key in layout)
        for element in layout.get("elements", []):
            yield from _of_element(element)


def _of_fonts(value: Any) -> Iterator[str]:
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        if isinstance(each, dict):
            yield from (f"font {key}" for key in each)
        yield from _of_fonts(each)


def _of_style(style: Mapping[str, Any]) -> Iterator[str]:
    for key, value in style.items():
        yield from (f"style {key}", f"any {key}", f"text = {value}")


def _of_element(element: Mapping[str, Any]) -> Iterator[str]:
    kind = element.get("type", "changed")
    yield f"type {kind}"
    if kind in ("text", "table"):
        yield from _of_style({key: value for key, value in element.items() if key in STYLE})
    like_a_line = kind in ("rectangle", "arc", "line", "connector", "star", "path", "polygon", "round")
    for key, value in element.items():
        yield from (f"element {key}", f"{kind} {key}", f"any {key}", f"{kind} = {value}")
        if like_a_line:
            yield f"line = {value}"
    repeat = element.get("repeat")
    if isinstance(repeat, str):
        yield from ("repeat each", "repeat short")
    elif isinstance(repeat, dict):
        yield from (f"repeat {key}" for key in repeat)
        yield f"along {repeat.get('along', 'line' if 'step' in repeat else '')}"
