"""Records of whole matches read by a stranger who has the rules' text alone, and the words and ids that tell them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from whims_play import GAME, KIT, MODULE, REFEREE, RULES, TABLES, played, setup, told

from pnp.engine.action import CHANCE, Event
from pnp.engine.conformance import check
from pnp.engine.narration import holes
from pnp.engine.rules import Setup

FEWEST_AND_MOST = {"": (3, 3), "average": (3, 4), "skilled": (5, 6), "master": (7, 8), "grandmaster": (9, 9)}
CAUSES = ("draw-tokens", "effort", "roll", "reroll", "roll-again", "done")

Told = tuple[int, str, dict[str, Any]]


@dataclass
class Stranger:
    """Follows a record by the rules and rulings, and says what must come of each thing that was done."""

    table: Setup
    round: int = 1
    won: dict[int, int] = field(default_factory=dict)
    pool: dict[int, int] = field(default_factory=dict)
    level: dict[int, int] = field(default_factory=dict)
    tokens: dict[int, int] = field(default_factory=dict)
    spent: dict[int, int] = field(default_factory=dict)
    dice: dict[int, dict[int, int]] = field(default_factory=dict)
    done: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        words = self.table.words("opponents")
        self.seats = range(1, self.table.players + 1)
        self.grades = dict(zip(self.seats, [""] * (self.table.players - len(words)) + list(words)))
        self.effort = self.table.word("effort") == "on"
        self.waiting: list[int] = []
        for seat in self.seats:
            self.won[seat] = 0
            self.pool[seat] = self.table.number("pool")
        self.begin()
        if not self.waiting:
            list(self.laid_out())

    def begin(self) -> None:
        """M.8, M-06, M-09: every round afresh; `waiting` are the seats that draw or declare first."""
        reading = self.table.word("grade_tokens")
        self.waiting, self.done = [], []
        for seat in self.seats:
            fewest, most = FEWEST_AND_MOST[self.grades[seat]]
            self.tokens[seat] = most if reading == "higher" else fewest
            self.level[seat] = self.spent[seat] = 0
            self.dice[seat] = {}
            if self.grades[seat] and reading == "drawn" and fewest < most:
                self.waiting.append(seat)
        if self.effort:
            self.waiting += [seat for seat in self.seats if not self.grades[seat]]

    def cost(self, level: int) -> int:
        """M-07."""
        return max(0, 1 + 2 * level - self.table.number("edge")) if level else 0

    def consequences(self, cause: Event) -> Iterator[Told]:
        args: dict[str, Any] = dict(cause.args)
        match cause.name:
            case "draw-tokens":
                assert cause.actor == CHANCE and args["tokens"] in FEWEST_AND_MOST[self.grades[args["seat"]]]
                self.tokens[args["seat"]] = args["tokens"]
                yield from self.waited_for(args["seat"])
            case "effort":
                assert self.effort and not self.grades[cause.actor]
                self.level[cause.actor] = args["level"]
                self.pool[cause.actor] -= self.cost(args["level"])
                assert self.pool[cause.actor] >= 0 and args["level"] <= self.table.number("effort_score")
                yield from self.waited_for(cause.actor)
            case "roll" | "roll-again":
                own = self.dice[args["seat"]]
                assert not self.waiting and (args["die"] in own) == (cause.name == "roll-again")
                assert args["number"] in (range(10) if self.table.word("faces") == "zero-to-nine" else range(1, 11))
                own[args["die"]] = args["number"]
            case "reroll":
                seat = cause.actor
                self.spent[seat] += 1
                assert self.spent[seat] <= self.tokens[seat] and all(len(own) == 3 for own in self.dice.values())
                yield seat, "spend-token", {"spent": self.spent[seat], "left": self.tokens[seat] - self.spent[seat]}
            case "done":
                self.done.append(cause.actor)
                if len(self.done) == self.table.players:
                    yield from self.scored()

    def waited_for(self, seat: int) -> Iterator[Told]:
        assert self.waiting.pop(0) == seat
        if not self.waiting:
            yield from self.laid_out()

    def laid_out(self) -> Iterator[Told]:
        for seat in self.seats:
            self.tokens[seat] += self.level[seat]
            assert self.table.word("ceiling") == "none" or self.tokens[seat] <= 9  # M-08
            if self.effort and not self.grades[seat]:
                told = {"level": self.level[seat], "cost": self.cost(self.level[seat]), "pool": self.pool[seat]}
                yield seat, "show-effort", told
            yield seat, "lay-out", {"tokens": self.tokens[seat]}
            if self.tokens[seat] > 9:
                yield seat, "keep-on-paper", {"tokens": self.tokens[seat] - 9}

    def scored(self) -> Iterator[Told]:
        totals = {seat: sum(self.dice[seat].values()) for seat in self.seats}
        for seat in self.seats:
            dice = tuple(self.dice[seat][die] for die in (1, 2, 3))
            told = {"dice": dice, "total": totals[seat], "tokens": self.tokens[seat], "spent": self.spent[seat]}
            yield seat, "reveal", told
        ranked = sorted(set(totals.values()), reverse=True)
        holders = {total: [seat for seat in self.seats if totals[seat] == total] for total in ranked}
        takers = self.takers(ranked, holders)
        for seat in takers:
            self.won[seat] += 1
            yield seat, "win-round", {"round": self.round, "total": totals[seat], "rounds": self.won[seat]}
        if not takers:
            for seat in holders[ranked[0]]:
                yield seat, "tie-round", {"round": self.round, "total": ranked[0]}
        if 2 in self.won.values():
            yield from ((seat, "win-match", {"rounds": 2}) for seat in self.seats if self.won[seat] == 2)
        elif self.round == self.table.number("round_limit"):
            yield from ((s, "draw-match", {"played": self.round, "won": self.won[s]}) for s in self.seats)
        else:
            self.round += 1
            self.begin()
            if not self.waiting:
                yield from self.laid_out()

    def takers(self, ranked: list[int], holders: dict[int, list[int]]) -> list[int]:
        """M-11."""
        best = holders[ranked[0]]
        match self.table.word("highest"):
            case "unshared":
                return next((holders[total] for total in ranked if len(holders[total]) == 1), [])
            case "shared":
                return best if len(best) < self.table.players else []
        return best if len(best) == 1 else []


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_a_stranger_finds_every_number_right(players: int, options: dict[str, str]) -> None:
    table = setup(players, **options)
    for seed in range(20):
        stranger = Stranger(table)
        for step in played(table, seed):
            if step.events:
                cause, *others = step.events
                assert cause.name in CAUSES
                found = [(event.actor, event.name, dict(event.args)) for event in others]
                assert found == list(stranger.consequences(cause))


def test_every_rule_and_ruling_is_applied_in_some_play() -> None:
    cited = {
        name
        for players, options in TABLES
        for seed in range(20)
        for event in told(setup(players, **options), seed)
        for name in event.rulings
    }
    assert cited == {name for name, citation in RULES.citations.items() if not citation.people}
    assert [name for name, citation in RULES.citations.items() if citation.people] == ["M.1"]


def test_all_rulings_are_there() -> None:
    assert [name for name in RULES.citations if "-" in name] == [f"M-{number:02}" for number in range(1, 15)]


def test_variable_rulings_have_an_option() -> None:
    """The readings that a table may choose between, each by the ruling that its default follows."""
    variable = {option.ruling for option in RULES.options.values()}
    assert variable == {"M-03", "M-04", "M-07", "M-08", "M-09", "M-10", "M-11", "M-14"}


def test_everything_that_happens_has_words() -> None:
    events = {
        event.name: event
        for players, options in TABLES
        for seed in range(20)
        for event in told(setup(players, **options), seed)
    }
    assert events.keys() == RULES.actions.keys()
    for name, event in events.items():
        telling = RULES.actions[name]
        args = {"actor", *(key for key, _ in event.args)}
        assert telling.tell and holes(telling.tell) | holes(telling.hidden) | holes(telling.choose) <= args, name
        assert bool(telling.choose) == (name in ("effort", "reroll", "done"))


def test_endings_have_words() -> None:
    assert RULES.endings.keys() == {"two-rounds", "round-limit"}


def test_the_words_ask_the_definition_for_grades_and_costs() -> None:
    """The tables of the book say every grade's tokens and every level's cost; the sentences name their ends."""
    assert "{least_grades_fewest, word} to {most_grades_most, word}" in RULES.citations["M.10"].text
    price = RULES.citations["M-07"].text
    assert "{least_effort_cost}" in price and "{most_effort_cost}" in price
    assert {row["grade"] for row in GAME.tables["grades"].rows} == set(RULES.options["opponents"].choices)


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_the_contract_is_kept(players: int, options: dict[str, str]) -> None:
    assert check(REFEREE, setup(players, **options), (1,)) == ()


def test_the_module_is_what_the_catalog_gives() -> None:
    referee = MODULE.referee(KIT, RULES)
    assert referee.supply >= {"box"}
    assert referee.initial_state(setup()) == REFEREE.initial_state(setup())
    assert hash(referee.initial_state(setup())) == hash(REFEREE.initial_state(setup()))
