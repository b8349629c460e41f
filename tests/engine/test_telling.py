"""Telling: events, choices, what a seat sees and how it ended, word for word; and menus that understand answers."""

from __future__ import annotations

from dataclasses import replace

import pytest
from toy.highcard import table

from pnp.cli.person import menu
from pnp.engine.action import CHANCE, Event, Value, act, event
from pnp.engine.narration import Teller, holes
from pnp.engine.referee import Outcome

REFEREE, SETUP = table(3)
PIECES = REFEREE.kit.pieces(3)
ALL, TWO = Teller(REFEREE.rules, PIECES), Teller(REFEREE.rules, PIECES, 2)
DEAL = Event(CHANCE, "deal", (("to", 1), ("card", "highcard/rank-4")), ("T.1",), (1,))
STAKE = event(2, "stake", "T.2", seen_by=(2,), coins=1)


def test_events_are_told_with_names() -> None:
    assert ALL.tell(DEAL) == "Player 1 is dealt The Whale."
    assert ALL.tell(STAKE) == "Player 2 stakes 1 coin."
    assert ALL.tell(event(2, "stake", coins=2)) == "Player 2 stakes 2 coins."
    assert ALL.heading(event(1, "round", round=2)) == "Round 2" and ALL.tell(event(1, "round", round=2)) == ""


def test_a_seat_is_told_what_it_may_know() -> None:
    assert TWO.tell(DEAL) == "Player 1 is dealt a card."
    assert TWO.tell(STAKE) == "Player 2 (you) stakes 1 coin."
    assert Teller(REFEREE.rules, PIECES, 1).tell(STAKE) == "Player 2 stakes something."


def test_choices_are_offered() -> None:
    assert TWO.offer(2, act("stake", coins=0)) == "stake 0 coins"
    assert TWO.offer(2, act("swap", card="highcard/rank-1", to=3)) == "swap The Duck Player 3"


@pytest.mark.parametrize(
    ("value", "key", "said"),
    [
        (3, "coins", "3"),
        (3, "winner", "Player 3"),
        ((1, 3), "seats", "Player 1 and Player 3"),
        (True, "seat", "yes"),
        (None, "card", "nothing"),
        (None, "winner", "nobody"),
        ((), "cards", "nothing"),
        (("", 1), "marks", "nothing and 1"),
        ("highcard/rank-1", "card", "The Duck"),
        ("highcard/rank-9", "card", "highcard/rank-9"),
        (("highcard/rank-1", "highcard/coin", "x"), "cards", "The Duck, a Coin and x"),
        ((("highcard/coin", 2), ("x", 1)), "paid", "2 × Coin and (x, 1)"),
        (((1, 2), (3,)), "dice", "(1, 2) and (3)"),
        ({"highcard/coin": 2, "b": False}, "", "Coin: 2 and b: no"),
    ],
)
def test_values_in_words(value: Value, key: str, said: str) -> None:
    assert ALL.words(value, key) == said


def test_lists() -> None:
    said = [ALL.words(tuple(words)) for words in ("", "a", "ab", "abc")]
    assert said == ["nothing", "a", "a and b", "a, b and c"]


def test_holes_of_a_text() -> None:
    assert holes("{actor} pays {coins, plural, one {# coin} other {# coins}} to {to, seat}") == {
        "actor",
        "coins",
        "to",
    }


def test_what_a_seat_sees() -> None:
    seen = {
        "you": 2,
        "hand": "highcard/rank-2",
        "stake": None,
        "purses": (4, 3, 5),
        "marks": ("", None),
        "top_card": "",
    }
    assert TWO.seen(seen, {"purses"}) == [
        "hand: The Fox",
        "purses: Player 1: 4; Player 2 (you): 3; Player 3: 5",
    ]


@pytest.mark.parametrize(
    ("value", "by_seat", "said"),
    [
        (("highcard/rank-1", 2), False, "The Duck, 2"),
        (((1, 2), (), (3,)), False, "(1, 2), nothing, (3)"),
        (((1, 2), (), (3,)), True, "Player 1: 1, 2; Player 3: 3"),
        ({"north": ("bear", 2), "south": {"a": 1, "b": 2}}, False, "north: bear, 2; south: a: 1; b: 2"),
        ({}, False, None),
        (({"a": 1, "b": 2}, {}), False, "(a: 1, b: 2), nothing"),
    ],
)
def test_what_is_seen_is_short(value: Value, by_seat: bool, said: str | None) -> None:
    lines = [] if said is None else [f"some things: {said}"]
    assert TWO.seen({"some_things": value}, {"some_things"} if by_seat else ()) == lines


def test_a_table_of_tables_has_a_line_for_each() -> None:
    seen = {"seated": {"north": {"left": 2, "right": None}, "south": {}, "east": {"left": 1}}}
    assert TWO.seen(seen) == ["seated, north: left: Player 2 (you); right: nobody", "seated, east: left: Player 1"]


def test_how_it_ended() -> None:
    assert ALL.ended(Outcome("rounds", (2,), (3, 6, 3))) == [
        "All rounds have been played.", "Winner: Player 2.", "Scores: Player 1 3, Player 2 6, Player 3 3.",
    ]  # fmt: skip
    assert TWO.ended(Outcome("rounds", (1, 2), (6, 6, 0)))[1] == "Winners: Player 1 and Player 2 (you)."
    assert ALL.ended(Outcome("rounds", (), (4, 4, 4)))[1] == "Winner: nobody."
    assert ALL.ended(Outcome("cap", (), (0, 0, 0))) == ["The play was called off; nobody won it."]


CHOICES = menu(["stay", "steal", "stay in", "Go out", "7 up", "steal"])


@pytest.mark.parametrize(
    ("answer", "meant"),
    [
        ("1", 0), ("6", 5), (" 3 ", 2), ("stay", 0), ("STAY", 0), ("stay i", 2), ("go", 3), ("go   out", 3), ("7", 4),
        ("steal (2)", 5),
    ],
)  # fmt: skip
def test_an_answer_is_a_number_or_a_beginning(answer: str, meant: int) -> None:
    assert CHOICES.find(answer) == meant


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("", "That is empty; type a number from 1 to 6"),
        ("0", "'0' is no choice"),
        ("99999999999", "'99999999999' is no choice"),
        ("fly", "'fly' is no choice"),
        ("st", "'st' could be 'stay', 'steal', 'stay in' or others; type more"),
        ("\x1b[2J", "'\\u001b[2J' is no choice"),
        ("x" * 10_000, "is no choice"),
        ("²", "'²' is no choice"),
    ],
)
def test_any_other_answer_gets_one_sentence(answer: str, said: str) -> None:
    meant = CHOICES.find(answer)
    assert isinstance(meant, str) and said in meant and len(meant) < 160 and meant.isprintable()


def test_few_choices_stand_below_each_other_and_many_in_columns() -> None:
    assert menu(["a", "b"]).lines(80) == ["1  a", "2  b"]
    many = menu([f"choice {number}" for number in range(1, 51)]).lines(60)
    assert many[0] == " 1  choice 1    18  choice 18   35  choice 35" and len(many) == 17
    assert all(len(line) <= 60 for line in many)
    assert len(menu(["x" * 70] * 30).lines(60)) == 30


def test_of_very_many_choices_the_rest_can_be_typed() -> None:
    huge = menu([f"word{number}" for number in range(5000)])
    lines = huge.lines(80)
    assert len(lines) < 60 and lines[-1] == "and 4800 more; type the beginning of one"
    assert huge.find("word4999") == 4999


SEEN = {
    "hands": "In hand: {hands, plural, one {# card} other {# cards}}",
    "most": "Left: {most, plural, one {{most, most} coin} other {{most, most} coins}}",
    "least": "Laid out: {least, least}",
    "done": "Done: {done}",
    "turn": "The turn is that of {turn, seat}; round {round}.",
    "round": "",
    "things": "There: {things, ranks}",
}
SEER = Teller(replace(REFEREE.rules, seen=SEEN, tables={"ranks": {"highcard/rank-1": "the lowest"}}), PIECES, 2)


@pytest.mark.parametrize(
    ("view", "said"),
    [
        ({"hands": (1, 4, 0)}, "In hand: Player 1: 1 card; Player 2 (you): 4 cards; Player 3: 0 cards"),
        ({"most": (None, None, 24)}, "Left: Player 3: at most 24 coins"),
        ({"most": (1, None, None)}, "Left: Player 1: at most 1 coin"),
        ({"least": (3, None, 4)}, "Laid out: Player 1: at least 3; Player 3: at least 4"),
        ({"least": (None, None, None)}, None),
        ({"done": (True, False, True)}, "Done: Player 1 and Player 3"),
        ({"done": (False, False, False)}, None),
        ({"turn": 1, "round": 2}, "The turn is that of Player 1; round 2."),
        ({"turn": None, "round": 2}, None),
        ({"things": ("highcard/rank-1", "highcard/rank-2")}, "There: the lowest and The Fox"),
        ({"things": ()}, None),
        ({"other_things": "highcard/rank-2"}, "other things: The Fox"),
    ],
)
def test_what_is_seen_is_told_in_the_words_of_the_game(view: dict[str, Value], said: str | None) -> None:
    assert SEER.seen(view, {"hands", "most", "least", "done"}) == ([] if said is None else [said])
