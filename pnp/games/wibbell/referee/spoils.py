"""What follows a turn, whoever won it: cards taken, handicaps kept, rounds reset, and the count at the end."""

from __future__ import annotations

from typing import Literal

from pnp.engine.action import Action, Event, event
from pnp.engine.referee import Step
from pnp.games.wibbell.referee.state import CENTRE, Phase, State, Used, marked, open_turn

Events = tuple[Event, ...]
Fruitless = Literal["same", "wrong", "passed"]

_RULING = {"same": "B.11", "wrong": "B-12", "passed": "B-13"}


def won(state: State, seat: int, used: Used | None) -> tuple[State, Events]:
    """The seat has won the turn: with that word, or because nobody else was left (None)."""
    events: Events = ()
    if used is not None:
        events = (event(seat, "word_used", "B.8", "B-07", word=used.word),)
        state = state._replace(used=(*state.used, used), gone=state.gone | used.kin)
    state = state._replace(fresh=state.deck, again=False, taker=seat, collected=used is None)
    if len(state.seat(seat).front) + 1 == state.table.goal:
        return _round_won(state, seat, events)
    if not state.deck:
        # B-18: nothing is left to turn up beside the other card, so it goes with the first.
        taking = event(seat, "takes_last_cards", "B.21", "B-18", cards=state.centre)
        state, ending = over(_all_taken(state, seat), "last_turn")
        return state, (*events, taking, *ending)
    return state._replace(phase=Phase.TAKING), events


def _all_taken(state: State, seat: int) -> State:
    own = state.seat(seat)
    return state._replace(centre=(), seats=state.with_seat(seat, own._replace(front=own.front + state.centre)))


def _round_won(state: State, seat: int, events: Events) -> tuple[State, Events]:
    """The card that ends the round: the other one comes with it."""
    cited = ("B.17", "B-15") if state.table.keeps else ("B.25", "B-24")
    winning = event(seat, "wins_round", *cited, round=state.round, number=state.table.goal, cards=state.centre)
    state = _all_taken(state, seat)
    if state.table.keeps:
        return state._replace(phase=Phase.KEEPING), (*events, winning)
    state, rest = _reset(state)
    return state, (*events, winning, *rest)


def taken(state: State, action: Action) -> Step[State]:
    """The winner of a turn takes a card of its choice; the other one waits for the next to be turned up."""
    seat, card = state.taker, str(action.arg("card"))
    front = (*state.seat(seat).front, card)
    cited = ("B.9", "B-11") if state.collected else ("B.9",)
    events = (
        Event(seat, action.name, action.args, cited),
        event(seat, "has_cards", "B.9", "B-16", round=state.round, count=len(front)),
    )
    at = state.centre.index(card)
    state = state._replace(
        phase=Phase.TURNING_UP,
        centre=state.centre[:at] + state.centre[at + 1 :],
        seats=state.with_seat(seat, state.seat(seat)._replace(front=front)),
        barred=seat if state.table.learning == "turn" else state.barred,
    )
    return Step(state, events)


def kept(state: State, action: Action) -> Step[State]:
    """The winner of a round keeps a permanent handicap; all other cards of the round are turned down."""
    seat, card = state.taker, str(action.arg("card"))
    own = state.seat(seat)
    at = own.front.index(card)
    after = own._replace(front=own.front[:at] + own.front[at + 1 :], handicaps=(*own.handicaps, card))
    after = marked(state, after)
    keeping = event(seat, "has_handicap", "B.18", "B.20", card=card, handicaps=len(after.handicaps),
                    marker=after.markers > own.markers)  # fmt: skip
    state, rest = _reset(state._replace(seats=state.with_seat(seat, after)))
    return Step(state, (Event(seat, action.name, action.args, ("B.18", "B-15")), keeping, *rest))


def _reset(state: State) -> tuple[State, Events]:
    """The end of a round: cards of the round go face down, and the deck says whether there is another."""
    down = tuple(
        event(number, "turns_down", "B.19", cards=seat.front)
        for number, seat in enumerate(state.seats, 1)
        if seat.front
    )
    seats = tuple(seat._replace(front=(), pile=seat.pile + seat.front) for seat in state.seats)
    barred = state.taker if state.table.learning != "off" else 0
    state = state._replace(phase=Phase.TURNING_UP, seats=seats, round=state.round + 1, barred=barred)
    if state.deck == 0:
        empty = event(state.taker, "finds_no_deck", "B.21", "B-19", round=state.round - 1)
        state, ending = over(state, "reset_without_deck")
        return state, (*down, empty, *ending)
    if state.deck == 1:
        return _final_card(state, down)
    return state, down


def _final_card(state: State, events: Events) -> tuple[State, Events]:
    """B-17: one card cannot be raced for; it is the round winner's."""
    (card,) = state.pool + state.under
    own = state.seat(state.taker)
    seats = state.with_seat(state.taker, own._replace(pile=(*own.pile, card)))
    taking = event(state.taker, "takes_final_card", "B.22", "B-17", card=card)
    state, ending = over(state._replace(pool=(), under=(), seats=seats), "reset_with_one_card")
    return state, (*events, taking, *ending)


def fruitless(state: State, seat: int, why: Fruitless) -> tuple[State, Events]:
    """Nobody took a card: both go under the deck, or out of the play, and others are turned up.

    `seat` is the one with which the turn came to nothing.
    """
    state = state._replace(taker=0, barred=0 if state.table.learning == "turn" else state.barred)
    leave = {"wrong": state.table.all_wrong, "passed": state.table.nobody}.get(why) == "aside"
    if leave:
        away = event(seat, "laid_aside", _RULING[why], cards=state.centre)
        state = state._replace(out=state.out + state.centre)
    elif state.deck:
        away = event(seat, "put_under", _RULING[why], cards=state.centre, deck=state.deck + len(state.centre))
        state = state._replace(under=state.under + state.centre)
    else:
        return _last_pair(state, seat)
    state = state._replace(centre=(), phase=Phase.TURNING_UP)
    ending: Events = ()
    if state.deck < CENTRE:
        state, ending = _unclaimed(state, seat, "unclaimed", _RULING[why])
    elif not state.fresh:
        state, ending = _unclaimed(state, seat, "nobody", "B-13")
    return state, (away, *ending)


def _last_pair(state: State, seat: int) -> tuple[State, Events]:
    """B-14: under an empty deck the same two cards would only come up again."""
    if state.table.last_pair == "again" and not state.again:
        state, sitting_out = open_turn(state._replace(again=True))
        return state, (event(seat, "races_again", "B-14", cards=state.centre), *sitting_out)
    return _unclaimed(state, seat, "unclaimed", "B-14")


def _unclaimed(state: State, seat: int, reason: str, ruling: str) -> tuple[State, Events]:
    left = event(seat, "leaves", ruling, count=len(state.centre) + state.deck)
    state, ending = over(state, reason)
    return state, (left, *ending)


def over(state: State, reason: str) -> tuple[State, Events]:
    """The count: a point for each card but the handicaps from the start; the most wins, several where they tie."""
    scores = [seat.score for seat in state.seats]
    best = [number for number, score in enumerate(scores, 1) if score == max(scores)]
    counted = tuple(
        event(number, "counted", "B.23", *(("B-23",) if seat.given else ()), count=seat.score + len(seat.given),
              worthless=len(seat.given), score=seat.score)
        for number, seat in enumerate(state.seats, 1)
    )  # fmt: skip
    tie = ("B-22",) if len(best) > 1 else ()
    winning = tuple(event(number, "wins", "B.23", *tie, score=max(scores)) for number in best)
    return state._replace(phase=Phase.OVER, ended=reason), (*counted, *winning)
