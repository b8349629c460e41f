"""A changed definition shows in the book wherever its number stands, and validation says what the rules want."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from pnp.build.rulebook import book_of
from pnp.catalog import find
from pnp.cli import cli
from pnp.definition.load import load_game
from pnp.typesetting.blocks import Aside, Block, Columns
from pnp.typesetting.writers import plain_text

#: A line of game.toml and what takes its place.
WHISPERS = ("count = 6", "count = 7")


def changed(folder: Path, name: str, before: str, after: str) -> Path:
    """A copy of a game in which one line of game.toml says something else."""
    shutil.copytree(find(name), folder / name, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    file = folder / name / "game.toml"
    lines = file.read_text(encoding="utf-8").splitlines()
    assert lines.count(before) == 1
    lines[lines.index(before)] = after
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder / name


@cache
def printed(name: str) -> str:
    return book(find(name))


def book(folder: Path) -> str:
    return plain_text(book_of(load_game(folder))).replace("\u00a0", " ")


@cache
def rules(folder: Path) -> str:
    """The book without its lessons: they tell of plays, in which the referee goes by the rules."""
    made = book_of(load_game(folder))
    return plain_text(replace(made, blocks=without_lessons(made.blocks))).replace("\u00a0", " ")


def without_lessons(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    kept = (each for each in blocks if not (isinstance(each, Aside) and each.look == "example"))
    return tuple(
        replace(each, blocks=without_lessons(each.blocks)) if isinstance(each, Columns) else each for each in kept
    )


@pytest.fixture(scope="module")
def seven(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """Whispers with seven whispers: the folder and the book."""
    folder = changed(tmp_path_factory.mktemp("seven"), "whispers", *WHISPERS)
    return folder, book(folder)


def told(folder: Path) -> tuple[int, str]:
    """Whether `pnp validate` is content with a folder, and what it finds."""
    result = CliRunner().invoke(cli, ["validate", str(folder), "--games", "1", "--jobs", "1", "--json"])
    findings = json.loads(result.stdout)["findings"]
    return result.exit_code, "\n".join(f"{each['where']}: {each['message']}" for each in findings)


def count(text: str, words: str) -> int:
    return len(re.findall(rf"\b{re.escape(words)}\b", text, re.IGNORECASE))


@pytest.mark.slow
def test_seven_whispers_are_seven_everywhere(seven: tuple[Path, str]) -> None:
    before, after = printed("whispers"), seven[1]
    said = "six whispers"
    assert count(before, said) >= 2
    assert count(after, "seven whispers") == count(before, said)
    assert not count(after, said) and not count(after, "54 cards")
    assert count(after, "55 cards") == count(before, "54 cards")
    assert re.search(r"\| \*\*Whispers\*\*.*\| 6 \|", before) and re.search(r"\| \*\*Whispers\*\*.*\| 7 \|", after)
    assert before.count("**whisper** (6):") == after.count("**whisper** (7):") == 2, "of poker cards and of Uno cards"


@pytest.mark.slow
def test_seven_whispers_have_other_odds(seven: tuple[Path, str]) -> None:
    """Two whispers of 54 cards: 6/54 * 5/53 is 1 in 95.4; of 55: 7/55 * 6/54 is 1 in 70.7."""
    before, after = printed("whispers"), seven[1]
    assert re.search(r"dealt two whispers \| .* \| 1 in 95 \|", before)
    assert re.search(r"dealt two whispers \| .* \| 1 in 71 \|", after)


@pytest.mark.slow
def test_seven_whispers_are_against_the_rules(seven: tuple[Path, str]) -> None:
    code, findings = told(seven[0])
    assert code == 1
    assert re.search(r"whisper: .*\b7\b.*\b6\b", findings)


@pytest.mark.slow  # examples of an altered deck are looked for anew
def test_a_deck_that_no_pack_has_cards_enough_for_has_a_book(tmp_path: Path) -> None:
    """Two packs have eight aces, and nine cards of rank 1 are wanted."""
    folder = tmp_path / "whispers"
    shutil.copytree(find("whispers"), folder, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    cards = folder / "cards.csv"
    cards.write_text(cards.read_text(encoding="utf-8").replace("1,candle,1", "1,candle,2"), encoding="utf-8")
    text = book(folder)
    assert "**Two poker decks** will not do: rank 1: 9 needed, 8 found" in text
    assert "| 49 |" in text


@pytest.mark.slow
def test_a_deck_without_the_cards_of_the_example_has_a_book_without_its_picture(tmp_path: Path) -> None:
    folder = tmp_path / "wibbell"
    shutil.copytree(find("wibbell"), folder, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    letters = folder / "letters.csv"
    letters.write_text(letters.read_text(encoding="utf-8").replace("N,Z,", "N,K,"), encoding="utf-8")
    picture = "NZ and IQ in the centre"
    assert picture in printed("wibbell")
    said, pictured = count(printed("wibbell"), picture), count(book(folder), picture)
    assert pictured == said - 1, "what remains are the words of the example"


@pytest.mark.parametrize(
    ("name", "before", "after", "was", "now"),
    [
        ("whispers", "ante = 1", "ante = 3", "one coin into", "three coins into"),
        ("whistler", "whistler_points = 41", "whistler_points = 43", "count 41", "count 43"),
        ("whistler", "beat_picks = 2", "beat_picks = 5", "takes two", "takes five"),
        ("whims", "rounds_to_win = 2", "rounds_to_win = 6", "first has won two rounds", "first has won six rounds"),
        ("wibbell", "removed_with_2_players = 24", "removed_with_2_players = 26", "leave 24 cards", "leave 26 cards"),
        ("wibbell", "simple_round_cards = 4", "simple_round_cards = 5", "the fourth card", "the fifth card"),
        ("war-of-whispers", "supply_farm = 6", "supply_farm = 9", "six with a farm", "nine with a farm"),
        ("war-of-whispers", "hand_limit = 5", "hand_limit = 7", "more than five cards", "more than seven cards"),
    ],
)
@pytest.mark.sample(9)
def test_a_changed_fact_is_in_the_book_and_against_the_rules(
    tmp_path: Path, name: str, before: str, after: str, was: str, now: str
) -> None:
    folder = changed(tmp_path, name, before, after)
    said = count(rules(find(name)), was)
    text = rules(folder)
    assert said and count(text, now) >= said
    assert not count(text, was)
    code, findings = told(folder)
    assert code == 1 and before.split(" = ")[0] in findings
