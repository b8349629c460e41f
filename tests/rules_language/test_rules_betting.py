"""Stakes, bids and dice in texts of rules: what is paid, who is asked again, what stays under a cup."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from own_rules import faults, seated, value, write_deck

from pnp.engine.action import CHANCE, OVER, Event, RandomPlayer
from pnp.engine.conformance import check
from pnp.engine.playout import Seeds, play
from pnp.rules_language.table import RuleFault

HEAD = """
place pot: face up
place purse, stake of each player: face up
place hand of each player: seen by its owner
number bid, bids
flag passed of each player
player highest-bidder
define richest: highest count of purse for each player
define owed of player: richest - count of purse
"""
AUCTION = f"""{HEAD}
goal: highest count of purse
play
  "A.1 Bidding. Bid more than the one before, or pass; who has passed is out, and the last one pays."
  deal 2 coins to each purse
  each player where not passed
    choose
      raise amount from bid + 1 to 9: bid becomes amount, highest-bidder becomes player, go round again
      pass: passed becomes yes
  pay 2 from purse of highest-bidder to pot
  game over
"""


def walked(tmp_path: Path, rules: str, picks: str, players: int = 3) -> tuple[list[int], list[Event], Any, Any]:
    """Who acted when these choices were made by name, all that happened, the referee and the last state."""
    referee, setup = seated(write_deck(tmp_path, rules, (2, players)), players)
    state, seats, events = referee.initial_state(setup), [], []
    wanted = iter(picks.split())
    while (actor := referee.actor(state)) not in (OVER, CHANCE):
        name = next(wanted)
        seats.append(actor)
        action = next(action for action in referee.legal_actions(state) if action.name == name)
        state, told = referee.apply(state, action)
        events += told
    assert next(wanted, None) is None
    return seats, events, referee, state


@pytest.mark.parametrize(
    ("picks", "seats", "purses"),
    [
        ("raise raise raise pass pass", [1, 2, 3, 1, 2], (2, 2, 0)),
        ("pass raise pass", [1, 2, 3], (2, 0, 2)),
        ("raise pass raise raise pass", [1, 2, 3, 1, 3], (0, 2, 2)),
        ("pass pass raise", [1, 2, 3], (2, 2, 0)),
    ],
)
def test_bids_go_round_until_all_others_have_passed(
    picks: str, seats: list[int], purses: tuple[int, ...], tmp_path: Path
) -> None:
    acted, events, referee, state = walked(tmp_path, AUCTION, picks)
    outcome = referee.outcome(state)
    assert acted == seats and outcome.scores == purses
    assert outcome.winners == tuple(seat for seat, own in enumerate(purses, 1) if own == max(purses))
    paid = [event for event in events if event.name == "pays"]
    assert [(event.actor, event.arg("count")) for event in paid] == [(1 + purses.index(0), 2)]


def test_what_sets_the_table_is_cited_by_what_happens_first(tmp_path: Path) -> None:
    deal = "  deal 2 coins to each purse\n"
    rules = AUCTION.replace(deal, "").replace("play\n", f'play\n  "A.2 Coins. Two each."\n{deal}')
    _, events, _, _ = walked(tmp_path, rules, "pass raise pass")
    assert events[0].rulings == ("A.2", "A.1") and "A.2" not in events[1].rulings


def test_a_game_of_bids_keeps_the_contract_of_referees(tmp_path: Path) -> None:
    folder = write_deck(tmp_path, AUCTION, (2, 3))
    for players in (2, 3):
        assert not check(*seated(folder, players), range(3))


PAYMENTS = {
    "pay 3 from purse to pot": "3 are to be paid from Player 1's purse, and there are 2",
    "pay 1 from hand to pot": "not all pieces of Player 1's hand are alike",
    "deal 2 coins to each purse": "4 pieces are to be dealt, and the box holds 2",
}


@pytest.mark.parametrize("payment", PAYMENTS)
def test_what_cannot_be_paid_is_told_with_its_line(payment: str, tmp_path: Path) -> None:
    setup = '  "A.1 Set-up. Two coins each."\n  deal 2 coins to each purse\n  deal cards to each hand\n'
    rules = f"{HEAD}play\n{setup}  each player\n    {payment}\n"
    referee, table = seated(write_deck(tmp_path, rules), 2)
    with pytest.raises(RuleFault, match=PAYMENTS[payment]) as fault:
        referee.initial_state(table)
    assert fault.value.line == len(rules.splitlines())


SUMS = {
    "highest count of purse for each player": 3,
    "lowest count of purse for player": 1,
    "sum of count of purse for player": 6,
    "count players where count of purse > 1": 2,
    "count of all players with highest count of hand": 2,
    "count of all players where owed is 1": 1,
    "seat of the player with lowest count of purse": 3,
    "seat of the player with highest count of purse where owed > 0": 2,
    "sum of seat of x for x in all players with highest count of hand": 3,
    "count of every purse": 6,
    "1 if any player where count of purse is 3 else 2": 1,
    "1 if no player where passed else 2": 1,
    "owed of left of the player with highest count of purse": 1,
    "count card in every hand where rank of card > 5": 0,
}


@pytest.mark.parametrize("expression", SUMS)
def test_what_is_said_of_players(expression: str, tmp_path: Path) -> None:
    rules = f"""{HEAD}number found
play
  "A.1 Set-up. Three coins, two and one, a card for the first two."
  deal 3 coins to each purse where seat of player is 1
  deal 2 coins to each purse where seat of player is 2
  deal 1 coins to each purse where seat of player is 3
  deal all card in cards where rank of card is 1 and suit of card is not moons to each hand where seat of player < 3
  found becomes {expression}
  each player
    choose
      wait
"""
    referee, setup = seated(write_deck(tmp_path, rules, (3, 3)), 3)
    assert value(referee, referee.initial_state(setup), "found") == SUMS[expression]


def test_who_is_out_has_no_turn(tmp_path: Path) -> None:
    rules = f"""{HEAD}
play
  "A.1 Out. Whoever leaves has no turn any more."
  turns from nobody where not passed
    choose
      stay
      leave: passed becomes yes
      more: again
      over: skip
  nobody wins
"""
    seats, *_ = walked(tmp_path, rules, "stay leave stay stay leave more leave leave", 4)
    assert seats == [1, 2, 3, 4, 1, 3, 3, 4]
    seats, *_ = walked(tmp_path, rules, "leave over stay over leave leave leave", 4)
    assert seats == [1, 2, 4, 2, 4, 2, 3]


def test_after_so_many_times_or_as_soon_as_it_holds(tmp_path: Path) -> None:
    rules = f"""{HEAD}
play
  "A.1 Go. Count."
  repeat 4 times until bid is bids: add 1 to bid
  each player: passed becomes yes
  passed of each player becomes seat of player > 1
  each player
    choose
      wait
"""
    for bids, bid in ((0, 0), (3, 3), (9, 4)):
        text = rules.replace("number bid, bids", f"number bid\nnumber bids starts at {bids}")
        referee, setup = seated(write_deck(tmp_path, text), 3)
        state = referee.initial_state(setup)
        assert value(referee, state, "bid") == bid
        assert value(referee, state, "passed") == (False, True, True)


CUPS = """
place hand of each player: seen by its owner
number guess of each player seen by its owner
number score of each player
goal: highest score
play
  repeat 3 times
    "A.1 Rolling. The first player alone sees the die."
    each player where seat of player is 1: move die to hand
    roll die
    "A.2 Guessing. All write down a number."
    everybody chooses secretly
      write number from 1 to 6: guess becomes number
    "A.3 Showing. The die is shown; who guessed it scores."
    show die
    each player where guess is value of die: add 1 to score
  "A.4 The end. Most points win."
  game over
"""


def dice_seen(referee: Any, state: Any, seat: int) -> object:
    return referee.observe(state, seat)["hand"][0]


def stages(tmp_path: Path) -> Iterator[tuple[Any, Any]]:
    referee, setup = seated(write_deck(tmp_path, CUPS, (2, 2)), 2)
    state = referee.initial_state(setup)
    while referee.actor(state) != OVER:
        if referee.actor(state) == CHANCE:
            state, _ = referee.apply(state, referee.chance_outcomes(state).draw(0.5))
        else:
            state, _ = referee.apply(state, referee.legal_actions(state)[3])
        yield referee, state


def test_a_die_is_seen_by_who_rolled_it_until_it_is_shown(tmp_path: Path) -> None:
    rolled = [state for referee, state in stages(tmp_path) if referee.actor(state) == 1]
    referee = next(stages(tmp_path))[0]
    for state in rolled:  # the second and the third time, too, when all had seen it before
        assert dice_seen(referee, state, 1) == (("own-game/die", 4),) and dice_seen(referee, state, 2) == 1
    shown = [state for _, state in stages(tmp_path) if referee.actor(state) == CHANCE]
    assert all(dice_seen(referee, state, 2) == (("own-game/die", 4),) for state in shown) and len(shown) == 2


def test_numbers_chosen_in_secret_stay_so(tmp_path: Path) -> None:
    referee, state = [*stages(tmp_path)][-1]
    assert [referee.observe(state, seat)["guess"] for seat in (1, 2)] == [(4, None), (None, 4)]
    assert referee.outcome(state).scores == (3, 3)
    referee, setup = seated(write_deck(tmp_path, CUPS, (2, 2)), 2)
    assert not check(referee, setup, range(3))
    told = [event for step in play(referee, setup, [RandomPlayer()] * 2, Seeds.of(2)).steps for event in step]
    assert all(event.seen_by == (event.actor,) for event in told if event.name == "write")
    assert [event.name for event in told].count("shows-dice") == 3


PAIRS = {
    "needs 3 coins for each player\n": {2: "", 3: "3 coins for each player, and there are 2 for each; make it 3"},
    "needs one card of each suit and rank, and 6 coins\n": {2: "", 3: ""},
    "needs two cards of each rank and suit, one die, and 7 coins\n": {
        2: "the rules need 7 coins, and there are 6",
        3: "the rules need 2 of cards with rank 1 and suit moons, and there is 1",
    },
}


@pytest.mark.parametrize("needs", PAIRS)
def test_what_each_player_needs_is_counted(needs: str, tmp_path: Path) -> None:
    from pnp.catalog import refereed
    from pnp.definition.load import load_game
    from pnp.engine.requirements import ComponentSet
    from pnp.engine.rules import read_setup

    folder = write_deck(tmp_path, f'{needs}play\n  "A.1 Go. Go."\n  nobody wins\n')
    game = load_game(folder)
    module, rules = refereed(game)
    for players, sentence in PAIRS[needs].items():
        found = module.proofs(ComponentSet(game), read_setup(rules.options, game.players, players, {}))
        assert (sentence in "\n".join(each.message for each in found)) if sentence else not found


FAULTS = {
    "  turns\n    go round again\n": ("12:5", "'go round again' stands within no 'each player'"),
    "  pay 1 from each pot to stake\n": ("11:19", "'pot' is no place of each player"),
    "  show every pot\n": ("11:8", "'pot' is no place of each player"),
    "  if 1 > 2: bid becomes 1\n    bid becomes 2\n": ("12:5", "behind the colon above already"),
    "  if 1 > 2: bid becomes 1,, bids becomes 2\n": ("11:43", "a comma stands before nothing"),
    "  if 1 > 2: bid becomes 1, bids become 2\n": ("11:28", "nothing that can be done"),
    "  bid becomes owed\n": ("11:15", "nothing says whose 'owed' is meant"),
    "  bid becomes count hands where 1 > 2\n": ("11:27", "'in' is due here"),
    "  bid becomes sum of 1 for each card\n": ("11:37", "'in' is due here"),
    "  deal 2 coins to pot\n": ("11:3", "write 'to each' and a place of each player, or 'move'"),
    "  deal 2 coins to each pot\n": ("11:3", "'pot' is no place of each player"),
}


@pytest.mark.parametrize("lines", FAULTS)
def test_faults_of_bets_are_told_where_they_stand(lines: str, tmp_path: Path) -> None:
    where, what = FAULTS[lines]
    told = faults(write_deck(tmp_path, f'{HEAD.strip()}\nplay\n  "A.1 Go. Go."\n{lines}'))
    assert any(line.startswith(f"rules.play:{where}:") and what in line for line in told), told
