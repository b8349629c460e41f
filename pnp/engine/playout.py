"""Plays a game step by step, the same for the same seeds, and finds stretches of such plays that show an example."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import field
from itertools import islice, pairwise
from typing import Any, TypeVar, overload

from pnp.engine.action import CHANCE, OVER, Action, Event, Player, Rng, Value, derived
from pnp.engine.referee import Outcome, PlayerKind, Referee, SeatView, Step, Whereabouts
from pnp.engine.rules import Setup
from pnp.frozen import frozen

State = TypeVar("State")

#: Steps after which a play is called off; far beyond what any game of the rules takes.
MOST_STEPS = 200_000
CAP = "cap"
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


@frozen(slots=False)
class Play:
    """One whole play: all that happened, and how it ended (reason `cap` where it was called off)."""

    setup: Setup
    seeds: Seeds
    steps: tuple[tuple[Event, ...], ...]
    outcome: Outcome


def steps(
    referee: Referee[State],
    setup: Setup,
    players: Sequence[Player],
    seeds: Seeds,
    cap: int = MOST_STEPS,
    before: Sequence[Action] = (),
) -> Iterator[Step[State]]:
    """Every step of one play in order, the first of them the initial state with no events.

    `before` was decided when the play was left. It is taken as it was; lots are drawn and players asked all the same,
    so that afterwards both decide as they would have, had nobody left.
    """
    state = referee.start(setup)
    yield Step(state, ())
    chance, choices = Rng(seeds.chance), Rng(seeds.choices)
    for action in before:
        actor = referee.actor(state)
        if actor == CHANCE:
            chance.fraction()
        else:
            players[actor - 1].choose(SeatView(referee, state, actor), referee.legal_actions(state), choices)
        state, events = referee.apply(state, action)
        yield Step(state, events)
    for _ in range(cap - len(before)):
        actor = referee.actor(state)
        if actor == OVER:
            return
        if actor == CHANCE:
            step = referee.follow(state, referee.chance_outcomes(state).draw(chance.fraction()))
        else:
            step = _chosen(referee, state, actor, players[actor - 1], choices)
        state = step.state
        yield step


def _chosen(referee: Referee[State], state: State, actor: int, player: Player, choices: Rng) -> Step[State]:
    """What the player of a seat does; a choice that is on the list needs no other look at whether it is legal."""
    legal = referee.legal_actions(state)
    action = player.choose(SeatView(referee, state, actor), legal, choices)
    return referee.follow(state, action) if action in legal else referee.apply(state, action)


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
