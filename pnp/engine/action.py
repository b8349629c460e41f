"""The words of a play: Actions that seats and chance take, Chances to draw from, Events that tell what came of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import Any, NamedTuple

Value = str | int | bool | None | tuple["Value", ...] | Mapping[str, "Value"]
"""What arguments and observations are made of: exactly what JSON can say, lists as tuples."""

Args = tuple[tuple[str, Value], ...]

CHANCE = 0
"""The actor of everything that nobody decides; seats count from 1."""

OVER = -1
"""The actor of a play that has ended."""


def plain(value: Value) -> Any:
    """A value as the JSON module takes it: lists for tuples."""
    if isinstance(value, tuple):
        return [plain(part) for part in value]
    if isinstance(value, Mapping):
        return {key: plain(part) for key, part in value.items()}
    return value


class Action(NamedTuple):
    """One small choice of a seat, or one thing that chance brought: a name and its arguments, in a fixed order."""

    name: str
    args: Args = ()

    def arg(self, key: str) -> Value:
        """The argument of that name; KeyError when the action has none."""
        for name, value in self.args:
            if name == key:
                return value
        raise KeyError(key)

    def same_as(self, name: str, args: Mapping[str, Value]) -> bool:
        """Whether name and arguments agree, in whatever order the arguments stand."""
        return self.name == name and dict(self.args) == args


def act(name: str, /, **args: Value) -> Action:
    """The action of that name with those arguments."""
    return Action(name, tuple(args.items()))


class Chance(NamedTuple):
    """What chance may bring next: one of `values`, as the argument `key` of the action `name` beside those `given`.

    Every entry of `values` is equally likely (a deck holds each of its cards once for every copy), unless `weights`
    gives whole numbers. `seen_by` are the seats that see which it is; None is everybody.
    """

    name: str
    key: str
    values: tuple[Value, ...]
    given: Args = ()
    weights: tuple[int, ...] | None = None
    seen_by: tuple[int, ...] | None = None

    def bringing(self, value: Value) -> Action:
        """The action in which chance brings that value."""
        return Action(self.name, (*self.given, (self.key, value)))

    def drawn(self, fraction: float) -> Action:
        """The outcome at a fraction from 0 up to but not including 1 of all the weight."""
        if self.weights is None:
            return self.bringing(self.values[int(fraction * len(self.values))])
        reached = int(fraction * sum(self.weights))
        at = next(at for at, total in enumerate(accumulate(self.weights)) if reached < total)
        return self.bringing(self.values[at])

    def outcomes(self) -> Iterator[tuple[Action, int]]:
        """Every different outcome and its weight, each once, in the order of the values."""
        weight: dict[Value, int] = {}
        for at, value in enumerate(self.values):
            weight[value] = weight.get(value, 0) + (1 if self.weights is None else self.weights[at])
        return ((self.bringing(value), times) for value, times in weight.items() if times)

    def allows(self, action: Action) -> bool:
        """Whether the action is one of the outcomes."""
        if action.name != self.name or len(action.args) != len(self.given) + 1 or action.args[:-1] != self.given:
            return False
        key, value = action.args[-1]
        if key != self.key or value not in self.values:
            return False
        return self.weights is None or self.weights[self.values.index(value)] > 0


class Event(NamedTuple):
    """Something that happened: by chance, by a seat's choice, or to a seat as the rules' consequence of either.

    `rulings` are the ids of the rules and rulings applied. `seen_by` are the seats that see it; None is everybody.
    """

    actor: int
    name: str
    args: Args
    rulings: tuple[str, ...]
    seen_by: tuple[int, ...] | None = None


def event(actor: int, name: str, /, *rulings: str, seen_by: tuple[int, ...] | None = None, **args: Value) -> Event:
    """An event of that actor and name, the rules it applied, and what it says."""
    return Event(actor, name, tuple(args.items()), rulings, seen_by)
