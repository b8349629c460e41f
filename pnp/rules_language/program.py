"""Rules made ready to be run by a table: blocks of our own Python, what may be chosen, and where everything may lie."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.engine.action import Value
from pnp.engine.requirements import Piece
from pnp.errors import RulesBroken
from pnp.frozen import frozen
from pnp.rules_language.sentences import ChoiceCondition

if TYPE_CHECKING:
    from pnp.rules_language.table import Table

Raw = tuple[Any, ...]
"""A choice as the program has it: the number of its option, and what is picked."""
MOST_NUMBER = 10**12
UNKNOWN = -1
"""A piece of a shuffled pile that nobody has drawn yet."""
MOST_WAYS = 10_000
"""Ways in which one choice may be made."""


class RuleFault(RulesBroken):
    """What rules cannot do at a table: the line that asks for it, 0 where it is not known yet, and a sentence."""

    def __init__(self, line: int, sentence: str) -> None:
        self.line, self.sentence = line, sentence
        self.where = f"rules.play:{line}"
        super().__init__(f"{self.where}: {sentence}")

    def __reduce__(self) -> tuple[Any, ...]:
        return RuleFault, (self.line, self.sentence)


class Spot(NamedTuple):
    """A place of the table, or that of one seat (0 where it is of all): `mask` has a bit for each seat that sees it.

    Of a place that `is_secret` nobody else sees even how many pieces lie there. `keeps` has a bit for each seat that
    still knows a piece that it knew when it was laid there.
    """

    name: str
    seat: int
    is_pile: bool
    mask: int
    is_secret: bool = False
    keeps: int = -1

    @property
    def label(self) -> str:
        return f"{self.name} {self.seat}" if self.seat else self.name

    @property
    def told(self) -> str:
        """What faults call it."""
        return f"Player {self.seat}'s {self.name}" if self.seat else self.name

    def lacks_to_pay(self, many: int, lies: int) -> str:
        """What is wrong where less lies than is to be paid."""
        verb, there = "is" if many == 1 else "are", "is 1" if lies == 1 else f"are {lies or 'none'}"
        mend = "say what is to be done where there are too few"
        return f"{many} {verb} to be paid from {self.told}, and there {there}; {mend}"

    def lacks_to_deal(self, many: int, boxed: int) -> str:
        """What is wrong where no more lies that could be dealt; so many pieces nobody has taken out of the box."""
        mend = f"; write 'move cards to {self.name}' before" if boxed >= many else ""
        return f"{self.told} is empty, and {many} more {'is' if many == 1 else 'are'} to be dealt{mend}"


class Kept(NamedTuple):
    """What is kept in mind and told where it changes: its name, whose it is, its type, and whether it is the goal."""

    name: str
    seat: int
    type: str
    is_goal: bool

    @property
    def label(self) -> str:
        return f"{self.name} {self.seat}" if self.seat else self.name


class Waiting(NamedTuple):
    """The slots of a choice that all make in secret: who chooses, how often still, the last pick, and all so far."""

    seat: int
    left: int
    last: int
    chosen: int


class Preferred(NamedTuple):
    """A choice of pieces of which some are preferred: the place that they come from, of the first seat where each has
    one, and what it costs to look at a piece.

    `tests` gives for a table what tells, of some pieces, those that can be picked at all and, for each preference,
    those that it prefers.
    """

    base: int
    work: int
    tests: Callable[[Table], tuple[Callable[[Sequence[int]], list[int]], ...]]


class Told(NamedTuple):
    """An option of a choice as events tell it: its name, those of what is picked, their types and the rules.

    Of one that `is_covered` others learn that it was chosen, and not with which piece.
    """

    name: str
    keys: tuple[str, ...]
    types: tuple[str, ...]
    rules: tuple[str, ...]
    is_covered: bool = False


class Check(NamedTuple):
    """A condition of an option, and Python for whether it holds, or for what there is to pick."""

    condition: ChoiceCondition
    code: str


class Checks(NamedTuple):
    """All that an option needs, in order, and the names in the code that stand for its picks."""

    picks: tuple[str, ...]
    checks: tuple[Check, ...]


@frozen(slots=False)
class Program:
    """Rules made ready for so many players and these pieces.

    `blocks` do one stretch of the rules each and give the number of the next, or -1 where they wait. `choices` list
    what may be chosen; `bodies` say where each option of a choice goes on, and in which slots its picks are kept.
    `dice_spot` is where dice lie that come out of the box to be rolled. `checks` tell why an option may not be chosen.
    `idle` tells of places that nothing comes to and of what never changes: a line and a sentence for each.
    `said` are the words that the rules name.
    `scores` is what the goal counts, `merits` the same and what tells among equals, the highest of which wins.
    """

    players: int
    pieces: tuple[Piece, ...]
    ids: tuple[str, ...]
    spots: tuple[Spot, ...]
    blocks: tuple[Callable[[Table], int], ...]
    lines: tuple[int, ...]
    choices: tuple[Callable[[Table], list[Raw]], ...]
    options: tuple[tuple[Told, ...], ...]
    bodies: tuple[tuple[tuple[int, tuple[int, ...]], ...], ...]
    start: tuple[Any, ...]
    option_slots: Mapping[str, int]
    memory_slots: Mapping[str, int]
    sides: Mapping[int, tuple[Value, ...]]
    scores: Callable[[Table], tuple[int, ...]] | None
    merits: Callable[[Table], tuple[tuple[int, ...], ...]] | None
    is_lowest: bool
    partners: bool
    used: frozenset[str]
    preferences: Mapping[tuple[int, int], Preferred]
    waiting: Mapping[int, Waiting]
    dice_spot: int
    checks: tuple[tuple[Checks, ...], ...]
    said: frozenset[str]
    idle: tuple[tuple[int, str], ...]
    kept: Mapping[int, Kept]
    rounds: Mapping[str, int]
    namespace: Mapping[str, Any]

    def evaluate(self, table: Table, code: str, picks: Mapping[str, Any]) -> Any:
        """What the code of a check comes to at a table, with what is picked."""
        source = f"check = lambda t, v, p, {', '.join(picks)}: {code}"
        if source not in self._evaluated:
            made = {**self.namespace}
            exec(compile(source, "<rules>", "exec"), made)
            self._evaluated[source] = made["check"]
        return self._evaluated[source](table, table.v, table.p, *picks.values())

    def unrolled(self, piece: int) -> str:
        """Why a piece cannot be rolled."""
        own = self.ids[piece]
        if next(each.kind for each in self.pieces if each.id == own) != "die":
            return f"{own} is no die; only dice can be rolled"
        return f'{own} shows nothing; name the column of its sides in deck.toml, as in: sides = "sides.side"'

    @cached_property
    def _evaluated(self) -> dict[str, Callable[..., Any]]:
        return {}

    @cached_property
    def answers(self) -> dict[tuple[int, tuple[object, ...]], frozenset[int]]:
        """Of which pieces tests hold, by the number of the test and the values that it depends on."""
        return {}

    @cached_property
    def everybody(self) -> int:
        return (2 << self.players) - 2

    @cached_property
    def instances(self) -> Mapping[str, tuple[int, ...]]:
        """Each piece's own numbers, one for each copy of it."""
        found: dict[str, list[int]] = {}
        for at, own in enumerate(self.ids):
            found.setdefault(own, []).append(at)
        return {own: tuple(numbers) for own, numbers in found.items()}
