"""What every target is given and gives back: a prepared game, files, what was left out, and the README beside them."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import cache
from io import BytesIO
from pathlib import Path
from textwrap import fill
from types import MappingProxyType
from typing import Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from pnp.build.job import Printed, PrintJob
from pnp.build.manifest import tile_as_json
from pnp.build.options import BuildOptions
from pnp.definition.model import Component
from pnp.errors import Finding
from pnp.export.presets import Presets, Product
from pnp.export.separation import Profile
from pnp.frozen import frozen
from pnp.geometry import Size, number
from pnp.imposition.plan import SheetPlan, Side
from pnp.language.holes import README
from pnp.language.wording import Wording
from pnp.renderers.base import DocumentInfo

_README = Path(__file__).with_name("readme.toml")
_FIRST_DAY = (1980, 1, 1, 0, 0, 0)  # the earliest that the format knows
_UNIX, _READABLE = 3, 0o644 << 16
_PACKED = (".png", ".pdf")
_WIDTH = 100
_DIGITS = 12


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

    @property
    def wording(self) -> Wording:
        """What the read-me is written in."""
        return self.box.game.wording

    def note(self, name: str, /, **values: object) -> Note:
        """A part of the README as readme.toml has it, `target.part`, with values in the places of their names."""
        target, _, part = name.partition(".")
        text, wording = _texts()[target][part], self.wording
        given = {key: wording.number(value) if isinstance(value, float) else value for key, value in values.items()}
        paragraphs, steps, lines = (
            tuple(wording(each, README, **given) for each in text.get(key, ()))
            for key in ("paragraphs", "steps", "lines")
        )
        return Note(wording(text.get("heading", ""), README), paragraphs, steps, lines)


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
    product: Mapping[str, object] | None = None

    def as_json(self) -> dict[str, object]:
        component = self.printed.component
        return {
            "id": component.id,
            "name": component.name,
            "count": self.printed.count,
            "fronts": list(self.fronts),
            "backs": list(self.backs),
            **({"product": self.product} if self.product else {}),
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


def zip_delivery(
    order: Order, where_to: str, notes: Sequence[Note], files: Mapping[str, bytes], exported: Iterable[Exported],
    left_out: tuple[LeftOut, ...], findings: Iterable[Finding] = (), archive: str = "",
) -> Delivery:  # fmt: skip
    """The files as an archive, `GAME-TARGET.zip` with the README in it or the one that is named, and the README."""
    found = tuple(findings)
    text = readme(order, where_to, notes, left_out, found)
    if not archive:
        archive, files = f"{order.box.game.name}-{order.target}.zip", {"README.txt": text, **files}
    return Delivery({archive: zipped(files), "README.txt": text}, tuple(exported), left_out, found)


def json_bytes(document: object, indent: int = 1) -> bytes:
    return (json.dumps(document, ensure_ascii=False, indent=indent) + "\n").encode()


def name_by_content(name: str, data: bytes, ending: str) -> str:
    """A name that changes with what is in the file, and tells it from every other."""
    return f"{name}-{hashlib.sha256(data).hexdigest()[:_DIGITS]}.{ending}"


@frozen
class Note:
    """A part of the README: its heading, and paragraphs, steps (numbered) or lines below it."""

    heading: str
    paragraphs: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()


@cache
def _texts() -> Mapping[str, Any]:
    return MappingProxyType(tomllib.loads(_README.read_text(encoding="utf-8")))


def readme(
    order: Order, where_to: str, notes: Sequence[Note], left_out: Sequence[LeftOut], findings: Sequence[Finding]
) -> bytes:
    """The text in UTF-8: what it is for, the target's notes, what to look at, and what is not in the export."""
    game, wording = order.box.game, order.wording
    title = {"title": game.title, "version": game.version, "receiver": where_to}
    parts = [wording("{title} {version} for {receiver}", **title)]
    for part in (*notes, *_look_at(findings, wording), *_missing(left_out, wording)):
        parts.append(f"{part.heading}\n{'-' * len(part.heading)}")
        parts += [_filled("", paragraph) for paragraph in part.paragraphs]
        steps = [_filled(f"{at}. ", step) for at, step in enumerate(part.steps, 1)]
        parts += ["\n".join(steps)] if steps else []
        parts += ["\n".join(part.lines)] if part.lines else []
    if game.credits:
        parts.append(_filled("", game.credits.replace("\n", " ")))
    return ("\n\n".join(parts) + "\n").encode()


def sizes(order: Order, products: Iterable[Product]) -> Note:
    """What each product measures, and who says so."""
    lines, wording = [], order.wording
    for product in dict.fromkeys(products):
        (wide, high), trim = product.pixels, product.trim
        drawn = wording(
            "{product}: {width} x {height} pixels at {dpi} dpi are {page}, cut to {trim}",
            product=product.title, width=wide, height=high, dpi=product.dpi,
            page=f"{product.page.width:.2f} x {product.page.height:.2f} mm",
            trim=f"{trim.width:.2f} x {trim.height:.2f} mm",
        )  # fmt: skip
        lines += [_filled("", drawn), _filled("  ", wording("source: {source}", source=product.source))]
    return replace(order.note("shop.sizes"), lines=tuple(lines))


def copies(pieces: Iterable[Printed]) -> Iterator[tuple[Component, int]]:
    """Each physical piece: the component and the number of the copy, copies side by side."""
    return ((printed.component, copy) for printed in pieces for copy in range(1, printed.count + 1))


def pages_with(plan: SheetPlan, path: str) -> Callable[[Printed, Side], tuple[str, ...]]:
    """Tells on which pages of a file a side of a piece is, `file#page`, each once."""
    pages: dict[tuple[str, str], dict[str, None]] = {}
    for page, placed in plan.placements():
        pages.setdefault((placed.item.component, placed.side), {})[f"{path}#{page}"] = None
    return lambda printed, side: tuple(pages.get((printed.component.id, side), ()))


def measures(size: Size) -> str:
    """Such as `63.5 x 88.9 mm`."""
    return f"{number(size.width, 1)} x {number(size.height, 1)} mm"


def _look_at(findings: Sequence[Finding], wording: Wording) -> tuple[Note, ...]:
    if not findings:
        return ()
    lines = [_filled("- ", f"{finding.where}: {finding.message}") for finding in findings]
    return (Note(wording("To look at in the proof"), lines=tuple(lines)),)


def _missing(left_out: Sequence[LeftOut], wording: Wording) -> tuple[Note, ...]:
    heading = wording("Not in this export")
    if not left_out:
        return (Note(heading, (wording("Nothing: every piece of the game is in it."),)),)
    lines = []
    for missing in left_out:
        component, count = missing.printed.component, missing.printed.count
        said = {"piece": component.name, "id": component.id, "count": count, "reason": missing.reason}
        lines.append(_filled("- ", wording("{piece} ({id}), {count} in the box: {reason}", **said)))
    how = wording("Print these at home with `pnp build`, or take pieces of another game.")
    return (Note(heading, (how,), lines=tuple(lines)),)


def _filled(bullet: str, text: str) -> str:
    # Names of files stay whole, so that they can be searched for.
    return fill(text, _WIDTH, initial_indent=bullet, subsequent_indent=" " * len(bullet), break_on_hyphens=False)
