"""The pictures and icons of a deck, each opened once, in the inks that are printed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.decks.bleeds import NEAR, with_bleed
from pnp.decks.inks import DeckInks
from pnp.decks.pictures import onto, place_picture
from pnp.decks.stand_ins import icon_stand_in
from pnp.definition import measures
from pnp.definition.contents import ImageFile
from pnp.definition.design import names_in
from pnp.definition.model import Game
from pnp.drawing.colour import BLACK, Colour
from pnp.drawing.fonts import FontBook
from pnp.drawing.picturefile import ArtError
from pnp.drawing.raster import Kept, PictureFile, has_alpha, look_at, paler, parts_of, read_pictures
from pnp.drawing.shapes import Image, Mask, Picture, Recolouring, Symbol, Use, unchanged
from pnp.errors import Finding
from pnp.frozen import frozen
from pnp.geometry import Box, Size, number
from pnp.language.wording import filled
from pnp.sources import SourceFile

if TYPE_CHECKING:
    from pnp.drawing.art import Art

FINEST = 300
"""Dots an inch that a printer can show."""
_WIDEST_MASK = 2_000  # pixels: what fades shows no more
_LARGEST_ICON = 40.0  # mm: icons among words and on pips are no larger
_CUT_OFF = 1.5  # how much larger a picture may be than the box that shows it
_WIDEST_FRONT = 100.0  # mm: no front of a box that fits the usual papers is wider


@frozen
class Excerpt:
    """A picture file, or a part of it in its pixels or in a drawing's own units."""

    name: str
    part: Box | None = None

    @property
    def key(self) -> str:
        if self.part is None:
            return self.name
        left, top, right, bottom = (number(side) for side in self.part.sides)
        return f"{self.name} from {left} {top} to {right} {bottom}"

    @property
    def is_raster(self) -> bool:
        return not self.name.lower().endswith(".svg")


class Gallery:
    """Opens each file when it is first needed; a file that is faulty is faulty every time it is asked for."""

    def __init__(self, game: Game, inks: DeckInks, kept: Kept, fonts: FontBook) -> None:
        self._game = game
        self._inks = inks
        self._kept = kept
        self._fonts = fonts
        self._notes: dict[Finding, None] = {}
        self._sides: Mapping[str, float] | None = None
        self._files = {source.path: source for source in game.sources}
        self._symbols: dict[str, Symbol | ArtError] = {}
        self._edges: dict[tuple[str, str], Symbol] = {}
        self._uses: _Uses | None = None
        self._pixels: Mapping[str, Picture | ArtError] | None = None
        self._parts: dict[str, dict[str, Picture]] = {}

    @property
    def notes(self) -> tuple[Finding, ...]:
        """What there is to say of the drawings that were read so far."""
        return tuple(self._notes)

    def shown_by(self, game: Game) -> frozenset[tuple[object, ...]]:
        """Every picture that the pieces of a game show, with where on them: it says how finely each is read."""
        return frozenset(
            (image, *(filled(text, values) for text in (image.file, image.part, image.grid, image.cell)), box, reach)
            for image, values, box, reach in _places(game)
        )

    def excerpt(self, picture: ImageFile, values: Mapping[str, str]) -> Excerpt:
        """What an image shows: a file, or its part; ArtError for one that reaches beyond the picture."""
        name = filled(picture.file, values).strip()
        part = measures.part(filled(picture.part, values)) if picture.part else None
        if picture.grid and (shape := measures.grid(filled(picture.grid, values))):
            columns, rows = shape
            across, down = measures.in_grid(columns, rows, measures.cell(filled(picture.cell, values)))
            part = self._whole(name).columns(columns)[across].rows(rows)[down]
        if part is None:
            return Excerpt(name)
        whole = self._whole(name)
        if part.overlap(whole) < 1 or not (part.right <= whole.right + NEAR and part.bottom <= whole.bottom + NEAR):
            size = f"{whole.width:g} x {whole.height:g}"
            raise ArtError(f"has no such part; it has {size} pixels, write a part within them", name)
        return Excerpt(name, part)

    def _whole(self, name: str) -> Box:
        """All of a picture in its pixels, or in a drawing's own units from its top left."""
        size = self.size(Excerpt(name))
        return Box(0, 0, size.width, size.height)

    def size(self, excerpt: Excerpt) -> Size:
        """Width and height of a picture, in pixels or in a drawing's own units; ArtError for one that is none."""
        if excerpt.part is not None:
            return Size(excerpt.part.width, excerpt.part.height)
        if not excerpt.is_raster:
            bounds = self.picture(excerpt).bounds
            return Size(bounds.width, bounds.height)
        look = self._look(excerpt.name)
        return Size(look.width, look.height)

    def picture(self, excerpt: Excerpt) -> Symbol:
        """The picture of a file of the deck; ArtError for one that cannot be used."""
        return _kept(self._symbols, excerpt.key, lambda: self._symbol(excerpt))

    def mask(self, name: str, box: Box) -> Mask:
        """A picture in full strength as a mask over a box: by its cover where it has any, else by its light."""
        key = f"mask/{name}"
        symbol = _kept(self._symbols, key, lambda: self._mask_symbol(name, key))
        is_flat = any(isinstance(shape, Image) and not has_alpha(shape.picture) for shape in symbol.shapes)
        return Mask((Use(symbol, onto(symbol.bounds, box)),), "luminance" if is_flat else "alpha")

    def edge(self, excerpt: Excerpt, which: str, box: Box) -> Use:
        """A line of pixels along an edge of a picture (`left`), or the pixel in its corner (`top-left`), over a box."""
        key = excerpt.key, which
        if key not in self._edges:
            pixels, sides = self._excerpt(excerpt), which.split("-")
            left = pixels.width - 1 if "right" in sides else 0
            top = pixels.height - 1 if "bottom" in sides else 0
            right = left + 1 if {"left", "right"} & set(sides) else pixels.width
            bottom = top + 1 if {"top", "bottom"} & set(sides) else pixels.height
            line = parts_of(pixels, [(left, top, right, bottom)])[0]
            self._edges[key] = _over_pixels(f"{excerpt.key} {which}", line)
        return Use(self._edges[key], onto(self._edges[key].bounds, box))

    def icon(self, name: str, colour: Colour | None, height: float = 0.0) -> Symbol:
        """An icon as it prints at that height, what is black in it in that colour; ArtError if it cannot be used."""
        key = f"icon/{name}{f'/{colour}' if colour else ''}{'/large' if self._inks.are_large(height) else ''}"

        def printed(own: Colour) -> Colour:
            return self._inks.icon(colour if colour and own == BLACK else own, height)

        def read() -> Symbol:
            file = self._game.design.icons.get(name)
            if file is None:  # in a draft
                return icon_stand_in(key)
            named = os.path.relpath(file.path, self._game.folder).replace(os.sep, "/")
            plain = self._drawing(file, named, lambda: max(_LARGEST_ICON, height))
            repaint = self._paler if self._inks.are_large(height) else unchanged
            return Symbol(key, Recolouring(printed, repaint).shapes(plain.shapes), plain.bounds)

        return _kept(self._symbols, key, read)

    def _look(self, name: str) -> PictureFile:
        file = self._file(name)
        key = "size", file.digest, name
        look: PictureFile | None = self._kept.get(key)
        if look is None:
            look = look_at(file, name)
            self._kept.put(key, look)
        return replace(look, path=file)

    def _symbol(self, excerpt: Excerpt) -> Symbol:
        if excerpt.is_raster:
            return _over_pixels(excerpt.key, self._excerpt(excerpt))
        name = excerpt.name
        drawing = self._drawing(self._file(name), name, lambda: self._printed(name))
        bounds = drawing.bounds
        if excerpt.part is not None:
            bounds = excerpt.part.moved(bounds.left, bounds.top)
        return Symbol(excerpt.key, Recolouring(self._inks.picture, self._paler).shapes(drawing.shapes), bounds)

    def _drawing(self, file: SourceFile, name: str, printed: Callable[[], float]) -> Symbol:
        """A drawing as its file has it; what there is to say of it is noted."""
        key = "drawing", file.digest, name
        art: Art | None = self._kept.get(key)
        if art is None:
            # Only drawings pay for this import.
            from pnp.drawing.art import read_art

            art = read_art(file, name, file=name, fonts=self._fonts, printed=printed)
            self._kept.put(key, art)
        self._notes.update(dict.fromkeys(art.notes))
        return art.symbol

    def _paler(self, picture: Picture) -> Picture:
        return paler(picture, self._inks.strength)

    def _printed(self, name: str) -> float:
        """Millimetres of the longer side of the largest place in which a drawing is shown."""
        from pnp.drawing.art import PRINTED

        if self._sides is None:
            sides = dict[str, float]()
            for image, values, _, box in _places(self._game):
                shown = filled(image.file, values).strip()
                larger = _CUT_OFF if image.fit == "cover" or image.part or image.grid else 1.0
                sides[shown] = max(max(box.width, box.height) * larger, sides.get(shown, 0.0))
            self._sides = sides
        return self._sides.get(name, PRINTED)

    def _mask_symbol(self, name: str, key: str) -> Symbol:
        if not Excerpt(name).is_raster:
            whole = self._drawing(self._file(name), name, lambda: self._printed(name))
            return Symbol(key, whole.shapes, whole.bounds)
        look = self._look(name)
        pixels = read_pictures([(look, max(1.0, look.width / _WIDEST_MASK))], 1.0, self._kept)[name]
        if isinstance(pixels, ArtError):
            raise pixels
        return _over_pixels(key, pixels)

    def _file(self, name: str) -> SourceFile:
        """One of the files that were found sound in name and place when the deck was read."""
        folders = (self._game.folder, *self._game.design.bases)
        return next(self._files[folder / name] for folder in folders if folder / name in self._files)

    def has(self, name: str) -> bool:
        """Whether there is such a file; of a deck that is no draft all are there."""
        return any(folder / name in self._files for folder in (self._game.folder, *self._game.design.bases))

    def _excerpt(self, excerpt: Excerpt) -> Picture:
        """The pixels of a picture or of its part; all parts of a file that the deck shows are cut out in one go."""
        pixels = self._picture(excerpt.name)
        if excerpt.part is None:
            return pixels
        known = self._parts.setdefault(excerpt.name, {})
        if excerpt.key not in known:
            wanted = {each.key: each for each in (excerpt, *self._shown().excerpts) if each.name == excerpt.name}
            parts = {key: each.part for key, each in wanted.items() if each.part is not None}
            scale = pixels.width / self._look(excerpt.name).width
            boxes = [_whole_pixels(part.scaled(scale)) for part in parts.values()]
            known.update(zip(parts, parts_of(pixels, boxes), strict=True))
        return known[excerpt.key]

    def _picture(self, name: str) -> Picture:
        """The pixels of a picture; the first that is asked for brings all others of the deck with it."""
        self._look(name)
        if self._pixels is None:
            wanted = ((self._look(each), too_fine) for each, too_fine in self._shown().too_fine.items())
            self._pixels = read_pictures(wanted, self._inks.strength, self._kept)
        pixels = self._pixels.get(name) or self._alone(name)
        if isinstance(pixels, ArtError):
            raise pixels
        return pixels

    def _alone(self, name: str) -> Picture | ArtError:
        """A picture that no piece shows, such as the front of a box."""
        too_fine = max(1.0, self.size(Excerpt(name)).width / _WIDEST_FRONT * 25.4 / FINEST)
        return read_pictures([(self._look(name), too_fine)], self._inks.strength, self._kept)[name]

    def _shown(self) -> _Uses:
        """What the pieces show, found out once."""
        if self._uses is None:
            excerpts, largest = dict[Excerpt, None](), dict[str, float]()
            for excerpt, coarsest in self._coarseness():
                excerpts[excerpt] = None
                largest[excerpt.name] = max(coarsest, largest.get(excerpt.name, 0.0))
            too_fine = {name: max(1.0, 25.4 / millimetres / FINEST) for name, millimetres in largest.items()}
            self._uses = _Uses(tuple(excerpts), too_fine)
        return self._uses

    def _coarseness(self) -> Iterator[tuple[Excerpt, float]]:
        """Every picture of pixels, as often as it is shown, with the millimetres of a pixel there."""
        for image, values, box, reach in _places(self._game):
            name = filled(image.file, values).strip()
            if not Excerpt(name).is_raster or not self.has(name):
                continue
            try:
                excerpt = self.excerpt(image, values)
                size = self.size(excerpt)
            except (ArtError, ValueError):
                continue
            whole = place_picture(image, size, box, reach).whole
            yield excerpt, max(whole.width / size.width, whole.height / size.height)


def _places(game: Game) -> Iterator[tuple[ImageFile, Mapping[str, str], Box, Box]]:
    """Every image of a deck's layouts, as often as it is shown, its values, its box, and that with bleed."""
    for piece in game.faces():
        layout = game.design.layouts.get(piece.layout)
        if layout is None:
            continue
        trim = layout.canvas(piece.trim)
        for each in game.placed(piece):
            element = each.element
            if isinstance(element.content, ImageFile):
                box = element.box(trim)
                names = names_in(element.content.file)
                values = {**each.values, **{name: "" for name in names if name not in each.values}}
                yield element.content, values, box, with_bleed(box, trim)


@frozen
class _Uses:
    """The pictures that the pieces show, and by file how many times finer it is than a printer shows at its largest."""

    excerpts: tuple[Excerpt, ...]
    too_fine: Mapping[str, float]


def _whole_pixels(box: Box) -> tuple[int, int, int, int]:
    """A part by the edges of its pixels, at least one wide and high."""
    left, top = round(box.left), round(box.top)
    return left, top, max(left + 1, round(box.right)), max(top + 1, round(box.bottom))


def _kept(known: dict[str, Symbol | ArtError], key: str, make: Callable[[], Symbol]) -> Symbol:
    """What was made before under that key, or is made now; a fault is kept as well, and raised each time."""
    if key not in known:
        try:
            known[key] = make()
        except ArtError as fault:
            known[key] = fault
    found = known[key]
    if isinstance(found, ArtError):
        raise found
    return found


def _over_pixels(name: str, pixels: Picture) -> Symbol:
    box = Box(0, 0, pixels.width, pixels.height)
    return Symbol(name, (Image(pixels, box),), box)
