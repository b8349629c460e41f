"""The contract of a referee, free of side effects: who acts, what is legal, what comes of it and who has won."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeVar, get_args

from pnp.definition.findings import quoted, suggest
from pnp.engine.action import (
    CHANCE,
    OVER,
    Action,
    Chance,
    Event,
    FirstPlayer,
    Passages,
    Player,
    RandomPlayer,
    Rng,
    Value,
    refusal,
)
from pnp.engine.odds import Bound, Expected, Measure, Odds
from pnp.engine.requirements import ComponentSet, Requirements
from pnp.engine.rollout import Progress, Rollout, Standing, StepwiseProgress, StepwiseRollout
from pnp.engine.rules import Rules, Setup
from pnp.engine.search import USUAL_BUDGET, SearchBudget, SearchPlayer
from pnp.errors import Finding, UsageError
from pnp.frozen import frozen

State = TypeVar("State")

#: So many initial states are kept; a run of many games has few setups.
_SETUPS = 64

Whereabouts = Mapping[str, Mapping[str, int]]
"""Place (`deck`, `hand 2`, `purse 3`) to component id to how many of it lie there."""
Piles = Mapping[str, Mapping[str, int] | Sequence[str]]
"""The same, with the ids of a pile one by one where a state has them so."""
Laid = Mapping[str, Mapping[str, int] | Sequence[str] | int]
"""Place to the ids of the pieces that are seen there, or to how many there are where they are not."""
PlayerKind = Literal["sensible", "random", "first", "search"]
PLAYER_KINDS: tuple[PlayerKind, ...] = get_args(PlayerKind)
SENSIBLE: PlayerKind = "sensible"
RANDOM: PlayerKind = "random"
SEARCH: PlayerKind = "search"
HUMAN = "human"
"""Who decides for a seat where a person sits."""


class IllegalAction(ValueError):
    """An action that the rules forbid now; its text is one sentence for the player. Nothing was changed."""


@frozen
class Outcome:
    """How a play ended: `reason` is one of the rules' endings, `scores` stand in seat order, seats count from 1."""

    reason: str
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    details: Mapping[str, Value] = field(default_factory=dict)


class Refusal(NamedTuple):
    """An action that the rules forbid now, the id of the rule, and a sentence on why."""

    action: Action
    rule: str
    reason: str


Sight = Literal["all", "owner", "nobody", "secret"]
"""Who sees what lies at a place: all, the seat whose it is, nobody; of a secret, others do not even see how much."""


class TablePlace(NamedTuple):
    """A place on the table by the name that `Referee.components` has for it; that of a seat has its number behind it.

    `sight` says who sees the pieces there. Those that others do not see lie face down, or are held in a hand.
    """

    name: str
    of_seats: bool
    sight: Sight

    @property
    def is_hidden(self) -> bool:
        return self.sight != "all"


class Step(NamedTuple, Generic[State]):
    """The state after an action, and its events: first the action itself, then every consequence in order."""

    state: State
    events: tuple[Event, ...]


class Referee(ABC, Generic[State]):
    """A game's rules, exactly. States are frozen values; a referee draws no lots, and all that it keeps between calls
    is what it need not work out again.

    It plays with its components, that is, with what is printed, and never with pieces of its own making.
    """

    def __init__(self, components: ComponentSet, rules: Rules) -> None:
        if components.words is not None and not self.judges_words:
            raise UsageError(f"--words: {components.game.title} has no list of words; leave it out")
        self.kit = components
        self.rules = rules
        self._laid_out = lru_cache(_SETUPS)(self.initial_state)

    #: Places whose pieces wait for use; what lies anywhere else counts as in use (the demand of validation).
    supply: frozenset[str] = frozenset({"box", "bank", "deck", "stock", "reserve"})

    #: Whether the lowest score is the best, and whether players who sit opposite each other win together.
    lowest_wins: bool = False
    partners: bool = False

    #: Whether it judges words, by a list of its own or by that of the components.
    judges_words: bool = False

    #: Names in an observation whose tuples have one member a seat, in seat order; a person is shown them by player.
    by_seat: frozenset[str] = frozenset()

    #: The places at which pieces lie while the game is played, where the referee can tell.
    places: tuple[TablePlace, ...] = ()

    #: A chance that says how long a seat took, where people can be timed: its action, and its arguments of the seat and
    #: of the milliseconds.
    timed: tuple[str, str, str] | None = None

    #: Actions of which only some can be listed, with the one argument that a seat fills in as it likes: words that are
    #: called out. More of them are legal than `legal_actions` lists: all that `why_illegal` lets pass. Where any is
    #: legal, at least one is listed.
    free: tuple[tuple[str, str], ...] = ()

    #: What keeps the referee from having `sample`, as a sentence ends; empty for one that has it.
    unsampled: str = "its referee does not tell what a seat has to take for possible"

    @abstractmethod
    def requirements(self, setup: Setup) -> Requirements:
        """The pieces and numbers that the rules call for, each with its source, none read from the definition."""

    def measures(self, setup: Setup) -> tuple[Measure, ...]:
        """What validation measures in whole plays, such as wins by seat; nothing unless a game wants something."""
        return ()

    def mishaps(self, state: State) -> Iterable[tuple[str, str, str]]:
        """What a play that ended so, among players who choose with sense or at random, shows to be wrong with the
        rules: a code, the place in their text, and a sentence.
        """
        return ()

    @abstractmethod
    def initial_state(self, setup: Setup) -> State:
        """The table before anything has happened; every piece lies somewhere."""

    def start(self, setup: Setup) -> State:
        """The same initial state again, laid out once for each of the setups that were last played."""
        return self._laid_out(setup)

    @abstractmethod
    def actor(self, state: State) -> int:
        """CHANCE, the seat whose choice it is (from 1), or OVER."""

    @abstractmethod
    def legal_actions(self, state: State) -> Sequence[Action]:
        """What the acting seat may do, never empty, no two alike, in a fixed order; empty when no seat acts.

        It is all that the seat may do, but for actions that are `free`.
        """

    @abstractmethod
    def chance_outcomes(self, state: State) -> Chance:
        """What chance may bring and with what weight; asked for only where chance acts."""

    @abstractmethod
    def observe(self, state: State, seat: int) -> Mapping[str, Value]:
        """All that the seat may know now, and nothing that is hidden from it."""

    def sample(self, state: State, seat: int, rng: Rng) -> State:
        """A state as it may be for all that the seat knows, which need not be likely: what is hidden is drawn by lot.

        States that the seat cannot tell apart give the same one for the same lots, so that nothing hidden shows in it.
        Players search in such states, and in no others. No argument of an action may be a mapping then. UsageError
        from a referee that is `unsampled`.
        """
        self.check_sampling()
        raise NotImplementedError

    def check_sampling(self, option: str = "--player search") -> None:
        """UsageError with a sentence where nobody can search, which that option asks for."""
        if self.unsampled:
            raise UsageError(f"{option}: nobody can search in {self.kit.game.title}: {self.unsampled}")

    def rollout(self, state: State) -> Rollout:
        """A play that goes on from that state and keeps no record; slow, unless a referee has a way of its own."""
        return StepwiseRollout(self, state)

    def progress(self, state: State, is_sampled: bool = True) -> Progress[State]:
        """A play that goes on from that state and tells its events, for those that need few of its states; unless it
        `is_sampled`, nobody asks for samples of these, and what only samples need is left out.
        """
        return StepwiseProgress(self, state)

    def standing(self, state: State) -> Standing | None:
        """How the play stands now, which search plays for beside winning; None where nothing counts before the end."""
        return None

    def describe(self, seen: Mapping[str, Value]) -> Passages:
        """What a person is shown of what their seat sees, in order: names of texts of `[seen]` in the rules, each with
        the values for its holes. A text whose own name stands for something empty is left out.
        """
        return ((key, seen) for key in seen if key != "you")

    def called(self, line: Callable[[str, Mapping[str, Value]], str]) -> Mapping[str, Mapping[str, str]]:
        """Tables of names that follow from the pieces, beside those of `[names]`; `line` fills a text of `[seen]`."""
        return {}

    def introduced(self, setup: Setup, seat: int) -> Passages:
        """What a person who takes that seat is told before the play, in the same form; for most games nothing."""
        return ()

    @abstractmethod
    def outcome(self, state: State) -> Outcome | None:
        """How the play ended; None while it goes on."""

    @abstractmethod
    def components(self, state: State) -> Whereabouts:
        """Every physical piece, wherever it lies."""

    def piles(self, state: State) -> Piles:
        """What `components` tells, with nothing counted that the state has piece by piece: to look at every step of
        many plays. Tuples where the state has tuples, or lists throughout, so that equal piles are equal values.
        """
        return self.components(state)

    def laid_out(self, state: State, seat: int) -> Laid:
        """The table as that seat sees it, by the sight of `places`; of a place that is not among them nobody sees more
        than how many pieces lie there.
        """
        known = {place.name: place.sight for place in self.places}
        seen: dict[str, Mapping[str, int] | Sequence[str] | int] = {}
        for name, lies in self.piles(state).items():
            place, _, number = name.rpartition(" ")
            is_own = number.isdecimal() and place in known
            sight = known[place] if is_own else known.get(name, "nobody")
            if sight == "all" or (sight in ("owner", "secret") and is_own and int(number) == seat):
                seen[name] = lies
            elif sight != "secret":
                seen[name] = sum(lies.values()) if isinstance(lies, Mapping) else len(lies)
        return seen

    @abstractmethod
    def follow(self, state: State, action: Action) -> Step[State]:
        """What comes of an action that is known to be legal, such as one just listed or drawn; else call `apply`."""

    @abstractmethod
    def objection(self, state: State, action: Action) -> str:
        """One sentence on why an action that is not among the legal ones of the acting seat is not."""

    def refused(self, state: State) -> Iterable[Refusal]:
        """Actions that come to mind where a seat has a choice and that the rules forbid then, to explain them by: what
        it could do at another moment, or with what it holds. A referee may know none.
        """
        for action, rule in self.thought_of(state):
            reason = self.why_illegal(state, action)
            if reason is not None:
                yield Refusal(action, rule, reason)

    def thought_of(self, state: State) -> Iterable[tuple[Action, str]]:
        """Actions that come to the mind of the acting seat, by what it knows, legal or not; each with the rule that
        would forbid it.
        """
        return ()

    def why_illegal(self, state: State, action: Action) -> str | None:
        """One sentence on why the action may not be taken now; None when it may."""
        actor = self.actor(state)
        if actor == OVER:
            return "The play is over; nothing more can be done."
        if actor == CHANCE:
            chance = self.chance_outcomes(state)
            return None if chance.allows(action) else refusal(chance, action, self.components(state), self.supply)
        return None if action in self.legal_actions(state) else self.objection(state, action)

    def check(self, state: State, action: Action) -> None:
        """IllegalAction with a sentence for an action that is not legal."""
        sentence = self.why_illegal(state, action)
        if sentence is not None:
            raise IllegalAction(sentence)

    def apply(self, state: State, action: Action) -> Step[State]:
        """The next state and what happened; IllegalAction with a sentence for an action that is not legal."""
        self.check(state, action)
        return self.follow(state, action)


class SeatView(Generic[State]):
    """What a seat may know of a state: the only way in which a player comes by it."""

    __slots__ = ("_referee", "_seat", "_state")

    def __init__(self, referee: Referee[State], state: State, seat: int) -> None:
        self._referee, self._state, self._seat = referee, state, seat

    def __call__(self) -> Mapping[str, Value]:
        return self._referee.observe(self._state, self._seat)

    def sample(self, rng: Rng) -> Rollout:
        return self._referee.rollout(self._referee.sample(self._state, self._seat, rng))


class ProgressView(Generic[State]):
    """What a seat may know of a play as it stands; the state is made where the player looks."""

    __slots__ = ("_progress", "_referee", "_seat")

    def __init__(self, referee: Referee[State], progress: Progress[State], seat: int) -> None:
        self._referee, self._progress, self._seat = referee, progress, seat

    def __call__(self) -> Mapping[str, Value]:
        return self._referee.observe(self._progress.state(), self._seat)

    def sample(self, rng: Rng) -> Rollout:
        return self._referee.rollout(self._referee.sample(self._progress.state(), self._seat, rng))


class RefereeModule(Protocol):
    """A module `pnp/games/GAME/referee` (or a plug-in's), whose rulings.toml lies in the game's folder.

    It may also have a function `expected(components, setup)` that counts means (see `expected_of`), and one
    `trials(components, setups, seed, games)` that finds what is wrong by plays of its own (see `trials_of`).
    """

    def referee(self, components: ComponentSet, rules: Rules) -> Referee[Any]:
        """The referee of the game, playing with those components."""

    def sensible_player(self, components: ComponentSet) -> Player | None:
        """A player who plays to win, by what a seat may know; clearly better than random. None where a game has none
        of its own (see `who_decides`).
        """

    def odds(self, components: ComponentSet, setup: Setup) -> tuple[Odds, ...]:
        """Exact chances worth knowing at a table of that setup."""

    def bounds(self, components: ComponentSet, setup: Setup) -> tuple[Bound, ...]:
        """Exact extremes at a table of that setup."""

    def proofs(self, components: ComponentSet, setup: Setup) -> tuple[Finding, ...]:
        """What counting alone finds wrong with the components, such as debts that its chips cannot pay."""


def expected_of(module: RefereeModule, components: ComponentSet, setup: Setup) -> tuple[Expected, ...]:
    """What the module's `expected(components, setup)` counts on average; nothing of a game that has none."""
    counting = getattr(module, "expected", None)
    return () if counting is None else tuple(counting(components, setup))


def trials_of(
    module: RefereeModule, components: ComponentSet, setups: Mapping[int, Setup], seed: int, games: int
) -> tuple[Finding, ...]:
    """What the module's `trials(components, setups, seed, games)` finds in plays of its own; nothing without any."""
    trying = getattr(module, "trials", None)
    return () if trying is None else tuple(trying(components, setups, seed, games))


def who_decides(kind: str, module: RefereeModule, referee: Referee[Any], may_search: bool = True) -> str:
    """Who decides where a player of a kind is asked for.

    In a game that has no sensible player of its own those search who are to play to win. They play at random where
    nobody can search, or where it would take too long (not `may_search`).
    """
    if kind != SENSIBLE or module.sensible_player(referee.kit) is not None:
        return kind
    return SEARCH if may_search and not referee.unsampled else RANDOM


def player_of(
    kind: str, module: RefereeModule, components: ComponentSet, budget: SearchBudget = USUAL_BUDGET
) -> Player:
    """A player of a kind, one of PLAYER_KINDS; UsageError for any other. One who searches does so by the budget."""
    match kind:
        case "sensible":
            own = module.sensible_player(components)
            if own is None:
                raise UsageError(f"--player: {components.game.title} has no sensible player; take random or search")
            return own
        case "random":
            return RandomPlayer()
        case "first":
            return FirstPlayer()
        case "search":
            return SearchPlayer(budget)
    raise UsageError(f"--player: there is no {quoted(kind)}; {suggest(kind, PLAYER_KINDS)}")
