"""A deck that means what it says is built, however its counts, sizes, backs, papers and names come together."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path
from typing import Any

import pytest

from pnp.build.build import build
from pnp.build.options import BuildOptions
from pnp.errors import UsageError
from pnp.workers import Workers

SIDES = ("duplex-long", "duplex-short", "gutterfold", "fronts", "fronts-then-backs")
TITLES = ("Mix", "A long one " * 12, "W" * 120, "Größe und Ähnliches", "x" * 40)
NAMES = ("mix", "m" * 40, "a-very-long-name-of-a-deck-that-nobody-would-choose")
KINDS = ("card", "card", "card", "token", "chip", "aid", "mat", "board", "marker", "banner", "die")
DECK = """format = "pnp-game/1"
name = "{name}"
title = "{title}"
players = [1, 4]
version = "1.0"
language = "{language}"
[tables]
cards = "cards.csv"
[[backs]]
part = "back"
{shape}
[[backs]]
part = "other"
{shape}
[[components]]
part = "card"
kind = "{kind}"
{shape}
{group}
table = "cards"
id = "card/{{name}}"
name = "{{name}}"
back = "{{back}}"
"""


def refused(toml: str, cards: str, **options: Any) -> str:
    """What keeps a deck from being built for another reason than that it does not fit the paper; empty for nothing."""
    with tempfile.TemporaryDirectory() as place, Workers(1) as workers:
        folder = Path(place) / "deck"
        folder.mkdir()
        (folder / "deck.toml").write_text(toml, "utf-8")
        (folder / "cards.csv").write_text(cards, "utf-8")
        try:
            build(str(folder), BuildOptions(**options), Path(place) / "out", workers, lambda step, what: None, True)
        except UsageError as fault:
            too_large = " not fit on" in str(fault) and "--assembly" not in str(fault)
            return "" if too_large or str(fault).startswith("--side:") else str(fault)
        except Exception as fault:
            return f"{type(fault).__name__}: {fault}"
    return ""


def random_deck(seed: int) -> tuple[str, str, dict[str, Any]]:
    chance = random.Random(seed)
    kind = chance.choice(KINDS)
    width, height = chance.uniform(40, 300 if kind in ("mat", "board") else 120), chance.uniform(40, 120)
    shape = [f'size = "{width:.2f}x{height:.2f}mm"'] if chance.random() < 0.8 else [f'diameter = "{height:.2f}mm"']
    for key, lengths in (("bleed", (0, 0.5, 1, 2, 3, 5)), ("safe", (0, 1, 3, 5))):
        shape += [f'{key} = "{chance.choice(lengths)}mm"'] if chance.random() < 0.5 else []
    backs = ["back"] * chance.randint(1, 20) + [""] * chance.randint(0, 12) + ["other"] * chance.choice((0, 0, 3))
    backs += ["self"] * chance.choice((0, 0, 0, 2))
    if chance.random() < 0.5:
        chance.shuffle(backs)
    rows = [f"Card {at},{back},{chance.choice((1, 1, 1, 2, 9))}" for at, back in enumerate(backs)]
    toml = DECK.format(
        name=chance.choice(NAMES), title=chance.choice(TITLES), language=chance.choice(("en", "de", "tr")), kind=kind,
        shape="\n".join(shape), group=chance.choice(("", 'group = "a-group-with-a-rather-long-name-of-its-own"')),
    )  # fmt: skip
    options = {
        "paper": chance.choice(("a4", "letter", "a5", "a3", "100x150mm")), "sides": chance.choice(SIDES),
        "margin": chance.choice((0.0, 3.0, 5.0, 5.0, 12.7)), "bleed": chance.choice((None, None, 0.0, 1.0, 3.0, 5.0)),
        "marks": chance.choice(("crop", "fronts", "none")), "stamp": chance.random() < 0.3,
        "ink": chance.choice(("full", "saver", "gray")), "copies": chance.choice((1, 1, 2)),
        "assembly": chance.random() < 0.3, "tuckbox": chance.random() < 0.3,
        "side": chance.choice((None, None, None, "front", "back")),
    }  # fmt: skip
    return toml, "\n".join(["name,back,count", *rows, ""]), options


@pytest.mark.slow
@pytest.mark.parametrize("sides", SIDES)
def test_cards_without_a_back_follow_those_that_have_one(sides: str) -> None:
    shape = 'size = "63x88mm"'
    toml = DECK.format(name="mix", title="Mix", language="en", kind="card", shape=shape, group="")
    rows = [f"Backed {at},back,1" for at in range(16)] + [f"Bare {at},,1" for at in range(9)]
    cards = "\n".join(["name,back,count", *rows, ""])
    assert refused(toml, cards, sides=sides, assembly=True) == ""


@pytest.mark.parametrize("seed", (5, 9, 29, 34, 60, 1047))
def test_a_deck_is_built(seed: int) -> None:
    toml, cards, options = random_deck(seed)
    assert refused(toml, cards, **options) == "", options


@pytest.mark.sweep
@pytest.mark.parametrize("first", range(0, 400, 40))
def test_any_deck_is_built(first: int) -> None:
    for seed in range(1000 + first, 1040 + first):
        toml, cards, options = random_deck(seed)
        assert refused(toml, cards, **options) == "", (seed, options)
