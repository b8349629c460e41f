"""What game.toml may say, and how its typed values are read, with a finding for each key unknown,
missing or mistyped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from math import fsum
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from pnp.definition.design import SLUG
from pnp.definition.document import Document, KeyPath, control_character
from pnp.definition.findings import Findings, Place, printable, quoted, suggest
from pnp.definition.model import Kind
from pnp.geometry import MM_PER_POINT, POINTS_PER_MM, number, parse_length
from pnp.sources import WINDOWS_KEEPS, SourceFile

FORMAT = "pnp-game/1"
MOST_PIECES = 10_000
MOST_COMPONENTS = 10_000
MOST_REFERENCES = 20
MOST_PLAYERS = 100
MOST_MARGIN = 25.0

GAME = (
    "format", "extends", "name", "title", "version", "players", "seed", "summary", "credits", "language",
    "one_language", "editions", "tables", "documents", "references", "columns", "groups", "variants", "backs",
    "components", "sets", "totals", "facts", "texts", "conversion", "translate",
)  # fmt: skip
DECK = (
    "requires", "colours", "fonts", "icons", "substitutes", "styles", "boxes", "layouts", "tuckbox", "rules",
)  # fmt: skip
"""What docs/decks.md describes: how the pieces of a folder without an artist are laid out."""

SHAPE = ("size", "diameter", "hexagon", "points", "outline", "corner", "bleed", "safe")
BACK = ("part", *SHAPE, "layout", "values")
COMPONENT = (
    "part", "kind", "id", "name", *SHAPE, "layout", "back", "back_layout", "table", "count", "each", "seat", "group",
    "stock", "variant", "folded", "sides", "values", "where", "sort", "shuffle", "most",
)  # fmt: skip
TABLE = ("file", "sheet", "header", "encoding", "separator")
COLUMN = ("whole", "one_of")
GROUP = ("table", "column", "groups", "rows", "as")
SET = ("name", "table", "colour", "shape", "parts", "editions")
TOTAL = ("part", "column", "each", "fixed")
CONVERSION = ("match", "free", "decks")
REQUIRED = ("table", "column", "value", "count")
TUCKBOX = ("holds", "boxes", "front", "colour", "letters", "stock", "sleeves", "bottom")
TUCKBOXES = ("name", "title", "holds")
FAMILY = ("regular", "bold", "italic", "bold-italic")
FONT = ("file", "axes", "index")
STYLE = (
    "font", "size", "smallest", "colour", "align", "valign", "bold", "italic", "leading", "tracking", "case",
    "underline", "strike", "space", "indent", "bullet", "columns", "gutter", "outline", "shadow",
)  # fmt: skip
_OF_LINES = ("columns", "gutter")  # what a style says that no table has, or has otherwise
LAYOUT = ("extends", "without", "turn", "boxes", "values", "elements")
ELEMENT = ("type", "name", "box", "when", "turn", "twice", "opacity", "repeat")
PEN = ("line", "width", "dash", "cap", "join", "shadow")
AREA = ("fill", *PEN)
ENDS = ("tail", "head")
CONTENTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "text": ("text", "style", "along", *STYLE),
        "table": (
            "rows",
            "table",
            "columns",
            "heads",
            "widths",
            "aligns",
            "styles",
            "head",
            "lines",
            "ground",
            "zebra",
            "padding",
            "where",
            "sort",
            "shuffle",
            "most",
            "style",
            *(key for key in STYLE if key not in _OF_LINES),
            "line",
            "width",
            "dash",
        ),
        "image": (
            "file",
            "fit",
            "bleed",
            "corner",
            "align",
            "valign",
            "alt",
            "clip",
            "mask",
            "fade",
            "part",
            "grid",
            "cell",
            "shadow",
        ),
        "icon": ("icon", "colour", "align", "valign", "shadow"),
        "pips": ("icon", "count", "pattern", "size", "colour", "align", "valign", "shadow"),
        "qr": ("text", "colour", "ground", "shadow"),
        "rectangle": (*AREA, "corner"),
        "round": AREA,
        "polygon": (*AREA, "points", "corner"),
        "regular-polygon": (*AREA, "corners", "corner"),
        "star": (*AREA, "corners", "inner", "corner"),
        "arc": (*AREA, "start", "end", "inner", *ENDS),
        "path": (*AREA, "path", "view", "fit", "rule"),
        "line": (*PEN, "points", "corner", *ENDS),
        "connector": (*PEN, "from", "to", "route", "gap", "corner", *ENDS),
        "layout": ("layout",),
    }
)
"""The types of elements, and the keys that each has besides those of every element."""
Word = TypeVar("Word", bound=str)
Parsed = TypeVar("Parsed")

MOST = 1_000_000_000
MOST_LETTERS = 10_000
MOST_LENGTHS = 8

_NAME = re.compile(r"[^\W\d][\w-]*")


class KindDefaults(NamedTuple):
    """What holds for a kind of piece unless game.toml says otherwise; lengths in millimetres."""

    group: str
    stock: str
    corner: float
    bleed: float
    safe: float


HABITS: Mapping[Kind, KindDefaults] = MappingProxyType(
    {
        "card": KindDefaults("cards", "card", 3, 3, 3),
        "aid": KindDefaults("aids", "card", 3, 3, 3),
        "board": KindDefaults("board", "board", 0, 3, 3),
        "mat": KindDefaults("mats", "board", 0, 3, 3),
        "tile": KindDefaults("tiles", "board", 0, 2, 2),
        "token": KindDefaults("tokens", "card", 1.5, 1.5, 1.5),
        "chip": KindDefaults("chips", "card", 1.5, 1.5, 1.5),
        "marker": KindDefaults("markers", "card", 1.5, 1.5, 1.5),
        "banner": KindDefaults("banners", "card", 0, 1.5, 1),
        "die": KindDefaults("dice", "paper", 0, 1.5, 1),
        "box": KindDefaults("box", "box", 0, 3, 3),
        "extra": KindDefaults("cards", "card", 3, 3, 3),
    }
)


class Section:
    """A table with the keys that its schema allows (any key when `keys` is None)."""

    def __init__(
        self, document: Document, path: KeyPath, data: Mapping[str, object], keys: Sequence[str] | None,
        findings: Findings, base: Section | None = None,
    ) -> None:  # fmt: skip
        self._document = document
        self._path = path
        self._base = base
        self._data: Mapping[str, object] = {**base._data, **data} if base else data
        self._own = data
        self.findings = findings
        if keys is not None:
            self.check_keys(keys)

    def over(self, base: Section) -> Section:
        """This section laid over another one: what it does not say itself, the other says."""
        return Section(self._document, self._path, self._data, None, self.findings, base)

    def check_keys(self, keys: Sequence[str]) -> None:
        """A finding for each key that is none of these."""
        for key in self._data:
            if key not in keys:
                self.fault("unknown-key", f"{quoted(key)} is no key {self.title}; {suggest(key, keys)}", key)

    @property
    def title(self) -> str:
        """The section as messages name it: `of [[components]]`."""
        if not self._path:
            return "of the game"
        return f"of [{self._dotted()}]" if isinstance(self._path[-1], str) else f"of [[{self._dotted()}]]"

    def _dotted(self, *more: str) -> str:
        return ".".join((*(part for part in self._path if isinstance(part, str)), *more))

    @property
    def source(self) -> SourceFile:
        """The file in which it stands."""
        return self._document.source

    def __contains__(self, key: str) -> bool:
        return key in self._data

    def names(self) -> list[str]:
        return list(self._data)

    def is_table(self, key: str) -> bool:
        return isinstance(self._data.get(key), dict)

    def place(self, key: str | None = None) -> Place:
        """Where the section, or one of its keys, stands."""
        if self._base is not None and key is not None and key not in self._own and key in self._base:
            return self._base.place(key)
        return self._document.place(self._path if key is None or key not in self._data else (*self._path, key))

    def letter(self, key: str, text: str, at: int) -> Place:
        """Where a letter stands of the text of a key, or of one of its texts."""
        if self._base is not None and key not in self._own and key in self._base:
            return self._base.letter(key, text, at)
        return self._document.letter((*self._path, key), text, at)

    def fault(self, code: str, message: str, key: str | None = None) -> None:
        self.findings.error(code, self.place(key), message)

    def templates(self) -> Mapping[str, str]:
        """The keys whose texts have holes to fill."""
        return {key: value for key, value in self._data.items() if isinstance(value, str) and "{" in value}

    def filled(self, values: Mapping[str, object], without: Collection[str], findings: Findings) -> Section:
        """The section with other values in some places, and without some keys; its mistakes are told elsewhere."""
        data = {**{key: value for key, value in self._data.items() if key not in without}, **values}
        section = Section(self._document, self._path, data, None, findings)
        section._base, section._own = self._base, self._own  # where things stand is as it was
        return section

    def _missing(self, key: str, example: str) -> None:
        self.fault("missing-key", f"'{key}' {self.title} is missing; add {example}")

    def _wrong(self, key: str, wanted: str) -> None:
        self.fault("wrong-type", f"{quoted(key)} is {_sort(self._data[key])}; write {wanted}", key)

    def text(self, key: str, example: str, default: str | None = None) -> str:
        """A text; `default` where the key is absent (None: it must be there)."""
        value = self._data.get(key)
        if value is None:
            if default is None:
                self._missing(key, f'{key} = "{example}"')
            return default or ""
        if not isinstance(value, str):
            self._wrong(key, f'a text in quotes, such as "{example}"')
            return default or ""
        if default is None and not value.strip():
            self.fault("wrong-value", f"'{key}' is empty; write something such as \"{example}\"", key)
        self.check_text(key, value)
        return value.strip()

    def has_template(self, key: str) -> bool:
        """Whether the key holds a text that asks for something in braces."""
        value = self._data.get(key)
        return isinstance(value, str) and "{" in value

    def check_text(self, key: str, value: str) -> None:
        """Refuses what no page can hold."""
        if len(value) > MOST_LETTERS:
            self.fault("too-large", f"{quoted(key)} has over {MOST_LETTERS:,} letters; shorten it", key)
        control = control_character(value)
        if control:
            self.fault("control-character", f"{quoted(key)} holds the control character {control}; delete it", key)

    def slug(self, key: str, example: str, default: str | None = None) -> str:
        """A text of lower-case letters, digits and hyphens; the empty text when it is no such thing."""
        value = self.text(key, example, default)
        if value and not (SLUG.fullmatch(value) and len(value) <= 60):
            message = f"{key} {quoted(value)} will not do; use lower-case letters, digits and hyphens: {example}"
            self.fault("wrong-value", message, key)
            return ""
        if value in WINDOWS_KEEPS:
            message = f"{key} {quoted(value)} can name no folder on Windows; choose another, such as {value}-{example}"
            self.fault("wrong-value", message, key)
        return value

    def choice(self, key: str, options: Iterable[str], default: str | None = None, what: str = "") -> str:
        """A text that must be one of the options; the empty text when it is not."""
        options = list(options)
        value = self.text(key, options[0] if options else "...", default)
        if not value or value == default or value in options:
            return value
        self.fault("unknown-value", f"{quoted(value)} is no {what or key}; {suggest(value, options)}", key)
        return ""

    def one_of(self, key: str, options: Sequence[Word], default: Word) -> Word:
        """One of the options; `default` where the key is absent or says something else."""
        given = self.choice(key, options, default)
        return next((option for option in options if option == given), default)

    def lines(self, key: str) -> tuple[str, ...]:
        """A text or a list of texts; none where the key is absent or wrong."""
        value = self._data.get(key, [])
        if isinstance(value, str):
            return (self.text(key, "..."),)
        if not isinstance(value, list) or not all(isinstance(line, str) for line in value):
            self._wrong(key, "a text in quotes, or a list of them")
            return ()
        for line in value:
            self.check_text(key, line)
        return tuple(value)

    def parsed(
        self, key: str, example: str, parse: Callable[[str], Parsed], code: str, default: str | None = None
    ) -> Parsed | None:
        """What a text stands for; None where it is empty, or what reads it has said in a ValueError what is wrong."""
        text = self.text(key, example, default)
        try:
            return parse(text) if text else None
        except ValueError as fault:
            self.fault(code, str(fault), key)
            return None

    def whole(self, key: str, low: int, high: int) -> int | None:
        """A whole number within limits; None where the key is absent or wrong."""
        value = self._data.get(key)
        if value is None:
            return None
        if type(value) is not int:
            self._wrong(key, f"a whole number such as {max(low, 1)}")
            return None
        if not low <= value <= high:
            self.fault("out-of-range", f"'{key}' is {quoted(value)}; write a number from {low} to {high:,}", key)
            return None
        return value

    def flag(self, key: str) -> bool:
        """True or false; false where the key is absent or wrong."""
        value = self._data.get(key, False)
        if not isinstance(value, bool):
            self._wrong(key, "true or false, without quotes")
        return value is True

    def span(self, key: str, low: int, high: int) -> tuple[int, int]:
        """Two whole numbers in order, `[2, 8]`."""
        value = self._data.get(key)
        if value is None:
            self._missing(key, f"{key} = [2, 8]")
        elif not isinstance(value, list) or len(value) != 2 or any(type(number) is not int for number in value):
            self.fault("wrong-type", f"'{key}' is not two whole numbers; write the fewest and the most: [2, 8]", key)
        elif not low <= value[0] <= value[1] <= high:
            mend = f"write two numbers from {low} to {high}, the smaller first"
            self.fault("out-of-range", f"'{key}' is out of range; {mend}", key)
        else:
            return value[0], value[1]
        return low, low

    def limits(self, key: str, low: int, high: int) -> tuple[int, int] | None:
        """A whole number, `6`, or the least and the most of it, `[1, 5]`; None where the key is absent or wrong."""
        if isinstance(self._data.get(key), list):
            before = len(self.findings)
            limits = self.span(key, low, high)
            return limits if len(self.findings) == before else None
        number = self.whole(key, low, high)
        return None if number is None else (number, number)

    def length(self, key: str, default: float, most: float, least: float = 0.0) -> float:
        """Millimetres of a length with its unit, from `least` to `most`."""
        if key not in self._data:
            return default
        value = self._data[key]
        if not isinstance(value, str):
            self._wrong(key, 'a length with its unit in quotes, such as "3mm"')
            return default
        try:
            length = parse_length(value)
        except ValueError:
            self.fault("wrong-value", f'{quoted(value)} is no length; write one with its unit, such as "3mm"', key)
            return default
        if not least <= length <= most:
            mend = f"write {least:g}mm to {most:g}mm" if length < least else f"write at most {most:g}mm"
            self.fault("out-of-range", f"'{key}' is {quoted(value)}; {mend}", key)
            return default
        return length

    def lengths(self, key: str, most: float, least: float) -> tuple[float, ...]:
        """Millimetres of one length or several in a row, `"2mm 1mm"`; none where the key is absent or wrong, or all
        are 0. The lengths of one text come to `least` at least.
        """
        written = self.text(key, "2mm 1mm", "")
        try:
            lengths = tuple(parse_length(part) for part in written.split())
        except ValueError:
            self.fault("wrong-value", f'{quoted(written)} are no lengths; write each with its unit: "2mm 1mm"', key)
            return ()
        if len(lengths) > MOST_LENGTHS or any(length > most for length in lengths) or 0 < fsum(lengths) < least:
            mend = f"write at most {MOST_LENGTHS} of {most:g}mm at most, {least:g}mm together at least"
            self.fault("out-of-range", f"'{key}' is {quoted(written)}; {mend}", key)
            return ()
        return lengths if any(lengths) else ()

    def figure(self, key: str, example: str, default: str | None = None) -> str:
        """A number, or a text that says one or is a template for one, as a text."""
        value = self._data.get(key)
        if isinstance(value, int | float) and not isinstance(value, bool):
            return number(value, 9) if abs(value) <= MOST else str(value)
        return self.text(key, example, default)

    def points(self, key: str, default: float, low: float, high: float) -> float:
        """Points of a length with its unit, within limits that are points too."""
        length = round(self.length(key, default * MM_PER_POINT, 1200) * POINTS_PER_MM, 3)
        if low <= length <= high:
            return length
        self.fault("out-of-range", f"'{key}' is {number(length)}pt; write {low:g}pt to {high:g}pt", key)
        return default

    def decimal(self, key: str, default: float, low: float, high: float) -> float:
        """A number within limits."""
        value = self._data.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int | float):
            self._wrong(key, f"a number without quotes, such as {default:g}")
        elif low <= value <= high:  # not so for nan
            return float(value)
        else:
            self.fault("out-of-range", f"'{key}' is {quoted(value)}; write a number from {low:g} to {high:g}", key)
        return default

    def slugs(self, key: str, default: tuple[str, ...]) -> tuple[str, ...]:
        """A list of different names."""
        value = self._data.get(key)
        if value is None:
            return default
        if not isinstance(value, list) or not value or not all(isinstance(name, str) for name in value):
            self._wrong(key, 'a list of names, such as ["standard"]')
            return default
        for name in value:
            if not SLUG.fullmatch(name) or len(name) > 60:
                self.fault("wrong-value", f"{quoted(name)} is no name; use lower-case letters, digits and hyphens", key)
        if len(set(value)) < len(value):
            self.fault("wrong-value", f"'{key}' names one of them twice; delete one", key)
        return tuple(value)

    def scalars(self, or_tables: bool = False) -> Mapping[str, str | int | float]:
        """Every key with its text or number; the section's keys are free. Sub-tables are passed over if allowed."""
        found: dict[str, str | int | float] = {}
        for key, value in self._data.items():
            if not _NAME.fullmatch(key) or len(key) > 60:
                self.fault("wrong-value", f"{quoted(key)} is no name; begin with a letter, no spaces or dots", key)
            elif or_tables and isinstance(value, dict):
                continue
            elif isinstance(value, bool) or not isinstance(value, str | int | float):
                self._wrong(key, "a text in quotes or a number")
            elif isinstance(value, str):
                self.check_text(key, value)
                found[key] = value
            elif not abs(value) <= MOST:  # nan and infinity too
                self.fault("out-of-range", f"{quoted(key)} is {quoted(value)}; write a number up to {MOST:,}", key)
            else:
                found[key] = value
        return found

    def texts(self, or_tables: bool = False) -> Mapping[str, str]:
        """Every key with its text; numbers are refused."""
        found = self.scalars(or_tables)
        for key in [key for key, value in found.items() if not isinstance(value, str)]:
            self._wrong(key, "a text in quotes")
        return {key: value for key, value in found.items() if isinstance(value, str)}

    def phrases(self) -> Mapping[str, str]:
        """Every key, whatever it is, with its text."""
        found = {key: value for key, value in self._data.items() if isinstance(value, str)}
        for key in self._data:
            if key in found:
                self.check_text(key, found[key])
            else:
                self._wrong(key, "a text in quotes")
        return found

    def table(self, key: str, keys: Sequence[str] | None = None) -> Section:
        """The sub-table `[key]`, empty where it is absent."""
        if self._base is not None and key not in self._own and key in self._base:
            return self._base.table(key, keys)
        value = self._data.get(key, {})
        if not isinstance(value, dict):
            self._wrong(key, f"a table under the header [{self._dotted(key)}]")
            value = {}
        return Section(self._document, (*self._path, key), value, keys, self.findings)

    def table_or_short(self, key: str, short: str) -> Section:
        """The sub-table `[key]`; where a text or a list stands there, it is the only value of one, called `short`."""
        value = self._data.get(key)
        if not isinstance(value, str | list):
            return self.table(key)
        if self._base is not None and key not in self._own and key in self._base:
            return self._base.table_or_short(key, short)
        return Section(self._document, (*self._path, key), {short: value}, None, self.findings)

    def any_of(self, key: str, most: int, example: str) -> list[str | Section]:
        """A text or a table, or a list of so many of them; none where the key says something else."""
        value = self._data.get(key)
        values = value if isinstance(value, list) else [value]
        if not values or not all(isinstance(each, str | dict) for each in values):
            self._wrong(key, f'a text in quotes, such as "{example}", or a list of them')
            return []
        if len(values) > most:
            self.fault("too-large", f"'{key}' lists over {most}; delete some", key)
            return []
        found: list[str | Section] = []
        for at, each in enumerate(values):
            if isinstance(each, dict):
                path = (*self._path, key, at) if isinstance(value, list) else (*self._path, key)
                found.append(Section(self._document, path, each, None, self.findings))
            else:
                self.check_text(key, each)
                found.append(each.strip())
        return found

    def tables(self, key: str, keys: Sequence[str] | None) -> list[Section]:
        """The entries of the array of tables `[[key]]`."""
        value = self._data.get(key, [])
        if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
            self._wrong(key, f"each entry under a header [[{printable(key)}]]")
            return []
        paths = ((*self._path, key, at) for at in range(len(value)))
        return [Section(self._document, path, entry, keys, self.findings) for path, entry in zip(paths, value)]


_SORTS = (
    (bool, "true or false"), (str, "a text"), (int, "a whole number"), (float, "a number"), (list, "a list"),
    (dict, "a table"), (object, "a date or time"),
)  # fmt: skip


def _sort(value: object) -> str:
    """What sort of value it is, in words."""
    return next(words for sort, words in _SORTS if isinstance(value, sort))
