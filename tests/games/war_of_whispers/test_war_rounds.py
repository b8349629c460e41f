"""Rounds from their mark to the score: swaps of loyalties, hands cut down, the end, ties, and the agreed variants."""

from __future__ import annotations

from dataclasses import replace

import pytest
from war_scenario import Scene, begun, card, laid, referee, setup

from pnp.engine.action import OVER
from pnp.games.war_of_whispers.referee.rounds import Empires, Marking, Rounds, Swapping, Trimming, points, result
from pnp.games.war_of_whispers.referee.state import State

#: Seed 001, Loyalty Tokens and Scoring: Lion 2 cities, Elephant 3, Bear 1, Eagle 4, Horse 2; twelve in all.
EXAMPLE = {"solmarch": ("elephant", 1), "chagatu": ("eagle", 1), "khadarn": ("eagle", 1)}
LION_FIRST = ("lion", "elephant", "bear", "eagle", "horse")


def table(players: int = 2, round_: int = 4, **options: str) -> State:
    return laid({}, {}, {}, players, round_, options)


def loyal(state: State, *orders: tuple[str, ...]) -> State:
    """Each player's empires from Sworn to Against."""
    return state._replace(
        loyalties=tuple(tuple(state.board.empires.index(empire) for empire in order) for order in orders)
    )


def test_the_example_scores_seventeen() -> None:
    state = laid(EXAMPLE, {}, {}, 2, 4, {})
    state = loyal(state, LION_FIRST, LION_FIRST[::-1])
    assert points(state, 1) == 4 * 2 + 3 * 3 + 2 * 1 + 0 * 4 - 1 * 2 == 17
    assert points(state, 2) == 4 * 2 + 3 * 4 + 2 * 1 + 0 * 3 - 1 * 2 == 20
    ended = begun(state, Rounds())
    assert ended.actor == OVER
    outcome = ended.referee.outcome(ended.state)
    assert outcome is not None and (outcome.reason, outcome.winners, outcome.scores) == ("points", (2,), (17, 20))
    assert outcome.details["cities"] == {"bear": 1, "lion": 2, "horse": 2, "elephant": 3, "eagle": 4}
    scored = [event for event in ended.events if event.name == "loyalty_scored" and event.actor == 1]
    assert [tuple(value for _, value in event.args) for event in scored] == [
        ("sworn", "lion", 4, 2, 0, 8), ("staunch", "elephant", 3, 3, 0, 9), ("leaning", "bear", 2, 1, 0, 2),
        ("aloof", "eagle", 0, 4, 0, 0), ("against", "horse", -1, 2, 0, -2),
    ]  # fmt: skip
    assert ["R-40" in event.rulings for event in scored] == [False, False, False, True, True]


def test_scores_may_be_negative() -> None:
    # all twelve cities the horse's, which the player is against
    cities = ("brannoch", "sahelmar", "solmarch", "zehran", "dhoravan", "tavari", "castraval", "ventorra")
    state = loyal(laid(dict.fromkeys(cities, ("horse", 1)), {}, {}, 2, 4, {}), LION_FIRST, LION_FIRST)
    assert points(state, 1) == -12


def test_agents_in_regions_are_cities_of_their_own_player() -> None:
    state = loyal(laid(EXAMPLE, {}, {}, 2, 4, {"region_agents": "yes"}), LION_FIRST, LION_FIRST)
    at = state.board.region_at
    # player 1's agents stand in a lion's region and in one that the eagle conquered
    state = state._replace(posted=((at["qasira"], 1), (at["khadarn"], 1)), agents=(7, 9))
    assert points(state, 1) == 17 + 4 + 0 and points(state, 2) == 17


def test_hidden_loyalties_may_be_worth_a_point_each() -> None:
    state = loyal(laid(EXAMPLE, {}, {}, 2, 4, {"concealed": "one-point"}), LION_FIRST, LION_FIRST)
    state = state._replace(shown=((0, 1), ()), swaps=(1, 0))
    assert (points(state, 1), points(state, 2)) == (20, 22)
    plain = loyal(laid(EXAMPLE, {}, {}, 2, 4, {}), LION_FIRST, LION_FIRST)
    assert points(plain, 2) == 17


@pytest.mark.parametrize(
    ("swaps", "hands", "rule", "reason", "winners"),
    [
        ((1, 0, 0), (5, 0, 1), "all", "most-cards", (3,)),
        ((1, 1, 0), (5, 5, 0), "all", "fewest-swaps", (3,)),
        ((0, 0, 0), (2, 2, 1), "all", "shared", (1, 2)),
        ((1, 0, 0), (5, 0, 1), "pairs", "shared", (1, 2, 3)),
    ],
)
def test_ties(swaps: tuple[int, ...], hands: tuple[int, ...], rule: str, reason: str, winners: tuple[int, ...]) -> None:
    state = loyal(table(3, tie_break=rule), LION_FIRST, LION_FIRST, LION_FIRST)
    held = tuple(tuple(range(8 * seat, 8 * seat + count)) for seat, count in enumerate(hands))
    outcome = result(state._replace(swaps=swaps, hands=held, pending=()))
    assert (outcome.reason, outcome.winners) == (reason, winners)


def test_of_two_tied_the_one_who_swapped_less_wins_with_either_reading() -> None:
    for rule in ("all", "pairs"):
        outcome = result(loyal(table(2, tie_break=rule), LION_FIRST, LION_FIRST)._replace(swaps=(1, 2)))
        assert (outcome.reason, outcome.winners) == ("fewest-swaps", (1,))


def test_a_swap_turns_two_tokens_up_for_good() -> None:
    scene = begun(loyal(table(2, 1), LION_FIRST, LION_FIRST), Rounds(), Swapping(0), Marking())
    # the token passed with the mark, so seat 2 swaps first
    assert scene.actor == 2 and scene.names() == ["keep", "swap_loyalties"]
    assert len(scene.legal) == 1 + 10, "any two of five"
    scene.do("swap_loyalties", level="sworn", other="against")
    assert scene.told("loyalties_shown") == {
        "level": "sworn", "empire": "horse", "other": "against", "other_empire": "lion", "swaps": 1
    }  # fmt: skip
    seen = scene.referee.observe(scene.state, 1)
    assert seen["shown"] == ({}, {"sworn": "horse", "against": "lion"})
    again = begun(scene.state, Rounds(), Swapping(0))
    assert len(again.legal) == 1 + 3, "two of the three that are still hidden"
    again.do("swap_loyalties", level="staunch", other="aloof")
    assert again.state.swaps == (0, 2)
    last = begun(again.state, Rounds(), Swapping(0))
    assert last.actor == 1, "one hidden token cannot be swapped, so seat 2 is passed over"


def test_hands_are_cut_down_to_five_at_the_cleanup() -> None:
    hand = ["bear-lion", "bear-lion", "bear-horse", "bear-eagle", "lion-bear", "lion-horse", "eagle-bear"]
    scene = begun(laid({}, {}, {1: hand}, 2, 1, {}), Rounds(), Trimming(0))
    assert scene.actor == 1 and len(scene.legal) == 6, "seven cards of six kinds"
    scene.do("discard", card=card("bear-lion")).do("discard", card=card("bear-lion"))
    assert len(scene.state.hands[0]) == 5 and len(scene.state.decks[0]) == 6
    assert scene.names() != ["discard"]


@pytest.mark.parametrize(("order", "first"), [("swap-first", "keep"), ("cleanup-first", "discard")])
def test_what_comes_first_after_the_mark_is_agreed(order: str, first: str) -> None:
    hand = ["bear-lion", "bear-lion", "bear-horse", "bear-horse", "bear-eagle", "bear-eagle"]
    state = laid({}, {}, {1: hand}, 2, 0, {"phase_order": order})
    scene = begun(state, Rounds())
    while not {"keep", "discard"} & set(scene.names()):
        scene.on()
    assert scene.names()[0] == first


@pytest.mark.parametrize(("agreed", "names"), [("none", []), ("one", ["keep", "swap_loyalties"])])
def test_the_fourth_marker_ends_the_game_or_a_last_swap_does(agreed: str, names: list[str]) -> None:
    state = table(2, 3, last_swap=agreed)._replace(marked=3)
    scene = begun(state, Rounds())
    while scene.actor != OVER and "keep" not in scene.names():
        scene.on()
    assert scene.names() == names
    assert scene.state.marked == 4


@pytest.mark.parametrize(
    ("order", "empires"),
    [
        ("board", ["bear", "lion", "horse", "elephant", "eagle"]),
        ("printed", ["bear", "eagle", "elephant", "lion", "horse"]),  # the published board
    ],
)
def test_empires_act_in_the_order_agreed(order: str, empires: list[str]) -> None:
    scene = begun(table(2, 4, empire_order=order), Rounds(), Empires(0, 0))
    assert [dict(event.args)["empire"] for event in scene.events if event.name == "empire_begins"] == empires


def test_first_loyalties_may_be_kept_apart() -> None:
    game = referee()
    scene = Scene(game.initial_state(setup(4, first_loyalties="unique")))
    taken = []
    for seat in range(1, 5):
        chance = game.chance_outcomes(scene.state)
        assert chance.seen_by == (seat,)
        assert not set(taken) & set(chance.values) and len(chance.values) == 5 - len(taken)
        taken.append(chance.values[0])
        scene.take(chance.bringing(chance.values[0]))
        for left in (4, 3, 2, 1):
            chance = game.chance_outcomes(scene.state)
            assert len(chance.values) == left
            scene.take(chance.bringing(chance.values[0]))
    plain = Scene(game.initial_state(setup(2)))
    for _ in range(5):
        plain.take(game.chance_outcomes(plain.state).draw(0.0))
    assert len(game.chance_outcomes(plain.state).values) == 5


def test_a_state_is_a_value() -> None:
    state = table(2, 1)
    assert hash(state) == hash(state._replace()) and replace(state.table) == state.table
