"""A hand won or shared in; the pot paid out, the button passed and the next hand begun, or the session ended, out."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.engine.action import CHANCE, Action, Value
from pnp.games.whispers.referee.chips import POT
from pnp.games.whispers.referee.state import Course, Hand, State
from pnp.games.whispers.referee.table import CARDS_DEALT

# Seed 000, The Deal: each player antes one coin.
ANTE = 1


def sit_down(course: Course, action: Action) -> None:
    """Chance brings the first button; everybody has a purse, and the first hand begins."""
    course.happens(CHANCE, action, "W.4")
    button = int(str(action.arg("seat")))
    course.change(button=button)
    state = course.state
    for seat in state.around(button):
        purse = state.money[seat]
        named = state.table.chips.named(purse.chips)
        course.tell(seat, "sits_down", "W.2", "W-29", coins=state.coins(seat), chips=named)
        if purse.paper:
            _tell_paper(course, seat, purse.paper)
    _begin_hand(course)


def pay(course: Course, giver: int, taker: int, coins: int, name: str, *rulings: str, **args: Value) -> None:
    """Coins from a seat into the pot, or the other way round, told of that seat with every chip that moved."""
    before = course.state.money
    chips = course.state.table.chips
    money, change, on_paper = chips.transfer(before, giver, taker, coins)
    course.change(money=money)
    seat = taker if giver == POT else giver
    moved = chips.moved(before, money)
    course.tell(seat, name, *rulings, "W.3", **args, coins=coins, change=change, moved=moved)
    if on_paper:
        _tell_paper(course, seat, on_paper if seat == taker else -on_paper)


def award(course: Course, winners: Sequence[int], *rulings: str) -> None:
    """The pot to one winner whole, or to several in equal parts, odd coins left for the next pot; the hand is over."""
    share, odd = divmod(course.state.pot, len(winners))
    if len(winners) == 1:
        course.change(last_winner=winners[0])
        pay(course, POT, winners[0], share, "takes_pot", *rulings)
    else:
        rulings = (*rulings, "W.18", "W-12") if odd else (*rulings, "W.18")
        for seat in winners:
            pay(course, POT, seat, share, "takes_share", *rulings, sharers=len(winners), odd=odd)
    _end_hand(course, winners)


def can_ante(state: State, seat: int) -> bool:
    """Whether the seat is dealt in: it has the ante, or goes without (W-14)."""
    return state.coins(seat) >= ANTE or not state.table.plays("short_ante", "sit-out")


def _tell_paper(course: Course, seat: int, coins: int) -> None:
    course.tell(seat, "on_paper", "W.3", coins=coins, balance=course.state.money[seat].paper)


def _end_hand(course: Course, winners: Sequence[int]) -> None:
    state = course.state
    if state.number == state.table.setup.number("hands"):
        _end_session(course, winners, "hands")
    elif sum(can_ante(state, seat) for seat in state.around(1)) < 2:
        _end_session(course, winners, "coins")
    else:
        _pass_button(course)
        _begin_hand(course)


def _pass_button(course: Course) -> None:
    """To the left, past those who cannot ante (W-28)."""
    state = course.state
    order = [*state.around(state.button)[1:], state.button]
    at = next(at for at, seat in enumerate(order) if can_ante(state, seat))
    course.change(button=order[at])
    skipped = tuple(order[:at])
    course.tell(order[at], "gets_button", "W.19", *(("W-28",) if skipped else ()), skipped=skipped)


def _begin_hand(course: Course) -> None:
    """All cards go back into the deck (W-26), everybody antes, and the deal starts with the button."""
    state = course.state
    order = state.around(state.button)
    players = tuple(seat for seat in order if can_ante(state, seat))
    hands = tuple(Hand("in" if seat in players else "absent") for seat in sorted(order))
    course.change(
        phase="deal", number=state.number + 1, round=0, opened=False, hands=hands,
        deck=state.table.cards, discards=(), queue=players * CARDS_DEALT,
    )  # fmt: skip
    carried = ("W-12",) if state.pot else ()
    course.tell(
        state.button, "hand_begins", "W.5", "W-26", *carried,
        hand=state.number + 1, carry=state.pot, cards=len(state.table.cards), seats=players,
    )  # fmt: skip
    for seat in order:
        _ante(course, seat)


def _ante(course: Course, seat: int) -> None:
    coins = course.state.coins(seat)
    reading = course.state.table.setup.word("short_ante")
    if coins >= ANTE:
        pay(course, seat, POT, ANTE, "pays_ante", "W.6")
    elif reading == "debt":
        pay(course, seat, POT, ANTE, "pays_ante", "W.6", "W-14")
    else:
        course.tell(seat, "sits_out" if reading == "sit-out" else "rides_free", "W-14", coins=coins)


def _end_session(course: Course, winners: Sequence[int], ending: str) -> None:
    if course.state.pot:
        _settle_odd_coins(course, winners)
    state = course.state
    stack = state.table.setup.number("stack")
    for seat in state.around(state.button):
        coins = state.coins(seat)
        course.tell(seat, "finishes", "W.1", "W.20", coins=coins, gain=coins - stack)
    course.change(phase="over", queue=(), ending=ending)


def _settle_odd_coins(course: Course, winners: Sequence[int]) -> None:
    """W-13: the coins that a last split leaves stay where they are, unless another reading gives them to somebody."""
    state = course.state
    taker = 0
    if state.table.plays("odd_coins", "last-winner"):
        taker = state.last_winner
    elif state.table.plays("odd_coins", "left-of-button"):
        taker = next(seat for seat in (*state.around(state.button)[1:], state.button) if seat in winners)
    if taker:
        pay(course, POT, taker, state.pot, "takes_odd_coins", "W-13")
    else:
        course.tell(state.button, "odd_coins_stay", "W-13", coins=state.pot)
