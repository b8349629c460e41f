"""Plays that go on from a state in place: told step by step, or with no record, as search and whoever plays very much
goes fastest.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from pnp.engine.action import Action, Event, Value

if TYPE_CHECKING:
    from pnp.engine.referee import Outcome, Piles, Referee

State = TypeVar("State")
Seen = Action | Value
"""What a seat sees of a step: the action, the value that chance brought, or None where it sees nothing of it."""


class Standing(NamedTuple):
    """How a play stands: the round, deal or hand that is played, and how well each seat does, in seat order.

    More is better, whatever the rules call a good score; only differences between seats count.
    """

    round: int
    scores: tuple[int, ...]


class Rollout(ABC):
    """A play that goes on from a state, changes in place and tells no events; choices are taken by their index.

    The same choices and fractions lead to the same end as they do by `Referee.follow`.
    """

    __slots__ = ()

    @property
    @abstractmethod
    def actor(self) -> int:
        """CHANCE, the seat whose choice it is (from 1), or OVER."""

    @property
    @abstractmethod
    def count(self) -> int:
        """How many choices the acting seat has; asked for only where a seat acts."""

    @abstractmethod
    def actions(self) -> Sequence[Action]:
        """Those choices as `Referee.legal_actions` lists them."""

    @abstractmethod
    def choose(self, at: int, seat: int = 0) -> Seen:
        """Takes the choice of that index, from 0; gives what a seat sees of it."""

    @abstractmethod
    def draw(self, fraction: float, seat: int = 0) -> Seen:
        """Takes what chance brings at a fraction from 0 up to but not including 1; gives what a seat sees of it."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How the play ended; None while it goes on."""

    @abstractmethod
    def standing(self) -> Standing | None:
        """How the play stands now; None where the rules count nothing before the end."""


class Progress(ABC, Generic[State]):
    """A play that goes on from a state and tells its events step by step; it may change in place.

    The same actions and fractions lead to the same events and states as they do by `Referee.follow`.
    """

    __slots__ = ()

    @property
    @abstractmethod
    def actor(self) -> int:
        """CHANCE, the seat whose choice it is (from 1), or OVER."""

    @abstractmethod
    def actions(self) -> Sequence[Action]:
        """The legal actions of the acting seat."""

    @abstractmethod
    def take(self, action: Action) -> tuple[Event, ...]:
        """What comes of an action of the acting seat that is known to be legal."""

    @abstractmethod
    def draw(self, fraction: float) -> tuple[Event, ...]:
        """What comes of that which chance brings at a fraction from 0 up to but not including 1."""

    @abstractmethod
    def piles(self) -> Piles:
        """Where every piece lies now; lists in it may change with the play."""

    @abstractmethod
    def state(self) -> State:
        """How it stands now."""


class StepwiseProgress(Progress[State]):
    """The play by the functions that every referee has, for those that have no faster way."""

    __slots__ = ("_referee", "_state")

    def __init__(self, referee: Referee[State], state: State) -> None:
        self._referee, self._state = referee, state

    @property
    def actor(self) -> int:
        return self._referee.actor(self._state)

    def actions(self) -> Sequence[Action]:
        return self._referee.legal_actions(self._state)

    def take(self, action: Action) -> tuple[Event, ...]:
        self._state, events = self._referee.follow(self._state, action)
        return events

    def draw(self, fraction: float) -> tuple[Event, ...]:
        return self.take(self._referee.chance_outcomes(self._state).draw(fraction))

    def piles(self) -> Piles:
        return self._referee.piles(self._state)

    def state(self) -> State:
        return self._state


class StepwiseRollout(Rollout, Generic[State]):
    """The play by the functions that every referee has, for those that have no faster way."""

    __slots__ = ("_legal", "_referee", "_state")

    def __init__(self, referee: Referee[State], state: State) -> None:
        self._referee, self._state = referee, state
        self._legal: Sequence[Action] | None = None

    @property
    def actor(self) -> int:
        return self._referee.actor(self._state)

    @property
    def count(self) -> int:
        return len(self.actions())

    def actions(self) -> Sequence[Action]:
        if self._legal is None:
            self._legal = self._referee.legal_actions(self._state)
        return self._legal

    def choose(self, at: int, seat: int = 0) -> Seen:
        action = self.actions()[at]
        return action if self._follow(action, seat) else None

    def draw(self, fraction: float, seat: int = 0) -> Seen:
        action = self._referee.chance_outcomes(self._state).draw(fraction)
        return action.args[-1][1] if self._follow(action, seat) else None

    def _follow(self, action: Action, seat: int) -> bool:
        """Goes on by the action; whether the seat sees which it is."""
        self._state, events = self._referee.follow(self._state, action)
        self._legal = None
        return events[0].seen_by is None or seat in events[0].seen_by

    def outcome(self) -> Outcome | None:
        return self._referee.outcome(self._state)

    def standing(self) -> Standing | None:
        return self._referee.standing(self._state)
