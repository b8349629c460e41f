"""Names of what a play speaks of by an id: out of tables and documents, written in the rules, or not there at all."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from toy.highcard import table

from pnp.definition.load import load_game
from pnp.definition.model import Game
from pnp.engine.action import event
from pnp.engine.narration import Teller
from pnp.engine.rules import named, read_rules

REFEREE, _ = table(2)

GAME_TOML = """\
format = "pnp-game/1"
name = "small"
title = "Small"
version = "1"
players = [2, 2]
[tables]
lands = "lands.csv"
[documents]
chart = "chart.toml"
[[components]]
part = "coin"
kind = "chip"
id = "coin"
name = "Coin"
diameter = "20mm"
count = 1
"""
CHART = """\
[[places]]
id = "hill"
name = "The Hill"
[[places]]
id = "nameless"
[deeds.dig]
word = "Dig"
"""
RULINGS = """\
format = "pnp-rules/1"
[names]
lands = "lands.name"
places = "chart.places.name"
deeds = "chart.deeds.word"
[names.more]
hill = "another hill"
west-gate = "the West Gate"
[actions.went]
tell = "{actor} goes from {place} to {region} with {things}: {deed}."
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    folder = tmp_path_factory.mktemp("small")
    lands = "land,name\neast,Eastland\n"
    texts = {"game.toml": GAME_TOML, "lands.csv": lands, "chart.toml": CHART, "rulings.toml": RULINGS}
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return load_game(folder)


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("lands.name", {"east": "Eastland"}),
        ("lands.colour", {}),
        ("seas.name", {}),
        ("chart.places.name", {"hill": "The Hill"}),
        ("chart.deeds.word", {"dig": "Dig"}),
        ("chart.deeds.dig.word", {}),
        ("chart.rivers.name", {}),
        ("lands", {}),
        ("", {}),
    ],
)
def test_names_stand_in_the_data(game: Game, source: str, names: dict[str, str]) -> None:
    assert named(game, source) == names


def test_rules_bring_names_of_the_game_that_is_played(game: Game) -> None:
    rules = read_rules(game.folder, game)
    assert rules.names == {
        "east": "Eastland", "hill": "The Hill", "dig": "Dig", "west-gate": "the West Gate",
    }  # fmt: skip
    other = replace(game, documents={})
    assert read_rules(game.folder, other).names["hill"] == "another hill", "the first that there is holds"
    assert read_rules(game.folder).names.keys() == {"hill", "west-gate"}


def test_names_are_told(game: Game) -> None:
    teller = Teller(read_rules(game.folder, game), REFEREE.kit.pieces(2))
    went = event(1, "went", place="west-gate", region="east", things=("highcard/coin", "hill"), deed="nothing-known")
    assert teller.tell(went) == "Player 1 goes from the West Gate to Eastland with a Coin and The Hill: nothing-known."
    assert teller.seen({"lands": {"east": {"hill": 2}, "west": {"x": 0, "y": 1}}}) == [
        "lands, Eastland: The Hill: 2", "lands, west: x: 0; y: 1",
    ]  # fmt: skip


def test_a_source_that_is_no_text_is_named(tmp_path: Path) -> None:
    (tmp_path / "rulings.toml").write_text('format = "pnp-rules/1"\n[names]\nlands = 3\n', encoding="utf-8")
    with pytest.raises(Exception, match="'lands' is a whole number"):
        read_rules(tmp_path)
