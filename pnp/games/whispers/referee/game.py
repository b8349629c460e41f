"""The referee of Whispers: a state of a session and an action; who acts, what is legal and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache

from pnp.engine.action import CHANCE, OVER, Action, Args, Chance, Event, Rng, Value
from pnp.engine.referee import Outcome, Piles, Referee, Step, TablePlace, Whereabouts
from pnp.engine.requirements import Requirements
from pnp.engine.rollout import PileProgress, Rollout, Standing
from pnp.engine.rules import Setup
from pnp.engine.values import counted_each
from pnp.games.whispers.referee import requirements, rounds
from pnp.games.whispers.referee.state import POT, Chips, Course, Hand, State, laid

IN, OUT, SPLIT = Action("in"), Action("out"), Action("split")
ACCEPT, REFUSE = Action("accept"), Action("refuse")
_DECLARATIONS = (IN, OUT)
_WITH_SPLIT = (IN, OUT, SPLIT)
_ANSWERS = (ACCEPT, REFUSE)
_FOLLOWED: Mapping[str, Callable[[Course, Action], None]] = {
    "button": rounds.sit_down,
    "deal": rounds.deal,
    "declare": rounds.declare,
    "poll": rounds.answer,
}

#: For so many places what lies there is kept, since most of them change seldom.
PLACES = 512


def _actor(play: State | Course) -> int:
    phase = play.phase
    if phase == "declare":
        return play.queue[0]
    if phase == "deal":
        return CHANCE
    if phase == "poll":
        return play.polled[0]
    return OVER if phase == "over" else CHANCE


def _choices(play: State | Course) -> tuple[Action, ...]:
    """What the acting seat may do; nothing where no seat acts."""
    phase = play.phase
    if phase == "declare":
        return _WITH_SPLIT if rounds.may_split(play) else _DECLARATIONS
    return _ANSWERS if phase == "poll" else ()


def _standing(play: State | Course) -> Standing:
    """Coins, hand by hand."""
    return Standing(play.number, tuple(play.coins(seat) for seat in range(1, len(play.hands) + 1)))


def _outcome(play: State | Course) -> Outcome | None:
    if play.phase != "over":
        return None
    scores = _standing(play).scores
    # Seed 000, The Format: the goal is to finish with more than one started with.
    stack = play.table.setup.number("stack")
    winners = tuple(seat for seat, coins in enumerate(scores, 1) if coins > stack)
    return Outcome(play.ending, winners, scores, {"hands": play.number, "unclaimed": play.coins(POT)})


class WhispersRollout(Rollout):
    """A session that goes on in place by the same rules, with nothing told."""

    __slots__ = ("_choices", "_course", "actor", "count")
    actor: int
    count: int

    def __init__(self, state: State) -> None:
        self._course = Course(state, None)
        self._look()

    def _look(self) -> None:
        """Who acts now, and what the choices are."""
        course = self._course
        self.actor, self._choices = _actor(course), _choices(course)
        self.count = len(self._choices)

    def actions(self) -> Sequence[Action]:
        return self._choices

    def choose(self, at: int, seat: int = 0) -> Action:
        course, action = self._course, self._choices[at]
        _FOLLOWED[course.phase](course, action)
        self._look()
        return action

    def draw(self, fraction: float, seat: int = 0) -> str | int:
        course, deck = self._course, self._course.deck
        if course.phase == "button":
            button = 1 + int(fraction * len(course.hands))
            rounds.begin(course, button)
            return button
        card = deck.pop(int(fraction * len(deck)))
        rounds.receive(course, card)
        if course.phase != "deal":
            self._look()
        return card

    def outcome(self) -> Outcome | None:
        return _outcome(self._course)

    def standing(self) -> Standing:
        return _standing(self._course)


class WhispersProgress(PileProgress[State]):
    """A session that goes on in place by the same rules and tells its events."""

    __slots__ = ("_button", "_course", "_hands", "_money", "_piles")

    def __init__(self, state: State) -> None:
        self._course, self._hands = Course(state, []), _hands(len(state.hands))
        self._button, self._money, self._piles = state.button, state.money, _piles(self._course)

    @property
    def actor(self) -> int:
        return _actor(self._course)

    def actions(self) -> Sequence[Action]:
        return _choices(self._course)

    def take(self, action: Action) -> tuple[Event, ...]:
        course = self._course
        told = course.told = []
        _FOLLOWED[course.phase](course, action)
        return tuple(told)

    def draw(self, fraction: float) -> tuple[Event, ...]:
        course = self._course
        if course.phase == "button":
            return self.take(_chance(course).draw(fraction))
        card = course.deck[int(fraction * len(course.deck))]
        return self.take(Action("deal", (*_due(course), ("card", card))))

    def piles(self) -> Piles:
        course, piles = self._course, self._piles
        if self._button != course.button:
            self._button, self._money, self._piles = course.button, course.money, _piles(course)
            return self._piles
        piles["deck"], piles["discards"] = course.deck, course.discards
        piles.update(zip(self._hands, [hand.cards for hand in course.hands]))
        if self._money is not course.money:
            self._money = course.money
            piles.update(_purses(course))
        return piles

    def state(self) -> State:
        return self._course.state()


def _chance(play: State | Course) -> Chance:
    if play.phase == "button":
        return Chance("button", "seat", tuple(range(1, len(play.hands) + 1)))
    return Chance("deal", "card", tuple(play.deck), _due(play))


def _due(play: State | Course) -> Args:
    """In which round a card comes, and to whom."""
    return ("round", play.round), ("seat", play.queue[0])


class Whispers(Referee[State]):
    """A session of Whispers, hand after hand (its rules and the rulings W-01 to W-33).

    Nothing is hidden: every card is dealt face up, so that all have seen what is later turned or laid face down.
    """

    by_seat = frozenset({"hands", "turned_down", "standings", "purses"})
    places = (
        TablePlace("pot", False, "all"),
        TablePlace("discards", False, "all"),
        TablePlace("deck", False, "nobody"),
        TablePlace("bank", False, "all"),
        TablePlace("table", False, "all"),
        TablePlace("hand", True, "all"),
        TablePlace("purse", True, "all"),
        TablePlace("seat", True, "all"),
    )
    unsampled = ""

    def requirements(self, setup: Setup) -> Requirements:
        return requirements.requirements(setup.players)

    def initial_state(self, setup: Setup) -> State:
        table = laid(self.kit, setup)
        return State(table, table.money, (Hand(),) * setup.players, table.cards)

    def actor(self, state: State) -> int:
        return _actor(state)

    def legal_actions(self, state: State) -> Sequence[Action]:
        return _choices(state)

    def chance_outcomes(self, state: State) -> Chance:
        return _chance(state)

    def follow(self, state: State, action: Action) -> Step[State]:
        told: list[Event] = []
        course = Course(state, told)
        _FOLLOWED[state.phase](course, action)
        return Step(course.state(), tuple(told))

    def rollout(self, state: State) -> WhispersRollout:
        return WhispersRollout(state)

    def progress(self, state: State, is_sampled: bool = True) -> WhispersProgress:
        return WhispersProgress(state)

    def objection(self, state: State, action: Action) -> str:
        if action in _WITH_SPLIT and state.phase == "poll":
            return "A split is on offer; accept or refuse it."
        if action == SPLIT:
            return "Splitting is not open yet; somebody must have left the hand first."
        if action in _ANSWERS:
            return "No split is being polled now; say in or out."
        legal = ", ".join(known.name for known in self.legal_actions(state))
        return f"That is no move of this game; choose one of: {legal}."

    def thought_of(self, state: State) -> Iterable[tuple[Action, str]]:
        if state.phase == "declare":
            return ((SPLIT, "W-07"),)
        return ((IN, "W-08"), (OUT, "W-08")) if state.phase == "poll" else ()

    def observe(self, state: State, seat: int) -> Mapping[str, Value]:
        return {
            "you": seat,
            "hand_number": state.number,
            "hands_agreed": state.table.setup.number("hands"),
            "round": state.round,
            "button": state.button,
            "actor": self.actor(state),
            "hand": state.hands[seat - 1].cards,
            "hands": tuple([hand.cards for hand in state.hands]),
            "turned_down": tuple([hand.turned_down or None for hand in state.hands]),
            "standings": tuple([hand.standing for hand in state.hands]),
            "discards": state.discards,
            "deck": len(state.deck),
            "pot": state.pot,
            "purses": tuple([state.coins(other) for other in range(1, len(state.hands) + 1)]),
        }

    def outcome(self, state: State) -> Outcome | None:
        return _outcome(state)

    def sample(self, state: State, seat: int, rng: Rng) -> State:
        """The same state: every seat knows all of it."""
        return state

    def standing(self, state: State) -> Standing:
        return _standing(state)

    def components(self, state: State) -> Whereabouts:
        return counted_each(self.piles(state))

    def piles(self, state: State) -> Piles:
        return _piles(state)


def _piles(play: State | Course) -> dict[str, Mapping[str, int] | Sequence[str]]:
    table, button, hands = play.table, play.button, [hand.cards for hand in play.hands]
    lying = table.aside if button else {**table.aside, **table.button}
    return {
        "deck": play.deck,
        "discards": play.discards,
        "table": lying,
        **dict(zip(_hands(len(hands)), hands)),
        **_purses(play),
        **({f"seat {button}": table.button} if button else {}),
    }


@cache
def _hands(players: int) -> tuple[str, ...]:
    return tuple(f"hand {seat}" for seat in range(1, players + 1))


def _purses(play: State | Course) -> Whereabouts:
    """The chips of the pot, the purses and the bank."""
    chips = play.table.chips
    return {place: _chips(chips.ids, holding.chips) for place, holding in zip(chips.places, play.money)}


@lru_cache(PLACES)
def _chips(ids: tuple[str, ...], chips: Chips) -> Mapping[str, int]:
    return dict(zip(ids, chips))
