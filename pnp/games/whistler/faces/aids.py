"""The three aids, of a turn, the special hands and mishaps, and the paper that they are printed on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import fsum

from pnp.drawing.colour import WHITE
from pnp.drawing.face import Style
from pnp.drawing.fonts import DISPLAY, TEXT_BOLD
from pnp.drawing.shapes import Group, Path, Shape, Stroke, Text, Use, circle, placed, rectangle
from pnp.drawing.text import FitError, Lettering, fitted, shrunk_size
from pnp.frozen import frozen
from pnp.games.whistler.faces.art import INK, NIGHT, PAPER, RED, SHARED, WAVE, Art
from pnp.games.whistler.faces.cards import Card
from pnp.geometry import Box, Size, Transform, Trim
from pnp.units import MM_PER_POINT, POINTS_PER_MM

BODY_SIZES = (8.5, 8.0, 7.5, 7.0, 6.5, 6.0)  # points, the largest that leaves air
NOTE_SIZE = 7.5
_MARGIN = 5.0
_BAND = 13.4  # where the waves run below the title
_WAVES = 2.9  # from their middle to their edge
_FLAT = 0.6  # of the height that the waves have on the backs
_AIR = 2.0  # the least from a paragraph's last baseline to the capitals of the next, in millimetres
_NUMBERED = 5.8  # what the numbers of paragraphs take from the left
_SHARE_OF_TURN = 0.42  # of the first aid's height; the rest is the score's
_MINI = Size(7.2, 9.2)
_MINI_STEP = 8.2


def body_of(trim: Trim) -> Box:
    """What the words may fill."""
    return Box(_MARGIN, _BAND + _WAVES + 2.8, trim.size.width - _MARGIN, trim.size.height - _MARGIN)


def paper(title: str, trim: Trim, art: Art, style: Style) -> Iterator[Shape]:
    """The ground, a night sky with the title, and the waves of the backs below it."""
    bleed, middle = trim.bleed_box, trim.box.centre[0]
    yield Path(rectangle(bleed), WHITE if style.saver else PAPER)
    if not style.saver:
        yield Path(rectangle(Box(bleed.left, bleed.top, bleed.right, _BAND)), NIGHT)
    waves = Use(art.doubled("seam/back", SHARED), Transform.scaled(1, _FLAT).then(Transform.moved(middle, _BAND)))
    yield Group((waves,), role="background")
    size = shrunk_size(title, trim.size.width - 2 * _MARGIN, DISPLAY, 16, style.fonts)
    cap = size * MM_PER_POINT * style.fonts[DISPLAY].cap_height
    baseline = (trim.safe + _BAND - _WAVES + cap) / 2 - 0.2
    colour = INK if style.saver else PAPER
    yield Group((Text(middle, baseline, title, DISPLAY, size, colour, "middle"),), role="heading")


def heading(words: str, left: float, baseline: float, width: float, style: Style) -> Shape:
    """A heading inside the body, no wider than that."""
    size = shrunk_size(words, width, DISPLAY, 12, style.fonts)
    return Group((Text(left, baseline, words, DISPLAY, size, INK if style.saver else WAVE),), role="heading")


@frozen
class Hand:
    """A special hand: what it is called and is made of, an example, and that one deal in so many makes it."""

    title: str
    text: str
    example: Sequence[Card]
    one_in: int


def turn_aid(texts: Mapping[str, str], trim: Trim, art: Art, style: Style) -> tuple[Shape, ...]:
    """The steps of a turn, numbered, and what a deal earns."""
    body = body_of(trim)
    fold = body.top + body.height * _SHARE_OF_TURN
    steps = Box(body.left + _NUMBERED, body.top, body.right, fold)
    score = Box(body.left, fold + 9.0, body.right, body.bottom)
    size = min(_size(texts[key].splitlines(), box, style) for key, box in (("turn", steps), ("score", score)))
    return (
        *paper(texts["turn_title"], trim, art, style),
        *_paragraphs(texts["turn"].splitlines(), steps, size, style, numbered=True),
        heading(texts["score_title"], body.left, fold + 6.2, body.width, style),
        *_paragraphs(texts["score"].splitlines(), score, size, style),
    )


def hands_aid(hands: Sequence[Hand], texts: Mapping[str, str], trim: Trim, art: Art, style: Style) -> tuple[Shape, ...]:
    """A block for each special hand: its name, its making, four small cards and its chance."""
    body = body_of(trim)
    foot = 3.6
    height = (body.height - foot) / len(hands)
    boxes = [Box(body.left, top, body.right, top + height) for top in _tops(body.top, height, len(hands))]
    note = Box(body.left, body.bottom - 2.6, body.right, body.bottom + 1)
    lettering = Lettering(NOTE_SIZE, INK)
    return (
        *paper(texts["hands_title"], trim, art, style),
        *(shape for hand, box in zip(hands, boxes) for shape in _hand(hand, texts["hand_chance"], box, art, style)),
        fitted(f"*{texts['hands_note']}*", note, lettering, style.fonts),
    )


def knock_aid(texts: Mapping[str, str], trim: Trim, art: Art, style: Style) -> tuple[Shape, ...]:
    """How knocking goes, and what to do when something else goes wrong."""
    body, words = body_of(trim), texts["knock"].splitlines()
    size = _size(words, body, style)
    return *paper(texts["knock_title"], trim, art, style), *_paragraphs(words, body, size, style)


def _tops(top: float, height: float, count: int) -> list[float]:
    return [top + at * height for at in range(count)]


def _size(words: Sequence[str], box: Box, style: Style) -> float:
    """The largest size in points at which air is left between the paragraphs."""
    for size in BODY_SIZES:
        if _gap(_heights(words, box, size, style), box) >= _AIR:
            return size
    raise FitError(f"an aid's text is too long even at {BODY_SIZES[-1]:g} pt; shorten '{words[0][:30]} ...'")


def _heights(words: Sequence[str], box: Box, size: float, style: Style) -> list[float]:
    """From the capitals of each paragraph to its last baseline."""
    tall = Box(box.left, 0, box.right, 10 * box.height)
    groups = [fitted(text, tall, _lettering(size), style.fonts) for text in words]
    return [max(shape.y for shape in group.shapes if isinstance(shape, Text)) for group in groups]


def _gap(heights: Sequence[float], box: Box) -> float:
    return (box.height - fsum(heights)) / max(1, len(heights) - 1)


def _lettering(size: float) -> Lettering:
    return Lettering(size, INK, size, leading=1.2)


def _paragraphs(words: Sequence[str], box: Box, size: float, style: Style, numbered: bool = False) -> Iterator[Shape]:
    """Paragraphs spread over the height of the box, no further apart than reads well."""
    lettering = _lettering(size)
    heights = _heights(words, box, size, style)
    gap = min(_gap(heights, box), 1.8 * _AIR)
    cap = style.fonts[lettering.regular].cap_height * size * MM_PER_POINT
    y = box.top
    for number, (text, height) in enumerate(zip(words, heights), 1):
        if numbered:
            yield from _number(number, box.left - _NUMBERED + 2, y + cap / 2, style)
        yield fitted(text, Box(box.left, y, box.right, y + 10 * box.height), lettering, style.fonts)
        y += height + gap


def _number(number: int, x: float, y: float, style: Style) -> Iterator[Shape]:
    size = NOTE_SIZE
    half_cap = size * MM_PER_POINT * style.fonts[TEXT_BOLD].cap_height / 2
    disc = circle(x, y, 2.0)
    yield Path(disc, WHITE, Stroke(INK, 0.3)) if style.saver else Path(disc, RED)
    yield Text(x, y + half_cap, str(number), TEXT_BOLD, size, INK if style.saver else PAPER, "middle")


def _hand(hand: Hand, chance: str, box: Box, art: Art, style: Style) -> Iterator[Shape]:
    yield heading(hand.title, box.left, box.top + 3.2, box.width, style)
    words = Box(box.left, box.top + 5.2, box.right, box.bottom - _MINI.height - 2.6)
    yield fitted(hand.text, words, _close(NOTE_SIZE), style.fonts)
    middle = box.bottom - _MINI.height / 2 - 2.4
    for at, card in enumerate(hand.example):
        yield from _mini(card, Box.around(box.left + _MINI.width / 2 + at * _MINI_STEP, middle, _MINI), art, style)
    cards = len(hand.example) * _MINI_STEP
    yield from _chance(chance, hand.one_in, box.right, middle, box.width - cards, style)


def _close(size: float) -> Lettering:
    return Lettering(size, INK, leading=1.15)


def _chance(words: str, one_in: int, right: float, middle: float, room: float, style: Style) -> Iterator[Shape]:
    """The chance at the right, its number large."""
    cap = 3.3
    size = cap / style.fonts[DISPLAY].cap_height * POINTS_PER_MM
    small = shrunk_size(words, room, TEXT_BOLD, NOTE_SIZE, style.fonts)
    yield Text(right, middle - 1.2, words, TEXT_BOLD, small, INK, "end")
    yield Text(right, middle + cap + 0.4, f"{one_in:,}", DISPLAY, size, INK if style.saver else RED, "end")


def _mini(card: Card, box: Box, art: Art, style: Style) -> Iterator[Shape]:
    """A playing card drawn small: its index above its suit's sign."""
    x, size, colour = box.centre[0], 10.0, card.suit.colour
    cap = style.fonts[DISPLAY].cap_height * size * MM_PER_POINT
    small = Path(rectangle(box, 0.9), WHITE, Stroke(INK, 0.25))
    index = Text(x, box.top + 1.2 + cap, card.index, DISPLAY, size, colour, "middle")
    sign = placed(art.stamp(card.suit), x, box.bottom - 2.7, 4.1)
    yield Group((small, index, sign), role="figure", alt=f"{card.index} {card.suit.name}")
