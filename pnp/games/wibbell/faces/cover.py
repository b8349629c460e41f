"""The rulebook's cover: great letters of wood type, printed over each other; some fall, others have formed a word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import fsum

from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.face import CoverDesign, Style
from pnp.drawing.shapes import Commands, Group, Path, Shape, moved, rectangle
from pnp.games.wibbell.faces.art import INK, PAPER, RED, hatched
from pnp.games.wibbell.faces.woodtype import CAPITALS, capital
from pnp.geometry import Box, Transform

# Where falling letters are (across, of the width; down, of the height above the word), how high, and their turns.
_FALLING = ((0.28, 0.4, 0.98, -13.0), (0.57, 0.6, 0.92, 9.0), (0.78, 0.4, 0.96, 17.0))
_FALLING_SIZE = 0.55  # of the width
_MARGIN, _OVER, _TALLEST = 0.05, 0.14, 0.46  # of the word: its margin of the width, overlap of letters, most height
_TILTS = (-1.5, 1.0, -0.6, 1.6)


def cover(letters: Sequence[str], inks: Sequence[Colour], style: Style) -> CoverDesign:
    """The cover in full or in lines; the second half of the letters has come to rest in a row."""

    def picture(seen: Box, reach: Box) -> Iterator[Shape]:
        half = len(letters) // 2
        word = list(_word(letters[half:], seen))
        top = min((box.top for _, box in word), default=seen.bottom)
        placed = [*_falling(letters[:half], Box(seen.left, seen.top, seen.right, top)), *word]
        yield Path(rectangle(reach), WHITE if style.saver else PAPER)
        yield from _overprinted(placed, inks, style.saver)

    return CoverDesign(picture, INK if style.saver else RED, INK)


def _falling(letters: Sequence[str], room: Box) -> Iterator[tuple[Commands, Box]]:
    size = min(_FALLING_SIZE * room.width, 1.08 * room.height)
    for letter, (across, down, high, turn) in zip(letters, _FALLING):
        width = CAPITALS[letter].width
        there = Transform.moved(-width / 2, 0.5).then(Transform.scaled(high * size)).then(Transform.rotated(turn))
        x, y = room.left + across * room.width, room.top + down * room.height
        box = Box(x - size, y - size, x + size, y + size)
        yield moved(capital(letter, width), there.then(Transform.moved(x, y))), box


def _word(letters: Sequence[str], seen: Box) -> Iterator[tuple[Commands, Box]]:
    """Letters that stand side by side at the foot of what is seen, each a little over the one before it."""
    widths = [CAPITALS[letter].width for letter in letters]
    whole = fsum(widths) - _OVER * (len(widths) - 1)
    high = min((1 - 2 * _MARGIN) * seen.width / max(whole, 1.0), _TALLEST * seen.height)
    left = seen.centre[0] - high * whole / 2
    for letter, width, tilt in zip(letters, widths, _TILTS * len(letters)):
        box = Box(left, seen.bottom - high, left + width * high, seen.bottom)
        there = Transform.moved(-width / 2, 0.5).then(Transform.scaled(high)).then(Transform.rotated(tilt))
        yield moved(capital(letter, width), there.then(Transform.moved(*box.centre))), box
        left += (width - _OVER) * high


def _overprinted(letters: Sequence[tuple[Commands, Box]], inks: Sequence[Colour], saver: bool) -> Iterator[Shape]:
    """Each letter over those before it, darker where it covers them, as two inks are; for the ink saver engraved."""
    for at, (outline, box) in enumerate(letters):
        ink = inks[at % len(inks)]
        if saver:
            yield from hatched(outline, box, ink)
            continue
        yield Path(outline, ink)
        for under in range(at):
            both = ink.mixed(inks[under % len(inks)], 0.5).mixed(INK, 0.5)
            yield Group((Path(letters[under][0], both),), clip=Path(outline))
