"""Who wins a heat by the clock: first, shorter, alphabet, the same word; mistakes one after another and at once."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.games.wibbell.referee.turns import Shout, best_of, decide


def said(text: str) -> list[Shout]:
    """`1:hints@900 2:-sin@700`: seat, word (a minus marks a wrong one) and milliseconds."""
    shouts = []
    for part in text.split():
        seat, rest = part.split(":")
        word, ms = rest.split("@")
        shouts.append(Shout(int(seat), word.lstrip("-"), int(ms), not word.startswith("-")))
    return shouts


# Rules, FAQs: who finishes first; the shortest; the first by the alphabet; identical; mistakes; the last one left.
@pytest.mark.parametrize(
    ("players", "shouts", "window", "result", "winner"),
    [
        (3, "1:mission@1500 2:hints@1600", 0, "first", 1),
        (3, "1:mission@1600 2:hints@1600", 0, "shorter", 2),
        (3, "1:shins@1600 2:hints@1600", 0, "alphabet", 2),
        (3, "1:hints@1600 2:hints@1600", 0, "same", 0),
        (3, "1:hints@1600 2:hints@1600 3:mission@1600", 0, "same", 0),
        (4, "1:hints@1600 2:hints@1600 3:sing@1600", 0, "shorter", 3),
        (3, "1:hints@1600 2:hints@1700", 0, "first", 1),
        (3, "1:hints@1600 2:hints@1700", 100, "same", 0),
        (3, "1:mission@1600 2:hints@1750", 100, "first", 1),
        (3, "1:mission@1600 2:hints@1750", 200, "shorter", 2),
        (3, "1:-sin@900 2:hints@1600", 0, "first", 2),
        (3, "1:-sin@900 2:-his@1000", 0, "alone", 3),
        (3, "1:-sin@900 2:-his@1000 3:-him@1100", 0, "alone", 3),
        (3, "1:-sin@900 2:-his@900 3:-him@900", 0, "nobody", 0),
        (3, "1:-sin@900 2:-his@1000 3:-him@1100", 200, "nobody", 0),
        (3, "1:-sin@900 2:-his@1000 3:-him@1150", 200, "alone", 3),
        (3, "1:-sin@900", 0, "open", 0),
        (2, "1:-sin@900 2:hints@1600", 0, "alone", 2),
        (2, "1:-sin@1600 2:hints@1600", 0, "first", 2),
        (2, "1:-sin@1700 2:hints@1600", 0, "first", 2),
        (2, "1:x-ray@900 2:bray@900", 0, "alphabet", 2),
        (2, "1:London@900 2:london@900", 0, "same", 0),
    ],
)
def test_who_wins(players: int, shouts: str, window: int, result: str, winner: int) -> None:
    decision = decide(said(shouts), range(1, players + 1), window)
    assert (decision.result, decision.winner) == (result, winner)


def test_what_is_out_together_and_too_late() -> None:
    decision = decide(said("1:-sin@900 2:hints@1600 3:hints@1700 4:-his@1600 5:mission@1650"), range(1, 6), 50)
    assert [shout.seat for shout in decision.wrong] == [1]
    assert [shout.seat for shout in decision.together] == [2, 5]
    assert [shout.seat for shout in decision.late] == [4, 3]
    assert decision.racing == (2, 3, 4, 5)


def test_a_seat_that_collects_needs_no_word_of_its_own() -> None:
    decision = decide(said("1:-sin@900 2:hints@1600"), (1, 2), 0)
    assert [shout.seat for shout in decision.late] == [2] and not decision.together


SHOUTS = st.lists(
    st.tuples(st.sampled_from(("ab", "abc", "abd", "ba")), st.integers(1, 4), st.booleans()), min_size=2, max_size=5
)


@pytest.mark.slow
@given(SHOUTS, st.integers(0, 2))
def test_the_order_in_which_seats_are_listed_means_nothing(drawn: list[tuple[str, int, bool]], window: int) -> None:
    shouts = [Shout(seat, word, ms, good) for seat, (word, ms, good) in enumerate(drawn, 1)]
    racing = tuple(range(1, len(shouts) + 1))
    first = decide(shouts, racing, window)
    assert all(decide(order, racing, window) == first for order in itertools.permutations(shouts))
    everyone = (*first.wrong, *first.together, *first.late)
    assert sorted(everyone) == sorted(shouts), "every shout is told once"
    assert set(first.racing) == set(racing) - {shout.seat for shout in first.wrong}
    match first.result:
        case "first" | "shorter" | "alphabet":
            assert best_of(first.together) == tuple(each for each in first.together if each.seat == first.winner)
        case "same":
            assert len(best_of(first.together)) > 1
        case "alone":
            assert first.racing == (first.winner,) and first.wrong
        case "nobody":
            assert not first.racing and not any(shout.good and shout.ms < first.wrong[-1].ms for shout in shouts)
        case "open":
            assert not any(shout.good for shout in shouts) and len(first.racing) > 1
