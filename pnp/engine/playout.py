"""Plays a game step by step, the same for the same seeds, and finds stretches of such plays that show an example."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import field
from itertools import islice, pairwise
from typing import Any, Generic, TypeVar, overload

from pnp.engine.action import CHANCE, OVER, Action, Chance, Event, Player, Rng, Value, derived
from pnp.engine.referee import Outcome, PlayerKind, Referee, SeatView, Step, Whereabouts
from pnp.engine.rules import Setup
from pnp.frozen import frozen

State = TypeVar("State")

#: Steps after which a play is called off; far beyond what any game of the rules takes.
MOST_STEPS = 200_000
CAP = "cap"
#: How plays end that rules as data call off: after very many choices or draws, or after very much work.
CALLED_OFF, TOO_MUCH = "called-off", "too-much-work"
UNENDED = frozenset({CAP, CALLED_OFF, TOO_MUCH})
#: Plays that are searched before an example is given up as one that the rules do not bring about.
MOST_PLAYS = 5_000
MOST_MOMENTS = 100_000  # of all plays that are gone through for one story: some ten seconds where plays are slow


@frozen
class Seeds:
    """The seed of chance, and the one of the players' choices, which is derived from it unless given."""

    chance: int
    choices: int

    @staticmethod
    def of(seed: int, choices: int | None = None) -> Seeds:
        return Seeds(seed, derived(seed, "choices") if choices is None else choices)


Bring = Callable[[Chance, float], Action]
"""What chance brings of all that it could, by a lot from 0 to 1."""


def by_lot(chance: Chance, lot: float) -> Action:
    """What the lot alone decides."""
    return chance.draw(lot)


@frozen(slots=False)
class PlayPlace(Generic[State]):
    """A place in a play: how it stood, where the lots of chance and of players were, and the steps that led there."""

    state: State
    chance: object
    choices: object
    steps: int


@frozen(slots=False)
class Play:
    """One whole play: all that happened, and how it ended (reason `cap` where it was called off)."""

    setup: Setup
    seeds: Seeds
    steps: tuple[tuple[Event, ...], ...]
    outcome: Outcome


class OngoingPlay(Generic[State]):
    """A play as far as it has come. Chance draws its lots and players choose; who sits where there is no player says
    what they do with `take`. The same seeds and the same choices, the same play.

    `happened` has the events of every step so far.
    """

    def __init__(self, referee: Referee[State], setup: Setup, players: Sequence[Player | None], seeds: Seeds) -> None:
        self.referee, self.state = referee, referee.start(setup)
        self.happened: list[tuple[Event, ...]] = []
        self._players = players
        self._chance, self._choices = Rng(seeds.chance), Rng(seeds.choices)

    @property
    def actor(self) -> int:
        """The seat that is to choose, or CHANCE, or OVER."""
        return self.referee.actor(self.state)

    @property
    def waits(self) -> bool:
        """Whether nothing more happens by itself: the play is over, or a seat without a player is to choose."""
        actor = self.actor
        return actor == OVER or (actor != CHANCE and self._players[actor - 1] is None)

    def go_on(self, bring: Bring = by_lot) -> Step[State]:
        """The next step, by chance or by a player; only where the play does not wait. `bring` is for what a lot does
        not decide alone.
        """
        actor = self.actor
        if actor == CHANCE:
            chance = self.referee.chance_outcomes(self.state)
            return self._came(self.referee.follow(self.state, bring(chance, self._chance.fraction())))
        legal = self.referee.legal_actions(self.state)
        action = self._chosen(actor, legal)
        # A choice that is on the list needs no other look at whether it is legal.
        return self._came(self.referee.follow(self.state, action)) if action in legal else self.take(action)

    def take(self, action: Action) -> Step[State]:
        """What is done by somebody who is no player here; raises what `Referee.apply` does."""
        return self._came(self.referee.apply(self.state, action))

    def recall(self, action: Action) -> Step[State]:
        """What was decided when the play was left. It is taken as it was; lots are drawn and players asked all the
        same, so that afterwards both decide as they would have, had nobody left.
        """
        actor = self.actor
        if actor == CHANCE:
            self._chance.fraction()
        elif not self.waits:
            self._chosen(actor, self.referee.legal_actions(self.state))
        return self.take(action)

    def _chosen(self, actor: int, legal: Sequence[Action]) -> Action:
        player = self._players[actor - 1]
        assert player is not None
        return player.choose(SeatView(self.referee, self.state, actor), legal, self._choices)

    def _came(self, step: Step[State]) -> Step[State]:
        self.state = step.state
        self.happened.append(tuple(step.events))
        return step

    def place(self) -> PlayPlace[State]:
        """Where it stands, to be gone back to."""
        return PlayPlace(self.state, self._chance.place, self._choices.place, len(self.happened))

    def go_back(self, place: PlayPlace[State]) -> None:
        """Everything since that place is as if it had not been; lots fall as they fell."""
        self.state = place.state
        self._chance.go_back(place.chance)
        self._choices.go_back(place.choices)
        del self.happened[place.steps :]


def steps(
    referee: Referee[State],
    setup: Setup,
    players: Sequence[Player],
    seeds: Seeds,
    cap: int = MOST_STEPS,
    before: Sequence[Action] = (),
) -> Iterator[Step[State]]:
    """Every step of one play in order, the first of them the initial state with no events.

    `before` was decided when the play was left (see `OngoingPlay.recall`).
    """
    going = OngoingPlay(referee, setup, players, seeds)
    yield Step(going.state, ())
    for action in before:
        yield going.recall(action)
    for _ in range(cap - len(before)):
        if going.waits:
            return
        yield going.go_on()


def ended(referee: Referee[State], state: State, setup: Setup) -> Outcome:
    """How the play ended in that state; one called off has no winners and no scores."""
    return referee.outcome(state) or Outcome(CAP, (), (0,) * setup.players)


def play(referee: Referee[State], setup: Setup, players: Sequence[Player], seeds: Seeds, cap: int = MOST_STEPS) -> Play:
    """Plays to the end, or to the cap."""
    taken = list(steps(referee, setup, players, seeds, cap))
    events = tuple(step.events for step in taken[1:])
    return Play(setup, seeds, events, ended(referee, taken[-1].state, setup))


@frozen(slots=False)
class Moment:
    """What one step of a play brought; `look` tells where every piece lay after it."""

    events: tuple[Event, ...]
    look: Callable[[], Whereabouts]

    @property
    def where(self) -> Whereabouts:
        """Place to component id to count, in the order in which pieces came there."""
        return self.look()


Moments = Sequence[Moment]
Shows = Callable[[Moments], tuple[int, int] | None]
"""Picks the first and the last of some moments out of a play; None where it does not find them."""


def happened(moments: Moments, *names: str) -> list[Event]:
    """The events of those names in the moments."""
    return [event for moment in moments for event in moment.events if event.name in names]


def stretch(begins: Collection[str], ends: Collection[str], test: Callable[[Moments], bool], most: int) -> Shows:
    """Picks the first stretch of so many moments that passes a test: from an action of those names to such an event."""

    def shows(play: Moments) -> tuple[int, int] | None:
        start = None
        for at, moment in enumerate(play):
            if start is None and moment.events and moment.events[0].name in begins:
                start = at
            if start is not None and happened((moment,), *ends):
                if at - start < most and test(play[start : at + 1]):
                    return start, at
                start = None
        return None

    return shows


def part(opens: str, test: Callable[[Moments], bool]) -> Shows:
    """Picks the first part of a session that passes a test: what follows an event of that name, up to the next."""

    def shows(play: Moments) -> tuple[int, int] | None:
        starts = [at for at, moment in enumerate(play) if happened((moment,), opens)]
        for start, end in pairwise([*starts, len(play) - 1]):
            if test(play[start + 1 : end + 1]):
                return start + 1, end
        return None

    return shows


Facts = Mapping[str, Value]
"""What stands in the holes of a passage, by their names: seats, ids of pieces, numbers, or lists of such."""


@frozen
class Spread:
    """Pieces to show a reader side by side: the seat whose they are (0 for nobody's), their ids in order, a remark.

    `facts` fill the holes of the remark. `hidden` are the pieces that lie face down, counted from 0. Pieces overlap
    unless all of each must be seen: then they lie `apart`.
    """

    seat: int
    pieces: tuple[str, ...]
    remark: str = ""
    hidden: tuple[int, ...] = ()
    facts: Facts = field(default_factory=dict)
    apart: bool = False


def nothing_shown(moments: Moments) -> Sequence[Spread]:
    """For stories that need no picture."""
    return ()


def no_rows(moments: Moments) -> Sequence[Facts]:
    """For stories that need no table."""
    return ()


@frozen(slots=False)
class Story:
    """A lesson out of a play: `shows` picks its first and last moment, None where the play does not have it.

    `players` of a kind sit down with those `options` (the default for the rest). `lesson` is prose for people, its
    paragraphs parted by empty lines: how it stood, what somebody chose, why, and what came of it. Whatever differs from
    play to play stands in its holes (see `pnp.engine.narration`), which `facts` fills from the moments; what the prose
    says besides, `shows` must demand. `pictures` picks the pieces to draw; `rows` are for a template
    that makes a table or a picture of its own. `hint` is a seed that is known to show it, which spares the search.
    """

    name: str
    title: str
    lesson: str
    players: int
    shows: Shows
    facts: Callable[[Moments], Facts]
    options: Mapping[str, str] = field(default_factory=dict)
    kind: PlayerKind = "sensible"
    pictures: Callable[[Moments], Sequence[Spread]] = nothing_shown
    rows: Callable[[Moments], Sequence[Facts]] = no_rows
    hint: int = 0


@frozen(slots=False)
class Tale:
    """A story as it was found: the seed of the play, and the moments from the first to the last."""

    story: Story
    seed: int
    moments: tuple[Moment, ...]


class _Unfolding(Sequence[Moment]):
    """The moments of a play, which goes on only as far as somebody looks."""

    def __init__(self, coming: Iterator[Moment]) -> None:
        self._coming = coming
        self._known: list[Moment] = []

    @overload
    def __getitem__(self, at: int) -> Moment: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[Moment]: ...

    def __getitem__(self, at: int | slice) -> Moment | Sequence[Moment]:
        last = at.stop if isinstance(at, slice) else at + 1
        self._play(last if last is not None and last > 0 else None)
        return self._known[at]

    def __len__(self) -> int:
        self._play(None)
        return len(self._known)

    def _play(self, count: int | None) -> None:
        """Goes on until so many moments are known; None for all."""
        self._known += islice(self._coming, None if count is None else max(0, count - len(self._known)))


def find_tale(story: Story, referee: Referee[Any], setup: Setup, player: Player) -> Tale:
    """The story in the play of its hint or, where that does not show it, in the first play that does, seeds from 1.

    LookupError where none of many does, or where plays are so long that there would be too much to go through.
    """
    seen = 0
    for seed in (*((story.hint,) if story.hint else ()), *range(1, MOST_PLAYS + 1)):
        play = _Unfolding(moments(referee, setup, player, seed))
        stretch = story.shows(play)
        if stretch is not None:
            return Tale(story, seed, tuple(play[stretch[0] : stretch[1] + 1]))
        seen += len(play)
        if seen > MOST_MOMENTS:
            raise LookupError(f"no play of {seen:,} moments shows '{story.title}'")
    raise LookupError(f"no play of {MOST_PLAYS:,} shows '{story.title}'")


def moments(referee: Referee[Any], setup: Setup, player: Player, seed: int) -> Iterator[Moment]:
    """The moments of one play as they come, the first of them before anything has happened."""
    table = steps(referee, setup, [player] * setup.players, Seeds.of(seed))
    return (Moment(step.events, _look(referee, step.state)) for step in table)


def _look(referee: Referee[Any], state: object) -> Callable[[], Whereabouts]:
    return lambda: referee.components(state)
