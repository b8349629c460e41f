"""Which words a name can stand for: those of a column, or what it becomes somewhere; and what can never be the same."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from pnp.definition.findings import quoted
from pnp.rules_language.lines import Fault, Token

COLUMN, MEMORY, WORD, ANY = "column", "memory", "word", "any"
_MOST_LISTED, _MOST_ROUNDS = 8, 20
"""Words that are listed, and names that become each other in turn."""

Source = tuple[str, str]
"""Where a word comes from: a column of pieces, what is kept in mind, or one that is written; or nobody knows."""
UNKNOWN: tuple[Source, ...] = ((ANY, ""),)


class _Compared(NamedTuple):
    """Two words that are compared."""

    one: tuple[Source, ...]
    other: tuple[Source, ...]
    token: Token


class WordInference:
    """Gathers what words become and what they are compared with, to tell what can never be meant."""

    def __init__(self, columns: Mapping[str, Collection[str | None]], own: Mapping[str, tuple[str, ...]]) -> None:
        self._columns = columns
        self._held: dict[tuple[str, tuple[Source, ...], Token], None] = {}
        self._compared: dict[_Compared, None] = {}
        self._column_words: dict[str, frozenset[str]] = {}
        self._found = {name: {*words} for name, words in own.items()}
        self._unsure: set[str] = set()

    def becomes(self, name: str, sources: tuple[Source, ...], token: Token) -> None:
        """Notes what something that is kept in mind becomes."""
        self._held[name, sources or UNKNOWN, token] = None

    def compare(self, one: tuple[Source, ...], other: tuple[Source, ...], token: Token) -> None:
        """Notes that two words are compared."""
        self._compared[_Compared(one or UNKNOWN, other or UNKNOWN, token)] = None

    def faults(self) -> Iterator[Fault]:
        """What can never be the same, and what becomes something that it is never compared with."""
        if not self._gathered():
            return
        misplaced = dict(self._misplaced())
        yield from misplaced.values()
        told = {(MEMORY, name) for name, _ in misplaced}
        for each in self._compared:
            words, others = self._words(each.one), self._words(each.other)
            if words and others and not words & others and told.isdisjoint((*each.one, *each.other)):
                yield _never_alike(each, words, others)

    def _gathered(self) -> bool:
        """Finds all that what is kept in mind may be; whether it comes to an end."""
        sources: dict[str, set[Source]] = {}
        for name, each, _ in self._held:
            sources.setdefault(name, set()).update(each)
        for _ in range(_MOST_ROUNDS):  # what one becomes may be what another is
            before = sum(map(len, self._found.values())), len(self._unsure)
            for name, every in sources.items():
                if any(self._is_unsure(source) for source in every):
                    self._unsure.add(name)
                else:
                    self._found[name].update(*map(self._said, every))
            if before == (sum(map(len, self._found.values())), len(self._unsure)):
                return True
        return False

    def _is_unsure(self, source: Source) -> bool:
        kind, said = source
        return (
            kind == ANY or (kind == MEMORY and said in self._unsure) or (kind == COLUMN and said not in self._columns)
        )

    def _said(self, source: Source) -> Collection[str]:
        kind, said = source
        if kind == COLUMN and said not in self._column_words:
            self._column_words[said] = frozenset(word for word in self._columns[said] if word)
        return self._found[said] if kind == MEMORY else self._column_words[said] if kind == COLUMN else (said,)

    def _words(self, sources: tuple[Source, ...]) -> frozenset[str]:
        """The words of all sources; none where nobody knows them all."""
        if any(map(self._is_unsure, sources)):
            return frozenset()
        return frozenset[str]().union(*map(self._said, sources))

    def _misplaced(self) -> Iterator[tuple[tuple[str, Token], Fault]]:
        """What becomes a word of a column, and is compared with those of others alone."""
        met: dict[str, list[tuple[tuple[Source, ...], int]]] = {}
        for each in self._compared:
            for own, other in ((each.one, each.other), (each.other, each.one)):
                for kind, said in own:
                    if kind == MEMORY:
                        met.setdefault(said, []).append((other, each.token.line))
        usual: dict[str, frozenset[str]] = {}
        for name, others in met.items():
            words = [self._words(other) for other, _ in others]
            usual[name] = frozenset[str]().union(*words) if all(words) else frozenset()
        for name, sources, token in self._held:
            columns = [(other, line) for other, line in met.get(name, ()) if any(kind == COLUMN for kind, _ in other)]
            becomes = self._words(sources) if columns and all(kind == COLUMN for kind, _ in sources) else frozenset()
            if becomes and usual[name] and not becomes & usual[name]:
                told = f"{name} is compared with {_called(columns[0][0])} in line {columns[0][1]}"
                mend = f"keep it in a word of its own, or correct {quoted(sources[0][1])}"
                yield (name, token), Fault(token, f"{told}, and no {sources[0][1]} is ever one; {mend}")


def _never_alike(each: _Compared, words: Collection[str], others: Collection[str]) -> Fault:
    """What is wrong with a comparison that never holds; a word that is written is what the other never is."""
    turned = any(kind == WORD for kind, _ in each.one) and not any(kind == WORD for kind, _ in each.other)
    subject, value, may = (each.other, each.one, others) if turned else (each.one, each.other, words)
    told = f"{_called(subject)} is never {_called(value)}: it may be {_listed(may)}"
    return Fault(each.token, f"{told}; correct one of them")


def _called(sources: tuple[Source, ...]) -> str:
    names = [quoted(said) if kind == WORD else said for kind, said in dict.fromkeys(sources)]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"


def _listed(words: Collection[str]) -> str:
    shown = sorted(words)[:_MOST_LISTED]
    return ", ".join(shown) + (" and so on" if len(words) > len(shown) else "")
