"""The definition of Whispers, counted by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp import catalog
from pnp.definition.load import load_game
from pnp.definition.model import Game

SUITS = ("candle", "tankard", "key", "coin", "quill", "lantern", "bell", "knife")


@pytest.fixture(scope="module")
def whispers() -> Game:
    return load_game(catalog.find("whispers"))


@pytest.mark.parametrize("players", range(2, 9))
def test_what_a_table_of_players_needs(whispers: Game, players: int) -> None:
    counts = {f"whispers/rank-{rank}/{suit}": 1 for rank in range(1, 7) for suit in SUITS}
    counts |= {"whispers/whisper": 6, "whispers/button": 1}
    counts |= {f"whispers/chip/{value}": each * players for value, each in ((1, 10), (5, 8), (25, 2))}
    counts |= {"whispers/aid": players}
    assert whispers.bill_of_materials(players) == counts


def test_ids_stay_as_they_are_and_in_order(whispers: Game) -> None:
    ids = [component.id for component in whispers.components]
    assert ids[0] == "whispers/rank-1/candle" and ids[47:] == [
        "whispers/rank-6/knife",
        "whispers/whisper",
        "whispers/button",
        "whispers/chip/1",
        "whispers/chip/5",
        "whispers/chip/25",
        "whispers/aid",
    ]


def test_each_player_gets_twenty_chips_worth_a_hundred(whispers: Game) -> None:
    chips = [component for component in whispers.components if component.kind == "chip"]
    assert sum(chip.each for chip in chips) == 20
    assert sum(chip.each * int(chip.values["value"]) for chip in chips) == 100 == whispers.facts["coins_per_player"]


def test_the_deck_is_one_pack_with_one_back(whispers: Game) -> None:
    deck = [component for component in whispers.components if component.kind == "card"]
    assert {card.back for card in deck} == {"whispers/back"}
    assert {card.trim for card in deck} == {whispers.backs[0].trim}
    assert len(whispers.sets[0].members) == 8
    assert {card.values["suit.emblem"] for card in deck if card.part == "number"} == set(SUITS)


def test_texts_are_written_out(whispers: Game) -> None:
    assert not [text for text in whispers.texts.values() if "{" in text]
    assert whispers.editions == ("illustrated", "standard")
    assert whispers.conversion is not None and set(whispers.conversion.decks) == {"poker", "uno"}


@pytest.mark.parametrize("players", [2, 8])
def test_another_deck_in_its_place(tmp_path: Path, players: int) -> None:
    cards = tmp_path / "cards.csv"
    cards.write_text(
        "rank,suit,count\n"
        + "".join(f"{rank},{suit},1\n" for rank in range(1, 7) for suit in SUITS[:-1])
        + "6,knife,6\n"
    )
    game = load_game(catalog.find("whispers"), {"cards": cards})
    assert game.bill_of_materials(players)["whispers/rank-6/knife"] == 6
