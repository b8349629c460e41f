"""The book, the aid and the pieces of Whims: what stands in several of them is the same everywhere."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement, groupby
from typing import Any

import pytest
from click.testing import CliRunner
from whims_play import GAME, KIT, MODULE, RULES, setup

from pnp.build.rulebook import book_of
from pnp.cli import cli
from pnp.games.whims.referee.player import highest_mean
from pnp.games.whims.referee.state import set_table
from pnp.rulebook.template_context import TemplateContext
from pnp.rulebook.values import in_words, values_of
from pnp.typesetting.blocks import texts_of, walk_blocks, words

VALUES = values_of(GAME, RULES)
#: Tables of this book's usual reading that differ in how many tokens are laid out, and by whom.
USUAL: tuple[Mapping[str, str], ...] = (
    {},
    {"effort": "on"},
    {"effort": "on", "edge": "20", "pool": "100"},
    {"opponents": "grandmaster"},
    {"opponents": "average", "grade_tokens": "higher"},
)


def said(identifier: str) -> str:
    return VALUES.said(RULES.citations[identifier].text)


@pytest.fixture(scope="module")
def book() -> str:
    """The words of every block, a line each, with common spaces and straight apostrophes."""
    lines = (" | ".join(map(words, texts_of(block))) for block in walk_blocks(book_of(GAME).blocks))
    return "\n".join(lines).replace("\u00a0", " ").replace("’", "'")


def test_the_round_on_one_page_is_the_aid(book: str) -> None:
    for step in GAME.texts["round"].splitlines():
        assert step.replace("\u00a0", " ") in book


def test_tokens_lie_behind_the_screens(monkeypatch: pytest.MonkeyPatch) -> None:
    """M-04: in every picture of a set-up, each token and die lies farther from the middle than its screen."""
    drawn: list[Sequence[Mapping[str, Any]]] = []

    def layout(context: TemplateContext, items: Sequence[Mapping[str, Any]], **about: Any) -> str:
        drawn.append(items)
        return ""

    monkeypatch.setattr(TemplateContext, "layout", layout)
    book_of(GAME)
    screens = 0
    for item in (item for items in drawn for item in items if "id" in item):
        kind, owner = item["id"].split("/")[1:]
        if kind == "screen":
            screens += 1
            _, top, _, bottom = item["part"]
            far, last = abs(item["y"]) + (bottom - top) / 2, owner
        else:
            assert owner == last and abs(item["y"]) > far
    assert screens == 2


@pytest.mark.parametrize("place", ["aid", "M.5", "M-04"])
def test_spent_tokens_are_hidden_wherever_they_are_told_of(place: str) -> None:
    assert "behind" in (GAME.texts["round"].splitlines()[2] if place == "aid" else said(place))


@pytest.mark.parametrize("place", ["aid", "M.3", "M-04"])
def test_effort_is_chosen_in_secret_and_shown_before_the_roll(place: str) -> None:
    told = GAME.texts["round"].splitlines()[0] if place == "aid" else said(place)
    assert "in secret" in told and "show" in told


def test_the_maxima_of_the_book_hold_at_every_table(book: str) -> None:
    """Nine tokens, and seven rounds with a winner, are the most at any table that plays this book's way."""
    most: dict[str, int] = {}
    for players in range(GAME.players[0], GAME.players[1] + 1):
        for options in USUAL:
            for bound in MODULE.bounds(KIT, setup(players, **options)):
                if bound.name != "points":  # as many as a character has
                    most[bound.name] = max(most.get(bound.name, 0), bound.most)
    assert most == {"total": 30, "tokens": 9, "rerolls": 9, "decided-rounds": 7, "rounds": 100}
    assert f"up to {in_words(most['tokens'])} tokens in all" in said("M.3")
    assert f"at most {in_words(most['decided-rounds'])} rounds with a winner" in book
    assert f"a draw after {most['rounds']} rounds" in book


def test_the_averages_of_the_book_are_counted(book: str) -> None:
    """Totals to the tenth, a column for each number of tokens."""
    (row,) = (line for line in book.splitlines() if line.startswith("Tokens each round | 3 | 4"))
    told = row.split("Your total on average | ")[1].split(" | ")[:7]
    counted = [float(each.exact) for each in MODULE.expected(KIT, setup(2))]
    assert [float(number) for number in told] == [round(mean, 1) for mean in counted]


def test_translators_are_not_asked_for_chances_whose_words_no_book_prints() -> None:
    """The book prints numbers out of 84 chances, and the words of none."""
    passages = json.loads(CliRunner().invoke(cli, ["texts", GAME.name, "--json"]).stdout)
    assert passages and "odds" not in {each["context"] for each in passages}


def test_the_limits_of_an_opponent_are_those_of_its_policy() -> None:
    """M-14: every number of its sentence and of the cards, from the policy itself."""
    policy = highest_mean(tuple(range(1, 11)), 9)
    limits = {left: max(low for low in range(1, 10) if policy.die((low, 10, 10), left)) for left in range(1, 10)}
    for left, limit in limits.items():
        for roll in combinations_with_replacement(range(1, 11), 3):
            assert policy.again[left].get(roll) == (roll[0] if roll[0] <= limit else None)
    groups = [(limit, [*members]) for limit, members in groupby(limits, limits.__getitem__)]
    assert [members for _, members in groups] == [[1], [2], [3, 4], [5, 6, 7, 8, 9]]
    told = [f"{limit} with {in_words(members[0])}" for limit, members in groups]
    assert all(each in said("M-14") for each in told)
    assert [int(row["limit"]) for row in GAME.tables["limits"].rows] == [*limits.values()]
    assert "three or four" in said("M-14") and "five or more" in said("M-14")


def test_an_opponent_acts_when_all_players_are_content() -> None:
    """M-14: rolled for in the open, its dice tell nothing to anybody who could still roll."""
    for players in range(2, 7):
        for opponents in range(1, players):
            table = set_table(KIT, setup(players, opponents=",".join(["master"] * opponents)))
            assert [seat.grade for seat in table.seats] == [""] * (players - opponents) + ["master"] * opponents
