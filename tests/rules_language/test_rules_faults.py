"""What is wrong with rules is told with line, column and cure, all of it at once; what is hostile in little time."""

from __future__ import annotations

from pathlib import Path

import pytest
from own_rules import faults, seated, write_deck
from pace import within

from pnp.catalog import refereed
from pnp.definition.load import PLAY, load_game
from pnp.engine.conformance import check
from pnp.errors import InputInvalid
from pnp.playouts.specification import Asked
from pnp.playouts.validate import validate
from pnp.rules_language.program import RuleFault
from pnp.rules_language.referee import referee_of
from pnp.workers import Workers

HEAD = "place pot: face up\nplace hand of each player: seen by its owner\nnumber score of each player\nplay\n"
FAULTS = {
    'play\n  "A.1 Go. Go."\n  nobody win\n': ("rules.play:3:10", "'wins' is due here"),
    'play\n\t"A.1 Go. Go."\n': ("rules.play:2:1", "a tab stands here"),
    "place pot\n": ("rules.play:1:7", "nothing says who sees 'pot'"),
    "place pot: face up\nplace pot: face up\n": ("rules.play:2:7", "'pot' is declared in line 1 already"),
    "plaice pot: face up\n": ("rules.play:1:1", "did you mean 'place'"),
    "play\n  stop\norder rank: 1 2 7\n": ("rules.play:3:17", "no piece has '7' in the column rank"),
    "play\n  stop\ngoal: highest score\n": ("rules.play:3:15", "nothing is called 'score'"),
    f"{HEAD}  move coins to pott\n": ("rules.play:5:17", "did you mean 'pot'"),
    f"{HEAD}  move coins to hand\n": ("rules.play:5:17", "nothing says whose 'hand' is meant"),
    f"{HEAD}  if suit of first of pot is mons\n    nobody wins\n": ("rules.play:5:30", "did you mean 'moons'"),
    f"{HEAD}  if rank of first of pot is moons\n    stop\n": (
        "rules.play:5:27",
        "a number and a word cannot go together",
    ),
    f"{HEAD}  score of 1 becomes 3\n": ("rules.play:5:12", "a player is due here, and this is a number"),
    f"{HEAD}  turns\n    again\n    reverse\n  again\n": ("rules.play:8:3", "stands within no 'turns'"),
    f"{HEAD}  choose\n    take\n": ("rules.play:5:3", "nothing says whose"),
    f"{HEAD}  turns\n    choose\n      take\n        nobody wins\n": (
        "rules.play:7:7",
        "no sentence says what 'take' means",
    ),
    f"{HEAD}  repeat 2 times\n    move pot to pot\n": ("rules.play:6:5", "no sentence says by which rule"),
    f"{HEAD}  otherwise\n    stop\n": ("rules.play:5:3", "follows no 'if'"),
    f"{HEAD}  add 1 to suit\n": ("rules.play:5:12", "does not change"),
    f"{HEAD}  score becomes suit = moons\n": ("rules.play:5:22", "write 'is'"),
    f'{HEAD}  "unfinished\n': ("rules.play:5:3", "never closed"),
    f"{HEAD}  repeat\n": ("rules.play:5:3", "nothing stands below"),
    f"{HEAD}  pot becomes 3\n": ("rules.play:5:3", "does not change"),
    f"player leader\n{HEAD}  leader chooses\n    stop\n": ("rules.play:6:10", "write 'choose by leader'"),
    f"{HEAD}  if suit of first of pot in (moons, mons)\n    stop\n": ("rules.play:5:38", "did you mean 'moons'"),
    f"{HEAD}  if suit of first of pot in (moons, pot)\n    stop\n": ("rules.play:5:27", "cannot go together"),
    f"{HEAD}  if suit of first of pot in (moons, stars\n    stop\n": ("rules.play:5:43", "')' is due here"),
    f"word trump\n{HEAD}  trump becomes none\n": ("rules.play:6:17", "word trump: none"),
    f"word trump: none\n{HEAD}  trump becomes nune\n": ("rules.play:6:17", "did you mean 'none'?"),
    f"{HEAD}  if cards is empty\n    stop\n": ("rules.play:5:12", "never empty; name a place"),
    f"define led of card: suit of card is moons\n{HEAD}  if any card in pot where led\n    stop\n": (
        "rules.play:6:28",
        "write 'led(card)', or 'led of card'",
    ),
    f"define one: other\ndefine other: one\n{HEAD}  if one is 1\n    stop\n": (
        "rules.play:2:15",
        "is defined by itself",
    ),
    f"{HEAD}  move 3 coins to pot\n": ("rules.play:5:10", "write 'move top 3 of stock to'"),
    f"{HEAD}  while 1 is 1\n    stop\n": ("rules.play:5:3", "write 'repeat until'"),
    f"{HEAD}  if 1 is 1\n    stop\n  else\n    stop\n": ("rules.play:7:3", "write 'otherwise'"),
    f"{HEAD}  each player: score += 1\n": ("rules.play:5:23", "'add 1 to score'"),
    f"{HEAD}  if 1 is 2 or 3\n    stop\n": ("rules.play:5:16", "as in 'bid is 2 or bid is 3'"),
    f"{HEAD}  turns\n    choose\n      take a big fat shiny card from pot\n        stop\n": (
        "rules.play:7:14",
        "'from' is due here",
    ),
    f"{HEAD}  do dance\n": ("rules.play:5:3", "nothing is done by 'dance'"),
}


ALONE = {
    "  if count of pot = 3\n    stop\n  otherwise\n    nobody wins\n": "rules.play:5:19",
    "  if count of pot ~ 3\n    stop\n    again\n": "rules.play:5:19",
    "  repeat 3 times until pot ~ 2\n      and stop is pot\n    stop\n": "rules.play:5:28",
}


@pytest.mark.parametrize("rules", ALONE)
def test_what_stands_below_a_line_that_cannot_be_read_is_not_told_as_well(rules: str, tmp_path: Path) -> None:
    told = faults(write_deck(tmp_path, f"{HEAD}{rules}"))
    assert len(told) == 1 and told[0].startswith(f"{ALONE[rules]}:"), told


@pytest.mark.parametrize("rules", FAULTS, ids=lambda rules: rules.strip().splitlines()[-1].strip()[:30])
def test_a_fault_is_told_where_it_stands(rules: str, tmp_path: Path) -> None:
    where, what = FAULTS[rules]
    told = faults(write_deck(tmp_path, rules))
    assert any(line.startswith(f"{where}:") and what in line for line in told), told


def test_all_faults_are_told_in_one_go(tmp_path: Path) -> None:
    rules = f"plaice x: face up\n{HEAD}  move coins to pott\n  otherwise\n    stop\n  add 1 to suit\n"
    told = faults(write_deck(tmp_path, rules))
    assert [line.split(":")[1] for line in told] == ["1", "7"] or len(told) >= 2


HOSTILE = {
    "endless rounds": f"{HEAD}  repeat\n    add 1 to score of left of nobody\n",
    "huge numbers": "number n starts at 999999999\nplay\n  repeat 100 times\n    n becomes n * n * n * n\n",
    "a million coins": f"{HEAD}  repeat 900000000 times\n    move coins to pot\n",
    "much to go through": "play\n  if " + "any x in cards where " * 5 + "1 > 2\n    stop\n",
    "deep brackets": "play\n  if " + "(" * 90 + "1" + ")" * 90 + " is 1\n    stop\n",
    "deep lines": "play\n" + "\n".join(" " * at + "repeat 1 times" for at in range(1, 90)) + "\n",
    "long definitions": "".join(f"define d{at}: d{at - 1} + d{at - 1}\n" for at in range(1, 40)).replace("d0", "1")
    + "number n\nplay\n  n becomes d39\n",
    "parts of parts": "".join(f"to a{at}\n  do a{at + 1}\n  do a{at + 1}\n" for at in range(60))
    + "to a60\n  stop\nplay\n  do a0\n",
    "ten megabytes": "play\n" + "# nothing\n" * 1_000_000,
    "control signs": 'play\n  "A\x1b[2J.1 Go. \x07"\n  nobody\x00 wins\n',
    "a long line": "play\n  if " + "1 + " * 400 + "1 is 1\n    stop\n",
    "many lines": "play\n" + "  stop\n" * 5000,
    "rules cited without end": f'number n\n{HEAD}  "A.1 Go. Go on."\n  turns\n    skip 2\n',
    "a chain of ifs": f"number n\n{HEAD}  if n is 1\n    stop\n" + "  otherwise if n is 2\n    n becomes 3\n" * 900,
    "a chain of parts": "".join(f"to a{at}\n  do a{at + 1}\n" for at in range(90)) + "to a90\n  stop\nplay\n  do a0\n",
    "a chain of definitions": "define d0: 1\n" + "".join(f"define d{at}: d{at - 1} + 1\n" for at in range(1, 250))
    + "number n\nplay\n  n becomes d249\n",
    "a long sum": "number n\nplay\n  n becomes 1 +\n" + "    1 +\n" * 280 + "    1\n",
    "many choices": f'{HEAD}  "A.1 Go. Go."\n  turns\n  choose\n' + "".join(f"   o{n}: stop\n" for n in range(900)),
    "many picks": f'{HEAD}  "A.1 Go. Go."\n  turns\n    choose\n      take '
    + ", ".join(f"a{at} from pot" for at in range(24)) + ": stop\n",
    "many ways": f'{HEAD}  "A.1 Go. Go."\n  turns\n    choose\n      take number from 1 to 99000: stop\n',
    "many options": "".join(f'option o{at}: a, b "Which?"\n' for at in range(900)) + f"{HEAD}  stop\n",
    "many rules": "play\n" + "".join(f'  "A.{at} Go. Go."\n  stop\n' for at in range(900)),
    "shown without end": f'{HEAD}  "A.1 Go. Go."\n  move cards to pot\n  repeat\n    show pot\n',
    "letters turned round": f'{HEAD}  "A.1 Go. Go \u202eno."\n  nobody wins\n',
    "a remark turned round": f"{HEAD}# nobody \u2066wins\n  stop\n",
    "other line ends": 'play\u2028  "A.1 Go. Go."\x85  nobody wins\n',
    "words that become each other": "".join(f"word a{at}: {', '.join(f'w{n}' for n in range(30))}\n"
                                            for at in range(250))
    + HEAD + "".join(f"  a{at} becomes a{at + 1}\n" for at in range(249)) + "  a249 becomes pot\n",
    "many comparisons": "word a: none\n" + HEAD
    + "  if a in (none, suit of first of pot): a becomes suit of last of pot\n" * 1900 + "  a is pot\n",
    "many names": HEAD + "".join(f"  score of each player becomes unknown{at}\n" for at in range(1900)),
    "parts with values": "".join(f"to a{at}(x)\n  do a{at + 1}(x + 1)\n  do a{at + 1}(x)\n" for at in range(60))
    + "to a60(x)\n  score of each player becomes x\nplay\n  do a0(1)\n",
    "many equals": f"{HEAD}  if {'= ' * 190}\n    stop\n",
    "names that hold each other": "".join(f"define d{at}: d{at - 1} + d{at - 1}\n" for at in range(1, 40))
    + f"define d0: score of left of nobody\n{HEAD}  turns\n    if d39 > 1\n      stop\n",
    "the least of the least": "define d0: 1\n" + "".join(f"define d{at}: min(d{at - 1}, 1)\n" for at in range(1, 24))
    + f"{HEAD}  repeat\n    score of left of nobody becomes d23\n",
    "the first of the first": "define d0: 1\n" + "".join(
        f"define d{at}: count of first (d{at - 1}) of pot\n" for at in range(1, 12)
    ) + f"{HEAD}  repeat\n    score of left of nobody becomes d11\n",
    "huge sets": f"melds: sets of 999999999 by suit, worth rank\n{HEAD}  repeat\n    score of left of nobody becomes "
    "deadwood of pot\n",
    "shuffled without end": f"{HEAD}  repeat\n    shuffle pot\n",
    "others of others": f"{HEAD}  repeat\n    score of left of nobody becomes count of players + count of players\n",
    "a number without end": "".join(f"define d{at}(x): d{at - 1}(d{at - 1}(x))\n" for at in range(1, 8))
    + f"define d0(x): x + x\n{HEAD}  each x in 1 to d7(1)\n    stop\n  repeat\n    score of left of nobody becomes 1\n",
    "groups": "place pot: face up\nplay\n  move cards to pot\n  if any g in groups of pot where 1 > 2\n    stop\n",
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_rules_get_a_sentence_in_little_time(name: str, tmp_path: Path) -> None:
    folder = write_deck(tmp_path, HOSTILE[name])
    with within(2):
        told = faults(folder)
        if not told:
            with pytest.raises(RuleFault) as fault:
                referee, setup = seated(folder, 2)
                referee.initial_state(setup)
            told = [str(fault.value)]
    assert all(line.startswith("rules.play:") and line.isprintable() for line in told)


def test_a_play_that_breaks_off_is_a_finding(tmp_path: Path) -> None:
    rules = f'{HEAD}  "A.1 Deal. Ten each."\n  move cards to pot\n  deal 10 from pot to each hand\n  nobody wins\n'
    folder = write_deck(tmp_path, rules)
    report = validate(Asked(folder, games=4), refereed, Workers(1))
    told = [finding.message for finding in report.findings if finding.where == "rules.play:7"]
    assert told and "more are to be dealt" in told[0]


ENDLESS = {
    "rolls": ("  repeat\n    roll die\n", "draws and rolls in a row"),
    "rolls in turn": ("  turns\n    roll die\n", "draws and rolls in a row"),
    "choices": ("  turns\n    choose\n      pass: score becomes 1\n", "after 4,000 choices"),
    "work": (
        "  turns\n    choose\n      pass\n        repeat 3000 times\n          score becomes 1\n",
        "without an end",
    ),
}


@pytest.mark.parametrize("name", ENDLESS)
def test_a_play_without_end_is_called_off_in_little_time(name: str, tmp_path: Path) -> None:
    rules, what = ENDLESS[name]
    folder = write_deck(tmp_path, f'{HEAD}  "A.1 Go. Go on."\n{rules}', (2, 2))
    with within(3):
        report = validate(Asked(folder, games=1), refereed, Workers(1))
    assert any(finding.code == "endless" and what in finding.message for finding in report.findings), report.findings


def test_a_play_that_takes_too_much_work_is_called_off_alone(tmp_path: Path) -> None:
    rules = "  turns\n    choose\n      pass: score becomes 1\n      take number from 1 to 9000: score becomes number\n"
    folder = write_deck(tmp_path, f'{HEAD}  "A.1 Go. Go on."\n{rules}')
    report = validate(Asked(folder), refereed, Workers(1))
    assert report.evidence.plays == 1
    assert any("through too many things" in finding.message for finding in report.findings)


def test_a_column_has_one_order(tmp_path: Path) -> None:
    words = " ".join(map(str, range(1, 7)))
    told = faults(write_deck(tmp_path, f"order rank: {words}\norder rank: {words}\n{HEAD}  stop\n"))
    assert any("rules.play:2:7" in line and "has an order in line 1 already" in line for line in told)


def test_a_text_that_is_too_large_says_how_large(tmp_path: Path) -> None:
    assert "300,000 letters, and 262,144 are the most" in faults(write_deck(tmp_path, "#" * 299_999 + "\n"))[0]
    assert "it has 1.9 MB" in faults(write_deck(tmp_path, "#" * 2_000_000))[0]


def test_reading_stops_after_many_mistakes(tmp_path: Path) -> None:
    told = faults(
        write_deck(tmp_path, f"{HEAD}" + "".join(f"  score of {at} becomes unknown{at}\n" for at in range(900)))
    )
    assert any("100 mistakes up to here" in line for line in told)


def test_nobody_chooses_from_what_they_do_not_see(tmp_path: Path) -> None:
    rules = '  "A.1 Deal. Two each."\n  move cards to deck\n  shuffle deck\n  deal 1 from deck to each hand\n'
    rules += '  each player\n    choose\n      "A.2 Take. Take one."\n'
    rules += "      take card from hand of left of player: move card to pot\n"
    report = validate(
        Asked(write_deck(tmp_path, f"place deck: pile, face down\n{HEAD}{rules}"), games=1), refereed, Workers(1)
    )
    assert any("does not see, and the choices would tell" in finding.message for finding in report.findings)


def test_braces_in_the_sentence_of_an_end_are_braces(tmp_path: Path) -> None:
    folder = write_deck(tmp_path, f'{HEAD}  "A.1 Go. It ends {{here}}."\n  nobody wins\n', (2, 2))
    assert not check(*seated(folder, 2), range(1))


def test_few_plays_are_enough_where_none_ends(tmp_path: Path) -> None:
    folder = write_deck(tmp_path, f'{HEAD}  "A.1 Go. Go on."\n{ENDLESS["choices"][0]}')
    with within(3):
        report = validate(Asked(folder), refereed, Workers(1))
    assert report.evidence.plays == 3
    assert any(finding.code == "endless" for finding in report.findings)


def test_rules_are_read_with_whatever_line_ends(tmp_path: Path) -> None:
    rules = f'{HEAD}  "A.1 Go. Go."\n  nobody wins\n  nobody win\n'
    for end in ("\n", "\r\n", "\r"):
        folder = write_deck(tmp_path, "")
        (folder / PLAY).write_bytes(f"\ufeff{rules}".replace("\n", end).encode())
        assert [line.partition(": ")[0] for line in faults(folder)] == [f"{PLAY}:7:10"]


@pytest.mark.parametrize("sign", ["\u202e", "\u2066", "\u200e\u202b"])
def test_letters_are_not_turned_round_in_decks(sign: str, tmp_path: Path) -> None:
    folder = write_deck(tmp_path, f'{HEAD}  "A.1 Go. Go."\n  nobody wins\n')
    for file, text in (("cards.csv", "moons,1"), ("deck.toml", "A game")):
        sound = (folder / file).read_text(encoding="utf-8")
        (folder / file).write_text(sound.replace(text, text.replace("o", f"o{sign}").replace("A", f"A{sign}")), "utf-8")
        with pytest.raises(InputInvalid) as refusal:
            load_game(folder)
        assert f"holds the control character U+{ord(sign[-1]):04X}" in str(refusal.value)
        (folder / file).write_text(sound, encoding="utf-8")


def test_more_ways_to_choose_than_there_may_be_are_not_listed_first(tmp_path: Path) -> None:
    picks = ", ".join(f"and{at} pick{at} from stock" for at in range(8)).replace("and0 ", "")
    rules = f"""place stock: face up
play
  "A.1 Go. Pick."
  move cards to stock
  each player
    choose
      go {picks}
        stop
"""
    with within(2):
        referee, setup = seated(write_deck(tmp_path, rules), 2)
        with pytest.raises(RuleFault, match=r"over 10,000 ways to choose here"):
            referee.start(setup)


NUMBERS = {
    "n becomes sum of rank of card for card in pot": 13,
    "n becomes rank of first of pot + 1": 13,
    "n becomes highest rank of card for card in pot": 13,
    "if rank of first of pot > 3: stop": 27,
}


@pytest.mark.parametrize("line", NUMBERS)
def test_a_word_in_a_column_of_numbers_names_its_row(line: str, tmp_path: Path) -> None:
    folder = write_deck(tmp_path, f'number n\n{HEAD}  "A.1 Go. Go."\n  move cards to pot\n  {line}\n')
    cards = folder / "cards.csv"
    cards.write_text(cards.read_text(encoding="utf-8").replace("stars,4", "stars,x4"), encoding="utf-8")
    told = faults(folder)
    assert len(told) == 1 and told[0].startswith(f"rules.play:8:{NUMBERS[line]}: "), told
    assert "cards.csv:17 says 'x4' in the column rank, which is no whole number: correct it there" in told[0]


def test_a_column_of_words_is_no_column_of_numbers_with_mistakes(tmp_path: Path) -> None:
    rules = f'number n\n{HEAD}  "A.1 Go. Go."\n  move cards to pot\n  n becomes sum of suit of card for card in pot\n'
    (told,) = faults(write_deck(tmp_path, rules))
    assert "a number is due here, and this is a word" in told and "cards.csv" not in told


def test_rules_with_a_table_of_ten_megabytes_get_a_sentence_in_little_time(tmp_path: Path) -> None:
    folder = write_deck(tmp_path, f'{HEAD}  "A.1 Go. Go."\n  nobody wins\n')
    (folder / "cards.csv").write_text("suit,rank\n" + "moons,1\n" * 1_300_000, encoding="utf-8")
    with within(2), pytest.raises(InputInvalid, match=r"cards\.csv"):
        load_game(folder)


def test_a_game_is_read_once_and_again_only_where_its_rules_are_others(tmp_path: Path) -> None:
    folder = write_deck(tmp_path, f'{HEAD}  "A.1 Go. Go."\n  nobody wins\n')
    game = load_game(folder)
    first, again = referee_of(game), referee_of(game)
    assert first is not None and again is not None and first[0] is again[0]
    (folder / PLAY).write_text(f'{HEAD}  "A.2 Stay. Stay."\n  nobody wins\n', encoding="utf-8")
    other = referee_of(game)
    assert other is not None and [*other[1].citations] == ["A.2"]


@pytest.mark.parametrize("wish", ["suit of card is moons", "rank of card < 3"])
def test_who_plays_against_a_preference_lacks_what_is_preferred(wish: str, tmp_path: Path) -> None:
    rules = f"""place deck: pile, face down
place pot: face up
place hand of each player: seen by its owner
play
  "A.1 Deal. Four each."
  move cards to deck
  shuffle deck
  deal 4 from deck to each hand
  each player
    choose
      "A.2 Lay. One that is wished for, if you can."
      lay card from hand preferring {wish} preferring rank of card is not 6
        move card to pot
  nobody wins
"""
    referee, setup = seated(write_deck(tmp_path, rules), 2)
    state = referee.initial_state(setup)
    while state.acts == 0:
        state = referee.follow(state, referee.chance_outcomes(state).draw(0.3)).state
    hand = {*referee.components(state)["hand 1"]}
    laid = referee.legal_actions(state)[-1]
    after = referee.follow(state, laid).state
    known = [fact for each in after.facts.values() for facts in each.facts.values() for fact in facts]
    for fact in known:
        assert fact.most == 0 and hand.isdisjoint(state.program.ids[piece] for piece in fact.pieces)
