"""A turn as a race: what each seat means to shout, how long that takes, who wins the heat and who is out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Literal, NamedTuple

from pnp.engine.action import CHANCE, Action, Args, Chance, Event, event
from pnp.engine.referee import Step
from pnp.frozen import frozen
from pnp.games.wibbell.referee.judging import Judge, Verdict, must_serve
from pnp.games.wibbell.referee.lexicon import letters_of
from pnp.games.wibbell.referee.spoils import Events, fruitless, won
from pnp.games.wibbell.referee.state import LATER_PER_SEAT, PER_LETTER, THINKING, Call, Phase, State, Used

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
    word = str(action.arg("word")) if action.name == "shout" else None
    state = state._replace(calls=(*state.calls, Call(seat, word)))
    done = Event(seat, action.name, action.args, ("B.4",), (seat,))
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
    spoken += LATER_PER_SEAT * (call.seat - 1) if state.table.pace == "mixed" else 0
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
        return Step(state, (Event(CHANCE, action.name, action.args, ("B-13",)), *events))
    ms = action.arg("ms")
    assert isinstance(ms, int)
    state = state._replace(calls=tuple(each._replace(ms=ms) if each is call else each for each in state.calls))
    done = Event(CHANCE, action.name, action.args, ("B-08",))
    if _unfinished(state) is not None:
        return Step(state, (done,))
    state, events = _looked_at(judge, state)
    return Step(state, (done, *events))


def doubtful(judge: Judge, state: State) -> Call | None:
    """B-05, the table as judge: the next shout that is good but begins like a used word, and was not judged yet."""
    if state.table.derivatives != "table":
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
    done = Event(neighbour(state, call.seat), action.name, action.args, ("B.15", "B-05"))
    state, events = _looked_at(judge, state)
    return Step(state, (done, *events))


def _looked_at(judge: Judge, state: State) -> tuple[State, Events]:
    if doubtful(judge, state) is not None:
        return state._replace(phase=Phase.JUDGING), ()
    verdicts = {call.seat: judge.verdict(state, call.seat, call.word) for call in state.calls if call.word is not None}
    shouts = [
        Shout(call.seat, call.word, call.ms, verdicts[call.seat].kind == "good")
        for call in state.calls
        if call.word is not None
    ]
    decision = decide(shouts, state.racing, state.table.window)
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
