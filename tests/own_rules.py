"""Small decks with rules, as tests need them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pnp.definition.findings import Findings
from pnp.definition.load import load_game
from pnp.engine.requirements import ComponentSet
from pnp.engine.rules import Setup, read_setup
from pnp.errors import InputInvalid
from pnp.rules_language.referee import DataReferee, RefereeOfRules, read_game_rules, referee_of

_DECK = """
format = "pnp-game/1"
name = "own-game"
title = "A game of one's own"
version = "1.0"
players = [{low}, {high}]
summary = "For tests."
credits = "Nobody."

[tables]
cards = "cards.csv"
sides = "sides.csv"

[[components]]
part = "card"
kind = "card"
id = "{{suit}}-{{rank}}"
name = "{{rank}} of {{suit}}"
size = "poker"
table = "cards"
count = 1
layout = "card"

[[components]]
part = "coin"
kind = "token"
id = "coin"
name = "coin"
diameter = "20mm"
count = 6
layout = "card"

[[components]]
part = "die"
kind = "die"
id = "die"
name = "die"
size = "16x16mm"
count = 1
sides = "sides.side"
layout = "card"

[[layouts.card.elements]]
type = "rectangle"
box = "trim"
fill = "#ffffff"
"""
SUITS, RANKS = ("moons", "suns", "stars"), ("1", "2", "3", "4", "5", "6")


def write_deck(folder: Path, rules: str, players: tuple[int, int] = (2, 4)) -> Path:
    """A deck of eighteen cards, six coins and a die, with those rules."""
    folder.mkdir(exist_ok=True)
    (folder / "deck.toml").write_text(_DECK.format(low=players[0], high=players[1]), encoding="utf-8")
    rows = [f"{suit},{rank}" for suit in SUITS for rank in RANKS]
    (folder / "cards.csv").write_text("\n".join(["suit,rank", *rows]) + "\n", encoding="utf-8")
    (folder / "sides.csv").write_text("side\n1\n2\n3\n4\n5\n6\n", encoding="utf-8")
    (folder / "rules.play").write_text(rules, encoding="utf-8")
    return folder


def faults(folder: Path) -> list[str]:
    """What is wrong with the rules of a deck, a line each."""
    try:
        referee_of(load_game(folder))
    except InputInvalid as invalid:
        return [str(finding) for finding in invalid.findings]
    return []


def seated(folder: Path, players: int, **options: str) -> tuple[DataReferee, Setup]:
    """The referee of a deck, and a setup of so many players."""
    game = load_game(folder)
    findings = Findings()
    made = read_game_rules((folder / "rules.play").read_text(encoding="utf-8"), game.wording, findings)
    findings.finish("rules.play")
    referee = RefereeOfRules(made.text).referee(ComponentSet(game), made.rules)
    return referee, read_setup(made.rules.options, game.players, players, options)


def value(referee: Any, state: Any, name: str) -> Any:
    """What a seat sees under a name."""
    return referee.observe(state, 1)[name]
