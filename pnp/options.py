"""What the user asked of a build, as one frozen, checked value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, get_args

from pnp.changes import Earlier
from pnp.drawing.face import Ink
from pnp.imposition.correction import Printer
from pnp.imposition.grid import Marks, SheetOptions
from pnp.imposition.papers import paper_size
from pnp.imposition.plan import Sides
from pnp.imposition.selection import Part

Format = Literal["pdf", "svg", "png", "log"]
FORMATS: tuple[Format, ...] = get_args(Format)
INKS: tuple[Ink, ...] = get_args(Ink)
#: What `--only` calls the rulebook.
RULES = "rules"
#: And the boxes for the cards.
TUCKBOX = "tuckbox"


@dataclass(frozen=True, slots=True)
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
    part: Part = Part()  # noqa: RUF009
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
        return self.tuckbox or TUCKBOX in self.only

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
