"""Every face of every game, held against a golden digest of its log: a curve, a word or a colour that moves is seen.

Where a drawing is meant to change, look at it, then write the digests anew with `--update-golden`. A log rounds its
numbers to a ten-thousandth of a millimetre, so that the digests are the same on every machine.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from pnp.catalog import artist_of, find, games
from pnp.definition.load import load_game
from pnp.drawing.face import Face, Style
from pnp.drawing.fonts import built_in_fonts
from pnp.drawing.shapes import Group, Path, Shape
from pnp.renderers.base import DocumentInfo, draw
from pnp.renderers.log import LogRenderer

FONTS = built_in_fonts()


def faces(name: str, saver: bool) -> Iterator[Face]:
    game = load_game(find(name))
    for edition in game.editions or ("",):
        artist = artist_of(game, Style(FONTS, edition, saver))
        yield from (artist.face(piece) for piece in game.faces())


def digest(face: Face) -> str:
    log = LogRenderer(DocumentInfo("", "", "", "1", "en", FONTS))
    draw(face.shapes, log)
    return hashlib.sha256(log.finish()).hexdigest()[:16]


@pytest.mark.parametrize("name", games())
@pytest.mark.sample(3)
def test_every_face_is_as_it_was_seen_last(name: str, golden: Callable[[str, str], None]) -> None:
    drawn = zip(faces(name, saver=False), faces(name, saver=True), strict=True)
    lines = (f"{face.id} {face.top or face.trim.size} {digest(face)} {digest(saver)}" for face, saver in drawn)
    golden(f"faces/{name}.txt", "\n".join(lines) + "\n")


def test_a_digest_tells_a_control_point_that_moved_by_a_hundredth() -> None:
    pairs = (
        (face, replace(face, shapes=tuple(map(with_a_point_moved, face.shapes))))
        for face in faces("whims", saver=False)
    )
    face, moved = next((face, moved) for face, moved in pairs if face != moved)
    assert digest(face) != digest(moved)


def with_a_point_moved(shape: Shape) -> Shape:
    if isinstance(shape, Group):
        return replace(shape, shapes=tuple(map(with_a_point_moved, shape.shapes)))
    if not isinstance(shape, Path):
        return shape
    commands = [(letter, at[0] + 0.01, *at[1:]) if letter == "C" else (letter, *at) for letter, *at in shape.commands]
    return replace(shape, commands=tuple(commands))
