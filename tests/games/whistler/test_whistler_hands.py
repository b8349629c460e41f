"""What hands count and which are special, against the rules' own examples; chances against counts from outside."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st
from whistler_play import KIT, MODULE, REFEREE, cards, setup

from pnp.engine.odds import Odds
from pnp.games.whistler.referee.state import best_suit, cards_of, special_hands

CARDS = cards_of(KIT)
SPECIAL = special_hands(CARDS.values())
FIVES = {hand | {fifth} for hand in SPECIAL for fifth in CARDS if fifth not in hand}


def special(short: str) -> str | None:
    return SPECIAL.get(frozenset(cards(short)))


def points(short: str) -> int:
    return best_suit(CARDS[each] for each in cards(short))[1]


# Seed 002, Special Hands: 6-7-8-9, J-Q-K-A and A-2-3-4 are Runners, Q-K-A-2 is none; four fives are a Party.
@pytest.mark.parametrize(
    ("hand", "name"),
    [
        ("6d 7c 8s 9h", "runner"),
        ("Js Qh Kd Ac", "runner"),
        ("As 2h 3d 4c", "runner"),
        ("Qs Kh Ad 2c", None),
        ("Ks Ah 2d 3c", None),
        ("6d 7c 8s 9s", None),
        ("6d 7c 8s 10h", None),
        ("5s 5d 5h 5c", "party"),
        ("As Ad Ah Ac", "party"),
        # Seed 002: 41 points in a suit; H-17: the ace and three tens, since the four tens without it are 40.
        ("Ah Kh Qh Jh", "whistler"),
        ("Ad Kd Jd 10d", "whistler"),
        ("Kh Qh Jh 10h", None),
        ("Ah Kh Qh 9h", None),
        ("Ah Kh Qh Js", None),
    ],
)
def test_special_hands(hand: str, name: str | None) -> None:
    assert special(hand) == name


# Seed 002, Cards: ace 11, courts 10, others their number; H-16: the best suit alone.
@pytest.mark.parametrize(
    ("hand", "count"),
    [
        ("Ah 8h 2s 3d", 19),
        ("As 2h 3d 4c", 11),
        ("Kh Qh Jh 10h", 40),
        ("Ah Kh Qh Jh", 41),
        ("2s 3s 4s 5s", 14),
        ("9h 9s 9d 2s", 11),
    ],
)
def test_points_of_a_hand(hand: str, count: int) -> None:
    assert points(hand) == count


def test_level_suits_count_once() -> None:
    assert best_suit(CARDS[each] for each in cards("5s 5h 5d 5c")) == ("spades", 5)


def completing(three_or_four: str) -> set[str]:
    """The fifth, or fourth, cards that make a Runner of a hand."""
    own = frozenset(cards(three_or_four))
    return {
        each
        for each in CARDS.keys() - own
        if any(SPECIAL.get(frozenset(four)) == "runner" for four in combinations((*own, each), 4))
    }


def test_the_strategy_examples() -> None:
    # Seed 002, Strategy: 3 of clubs, 4 of diamonds, 5 of hearts wait for a spade at either end.
    assert completing("3c 4d 5h") == set(cards("2s 6s"))
    # H-19: the hand that the rules name has two chances, not four; with the 7 of spades there are four.
    assert completing("6h 7h 7c 8d") == set(cards("5s 9s"))
    assert completing("6h 7s 7c 8d") == set(cards("5s 9s 5c 9c"))


def test_every_special_hand_is_there_once() -> None:
    """H-17: 4 suits by 4; H-18: 11 rows by 24 orders of the suits; 13 ranks. The printed table says the same."""
    assert Counter(SPECIAL.values()) == {"whistler": 16, "runner": 264, "party": 13}
    assert {row["hand"]: int(row["ways"]) for row in KIT.game.tables["hands"].rows} == Counter(SPECIAL.values())


def plainly(hand: tuple[str, ...]) -> str | None:
    """The same rules once more, put as plainly as can be."""
    four = [CARDS[each] for each in hand]
    suits, orders = {one.suit for one in four}, sorted(one.order for one in four)
    if len(suits) == 1 and sum(one.points for one in four) == 41:
        return "whistler"
    if len(suits) == 4 and len(set(orders)) == 1:
        return "party"
    rows = [list(range(low, low + 4)) for low in range(2, 12)]
    if len(suits) == 4 and (orders in rows or orders == [2, 3, 4, 14]):
        return "runner"
    return None


@given(st.lists(st.sampled_from(sorted(CARDS)), min_size=4, max_size=4, unique=True))
def test_any_four_cards_are_judged_as_plainly(hand: list[str]) -> None:
    assert SPECIAL.get(frozenset(hand)) == plainly(tuple(hand))


def odds_of(players: int = 4) -> dict[str, Odds]:
    return {chance.name: chance for chance in MODULE.odds(KIT, setup(players))}


def test_chances_of_special_hands() -> None:
    odds = odds_of()
    hands = comb(52, 4)
    assert hands == 270_725
    assert odds["dealt-whistler"].exact == Fraction(16, hands)
    assert odds["dealt-runner"].exact == Fraction(264, hands)
    assert odds["dealt-party"].exact == Fraction(13, hands)
    # Whistlers: 4 suits by 4 by 47 others, and 4 by ace and all tens. Parties: 13 by 48. Runners: 264 by 48 less the
    # 10 rows of five by 24 orders of suits in which both ends are of one suit, which hold two. No five hold two kinds.
    assert odds["special-of-five"].exact == Fraction(4 * 4 * 47 + 4 + 13 * 48 + 264 * 48 - 240, comb(52, 5))


def test_chances_of_points_as_dealt() -> None:
    """All 270,725 hands, one by one."""
    counted: Counter[int] = Counter()
    pack = list(CARDS.values())
    suits = [tuple("shdc".index(card.suit[0]) for card in pack), tuple(card.points for card in pack)]
    for hand in combinations(range(52), 4):
        sums = [0, 0, 0, 0]
        for at in hand:
            sums[suits[0][at]] += suits[1][at]
        counted[max(sums)] += 1
    odds = odds_of()
    for least in (20, 25, 30, 35):
        ways = sum(times for count, times in counted.items() if count >= least)
        assert odds[f"{least}-points-of-4"].exact == Fraction(ways, comb(52, 4))


@pytest.mark.slow
def test_chances_with_a_fifth_card() -> None:
    """All 2,598,960 sets of five, one by one."""
    pack = list(CARDS.values())
    ids, suits, values = ([getattr(card, key) for card in pack] for key in ("id", "suit", "points"))
    counted: Counter[int] = Counter()
    specials = 0
    for five in combinations(range(52), 5):
        sums: dict[str, list[int]] = {}
        for at in five:
            sums.setdefault(suits[at], []).append(values[at])
        counted[max(sum(sorted(own)[-4:]) for own in sums.values())] += 1
        if len(sums) in (1, 2, 4):
            specials += frozenset(ids[at] for at in five) in FIVES
    odds = odds_of()
    assert odds["special-of-five"].exact == Fraction(specials, comb(52, 5))
    for least in (20, 25, 30, 35):
        ways = sum(times for count, times in counted.items() if count >= least)
        assert odds[f"{least}-points-of-5"].exact == Fraction(ways, comb(52, 5))


@pytest.mark.slow
def test_chance_of_a_level_draw() -> None:
    # Two players: the second card is one of the three of the same rank among 51.
    assert odds_of(2)["level-draw"].exact == Fraction(3, 51)
    level = sum(
        ranks.count(max(ranks)) > 1 for ranks in ([at // 4 for at in drawn] for drawn in combinations(range(52), 3))
    )
    assert odds_of(3)["level-draw"].exact == Fraction(level, comb(52, 3))


def test_the_referee_goes_by_the_same_hands() -> None:
    session = REFEREE.initial_state(setup(2)).session
    assert session.special == SPECIAL and session.cards == CARDS
