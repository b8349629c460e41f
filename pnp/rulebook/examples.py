"""Stories found in plays and told in sentences, and figures of pieces: in rows, fans and spreads, and on the table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate, groupby
from math import cos, fsum, pi, radians, sin
from typing import Any

from pnp.engine.action import CHANCE, Event, FirstPlayer, Value
from pnp.engine.narration import Teller
from pnp.engine.playout import Moment, Spread, Story, Tale, find_tale, moments
from pnp.engine.referee import Referee, RefereeModule, Whereabouts, player_of
from pnp.engine.requirements import ComponentSet, Piece
from pnp.engine.rules import Rules, Setup, Telling, read_setup
from pnp.errors import UsageError
from pnp.frozen import frozen
from pnp.geometry import Box, Size
from pnp.language.wording import ENGLISH
from pnp.rulebook.values import BookError, Inventory, times
from pnp.typesetting.blocks import Figure, Inlines, Label, PlacedFace
from pnp.typesetting.figures import MEASURE, printed

_LINE = 3.5  # mm as printed, from one line of words in a figure to the next
_OVERLAP = 0.42  # of a card's width stays uncovered where cards overlap
_GAP = 5.0
_LETTER = 1.35  # mm as printed, room for a letter of a remark
_TRIES = 6  # until pieces and words agree on a scale
_COLUMN_GAP = 1.15  # of a column's width, to the next
_PILE_GAP, _AIR = 4.0, 16.0  # between pieces of a seat, and between seats, in millimetres of life size
_OVAL = 1.12  # how much wider than high the ring of seats is
_FLAT = ("card", "aid", "mat", "board", "extra")
_TITLE_LINE = 3.6
#: Who sits at the tables of every book, in seat order.
PEOPLE = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hana")
STORIES = "stories"
"""Where the passages of stories stand."""
_MOST_BESIDE = 3
_VOWELS = frozenset("AEIOUaeiou")
_NUMBERED = re.compile(r"(\w+ \w+) \d+\.")


@dataclass
class Canvas:
    """Gathers pieces by their centres and words, wherever they come to lie; `figure` moves all of it into view."""

    inventory: Inventory
    _placed: list[PlacedFace] = field(default_factory=list)
    _labels: list[Label] = field(default_factory=list)
    _box: Box | None = None

    def piece(self, face: str, x: float, y: float, turn: float = 0.0, copies: int = 1) -> None:
        size = self.inventory.seen(face)
        self._placed.append(PlacedFace(face, x - size.width / 2, y - size.height / 2, turn, copies))
        c, s = abs(cos(radians(turn))), abs(sin(radians(turn)))
        turned = Size(size.width * c + size.height * s, size.width * s + size.height * c)
        self.room(Box.around(x, y, turned))

    def words(self, text: str, x: float, y: float, bold: bool = False) -> None:
        """One line of words centred on a point; callers leave room for it."""
        self._labels.append(Label(text, x, y, bold))

    def room(self, box: Box) -> None:
        """Makes sure that the figure reaches as far as that."""
        self._box = box if self._box is None else self._box.joined(box)

    @property
    def box(self) -> Box:
        return self._box or Box(0, 0, 1, 1)

    def figure(self, alt: str, caption: Inlines = (), share: float = 1.0, beside: bool = False) -> Figure:
        left, top = self.box.left, self.box.top
        placed = tuple(replace(each, x=each.x - left, y=each.y - top) for each in self._placed)
        labels = tuple(replace(each, x=each.x - left, y=each.y - top) for each in self._labels)
        return Figure(placed, labels, self.box.width, self.box.height, alt, caption, share, beside)


def lay_rows(canvas: Canvas, ids: Sequence[str], columns: int, gap: float = _GAP) -> None:
    """Pieces side by side, so many to a row; rows as high as their highest piece, pieces about the middle of it."""
    y = 0.0
    for at in range(0, len(ids), columns):
        row = ids[at : at + columns]
        sizes = [canvas.inventory.seen(each) for each in row]
        high, x = max(size.height for size in sizes), (gap - fsum(size.width + gap for size in sizes)) / 2
        for each, size in zip(row, sizes):
            canvas.piece(each, x + size.width / 2, y + high / 2)
            x += size.width + gap
        y += high + gap


def lay_fan(canvas: Canvas, ids: Sequence[str], degrees: float = 9.0) -> None:
    """Cards as they are held in a hand, the first one on the left."""
    radius = canvas.inventory.seen(ids[0]).height * 2.1
    for at, each in enumerate(ids):
        turn = (at - (len(ids) - 1) / 2) * degrees
        canvas.piece(each, radius * sin(radians(turn)), -radius * cos(radians(turn)), turn)


def lay_spreads(
    canvas: Canvas, shown: Sequence[Spread], named: Callable[[int], str], columns: int, share: float
) -> None:
    """Spreads in columns, each with its owner's name and a remark below; backs for what is hidden.

    The pieces of a spread overlap, each covering the right of the one before.
    """
    back = canvas.inventory.back
    faces = [[back(each) if at in own.hidden else each for at, each in enumerate(own.pieces)] for own in shown]
    wide = _columns(canvas.inventory, shown, faces, columns, share)
    starts = [0.0, *accumulate(width * _COLUMN_GAP for width in wide)]
    line = _LINE * printed(starts[columns], share)
    y = 0.0
    for at in range(0, len(shown), columns):
        row = list(zip(shown[at : at + columns], faces[at : at + columns], starts, wide))
        high = max(canvas.inventory.seen(each).height for _, own, _, _ in row for each in own)
        lines = 0
        for each, own, start, width in row:
            left = start + (width - _spread_width(canvas.inventory, own)) / 2
            for face in own:
                across = canvas.inventory.seen(face).width
                canvas.piece(face, left + across / 2, y + high / 2)
                left += across * _OVERLAP
            texts = [(text, bold) for text, bold in ((named(each.seat), True), (each.remark, False)) if text]
            for number, (text, bold) in enumerate(texts):
                canvas.words(text, start + width / 2, y + high + line * (number + 0.9), bold)
            lines = max(lines, len(texts))
        canvas.room(Box(0, y, starts[columns], y + high + line * (lines + 0.4)))
        y += high + line * (lines + 1.1)


def _spread_width(inventory: Inventory, ids: Sequence[str]) -> float:
    widths = [inventory.seen(each).width for each in ids]
    return fsum(width * _OVERLAP for width in widths[:-1]) + (widths[-1] if widths else 0.0)


def _columns(
    inventory: Inventory, shown: Sequence[Spread], faces: Sequence[Sequence[str]], columns: int, share: float
) -> list[float]:
    """How wide each column must be for its pieces and, at the scale that all of them make, for the words below them."""
    pieces, letters = [0.0] * columns, [0] * columns
    for at, (each, own) in enumerate(zip(shown, faces)):
        pieces[at % columns] = max(pieces[at % columns], _spread_width(inventory, own))
        letters[at % columns] = max(letters[at % columns], len(each.remark))
    wide = pieces
    for _ in range(_TRIES):
        scale = printed(fsum(wide) * _COLUMN_GAP, share)
        wide = [max(own, count * _LETTER * scale) for own, count in zip(pieces, letters)]
    return wide


def columns_for(shown: Sequence[Spread], most: int, share: float) -> int:
    """How many spreads stand side by side: as many as the words below them let, and rows of equal length if can be."""
    longest = max(len(each.remark) for each in shown) * _LETTER * _COLUMN_GAP
    fitting = max(1, min(most, len(shown), int(MEASURE * share / longest) if longest else most))
    rows = -(-len(shown) // fitting)
    return -(-len(shown) // rows)


@frozen
class Places:
    """Which places of a referee are drawn: those of a seat, without its number, and those in the middle.

    Pieces of `hidden` places lie face down.
    """

    seat: tuple[str, ...]
    middle: tuple[str, ...]
    hidden: tuple[str, ...] = ()


@frozen
class _Pile:
    face: str
    copies: int
    flat: bool
    width: float
    height: float


_PileRow = Sequence[_Pile]


def draw_tables(
    canvas: Canvas, tables: Sequence[tuple[str, Whereabouts, int]], places: Places, columns: int, share: float
) -> None:
    """Several tables in a grid, each with its title above: title, where its pieces lie, how many play."""
    drawn = [Canvas(canvas.inventory) for _ in tables]
    for each, (_, where, players) in zip(drawn, tables):
        draw_table(each, where, players, places, 0.0, 0.0)
    wide = max(each.box.width for each in drawn) * 1.06
    line = _TITLE_LINE * printed(wide * columns, share)
    top = 0.0
    for at in range(0, len(tables), columns):
        row = list(zip(tables[at : at + columns], drawn[at : at + columns]))
        high = max(each.box.height for _, each in row)
        left = (columns - len(row)) * wide / 2
        for (title, where, players), each in row:
            x, y, box = left + wide / 2, top + line * 1.4 + high / 2, each.box
            draw_table(canvas, where, players, places, x - (box.left + box.right) / 2, y - (box.top + box.bottom) / 2)
            canvas.words(title, x, top + line * 0.5, bold=True)
            left += wide
        canvas.room(Box(0, top, wide * columns, top + 1))
        top += line * 2.2 + high


def draw_table(canvas: Canvas, where: Whereabouts, players: int, places: Places, x: float, y: float) -> None:
    """A table around that point: the first seat at the bottom, the others clockwise, each facing the middle."""
    piles = _Piles(canvas.inventory, where, places.hidden)
    seats = [piles.rows([(name, f"{name} {seat}") for name in places.seat]) for seat in range(1, players + 1)]
    centre = [pile for row in piles.rows([(name, name) for name in places.middle]) for pile in row]
    wide = max(_width(row) for rows in seats for row in rows)
    high = max(fsum(_height(row) + _PILE_GAP for row in rows) for rows in seats)
    inner = max(players * (wide + _AIR) / (2 * pi), _height(centre) / 2 + _AIR, _width(centre) / 2 + _AIR - high / 3)
    reach = inner + high / 2
    _draw_row(canvas, centre, x, y, 0.0, 0.0)
    for seat, rows in enumerate(seats):
        turn = 360 * seat / players
        px, py = x - reach * _OVAL * sin(radians(turn)), y + reach * cos(radians(turn))
        down = -high / 2
        for row in rows:
            down += _height(row) / 2
            _draw_row(canvas, row, px, py, down, turn)
            down += _height(row) / 2 + _PILE_GAP


@frozen
class _Piles:
    """What lies where, as piles: one for each kind of piece; of what is hidden, one for each back."""

    inventory: Inventory
    where: Whereabouts
    hidden: tuple[str, ...]

    def rows(self, places: Sequence[tuple[str, str]]) -> list[_PileRow]:
        """What lies flat in one row, and what is stacked in another one; places by their kinds and full names."""
        piles = [pile for kind, name in places for pile in self._piles(self.where.get(name, {}), kind in self.hidden)]
        return [row for row in ([p for p in piles if p.flat], [p for p in piles if not p.flat]) if row] or [[]]

    def _piles(self, pieces: Mapping[str, int], hidden: bool) -> Iterator[_Pile]:
        counts: dict[str, int] = {}
        flat: dict[str, bool] = {}
        for piece, count in pieces.items():
            if count:
                face = self.inventory.back(piece) if hidden else piece
                counts[face] = counts.get(face, 0) + count
                flat[face] = self.inventory.component(piece).kind in _FLAT
        for face, count in counts.items():
            size = self.inventory.seen(face)
            yield _Pile(face, count, flat[face], size.width, size.height)


def _width(row: _PileRow) -> float:
    return fsum(pile.width + _PILE_GAP for pile in row)


def _height(row: _PileRow) -> float:
    return max((pile.height for pile in row), default=0.0)


def _draw_row(canvas: Canvas, row: _PileRow, x: float, y: float, down: float, turn: float) -> None:
    """Piles side by side about a point that lies `down` from (x, y), seen from the seat that they are turned to."""
    across = -_width(row) / 2
    c, s = cos(radians(turn)), sin(radians(turn))
    for pile in row:
        dx = across + (pile.width + _PILE_GAP) / 2
        across += pile.width + _PILE_GAP
        canvas.piece(pile.face, x + dx * c - down * s, y + dx * s + down * c, turn, pile.copies)


class Narrator(Teller):
    """Tells a story's play in the story's own words where it has some, and its people by name."""

    def __init__(self, rules: Rules, pieces: Sequence[Piece], story: Story) -> None:
        wording = rules.wording
        own = {name: Telling("", wording.said(STORIES, words), "") for name, words in story.tells.items()}
        super().__init__(replace(rules, actions={**rules.actions, **own}), pieces)
        self.wording = wording
        # Articles, and sentences that are joined below, are English grammar.
        self._counts = {piece.id: piece.count for piece in pieces} if story.articles and wording.is_plain else {}

    def seat(self, number: int) -> str:
        """The name of who sits there; a seat beyond those who have names is numbered."""
        return PEOPLE[number - 1] if 0 < number <= len(PEOPLE) else super().seat(number)

    def words(self, value: Value, key: str = "") -> str:
        said = super().words(value, key)
        count = self._counts.get(value, 0) if isinstance(value, str) else 0
        if not count:
            return said
        return f"the {said}" if count == 1 else f"{'an' if said[:1] in _VOWELS else 'a'} {said}"


@frozen(slots=False)
class ExampleFinder:
    """A game, its referee and its stories: whoever wants a play of it asks here."""

    inventory: Inventory
    rules: Rules
    module: RefereeModule
    stories: Mapping[str, Story]

    @cached_property
    def kit(self) -> ComponentSet:
        return ComponentSet(self.inventory.game)

    @cached_property
    def referee(self) -> Referee[Any]:
        """The one of all plays: what it has found out in one serves the next."""
        return self.module.referee(self.kit, self.rules)

    def setup(self, players: int, given: Mapping[str, str] | None = None) -> Setup:
        return read_setup(self.rules.options, self.inventory.game.players, players, given or {})

    def tale(self, name: str) -> Tale:
        """The story of that name, found in a play; BookError where there is none or no play shows it."""
        if name not in self.stories:
            raise BookError(f"there is no story '{name}'; there are {', '.join(self.stories) or 'none'}")
        story = self.stories[name]
        try:
            setup = self.setup(story.players, story.options)
            return find_tale(story, self.referee, setup, player_of(story.kind, self.module, self.kit))
        except (LookupError, UsageError) as fault:
            raise BookError(f"the example '{name}' cannot be told: {fault}") from fault

    def table(self, players: int, until: str, seed: int) -> Moment:
        """The first moment of a play that brings an event of that name."""
        try:
            for moment in moments(self.referee, self.setup(players), FirstPlayer(), seed):
                if any(event.name == until for event in moment.events):
                    return moment
        except UsageError as fault:
            raise BookError(str(fault)) from fault
        raise BookError(f"no event of a play is called '{until}'; see [actions] of the game's rules")

    def narrator(self, story: Story) -> Narrator:
        return Narrator(self.rules, self.kit.pieces(story.players), story)


def tell_tale(tale: Tale, narrator: Narrator) -> tuple[str, ...]:
    """The tale in short sentences, a paragraph for each time that somebody has to choose after others did something.

    Whoever chooses several times on end has a paragraph to themselves. A sentence may end with a line break; then the
    paragraph ends there.
    """
    paragraphs: list[list[str]] = []
    last, choices, others = CHANCE, 0, False
    for moment in tale.moments:
        actor = moment.events[0].actor if moment.events else CHANCE
        chooses = actor != CHANCE
        if not paragraphs or (chooses and (others or (actor != last and choices != 1))):
            paragraphs.append([])
        said = _sentences(moment, narrator)
        paragraphs[-1] += said
        if chooses:
            last, choices, others = actor, choices + 1 if actor == last else 1, len(said) > 1
        elif said:
            others = others or any(_whose(event) != last for event in moment.events)
    merged = _merged if narrator.wording.is_plain else iter
    joined = (" ".join(merged(sentences)) for sentences in paragraphs if sentences)
    return tuple(part.strip() for words in joined for part in words.split("\n") if part.strip())


def _whose(event: Event) -> int:
    """The seat that something happens to; for chance the one that it is drawn for, if any."""
    seat = dict(event.args).get("seat")
    return seat if event.actor == CHANCE and isinstance(seat, int) else event.actor


def _sentences(moment: Moment, narrator: Narrator) -> list[str]:
    """What is told of a moment: a heading that opens a part of the play stands before it with a colon."""
    told = ((narrator.heading(event), narrator.tell(event)) for event in moment.events)
    said = [f"{heading}: {sentence}" if heading and sentence else heading or sentence for heading, sentence in told]
    return [narrator.wording.capital(sentence) for sentence in said if sentence]


def _merged(sentences: Sequence[str]) -> Iterator[str]:
    """`Ada is in. Ben is in.` as `Ada and Ben are in.`, `Ada rolls 7. Ada rolls 2.` as `Ada rolls 7 and 2.`, and what
    is said twice as such.
    """
    for (said, begins), group in groupby(sentences, key=_likeness):
        alike = list(group)
        if len(alike) == 1:
            yield from alike
        elif said is not None:
            yield f"{ENGLISH.listed([sentence.removesuffix(f' is {said}') for sentence in alike])} are {said}"
        elif begins != alike[0]:
            yield f"{begins} {ENGLISH.listed([sentence.split()[-1].removesuffix('.') for sentence in alike])}."
        else:
            yield f"{begins.removesuffix('.')}, {times(len(alike))}."


def _likeness(sentence: str) -> tuple[str | None, str]:
    """What a sentence says that somebody is; of others how they begin, `Ada rolls` of `Ada rolls 7.`, or all of it."""
    who, is_, said = sentence.partition(" is ")
    if is_ and who in PEOPLE:
        return said, ""
    found = _NUMBERED.fullmatch(sentence)
    return None, found[1] if found else sentence


def applied_rules(tale: Tale) -> tuple[str, ...]:
    """The ids of what the consequences that are told apply, each once, in their order."""
    silent = {name for name, words in tale.story.tells.items() if not words}
    events = (event for moment in tale.moments for event in moment.events[1:] if event.name not in silent)
    return tuple(dict.fromkeys(cited for event in events for cited in event.rulings))


def draw_tale(tale: Tale, inventory: Inventory, share: float) -> Figure | None:
    """The pieces that the story wants seen, each spread with its owner's name below; None where it wants none."""
    wording = inventory.game.wording
    drawn = tale.story.pictures(tale.moments)
    wanted = [replace(each, remark=wording.said(STORIES, each.remark)) for each in drawn]
    if not wanted:
        return None
    canvas = Canvas(inventory)
    lay_spreads(canvas, wanted, name_of_seat, columns_for(wanted, _MOST_BESIDE, share), share)
    return canvas.figure(". ".join(_in_words(inventory, each) for each in wanted), share=share)


def _in_words(inventory: Inventory, spread: Spread) -> str:
    wording = inventory.game.wording
    names = [
        wording("{piece} face down", piece=inventory.name(piece)) if at in spread.hidden else inventory.name(piece)
        for at, piece in enumerate(spread.pieces)
    ]
    return f"{name_of_seat(spread.seat) or wording('On the table')}: {wording.listed(names)}"


def name_of_seat(seat: int) -> str:
    """The name of who sits there; empty for nobody."""
    return PEOPLE[seat - 1] if seat else ""
