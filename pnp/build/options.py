"""What the user asked of a build, as one frozen, checked value."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from pathlib import Path
from typing import Any, Literal, get_args

from pnp.build.changes import Earlier
from pnp.drawing.face import Ink
from pnp.errors import UsageError
from pnp.frozen import frozen
from pnp.imposition.correction import LEAST_SCALE, MOST_SCALE, MOST_SHIFT, MOST_TURN, Correction, Printer
from pnp.imposition.grid import Marks, SheetOptions
from pnp.imposition.papers import paper_size
from pnp.imposition.plan import SIDES, Side, Sides
from pnp.imposition.selection import Part, Ranges

Format = Literal["pdf", "svg", "png", "log"]
FORMATS: tuple[Format, ...] = get_args(Format)
INKS: tuple[Ink, ...] = get_args(Ink)
#: What `--only` calls the rulebook.
RULES = "rules"
#: And the boxes for the cards: their group, and their kind.
TUCKBOX, BOX = "tuckbox", "box"

_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")
_MOST_LETTERS, _MOST_NAMES, _MOST_NUMBER = 200, 1000, 99_999


@frozen
class BuildOptions:
    """Every option that changes what is printed. Lengths in millimetres; `players` None means the most there can be.

    `printer` moves the backs, `part` leaves pages out, `since` leaves out what an earlier build had already, and
    `assembly` adds a page that tells how to put everything together. `language` is what `--lang` says.
    `tuckbox` adds boxes for cards printed on that `stock` in those `sleeves`; `boxed` names what goes in.
    """

    paper: str = "a4"
    sides: Sides = "duplex-long"
    only: tuple[str, ...] = ()
    players: int | None = None
    copies: int = 1
    ink: Ink = "full"
    bleed: float | None = None
    marks: Marks = "crop"
    margin: float = 5.0
    formats: tuple[Format, ...] = ("pdf",)
    dpi: int = 300
    stamp: bool = False
    edition: str | None = None
    data: Mapping[str, Path] = field(default_factory=dict)
    variants: Mapping[str, str] = field(default_factory=dict)
    board_scale: float = 1.0
    preflight: bool = True
    printer: Printer | None = None
    part: Part = Part()
    since: Earlier | None = None
    assembly: bool = False
    language: str = ""
    tuckbox: bool = False
    stock: str = ""
    sleeves: str = ""
    boxed: tuple[str, ...] = ()

    def sheet(self) -> SheetOptions:
        """The part that imposition needs; UsageError for a paper that is not known."""
        return SheetOptions(paper_size(self.paper), self.margin, self.sides, self.bleed, self.marks)

    @property
    def wants_rules(self) -> bool:
        """Whether the rulebook is printed: with everything or where it is named, as a PDF, and never in parts."""
        named = not self.only or RULES in self.only
        return named and "pdf" in self.formats and self.part.is_whole and self.since is None

    @property
    def wants_tuckbox(self) -> bool:
        """Whether boxes are printed: where they are asked for, by an option of their own or by name."""
        return self.tuckbox or not {TUCKBOX, BOX}.isdisjoint(self.only)

    def _box_options(self) -> dict[str, object]:
        return {"stock": self.stock or None, "sleeves": self.sleeves or None, "boxed": list(self.boxed)}

    def as_json(self) -> dict[str, object]:
        """The options as the manifest records them; `data` files by name only, since their place is the user's."""
        return {
            "paper": self.paper, "sides": self.sides, "only": list(self.only), "players": self.players,
            "copies": self.copies, "ink": self.ink, "bleed_mm": self.bleed, "marks": self.marks,
            "margin_mm": self.margin, "formats": list(self.formats), "dpi": self.dpi, "stamp": self.stamp,
            "edition": self.edition, "data": {name: path.name for name, path in sorted(self.data.items())},
            "variants": dict(sorted(self.variants.items())), "board_scale": self.board_scale,
            "preflight": self.preflight, "printer": self.printer and self.printer.as_json(),
            "sheets": [list(each) for each in self.part.sheets] or None, "side": self.part.side,
            "changed_since": self.since and self.since.sha256, "assembly": self.assembly,
            **({"language": Path(self.language).resolve().name} if self.language else {}),
            **({TUCKBOX: self._box_options()} if self.wants_tuckbox else {}),
        }  # fmt: skip

    @classmethod
    def from_json(cls, document: object) -> BuildOptions:
        """The options that a manifest records; the other way round from `as_json`.

        ValueError, with a sentence that begins with the key, for what is missing, unknown, of the wrong type or out of
        bounds, since anybody may have written the manifest; and for what it does not tell: the files that `data`
        names, the build that `changed_since` is the digest of, and a language that is a folder of the user's own.
        """
        given = _table(document, {**_RECORDED, **_WHERE_ASKED}, _WHERE_ASKED)
        box = given.pop(TUCKBOX, None)
        boxed = {**box, TUCKBOX: {TUCKBOX, BOX}.isdisjoint(given["only"])} if box else {}
        return cls(
            bleed=given.pop("bleed_mm"), margin=given.pop("margin_mm"),
            part=Part(given.pop("sheets"), given.pop("side")), since=given.pop("changed_since"), **given, **boxed,
        )  # fmt: skip


Read = Callable[[Any], Any]
"""Takes what a manifest says under a key and returns what it stands for; ValueError for what will not do."""


def _table(document: object, readers: Mapping[str, Read], optional: Iterable[str] = ()) -> dict[str, Any]:
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


def _number(low: float, high: float) -> Read:
    def read(value: object) -> float:
        # A comparison with what is no number at all, such as NaN, is never true.
        if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
            raise ValueError(f"must be a number from {low:g} to {high:g}")
        return value

    return read


def _whole(low: int, high: int) -> Read:
    def read(value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise ValueError(f"must be a whole number from {low} to {high}")
        return value

    return read


def _one_of(choices: tuple[str, ...]) -> Read:
    def read(value: object) -> str:
        if not isinstance(value, str) or value not in choices:
            raise ValueError(f"must be one of {', '.join(choices)}")
        return value

    return read


def _or_none(read: Read, none: object = None) -> Read:
    return lambda value: none if value is None else read(value)


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError("must be true or false")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str) or len(value) > _MOST_LETTERS:
        raise ValueError(f"must be a text of at most {_MOST_LETTERS} letters")
    return value


def _list_of(read: Read, least: int = 0) -> Read:
    def read_all(value: object) -> tuple[Any, ...]:
        if not isinstance(value, list) or not least <= len(value) <= _MOST_NAMES:
            raise ValueError(f"must be a list of {least} to {_MOST_NAMES}")
        return tuple(map(read, value))

    return read_all


def _paper(value: object) -> str:
    name = _text(value)
    try:
        paper_size(name)
    except UsageError as fault:
        raise ValueError(f"is no paper ({fault})") from fault
    return name


def _language(value: object) -> str:
    if not _LANGUAGE.fullmatch(name := _text(value)):
        raise ValueError("is a folder of translations, and a manifest does not tell where that is")
    return name


def _data(value: object) -> Mapping[str, Path]:
    if value != {}:
        raise ValueError("names tables that were put in the place of the game's, and a manifest does not hold them")
    return {}


def _since(value: object) -> None:
    if value is not None:
        raise ValueError("names an earlier build, and a manifest does not hold it")


def _variants(value: object) -> dict[str, str]:
    if not isinstance(value, Mapping) or len(value) > _MOST_NAMES:
        raise ValueError("must be a table of names")
    return {_text(name): _text(choice) for name, choice in value.items()}


def _range(value: object) -> tuple[int, int]:
    ends = _list_of(_whole(1, _MOST_NUMBER))(value)
    if len(ends) != 2 or ends[0] > ends[1]:
        raise ValueError("must hold the first and last sheet of each range")
    return ends[0], ends[1]


def _ranges(value: object) -> Ranges:
    return tuple(_list_of(_range, 1)(value))


_CORRECTION: Mapping[str, Read] = {
    "scale_x": _number(LEAST_SCALE, MOST_SCALE), "scale_y": _number(LEAST_SCALE, MOST_SCALE),
    "shift_x_mm": _number(-MOST_SHIFT, MOST_SHIFT), "shift_y_mm": _number(-MOST_SHIFT, MOST_SHIFT),
    "rotate_deg": _number(-MOST_TURN, MOST_TURN),
}  # fmt: skip


def _correction(value: object) -> Correction:
    given = _table(value, _CORRECTION)
    return Correction(*(given[key] for key in _CORRECTION))


def _printer(value: object) -> Printer:
    given = _table(value, {"name": _text, **_CORRECTION, "landscape": _or_none(_correction)})
    return Printer(given["name"], Correction(*(given[key] for key in _CORRECTION)), given["landscape"])


#: What stands under every key of `as_json`.
_RECORDED: Mapping[str, Read] = {
    "paper": _paper, "sides": _one_of(SIDES), "only": _list_of(_text), "players": _or_none(_whole(1, _MOST_NUMBER)),
    "copies": _whole(1, 100), "ink": _one_of(INKS), "bleed_mm": _or_none(_number(0, 20)),
    "marks": _one_of(get_args(Marks)), "margin_mm": _number(0, 50), "formats": _list_of(_one_of(FORMATS), 1),
    "dpi": _whole(30, 1200), "stamp": _flag, "edition": _or_none(_text), "data": _data, "variants": _variants,
    "board_scale": _number(0.1, 1), "preflight": _flag, "printer": _or_none(_printer),
    "sheets": _or_none(_ranges, ()), "side": _or_none(_one_of(get_args(Side))), "changed_since": _since,
    "assembly": _flag,
}  # fmt: skip
_BOX: Mapping[str, Read] = {"stock": _or_none(_text, ""), "sleeves": _or_none(_text, ""), "boxed": _list_of(_text)}
#: And what is there only where it was asked for.
_WHERE_ASKED: Mapping[str, Read] = {"language": _language, TUCKBOX: lambda value: _table(value, _BOX)}
