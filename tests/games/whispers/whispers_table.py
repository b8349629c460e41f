"""A table of Whispers that a script plays: cards by rank and words by name in, checked events out."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pnp.catalog import find, refereed
from pnp.definition.load import load_game
from pnp.engine.action import CHANCE, Action, Event, Player
from pnp.engine.playout import Seeds, steps
from pnp.engine.record import plain
from pnp.engine.referee import Referee, Step
from pnp.engine.requirements import ComponentSet
from pnp.engine.rules import Rules, Setup, read_setup
from pnp.games.whispers.referee.state import State

GAME = load_game(find("whispers"))
MODULE, RULES = refereed(GAME)
KIT = ComponentSet(GAME)
WORDS = ("in", "out", "split", "accept", "refuse")


def setup_of(players: int, rules: Rules = RULES, **options: object) -> Setup:
    return read_setup(rules.options, GAME.players, players, {name: str(value) for name, value in options.items()})


def referee_of(kit: ComponentSet = KIT) -> Referee[State]:
    return MODULE.referee(kit, RULES)


def args(event: Event) -> dict[str, Any]:
    return dict(event.args)


class Stranger:
    """Follows a session by its events alone, and holds what it knows against the referee's own state."""

    def __init__(self, referee: Referee[State], setup: Setup, state: State) -> None:
        self.referee, self.setup = referee, setup
        self.bill = Counter(referee.kit.bill_of_materials(setup.players))
        self.chips = {place: Counter(pieces) for place, pieces in referee.components(state).items() if _money(place)}
        self.values = dict(zip(state.table.chips.ids, state.table.chips.values))
        self.purses = dict.fromkeys(range(1, setup.players + 1), setup.number("stack"))
        self.paper: Counter[int] = Counter()
        self.pot = self.button = 0
        self.cards: dict[str, Counter[str]] = {"deck": Counter(referee.components(state)["deck"])}
        self.deck = Counter(self.cards["deck"])

    def follow(self, step: Step[State], action: Action, actor: int) -> None:
        first = step.events[0]
        assert (first.actor, first.name, first.args) == (actor, action.name, action.args)
        names = {*WORDS, "button", "deal"}
        assert not [event for event in step.events[1:] if event.name in names], "a consequence is named like an action"
        for event in step.events:
            self.heard(event)
        self.check(step.state)

    def heard(self, event: Event) -> None:
        assert event.rulings and set(event.rulings) <= set(RULES.citations)
        assert event.name in RULES.actions
        assert (event.actor == CHANCE) == (event.name in ("button", "deal")) and event.actor <= self.setup.players
        json.dumps(plain(dict(event.args)), allow_nan=False)
        told = args(event)
        for place, changes in told.get("moved", {}).items():
            self.chips[place].update(changes)
            assert all(changes.values())
        if "moved" in told:
            coins = told["coins"] if event.name.startswith("pays") else -told["coins"]
            self.purses[event.actor] -= coins
            self.pot += coins
        match event.name:
            case "sits_down":
                assert told["coins"] == self.purses[event.actor]
                assert Counter(told["chips"]) == self.chips[f"purse {event.actor}"]
            case "on_paper":
                self.paper[event.actor] += told["coins"]
                assert self.paper[event.actor] == told["balance"]
            case "hand_begins":
                assert told["carry"] == self.pot
                self.cards = {"deck": Counter(self.deck)}
                assert told["cards"] == self.deck.total()
            case "deal":
                self.move("deck", f"hand {told['seat']}", [told["card"]])
            case "lays_aside":
                assert Counter(told["cards"]) == self.cards[f"hand {event.actor}"]
                self.move(f"hand {event.actor}", "discards", told["cards"])
            case "reshuffles":
                assert Counter(told["cards"]) == self.cards["discards"] and not self.cards["deck"].total()
                self.move("discards", "deck", told["cards"])
            case "button" | "gets_button":
                self.button = told.get("seat", event.actor)
            case "finishes":
                assert told["coins"] == self.purses[event.actor] == told["gain"] + self.setup.number("stack")

    def move(self, source: str, target: str, cards: Iterable[str]) -> None:
        self.cards[source].subtract(cards)
        self.cards.setdefault(target, Counter()).update(cards)
        assert min(self.cards[source].values(), default=0) >= 0

    def check(self, state: State) -> None:
        """Every piece where the stranger knows it, and every coin there (W-13: none is ever lost)."""
        places = self.referee.components(state)
        total: Counter[str] = Counter()
        for pieces in places.values():
            assert min(pieces.values(), default=0) >= 0
            total.update(pieces)
        assert +total == self.bill
        assert {place: +Counter(pieces) for place, pieces in places.items() if _money(place)} == {
            place: +chips for place, chips in self.chips.items()
        }
        held = {place: +Counter(pieces) for place, pieces in places.items() if place in self.cards or "hand" in place}
        assert {place: cards for place, cards in held.items() if cards} == {
            place: +cards for place, cards in self.cards.items() if +cards
        }
        assert places[f"seat {self.button}"] == {"whispers/button": 1}
        players = self.setup.players
        assert [state.coins(seat) for seat in range(1, players + 1)] == list(self.purses.values())
        assert state.pot == self.pot
        assert sum(self.purses.values()) + self.pot == players * self.setup.number("stack")
        for seat, coins in self.purses.items():
            worth = sum(self.values[name] * count for name, count in self.chips[f"purse {seat}"].items())
            assert worth + self.paper[seat] == coins


def _money(place: str) -> bool:
    return place in ("pot", "bank") or place.startswith("purse")


class Script:
    """A session with the button at a seat, going on as it is told."""

    def __init__(self, players: int, button: int = 1, kit: ComponentSet = KIT, **options: object) -> None:
        self.referee = referee_of(kit)
        self.setup = setup_of(players, **options)
        self.state = self.referee.initial_state(self.setup)
        self.events: list[Event] = []
        self.stranger = Stranger(self.referee, self.setup, self.state)
        self.apply(self.referee.chance_outcomes(self.state).bringing(button))

    def apply(self, action: Action) -> None:
        actor = self.referee.actor(self.state)
        step = self.referee.apply(self.state, action)
        self.events += step.events
        self.state = step.state
        self.stranger.follow(step, action, actor)

    def play(self, script: str) -> Script:
        """Words as they are, and cards by rank: `2 6 w` deals a two, a six and a whisper to whoever is next."""
        for word in script.split():
            self.apply(Action(word) if word in WORDS else self.card(word))
        return self

    def card(self, word: str) -> Action:
        """The first card of that rank in the deck; `w` is a whisper."""
        rank = 0 if word == "w" else int(word)
        chance = self.referee.chance_outcomes(self.state)
        return chance.bringing(next(card for card in chance.values if self.state.table.ranks[str(card)] == rank))

    def give(self, giver: int, taker: int, coins: int) -> None:
        """Hands coins over outside the rules, so that a purse is as a test wants it."""
        moved = self.state.table.chips.transfer(self.state.money, giver, taker, coins)
        assert not moved.on_paper
        self.state = self.state._replace(money=moved.money)
        self.stranger.chips = {
            place: Counter(pieces) for place, pieces in self.referee.components(self.state).items() if _money(place)
        }
        self.stranger.purses[giver] -= coins
        self.stranger.purses[taker] += coins

    def told(self, name: str) -> list[tuple[int, dict[str, Any]]]:
        """Seat and arguments of all events of that name."""
        return [(event.actor, args(event)) for event in self.events if event.name == name]

    def cited(self, name: str) -> set[str]:
        """All that events of that name cite."""
        return {ruling for event in self.events if event.name == name for ruling in event.rulings}

    @property
    def purses(self) -> list[int]:
        return [self.state.coins(seat) for seat in range(1, self.setup.players + 1)]

    @property
    def legal(self) -> list[str]:
        return [action.name for action in self.referee.legal_actions(self.state)]


def session(setup: Setup, seats: Sequence[Player], seed: int, kit: ComponentSet = KIT) -> Iterator[Step[State]]:
    """The steps of a seeded session, each followed by a stranger."""
    referee = referee_of(kit)
    going = steps(referee, setup, seats, Seeds.of(seed))
    first = next(going)
    stranger = Stranger(referee, setup, first.state)
    before = first.state
    for step in going:
        event = step.events[0]
        stranger.follow(step, Action(event.name, event.args), referee.actor(before))
        before = step.state
        yield step


def all_events(taken: Iterable[Step[State]]) -> list[Event]:
    return [event for step in taken for event in step.events]


def totals(found: Iterable[Mapping[str, int]]) -> Counter[str]:
    return sum((Counter(dict(each)) for each in found), Counter())
