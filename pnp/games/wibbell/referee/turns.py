"""A turn as a race: who shouts what and when, who wins the heat, and what follows: cards taken, rounds reset, the
count.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Literal, NamedTuple

from pnp.engine.action import CHANCE, Action, Args, Chance, Event, event
from pnp.engine.referee import Step
from pnp.engine.values import without
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
    marked,
    open_turn,
)

Events = tuple[Event, ...]
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
    seat, card = state.taker, action.text("card")
    front = (*state.seat(seat).front, card)
    cited = ("B.9", "B-11") if state.collected else ("B.9",)
    events = (action.by(seat, *cited), event(seat, "has_cards", "B.9", "B-16", round=state.round, count=len(front)))
    state = state._replace(
        phase=Phase.TURNING_UP,
        centre=without(state.centre, card),
        seats=state.with_seat(seat, state.seat(seat)._replace(front=front)),
        barred=seat if state.table.setup.reads("learning", "turn") else state.barred,
    )
    return Step(state, events)


def kept(state: State, action: Action) -> Step[State]:
    """The winner of a round keeps a permanent handicap; all other cards of the round are turned down."""
    seat, card = state.taker, action.text("card")
    own = state.seat(seat)
    after = own._replace(front=without(own.front, card), handicaps=(*own.handicaps, card))
    after = marked(state, after)
    keeping = event(seat, "has_handicap", "B.18", "B.20", card=card, handicaps=len(after.handicaps),
                    marker=after.markers > own.markers)  # fmt: skip
    state, rest = _reset(state._replace(seats=state.with_seat(seat, after)))
    return Step(state, (action.by(seat, "B.18", "B-15"), keeping, *rest))


def _reset(state: State) -> tuple[State, Events]:
    """The end of a round: cards of the round go face down, and the deck says whether there is another."""
    down = tuple(
        event(number, "turns_down", "B.19", cards=seat.front)
        for number, seat in enumerate(state.seats, 1)
        if seat.front
    )
    seats = tuple(seat._replace(front=(), pile=seat.pile + seat.front) for seat in state.seats)
    barred = 0 if state.table.setup.reads("learning", "off") else state.taker
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
    state = state._replace(taker=0, barred=0 if state.table.setup.reads("learning", "turn") else state.barred)
    option = {"wrong": "all_wrong", "passed": "nobody"}.get(why)
    if option and state.table.setup.reads(option, "aside"):
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
    if state.table.setup.reads("last_pair", "again") and not state.again:
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
    """The heat, decided by the clock (seed 003, FAQs; B-08 to B-12).

    A wrong word puts its seat out when it is finished; wrong words at most `window` milliseconds after the first of
    them count as said at once. Good words at most `window` after the first good one have finished together.
    """
    ordered = sorted(shouts, key=lambda shout: (shout.ms, shout.seat))
    first = min((shout.ms for shout in ordered if shout.good), default=None)
    wrong, left = _before(first, ordered, racing, window)
    result: Result = "open"
    winner = 0
    together: tuple[Shout, ...] = ()
    if wrong and len(left) < 2:
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
    while waiting and (len(left) > 1 or not said):
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


def called(judge: Judge, state: State, action: Action) -> Step[State]:
    """A seat has made up its mind, unseen by the others; when all have, the clock runs."""
    seat = state.racing[len(state.calls)]
    word = action.text("word") if action.name == "shout" else None
    state = state._replace(calls=(*state.calls, Call(seat, word)))
    done = action.by(seat, "B.4", seen_by=(seat,))
    if len(state.calls) == len(state.racing):
        state = state._replace(phase=Phase.FINISHING)
    return Step(state, (done,))


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


def finished(judge: Judge, state: State, action: Action) -> Step[State]:
    """One shout has its time; after the last of them the words are looked at."""
    call = _unfinished(state)
    if call is None:
        state, events = fruitless(state, state.racing[-1], "passed")
        return Step(state, (action.by(CHANCE, "B-13"), *events))
    ms = action.number("ms")
    state = state._replace(calls=tuple(each._replace(ms=ms) if each is call else each for each in state.calls))
    done = action.by(CHANCE, "B-08")
    if _unfinished(state) is not None:
        return Step(state, (done,))
    state, events = _looked_at(judge, state)
    return Step(state, (done, *events))


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


def opinion(judge: Judge, state: State, action: Action) -> Step[State]:
    """The neighbour of a shouter has judged its word."""
    call = doubtful(judge, state)
    assert call is not None and call.word is not None
    state = state._replace(opinions=(*state.opinions, (call.word.lower(), action.name == "accept")))
    done = action.by(neighbour(state, call.seat), "B.15", "B-05")
    state, events = _looked_at(judge, state)
    return Step(state, (done, *events))


def _looked_at(judge: Judge, state: State) -> tuple[State, Events]:
    if doubtful(judge, state) is not None:
        return state._replace(phase=Phase.JUDGING), ()
    words = [(call.seat, call.word, call.ms) for call in state.calls if call.word is not None]
    verdicts = {seat: judge.verdict(state, seat, word) for seat, word, _ in words}
    shouts = [Shout(seat, word, ms, verdicts[seat].kind == "good") for seat, word, ms in words]
    decision = decide(shouts, state.racing, state.table.setup.number("window"))
    told = tuple(_told(state, decision, verdicts))
    state, events = _decided(judge, state, decision)
    return state, told + events


def _told(state: State, decision: Decision, verdicts: dict[int, Verdict]) -> Iterator[Event]:
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


def _decided(judge: Judge, state: State, decision: Decision) -> tuple[State, Events]:
    winner = decision.winner
    match decision.result:
        case "open":
            return state._replace(phase=Phase.SHOUTING, heat=state.heat + 1, racing=decision.racing, calls=()), ()
        case "nobody":
            return fruitless(state, decision.wrong[-1].seat, "wrong")
        case "alone":
            state, events = won(state, winner, None)
            return state, (event(winner, "collects", "B.13", "B-10", turn=state.turn), *events)
        case "same":
            tied = best_of(decision.together)
            same = tuple(event(each.seat, "ties", "B.11", "B-08", "B-09", word=each.word, ms=each.ms) for each in tied)
            state, events = fruitless(state, tied[0].seat, "same")
            return state, (*same, *events)
    shout = next(each for each in decision.together if each.seat == winner)
    name, cited = _WON[decision.result]
    winning = event(winner, name, *cited, word=shout.word, ms=shout.ms)
    word = shout.word.lower()
    state, events = won(state, winner, Used(word, judge.kin(state.table, word)))
    return state, (winning, *events)
