"""Writes and binds the rulebook of a game as it was asked for, and puts its files into the output folder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from pathlib import Path

from pnp import catalog, output
from pnp.binding import Bound, Form, Make, finished, to_read
from pnp.build import document_of
from pnp.definition.load import load_game
from pnp.definition.model import Game
from pnp.drawing.face import Face, Style
from pnp.drawing.faults import FAULTS
from pnp.drawing.fonts import built_in_fonts
from pnp.errors import Finding, InputInvalid, UsageError
from pnp.frozen import frozen
from pnp.manifest import MadeFile
from pnp.options import RULES, BuildOptions
from pnp.prepare import PrintJob, Progress
from pnp.rulebook.blocks import Book
from pnp.rulebook.book import faces_in, missing, written
from pnp.rulebook.examples import ExampleFinder
from pnp.rulebook.inventory import Pieces


@frozen
class RulesOptions:
    """Which book is wanted and in which forms; language (what `--lang` says) and edition are the game's own
    where they are empty."""

    forms: tuple[Form, ...] = ("pdf",)
    make: Make = field(default_factory=Make)
    language: str = ""
    edition: str = ""
    data: Mapping[str, Path] = field(default_factory=dict)


@frozen
class Written:
    """What was written: the paths of the files, and notes on what had no room in them."""

    paths: tuple[Path, ...]
    notes: tuple[Finding, ...]


def make_rules(name: str, options: RulesOptions, out: Path, progress: Progress) -> Written:
    """Writes the book of a game into `out/<name>` in every form asked for.

    Raises UsageError for what cannot be had, InputInvalid for mistakes in the definition or in the book's text.
    """
    progress("define", name)
    game = load_game(catalog.find(name), options.data, language=options.language)
    folder, reads = out / game.name, [source.path for source in game.sources]
    output.keep_apart(folder, game.folder, reads)
    progress("draw", game.title)
    style = style_of(game, options.edition, options.make)
    # The zine is another, shorter book than all the other forms.
    books = {short: bound(game, style, short) for short in {form == "zine" for form in options.forms}}
    progress("render", game.title)
    files = [finished(books[form == "zine"], form, options.make) for form in options.forms]
    progress("record", str(folder))
    with output.locked(folder):
        output.write(folder, {file.name: file.data for file in files}, reads=reads)
    return Written(tuple(folder / file.name for file in files), tuple(note for file in files for note in file.notes))


def style_of(game: Game, edition: str, make: Make) -> Style:
    """How the pieces in the book's pictures are drawn; UsageError for an edition that the game does not have."""
    wanted = edition or game.editions[0]
    if wanted not in game.editions:
        raise UsageError(f"--edition: {game.title} has no edition '{wanted}'; there are {', '.join(game.editions)}")
    fonts = built_in_fonts().with_files(game.design.fonts).in_language(game.language)
    return Style(fonts, wanted, make.ink == "saver")


def book_of(game: Game, short: bool = False) -> Book:
    """The book of a game as its definition stands; UsageError where it has no referee or nobody wrote its book."""
    module, rules = catalog.refereed(game)
    company = ExampleFinder(Pieces.of(game), rules, module, catalog.stories_of(game))
    return written(company, catalog.templates_of(game), short)


def proofread(game: Game) -> tuple[Finding, ...]:
    """What the book of a game leaves out of its rules and its box; a note where nobody wrote its book."""
    try:
        book = book_of(game)
    except UsageError as nobody:
        return (Finding("note", "no-rulebook", game.name, str(nobody)),)
    except InputInvalid as invalid:
        return invalid.findings
    return missing(book, game, catalog.refereed(game)[1])


def bound(game: Game, style: Style, short: bool = False, drawn: Mapping[str, Face] | None = None) -> Bound:
    """The book with every face that it shows; those already `drawn` in this style are not drawn again.

    Raises UsageError and InputInvalid, as `book_of` does, and InputInvalid for a face that cannot be drawn.
    """
    book = book_of(game, short)
    artist, faces, wanted = catalog.artist_of(game, style), dict(drawn or {}), faces_in(book)
    for piece in game.faces():
        if piece.id in wanted and piece.id not in faces:
            try:
                faces[piece.id] = artist.face(piece)
            except tuple(FAULTS) as fault:
                where = piece.where or piece.id
                raise InputInvalid([Finding("error", FAULTS[type(fault)], where, f"{piece.id}: {fault}")]) from fault
    shown = {identifier: face for identifier, face in faces.items() if identifier in wanted}
    return Bound(book, shown, document_of(game, style, None))


def printed_rules(box: PrintJob, options: BuildOptions) -> tuple[tuple[MadeFile, ...], tuple[Finding, ...]]:
    """The book as a file of a build; none for a game that nobody wrote one for, unless it was asked for by name.

    A changed copy of a game can lack what its book shows; then a warning says so, and everything else is printed.
    """
    asked = RULES in options.only
    drawn = box.faces if options.board_scale == 1 else {}
    try:
        book = bound(box.game, box.style, drawn=drawn)
        file = to_read(book, Make(options.paper, ink=options.ink))
    except UsageError:
        if asked:
            raise
        return (), ()
    except InputInvalid as invalid:
        if asked or not _is_changed(box.game, options):
            raise
        sentence = f"there is no rulebook of this game as you have changed it: {invalid.findings[0]}"
        return (), (Finding("warning", "no-rulebook", box.game.name, sentence),)
    return (MadeFile(file.name, RULES, file.data, file.plan, False, file.expected),), ()


def _is_changed(game: Game, options: BuildOptions) -> bool:
    """Whether the game is another than the one that comes with pnp."""
    return bool(options.data) or game.folder.resolve() != catalog.find(game.name).resolve()
