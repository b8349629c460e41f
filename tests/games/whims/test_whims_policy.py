"""The policy of opponents and its totals, against plain enumeration and numbers known from elsewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import prod

import pytest
from whims_play import KIT, MODULE, REFEREE, played, setup

from pnp.engine.action import Action, RandomPlayer, Rng, act
from pnp.games.whims.referee.counting import match_chance, round_chances
from pnp.games.whims.referee.player import chances, highest_mean, likeliest_win, totals

D10 = tuple(range(1, 11))
ROLLS = tuple(combinations_with_replacement(D10, 3))
ROLLS_IN_ORDER = tuple(product(D10, repeat=3))

#: M-14, as its text has it: the highest number that a lowest die is rolled again from, by tokens left.
ROLLED_AGAIN_UP_TO = {0: 0, 1: 5, 2: 6, 3: 7, 4: 7, 5: 8, 6: 8, 7: 8, 8: 8, 9: 8}


@cache
def best_mean(dice: tuple[int, int, int], tokens: int) -> Fraction:
    """The highest mean total from those dice on: every die tried with every token."""
    if not tokens:
        return Fraction(sum(dice))
    tries = []
    for at in range(3):
        tries.append(sum(best_mean((*dice[:at], face, *dice[at + 1 :]), tokens - 1) for face in D10) / 10)  # type: ignore[arg-type]
    return max(Fraction(sum(dice)), *tries)


@cache
def by_the_words(dice: tuple[int, ...], tokens: int) -> Mapping[int, int]:
    """How often each total comes of dice in ascending order played by M-14's words, of 10 ** tokens falls."""
    if dice[0] > ROLLED_AGAIN_UP_TO[tokens]:
        return {sum(dice): 10**tokens}
    found: Counter[int] = Counter()
    for face in D10:
        found.update(by_the_words(tuple(sorted((*dice[1:], face))), tokens - 1))
    return found


@pytest.mark.parametrize("tokens", range(10))
def test_the_policy_is_what_its_words_say(tokens: int) -> None:
    """M-14: the lowest die, up to a number that depends on the tokens left alone; equal dice in their own order."""
    policy = highest_mean(D10, 9)
    for dice in ROLLS_IN_ORDER:
        lowest = min(dice)
        wanted = dice.index(lowest) + 1 if lowest <= ROLLED_AGAIN_UP_TO[tokens] else 0
        assert policy.die(dice, tokens) == wanted, dice


@pytest.mark.parametrize("tokens", range(10))
def test_with_faces_from_0_every_limit_is_one_lower(tokens: int) -> None:
    """M-14."""
    policy, lower = highest_mean(D10, 9), highest_mean(tuple(range(10)), 9)
    for dice in ROLLS:
        assert lower.die(tuple(number - 1 for number in dice), tokens) == policy.die(dice, tokens)


@pytest.mark.parametrize("tokens", range(4))
def test_no_other_policy_has_a_higher_mean(tokens: int) -> None:
    policy = highest_mean(D10, tokens)
    for dice in ROLLS:
        die = policy.die(dice, tokens)
        if not die:
            assert best_mean(dice, tokens) == sum(dice)
            continue
        kept = (*dice[: die - 1], *dice[die:])
        assert sum(best_mean((*kept, face), tokens - 1) for face in D10) / 10 == best_mean(dice, tokens) > sum(dice)


@pytest.mark.parametrize("tokens", range(10))
def test_totals_are_those_of_the_words(tokens: int) -> None:
    """Over every fall of the first three dice, and of every die rolled again."""
    found: Counter[int] = Counter()
    for dice in ROLLS_IN_ORDER:
        found.update(by_the_words(tuple(sorted(dice)), tokens))
    assert totals(D10, tokens) == found


@pytest.mark.parametrize("tokens", range(10))
def test_chances_of_totals_are_chances(tokens: int) -> None:
    found = chances(D10, tokens)
    assert sum(found.values()) == 1
    assert all(3 <= total <= 30 for total in found)


@pytest.mark.parametrize("tokens", range(4))
def test_the_mean_total(tokens: int) -> None:
    """Without tokens three times 5.5; with some, the best that any choice of dice comes to."""
    mean = sum(total * chance for total, chance in chances(D10, tokens).items())
    assert mean == sum(best_mean(dice, tokens) for dice in ROLLS_IN_ORDER) / 1000
    assert tokens or mean == Fraction(33, 2)


def test_ties_without_tokens_are_lucky_tickets() -> None:
    """Six digits whose first three and last three have the same sum: 55 252 of a million, a known count."""
    wins, tie = round_chances(D10, (0, 0))
    assert tie == Fraction(55_252, 1_000_000)
    assert wins[0] == wins[1] == (1 - tie) / 2


def test_a_match_of_coins() -> None:
    """First to two: an even round is an even match; at two to one, 4/9 + 2 * 4/27 = 20/27; ties change nothing."""
    assert match_chance(Fraction(1, 2), Fraction(0)) == Fraction(1, 2)
    assert match_chance(Fraction(2, 3), Fraction(0)) == Fraction(20, 27)
    assert match_chance(Fraction(1, 3), Fraction(1, 2)) == Fraction(20, 27)


@pytest.mark.parametrize("rivals", [(3,), (9,), (3, 9), (0, 0, 0)])
def test_a_sensible_player_rolls_its_lowest_die_again_and_never_a_ten(rivals: tuple[int, ...]) -> None:
    policy = likeliest_win(D10, 9, rivals)
    rolled = {(number, min(roll)) for again in policy.again for roll, number in again.items()}
    assert all(number == lowest < 10 for number, lowest in rolled)


@pytest.mark.slow
@pytest.mark.parametrize("rivals", [(3,), (9,), (3, 9)])
def test_no_other_policy_wins_more_often(rivals: tuple[int, ...]) -> None:
    """M-14, win: with two tokens, each choice against every other one, for every roll."""
    below = [
        {total: sum(chance for other, chance in chances(D10, rival).items() if other < total) for total in range(3, 31)}
        for rival in rivals
    ]
    policy = likeliest_win(D10, 2, rivals)

    @cache
    def best(dice: tuple[int, ...], tokens: int) -> Fraction:
        return max(Fraction(prod(each[sum(dice)] for each in below)), *(risked(dice, die, tokens) for die in (1, 2, 3)))

    def risked(dice: tuple[int, ...], die: int, tokens: int) -> Fraction:
        kept = (*dice[: die - 1], *dice[die:])
        return sum((best((*kept, face), tokens - 1) for face in D10), Fraction()) / 10 if tokens else Fraction()

    for dice in ROLLS:
        die = policy.die(dice, 2)
        assert best(dice, 2) == (risked(dice, die, 2) if die else prod(each[sum(dice)] for each in below)), dice


def test_what_changes_nothing_is_left_alone() -> None:
    """A die with ten equal faces is never rolled again, whatever is played for."""
    fives = (5,) * 10
    for policy in (highest_mean(fives, 9), likeliest_win(fives, 9, (3,))):
        assert policy.die((5, 5, 5), 9) == 0


def test_opponents_move_as_their_policy_says() -> None:
    """M-14, over whole matches: what each opponent does is what the words prescribe."""
    moves = 0
    for seed in range(30):
        table = setup(4, opponents="average,skilled,grandmaster", grade_tokens="drawn")
        state = REFEREE.initial_state(table)
        for step in played(table, seed):
            choice = step.events[0] if step.events else None
            if choice is not None and choice.actor >= 2:
                hand = state.hands[choice.actor - 1]
                lowest = min(hand.dice)
                again = lowest <= ROLLED_AGAIN_UP_TO[hand.left]
                wanted = Action("reroll", (("die", hand.dice.index(lowest) + 1),)) if again else Action("done")
                assert (choice.name, choice.args) == wanted
                moves += 1
            state = step.state
    assert moves > 500


def wins(table_options: dict[str, str], players: int, games: int) -> int:
    """Matches that a sensible player wins against random ones, in every seat in turn."""
    sensible = MODULE.sensible_player(KIT)
    won = 0
    for seed in range(games):
        seats = [RandomPlayer() if seat != seed % players else sensible for seat in range(players)]
        *_, last = played(setup(players, **table_options), seed, seats)
        outcome = REFEREE.outcome(last.state)
        assert outcome is not None
        won += outcome.winners == (seed % players + 1,)
    return won


@pytest.mark.slow
def test_a_sensible_player_beats_random_ones() -> None:
    """Far beyond chance, which is 100 of 200 and 50 of 200."""
    assert wins({}, 2, 200) > 160
    assert wins({"effort": "on"}, 2, 200) > 150
    assert wins({"secrecy": "everything", "effort": "on"}, 4, 200) > 100


@pytest.mark.parametrize(("won", "level"), [((0, 0), 3), ((1, 0), 5), ((0, 1), 5), ((1, 1), 6)])
def test_a_sensible_player_shares_its_points_over_the_rounds_to_come(won: tuple[int, int], level: int) -> None:
    """Of 20 points a third, half or all, at 2, 4, 6, 8, 10 and 12 for one to six levels (M-07, with an Edge of 1)."""
    state = REFEREE.initial_state(setup(effort="on", edge="1", pool="20"))._replace(won=won)
    legal = REFEREE.legal_actions(state)
    chosen = MODULE.sensible_player(KIT).choose(lambda: REFEREE.observe(state, 1), legal, Rng(1))
    assert chosen == act("effort", level=level)
