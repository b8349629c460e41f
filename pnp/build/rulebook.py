"""Writes the rulebook of a game in any of its forms, to read, to fold, as HTML or Markdown, into the output folder."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from functools import partial
from pathlib import Path
from typing import Literal

from pnp import catalog, output
from pnp.build.fonts import fonts_of
from pnp.build.job import PrintJob, Progress, document_of
from pnp.build.manifest import MadeFile
from pnp.build.options import RULES, BuildOptions
from pnp.definition.findings import quoted, suggest
from pnp.definition.load import ONE_LANGUAGE, PLAY, load_game
from pnp.definition.model import Back, Component, Game
from pnp.drawing.face import (
    FAULTS,
    Artist,
    CoverDesign,
    CoverDesigner,
    Face,
    Ink,
    Style,
    SymbolArtist,
    symbol_face,
    without_colour,
)
from pnp.drawing.fonts import FontError
from pnp.errors import Finding, InputInvalid, UsageError
from pnp.frozen import frozen
from pnp.geometry import DRAWN, Box, Size, Trim
from pnp.imposition.booklet import PAGES, BookletOptions, booklet, zine, zine_page
from pnp.imposition.marks import SheetLabel
from pnp.imposition.papers import paper_size, paper_word
from pnp.imposition.plan import DrawnPlan, Printer, SheetPlan, corrected, one_a_page
from pnp.renderers.base import DocumentInfo, OutlineEntry, render
from pnp.renderers.pdf import PdfRenderer
from pnp.renderers.tagged import TaggedPdfRenderer
from pnp.rulebook.book import faces_in, find_omissions, write_book
from pnp.rulebook.examples import ExampleFinder
from pnp.rulebook.own_book import rules_left_out, write_own_book
from pnp.rulebook.played import played
from pnp.rulebook.values import Inventory
from pnp.sources import templates
from pnp.typesetting.blocks import SYMBOL, Book, Figure, PlacedFace
from pnp.typesetting.figures import symbol_of
from pnp.typesetting.format import A5, HALF_LETTER, LARGE, LARGE_LETTER, ZINE_A7, ZINE_LETTER, PageFormat
from pnp.typesetting.pages import COVER, PageOfBook, page_face, typeset
from pnp.typesetting.writers import Pictures, html, plain_text

Form = Literal["pdf", "booklet", "zine", "html", "md"]
STYLE = "rules/book.css"
_AMERICAN = frozenset({"letter", "legal", "tabloid"})
_COVER, _COVER_FACE = (148.0, 118.0), "cover"  # mm: the picture on a cover, for forms without pages
_LARGER, _SMALLER = (8.25, 8.75, 9.25), (7.25, 6.75, 6.25)  # points, for a zine whose text is too short or too long


@frozen
class BookPrinting:
    """How a book is printed: on which paper, in large print or not, with what ink, and for which printer."""

    paper: str = "a4"
    large: bool = False
    ink: Ink = "full"
    printer: Printer | None = None

    @property
    def page(self) -> PageFormat:
        """The page that suits the paper: half of it, or in large print all of it. UsageError for an unknown paper."""
        paper_size(self.paper)
        if self.large:
            return LARGE_LETTER if self._american else LARGE
        return HALF_LETTER if self._american else A5

    @property
    def small_page(self) -> PageFormat:
        """An eighth of the paper."""
        return replace(ZINE_LETTER if self._american else ZINE_A7, size=zine_page(paper_size(self.paper)))

    @property
    def _american(self) -> bool:
        return self.paper.lower() in _AMERICAN


@frozen
class PreparedBook:
    """A book ready for any form: its blocks, the faces that it shows, and what its files say of themselves."""

    book: Book
    faces: Mapping[str, Face]
    document: DocumentInfo
    cover: CoverDesign | None = None

    @property
    def name(self) -> str:
        return f"{self.book.game}-{RULES}"

    @property
    def sheet_label(self) -> SheetLabel:
        wording = self.book.wording
        return SheetLabel(self.book.title, self.book.version, wording.said("groups", RULES), wording=wording)


def finish_book(prepared: PreparedBook, form: Form, printing: BookPrinting) -> MadeFile:
    """The file of one form; UsageError where it cannot be folded from that paper."""
    match form:
        case "pdf":
            return to_read(prepared, printing)
        case "booklet":
            return _to_fold(prepared, printing)
        case "zine":
            return _on_one_sheet(prepared, printing)
        case "html":
            from pnp.renderers.svg import name_of, sprite  # few books are for a browser

            symbols = {name: symbol_of(face) for name, face in sorted(prepared.faces.items())}
            pictures = Pictures(sprite(symbols.values(), prepared.document), symbols, name_of)
            style = (templates() / STYLE).read_text(encoding="utf-8")
            return MadeFile(f"{prepared.name}.html", RULES, html(prepared.book, pictures, style).encode(), None, False)
        case "md":
            return MadeFile(f"{prepared.name}.md", RULES, plain_text(prepared.book).encode(), None, False)


def pages_of(prepared: PreparedBook, printing: BookPrinting, page: PageFormat) -> tuple[PageOfBook, ...]:
    """The pages of the book, cover first; InputInvalid for a character that the fonts do not have."""
    try:
        fonts, saver = prepared.document.fonts, printing.ink == "saver"
        pages = typeset(prepared.book, page, fonts, prepared.faces, saver, prepared.cover)
    except FontError as fault:
        raise InputInvalid([Finding("error", "missing-glyph", prepared.name, str(fault))]) from fault
    if printing.ink != "gray":
        return pages
    grey = without_colour()
    return tuple(replace(each, face=each.face.in_grey(grey)) for each in pages)


def to_read(prepared: PreparedBook, printing: BookPrinting) -> MadeFile:
    """A tagged PDF of single pages, one after the other; its outline lists the cover and the headings."""
    pages = pages_of(prepared, printing, printing.page)
    faces = [each.face for each in pages]
    headings = (entry for page in pages for entry in page.entries)
    outline = [OutlineEntry(each.level, f"{each.number} {each.text}".strip(), each.anchor) for each in headings]
    document = replace(prepared.document, outline=(OutlineEntry(1, prepared.book.title, COVER), *outline))
    name = f"{prepared.name}{'-large' if printing.large else ''}.pdf"
    plan = one_a_page(faces, faces[0].trim.size)
    return _rendered(name, plan, faces, TaggedPdfRenderer(document), document, inline=True)


def _to_fold(prepared: PreparedBook, printing: BookPrinting) -> MadeFile:
    """Sheets with two pages a side, to fold and staple."""
    name = f"{prepared.name}-booklet{'-large' if printing.large else ''}-{paper_word(printing.paper)}"
    faces = [each.face for each in pages_of(prepared, printing, printing.page)]
    options = BookletOptions(paper_size(printing.paper))
    plan = booklet(name, faces, options, prepared.sheet_label, prepared.document.fonts)
    plan = corrected(plan, printing.printer) if printing.printer else plan
    return _imposed(prepared, name, plan, faces)


def _on_one_sheet(prepared: PreparedBook, printing: BookPrinting) -> MadeFile:
    """Eight small pages on one side of a sheet."""
    name = f"{prepared.name}-zine-{paper_word(printing.paper)}"
    faces = _zine_faces(prepared, printing)
    plan = zine(name, faces, paper_size(printing.paper), prepared.sheet_label, prepared.document.fonts)
    return _imposed(prepared, name, plan, faces)


def _zine_faces(prepared: PreparedBook, printing: BookPrinting) -> list[Face]:
    """Pages of the type that fills all eight best; one more is empty where the type leaves it so.

    A language may need more words than the one that the text was written in.
    """
    page = printing.small_page

    def pages(body: float) -> list[Face]:
        return [each.face for each in pages_of(prepared, printing, replace(page, body=body))]

    faces = pages(page.body)
    if len(faces) > PAGES:
        tries = (pages(body) for body in _SMALLER)
        faces = next((smaller for smaller in tries if len(smaller) <= PAGES), faces)
    else:
        for body in _LARGER:
            if len(faces) < PAGES and len(larger := pages(body)) <= PAGES:
                faces = larger
    return faces + [page_face(prepared.book, number, page) for number in range(len(faces) + 1, PAGES + 1)]


def _imposed(prepared: PreparedBook, name: str, plan: SheetPlan, faces: Sequence[Face]) -> MadeFile:
    document = replace(prepared.document, flip=plan.duplexing.flip)
    return _rendered(f"{name}.pdf", plan, faces, PdfRenderer(document), document)


def _rendered(
    name: str,
    plan: SheetPlan,
    faces: Sequence[Face],
    renderer: PdfRenderer,
    document: DocumentInfo,
    inline: bool = False,
) -> MadeFile:
    by_id = {face.id: face for face in faces}
    data = render(plan, by_id, renderer)
    return MadeFile(name, RULES, data, plan, False, DrawnPlan(plan, by_id, document.fonts, renderer.pictures, inline))


@frozen
class RulesOptions:
    """Which book is wanted and in which forms; language (what `--lang` says) and edition are the game's own
    where they are empty."""

    forms: tuple[Form, ...] = ("pdf",)
    printing: BookPrinting = field(default_factory=BookPrinting)
    language: str = ""
    edition: str = ""
    data: Mapping[str, Path] = field(default_factory=dict)
    workspace: Path | None = None


@frozen
class WrittenRules:
    """What was written: the paths of the files, and notes on what had no room in them."""

    paths: tuple[Path, ...]
    notes: tuple[Finding, ...]


def make_rules(name: str, options: RulesOptions, out: Path, progress: Progress) -> WrittenRules:
    """Writes the book of a game into `out/<name>` in every form asked for.

    Raises UsageError for what cannot be had, InputInvalid for mistakes in the definition or in the book's text.
    """
    progress("define", name)
    place = catalog.find(name)
    game = load_game(place, options.data, language=options.language, workspace=options.workspace)
    folder, reads = out / game.name, [source.path for source in game.sources]
    output.keep_apart(folder, game.folder, reads)
    progress("draw", game.title)
    style = style_of(game, options.edition, options.printing)
    # The zine is another, shorter book than all the other forms.
    books = {short: prepare_book(game, style, short) for short in {form == "zine" for form in options.forms}}
    progress("render", game.title)
    files = [finish_book(books[form == "zine"], form, options.printing) for form in options.forms]
    progress("record", str(folder))
    with output.locked(folder):
        output.write(folder, {file.path: file.data for file in files}, reads=reads)
    stays = (remark for remark in game.remarks if remark.code == ONE_LANGUAGE)
    left_out = _data_left_out(game, next(iter(books.values())).book)
    notes = (*stays, *left_out, *(note for file in files if file.plan for note in file.plan.notes))
    return WrittenRules(tuple(folder / file.path for file in files), notes)


def style_of(game: Game, edition: str, printing: BookPrinting) -> Style:
    """How the pieces in the book's pictures are drawn; UsageError for an edition that the game does not have."""
    wanted = edition or game.editions[0]
    if wanted not in game.editions:
        raise UsageError(f"--edition: {game.title} has no edition '{wanted}'; there are {', '.join(game.editions)}")
    fonts = fonts_of(game)
    return Style(fonts, wanted, printing.ink == "saver")


def book_of(game: Game, short: bool = False) -> Book:
    """The book of a game as its definition stands, by the folder's own text where it brings one; UsageError where it
    has neither that nor a referee, or nobody wrote its book.
    """
    is_data = catalog.has_rules_as_data(game)
    if game.rules is not None or is_data:
        told = played(game, *catalog.refereed(game)) if is_data else None
        return write_own_book(game, game.rules, catalog.templates_of(game), short, told)
    module, rules = catalog.refereed(game)
    finder = ExampleFinder(Inventory.of(game), rules, module, catalog.stories_of(game))
    return write_book(finder, catalog.templates_of(game), short)


def proofread(game: Game) -> tuple[Finding, ...]:
    """What the book of a game leaves out of its rules and its box; a note where nobody wrote its book."""
    try:
        book = book_of(game)
    except UsageError as nobody:
        return (Finding("note", "no-rulebook", game.name, str(nobody)),)
    except InputInvalid as invalid:
        return invalid.findings
    if catalog.has_rules_as_data(game):
        return _data_left_out(game, book)
    return find_omissions(book, game, catalog.refereed(game)[1])


def _data_left_out(game: Game, book: Book) -> tuple[Finding, ...]:
    """What a text of the deck's own leaves out of its rules as data."""
    if game.rules is None or not catalog.has_rules_as_data(game):
        return ()
    return rules_left_out(book, game.rules.name, catalog.refereed(game)[1])


def prepare_book(
    game: Game, style: Style, short: bool = False, drawn: Mapping[str, Face] | None = None
) -> PreparedBook:
    """The book with every face that it shows; those already `drawn` in this style are not drawn again.

    Raises UsageError and InputInvalid, as `book_of` does, and InputInvalid for a face that cannot be drawn.
    """
    book = book_of(game, short)
    artist, faces = catalog.artist_of(game, style), dict(drawn or {})
    cover = artist.cover_design() if isinstance(artist, CoverDesigner) else None
    if cover is not None:
        box = Box(0, 0, *_COVER)
        face = Face(_COVER_FACE, Trim(Size(*_COVER), DRAWN, bleed=0.0, safe=0.0), tuple(cover.picture(box, box)))
        faces[face.id] = face
        figure = Figure((PlacedFace(face.id, 0.0, 0.0),), (), *_COVER, book.cover.alt)
        book = replace(book, cover=figure)
    wanted = faces_in(book)
    for piece in game.faces():
        if piece.id in wanted and piece.id not in faces:
            faces[piece.id] = _drawn(partial(artist.face, piece), piece.id, piece.where or piece.id)
    for name in sorted(wanted):
        if name.startswith(SYMBOL):
            faces[name] = draw_symbol(artist, name, game)
    turns = {piece.id: game.turn_of(piece) for piece in game.faces()}
    shown = {name: face.turned(-turns.get(name, 0)) for name, face in faces.items() if name in wanted}
    return PreparedBook(book, shown, document_of(game, style, None), cover)


def _drawn(draw: Callable[[], Face], name: str, where: str) -> Face:
    """A face; InputInvalid where it cannot be drawn."""
    try:
        return draw()
    except tuple(FAULTS) as fault:
        raise InputInvalid([Finding("error", FAULTS[type(fault)], where, f"{name}: {fault}")]) from fault


def draw_symbol(artist: Artist[Component | Back], name: str, game: Game) -> Face:
    """An icon that the book shows; InputInvalid for one that no piece bears."""
    icon = name.removeprefix(SYMBOL)
    known = artist.symbols if isinstance(artist, SymbolArtist) else ()
    if not isinstance(artist, SymbolArtist) or icon not in known:
        sentence = f"symbol({quoted(icon)}) is no icon of the pieces; {suggest(icon, known)}"
        raise InputInvalid([Finding("error", "unknown-symbol", f"rules/{game.name}.md", sentence)])
    return _drawn(lambda: symbol_face(name, artist.symbol(icon)), name, icon)


def printed_rules(box: PrintJob, options: BuildOptions) -> tuple[tuple[MadeFile, ...], tuple[Finding, ...]]:
    """The book as a file of a build; none for a game that nobody wrote one for, unless it was asked for by name.

    A changed copy of a game can lack what its book shows, and rules as data may not be ready while cards are printed;
    then a warning says so, and everything else is printed.
    """
    asked = RULES in options.only
    drawn = box.faces if options.board_scale == 1 else {}
    try:
        book = prepare_book(box.game, box.style, drawn=drawn)
        left_out = _data_left_out(box.game, book.book)
        return (to_read(book, BookPrinting(options.paper, ink=options.ink)),), left_out
    except UsageError:
        if asked:
            raise
        return (), ()
    except InputInvalid as invalid:
        first = invalid.findings[0]
        if asked:
            raise
        if all(each.where.startswith(f"{PLAY}:") for each in invalid.findings):
            sentence = f"no rulebook is made of rules with mistakes: {first}; pnp validate tells them all"
        elif box.game.rules is None and _is_changed(box.game, options):
            sentence = f"there is no rulebook of this game as you have changed it: {first}"
        else:
            raise
        return (), (Finding("warning", "no-rulebook", box.game.name, sentence),)


def _is_changed(game: Game, options: BuildOptions) -> bool:
    """Whether the game is another than the one that comes with pnp."""
    return bool(options.data) or game.folder.resolve() != catalog.find(game.name).resolve()
