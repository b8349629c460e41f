"""Every referee keeps the contract; and toys that break it, each in one way, are found out and named."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from random import random
from typing import Any

import pytest
from toy.highcard import Cheering, HighCard, State, table

from pnp import catalog
from pnp.definition.load import load_game
from pnp.engine.action import OVER, Action, Chance, RandomPlayer, Value, act, event
from pnp.engine.conformance import check
from pnp.engine.playout import Seeds, play
from pnp.engine.record import Header, Record, numbered, read_record
from pnp.engine.referee import Outcome, Referee, Step
from pnp.engine.replay import replay, write_option
from pnp.engine.requirements import ComponentSet
from pnp.engine.rules import Option, Setup, Telling, read_setup


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("given", [{}, {"best": "low"}, {"rounds": "3"}])
def test_the_toy_keeps_the_contract(players: int, given: dict[str, str]) -> None:
    assert check(*table(players, **given), range(5)) == ()


def test_what_cannot_be_listed_keeps_the_contract_too() -> None:
    assert check(*table(3, Cheering), range(5)) == ()


class CheersInSecret(Cheering):
    """Lets pass what it neither lists nor declares to be free."""

    free = ()


class LosesACoin(HighCard):
    def components(self, state: State) -> dict[str, dict[str, int]]:
        places = super().components(state)
        return {**places, "purse 1": {"highcard/coin": 1}} if state.stakes else places


class HasLessThanNothing(HighCard):
    def components(self, state: State) -> dict[str, dict[str, int]]:
        places = super().components(state)
        return {**places, "here": {"highcard/coin": 1}, "there": {"highcard/coin": -1}}


class ShowsHands(HighCard):
    def observe(self, state: State, seat: int) -> Mapping[str, Value]:
        return {**super().observe(state, seat), "hands": state.hands}


class ShowsStakes(HighCard):
    def observe(self, state: State, seat: int) -> Mapping[str, Value]:
        return {**super().observe(state, seat), "pot": sum(state.stakes)}


class SeesFractions(HighCard):
    def observe(self, state: State, seat: int) -> Mapping[str, Any]:
        return {**super().observe(state, seat), "mean": 0.5}


class AnswersDifferently(HighCard):
    asked = 0

    def observe(self, state: State, seat: int) -> Mapping[str, Value]:
        self.asked += 1
        return {**super().observe(state, seat), "asked": self.asked}


class AllowsAnything(HighCard):
    def apply(self, state: State, action: Action) -> Step[State]:
        return self.follow(state, self.legal_actions(state)[0] if self.actor(state) > 0 else action)


class ListsWhatItRefuses(HighCard):
    def why_illegal(self, state: State, action: Action) -> str | None:
        return "Not today." if action == act("stake", coins=0) else super().why_illegal(state, action)


class ListsTwice(HighCard):
    def legal_actions(self, state: State) -> list[Action]:
        return super().legal_actions(state) * 2


class ListsNothing(HighCard):
    def legal_actions(self, state: State) -> list[Action]:
        return super().legal_actions(state)[3:]


class ListsForNobody(HighCard):
    def legal_actions(self, state: State) -> list[Action]:
        return super().legal_actions(state) or [act("stake", coins=0)]


class SaysNothing(HighCard):
    def objection(self, state: State, action: Action) -> str:
        return ""


class SaysTooMuch(HighCard):
    def objection(self, state: State, action: Action) -> str:
        return "You cannot. You know that you cannot."


class StumblesOverNonsense(HighCard):
    def objection(self, state: State, action: Action) -> str:
        return f"You have no {action.args[0][1] + 1} coins."  # type: ignore[operator]


class BringsTheImpossible(HighCard):
    def chance_outcomes(self, state: State) -> Chance:
        drawn = super().chance_outcomes(state)
        return drawn._replace(weights=(*(1,) * (len(drawn.values) - 1), 0))


class BringsNothing(HighCard):
    def chance_outcomes(self, state: State) -> Chance:
        return super().chance_outcomes(state)._replace(values=())


class Altered(HighCard):
    """A toy whose steps are altered afterwards."""

    def altered(self, step: Step[State]) -> Step[State]:
        return step

    def follow(self, state: State, action: Action) -> Step[State]:
        return self.altered(super().follow(state, action))


class TellsAnotherAction(Altered):
    def altered(self, step: Step[State]) -> Step[State]:
        return Step(step.state, (step.events[0]._replace(args=()), *step.events[1:]))


class TellsNothing(Altered):
    def altered(self, step: Step[State]) -> Step[State]:
        return Step(step.state, ())


class CitesNothing(Altered):
    def altered(self, step: Step[State]) -> Step[State]:
        return Step(step.state, tuple(event._replace(rulings=()) for event in step.events))


class CitesTheUnknown(Altered):
    def altered(self, step: Step[State]) -> Step[State]:
        return Step(step.state, tuple(event._replace(rulings=("T.1", "T.9")) for event in step.events))


class ActsOnNobody(Altered):
    def altered(self, step: Step[State]) -> Step[State]:
        return Step(step.state, (step.events[0], *(event._replace(actor=0) for event in step.events[1:])))


class NamesAlike(Altered):
    def altered(self, step: Step[State]) -> Step[State]:
        return Step(step.state, (*step.events, event(1, "stake", "T.2", coins=1)))


class NamesAnUnknownCard(Altered):
    def altered(self, step: Step[State]) -> Step[State]:
        return Step(step.state, (*step.events, event(1, "show", "T.3", card="highcard/rank-7", coins=1)))


class TellsLists(Altered):
    def altered(self, step: Step[State]) -> Step[State]:
        return Step(step.state, (*step.events, event(1, "show", "T.3", card=["x"], coins=1)))  # type: ignore[arg-type]


class TellsTheUntold(Altered):
    def altered(self, step: Step[State]) -> Step[State]:
        return Step(step.state, (*step.events, event(1, "whistle", "T.3")))


class TellsLess(Altered):
    def altered(self, step: Step[State]) -> Step[State]:
        return Step(step.state, (*step.events, event(1, "show", "T.3", card="highcard/rank-1")))


class DrawsLots(Altered):
    def altered(self, step: Step[State]) -> Step[State]:
        return Step(step.state, (*step.events, event(1, "win", "T.3", coins=int(random() * 10**9))))


class Raises(Altered):
    def altered(self, step: Step[State]) -> Step[State]:
        raise KeyError("highcard/rank-4")


class NeverEnds(Altered):
    def altered(self, step: Step[State]) -> Step[State]:
        return Step(step.state._replace(round=1), step.events)


class NamesNoEnding(HighCard):
    def outcome(self, state: State) -> Outcome | None:
        outcome = super().outcome(state)
        return outcome and replace(outcome, reason="weather")


class NamesNoWinner(HighCard):
    def outcome(self, state: State) -> Outcome | None:
        outcome = super().outcome(state)
        return outcome and replace(outcome, winners=(2, 0))


class ScoresFew(HighCard):
    def outcome(self, state: State) -> Outcome | None:
        outcome = super().outcome(state)
        return outcome and replace(outcome, scores=(1,), details={"winners": 3})


class EndsTooEarly(HighCard):
    def outcome(self, state: State) -> Outcome | None:
        return super().outcome(state) or Outcome("rounds", (1,), state.purses)


class EndsWithoutOutcome(HighCard):
    def outcome(self, state: State) -> Outcome | None:
        return None


class CallsOnStrangers(HighCard):
    def actor(self, state: State) -> int:
        actor = super().actor(state)
        return 7 if actor == OVER else actor


class StartsDifferently(HighCard):
    def initial_state(self, setup: Setup) -> State:
        state = super().initial_state(setup)
        return state._replace(deck=tuple(sorted(state.deck, key=lambda card: random())))


class Unequal(tuple[str, ...]):
    """Cards that are equal to none, however alike they look."""

    __hash__ = tuple.__hash__

    def __eq__(self, other: object) -> bool:
        return self is other


class ComparesByIdentity(Altered):
    def altered(self, step: Step[State]) -> Step[State]:
        return Step(step.state._replace(deck=Unequal(step.state.deck)), step.events)


BROKEN: tuple[tuple[type[HighCard], str, str], ...] = (
    (LosesACoin, "conservation", "'highcard/coin' lie somewhere, and the kit has 12"),
    (HasLessThanNothing, "conservation", "-1 of 'highcard/coin' lie at 'there'"),
    (ShowsHands, "hidden", "after 'deal', 'hands' shows a seat"),
    (ShowsStakes, "hidden", "after 'stake', 'pot' shows a seat"),
    (SeesFractions, "values", "mean of an observation is a float"),
    (AnswersDifferently, "pure", "two answers"),
    (AllowsAnything, "legal", "is not among what is legal and is applied all the same"),
    (ListsWhatItRefuses, "legal", "'stake' is listed and then refused: Not today."),
    (CheersInSecret, "legal", "is not among what is legal and is applied all the same"),
    (ListsTwice, "legal", "two legal actions are alike"),
    (ListsNothing, "legal", "nothing is legal"),
    (ListsForNobody, "legal", "where no seat is to act"),
    (SaysNothing, "objection", "there is no sentence"),
    (SaysTooMuch, "objection", "is not one sentence"),
    (StumblesOverNonsense, "raises", "TypeError"),
    (BringsTheImpossible, "chance", "the weights of 'deal'"),
    (TellsAnotherAction, "events", "is not the action itself"),
    (TellsNothing, "events", "brings no event"),
    (CitesNothing, "rulings", "cites no rule"),
    (CitesTheUnknown, "rulings", "cites 'T.9'"),
    (ActsOnNobody, "events", "has no seat for an actor"),
    (NamesAlike, "names", "'stake' is the name of a seat action and of a consequence"),
    (NamesAnUnknownCard, "events", "'highcard/rank-7', which is no piece"),
    (TellsLists, "values", "is a list"),
    (TellsTheUntold, "telling", "no words for 'whistle'"),
    (TellsLess, "telling", "ask for {coins}, which an event of it lacks"),
    (DrawsLots, "pure", "taken twice"),
    (DrawsLots, "seeded", "one play and then another"),
    (BringsNothing, "legal", "chance can bring nothing"),
    (Raises, "raises", "KeyError: 'highcard/rank-4' (at test_conformance.py:"),
    (NeverEnds, "endless", "goes on after 500 steps"),
    (NamesNoEnding, "outcome", "no words for 'weather'"),
    (NamesNoWinner, "outcome", "the winners are (2, 0)"),
    (ScoresFew, "outcome", "the scores are (1,)"),
    (ScoresFew, "outcome", "'winners' is in the details"),
    (EndsTooEarly, "outcome", "while somebody is still to act"),
    (EndsWithoutOutcome, "outcome", "over without an outcome"),
    (CallsOnStrangers, "actor", "7 is to act"),
    (StartsDifferently, "pure", "two initial states"),
    (ComparesByIdentity, "pure", "taken twice"),
)


@pytest.mark.parametrize(("kind", "code", "said"), BROKEN, ids=lambda part: getattr(part, "__name__", None))
def test_what_is_broken_is_named(kind: type[HighCard], code: str, said: str) -> None:
    findings = check(*table(3, kind, rounds="2"), range(3), cap=500)
    assert any(finding.code == code and said in finding.message for finding in findings), findings
    assert all("highcard, 3 players" in finding.where and "\n" not in str(finding) for finding in findings)


WORDS: tuple[tuple[str, Callable[[Telling], Telling], str, str], ...] = (
    (
        "deal",
        lambda telling: replace(telling, hidden="Somebody is dealt {card}."),
        "hidden",
        "`hidden` words for 'deal'",
    ),
    ("stake", lambda telling: replace(telling, hidden="{coins} are staked."), "hidden", "`hidden` words for 'stake'"),
    ("stake", lambda telling: replace(telling, choose=""), "telling", "cannot offer 'stake'"),
    ("stake", lambda telling: replace(telling, choose="stake {money}"), "telling", "ask for {money}"),
    ("win", lambda telling: replace(telling, tell=""), "telling", "no words for 'win'"),
)


@pytest.mark.parametrize(("name", "change", "code", "said"), WORDS)
def test_wrong_words_are_named(name: str, change: Callable[[Telling], Telling], code: str, said: str) -> None:
    referee, setup = table(2)
    actions = {**referee.rules.actions, name: change(referee.rules.actions[name])}
    findings = check(HighCard(referee.kit, replace(referee.rules, actions=actions)), setup)
    assert [finding.code for finding in findings] == [code] and said in findings[0].message


def setups(options: Mapping[str, Option], limits: tuple[int, int], every: bool) -> Iterator[tuple[int, dict[str, str]]]:
    """Every number of players with the usual options, and each other reading of each option: all of them with every
    number of players, or with few, and then no number above the usual one, which may make plays long.
    """
    fewest, most = limits
    for players in range(fewest, most + 1):
        yield players, {}
    readings = [(option, value) for option in options.values() for value in option.alternatives()]
    for at, (option, value) in enumerate(readings):
        if every:
            yield from ((players, {option.name: write_option(value)}) for players in range(fewest, most + 1))
        elif not (isinstance(value, int) and isinstance(option.default, int) and value > option.default):
            yield min(most, fewest + at % 3), {option.name: write_option(value)}


def laid(game: str) -> tuple[Referee[Any], tuple[int, int]]:
    definition = load_game(catalog.find(game))
    module, rules = catalog.refereed(definition)
    return module.referee(ComponentSet(definition), rules), definition.players


def conforms(game: str, seeds: int, every: bool) -> None:
    referee, limits = laid(game)
    faults: dict[tuple[str, str], str] = {}
    for players, given in setups(referee.rules.options, limits, every):
        setup = read_setup(referee.rules.options, limits, players, given)
        for finding in check(referee, setup, range(seeds)):
            faults.setdefault((finding.code, finding.message), f"{finding.where} {given}")
    assert not faults, "\n".join(f"{where}: {code}: {message}" for (code, message), where in faults.items())


@pytest.mark.parametrize("game", catalog.played())
@pytest.mark.sample(5)
def test_every_referee_keeps_the_contract(game: str) -> None:
    conforms(game, 1, every=False)


@pytest.mark.sweep
@pytest.mark.parametrize("game", catalog.played())
def test_every_referee_keeps_the_contract_at_every_table(game: str) -> None:
    conforms(game, 3, every=True)


@pytest.mark.parametrize("game", catalog.played())
def test_every_record_replays(game: str, tmp_path: Path) -> None:
    referee, limits = laid(game)
    for players in limits:
        setup = read_setup(referee.rules.options, limits, players, {})
        played = play(referee, setup, [RandomPlayer()] * players, Seeds.of(players))
        header = Header(game, referee.kit.game.version, players, players, 0, setup.options)
        path = tmp_path / "record.jsonl"
        record = Record(header, tuple(numbered(played.steps)), played.outcome)
        path.write_text(record.as_text(), encoding="utf-8")
        result = replay(referee, setup, read_record(path), path.name)
        assert result.findings == () and result.outcome == played.outcome
