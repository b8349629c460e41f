"""Draws what an element of a layout shows, by the type of its content."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from pnp.decks.bleeds import Frame, Values
from pnp.decks.forms import FormArtist
from pnp.decks.gallery import Gallery
from pnp.decks.inks import OUTLINE, DeckInks, Ink, seen_through
from pnp.decks.pictures import SHARES, clip_of, draw_picture, fading, place_picture, runs_on
from pnp.decks.shadows import edges_of, shadow_of
from pnp.decks.signs import code, contained, pips
from pnp.decks.stand_ins import picture_stand_in
from pnp.decks.tabular import TableArtist
from pnp.decks.texts import TextArtist
from pnp.definition import fills
from pnp.definition.contents import Code, Connector, Content, Form, ImageFile, Line, Mark, Pips, Tabular, Words
from pnp.definition.design import Element
from pnp.definition.measures import fades, share
from pnp.definition.model import Game
from pnp.drawing.colour import BLACK, WHITE
from pnp.drawing.face import Style
from pnp.drawing.shapes import Group, Mask, Path, Shape, Symbol
from pnp.geometry import Box
from pnp.language.wording import filled

_BLACK, _WHITE = Ink(BLACK, 1.0), Ink(WHITE, 1.0)


class ContentArtist:
    """Draws the contents of elements with what the deck names, in the inks that are printed."""

    def __init__(self, game: Game, style: Style) -> None:
        self._game, self._design, self._style = game, game.design, style
        self._inks = DeckInks(style.saver)
        self.gallery = Gallery(game, self._inks, style.kept, style.fonts)
        self._forms = FormArtist(self._design, self._inks, self.gallery)
        self.texts = TextArtist(self._design, style.fonts, self._inks, self.gallery, game.language)
        self._tables = TableArtist(self.texts)

    def element(self, element: Element, frame: Frame) -> tuple[Shape, ...]:
        """What an element shows, above its shadow; FitError, FontError or ArtError for what cannot be shown."""
        shapes = tuple(self._shapes(element.content, frame))
        if element.shadow:
            shapes = self._shadowed(element, shapes, frame.values)
        if element.opacity:
            shapes = seen_through(shapes, share(filled(element.opacity, frame.values)))
        return shapes

    def _shadowed(self, element: Element, shapes: tuple[Shape, ...], values: Values) -> tuple[Shape, ...]:
        """What an element shows above its shadow; areas and pictures with a line around them where ink is saved."""
        words = fills.shadow(filled(element.shadow, values), self._design.colours)
        if words is None:
            return shapes
        ink = Ink.of(words.tint)
        if not self._style.saver:
            return shadow_of(shapes, words.across, words.down, words.blur, ink, self._style.fonts), *shapes
        has_area = isinstance(element.content, Form | ImageFile)
        return (*shapes, *edges_of(shapes, ink.on_paper, OUTLINE, self._style.fonts)) if has_area else shapes

    def _shapes(self, content: Content, frame: Frame) -> Iterator[Shape]:
        match content:
            case Words():
                yield from self.texts.words(content, frame)
            case Tabular():
                yield from self._tables.table(content, frame)
            case ImageFile():
                yield self.picture(content, frame)
            case Mark():
                yield from self._mark(content, frame)
            case Pips():
                yield from self._pips(content, frame)
            case Code():
                yield from self._code(content, frame)
            case Form():
                yield from self._forms.form(content, frame)
            case Line():
                yield from self._forms.line(content, frame)
            case Connector():
                yield from self._forms.connector(content, frame)

    def _ink(self, template: str, values: Values) -> Ink | None:
        """The colour that a template comes to; None for none."""
        tint = self._design.colour(template, values)
        return Ink.of(tint) if tint else None

    def picture(self, picture: ImageFile, frame: Frame) -> Shape:
        """A picture file in its box; in a draft something else for one that is not there."""
        name = filled(picture.file, frame.values).strip()
        if not self.gallery.has(name):
            grey = picture_stand_in(name, frame.box, frame.reach, self._style.fonts)
            return Group(tuple(grey), role="figure", alt=name or None)
        excerpt, alt = self.gallery.excerpt(picture, frame.values), filled(picture.alt, frame.words).strip()
        reach = frame.reach if runs_on(picture, frame.values) else frame.box
        place = place_picture(picture, self.gallery.size(excerpt), frame.box, reach)
        edges = None
        if picture.bleed == "extend" and excerpt.is_raster:
            edges = partial(self.gallery.edge, excerpt)
        shown: Shape = draw_picture(self.gallery.picture(excerpt), place, picture.corner, edges)
        for mask in self._masks(picture, frame, place.seen):
            shown = Group((shown,), mask=mask)
        if clip := clip_of(picture, frame):
            shown = Group((shown,), clip=Path(clip))
        return Group((shown,), role="figure", alt=alt or None)

    def _masks(self, picture: ImageFile, frame: Frame, seen: Box) -> Iterator[Mask]:
        """What lets parts of a picture through, over what is seen of it."""
        if (name := filled(picture.mask, frame.values).strip()) and self.gallery.has(name):
            yield self.gallery.mask(name, seen)
        for side, width in fades(filled(picture.fade, frame.values)) if picture.fade else ():
            yield fading(side, width, seen)

    def _icon(self, name: str, colour: str, values: Values, height: float) -> tuple[Symbol, float]:
        """An icon in a colour, and how much of it is seen."""
        ink = self._ink(colour, values)
        symbol = self.gallery.icon(filled(name, values).strip(), ink.colour if ink else None, height)
        return symbol, ink.cover if ink else 1.0

    def _mark(self, mark: Mark, frame: Frame) -> Iterator[Shape]:
        symbol, cover = self._icon(mark.icon, mark.colour, frame.values, min(frame.box.width, frame.box.height))
        sign = contained(symbol, frame.box, SHARES[mark.align], SHARES[mark.valign])
        yield from seen_through((sign,), cover)

    def _pips(self, signs: Pips, frame: Frame) -> Iterator[Shape]:
        symbol, cover = self._icon(signs.icon, signs.colour, frame.values, signs.size)
        count = int(filled(signs.count, frame.values))
        yield from seen_through(tuple(pips(symbol, count, signs, frame.box)), cover)

    def _code(self, content: Code, frame: Frame) -> Iterator[Shape]:
        dark, light = (
            self._ink(content.colour, frame.values) or _BLACK,
            self._ink(content.ground, frame.values) or _WHITE,
        )
        said = filled(content.text, frame.values).strip()
        ground, modules = code(said, frame.box, self._inks.letter(dark.colour), self._inks.ground(light.colour))
        yield from (*seen_through((ground,), light.cover), *seen_through((modules,), dark.cover))
