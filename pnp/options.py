"""What the user asked of a build, as one frozen, checked value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, get_args

from pnp.drawing.face import Ink
from pnp.imposition.grid import SheetOptions
from pnp.imposition.papers import paper_size
from pnp.imposition.plan import Sides

Format = Literal["pdf", "svg", "png", "log"]
FORMATS: tuple[Format, ...] = get_args(Format)
INKS: tuple[Ink, ...] = get_args(Ink)


@dataclass(frozen=True, slots=True)
class BuildOptions:
    """Every option that changes what is printed. Lengths in millimetres; `players` None means the most there can be."""

    paper: str = "a4"
    sides: Sides = "duplex-long"
    only: tuple[str, ...] = ()
    players: int | None = None
    copies: int = 1
    ink: Ink = "full"
    bleed: float | None = None
    marks: Literal["crop", "none"] = "crop"
    margin: float = 5.0
    formats: tuple[Format, ...] = ("pdf",)
    dpi: int = 300
    stamp: bool = False
    edition: str | None = None
    data: Mapping[str, Path] = field(default_factory=dict)
    variants: Mapping[str, str] = field(default_factory=dict)
    board_scale: float = 1.0
    preflight: bool = True

    def sheet(self) -> SheetOptions:
        """The part that imposition needs; UsageError for a paper that is not known."""
        return SheetOptions(paper_size(self.paper), self.margin, self.sides, self.bleed, self.marks == "crop")

    def as_json(self) -> dict[str, object]:
        """The options as the manifest records them; `data` files by name only, since their place is the user's."""
        return {
            "paper": self.paper, "sides": self.sides, "only": list(self.only), "players": self.players,
            "copies": self.copies, "ink": self.ink, "bleed_mm": self.bleed, "marks": self.marks,
            "margin_mm": self.margin, "formats": list(self.formats), "dpi": self.dpi, "stamp": self.stamp,
            "edition": self.edition, "data": {name: path.name for name, path in sorted(self.data.items())},
            "variants": dict(sorted(self.variants.items())), "board_scale": self.board_scale,
            "preflight": self.preflight, "printer": None,
        }  # fmt: skip
