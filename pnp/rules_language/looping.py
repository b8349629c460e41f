"""Writes what goes round: what is done so many times, once for each, or in turns, and what leads out of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pnp.rules_language.choices import ChoiceWriter
from pnp.rules_language.lines import Fault
from pnp.rules_language.model import Statement
from pnp.rules_language.typed import Scope, Typed
from pnp.rules_language.words import Source
from pnp.rules_language.writer import Loop


class LoopWriter(ChoiceWriter):
    """Writes loops, and what is done within them alone."""

    def _do_repeat(self, statement: Statement, scope: Scope) -> None:
        times, until = statement.nodes
        loop, after = self._label(), self._label()
        slot = self._slot() if times is not None else -1
        if times is not None:
            self._emit(f"v[{slot}] = {self._number(times, scope)}")
        self._begin(loop)
        if times is not None:
            self._emit(f"if v[{slot}] <= 0: return {after}")
            self._emit(f"v[{slot}] -= 1")
        is_seen = until is not None and self._tells(until, False, statement.body, None)
        if until is not None:
            met = self._label() if is_seen else after
            self._emit(f"if {self._truth(until, scope)}: return {met}")
            if is_seen:
                on = self._label()
                self._begin(on)
                self._open = met
                self._conclude(until, True, scope)
                self._begin(after)
                self._open = on
                self._conclude(until, False, scope)
        is_open = self._is_loop_open((times, None if is_seen else until), statement.body, scope)
        with self._within(Loop(after, loop, None)):
            self._block(statement.body, scope, is_open)
        self._leave(f"return {loop}")
        self._open = after

    @contextmanager
    def _within(self, loop: Loop) -> Iterator[None]:
        self._loops.append(loop)
        yield
        self._loops.pop()

    def _do_each(self, statement: Statement, scope: Scope) -> None:
        domain, first, test = statement.nodes
        variable = statement.said
        seats, at = self._slot(()), self._slot()
        own = self._slot()
        held: tuple[Source, ...] = ()
        if domain is None:
            begins = "1" if first is None else self._typed(first, scope, "player").code
            every = self._constant(Rotations(self._players))
            going, member, column = f"{every}[{begins} or 1]", "player", ""
        else:
            typed = self._domain(domain, scope)
            going, member, column, held = self._paid(typed, self._size), typed.type, typed.column, typed.held
        is_known = domain is None or self._is_known(domain, scope)
        is_told = is_known and member != "piece"
        inner = {**scope, variable: Typed(f"v[{own}]", member, column, is_told=is_told, held=held)}
        is_open = is_known and self._is_loop_open((test,), statement.body, inner)
        if variable in self._text.rounds:
            self._rounds.setdefault(variable, own)
        self._emit(f"v[{seats}] = tuple({going}); v[{at}] = 0")
        loop, after = self._label(), self._label()
        self._begin(loop)
        self._emit(f"if v[{at}] >= len(v[{seats}]): return {after}")
        self._emit(f"v[{own}] = v[{seats}][v[{at}]]; v[{at}] += 1")
        if test is not None:
            self._emit(f"if not {self._truth(test, inner)}: return {loop}")
        with self._within(Loop(after, loop, None, (own, seats, at) if domain is None else None)):
            self._block(statement.body, inner, is_open)
        self._leave(f"return {loop}")
        self._open = after

    def _do_turns(self, statement: Statement, scope: Scope) -> None:
        first, until, test = statement.nodes
        own, direction, again, skip, goes = (self._slot() for _ in range(5))
        begins = "1" if first is None else f"({self._typed(first, scope, 'player').code} or 1)"
        self._emit(f"v[{own}] = {begins}; v[{direction}] = 1; v[{again}] = v[{skip}] = v[{goes}] = 0")
        loop, on, after = self._label(), self._label(), self._label()
        inner = {**scope, "player": Typed(f"v[{own}]", "player", is_told=True)}
        self._begin(loop)
        fits = "None"
        if test is not None:  # who is out is passed over
            variable = self._variable()
            fits = f"lambda {variable}: {self._truth(test, {**scope, 'player': Typed(variable, 'player')})}"
            self._emit(f"v[{own}] = t.next_in(v[{own}], v[{direction}], 0, {fits})")
            self._emit(f"if not v[{own}]: return {after}")
            self._begin(self._label())
        is_open = self._is_loop_open((test, until), statement.body, inner)
        with self._within(Loop(after, on, (direction, again, skip, goes))):
            self._block(statement.body, inner, is_open)
        self._begin(on)
        if until is not None:
            self._emit(f"if {self._truth(until, inner)}: return {after}")
        self._emit(f"if v[{again}]: v[{again}] = 0; return {loop}")
        self._emit(f"v[{own}] = v[{goes}] or t.next_in(v[{own}], v[{direction}], 1 + v[{skip}], {fits})")
        self._emit(f"if not v[{own}]: return {after}")
        self._leave(f"v[{skip}] = v[{goes}] = 0; return {loop}")
        self._open = after

    def _turns(self, statement: Statement) -> tuple[int, int, int, int]:
        for loop in reversed(self._loops):
            if loop.turns is not None:
                return loop.turns
        raise Fault(statement.token, f"{statement.token} stands within no 'turns'")

    def _do_again(self, statement: Statement, scope: Scope) -> None:
        self._emit(f"v[{self._turns(statement)[1]}] = 1")

    def _do_reverse(self, statement: Statement, scope: Scope) -> None:
        slot = self._turns(statement)[0]
        self._emit(f"v[{slot}] = -v[{slot}]")

    def _do_skip(self, statement: Statement, scope: Scope) -> None:
        node = statement.nodes[0]
        self._emit(f"v[{self._turns(statement)[2]}] += {'1' if node is None else self._number(node, scope)}")

    def _do_turn_goes(self, statement: Statement, scope: Scope) -> None:
        node = statement.nodes[0]
        assert node is not None
        self._emit(f"v[{self._turns(statement)[3]}] = {self._typed(node, scope, 'player').code}")

    def _do_go_round(self, statement: Statement, scope: Scope) -> None:
        """All others have their turn once more, as when somebody has raised a bid."""
        loop = next((loop for loop in reversed(self._loops) if loop.seats is not None), None)
        if loop is None or loop.seats is None:
            raise Fault(statement.token, "'go round again' stands within no 'each player'")
        own, seats, at = loop.seats
        every = self._constant(Rotations(self._players))
        self._emit(f"v[{seats}] = {every}[v[{own}]][1:]; v[{at}] = 0")

    def _do_stop(self, statement: Statement, scope: Scope) -> None:
        if not self._loops:
            raise Fault(
                statement.token, "'stop' stands within nothing that goes round; write 'game over' to end the game"
            )
        self._leave(f"return {self._loops[-1].after}")

    def _do_end_turn(self, statement: Statement, scope: Scope) -> None:
        loops = [loop for loop in self._loops if loop.turns is not None] or self._loops
        if not loops:
            raise Fault(statement.token, "'end turn' stands within no 'turns'")
        self._leave(f"return {loops[-1].next}")


class Rotations(dict[int, tuple[int, ...]]):
    """All seats, in turn from each of them."""

    def __init__(self, players: int) -> None:
        super().__init__(
            (first, tuple((first - 1 + at) % players + 1 for at in range(players))) for first in range(1, players + 1)
        )
        self._players = players

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(self._players)
