"""Whole sessions, at random and otherwise: the contract, every piece, every rule, secrets, and a stranger's recount."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from whistler_play import GAME, KIT, MODULE, REFEREE, RULES, SENSIBLE, TABLES, played, seatings, setup, told

from pnp.engine.action import CHANCE, OVER, Action, Event, FirstPlayer, RandomPlayer
from pnp.engine.conformance import check
from pnp.engine.narration import holes
from pnp.engine.odds import Sample
from pnp.engine.playout import Seeds, play
from pnp.engine.rules import Setup
from pnp.games.whistler.referee.state import State


@pytest.mark.slow
@pytest.mark.parametrize(("players", "options"), TABLES)
@pytest.mark.sample(3)
def test_the_contract_is_kept(players: int, options: dict[str, str]) -> None:
    assert check(REFEREE, setup(players, **options), (1,)) == ()


@pytest.mark.parametrize(("players", "options"), TABLES)
@pytest.mark.sample(6)
def test_every_piece_lies_somewhere_at_every_step(players: int, options: dict[str, str]) -> None:
    bill = KIT.bill_of_materials(players)
    for seats in seatings(players):
        for step in played(setup(players, **options), 5, seats):
            total: Counter[str] = Counter()
            for pieces in REFEREE.components(step.state).values():
                total.update(pieces)
            assert total == bill


def test_players_who_take_the_first_choice_come_to_an_end() -> None:
    for players in (2, 6):
        ended = play(REFEREE, setup(players), [FirstPlayer()] * players, Seeds.of(1))
        assert ended.outcome.reason == "nobody" and ended.outcome.scores == (0,) * players


def test_the_longest_session_ends_before_it_is_called_off() -> None:
    """At the high ends of the numbers that a table may agree on; a deal of it is 60 rounds of four steps a turn."""
    steps_of_a_deal = 6 * 4 + 1 + 60 * 6 * 4
    longest = play(REFEREE, setup(6, deals="1", rounds="60"), [FirstPlayer()] * 6, Seeds.of(1))
    assert len(longest.steps) <= 12 + steps_of_a_deal
    assert (RULES.options["deals"].high + 1) * steps_of_a_deal < 200_000  # engine/playout.py, MOST_STEPS


@pytest.fixture(scope="module")
def everything() -> list[Event]:
    """The events of sessions at every table, by every kind of player; more of the Village, where help is rare."""
    sessions = [(setup(players, **options), 0, seats) for players, options in TABLES for seats in seatings(players)]
    sessions += [(setup(4, village="yes"), seed, [RandomPlayer()] * 4) for seed in range(1, 9)]
    return [event for session in sessions for event in told(*session)]


@pytest.mark.slow
def test_every_rule_and_ruling_is_applied_in_some_play(everything: list[Event]) -> None:
    applied = {name for name, citation in RULES.citations.items() if not citation.people}
    cited = {name for event in everything for name in event.rulings}
    for seed in range(1, 400):
        if cited == applied:
            break
        # Some hands are rare; sensible players at large tables come to them sooner or later.
        cited |= {name for event in told(setup(6), seed, [SENSIBLE] * 6) for name in event.rulings}
    assert cited == applied
    assert [name for name, citation in RULES.citations.items() if citation.people] == [
        "H.19", "H.20", "H.24", "H-19", "H-24", "H-27",
    ]  # fmt: skip


def test_all_rulings_are_there() -> None:
    assert [name for name in RULES.citations if "-" in name] == [f"H-{number:02}" for number in range(1, 28)]


def test_variable_rulings_have_an_option() -> None:
    variable = {"H-01", "H-02", "H-03", "H-08", "H-12", "H-21", "H-22", "H-25"}
    assert {option.ruling for option in RULES.options.values()} == variable
    assert {name for name, citation in RULES.citations.items() if citation.option} == variable


def test_the_defaults_are_what_the_rulings_say() -> None:
    assert "after {option_rounds} rounds" in RULES.citations["H-01"].text and RULES.options["rounds"].default == 30
    assert RULES.options["deals"].default == GAME.facts["deals"] == 10


def test_everything_that_happens_has_words(everything: list[Event]) -> None:
    events = {event.name: event for event in everything}
    assert events.keys() == RULES.actions.keys()
    offered = {action for action in events if RULES.actions[action].choose}
    assert offered == {
        "draw_stock", "take_discard", "discard", "knock", "pass", "declare", "offer", "ask_suit", "ask_rank",
    }  # fmt: skip
    for name, event in events.items():
        telling = RULES.actions[name]
        args = {"actor", *(key for key, _ in event.args)}
        assert telling.tell and holes(telling.tell) | holes(telling.hidden) | holes(telling.choose) <= args, name
        assert bool(telling.hidden) == (name in ("deal", "stock_card", "laid_face_down"))


def choices(state: State) -> Iterator[Action]:
    """Everything that could happen next."""
    if REFEREE.actor(state) == CHANCE:
        yield from (action for action, _ in REFEREE.chance_outcomes(state).outcomes())
    else:
        yield from REFEREE.legal_actions(state)


@pytest.mark.slow
@pytest.mark.parametrize(("players", "options"), TABLES)
def test_what_is_hidden_from_a_seat_changes_nothing_for_it(players: int, options: dict[str, str]) -> None:
    compared = 0
    for step in played(setup(players, **{**options, "deals": "2"}), 4):
        before: dict[int, object] = {}
        for action in choices(step.state):
            state, events = REFEREE.apply(step.state, action)
            for seat in range(1, players + 1):
                if events[0].seen_by is None or seat in events[0].seen_by:
                    continue
                shown = [event for event in events if event.seen_by is None or seat in event.seen_by]
                sight = (REFEREE.observe(state, seat), shown)
                assert before.setdefault(seat, sight) == sight, (action, seat)
                compared += 1
    assert compared


def test_other_cards_in_hidden_places_look_the_same() -> None:
    """The unknown cards of two other hands and the stock exchanged: the seat sees and may do what it did."""
    exchanged = 0
    for step in played(setup(3), 11, [SENSIBLE] * 3):
        state = step.state
        if state.phase not in ("draw", "discard", "late") or not state.stock:
            continue
        seat = REFEREE.actor(state)
        other = state.left_of(seat)
        hidden = [card for card in state.hands[other - 1] if card not in state.known[other - 1]]
        if not hidden:
            continue
        one, two = hidden[0], state.stock[-1]
        hands = tuple(tuple(two if card == one else card for card in hand) for hand in state.hands)
        swapped = state._replace(hands=hands, stock=(*state.stock[:-1], one))
        assert REFEREE.observe(swapped, seat) == REFEREE.observe(state, seat)
        assert REFEREE.legal_actions(swapped) == REFEREE.legal_actions(state)
        exchanged += 1
    assert exchanged


def test_a_seat_sees_its_own_hand_and_how_many_cards_others_hold() -> None:
    for step in played(setup(4), 2):
        for seat in range(1, 5):
            seen = REFEREE.observe(step.state, seat)
            assert seen["hand"] == step.state.hands[seat - 1] and seen["you"] == seat
            assert seen["hands"] == tuple(len(hand) for hand in step.state.hands)
            assert seen["stock"] == len(step.state.stock)
        for known, hand in zip(step.state.known, step.state.hands):
            assert set(known) <= set(hand)


POINTS = {"ace": 11, "king": 10, "queen": 10, "jack": 10, **{str(rank): rank for rank in range(2, 11)}}


@dataclass
class Stranger:
    """Follows a record with the rules' text in hand, and recounts every hand that is shown and every pick."""

    table: Setup
    hands: dict[int, set[str]] = field(default_factory=dict)
    shown: dict[int, int] = field(default_factory=dict)
    picks: Counter[int] = field(default_factory=Counter)
    due: Counter[int] = field(default_factory=Counter)
    knocker: int = 0

    def read(self, event: Event) -> None:
        told: dict[str, Any] = dict(event.args)
        match event.name:
            case "deals":
                assert not self.due, "somebody was not paid"
                self.hands = {seat: set() for seat in range(1, self.table.players + 1)}
                self.shown, self.knocker = {}, 0
            case "deal" | "stock_card":
                assert told["card"] not in set().union(*self.hands.values())
                self.hands[told["seat"]].add(told["card"])
            case "turn_up":
                assert all(len(hand) == 4 for hand in self.hands.values())
                assert told["card"] not in set().union(*self.hands.values())
            case "take_discard":
                self.hands[event.actor].add(told["card"])
            case "discard":
                self.hands[event.actor].remove(told["card"])
            case "knock":
                assert not self.knocker
                self.knocker = event.actor
            case "special_hand":
                assert set(told["cards"]) <= self.hands[event.actor]
                self.due[event.actor] = 2 if self.knocker not in (0, event.actor) else 1
            case "hand_shown":
                self.count(event.actor, told)
            case "paid" | "noted":
                self.due[event.actor] -= told["picks"]
                self.picks[event.actor] += told["picks"]
                assert told["total"] == self.picks[event.actor]
                self.due += Counter()
            case "champion":
                assert told["total"] == max(self.picks.values(), default=0)

    def count(self, seat: int, told: dict[str, Any]) -> None:
        """H.8, H-16; when all hands are shown, H-12 to H-15."""
        assert set(told["cards"]) == self.hands[seat]
        sums: Counter[str] = Counter()
        for card in told["cards"]:
            _, suit, rank = card.split("/")
            sums[suit] += POINTS[rank]
        assert told["points"] == sums[told["suit"]] == max(sums.values())
        self.shown[seat] = told["points"]
        if len(self.shown) == self.table.players:
            above = {one: 2 for one, points in self.shown.items() if points > self.shown[self.knocker]}
            self.due.update(above or {self.knocker: 1})


@pytest.mark.slow
@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.sample(2)
def test_a_stranger_finds_every_number_right(players: int) -> None:
    at = setup(players)
    for seed in range(3):
        for seats in seatings(players):
            stranger = Stranger(at)
            for step in played(at, seed, seats):
                for event in step.events:
                    stranger.read(event)
                outcome = REFEREE.outcome(step.state)
                if outcome is not None:
                    assert outcome.scores == tuple(stranger.picks[seat] for seat in range(1, players + 1))


def test_a_sensible_player_wins_far_more_than_players_at_random() -> None:
    """Picks a deal, at tables of two and four with half of the seats each; about six times as many with two."""
    for players, times in ((2, 4), (4, 2)):
        won: Counter[bool] = Counter()
        for seed in range(24):
            seats = [SENSIBLE if (seat + seed) % 2 else RandomPlayer() for seat in range(players)]
            outcome = play(REFEREE, setup(players), seats, Seeds.of(seed)).outcome
            for player, score in zip(seats, outcome.scores):
                won[player is SENSIBLE] += score
        assert won[True] > times * won[False], won


@pytest.mark.slow
def test_chances_show_in_plays_of_any_kind() -> None:
    odds = MODULE.odds(KIT, setup(3))
    seen: dict[str, list[int]] = {chance.name: [0, 0] for chance in odds}
    for seed in range(60):
        events = told(setup(3), seed, list(seatings(3))[seed % 2])
        for chance in odds:
            times, trials = chance.observed(events)
            seen[chance.name][0] += times
            seen[chance.name][1] += trials
    for chance in odds:
        low, high = Sample(*seen[chance.name]).interval(5.0)
        assert low <= chance.exact <= high, chance.name
    assert seen["dealt-runner"][1] == 600 and seen["level-draw"][1] == 60


def test_the_play_is_over_when_there_is_an_outcome() -> None:
    *_, last = played(setup(2), 1)
    assert REFEREE.actor(last.state) == OVER and REFEREE.legal_actions(last.state) == ()
    assert REFEREE.why_illegal(last.state, Action("pass")) == "The play is over; nothing more can be done."


def test_states_compare_and_hash_by_what_they_hold() -> None:
    referee = MODULE.referee(KIT, RULES)
    assert referee.initial_state(setup(3)) == REFEREE.initial_state(setup(3))
    assert referee.initial_state(setup(3)) != REFEREE.initial_state(setup(3, village="yes"))
    assert hash(referee.initial_state(setup(3))) == hash(REFEREE.initial_state(setup(3)))
