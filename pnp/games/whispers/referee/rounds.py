"""Carries a round on from a declaration, an answer or a card, to the pot that is paid out and the next hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast, get_args

from pnp.engine.action import CHANCE, Action, Value
from pnp.games.whispers.referee.state import ACTIVE, CARDS_DEALT, LEFT, POT, Course, Hand, Standing, State

# Seed 000, Definition: Whispers: each whisper doubles the penalty.
PENALTY_FACTOR = 2
# Seed 000, The Deal: each player antes one coin.
ANTE = 1

_EMPTY: Mapping[Standing, Hand] = {standing: Hand(standing) for standing in get_args(Standing)}
_DEALT_IN, _ABSENT = _EMPTY["in"], _EMPTY["absent"]


def may_split(state: State | Course) -> bool:
    """Whether somebody has left the hand in a way that opens splitting (W-07)."""
    reading = state.table.setup.options["split_from"]
    if reading == "next-round":
        return state.opened
    return _has_left(state.hands, ("knocked-out",) if reading == "knock-out" else LEFT)


def _has_left(hands: Sequence[Hand], standings: Sequence[Standing]) -> bool:
    return not {hand[0] for hand in hands}.isdisjoint(standings)


def penalty(hand: Hand, rank: int) -> int:
    """What a pair of that rank costs the hand: 4 coins for fours, 8 with a whisper, 16 with two (rules)."""
    factor: int = PENALTY_FACTOR**hand.doublings
    return rank * factor


def declare(course: Course, action: Action) -> None:
    """In, out or an offer to split, binding and for all to see (W-02); the next in turn follows."""
    queue, hands, word = course.queue, course.hands, cast(Standing, action.name)
    seat, course.queue = queue[0], queue[1:]
    hands[seat - 1] = hands[seat - 1].standing_as(word)
    if word == "out":
        if course.told is not None:
            course.happens(seat, action, "W.10", "W-01", "W-02", *(("W-06",) if course.round == 1 else ()))
        _lay_aside(course, seat, "W.10", "W-31")
        active = course.active()
        if len(active) == 1:
            _win_alone(course, active[0])
            return
    elif word == "split":
        course.happens(seat, action, "W.10", "W-01", "W-02", "W.11", "W-07", "W-08")
        if course.table.setup.reads("split_offer", "poll-at-once"):
            _poll(course, tuple(other for other in course.around(seat)[1:] if course.hand(other).standing in ACTIVE))
            return
    elif course.told is not None:
        course.happens(seat, action, "W.10", "W-01", "W-02")
    if not course.queue:
        _go_on(course)


def answer(course: Course, action: Action) -> None:
    """An offer to split accepted or refused, where offers are polled (W-08)."""
    seat, *left = course.polled
    course.happens(seat, action, "W.11", "W-08", "W-09")
    if action.name == "refuse":
        course.phase, course.polled = "declare", ()
        _offers_fail(course, course.standing("split"))
        if not course.queue:
            _go_on(course)
    elif left:
        course.polled = tuple(left)
    else:
        _split(course, "W-08")


def deal(course: Course, action: Action) -> None:
    """A card from the deck for the next seat in the queue."""
    card, before, opening = action.text("card"), course.hand(course.queue[0]), not course.round
    course.happens(CHANCE, action, *_dealing(before, course.table.ranks[card], opening))
    course.deck.remove(card)
    receive(course, card)


def receive(course: Course, card: str) -> None:
    """The card, out of the deck by now, lies face up before the next seat in the queue."""
    queue, hands, is_opening = course.queue, course.hands, not course.round
    seat, course.queue = queue[0], queue[1:]
    hand = hands[seat - 1] = hands[seat - 1].dealt(card, course.table.ranks[card], is_opening)
    if is_opening and hand.turned_down:
        course.tell(seat, "turns_down", "W.8", "W-20", "W-21", "W-22", card=card)
    if course.queue:
        if not course.deck:
            _run_out(course)
    elif is_opening:
        _open_round(course, tuple(course.active()))
    else:
        _settle_round(course)


def _dealing(before: Hand, rank: int, opening: bool) -> tuple[str, ...]:
    """What a card is dealt by: on the opening deal a second whisper is no pair (W-23)."""
    if rank:
        return ("W.7", "W-27") if opening else ("W.12",)
    if not opening:
        return ("W.12", "W.9")
    return ("W.7", "W-27", "W.9", "W-23") if before.whispers else ("W.7", "W-27", "W.9")


def _open_round(course: Course, seats: tuple[int, ...]) -> None:
    course.phase, course.round, course.queue = "declare", course.round + 1, seats
    course.opened, hands = _has_left(course.hands, LEFT), course.hands
    for seat in seats:
        hands[seat - 1] = hands[seat - 1].standing_as("asked")
    if course.told is not None:
        course.tell(seats[0], "round_begins", "W.15", "W-01", round=course.round, seats=seats)


def _go_on(course: Course) -> None:
    """All declarations are made: a split, a poll, or the cards of the round."""
    offering, keeping = course.standing("split"), tuple(course.standing("in"))
    if offering and not keeping:
        _split(course, "W-08")
    elif offering and course.table.setup.reads("split_offer", "poll-after"):
        _poll(course, keeping)
    else:
        _offers_fail(course, offering)
        course.phase, course.queue = "deal", tuple(course.active())
        if not course.deck:
            _run_out(course)


def _poll(course: Course, seats: tuple[int, ...]) -> None:
    course.phase, course.polled = "poll", seats
    course.tell(seats[0], "poll_begins", "W-08", "W-09", seats=seats)


def _offers_fail(course: Course, offering: Sequence[int]) -> None:
    """Who offered a split that not everybody wants is in."""
    for seat in offering:
        course.give(seat, course.hand(seat).standing_as("in"))
        course.tell(seat, "counts_as_in", "W.11", "W-08")


def _split(course: Course, *rulings: str) -> None:
    """All who are still in the hand share the pot; who has dropped out gets nothing (W-09, W-10)."""
    folded = _has_left(course.hands, ("out",))
    award(course, course.active(), *rulings, "W-09", *(("W-10",) if folded else ()))


def _win_alone(course: Course, seat: int) -> None:
    """The others are out: the last one wins at once, and gets no card."""
    rulings = ("W-03", "W-04") if course.hand(seat).standing == "asked" else ("W-05",)
    award(course, [seat], "W.16", *rulings, *_of_two(course))


def _of_two(course: Course) -> tuple[str, ...]:
    """W-11: between two, the first to leave ends the hand, so that nothing is ever split by agreement."""
    dealt_in = sum([hand.standing != "absent" for hand in course.hands])
    return ("W-11",) if dealt_in == 2 else ()


def _lay_aside(course: Course, seat: int, *rulings: str) -> None:
    """The cards of one who has left the hand go face down among the discards."""
    hand = course.hand(seat)
    course.give(seat, _EMPTY[hand.standing])
    course.discards += hand.cards
    if course.told is not None:
        course.tell(seat, "lays_aside", *rulings, cards=hand.cards)


def _run_out(course: Course) -> None:
    """W-25: no card is left for those in the queue; discards come back into the deck, or the deal stops."""
    if course.discards and course.table.setup.reads("deck_out", "reshuffle"):
        course.tell(course.queue[0], "reshuffles", "W-25", cards=course.discards)
        course.deck, course.discards = sorted(course.discards), ()
        return
    for seat in course.queue:
        course.tell(seat, "gets_no_card", "W-25")
    dealt = len(course.queue) < len(course.active())
    course.queue = ()
    _settle_round(course, shared=not (dealt and course.table.setup.reads("deck_out", "survive")))


def _settle_round(course: Course, shared: bool = False) -> None:
    """Knocks out the pairs; then the hand is won, washed out, `shared` for want of cards, or goes on."""
    active, hands = course.active(), course.hands
    paid = {seat: _knock_out(course, seat) for seat in active if hands[seat - 1].pair}
    left = tuple([seat for seat in active if seat not in paid] if paid else active)
    if not left:
        _wash_out(course, paid)
    elif len(left) == 1:
        award(course, left, "W.16", "W-30", *_of_two(course))
    elif shared:
        award(course, left, "W-25")
    else:
        _open_round(course, left)


def _knock_out(course: Course, seat: int) -> int:
    """A pair: the penalty goes into the pot. What counts in a washout: the coins paid, or assessed (W-16)."""
    hand = course.hand(seat)
    due = penalty(hand, hand.pair)
    turned = bool(hand.turned_down)
    if course.told is not None:
        course.tell(
            seat, "knocked_out", "W.13", "W.14", *(("W-24",) if turned else ()),
            rank=hand.pair, whispers=hand.whispers, turned_down=turned, penalty=due,
        )  # fmt: skip
    purse = max(course.coins(seat), 0)
    coins = due if course.table.setup.reads("short_penalty", "debt") else min(due, purse)
    pay(course, seat, POT, coins, "pays_penalty", "W.14", *(("W-15",) if due > purse else ()), penalty=due)
    course.give(seat, hand.standing_as("knocked-out"))
    _lay_aside(course, seat, "W.13")
    return due if course.table.setup.reads("washout_by", "assessed") else coins


def _wash_out(course: Course, paid: dict[int, int]) -> None:
    """All who were dealt a card are knocked out (W-19): the highest penalty wins, equal ones share."""
    most = max(paid.values())
    best = [seat for seat in paid if paid[seat] == most]
    tied = ("W-17",) if len(best) > 1 else ()
    for seat in best:
        course.tell(seat, "highest_penalty", "W.17", "W-16", "W-19", *tied, coins=most)
    award(course, best, "W.17", "W-18", *tied)


def sit_down(course: Course, action: Action) -> None:
    """Chance brings the first button."""
    course.happens(CHANCE, action, "W.4")
    begin(course, action.number("seat"))


def begin(course: Course, button: int) -> None:
    """Everybody sits down with a purse, and the first hand begins with that seat's button."""
    course.button = button
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
    if course.told is None:
        return
    seat = taker if giver == POT else giver
    moved = chips.moved(before, course.money)
    exchange = () if change in ("none", "impossible") else ("W-32",)
    course.tell(seat, name, *rulings, "W.3", *exchange, **args, coins=coins, change=change, moved=moved)
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
    course.tell(seat, "on_paper", "W-29", coins=coins, balance=course.money[seat].paper)


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
    course.hands = [_DEALT_IN if seat in players else _ABSENT for seat in course.around(1)]
    course.deck, course.discards, course.queue = [*course.table.cards], (), players * CARDS_DEALT
    carry = course.coins(POT)
    if course.told is not None:
        course.tell(
            course.button, "hand_begins", "W.5", "W-26", *(("W-12",) if carry else ()),
            hand=course.number, carry=carry, cards=len(course.deck), seats=players,
        )  # fmt: skip
    for seat in course.around(course.button):
        _ante(course, seat)


def _ante(course: Course, seat: int) -> None:
    coins = course.coins(seat)
    if coins >= ANTE:
        pay(course, seat, POT, ANTE, "pays_ante", "W.6")
        return
    reading = course.table.setup.word("short_ante")
    if reading == "debt":
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
