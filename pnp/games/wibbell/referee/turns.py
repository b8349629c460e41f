"""A turn as a race: who shouts what and when, who wins the heat, and what follows: cards taken, rounds reset, the
count.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Literal, NamedTuple

from pnp.engine.action import CHANCE, Action, Args, Chance, Event, Told, event
from pnp.engine.values import put, without
from pnp.frozen import frozen
from pnp.games.wibbell.referee.judging import Judge, Verdict, must_serve
from pnp.games.wibbell.referee.lexicon import letters_of
from pnp.games.wibbell.referee.state import (
    CENTRE,
    LATER_PER_SEAT,
    PER_LETTER,
    THINKING,
    Call,
    Phase,
    State,
    Used,
    open_turn,
    with_marker,
)

Fruitless = Literal["same", "wrong", "passed"]

_RULING = {"same": "B.11", "wrong": "B-12", "passed": "B-13"}
Result = Literal["first", "shorter", "alphabet", "same", "alone", "nobody", "open"]
# What a mistake is called, and the rules that it breaks.
_WRONG = {
    "name": ("names_a_name", ("B.7", "B-04")),
    "marked": ("has_a_mark", ("B.7", "B-04")),
    "unknown": ("unknown_word", ("B.16",)),
    "used": ("repeats_a_word", ("B.8", "B-07")),
    "kin": ("derives_a_word", ("B.8", "B-05", "B-06")),
    "refused": ("is_overruled", ("B.8", "B-05")),
    "unserved": ("misses_a_card", ("B.5", "B.6", "B-02")),
}
_WON = {
    "first": ("is_first", ("B.4", "B-08")),
    "shorter": ("is_shorter", ("B.11", "B-08", "B-09")),
    "alphabet": ("is_nearer_to_a", ("B.11", "B-08", "B-09")),
}
_TOO_LATE = ("is_too_late", ("B.14",))
_NOT_NEEDED = ("is_not_needed", ("B.13", "B-07"))


def win_turn(state: State, seat: int, used: Used | None, told: Told) -> State:
    """The seat has won the turn: with that word, or because nobody else was left (None)."""
    if used is not None:
        told.append(event(seat, "word_used", "B.8", "B-07", word=used.word))
        state = state._replace(used=(*state.used, used), gone=state.gone | used.kin)
    state = state._replace(fresh=state.deck, again=False, taker=seat, collected=used is None)
    if len(state.seat(seat).front) + 1 == state.table.goal:
        return _win_round(state, seat, told)
    if not state.deck:
        # B-18: nothing is left to turn up beside the other card, so it goes with the first.
        told.append(event(seat, "takes_last_cards", "B.21", "B-18", cards=state.centre))
        return end(_take_all(state, seat), "last_turn", told)
    return state._replace(phase=Phase.TAKING)


def begin_race(state: State, told: Told) -> State:
    """B-10: whoever has nobody to race against wins the turn at once."""
    alone = state.phase is Phase.SHOUTING and len(state.racing) == 1
    return _collect(state, state.racing[0], told) if alone else state


def _collect(state: State, seat: int, told: Told) -> State:
    """Nobody else is left in the race."""
    told.append(event(seat, "collects", "B.13", "B-10", turn=state.turn))
    return win_turn(state, seat, None, told)


def _take_all(state: State, seat: int) -> State:
    own = state.seat(seat)
    return state._replace(centre=(), seats=state.with_seat(seat, own._replace(front=own.front + state.centre)))


def _win_round(state: State, seat: int, told: Told) -> State:
    """The card that ends the round: the other one comes with it."""
    cited = ("B.17", "B-15") if state.table.keeps else ("B.25", "B-24")
    told.append(event(seat, "wins_round", *cited, round=state.round, number=state.table.goal, cards=state.centre))
    state = _take_all(state, seat)
    return state._replace(phase=Phase.KEEPING) if state.table.keeps else _reset(state, told)


def take(state: State, action: Action, told: Told) -> State:
    """The winner of a turn takes a card of its choice; the other one waits for the next to be turned up."""
    seat, card = state.taker, action.text("card")
    front = (*state.seat(seat).front, card)
    told += [
        action.by(seat, "B.9", *(("B-11",) if state.collected else ())),
        event(seat, "has_cards", "B.9", "B-16", round=state.round, count=len(front)),
    ]
    barred = seat if state.table.setup.reads("learning", "turn") else state.barred
    seats = state.with_seat(seat, state.seat(seat)._replace(front=front))
    return state._replace(phase=Phase.TURNING_UP, centre=without(state.centre, card), seats=seats, barred=barred)


def keep(state: State, action: Action, told: Told) -> State:
    """The winner of a round keeps a permanent handicap; all other cards of the round are turned down."""
    seat, card = state.taker, action.text("card")
    own = state.seat(seat)
    after = with_marker(state, own._replace(front=without(own.front, card), handicaps=(*own.handicaps, card)))
    marker, handicaps = after.markers > own.markers, len(after.handicaps)
    told += [
        action.by(seat, "B.18", "B-15"),
        event(seat, "has_handicap", "B.18", "B.20", card=card, handicaps=handicaps, marker=marker),
    ]
    return _reset(state._replace(seats=state.with_seat(seat, after)), told)


def _reset(state: State, told: Told) -> State:
    """The end of a round: cards of the round go face down, and the deck says whether there is another."""
    shown = ((number, seat.front) for number, seat in enumerate(state.seats, 1) if seat.front)
    told += [event(number, "turns_down", "B.19", cards=cards) for number, cards in shown]
    seats = tuple(seat._replace(front=(), pile=seat.pile + seat.front) for seat in state.seats)
    barred = 0 if state.table.setup.reads("learning", "off") else state.taker
    state = state._replace(phase=Phase.TURNING_UP, seats=seats, round=state.round + 1, barred=barred)
    if state.deck == 0:
        told.append(event(state.taker, "finds_no_deck", "B.21", "B-19", round=state.round - 1))
        return end(state, "reset_without_deck", told)
    if state.deck > 1:
        return state
    # B-17: one card cannot be raced for; it is the round winner's.
    (card,) = state.pool + state.under
    own = state.seat(state.taker)
    told.append(event(state.taker, "takes_final_card", "B.22", "B-17", card=card))
    seats = state.with_seat(state.taker, own._replace(pile=(*own.pile, card)))
    return end(state._replace(pool=(), under=(), seats=seats), "reset_with_one_card", told)


def leave_cards(state: State, seat: int, why: Fruitless, told: Told) -> State:
    """Nobody took a card: both go under the deck, or out of the play, and others are turned up.

    `seat` is the one with which the turn came to nothing.
    """
    state = state._replace(taker=0, barred=0 if state.table.setup.reads("learning", "turn") else state.barred)
    option, ruling, cards = {"wrong": "all_wrong", "passed": "nobody"}.get(why), _RULING[why], state.centre
    if option and state.table.setup.reads(option, "aside"):
        told.append(event(seat, "laid_aside", ruling, cards=cards))
        state = state._replace(out=state.out + cards)
    elif state.deck:
        told.append(event(seat, "put_under", ruling, cards=cards, deck=state.deck + len(cards)))
        state = state._replace(under=state.under + cards)
    elif state.table.setup.reads("last_pair", "again") and not state.again:
        # B-14: under an empty deck the same two cards would only come up again.
        told.append(event(seat, "races_again", "B-14", cards=cards))
        return open_turn(state._replace(again=True), told)
    else:
        return _leave_unclaimed(state, seat, "unclaimed", "B-14", told)
    state = state._replace(centre=(), phase=Phase.TURNING_UP)
    if state.deck < CENTRE:
        return _leave_unclaimed(state, seat, "unclaimed", ruling, told)
    return state if state.fresh else _leave_unclaimed(state, seat, "nobody", "B-13", told)


def _leave_unclaimed(state: State, seat: int, reason: str, ruling: str, told: Told) -> State:
    told.append(event(seat, "leaves", ruling, count=len(state.centre) + state.deck))
    return end(state, reason, told)


def end(state: State, reason: str, told: Told) -> State:
    """The count: a point for each card but the handicaps from the start; the most wins, several where they tie."""
    most = max(seat.score for seat in state.seats)
    best = [number for number, seat in enumerate(state.seats, 1) if seat.score == most]
    for number, seat in enumerate(state.seats, 1):
        worthless = len(seat.given)
        told.append(event(number, "counted", "B.23", *(("B-23",) if worthless else ()), count=seat.score + worthless,
                          worthless=worthless, score=seat.score))  # fmt: skip
    tie = ("B-22",) if len(best) > 1 else ()
    told += [event(number, "wins", "B.23", *tie, score=most) for number in best]
    return state._replace(phase=Phase.OVER, ended=reason)


class Shout(NamedTuple):
    """A word, who said it, when that seat finished saying it, and whether it is good."""

    seat: int
    word: str
    ms: int
    good: bool


@frozen
class Decision:
    """How a heat ended.

    `first`, `shorter`, `alphabet`: the winner's word came first, or was the shorter or the one nearer to A of those
    that finished together. `same`: the best of those are one word. `alone`: all others made mistakes. `nobody`:
    everybody did. `open`: two or more seats may try again. `wrong` are those locked out by it, in order.
    """

    result: Result
    winner: int
    wrong: tuple[Shout, ...]
    together: tuple[Shout, ...]
    late: tuple[Shout, ...]
    racing: tuple[int, ...]


def decide(shouts: Sequence[Shout], racing: Sequence[int], window: int) -> Decision:
    """The heat of two seats or more, decided by the clock (rules, FAQs; B-08 to B-12).

    A wrong word puts its seat out when it is finished; wrong words at most `window` milliseconds after the first of
    them count as said at once. Good words at most `window` after the first good one have finished together.
    """
    ordered = sorted(shouts, key=lambda shout: (shout.ms, shout.seat))
    first = min((shout.ms for shout in ordered if shout.good), default=None)
    wrong, left = _before(first, ordered, racing, window)
    result: Result = "open"
    winner = 0
    together: tuple[Shout, ...] = ()
    if len(left) < 2:
        result, winner = ("alone", left[0]) if left else ("nobody", 0)
    elif first is not None:
        together = tuple(shout for shout in ordered if shout.good and shout.ms <= first + window)
        result, winner = _best(together)
    heard = {*wrong, *together}
    late = tuple(shout for shout in ordered if shout not in heard)
    return Decision(result, winner, wrong, together, late, left)


def _before(
    first: int | None, ordered: Sequence[Shout], racing: Sequence[int], window: int
) -> tuple[tuple[Shout, ...], tuple[int, ...]]:
    """The wrong words before the first good one, as long as two or more race, and who still does."""
    waiting = [shout for shout in ordered if not shout.good and (first is None or shout.ms < first)]
    said: tuple[Shout, ...] = ()
    left = tuple(racing)
    while waiting and len(left) > 1:
        at_once = [shout for shout in waiting if shout.ms <= waiting[0].ms + window]
        waiting = waiting[len(at_once) :]
        said += tuple(at_once)
        out = {shout.seat for shout in at_once}
        left = tuple(seat for seat in left if seat not in out)
    return said, left


def _best(together: Sequence[Shout]) -> tuple[Result, int]:
    """Of good words that finished together the shortest, then the first by the alphabet; the same word wins nothing."""
    if len(together) == 1:
        return "first", together[0].seat
    best, second, *_ = sorted(together, key=_merit)
    if _merit(best) == _merit(second):
        return "same", 0
    return ("shorter" if _merit(best)[0] < _merit(second)[0] else "alphabet"), best.seat


def best_of(together: Sequence[Shout]) -> tuple[Shout, ...]:
    """All who said the best of the words that finished together."""
    best = min(map(_merit, together))
    return tuple(shout for shout in together if _merit(shout) == best)


def _merit(shout: Shout) -> tuple[int, str]:
    """What the shorter word and then the alphabet go by; capitals make no other word."""
    return len(letters_of(shout.word)), shout.word.lower()


def call(state: State, action: Action, told: Told) -> State:
    """A seat has made up its mind, unseen by the others; when all have, the clock runs."""
    seat = state.racing[len(state.calls)]
    told.append(action.by(seat, "B.4", seen_by=(seat,)))
    calls = (*state.calls, Call(seat, action.text("word") if action.name == "shout" else None))
    return state._replace(calls=calls, phase=Phase.FINISHING if len(calls) == len(state.racing) else Phase.SHOUTING)


def _unfinished(state: State) -> Call | None:
    """The next shout that has no finishing time yet."""
    return next((call for call in state.calls if call.word is not None and not call.ms), None)


def finishing(state: State) -> Chance:
    """B-08: any time for thinking, each as likely, and then the time that so many letters take to say.

    Where all have passed nothing is left to chance; that nobody speaks is still found out only now.
    """
    call = _unfinished(state)
    if call is None:
        return Chance("silence", "heat", (state.heat,))
    spoken = PER_LETTER * len(letters_of(call.word or ""))
    spoken += LATER_PER_SEAT * (call.seat - 1) if state.table.setup.reads("pace", "mixed") else 0
    return Chance("finish", "ms", _times(spoken), (("seat", call.seat),))


@cache
def _times(spoken: int) -> tuple[int, ...]:
    """When somebody may be done who speaks for so long."""
    return tuple(thought + spoken for thought in THINKING)


def finish(judge: Judge, state: State, action: Action, told: Told) -> State:
    """One shout has its time; after the last of them the words are looked at."""
    call = _unfinished(state)
    if call is None:
        told.append(action.by(CHANCE, "B-13"))
        return leave_cards(state, state.racing[-1], "passed", told)
    ms = action.number("ms")
    told.append(action.by(CHANCE, "B-08"))
    state = state._replace(calls=put(state.calls, state.calls.index(call), Call(call.seat, call.word, ms)))
    return _look_at(judge, state, told) if _unfinished(state) is None else state


def doubtful(judge: Judge, state: State) -> Call | None:
    """B-05, the table as judge: the next shout that is good but begins like a used word, and was not judged yet."""
    if not state.table.setup.reads("derivatives", "table"):
        return None
    judged = {word for word, _ in state.opinions}
    for call in state.calls:
        word = (call.word or "").lower()
        if not word or word in judged or not judge.alike(state, word):
            continue
        if judge.verdict(state, call.seat, word).kind == "good":
            return call
    return None


def neighbour(state: State, seat: int) -> int:
    """The next seat to the left."""
    return seat % state.table.players + 1


def give_opinion(judge: Judge, state: State, action: Action, told: Told) -> State:
    """The neighbour of a shouter has judged its word."""
    call = doubtful(judge, state)
    assert call is not None and call.word is not None
    told.append(action.by(neighbour(state, call.seat), "B.15", "B-05"))
    opinions = (*state.opinions, (call.word.lower(), action.name == "accept"))
    return _look_at(judge, state._replace(opinions=opinions), told)


def _look_at(judge: Judge, state: State, told: Told) -> State:
    if doubtful(judge, state) is not None:
        return state._replace(phase=Phase.JUDGING)
    words = [(call.seat, call.word, call.ms) for call in state.calls if call.word is not None]
    verdicts = {seat: judge.verdict(state, seat, word) for seat, word, _ in words}
    shouts = [Shout(seat, word, ms, verdicts[seat].kind == "good") for seat, word, ms in words]
    decision = decide(shouts, state.racing, state.table.setup.number("window"))
    told.extend(_hear(state, decision, verdicts))
    return _follow(judge, state, decision, told)


def _hear(state: State, decision: Decision, verdicts: dict[int, Verdict]) -> Iterator[Event]:
    """Every shout in the order in which it counted."""
    for shout in decision.wrong:
        verdict = verdicts[shout.seat]
        name, cited = _WRONG[verdict.kind]
        args: Args = (("word", shout.word), ("ms", shout.ms))
        if verdict.other:
            args += (("card" if verdict.kind == "unserved" else "used", verdict.other),)
        yield Event(shout.seat, name, args, cited)
        yield event(shout.seat, "is_locked_out", "B.12", "B-10", turn=state.turn)
    for shout in decision.together:
        cards = tuple(must_serve(state, shout.seat))
        letters = verdicts[shout.seat].serving
        marks = () if shout.word.isalpha() else ("B-04",)
        yield event(shout.seat, "says_a_good_word", "B.5", "B.6", "B.15", "B-02", "B-03", "B-26", *marks,
                    word=shout.word, ms=shout.ms, cards=cards, letters=letters)  # fmt: skip
    for shout in decision.late:
        name, cited = _NOT_NEEDED if shout.seat == decision.winner else _TOO_LATE
        yield event(shout.seat, name, *cited, word=shout.word, ms=shout.ms)


def _follow(judge: Judge, state: State, decision: Decision, told: Told) -> State:
    winner = decision.winner
    match decision.result:
        case "open":
            return state._replace(phase=Phase.SHOUTING, heat=state.heat + 1, racing=decision.racing, calls=())
        case "nobody":
            return leave_cards(state, decision.wrong[-1].seat, "wrong", told)
        case "alone":
            return _collect(state, winner, told)
        case "same":
            tied = best_of(decision.together)
            told += [event(each.seat, "ties", "B.11", "B-08", "B-09", word=each.word, ms=each.ms) for each in tied]
            return leave_cards(state, tied[0].seat, "same", told)
    shout = next(each for each in decision.together if each.seat == winner)
    name, cited = _WON[decision.result]
    told.append(event(winner, name, *cited, word=shout.word, ms=shout.ms))
    word = shout.word.lower()
    return win_turn(state, winner, Used(word, judge.kin(state.table, word)), told)
