"""What the user asked of a build, each option declared once, with what a manifest may say of it.

The command line takes choices, bounds and defaults from here (`cli/parameters.py`), and `as_json` and `from_json` go
through the fields, so that no option can be forgotten in a manifest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, fields
from pathlib import Path
from typing import Any, Literal, get_args

from pnp.build.changes import Earlier
from pnp.drawing.face import Ink
from pnp.errors import UsageError
from pnp.frozen import frozen
from pnp.geometry import Size
from pnp.imposition.grid import Marks, SheetOptions
from pnp.imposition.papers import paper_size
from pnp.imposition.plan import (
    LEAST_SCALE,
    MOST_SCALE,
    MOST_SHIFT,
    MOST_TURN,
    SIDES,
    Correction,
    Part,
    Printer,
    Ranges,
    Side,
    Sides,
)
from pnp.imposition.template import PlaceOutline, SheetTemplate
from pnp.language.po import TAG

Format = Literal["pdf", "svg", "png", "log"]
FORMATS: tuple[Format, ...] = get_args(Format)
INKS: tuple[Ink, ...] = get_args(Ink)
#: What `--only` calls the rulebook.
RULES = "rules"
#: And the boxes for the cards: their group, and their kind.
TUCKBOX, BOX = "tuckbox", "box"
#: What a file is called that holds pieces of several groups.
PIECES = "pieces"

Read = Callable[[Any], Any]
"""Takes what a manifest says under a key and returns what it stands for; ValueError for what will not do."""
_MOST_LETTERS, _MOST_NAMES, _MOST_NUMBER = 200, 1000, 99_999


@frozen
class Number:
    """Reads a number within limits."""

    low: float
    high: float

    def __call__(self, value: object) -> float:
        # A comparison with what is no number at all, such as NaN, is never true.
        if isinstance(value, bool) or not isinstance(value, int | float) or not self.low <= value <= self.high:
            raise ValueError(f"must be a number from {self.low:g} to {self.high:g}")
        return value


@frozen
class Whole:
    """Reads a whole number within limits."""

    low: int
    high: int

    def __call__(self, value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not self.low <= value <= self.high:
            raise ValueError(f"must be a whole number from {self.low} to {self.high}")
        return value


@frozen
class OneOf:
    """Reads a name that must be one of the choices."""

    choices: tuple[str, ...]

    def __call__(self, value: object) -> str:
        if not isinstance(value, str) or value not in self.choices:
            raise ValueError(f"must be one of {', '.join(self.choices)}")
        return value


@frozen
class ListOf:
    """Reads a list of so many values at least."""

    read: Read
    least: int = 0

    def __call__(self, value: object) -> tuple[Any, ...]:
        if not isinstance(value, list) or not self.least <= len(value) <= _MOST_NAMES:
            raise ValueError(f"must be a list of {self.least} to {_MOST_NAMES}")
        return tuple(map(self.read, value))


@frozen
class OrNone:
    """Reads a value that a manifest may leave open."""

    read: Read
    none: object = None

    def __call__(self, value: object) -> Any:
        return self.none if value is None else self.read(value)


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError("must be true or false")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str) or len(value) > _MOST_LETTERS:
        raise ValueError(f"must be a text of at most {_MOST_LETTERS} letters")
    return value


def _paper(value: object) -> str:
    try:
        paper_size(name := _text(value))
    except UsageError as fault:
        raise ValueError(f"is no paper ({fault})") from fault
    return name


def _language(value: object) -> str:
    if not TAG.fullmatch(name := _text(value)):
        raise ValueError("is a folder of translations, and a manifest does not tell where that is")
    return name


def _data(value: object) -> Mapping[str, Path]:
    if value != {}:
        raise ValueError("names tables that were put in the place of the game's, and a manifest does not hold them")
    return {}


def _workspace(value: object) -> None:
    raise ValueError("is a folder of the user's, and a manifest does not tell where that is; add --workspace DIR")


def _since(value: object) -> None:
    if value is not None:
        raise ValueError("names an earlier build, and a manifest does not hold it")


def _variants(value: object) -> dict[str, str]:
    if not isinstance(value, Mapping) or len(value) > _MOST_NAMES:
        raise ValueError("must be a table of names")
    return {_text(name): _text(choice) for name, choice in value.items()}


def _range(value: object) -> tuple[int, int]:
    ends = ListOf(Whole(1, _MOST_NUMBER))(value)
    if len(ends) != 2 or ends[0] > ends[1]:
        raise ValueError("must hold the first and last sheet of each range")
    return ends[0], ends[1]


_CORRECTION: Mapping[str, Read] = {
    "scale_x": Number(LEAST_SCALE, MOST_SCALE), "scale_y": Number(LEAST_SCALE, MOST_SCALE),
    "shift_x_mm": Number(-MOST_SHIFT, MOST_SHIFT), "shift_y_mm": Number(-MOST_SHIFT, MOST_SHIFT),
    "rotate_deg": Number(-MOST_TURN, MOST_TURN),
}  # fmt: skip


def _correction(value: object) -> Correction:
    given = _table(value, _CORRECTION)
    return Correction(*(given[key] for key in _CORRECTION))


def _printer(value: object) -> Printer:
    given = _table(value, {"name": _text, **_CORRECTION, "landscape": OrNone(_correction)})
    return Printer(given["name"], Correction(*(given[key] for key in _CORRECTION)), given["landscape"])


_TEMPLATE: Mapping[str, Read] = {
    "name": _text, "paper_mm": ListOf(Number(30, 1200), 2), "columns": Whole(1, 100), "rows": Whole(1, 100),
    "size_mm": ListOf(Number(5, 1200), 2), "pitch_mm": ListOf(Number(5, 1200), 2), "left_mm": Number(0, 1200),
    "top_mm": Number(0, 1200), "outline": OneOf(get_args(PlaceOutline)),
}  # fmt: skip


def _template(value: object) -> SheetTemplate:
    given = _table(value, _TEMPLATE)
    sizes = [Size(*given[key][:2]) for key in ("paper_mm", "size_mm", "pitch_mm")]
    template = SheetTemplate(
        given["name"], sizes[0], given["columns"], given["rows"], sizes[1], sizes[2], given["left_mm"], given["top_mm"],
        given["outline"],
    )  # fmt: skip
    if faults := template.faults():
        raise ValueError(f"cannot be: {faults[0]}")
    return template


def _plain(value: object) -> object:
    """A value of an option in terms of JSON."""
    return [_plain(each) for each in value] if isinstance(value, tuple) else value


def _option(default: Any, read: Read, key: str = "", write: Callable[[Any], object] = _plain) -> Any:
    """A field of BuildOptions: its default, what reads and what writes it in a manifest, and its key there."""
    usual: dict[str, Any] = {"default_factory": default} if callable(default) else {"default": default}
    return field(**usual, metadata={"read": read, "write": write, "key": key})


def _or_none(value: object) -> object:
    return _plain(value) or None


@frozen
class BuildOptions:
    """Every option that changes what is printed. Lengths in millimetres; `players` None means the most there can be.

    `separate` keeps each kind of piece on sheets of its own. `printer` moves the backs, `sheets` and `side` leave pages
    out, `since` what an earlier build had already, and `assembly` adds a page on how to put everything together.
    `language` is what `--lang` says. `tuckbox` adds boxes for cards printed on that `stock` in those `sleeves`; `boxed`
    names what goes in. `workspace` is the folder in which a deck may extend others. `template` is the sheet of places
    that the paper is, whose size `paper` then tells. In a `draft` something stands in for art that is not there.
    """

    paper: str = _option("a4", _paper)
    sides: Sides = _option("duplex-long", OneOf(SIDES))
    only: tuple[str, ...] = _option((), ListOf(_text))
    players: int | None = _option(None, OrNone(Whole(1, _MOST_NUMBER)))
    copies: int = _option(1, Whole(1, 100))
    ink: Ink = _option("full", OneOf(INKS))
    bleed: float | None = _option(None, OrNone(Number(0, 20)), "bleed_mm")
    marks: Marks = _option("crop", OneOf(get_args(Marks)))
    margin: float = _option(5.0, Number(0, 50), "margin_mm")
    formats: tuple[Format, ...] = _option(("pdf",), ListOf(OneOf(FORMATS), 1))
    dpi: int = _option(300, Whole(30, 1200))
    stamp: bool = _option(False, _flag)
    edition: str | None = _option(None, OrNone(_text))
    data: Mapping[str, Path] = _option(
        dict, _data, write=lambda data: {name: path.name for name, path in sorted(data.items())}
    )
    variants: Mapping[str, str] = _option(dict, _variants, write=lambda variants: dict(sorted(variants.items())))
    board_scale: float = _option(1.0, Number(0.1, 1))
    preflight: bool = _option(True, _flag)
    printer: Printer | None = _option(None, OrNone(_printer), write=lambda printer: printer and printer.as_json())
    sheets: Ranges = _option((), OrNone(ListOf(_range, 1), ()), write=_or_none)
    side: Side | None = _option(None, OrNone(OneOf(get_args(Side))))
    since: Earlier | None = _option(None, _since, "changed_since", lambda since: since and since.sha256)
    assembly: bool = _option(False, _flag)
    language: str = _option("", _language, write=lambda language: language and Path(language).resolve().name)
    separate: bool = _option(False, _flag)
    tuckbox: bool = _option(False, _flag)
    stock: str = _option("", OrNone(_text, ""), write=_or_none)
    sleeves: str = _option("", OrNone(_text, ""), write=_or_none)
    boxed: tuple[str, ...] = _option((), ListOf(_text))
    template: SheetTemplate | None = _option(
        None, OrNone(_template), write=lambda template: template and template.as_json()
    )
    workspace: Path | None = _option(None, OrNone(_workspace), write=lambda workspace: workspace is not None)
    draft: bool = _option(False, _flag)

    def sheet(self) -> SheetOptions:
        """The part that imposition needs; UsageError for a paper that is not known."""
        return SheetOptions(paper_size(self.paper), self.margin, self.sides, self.bleed, self.marks, self.template)

    @property
    def part(self) -> Part:
        """The pages that are printed."""
        return Part(self.sheets, self.side)

    @property
    def wants_rules(self) -> bool:
        """Whether the rulebook is printed: with everything or where it is named, as a PDF, and never in parts."""
        named = not self.only or RULES in self.only
        return named and "pdf" in self.formats and self.part.is_whole and self.since is None

    @property
    def wants_tuckbox(self) -> bool:
        """Whether boxes are printed: where they are asked for, by an option of their own or by name."""
        return self.tuckbox or not {TUCKBOX, BOX}.isdisjoint(self.only)

    def as_json(self) -> dict[str, object]:
        """The options as the manifest records them, a language, boxes and a template where they are asked for.

        `data` files are told by name only, since their place is the user's.
        """
        told = {_key(one): one.metadata["write"](getattr(self, one.name)) for one in fields(self)}
        box = {name: told.pop(name) for name in _OF_BOX}
        for name in _IF_ASKED:
            if not told[name]:
                del told[name]
        del told[TUCKBOX]
        return {**told, TUCKBOX: box} if self.wants_tuckbox else told

    @classmethod
    def from_json(cls, document: object) -> BuildOptions:
        """The options that a manifest records; the other way round from `as_json`.

        ValueError, with a sentence that begins with the key, for what is missing, unknown, of the wrong type or out of
        bounds, since anybody may have written the manifest; and for what it does not tell: the files that `data`
        names, the build that `changed_since` is the digest of, and a language that is a folder of the user's own.
        """
        readers = {_key(one): one.metadata["read"] for one in fields(cls)}
        in_box = {name: readers.pop(name) for name in _OF_BOX}
        readers[TUCKBOX] = lambda value: _table(value, in_box)
        given = _table(document, readers, (*_IF_ASKED, TUCKBOX))
        box = given.pop(TUCKBOX, None)
        boxed = {**box, TUCKBOX: {TUCKBOX, BOX}.isdisjoint(given["only"])} if box else {}
        return cls(**{one.name: given[_key(one)] for one in fields(cls) if _key(one) in given}, **boxed)


#: The options that a manifest tells only where they are asked for.
_IF_ASKED = ("language", "template", "workspace", "draft")
#: The options that a manifest tells under `tuckbox`.
_OF_BOX = ("stock", "sleeves", "boxed")


def reader_of(option: str) -> Read:
    """What an option may be, whether it is left open or not."""
    read: Read = next(one.metadata["read"] for one in fields(BuildOptions) if one.name == option)
    return read.read if isinstance(read, OrNone) else read


def _key(one: Any) -> str:
    return str(one.metadata["key"] or one.name)


def _table(document: object, readers: Mapping[str, Read], optional: Iterable[str] = ()) -> dict[str, Any]:
    """What a table says under each key; the optional ones may be left out."""
    if not isinstance(document, Mapping):
        raise ValueError("must be a table")
    if unknown := [key for key in document if key not in readers]:
        raise ValueError(f"{str(unknown[0])[:40]!r} is no option of this pnp")
    if missing := [key for key in readers if key not in document and key not in optional]:
        raise ValueError(f"{missing[0]} is missing")
    return {key: _under(key, readers[key], value) for key, value in document.items()}


def _under(key: str, read: Read, value: object) -> Any:
    try:
        return read(value)
    except ValueError as fault:
        raise ValueError(f"{key} {fault}") from fault
