"""Whispers as `rules.play` tells it, held against its referee in Python: with the same pieces, chances and choices,
both list the same, show the same and end the same.

The written game counts coins without the chips, which its referee hands over one by one; it has the button from an
option, where chance brings it; and it lacks an offer to split that all others are asked about (`split_offer`). All else
that a table can agree on is drawn by lot.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Hashable, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from both_ways import Count, Difference, Side, walk

from pnp.catalog import home_of, refereed
from pnp.definition.findings import Findings
from pnp.definition.load import load_game
from pnp.engine.action import Action, Event, act
from pnp.engine.conformance import check
from pnp.engine.referee import Outcome, Referee
from pnp.engine.requirements import ComponentSet
from pnp.engine.rules import Setup, read_setup
from pnp.games.whispers.referee.game import Whispers
from pnp.games.whispers.referee.state import State
from pnp.rules_language.referee import RefereeOfRules, read_game_rules

RULES = Path(__file__).with_name("games") / "whispers" / "rules.play"
OPTIONS = ("hands", "stack", "split-from", "odd-coins", "short-ante", "short-penalty", "washout-by", "deck-out")
ACTIVE = ("in", "asked", "split")


@cache
def kit() -> ComponentSet:
    home = home_of("whispers")
    assert home is not None
    return ComponentSet(load_game(home.folder))


def drawn(rng: Random) -> dict[str, str]:
    """Options as the written game calls them."""
    players = rng.randint(2, 8)
    return {
        "players": str(players), "first-button": str(rng.randint(1, players)),
        "hands": str(rng.choice((1, 3, 10))), "stack": str(rng.choice((1, 3, 8, 20, 100))),
        "split-from": rng.choice(("any-exit", "next-round", "knock-out")),
        "odd-coins": rng.choice(("unclaimed", "last-winner", "left-of-button")),
        "short-ante": rng.choice(("sit-out", "debt", "free-ride")),
        "short-penalty": rng.choice(("all-they-have", "debt")), "washout-by": rng.choice(("paid", "assessed")),
        "deck-out": rng.choice(("reshuffle", "split", "survive")),
    }  # fmt: skip


class Seated(Whispers):
    """The referee in Python, at a table where the button has been given to a seat."""

    button = 1

    def initial_state(self, setup: Setup) -> State:
        return self.follow(super().initial_state(setup), act("button", seat=self.button)).state


def by_python(given: Mapping[str, str]) -> Side:
    """The referee in Python, with options that the written game calls otherwise."""
    _, rules = refereed(kit().game)
    referee = Seated(kit(), rules)
    referee.button = int(given["first-button"])
    options = {name.replace("-", "_"): given[name] for name in OPTIONS}
    setup = read_setup(rules.options, kit().game.players, int(given["players"]), options)

    def called(state: Any, action: Action) -> Hashable:
        return ("deal", action.arg("seat"), action.arg("card")) if action.name == "deal" else action.name

    def told(state: Any, event: Event) -> Hashable | None:
        match event.name:
            case "deal":
                return "deal", event.arg("seat"), event.arg("card")
            case "in" | "out" | "split":
                return event.actor, event.name
        return None

    def seen(state: Any, seat: int) -> Hashable:
        hands = [(tuple(sorted(hand.cards)), hand.turned_down, hand.standing) for hand in state.hands]
        coins = tuple(state.coins(other) for other in range(1, setup.players + 1))
        return state.number, state.pot, coins, tuple(hands), tuple(sorted(state.discards)), len(state.deck)

    return Side(referee, setup, called, told, seen, _winners)


def _winners(outcome: Outcome) -> Hashable:
    return outcome.winners


def written(given: Mapping[str, str], *changed: tuple[str, str]) -> tuple[RefereeOfRules, Referee[Any], Setup]:
    """The written game, with other words in it."""
    text, findings = RULES.read_text(encoding="utf-8"), Findings()
    for one, other in changed:
        assert text.count(one) == 1, one
        text = text.replace(one, other)
    made = read_game_rules(text, kit().game.wording, findings)
    findings.finish("rules.play")
    module = RefereeOfRules(made.text)
    options = {name: word for name, word in given.items() if name != "players"}
    setup = read_setup(made.rules.options, kit().game.players, int(given["players"]), options)
    return module, module.referee(kit(), made.rules), setup


def by_rules(given: Mapping[str, str], *changed: tuple[str, str]) -> Side:
    """The written game, with what its words are called in common."""
    _, referee, setup = written(given, *changed)

    def called(state: Any, action: Action) -> Hashable:
        if action.name == "is-dealt":
            return "deal", action.arg("seat"), action.arg("piece")
        return "in" if action.name == "stay" else action.name

    def told(state: Any, event: Event) -> Hashable | None:
        match event.name:
            case "is-dealt":
                return "deal", event.arg("seat"), event.arg("piece")
            case "stay" | "out" | "split":
                return event.actor, "in" if event.name == "stay" else event.name
        return None

    def seen(state: Any, seat: int) -> Hashable:
        view: Mapping[str, Any] = referee.observe(state, seat)
        words = {"stays": "in", "is-asked": "asked", "offers": "split", "went-out": "out", "fell": "knocked-out"}

        def standing(at: int) -> str:
            return next(
                (word for flag, word in words.items() if view[flag][at]), "asked" if at == seat - 1 else "absent"
            )

        hands = tuple(
            (tuple(sorted(hand)), view["turned"][at] or "", standing(at)) for at, hand in enumerate(view["hand"])
        )
        discards = tuple(sorted(view["discards"]))
        return view["hands-played"], view["pot"], view["coins"], hands, discards, view["deck"]

    return Side(referee, setup, called, told, seen, _winners)


OTHER_RULES = {
    "a penalty is not doubled": ("due becomes due * 2", "due becomes due * 1"),
    "odd coins are lost": ("take share from pot", "pot becomes 0"),
    "the button stays": ("    button becomes left of button\n    repeat until can-play", "    repeat until can-play"),
}


def walked(plays: int, seed: int, *changed: tuple[str, str]) -> Count:
    count = Count()
    for play in range(plays):
        rng = Random(f"{seed} {play}")
        given = drawn(rng)
        try:
            count += walk(by_python(given), by_rules(given, *changed), rng)
        except Difference as fault:
            raise Difference(f"play {play}, {given}: {fault}") from None
    return count


def test_both_ways_a_little() -> None:
    assert walked(2, 1).choices


@pytest.mark.slow
def test_both_ways() -> None:
    assert walked(25, 2).choices > 25


@pytest.mark.slow
@pytest.mark.parametrize("name", OTHER_RULES)
def test_other_rules_are_told_apart(name: str) -> None:
    with pytest.raises(Difference):
        walked(25, 3, OTHER_RULES[name])


def test_the_written_game_keeps_the_contract() -> None:
    module, referee, setup = written(drawn(Random("contract")) | {"players": "3", "first-button": "2", "hands": "1"})
    assert not module.proofs(kit(), setup)
    assert not check(referee, setup, (1,), 2_000)


@pytest.mark.sweep
def test_five_thousand_plays_are_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    begun = time.perf_counter()
    count = walked(5_000, 4)
    line = (
        f"whispers  5,000 plays{count.choices:>10,} choices{count.chances:>10,} chances{count.events:>10,} events"
        f"{time.perf_counter() - begun:>7.0f} s\n"
    )
    with capsys.disabled():
        sys.stdout.write(line)
