"""Draws each piece of a deck as a Face, element by element, the way it is to be printed."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from pnp.decks.easel import Easel
from pnp.decks.gallery import Gallery, with_bleed
from pnp.decks.inks import Inks
from pnp.decks.plain import PlainArtist
from pnp.decks.wording import lettering, missing_glyphs
from pnp.definition.design import Element, Layout, Picture, Words
from pnp.definition.model import Back, Component, Game
from pnp.drawing.art import ArtError
from pnp.drawing.colour import BLACK
from pnp.drawing.face import BoxDesign, Face, Style
from pnp.drawing.fonts import FontError, FontFileError
from pnp.drawing.shapes import Group, Shape, mapped
from pnp.drawing.text import FitError
from pnp.errors import Finding, InputInvalid
from pnp.geometry import IDENTITY, Box, Transform


def artist(game: Game, style: Style) -> DeckArtist:
    """What draws a folder of data."""
    return DeckArtist(game, style)


class DeckArtist:
    """Draws each piece by its layout, and plainly where it has none."""

    def __init__(self, game: Game, style: Style) -> None:
        inks = Inks(style.saver)
        self._game = game
        self._style = style
        self._easel = Easel(game.design, game.language, style.fonts, inks, Gallery(game, inks))
        self._plain = PlainArtist(game, style)

    def box_design(self, plain: BoxDesign, /) -> BoxDesign:
        """The plain box design with the picture that the deck has for the fronts of its boxes."""
        front = self._game.tuckboxes.front
        if not front:
            return plain
        file, alt = (text.replace("{", "{{").replace("}", "}}") for text in (front, self._game.title))
        picture = Picture(file, "cover", "has", 0.0, "centre", "middle", alt)
        return replace(plain, picture=lambda seen, reach: self._easel.shapes(picture, {}, {}, seen, reach))

    def face(self, piece: Component | Back, /) -> Face:
        """The face of a piece; InputInvalid with everything of it that cannot be drawn."""
        layout = self._game.design.layouts.get(piece.layout)
        if layout is None:
            return self._plain.face(piece)
        shapes, findings = self._drawn(layout, piece, frozenset())
        if findings:
            raise InputInvalid(findings)
        return Face(piece.id, piece.trim, shapes)

    def faults(self, unusable: Collection[tuple[str, str]]) -> Iterator[Finding]:
        """Everything that cannot be drawn of the whole game but what is known to be unusable, by piece and element."""
        for piece in self._game.faces():
            layout = self._game.design.layouts.get(piece.layout)
            if layout is not None:
                skipped = [element for element in layout.elements if (piece.id, element.name) in unusable]
                yield from self._drawn(layout, piece, [element.name for element in skipped])[1]
                for element in skipped:
                    yield from self._glyphless(element, piece)

    def _drawn(
        self, layout: Layout, piece: Component | Back, skipped: Collection[str]
    ) -> tuple[tuple[Shape, ...], list[Finding]]:
        """The shapes of the elements, and what is wrong with those that cannot be drawn."""
        shapes: list[Shape] = []
        findings: list[Finding] = []
        for element in layout.elements:
            if element.name in skipped or not element.shows(piece.values):
                continue
            try:
                shapes += self._element(element, piece)
            except FontFileError as fault:
                findings.append(Finding("error", "font", self._game.sources[0].name, str(fault)))
            except FontError as fault:
                message = f"{element.name}: {fault}"
                found = tuple(self._glyphless(element, piece))
                findings += found or (Finding("error", "missing-glyph", piece.where, message),)
            except FitError as fault:
                findings.append(Finding("error", "does-not-fit", piece.where, f"{element.name}: {fault}"))
            except ArtError as fault:
                findings.append(Finding("error", "art", fault.where or piece.where, fault.sentence))
        return tuple(shapes), findings

    def _element(self, element: Element, piece: Component | Back) -> Iterator[Shape]:
        """The element's shapes where they belong: turned, and once more upside down if it stands there twice."""
        box = upright = element.box(piece.trim)
        reach = with_bleed(box, piece.trim) if element.turn % 90 == 0 else box
        turned = IDENTITY
        if element.turn:
            turned = _about(box, element.turn)
        if element.turn and element.turn % 90 == 0:
            back = _about(box, -element.turn)
            upright, reach = mapped(box, back), mapped(reach, back)
        shapes = tuple(self._easel.shapes(element.content, piece.values, piece.words, upright, reach))
        yield from (Group(shapes, turned),) if element.turn else shapes
        if element.twice:
            yield Group(shapes, turned.then(_about(piece.trim.box, 180)))

    def _glyphless(self, element: Element, piece: Component | Back) -> Iterator[Finding]:
        """A finding for each column of a text that holds what its font does not have."""
        design = self._game.design
        if not isinstance(element.content, Words):
            return
        text, style = element.content.text, element.content.style
        font = self._style.fonts.fonts.get(lettering(style, BLACK, design, self._game.language).regular)
        for sentence in missing_glyphs(text, piece.words, design, font) if font else ():
            yield Finding("error", "missing-glyph", piece.where, sentence)


def _about(box: Box, degrees: float) -> Transform:
    """A clockwise turn about the middle of a box."""
    x, y = box.centre
    return Transform.moved(-x, -y).then(Transform.rotated(degrees)).then(Transform.moved(x, y))
