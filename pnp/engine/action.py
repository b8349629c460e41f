"""The words of a play: Actions that seats and chance take, Chances, Events; the players that choose, and their lots."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar, cast

from pnp.definition.findings import printable, quoted

if TYPE_CHECKING:
    from pnp.engine.rollout import Rollout

Value = str | int | bool | None | tuple["Value", ...] | Mapping[str, "Value"]
"""What arguments and observations are made of: exactly what JSON can say, lists as tuples."""


class Seat(int):
    """A seat among values: who sits there is told by name, whatever the value is called."""


Args = tuple[tuple[str, Value], ...]

Passages = Iterable[tuple[str, Mapping[str, Value]]]
"""What a person is shown, in order: names of texts of `[seen]` in the rules, each with the values for its holes."""

CHANCE = 0
"""The actor of everything that nobody decides; seats count from 1."""

OVER = -1
"""The actor of a play that has ended."""
Places = Mapping[str, Mapping[str, int]]
"""Place to component id to how many of it lie there (`referee.Whereabouts`)."""

_FEW = 12
_SHOWN = 40
Item = TypeVar("Item")

#: The largest seed: beyond it, readers of JSON that keep numbers as fractions would change it.
MOST_SEED = 2**53 - 1


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

    def text(self, key: str) -> str:
        """The argument of that name as a text."""
        for name, value in self.args:
            if name == key:
                return str(value)
        raise KeyError(key)

    def number(self, key: str) -> int:
        """The argument of that name, which is a whole number."""
        value = self.arg(key)
        assert isinstance(value, int), f"{key} of {self.name} is no number"
        return value

    def by(self, actor: int, *rulings: str, seen_by: tuple[int, ...] | None = None) -> Event:
        """The event that it was taken, the first of its step, and the rules it applied."""
        return Event(actor, self.name, self.args, rulings, seen_by)

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

    def draw(self, fraction: float) -> Action:
        """The outcome at a fraction from 0 up to but not including 1 of all the weight."""
        if self.weights is None:
            return self.bringing(self.values[int(fraction * len(self.values))])
        reached = int(fraction * sum(self.weights))
        at = next(at for at, total in enumerate(accumulate(self.weights)) if reached < total)
        return self.bringing(self.values[at])

    def weighted(self) -> Mapping[Value, int]:
        """Every different value that may come and its weight, in the order of the values."""
        if self.weights is None:
            return Counter(self.values)
        weight: dict[Value, int] = {}
        for value, times in zip(self.values, self.weights):
            weight[value] = weight.get(value, 0) + times
        return {value: times for value, times in weight.items() if times}

    def outcomes(self) -> Iterator[tuple[Action, int]]:
        """Every different outcome and its weight, each once, in the order of the values."""
        return ((self.bringing(value), times) for value, times in self.weighted().items())

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

    def arg(self, key: str) -> Value:
        """What it says under that name; KeyError where it says nothing."""
        for name, value in self.args:
            if name == key:
                return value
        raise KeyError(key)

    def text(self, key: str) -> str:
        """What it says under that name, as a text."""
        return str(self.arg(key))

    def number(self, key: str) -> int:
        """The whole number that it says under that name."""
        value = self.arg(key)
        assert isinstance(value, int), f"{key} of {self.name} is no number"
        return value


Told = list[Event]
"""The events of a step so far; each move adds its own."""


def event(actor: int, name: str, /, *rulings: str, seen_by: tuple[int, ...] | None = None, **args: Value) -> Event:
    """An event of that actor and name, the rules it applied, and what it says."""
    return Event(actor, name, tuple(args.items()), rulings, seen_by)


def select(events: Iterable[Event], *names: str) -> list[Event]:
    """The events of those names, in order."""
    return [event for event in events if event.name in names]


def short(value: Value) -> str:
    """A value as a record writes it, cut off where it is long."""
    text = printable(json.dumps(plain(value), ensure_ascii=False, sort_keys=True))
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 3]}..."


def named(chance: Chance) -> str:
    """What chance is to bring, and to whom: `'deal' (seat 3)`."""
    given = ", ".join(f"{key} {short(value)}" for key, value in chance.given)
    return f"{quoted(chance.name)} ({given})" if given else quoted(chance.name)


def refusal(chance: Chance, action: Action, places: Places, supply: Collection[str]) -> str:
    """One sentence on why that is none of the outcomes; `supply` are the places whose pieces wait for use."""
    if action.name != chance.name:
        return f"Chance is to bring {named(chance)}, not {quoted(action.name)}."
    said = dict(action.args)
    wanted = [key for key, _ in chance.given] + [chance.key]
    for key in wanted:
        if key not in said:
            return f"The argument {quoted(key)} of {quoted(chance.name)} is missing."
    for key in said:
        if key not in wanted:
            return f"{quoted(chance.name)} has no argument {quoted(key)}."
    return _due(chance.given, said) or _value(chance, said[chance.key], places, supply)


def _due(given: Args, said: Mapping[str, Value]) -> str:
    for key, value in given:
        if said[key] != value or type(said[key]) is not type(value):
            return f"{printable(key)} is {short(said[key])}, but {printable(key)} {short(value)} is due."
    return ""


def _value(chance: Chance, value: Value, places: Places, supply: Collection[str]) -> str:
    """Why chance cannot bring that value: a piece that is out, or lies elsewhere, or something that there is not."""
    key = printable(chance.key)
    pieces = frozenset(piece for held in places.values() for piece in held)
    from_pieces = any(known in pieces for known in chance.values)
    if not from_pieces:
        return f"{key} is {short(value)}, and may be {_listed(chance.values)}."
    if not isinstance(value, str) or value not in pieces:
        return f"{key} is {short(value)}, which is no piece of this play."
    lie = [place for place, held in places.items() if held.get(value)]
    where = " and ".join(map(quoted, lie[:2])) + (" and elsewhere" if len(lie) > 2 else "")
    if frozenset(supply).isdisjoint(lie):
        return f"{short(value)} is out already; it lies at {where}."
    return f"{short(value)} cannot come now; it lies at {where}."


def _listed(values: Sequence[Value]) -> str:
    """What may come, in short: a range of numbers, a few values, or how many there are."""
    kinds = set(map(type, values))
    if kinds == {int} and len(values) > 2:
        numbers = cast("Sequence[int]", values)
        if set(numbers) == set(range(min(numbers), max(numbers) + 1)):
            return f"from {min(numbers)} to {max(numbers)}"
    # True is equal to 1, so that only texts and numbers are told apart before they are written.
    different = (
        [*dict.fromkeys(values)] if kinds <= {int, str} else [*{short(value): value for value in values}.values()]
    )
    if len(different) <= _FEW:
        return " or ".join(map(short, different))
    return f"any of {len(different)} from {short(different[0])} to {short(different[-1])}"


class Rng:
    """A stream of lots; only `random.Random.random()` is used, whose sequence Python promises to keep."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self.fraction = self._random.random

    @property
    def place(self) -> object:
        """Where the stream is, to be gone back to."""
        return self._random.getstate()

    def go_back(self, place: object) -> None:
        """Goes on from a place where the stream was before."""
        self._random.setstate(place)  # type: ignore[arg-type]

    def one_of(self, items: Sequence[Item]) -> Item:
        """Any of the items, each equally likely."""
        return items[int(self.fraction() * len(items))]


def derived(seed: int, purpose: str, index: int = 0) -> int:
    """Another seed for a purpose (`choices`, `game`), as good as unrelated to the seed it comes from; 48 bits."""
    return int.from_bytes(sha256(f"{seed}/{purpose}/{index}".encode()).digest()[:6], "big")


class Look(Protocol):
    """What the acting seat may know now, for players who care."""

    def __call__(self) -> Mapping[str, Value]:
        """All that the seat may know, by name."""

    def sample(self, rng: Rng) -> Rollout:
        """A play that goes on from a state as it may be for all that the seat knows, to try things out in.

        UsageError where the referee allows no sampling.
        """


class Player(Protocol):
    """Decides for a seat by what that seat may know, and by lots of its own stream."""

    def choose(self, look: Look, legal: Sequence[Action], rng: Rng) -> Action:
        """One of the legal actions."""


class BlindPlayer(Player):
    """Chooses by the list of what is legal alone, and never looks at how the play stands."""


class RandomPlayer(BlindPlayer):
    """Takes any legal action, each equally likely."""

    def choose(self, look: Look, legal: Sequence[Action], rng: Rng) -> Action:
        return rng.one_of(legal)


class FirstPlayer(BlindPlayer):
    """Takes the first legal action, always."""

    def choose(self, look: Look, legal: Sequence[Action], rng: Rng) -> Action:
        return legal[0]


class ImpatientPlayer(BlindPlayer):
    """Takes the first legal action, and after many of them any: whoever always goes on might never come to an end.

    For one play only, at as many of its seats as like.
    """

    def __init__(self, patience: int = 500) -> None:
        self._left = patience

    def choose(self, look: Look, legal: Sequence[Action], rng: Rng) -> Action:
        if not self._left:
            return rng.one_of(legal)
        self._left -= 1
        return legal[0]
