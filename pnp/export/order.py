"""What every target is given and gives back: a prepared game, files, what was left out, and the README beside them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from io import BytesIO
from textwrap import fill
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from pnp.build.job import Printed, PrintJob
from pnp.build.manifest import tile_as_json
from pnp.build.options import BuildOptions
from pnp.errors import Finding
from pnp.export.fitting import Fit
from pnp.export.presets import Presets, Product
from pnp.export.separation import Profile
from pnp.frozen import frozen
from pnp.renderers.base import DocumentInfo

_FIRST_DAY = (1980, 1, 1, 0, 0, 0)  # the earliest that the format knows
_UNIX, _READABLE = 3, 0o644 << 16
_PACKED = (".png", ".pdf")
_WIDTH = 100


def zipped(files: Mapping[str, bytes]) -> bytes:
    """The files in their order; pictures and PDFs, which are compressed already, as they are."""
    written = BytesIO()
    with ZipFile(written, "w") as archive:
        for path, data in files.items():
            entry = ZipInfo(path, _FIRST_DAY)
            entry.create_system, entry.external_attr = _UNIX, _READABLE
            entry.compress_type = ZIP_STORED if path.endswith(_PACKED) else ZIP_DEFLATED
            archive.writestr(entry, data)
    return written.getvalue()


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
    box: PrintJob
    presets: Presets
    document: DocumentInfo
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


@frozen
class Note:
    """A part of the README: its heading, and paragraphs, steps (numbered) or lines below it."""

    heading: str
    paragraphs: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()


def readme(
    order: Order, where_to: str, notes: Sequence[Note], left_out: Sequence[LeftOut], findings: Sequence[Finding]
) -> bytes:
    """The text in UTF-8: what it is for, the target's notes, what to look at, and what is not in the export."""
    game = order.box.game
    parts = [f"{game.title} {game.version} for {where_to}"]
    for note in (*notes, *_look_at(findings), *_missing(left_out)):
        parts.append(f"{note.heading}\n{'-' * len(note.heading)}")
        parts += [_filled("", paragraph) for paragraph in note.paragraphs]
        steps = [_filled(f"{number}. ", step) for number, step in enumerate(note.steps, 1)]
        parts += ["\n".join(steps)] if steps else []
        parts += ["\n".join(note.lines)] if note.lines else []
    if game.credits:
        parts.append(_filled("", game.credits.replace("\n", " ")))
    return ("\n\n".join(parts) + "\n").encode()


def sizes(products: Iterable[Product]) -> Note:
    """What each product measures, and who says so."""
    lines = []
    for product in dict.fromkeys(products):
        (wide, high), trim = product.pixels, product.trim
        page = f"{product.page.width:.2f} x {product.page.height:.2f} mm"
        drawn = f"{wide} x {high} pixels at {product.dpi} dpi are {page}"
        lines.append(_filled("", f"{product.title}: {drawn}, cut to {trim.width:.2f} x {trim.height:.2f} mm"))
        lines.append(_filled("  ", f"source: {product.source}"))
    return Note(
        "Sizes",
        ("These come from a file of presets. If the shop says otherwise, trust the shop: correct the preset in a file "
         "of your own and export again with --presets FILE.",),
        lines=tuple(lines),
    )  # fmt: skip


def _look_at(findings: Sequence[Finding]) -> tuple[Note, ...]:
    if not findings:
        return ()
    lines = [_filled("- ", f"{finding.where}: {finding.message}") for finding in findings]
    return (Note("To look at in the proof", lines=tuple(lines)),)


def _missing(left_out: Sequence[LeftOut]) -> tuple[Note, ...]:
    if not left_out:
        return (Note("Not in this export", ("Nothing: every piece of the game is in it.",)),)
    lines = []
    for missing in left_out:
        component, count = missing.printed.component, missing.printed.count
        lines.append(_filled("- ", f"{component.name} ({component.id}), {count} in the box: {missing.reason}"))
    how = "Print these at home with `pnp build`, or take pieces of another game."
    return (Note("Not in this export", (how,), lines=tuple(lines)),)


def _filled(bullet: str, text: str) -> str:
    # Names of files stay whole, so that they can be searched for.
    return fill(text, _WIDTH, initial_indent=bullet, subsequent_indent=" " * len(bullet), break_on_hyphens=False)
