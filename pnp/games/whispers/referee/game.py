"""The referee of Whispers: a state of a session and an action; who acts, what is legal and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from pnp.engine.action import CHANCE, OVER, Action, Chance, Rng, Value
from pnp.engine.referee import Outcome, Referee, Step, Whereabouts
from pnp.engine.requirements import Requirements
from pnp.engine.rollout import Standing
from pnp.engine.rules import Setup
from pnp.engine.values import counted
from pnp.games.whispers.referee import requirements, rounds
from pnp.games.whispers.referee.state import Chips, Course, Hand, State, laid

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
PLACES = 64
_counted = lru_cache(PLACES)(counted)


class Whispers(Referee[State]):
    """A session of Whispers, hand after hand (its rules and the rulings W-01 to W-33).

    Nothing is hidden: every card is dealt face up, so that all have seen what is later turned or laid face down.
    """

    by_seat = frozenset({"hands", "turned_down", "standings", "purses"})
    unsampled = ""

    def requirements(self, setup: Setup) -> Requirements:
        return requirements.requirements(setup.players)

    def initial_state(self, setup: Setup) -> State:
        table = laid(self.kit, setup)
        return State(table, table.money, (Hand(),) * setup.players, table.cards)

    def actor(self, state: State) -> int:
        match state.phase:
            case "declare":
                return state.queue[0]
            case "poll":
                return state.polled[0]
            case "over":
                return OVER
            case _:
                return CHANCE

    def legal_actions(self, state: State) -> Sequence[Action]:
        match state.phase:
            case "declare":
                return _WITH_SPLIT if rounds.may_split(state) else _DECLARATIONS
            case "poll":
                return _ANSWERS
            case _:
                return ()

    def chance_outcomes(self, state: State) -> Chance:
        if state.phase == "button":
            return Chance("button", "seat", tuple(range(1, len(state.hands) + 1)))
        return Chance("deal", "card", state.deck, (("round", state.round), ("seat", state.queue[0])))

    def follow(self, state: State, action: Action) -> Step[State]:
        course = Course(state)
        _FOLLOWED[state.phase](course, action)
        return course.step()

    def objection(self, state: State, action: Action) -> str:
        if action in _WITH_SPLIT and state.phase == "poll":
            return "A split is on offer; accept or refuse it."
        if action == SPLIT:
            return "Splitting is not open yet; somebody must have left the hand first."
        if action in _ANSWERS:
            return "No split is being polled now; say in or out."
        legal = ", ".join(known.name for known in self.legal_actions(state))
        return f"That is no move of this game; choose one of: {legal}."

    def observe(self, state: State, seat: int) -> Mapping[str, Value]:
        return {
            "you": seat,
            "hand_number": state.number,
            "hands_agreed": state.table.setup.number("hands"),
            "round": state.round,
            "button": state.button,
            "actor": self.actor(state),
            "hand": state.hands[seat - 1].cards,
            "hands": tuple(hand.cards for hand in state.hands),
            "turned_down": tuple(hand.turned_down or None for hand in state.hands),
            "standings": tuple(hand.standing for hand in state.hands),
            "discards": state.discards,
            "deck": len(state.deck),
            "pot": state.pot,
            "purses": tuple(state.coins(other) for other in range(1, len(state.hands) + 1)),
        }

    def outcome(self, state: State) -> Outcome | None:
        if state.phase != "over":
            return None
        scores = self.standing(state).scores
        # Seed 000, The Format: the goal is to finish with more than one started with.
        stack = state.table.setup.number("stack")
        winners = tuple(seat for seat, coins in enumerate(scores, 1) if coins > stack)
        return Outcome(state.ending, winners, scores, {"hands": state.number, "unclaimed": state.pot})

    def sample(self, state: State, seat: int, rng: Rng) -> State:
        """The same state: every seat knows all of it."""
        return state

    def standing(self, state: State) -> Standing:
        """Coins, hand by hand."""
        return Standing(state.number, tuple(state.coins(seat) for seat in range(1, len(state.hands) + 1)))

    def components(self, state: State) -> Whereabouts:
        table = state.table
        places: dict[str, Mapping[str, int]] = {"deck": _counted(state.deck), "discards": _counted(state.discards)}
        places["table"] = table.aside if state.button else {**table.aside, **table.button}
        for seat, hand in enumerate(state.hands, 1):
            if hand.cards:
                places[f"hand {seat}"] = _counted(hand.cards)
        for place, holding in zip(table.chips.places, state.money):
            places[place] = _chips(table.chips.ids, holding.chips)
        if state.button:
            places[f"seat {state.button}"] = table.button
        return places


@lru_cache(PLACES)
def _chips(ids: tuple[str, ...], chips: Chips) -> Mapping[str, int]:
    return dict(zip(ids, chips))
