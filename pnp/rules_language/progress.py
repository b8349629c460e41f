"""Plays by rules as data that go on at a table in place: told step by step, or with no record."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from itertools import compress, count
from operator import is_not
from typing import TYPE_CHECKING, overload

from pnp.engine.action import Action, Event
from pnp.engine.referee import Outcome
from pnp.engine.rollout import Move, Progress, Rollout, Seen, Standing
from pnp.rules_language.program import UNKNOWN
from pnp.rules_language.table import Table

if TYPE_CHECKING:
    from pnp.rules_language.referee import DataReferee

_HIDDEN = frozenset((UNKNOWN,))


class TableRollout(Rollout):
    """A table of its own that changes in place."""

    __slots__ = ("_referee", "_table")

    def __init__(self, referee: DataReferee, table: Table) -> None:
        self._referee, self._table = referee, table

    @property
    def actor(self) -> int:
        return self._table.acts

    @property
    def count(self) -> int:
        return len(self._table.legal)

    def actions(self) -> Sequence[Action]:
        return self._referee.legal_actions(self._table)

    def choose(self, at: int, seat: int = 0) -> Seen:
        table = self._table
        raw, is_secret = table.legal[at], table.wait[1]
        seen = table.action(raw) if seat and (not is_secret or seat == table.acts) else None
        table.choose(raw)
        table.go_on()
        return seen

    def draw(self, fraction: float, seat: int = 0) -> Seen:
        table = self._table
        mask = table.sees_chance
        value = table.draw(fraction)
        table.go_on()
        return value if mask >> seat & 1 else None

    def outcome(self) -> Outcome | None:
        return self._referee.outcome(self._table)

    def standing(self) -> Standing | None:
        return self._referee.standing(self._table)


class Choices(Sequence[Action]):
    """What may be chosen at a table until it changes; only what somebody looks at is made an action."""

    __slots__ = ("_made", "_raws", "_table")

    def __init__(self, table: Table) -> None:
        self._table, self._raws = table, table.legal if table.acts > 0 else []
        self._made: dict[int, Action] = {}

    def __len__(self) -> int:
        return len(self._raws)

    @overload
    def __getitem__(self, at: int) -> Action: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[Action]: ...

    def __getitem__(self, at: int | slice) -> Action | Sequence[Action]:
        if isinstance(at, slice):
            return [self[each] for each in range(len(self))[at]]
        at = range(len(self))[at]
        if at not in self._made:
            self._made[at] = self._table.action(self._raws[at])
        return self._made[at]

    def __contains__(self, action: object) -> bool:
        return action in self._made.values() or super().__contains__(action)

    def index(self, action: Action, *bounds: int) -> int:
        """Where an action stands, no two of which are alike; most often it is one that was looked at."""
        found = next((at for at, made in self._made.items() if made == action), None)
        return super().index(action, *bounds) if found is None or bounds else found


class TableProgress(Progress[Table]):
    """A table of its own that changes in place and tells its events."""

    __slots__ = ("_actions", "_referee", "_table")

    def __init__(self, referee: DataReferee, table: Table) -> None:
        self._referee, self._table = referee, table
        self._actions: Choices | None = None

    @property
    def actor(self) -> int:
        return self._table.acts

    def actions(self) -> Choices:
        if self._actions is None:
            self._actions = Choices(self._table)
        return self._actions

    def take(self, action: Action) -> tuple[Event, ...]:
        raw = self._table.legal[self.actions().index(action)]
        self._actions = None
        return self._referee.go_on(self._table, action, raw)

    def draw(self, fraction: float) -> tuple[Event, ...]:
        self._actions = None
        return self._referee.go_on(self._table, self._table.brought(fraction), None)

    def moves(self, besides: Container[str] = ()) -> Iterator[Sequence[Move]]:
        """The moves by the numbers of the pieces, each of which is at one place; where one lies twice, all fails."""
        table, ids = self._table, self._table.program.ids
        labels = [spot.label for spot in table.program.spots]
        seen: list[tuple[int, ...]] = [()] * len(labels)
        known = [frozenset[int]()] * len(labels)
        while True:
            found = list[Move]()
            for place in compress(count(), map(is_not, table.p, seen)):
                lies, before, label = table.p[place], known[place], labels[place]
                seen[place] = lies
                # A pool changes only together with what lies there: an UNKNOWN for each of it.
                pool = table.pools.get(place, ())
                now = frozenset(pool if len(pool) == len(lies) else lies)
                if pool and len(pool) < len(lies):
                    now = now.union(pool) - _HIDDEN
                if len(now) != len(lies):
                    raise AssertionError(f"a piece lies twice at {label}")
                if now != before:
                    known[place] = now
                    if label not in besides:
                        found += [(label, ids[piece], 1 if piece in now else -1) for piece in now ^ before]
            yield found

    def state(self) -> Table:
        return self._table.copy()
