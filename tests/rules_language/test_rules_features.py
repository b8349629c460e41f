"""Ties that further goals break, sentences of definitions, parts that take values, picks from words of the rules."""

from __future__ import annotations

from pathlib import Path

import pytest
from own_rules import seated, value, write_deck

from pnp.engine.action import act
from pnp.rules_language.formatter import put_in_form

HEAD = "place pot: face up\nplace hand of each player: seen by its owner\nnumber score, coins of each player\n"
TIES = {
    "highest score": (1, 3),
    "highest score, then highest coins": (3,),
    "highest score, then lowest coins": (1,),
    "lowest score, then highest coins": (2,),
    "highest score, then highest count of hand, then lowest coins": (1,),
}


@pytest.mark.parametrize("goal", TIES)
def test_a_further_goal_tells_among_equals(goal: str, tmp_path: Path) -> None:
    rules = (
        f"goal: {goal}\n{HEAD}play\n"
        "  each player: score becomes 1 if seat of player is 2 else 5, coins becomes seat of player\n"
        '  "A.1 The end. That is all."\n  game over\n'
    )
    referee, setup = seated(write_deck(tmp_path, rules), 3)
    end = referee.outcome(referee.initial_state(setup))
    assert end is not None and end.winners == TIES[goal] and end.scores == (5, 1, 5)
    assert put_in_form(rules, "rules.play").splitlines()[0] == f"goal: {goal}"


FOLLOWS = 'define follows of card "The card must be of the suit that was led.": suit of card is suit of first of pot\n'
CHOICE = (
    'setup\n  "A.1 The deal. Deal."\n  move cards to hand of left of nobody\n'
    "  move all card in hand of left of nobody where rank of card is 1 to pot\nplay\n  each player\n    choose\n"
    '      "A.2 Follow. Follow suit."\n      lay card from hand where {test}: move card to pot\n'
    "      pass: score becomes 1\n"
)


@pytest.mark.parametrize("test", ["follows of card", "follows(card)", "count of pot < 9 and follows of card"])
def test_a_definition_says_its_own_sentence(test: str, tmp_path: Path) -> None:
    referee, setup = seated(write_deck(tmp_path, f"{FOLLOWS}{HEAD}{CHOICE.format(test=test)}", (2, 2)), 2)
    state = referee.initial_state(setup)
    told = referee.why_illegal(state, act("lay", card="own-game/stars-2"))
    assert told == "The card must be of the suit that was led: see rule A.2, Follow."


def test_the_sentence_of_a_definition_stands_within_others(tmp_path: Path) -> None:
    rules = f"{FOLLOWS}{HEAD}{CHOICE.format(test='score > 3 or follows of card')}"
    referee, setup = seated(write_deck(tmp_path, rules, (2, 2)), 2)
    told = referee.why_illegal(referee.initial_state(setup), act("lay", card="own-game/stars-2"))
    assert told is not None and told.startswith(
        "Your score must be above 3, or the card must be of the suit that was led:"
    )
    assert put_in_form(rules, "rules.play").splitlines()[0] == FOLLOWS.strip()


def test_a_long_condition_calls_definitions_by_their_names(tmp_path: Path) -> None:
    alike = " or ".join(
        f"rank of card is {at} and suit of card is moons and count of pot is {at}" for at in range(2, 7)
    )
    rules = f"define fits of card: {alike}\n{HEAD}{CHOICE.format(test='fits of card')}"
    referee, setup = seated(write_deck(tmp_path, rules, (2, 2)), 2)
    told = referee.why_illegal(referee.initial_state(setup), act("lay", card="own-game/stars-2"))
    assert told == "“the card's fits” must hold: see rule A.2, Follow."


def test_a_part_takes_values(tmp_path: Path) -> None:
    rules = (
        f"to give(who, many)\n  add many to score of who\n  if many > 2: do give-more(many - 2)\nto give-more(many)\n"
        f"  add 10 * many to coins of left of nobody\n{HEAD}play\n  do give(right of left of nobody, abs(0 - 7))\n"
        "  each player: do give(player, seat of player)\n"
    )
    referee, setup = seated(write_deck(tmp_path, rules), 3)
    state = referee.initial_state(setup)
    assert value(referee, state, "score") == (1, 2, 10)
    assert value(referee, state, "coins") == (60, 0, 0)


def test_what_is_given_to_a_part_is_kept(tmp_path: Path) -> None:
    rules = (
        'to ask-for(cost)\n  choose\n    "A.1 Pay. Pay or not."\n    buy: score becomes cost\n'
        "    stay: score becomes 0\n"
        f"{HEAD}play\n  each player: do ask-for(3 * seat of player)\n"
    )
    referee, setup = seated(write_deck(tmp_path, rules), 2)
    state = referee.initial_state(setup)
    for _ in range(2):
        state = referee.apply(state, act("buy")).state
    assert value(referee, state, "score") == (3, 6)


def test_a_word_is_picked_among_the_words_of_the_rules(tmp_path: Path) -> None:
    rules = (
        f'word manner: together, alone\n{HEAD}play\n  each player\n    choose\n      "A.1 Up. Say how."\n'
        "      order-up how from each manner: manner becomes how\n"
    )
    referee, setup = seated(write_deck(tmp_path, rules), 2)
    state = referee.initial_state(setup)
    assert [action.args for action in referee.legal_actions(state)] == [(("how", "together"),), (("how", "alone"),)]
    assert value(referee, referee.apply(state, act("order-up", how="alone")).state, "manner") == "alone"


@pytest.mark.parametrize("line", ["choose secretly by leader", "choose by leader secretly"])
def test_a_secret_choice_names_who_chooses_before_or_after(line: str, tmp_path: Path) -> None:
    rules = f'{HEAD}play\n  leader becomes left of nobody\n  {line}\n    "A.1 Go. Go."\n    stay: game over\n'
    referee, setup = seated(write_deck(tmp_path, f"player leader\ngoal: highest score\n{rules}"), 2)
    state = referee.initial_state(setup)
    assert state.acts == 1 and referee.apply(state, act("stay")).events[0].seen_by == (1,)


def test_several_dice_of_a_kind_are_dice(tmp_path: Path) -> None:
    from pnp.rules_language.columns import plural

    assert [plural(name) for name in ("die", "green-die", "coin", "gem-box")] == [
        "dice",
        "green-dice",
        "coins",
        "gem-boxes",
    ]
