"""What a survey finds: stable numbers for what may be done, vectors of what is seen, and what may come of a play."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from toy.highcard import Cheering, HighCard, State

pytest.importorskip("numpy", reason="numpy is not installed (pip install 'pnp-tabletop[rl]')")

from pnp.engine.action import CHANCE, OVER, Action, Value, act
from pnp.engine.referee import Outcome, Step
from pnp.errors import UsageError
from pnp.playouts.play import PlayTable
from pnp.rl.bridge import Bridge, bridge
from pnp.rl.encoding import Encoding
from pnp.rl.numbering import Numbering
from pnp.rl.position import Arena, Position
from pnp.rl.spaces import survey
from pnp.rl.terms import Terms

Seat = Callable[..., PlayTable]
CAP = 1000
SURVEY = """
from pnp.rl.bridge import bridge  # noqa: E402
from pnp.rl.terms import Terms  # noqa: E402
found = bridge("whistler", Terms(2, survey=300)).spaces
print(found.actions.known, found.chances.known, found.observation.names, found.memory.names)
"""


def bridged(table: PlayTable, steps: int = CAP, cap: int = CAP) -> Bridge:
    arena = Arena(table, cap)
    return Bridge(arena, survey(arena, steps), "score")


def play(bridge: Bridge, seed: int) -> Iterator[Position]:
    """The positions of a play by lot."""
    lots, position = random.Random(seed), bridge.arena.start
    while position.actor != OVER:
        yield position
        position = bridge.step(position, lots.choice(sorted(bridge.number(position))))
    yield position


def whole(bridge: Bridge) -> Iterator[Position]:
    """Every position of a small game."""
    ahead = [bridge.arena.start]
    while ahead:
        position = ahead.pop()
        yield position
        ahead += [bridge.step(position, number) for number in bridge.number(position)]


def test_a_small_game_is_walked_through_as_a_whole(kuhn: str) -> None:
    found = bridge(kuhn, Terms()).spaces
    assert found.is_whole and found.actions.known == (act("pass"), act("bet")) and found.actions.size == 2
    assert set(found.chances.known) == {"kuhn/jack", "kuhn/queen", "kuhn/king"} and found.chances.size == 3
    assert (found.decisions, found.draws) == (3, 2)
    assert found.scores == (0, 4) and found.margins == (-2, 2) and not found.lowest_wins


def test_a_large_game_is_known_as_far_as_plays_went(seat_toy: Seat) -> None:
    found = bridged(seat_toy(3, rounds="3")).spaces
    assert not found.is_whole and found.actions.known == (
        act("stake", coins=1),
        act("stake", coins=2),
        act("stake", coins=0),
    )
    assert found.actions.size == 6 and found.chances.size == 8
    assert found.decisions == found.draws == 9
    assert found.scores[0] <= -12 and found.scores[1] >= 12


@pytest.mark.slow
def test_a_survey_is_the_same_in_every_process() -> None:
    said = [
        subprocess.run(
            [sys.executable, "-c", SURVEY], capture_output=True, text=True, check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    ]  # fmt: skip
    assert said[0] == said[1] and "take_discard" in said[0]


class Fewest(HighCard):
    """The toy for those who want to be rid of their coins."""

    def outcome(self, state: State) -> Outcome | None:
        outcome = super().outcome(state)
        if outcome is None:
            return None
        least = min(outcome.scores)
        return replace(outcome, winners=tuple(seat for seat, coins in enumerate(outcome.scores, 1) if coins == least))


@pytest.mark.parametrize(("kind", "lowest"), [(HighCard, False), (Fewest, True)])
def test_more_is_always_better(seat_toy: Seat, kind: type[HighCard], lowest: bool) -> None:
    by_score = bridged(seat_toy(2, kind))
    assert by_score.spaces.lowest_wins is lowest
    ends = [position for position in whole(by_score) if position.actor == OVER]
    assert ends
    for end in ends:
        assert end.outcome is not None
        for returns in ("score", "margin", "win"):
            made = Bridge(by_score.arena, by_score.spaces, returns)
            payoffs = made.payoffs(end)
            assert {at for at, payoff in enumerate(payoffs, 1) if payoff == max(payoffs)} == set(end.outcome.winners)
            assert all(made.bounds[0] <= payoff <= made.bounds[1] for payoff in payoffs)
            assert not made.is_zero_sum or sum(payoffs) == pytest.approx(0)
    assert min(map(min, map(by_score.payoffs, ends))) == by_score.bounds[0]
    assert max(map(max, map(by_score.payoffs, ends))) == by_score.bounds[1]


def test_a_play_that_goes_on_for_too_long_is_called_off(seat_toy: Seat) -> None:
    made = bridged(seat_toy(2), cap=3)
    for position in play(made, 1):
        assert position.decisions + position.draws <= 3
    assert position.actor == OVER and position.outcome is None and list(made.payoffs(position)) == [0, 0]


class Named(HighCard):
    """The toy with a table among the arguments of its actions, which Python cannot hash."""

    def legal_actions(self, state: State) -> list[Action]:
        return [
            act("stake", coins=action.number("coins"), of={"purse": "own"}) for action in super().legal_actions(state)
        ]

    def follow(self, state: State, action: Action) -> Step[State]:
        given = act("stake", coins=action.arg("coins")) if action.name == "stake" else action
        return super().follow(state, given)


@pytest.mark.parametrize(("kind", "rounds"), [(Named, "1"), (Named, "3"), (Cheering, "3")])
def test_what_has_no_number_of_its_own_has_a_spare_one(seat_toy: Seat, kind: type[HighCard], rounds: str) -> None:
    made = bridged(seat_toy(2, kind, rounds=rounds), cap=60)
    known, size = made.spaces.actions.known, made.spaces.actions.size
    assert len(known) == (0 if kind is Named else 3) and made.spaces.is_whole is (rounds == "1")
    for position in (position for seed in range(3) for position in play(made, seed) if position.actor > 0):
        numbers, choices = made.number(position), position.choices()
        others = [choice for choice in choices if choice not in known]
        assert [numbers[len(known) + at] for at in range(len(others))] == others
        assert len(numbers) == len(choices) and max(numbers) < size


def test_numbers_say_the_same_in_every_list_and_run_out_in_words() -> None:
    numbering = Numbering("abc", 2)
    assert numbering.number("xcay") == {3: "x", 2: "c", 0: "a", 4: "y"}
    assert numbering.number("yb") == {3: "y", 1: "b"}
    with pytest.raises(UsageError, match=r"3 numbers are taken and 2 are spare.*survey=N"):
        numbering.number("xyz")


def test_places_of_a_vector_say_what_they_mean() -> None:
    samples: list[Mapping[str, Value]] = [
        {"you": 1, "seats": (0, 40), "hand": ("ace", "ace", "ten"), "top": None},
        {"you": 2, "seats": (20, 0), "hand": ("ten",), "top": "ten"},
        {"you": 3, "seats": (20, 40), "hand": (), "top": "ace"},
    ]
    encoding = Encoding(samples)

    def told(seen: Mapping[str, Value]) -> dict[str, float]:
        vector = encoding.vector(seen, 1)
        assert vector.shape == (encoding.size,) and vector.dtype == "float32"
        return {name: pytest.approx(float(value)) for name, value in zip(encoding.names, vector) if value}

    assert told(samples[0]) == {
        "you = 1": 1, "you": 1 / 3, "seats 2": 1, "hand length": 1, "hand any = ace": 1, "hand any = ten": 1,
        "hand last = ten": 1,
    }  # fmt: skip
    assert told(samples[1]) == {
        "you = 2": 1, "you": 2 / 3, "seats 1": 1, "hand length": 1 / 3, "hand any = ten": 1, "hand last = ten": 1,
        "top = ten": 1,
    }  # fmt: skip
    assert told({"you": 1, "seats": (999, -999), "hand": ("ace", "nine"), "more": 1}) == {
        "you = 1": 1, "you": 1 / 3, "seats 1": 1, "seats 2": -1, "hand length": 2 / 3, "hand any = ace": 0.5,
    }  # fmt: skip


def test_only_what_changes_is_written_and_all_of_it_is() -> None:
    made = bridge("whispers", Terms(3, (("hands", "2"),), survey=300))
    arena, samples = made.arena, []
    for position in play(made, 5):
        samples += [(seat, position.observe(seat)) for seat in arena.seats]
    seen = [sample for _, sample in samples]
    kept, fresh = Encoding(seen), Encoding(seen)
    for seat, sample in samples:
        fresh._last.clear()
        assert (kept.vector(sample, seat) == fresh.vector(sample, seat)).all()


def test_nobody_forgets_and_nobody_is_told_too_much(seat_toy: Seat) -> None:
    """Perfect recall: what a seat has seen tells all that it saw and did before, and what it may do now."""
    made = bridged(seat_toy(3))
    before: dict[str, Any] = {}
    hidden: dict[str, set[tuple[str, ...]]] = {}
    for position in whole(made):
        seat = position.actor
        if seat in (CHANCE, OVER):
            continue
        past = position.past()
        own = [
            (earlier.information_text(seat), later.number) for earlier, later in pairwise(past) if earlier.actor == seat
        ]
        text = position.information_text(seat)
        assert before.setdefault(text, (own, [*made.number(position)])) == (own, [*made.number(position)])
        hidden.setdefault(text, set()).add(position.state.hands)
    assert max(map(len, hidden.values())) == 6, "whatever card one has, the others may have any of the other three"
