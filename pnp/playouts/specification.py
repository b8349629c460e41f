"""Which games are to be played, each fixed by its index, and how one is played with every piece of it watched."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from itertools import chain
from math import lcm
from pathlib import Path
from typing import Any, Protocol

from pnp.definition.conversion import pull_list
from pnp.definition.load import load_game
from pnp.definition.model import Game
from pnp.engine.action import (
    CHANCE,
    MOST_SEED,
    OVER,
    BlindPlayer,
    Event,
    ImpatientPlayer,
    Player,
    RandomPlayer,
    Rng,
    derived,
)
from pnp.engine.playout import MOST_STEPS, Seeds, ended
from pnp.engine.referee import RANDOM, SENSIBLE, Outcome, ProgressView, Referee, RefereeModule, Whereabouts
from pnp.engine.replay import write_option
from pnp.engine.requirements import ComponentSet, pulled_components
from pnp.engine.rollout import Move, Progress
from pnp.engine.rules import Option, Rules, Setup, read_setup
from pnp.errors import Finding, InputInvalid, UsageError
from pnp.frozen import frozen
from pnp.sources import source_of

#: Who sits at a table: everybody plays to win, at random, or by the first choice; or seats of all three in turn.
SEATINGS = ("sensible", "random", "mixed", "first")
#: Numbers beyond this many times the usual one make plays longer and show nothing new.
_MODERATE, _LEAST = 3, 10

FindReferee = Callable[[Game], tuple[RefereeModule, Rules]]
"""Gives the referee's module and the rules of a game; a function at the top of a module, so that processes share it."""

Reading = tuple[str, str]
"""An option and the value that it takes instead of its usual one, as the command line writes it."""


class GameTable(Protocol):
    """A specification laid out to be played."""

    def play(self, first: int, end: int, lines: bool) -> tuple[Any, bytes]:
        """What the games of those indices come to, `end` not included, and where asked for a line of JSON for each."""


@frozen(slots=False)
class Specification:
    """The pieces and the referee of games that are known by their index; what is made of it says which games."""

    kit: ComponentSet
    find_referee: FindReferee

    def packed(self) -> bytes:
        """All of it as it travels to other processes, which keep the last ones that they laid out."""
        return pickle.dumps(self, protocol=5)

    def lay(self) -> GameTable:
        """The games laid out to be played."""
        raise NotImplementedError


@frozen
class PlannedPlay:
    """One play to come; `reading` is the one option that it alone plays otherwise, None where there is none.

    `usual` tells that nothing is read otherwise, neither here nor in all plays, so that what is printed must do.
    `options` are those given for all plays and that one, and `playouts` how many sensible players search by.
    """

    seed: int
    setup: Setup
    seating: str
    reading: Reading | None
    usual: bool
    options: Mapping[str, str] = field(default_factory=dict, hash=False)
    playouts: int = 0

    def __str__(self) -> str:
        told = f"seed {self.seed}, {self.setup.players} players, {self.seating} seats"
        return f"{told}, {'='.join(self.reading)}" if self.reading else told

    def seats(self, sensible: Player | None) -> tuple[Player, ...]:
        """The player of every seat."""
        return seats_of(self.seating, self.setup.players, sensible)

    def as_json(self, step: int | None = None) -> Mapping[str, Any]:
        """The play as a Finding names it, with the step at which something happens."""
        said = {"seed": self.seed, "players": self.setup.players, "seats": self.seating}
        more = {"options": dict(self.options), "playouts": self.playouts or None, "step": step}
        return said | {key: value for key, value in more.items() if value}


def each_seat(kinds: str, players: int) -> tuple[str, ...]:
    """The kind of player at each seat, of kinds with commas between them: the last is at all seats that are left.

    UsageError for more kinds than seats.
    """
    named = kinds.split(",")
    if len(named) > players:
        raise UsageError(
            f"--player: '{kinds}' names {len(named)} seats, and {players} play; name {players} at the most"
        )
    return (*named, *named[-1:] * (players - len(named)))


def seats_of(seating: str, players: int, sensible: Player | None) -> tuple[Player, ...]:
    """The player of every seat, by who sits at the table (see SEATINGS); at random where no player is sensible."""
    random, first = RandomPlayer(), ImpatientPlayer()
    each: Mapping[str, tuple[Player, ...]] = {
        "sensible": (sensible or random,),
        "random": (random,),
        "first": (first,),
        "mixed": (sensible or random, random, first),
    }
    own = each[seating]
    return tuple(own[at % len(own)] for at in range(players))


@frozen(slots=False)
class Plan:
    """Which plays: seeds from `seed` on, players from `low` to `high` in turn, and the options that are `given`.

    Where none is given, every other round of plays takes one reading of the rules that is not the usual one, unless
    all are to be played by the same rules (not `mixed`). Where there are `playouts`, sensible players search by so
    many. Where nobody is `sensible`, they
    play at random, and count as random.
    """

    options: Mapping[str, Option]
    limits: tuple[int, int]
    low: int
    high: int
    games: int
    seed: int
    given: Mapping[str, str]
    mixed: bool = True
    playouts: int = 0
    sensible: bool = True

    def by_the_same_rules(self, options: Mapping[str, str]) -> Plan:
        """The same plays, all of them with those options as well."""
        return replace(self, given={**self.given, **options}, mixed=False)

    def setup(self, players: int, reading: Reading | None = None) -> Setup:
        """The setup of that many players; UsageError with a sentence for each thing that is wrong."""
        return read_setup(self.options, self.limits, players, {**self.given, **dict([reading] if reading else ())})

    def setups(self) -> Mapping[int, Setup]:
        """The usual setup for each number of players."""
        return {players: self.setup(players) for players in range(self.low, self.high + 1)}

    def readings(self) -> tuple[Reading, ...]:
        """Every other value of every option, where plays may be mixed; the high end of a number is kept moderate."""
        if self.given or not self.mixed:
            return ()
        return tuple((name, text) for name, option in self.options.items() for text in _others(option))

    def seeds(self) -> Mapping[int, range]:
        """The seeds of all plays by their number of players, the largest tables first, since they take longest."""
        counts, end = self.high - self.low + 1, self.seed + self.games
        return {
            players: range(self.seed + (players - self.low - self.seed) % counts, end, counts)
            for players in range(self.high, self.low - 1, -1)
        }

    def plays(self, seeds: Iterable[int] | None = None) -> tuple[PlannedPlay, ...]:
        """The plays of those seeds, or all; each is the same for its seed, so that it can be watched alone."""
        readings = self.readings()
        setups: dict[tuple[int, Reading | None], Setup] = {}
        found = []
        for seed in range(self.seed, self.seed + self.games) if seeds is None else seeds:
            players, reading = self._chosen(seed, readings)
            if (players, reading) not in setups:
                setups[players, reading] = self.setup(players, reading)
            seating = self._seating(seed)
            usual = reading is None and not self.given
            options = {**self.given, **dict([reading] if reading else ())}
            found.append(PlannedPlay(seed, setups[players, reading], seating, reading, usual, options, self.playouts))
        return tuple(found)

    def _seating(self, seed: int) -> str:
        """Who sits at the table of that seed."""
        seating = SEATINGS[derived(seed, "seating") % len(SEATINGS)]
        return RANDOM if seating == SENSIBLE and not self.sensible else seating

    def _chosen(self, seed: int, readings: tuple[Reading, ...]) -> tuple[int, Reading | None]:
        """How many players a seed takes, and what it reads otherwise: nothing in every other round of plays."""
        counts = self.high - self.low + 1
        around, at = divmod(seed, counts)
        if not readings or around % 2 == 0:
            return self.low + at, None
        number = around // 2 * counts + at
        # The shift lets every reading meet every number of players when one number divides the other.
        return self.low + at, readings[(number + number // lcm(counts, len(readings))) % len(readings)]


def _others(option: Option) -> tuple[str, ...]:
    if option.choices or not isinstance(option.default, int):
        return tuple(write_option(value) for value in option.alternatives())
    # What is usually nothing is no measure of what is moderate, and a little of it may show nothing at all.
    high = min(option.high, max(_MODERATE * option.default, _LEAST)) if option.default else option.high
    return tuple(str(value) for value in dict.fromkeys((option.low, high)) if value != option.default)


@frozen(slots=False)
class Asked:
    """Which game, with what in the place of its tables and deck, and which plays: all player counts unless said."""

    folder: Path
    data: Mapping[str, Path] = field(default_factory=dict)
    variants: Mapping[str, str] = field(default_factory=dict)
    deck: str | None = None
    games: int = 200
    seed: int = 1
    players: tuple[int, int] | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    words: Path | None = None
    workspace: Path | None = None
    playouts: int = 0

    def kit(self) -> ComponentSet:
        """The game's pieces; raises InputInvalid, InputMissing and UsageError as loading does."""
        return self._with_deck(load_game(self.folder, self.data, self.variants, workspace=self.workspace))

    def pieces_and_faults(self) -> tuple[ComponentSet, tuple[Finding, ...]]:
        """The same, and where only sums are wrong those findings beside it: counting tells more than a sum."""
        try:
            return self.kit(), ()
        except InputInvalid as invalid:
            try:
                game = load_game(self.folder, self.data, self.variants, totals=False, workspace=self.workspace)
            except InputInvalid:
                raise invalid from None
            return self._with_deck(game), invalid.findings

    def plan(self, kit: ComponentSet, options: Mapping[str, Option]) -> Plan:
        """The plays, by the options that the game's rules leave open; UsageError for seeds that are too large."""
        last = self.seed + self.games - 1
        if last > MOST_SEED:
            raise UsageError(f"--seed: the last game would have the seed {last}; seeds go up to {MOST_SEED}")
        low, high = self.players or kit.game.players
        return Plan(options, kit.game.players, low, high, self.games, self.seed, self.options, playouts=self.playouts)

    def _with_deck(self, game: Game) -> ComponentSet:
        words = None if self.words is None else source_of(self.words)
        if self.deck is None:
            return ComponentSet(game, None, words)
        return pulled_components(game, pull_list(game, self.deck, option="--deck"), words)


class Watch:
    """Counts the pieces of one game as they move.

    `bill` says how many there are of each; without one nobody asks whether any are missing. `peaks` has the most that
    were in use at once, outside the places of `supply`: of each piece, or of what it counts as by `kinds`, where those
    that it does not name are left out.
    """

    def __init__(
        self, bill: Mapping[str, int] | None, supply: frozenset[str], kinds: Mapping[str, str] | None = None
    ) -> None:
        self.peaks = dict.fromkeys((bill or ()) if kinds is None else kinds.values(), 0)
        self._supply = supply
        self._kinds = kinds
        self._is_conserving = bill is not None
        self._astray = {name: count for name, count in (bill or {}).items() if count}
        self._used: Counter[str] = Counter()

    @property
    def besides(self) -> frozenset[str]:
        """Places of which it need not know."""
        return frozenset() if self._is_conserving else self._supply

    def see(self, moves: Iterable[Move]) -> Mapping[str, int]:
        """Notes one step; how many of each component are now missing (over 0) or too many (under 0), if any are."""
        astray, used, peaks, kinds = self._astray, self._used, self.peaks, self._kinds
        taken: list[str] = []
        for place, name, more in moves:
            if self._is_conserving:
                left = astray.get(name, 0) - more
                if left:
                    astray[name] = left
                else:
                    del astray[name]  # where it was, since it has moved
            if place not in self._supply:
                kind = name if kinds is None else kinds.get(name)
                if kind is not None:
                    used[kind] += more
                    if more > 0:
                        taken.append(kind)
        # Only now: on the way from hand to hand a piece may have been counted in both.
        for name in taken:
            if used[name] > peaks.get(name, 0):
                peaks[name] = used[name]
        return astray


def recounted(bill: Mapping[str, int], places: Whereabouts) -> Mapping[str, int]:
    """The same count from nothing: what is missing or too many in those places."""
    left = Counter(dict(bill))
    for pieces in places.values():
        left.subtract(dict(pieces))
    return {name: count for name, count in left.items() if count}


class Playout:
    """One game as it is played; what is known of it stays known where it breaks off.

    `states` counts all states from the first on, `steps` those that something led to, and `decisions` those to which
    the choice of a seat did. Of a game that is watched, `told` has the events that led to each state, and `astray` what
    was first missing or too many, with the number of the state and the events that led there.
    """

    def __init__(self, referee: Referee[Any], setup: Setup, seed: int, watch: Watch | None = None) -> None:
        self.states = self.steps = self.decisions = 0
        self.told: list[tuple[Event, ...]] = []
        self.astray: tuple[Mapping[str, int], int, Sequence[Event]] | None = None
        self._progress: Progress[Any] | None = None
        self._moves: Iterator[Iterable[Move]] = iter(())
        self._referee, self._setup, self._seed, self._watch = referee, setup, seed, watch

    @property
    def events(self) -> list[Event]:
        """All that was told, one event after the other."""
        return [*chain.from_iterable(self.told)]

    def run(self, seats: Sequence[Player], cap: int = MOST_STEPS) -> None:
        """Plays to the end or to the cap; raises whatever the referee and the players do."""
        referee, watch, seeds = self._referee, self._watch, Seeds.of(self._seed)
        is_sampled = not all(isinstance(player, BlindPlayer) for player in seats)
        progress = self._progress = referee.progress(referee.start(self._setup), is_sampled)
        if watch is not None:
            self._moves = progress.moves(watch.besides)
        self._see(())
        chance, choices = Rng(seeds.chance), Rng(seeds.choices)
        looks = [ProgressView(referee, progress, seat) for seat in range(1, len(seats) + 1)]
        for _ in range(cap):
            actor = progress.actor
            if actor == CHANCE:
                events = progress.draw(chance.fraction())
            elif actor == OVER:
                return
            else:
                legal = progress.actions()
                action = seats[actor - 1].choose(looks[actor - 1], legal, choices)
                if action not in legal:
                    referee.check(progress.state(), action)
                events = progress.take(action)
                self.decisions += 1
            self.steps += 1
            if watch is None:
                self.states += 1
            else:
                self._see(events)

    def _see(self, events: tuple[Event, ...]) -> None:
        """Keeps the events of a step, and notes what is astray after it."""
        if self._watch is not None:
            self.told.append(events)
            astray = self._watch.see(next(self._moves))
            if astray and self.astray is None:
                self.astray = dict(astray), self.states, events
        self.states += 1

    @property
    def state(self) -> Any:
        """How it stands; only of a game that has begun."""
        assert self._progress is not None
        return self._progress.state()

    def end(self) -> Outcome:
        """How the game ended."""
        return ended(self._referee, self.state, self._setup)
