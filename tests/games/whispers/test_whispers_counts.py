"""Chances and extremes of Whispers: by hand, by brute force, reached by scripts, and seen in seeded play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, permutations
from math import comb

import pytest
from test_whispers_plays import seats, small_deck
from whispers_table import KIT, MODULE, Script, all_events, args, referee_of, session, setup_of

from pnp.engine.action import Event, FirstPlayer, Player, RandomPlayer, Rng
from pnp.engine.odds import Sample
from pnp.engine.playout import Seeds, steps
from pnp.games.whispers.referee.counting import chance_for_all, dealt_pair, knocked_out

FULL = dict.fromkeys(range(1, 7), 8) | {0: 6}
SENSIBLE = MODULE.sensible_player(KIT)
DECK = [rank for rank, count in FULL.items() for _ in range(count)]


def exact(players: int) -> dict[str, Fraction]:
    return {chance.name: chance.exact for chance in MODULE.odds(KIT, setup_of(players))}


def test_chances_of_the_deal_by_hand() -> None:
    chances = exact(4)
    # Six ranks with 28 pairs each among 54 x 53 / 2 two-card hands.
    assert chances["dealt-pair"] == Fraction(48 * 7, 54 * 53) == Fraction(168, 1431)
    assert chances["two-whispers"] == Fraction(15, 1431)
    for held in range(1, 7):
        # Two cards are dealt to begin with: one rank has a whisper beside it.
        assert chances[f"next-card-{held}"] == Fraction(7 * held, 54 - max(held, 2))
    hands = Counter((one == two != 0, one == two == 0) for one, two in combinations(DECK, 2))
    assert (hands[True, False], hands[False, True], hands.total()) == (168, 15, comb(54, 2))
    # Two different numbers and a third card like one of them; or a pair dealt and its mate paired again.
    first = Fraction(sum(knocked_out(cards) for cards in permutations(small(), 3)), len(small()) * 19 * 18)
    assert chance_for_all(Counter(small()), 1, 3, knocked_out) == first


def small() -> list[int]:
    return [rank for rank in range(1, 7) for _ in range(3)] + [0, 0]


@pytest.mark.parametrize("test", [dealt_pair, knocked_out, lambda ranks: not dealt_pair(ranks)])
def test_chances_for_two_hands_against_every_deal(test: object) -> None:
    """A deck of three twos, two fives and two whispers, every order of it walked through."""
    deck = [2, 2, 2, 5, 5, 0, 0]
    cards = 3 if test is knocked_out else 2
    deals = list(permutations(deck, 2 * cards))
    passed = sum(test(deal[:cards]) and test(deal[cards:]) for deal in deals)  # type: ignore[operator]
    renamed = Counter({1: 3, 2: 2, 0: 2})
    assert chance_for_all(renamed, 2, cards, test) == Fraction(passed, len(deals))  # type: ignore[arg-type]


def plays(players: int, kind: str) -> list[Event]:
    setup = setup_of(players, hands=40, stack=1000)
    return [
        event
        for seed in range(4)
        for event in all_events(steps(referee_of(), setup, seats(kind, players), Seeds.of(seed)))
    ]


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4, 8])
def test_plays_show_the_chances_and_stay_within_the_bounds(players: int) -> None:
    """Chances with seats of their own are about tables where everybody is always in."""
    events = {kind: plays(players, kind) for kind in ("random", "first")}
    for chance in MODULE.odds(KIT, setup_of(players)):
        assert not chance.seats or {type(player) for player in chance.seats} == {FirstPlayer}
        times, trials = chance.observed(events["first" if chance.seats else "random"])
        low, high = Sample(times, trials).interval()
        assert trials and low <= chance.exact <= high, (chance.name, times, trials)
    for bound in MODULE.bounds(KIT, setup_of(players)):
        assert 0 < bound.observed(events["first"]) <= bound.most, bound.name


def most(players: int) -> dict[str, int]:
    return {bound.name: bound.most for bound in MODULE.bounds(KIT, setup_of(players))}


def observed(table: Script) -> dict[str, int]:
    return {bound.name: bound.observed(table.events) for bound in MODULE.bounds(KIT, table.setup)}


def test_the_highest_penalty_can_be_reached() -> None:
    """A six and all six whispers, while the other holds all ranks and one turned down: 6 x 64 coins."""
    table = Script(2, hands=1, stack=1000).play("6 1 w 1" + "".join(f" in in w {rank}" for rank in (2, 3, 4, 5, 6)))
    table.play("in in 6 1")
    assert [told["coins"] for _, told in table.told("pays_penalty")] == [384, 2]
    assert most(2)["penalty"] == observed(table)["penalty"] == 6 * 2**6 == 384


def test_the_longest_hand_can_be_reached() -> None:
    """Both hold all ranks, one card turned down and three whispers; the ninth card pairs for both."""
    table = Script(2, hands=1, stack=1000).play("1 1 1 1")
    table.play(" ".join(f"in in {card} {card}" for card in ["2", "3", "4", "5", "6", "w", "w", "w", "2"]))
    assert table.told("takes_share") and [told["penalty"] for _, told in table.told("pays_penalty")] == [32, 32]
    reached = observed(table)
    assert (reached["rounds"], reached["cards-held"], reached["cards-out"]) == (9, 11, 22)
    assert {name: reached[name] for name in ("rounds", "cards-held", "cards-out")} == {
        name: most(2)[name] for name in ("rounds", "cards-held", "cards-out")
    }


def test_six_players_never_need_more_than_the_deck() -> None:
    """W-25: eight cards each and six whispers are 54 for six; only seven or eight can run out of cards."""
    assert [most(players)["cards-out"] for players in range(2, 9)] == [22, 30, 38, 46, 54, 54, 54]


@pytest.mark.slow
def test_bounds_of_other_decks_hold_in_play() -> None:
    for each, whispers in ((2, 1), (3, 4), (4, 0)):
        kit = small_deck(each, whispers)
        events = []
        for seed in range(5):
            events += all_events(session(setup_of(3, hands=20), seats("first", 3), seed, kit))
        for bound in MODULE.bounds(kit, setup_of(3)):
            assert bound.observed(events) <= bound.most, bound.name
        for chance in MODULE.odds(kit, setup_of(3)):
            low, high = Sample(*chance.observed(events)).interval()
            assert low <= chance.exact <= high, chance.name


def gains(table: Sequence[Player], hands: int, seed: int) -> list[float]:
    """Mean coins a hand of each seat, in sessions of 50 hands."""
    won = [0] * len(table)
    for index in range(hands // 50):
        setup = setup_of(len(table), hands=50, stack=1000)
        *_, last = steps(referee_of(), setup, table, Seeds.of(seed + index))
        won = [total + last.state.coins(seat) - 1000 for seat, total in enumerate(won, 1)]
    return [total / hands for total in won]


@pytest.mark.parametrize(("players", "least"), [(2, 0.2), (4, 0.8), (8, 1.5)])
@pytest.mark.sample(3)
def test_the_sensible_player_beats_random_ones(players: int, least: float) -> None:
    won = gains([SENSIBLE, *[RandomPlayer()] * (players - 1)], 600, 1)
    assert won[0] > least and max(won[1:]) < won[0] and sum(won[1:]) < 0, won


@pytest.mark.parametrize(
    ("players", "script", "word"),
    [
        # A turned-down six against hands that cannot pair; the same hand with every other six in sight.
        (3, "6 w w  6 w w", "out"),
        (4, "6 6 6 6  6 6 6 6", "in"),
        # Nothing but whispers, which pair with nothing.
        (3, "w 6 5  w 4 3", "in"),
        # All the others have offered: one more offer shares the pot without another card.
        (3, "1 w 6  2 w 6  out split", "split"),
    ],
)
def test_the_sensible_player_counts_cards(players: int, script: str, word: str) -> None:
    table = Script(players).play(script)
    actor = table.referee.actor(table.state)
    seen = table.referee.observe(table.state, actor)
    assert SENSIBLE.choose(lambda: seen, table.referee.legal_actions(table.state), Rng(0)).name == word


@pytest.mark.sweep
def test_a_hundred_thousand_hands() -> None:
    """Dealt pairs as often as counted (168 in 1431), no penalty above 384, every coin and chip there at each step."""
    pairs = players_dealt = hands = seed = highest = 0
    while hands < 100_000:
        players = 2 + seed % 7
        setup = setup_of(players, hands=500)
        table = [RandomPlayer(), FirstPlayer()][seed % 3 == 0]
        chips = None
        for step in steps(referee_of(), setup, [table] * players, Seeds.of(seed)):
            state = step.state
            assert sum(map(state.table.chips.coins, state.money[:-1])) == 100 * players
            there = tuple(map(sum, zip(*(holding.chips for holding in state.money))))
            assert there == (chips := chips or there)
            for event in step.events:
                match event.name:
                    case "turns_down":
                        pairs += 1
                    case "hand_begins":
                        players_dealt += len(args(event)["seats"])
                    case "knocked_out":
                        highest = max(highest, args(event)["penalty"])
                    case "on_paper":
                        raise AssertionError("the printed chips never fail")
        hands += state.number
        seed += 1
    low, high = Sample(pairs, players_dealt).interval()
    assert low <= Fraction(168, 1431) <= high and 48 <= highest <= 384
