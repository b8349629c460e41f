"""Symbols in; one piece of SVG out that holds each of them once, for pages that show them by `<use>`."""

from __future__ import annotations

from collections.abc import Iterable

from pnp.drawing.shapes import Symbol, Use
from pnp.geometry import Size
from pnp.imposition.plan import Page
from pnp.renderers.base import Document, safe_name
from pnp.renderers.svg import SvgRenderer

_OPEN, _CLOSE = "<defs>", "</defs>"


def sprite(symbols: Iterable[Symbol], document: Document) -> str:
    """The `<defs>` of all the symbols, in millimetres; `name_of` says by which id each is used."""
    renderer = SvgRenderer(document)
    renderer.open_page(1, Size(1, 1), Page(1, "front", ()))
    for symbol in symbols:
        renderer.use(Use(symbol))
    renderer.close()
    text = renderer.finish().decode()
    return text[text.index(_OPEN) : text.rindex(_CLOSE) + len(_CLOSE)]


def name_of(symbol: Symbol) -> str:
    """The id of a symbol in the sprite."""
    return safe_name(f"symbol.{symbol.id}")
