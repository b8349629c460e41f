"""The shouts of one heat with their finishing times in; who wins, who is out and who came too late, out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from pnp.frozen import frozen
from pnp.games.wibbell.referee.lexicon import letters_of

Result = Literal["first", "shorter", "alphabet", "same", "alone", "nobody", "open"]


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
