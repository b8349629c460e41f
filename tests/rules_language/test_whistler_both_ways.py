"""Whistler as `rules.play` tells it, held against its referee in Python: with the same pieces, chances and choices,
both list the same, show the same and end the same. In half of the plays some ranks come first, so that there are
special hands.

The written game keeps toothpicks as numbers. It lacks a special hand that is shown as it is dealt (`dealt_special`),
false calls (`false_call`) and help among neighbours (`village`). All else that a table can agree on is drawn by lot.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Hashable, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from both_ways import Count, Difference, Side, walk

from pnp.catalog import home_of, refereed
from pnp.definition.findings import Findings
from pnp.definition.load import load_game
from pnp.engine.action import Action, Event
from pnp.engine.conformance import check
from pnp.engine.referee import Outcome, Referee
from pnp.engine.requirements import ComponentSet
from pnp.engine.rules import Setup, read_setup
from pnp.rules_language.referee import RefereeOfRules, read_game_rules

RULES = Path(__file__).with_name("games") / "whistler" / "rules.play"
SAME = ("deals", "tie", "empty-stock", "rounds", "discard-taken", "first-turn-knock")
BEATERS = {"each": "all-of-them", "best": "best-alone", "sum": "best-more"}


@cache
def kit() -> ComponentSet:
    home = home_of("whistler")
    assert home is not None
    return ComponentSet(load_game(home.folder))


def drawn(rng: Random) -> dict[str, str]:
    """Options as the game in Python calls them, but for hyphens."""
    return {
        "players": str(rng.randint(2, 6)), "deals": str(rng.choice((1, 2, 4))),
        "tie": rng.choice(("shared", "decider")), "empty-stock": rng.choice(("reshuffle", "showdown", "drawn")),
        "rounds": str(rng.choice((1, 3, 30))), "discard-taken": rng.choice(("yes", "no")),
        "first-turn-knock": rng.choice(("yes", "no")), "beaters": rng.choice(tuple(BEATERS)),
    }  # fmt: skip


def by_python(given: Mapping[str, str]) -> Side:
    """The referee in Python."""
    module, rules = refereed(kit().game)
    referee = module.referee(kit(), rules)
    options = {name.replace("-", "_"): word for name, word in given.items() if name != "players"}
    setup = read_setup(rules.options, kit().game.players, int(given["players"]), options)

    def called(state: Any, action: Action) -> Hashable:
        if action.name == "declare":
            [card] = {*state.hand()} - {*action.arg("cards")}  # type: ignore[misc]
            return str(action.arg("hand")), card
        if action.name == "knock" and not any(each.name == "discard" for each in referee.legal_actions(state)):
            return ("late-knock",)
        if action.name in ("draw_for_deal", "deal", "turn_up", "stock_card"):
            return "card", action.arg("card")
        return action.name.replace("_", "-").partition("-discard")[0], *(
            value for _, value in action.args if action.name == "discard"
        )

    def told(state: Any, event: Event) -> Hashable | None:
        return (event.actor, event.name) if event.name in ("knock", "pass", "discard") else None

    def seen(state: Any, seat: int) -> Hashable:
        view: Mapping[str, Any] = referee.observe(state, seat)
        return tuple(sorted(view["hand"])), view["hands"], view["discards"], view["stock"], view["picks"]

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
    options = {**{name: given[name] for name in SAME}, "beaters": BEATERS[given["beaters"]]}
    setup = read_setup(made.rules.options, kit().game.players, int(given["players"]), options)
    return module, module.referee(kit(), made.rules), setup


def by_rules(given: Mapping[str, str], *changed: tuple[str, str]) -> Side:
    """The written game, with what its words are called in common."""
    _, referee, setup = written(given, *changed)

    def called(state: Any, action: Action) -> Hashable:
        if action.name.startswith("is-"):
            return "card", action.arg("piece")
        if action.name == "take-discard":
            return ("take",)
        return action.name, *(value for _, value in action.args)

    def told(state: Any, event: Event) -> Hashable | None:
        name = "knock" if event.name == "late-knock" else event.name
        return (event.actor, name) if name in ("knock", "pass", "discard") else None

    def seen(state: Any, seat: int) -> Hashable:
        view: Mapping[str, Any] = referee.observe(state, seat)
        hands, own = view["hand"], tuple(sorted(view["hand"][seat - 1]))
        counts = tuple(len(hand) if isinstance(hand, tuple) else hand for hand in hands)
        return own, counts, view["discards"], view["stock"], view["picks"]

    return Side(referee, setup, called, told, seen, _winners)


OTHER_RULES = {
    "a Whistler of fewer points": ("is 41", "> 20"),
    "no low ace": (" or low-span(card) is 3", ""),
    "a knock that wins two": ("add 1 to picks of knocker", "add 2 to picks of knocker"),
    "late knocks on any turn": ("      if may-knock\n", "      if knocker is nobody\n"),
}


def liking(rng: Random) -> Callable[[Hashable], bool]:
    """What is taken if it can be: cards of a few ranks that make special hands, in half of the plays."""
    ranks = rng.choice((("ace", "2", "3", "4"), ("ace", "10", "jack", "queen", "king"), (), ()))

    def liked(name: Any) -> bool:
        return name[0] != "card" or not ranks or name[1].rpartition("/")[2] in ranks

    return liked


def walked(plays: int, seed: int, *changed: tuple[str, str]) -> Count:
    count = Count()
    for play in range(plays):
        rng = Random(f"{seed} {play}")
        given = drawn(rng)
        try:
            count += walk(by_python(given), by_rules(given, *changed), rng, liking(rng))
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
    module, referee, setup = written(drawn(Random("contract")) | {"players": "3", "deals": "1"})
    assert not module.proofs(kit(), setup)
    assert not check(referee, setup, (1,), 2_000)


@pytest.mark.sweep
def test_five_thousand_plays_are_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    begun = time.perf_counter()
    count = walked(5_000, 4)
    line = (
        f"whistler  5,000 plays{count.choices:>10,} choices{count.chances:>10,} chances{count.events:>10,} events"
        f"{time.perf_counter() - begun:>7.0f} s\n"
    )
    with capsys.disabled():
        sys.stdout.write(line)
