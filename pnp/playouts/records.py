"""A record of play, played again without its seed; and one of a play that was left, to go on with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pnp import catalog
from pnp.definition.findings import printable, quoted
from pnp.definition.load import load_game
from pnp.definition.model import Game
from pnp.engine.action import Action
from pnp.engine.playout import MOST_STEPS
from pnp.engine.record import Header, outcome_as_json, read_record
from pnp.engine.referee import Outcome
from pnp.engine.replay import UNFINISHED, check_header, replay
from pnp.engine.requirements import ComponentSet, Piece
from pnp.engine.rules import Setup
from pnp.errors import Finding, InputInvalid, UsageError
from pnp.frozen import frozen
from pnp.playouts.play import PlayTable, data_digests, digest
from pnp.sources import SourceFile, source_of


@frozen(slots=False)
class Replayed:
    """What came of a record: `outcome` is the referee's, None where the play cannot be judged to its end."""

    game: str
    events: int
    outcome: Outcome | None
    findings: tuple[Finding, ...]
    sentences: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        return not any(finding.severity == "error" for finding in self.findings)

    def as_json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "ok": self.ok,
            "events": self.events,
            "outcome": None if self.outcome is None else outcome_as_json(self.outcome),
            "findings": [finding.as_json() for finding in self.findings],
        }


def replayed(
    path: Path, name: str | None, data: Mapping[str, Path], words: Path | None = None, language: str = "",
    cap: int = MOST_STEPS,
) -> Replayed:  # fmt: skip
    """Plays a record again without its seed; `name` is the game or folder to hold it against, unless its header says.

    What is wrong with the record is in the findings; raises InputMissing for a file that is not there, and
    InputInvalid for a list of words that is none. A play counts as called off after `cap` steps.
    """
    try:
        record = read_record(path)
    except InputInvalid as invalid:
        return Replayed("", 0, None, invalid.findings)
    game, events = record.header.game, len(record.lines)
    table = _table(record.header, str(path), name, data, words, language)
    if not isinstance(table, PlayTable):
        return Replayed(game, events, None, table)
    found = replay(table.referee, table.setup, record, str(path), cap)
    sentences = () if found.outcome is None else table.teller().ended(found.outcome)
    return Replayed(game, events, found.outcome, found.findings, tuple(sentences))


def resumed(
    path: Path, name: str | None, data: Mapping[str, Path], words: Path | None = None, language: str = ""
) -> tuple[PlayTable, Header, tuple[Action, ...]]:
    """The table of a play that was left, its header, and what was decided in it; see `replayed` for the arguments.

    Raises InputInvalid with all that is wrong with the record, and where it has an outcome, for then it is over.
    """
    record = read_record(path)
    table = _table(record.header, str(path), name, data, words, language)
    if not isinstance(table, PlayTable):
        raise InputInvalid(table)
    if record.outcome is not None:
        message = "the record has an outcome; nothing is left to play, and pnp replay plays it again"
        raise InputInvalid([Finding("error", "over", f"{path}:{len(record.lines) + 2}", message)])
    found = replay(table.referee, table.setup, record, str(path))
    wrong = [finding for finding in found.findings if finding.code != UNFINISHED]
    if wrong:
        raise InputInvalid(wrong)
    return table, record.header, found.actions


def _table(
    header: Header, file: str, name: str | None, data: Mapping[str, Path], words: Path | None, language: str
) -> PlayTable | tuple[Finding, ...]:
    """The table that a header describes, laid out again; or what is wrong with the header."""

    def wrong(*faults: str) -> tuple[Finding, ...]:
        return tuple(Finding("error", "header", f"{file}:1", fault) for fault in faults)

    if name is None and header.game not in catalog.played():
        known = ", ".join(catalog.played())
        return wrong(f"nobody knows the rules of {quoted(header.game)}; there are referees for {known}")
    folder = catalog.find(name or header.game)
    try:
        game = load_game(folder, data, header.variants, language=language)
    except UsageError as unknown:
        return wrong(f"the variant {unknown}")
    module, rules = catalog.refereed(game)
    listed = None if words is None else source_of(words)
    faults = wrong(*_differences(header, game, data, listed))
    setup = check_header(header, rules.options, game.players, file)
    if not isinstance(setup, Setup):
        return *faults, *setup
    if faults:
        return faults
    kit = ComponentSet(game, header.deck, listed)
    try:
        referee = module.referee(kit, rules)
        referee.start(setup)
    except UsageError as short:
        return wrong(str(short))
    return PlayTable(game, rules, kit, setup, module, referee, data, header.variants)


def _differences(header: Header, game: Game, data: Mapping[str, Path], words: SourceFile | None) -> Iterator[str]:
    """How the definition differs from the one that the record was played with, a sentence each."""
    if header.game != game.name:
        yield f"the record is of {quoted(header.game)}, not of {quoted(game.name)}; name the game that was played"
    elif header.version != game.version:
        yield f"version {quoted(header.version)} was played, and {game.version} is here; replay it with that version"
    for variant in sorted(header.variants.keys() - game.variants.keys()):
        yield f"{game.title} has no variant {quoted(variant)}; leave it out"
    digests = data_digests(game, data)
    for table, was in header.data.items():
        if digests.get(table) != was:
            yield f"the table {quoted(table)} was another file (SHA-256 {was[:12]}); give it with --data {table}=FILE"
    for table in data:
        if table not in header.data:
            yield f"the record was played with the game's own table {quoted(table)}; leave --data {table} out"
    if not header.words and words is not None:
        yield "the record was played without a list of words of one's own; leave --words out"
    elif header.words and (words is None or digest(words) != header.words.get("sha256")):
        name, sha256 = (header.words.get(key, "") for key in ("name", "sha256"))
        yield f"{quoted(name)} was the list of words (SHA-256 {printable(sha256[:12])}); give it with --words FILE"
    yield from _deck_faults(header.deck or (), game)


def _deck_faults(deck: Sequence[Piece], game: Game) -> Iterator[str]:
    """Cards of another deck that no card of the game could be."""
    if not deck:
        return
    if game.conversion is None:
        yield f"{game.title} cannot be made from another deck; leave 'deck' out"
        return
    match, free = game.conversion.match, game.conversion.free
    cards = {(own.part, own.values.get(match, "")) for own in game.components if own.kind == "card"}
    for piece in deck:
        known = piece.part == free if not piece.values else (piece.part, piece.values.get(match)) in cards
        if not known or set(piece.values) - {match}:
            yield f"the deck's {quoted(piece.id)} is no card of {game.title}; write part and values as pnp play does"
