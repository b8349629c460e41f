"""What the pieces of a deck say, column by column, as rules speak of them; and whether all are there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product
from typing import Any

from pnp.definition.findings import quoted, suggest
from pnp.engine.action import Value
from pnp.engine.requirements import Piece
from pnp.rules_language.model import Need, Text

_MOST_COMBINATIONS = 10_000
_PLURALS = {"die": "dice", "penny": "pennies", "box": "boxes"}


class Columns:
    """What the pieces of a deck say, column by column."""

    def __init__(self, pieces: Sequence[Piece], sides: Mapping[str, tuple[str, ...]], text: Text) -> None:
        self.ids = tuple(piece.id for piece in pieces for _ in range(piece.count))
        each = [piece for piece in pieces for _ in range(piece.count)]
        names = list(dict.fromkeys(name for piece in pieces for name in piece.values))
        self.orders = {order.column: tuple(token.said for token in order.words) for order in text.orders}
        self.texts: dict[str, list[str | None]] = {
            name: [piece.values.get(name) or None for piece in each] for name in names
        }
        self.texts |= {name: [getattr(piece, name) for piece in each] for name in ("name", "kind", "part")}
        self.numeric = {name for name in names if name not in self.orders and _all_numbers(self.texts[name])}
        self.sides: dict[int, tuple[Value, ...]] = {}
        for at, own in enumerate(self.ids):
            if own in sides:
                told = sides[own]
                self.sides[at] = tuple(map(int, told)) if _all_numbers(told) else told
        self.words = {word for column in self.texts.values() for word in column if word}
        self.words |= {word for words in self.orders.values() for word in words}
        self.words |= {str(side) for told in self.sides.values() for side in told}
        self.has_copies = len(set(self.ids)) < len(self.ids)
        self.sets = _sets(each)

    def array(self, name: str) -> tuple[Any, ...]:
        """What each piece says in a column; last, what no piece says."""
        texts = self.texts[name]
        if name in self.numeric:
            return (*(None if text is None else int(text) for text in texts), None)
        return (*texts, None)

    def different(self, name: str) -> tuple[Any, ...]:
        """What pieces say in a column, each once, in the order of the deck or of the column."""
        return tuple(dict.fromkeys(value for value in self.array(name) if value is not None))


def _all_numbers(texts: Sequence[str | None]) -> bool:
    written = [text for text in texts if text]
    return bool(written) and all(
        text.removeprefix("-").isdecimal() and text.isascii() and len(text) < 10 for text in written
    )


def _sets(each: Sequence[Piece]) -> Mapping[str, tuple[int, ...]]:
    """Pieces by what they are called together: `cards`, `coins`, and `die` where there is only one."""
    found: dict[str, list[int]] = {}
    for at, piece in enumerate(each):
        for name in dict.fromkeys((piece.kind, piece.part, piece.id.rpartition("/")[2])):
            found.setdefault(name, []).append(at)
    named: dict[str, tuple[int, ...]] = {}
    for name, numbers in found.items():
        named.setdefault(_plural(name), tuple(numbers))
        if len(numbers) == 1:
            named.setdefault(name, tuple(numbers))
    return {**named, "pieces": tuple(range(len(each)))}


def _plural(name: str) -> str:
    return _PLURALS.get(name, f"{name}s")


class Positions(dict[str, int]):
    """Where each word stands in its order, from 1; 0 for any other."""

    def __init__(self, words: Sequence[str]) -> None:
        super().__init__((word, at) for at, word in enumerate(words, 1))
        self._words = tuple(words)

    def __missing__(self, word: object) -> int:
        return 0

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(self._words)


def unmet(need: Need, pieces: Sequence[Piece], text: Text, players: int) -> Iterator[str]:
    """What is missing of the pieces that rules need with so many players, or too many: a sentence for each."""
    columns = Columns(pieces, {}, text)
    count = need.count * players if need.per_player else need.count
    with_players = f" with {players} players" if need.per_player else ""
    numbers = columns.sets.get(need.name) or columns.sets.get(_plural(need.name))
    if numbers is None:
        known = suggest(need.name, columns.sets)
        yield f"the rules need {count} {need.name}{with_players}, and there are none; {known}"
        return
    if not need.columns:
        if len(numbers) != count:
            yield f"the rules need {count} {need.name}{with_players}, and there are {len(numbers)}; make it {count}"
        return
    for column in need.columns:
        if column not in columns.texts:
            yield f"no piece has a column {quoted(column)}; {suggest(column, columns.texts)}"
            return
    found = Counter(tuple(columns.texts[column][at] for column in need.columns) for at in numbers)
    domains = [
        columns.orders.get(column) or dict.fromkeys(word for at in numbers if (word := columns.texts[column][at]))
        for column in need.columns
    ]
    for words in islice(product(*domains), _MOST_COMBINATIONS):
        if found[words] != count:
            told = " and ".join(f"{column} {word}" for column, word in zip(need.columns, words))
            there = f"there {'is' if found[words] == 1 else 'are'} {found[words] or 'none'}"
            yield f"the rules need {count} of {need.name} with {told}{with_players}, and {there}; correct the table"
