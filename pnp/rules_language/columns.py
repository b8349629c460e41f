"""What the pieces of a deck say, column by column, as rules speak of them; and whether all are there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice, product
from typing import Any

from pnp.definition.findings import quoted
from pnp.engine.action import Value
from pnp.engine.requirements import Piece
from pnp.language.english import several
from pnp.rules_language.hints import did_you_mean
from pnp.rules_language.lines import Token
from pnp.rules_language.model import Need, Text
from pnp.rules_language.program import RuleFault

_MOST_COMBINATIONS = 10_000


class Nothing:
    """What no piece says in a column: whatever is done with it breaks off the play, with a sentence."""

    __slots__ = ("_column",)

    def __init__(self, column: str) -> None:
        self._column = column

    def _told(self, *_: object) -> Any:
        mend = "say what is done where there is no piece, as in 'if deck is not empty'"
        raise RuleFault(0, f"the {self._column} of nothing is asked for here; {mend}")

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __hash__ = __bool__ = _told


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

    @cached_property
    def sorted_words(self) -> Sequence[str]:
        """Every word that a piece says, an order has or a die shows."""
        return sorted(self.words)

    def misread(self, name: str) -> tuple[str, str] | None:
        """The id of the first piece that says no number in a column of which most pieces do, and what it says."""
        texts = [*zip(self.ids, self.texts.get(name, ()))]
        others = [(own, text) for own, text in texts if text and not _all_numbers([text])]
        return others[0] if others and len(others) * 2 < len(texts) and name not in self.orders else None

    def array(self, name: str) -> tuple[Any, ...]:
        """What each piece says in a column; last, what no piece says."""
        texts = self.texts[name]
        if name in self.numeric:
            return (*(None if text is None else int(text) for text in texts), None)
        return (*texts, None)

    def asked(self, name: str) -> tuple[Any, ...]:
        """The same, but nobody can ask what no piece says."""
        return (*self.array(name)[:-1], Nothing(name))

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
        those = tuple(numbers)
        named.setdefault(plural(name), those)
        named.setdefault(f"{name}s", those)
        if len(those) == 1:
            named.setdefault(name, those)
    return {**named, "pieces": tuple(range(len(each)))}


def plural(name: str) -> str:
    """Several of what is called so, as `green-dice`."""
    return several(name) or f"{name}s"


class Positions(dict[str, int]):
    """Where each word stands in its order, from 1; 0 for any other."""

    def __init__(self, words: Sequence[str]) -> None:
        super().__init__((word, at) for at, word in enumerate(words, 1))
        self._words = tuple(words)

    def __missing__(self, word: object) -> int:
        return 0

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(self._words)


def unmet(need: Need, pieces: Sequence[Piece], text: Text, players: int) -> Iterator[tuple[Token, str]]:
    """What is missing of the pieces that rules need with so many players, or too many: where it is asked for, and a
    sentence for each.
    """
    columns, token = Columns(pieces, {}, text), need.token
    count, share = need.count * players if need.per_player else need.count, players if need.per_player else 1
    numbers = columns.sets.get(need.name) or columns.sets.get(plural(need.name))
    if numbers is None:
        known = did_you_mean(need.name, columns.sets, f"there are {', '.join(columns.sets)}")
        yield token, f"the rules need {count} {need.name}, and there are none; {known}"
        return
    for column, at in [*((name, token) for name in need.columns), *((each.said, each) for each, _ in need.where)]:
        if column not in columns.texts:
            known = did_you_mean(column, columns.texts, f"there is {', '.join(columns.texts)}")
            yield at, f"no piece has a column {quoted(column)}; {known}"
            return
    for named, word in need.where:
        numbers = tuple(at for at in numbers if columns.texts[named.said][at] == word)
    what = f"{need.name}{' with ' if need.where else ''}{' and '.join(f'{at.said} {word}' for at, word in need.where)}"
    if not need.columns:
        if len(numbers) != count:
            yield token, f"the rules need {_counted(what, count, len(numbers), share, players)}"
        return
    yield from ((token, said) for said in _uncombined(need, columns, numbers, (count, share, players), what))


def _counted(what: str, count: int, there: int, share: int, players: int) -> str:
    """How many there should be, and how many there are; the same with all numbers of players, if it can be."""
    if share > 1 and not there % share:
        own = f"{count // share} {what} for each player"
        return f"{own}, and there {_are(there // share)} for each; make it {count // share}"
    with_players = f" with {players} players" if share > 1 else ""
    return f"{count} {what}{with_players}, and there {_are(there)}; make it {count}"


def _are(many: int) -> str:
    return "is 1" if many == 1 else f"are {many or 'none'}"


def _uncombined(
    need: Need, columns: Columns, numbers: Sequence[int], counts: tuple[int, int, int], what: str
) -> Iterator[str]:
    """What is missing of the combinations of two or more columns, or too many."""
    count, share, players = counts
    found = Counter(tuple(columns.texts[column][at] for column in need.columns) for at in numbers)
    domains = [_needed(column, columns, numbers) for column in need.columns]
    for words in islice(product(*domains), _MOST_COMBINATIONS):
        if found[words] != count:
            told = " and ".join(f"{column} {word}" for column, word in zip(need.columns, words))
            many = _counted(f"of {what} with {told}", count, found[words], share, players)
            yield f"the rules need {many.rpartition(';')[0]}; correct the table"


def _needed(column: str, columns: Columns, numbers: Sequence[int]) -> Sequence[str]:
    """The words of a column that must be there: those of its order, but for slips of the pen and those of others."""
    own = [*dict.fromkeys(word for at in numbers if (word := columns.texts[column][at]))]
    ordered = columns.orders.get(column)
    if ordered is None:
        return own
    every = {word for word in columns.texts[column] if word}
    is_misspelt = bool(every - {*ordered})
    return [word for word in ordered if word in own or (word not in every and not is_misspelt)]
