"""Pays out the pot once a hand is won or shared, passes the button, and begins the next hand or ends the session."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.engine.action import CHANCE, Action, Value
from pnp.games.whispers.referee.chips import POT
from pnp.games.whispers.referee.state import CARDS_DEALT, Course, Hand

# Seed 000, The Deal: each player antes one coin.
ANTE = 1

_DEALT_IN, _ABSENT = Hand("in"), Hand("absent")


def sit_down(course: Course, action: Action) -> None:
    """Chance brings the first button; everybody has a purse, and the first hand begins."""
    course.happens(CHANCE, action, "W.4")
    course.button = action.number("seat")
    for seat in course.around(course.button):
        purse = course.money[seat]
        named = course.table.chips.named(purse.chips)
        course.tell(seat, "sits_down", "W.2", "W-29", coins=course.coins(seat), chips=named)
        if purse.paper:
            _tell_paper(course, seat, purse.paper)
    _begin_hand(course, _dealt_in(course, course.around(course.button)))


def pay(course: Course, giver: int, taker: int, coins: int, name: str, *rulings: str, **args: Value) -> None:
    """Coins from a seat into the pot, or the other way round, told of that seat with every chip that moved."""
    before, chips = course.money, course.table.chips
    course.money, change, on_paper = chips.transfer(before, giver, taker, coins)
    seat = taker if giver == POT else giver
    moved = chips.moved(before, course.money)
    course.tell(seat, name, *rulings, "W.3", **args, coins=coins, change=change, moved=moved)
    if on_paper:
        _tell_paper(course, seat, on_paper if seat == taker else -on_paper)


def award(course: Course, winners: Sequence[int], *rulings: str) -> None:
    """The pot to one winner whole, or to several in equal parts, odd coins left for the next pot; the hand is over."""
    share, odd = divmod(course.coins(POT), len(winners))
    if len(winners) == 1:
        course.last_winner = winners[0]
        pay(course, POT, winners[0], share, "takes_pot", *rulings)
    else:
        rulings = (*rulings, "W.18", "W-12") if odd else (*rulings, "W.18")
        for seat in winners:
            pay(course, POT, seat, share, "takes_share", *rulings, sharers=len(winners), odd=odd)
    _end_hand(course, winners)


def _dealt_in(course: Course, order: Sequence[int]) -> tuple[int, ...]:
    """Those of the seats who are dealt in: they have the ante, or go without (W-14)."""
    if not course.table.setup.reads("short_ante", "sit-out"):
        return tuple(order)
    return tuple([seat for seat in order if course.coins(seat) >= ANTE])


def _tell_paper(course: Course, seat: int, coins: int) -> None:
    course.tell(seat, "on_paper", "W.3", coins=coins, balance=course.money[seat].paper)


def _end_hand(course: Course, winners: Sequence[int]) -> None:
    """The button goes to the left, past those who cannot ante (W-28), and the next hand begins; or the session ends."""
    left = (*course.around(course.button)[1:], course.button)
    players = _dealt_in(course, left)
    if course.number == course.table.setup.number("hands"):
        _end_session(course, winners, "hands")
    elif len(players) < 2:
        _end_session(course, winners, "coins")
    else:
        course.button = players[0]
        skipped = left[: left.index(course.button)]
        course.tell(course.button, "gets_button", "W.19", *(("W-28",) if skipped else ()), skipped=skipped)
        _begin_hand(course, players)


def _begin_hand(course: Course, players: tuple[int, ...]) -> None:
    """All cards go back into the deck (W-26), everybody antes, and the deal starts with the button."""
    course.phase, course.number, course.round, course.opened = "deal", course.number + 1, 0, False
    course.hands = tuple([_DEALT_IN if seat in players else _ABSENT for seat in course.around(1)])
    course.deck, course.discards, course.queue = course.table.cards, (), players * CARDS_DEALT
    carry = course.coins(POT)
    course.tell(
        course.button, "hand_begins", "W.5", "W-26", *(("W-12",) if carry else ()),
        hand=course.number, carry=carry, cards=len(course.deck), seats=players,
    )  # fmt: skip
    for seat in course.around(course.button):
        _ante(course, seat)


def _ante(course: Course, seat: int) -> None:
    coins = course.coins(seat)
    reading = course.table.setup.word("short_ante")
    if coins >= ANTE:
        pay(course, seat, POT, ANTE, "pays_ante", "W.6")
    elif reading == "debt":
        pay(course, seat, POT, ANTE, "pays_ante", "W.6", "W-14")
    else:
        course.tell(seat, "sits_out" if reading == "sit-out" else "rides_free", "W-14", coins=coins)


def _end_session(course: Course, winners: Sequence[int], ending: str) -> None:
    if course.coins(POT):
        _settle_odd_coins(course, winners)
    stack = course.table.setup.number("stack")
    for seat in course.around(course.button):
        coins = course.coins(seat)
        course.tell(seat, "finishes", "W.1", "W.20", coins=coins, gain=coins - stack)
    course.phase, course.queue, course.ending = "over", (), ending


def _settle_odd_coins(course: Course, winners: Sequence[int]) -> None:
    """W-13: the coins that a last split leaves stay where they are, unless another reading gives them to somebody."""
    taker = 0
    if course.table.setup.reads("odd_coins", "last-winner"):
        taker = course.last_winner
    elif course.table.setup.reads("odd_coins", "left-of-button"):
        left = (*course.around(course.button)[1:], course.button)
        taker = next(seat for seat in left if seat in winners)
    if taker:
        pay(course, POT, taker, course.coins(POT), "takes_odd_coins", "W-13")
    else:
        course.tell(course.button, "odd_coins_stay", "W-13", coins=course.coins(POT))
