"""A declaration, an answer or a card in; the round carried on as the rules say, with all that follows, out."""

from __future__ import annotations

from typing import cast

from pnp.engine.action import CHANCE, Action
from pnp.games.whispers.referee.chips import POT
from pnp.games.whispers.referee.session import award, pay
from pnp.games.whispers.referee.state import Course, Hand, Standing, State

# Seed 000, Definition: Whispers: each whisper doubles the penalty.
PENALTY_FACTOR = 2


def may_split(state: State) -> bool:
    """Whether somebody has left the hand in a way that opens splitting (W-07)."""
    match state.table.setup.word("split_from"):
        case "next-round":
            return state.opened
        case "knock-out":
            return bool(state.standing("knocked-out"))
        case _:
            return bool(state.standing("out", "knocked-out"))


def penalty(hand: Hand, rank: int) -> int:
    """What a pair of that rank costs the hand: 4 coins for fours, 8 with a whisper, 16 with two (seed 000)."""
    factor: int = PENALTY_FACTOR**hand.doublings
    return rank * factor


def declare(course: Course, action: Action) -> None:
    """In, out or an offer to split, binding and for all to see (W-02); the next in turn follows."""
    state = course.state
    seat, word = state.queue[0], cast(Standing, action.name)
    rulings = ["W.10", "W-01", "W-02"]
    if word == "split":
        rulings += ["W.11", "W-07", "W-08"]
    elif word == "out" and state.round == 1:
        rulings.append("W-06")
    course.happens(seat, action, *rulings)
    hand = state.hands[seat - 1]._replace(standing=word)
    course.change(hands=state.giving(seat, hand), queue=state.queue[1:])
    if word == "out":
        _lay_aside(course, seat, "W.10", "W-31")
    left = course.state.active()
    if len(left) == 1:
        _win_alone(course, left[0])
    elif word == "split" and state.table.plays("split_offer", "poll-at-once"):
        _poll(course, tuple(other for other in state.around(seat)[1:] if state.hands[other - 1].active))
    else:
        _go_on(course)


def answer(course: Course, action: Action) -> None:
    """An offer to split accepted or refused, where offers are polled (W-08)."""
    seat = course.state.polled[0]
    course.happens(seat, action, "W.11", "W-08", "W-09")
    polled = course.state.polled[1:]
    if action.name == "refuse":
        course.change(phase="declare", polled=())
        _offers_fail(course)
        _go_on(course)
    elif polled:
        course.change(polled=polled)
    else:
        _split(course, "W-08")


def deal(course: Course, action: Action) -> None:
    """A card from the deck for the next seat in the queue, dealt face up."""
    state = course.state
    seat, card = state.queue[0], str(action.arg("card"))
    at = state.deck.index(card)
    rank = state.table.ranks[card]
    before = state.hands[seat - 1]
    hand = before.dealt(card, rank, opening=state.round == 0)
    rulings = ["W.12"] if state.round else ["W.7", "W-27"]
    if not rank:
        rulings.append("W.9")
        if before.whispers and not state.round:
            rulings.append("W-23")
    course.happens(CHANCE, action, *rulings)
    deck = state.deck[:at] + state.deck[at + 1 :]
    course.change(hands=state.giving(seat, hand), deck=deck, queue=state.queue[1:])
    if state.round == 0 and hand.turned_down:
        course.tell(seat, "turns_down", "W.8", "W-20", "W-21", "W-22", card=card)
    if course.state.queue:
        if not course.state.deck:
            _run_out(course)
    elif state.round:
        _settle_round(course)
    else:
        _open_round(course)


def _open_round(course: Course) -> None:
    state = course.state
    seats = tuple(state.active())
    hands = tuple(hand._replace(standing="asked") if hand.active else hand for hand in state.hands)
    opened = bool(state.standing("out", "knocked-out"))
    course.change(phase="declare", round=state.round + 1, queue=seats, hands=hands, opened=opened)
    course.tell(seats[0], "round_begins", "W.15", "W-01", round=state.round + 1, seats=seats)


def _go_on(course: Course) -> None:
    """After a declaration: the next one, or with all of them made a split, a poll, or the cards of the round."""
    state = course.state
    if state.queue:
        return
    offering, keeping = state.standing("split"), tuple(state.standing("in"))
    if offering and not keeping:
        _split(course, "W-08")
    elif offering and state.table.plays("split_offer", "poll-after"):
        _poll(course, keeping)
    else:
        _offers_fail(course)
        course.change(phase="deal", queue=tuple(course.state.active()))
        if not course.state.deck:
            _run_out(course)


def _poll(course: Course, seats: tuple[int, ...]) -> None:
    course.change(phase="poll", polled=seats)
    course.tell(seats[0], "poll_begins", "W-08", "W-09", seats=seats)


def _offers_fail(course: Course) -> None:
    """Who offered a split that not everybody wants is in."""
    for seat in course.state.standing("split"):
        hand = course.state.hands[seat - 1]._replace(standing="in")
        course.change(hands=course.state.giving(seat, hand))
        course.tell(seat, "counts_as_in", "W.11", "W-08")


def _split(course: Course, *rulings: str) -> None:
    """All who are still in the hand share the pot; who has dropped out gets nothing (W-09, W-10)."""
    folded = course.state.standing("out")
    award(course, course.state.active(), *rulings, "W-09", *(("W-10",) if folded else ()))


def _win_alone(course: Course, seat: int) -> None:
    """The others are out: the last one wins at once, and gets no card."""
    hand = course.state.hands[seat - 1]
    rulings = ("W-03", "W-04") if hand.standing == "asked" else ("W-05",)
    award(course, [seat], "W.16", *rulings, *_of_two(course.state))


def _of_two(state: State) -> tuple[str, ...]:
    """W-11: between two, the first to leave ends the hand, so that nothing is ever split by agreement."""
    dealt_in = sum(hand.standing != "absent" for hand in state.hands)
    return ("W-11",) if dealt_in == 2 else ()


def _lay_aside(course: Course, seat: int, *rulings: str) -> None:
    """The cards of one who has left the hand go face down among the discards."""
    state = course.state
    hand = state.hands[seat - 1]
    course.change(hands=state.giving(seat, Hand(hand.standing)), discards=state.discards + hand.cards)
    course.tell(seat, "lays_aside", *rulings, cards=hand.cards)


def _run_out(course: Course) -> None:
    """W-25: no card is left for those in the queue; discards come back into the deck, or the deal stops."""
    state = course.state
    if state.discards and state.table.plays("deck_out", "reshuffle"):
        course.change(deck=tuple(sorted(state.discards)), discards=())
        course.tell(state.queue[0], "reshuffles", "W-25", cards=state.discards)
        return
    for seat in state.queue:
        course.tell(seat, "gets_no_card", "W-25")
    dealt = len(state.queue) < len(state.active())
    course.change(queue=())
    _settle_round(course, shared=not (dealt and state.table.plays("deck_out", "survive")))


def _settle_round(course: Course, shared: bool = False) -> None:
    """Knocks out the pairs; then the hand is won, washed out, `shared` for want of cards, or goes on."""
    active = course.state.active()
    paid = {seat: _knock_out(course, seat) for seat in active if course.state.hands[seat - 1].pair}
    left = course.state.active()
    if not left:
        _wash_out(course, paid)
    elif len(left) == 1:
        award(course, left, "W.16", "W-30", *_of_two(course.state))
    elif shared:
        award(course, left, "W-25")
    else:
        _open_round(course)


def _knock_out(course: Course, seat: int) -> int:
    """A pair: the penalty goes into the pot. What counts in a washout: the coins paid, or assessed (W-16)."""
    state = course.state
    hand = state.hands[seat - 1]
    due = penalty(hand, hand.pair)
    turned = bool(hand.turned_down)
    course.tell(
        seat, "knocked_out", "W.13", "W.14", *(("W-24",) if turned else ()),
        rank=hand.pair, whispers=hand.whispers, turned_down=turned, penalty=due,
    )  # fmt: skip
    purse = max(state.coins(seat), 0)
    coins = due if state.table.plays("short_penalty", "debt") else min(due, purse)
    pay(course, seat, POT, coins, "pays_penalty", "W.14", *(("W-15",) if due > purse else ()), penalty=due)
    course.change(hands=course.state.giving(seat, hand._replace(standing="knocked-out")))
    _lay_aside(course, seat, "W.13")
    return due if state.table.plays("washout_by", "assessed") else coins


def _wash_out(course: Course, paid: dict[int, int]) -> None:
    """All who were dealt a card are knocked out (W-19): the highest penalty wins, equal ones share."""
    most = max(paid.values())
    best = [seat for seat in paid if paid[seat] == most]
    tied = ("W-17",) if len(best) > 1 else ()
    for seat in best:
        course.tell(seat, "highest_penalty", "W.17", "W-16", "W-19", *tied, coins=most)
    award(course, best, "W.17", "W-18", *tied)
