"""Frozen classes behave as the standard library's do, whose place they take."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, dataclass, field, fields, replace
from functools import cached_property
from typing import Any, Generic, TypeVar

import pytest

from pnp.frozen import frozen, mutable

T = TypeVar("T")


def point(make: Callable[[type], type]) -> Any:
    class Point(Generic[T]):
        x: float
        label: T = field(repr=False, kw_only=True)
        y: float = 2.0
        seen: list[int] = field(default_factory=list, compare=False)
        tags: dict[str, int] = field(default_factory=dict, hash=False)

        def __post_init__(self) -> None:
            if self.x < 0:
                raise ValueError("left of the page")

    return make(Point)


OURS, THEIRS = point(frozen), point(dataclass(frozen=True, slots=True))


@pytest.mark.parametrize(
    "given",
    [
        ((1.0,), {"label": "a"}),
        ((1.0, 3.0), {"label": "a"}),
        ((1.0, 3.0, [4]), {"label": "b", "tags": {"c": 1}}),
        ((), {"x": 5.0, "y": 6.0, "label": None}),
    ],
)
def test_objects_are_made_shown_compared_and_replaced_alike(given: tuple[tuple[Any, ...], dict[str, Any]]) -> None:
    positional, named = given
    ours, theirs = OURS(*positional, **named), THEIRS(*positional, **named)
    assert repr(ours) == repr(theirs)
    assert [one.name for one in fields(ours)] == [one.name for one in fields(theirs)]
    assert all(getattr(ours, one.name) == getattr(theirs, one.name) for one in fields(ours))
    assert hash(ours) == hash(theirs)
    for changed in ({"x": 9.0}, {"seen": [9]}, {"tags": {"d": 2}}, {"label": "z"}):
        other, others = replace(ours, **changed), replace(theirs, **changed)
        assert repr(other) == repr(others)
        assert (ours == other, hash(ours) == hash(other)) == (theirs == others, hash(theirs) == hash(others))
    assert ours != theirs and ours != 1
    match ours:
        case OURS(x, y):
            assert (x, y) == (ours.x, ours.y)


@pytest.mark.parametrize(
    "given", [((), {}), ((1.0,), {}), ((1.0, 2.0, [], {}, "a"), {}), ((1.0,), {"label": 1, "z": 2})]
)
def test_what_cannot_be_made_is_refused_alike(given: tuple[tuple[Any, ...], dict[str, Any]]) -> None:
    positional, named = given
    for made in (OURS, THEIRS):
        with pytest.raises(TypeError):
            made(*positional, **named)
    with pytest.raises(ValueError, match="left of the page"):
        OURS(-1.0, label="")


def test_nothing_is_set_or_taken_away_and_defaults_are_not_shared() -> None:
    one, other = OURS(1.0, label=""), OURS(1.0, label="")
    assert one.seen is not other.seen
    for change in (lambda: setattr(one, "x", 2.0), lambda: delattr(one, "x"), lambda: setattr(one, "new", 2.0)):
        with pytest.raises(FrozenInstanceError):
            change()


@frozen
class Outer:
    name: str
    inner: tuple[int, ...] = ()

    def __hash__(self) -> int:
        return 7


@frozen
class Wider(Outer):
    more: int = 0


@frozen(eq=False)
class Alone:
    name: str


@frozen(slots=False)
class Roomy:
    size: int

    @cached_property
    def twice(self) -> int:
        return 2 * self.size


@frozen
class Empty: ...


@mutable
class Tally:
    name: str
    seen: list[int] = field(default_factory=list)
    count: int = 0


@pytest.mark.parametrize("thing", [Outer("a", (1,)), Wider("a", (1,), 2), Roomy(3), Empty()])
def test_copies_and_pickles_are_equal_and_still_frozen(thing: Any) -> None:
    for again in (copy.copy(thing), copy.deepcopy(thing), pickle.loads(pickle.dumps(thing))):
        assert again == thing and hash(again) == hash(thing)
        with pytest.raises(FrozenInstanceError):
            again.name = "b"


def test_methods_of_the_class_itself_stand() -> None:
    assert hash(Outer("a")) == 7 and Outer("a") == Outer("a")
    assert repr(Wider("a", more=1)) == "Wider(name='a', inner=(), more=1)"
    assert Wider("a") != Outer("a")
    assert Alone("a") != Alone("a") and len({Alone("a"), Alone("a")}) == 2
    assert Roomy(3).twice == 6 and "twice" not in repr(Roomy(3))
    assert not hasattr(Outer("a"), "__dict__")


def test_what_is_mutable_changes_and_is_shown_but_equals_itself_alone() -> None:
    one, other = Tally("a", count=2), Tally("a", count=2)
    one.count += 1
    one.seen.append(3)
    assert repr(one) == "Tally(name='a', seen=[3], count=3)" and repr(other) == "Tally(name='a', seen=[], count=2)"
    assert one != Tally("a", [3], 3) and len({one, one, other}) == 2
    assert replace(one, name="b").seen == [3]
    with pytest.raises(TypeError):
        Tally()  # type: ignore[call-arg]
