"""Plays that go on from a state in place: told step by step, or with no record, as search and whoever plays very much
goes fastest.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from itertools import compress, count
from operator import is_not, ne
from types import MappingProxyType
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from pnp.engine.action import Action, Event, Value
from pnp.engine.values import counted

if TYPE_CHECKING:
    from pnp.engine.referee import Outcome, Piles, Referee, Whereabouts

State = TypeVar("State")
Seen = Action | Value
"""What a seat sees of a step: the action, the value that chance brought, or None where it sees nothing of it."""
Pile = Mapping[str, int] | Sequence[str]
"""What lies at a place: how many of each component, or one component id after the other."""
Move = tuple[str, str, int]
"""A place, a component id, and by how many there are more of it; fewer where it is below 0."""
_ONE_BY_ONE = (tuple, list)
_NOTHING: tuple[str, ...] = ()


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
    def moves(self, besides: Container[str] = ()) -> Iterator[Sequence[Move]]:
        """What has come to each place and left it, each time it is asked for, since it was asked for last; at first all
        that lies there. Nothing is told of places `besides`.
        """

    @abstractmethod
    def state(self) -> State:
        """How it stands now."""


def moves_of(look: Callable[[], Piles], besides: Container[str] = ()) -> Iterator[Sequence[Move]]:
    """What has moved each time it is asked for, by looks at all places; only those that differ are counted anew."""
    names: list[str] = []
    before: list[Pile] = []
    while True:
        places, found = look(), list[Move]()
        now, piles = [*places], [*places.values()]
        if now != names:
            known = dict(zip(names, before))
            names, before = now, [known.pop(name, _NOTHING) for name in now]
            for name, was in known.items():
                found += _moved(name, was, _NOTHING) if name not in besides else ()
        for at in compress(count(), map(is_not, piles, before)):
            was, lies = before[at], piles[at]
            if was != lies:
                # A pile that changes in place would otherwise be its own past.
                before[at] = lies[:] if isinstance(lies, list) else lies
                if names[at] not in besides:
                    found += _moved(names[at], was, lies)
        yield found


def apply_moves(moves: Iterable[Move], before: Mapping[str, Mapping[str, int]] = MappingProxyType({})) -> Whereabouts:
    """Where all lies after moves, and how much of it; places at which nothing lies are left out."""
    laid = {place: dict(pieces) for place, pieces in before.items()}
    for place, name, more in moves:
        pieces = laid.setdefault(place, {})
        pieces[name] = pieces.get(name, 0) + more
    return without_zeros(laid)


def without_zeros(places: Whereabouts) -> Whereabouts:
    """The same without what there is none of, and without places at which nothing lies."""
    left = {place: {name: many for name, many in pieces.items() if many} for place, pieces in places.items()}
    return {place: pieces for place, pieces in left.items() if pieces}


def _moved(place: str, was: Pile, lies: Pile) -> Sequence[Move]:
    """What came to a place and what left it; in most steps one piece, of which nobody else needs to be counted."""
    if isinstance(was, _ONE_BY_ONE) and isinstance(lies, _ONE_BY_ONE):
        more = len(lies) - len(was)
        if more == 1 or more == -1:
            piece = _one_more(lies, was) if more > 0 else _one_more(was, lies)
            if piece is not None:
                return ((place, piece, more),)
    before, now = _counted(was), _counted(lies)
    came = [(place, name, more) for name, many in now.items() if (more := many - before.get(name, 0))]
    return came + [(place, name, -many) for name, many in before.items() if many and name not in now]


def _counted(pile: Pile) -> Mapping[str, int]:
    # Asking for any mapping takes longer than all the rest where it is a dict, as nearly always.
    return pile if type(pile) is dict or isinstance(pile, Mapping) else counted(pile)


def _one_more(longer: Sequence[str], shorter: Sequence[str]) -> str | None:
    """The piece by which alone a pile differs from one in the same order without it; None where they differ more."""
    at = next(compress(count(), map(ne, longer, shorter)), len(shorter))
    return longer[at] if longer[at + 1 :] == shorter[at:] else None


class PileProgress(Progress[State]):
    """A play whose moves are found by looks at where all lies."""

    __slots__ = ()

    @abstractmethod
    def piles(self) -> Piles:
        """Where every piece lies now; lists in it may change with the play."""

    def moves(self, besides: Container[str] = ()) -> Iterator[Sequence[Move]]:
        return moves_of(self.piles, besides)


class StepwiseProgress(PileProgress[State]):
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
