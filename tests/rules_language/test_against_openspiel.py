"""Games whose rules are data, held against the same games of OpenSpiel: the same choices at every step of shared deals,
and the same returns at their end.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("pyspiel", reason="needs OpenSpiel (pip install open_spiel)")

from lockstep import GAMES, Count, Difference, Every, Pair

from pnp.decks.new import new_deck

DEALS = 2_000


def pair(tmp_path: Path, name: str, *changed: tuple[str, str]) -> Pair:
    """A game of ours, with other words in its rules, and theirs."""
    given = GAMES[name]
    folder = tmp_path / given["deck"]
    new_deck(folder, given["deck"])
    rules = folder / "rules.play"
    text = rules.read_text(encoding="utf-8")
    for one, other in (*given.get("replaced", ()), *changed):
        assert one in text, f"the rules do not say {one!r}"
        text = text.replace(one, other)
    rules.write_text(text, encoding="utf-8")
    return Pair(folder, given)


def walked(two: Pair, deals: int, seed: int) -> Count:
    counts = [two.walk(Random(f"{seed} {deal}")) for deal in range(deals)]
    return Count(sum(count.choices for count in counts), sum(count.chances for count in counts))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.sample(4)
def test_a_few_deals_are_the_same(name: str, tmp_path: Path) -> None:
    assert walked(pair(tmp_path, name), 3, 1).choices >= 3


LINES = {"kuhn-poker": 30, "leduc-poker": 5_520}


@pytest.mark.slow
@pytest.mark.parametrize("name", LINES)
def test_every_line_of_play_is_the_same(name: str, tmp_path: Path) -> None:
    two, every, lines = pair(tmp_path, name), Every(), 1
    two.walk(every)
    while every.goes_on():
        two.walk(every)
        lines += 1
    assert lines == LINES[name]


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_deals_are_the_same(name: str, tmp_path: Path) -> None:
    assert walked(pair(tmp_path, name), 60, 2).choices >= 60


@pytest.mark.sweep
@pytest.mark.parametrize("name", GAMES)
def test_two_thousand_deals_are_the_same(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    two, begun = pair(tmp_path, name), time.perf_counter()
    count = walked(two, DEALS, 3)
    seconds = time.perf_counter() - begun
    line = f"{name:<16}{DEALS:>6,} deals{count.choices:>10,} choices{count.chances:>10,} chances{seconds:>7.0f} s\n"
    with capsys.disabled():
        sys.stdout.write(line)


OTHER_RULES = {
    "kuhn-poker": ("pay 1 from purse to stake, go", "pay 2 from purse to stake, go"),
    "leduc-poker": ("raises < 2", "raises < 3"),
    "goofspiel-2": ("with highest value", "with lowest value"),
    "liars-dice": ("or value of die is wild", ""),
    "pig-4": ("if value of die is 1", "if value of die is 2"),
    "crazy-eights": ("drawn < 5", "drawn < 6"),
    "hearts": ("count of hand < 13 or harm of card", "count of hand < 14 or harm of card"),
    "go-fish": ("is one) is 4", "is one) is 3"),
    "oh-hell": ("where not hook or", "where hook or"),
    "gin-rummy": ("add deadwood of hand of left", "add 1 + deadwood of hand of left"),
    "spades": ("100 if tricks of one is 0", "50 if tricks of one is 0"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", OTHER_RULES)
def test_other_rules_are_told_apart(name: str, tmp_path: Path) -> None:
    two = pair(tmp_path, name, OTHER_RULES[name])
    with pytest.raises(Difference, match=r"\n  "):
        walked(two, 60, 4)
