"""Data that does not change: what `dataclass(frozen=True, slots=True)` makes, in a tenth of the time.

A dataclass compiles up to seven methods for each class, half a millisecond at every start; a build of one deck of cards
loads some three hundred classes. Here only the initialiser is compiled, and late; the rest is shared. `field`,
`fields` and `replace` of the standard library work as ever. Objects that keep count while they work are `mutable`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from operator import attrgetter
from typing import Any, NoReturn, TypeVar, dataclass_transform, overload

_Class = TypeVar("_Class")


@overload
def frozen(cls: type[_Class], /) -> type[_Class]: ...


@overload
def frozen(*, eq: bool = True, slots: bool = True) -> Callable[[type[_Class]], type[_Class]]: ...


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(
    cls: type[_Class] | None = None, /, *, eq: bool = True, slots: bool = True
) -> type[_Class] | Callable[[type[_Class]], type[_Class]]:
    """A class of frozen data: compared by its fields, hashable, made and shown like a dataclass.

    Without `eq` each object equals itself alone. Without `slots` there is room for cached properties.
    """
    return _frozen(cls, eq, slots) if cls is not None else lambda plain: _frozen(plain, eq, slots)


@dataclass_transform(eq_default=False, field_specifiers=(field,))
def mutable(cls: type[_Class]) -> type[_Class]:
    """A class of data that changes: made and shown like a dataclass; each object equals itself alone."""
    return _with_methods(cls, False, {"__repr__": _represented}, {"__init__": _late_initialiser})


def _frozen(plain: type[_Class], eq: bool, slots: bool) -> type[_Class]:
    shared: dict[str, Any] = {"__repr__": _represented, "__setattr__": _refuse, "__delattr__": _refuse}
    if slots:
        shared |= {"__getstate__": _state, "__setstate__": _restore}
    made = {"__init__": _late_initialiser} | ({"__eq__": _equality, "__hash__": _hashing} if eq else {})
    return _with_methods(plain, slots, shared, made)


def _with_methods(
    plain: type[_Class], slots: bool, shared: Mapping[str, Any], made: Mapping[str, Callable[[Any], Any]]
) -> type[_Class]:
    """A class with its fields, and what it does not have itself of methods that all share or are made for each."""
    own = plain.__dict__
    missing = [name for name in (*shared, *made) if own.get(name) is None]  # with an __eq__ it has None for a hash
    cls: Any = dataclass(init=False, repr=False, eq=False, slots=slots)(plain)
    for name in missing:
        setattr(cls, name, shared[name] if name in shared else made[name](cls))
    return cls  # type: ignore[no-any-return]


def _late_initialiser(cls: Any) -> Callable[..., None]:
    """Compiles the initialiser when the first object is made: of many a class that is loaded none ever is."""

    def initialise(self: Any, *values: Any, **named: Any) -> None:
        cls.__init__ = _initialiser(cls, fields(cls))
        cls.__init__(self, *values, **named)

    return initialise


def _initialiser(cls: Any, all_fields: Iterable[Field[Any]]) -> Callable[..., None]:
    """Sets every field, what was not given to its default, and calls `__post_init__` where there is one."""
    names: dict[str, Any] = {"_set": object.__setattr__, "_missing": MISSING}
    slots, changes = cls.__dict__.get("__slots__") is not None, cls.__setattr__ is object.__setattr__
    positional: list[str] = []
    named: list[str] = []
    lines: list[str] = []
    for one in all_fields:
        name, default, make = one.name, f"_default_{one.name}", f"_make_{one.name}"
        value, parameter = name, name
        if one.default_factory is not MISSING:
            names[make] = one.default_factory
            value, parameter = f"{make}() if {name} is _missing else {name}", f"{name}=_missing"
        elif one.default is not MISSING:
            names[default] = one.default
            parameter = f"{name}={default}"
        (named if one.kw_only else positional).append(parameter)
        if changes:
            lines.append(f"    self.{name} = {value}")
        elif slots:  # a slot's own setter takes a third less time
            names[f"_set_{name}"] = getattr(cls, name).__set__
            lines.append(f"    _set_{name}(self, {value})")
        else:
            lines.append(f"    _set(self, {name!r}, {value})")
    if hasattr(cls, "__post_init__"):
        lines.append("    self.__post_init__()")
    parameters = ", ".join(("self", *positional, *(("*", *named) if named else ())))
    exec(f"def __init__({parameters}):\n" + ("\n".join(lines) or "    pass"), names)
    return names["__init__"]  # type: ignore[no-any-return]


def _values_of(names: Sequence[str]) -> Callable[[Any], Any]:
    """What takes the values of these attributes of an object."""
    return attrgetter(*names) if names else lambda thing: ()


def _hashing(cls: Any) -> Callable[[Any], int]:
    hashed = [one.name for one in fields(cls) if (one.compare if one.hash is None else one.hash)]
    values = _values_of(hashed)
    return lambda self: hash(values(self))


def _equality(cls: Any) -> Callable[[Any, object], bool]:
    values = _values_of([one.name for one in fields(cls) if one.compare])

    def equal(self: Any, other: object) -> bool:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    return equal


def _represented(self: Any) -> str:
    shown = ", ".join(f"{one.name}={getattr(self, one.name)!r}" for one in fields(self) if one.repr)
    return f"{type(self).__qualname__}({shown})"


def _refuse(self: object, name: str, value: object = None) -> NoReturn:
    raise FrozenInstanceError(f"{type(self).__name__}.{name} does not change")


def _state(self: Any) -> list[Any]:
    return [getattr(self, one.name) for one in fields(self)]


def _restore(self: Any, state: Iterable[Any]) -> None:
    for one, value in zip(fields(self), state):
        object.__setattr__(self, one.name, value)
