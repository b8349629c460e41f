"""The aids, of a turn with the special hands behind it, and of mishaps, and the paper that they are printed on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pnp.drawing.colour import WHITE
from pnp.drawing.fonts import DISPLAY, TEXT_BOLD, FontBook
from pnp.drawing.lettering import TextColumn, cap_height, centred, column, heading, points_for, set_at
from pnp.drawing.shapes import Group, Path, Shape, Stroke, Text, Use, circle, placed, rectangle
from pnp.drawing.text import Lettering, fitted, shrunk_size
from pnp.frozen import frozen
from pnp.games.whistler.faces.art import INK, NIGHT, PAPER, RED, SHARED, WAVE, Art
from pnp.games.whistler.faces.cards import Card
from pnp.geometry import Box, Size, Transform, Trim

_SIZES = (8.5, 8.0, 7.5, 7.0, 6.5, 6.0)  # points, the largest that leaves air
_NOTE = 7.5
_MARGIN = 5.0
_BAND = 13.4  # where the waves run below the title
_WAVES = 3.4  # from their middle to their edge
_FLAT = 0.6  # of the height that the waves have on the backs
_AIR = 2.0  # the least from a paragraph's last baseline to the capitals of the next, in millimetres
_NUMBERED = 5.8  # what the numbers of paragraphs take from the left
_SHARE_OF_TURN = 0.42  # of the first aid's height; the rest is the score's
_MINI = Size(7.2, 9.2)
_MINI_STEP = 8.2


@frozen
class Hand:
    """A special hand: what it is called and is made of, an example, and in how many deals it comes once."""

    title: str
    text: str
    example: Sequence[Card]
    one_in: str


def turn_aid(texts: Mapping[str, str], trim: Trim, art: Art) -> tuple[Shape, ...]:
    """The steps of a turn, numbered, and what a deal earns."""
    body = _body(trim)
    fold = body.top + body.height * _SHARE_OF_TURN
    steps = Box(body.left + _NUMBERED, body.top, body.right, fold)
    score = Box(body.left, fold + 9.0, body.right, body.bottom)
    boxes = (("turn", steps), ("score", score))
    size = min(_rows(texts[key].splitlines(), box, _SIZES, art.fonts).lettering.size for key, box in boxes)
    title = heading(texts["score_title"], body.left, fold + 6.2, body.width, 12, INK if art.saver else WAVE, art.fonts)
    return (
        *_paper(texts["turn_title"], trim, art),
        *_paragraphs(texts["turn"].splitlines(), steps, (size,), art, numbered=True),
        title,
        *_paragraphs(texts["score"].splitlines(), score, (size,), art),
    )


def hands_aid(hands: Sequence[Hand], texts: Mapping[str, str], trim: Trim, art: Art) -> tuple[Shape, ...]:
    """A block for each special hand: its name, its making, four small cards and its chance."""
    body = _body(trim)
    boxes = Box(body.left, body.top, body.right, body.bottom - 3.6).rows(len(hands))
    note = Box(body.left, body.bottom - 2.6, body.right, body.bottom + 1)
    return (
        *_paper(texts["hands_title"], trim, art),
        *(shape for hand, box in zip(hands, boxes) for shape in _hand(hand, texts["hand_chance"], box, art)),
        fitted(f"*{texts['hands_note']}*", note, Lettering(_NOTE, INK), art.fonts),
    )


def knock_aid(texts: Mapping[str, str], trim: Trim, art: Art) -> tuple[Shape, ...]:
    """How knocking goes, and what to do when something else goes wrong."""
    paragraphs = _paragraphs(texts["knock"].splitlines(), _body(trim), _SIZES, art)
    return *_paper(texts["knock_title"], trim, art), *paragraphs


def _body(trim: Trim) -> Box:
    """What the words may fill."""
    return Box(_MARGIN, _BAND + _WAVES + 2.8, trim.size.width - _MARGIN, trim.size.height - _MARGIN)


def _paper(title: str, trim: Trim, art: Art) -> Iterator[Shape]:
    """The ground, a night sky with the title, and the waves of the backs below it."""
    bleed, middle = trim.bleed_box, trim.box.centre[0]
    yield Path(rectangle(bleed), WHITE if art.saver else PAPER)
    if not art.saver:
        yield Path(rectangle(Box(bleed.left, bleed.top, bleed.right, _BAND)), NIGHT)
    waves = Use(art.doubled("seam/back", SHARED), Transform.scaled(1, _FLAT).then(Transform.moved(middle, _BAND)))
    yield Group((waves,), role="background")
    size = shrunk_size(title, trim.size.width - 2 * _MARGIN, DISPLAY, 16, art.fonts)
    baseline = (trim.safe + _BAND - _WAVES + cap_height(size, art.fonts)) / 2 - 0.2
    colour = INK if art.saver else PAPER
    yield Group((Text(middle, baseline, title, DISPLAY, size, colour, "middle"),), role="heading")


def _rows(words: Sequence[str], box: Box, sizes: Sequence[float], fonts: FontBook) -> TextColumn:
    """Paragraphs spread over the height of the box, no further apart than reads well."""
    too_long = f"an aid's text is too long even at {_SIZES[-1]:g} pt; shorten '{words[0][:30]} ...'"
    return column(words, box, Lettering(_NOTE, INK, leading=1.2), sizes, (_AIR, 1.8 * _AIR), fonts, too_long)


def _paragraphs(
    words: Sequence[str], box: Box, sizes: Sequence[float], art: Art, numbered: bool = False
) -> Iterator[Shape]:
    rows = _rows(words, box, sizes, art.fonts)
    half_cap = cap_height(rows.lettering.size, art.fonts, rows.lettering.regular) / 2
    for number, (text, top) in enumerate(zip(words, rows.tops(box.top)), 1):
        if numbered:
            x, y = box.left - _NUMBERED + 2, top + half_cap
            yield Path(circle(x, y, 2.0), WHITE, Stroke(INK, 0.3)) if art.saver else Path(circle(x, y, 2.0), RED)
            yield centred(str(number), x, y, TEXT_BOLD, _NOTE, INK if art.saver else PAPER, art.fonts)
        yield set_at(text, box, top, rows.lettering, art.fonts)


def _hand(hand: Hand, chance: str, box: Box, art: Art) -> Iterator[Shape]:
    yield heading(hand.title, box.left, box.top + 3.2, box.width, 12, INK if art.saver else WAVE, art.fonts)
    words = Box(box.left, box.top + 5.2, box.right, box.bottom - _MINI.height - 2.6)
    yield fitted(hand.text, words, Lettering(_NOTE, INK, leading=1.15), art.fonts)
    middle = box.bottom - _MINI.height / 2 - 2.4
    for at, card in enumerate(hand.example):
        yield _mini(card, Box.around(box.left + _MINI.width / 2 + at * _MINI_STEP, middle, _MINI), art)
    # The chance at the right, its number large.
    cap, room = 3.3, box.width - len(hand.example) * _MINI_STEP
    small = shrunk_size(chance, room, TEXT_BOLD, _NOTE, art.fonts)
    yield Text(box.right, middle - 1.2, chance, TEXT_BOLD, small, INK, "end")
    size, colour = points_for(cap, art.fonts), INK if art.saver else RED
    yield Text(box.right, middle + cap + 0.4, hand.one_in, DISPLAY, size, colour, "end")


def _mini(card: Card, box: Box, art: Art) -> Group:
    """A playing card drawn small: its index above its suit's sign."""
    x, size, colour = box.centre[0], 10.0, card.suit.colour
    small = Path(rectangle(box, 0.9), WHITE, Stroke(INK, 0.25))
    index = Text(x, box.top + 1.2 + cap_height(size, art.fonts), card.index, DISPLAY, size, colour, "middle")
    sign = placed(art.stamp(card.suit), x, box.bottom - 2.7, 4.1)
    return Group((small, index, sign), role="figure", alt=f"{card.index} {card.suit.name}")
