"""Whims as `rules.play` tells it, held against its referee in Python: with the same pieces, chances and choices, both
list the same, tell the same and end the same.

The written game lacks Effort that nobody shows (`secrecy` is `everything`), a toss for an opponent's tokens
(`grade-tokens` drawn), opponents of several grades, one that plays to win, and tokens kept on paper. All else that a
table can agree on is drawn by lot.
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
from pnp.engine.action import Action, Event
from pnp.engine.conformance import check
from pnp.engine.referee import Outcome, Referee
from pnp.engine.requirements import ComponentSet
from pnp.engine.rules import Setup, read_setup
from pnp.rules_language.referee import RefereeOfRules, read_game_rules

RULES = Path(__file__).with_name("games") / "whims" / "rules.play"
GRADES = ("average", "skilled", "master", "grandmaster")


OTHER_RULES = {
    "a round goes to whoever has it first": ("is-highest and is-alone if", "is-highest if"),
    "everybody shares a round": ("is-highest and (any player where not is-highest)", "is-highest"),
    "a lower total that is alone": ("and total of other > total", "and total of other < total"),
    "three rounds": ("times until any player where won >= 2", "times until any player where won >= 3"),
    "a limit is one lower": ("else 7 if unspent <= 4", "else 7 if unspent <= 3"),
    "a token too many": ("pay 3 + levels from", "pay 4 + levels from"),
    "Effort costs more": ("2 * levels + 1 - edge", "2 * levels + 2 - edge"),
    "a free roll": ("            add 1 to spent\n", ""),
    "spent tokens stay spent": ("      spent becomes 0\n", ""),
    "ten counts ten": ("value of die % 10", "value of die"),
    "dice that all see": ("place cup of each player: seen by its owner", "place cup of each player: face up"),
    "any die of an opponent": ("points of die is lowest-die and lowest-die <= limit", "lowest-die <= limit"),
}


@cache
def kit() -> ComponentSet:
    home = home_of("whims")
    assert home is not None
    return ComponentSet(load_game(home.folder))


def drawn(rng: Random) -> dict[str, str]:
    """Options as the written game calls them."""
    players = rng.randint(2, 6)
    opponents = rng.choice((0, 0, rng.randrange(players)))
    return {
        "secrecy": rng.choice(("dice-and-tokens", "dice-only")),
        "players": str(players), "opponents": str(opponents), "skill": rng.choice(GRADES),
        "faces": rng.choice(("one-to-ten", "zero-to-nine")), "sharing": rng.choice(("sole", "shared", "unshared")),
        "effort": rng.choice(("off", "on")), "effort-score": str(rng.randint(1, 9)),
        "edge": str(rng.choice((0, 1, 4, 20))), "pool": str(rng.choice((0, 3, 24, 100))),
        "grade-tokens": rng.choice(("lower", "higher")), "policy": rng.choice(("published", "free")),
        "round-limit": str(rng.choice((1, 2, 3, 100))),
    }  # fmt: skip


def by_python(given: Mapping[str, str]) -> Side:
    """The referee in Python, with options that the written game calls otherwise."""
    module, rules = refereed(kit().game)
    referee = module.referee(kit(), rules)
    same = ("secrecy", "faces", "effort", "edge", "pool", "policy")
    options = {name: given[name] for name in same} | {
        "effort_score": given["effort-score"],
        "grade_tokens": given["grade-tokens"],
        "round_limit": given["round-limit"],
        "highest": given["sharing"],
        "opponents": ",".join([given["skill"]] * int(given["opponents"])),
    }
    setup = read_setup(rules.options, kit().game.players, int(given["players"]), options)

    def called(state: Any, action: Action) -> Hashable:
        match action.name:
            case "reroll":
                return "reroll", state.hand.dice[action.number("die") - 1]
            case "roll" | "roll-again":
                return "roll", action.arg("seat"), action.arg("number")
        return action.name, *(value for _, value in action.args)

    def told(state: Any, event: Event) -> Hashable | None:
        match event.name:
            case "roll" | "roll-again":
                return "roll", event.arg("seat"), event.arg("number"), event.seen_by
            case "reroll":
                return "reroll", event.actor, state.hand.dice[event.number("die") - 1], event.seen_by
            case "lay-out" | "show-effort" | "win-round":
                said = {"lay-out": "tokens", "show-effort": "level", "win-round": "rounds"}[event.name]
                return event.name, event.actor, event.arg(said), event.seen_by
            case "reveal":
                return "reveal", event.actor, _sorted(event.arg("dice"))
            case "effort" | "done" | "win-match":
                return event.name, event.actor
        return None

    def seen(state: Any, seat: int) -> Hashable:
        view: Mapping[str, Any] = referee.observe(state, seat)
        own, is_rolled = view["laid_out"][seat - 1] - view["tokens"], state.phase == "choose"
        spent = view["spent"] or tuple(own if other == seat else None for other in range(1, setup.players + 1))
        round_of = (view["laid_out"], spent, _sorted(view["dice"]), ()) if is_rolled else ()
        return view["won"], view["pools"][: people(given)], round_of

    def ended(outcome: Outcome) -> Hashable:
        return outcome.winners, outcome.scores

    return Side(referee, setup, called, told, seen, ended)


def written(given: Mapping[str, str], *changed: tuple[str, str]) -> tuple[RefereeOfRules, Referee[Any], Setup]:
    """The written game, with other words in it; its secrecy, which is no option of it, is a matter of words, too."""
    text, findings = RULES.read_text(encoding="utf-8"), Findings()
    hidden = ("number spent of each player seen by its owner", "number spent of each player")
    for one, other in (*([hidden] if given["secrecy"] == "dice-only" else []), *changed):
        assert text.count(one) == 1
        text = text.replace(one, other)
    made = read_game_rules(text, kit().game.wording, findings)
    findings.finish("rules.play")
    module = RefereeOfRules(made.text)
    options = {name: word for name, word in given.items() if name not in ("players", "secrecy")}
    setup = read_setup(made.rules.options, kit().game.players, int(given["players"]), options)
    return module, module.referee(kit(), made.rules), setup


def by_rules(given: Mapping[str, str], *changed: tuple[str, str]) -> Side:
    """The written game, with what its words are called in common."""
    _, referee, setup = written(given, *changed)
    seats = {piece.id: int(piece.values["seat"]) for piece in kit().pieces(setup.players) if piece.part == "die"}

    def number(side: Any) -> int:
        return int(side) % 10 if given["faces"] == "zero-to-nine" else int(side)

    def shown(die: Any) -> int:
        """What a die counts, of which its id and its side are told."""
        return number(die[1])

    def called(state: Any, action: Action) -> Hashable:
        match action.name:
            case "reroll":
                return "reroll", shown(action.arg("die"))
            case "is-rolled":
                return "roll", seats[action.text("die")], number(action.arg("side"))
        return action.name, *(value for _, value in action.args)

    def told(state: Any, event: Event) -> Hashable | None:
        match event.name:
            case "is-rolled":
                return "roll", seats[event.text("die")], number(event.arg("side")), event.seen_by
            case "reroll":
                return "reroll", event.actor, shown(event.arg("die")), event.seen_by
            case "pays":
                return "lay-out", event.actor, event.arg("count"), event.seen_by
            case "shown-effort":
                # Written rules tell a shown choice to all but the one who made it, who has been told it.
                others = tuple(seat for seat in range(1, state.program.players + 1) if seat != event.actor)
                return (
                    "show-effort",
                    event.actor,
                    event.arg("levels"),
                    None if event.seen_by == others else event.seen_by,
                )
            case "shows-dice":
                return "reveal", event.actor, _sorted(map(number, event.arg("values")))  # type: ignore[arg-type]
            case "scores":
                return "win-round", event.actor, event.arg("points"), event.seen_by
            case "effort" | "done":
                return event.name, event.actor
            case "wins":
                return "win-match", event.actor
        return None

    def seen(state: Any, seat: int) -> Hashable:
        view: Mapping[str, Any] = referee.observe(state, seat)
        laid_out, cups = tuple(map(len, view["laid-out"])), view["cup"]
        others = tuple(cup for other, cup in enumerate(cups, 1) if other != seat and isinstance(cup, tuple))
        round_of = (laid_out, view["spent"], _sorted(map(shown, cups[seat - 1])), others) if any(laid_out) else ()
        return view["won"], view["intellect"][: people(given)], round_of

    def ended(outcome: Outcome) -> Hashable:
        return outcome.winners, outcome.scores

    return Side(referee, setup, called, told, seen, ended)


def _sorted(numbers: Any) -> tuple[int, ...]:
    return tuple(sorted(numbers))


def walked(matches: int, seed: int, *changed: tuple[str, str]) -> Count:
    count = Count()
    for match in range(matches):
        rng = Random(f"{seed} {match}")
        given = drawn(rng)
        try:
            count += walk(by_python(given), by_rules(given, *changed), rng)
        except Difference as fault:
            raise Difference(f"match {match}, {given}: {fault}") from None
    return count


def people(given: Mapping[str, str]) -> int:
    """How many seats have an Intellect pool."""
    return int(given["players"]) - int(given["opponents"]) if given["effort"] == "on" else 0


def test_the_written_game_has_the_pieces_that_it_needs_and_keeps_the_contract() -> None:
    module, referee, setup = written(drawn(Random("2 players")) | {"players": "2", "opponents": "1"})
    assert not module.proofs(kit(), setup)
    assert not check(referee, setup)
    needy, _, _ = written(drawn(Random(1)), ("needs 3 dice of each seat", "needs 4 dice of each seat"))
    assert len(needy.proofs(kit(), setup)) == setup.players


def test_a_match_is_the_same_both_ways() -> None:
    assert walked(1, 1).choices > 0


@pytest.mark.slow
def test_twenty_matches_are_the_same_both_ways() -> None:
    assert walked(20, 2).choices > 400


@pytest.mark.sweep
def test_five_thousand_matches_are_the_same_both_ways(capsys: pytest.CaptureFixture[str]) -> None:
    begun = time.process_time()
    count = walked(5_000, 3)
    seconds = time.process_time() - begun
    told = f"{count.choices:,} choices, {count.chances:,} chances and {count.events:,} events in {seconds:.0f} s\n"
    with capsys.disabled():
        sys.stdout.write(f"whims: {told}")


@pytest.mark.parametrize("change", OTHER_RULES)
@pytest.mark.sample(4)
def test_another_rule_is_found(change: str) -> None:
    with pytest.raises(Difference):
        walked(200, 4, OTHER_RULES[change])
