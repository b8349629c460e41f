"""The referee of a session of Whistler, deal by deal, by its rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from pnp.engine.action import Action, Args, Chance, Event, Rng, Told, Value
from pnp.engine.referee import Outcome, Piles, Referee, Step, TablePlace, Whereabouts
from pnp.engine.requirements import ComponentSet, Requirements
from pnp.engine.rollout import PileProgress, Rollout, Standing
from pnp.engine.rules import Rules, Setup
from pnp.engine.values import counted_each
from pnp.errors import UsageError
from pnp.games.whistler.referee.moves import (
    HIDDEN,
    actor,
    champions,
    chance_seen_by,
    choices,
    choose,
    make_move,
    objection,
    receive,
    thought_of,
)
from pnp.games.whistler.referee.requirements import requirements
from pnp.games.whistler.referee.sampling import sampled
from pnp.games.whistler.referee.state import (
    HAND_SIZE,
    PICK,
    Course,
    Ids,
    Phase,
    Session,
    State,
    cards_of,
    special_hands,
    weights_of,
)

_BY_CHANCE: Mapping[Phase, str] = {
    "high-card": "draw_for_deal",
    "deal": "deal",
    "turn-up": "turn_up",
    "stock": "stock_card",
}


class WhistlerRollout(Rollout):
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
        self.actor = actor(course)
        self._choices = choices(course)
        self.count = len(self._choices)

    def actions(self) -> tuple[Action, ...]:
        return self._choices

    def choose(self, at: int, seat: int = 0) -> Action:
        action = self._choices[at]
        choose(self._course, action)
        self._look()
        return action

    def draw(self, fraction: float, seat: int = 0) -> str | None:
        course, stock = self._course, self._course.stock
        phase, to = course.phase, course.seat
        card = stock.pop(int(fraction * len(stock)))
        receive(course, card)
        if course.phase != "deal":
            self._look()
        return card if to == seat or phase not in HIDDEN else None

    def outcome(self) -> Outcome | None:
        return _outcome(self._course)

    def standing(self) -> Standing:
        return Standing(self._course.deal, self._course.scores())


class WhistlerProgress(PileProgress[State]):
    """A session that goes on in place by the same rules and tells its events."""

    __slots__ = ("_course", "_hands", "_piles", "_purses", "_won")

    def __init__(self, state: State) -> None:
        self._course, seats, self._won = Course(state, []), len(state.hands), [*state.purses]
        self._hands, self._purses = _of_seats("hand", seats), _of_seats("purse", seats)
        self._piles = _piles(self._course)

    @property
    def actor(self) -> int:
        return actor(self._course)

    def actions(self) -> tuple[Action, ...]:
        return choices(self._course)

    def take(self, action: Action) -> tuple[Event, ...]:
        told = self._course.told = []
        make_move(self._course, action)
        return tuple(told)

    def draw(self, fraction: float) -> tuple[Event, ...]:
        course = self._course
        name, given = _due(course)
        card = course.stock[int(fraction * len(course.stock))]
        return self.take(Action(name, (*given, ("card", card))))

    def piles(self) -> Piles:
        course, piles = self._course, self._piles
        piles["stock"], piles["discards"] = course.stock, course.discards
        piles.update(zip(self._hands, course.hands))
        if course.purses != self._won:
            self._won = [*course.purses]
            piles["bank"] = _picks(course.bank())
            piles.update(zip(self._purses, map(_picks, course.purses)))
        return piles

    def state(self) -> State:
        return self._course.state()


def _due(play: State | Course) -> tuple[str, Args]:
    """What chance is to do, and for which seat."""
    return _BY_CHANCE[play.phase], () if play.phase == "turn-up" else (("seat", play.seat),)


def _outcome(play: State | Course) -> Outcome | None:
    if play.phase != "over":
        return None
    winners = champions(play)
    reason = "champion" if len(winners) == 1 else "shared" if winners else "nobody"
    return Outcome(reason, winners, play.scores(), {"deals": play.deal, "paper": tuple(play.paper)})


class Whistler(Referee[State]):
    """Deals, draws, discards, knocks, special hands and picks, until the last deal of the session."""

    by_seat = frozenset({"hands", "known", "picks"})
    places = (
        TablePlace("discards", False, "all"),
        TablePlace("stock", False, "nobody"),
        TablePlace("bank", False, "all"),
        TablePlace("table", False, "all"),
        TablePlace("hand", True, "owner"),
        TablePlace("purse", True, "all"),
    )
    unsampled = ""

    def __init__(self, components: ComponentSet, rules: Rules) -> None:
        super().__init__(components, rules)
        self._cards = cards_of(components)
        self._places = {card.id: card.place for card in self._cards.values()}
        self._special = special_hands(self._cards.values())
        self._weights = weights_of(self._cards)
        self._sums = {sum(self._weights[card] for card in four): name for four, name in self._special.items()}

    def requirements(self, setup: Setup) -> Requirements:
        return requirements(setup.players)

    def initial_state(self, setup: Setup) -> State:
        """Everybody is about to draw for the first deal; UsageError where the pack is too small to deal."""
        players = setup.players
        bill = self.kit.bill_of_materials(players)
        deck = tuple(card for card in self._cards for _ in range(bill.get(card, 0)))
        least = HAND_SIZE * players + 1
        if len(deck) < least:
            raise UsageError(
                f"the pack has {len(deck)} cards, and {players} players need {least} to be dealt in; add cards"
            )
        others = {name: count for name, count in bill.items() if name not in self._cards and name != PICK}
        session = Session(setup, deck, bill.get(PICK, 0), others, self._cards, self._places, self._special,
                          self._weights, self._sums)  # fmt: skip
        nothing: tuple[Ids, ...] = ((),) * players
        drawing, no_picks = tuple(range(2, players + 1)), (0,) * players
        return State(session, deck, nothing, nothing, drawing, no_picks, no_picks)

    def actor(self, state: State) -> int:
        return actor(state)

    def legal_actions(self, state: State) -> Sequence[Action]:
        return choices(state)

    def chance_outcomes(self, state: State) -> Chance:
        """One card of the stock, each equally likely: the pack is shuffled as it is drawn from."""
        name, given = _due(state)
        return Chance(name, "card", state.stock, given, seen_by=chance_seen_by(state))

    def observe(self, state: State, seat: int) -> Mapping[str, Value]:
        """The seat's own hand, and all that lies or went by face up.

        `known` are the cards of each hand that everybody saw go there: taken from the discards, or shown in a false
        call. `discards` are all of the pile with its top last, since each went there in sight of all.
        """
        return {
            "you": seat,
            "deal": state.deal,
            "dealer": state.dealer or None,
            "turn": state.seat,
            "turns": state.turns,
            "hand": state.hands[seat - 1],
            "hands": tuple(len(hand) for hand in state.hands),
            "known": state.known,
            "discards": state.discards,
            "stock": len(state.stock),
            "taken": state.taken or None,
            "knocker": state.knocker or None,
            "request": state.wish,
            "picks": state.scores(),
        }

    def outcome(self, state: State) -> Outcome | None:
        return _outcome(state)

    def sample(self, state: State, seat: int, rng: Rng) -> State:
        return sampled(state, seat, rng)

    def standing(self, state: State) -> Standing:
        """Toothpicks, deal by deal."""
        return Standing(state.deal, state.scores())

    def components(self, state: State) -> Whereabouts:
        return counted_each(self.piles(state))

    def piles(self, state: State) -> Piles:
        return _piles(state)

    def follow(self, state: State, action: Action) -> Step[State]:
        told: Told = []
        course = Course(state, told)
        make_move(course, action)
        return Step(course.state(), tuple(told))

    def rollout(self, state: State) -> WhistlerRollout:
        return WhistlerRollout(state)

    def progress(self, state: State, is_sampled: bool = True) -> WhistlerProgress:
        return WhistlerProgress(state)

    def objection(self, state: State, action: Action) -> str:
        return objection(state, action)

    def thought_of(self, state: State) -> Iterable[tuple[Action, str]]:
        return thought_of(state)


def _piles(play: State | Course) -> dict[str, Mapping[str, int] | Sequence[str]]:
    purses = map(_picks, (play.bank(), *play.purses))
    return dict(zip(_places(len(play.hands)), (play.stock, play.discards, play.session.others, *play.hands, *purses)))


@cache
def _picks(count: int) -> Mapping[str, int]:
    return {PICK: count} if count else {}


@cache
def _places(seats: int) -> tuple[str, ...]:
    """Where cards and toothpicks lie."""
    return "stock", "discards", "table", *_of_seats("hand", seats), "bank", *_of_seats("purse", seats)


@cache
def _of_seats(place: str, seats: int) -> tuple[str, ...]:
    return tuple(f"{place} {seat}" for seat in range(1, seats + 1))
