"""What is proved of a game besides its counts and plays: that it can be drawn, told apart, and says what was read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pnp import catalog
from pnp.definition.model import Game
from pnp.drawing.colour import Colour
from pnp.drawing.face import Style
from pnp.drawing.faults import FAULTS
from pnp.drawing.fonts import built_in_fonts
from pnp.errors import Finding, InputInvalid, PlugInBroken, spoken
from pnp.frozen import frozen
from pnp.marks import unread
from pnp.preflight.manifest import Member
from pnp.preflight.sets import merging, merging_shapes
from pnp.rules import proofread as book_lacks


def undrawn(game: Game) -> tuple[Finding, ...]:
    """What keeps a build from drawing the pieces in the usual edition, and marks that nobody could tell apart."""
    style = Style(built_in_fonts().with_files(game.design.fonts).in_language(game.language), game.editions[0])
    return tuple(dict.fromkeys((*_pieces(game, style), *_marks(game))))


def _pieces(game: Game, style: Style) -> Iterator[Finding]:
    try:
        artist = catalog.artist_of(game, style)
    except PlugInBroken:
        raise
    except InputInvalid as invalid:
        yield from invalid.findings
        return
    for piece in game.faces():
        try:
            artist.face(piece)
        except InputInvalid as invalid:
            yield from invalid.findings
        except tuple(FAULTS) as fault:
            yield Finding("error", FAULTS[type(fault)], piece.where or piece.id, f"{piece.id}: {fault}")
        except Exception as fault:
            # An artist knows its own game as it comes, and may stumble over anything else.
            yield Finding("error", "drawing", piece.where or piece.id, f"{piece.id} cannot be drawn: {spoken(fault)}")


def proofread(game: Game) -> tuple[Finding, ...]:
    """What nobody has held against the rules as it stands, and what the book leaves out of the rules and the box."""
    try:
        return (*unread(game), *book_lacks(game))
    except InputInvalid as invalid:
        return invalid.findings


@frozen
class _Marked:
    sets: Mapping[str, tuple[Member, ...]]


def _marks(game: Game) -> Iterator[Finding]:
    """Colours and shapes of a set that players would take for one another."""
    sets = {
        marks.name: tuple(Member(each.id, Colour.parse(each.colour), each.shape) for each in marks.members)
        for marks in game.sets
    }
    yield from merging(_Marked(sets))
    yield from merging_shapes(_Marked(sets))
