"""Which words a name can stand for: those of a column, or what it becomes somewhere; and what can never be the same."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from pnp.definition.findings import quoted
from pnp.rules_language.lines import Fault, Token

COLUMN, MEMORY, WORD, ANY = "column", "memory", "word", "any"
_MOST_LISTED = 8

Source = tuple[str, str]
"""Where a word comes from: a column of pieces, what is kept in mind, or one that is written; or nobody knows."""
UNKNOWN: tuple[Source, ...] = ((ANY, ""),)


class _Held(NamedTuple):
    """What something that is kept in mind becomes."""

    name: str
    sources: tuple[Source, ...]
    token: Token


class _Compared(NamedTuple):
    """Two words that are compared."""

    one: tuple[Source, ...]
    other: tuple[Source, ...]
    token: Token


class Words:
    """Gathers what words become and what they are compared with, to tell what can never be meant."""

    def __init__(self, columns: Mapping[str, Collection[str | None]], own: Mapping[str, tuple[str, ...]]) -> None:
        self._columns = columns
        self._own = own
        self._held: list[_Held] = []
        self._compared: list[_Compared] = []
        self._said: dict[Source, frozenset[str]] = {}

    def becomes(self, name: str, sources: tuple[Source, ...], token: Token) -> None:
        """Notes what something that is kept in mind becomes."""
        self._held.append(_Held(name, sources or UNKNOWN, token))

    def compare(self, one: tuple[Source, ...], other: tuple[Source, ...], token: Token) -> None:
        """Notes that two words are compared."""
        self._compared.append(_Compared(one or UNKNOWN, other or UNKNOWN, token))

    def faults(self) -> Iterator[Fault]:
        """What can never be the same, and what becomes something that it is never compared with."""
        found = {name: {*own} for name, own in self._own.items()}
        unsure = {held.name for held in self._held if UNKNOWN[0] in held.sources}
        for _ in range(len(found) + 1):  # what one becomes may be what another is
            before = {name: len(words) for name, words in found.items()}, len(unsure)
            for name, sources, _ in self._held:
                found[name].update(*(self._words(source, found) for source in sources))
                if any(kind == MEMORY and said in unsure for kind, said in sources):
                    unsure.add(name)
            if before == ({name: len(words) for name, words in found.items()}, len(unsure)):
                break
        misplaced = [*self._misplaced(found, unsure)]
        yield from (fault for _, fault in misplaced)
        yield from self._never_alike(found, unsure, {(MEMORY, name) for name, _ in misplaced})

    def _words(self, source: Source, found: Mapping[str, Collection[str]]) -> frozenset[str]:
        kind, said = source
        if kind == MEMORY:
            return frozenset(found.get(said, ()))
        if source not in self._said:
            told = (said,) if kind == WORD else self._columns.get(said, ())
            self._said[source] = frozenset(word for word in told if word)
        return self._said[source]

    def _all(
        self, sources: tuple[Source, ...], found: Mapping[str, Collection[str]], unsure: Collection[str]
    ) -> frozenset[str]:
        """The words of all sources; none where nobody knows them all."""
        for kind, said in sources:
            if kind == ANY or (kind == MEMORY and said in unsure) or (kind == COLUMN and said not in self._columns):
                return frozenset()
        return frozenset[str]().union(*(self._words(source, found) for source in sources))

    def _never_alike(
        self, found: Mapping[str, Collection[str]], unsure: Collection[str], told: Collection[Source]
    ) -> Iterator[Fault]:
        for one, other, token in self._compared:
            if any(source in told for source in (*one, *other)):
                continue
            words, others = self._all(one, found, unsure), self._all(other, found, unsure)
            if words and others and not words & others:
                turned = any(kind == WORD for kind, _ in one) and not any(kind == WORD for kind, _ in other)
                subject, value, may = (other, one, others) if turned else (one, other, words)
                mend = "correct one of them"
                yield Fault(token, f"{_called(subject)} is never {_called(value)}: it may be {_listed(may)}; {mend}")

    def _misplaced(self, found: Mapping[str, Collection[str]], unsure: Collection[str]) -> Iterator[tuple[str, Fault]]:
        for name, sources, token in self._held:
            columns = [said for kind, said in sources if kind == COLUMN]
            met = [each for each in self._compared if (MEMORY, name) in (*each.one, *each.other)]
            others = [each.other if (MEMORY, name) in each.one else each.one for each in met]
            with_columns = [at for at, each in enumerate(others) if any(kind == COLUMN for kind, _ in each)]
            words = [self._all(each, found, unsure) for each in others]
            if not columns or len(columns) < len(sources) or not with_columns or not all(words):
                continue
            own = self._all(sources, found, unsure)
            if own and not own & frozenset[str]().union(*words):
                where = met[with_columns[0]]
                told = f"{name} is compared with {_called(others[with_columns[0]])} in line {where.token.line}"
                mend = f"keep it in a word of its own, or correct {quoted(columns[0])}"
                yield name, Fault(token, f"{told}, and no {columns[0]} is ever one; {mend}")


def _called(sources: tuple[Source, ...]) -> str:
    names = [quoted(said) if kind == WORD else said for kind, said in dict.fromkeys(sources)]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"


def _listed(words: Collection[str]) -> str:
    shown = sorted(words)[:_MOST_LISTED]
    return ", ".join(shown) + (" and so on" if len(words) > len(shown) else "")
