"""Draws what an element shows for the values of a piece, as shapes inside an upright box."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from pnp.decks.gallery import SHARES, Gallery, drawn, placed
from pnp.decks.inks import Inks
from pnp.decks.marks import code, contained, pips
from pnp.decks.wording import lettering, marked_up
from pnp.definition.design import Code, Content, Design, Form, Mark, Picture, Pips, Words
from pnp.definition.templates import filled
from pnp.drawing.colour import BLACK, WHITE, Colour
from pnp.drawing.fonts import FontBook
from pnp.drawing.shapes import Group, Path, Shape, Stroke, Symbol, Use, ellipse, line, rectangle
from pnp.drawing.text import fitted
from pnp.frozen import frozen
from pnp.geometry import Box

Values = Mapping[str, str]

_BEYOND = 1.0  # mm


@frozen
class Easel:
    """All that elements are drawn with."""

    design: Design
    language: str
    fonts: FontBook
    inks: Inks
    gallery: Gallery

    def shapes(self, content: Content, values: Values, told: Values, box: Box, reach: Box) -> Iterator[Shape]:
        """The shapes of an element; `reach` is its box with the bleed that it runs into, `told` are the values as
        players read them.

        Raises FitError, FontError or ArtError for what cannot be shown.
        """
        match content:
            case Words():
                yield self._words(content, values, told, box)
            case Picture():
                yield self._picture(content, values, told, box, reach)
            case Mark():
                yield self._mark(content, values, box)
            case Pips():
                yield from self._pips(content, values, box)
            case Code():
                dark = self.inks.letter(self._colour(content.colour, values) or BLACK)
                light = self.inks.ground(self._colour(content.ground, values) or WHITE)
                yield from code(filled(content.text, values).strip(), box, dark, light)
            case Form():
                yield from self._form(content, values, box, reach)

    def _colour(self, template: str, values: Values) -> Colour | None:
        """The colour that a template comes to; None for none."""
        text = self.design.colour(template, values)
        return Colour.parse(text) if text else None

    def _words(self, words: Words, values: Values, told: Values, box: Box) -> Shape:
        colour = self.inks.letter(self._colour(words.style.colour, values) or BLACK)
        text, named = marked_up(words.text, told, self.design)
        icons = {name: self.gallery.icon(name, colour) for name in named}
        return fitted(text, box, lettering(words.style, colour, self.design, self.language), self.fonts, icons)

    def _picture(self, picture: Picture, values: Values, told: Values, box: Box, reach: Box) -> Shape:
        name, alt = filled(picture.file, values).strip(), filled(picture.alt, told).strip()
        place = placed(picture, self.gallery.size(name), box, reach)
        symbol, edges = self.gallery.picture(name), None
        if picture.bleed == "extend" and self.gallery.is_raster(name):
            edges = partial(self.gallery.edge, name)
        return Group((drawn(symbol, place, picture.corner, edges),), role="figure", alt=alt or None)

    def _mark(self, mark: Mark, values: Values, box: Box) -> Shape:
        symbol = self._icon(mark.icon, mark.colour, values, min(box.width, box.height))
        return contained(symbol, box, SHARES[mark.align], SHARES[mark.valign])

    def _pips(self, signs: Pips, values: Values, box: Box) -> Iterator[Use]:
        symbol = self._icon(signs.icon, signs.colour, values, signs.size)
        return pips(symbol, int(filled(signs.count, values)), signs, box)

    def _icon(self, name: str, colour: str, values: Values, height: float) -> Symbol:
        return self.gallery.icon(filled(name, values).strip(), self._colour(colour, values), height)

    def _form(self, form: Form, values: Values, box: Box, reach: Box) -> Iterator[Path]:
        """Filled shapes run into the bleed; a line alone stays where it is."""
        fill, colour = (self._colour(template, values) for template in (form.fill, form.line))
        stroke = Stroke(self.inks.letter(colour), form.width, (form.dash,) * 2 if form.dash else ()) if colour else None
        match form.form:
            case "line":
                yield Path(line(box.left, box.top, box.right, box.bottom), None, stroke)
            case "round" | "rectangle":
                area = _past(reach, box) if fill else box
                round_ = ellipse(*area.centre, area.width / 2, area.height / 2)
                outline = round_ if form.form == "round" else rectangle(area, form.corner)
                edge = stroke or (self.inks.outline(fill) if fill else None)
                yield Path(outline, self.inks.ground(fill) if fill else None, edge)


def _past(reach: Box, box: Box) -> Box:
    """Sides that run into the bleed end beyond it, where no outline is seen."""
    return Box(
        reach.left - _BEYOND * (reach.left < box.left), reach.top - _BEYOND * (reach.top < box.top),
        reach.right + _BEYOND * (reach.right > box.right), reach.bottom + _BEYOND * (reach.bottom > box.bottom),
    )  # fmt: skip
