"""What texts of rules do at a table: each thing that the language says, in a game that says little else."""

from __future__ import annotations

from pathlib import Path

import pytest
from own_rules import faults, seated, value, write_deck

from pnp.engine.action import OVER, Action, RandomPlayer, Rng, act
from pnp.engine.conformance import check
from pnp.engine.narration import Teller
from pnp.engine.playout import Seeds, play, steps
from pnp.playouts.play import lay

SHEDDING = """
needs one card of each suit and rank
place stock: pile, face down
place discard: pile, face up
place hand of each player: seen by its owner
number passes
setup
  "S.1 The deal. Three cards each, and one turned up."
  move cards to stock
  shuffle stock
  deal 3 from stock to each hand
  move top of stock to discard
play
  turns until hand is empty or passes is count of players
    add 1 to passes
    choose
      "S.2 Lay a card. It matches the suit or the rank of the card on top."
      lay card from hand where suit of card is suit of top of discard or rank of card is rank of top of discard
        move card to discard
        passes becomes 0
      "S.3 Draw. Else draw a card, or pass when there is none."
      draw when stock is not empty
        move top of stock to hand
        passes becomes 0
      pass when stock is empty
  "S.4 The end. The player with the fewest cards wins."
  all player in players where count of hand is lowest count of hand of x for x in players wins
"""
TRICKS = """
needs one card of each suit and rank
place deck: pile, face down
place hand of each player: seen by its owner
place trick: pile, face up
place taken of each player: face up
number score of each player
player leader
order rank: 1 2 3 4 5 6
goal: highest score
play
  "T.1 The deal. All cards are dealt, six each."
  move cards to deck
  shuffle deck
  deal all from deck to each hand
  leader becomes 1st-player
  repeat 6 times
    each player from leader
      choose
        "T.2 Follow suit. Play a card of the suit led, if you have one."
        play card from hand preferring trick is empty or suit of card is suit of first of trick
          move card to trick
    "T.3 The trick. The highest card of the suit led takes it."
    leader becomes owner of the card in trick with highest rank of card
      where suit of card is suit of first of trick
    add 1 to score of leader
    move trick to taken of leader
  "T.4 The end. Most tricks win."
  game over
""".replace("  leader becomes 1st-player\n", "").replace("rank of card\n      where", "rank of card where")
BIDDING = """
place deck: pile, face up
place hand of each player: face up
place bid of each player: face up
number score of each player
goal: highest score
play
  "B.1 The deal. Everybody has the cards of a suit."
  each player
    move all card in cards where suit of card is (moons if seat of player is 1 else suns) to hand
  repeat 6 times
    everybody chooses
      "B.2 Bid. Choose a card in secret; all are shown at once, and the higher wins a point."
      bid card from hand
        move card to bid
    each player
      if rank of first of bid > rank of first of bid of left of player
        add 1 to score
    each player
      move bid to deck
  "B.3 The end. Most points win."
  game over
"""
DICE = """
number score of each player
number pot
goal: highest score
option limit: 20 from 5 to 100 "How many points win?"
play
  turns until score >= limit
    pot becomes 0
    repeat
      choose
        "D.1 Roll. Roll the die; a one ends your turn, and all that it brought is lost."
        roll
          roll die
          if value of die is 1
            end turn
          add value of die to pot
        "D.2 Hold. Keep what your turn brought."
        hold when pot > 0
          add pot to score
          end turn
  "D.3 The end. Who reaches the limit wins."
  game over
"""
GAMES = {"shedding": SHEDDING, "tricks": TRICKS, "bidding": BIDDING, "dice": DICE}
SEATS = {"shedding": (2, 4), "tricks": (3, 3), "bidding": (2, 2), "dice": (2, 3)}


@pytest.mark.parametrize("name", GAMES)
def test_a_game_keeps_the_contract_of_referees(name: str, tmp_path: Path) -> None:
    folder = write_deck(tmp_path, GAMES[name], SEATS[name])
    for players in SEATS[name][: 1 if name == "dice" else 2]:
        assert not check(*seated(folder, players), range(2))


@pytest.mark.parametrize("name", GAMES)
def test_what_is_sampled_is_all_that_a_seat_can_tell(name: str, tmp_path: Path) -> None:
    players = SEATS[name][1]
    referee, setup = seated(write_deck(tmp_path, GAMES[name], SEATS[name]), players)
    bill = referee.kit.bill_of_materials(players)
    rng = Rng(5)
    differed = 0
    for step in steps(referee, setup, [RandomPlayer()] * players, Seeds.of(3)):
        state = step.state
        for seat in range(1, players + 1):
            other = referee.sample(state, seat, rng)
            assert referee.observe(other, seat) == referee.observe(state, seat)
            assert referee.actor(other) == referee.actor(state)
            lies = [
                piece
                for place in referee.components(other).values()
                for piece, count in place.items()
                for _ in range(count)
            ]
            assert sorted(lies) == sorted(piece for piece, count in bill.items() for _ in range(count))
            differed += other != state
    assert differed or name in ("dice",)


def test_who_does_not_follow_is_known_to_have_none(tmp_path: Path) -> None:
    referee, setup = seated(write_deck(tmp_path, TRICKS, (3, 3)), 3)
    rng, found = Rng(1), 0
    for seed in range(6):
        for step in steps(referee, setup, [RandomPlayer()] * 3, Seeds.of(seed)):
            first = step.events[0] if step.events else None
            trick = referee.observe(step.state, 1)["trick"]
            if first is None or first.name != "play" or not isinstance(trick, tuple) or len(trick) < 2:
                continue
            led, laid = (str(piece).rpartition("/")[2].split("-")[0] for piece in (trick[0], trick[-1]))
            if led == laid:
                continue
            found += 1
            watcher = first.actor % 3 + 1
            for _ in range(5):
                other = referee.sample(step.state, watcher, rng)
                hand = referee.components(other).get(f"hand {first.actor}", {})
                assert not [piece for piece in hand if f"/{led}-" in piece]
    assert found > 5


def test_a_trick_goes_to_the_highest_of_the_suit_led(tmp_path: Path) -> None:
    referee, setup = seated(write_deck(tmp_path, TRICKS, (3, 3)), 3)
    for seed in range(8):
        laid: list[tuple[int, str, int]] = []
        for events in play(referee, setup, [RandomPlayer()] * 3, Seeds.of(seed)).steps:
            for each in events:
                if each.name == "play":
                    suit, rank = each.text("card").rpartition("/")[2].split("-")
                    laid.append((each.actor, suit, int(rank)))
                if each.name == "scores":
                    led = laid[0][1]
                    assert each.actor == max((rank, seat) for seat, suit, rank in laid if suit == led)[1]
                    laid = []


def test_bids_in_secret_are_told_when_all_are_made(tmp_path: Path) -> None:
    referee, setup = seated(write_deck(tmp_path, BIDDING, (2, 2)), 2)
    state = referee.initial_state(setup)
    own, its = (referee.legal_actions(state)[0], None)
    state, events = referee.apply(state, own)
    assert events[0].seen_by == (1,) and referee.observe(state, 2)["hand"] == referee.observe(state, 1)["hand"]
    its = referee.legal_actions(state)[5]
    state, events = referee.apply(state, its)
    shown = [(each.actor, each.args) for each in events if each.name == "shown-bid"]
    assert shown == [(1, own.args), (2, its.args)]
    assert referee.observe(state, 1)["score"] == (0, 1)


def test_an_option_is_a_choice_of_the_table(tmp_path: Path) -> None:
    folder = write_deck(tmp_path, DICE, (2, 3))
    for limit in (5, 60):
        referee, setup = seated(folder, 2, limit=str(limit))
        outcome = play(referee, setup, [RandomPlayer()] * 2, Seeds.of(1)).outcome
        assert limit <= max(outcome.scores) < limit + 40
        assert outcome.winners == (1 + outcome.scores.index(max(outcome.scores)),)


def test_why_something_is_illegal_is_told_by_its_rule(tmp_path: Path) -> None:
    referee, setup = seated(write_deck(tmp_path, SHEDDING), 2)
    state = referee.initial_state(setup)
    rng = Rng(2)
    while referee.actor(state) == 0:
        state, _ = referee.apply(state, referee.chance_outcomes(state).draw(rng.fraction()))
    assert "S.2, Lay a card" in str(referee.why_illegal(state, act("lay", card="own-game/stars-9")))
    assert "not 'dance'" in str(referee.why_illegal(state, Action("dance")))
    assert referee.why_illegal(state, referee.legal_actions(state)[0]) is None


def test_where_nobody_can_do_anything_the_play_ends_so(tmp_path: Path) -> None:
    rules = """
place pot: face up
play
  turns
    choose
      "A.1 Take. Take a coin out of the pot."
      take coin from coins where coin in pot
        move coin to pot
"""
    referee, setup = seated(write_deck(tmp_path, rules), 2)
    state = referee.initial_state(setup)
    assert referee.actor(state) == OVER
    outcome = referee.outcome(state)
    assert outcome is not None and outcome.reason == "stuck" and not outcome.winners


@pytest.mark.parametrize(
    ("test", "holds"),
    [
        ("rank of first of pot in (1, 3)", True), ("rank of first of pot not in (1, 3)", False),
        ("rank of first of pot in (2 + 0, 4)", False), ("suit of first of pot in (moons, stars)", True),
        ("not suit of first of pot in (moons, moons)", False), ("player in (nobody, left of player)", False),
    ],
)  # fmt: skip
def test_a_value_is_one_of_several(test: str, holds: bool, tmp_path: Path) -> None:
    rules = f"""
place pot: face up
number score of each player
goal: highest score
play
  move all card in cards where rank of card is 1 and suit of card is moons to pot
  "A.1 The score. One for what holds, else two."
  each player
    add 1 if {test} else 2 to score
  game over
"""
    referee, setup = seated(write_deck(tmp_path, rules), 2)
    outcome = referee.outcome(referee.initial_state(setup))
    assert outcome is not None and outcome.scores == (1 if holds else 2,) * 2


KEEPING = """
needs 3 dice
place cup of each player: seen by its owner
number score of each player
goal: highest score
play
  "K.1 The roll. Roll all your dice."
  each player
    move dice to cup
    roll every cup
    repeat 2 times
      choose
        "K.2 Again. Roll one of your dice again, or leave it."
        reroll die from cup where value of die < 6: roll die
        leave: stop
    add sum of value of die for die in cup to score
  "K.3 The end. Who rolled most wins."
  game over
"""


def test_a_die_that_is_chosen_is_told_with_what_it_shows(tmp_path: Path) -> None:
    folder = write_deck(tmp_path, KEEPING, (2, 2))
    deck = (folder / "deck.toml").read_text(encoding="utf-8")
    (folder / "deck.toml").write_text(deck.replace("count = 1\nsides", "count = 3\nsides"), encoding="utf-8")
    referee, setup = seated(folder, 2)
    narrator = Teller(referee.rules, referee.kit.pieces(2))
    assert not check(referee, setup, range(2))
    state = referee.initial_state(setup)
    for side in (2, 5, 2):
        state = referee.apply(state, act("is-rolled", die="own-game/die", side=side)).state
    legal = referee.legal_actions(state)
    assert [narrator.offer(1, action) for action in legal] == ["reroll die (2)", "reroll die (5)", "leave"]
    step = referee.apply(state, legal[1])
    assert step.events[0].arg("die") == ("own-game/die", 5)
    again = referee.apply(step.state, act("is-rolled", die="own-game/die", side=4)).state
    assert value(referee, again, "cup")[0] == tuple(("own-game/die", side) for side in (2, 4, 2))


@pytest.mark.parametrize(
    ("picks", "told"),
    [
        ("ask other from others, for wanted from each rank", "ask Player 2 for 3"),
        ("ask wanted from each rank", "ask 3"),
        ("ask for wanted from each rank", "ask for 3"),
        ("ask other from others, wanted from each rank", "ask (Player 2, 3)"),
        ("ask other from others, wanted from each rank, and take many from 2 to 2", "ask Player 2, 3 and take 2"),
        ("ask other from others,\n            to give up wanted from each rank", "ask Player 2 to give up 3"),
    ],
)
def test_a_choice_is_told_with_the_words_before_what_is_picked(picks: str, told: str, tmp_path: Path) -> None:
    rules = f"""
place hand of each player: seen by its owner
play
  each player
    choose
      "A.1 Ask. Ask for a rank."
      {picks}
        nobody wins
"""
    table = lay(str(write_deck(tmp_path, rules)), 2, {}, {})
    legal = table.referee.legal_actions(table.referee.start(table.setup))
    assert told in [table.teller(1).offer(1, action) for action in legal]


def test_what_is_moved_is_told_in_a_sentence(tmp_path: Path) -> None:
    rules = """
place deck: face up
place hand of each player: face up
play
  "A.1 Deal. All to the first, and two to the second."
  move cards to deck
  each player
    choose
      "A.2 Take. Take some."
      take
        move all card in deck where rank of card is 1 to hand
        move the card in deck with highest rank of card where suit of card is moons to hand
        stop
"""
    table = lay(str(write_deck(tmp_path, rules)), 2, {}, {})
    referee, state = table.referee, table.referee.start(table.setup)
    told = [table.teller().tell(event) for event in referee.apply(state, referee.legal_actions(state)[0]).events]
    assert told[1].endswith(" go from the deck to Player 1's hand.") and len(told) == 2


def test_a_choice_may_follow_one_that_prefers_cards(tmp_path: Path) -> None:
    rules = """
place deck: pile, face down
place trick: pile, face up
place hand of each player: seen by its owner
play
  "T.1 The deal. Six cards each."
  move cards to deck
  shuffle deck
  deal 6 from deck to each hand
  each player
    choose
      "T.2 Follow. Play a card of the suit led if you have one."
      play card from hand preferring trick is empty or suit of card is suit of first of trick
        move card to trick
  each player
    choose
      "T.3 Lay off. Then lay one off."
      lay card from hand
        move card to deck
  "T.4 The end. Nobody wins."
  nobody wins
"""
    assert not check(*seated(write_deck(tmp_path, rules), 2), range(3))


def test_all_that_a_part_does_applies_the_rule_by_which_it_is_done(tmp_path: Path) -> None:
    rules = """
place deck: pile, face down
place hand of each player: seen by its owner
play
  "T.1 The deal. Six cards each."
  move cards to deck
  shuffle deck
  deal 6 from deck to each hand
  "T.2 Refill. Who has fewer than seven draws."
  each player
    do refill
  nobody wins
to refill
  if count of hand < 7
    choose
      draw
        if deck is not empty
          move top of deck to hand
"""
    referee, setup = seated(write_deck(tmp_path, rules), 2)
    assert not check(referee, setup, range(3))
    told = [event for step in steps(referee, setup, [RandomPlayer()] * 2, Seeds.of(3)) for event in step.events]
    assert {event.rulings for event in told if event.name == "draw"} == {("T.2",)}


DONE = {
    "word phase: draft, haul\n": ("if phase is draft\n    total becomes 3", 3),
    "word trump: none\n": ("trump becomes moons\n  if trump is not none\n    total becomes 3", 3),
    "word trump: none\nword led: no-suit\n": ("trump becomes led\n  if trump is no-suit\n    total becomes 3", 3),
    "number score of each player starts at 1\n": (
        "add 2 * seat of player to score of each player\n  total becomes sum of score of x for x in players", 8
    ),
    "goal: highest worth\ndefine worth of player: twice(3)\ndefine twice(one): one + one\n": (
        "total becomes highest worth of x for x in players", 6
    ),
    "number one starts at 4\n": ("total becomes one\n      + 2\n      - 5", 1),
}  # fmt: skip


@pytest.mark.parametrize("declared", DONE)
def test_what_is_declared_and_done(declared: str, tmp_path: Path) -> None:
    done, found = DONE[declared]
    waits = "  each player\n    choose: wait\n  nobody wins\n"
    rules = f'{declared}number total\nplay\n  "A.1 Wait. Each waits."\n  {done}\n{waits}'
    referee, setup = seated(write_deck(tmp_path, rules), 2)
    state = next(iter(steps(referee, setup, [RandomPlayer()] * 2, Seeds.of(3)))).state
    assert value(referee, state, "total") == found


def test_a_sentence_may_begin_with_its_number_alone(tmp_path: Path) -> None:
    lines = (
        "1. The deal. Nothing is dealt.",
        "Wait. Wait.",
        "3) The end. Nobody wins.",
        "4 cards go.",
        "A.7 Over. Over.",
    )
    rules = "play\n" + "".join(f'  "{line}"\n  total becomes 1\n' for line in lines) + "  nobody wins\n"
    referee, _ = seated(write_deck(tmp_path, f"number total\n{rules}"), 2)
    assert [*referee.rules.citations] == ["R.1", "R.2", "R.3", "R.4", "A.7"]
    assert referee.rules.citations["R.3"].text == "Nobody wins."


@pytest.mark.parametrize(
    ("move", "count"),
    [
        ("move row to stock at the bottom", 3),
        ("move all card in row where rank of card is 1 to stock at the bottom", 3),
        ("move the card in row with highest rank of card to stock at the bottom", 1),
        ("move last of row to stock at the bottom", 1),
        ("move last 2 of row to stock at the bottom", 2),
        ("move top of row to stock at the bottom", 1),
        ("move cards to row; move row to stock at the bottom", 18),
    ],
)
def test_what_goes_to_the_bottom_is_drawn_last(move: str, count: int, tmp_path: Path) -> None:
    """Whatever way pieces are named; they keep their order, and what lay there lies above."""
    moves = "\n      ".join(f"  {each}" for each in move.split("; "))
    rules = f"""
place stock: pile, face up
place row: pile, face up
place hand of each player: face up
play
  "A.1 Lay. The ones lie in the row."
  move cards to stock
  move all card in stock where rank of card is 1 to row
  each player
    choose
      "A.2 Go. They go under the stock."
      go
      {moves}
        stop
"""
    referee, setup = seated(write_deck(tmp_path, rules), 2)
    state = referee.start(setup)
    before = {name: value(referee, state, name) for name in ("stock", "row")}
    after, _ = referee.apply(state, referee.legal_actions(state)[0])
    stock, row = (value(referee, after, name) for name in ("stock", "row"))
    assert len(stock) == (15 + count if count < 18 else 18) and len(row) == 18 - len(stock)
    if count < 18:
        assert stock[count:] == before["stock"], "what lay there lies above"
        assert stock[:count] == tuple(card for card in before["row"] if card in stock), "in the order of before"


def test_what_chance_picks_cannot_go_to_the_bottom(tmp_path: Path) -> None:
    rules = "place stock: pile, face down\nplace row: face up\nplay\n  move cards to row\n"
    rules += '  "A.1 Go. It goes."\n  move random of row to stock at the bottom\n  nobody wins\n'
    [told] = {fault.split(": ", 1)[1] for fault in faults(write_deck(tmp_path, rules))}
    assert "move it somewhere else, and then 'it' to the bottom" in told
