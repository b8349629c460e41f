"""Writes what changes what is kept in mind: numbers, words, flags and players; and what tells of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from pnp.definition.findings import quoted
from pnp.rules_language.expressions import Node
from pnp.rules_language.hints import near
from pnp.rules_language.inference import key_of
from pnp.rules_language.lines import Fault
from pnp.rules_language.looping import LoopWriter
from pnp.rules_language.model import Memory, Statement
from pnp.rules_language.program import Kept
from pnp.rules_language.typed import TYPES, Scope, Typed

_BEGINNINGS = frozenset({"0", "no", "nobody", "nothing"})
"""With what something starts of which nothing else is said."""
_CHECKED = {"number": "n", "word": "w"}
"""What checks a number, and a word, that is kept in mind."""
_SIMPLE = frozenset({"name", "number", "text"})


class ChangeWriter(LoopWriter):
    """Writes `becomes`, `add` and `take`."""

    def _kept(self) -> Iterator[tuple[int, Kept]]:
        """What is told where it changes, by its slot: all that everybody knows but pieces."""
        for memory in self._text.memories:
            if _is_told(memory):
                base, is_goal = self._slot_of[memory.name], memory.name == self._scored
                for seat in range(1, self._players + 1) if memory.per_player else (0,):
                    yield base + max(0, seat - 1), Kept(memory.name, seat, memory.type, is_goal and bool(seat))

    @property
    def _scored(self) -> str:
        """The number that is the goal; empty where that is counted."""
        goal = self._goal
        return goal.value.said if goal is not None and goal.value.form == "name" else ""

    def _start_memory(self, memory: Memory) -> None:
        assert memory.start is not None
        value = self._held(memory, memory.start, {})
        base = self._slot_of[memory.name]
        for at in range(self._players if memory.per_player else 1):
            self._emit(f"v[{base + at}] = {value.code}")

    def _held(self, memory: Memory, node: Node, scope: Scope) -> Typed:
        """What a memory is to hold."""
        try:
            found = self._typed(node, scope, TYPES[memory.type])
            if memory.type == "word":
                self._words.becomes(memory.name, found.sources, node.token)
            return found
        except Fault as fault:
            names = (*scope, *self._places, *self._memories, *self._definitions, *self._slot_of, *self._columns.sets)
            if memory.type != "word" or node.form not in ("name", "text") or node.said in names:
                raise
            if meant := near(node.said, (*memory.words, *self._columns.words)):
                told = f"{memory.name} never becomes {node.token}; did you mean {quoted(meant)}?"
                raise Fault(node.token, told) from None
            mend = f"declare a word of the rules' own with what holds it: word {memory.name}: {node.said}"
            raise Fault(node.token, f"{fault}; or {mend}") from None

    def _target(self, node: Node, scope: Scope) -> tuple[Memory, str]:
        """What is changed: the memory, and Python for it."""
        memory = self._memories.get(node.said) if node.form in ("name", "of") else None
        if memory is None or node.said in scope:
            raise self._unchanging(node, scope)
        self._changed.add(memory.name)
        whose = ""
        if node.form == "of":
            if not memory.per_player:
                raise Fault(node.token, f"{memory.name} is one for all; leave out 'of'")
            whose = self._typed(node.part(0), scope, "player").code
        elif memory.per_player:
            whose = self._acting(node.token, scope)
        return memory, self._memory(memory, node.token, scope, whose).code

    def _unchanging(self, node: Node, scope: Scope) -> Fault:
        """What is wrong where something is to change that is not kept in mind."""
        said = node.said or node.token.said
        others = (*scope, *self._places, *self._definitions, *self._slot_of, *self._columns.sets)
        found = None if said in others else near(said, self._memories)
        of_each = " of each player" if "player" in scope else ""
        mend = f"declare what it is above, as in 'number {said}{of_each}' or 'flag {said}{of_each}'"
        if said in self._places:
            mend = f"it is a place; write 'move' and what goes there, 'to {said}'"
        elif said in others:
            mend = "only what is declared as a number, word, flag, player or piece does"
        mend = f"did you mean {quoted(found)}?" if found else mend
        return Fault(node.token, f"{quoted(said)} does not change; {mend}")

    def _do_becomes(self, statement: Statement, scope: Scope) -> None:
        node, value = statement.nodes
        assert node is not None and value is not None
        if _is_of_each(node):
            self._do_of_each(statement, node, scope)
            return
        memory, code = self._target(node, scope)
        found = self._held(memory, value, scope)
        new = f"{_CHECKED[found.type]}({found.code})" if found.type in _CHECKED else found.code
        is_plain = memory.name != self._scored and (_begins_anew(memory, value) or self._is_said(statement, value))
        self._change(memory, code, lambda own: new, statement, is_plain)

    def _do_of_each(self, statement: Statement, node: Node, scope: Scope) -> None:
        """`score of each player becomes 0`, `add count of hand to score of each player`"""
        own = replace(statement, nodes=(replace(node, form="name", parts=()), statement.nodes[1]))
        for seat in range(1, self._players + 1):
            self._write(own, {**scope, "player": Typed(str(seat), "player")})

    def _do_add(self, statement: Statement, scope: Scope) -> None:
        node, amount = statement.nodes
        assert node is not None and amount is not None
        if _is_of_each(node):
            self._do_of_each(statement, node, scope)
            return
        memory, code = self._target(node, scope)
        if memory.type != "number":
            raise Fault(node.token, f"{memory.name} is a {memory.type}; only numbers are added to")
        sign, number = "+" if statement.said == "add" else "-", self._number(amount, scope)
        self._change(memory, code, lambda own: f"n({own} {sign} ({number}))", statement, False)

    def _change(
        self, memory: Memory, code: str, new: Callable[[str], str], statement: Statement, is_plain: bool
    ) -> None:
        """Writes a new value, and what tells of it unless it is plain without a word."""
        if is_plain or statement.rule is None or not _is_told(memory):
            self._emit(f"{code} = {new(code)}")
            return
        rule, slot = self._rule(statement.rule, statement.token), code.removeprefix("v[").removesuffix("]")
        if not slot.isdecimal():
            self._emit(f"y = {slot}")
            slot = "y"
        self._emit(f"x = v[{slot}]; v[{slot}] = {new(f'v[{slot}]')}")
        self._emit(f"if t.told is not None and x != v[{slot}]: t.note_change({slot}, x, {rule})")

    def _is_said(self, statement: Statement, value: Node) -> bool:
        """Whether a choice that all are shown says what becomes of it: what was picked, or always the same."""
        taken = self._taken
        if taken is None or not taken.is_shown or value.form not in _SIMPLE:
            return False
        if value.form == "name" and value.said in taken.names:
            return True
        is_fixed = value.said not in self._memories and value.said not in self._definitions
        return is_fixed and any(each is statement for each in taken.option.body)


def _is_told(memory: Memory) -> bool:
    return memory.view == "all" and not memory.is_untold and memory.type != "piece"


def _begins_anew(memory: Memory, value: Node) -> bool:
    """Whether a memory goes back to what it starts with."""
    if memory.start is not None:
        are_simple = value.form in _SIMPLE and memory.start.form in _SIMPLE
        return value.said == memory.start.said if are_simple else key_of(value) == key_of(memory.start)
    return value.form in _SIMPLE and value.said in _BEGINNINGS


def _is_of_each(node: Node) -> bool:
    """Whether something is changed for every player."""
    return node.form == "of" and node.part(0).form == "each" and node.part(0).said == "player"
