"""Writes the program of rules block by block: what is done in one stretch, and where it goes on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from pnp.engine.requirements import Piece
from pnp.rules_language.lines import Fault, Notebook
from pnp.rules_language.model import Option, Statement, Text
from pnp.rules_language.program import Checks, Told, Waiting
from pnp.rules_language.sentences import Sentences
from pnp.rules_language.translate import Translator
from pnp.rules_language.typed import Scope

_SILENT = frozenset({"becomes", "add", "shuffle", "move", "show", "turn-goes", "again", "reverse", "skip",
                     "go-round", "stop", "end-turn", "deal", "pay"})  # fmt: skip
"""What is done without an event of its own, so that its rule is cited by the one before."""


class Loop(NamedTuple):
    """Where `stop` and `end turn` lead from within a loop; `turns` has the slots of direction, again, skip, next.

    `seats` are the slots of who acts in a round of all players, of those still to come, and of how many have been.
    """

    after: int
    next: int
    turns: tuple[int, int, int, int] | None
    seats: tuple[int, int, int] | None = None


class Taken(NamedTuple):
    """A choice of which is written what is done with it, whether all are shown what was picked, and its first move.

    Of one that is covered others are told that it was chosen.
    """

    option: Option
    is_shown: bool
    is_covered: bool
    first: Statement | None

    @property
    def names(self) -> frozenset[str]:
        """What is picked."""
        return frozenset(each.name for each in self.option.parameters)

    def says(self, statement: Statement) -> bool:
        """Whether the choice itself says that what was picked is moved so."""
        return statement is self.first and (self.is_shown or self.is_covered)


class Writer(Translator):
    """Gathers the blocks of a program; `_do_FORM` of those who inherit it write the statements."""

    def __init__(
        self,
        text: Text,
        pieces: Sequence[Piece],
        sides: Mapping[str, tuple[str, ...]],
        rows: Mapping[str, str],
        players: int,
        notebook: Notebook,
    ) -> None:
        super().__init__(text, pieces, sides, rows, players, notebook)
        self._blocks: list[list[str]] = []
        self._lines: list[int] = []
        self._parts: list[int] = []
        """How many parts of expressions and statements each block is made of."""
        self._counted_parts = 0
        self._line = 1
        self._open = -1
        self._choices: list[str] = []
        self._helpers: list[str] = []
        self._options: list[tuple[Told, ...]] = []
        self._bodies: list[list[tuple[int, tuple[int, ...]]]] = []
        self._checks: list[list[Checks]] = []
        self._sentences = Sentences(text)
        self._loops: list[Loop] = []
        self._taken: Taken | None = None
        self._rounds: dict[str, int] = {}
        self._goal = text.goals[0] if text.goals else None
        self._preferences: dict[tuple[int, int], tuple[int, int, str]] = {}
        self._waiting: dict[int, Waiting] = {}
        self._is_open = True
        """Whether all can tell that what is written now is done."""

    def _guard(self, work: Callable[[], object]) -> None:
        """Does something; what is wrong is noted, and all goes on."""
        try:
            work()
        except Fault as fault:
            self._notebook.fault(fault)

    # Blocks, slots and constants.

    def _label(self) -> int:
        self._blocks.append([])
        self._parts.append(0)
        self._lines.append(self._line)
        return len(self._blocks) - 1

    def _begin(self, label: int) -> None:
        """What is emitted from now on belongs to that block, to which the one before leads on."""
        if self._open >= 0:
            self._emit(f"return {label}")
        self._open = label

    def _emit(self, line: str) -> None:
        if self._open < 0:
            self._open = self._label()  # what is never reached
        self._parts[self._open] += self._size - self._counted_parts
        self._counted_parts = self._size
        self._blocks[self._open].append(line)

    def _leave(self, line: str) -> None:
        """Ends the block with that line."""
        self._emit(line)
        self._open = -1

    # Statements.

    def _block(self, statements: Sequence[Statement], scope: Scope, is_open: bool = True) -> None:
        """Statements in turn, and whether all can tell that they are done, if they can of what is around them."""
        before = self._is_open
        self._is_open = before and is_open
        cited = None
        for statement in statements:
            if statement.form in _SILENT and statement.rule is not None and statement.rule is not cited:
                cited = statement.rule
                self._emit(f"if t.told is not None: t.cite({self._constant((cited.id,))}{self._secretly(scope)})")
            self._guard(partial(self._statement, statement, scope))
        self._is_open = before

    def _secretly(self, scope: Scope) -> str:
        """Whose secret it is what is done, as an argument; nothing where all know."""
        taken = self._taken
        is_secret = taken is not None and not (taken.is_shown or taken.is_covered) and "player" in scope
        return f", {scope['player'].code}" if is_secret else ""

    def _statement(self, statement: Statement, scope: Scope) -> None:
        self._grow(statement.token)
        with self._deeper("lines", statement.token):
            self._write(statement, scope)

    def _write(self, statement: Statement, scope: Scope) -> None:
        self._line = statement.token.line
        if self._open >= 0 and self._blocks[self._open]:
            self._begin(self._label())  # so that a fault tells its line
        elif self._open >= 0:
            self._lines[self._open] = self._line
        getattr(self, f"_do_{statement.form.replace('-', '_')}")(statement, scope)
