"""A game and its rules in; what the placeholders of their texts stand for, and texts with those filled in, out.

A placeholder is a name in braces. `{ante}` is a fact of game.toml. For a table: `{rows_suits}` counts its rows, and
`{least_cards_rank}`, `{most_cards_rank}` and `{different_cards_rank}` look at a column. For a part of the box:
`{count_whisper}` counts its pieces for the most players, `{each_chip}` those that every player brings in.
`{least_players}`, `{most_players}`, and `{option_stack}`, an option's default. After a colon comes how it is said:
`{ante:word}` is `one`, `{ante:Word}` is `One`, `:ordinal` is `first`, `:times` is `once`. After a bar come the words
for one and for several: `{ante:word|coin|coins}` is `one coin`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from pnp.definition.findings import meant, shown
from pnp.definition.model import Game, Table
from pnp.definition.templates import filled, names_in
from pnp.engine.options import Chosen
from pnp.engine.rules import Rules
from pnp.errors import Finding
from pnp.frozen import frozen
from pnp.language.wording import ENGLISH, Wording
from pnp.rulebook.errors import BookError
from pnp.rulebook.phrases import in_words, ordinal, times

Value = int | float | str

_NAME = re.compile(r"(\w+)(?::(\w+))?(?:\|([^|]*)\|([^|]*))?")
_FORMS: Mapping[str, Callable[[int, Wording], str]] = {
    "word": in_words,
    "Word": lambda value, wording: wording.capital(in_words(value, wording)),
    "ordinal": ordinal,
    "times": times,
}


@frozen
class Values:
    """What placeholders stand for, said in a wording; numbers of the definition and of the rules, never typed twice."""

    known: Mapping[str, Value]
    wording: Wording = ENGLISH

    def said(self, text: str) -> str:
        """The text with every placeholder filled; BookError names one that stands for nothing."""
        try:
            names = names_in(text)
        except ValueError as fault:
            raise BookError(f"{fault}: '{text[:60]}'") from fault
        return filled(text, {name: self._said(name) for name in names})

    def _said(self, name: str) -> str:
        match = _NAME.fullmatch(name)
        if match is None or (match[2] is not None and match[2] not in _FORMS):
            raise BookError(f"{{{name}}} is no placeholder; write it such as {{ante}} or {{ante:word|coin|coins}}")
        key, form, one, many = match.groups()
        if key not in self.known:
            raise BookError(f"{{{key}}} stands for nothing; {meant(key, self.known)}")
        value = self.known[key]
        plain = self.wording.number(value) if isinstance(value, int) else str(value)
        said = _FORMS[form](_whole(key, value), self.wording) if form else plain
        return said if one is None else f"{said} {one if value == 1 else many}"


def values_of(game: Game, rules: Rules) -> Values:
    """Every placeholder of that game, as its definition stands now."""
    known: dict[str, Value] = dict(game.facts)
    known |= {"least_players": game.players[0], "most_players": game.players[1]}
    parts = {component.part for component in game.components}
    for part in sorted(parts):
        members = [component for component in game.components if component.part == part]
        name = _word(part)
        known[f"count_{name}"] = sum(component.count(game.players[1]) for component in members)
        known[f"each_{name}"] = sum(component.each for component in members)
    for table in game.tables.values():
        known |= dict(_of_table(table))
    wording = game.wording
    known |= {f"option_{_word(name)}": _chosen(option.default, wording) for name, option in rules.options.items()}
    return Values(known, wording)


def _of_table(table: Table) -> Iterator[tuple[str, Value]]:
    name = _word(table.name)
    yield f"rows_{name}", len(table.rows)
    for column in table.columns:
        cells = [row[column] for row in table.rows]
        yield f"different_{name}_{_word(column)}", len(set(cells))
        if cells and all(cell.isascii() and cell.isdecimal() for cell in cells):
            yield f"least_{name}_{_word(column)}", min(map(int, cells))
            yield f"most_{name}_{_word(column)}", max(map(int, cells))


def unfilled(rules: Rules, values: Values, file: str) -> Iterator[Finding]:
    """Every text of the rules whose placeholders cannot be filled, one finding each."""
    for where, text in _texts(rules):
        try:
            values.said(text)
        except BookError as fault:
            yield Finding("error", "unknown-placeholder", f"{file}: {where}", str(fault))


def _texts(rules: Rules) -> Iterator[tuple[str, str]]:
    for citation in rules.citations.values():
        for text in (citation.title, citation.text, citation.question, citation.source):
            yield citation.id, text
    for option in rules.options.values():
        yield f"option {option.name}", option.text
        yield from ((f"option {option.name}", meaning) for meaning in option.choices.values())


def _chosen(value: Chosen, wording: Wording) -> Value:
    return wording.listed(value) if isinstance(value, tuple) else value


def _whole(name: str, value: Value) -> int:
    if not isinstance(value, int):
        raise BookError(f"{{{name}}} is {shown(str(value))} and no whole number; leave out how it is said")
    return value


def _word(name: str) -> str:
    return name.replace("-", "_").replace(" ", "_").lower()
