"""The pages that go with the sheets of a box: how to put it together, what changed, which cards another deck lends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from pnp import output
from pnp.build.changes import as_text
from pnp.build.files import Sheets
from pnp.build.fonts import fonts_of
from pnp.build.job import PrintJob, document_of
from pnp.build.manifest import MadeFile
from pnp.build.options import BuildOptions
from pnp.build.press import stem_of, told_contents
from pnp.definition.conversion import PullList
from pnp.definition.model import Game
from pnp.drawing.face import Style
from pnp.drawing.fonts import TEXT
from pnp.guides.assembly import Assembly, SheetFile, Tick, assembly_plan
from pnp.guides.conversion import guide_plan
from pnp.imposition.papers import paper_size, paper_word
from pnp.language.wording import Wording
from pnp.nets.tuckbox_face import laid_flat, put_together
from pnp.renderers.base import DocumentInfo, render
from pnp.renderers.pdf import PdfRenderer
from pnp.typesetting.leaflet import legible

ASSEMBLY, CHANGES = "assembly", "changes"
_SUIT_SIGNS = {"\u2660": " of spades", "\u2665": " of hearts", "\u2666": " of diamonds", "\u2663": " of clubs"}


def assembly(box: PrintJob, options: BuildOptions, document: DocumentInfo) -> Sheets:
    """The pages that tell how to cut, fold and glue everything; UsageError for paper that is too small for them."""
    plan, faces = assembly_plan(_assembly_of(box, options), paper_size(options.paper), box.style.fonts)
    return Sheets(stem_of(f"{box.game.name}-{ASSEMBLY}", options), ASSEMBLY, plan, faces, document, listed=False)


def texts(box: PrintJob) -> Iterator[MadeFile]:
    """What changed since an earlier build, where that was asked for."""
    if box.changes:
        text = as_text(box.changes, f"{box.game.title} {box.game.version}")
        yield MadeFile(f"{box.game.name}-{CHANGES}.txt", CHANGES, text.encode(), None, False)


def _contents(name: str, groups: Iterable[str], wording: Wording) -> str:
    """What a file holds, as a heading: `cards-63.5x88.9mm` is `Cards 63.5x88.9mm`."""
    held = tuple(dict.fromkeys(groups))
    told, besides = told_contents(held, name, wording)
    return wording.capital(told + besides.replace("-", " "))


def _assembly_of(box: PrintJob, options: BuildOptions) -> Assembly:
    game, changes = box.game, box.changes
    tiles = {entry.component.id for entry in box.printed if entry.tile}
    nets = {entry.component.id: entry.box.net for entry in box.printed if entry.box}
    groups = {entry.component.id: entry.component.group for entry in box.printed}
    files = []
    for name, plan in box.plans.items():
        components = [placement.item.component for _, placement in plan.placements()]
        held = map(groups.__getitem__, components)
        contents = _contents(name.removeprefix(f"{game.name}-"), held, game.wording)
        is_tiled = any(component in tiles for component in components)
        drawn = [box.faces[component] for component in components]
        folded = sum(bool(face.folds) for face in drawn if not face.trim.outline.is_drawn)
        shown = {face.id: face for face in drawn if face.trim.outline.is_drawn}
        sheets = SheetFile(f"{stem_of(name, options)}.pdf", contents, plan, is_tiled, folded=folded, nets=shown)
        if first := next((component for component in components if component in nets), None):
            face, net = box.faces[first], nets[first]
            pictures = laid_flat(face, net), put_together(face, net)
            sheets = replace(sheets, bottom=net.measures.bottom, pictures=pictures)
        files.append(sheets)
    copies = (each.count if changes is None else len(changes.copies(each.component.id)) for each in box.printed)
    counts = ((entry.component, count) for entry, count in zip(box.printed, copies) if count)
    pieces = tuple(Tick(component.id, component.name, count) for component, count in counts)
    discards = tuple(Tick(each.component, each.name, each.count) for each in (changes.discards if changes else ()))
    return Assembly(game.name, game.title, game.version, tuple(files), pieces, discards, game.wording, options.margin)


def write_guide(game: Game, pulls: PullList, deck: str, paper: str, out: Path) -> Path:
    """Writes the guide to a pull list as a one-page PDF, and returns where.

    What the fonts have no glyph for is written in words (suit signs) or as a question mark; the list on screen
    has every name as it is. Raises UsageError for a paper that is too small.
    """
    style = Style(fonts_of(game))
    names = [_in_words(game.wording.said("decks", pull.card)) for pull in pulls.pulls]
    named = tuple(
        replace(pull, card=legible(name, style.fonts[TEXT]).strip()) for pull, name in zip(pulls.pulls, names)
    )
    plan, faces = guide_plan(game, replace(pulls, pulls=named), paper_size(paper), style.fonts)
    data = render(plan, faces, PdfRenderer(document_of(game, style, None)))
    folder, reads = out / game.name, [Path(deck), *(source.path for source in game.sources)]
    output.keep_apart(folder, game.folder, reads)
    known = game.conversion is not None and deck in game.conversion.decks
    name = f"{game.name}-from-{deck if known else Path(deck).stem.lower() + '-file'}-{paper_word(paper)}.pdf"
    with output.locked(folder):
        output.write(folder, {name: data}, reads=reads)
    return folder / name


def _in_words(card: str) -> str:
    for sign, word in _SUIT_SIGNS.items():
        card = card.replace(sign, word)
    return card
