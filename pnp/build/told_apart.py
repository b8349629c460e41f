"""Whether the pieces of a game show what its sets declare: their colours, and shapes where colours are not enough.

Members whose colours come near each other in a view are drawn as the same piece of one and of the other, without the
words on it, and compared dot by dot as that view shows them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import count
from math import sqrt
from sys import byteorder
from typing import TYPE_CHECKING

from pnp import catalog
from pnp.build.job import document_of
from pnp.definition.model import Back, Component, Game, SetMember, SetOfMarks
from pnp.drawing.colour import LEAST_DIFFERENCE, SIGHTS, Colour, Sight
from pnp.drawing.face import Artist, Face, Sampler, Style
from pnp.drawing.shapes import Group, Image, Once, Path, Shape, Symbol, Text, Use
from pnp.errors import Finding, PlugInBroken
from pnp.frozen import frozen
from pnp.preflight.manifest import RecordedMember, RecordedSet
from pnp.preflight.sets import IN_VIEW, Sets, pairs

if TYPE_CHECKING:
    from PIL.Image import Image as Raster

    from pnp.build.job import PrintJob

_LEAST_AREA = 2.0  # mm² of a piece that must look otherwise: a square of 1.4 mm
_DOTS = 60_000  # to a picture, few enough to be compared in a blink
_PARTS = 16  # in which dots are compared
_FINEST = 250  # dots to the inch
Piece = Component | Back


@frozen(slots=False)
class Shown:
    """A piece that shows a member of a set: by the row that it is made from, or by a column that refers to it."""

    piece: Piece
    member: str
    column: str

    @cached_property
    def rest(self) -> Mapping[str, str]:
        """What the piece says besides."""
        return {name: cell for name, cell in self.piece.values.items() if not self.names(name)}

    def names(self, value: str) -> bool:
        """Whether a value of the piece is of the member."""
        return value == self.column or value.startswith(f"{self.column}.")

    def in_place_of(self, other: Shown) -> Piece:
        """The other piece as it would be with this one's member."""
        own = {name: cell for name, cell in self.piece.values.items() if self.names(name)}
        values = {**other.rest, **own}
        if isinstance(other.piece, Back) or isinstance(self.piece, Back):
            return replace(other.piece, values=values)
        words = {name: cell for name, cell in self.piece.words.items() if self.names(name)}
        return replace(other.piece, values=values, words={**other.piece.words, **words})


def recorded(game: Game) -> Sets:
    """The sets as they are measured, of whatever edition."""
    return {marks.name: RecordedSet(tuple(map(_recorded, marks.members))) for marks in game.sets}


def drawn(game: Game, edition: str) -> Iterator[SetOfMarks]:
    """The sets that an edition shows."""
    return (marks for marks in game.sets if not marks.editions or edition in marks.editions)


def parts(marks: SetOfMarks, game: Game, pieces: Iterable[Piece]) -> tuple[str, ...]:
    """The parts among these pieces that show a set."""
    shown = marks.parts or {each.piece.part for each in _shown(marks, game, pieces)}
    return tuple(dict.fromkeys(piece.part for piece in pieces if piece.part in shown))


def printed_pieces(game: Game, components: Iterable[Component]) -> tuple[Piece, ...]:
    """The pieces as the game has them, those of a tiled one whole, and what is behind them."""
    wanted = {each for own in components for each in (own.id, own.id.rpartition("/tile-")[0], own.back)}
    return tuple(piece for piece in game.faces() if piece.id in wanted)


def undrawn_in(box: PrintJob) -> tuple[Finding, ...]:
    """The same as `undrawn`, of what is printed."""
    printed = printed_pieces(box.game, (entry.component for entry in box.printed))
    return undrawn(box.game, box.style, printed)


def undrawn(
    game: Game, style: Style, pieces: Sequence[Piece], gallery: DrawnPieces | None = None
) -> tuple[Finding, ...]:
    """What is declared of sets and cannot be seen on these pieces; pieces that cannot be drawn are passed over.

    A `gallery` of that game and style may have drawn some already.
    """
    gallery = gallery or DrawnPieces(game, style)
    wanted = tuple(drawn(game, style.edition))
    hidden = (marks.name for marks in wanted if not parts(marks, game, tuple(game.faces())))
    message = "no piece shows its members, by a column that refers to them; name the parts that do: parts = [...]"
    return (
        *(Finding("warning", "set-not-shown", name, message) for name in hidden),
        *(finding for marks in wanted for finding in _undrawn(marks, gallery, pieces)),
    )


def _recorded(member: SetMember) -> RecordedMember:
    return RecordedMember(member.id, Colour.parse(member.colour), member.shape)


def _shown(marks: SetOfMarks, game: Game, pieces: Iterable[Piece]) -> Iterator[Shown]:
    """Every piece that shows a member, once for each column that does."""
    table = game.tables.get(marks.table)
    key = table.columns[0] if table else ""
    known = {(member.id, member.colour, member.shape): member.id for member in marks.members}
    for piece in pieces:
        values = piece.values
        if marks.parts and piece.part not in marks.parts:
            continue
        for column in ("", *values):
            dot = f"{column}." if column else ""
            cells = values.get(column or key), values.get(dot + marks.colour), values.get(dot + marks.shape)
            if cells in known:
                yield Shown(piece, str(cells[0]), column)


def _undrawn(marks: SetOfMarks, gallery: DrawnPieces, pieces: Sequence[Piece]) -> Iterator[Finding]:
    groups = tuple(gallery.groups(marks, pieces))
    yield from _discoloured(marks, groups, gallery.style)
    near: dict[tuple[str, str], list[Sight]] = {}
    for view in SIGHTS[1:]:
        for pair in pairs(tuple(map(_recorded, marks.members)), view):
            if pair.by == "shape" or gallery.style.saver:  # which has grounds and inks of its own
                near.setdefault((pair.one.id, pair.other.id), []).append(view)
    shapes = {member.id: member.shape for member in marks.members}
    for part, faces in groups:
        wanted = {each: views for each, views in near.items() if set(each) <= faces.keys()}
        pictures = gallery.pictures({name: faces[name] for each in wanted for name in each}, shapes.values())
        for (one, other), views in wanted.items():
            alike = _alike(pictures[one], pictures[other], views, must_differ=part in marks.parts)
            if alike:
                seen = " and ".join(IN_VIEW[view] for view in alike)
                message = (
                    f"{one} and {other} look alike {seen} on the part '{part}': the shapes that are declared, "
                    f"{shapes[one]} and {shapes[other]}, are not drawn there, or too small or too faint; draw them"
                )
                yield Finding("error", "set-not-drawn", marks.name, message)


def _discoloured(
    marks: SetOfMarks, groups: Iterable[tuple[str, Mapping[str, Face]]], style: Style
) -> Iterator[Finding]:  # fmt: skip
    """Members that no piece shows in the colour that is declared and measured; the ink saver has colours of its own."""
    painted: dict[str, set[str] | None] = {}
    for _, faces in groups:
        for name, face in faces.items():
            known, found = painted.setdefault(name, set()), _colours(face.shapes)
            painted[name] = None if known is None or found is None else known | found
    names = ", ".join(
        f"{member.id} ({member.colour})"
        for member in marks.members
        if (colours := painted.get(member.id)) and member.colour.lower() not in colours
    )
    if names and not style.saver:
        message = f"nothing is painted in the colour declared for {names}; declare the colours that are drawn"
        yield Finding("warning", "set-colour-not-drawn", marks.name, message)


def _colours(shapes: Iterable[Shape]) -> set[str] | None:
    """Every colour that is painted; None where a picture, a gradient or what is seen through may have any."""
    found: set[str] = set()
    for shape in shapes:
        match shape:
            case Path(fill=fill, stroke=stroke):
                paints = [paint for paint in (fill, stroke and stroke.paint) if paint]
                if not all(isinstance(paint, Colour) for paint in paints):
                    return None
                found |= {str(paint) for paint in paints}
            case Text(colour=colour):
                found.add(str(colour))
            case Image() | Group(is_see_through=True):
                return None
            case Group(shapes=inner) | Use(symbol=Symbol(shapes=inner)):
                within = _colours(inner)
                if within is None:
                    return None
                found |= within
    return found


class DrawnPieces:
    """Draws the pieces of a game, and what shows the members of its sets, all in one style; a piece is drawn once."""

    def __init__(self, game: Game, style: Style) -> None:
        self.game, self.style = game, style
        self._artist: Artist[Piece] | None = None
        self._drawn: dict[str, tuple[Piece, Face]] = {}

    def artist(self) -> Artist[Piece]:
        """Who draws them; raises InputInvalid and PlugInBroken as `catalog.artist_of` does."""
        if self._artist is None:
            self._artist = catalog.artist_of(self.game, self.style)
        return self._artist

    def face(self, piece: Piece) -> Face:
        """Raises whatever the artist does."""
        known = self._drawn.get(piece.id)
        if known is None or known[0] is not piece:
            known = self._drawn[piece.id] = piece, self.artist().face(piece)
        return known[1]

    def groups(self, marks: SetOfMarks, pieces: Sequence[Piece]) -> Iterator[tuple[str, Mapping[str, Face]]]:
        """The part, and a face for each member, that differ in nothing but what shows the member.

        A part that shows all members at once has samples, if the artist makes any.
        """
        found: dict[tuple[str, str], list[Shown]] = {}
        for each in _shown(marks, self.game, pieces):
            found.setdefault((each.piece.part, each.column), []).append(each)
        for (part, _), shown in found.items():
            yield part, self._faces(_matching(shown))
        named = {piece.part for piece in pieces if piece.part in marks.parts} - {part for part, _ in found}
        if named and isinstance(artist := self.artist(), Sampler):
            samples = {each.id: artist.sample(marks.name, each.id) for each in marks.members}
            for part in sorted(named):
                yield part, {name: sample for name, sample in samples.items() if sample is not None}

    def _faces(self, pieces: Mapping[str, Piece]) -> Mapping[str, Face]:
        faces = {}
        for member, piece in pieces.items():
            try:
                faces[member] = self.face(piece)
            except PlugInBroken:
                raise
            except Exception:  # a piece that is not in the box may be one that cannot be
                continue
        return faces

    def pictures(self, faces: Mapping[str, Face], shapes: Iterable[str]) -> Mapping[str, tuple[Raster, int]]:
        """A picture of each face, and how many dots of it make the least area."""
        from pnp.renderers.png import SMALLEST_DPI, faces_as_pictures

        if not faces:
            return {}
        size = next(iter(faces.values())).trim.size
        dpi = min(_FINEST, max(SMALLEST_DPI, int(sqrt(_DOTS / (size.width * size.height)) * 25.4)))
        silent = _wordless(shapes)
        faces_told = [replace(face, id=name, shapes=silent(face.shapes)) for name, face in faces.items()]
        pictures = faces_as_pictures(faces_told, document_of(self.game, self.style, None), dpi)
        return dict(zip(faces, ((picture, int(_LEAST_AREA * (dpi / 25.4) ** 2)) for picture in pictures)))


def _matching(shown: Sequence[Shown]) -> Mapping[str, Piece]:
    """A piece for each member, alike in all else: one of the box, or else the first of them as it would be."""
    first = shown[0]
    found: dict[str, Piece] = {}
    for each in shown:
        if each.column and each.rest == first.rest:
            found.setdefault(each.member, each.piece)
    for each in shown:
        found.setdefault(each.member, each.in_place_of(first) if each.column else each.piece)
    return found


def _wordless(shapes: Iterable[str]) -> Callable[[Iterable[Shape]], tuple[Shape, ...]]:
    """What leaves out all words but those that are declared as a shape."""
    signs = re.compile("|".join(_sign(shape) for shape in shapes if shape) or r"(?!)", re.IGNORECASE)
    numbers = count()  # pieces that are drawn otherwise than in the box may give two drawings one name
    changed = Once[Symbol, Symbol](lambda symbol: replace(symbol, id=f"{next(numbers)}", shapes=silent(symbol.shapes)))

    def silent(shapes: Iterable[Shape]) -> tuple[Shape, ...]:
        return tuple(_silent(shape) for shape in shapes if not isinstance(shape, Text) or signs.search(shape.text))

    def _silent(shape: Shape) -> Shape:
        if isinstance(shape, Use):
            return replace(shape, symbol=changed(shape.symbol))
        return replace(shape, shapes=silent(shape.shapes)) if isinstance(shape, Group) else shape

    return silent


def _sign(shape: str) -> str:
    """A pattern for a word as a whole, and for any other sign wherever it stands."""
    return rf"(?<!\w){re.escape(shape)}(?!\w)" if shape[0].isalnum() else re.escape(shape)


def _alike(
    one: tuple[Raster, int], other: tuple[Raster, int], views: Sequence[Sight], must_differ: bool
) -> tuple[Sight, ...]:
    """The views in which two pictures show too little of a difference.

    None are told of those that are the same in colour too, which do not show the set, unless they `must_differ`.
    """
    least = min(one[1], other[1])
    found: Counter[Sight] = Counter()
    waiting = {"colour", *views}
    for (first, second), dots in _colours_of_dots(one[0], other[0]):
        if first == second:
            continue
        for view in tuple(waiting):
            if _difference(first, second, view) >= LEAST_DIFFERENCE:
                found[view] += dots
                if found[view] >= least:
                    waiting.discard(view)
        if not waiting:
            break
    return () if "colour" in waiting and not must_differ else tuple(view for view in views if view in waiting)


def _colours_of_dots(one: Raster, other: Raster) -> Iterator[tuple[tuple[int, int], int]]:
    """Two colours that a dot has in one picture and in the other, and how many dots have them.

    One part of the dots comes after the other, since a few of them mostly tell enough.
    """
    first, second = _dots(one), _dots(other)
    for part in range(_PARTS):
        yield from Counter(zip(first[part::_PARTS], second[part::_PARTS])).most_common()


def _dots(picture: Raster) -> memoryview:
    """A number for each dot, which is its colour."""
    return memoryview(picture.convert("RGBX").tobytes()).cast("I")


@lru_cache(maxsize=100_000)
def _difference(one: int, other: int, view: Sight) -> float:
    return _seen(one, view).difference(_seen(other, view))


@lru_cache(maxsize=100_000)
def _seen(dot: int, view: Sight) -> Colour:
    red, green, blue, _ = dot.to_bytes(4, byteorder)
    return Colour(red / 255, green / 255, blue / 255).seen(view)
