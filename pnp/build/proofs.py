"""What is proved of a game besides its counts and plays: that it can be drawn, told apart, and says what was read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from itertools import chain

from pnp import catalog
from pnp.build import told_apart
from pnp.build.fonts import fonts_of
from pnp.build.rulebook import proofread as book_lacks
from pnp.definition.document import read_file
from pnp.definition.findings import Findings
from pnp.definition.model import Game
from pnp.drawing.face import FAULTS, Style
from pnp.engine.rules import Rules
from pnp.errors import Finding, InputInvalid, PlugInBroken, spoken
from pnp.preflight.sets import merging, merging_shapes
from pnp.sources import Sources

FILE = "proofread.toml"
ALWAYS = ("summary", "credits", "texts", "pieces", "decks", "rules", "options", "endings", "actions")
"""What is read from the first to the last passage; of tables and documents, only what has a mark."""


def unread(game: Game) -> tuple[Finding, ...]:
    """A finding for each passage that is gone, or that nobody has held against the rules as it stands.

    A copy of a game in another folder may have marks of its own; InputInvalid for a file of marks that cannot be read.
    """
    marks = _marks(game)
    if marks is None:
        return ()
    found = {name: mark(text) for name, text in passages(game, catalog.refereed(game)[1]).items()}
    return tuple(_findings(marks, found))


def mark(text: str) -> str:
    """Eight letters and digits that another text hardly has; spaces and line ends make no difference."""
    return sha256(" ".join(text.split()).encode()).hexdigest()[:8]


def passages(game: Game, rules: Rules) -> Mapping[str, str]:
    """Everything that can be read in the definition, by where it stands: `texts.turn`, `abilities.lion-2.text`."""
    found = {"summary": game.summary, "credits": game.credits}
    found |= {f"texts.{name}": text for name, text in game.texts.items()}
    named = (own for own in game.components if own.where.partition(":")[0] == game.sources[0].name)
    found |= {f"pieces.{own.id}": own.name for own in named}  # others are called by the names in their tables
    if game.conversion is not None:
        found |= {
            f"decks.{name}": file.read_bytes().decode(errors="replace") for name, file in game.conversion.decks.items()
        }
    for table in game.tables.values():
        for row in table.rows:
            found |= {f"{table.name}.{row[table.columns[0]]}.{column}": row[column] for column in table.columns[1:]}
    for name, document in game.documents.items():
        found |= dict(_written(name, document))
    for citation in rules.citations.values():
        words = (citation.title, citation.question, citation.text, citation.source, citation.people, citation.option)
        found[f"rules.{citation.id}"] = "\n".join(words)
    for option in rules.options.values():
        choices = (f"{word}: {text}" for word, text in option.choices.items())
        limits = f"{option.default} {option.low} {option.high} {option.many}"
        found[f"options.{option.name}"] = "\n".join((option.ruling, option.text, *choices, limits))
    found |= {f"endings.{name}": text for name, text in rules.endings.items()}
    for name, telling in rules.actions.items():
        found[f"actions.{name}"] = "\n".join((telling.choose, telling.tell, telling.hidden, telling.heading))
    return found


def _written(place: str, node: object) -> Iterator[tuple[str, str]]:
    """The texts of a document; an entry of a list is known by its id or kind, else by its number."""
    if isinstance(node, str):
        yield place, node
    elif isinstance(node, Mapping):
        for key, value in node.items():
            yield from _written(f"{place}.{key}", value)
    elif isinstance(node, list):
        for at, value in enumerate(node, 1):
            entry = value if isinstance(value, Mapping) else {}
            yield from _written(f"{place}.{entry.get('id') or entry.get('kind') or at}", value)


def _marks(game: Game) -> Mapping[str, str] | None:
    """The marks in the game's folder, or else where the game has its home; None where nobody made any."""
    home = catalog.home(game)
    folders = [game.folder, *([home] if home is not None else [])]
    folder = next((each for each in folders if (each / FILE).is_file()), None)
    if folder is None:
        return None
    findings = Findings()
    entries = read_file(Sources(folder).file(FILE), findings).data.get("marks")
    findings.finish(FILE)
    return {str(name): str(each) for name, each in entries.items()} if isinstance(entries, dict) else {}


def _findings(marks: Mapping[str, str], found: Mapping[str, str]) -> Iterator[Finding]:
    for name in marks.keys() - found.keys():
        yield Finding("error", "passage-gone", name, f"it was read and is gone; put it back, or take it out of {FILE}")
    for name, own in found.items():
        if own == marks.get(name) or (name not in marks and name.partition(".")[0] not in ALWAYS):
            continue
        what = "says otherwise than when it was held against the rules" if name in marks else "is new"
        mend = f'read it against them and, if it holds, write "{name}" = "{own}" under [marks] of {FILE}'
        yield Finding("error", "unread", name, f"the passage {what}; undo the change, or {mend}")


def undrawn(game: Game) -> tuple[Finding, ...]:
    """What keeps a build from drawing the pieces in the usual edition, and marks that nobody could tell apart."""
    fonts, pieces = fonts_of(game), tuple(game.faces())
    usual, *others = (Style(fonts, edition) for edition in game.editions)
    gallery = told_apart.DrawnPieces(game, usual)
    # Colours and shapes of a set that players would take for one another.
    marked = told_apart.recorded(game)
    undrawable = (*_undrawable(gallery, pieces), *merging(marked), *merging_shapes(marked))
    unseen = (
        told_apart.undrawn(game, usual, pieces, gallery),
        *(told_apart.undrawn(game, style, pieces) for style in others),
    )
    return tuple(dict.fromkeys((*undrawable, *chain.from_iterable(unseen))))


def _undrawable(gallery: told_apart.DrawnPieces, pieces: Iterable[told_apart.Piece]) -> Iterator[Finding]:
    try:
        gallery.artist()
    except PlugInBroken:
        raise
    except InputInvalid as invalid:
        yield from invalid.findings
        return
    for piece in pieces:
        try:
            gallery.face(piece)
        except InputInvalid as invalid:
            yield from invalid.findings
        except tuple(FAULTS) as fault:
            yield Finding("error", FAULTS[type(fault)], piece.where or piece.id, f"{piece.id}: {fault}")
        except Exception as fault:
            # An artist knows its own game as it comes, and may stumble over anything else.
            yield Finding("error", "drawing", piece.where or piece.id, f"{piece.id} cannot be drawn: {spoken(fault)}")


def proofread(game: Game) -> tuple[Finding, ...]:
    """What nobody has held against the rules as it stands, and what the book leaves out of the rules and the box."""
    try:
        return (*unread(game), *book_lacks(game))
    except InputInvalid as invalid:
        return invalid.findings
