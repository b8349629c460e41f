"""A one-page guide to a pull list: what to take from another deck, how to use it, and what else to bring."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from math import fsum

from pnp.definition.conversion import CardNeed, PullList, SamePicks
from pnp.definition.findings import printable
from pnp.definition.model import Component, Game
from pnp.drawing.colour import Colour
from pnp.drawing.face import Face
from pnp.drawing.fonts import DISPLAY, TEXT, TEXT_BOLD, TEXT_ITALIC, FontBook, FontError
from pnp.drawing.shapes import Group, Path, Shape, Stroke, Text, rectangle
from pnp.drawing.text import FitError, first_fitting, split_words
from pnp.errors import Finding, InputInvalid, UsageError
from pnp.frozen import frozen
from pnp.geometry import MM_PER_POINT, Box, Size, Transform, Trim, number
from pnp.imposition.plan import SheetPlan, one_a_page
from pnp.language.wording import Wording
from pnp.typesetting.leaflet import ACCENT, INK, SMALLEST, LeafletBlock, LeafletSetter

LARGEST = 11.0
_STEP = 0.25
_GAP = 7.0  # between two columns, mm
_CARD = 63.5 / 88.9
_IVORY = Colour.parse("#fbf7ef")


def guide_plan(game: Game, pulls: PullList, paper: Size, fonts: FontBook) -> tuple[SheetPlan, dict[str, Face]]:
    """One page of that paper and the face on it, for any renderer: large type first, two columns before small type.

    Raises UsageError when the list is too long for the paper even at the smallest type in two columns, and
    InputInvalid when the fonts lack a character of a card's name.
    """
    try:
        shapes = first_fitting(partial(_shapes, game, pulls, paper, fonts, *setting) for setting in _settings())
    except FontError as fault:
        raise InputInvalid([Finding("error", "no-glyph", printable(pulls.source), str(fault))]) from fault
    if shapes is None:
        have = f"{number(paper.width)} x {number(paper.height)} mm"
        raise UsageError(
            f"the guide for {game.title} from {printable(pulls.source)} does not fit on one page of {have} even "
            f"at {SMALLEST:g} pt; take a larger paper"
        )
    face = Face(f"{game.name}/guide", Trim(paper, bleed=0.0), shapes)
    return one_a_page([face], paper), {face.id: face}


def _settings() -> Iterator[tuple[int, float]]:
    """Columns and sizes in points, as they are tried."""
    sizes = [LARGEST - at * _STEP for at in range(int((LARGEST - SMALLEST) / _STEP) + 1)]
    yield from ((1, size) for size in sizes if size >= 8)
    yield from ((2, size) for size in sizes if size <= 9)
    yield from ((1, size) for size in sizes if size < 8)


def _shapes(game: Game, pulls: PullList, paper: Size, fonts: FontBook, columns: int, size: float) -> tuple[Group, ...]:
    """The page in that setting; FitError where it has no room."""
    margin = max(6.0, min(18.0, paper.width * 0.085))
    frame = Box(margin, margin, paper.width - margin, paper.height - margin)
    whole = _GuideSetter(fonts, size, frame.width, game.wording)
    width = (frame.width - _GAP * (columns - 1)) / columns
    head = whole.title(game.title, _made_from(pulls, game.wording), tuple(need.value or "" for need in pulls.needs))
    small = _GuideSetter(fonts, max(SMALLEST, size * 0.75), frame.width, game.wording)
    foot = small.small_print(_credits(game))
    body = Box(frame.left, frame.top + head.height + size * 0.35, frame.right, frame.bottom - foot.height - 3)
    blocks = _body(game, pulls, _GuideSetter(fonts, size, width, game.wording))
    return (
        head.at(frame.left, frame.top),
        *_in_columns(blocks, body, columns, width, size * 0.16),
        foot.at(frame.left, frame.bottom - foot.height),
    )


def _in_columns(blocks: Sequence[LeafletBlock], body: Box, columns: int, width: float, space: float) -> Iterator[Group]:
    """Blocks from the top of the first column on; FitError when they run out of columns."""
    heights = [block.height + space for block in blocks]
    # Two columns end level, save for what one block makes of it.
    depth = body.height if columns == 1 else min(body.height, fsum(heights) / columns + max(heights) / 2)
    column, y = 0, 0.0
    for block in blocks:
        if y and y + block.height > depth + 1e-6:
            column, y = column + 1, 0.0
            depth = body.height
        if column == columns or block.height > body.height:
            raise FitError("the page is full")
        yield block.at(body.left + column * (width + _GAP), body.top + y)
        y += block.height + space


def _body(game: Game, pulls: PullList, setter: _GuideSetter) -> list[LeafletBlock]:
    labels = [need.label for need in pulls.needs]
    rows = [setter.row(need, pulls.batches(need), labels) for need in pulls.needs]
    wording = game.wording
    blocks = [setter.under(wording("Take these cards"), rows[0]), *rows[1:]]
    blocks += setter.section(wording("Keep the deck in use"), _use(pulls, wording))
    if backs := _backs(pulls, wording):
        blocks += setter.section(wording("Different backs"), [backs], numbered=False)
    if others := list(_bring(game, pulls.others)):
        blocks += setter.section(wording("What else to bring"), others, numbered=False)
    return blocks


def _made_from(pulls: PullList, wording: Wording) -> str:
    source = printable(pulls.source)
    named = f"{source[:1].upper()}{source[1:]}"
    return wording("made from {deck}: {count} of {all} cards", deck=named, count=pulls.total, all=pulls.source_total)


def _credits(game: Game) -> list[str]:
    """What the definition says of its makers, and what made this page."""
    told = [line.strip() for line in game.credits.splitlines() if line.strip()]
    return [*told, game.wording("{game} {version}. Set by pnp.", game=game.title, version=game.version)]


def _use(pulls: PullList, wording: Wording) -> Iterator[str]:
    """How to play with the cards as if they were the game's own."""
    yield wording("Sort the {count} cards of the list out.", count=pulls.total) + (
        " " + wording("The other {count} stay in the box.", count=pulls.left_over) if pulls.left_over else ""
    )
    words = next((need.label.rsplit(" ", 1)[0] for need in pulls.needs if need.value is not None), "")
    if words:
        yield wording(
            "In play a card is the {kind} that the list makes of it. Nothing else printed on it counts.", kind=words
        )
    for need in pulls.needs:
        if need.value is None:
            lacks = " " + wording("They have no {kind}.", kind=words) if words else ""
            alike = wording(
                "The {count} cards in the row “{row}” are alike in play, whatever they show.",
                count=need.count, row=need.label,
            )  # fmt: skip
            yield f"{alike}{lacks}"
    yield wording("Keep this page with the deck, and count to {count} before you shuffle.", count=pulls.total)


def _backs(pulls: PullList, wording: Wording) -> str:
    """What backs that differ mean; nothing where there is but one pack."""
    used = pulls.used_packs
    if len(pulls.packs) < 2:
        return ""
    if len(used) == 1:
        return wording(
            "All cards come from pack {pack}, so the backs are alike. The other packs stay away.", pack=used[0]
        )
    shares = [_shares(pulls, need, used) for need in pulls.needs]
    first, whole = shares[0], sum(shares[0])
    even = all(each * sum(share) == own * whole for share in shares for each, own in zip(first, share))
    sums = zip(used, (sum(share[at] for share in shares) for at in range(len(used))))
    split = ", ".join(wording("{count} from {pack}", count=count, pack=pack) for pack, count in sums)
    told = (
        wording("Each row takes the same share of every pack, so a back does not tell the front.")
        if even
        else wording("The rows are shared out as evenly as the packs allow, so a back tells little of the front.")
    )
    rest = wording("In all: {split}. Packs with one and the same back, or opaque sleeves, tell nothing.", split=split)
    return f"{told} {rest}"


def _shares(pulls: PullList, need: CardNeed, packs: Sequence[str]) -> list[int]:
    mine = [pull for pull in pulls.pulls if pull.becomes == need.label]
    return [sum(pull.take for pull in mine if pull.pack == pack) for pack in packs]


def _bring(game: Game, others: Iterable[Component]) -> Iterator[str]:
    others = list(others)
    table = [f"{other.fixed} × {other.name}" for other in others if other.fixed]
    each = [f"{other.each} × {other.name}" for other in others if other.each]
    wording = game.wording
    if table:
        yield wording("For the table: {pieces}.", pieces=wording.parted(table))
    if each:
        yield wording("For each player: {pieces}.", pieces=wording.parted(each))
    if others:
        command = f"pnp build {game.name}"
        yield wording(
            "The command “{command}” prints them. Coins or beads will do as well for pieces.", command=command
        )


@frozen(slots=False)
class _GuideSetter(LeafletSetter):
    """Sets the words and pictures of a guide."""

    def title(self, title: str, under: str, values: Sequence[str]) -> LeafletBlock:
        """The game's name and what it is made from, with three of its cards fanned out at the right."""
        fan = 3.6 * self.line
        words, base = self.title_lines(title, under, (2.6, 1.25), self.width - 1.8 * fan)
        height = max(base + 0.5 * self.line, fan)
        return LeafletBlock(
            (*words, self.rule(height, ACCENT, 0.5), *self._fan(fan * 0.8, height, values)), height, "heading"
        )

    def _fan(self, height: float, bottom: float, values: Sequence[str]) -> Iterator[Shape]:
        middle = Transform.moved(self.width - height * 1.05, bottom + height * 0.4)
        for turn, value in zip((-26, 0, 26), values):
            placed = Transform.moved(-height * _CARD / 2, -height * 1.6).then(Transform.rotated(turn))
            yield Group(self._card(height, value), placed.then(middle))

    def row(self, need: CardNeed, batches: Sequence[SamePicks], labels: Sequence[str]) -> LeafletBlock:
        """A row of the table: the card it becomes, its name, how many, and which ones they are."""
        tall = 2.0 * self.line
        left = tall * _CARD + 0.6 * self.line
        label = min(0.24 * self.width, max(self.measure(text, TEXT_BOLD) for text in labels) + 0.1)
        names = self.wrapped(split_words(need.label), TEXT_BOLD, label)
        count = self.wording("take {count}", count=need.count)
        cards = left + max(label, self.measure(count, TEXT_ITALIC)) + self.line
        words = [*self.lines(names, left, TEXT_BOLD), *self.lines([count], left, TEXT_ITALIC, len(names), ACCENT)]
        lines = [each for batch in batches for each in self._batch(batch, self.width - cards)]
        for at, (text, font) in enumerate(lines):
            words += self.lines([text], cards, font, at)
        height = max(tall, self.line * max(len(lines), len(names) + 1)) + 0.5 * self.line
        return LeafletBlock((*self._card(tall, need.value or ""), *words, self.rule(height)), height, "table")

    def _batch(self, batch: SamePicks, width: float) -> Iterator[tuple[str, str]]:
        """Lines and their fonts: from which packs, then card by card, none broken that need not be."""
        if any(batch.packs):
            packs = self.wording.listed(batch.packs)
            source = self.wording("from each of packs {packs}:", packs=packs)
            if len(batch.packs) == 1:
                source = self.wording("from pack {pack}:", pack=packs)
            yield from ((text, TEXT_ITALIC) for text in self.wrapped(split_words(source), TEXT_ITALIC, width))
        ends = [","] * (len(batch.picks) - 1) + [""]
        told = [(self.wording.said("decks", card), take) for card, take in batch.picks]
        cards = [f"{take} × {card}{end}" if take > 1 else f"{card}{end}" for (card, take), end in zip(told, ends)]
        yield from ((text, TEXT) for text in self.wrapped(cards, TEXT, width))

    def _card(self, height: float, value: str) -> tuple[Shape, ...]:
        """A card of that height with its value, or a blank one."""
        box = Box(0, 0, height * _CARD, height)
        blank = Path(rectangle(box, 0.09 * height), _IVORY, Stroke(INK, 0.03 * height))
        size = min(0.6 * height / MM_PER_POINT, self.size_for(value, DISPLAY, box.width * 0.8))
        if not value or size < SMALLEST:
            return (blank,)
        base = height / 2 + self.fonts[DISPLAY].cap_height * size * MM_PER_POINT / 2
        return (blank, Text(box.width / 2, base, value, DISPLAY, size, INK, "middle"))
