"""What is told of plays by rules as data: all that a seat may know of what was done, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from own_rules import seated, write_deck

from pnp.engine.action import CHANCE, OVER, Event, RandomPlayer, Rng, Seat
from pnp.engine.conformance import check
from pnp.engine.narration import Teller
from pnp.playouts.play import PlayTable, lay, tell_step
from pnp.rules_language.program import UNKNOWN
from pnp.rules_language.table import Table

DISCARD = """
place deck: pile, face down
place hand of each player: seen by its owner
place aside: face down
goal: highest count of hand
play
  "A.1 The deal. Three cards each."
  move cards to deck
  shuffle deck
  deal 3 from deck to each hand
  repeat 2 times
    each player
      choose
        "A.2 Discard. Lay a card aside, face down."
        discard card from hand
          move card to aside
  "A.3 The end. Most cards win."
  game over
"""
TRICKS = """
place deck: pile, face down
place hand, taken of each player: seen by its owner
place trick: pile, face up
number tricks of each player
number going untold
player leader
goal: highest tricks
play
  "T.1 The deal. Three cards each."
  move cards to deck
  shuffle deck
  deal 3 from deck to each hand
  repeat 3 times
    each player from leader
      choose
        "T.2 Play. Play a card."
        play card from hand
          move card to trick
          going becomes rank of card
    "T.3 The trick. The highest card takes it and leads."
    leader becomes owner of the card in trick with highest rank of card
    add 1 to tricks of leader
    move trick to taken of leader
  "T.4 The end. Most tricks win."
  game over
"""
PURSES = """
place pot: face up
place purse, chest of each player: secret
goal: highest count of purse
setup
  "H.1 Coins. Everybody has three, and hides them."
  deal 3 coins to each purse
play
  each player
    choose
      "H.2 Pay. Pay to the pot, or hide some."
      give: pay 1 from purse to pot
      hide: pay 2 from purse to chest
  "H.3 The end. Most win."
  game over
"""


def played(table: PlayTable, seed: int) -> Iterator[tuple[Table, Sequence[Event], Table]]:
    """Each step of a play at random: the table before it, its events, and the table after it."""
    referee, chance, choices, player = table.referee, Rng(seed), Rng(seed + 1), RandomPlayer()
    state = referee.start(table.setup)
    while referee.actor(state) != OVER:
        if referee.actor(state) == CHANCE:
            action = referee.chance_outcomes(state).draw(chance.fraction())
        else:
            action = player.choose(dict, referee.legal_actions(state), choices)  # type: ignore[arg-type]
        after, events = referee.follow(state, action)
        yield state, events, after
        state = after


def known(state: Table, seat: int) -> set[str]:
    """The ids of all pieces that a seat knows."""
    on_table = {piece for lies in state.p for piece in lies if piece != UNKNOWN}
    return {state.program.ids[piece] for piece in on_table if state.seen[piece] >> seat & 1}


@pytest.mark.parametrize("rules", [DISCARD, TRICKS])
@pytest.mark.parametrize("seed", range(5))
def test_nobody_is_told_of_a_piece_that_they_may_not_see(tmp_path: Path, rules: str, seed: int) -> None:
    table = lay(str(write_deck(tmp_path, rules)), 2, {}, {})
    names = {piece.id: piece.name for piece in table.kit.pieces(2)}
    for before, events, after in played(table, seed):
        for seat in (1, 2):
            teller = table.teller(seat)
            said = " ".join(map(teller.tell, events))
            may = known(before, seat) | known(after, seat)
            told = {own for own, name in names.items() if name in said}
            assert told <= may, f"seat {seat} is told: {said}"


def test_a_secret_discard_is_told_to_others_without_the_card(tmp_path: Path) -> None:
    table = lay(str(write_deck(tmp_path, DISCARD)), 2, {}, {})
    for before, events, after in played(table, 1):
        if events[0].name == "discard":
            assert events[0].seen_by == (before.acts,)
            assert table.teller(3 - before.acts).tell(events[0]) == f"Player {before.acts}: discard a card."
            seen = table.referee.observe(after, 3 - before.acts)
            assert events[0].arg("card") not in tuple(seen.get("aside-known", ()))  # type: ignore[arg-type]
    assert not check(table.referee, table.setup, range(3))


def test_tricks_and_leaders_are_told_by_name_and_once(tmp_path: Path) -> None:
    table = lay(str(write_deck(tmp_path, TRICKS)), 2, {}, {})
    lines = [line.strip() for _, events, _ in played(table, 3) for line in tell_step(table.teller(), events)]
    taken = [line for line in lines if line.endswith("'s taken.")]
    assert len(taken) == 3 and all(" go from the trick to Player " in line for line in taken)
    assert sum("'s tricks now: " in line for line in lines) == 3
    leaders = [line for line in lines if line.startswith("Leader now: Player ")]
    assert leaders and all(one != other for one, other in pairwise(leaders))
    assert not any("going" in line.casefold() for line in lines)
    assert "going" not in table.referee.observe(table.referee.start(table.setup), 1)


@pytest.mark.parametrize("seed", range(4))
def test_nobody_learns_how_much_lies_at_a_secret_place(tmp_path: Path, seed: int) -> None:
    table = lay(str(write_deck(tmp_path, PURSES)), 2, {}, {})
    referee, state = table.referee, table.referee.start(table.setup)
    assert "keeps how many lie at purse" in referee.unsampled
    assert referee.observe(state, 1)["purse"][1] is None and "purse 2" not in referee.laid_out(state, 1)
    assert len(referee.laid_out(state, 1)["purse 1"]) == 3  # type: ignore[arg-type]
    assert not check(referee, table.setup, [seed])


def test_every_rule_below_which_something_was_done_is_applied(tmp_path: Path) -> None:
    rules = """
place deck: pile, face up
place row of each player: face up
number score of each player
player next
play
  "A.1 Begin. Lay out all cards."
  move cards to deck
  repeat 3 times
    each player
      choose
        "A.2 Take. Take one."
        take card from deck
          if rank of card > 0
            "A.3 More. It counts."
            add 1 to score
          "A.4 Next. The other is next."
          next becomes left of player
          if score > 1
            "A.5 Enough. It ends your turn."
            end turn
          "A.6 Row. One comes to the row."
          deal 1 from deck to row
    "A.7 Stop. Enough is enough."
    stop
  "A.8 The end. Nobody wins."
  nobody wins
"""
    table = lay(str(write_deck(tmp_path, rules)), 2, {}, {})
    applied = {rule for _, events, _ in played(table, 1) for event in events for rule in event.rulings}
    assert {"A.1", "A.2", "A.3", "A.4", "A.7", "A.8"} <= applied


def test_an_ending_without_a_sentence_of_its_own_says_that_the_game_is_over(tmp_path: Path) -> None:
    rules = """
place deck: face up
goal: highest score
number score of each player
play
  "A.1 Rounds. Play three."
  move cards to deck
  repeat 3 times
    each player
      choose
        "A.2 Score. Have a point."
        score-one: add 1 to score
  game over
"""
    table = lay(str(write_deck(tmp_path, rules)), 2, {}, {})
    *_, (_, _, after) = played(table, 1)
    outcome = table.referee.outcome(after)
    assert outcome is not None and table.teller().ended(outcome)[0] == "The game is over."


def test_nobody_is_a_word_for_no_player(tmp_path: Path) -> None:
    table = lay(str(write_deck(tmp_path, TRICKS)), 2, {}, {})
    teller: Teller = table.teller()
    assert teller.words(Seat(0)) == teller.words(0, "seat") == "nobody"


def test_the_rule_of_a_secret_choice_is_told_to_nobody_else(tmp_path: Path) -> None:
    """What is done with secret choices once all are made hangs on no event that another seat is told."""
    rules = """
number guess of each player seen by its owner
play
  everybody chooses secretly
    "A.1 Yes. Say yes."
    yes
      guess becomes 1
    "A.2 No. Say no."
    no
      guess becomes 2
  "A.3 End. It ends."
  nobody wins
"""
    referee, setup = seated(write_deck(tmp_path, rules), 2)
    heard = set()
    for at in (0, 1):
        state = referee.start(setup)
        state, first = referee.follow(state, referee.legal_actions(state)[at])
        _, second = referee.follow(state, referee.legal_actions(state)[0])
        told = [event for event in (*first, *second) if event.seen_by is None or 2 in event.seen_by]
        heard.add(tuple((event.name, event.rulings) for event in told))
    assert len(heard) == 1


def test_changes_are_told_in_the_order_in_which_they_came(tmp_path: Path) -> None:
    rules = """number score of each player
number bid of each player untold
goal: highest score
play
  each player
    choose
      "A.1 Bid. Say one or two."
      say many from 1 to 2
        bid becomes many
  "A.2 The end. Everybody scores what they said."
  each player: add bid to score
  game over
"""
    referee, setup = seated(write_deck(tmp_path, rules, (3, 3)), 3)
    state = referee.start(setup)
    for many in (1, 2, 1):
        state, events = referee.apply(state, referee.legal_actions(state)[many - 1])
    assert [(event.actor, event.arg("points")) for event in events if event.name == "scores"] == [
        (1, 1),
        (2, 2),
        (3, 1),
    ]
