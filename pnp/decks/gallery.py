"""The pictures and icons that a deck's files hold in; symbols to place, each read once, out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from pnp.decks.inks import Inks
from pnp.decks.placing import onto, placed, with_bleed
from pnp.definition.design import Picture
from pnp.definition.model import Game
from pnp.definition.templates import filled, names_in
from pnp.drawing.art import ArtError, read_symbol
from pnp.drawing.colour import BLACK, Colour
from pnp.drawing.raster import PictureFile, look_at, part_of, read_pictures
from pnp.drawing.shapes import Image, Recolouring, Symbol, Use, unchanged
from pnp.drawing.shapes import Picture as Pixels
from pnp.geometry import Box, Size
from pnp.sources import SourceFile

Kept = TypeVar("Kept")

FINEST = 300
"""Dots an inch that a printer can show."""
_WIDEST_FRONT = 100.0  # mm: no front of a box that fits the usual papers is wider


class Gallery:
    """Opens each file when it is first needed; a file that is faulty is faulty every time it is asked for."""

    def __init__(self, game: Game, inks: Inks) -> None:
        self._game = game
        self._inks = inks
        self._files = {source.path: source for source in game.sources}
        self._symbols: dict[str, Symbol | ArtError] = {}
        self._looks: dict[str, PictureFile | ArtError] = {}
        self._edges: dict[tuple[str, str], Symbol] = {}
        self._pixels: Mapping[str, Pixels | ArtError] | None = None

    def size(self, name: str) -> Size:
        """Width and height of a picture, in pixels or in a drawing's own units; ArtError for one that is none."""
        if not self.is_raster(name):
            bounds = self.picture(name).bounds
            return Size(bounds.width, bounds.height)
        look = self._look(name)
        return Size(look.width, look.height)

    def picture(self, name: str) -> Symbol:
        """The picture of a file of the deck; ArtError for one that cannot be used."""
        return _kept(self._symbols, name, lambda: self._symbol(name))

    def is_raster(self, name: str) -> bool:
        return not name.lower().endswith(".svg")

    def edge(self, name: str, which: str, box: Box) -> Use:
        """A line of pixels along an edge of a picture (`left`), or the pixel in its corner (`top-left`), over a box."""
        if (name, which) not in self._edges:
            pixels, sides = self._picture(name), which.split("-")
            left = pixels.width - 1 if "right" in sides else 0
            top = pixels.height - 1 if "bottom" in sides else 0
            right = left + 1 if {"left", "right"} & set(sides) else pixels.width
            bottom = top + 1 if {"top", "bottom"} & set(sides) else pixels.height
            self._edges[name, which] = _over_pixels(f"{name} {which}", part_of(pixels, left, top, right, bottom))
        return Use(self._edges[name, which], onto(self._edges[name, which].bounds, box))

    def icon(self, name: str, colour: Colour | None, height: float = 0.0) -> Symbol:
        """An icon as it prints at that height, what is black in it in that colour; ArtError if it cannot be used."""
        key = f"icon/{name}{f'/{colour}' if colour else ''}{'/large' if self._inks.are_large(height) else ''}"

        def printed(own: Colour) -> Colour:
            return self._inks.icon(colour if colour and own == BLACK else own, height)

        def read() -> Symbol:
            file = self._game.design.icons[name]
            plain = read_symbol(file, key, file=file.path.relative_to(self._game.folder).as_posix())
            return replace(plain, shapes=Recolouring(printed, unchanged).shapes(plain.shapes))

        return _kept(self._symbols, key, read)

    def _look(self, name: str) -> PictureFile:
        return _kept(self._looks, name, lambda: look_at(self._file(name), name))

    def _symbol(self, name: str) -> Symbol:
        if self.is_raster(name):
            return _over_pixels(name, self._picture(name))
        drawing = read_symbol(self._file(name), name, file=name)
        return replace(drawing, shapes=Recolouring(self._inks.picture, unchanged).shapes(drawing.shapes))

    def _file(self, name: str) -> SourceFile:
        """One of the files that were found sound in name and place when the deck was read."""
        return self._files[self._game.folder / name]

    def _picture(self, name: str) -> Pixels:
        """The pixels of a picture; the first that is asked for brings all others of the deck with it."""
        self._look(name)
        if self._pixels is None:
            wanted = ((self._look(each), too_fine) for each, too_fine in self._fineness())
            self._pixels = read_pictures(wanted, self._inks.strength)
        pixels = self._pixels.get(name) or self._alone(name)
        if isinstance(pixels, ArtError):
            raise pixels
        return pixels

    def _alone(self, name: str) -> Pixels | ArtError:
        """A picture that no piece shows, such as the front of a box."""
        too_fine = max(1.0, self.size(name).width / _WIDEST_FRONT * 25.4 / FINEST)
        return read_pictures([(self._look(name), too_fine)], self._inks.strength)[name]

    def _fineness(self) -> Iterator[tuple[str, float]]:
        """How many times finer each picture is than a printer shows, where it is printed largest."""
        largest: dict[str, float] = {}
        for piece in self._game.faces():
            layout = self._game.design.layouts.get(piece.layout)
            for element in layout.elements if layout else ():
                if not isinstance(element.content, Picture) or not element.shows(piece.values):
                    continue
                template, box = element.content.file, element.box(piece.trim)
                name = filled(template, {key: piece.values.get(key, "") for key in names_in(template)}).strip()
                if not self.is_raster(name) or self._game.folder / name not in self._files:
                    continue
                try:
                    size = self.size(name)
                except ArtError:
                    continue
                whole = placed(element.content, size, box, with_bleed(box, piece.trim)).whole
                coarsest = max(whole.width / size.width, whole.height / size.height)
                largest[name] = max(coarsest, largest.get(name, 0.0))
        for name, millimetres in largest.items():
            yield name, max(1.0, 25.4 / millimetres / FINEST)


def _kept(known: dict[str, Kept | ArtError], key: str, make: Callable[[], Kept]) -> Kept:
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


def _over_pixels(name: str, pixels: Pixels) -> Symbol:
    box = Box(0, 0, pixels.width, pixels.height)
    return Symbol(name, (Image(pixels, box),), box)
