"""Whole plays of every kind: nothing is lost, every event can be told and cites a rule, every rule is applied."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice

import pytest
from wibbell_table import GAME, KIT, MODULE, REFEREE, RULES, setup

from pnp.engine.action import CHANCE, OVER, Action, Event, FirstPlayer, Player, RandomPlayer
from pnp.engine.conformance import check
from pnp.engine.odds import Sample
from pnp.engine.playout import Play, Seeds, play, steps
from pnp.games.wibbell.referee.state import State

CHOICES = {name for name, telling in RULES.actions.items() if telling.choose}
BROUGHT = {"set_aside", "deal_handicap", "turn_up", "finish", "silence"}
VARIANTS: list[dict[str, str]] = [
    {},
    *(
        {name: ",".join(value) if isinstance(value, tuple) else str(value)}
        for name, option in RULES.options.items()
        for value in option.alternatives()
        if name != "handicap"
    ),
    {"handicap": "seat-1,seat-1,seat-2"},
    {"learning": "turn", "all_wrong": "aside", "nobody": "aside", "window": "600"},
    {"derivatives": "forms", "direction": "derived", "spelling": "names", "mode": "four"},
]


def check_step(state: State, players: int, bill: dict[str, int]) -> None:
    """Every piece lies somewhere, once; whoever acts has something to do, and no two ways to do it."""
    total: Counter[str] = Counter()
    for place in REFEREE.components(state).values():
        total.update(place)
    assert total == bill
    actor = REFEREE.actor(state)
    legal = REFEREE.legal_actions(state)
    assert len(set(legal)) == len(legal) and bool(legal) is (actor > CHANCE)
    if actor > CHANCE:
        assert actor <= players and all(REFEREE.why_illegal(state, action) is None for action in legal)
    assert (REFEREE.outcome(state) is None) is (actor != OVER)


def check_events(events: tuple[Event, ...], players: int) -> None:
    """The action first, then consequences of other names, each of a seat, cited, and told with nothing left out."""
    first, *others = events
    assert first.name in CHOICES | BROUGHT and (first.actor == CHANCE) is (first.name in BROUGHT)
    assert not {event.name for event in others} & (CHOICES | BROUGHT)
    assert all(1 <= event.actor <= players for event in others)
    for event in events:
        assert event.rulings and all(ruling in RULES.citations for ruling in event.rulings), event
        telling = RULES.actions[event.name]
        wanted = set(re.findall(r"{(\w+)", telling.tell)) - {"actor"}
        assert wanted <= dict(event.args).keys(), event
        assert bool(telling.hidden) is (event.seen_by is not None), event


def played(players: int, options: dict[str, str], seed: int, seats: list[Player]) -> Iterator[tuple[Event, ...]]:
    chosen = setup(players, **options)
    bill = dict(KIT.bill_of_materials(players))
    for state, events in steps(REFEREE, chosen, seats, Seeds.of(seed), cap=4000):
        check_step(state, players, bill)
        if events:
            check_events(events, players)
            yield events
    assert REFEREE.actor(state) == OVER, "it has to end"


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, VARIANTS[-1], {"derivatives": "table"}], ids=["plain", "other", "table"])
def test_the_contract_of_referees_is_kept(options: dict[str, str]) -> None:
    for players in (2, 4):
        assert check(REFEREE, setup(players, **options), (3,)) == ()


@pytest.mark.slow
@pytest.mark.parametrize("options", VARIANTS, ids=lambda options: "-".join(options.values()) or "plain")
@pytest.mark.sample(3)
def test_random_plays_of_every_reading(options: dict[str, str]) -> None:
    for players, seed in ((2, 1), (3, 2), (5, 3)):
        assert list(played(players, options, seed, [RandomPlayer()] * players))


@pytest.mark.parametrize("players", range(2, 8))
def test_any_number_of_players_of_any_kind(players: int) -> None:
    kinds: tuple[Player, ...] = (RandomPlayer(), MODULE.sensible_player(KIT), FirstPlayer())
    for seed, kind in enumerate(kinds):
        endings = [events[-1].name for events in played(players, {}, seed, [kind] * players)]
        assert endings[-1] == "wins"


def test_players_who_only_pass_come_to_an_end() -> None:
    class Silent(FirstPlayer):
        def choose(self, look, legal, rng):  # type: ignore[no-untyped-def]
            return next((action for action in legal if action.name == "pass"), legal[0])

    for options in VARIANTS:
        *_, last = played(4, options, 1, [Silent()] * 4)
        assert [event.name for event in last][-4:] == ["wins"] * 4


@pytest.mark.slow
def test_every_rule_and_ruling_is_applied_in_some_play() -> None:
    times: Counter[str] = Counter()
    names: Counter[str] = Counter()
    endings: Counter[str] = Counter()
    for options in (*VARIANTS, {"mode": "four", "window": "1000"}):
        for players in (2, 3, 7):
            for seed in range(8):
                outcome = play(REFEREE, setup(players, **options), [RandomPlayer()] * players, Seeds.of(seed))
                endings[outcome.outcome.reason] += 1
                for events in outcome.steps:
                    for event in events:
                        times.update(event.rulings)
                        names[event.name] += 1
    for_people = {citation.id for citation in RULES.citations.values() if citation.people}
    assert for_people == {"B-01", "B-27", "B-28", "B-29", "B.27"}
    assert RULES.citations.keys() - times.keys() == for_people
    assert RULES.actions.keys() - names.keys() <= {"races_again"}, "which the tests of the options come to"
    # That a whole deck goes round is for the tests of turns; chance does not bring it.
    assert RULES.endings.keys() - endings.keys() <= {"nobody"}


def test_every_ruling_of_the_table_is_there() -> None:
    rulings = [name for name in RULES.citations if name.startswith("B-")]
    assert rulings == [f"B-{number:02}" for number in range(1, 30)]
    with_options = {citation.id for citation in RULES.citations.values() if citation.option}
    assert with_options == {option.ruling for option in RULES.options.values()}
    assert with_options >= {"B-04", "B-05", "B-06", "B-09", "B-12", "B-13", "B-14", "B-23", "B-24", "B-25"}


@pytest.mark.slow
def test_the_same_seeds_play_the_same_and_sensible_is_clearly_better_than_random() -> None:
    sensible, rng = MODULE.sensible_player(KIT), RandomPlayer()
    seats = [rng, sensible, rng, rng]
    games = [play(REFEREE, setup(4), seats, Seeds.of(seed)) for seed in range(25)]
    assert games[0] == play(REFEREE, setup(4), seats, games[0].seeds)
    assert not any(event.actor == 2 and event.name == "is_locked_out" for game in games for event in _events(game))
    wins = sum(2 in game.outcome.winners for game in games)
    assert Sample(wins, len(games)).interval()[0] > 1 / 4, wins


def _events(game: Play) -> list[Event]:
    return [event for step in game.steps for event in step]


@pytest.mark.slow
def test_sensible_players_differ_from_seat_to_seat_by_chance_alone() -> None:
    sensible = MODULE.sensible_player(KIT)
    games = [play(REFEREE, setup(2), [sensible] * 2, Seeds.of(seed)) for seed in range(40)]
    share = [sum(game.outcome.scores[seat] for game in games) for seat in (0, 1)]
    assert 0.7 < share[0] / share[1] < 1.4, share


def test_a_play_replays_from_its_events_alone() -> None:
    """What a record holds, actor, name and arguments of the first event of a step, is enough to play it again."""
    game = play(REFEREE, setup(3), [RandomPlayer()] * 3, Seeds.of(11))
    state = REFEREE.initial_state(setup(3))
    for events in game.steps:
        assert events[0].actor == REFEREE.actor(state)
        step = REFEREE.apply(state, Action(events[0].name, events[0].args))
        assert step.events == events
        state = step.state
    assert REFEREE.outcome(state) == game.outcome


def test_states_are_values_and_nothing_is_changed_by_playing_on() -> None:
    taken = list(islice(steps(REFEREE, setup(4), [RandomPlayer()] * 4, Seeds.of(5)), 60))
    looks = [REFEREE.observe(step.state, 1) for step in taken]
    again = list(islice(steps(REFEREE, setup(4), [RandomPlayer()] * 4, Seeds.of(5)), 60))
    assert [REFEREE.observe(step.state, 1) for step in again] == looks
    assert [step.state for step in again] == [step.state for step in taken]
    assert len({step.state for step in (*again, *taken)}) == len(taken)
    assert GAME.players == (2, 7)
