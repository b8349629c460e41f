"""Makes a game ready to render, as a PrintJob: what is printed how often, every face, and a plan for each file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from pnp import catalog
from pnp.build import press
from pnp.build.changes import Changes
from pnp.build.fonts import fonts_of
from pnp.build.options import BOX, RULES, TUCKBOX, BuildOptions
from pnp.decks.glyphs import glyph_findings, told_once
from pnp.definition.findings import did_you_mean, gathered, refuse
from pnp.definition.load import draft_game
from pnp.definition.model import Back, Component, Game
from pnp.definition.sizes import measures
from pnp.drawing.colour import Colour
from pnp.drawing.face import FAULTS, Artist, Face, Noting, Style, without_colour
from pnp.drawing.fonts import FontError, GlyphError
from pnp.drawing.occupancy import Contrast, Faint
from pnp.drawing.raster import Kept
from pnp.drawing.shapes import Symbol
from pnp.errors import Finding, InputInvalid, UsageError
from pnp.frozen import frozen
from pnp.geometry import Trim
from pnp.imposition.grid import SheetOptions
from pnp.imposition.impose import Job, impose
from pnp.imposition.marks import SheetLabel
from pnp.imposition.plan import SheetPlan
from pnp.imposition.template import SheetTemplate
from pnp.imposition.tile import Tile, needs_tiles, tiles
from pnp.language.wording import Wording
from pnp.renderers.base import DocumentInfo
from pnp.sources import Sources

if TYPE_CHECKING:
    from pnp.build.tuckboxes import Tuckbox

Progress = Callable[[str, str], None]
"""Called with the step's name (define, draw, impose, render, preflight, record) and what it works on."""

_MOST_PIECES = 20_000
TILED_KINDS = ("board", "mat")
_Piece = TypeVar("_Piece", Component, Back)
_SCALED_KINDS = ("board", "banner")  # what stands on the board shrinks with it


@frozen
class Printed:
    """A component, how many of it are printed, at what size, and which tile of a larger piece it is, if it is one.

    `box` says more of one that is made for the cards rather than defined.
    """

    component: Component
    count: int
    scale: float = 1.0
    tile: Tile | None = None
    box: Tuckbox | None = None


@frozen
class PrintJob:
    """A game made ready to print: what is in it how often, every face, and one sheet plan a file name.

    `changes` tells what alone is printed of it, where a build asks for no more than that; `notes` what is left out.
    """

    game: Game
    printed: tuple[Printed, ...]
    faces: Mapping[str, Face]
    plans: Mapping[str, SheetPlan]
    style: Style
    changes: Changes | None = None
    notes: tuple[Finding, ...] = ()


def nothing_to_tell(step: str, what: str) -> None:
    """The Progress of whoever wants to hear of none."""


def document_of(game: Game, style: Style, flip: str | None) -> DocumentInfo:
    """What every file of the game says of itself."""
    return DocumentInfo(
        title=game.title, author=game.credits, subject=game.summary, version=game.version,
        language=game.language, fonts=style.fonts, flip=flip,
    )  # fmt: skip


def sound_game(source: str, options: BuildOptions, sources: Sources | None = None) -> Game:
    """The game of a name or folder, with the data and variants that were asked for; `sources` are of that folder.

    Raises InputInvalid with everything that is wrong with it: of a deck whose definition has mistakes, what can be
    drawn is drawn all the same, so that texts and pictures that will not do are told in the same run.
    """
    folder = catalog.find(source)
    sources = sources or Sources(folder, options.workspace)
    asked = options.data, options.variants, options.language
    draft = draft_game(folder, *asked, sources=sources, is_draft=options.draft)
    if draft.findings and draft.game.design.layouts:
        from pnp.decks.artist import DeckArtist

        artist = DeckArtist(draft.game, Style(fonts_of(draft.game)))
        if faults := tuple(artist.faults(draft.unusable)):
            raise InputInvalid(gathered((*draft.findings, *told_once(faults))))
    refuse(draft.findings)
    return draft.game


def glyphless(game: Game, style: Style) -> tuple[Finding, ...]:
    """An error for each font whose missing characters a draft shows as question marks."""
    if not game.is_draft:
        return ()
    from pnp.decks.artist import DeckArtist

    return tuple(DeckArtist(game, style).glyphless())


def prepare(
    game: Game, options: BuildOptions, progress: Progress, tiled: bool = True, kept: Kept | None = None
) -> PrintJob:
    """The first three steps: what is to be printed, drawn and imposed; without tiles nothing is imposed.

    `kept` has pictures that were read before.
    """
    progress("define", game.title)
    style = Style(fonts_of(game), edition_of(game, options), options.ink == "saver", kept or Kept())
    sheet = replace(options.sheet(), template=None)
    if options.bleed is not None:
        game = _with_bleed(game, options.bleed, options.board_scale)
    printed = (*_printed(game, options), *_boxes(game, options, tiled))
    progress("draw", game.title)
    artist = catalog.artist_of(game, style)
    faces = _faces(game, artist, printed, style, options)
    if options.board_scale != 1:
        printed, faces = _scaled(printed, faces, options.board_scale)
    stand_ins = tuple(replace(finding, severity="warning") for finding in glyphless(game, style))
    if not tiled:
        return PrintJob(game, printed, faces, {}, style, notes=stand_ins)
    said = artist.notes if isinstance(artist, Noting) else ()
    contrast = Contrast(style.fonts)
    notes = (
        *said,
        *faint_texts(game, {identifier: contrast.faint(face) for identifier, face in faces.items()}),
        *_backless(printed, sheet),
        *_out_of_place(printed, options.template),
        *stand_ins,
    )
    printed, faces = _tiled(printed, faces, sheet, game.wording)
    counts = ((entry.component, entry.count) for entry in printed)
    boxes = tuple(entry.component for entry in printed if entry.box)
    changed = press.changed(game, counts, (*_wanted(game, options), *boxes), faces, options)
    progress("impose", game.title)
    try:
        jobs = _jobs(game, printed, options, changed, faces if options.stamp else {})
        # What draws its own outline brings its own bleed, so an explicit one takes no room from it.
        plans = {job.name: impose(job, _sheet_for(job.items[0].trim, options), style.fonts) for job in jobs}
    except FontError as failure:  # the title is printed on every sheet
        raise InputInvalid([Finding("error", "missing-glyph", game.name, f"the title: {failure}")]) from failure
    return PrintJob(game, printed, faces, press.to_print(plans, options), style, changed, notes)


def _sheet_for(trim: Trim, options: BuildOptions) -> SheetOptions:
    """The paper for pieces of that trim: with its places if it has any that they fit; what draws its own outline brings
    its own bleed, so that an explicit one takes no room from it.
    """
    sheet, template = options.sheet(), options.template
    if template is None or template.rotation(trim) is None:
        return replace(sheet, template=None, bleed=None if trim.outline.is_drawn else sheet.bleed)
    return replace(sheet, marks="none") if template.is_filled(trim) else sheet


def _out_of_place(printed: Iterable[Printed], template: SheetTemplate | None) -> Iterator[Finding]:
    """A note on pieces that are larger than the places of the sheet, and one on those that must be cut out of them."""
    if template is None:
        return
    components = [entry.component for entry in printed]
    place = measures(template.place)
    large = [each for each in components if template.rotation(each.trim) is None]
    small = [each for each in components if each not in large and not template.is_filled(each.trim)]
    for found, what in (
        (large, f"do not fit the places of {template.name} ({place}), and are laid on plain sheets of the same paper"),
        (small, f"are smaller than the places of {template.name} ({place}), and are to be cut out of them"),
    ):
        if groups := tuple(dict.fromkeys(each.group for each in found)):
            yield Finding("note", "sheet-template", ", ".join(groups), f"{len(found)} kinds of pieces {what}")


def _boxes(game: Game, options: BuildOptions, on_paper: bool) -> Iterator[Printed]:
    """Boxes for the cards, where they are asked for."""
    unasked = next((name for name in ("stock", "sleeves", "boxed") if getattr(options, name)), None)
    if unasked and not options.wants_tuckbox:
        raise UsageError(f"--{unasked}: only boxes for cards ask for it; add --tuckbox, or leave it out")
    if options.wants_tuckbox:
        from pnp.build.tuckboxes import tuckboxes

        for box in tuckboxes(game, options, on_paper):
            yield Printed(box.component, options.copies, box=box)


def _with_bleed(game: Game, bleed: float, scale: float) -> Game:
    """The game drawn with as much bleed as is asked for, on paper; what draws its own outline has none."""
    shrunk = {each for own in game.components if own.kind in _SCALED_KINDS for each in (own.id, own.back)}

    def wider(piece: _Piece) -> _Piece:
        if piece.trim.outline.is_drawn:
            return piece
        return replace(piece, trim=replace(piece.trim, bleed=bleed / scale if piece.id in shrunk else bleed))

    return replace(game, components=tuple(map(wider, game.components)), backs=tuple(map(wider, game.backs)))


def _scaled(
    printed: Iterable[Printed], faces: Mapping[str, Face], scale: float
) -> tuple[tuple[Printed, ...], dict[str, Face]]:
    """Boards, and what stands on them, smaller on purpose."""
    entries, scaled = [], dict(faces)
    for entry in printed:
        component = entry.component
        if component.kind not in _SCALED_KINDS:
            entries.append(entry)
            continue
        ids = (each for each in (component.id, component.back) if each is not None)
        scaled |= {identifier: faces[identifier].scaled(scale) for identifier in ids}
        smaller = replace(component, trim=component.trim.scaled(scale))
        entries.append(replace(entry, component=smaller, scale=scale))
    return tuple(entries), scaled


def _tiled(
    printed: Iterable[Printed], faces: Mapping[str, Face], sheet: SheetOptions, wording: Wording
) -> tuple[tuple[Printed, ...], dict[str, Face]]:
    """Boards that are larger than the paper become tiles, each a piece of its own with the id `board/tile-1`."""
    entries: list[Printed] = []
    tiled = dict(faces)
    for entry in printed:
        component = entry.component
        if not _is_tiled(component, sheet):
            entries.append(entry)
            continue
        for part, face in in_tiles(entry, faces[component.id], tiles(component.trim, sheet, component.id), wording):
            tiled[face.id] = face
            entries.append(part)
    return tuple(entries), tiled


def in_tiles(entry: Printed, whole: Face, cut: Iterable[Tile], wording: Wording) -> Iterator[tuple[Printed, Face]]:
    """The tiles of a large piece as pieces of their own, each with its face; their backs are blank."""
    component, symbol = entry.component, Symbol(f"whole/{whole.id}", whole.shapes, whole.trim.bleed_box)
    for tile in cut:
        identifier = f"{component.id}/tile-{tile.number}"
        numbered = {"component": component.name, "number": tile.number, "count": tile.of}
        name = wording("{component}, tile {number} of {count}", **numbered)
        piece = replace(component, id=identifier, name=name, trim=tile.trim, back=None)
        yield replace(entry, component=piece, tile=tile), tile.face(symbol, identifier)


def _is_tiled(component: Component, sheet: SheetOptions) -> bool:
    one_sided = replace(sheet, sides="fronts") if component.back is None else sheet
    return component.kind in TILED_KINDS and needs_tiles(component.trim, one_sided)


def faint_texts(game: Game, faint_by_face: Mapping[str, Iterable[Faint]]) -> Iterator[Finding]:
    """A warning for each two colours with which texts are hard to see, at the first face that has them."""
    where = {piece.id: piece.where for piece in game.faces()}
    found: dict[tuple[Colour, Colour], list[tuple[str, Faint]]] = {}
    for identifier, faint_ones in faint_by_face.items():
        for faint in faint_ones:
            found.setdefault((faint.colour, faint.ground), []).append((identifier, faint))
    for texts in found.values():
        identifier, faint = texts[0]
        more = f", and so do {len(texts) - 1} more" if len(texts) > 1 else ""
        message = f"{identifier}: {faint}{more}; take another colour, or another ground"
        yield Finding("warning", "text-faint", where.get(identifier) or identifier, message)


def _backless(printed: Iterable[Printed], sheet: SheetOptions) -> Iterator[Finding]:
    """A note on each board whose back is not printed: tiles are glued over one another, which one side can show."""
    for component in (entry.component for entry in printed):
        if component.back is not None and _is_tiled(component, sheet):
            yield without_back(component)


def without_back(component: Component) -> Finding:
    """The note on a board that is printed in tiles."""
    message = "is larger than the paper and printed in tiles, without its back; larger paper holds both sides"
    return Finding("note", "tiles-one-sided", component.id, message)


def edition_of(game: Game, options: BuildOptions) -> str:
    """The edition that is asked for, or the first of the game's; UsageError for one that it does not have."""
    wanted = options.edition or game.editions[0]
    if wanted not in game.editions:
        raise UsageError(f"--edition: {game.title} has no edition '{wanted}'; there are {', '.join(game.editions)}")
    return wanted


def _printed(game: Game, options: BuildOptions) -> Iterator[Printed]:
    low, high = game.players
    players = high if options.players is None else options.players
    if not low <= players <= high:
        raise UsageError(f"--players: {game.title} is for {low} to {high} players, not {players}")
    wanted = _wanted(game, options)
    total = sum(component.count(players) for component in wanted) * options.copies
    if total > _MOST_PIECES:
        raise UsageError(f"{game.title}: {total:,} pieces are more than the {_MOST_PIECES:,} of one build; print fewer")
    for component in wanted:
        if count := component.count(players) * options.copies:
            yield Printed(component, count)


def _wanted(game: Game, options: BuildOptions) -> tuple[Component, ...]:
    """What `--only` names by its group or its kind; all when nothing is named."""
    only, all_ = options.only, game.components
    groups = sorted({RULES, TUCKBOX, *(component.group for component in all_)})
    known = {BOX, *groups, *(component.kind for component in all_)}
    unknown = [name for name in only if name not in known]
    if unknown:
        hint = did_you_mean(unknown[0], groups) if len(unknown) == 1 else f"there are {', '.join(groups)}"
        named = " and no ".join(f"'{name}'" for name in unknown)
        raise UsageError(f"--only: {game.title} has no {named}; {hint}")
    return tuple(each for each in all_ if not only or each.group in only or each.kind in only)


def _faces(
    game: Game, artist: Artist[Component | Back], printed: Iterable[Printed], style: Style, options: BuildOptions
) -> dict[str, Face]:
    """Every face that is printed, by id; texts that do not fit and missing glyphs are all reported at once."""
    wanted = {each for entry in printed for each in (entry.component.id, entry.component.back)}
    drawings = [(piece.id, piece.where, partial(artist.face, piece)) for piece in game.faces() if piece.id in wanted]
    for entry in printed:
        if entry.box:
            from pnp.build.tuckboxes import draw_box

            box = partial(draw_box, entry.box, game, artist, style)
            drawings.append((entry.component.id, entry.component.where, box))
    faces, findings = drawn(drawings)
    if findings:
        raise InputInvalid(findings)
    grey = without_colour()
    return {name: face.in_grey(grey) for name, face in faces.items()} if options.ink == "gray" else faces


def drawn(drawings: Iterable[tuple[str, str, Callable[[], Face]]]) -> tuple[dict[str, Face], tuple[Finding, ...]]:
    """The faces by id of what has an id, a place in the files and a way to be drawn; and everything that is wrong with
    the others.
    """
    faces: dict[str, Face] = {}
    findings: list[Finding] = []
    for identifier, where, draw in drawings:
        try:
            faces[identifier] = draw()
        except InputInvalid as invalid:
            findings += invalid.findings
        except GlyphError as failure:
            findings += glyph_findings("the text", where or identifier, failure.font, failure.missing)
        except tuple(FAULTS) as failure:
            findings.append(Finding("error", FAULTS[type(failure)], where or identifier, f"{identifier}: {failure}"))
    return faces, gathered(told_once(findings))


def _version(game: Game, options: BuildOptions) -> str:
    """The version as sheets tell it: a draft never passes for the real thing."""
    return f"{game.version} {game.wording('draft')}" if options.draft else game.version


def _jobs(
    game: Game, printed: Iterable[Printed], options: BuildOptions, changed: Changes | None, stamped: Mapping[str, Face]
) -> Iterator[Job]:  # fmt: skip
    """A job for each file."""
    printed, said = tuple(printed), game.wording
    shown = {entry.component.id: entry.tile for entry in printed if entry.tile}
    scales = {entry.component.group: entry.scale for entry in printed}
    copies = (
        (entry.component, changed.copies(entry.component.id) if changed else range(1, entry.count + 1))
        for entry in printed
    )
    files = press.files(copies)
    for file in files if options.separate or options.template else press.sharing(files, options.sheet()):
        contents = "".join(press.told_contents(file.groups, file.name, said))
        sheet_label = SheetLabel(game.title, _version(game, options), contents, scales[file.groups[0]], said)
        name = f"{game.name}-{file.name}"
        if options.template and options.template.rotation(file.items[0].trim) is not None:
            name += f"-{options.template.name}"
        yield Job(name, file.items, sheet_label, stamped, shown, file.layout)
