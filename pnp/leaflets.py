"""The files that go with the sheets of a box: how to put it together, and what changed."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.changes import as_text
from pnp.formats import Sheets
from pnp.imposition.papers import paper_size
from pnp.language.wording import Wording
from pnp.manifest import MadeFile
from pnp.options import BuildOptions
from pnp.prepare import PrintJob
from pnp.press import stem_of
from pnp.renderers.base import Document
from pnp.report.assembly import Assembly, Tick, assembly_plan
from pnp.report.steps import Sheets as Steps

ASSEMBLY, CHANGES = "assembly", "changes"


def assembly(box: PrintJob, options: BuildOptions, document: Document) -> Sheets:
    """The pages that tell how to cut, fold and glue everything; UsageError for paper that is too small for them."""
    plan, faces = assembly_plan(_told(box, options), paper_size(options.paper), box.style.fonts)
    return Sheets(stem_of(f"{box.game.name}-{ASSEMBLY}", options), ASSEMBLY, plan, faces, document, listed=False)


def texts(box: PrintJob) -> Iterator[MadeFile]:
    """What changed since an earlier build, where that was asked for."""
    if box.changes:
        text = as_text(box.changes, f"{box.game.title} {box.game.version}")
        yield MadeFile(f"{box.game.name}-{CHANGES}.txt", CHANGES, text.encode(), None, False)


def _contents(name: str, group: str, wording: Wording) -> str:
    """What a file holds, as a heading: `cards-63.5x88.9mm` is `Cards 63.5x88.9mm`."""
    told = wording.said("groups", group) + name.removeprefix(group).replace("-", " ")
    return wording.capital(told)


def _told(box: PrintJob, options: BuildOptions) -> Assembly:
    game, changes = box.game, box.changes
    tiles = {entry.component.id for entry in box.printed if entry.tile}
    bottoms = {entry.component.id: entry.box.net.measures.bottom for entry in box.printed if entry.box}
    of = {entry.component.id: entry.component.group for entry in box.printed}
    groups = {name: of[next(plan.placements())[1].item.component] for name, plan in box.plans.items()}
    files = tuple(
        Steps(
            f"{stem_of(name, options)}.pdf",
            _contents(name.removeprefix(f"{game.name}-"), groups[name], game.wording),
            plan,
            any(placement.item.component in tiles for _, placement in plan.placements()),
            next((bottoms[at.item.component] for _, at in plan.placements() if at.item.component in bottoms), None),
        )
        for name, plan in box.plans.items()
    )
    counts = (
        (entry.component, entry.count if changes is None else len(changes.copies(entry.component.id)))
        for entry in box.printed
    )
    pieces = tuple(Tick(component.id, component.name, count) for component, count in counts if count)
    discards = tuple(Tick(each.component, each.name, each.count) for each in (changes.discards if changes else ()))
    return Assembly(game.name, game.title, game.version, files, pieces, discards, game.wording, options.margin)
