"""Plays a game with given players and seeds, tells it as it happens, records it, and replays such a record."""

from __future__ import annotations

import secrets
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

from pnp import catalog
from pnp.definition.conversion import pull_list
from pnp.definition.findings import printable, quoted, suggest
from pnp.definition.load import load_game
from pnp.definition.model import Game
from pnp.engine.action import MOST_SEED, OVER, Action, Event, Look, Player, Rng
from pnp.engine.narration import Teller
from pnp.engine.playout import MOST_STEPS, OngoingPlay, Seeds, ended, steps
from pnp.engine.record import Header, Record, numbered, outcome_as_json, read_record
from pnp.engine.referee import (
    HUMAN,
    PLAYER_KINDS,
    RANDOM,
    SEARCH,
    SENSIBLE,
    Outcome,
    Referee,
    RefereeModule,
    Refusal,
    SeatView,
    Step,
    player_of,
    who_decides,
)
from pnp.engine.replay import UNFINISHED, Replay, check_header, replay, write_option
from pnp.engine.requirements import ComponentSet, Piece, pulled_components
from pnp.engine.rules import Rules, Setup, read_setup
from pnp.engine.search import USUAL_BUDGET, SearchBudget
from pnp.errors import Finding, InputInvalid, InputMissing, UsageError
from pnp.frozen import frozen
from pnp.language.wording import ENGLISH, Wording
from pnp.playouts.proving import MOST_STEPS as MOST_WATCHED
from pnp.playouts.specification import SEATINGS, Asked, each_seat, seats_of
from pnp.sources import SourceFault, SourceFile, source_of

_EASY_SEED = 10**9


@frozen(slots=False)
class PlayTable:
    """A game laid out for a play: its pieces, its referee, and what was agreed on."""

    game: Game
    rules: Rules
    kit: ComponentSet
    setup: Setup
    module: RefereeModule
    referee: Referee[Any]
    data: Mapping[str, Path]
    variants: Mapping[str, str]
    workspace: Path | None = None

    def deciding(self, kind: str) -> str:
        """Who decides where a kind is asked for (see `who_decides`)."""
        return who_decides(kind, self.module, self.referee)

    def player(self, kind: str, budget: SearchBudget = USUAL_BUDGET) -> Player:
        """A player of a kind (see `player_of`)."""
        return player_of(self.deciding(kind), self.module, self.kit, budget)

    @property
    def nobody_wins(self) -> str:
        """Why nobody here can play to win, in a sentence; empty where somebody can."""
        if self.deciding(SENSIBLE) != RANDOM:
            return ""
        return f"Nobody can play to win here but people, and others play at random: {self.referee.unsampled}."

    def header(self, seeds: Seeds, seats: Sequence[str]) -> Header:
        digests = data_digests(self.game, self.data)
        words = self.kit.words
        return Header(
            self.game.name, self.game.version, self.setup.players, seeds.chance, seeds.choices,
            self.setup.options, tuple(seats), digests, self.kit.deck, self.variants,
            {} if words is None else {"name": words.name, "sha256": digest(source_of(words))},
        )  # fmt: skip

    def teller(self, you: int | None = None) -> Teller:
        pieces = self.kit.pieces(self.setup.players)
        named = self.referee.called(Teller(self.rules, pieces).line)
        return Teller(replace(self.rules, tables={**self.rules.tables, **named}), pieces, you)


def lay(
    name: str, players: int | None, given: Mapping[str, str], data: Mapping[str, Path], deck: str | None = None,
    variants: Mapping[str, str] | None = None, words: Path | None = None, language: str = "",
    workspace: Path | None = None,
) -> PlayTable:  # fmt: skip
    """Lays out a game, for a number of players in the middle of what it takes unless one is given.

    `given` are options of the rules as texts, `deck` is another deck to play with (a name or the path of a CSV file),
    `variants` choose among what the definition offers, `words` is a list of words in place of the game's own,
    `language` is what `--lang` says: the play is told in it, and is the same in every language. Raises
    UsageError, InputMissing or InputInvalid for what is wrong with any of them.
    """
    game = load_game(catalog.find(name), data, variants, language=language, workspace=workspace)
    return lay_loaded(game, players, given, data, deck, variants, words, workspace)


def lay_loaded(
    game: Game, players: int | None, given: Mapping[str, str], data: Mapping[str, Path], deck: str | None = None,
    variants: Mapping[str, str] | None = None, words: Path | None = None, workspace: Path | None = None,
) -> PlayTable:  # fmt: skip
    """The same for a game that has been loaded, from those data and with those variants."""
    module, rules = catalog.refereed(game)
    fewest, most = game.players
    setup = read_setup(rules.options, game.players, (fewest + most) // 2 if players is None else players, given)
    listed = None if words is None else source_of(words)
    kit = ComponentSet(game, None, listed)
    if deck is not None:
        kit = pulled_components(game, pull_list(game, deck, setup.players, "--deck"), listed)
    referee = module.referee(kit, rules)
    for unknown in sorted((variants or {}).keys() - game.variants.keys()):
        raise UsageError(f"--variant: {game.title} has no {quoted(unknown)}; {suggest(unknown, game.variants)}")
    return PlayTable(game, rules, kit, setup, module, referee, data, variants or {}, workspace)


def seeds_of(seed: int | None, choice_seed: int | None) -> Seeds:
    """The seeds given; where there is none, a fresh one that is short enough to type again."""
    for name, value in (("--seed", seed), ("--choice-seed", choice_seed)):
        if value is not None and not 0 <= value <= MOST_SEED:
            raise UsageError(f"{name}: {value} is no seed; write a whole number from 0 to {MOST_SEED}")
    return Seeds.of(secrets.randbelow(_EASY_SEED) if seed is None else seed, choice_seed)


def seated(table: PlayTable, kinds: str, human: int | None) -> tuple[str, ...]:
    """What decides for each seat: those kinds in turn (see `each_seat`), and a person at one seat if there is one."""
    players = table.setup.players
    if human is not None and not 1 <= human <= players:
        raise UsageError(f"--human: there is no seat {human} at a table of {players}; name one from 1 to {players}")
    return tuple(HUMAN if seat == human else kind for seat, kind in enumerate(each_seat(kinds, players), 1))


class Person(Protocol):
    """Somebody who is asked what to do, and says it."""

    def choose(self, look: Look, legal: Sequence[Action]) -> Action:
        """One of the legal actions, or what may be said freely; whoever will not choose raises what tells so."""


class Sitting:
    """A play at a table, with what decides for each seat by name.

    It knows the state that stands, so that what a person says can be judged, and what has happened, so that it can be
    recorded however it is left. `before` is what was decided when the play was left before, and is to be recalled
    first. UsageError where one is to search and the referee does not let anybody.
    """

    def __init__(
        self, table: PlayTable, kinds: Sequence[str], seeds: Seeds, before: Sequence[Action] = (),
        budget: SearchBudget = USUAL_BUDGET,
    ) -> None:  # fmt: skip
        if SEARCH in kinds:
            table.referee.check_sampling()
        self.asked, kinds = tuple(kinds), tuple(map(table.deciding, kinds))
        self.table, self.kinds, self.seeds, self.budget = table, kinds, seeds, budget
        self._before = before
        known = {kind: table.player(kind, budget) for kind in dict.fromkeys(kinds) if kind != HUMAN}
        if SEARCH in known:
            known[SEARCH] = _NotAgain(known[SEARCH], self)
        self.going = OngoingPlay(table.referee, table.setup, [known.get(kind) for kind in kinds], seeds)

    @property
    def people(self) -> tuple[int, ...]:
        """The seats at which people sit."""
        return tuple(seat for seat, kind in enumerate(self.kinds, 1) if kind == HUMAN)

    @property
    def human(self) -> int | None:
        """The seat of the person; UsageError where there are more, for who shows one their hand shows it to both."""
        seats = [*self.people]
        if len(seats) > 1:
            raise UsageError(f"seats {seats} are people's, and one can sit here at a time; name one with --human")
        return seats[0] if seats else None

    @property
    def recalls(self) -> bool:
        """Whether what is going on was decided before: nobody need be asked for it."""
        return len(self.going.happened) < len(self._before)

    @property
    def is_over(self) -> bool:
        """Whether the play came to its end, or is so long that it is called off."""
        return self.going.actor == OVER or len(self.going.happened) >= MOST_STEPS

    def recall(self) -> Iterator[Sequence[Event]]:
        """Goes through what was decided before; the events of each step."""
        return (self.going.recall(action).events for action in self._before)

    def objection(self, action: Action) -> str | None:
        """Why the seat whose turn it is may not do that; None when it may."""
        return self.table.referee.why_illegal(self.going.state, action)

    def refused(self) -> Iterable[Refusal]:
        """What the seat whose turn it is may think of and may not do."""
        return self.table.referee.refused(self.going.state)

    def play(self, person: Person | None, tell: Callable[[Sequence[Event]], None]) -> Record:
        """Plays to the end, handing the events of each step to `tell` as they happen."""
        going, referee = self.going, self.table.referee
        for events in self.recall():
            tell(events)
        while not self.is_over:
            if person is not None and going.waits:
                look = SeatView(referee, going.state, going.actor)
                step = going.take(person.choose(look, referee.legal_actions(going.state)))
            else:
                step = going.go_on()
            tell(step.events)
        return self.record()

    def record(self) -> Record:
        """What has happened so far, and how it ended where it has."""
        outcome = ended(self.table.referee, self.going.state, self.table.setup) if self.is_over else None
        return Record(self.table.header(self.seeds, self.kinds), tuple(numbered(self.going.happened)), outcome)


class _NotAgain:
    """A player who takes long, and is not asked again for what was decided before a play was left; it draws one lot for
    each choice, whether asked or not.
    """

    def __init__(self, player: Player, sitting: Sitting) -> None:
        self._player, self._sitting = player, sitting

    def choose(self, look: Look, legal: Sequence[Action], rng: Rng) -> Action:
        if self._sitting.recalls:
            rng.fraction()
            return legal[0]
        return self._player.choose(look, legal, rng)


@frozen(slots=False)
class ShownPlay:
    """A play from its beginning to its end, or as far as it goes: `steps` begins with the first state."""

    table: PlayTable
    record: Record
    steps: tuple[Step[Any], ...]


def play_of(asked: Asked, play: Mapping[str, Any]) -> ShownPlay:
    """The play that a Finding names (see there), of the game that is asked for.

    What stumbles is played as far as it goes. UsageError for players, options or seats that the game does not have.
    """
    game = asked.pieces_and_faults()[0].game
    options = {**asked.options, **play.get("options", {})}
    table = lay_loaded(
        game, play.get("players"), options, asked.data, asked.deck, asked.variants, asked.words, asked.workspace
    )
    seeds = Seeds.of(play["seed"])
    taken: list[Step[Any]] = []
    seats = _seats(table, play.get("seats", SEATINGS[0]), play.get("playouts"))
    try:
        taken.extend(steps(table.referee, table.setup, seats, seeds, MOST_WATCHED))
        outcome = ended(table.referee, taken[-1].state, table.setup)
    except Exception:
        if not taken:
            raise
        outcome = None
    lines = tuple(numbered(step.events for step in taken[1:]))
    return ShownPlay(table, Record(table.header(seeds, ()), lines, outcome), tuple(taken))


def _seats(table: PlayTable, seating: str, playouts: int | None) -> tuple[Player, ...]:
    """Who sits at a table: by one of SEATINGS, whose sensible players search by so many playouts if it is said, or by
    kinds with commas.
    """
    players, budget = table.setup.players, SearchBudget(playouts) if playouts else USUAL_BUDGET
    kinds = seating.split(",")
    if SEARCH in kinds or playouts:
        table.referee.check_sampling()
    if seating in SEATINGS:
        return seats_of(
            seating, players, table.player(SEARCH, budget) if playouts else table.module.sensible_player(table.kit)
        )
    for kind in kinds:
        if kind not in PLAYER_KINDS:
            raise UsageError(f"nobody sits as {quoted(kind)}; {suggest(kind, (*SEATINGS, SEARCH))}")
    known = {kind: table.player(kind, budget) for kind in kinds}
    return tuple(known[kind] for kind in each_seat(seating, players))


def tell_step(teller: Teller, events: Sequence[Event]) -> Iterator[str]:
    """The lines that tell a step: a blank line before a heading, and consequences set in below what brought them. Who
    wins is left to the outcome.
    """
    margin = ""
    for event in events:
        if teller.ends(event):
            continue
        heading = teller.heading(event)
        if heading:
            yield from ("", heading)
            margin = ""
        sentence = teller.tell(event)
        if sentence:
            yield f"{margin}{sentence}"
            margin = margin or "  "


def record_as_json(record: Record) -> dict[str, Any]:
    """The document of `pnp play --json`."""
    outcome = record.outcome and outcome_as_json(record.outcome)
    return {**record.header.as_json(), "events": [line.as_json() for line in record.lines], "outcome": outcome}


def again(name: str, sitting: Sitting, kinds: str, deck: str | None) -> str:
    """The command that begins the same play anew."""
    table, seeds, human = sitting.table, sitting.seeds, sitting.human
    words = ["pnp", "play", name, "--players", str(table.setup.players), "--seed", str(seeds.chance)]
    if seeds != Seeds.of(seeds.chance):
        words += ["--choice-seed", str(seeds.choices)]
    for option, value in table.setup.options.items():
        if value != table.rules.options[option].default:
            words += ["--option", f"{option}={write_option(value)}"]
    words += ["--player", kinds] if kinds != SENSIBLE else []
    words += _searching(sitting)
    words += ["--human", str(human)] if human is not None else []
    words += ["--deck", deck] if deck is not None else []
    words += [word for key, value in table.variants.items() for word in ("--variant", f"{key}={value}")]
    return shlex.join([*words, *_files(table)])


def onward(name: str | None, sitting: Sitting, file: Path) -> str:
    """The command that goes on with the play that a file records; what the record names need not be said again."""
    place = _place(name, sitting.table)
    return shlex.join(["pnp", "play", *place, "--resume", str(file), *_searching(sitting), *_files(sitting.table)])


def replaying(name: str | None, table: PlayTable, file: Path) -> str:
    """The command that plays again what a file records."""
    place = [word for folder in _place(name, table) for word in ("--game", folder)]
    return shlex.join(["pnp", "replay", str(file), *place, *_files(table)])


def _place(name: str | None, table: PlayTable) -> Sequence[str]:
    """What a command says of the game where a record does not: the folder of a deck, or another name for it."""
    if name is None or (name == table.game.name and name in catalog.played()):
        return ()
    return (name,)


def _searching(sitting: Sitting) -> Sequence[str]:
    """What a command says of how long players search, where any does and that is not as usual."""
    budget = sitting.budget
    if SEARCH not in sitting.kinds or budget == USUAL_BUDGET:
        return ()
    return ("--think", f"{budget.seconds:g}s") if budget.seconds else ("--playouts", str(budget.playouts))


def _files(table: PlayTable) -> Iterator[str]:
    """What a command says of the files that a play is made from."""
    if table.kit.words is not None:
        yield from ("--words", str(source_of(table.kit.words).path))
    for key, path in table.data.items():
        yield from ("--data", f"{key}={path}")
    if table.workspace is not None:
        yield from ("--workspace", str(table.workspace))


def digest(file: SourceFile) -> str:
    """The SHA-256 of a file, as records name what stood in for a game's own; InputMissing where it cannot be read."""
    try:
        file.read_bytes()
    except SourceFault as fault:
        raise InputMissing(f"{file.path}: {fault.problem}") from fault
    return file.digest


def reads(table: PlayTable, deck: str | None) -> tuple[Path, ...]:
    """The files that a play is made from."""
    words = table.kit.words
    own = [source.path for source in table.game.sources]
    return (*own, *([] if words is None else [source_of(words).path]), *([] if deck is None else [Path(deck)]))


def data_digests(game: Game, data: Mapping[str, Path]) -> Mapping[str, str]:
    """The SHA-256 of each file that stands in for a table of the game, as it was read."""
    read = {source.path: source for source in game.sources}
    return {name: digest(read[path]) for name, path in data.items()}


@frozen(slots=False)
class Replayed:
    """What came of a record: `outcome` is the referee's, None where the play cannot be judged to its end."""

    game: str
    events: int
    outcome: Outcome | None
    findings: tuple[Finding, ...]
    sentences: tuple[str, ...] = ()
    wording: Wording = ENGLISH

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
    cap: int = MOST_STEPS, workspace: Path | None = None,
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
    table = _table(record.header, str(path), name, data, words, language, workspace)
    if not isinstance(table, PlayTable):
        return Replayed(game, events, None, table)
    found = replay(table.referee, table.setup, record, str(path), cap)
    sentences = () if found.outcome is None else table.teller().ended(found.outcome)
    return Replayed(game, events, found.outcome, found.findings, tuple(sentences), table.game.wording)


def opened(
    path: Path, name: str | None, workspace: Path | None = None, language: str = ""
) -> tuple[PlayTable, Record, Replay]:  # fmt: skip
    """A record that agrees with the rules, whole or broken off, with the table at which it was played and what was
    decided in it; InputInvalid with all that is wrong with it.
    """
    record = read_record(path)
    table = _table(record.header, str(path), name, {}, None, language, workspace)
    if not isinstance(table, PlayTable):
        raise InputInvalid(table)
    found = replay(table.referee, table.setup, record, str(path))
    wrong = [finding for finding in found.findings if finding.code != UNFINISHED]
    if wrong:
        raise InputInvalid(wrong)
    return table, record, found


def resumed(
    path: Path, name: str | None, data: Mapping[str, Path], words: Path | None = None, language: str = "",
    workspace: Path | None = None,
) -> tuple[PlayTable, Header, tuple[Action, ...]]:  # fmt: skip
    """The table of a play that was left, its header, and what was decided in it; see `replayed` for the arguments.

    Raises InputInvalid with all that is wrong with the record, and where it has an outcome, for then it is over.
    """
    record = read_record(path)
    table = _table(record.header, str(path), name, data, words, language, workspace)
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
    header: Header, file: str, name: str | None, data: Mapping[str, Path], words: Path | None, language: str,
    workspace: Path | None,
) -> PlayTable | tuple[Finding, ...]:  # fmt: skip
    """The table that a header describes, laid out again; or what is wrong with the header."""

    def wrong(*faults: str) -> tuple[Finding, ...]:
        return tuple(Finding("error", "header", f"{file}:1", fault) for fault in faults)

    if name is None and header.game not in catalog.played():
        known = ", ".join(catalog.played())
        mend = "name the folder of a deck of yours with --game FOLDER"
        return wrong(f"nobody knows the rules of {quoted(header.game)}; there are referees for {known}; {mend}")
    folder = catalog.find(name or header.game)
    try:
        game = load_game(folder, data, header.variants, language=language, workspace=workspace)
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
    return PlayTable(game, rules, kit, setup, module, referee, data, header.variants, workspace)


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
