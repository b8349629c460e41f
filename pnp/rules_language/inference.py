"""Writes what everybody can tell from what is done: of a choice that only some may make, and of a move that all see.

Whoever may ask for a rank only if they hold it holds it when they ask. Where `if any card in hand where ...` is
followed by the move of just these cards, all see whether anything was moved, and so whether there was any. Nothing is
concluded from conditions that ask for more than all know.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from pnp.rules_language.expressions import Node
from pnp.rules_language.model import Definition, Option, Statement
from pnp.rules_language.typed import Scope, Typed
from pnp.rules_language.writer import Writer

_SLOT = re.compile(r"v\[[0-9]+\]")
_TOLD = frozenset({"number", "text", "each"})
_CONSTANTS = frozenset({"yes", "no", "nobody", "nothing", "players", "others"})
_LEAVING = frozenset({"stop", "end-turn", "game-over", "nobody-wins", "wins", "do"})
"""What may keep from being done what stands below it."""


class Claim(NamedTuple):
    """How many pieces lie at a place of which something holds: at least, and at most, in Python where these are x."""

    counted: Node
    least: int
    most: str = "len(x)"


class InferenceWriter(Writer):
    """Writes what is noted as known after a condition, a choice or a move."""

    _tests = 0

    @cached_property
    def _known_definitions(self) -> dict[str, bool]:
        """Which definitions all know that were asked for."""
        return {}

    def _conclude(self, node: Node | None, is_so: bool, scope: Scope) -> None:
        """What all know once they know that a condition is met, or that it is not."""
        for claim in _claims(node, is_so) if self._is_open else ():
            if found := self._counted(claim.counted, scope):
                place, pieces = found
                self._learn(f"x = {pieces}; t.know({place}, x, {claim.least}, {claim.most})")

    def _conclude_choice(self, option: Option, scope: Scope) -> None:
        """What all know of whoever was free to choose that."""
        for test in (option.test, *(each.test for each in option.parameters)):
            self._conclude(test, True, scope)

    def _counted(self, node: Node, scope: Scope) -> tuple[str, str] | None:
        """Python for a place and for the pieces that are counted there, where all can tell which place and pieces."""
        domain, test = node.part(0), node.parts[1]
        if test is None or not self._is_known(test, scope, frozenset((node.said,))):
            return None
        place = self._expression(domain, scope)
        if place.place is None or place.place.is_pile or place.place.view == "all":
            return None
        if domain.form == "of" and not self._is_known(domain.part(0), scope):
            return None
        return place.code, self._those(test, node.said, scope)

    def _those(self, test: Node, name: str, scope: Scope, is_so: bool = True) -> str:
        """Python for all pieces of which a test holds, or does not."""
        variable = self._variable()
        holds = self._truth(test, {**scope, name: Typed(variable, "piece")})
        self._tests += 1
        slots = _SLOT.findall(holds)
        depends = len(slots) == holds.count("v[") and "t." not in holds and "p[" not in holds
        values = f"({''.join(f'{slot}, ' for slot in slots)})" if depends else "None"
        return f"t.those({self._tests}, {values}, lambda {variable}: {'' if is_so else 'not '}{holds})"

    def _shows_it(self, statement: Statement, scope: Scope) -> bool:
        """Whether all can tell if `if rank of it is ...` is met, for then the piece is shown."""
        node, first = statement.nodes[0], statement.body[0] if statement.body else None
        if node is None or first is None or first.form != "show" or first.said or first.nodes[1] is not None:
            return False
        shown = first.nodes[0]
        if shown is None or (shown.form, shown.said) != ("name", "it"):
            return False
        return self._is_known(node, scope, frozenset(("it",))) and not any(map(_may_show, statement.otherwise))

    def _conclude_of_it(self, node: Node, scope: Scope) -> None:
        """What all know of the piece that was moved last once they know that a condition is not met."""
        if self._is_open:
            self._learn(f"if t.it >= 0: t.narrow(t.it, {self._those(node, 'it', scope, False)})")

    def _learn(self, line: str) -> None:
        """Writes what is concluded, where anybody does."""
        self._emit("if t.is_learned_from:")
        self._emit(" with t.learning():")
        self._emit(f"  {line}")

    def _is_loop_open(self, tests: Sequence[Node | None], body: Sequence[Statement], scope: Scope) -> bool:
        """Whether all can tell how long something is done again and again."""
        return all(self._is_known(each, scope) for each in tests if each) and not self._may_leave(body, scope)

    def _may_leave(self, statements: Sequence[Statement], scope: Scope) -> bool:
        """Whether what stands below may not be done, and not all can tell if it is."""
        for statement in statements:
            node = statement.nodes[0] if statement.form == "if" else None
            if node is not None and not self._is_known(node, scope) and any(map(_leaves, within(statement))):
                return True
            if self._may_leave([*within(statement)], scope):
                return True
        return False

    def _is_known(self, node: Node, scope: Scope, own: frozenset[str] = frozenset()) -> bool:
        """Whether all know the value; `own` are names for what is gone through."""
        if node.form in _TOLD:
            return True
        parts = [part for part in node.parts if part is not None]
        if node.form in ("name", "of", "call"):
            return self._is_name_known(node, scope, own) and all(self._is_known(part, scope, own) for part in parts)
        if node.form in ("groups", "random", "every-place"):
            return False
        if node.form in ("count", "empty") and not node.said and parts[0].form in ("name", "of"):
            inner = parts[0]  # how much lies at a place all can see
            if inner.said in self._places and inner.said not in scope:
                within_parts = [part for part in inner.parts if part is not None]
                is_secret = self._places[inner.said].view == "secret"
                return not is_secret and all(self._is_known(part, scope, own) for part in within_parts)
        inner_names = own | {node.said} if node.said and len(node.parts) > 1 else own
        return all(self._is_known(part, scope, inner_names) for part in parts)

    def _is_name_known(self, node: Node, scope: Scope, own: frozenset[str]) -> bool:
        """Whether all know what a name says, of what all know."""
        said = node.said
        if node.form == "name" and (said in own or said in scope):
            return said in own or scope[said].is_told
        memory, place = self._memories.get(said), self._places.get(said)
        if memory is not None or place is not None:
            return (memory or place).view == "all"  # type: ignore[union-attr]
        if defined := self._definitions.get(said):
            return self._is_definition_known(defined)
        if node.form == "name":
            words = self._columns.words | self._own_words()
            return said in words or said in self._slot_of or said in self._columns.sets or said in _CONSTANTS
        return said not in ("owner", "value")

    def _is_definition_known(self, defined: Definition) -> bool:
        """Whether all know what a definition says, of what all know; nobody does of one that is defined by itself."""
        name = defined.name
        if name not in self._known_definitions:
            self._known_definitions[name] = False
            self._known_definitions[name] = self._is_known(defined.value, {}, frozenset(defined.parameters))
        return self._known_definitions[name]

    def _tells(self, node: Node, is_so: bool, done: Sequence[Statement], other: Sequence[Statement] | None) -> bool:
        """Whether all see that a condition is met, or that it is not, by the pieces that are moved then alone.

        `done` is what is done then, and `other` what else would be.
        """
        sure = {key_of(claim.counted) for claim in _claims(node, is_so) if claim.least > 0}
        first = done[0].nodes[0] if done and done[0].form == "move" else None
        what = _moved(first) if first is not None else None
        if what is None or key_of(what) not in sure:
            return False
        return not any(_takes_from(what.part(0), each) for each in other or ())


def _moved(node: Node) -> Node | None:
    """All pieces of which something holds and of which one is moved at least, if there are any."""
    if node.form in ("first", "last") and (node.parts[1] is None or _number(node.part(1))):
        return _moved(node.part(0))
    return node if node.form == "all" else None


def _claims(node: Node | None, is_so: bool) -> Iterator[Claim]:
    """What follows from a condition about how many pieces there are."""
    if node is None:
        return
    if node.form == "not":
        yield from _claims(node.part(0), not is_so)
    elif node.form == ("and" if is_so else "or"):
        yield from _claims(node.part(0), is_so)
        yield from _claims(node.part(1), is_so)
    elif node.form in ("any", "no"):
        yield Claim(node, 1) if (node.form == "any") == is_so else Claim(node, 0, "0")
    elif node.form == "compare" and node.part(0).form == "count" and node.part(0).said:
        yield from _compared(node, is_so)


def _compared(node: Node, is_so: bool) -> Iterator[Claim]:
    """What follows from a count that is compared with a number."""
    counted, number = node.part(0), _number(node.part(1))
    if number is None:
        return
    sign = node.said if is_so else {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "is": "not"}.get(node.said)
    if sign == "is":
        yield Claim(counted, number, str(number))
    elif sign in (">", ">="):
        yield Claim(counted, number + (sign == ">"))
    elif sign in ("<", "<="):
        yield Claim(counted, 0, str(max(0, number - (sign == "<"))))
    elif sign == "not":
        yield Claim(counted, int(not number), f"len(x) - (len(x) == {number})")


def _number(node: Node) -> int | None:
    return int(node.said) if node.form == "number" else None


def key_of(node: Node | None, bound: tuple[str, ...] = ()) -> object:
    """What two expressions have in common that ask the same, whatever they call what they go through."""
    if node is None:
        return None
    if node.form in ("any", "no", "count", "all"):
        bound = (*bound, node.said)
        return "", *(key_of(part, bound) for part in node.parts[:2])
    said = bound.index(node.said) if node.form == "name" and node.said in bound else node.said
    return node.form, said, *(key_of(part, bound) for part in node.parts)


def _takes_from(domain: Node, statement: Statement) -> bool:
    """Whether a statement may take pieces from there, by itself or by what is done within it."""
    if statement.form in ("do", "pay", "deal", "deal-pieces", "shuffle"):
        return True
    if statement.form == "move" and any(key_of(domain) == key for key in _keys(statement.nodes[0])):
        return True
    return any(_takes_from(domain, each) for each in within(statement))


def _may_show(statement: Statement) -> bool:
    """Whether a statement may show pieces, by itself or by what is done within it."""
    return statement.form in ("show", "do") or any(map(_may_show, within(statement)))


def _leaves(statement: Statement) -> bool:
    return statement.form in _LEAVING or any(map(_leaves, within(statement)))


def within(statement: Statement) -> Iterator[Statement]:
    """What is done right within a statement."""
    yield from (*statement.body, *statement.otherwise, *(each for option in statement.options for each in option.body))


def _keys(node: Node | None) -> Iterator[object]:
    if node is not None:
        yield key_of(node)
        for part in node.parts:
            yield from _keys(part)
