"""What an expression comes to for the cells of a row.

Cells are texts; one that reads as a number counts as one wherever numbers are due, and anything else is told. What
chance brings depends on the deck's seed, the row and the place alone. How many steps all expressions of a deck take
together is bounded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256
from types import MappingProxyType
from typing import Protocol

from pnp.definition.expressions import Node, expression
from pnp.definition.functions import CALLS, CHANCE, OF_TEXTS
from pnp.definition.values import (
    Number,
    Value,
    WrongValue,
    alike,
    bounded,
    checked_text,
    listed,
    named,
    number_of,
    text_of,
    truth,
)
from pnp.frozen import frozen, mutable

MOST_STEPS = 10_000_000


class TooMuchWork(Exception):
    """The expressions of a deck take more steps than all of them may."""


class Cells(Protocol):
    """Where the cells of other tables are looked up."""

    def cell(self, table: str, key: str, column: str, said: bool) -> str | None:
        """The cell of the row whose first cell is the key, as players read it if `said`; None without such a row.

        Raises LookupError with a sentence for a table or a column that is not there.
        """


@mutable
class Budget:
    """The steps that are left for all expressions together."""

    left: int = MOST_STEPS

    def spend(self, steps: int) -> None:
        self.left -= steps
        if self.left < 0:
            raise TooMuchWork


@frozen
class Scope:
    """What names stand for: `values` to compute with, `words` as players read them.

    `seed` and `place` are what chance is drawn from: the deck's seed, the row, and where the expression stands.
    """

    values: Mapping[str, str]
    words: Mapping[str, str]
    cells: Cells
    seed: str = ""
    place: str = ""
    budget: Budget = field(default_factory=Budget)


Run = Callable[[Scope], Value]


def evaluate(source: str, scope: Scope, said: bool = False) -> Value:
    """What the expression comes to; with `said` its texts are those that players read.

    Every name of it must be in the scope. Raises WrongValue, and TooMuchWork.
    """
    steps, run = _compiled(source, said)
    scope.budget.spend(steps)
    return run(scope)


def sample(scope: Scope, source: str, at: int) -> Fraction:
    """A number from 0 up to 1 that depends on the seed, the row and the place alone."""
    key = "\n".join((scope.seed, scope.place, source, str(at)))
    return Fraction(int.from_bytes(sha256(key.encode("utf-8", "surrogatepass")).digest()[:8], "big") >> 11, 2**53)


@lru_cache(maxsize=8192)
def _compiled(source: str, said: bool) -> tuple[int, Run]:
    whole = expression(source)
    return whole.size, _Compiler(source).run(whole.tree, said)


_ARITHMETIC: Mapping[str, Callable[[Number, Number], Number]] = MappingProxyType(
    {
        "+": lambda one, other: one + other,
        "-": lambda one, other: one - other,
        "*": lambda one, other: one * other,
        "/": lambda one, other: Fraction(one) / other,
        "//": lambda one, other: one // other,
        "%": lambda one, other: one % other,
    }
)
_ORDER: Mapping[str, Callable[[Number, Number], bool]] = MappingProxyType(
    {
        "<": lambda one, other: one < other,
        "<=": lambda one, other: one <= other,
        ">": lambda one, other: one > other,
        ">=": lambda one, other: one >= other,
    }
)


class _Compiler:
    """Makes functions of the nodes of one expression."""

    def __init__(self, source: str) -> None:
        self._source = source

    def run(self, node: Node, said: bool) -> Run:
        """The function that gives the node's value; with `said`, texts as players read them."""
        match node.kind:
            case "constant":
                return lambda scope: node.value
            case "name":
                name = str(node.value)
                return (lambda scope: scope.words[name]) if said else (lambda scope: scope.values[name])
            case "arithmetic":
                return self._arithmetic(node)
            case "joined":
                one, other = (self.run(part, said) for part in node.parts)
                return lambda scope: checked_text(node, text_of(one(scope), node.at) + text_of(other(scope), node.at))
            case "compared":
                return self._compared(node)
            case "choice":
                test, (yes, no) = self.run(node.parts[0], False), (self.run(part, said) for part in node.parts[1:])
                return lambda scope: yes(scope) if truth(test(scope)) else no(scope)
            case "row":
                return self._row(node, said)
            case "call":
                return self._call(node, said)
            case _:
                return self._logic(node)

    def _logic(self, node: Node) -> Run:
        one, *rest = (self.run(part, False) for part in node.parts)
        match node.kind:
            case "not":
                return lambda scope: not truth(one(scope))
            case "empty":
                return lambda scope: one(scope) in ("", (), [])
            case "and":
                return lambda scope: rest[0](scope) if truth(first := one(scope)) else first
            case _:
                return lambda scope: first if truth(first := one(scope)) else rest[0](scope)

    def _arithmetic(self, node: Node) -> Run:
        apply, (one, other) = _ARITHMETIC[str(node.value)], (self.run(part, False) for part in node.parts)
        mend = "write & to join texts" if node.value == "+" else "write one"

        def run(scope: Scope) -> Value:
            first = number_of(node.parts[0], one(scope), mend)
            second = number_of(node.parts[1], other(scope), mend)
            if not second and node.value in ("/", "//", "%"):
                raise WrongValue(node.at, f"{named(node.parts[1], 0)}, by which nothing can be divided; correct it")
            return bounded(node, apply(first, second))

        return run

    def _compared(self, node: Node) -> Run:
        signs = str(node.value).split()
        parts = [self.run(part, False) for part in node.parts]

        def run(scope: Scope) -> Value:
            first = parts[0](scope)
            for at, sign in enumerate(signs):
                second = parts[at + 1](scope)
                if not _holds(sign, node.parts[at : at + 2], first, second):
                    return False
                first = second
            return True

        return run

    def _row(self, node: Node, said: bool) -> Run:
        table, key, column, *default = node.parts
        runs = [self.run(part, False) for part in (table, key, column)]
        otherwise = self.run(default[0], said) if default else None

        def run(scope: Scope) -> Value:
            of, wanted, asked = (text_of(run(scope), part.at) for run, part in zip(runs, node.parts))
            try:
                cell = scope.cells.cell(of, wanted, asked, said)
            except LookupError as fault:
                raise WrongValue(node.at, str(fault.args[0])) from None
            if cell is None and otherwise is None:
                mend = 'correct it, or say what stands for none: lookup("table", key, "column", "none")'
                raise WrongValue(key.at, f"{named(key, wanted)}, which is no row of the table {of}; {mend}")
            return cell if cell is not None else otherwise(scope) if otherwise else ""

        return run

    def _call(self, node: Node, said: bool) -> Run:
        name = str(node.value)
        runs = [self.run(part, said and name in OF_TEXTS) for part in node.parts]
        if name in CHANCE:
            choose, source, at = CHANCE[name], self._source, node.at
            return lambda scope: choose(node, [run(scope) for run in runs], sample(scope, source, at))
        function = CALLS[name]

        def run(scope: Scope) -> Value:
            found = function(node, [run(scope) for run in runs])
            if isinstance(found, tuple):
                scope.budget.spend(len(found))
            return found

        return run


def _holds(sign: str, nodes: Sequence[Node], one: Value, other: Value) -> bool:
    if sign in ("==", "!="):
        return alike(one, other) is (sign == "==")
    if sign in ("in", "not-in"):
        if isinstance(other, str):
            return (text_of(one, nodes[0].at) in other) is (sign == "in")
        return any(alike(one, each) for each in listed(other)) is (sign == "in")
    return _ORDER[sign](number_of(nodes[0], one), number_of(nodes[1], other))
