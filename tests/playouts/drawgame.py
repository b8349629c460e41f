"""A small game with its rules, and referees that go wrong in one way each; what validation is tried on.

Everybody draws a card or passes, as often as there are rounds; whoever shows the highest card takes a coin from each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from pnp.definition.model import Game
from pnp.engine.action import CHANCE, OVER, Action, Chance, Event, RandomPlayer, act, event
from pnp.engine.odds import Bound, Column, Measure, Odds, Seen
from pnp.engine.referee import Outcome, Referee, Step
from pnp.engine.requirements import Cell, ComponentSet, Fact, Need, Requirements
from pnp.engine.rules import Citation, Option, Rules, Setup, Telling
from pnp.errors import Finding, UsageError

DEFINITION = """\
format = "pnp-game/1"
name = "toy"
title = "Toy"
version = "1"
players = [2, 4]
[tables]
cards = "cards.csv"
[[components]]
part = "number"
kind = "card"
id = "card/{rank}"
name = "Card {rank}"
size = "poker"
table = "cards"
[[components]]
part = "coin"
kind = "chip"
id = "coin"
name = "Coin"
diameter = "20mm"
each = 3
[[components]]
part = "crown"
kind = "marker"
id = "crown"
name = "Crown"
diameter = "20mm"
count = 1
[[components]]
part = "aid"
kind = "aid"
id = "aid"
name = "Aid"
size = "poker"
each = 1
[[totals]]
part = "number"
fixed = "cards"
[facts]
cards = 12
rounds = 2
"""
RANKS = range(1, 7)
CARDS = "rank,count\n" + "".join(f"{rank},2\n" for rank in RANKS)
CITATIONS = {
    "T.1": Citation("T.1", "Turns", "Draw or pass.", "the box"),
    "T.2": Citation("T.2", "Round", "The highest card takes a coin of each.", "the box"),
    "T-01": Citation("T-01", "Ties", "The earlier seat wins.", "fair", "Who wins a tie?"),
    "T-02": Citation("T-02", "Shuffling", "Anyhow.", "fair", people="only people shuffle"),
}
OPTIONS = {
    "rounds": Option("rounds", "T.1", "How many rounds?", 2, low=1, high=900_000),
    "ties": Option("ties", "T-01", "Who wins a tie?", "first", {"first": "the earlier seat", "last": "the later"}),
}
ACTIONS = {
    "draw": Telling("Draw a card", "{actor} draws.", ""),
    "pass": Telling("Pass", "{actor} passes.", ""),
    "card": Telling("", "It is {card}.", ""),
    "wins": Telling("", "{actor} takes {coins} coins.", ""),
    "keeps_on_paper": Telling("", "{actor} keeps {coins} coins on paper.", "", short=("chip",)),
}
RULES = Rules(CITATIONS, OPTIONS, ACTIONS, {"rounds": "All rounds were played."})


def write_toy(folder: Path, definition: str = DEFINITION, cards: str = CARDS) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "game.toml").write_text(definition)
    (folder / "cards.csv").write_text(cards)
    return folder


@dataclass(frozen=True)
class Table:
    setup: Setup
    deck: tuple[str, ...]
    shown: tuple[tuple[str, ...], ...]
    coins: tuple[int, ...]
    pile: tuple[str, ...] = ()
    turn: int = 1
    drawing: bool = False
    round: int = 1


class Toy(Referee[Table]):
    def requirements(self, setup: Setup) -> Requirements:
        needs = [Need(f"toy/card/{rank}", "number", 2, "the box", {"rank": str(rank)}) for rank in RANKS]
        needs += [
            Need("toy/coin", "coin", 3 * setup.players, "the purse"),
            Need("toy/crown", "crown", 1, "the box"),
            Need("toy/aid", "aid", setup.players, "the aid", played=False),
        ]
        facts = (Fact("cards", 12, "the box"), Fact("rounds", 2, "the box"))
        return Requirements(tuple(needs), facts, (Cell("cards", "3", "count", "2", "the box"),))

    def initial_state(self, setup: Setup) -> Table:
        bill = self.kit.bill_of_materials(setup.players)
        deck = tuple(sorted(n for n, count in bill.items() if n.startswith("toy/card/") for _ in range(count)))
        if len(deck) < setup.players:
            raise UsageError(f"{len(deck)} cards are too few; {setup.players} players need one each")
        return Table(setup, deck, ((),) * setup.players, (bill.get("toy/coin", 0) // setup.players,) * setup.players)

    def actor(self, state: Table) -> int:
        if state.round > state.setup.number("rounds"):
            return OVER
        return CHANCE if state.drawing else state.turn

    def legal_actions(self, state: Table) -> Sequence[Action]:
        if self.actor(state) < 1:
            return ()
        return (act("draw"), act("pass")) if state.deck else (act("pass"),)

    def chance_outcomes(self, state: Table) -> Chance:
        return Chance("card", "card", state.deck, (("seat", state.turn),))

    def observe(self, state: Table, seat: int) -> Mapping[str, Any]:
        return {"you": seat, "shown": state.shown}

    def outcome(self, state: Table) -> Outcome | None:
        if self.actor(state) != OVER:
            return None
        most = max(state.coins)
        winners = tuple(seat for seat, coins in enumerate(state.coins, 1) if coins == most)
        return Outcome("rounds", winners, state.coins)

    def components(self, state: Table) -> Mapping[str, Mapping[str, int]]:
        bill = self.kit.bill_of_materials(state.setup.players)
        places: dict[str, Mapping[str, int]] = {
            "table": {name: bill[name] for name in ("toy/aid", "toy/crown") if name in bill},
            "deck": Counter(state.deck),
            "pile": Counter(state.pile),
            "bank": {"toy/coin": bill.get("toy/coin", 0) - sum(state.coins)},
        }
        for seat, (shown, coins) in enumerate(zip(state.shown, state.coins), 1):
            places[f"shown {seat}"] = Counter(shown)
            places[f"purse {seat}"] = {"toy/coin": coins}
        return {place: {name: count for name, count in pieces.items() if count} for place, pieces in places.items()}

    def follow(self, state: Table, action: Action) -> Step[Table]:
        if action.name == "draw":
            return Step(replace(state, drawing=True), (Event(state.turn, "draw", (), ("T.1",)),))
        if action.name == "pass":
            return self._passed(state, (Event(state.turn, "pass", (), ("T.1",)),))
        card = str(action.arg("card"))
        deck = list(state.deck)
        deck.remove(card)
        shown = list(state.shown)
        shown[state.turn - 1] = (*shown[state.turn - 1], card)
        drawn = replace(state, deck=tuple(deck), shown=tuple(shown), drawing=False)
        return self._passed(drawn, (Event(CHANCE, "card", action.args, ("T.1",)),))

    def _passed(self, state: Table, events: tuple[Event, ...]) -> Step[Table]:
        if state.turn < state.setup.players:
            return Step(replace(state, turn=state.turn + 1), events)
        ranks = [max((int(card[-1]) for card in shown), default=0) for shown in state.shown]
        order = ranks if state.setup.word("ties") == "first" else ranks[::-1]
        best = order.index(max(ranks)) if order is ranks else len(ranks) - 1 - order.index(max(ranks))
        rulings = ("T.2", "T-01") if ranks.count(max(ranks)) > 1 else ("T.2",)
        coins, won = list(state.coins), 0
        for seat in range(len(coins)):
            if seat != best and coins[seat]:
                coins[seat], won = coins[seat] - 1, won + 1
        coins[best] += won
        pile = (*state.pile, *(card for shown in state.shown for card in shown))
        after = replace(state, coins=tuple(coins), pile=pile, shown=((),) * len(coins), turn=1, round=state.round + 1)
        return Step(after, (*events, event(best + 1, "wins", *rulings, coins=won)))

    def objection(self, state: Table, action: Action) -> str:
        return "Draw or pass."


def drawn(events: Sequence[Event]) -> tuple[int, int]:
    """How often the first card of a play was a six."""
    cards = [dict(found.args)["card"] for found in events if found.name == "card"]
    return (int(cards[0] == "toy/card/6"), 1) if cards else (0, 0)


def odds(kit: ComponentSet, setup: Setup) -> tuple[Odds, ...]:
    return (
        Odds("six", "the first card is a six", Fraction(1, 6), "counted", drawn),
        Odds("later", "as before, where later seats win ties", Fraction(1, 2), "counted", drawn, {"ties": "last"}),
        Odds(
            "bold",
            "the same at a bold table",
            Fraction(1, 6),
            "counted",
            drawn,
            seats=(RandomPlayer(),) * setup.players,
        ),
    )


def bounds(kit: ComponentSet, setup: Setup) -> tuple[Bound, ...]:
    def seen(events: Sequence[Event]) -> int:
        return max((int(dict(found.args)["coins"]) for found in events if found.name == "wins"), default=0)

    return (Bound("win", "coins won in a round", setup.players - 1, seen),)


def module(made: type[Toy], **changed: Any) -> Any:
    parts = {
        "referee": made,
        "sensible_player": lambda kit: RandomPlayer(),
        "odds": odds,
        "bounds": bounds,
        "proofs": lambda kit, setup: (),
    }
    return SimpleNamespace(**{**parts, **changed})


def sound(game: Game) -> tuple[Any, Rules]:
    return module(Toy), RULES


class Leaky(Toy):
    """Loses a coin of the winner at the end of each round."""

    def components(self, state: Table) -> Mapping[str, Mapping[str, int]]:
        places = dict(super().components(state))
        if state.round > 1:
            places["purse 1"] = {"toy/coin": state.coins[0] - 1}
        return places


class Stumbling(Toy):
    """Falls over when a six is drawn."""

    def follow(self, state: Table, action: Action) -> Step[Table]:
        if action.name == "card" and action.arg("card") == "toy/card/6":
            raise KeyError("six")
        return super().follow(state, action)


def wins(events: Sequence[Event], winners: Sequence[int]) -> Seen:
    """One trial a seat that is taken, of four."""
    taken = {dict(found.args)["seat"] for found in events if found.name == "card"} | {
        found.actor for found in events if found.name in ("draw", "pass")
    }
    return {f"seat {seat}": (int(seat in taken), int(seat in winners)) for seat in range(1, 5)}


def takings(events: Sequence[Event], winners: Sequence[int]) -> Seen:
    coins = [int(dict(found.args)["coins"]) for found in events if found.name == "wins"]
    return {"a round": (len(coins), sum(coins), sum(coin > 1 for coin in coins)), "never": (0, 0, 0)}


class Measuring(Toy):
    """Measures wins by seat, and what a round brings."""

    def measures(self, setup: Setup) -> tuple[Measure, ...]:
        columns = (Column("coins", share=False), Column("several"))
        return (Measure("seats", "wins by seat.", (Column("wins"),), wins, even=90),
                Measure("takings", "what a round brings", columns, takings))  # fmt: skip


class Lopsided(Toy):
    """Measures a coin with two heads."""

    def measures(self, setup: Setup) -> tuple[Measure, ...]:
        seen = {"heads": (1, 1), "tails": (9, 1)}
        return (Measure("coin", "throws", (Column("wins"),), lambda events, winners: seen, 1.5),)


class Endless(Toy):
    """Never ends."""

    def actor(self, state: Table) -> int:
        return CHANCE if state.drawing else state.turn


class Scribbling(Toy):
    """Writes down what a winner of two coins or more takes."""

    def _passed(self, state: Table, events: tuple[Event, ...]) -> Step[Table]:
        step = super()._passed(state, events)
        last = step.events[-1]
        if last.name == "wins" and int(dict(last.args)["coins"]) > 1:
            return Step(step.state, (*step.events, event(last.actor, "keeps_on_paper", "T.2", coins=1)))
        return step


def leaky(game: Game) -> tuple[Any, Rules]:
    return module(Leaky), RULES


def stumbling(game: Game) -> tuple[Any, Rules]:
    return module(Stumbling), RULES


def measuring(game: Game) -> tuple[Any, Rules]:
    return module(Measuring), RULES


def lopsided(game: Game) -> tuple[Any, Rules]:
    return module(Lopsided), RULES


def endless(game: Game) -> tuple[Any, Rules]:
    return module(Endless), RULES


def wrong_odds(game: Game) -> tuple[Any, Rules]:
    def wrong(kit: ComponentSet, setup: Setup) -> tuple[Odds, ...]:
        return (replace(odds(kit, setup)[0], exact=Fraction(1, 2)),)

    return module(Toy, odds=wrong), RULES


def wrong_bounds(game: Game) -> tuple[Any, Rules]:
    def wrong(kit: ComponentSet, setup: Setup) -> tuple[Bound, ...]:
        return (replace(bounds(kit, setup)[0], most=0),)

    return module(Toy, bounds=wrong), RULES


def unprovable(game: Game) -> tuple[Any, Rules]:
    def proofs(kit: ComponentSet, setup: Setup) -> tuple[Finding, ...]:
        return (Finding("error", "debt", "toy/coin", "a debt of 2 cannot be paid"),) if setup.players > 2 else ()

    return module(Toy, proofs=proofs), RULES


def unknown(game: Game) -> tuple[Any, Rules]:
    raise UsageError("nobody knows the rules of 'toy'")


def scribbling(game: Game) -> tuple[Any, Rules]:
    return module(Scribbling), RULES


def uncountable(game: Game) -> tuple[Any, Rules]:
    def broken(kit: ComponentSet, setup: Setup) -> tuple[Odds, ...]:
        return (replace(odds(kit, setup)[0], exact=Fraction(1, setup.players // 9)),)

    return module(Toy, odds=broken), RULES


def unseated(game: Game) -> tuple[Any, Rules]:
    def nobody(kit: ComponentSet) -> RandomPlayer:
        raise RuntimeError("no player")

    return module(Toy, sensible_player=nobody), RULES


def unplayable(game: Game) -> tuple[Any, Rules]:
    def torn(kit: ComponentSet, rules: Rules) -> Toy:
        raise UsageError("the map is torn")

    return module(Toy, referee=torn), RULES


def misread(game: Game) -> tuple[Any, Rules]:
    def seen(events: Sequence[Event]) -> int:
        return max(int(dict(found.args)["silver"]) for found in events if found.name == "wins")

    def wrong(kit: ComponentSet, setup: Setup) -> tuple[Bound, ...]:
        return (replace(bounds(kit, setup)[0], observed=seen),)

    return module(Toy, bounds=wrong), RULES
