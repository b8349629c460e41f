"""What the placeholders of a game's texts stand for, and words for numbers, sizes, chances and lists."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from pnp.definition.design import filled, names_in
from pnp.definition.findings import quoted, suggest
from pnp.definition.model import Game, Table
from pnp.engine.rules import Rules
from pnp.errors import Finding
from pnp.frozen import frozen
from pnp.geometry import Trim
from pnp.language.wording import ENGLISH, Wording, passage


class BookError(ValueError):
    """A rules text that asks for something that is not there; its text says what, and how to mend it.

    Whoever renders the text adds the file and the line.
    """


_NUMBER, _ORDINAL = "number", "ordinal"
_WORDS = (
    passage("none", "number"), passage("one", "number"), passage("two", "number"), passage("three", "number"),
    passage("four", "number"), passage("five", "number"), passage("six", "number"), passage("seven", "number"),
    passage("eight", "number"), passage("nine", "number"), passage("ten", "number"), passage("eleven", "number"),
    passage("twelve", "number"),
)  # fmt: skip
_ORDINALS = (
    passage("first", "ordinal"), passage("second", "ordinal"), passage("third", "ordinal"),
    passage("fourth", "ordinal"), passage("fifth", "ordinal"), passage("sixth", "ordinal"),
    passage("seventh", "ordinal"), passage("eighth", "ordinal"), passage("ninth", "ordinal"),
    passage("tenth", "ordinal"),
)  # fmt: skip
_ENDINGS = {
    1: passage("{number}st", "ordinal"), 2: passage("{number}nd", "ordinal"), 3: passage("{number}rd", "ordinal"),
}  # fmt: skip
_OTHERS = passage("{number}th", "ordinal")
_TIMES = {1: passage("once", "number"), 2: passage("twice", "number")}
MM_PER_INCH = 25.4
_TIED = "\u00a0"


def in_words(value: int, wording: Wording = ENGLISH) -> str:
    """`two`; digits above twelve: `1,000`."""
    return wording(_WORDS[value], _NUMBER) if 0 <= value < len(_WORDS) else wording.number(value)


def ordinal(value: int, wording: Wording = ENGLISH) -> str:
    """`first`; digits above ten: `21st`."""
    if 1 <= value <= len(_ORDINALS):
        return wording(_ORDINALS[value - 1], _ORDINAL)
    ending = _OTHERS if value // 10 % 10 == 1 else _ENDINGS.get(value % 10, _OTHERS)
    return wording(ending, _ORDINAL, number=wording.number(value))


def times(value: int, wording: Wording = ENGLISH) -> str:
    """`once`, `twice`, `three times`."""
    if value in _TIMES:
        return wording(_TIMES[value], _NUMBER)
    return wording("{number} times", number=in_words(value, wording))


def size_of(trim: Trim, wording: Wording = ENGLISH) -> str:
    """A trim in millimetres and inches: `63.5 × 88.9 mm (2.5 × 3.5 in)`; discs by their diameter."""
    said = {"millimetres": measures(trim, wording=wording), "inches": measures(trim, MM_PER_INCH, 2, wording)}
    if trim.outline == "round":
        return wording("{millimetres} mm across ({inches} in)", **said)
    return wording("{millimetres} mm ({inches} in)", **said)


def measures(trim: Trim, unit: float = 1.0, places: int = 1, wording: Wording = ENGLISH) -> str:
    """Width and height of a trim in a unit of so many millimetres; a disc's diameter alone."""
    width, height = (wording.number(length / unit, places) for length in (trim.size.width, trim.size.height))
    return width if trim.outline == "round" else f"{width} × {height}"


def percent(chance: Fraction, wording: Wording = ENGLISH) -> str:
    """A chance in percent, with as many decimals as tell it from its neighbours: `11.7 %`, `0.066 %`."""
    value = float(chance) * 100
    if value and value < 0.001:
        return wording("under {percent}", percent=f"{wording.number(0.001)}{_TIED}%")
    places = 1 if value >= 1 else 2 if value >= 0.1 else 3
    return f"{wording.number(value, places)}{_TIED}%"


def one_in(chance: Fraction, wording: Wording = ENGLISH) -> str:
    """`1 in 8.5`, `exactly 1 in 8`, rounded to two or three figures; `always` and `never` at the ends."""
    if chance in (0, 1):
        return wording("always") if chance else wording("never")
    exact = 1 / chance
    if exact.denominator == 1:
        return wording("exactly {chance}", chance=_one_in(exact.numerator, 0, wording))
    # Rounded once and as a fraction: a float next to a half would now and then go to the farther side of it.
    if exact < 20:
        return _one_in(float(round(exact, 1)), 1, wording)
    digits = len(str(int(exact)))
    return _one_in(float(round(exact, min(0, 3 - digits))), 0, wording)


def _one_in(value: float, places: int, wording: Wording) -> str:
    return wording("1 in {number}", number=wording.number(value, places)).replace(" ", _TIED)


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
            raise BookError(f"{{{key}}} stands for nothing; {suggest(key, self.known)}")
        value = self.known[key]
        if isinstance(value, int):
            said = _FORMS[form](value, self.wording) if form else self.wording.number(value)
        elif form:
            raise BookError(f"{{{key}}} is {quoted(str(value))} and no whole number; leave out how it is said")
        else:
            said = str(value)
        return said if one is None else f"{said} {one if value == 1 else many}"


def values_of(game: Game, rules: Rules) -> Values:
    """Every placeholder of that game, as its definition stands now."""
    known: dict[str, Value] = dict(game.facts)
    known |= {"least_players": game.players[0], "most_players": game.players[1]}
    for part in sorted({component.part for component in game.components}):
        members = [component for component in game.components if component.part == part]
        name = _word(part)
        known[f"count_{name}"] = sum(component.count(game.players[1]) for component in members)
        known[f"each_{name}"] = sum(component.each for component in members)
    for table in game.tables.values():
        known |= dict(_of_table(table))
    for name, option in rules.options.items():
        default = option.default
        known[f"option_{_word(name)}"] = game.wording.listed(default) if isinstance(default, tuple) else default
    return Values(known, game.wording)


def _of_table(table: Table) -> Iterator[tuple[str, Value]]:
    name = _word(table.name)
    yield f"rows_{name}", len(table.rows)
    for column in table.columns:
        cells = [row[column] for row in table.rows]
        yield f"different_{name}_{_word(column)}", len(set(cells))
        if cells and all(cell.isascii() and cell.isdecimal() for cell in cells):
            yield f"least_{name}_{_word(column)}", min(map(int, cells))
            yield f"most_{name}_{_word(column)}", max(map(int, cells))


def find_unfilled(rules: Rules, values: Values, file: str) -> Iterator[Finding]:
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


def _word(name: str) -> str:
    return name.replace("-", "_").replace(" ", "_").lower()
