"""One moment of a session as frozen values: the table and its chips, and an action being followed, with its events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from operator import add, mul, sub
from typing import Literal, NamedTuple

from pnp.engine.action import Action, Event, Value
from pnp.engine.requirements import ComponentSet, Piece
from pnp.engine.rules import Setup
from pnp.engine.values import clockwise
from pnp.errors import UsageError
from pnp.frozen import frozen

Chips = tuple[int, ...]
"""How many of each kind of chip, in the order of a ChipSet."""
# Seed 000, The Deal: two cards each.
CARDS_DEALT = 2
Phase = Literal["button", "deal", "declare", "poll", "over"]
Standing = Literal["absent", "asked", "in", "split", "out", "knocked-out"]
ACTIVE: tuple[Standing, ...] = ("asked", "in", "split")
LEFT: tuple[Standing, ...] = ("out", "knocked-out")


class Holding(NamedTuple):
    """What lies in one place: chips, and coins on paper that no chip stands for (below zero a debt)."""

    chips: Chips
    paper: int = 0


Money = tuple[Holding, ...]
"""Every holding at the table: the pot, the purse of each seat at the seat's number, and last the bank."""

POT, BANK = 0, -1


class Transfer(NamedTuple):
    """A payment made: all holdings after it, and how much of it went on paper.

    `change` says with whom change was made: `none` for an exact payment, `each-other` for giver and taker, `bank`,
    `table` for everybody, `impossible` where the chips cannot express the sum.
    """

    money: Money
    change: str
    on_paper: int


@frozen
class ChipSet:
    """The kinds of chips at a table, the largest first, and the names of the places where they can lie."""

    ids: tuple[str, ...]
    values: tuple[int, ...]
    places: tuple[str, ...]

    def worth(self, chips: Chips) -> int:
        """Coins that the chips are worth."""
        return _worth(self.values, chips)

    def coins(self, holding: Holding) -> int:
        """Coins in chips and on paper."""
        return _coins(self.values, holding)

    def named(self, chips: Chips) -> dict[str, int]:
        """Chip id to count, kinds that are not there left out."""
        return {name: count for name, count in zip(self.ids, chips) if count}

    def moved(self, before: Money, after: Money) -> dict[str, Mapping[str, int]]:
        """Place to chip id to how many more lie there than before (fewer: below zero); only what changed."""
        changes: dict[str, Mapping[str, int]] = {}
        for place, old, new in zip(self.places, before, after):
            if new is not old and new.chips != old.chips:
                changes[place] = _more(self.ids, old.chips, new.chips)
        return changes

    def filled(self, chips: Chips, coins: int) -> Chips:
        """Chips out of those there, as many coins as will go but not more, large ones first.

        Where each value divides the next, the sum is met exactly whenever any choice of the chips meets it.
        """
        return _filled(self.values, chips, coins)

    def transfer(self, money: Money, giver: int, taker: int, coins: int) -> Transfer:
        """Pays from one holding to another: in chips as far as the giver has any, what is left on paper.

        Without the exact chips, change is made with the fewest others: the taker, then the bank, then the whole
        table. Chips that cannot express the sum at all (`counting.py` says when that can be) leave it all on paper.
        """
        left, more, short = _handed_over(self.values, money[giver], money[taker], coins)
        if short and any(left.chips):
            return self._with_change(money, giver, taker, coins)
        after = [*money]
        after[giver], after[taker] = left, more
        paid = tuple(after)
        return Transfer(_written(paid, giver, taker, short) if short else paid, "none", short)

    def _with_change(self, money: Money, giver: int, taker: int, coins: int) -> Transfer:
        due = {giver: -coins, taker: coins}
        bank = len(money) + BANK
        for change, circle in (
            ("each-other", (giver, taker)),
            ("bank", (giver, taker, bank)),
            ("table", range(len(money))),
        ):
            owned = [money[at].chips for at in circle]
            wanted = [self.worth(chips) + due.get(at, 0) for at, chips in zip(circle, owned)]
            laid = self.laid_out(owned, wanted)
            if laid is not None:
                return Transfer(_placed(money, dict(zip(circle, laid))), change, 0)
        return Transfer(_written(money, giver, taker, coins), "impossible", coins)

    def laid_out(self, owned: Sequence[Chips], wanted: Sequence[int]) -> list[Chips] | None:
        """The same chips shared out anew so that each holding is worth what is wanted, every chip placed.

        From the largest kind down, each keeps its own chips as far as they fit and others take up the rest. None
        where a chip fits nowhere. Where each value divides the next, that happens only when no sharing exists: a
        chip uses up as much room for smaller ones wherever it lies.
        """
        left = list(wanted)
        shares = []
        for kind, value in enumerate(self.values):
            kept = [min(chips[kind], room // value) for chips, room in zip(owned, left)]
            loose = sum(chips[kind] for chips in owned) - sum(kept)
            for at, room in enumerate(left):
                more = min(loose, room // value - kept[at])
                kept[at] += more
                loose -= more
                left[at] -= kept[at] * value
            if loose:
                return None
            shares.append(kept)
        return None if any(left) else list(zip(*shares))


#: For so many payments what they come to is kept: few purses and few sums come up again and again.
_PAYMENTS = 4096


def _worth(values: tuple[int, ...], chips: Chips) -> int:
    return sum(map(mul, chips, values))


@lru_cache(_PAYMENTS)
def _coins(values: tuple[int, ...], holding: Holding) -> int:
    return _worth(values, holding.chips) + holding.paper


@lru_cache(_PAYMENTS)
def _more(ids: tuple[str, ...], before: Chips, after: Chips) -> Mapping[str, int]:
    return {name: count - had for name, count, had in zip(ids, after, before) if count != had}


def _filled(values: tuple[int, ...], chips: Chips, coins: int) -> Chips:
    taken = []
    for value, there in zip(values, chips):
        count = min(there, coins // value)
        taken.append(count)
        coins -= count * value
    return tuple(taken)


@lru_cache(_PAYMENTS)
def _handed_over(
    values: tuple[int, ...], giver: Holding, taker: Holding, coins: int
) -> tuple[Holding, Holding, int]:  # fmt: skip
    """What the giver keeps and the taker has after a payment out of the giver's chips, and the coins still due."""
    paid = _filled(values, giver.chips, coins)
    left, more = tuple(map(sub, giver.chips, paid)), tuple(map(add, taker.chips, paid))
    return Holding(left, giver.paper), Holding(more, taker.paper), coins - _worth(values, paid)


def _placed(money: Money, chips: Mapping[int, Chips]) -> Money:
    after = list(money)
    for at, own in chips.items():
        after[at] = Holding(own, money[at].paper)
    return tuple(after)


def _written(money: Money, giver: int, taker: int, coins: int) -> Money:
    after = list(money)
    for at, more in ((giver, -coins), (taker, coins)):
        after[at] = Holding(money[at].chips, money[at].paper + more)
    return tuple(after)


@frozen
class Table:
    """What never changes in a session.

    `cards` is the whole deck, sorted, an id for every copy; `ranks` gives the rank of each id, 0 for a whisper.
    `money` is what everybody and the bank begin with; `aside` lies on the table all the time.
    """

    setup: Setup = field(hash=False)
    cards: tuple[str, ...]
    ranks: Mapping[str, int] = field(hash=False)
    chips: ChipSet
    money: Money
    button: Mapping[str, int] = field(hash=False)
    aside: Mapping[str, int] = field(hash=False)


def laid(components: ComponentSet, setup: Setup) -> Table:
    """The table for that many players; UsageError where the deck is too small for the deal."""
    deck = deck_of(components, setup.players)
    cards = tuple(sorted(piece.id for piece in deck for _ in range(piece.count)))
    if len(cards) < CARDS_DEALT * setup.players:
        raise UsageError(
            f"the deck has {len(cards)} cards, but {setup.players} players are dealt {CARDS_DEALT} each; add cards"
        )
    chips, money = purses(components, setup)
    others = [piece for piece in components.pieces(setup.players) if piece.kind != "card" and piece.id not in chips.ids]
    button = {piece.id: piece.count for piece in others if piece.part == "button"}
    aside = {piece.id: piece.count for piece in others if piece.part != "button"}
    return Table(setup, cards, ranks_of(deck), chips, money, button, aside)


def purses(components: ComponentSet, setup: Setup) -> tuple[ChipSet, Money]:
    """The chips, and the holdings at the start: nothing in the pot, an equal purse each, the rest in the bank."""
    tokens = sorted(
        (piece for piece in components.pieces(setup.players) if coins_on(piece)),
        key=lambda piece: (-coins_on(piece), piece.id),
    )
    chips = ChipSet(
        tuple(piece.id for piece in tokens),
        tuple(coins_on(piece) for piece in tokens),
        ("pot", *(f"purse {seat}" for seat in range(1, setup.players + 1)), "bank"),
    )
    purse = _purse(chips, tuple(piece.count // setup.players for piece in tokens), setup.number("stack"))
    bank = tuple(piece.count - setup.players * own for piece, own in zip(tokens, purse.chips))
    return chips, (Holding((0,) * len(tokens)), *(purse,) * setup.players, Holding(bank))


def deck_of(components: ComponentSet, players: int) -> Sequence[Piece]:
    """The kinds of cards, printed or pulled from another deck."""
    return [piece for piece in components.pieces(players) if piece.kind == "card"]


def ranks_of(pieces: Sequence[Piece]) -> Mapping[str, int]:
    """The rank of each card by its id; 0 for whispers, and for anything else that has no number to pair by."""
    return {piece.id: int(rank) if (rank := piece.values.get("rank", "")).isdecimal() else 0 for piece in pieces}


def rank_counts(components: ComponentSet, players: int) -> Counter[int]:
    """How many cards of each rank the deck has, whispers as rank 0."""
    counts: Counter[int] = Counter()
    deck = deck_of(components, players)
    for piece, rank in zip(deck, ranks_of(deck).values()):
        counts[rank] += piece.count
    return counts


def coins_on(piece: Piece) -> int:
    """How many coins a piece stands for; 0 for whatever is no chip."""
    value = piece.values.get("value", "")
    return int(value) if piece.kind == "chip" and value.isdecimal() else 0


def _purse(chips: ChipSet, share: Chips, stack: int) -> Holding:
    """A purse of that many coins out of an equal share of the chips, the small ones first; the rest on paper."""
    kept_back = chips.filled(share, max(chips.worth(share) - stack, 0))
    purse = tuple(own - kept for own, kept in zip(share, kept_back))
    if chips.worth(purse) > stack:
        purse = chips.filled(share, stack)
    return Holding(purse, stack - chips.worth(purse))


_made = tuple.__new__


class Hand(NamedTuple):
    """One seat's part in the hand: how it stands, its cards, and what they come to.

    `ranks` are those of the face-up cards (W-21), `whispers` counts the printed ones, `turned_down` is the card of
    a pair on the deal, and `pair` the rank that knocked the seat out, 0 for none.
    """

    standing: Standing = "absent"
    cards: tuple[str, ...] = ()
    ranks: frozenset[int] = frozenset()
    whispers: int = 0
    turned_down: str = ""
    pair: int = 0

    @property
    def doublings(self) -> int:
        """How often a penalty doubles: printed whispers and the turned-down card (W-24)."""
        return self.whispers + bool(self.turned_down)

    def standing_as(self, standing: Standing) -> Hand:
        """The same cards with another declaration."""
        _, cards, ranks, whispers, turned_down, pair = self
        return _made(Hand, (standing, cards, ranks, whispers, turned_down, pair))

    def dealt(self, card: str, rank: int, opening: bool) -> Hand:
        """The hand with one more card; a pair turns down on the opening deal (W-20, W-22) and is noted later."""
        standing, cards, ranks, whispers, turned_down, pair = self
        if not rank:
            whispers += 1
        elif rank not in ranks:
            ranks |= {rank}
        elif opening:
            turned_down = card
        else:
            pair = rank
        return _made(Hand, (standing, (*cards, card), ranks, whispers, turned_down, pair))


class State(NamedTuple):
    """A session at one moment. Seats count from 1; `hands` stand in seat order.

    `queue` are the seats still to be dealt to or to declare, `polled` those still to answer an offer. `opened` says
    that somebody had left the hand before this round; `last_winner` took a whole pot last, 0 for nobody.
    """

    table: Table
    money: Money
    hands: tuple[Hand, ...]
    deck: tuple[str, ...]
    discards: tuple[str, ...] = ()
    phase: Phase = "button"
    button: int = 0
    number: int = 0
    round: int = 0
    queue: tuple[int, ...] = ()
    polled: tuple[int, ...] = ()
    opened: bool = False
    last_winner: int = 0
    ending: str = ""

    def coins(self, holder: int) -> int:
        """Coins of a seat, or of the pot."""
        return self.table.chips.coins(self.money[holder])

    @property
    def pot(self) -> int:
        return self.coins(POT)


class Course:
    """A session that goes on in place: what a State tells, as it is by now.

    `told` are the events since it was begun, the action first; None where nobody reads them.
    """

    __slots__ = (*State._fields, "told")
    table: Table
    money: Money
    hands: list[Hand]
    deck: list[str]
    discards: tuple[str, ...]
    phase: Phase
    button: int
    number: int
    round: int
    queue: tuple[int, ...]
    polled: tuple[int, ...]
    opened: bool
    last_winner: int
    ending: str

    def __init__(self, state: State, told: list[Event] | None) -> None:
        (self.table, self.money, hands, deck, self.discards, self.phase, self.button, self.number,
         self.round, self.queue, self.polled, self.opened, self.last_winner, self.ending) = state  # fmt: skip
        self.hands, self.deck, self.told = [*hands], [*deck], told

    def state(self) -> State:
        """How it stands now."""
        return State(
            self.table, self.money, tuple(self.hands), tuple(self.deck), self.discards, self.phase, self.button,
            self.number, self.round, self.queue, self.polled, self.opened, self.last_winner, self.ending,
        )  # fmt: skip

    def happens(self, actor: int, action: Action, *rulings: str) -> None:
        """Tells the action itself, with its own arguments."""
        if self.told is not None:
            self.told.append(action.by(actor, *rulings))

    def tell(self, seat: int, name: str, /, *rulings: str, **args: Value) -> None:
        """Tells something that happens to a seat."""
        if self.told is not None:
            self.told.append(Event(seat, name, tuple(args.items()), rulings))

    def hand(self, seat: int) -> Hand:
        return self.hands[seat - 1]

    def give(self, seat: int, hand: Hand) -> None:
        """Lets the seat have that hand."""
        self.hands[seat - 1] = hand

    def coins(self, holder: int) -> int:
        """Coins of a seat, or of the pot."""
        return _coins(self.table.chips.values, self.money[holder])

    def around(self, first: int) -> tuple[int, ...]:
        """All seats clockwise from that one."""
        return clockwise(first, len(self.hands))

    def standing(self, *standings: Standing) -> list[int]:
        """The seats that stand so, in turn from the button."""
        hands = self.hands
        return [seat for seat in clockwise(self.button, len(hands)) if hands[seat - 1].standing in standings]

    def active(self) -> list[int]:
        """The seats neither out nor knocked out, in turn from the button (W-01)."""
        hands = self.hands
        return [seat for seat in clockwise(self.button, len(hands)) if hands[seat - 1][0] in ACTIVE]
