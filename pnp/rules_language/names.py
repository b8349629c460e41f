"""What the names of a text stand for at a table of so many players: slots, places, pieces and constants."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from pnp.definition.findings import quoted
from pnp.engine.requirements import Piece
from pnp.rules_language.columns import Columns
from pnp.rules_language.expressions import Node
from pnp.rules_language.hints import did_you_mean
from pnp.rules_language.lines import Fault, Notebook, Token
from pnp.rules_language.model import Memory, Place, Rule, Text
from pnp.rules_language.program import MOST_NUMBER, RuleFault, Spot
from pnp.rules_language.typed import STARTS, TYPES, Scope, Typed
from pnp.rules_language.words import MEMORY, WORD, WordInference

BOX = "box"
"""Where every piece lies before the set-up."""
DICE = "dice"
"""Where dice lie that were rolled and are not at any place of the rules."""
_MOST_CODE = 10_000
"""Parts of all expressions and statements, definitions written out wherever they are used."""
PARTS_A_STEP = 16
"""So many of them take as much work as one step of a program."""
_MOST_LISTED = 12
_DEEPEST = 50
"""Expressions within each other, and statements likewise, with all that names stand for."""


class Names:
    """Knows what is declared, and gives out slots, constants and variables."""

    def __init__(
        self,
        text: Text,
        pieces: Sequence[Piece],
        sides: Mapping[str, tuple[str, ...]],
        rows: Mapping[str, str],
        players: int,
        notebook: Notebook,
    ) -> None:
        self._text, self._players, self._notebook = text, players, notebook
        self._pieces = tuple(pieces)
        self._columns, self._rows = Columns(pieces, sides, text), rows
        own = {memory.name: memory.words for memory in text.memories if memory.type == "word"}
        self._words = WordInference(self._columns.texts, own)
        self._namespace: dict[str, Any] = {
            "n": _bounded, "w": _said, "best": _best, "all_best": _all_best, "R": RuleFault, "distinct": self._distinct,
            "k_none": (-1,),
        }  # fmt: skip
        self._known: dict[object, str] = {}
        self._start: list[Any] = []
        self._spots: list[Spot] = [Spot(BOX, 0, False, (2 << players) - 2)]
        self._base: dict[str, int] = {}
        self._slot_of: dict[str, int] = {}
        self._size = 0
        self._variables = 0
        self._places = {place.name: place for place in text.places}
        self._memories = {memory.name: memory for memory in text.memories}
        self._definitions = {each.name: each for each in text.definitions}
        self._doing: list[str] = []
        self._depth = Counter[str]()
        self._used: set[int] = set()
        self._said: set[str] = set()
        self._changed: set[str] = set()
        """Places that something comes to, what is kept in mind and changes, and parts that are done."""
        for place in text.places:
            self._base[place.name] = len(self._spots)
            for seat in range(1, players + 1) if place.per_player else (0,):
                mask = {"all": (2 << players) - 2, "nobody": 0}.get(place.view, 1 << seat)
                is_secret = place.view == "secret"
                self._spots.append(Spot(place.name, seat, place.is_pile, mask, is_secret, mask if is_secret else -1))
        self._dice_spot = len(self._spots) if self._columns.sides else -1
        if self._columns.sides:
            self._spots.append(Spot(DICE, 0, False, (2 << players) - 2))
        for memory in text.memories:
            self._slot_of[memory.name] = len(self._start)
            self._start += [STARTS[memory.type]] * (players if memory.per_player else 1)

    def _slot(self, start: Any = 0) -> int:
        self._start.append(start[0] if isinstance(start, tuple) and start else start)
        return len(self._start) - 1

    def _constant(self, value: object) -> str:
        """The name by which the program knows a value."""
        key = (type(value), value)
        if key not in self._known:
            self._known[key] = f"k{len(self._known)}"
            self._namespace[self._known[key]] = value
        return self._known[key]

    def _variable(self) -> str:
        self._variables += 1
        return f"x{self._variables}"

    def _grow(self, token: Token) -> None:
        self._size += 1
        if self._size > _MOST_CODE:
            raise Fault(token, "the rules become too long where names stand for each other; make them simpler")

    def _work_since(self, before: int) -> int:
        """How much work what was written since then is."""
        return 1 + (self._size - before) // PARTS_A_STEP

    @contextmanager
    def _deeper(self, what: str, token: Token) -> Iterator[None]:
        """Goes one deeper into expressions or statements, with all that names stand for."""
        if self._depth[what] >= _DEEPEST:
            raise Fault(token, f"{what} stand over {_DEEPEST} deep within each other here; make them simpler")
        self._depth[what] += 1
        try:
            yield
        finally:
            self._depth[what] -= 1

    def _rule(self, rule: Rule | None, token: Token) -> str:
        if rule is None:
            raise Fault(token, f"no sentence says by which rule this is done; write one in quotes above {token}")
        return self._constant((rule.id,))

    def _distinct(self, table: Any, pieces: Sequence[int]) -> list[int]:
        """Of copies, which nobody can tell apart, only the first."""
        ids = self._columns.ids
        found: dict[tuple[str, Any], int] = {}
        for piece in pieces:
            found.setdefault((ids[piece], table.face[piece]), piece)
        return [*found.values()]

    def _own_words(self) -> set[str]:
        own = [each.words for each in self._text.choices] + [each.words for each in self._text.memories]
        return {word for words in own for word in words}

    def _acting(self, token: Token, scope: Scope) -> str:
        if "player" not in scope:
            raise Fault(token, f"nothing says whose {token} is meant; write 'of' and a player after it")
        return scope["player"].code

    def _place(self, place: Place, token: Token, scope: Scope, whose: str = "") -> Typed:
        base = self._base[place.name]
        if not place.per_player:
            return Typed(str(base), "place", "", place)
        return Typed(f"({base - 1} + {whose or self._acting(token, scope)})", "place", "", place)

    def _memory(self, memory: Memory, token: Token, scope: Scope, whose: str = "") -> Typed:
        base = self._slot_of[memory.name]
        at = f"{base - 1} + {whose or self._acting(token, scope)}" if memory.per_player else str(base)
        held = ((MEMORY, memory.name),) if memory.type == "word" else ()
        return Typed(f"v[{at}]", TYPES[memory.type], memory.name if held else "", held=held)

    def _written(self, said: str) -> Typed:
        """A word that is written."""
        self._said.add(said)
        return Typed(self._constant(said), "word", held=((WORD, said),))

    def _array(self, name: str) -> str:
        """What each piece says in a column; what no piece says cannot be asked for."""
        key = ("column", name)
        if key not in self._known:
            self._known[key] = f"k{len(self._known)}"
            self._namespace[self._known[key]] = self._columns.asked(name)
        return self._known[key]

    def _each(self, node: Node) -> Typed:
        if node.said == "side" and self._columns.sides:
            sides = tuple(dict.fromkeys(side for told in self._columns.sides.values() for side in told))
            kind = "numbers" if all(isinstance(side, int) for side in sides) else "words"
            return Typed(self._constant(sides), kind)
        memory = self._memories.get(node.said)
        if node.said not in self._columns.texts and memory is not None and memory.words:
            return Typed(self._constant(memory.words), "words", held=tuple((WORD, word) for word in memory.words))
        if node.said not in self._columns.texts:
            raise self._no_column(node.said, node.token)
        kind = "numbers" if node.said in self._columns.numeric else "words"
        return Typed(self._constant(self._columns.different(node.said)), kind, node.said)

    def _no_column(self, said: str, token: Token) -> Fault:
        """What is wrong with a column that no piece has."""
        known = [each for each in self._columns.texts if "." not in each]
        mend = did_you_mean(said, self._columns.texts, f"there is {', '.join(known[:_MOST_LISTED])}")
        return Fault(token, f"no piece has a column {quoted(said)}; {mend}")

    def _misread(self, column: str) -> str:
        """Where a column of numbers says something else, as a sentence goes on; empty of any other column."""
        found = self._columns.misread(column)
        if found is None:
            return ""
        own, word = found
        place = self._rows.get(own, own)
        return f"; {place} says {quoted(word)} in the column {column}, which is no whole number: correct it there"

    def _place_of_each(self, said: str, token: Token) -> Place:
        """The place of that name, of which each player has one."""
        place = self._places.get(said)
        if place is None or not place.per_player:
            known = [name for name, each in self._places.items() if each.per_player]
            mend = did_you_mean(said, known, f"declare one: place {said} of each player: face up")
            raise Fault(token, f"{quoted(said)} is no place of each player; {mend}")
        return place


def _bounded(number: int) -> int:
    if not -MOST_NUMBER < number < MOST_NUMBER:
        raise RuleFault(0, "a number grows beyond a million millions here; keep it smaller")
    return number


def _said(word: Any) -> Any:
    """A word that is kept in mind; it breaks off the play where no piece says one."""
    hash(word)
    return word


def _best(found: list[tuple[Any, Any]], highest: bool, none: Any) -> Any:
    """The first with the highest or lowest key; `none` where there is nothing."""
    return next(iter(_all_best(found, highest)), none)


def _all_best(found: list[tuple[Any, Any]], highest: bool) -> list[Any]:
    """All with the highest or lowest key."""
    key = (max if highest else min)((each[0] for each in found), default=None)
    return [thing for own, thing in found if own == key]
