"""What people write from habit, or forget, is told once, with what would do; and what would pass silently."""

from __future__ import annotations

from pathlib import Path

import pytest
from own_rules import RANKS, SUITS, faults, seated, write_deck

from pnp.catalog import refereed
from pnp.cli.person import Menu
from pnp.decks.new import new_deck
from pnp.definition.load import load_game
from pnp.errors import Finding
from pnp.playouts.specification import Asked
from pnp.playouts.validate import validate
from pnp.rules_language.program import RuleFault
from pnp.workers import Workers

HEAD = (
    "place pot: face up\nplace stock: pile, face down\nplace hand of each player: seen by its owner\n"
    "number score of each player\nword trump: none\nplay\n"
)
ASKED = f'{HEAD}  "A.1 Go. Go."\n  turns\n    '
HABITS = {
    "if score => 3: stop": "'=>' is not understood; write '>='",
    "if score = 3: stop": "'=' is not understood; write 'is'",
    "score = 3": "'=' is not understood; write 'becomes'",
    "score is 3": "'is' asks, and changes nothing; write 'becomes' after 'score'",
    "if score <> 3: stop": "'<>' is not understood; write 'is not'",
    "if score more than 3: stop": "'more' is not expected here; write '>' or '>='",
    "if score is 3, stop": "what is done stands behind a colon; write ':' here",
    "if pot > 3: stop": "pieces and a number cannot go together here; write 'count of pot'",
    "choose for player": "write 'choose by player'",
    "subtract 2 * 3 from score": "'subtract' is nothing that can be done; write 'take 2 * 3 from score'",
    "gain 2 score": "write 'add 1 to score'",
    "put top of stock to pot": "write 'move top of stock to pot'",
    "discard pot": "write 'move pot to ...'",
    "draw": "write 'move top of stock to hand'",
    "set score": "write 'score becomes 0'",
    "say hello": "write '\"A sentence in quotes.\"'",
    "goto part": "write 'do part'",
    "return": "write 'stop'",
    "number tricks": "'number' declares something; write the line above 'setup'",
    "mvoe pot to hand": "'mvoe' is nothing that can be done; did you mean 'move'?",
    'say "it": "now"': "is nothing that can be done",
    '"A.2 Take "all" coins."': "the sentence ends at the quote before this",
    "roll 2 dice": "write 'roll dice' for all, or 'roll first 2 of cup'",
    "move random card of pot to hand": "how many is due here, not 'card'; write 'random of'",
    "move top 3 cards of stock to pot": "leave out 'cards', as in 'top 3 of stock'",
    "move one card in pot to hand": "nothing says which 'card' is moved; write 'move first 1 of all card in pot'",
    "move player to pot": "only pieces can be moved, and this is a player; write a place of that player, as in",
    "move hand to player": "a place is due here, and this is a player; write a place of that player",
    "deal 2 coin to each hand": "pieces are due here, and this is a word; write 'coins', which are all of them",
    "move pot to stock of player": "stock is one for all, and nobody's own; leave out what follows, or declare",
    "score becomes twelve": "nothing is called 'twelve'; write 12",
    "flown becomes yes": "'flown' does not change; declare what it is above, as in 'number flown of each player'",
    "if flown: stop": "nothing is called 'flown'; declare it above, as in 'flag flown'",
    "if rank is 3: stop": "nothing says of which piece the rank is meant; write 'rank of card'",
    "if card.rank is 3: stop": "'card.rank' is not understood; write 'rank of card'",
    "each x from 1 to 3: stop": "write 'each x in 1 to ...'",
    "score becomes abs(pot)": "a number is due in the brackets behind 'abs'",
    "pot becomes 3": "it is a place; write 'move' and what goes there, 'to pot'",
}


@pytest.mark.parametrize("line", HABITS)
def test_what_is_written_from_habit_is_told_once_with_what_would_do(line: str, tmp_path: Path) -> None:
    told = faults(write_deck(tmp_path, f"{ASKED}{line}\n"))
    assert len(told) == 1 and told[0].startswith("rules.play:9:") and HABITS[line] in told[0], told


CHOICES = {
    "bid from 0 to 3: stop": "what is picked has no name; write one before 'from', as in 'number from 0 to 3'",
    "bid low from 1 to 2 and high from 1 to 2: stop": "write a comma before what is picked besides",
    "lay card from pot rank of card is 3: stop": "write 'where' before what must hold of what is picked",
    "lay when score > 3 card from pot: stop": "write 'when' and its condition after all that is picked",
    "lay card from pot, stop": "'from' is due here",
    "bid number from 0 to three: stop": "nothing is called 'three'; write 3",
}


@pytest.mark.parametrize("line", CHOICES)
def test_choices_are_put_right_as_well(line: str, tmp_path: Path) -> None:
    told = faults(write_deck(tmp_path, f"{ASKED}choose\n      {line}\n"))
    assert len(told) == 1 and CHOICES[line] in told[0], told


PARTS = {
    'option hook: yes or no "Is it?"\n': "a comma is due here: option hook: yes, no",
    "flag a of each player, b of each player\n": "write all names before 'of each player': flag a, b of each player",
    "number bid start at 3\n": "'start' is not expected here; write 'starts at' and a value",
    "goal: fewest score\n": "'fewest' is not understood; write 'lowest' and a number",
    "goal: highest score, lowest count of hand\n": "'then' is due here and what tells among equals",
    "needs 3 cards of suit moons\n": "'each' is due here, or write 'needs 3 cards where suit is moons'",
    "flag in, out of each player\n": "'in' is a word of the language; call it something else",
    "number my.score\n": "has a dot in it, as columns alone have",
    "define most(a, b): a if a > b else b\ndefine x: most(1)\n": "'most' is asked of 2 values, and 1 is given",
    'option hook: yes, no "Is it?"\ndefine x: 1 if hook is off else 2\n': "write 'hook is yes' or 'hook is no'",
    "define strong of card: 1\ndefine x: strong\n": "'strong' is asked of a value, and none is given; write",
    "order rank: 1 2 3 4 5 6 6\n": "'6' stands in this order already",
    "order suit: moons suns\n": "6 pieces say 'stars' in the column suit, which this order lacks; add it where",
    "order suit: moons suns strs\n": "no piece has 'strs' in the column suit; did you mean 'stars'?",
}


@pytest.mark.parametrize("line", PARTS)
def test_what_is_declared_is_put_right_as_well(line: str, tmp_path: Path) -> None:
    rules = f"{line}{HEAD}  score of each player becomes x\n" if "define x" in line else f"{line}{HEAD}  stop\n"
    told = [each for each in faults(write_deck(tmp_path, rules)) if "'stop' stands within" not in each]
    assert len(told) == 1 and PARTS[line] in told[0], told


def test_what_follows_from_a_name_that_is_a_word_of_the_language_is_not_told(tmp_path: Path) -> None:
    told = faults(write_deck(tmp_path, f"flag in of each player\n{HEAD}  each player: in becomes yes\n  if in: stop\n"))
    assert len(told) == 1 and told[0].startswith("rules.play:1:6:"), told


@pytest.mark.parametrize("line", ["hunt", "do hunt(3)", "do hnut"])
def test_parts_are_done_by_their_names(line: str, tmp_path: Path) -> None:
    mend = {"hunt": "write 'do hunt'", "do hunt(3)": "or 'to hunt(value)' where", "do hnut": "did you mean 'hunt'?"}
    told = faults(write_deck(tmp_path, f"to hunt\n  score of each player becomes 1\n{HEAD}  {line}\n"))
    assert len(told) == 1 and mend[line] in told[0], told


def test_else_on_a_line_is_otherwise(tmp_path: Path) -> None:
    body = (
        '  if count of pot is 3\n    score of each player becomes 1\n  else\n    "A.2 More. More."\n    nobody wins\n'
    )
    told = faults(write_deck(tmp_path, f'{HEAD}  "A.1 Go. Go."\n{body}'))
    assert len(told) == 1 and told[0].startswith("rules.play:10:3:") and "write 'otherwise'" in told[0], told


# What words can be.

WORDS = {
    "trump becomes rank-name of first of pot\n  if trump is suit of first of pot\n": "rules.play:7:17",
    "trump becomes moons\n  if trump is low\n": "rules.play:8:15",
    "trump becomes suit of first of pot\n  if trump in (none, low)\n": "rules.play:8:22",
    "if suit of first of pot is rank-name of first of pot\n": "rules.play:7:30",
}


def named_deck(folder: Path, rules: str) -> Path:
    """A deck of which the cards say their rank in words, too, and the colour of their suit."""
    write_deck(folder, rules)
    deck = (folder / "deck.toml").read_text(encoding="utf-8")
    tables = '[tables]\nsuits = "suits.csv"\n', '[references]\nsuit = "suits"\n\n[[components]]\npart = "card"'
    deck = deck.replace("[tables]\n", tables[0]).replace('[[components]]\npart = "card"', tables[1])
    (folder / "deck.toml").write_text(deck, encoding="utf-8")
    rows = [f"{suit},{rank},{'low' if rank < '4' else 'high'}" for suit in SUITS for rank in RANKS]
    (folder / "cards.csv").write_text("\n".join(["suit,rank,rank-name", *rows]) + "\n", encoding="utf-8")
    (folder / "suits.csv").write_text("suit,colour\nmoons,white\nsuns,red\nstars,white\n", encoding="utf-8")
    return folder


@pytest.mark.parametrize("rules", WORDS)
def test_a_word_that_it_can_never_be_is_told(rules: str, tmp_path: Path) -> None:
    told = faults(named_deck(tmp_path, f"{HEAD}  {rules}    score of each player becomes 1\n"))
    assert len(told) == 1 and told[0].startswith(f"{WORDS[rules]}:"), told


def test_words_that_may_be_the_same_are_no_fault(tmp_path: Path) -> None:
    body = (
        "  trump becomes suit of first of pot\n  other becomes trump if count of pot > 2 else none\n"
        "  if other is moons or other is suit of first of pot or trump is other: trump becomes none\n"
        "  if trump in (none, suns): score of each player becomes 1\n"
    )
    assert not faults(named_deck(tmp_path, f"word other: none\n{HEAD}{body}"))


def test_columns_of_other_tables_are_asked_for_like_any(tmp_path: Path) -> None:
    body = "  score of each player becomes count card in cards where suit.colour of card is white\n"
    referee, setup = seated(named_deck(tmp_path, f"{HEAD}{body}"), 2)
    assert referee.observe(referee.initial_state(setup), 1)["score"] == (12, 12)
    assert not faults(named_deck(tmp_path, f"order suit.colour: white red\n{HEAD}{body}"))
    told = faults(named_deck(tmp_path, f"{HEAD}{body.replace('white', 'green')}"))
    assert len(told) == 1 and "'green'" in told[0]


# What is asked of nothing.


@pytest.mark.parametrize("asked", ["suit of it is moons", "rank of it is 3", "owner of it is nobody"])
def test_what_is_asked_of_nothing_breaks_the_play_off(asked: str, tmp_path: Path) -> None:
    body = (
        f'  "A.1 Go. Go."\n  move coins to pot\n  move top of stock to pot\n  if {asked}: nobody wins\n  nobody wins\n'
    )
    referee, setup = seated(write_deck(tmp_path, f"{HEAD}{body}"), 2)
    with pytest.raises(RuleFault, match=f"rules.play:10: the {asked.partition(' ')[0]} of nothing is asked for here"):
        referee.initial_state(setup)
    (tmp_path / "rules.play").write_text(f"{HEAD}{body.replace(asked, 'it is nothing')}", encoding="utf-8")
    referee, setup = seated(tmp_path, 2)
    assert referee.initial_state(setup).winners == ()


def test_no_word_is_kept_of_nothing(tmp_path: Path) -> None:
    referee, setup = seated(write_deck(tmp_path, f"{HEAD}  trump becomes suit of top of stock\n"), 2)
    with pytest.raises(RuleFault, match="the suit of nothing"):
        referee.initial_state(setup)


# What plays show.


def found(folder: Path, games: int = 4) -> list[Finding]:
    return list(validate(Asked(folder, games=games), refereed, Workers(1)).findings)


def test_what_follows_from_rules_that_break_off_is_not_told(tmp_path: Path) -> None:
    body = '  "A.1 Go. Go."\n  deal 3 from stock to each hand\n  nobody wins\n'
    told = [each for each in found(write_deck(tmp_path, f"{HEAD}{body}")) if each.severity == "error"]
    assert [each.where for each in told] == ["rules.play:8"], told
    assert "write 'move cards to stock' before" in told[0].message


def test_a_fault_in_a_play_is_told_once_with_its_line(tmp_path: Path) -> None:
    body = '  "A.1 Go. Go."\n  turns\n    choose\n      give: pay 1 from hand to pot\n      stay: score becomes 1\n'
    folder = write_deck(tmp_path, f"{HEAD}  move coins to pot\n{body}")
    told = [each for each in found(folder) if each.code == "not-playable"]
    assert len(told) == 1 and told[0].where == "rules.play:11", told
    assert told[0].message.startswith("1 is to be paid from Player ")
    assert "'s hand, and there are none" in told[0].message


def test_needs_for_each_player_are_told_once(tmp_path: Path) -> None:
    end = f'{HEAD}  "A.1 Go. Go."\n  nobody wins\n'
    wrong = write_deck(tmp_path, f"needs 5 cards of each suit\nneeds 7 dice\n{end}")
    told = [each for each in found(wrong, 0) if each.code == "rules-need"]
    assert [each.where for each in told] == ["rules.play:1:7"] * 3 + ["rules.play:2:7"], told
    told = list(found(write_deck(tmp_path, f"needs 2 cards for each player\n{end}", (2, 3)), 0))
    assert [each.message for each in told if each.code == "rules-need"] == [
        "the rules need 2 cards for each player, and there are 9 for each; make it 2 (with 2 players)",
        "the rules need 2 cards for each player, and there are 6 for each; make it 2 (with 3 players)",
    ]


def test_needs_count_pieces_that_say_a_word(tmp_path: Path) -> None:
    end = f'{HEAD}  "A.1 Go. Go."\n  nobody wins\n'
    rules = f"needs 3 cards where rank is 4, one card where suit is moons and rank is 2\n{end}"
    assert not [each for each in found(write_deck(tmp_path, rules), 0) if each.code == "rules-need"]
    told = found(write_deck(tmp_path, rules.replace("3 cards", "4 cards")), 0)
    assert "the rules need 4 cards with rank 4, and there are 3; make it 4" in [each.message for each in told]
    told = found(write_deck(tmp_path, rules.replace("rank is 4", "rnk is 4")), 0)
    assert any(each.where == "rules.play:1:21" and "did you mean 'rank'?" in each.message for each in told)


def test_a_game_in_which_nobody_ever_chooses_is_told_first(tmp_path: Path) -> None:
    body = '  "A.1 Go. Go."\n  everybody where score > 0 chooses\n    stay: score becomes 1\n  nobody wins\n'
    first = found(write_deck(tmp_path, f"{HEAD}  move pieces to pot\n{body}"))[0]
    assert (first.severity, first.code) == ("warning", "nobody-chooses"), first


def test_what_nothing_comes_to_and_what_never_changes_is_told(tmp_path: Path) -> None:
    body = '  "A.1 Go. Go."\n  move cards to stock\n  if hand of left of nobody is empty\n    trump becomes moons\n'
    body += "  nobody wins\n"
    folder = write_deck(tmp_path, f"to hunt\n  move pot to stock\n{HEAD}{body}")
    told = {each.where: each.message for each in found(folder) if each.code == "idle"}
    assert [*told] == ["rules.play:3", "rules.play:5", "rules.play:1", "rules.play:6"], told
    assert told["rules.play:3"].startswith("nothing is ever moved to 'pot'")
    assert told["rules.play:6"].startswith("'score' never changes")
    assert told["rules.play:1"].startswith("nothing is done by 'hunt'; write 'do hunt'")


def test_one_play_without_end_is_told_once(tmp_path: Path) -> None:
    body = (
        '  "A.1 Go. Go."\n  turns\n    choose\n      stay: score becomes 1\n    choose\n      wait: score becomes 2\n'
    )
    told = [each for each in found(write_deck(tmp_path, f"{HEAD}{body}", (2, 2))) if each.code == "endless"]
    assert len(told) == 1, told


SIDES = {
    "brain,1\nbrian,2\nshot,3\n": "it shows 'brian', which no rule speaks of; did you mean 'brain'?",
    "brain,1\nbrain,2\nshot,3\nsteps,4\n": "",
}


@pytest.mark.parametrize("rows", SIDES)
def test_a_side_that_no_rule_knows_is_told(rows: str, tmp_path: Path) -> None:
    body = (
        '  "A.1 Go. Go."\n  roll die\n  if value of die is brain: nobody wins\n  if value of die is shot: nobody wins\n'
    )
    folder = write_deck(tmp_path, f"{HEAD}{body}  nobody wins\n")
    (folder / "sides.csv").write_text(f"side,at\n{rows}", encoding="utf-8")
    told = [each.message for each in found(folder) if each.code == "sides"]
    assert told == ([SIDES[rows]] if SIDES[rows] else [])


def test_a_die_that_shows_nothing_is_told_how_to(tmp_path: Path) -> None:
    folder = write_deck(tmp_path, f'{HEAD}  "A.1 Go. Go."\n  roll die\n  nobody wins\n')
    deck = (folder / "deck.toml").read_text(encoding="utf-8")
    (folder / "deck.toml").write_text(deck.replace('sides = "sides.side"\n', ""), encoding="utf-8")
    told = [each for each in found(folder) if each.severity == "error"]
    assert len(told) == 1 and "name the column of its sides in deck.toml" in told[0].message, told


def test_a_choice_may_be_typed_as_the_rules_write_it() -> None:
    menu = Menu(("go on", "go home", "bid -1", "bid 1"))
    assert (menu.find("go-on"), menu.find("bid -1"), menu.find("bid 1")) == (0, 2, 3)


def test_no_sample_warns_of_what_it_never_shows(tmp_path: Path) -> None:
    new_deck(tmp_path / "own", "agram")
    assert not load_game(tmp_path / "own").remarks
