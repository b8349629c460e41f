"""Fills the holes of templates that are more than a column: expressions, and names that every piece has.

What a hole comes to is kept under the text of the hole, beside the columns: whoever fills a template with these values
need not know which of its holes are expressions.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import field, replace
from typing import NamedTuple

from pnp.definition.design import names_in
from pnp.definition.evaluation import Budget, Scope, TooMuchWork, evaluate
from pnp.definition.expressions import ExpressionError, Node, expression
from pnp.definition.findings import Findings, Place, quoted, suggest
from pnp.definition.functions import OF_TEXTS
from pnp.definition.model import Row, Standing, Table
from pnp.definition.section import Section
from pnp.definition.tables import TableSet
from pnp.definition.values import Value, WrongValue, text_of
from pnp.frozen import frozen, mutable
from pnp.language.grammar import bare
from pnp.language.wording import filled

SEED = "seed"
STANDING = ("number", "total", "copy", "copies")
CONSTANTS = ("title", "version")
"""What every piece can name besides its columns, which go before these."""
LIKE_A_NAME = re.compile(r"[\w .'-]+")
"""What is a column's name rather than an expression."""
_SHEET = "what sheet a piece is printed on is said in the sheet's margin; leave it out"


def columns_in(template: str, known: Collection[str] = (), spoken: bool = False) -> tuple[str, ...]:
    """The names that a template asks for, those in its expressions too; `known` are columns whatever they look like.

    With `spoken`, only those whose text is seen. Raises ValueError as `names_in`.
    """
    found: dict[str, None] = {}
    for hole in names_in(template):
        found |= dict.fromkeys((hole,) if hole in known else _names_of(hole, spoken))
    return tuple(found)


def _names_of(hole: str, spoken: bool) -> Collection[str]:
    try:
        tree = expression(hole).tree
    except ExpressionError:
        return (hole,)
    return tuple(str(node.value) for node in (_seen(tree) if spoken else tree.walked()) if node.kind == "name")


def _seen(node: Node) -> Iterator[Node]:
    """The names whose texts may be seen in what a node comes to."""
    match node.kind:
        case "name":
            yield node
        case "choice":
            parts = node.parts[1:]
        case "joined":
            parts = node.parts
        case "row":
            parts = node.parts[3:]
        case "call" if node.value in OF_TEXTS:
            parts = node.parts
        case _:
            parts = ()
    if node.kind != "name":
        for part in parts:
            yield from _seen(part)


class TableCells:
    """The cells of all tables, by the first cell of their row; and the same as players read them."""

    def __init__(self, plain: TableSet, said: TableSet) -> None:
        self._sets = {False: plain, True: said}
        self._lines: dict[str, Mapping[str, int | None]] = {}

    @property
    def tables(self) -> Mapping[str, Table | None]:
        """The tables by their names."""
        return self._sets[False].tables

    @property
    def referred(self) -> Mapping[str, Mapping[str, Row]]:
        """The rows that the cells of a column refer to, by its name."""
        return self._sets[False].referred

    def cell(self, table: str, key: str, column: str, said: bool) -> str | None:
        """The cell; None where there is no such row, LookupError for a table or a column that is not there."""
        plain, tables = self.tables.get(table), self._sets[said]
        if table not in self.tables:
            raise LookupError(f"{quoted(table)} is no table of [tables]; {suggest(table, self.tables)}")
        if plain is None or (found := tables.tables[table]) is None:
            raise LookupError(f"the table {quoted(table)} cannot be read; mend it first")
        if table not in self._lines:
            lines: dict[str, int | None] = {}
            for line, row in enumerate(plain.rows):
                first = row[plain.columns[0]]
                lines[first] = None if first in lines else line
            self._lines[table] = lines
        if key not in self._lines[table]:
            return None
        at = self._lines[table][key]
        if at is None:
            raise LookupError(f"two rows of {plain.file} are called {quoted(key)}; give each a name of its own")
        cells = tables.joined(found.rows[at].values) if "." in column else found.rows[at].values
        if column not in cells:
            raise LookupError(f"{quoted(column)} is no column of {plain.file}; {suggest(column, plain.columns)}")
        return cells[column]


@frozen
class Site:
    """Where a template stands: the key of a section, and the row whose cells fill it."""

    section: Section
    key: str
    row: Place

    def letter(self, template: str, hole: str, at: int) -> Place:
        """Where a letter of a hole of the template stands."""
        return self.section.letter(self.key, template, max(0, template.find(hole)) + at)


class Answer(NamedTuple):
    """What a hole comes to: to compute with, and as players read it."""

    value: Value
    word: Value


@mutable
class Filler:
    """Fills templates for one deck; what cannot be filled is told in `findings`."""

    findings: Findings
    cells: TableCells
    seed: str
    lost: Collection[str]
    """Columns whose table could not be read: what they refer to cannot be told."""
    constants: Mapping[str, str]
    """What stands for a name on every piece."""
    budget: Budget = field(default_factory=Budget)

    def scope(self, values: Mapping[str, str], words: Mapping[str, str], standing: Standing) -> Scope:
        """What names stand for on a piece: its columns, and before these what every piece has."""
        known = self.constants
        if standing.number:
            own = (standing.number, standing.total, standing.copy, standing.copies)
            known = {**known, **dict(zip(STANDING, map(str, own)))}
        all_values = {**known, **values}
        all_words = all_values if words is values else {**known, **words}
        return Scope(all_values, all_words, self.cells, self.seed, standing.row, self.budget)

    def knows(self, hole: str, template: str, names: Collection[str], site: Site) -> bool:
        """Whether a hole is one of the names, or an expression that asks for none but these; a finding where not."""
        if hole in names:
            return True
        try:
            unknown = [(name, at) for name, at in expression(hole).names if name not in names]
        except ExpressionError as fault:
            if LIKE_A_NAME.fullmatch(hole):
                self._unknown([(hole, 0)], hole, template, names, site)
            else:
                for at, sentence in fault.mistakes:
                    self.findings.error("expression", site.letter(template, hole, at), sentence)
            return False
        self._unknown(unknown, hole, template, names, site)
        return not unknown

    def answers(self, template: str, scope: Scope, site: Site) -> Mapping[str, Answer] | None:
        """What each hole of a template comes to; None with findings where one comes to nothing.

        A translation may ask for a form of a name, which is said by whoever fills the template with the name itself.
        """
        holes = dict.fromkeys(bare(hole, scope.values) for hole in names_in(template))
        found = {hole: self.answer(hole, template, scope, site) for hole in holes}
        sound = {hole: answer for hole, answer in found.items() if answer is not None}
        return sound if len(sound) == len(found) else None

    def texts(self, template: str, scope: Scope, site: Site) -> tuple[Mapping[str, str], Mapping[str, str]] | None:
        """The same in writing: values to compute with, and words as players read them."""
        answers = self.answers(template, scope, site)
        if answers is None:
            return None
        values: dict[str, str] = {}
        words: dict[str, str] = {}
        for hole, answer in answers.items():
            try:
                values[hole], words[hole] = text_of(answer.value), text_of(answer.word)
            except WrongValue as fault:
                self._wrong(fault, template, hole, site)
                return None
        return values, words

    def value(self, template: str, scope: Scope, site: Site, said: bool = False) -> Value | None:
        """What a whole template comes to: a value of any kind where it is one hole, else a text; with `said`, as
        players read it.
        """
        answers = self.answers(template, scope, site)
        if answers is not None and len(answers) == 1 and template.strip()[1:-1].strip() in answers:
            return next(iter(answers.values()))[said]
        found = None if answers is None else self.texts(template, scope, site)
        return None if found is None else filled(template, found[said])

    @property
    def tables(self) -> Mapping[str, Table | None]:
        """The tables of the deck by their names."""
        return self.cells.tables

    def answer(self, hole: str, template: str, scope: Scope, site: Site) -> Answer | None:
        """What a hole comes to; None with a finding."""
        if hole in scope.values:
            return Answer(scope.values[hole], scope.words[hole])
        return self._tried(hole, template, scope, site)

    def holds(self, source: str, scope: Scope, site: Site) -> Value | None:
        """What a whole key comes to that is an expression without braces; None with a finding."""
        if source in scope.values:
            return scope.values[source]
        found = self._tried(source, source, scope, site)
        return None if found is None else found.value

    def _evaluated(self, source: str, scope: Scope, site: Site) -> Answer:
        if expression(source).is_chance:
            scope = replace(scope, place=f"{scope.place}\n{site.key}")
        value = evaluate(source, scope)
        same = scope.words is scope.values
        return Answer(value, value if same else evaluate(source, scope, said=True))

    def _tried(self, source: str, template: str, scope: Scope, site: Site) -> Answer | None:
        """What an expression comes to, unless it is none, asks for unknown names or is given wrong values."""
        try:
            if self.knows(source, template, scope.values.keys(), site):
                return self._evaluated(source, scope, site)
        except WrongValue as fault:
            self._wrong(fault, template, source, site)
        except TooMuchWork:
            message = "the expressions of the deck take too many steps; write shorter lists, or split the deck"
            self.findings.error("too-large", site.section.place(site.key), message)
            self.findings.finish()
        return None

    def _unknown(
        self, unknown: Collection[tuple[str, int]], source: str, template: str, names: Collection[str], site: Site
    ) -> None:
        for name, at in unknown:
            if self._is_told(name):
                continue
            mend = _SHEET if name == "sheet" else suggest(name, names)
            place = site.section.place(site.key) if name == source else site.letter(template, source, at)
            self.findings.error("template", place, f"'{site.key}' asks for {quoted(name)}; {mend}")

    def _is_told(self, name: str) -> bool:
        """Whether a name is missing for a reason that has its finding: a table that cannot be read, or no such row."""
        column, _, other = name.partition(".")
        row = next(iter(self.cells.referred.get(column, {}).values()), None)
        return column in self.lost or (row is not None and other in row.values)

    def _wrong(self, fault: WrongValue, template: str, hole: str, site: Site) -> None:
        place = site.letter(template, hole, fault.at)
        self.findings.error("expression", site.row, f"{fault} (asked for at {place})")
