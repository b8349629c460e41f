"""The map as a game: no land wins much more often than another for whoever is devoted to it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest
from war_scenario import KIT, referee, setup

from pnp.engine.action import Event, Player, RandomPlayer, event
from pnp.engine.odds import Measure, Seen
from pnp.engine.playout import Seeds, play
from pnp.games.war_of_whispers.referee import sensible_player
from pnp.games.war_of_whispers.referee.counting import EVEN

EMPIRES = ["bear", "lion", "horse", "elephant", "eagle"]


def measured(name: str) -> Measure:
    return next(measure for measure in referee().measures(setup(2)) if measure.name == name)


def seen(name: str, events: Sequence[Event], winners: Sequence[int] = ()) -> Seen:
    return measured(name).observed(events, winners)


def test_cities_are_those_that_the_score_names() -> None:
    scored = [event(seat, "loyalty_scored", empire=empire, cities=cities)
              for seat in (1, 2) for empire, cities in zip(EMPIRES, (1, 2, 0, 4, 5))]  # fmt: skip
    assert seen("cities", scored) == {
        "bear": (1, 1),
        "lion": (1, 2),
        "horse": (1, 0),
        "elephant": (1, 4),
        "eagle": (1, 5),
    }


def test_wins_go_by_the_first_token_that_is_dealt() -> None:
    dealt = [event(0, "loyalty", seat=seat, level=level, empire=empire)
             for seat, level, empire in ((1, "sworn", "lion"), (1, "staunch", "bear"), (2, "sworn", "lion"),
                                         (3, "sworn", "eagle"))]  # fmt: skip
    # seat 2 swapped the lion away before it won; seat 3 shares the win
    swapped = event(2, "loyalties_shown", level="sworn", empire="horse", other="aloof", other_empire="lion")
    assert seen("sworn", [*dealt, swapped], (2, 3)) == {
        "bear": (0, 0), "lion": (2, 1), "horse": (0, 0), "elephant": (0, 0), "eagle": (1, 1)
    }  # fmt: skip
    assert measured("sworn").even == EVEN == 1.5


def test_a_seat_acts_acts_in_vain_or_rests() -> None:
    def acts(seat: str) -> Event:
        return event(1, "seat_acts", empire="bear", seat=seat, agent=seat)

    happened = [
        event(1, "empire_begins", empire="bear"),
        acts("sheriff"), event(1, "place"), event(1, "banners_added", banners=1), event(1, "banners_added", banners=3),
        event(1, "battle"), event(1, "region_changes"), event(1, "done"),
        acts("steward"), event(1, "card_drawn"), event(1, "card_drawn"),
        acts("marshal"), event(1, "pass"),
        event(1, "seat_rests", empire="bear", seat="chancellor"),
        event(1, "empire_begins", empire="lion"), event(1, "seat_rests", empire="lion", seat="sheriff"),
        event(1, "turn_marked"), event(1, "banners_added", banners=9),
        acts("sheriff"), event(1, "nothing_happens"),
    ]  # fmt: skip
    found = seen("seats", happened)
    assert list(found)[:5] == ["bear sheriff", "bear steward", "bear marshal", "bear chancellor", "lion sheriff"]
    # turns, acts, in vain, rests, banners, cards, regions
    assert [found[name] for name in list(found)[:5]] == [
        (2, 2, 1, 0, 4, 0, 1), (1, 1, 0, 0, 0, 2, 0), (1, 1, 1, 0, 0, 0, 0), (1, 0, 0, 1, 0, 0, 0),
        (1, 0, 0, 1, 0, 0, 0),
    ]  # fmt: skip
    assert len(found) == 20 and found["eagle chancellor"] == (0,) * 7


def test_a_whole_play_gives_every_seat_four_turns() -> None:
    done = play(referee(), setup(3), [RandomPlayer()] * 3, Seeds.of(3))
    events = [each for step in done.steps for each in step]
    winners = done.outcome.winners
    turns = seen("seats", events, winners)
    assert all(counts[0] == 4 and counts[1] + counts[3] == 4 and counts[2] <= counts[1] for counts in turns.values())
    cities = done.outcome.details["cities"]
    assert isinstance(cities, dict) and {name: count for name, (_, count) in seen("cities", events).items()} == cities
    sworn = seen("sworn", events, winners)
    assert sum(times for times, _ in sworn.values()) == 3 and sum(won for _, won in sworn.values()) == len(winners)


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("player", "games"), [(sensible_player(KIT), 200), (RandomPlayer(), 300)], ids=["sensible", "random"]
)
def test_no_empire_is_worth_half_as_much_again_as_another(player: Player, games: int) -> None:
    """Wins by first loyalty, times the number of players so that all tables count alike; SOURCE.md has more plays."""
    observed = measured("sworn").observed
    worth = dict.fromkeys(EMPIRES, Fraction())
    for players in (2, 3, 4):
        totals = {empire: [0, 0] for empire in EMPIRES}
        for seed in range(9000, 9000 + games):
            done = play(referee(), setup(players), [player] * players, Seeds.of(seed))
            events = [each for step in done.steps for each in step]
            for empire, (dealt, won) in observed(events, done.outcome.winners).items():
                totals[empire][0] += dealt
                totals[empire][1] += won
        for empire, (dealt, won) in totals.items():
            worth[empire] += Fraction(won * players, dealt)
    assert max(worth.values()) <= EVEN * min(worth.values()), {name: float(each / 3) for name, each in worth.items()}
