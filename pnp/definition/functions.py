"""The functions of expressions, by their names; each gets its node and the values of its arguments."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from types import MappingProxyType

from pnp.definition.expressions import Node
from pnp.definition.values import (
    LONGEST_LIST,
    MOST,
    PLACES,
    Number,
    Value,
    WrongValue,
    bounded,
    checked_text,
    listed,
    members,
    named,
    number_of,
    rounded,
    text_of,
    whole_of,
)

_PADDED = 60


def _random(node: Node, values: Sequence[Value], drawn: Fraction) -> Value:
    if not values:
        return drawn
    ends = [whole_of(part, value, -MOST, MOST) for part, value in zip(node.parts, values)]
    low, high = ends if len(ends) == 2 else (1, ends[0])
    if low > high:
        raise WrongValue(node.at, f"no number lies from {low} to {high}; write the smaller one first")
    return low + math.floor(drawn * (high - low + 1))


def _choose(node: Node, values: Sequence[Value], drawn: Fraction) -> Value:
    options = members(node, values)
    return options[math.floor(drawn * len(options))]


def _numbers(node: Node, values: Sequence[Value]) -> Iterator[Number]:
    given = members(node, values)
    nodes = node.parts if len(node.parts) == len(given) else (node.parts[0],) * len(given)
    return (number_of(part, value) for part, value in zip(nodes, given))


def _real(node: Node, values: Sequence[Value], function: Callable[[float], float]) -> Number:
    """A function that only floating-point numbers have, to as many places as every machine agrees on."""
    try:
        return bounded(node, Fraction(f"{function(float(number_of(node.parts[0], values[0]))):.{PLACES}f}"))
    except ValueError:
        raise WrongValue(node.at, f"{named(node.parts[0], values[0])}, which has no root; correct it") from None


def _round(node: Node, values: Sequence[Value]) -> Number:
    scale = Fraction(10) ** (whole_of(node.parts[1], values[1], -PLACES, PLACES) if len(values) > 1 else 0)
    return bounded(node, rounded(number_of(node.parts[0], values[0]) * scale) / scale)


def _length(node: Node, values: Sequence[Value]) -> Number:
    return len(values[0]) if isinstance(values[0], str | tuple) else len(text_of(values[0]))


def _range(node: Node, values: Sequence[Value]) -> Value:
    first, last, *given = (whole_of(part, value, -MOST, MOST) for part, value in zip(node.parts, values))
    step = given[0] if given else 1
    if step == 0 or (last - first) // step >= LONGEST_LIST:
        raise WrongValue(node.at, f"the range has over {LONGEST_LIST:,} numbers; write a shorter one")
    return tuple(range(first, last + (1 if step > 0 else -1), step))


def _split(node: Node, values: Sequence[Value]) -> Value:
    text = text_of(values[0], node.parts[0].at)
    if len(values) == 1:
        return tuple(listed(text))
    sign = text_of(values[1], node.parts[1].at)
    return tuple(part for each in text.split(sign) if (part := each.strip())) if sign else tuple(text)


def _join(node: Node, values: Sequence[Value]) -> Value:
    sign = text_of(values[1], node.at) if len(values) > 1 else ", "
    parts = [text_of(each, node.at) for each in listed(values[0])]
    length = math.fsum(len(part) + len(sign) for part in parts)
    return checked_text(node, "", length) or sign.join(parts)


def _nth(node: Node, values: Sequence[Value]) -> Value:
    found = listed(values[0])
    at = whole_of(node.parts[1], values[1], -LONGEST_LIST, LONGEST_LIST)
    if not 1 <= abs(at) <= len(found):
        raise WrongValue(node.parts[1].at, f"the list has {len(found)}, counted from 1, and no number {at}; correct it")
    return found[at - 1 if at > 0 else at]


def _pad(node: Node, values: Sequence[Value]) -> Value:
    text, width = text_of(values[0], node.at), whole_of(node.parts[1], values[1], 1, _PADDED)
    sign = text[:1] if text[:1] in ("-", "+") else ""
    return sign + text[len(sign) :].rjust(width, "0")


OF_TEXTS = frozenset({"upper", "lower", "join", "split", "nth", "pad", "choose"})
"""Those that give texts of their arguments, as players read them where these are as players read them."""
CALLS: Mapping[str, Callable[[Node, Sequence[Value]], Value]] = MappingProxyType(
    {
        "min": lambda node, values: min(_numbers(node, values)),
        "max": lambda node, values: max(_numbers(node, values)),
        "sum": lambda node, values: bounded(node, reduce(operator.add, _numbers(node, values))),
        "abs": lambda node, values: abs(number_of(node.parts[0], values[0])),
        "floor": lambda node, values: math.floor(number_of(node.parts[0], values[0])),
        "ceil": lambda node, values: math.ceil(number_of(node.parts[0], values[0])),
        "round": _round,
        "sqrt": lambda node, values: _real(node, values, math.sqrt),
        "sin": lambda node, values: _real(node, values, lambda degrees: math.sin(math.radians(degrees % 360))),
        "cos": lambda node, values: _real(node, values, lambda degrees: math.cos(math.radians(degrees % 360))),
        "len": _length,
        "upper": lambda node, values: checked_text(node, text_of(values[0], node.at).upper()),
        "lower": lambda node, values: checked_text(node, text_of(values[0], node.at).lower()),
        "pad": _pad,
        "join": _join,
        "split": _split,
        "nth": _nth,
        "range": _range,
    }
)
CHANCE: Mapping[str, Callable[[Node, Sequence[Value], Fraction], Value]] = MappingProxyType(
    {"random": _random, "choose": _choose}
)
"""Those that chance has a say in; they also get a number from 0 up to 1."""
