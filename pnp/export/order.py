"""What every target is given and gives back: a prepared game and its presets in, files and what was left out, out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from pnp.errors import Finding
from pnp.export.fitting import Fit
from pnp.export.presets import Presets
from pnp.export.profile import Profile
from pnp.frozen import frozen
from pnp.manifest import tile_as_json
from pnp.options import BuildOptions
from pnp.prepare import Box, Printed
from pnp.renderers.base import Document


@frozen
class CutOptions:
    """What is asked of a cutting machine's sheets, as it was written: the paper's name, how many registration marks,
    and millimetres from the paper's edges to them; None where nothing was said.
    """

    paper: str | None = None
    marks: str | None = None
    inset: float | None = None

    def as_json(self) -> dict[str, object]:
        return {"paper": self.paper, "marks": self.marks, "inset_mm": self.inset}


@frozen
class Order:
    """The game made ready to draw, uncut and with the bleed that the target's products ask for.

    `base_url` is what stands before the name of every picture, empty where pictures are found by their names alone;
    `rules` is the rulebook as a PDF, if there is one; `profile` that of the press, if the user has one.
    """

    target: str
    box: Box
    presets: Presets
    document: Document
    base_url: str = ""
    rules: bytes | None = None
    options: BuildOptions = BuildOptions()
    cutting: CutOptions = CutOptions()
    profile: Profile | None = None


@frozen
class LeftOut:
    """A piece that the target has nothing for, and why, as the rest of a sentence that begins with its name."""

    printed: Printed
    reason: str

    def as_json(self) -> dict[str, object]:
        component = self.printed.component
        return {"id": component.id, "name": component.name, "count": self.printed.count, "reason": self.reason}


@frozen
class Exported:
    """A piece that went into the export: where its front and its back are (path, or path and page), how often; and the
    product that it goes to, where the target has products.
    """

    printed: Printed
    fronts: tuple[str, ...]
    backs: tuple[str, ...]
    fit: Fit | None = None

    def as_json(self) -> dict[str, object]:
        component = self.printed.component
        return {
            "id": component.id,
            "name": component.name,
            "count": self.printed.count,
            "fronts": list(self.fronts),
            "backs": list(self.backs),
            **({"product": self.fit.as_json()} if self.fit else {}),
            **({"tile": tile_as_json(self.printed.tile)} if self.printed.tile else {}),
        }


@frozen
class Delivery:
    """The files of an export by path, README.txt among them; what is in them; and facts that the target tells."""

    files: Mapping[str, bytes]
    exported: tuple[Exported, ...]
    left_out: tuple[LeftOut, ...]
    findings: tuple[Finding, ...] = ()
    facts: Mapping[str, object] = field(default_factory=dict)
