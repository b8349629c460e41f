"""Walks one game by two referees of ours side by side: the same chances and choices are fed to both, and at every step
they must list the same, tell the same of what happened, show the same to who acts, and end the same.

What the two call things differs. A `Side` gives them common names, which may be anything that compares; what it calls
None is left out. Where several choices of one side have one name, as dice that show the same, the first stands for all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

from pnp.engine.action import CHANCE, OVER, Action, Event
from pnp.engine.referee import Outcome, Referee
from pnp.engine.rules import Setup


class Difference(AssertionError):
    """Where the two part, and all that led there."""


class Count(NamedTuple):
    """How many choices, chances and events two sides had in common."""

    choices: int = 0
    chances: int = 0
    events: int = 0

    def __add__(self, other: object) -> Count:
        assert isinstance(other, Count)
        return Count(*(one + more for one, more in zip(tuple(self), tuple(other))))


class Side(NamedTuple):
    """A referee with a setup, and the common names of what it says.

    `called` names what a seat may choose or chance may bring in a state, `told` an event that led on from a state,
    `seen` what a seat that is to choose may see, and `ended` an outcome.
    """

    referee: Referee[Any]
    setup: Setup
    called: Callable[[Any, Action], Hashable]
    told: Callable[[Any, Event], Hashable | None]
    seen: Callable[[Any, int], Hashable]
    ended: Callable[[Outcome], Hashable]

    def ways(self, state: Any) -> dict[Hashable, tuple[Action, Fraction]]:
        """What may happen next by its common name, and of chance how likely it is."""
        if self.referee.actor(state) == CHANCE:
            weights = Counter(dict(self.referee.chance_outcomes(state).outcomes()))
        else:
            weights = Counter(dict.fromkeys(self.referee.legal_actions(state), 1))
        found: dict[Hashable, tuple[Action, Fraction]] = {}
        for action, weight in weights.items():
            name = self.called(state, action)
            first, odds = found.get(name, (action, Fraction()))
            found[name] = first, odds + Fraction(weight, weights.total())
        return found


def walk(one: Side, other: Side, rng: Random, liked: Callable[[Hashable], bool] = bool) -> Count:
    """One play from beginning to end, with choices drawn by lot, out of those that are `liked` if there are any;
    Difference where the two part.
    """
    return _Walk((one, other), rng, liked).walk()


class _Walk:
    """Both referees in the midst of one play."""

    def __init__(self, sides: tuple[Side, Side], rng: Random, liked: Callable[[Hashable], bool]) -> None:
        self.sides, self.rng, self.liked = sides, rng, liked
        self.states = [side.referee.initial_state(side.setup) for side in sides]
        self.story: list[str] = []

    def walk(self) -> Count:
        count = Count()
        while (actor := self._same("actor", (side.referee.actor(state) for side, state in self._both()))) != OVER:
            if actor != CHANCE:
                self._same("seen", (side.seen(state, actor) for side, state in self._both()))
            one, other = (side.ways(state) for side, state in self._both())
            if actor == CHANCE:
                self._same("chances", ({name: odds for name, (_, odds) in ways.items()} for ways in (one, other)))
            else:
                self._same("choices", (frozenset(ways) for ways in (one, other)))
            name = self.rng.choice([each for each in one if self.liked(each)] or [*one])
            self.story.append(f"{actor or 'chance'}: {name}")
            count += Count(actor != CHANCE, actor == CHANCE, self._go_on([one[name][0], other[name][0]]))
        self._same("outcome", (side.ended(self._outcome(side, state)) for side, state in self._both()))
        return count

    def _both(self) -> Iterable[tuple[Side, Any]]:
        return zip(self.sides, self.states)

    def _go_on(self, actions: list[Action]) -> int:
        """The step on both sides, and how many of its events they have in common."""
        told = []
        for at, (side, action) in enumerate(zip(self.sides, actions)):
            before = self.states[at]
            self.states[at], events = side.referee.follow(before, action)
            told.append([name for event in events if (name := side.told(before, event)) is not None])
        return len(self._same("events", told))

    def _outcome(self, side: Side, state: Any) -> Outcome:
        outcome = side.referee.outcome(state)
        assert outcome is not None, "a play is over, and has no outcome"
        return outcome

    def _same(self, what: str, found: Iterable[Any]) -> Any:
        """What both found, which must be the same."""
        one, other = found
        if one != other:
            raise Difference(f"{what} differ:\n  {one}\n  {other}\nafter\n  " + "\n  ".join(self.story))
        return one
