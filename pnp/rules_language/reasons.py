"""Why a player may not choose something: the first condition of the choice that does not hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any

from pnp.engine.action import Action
from pnp.frozen import frozen
from pnp.rules_language.program import RuleFault
from pnp.rules_language.sentences import ChoiceCondition
from pnp.rules_language.table import Table

_FUEL = 10_000
"""Work that is done to find what may not be chosen."""
_MOST_REFUSED = 500
"""Ways to choose one thing that are looked at."""

Check = tuple[int, int]
"""An option of a choice, and which of its conditions."""


@frozen
class Reason:
    """The rule of a choice, its condition that fails, and a choice of the program of which it does not hold.

    There is no condition where something else is amiss: one that is whole is out of order, of another the picks are not
    what the choice asks for.
    """

    rule: str
    condition: ChoiceCondition | None
    raw: tuple[Any, ...]
    is_whole: bool = False


def reason_against(state: Table, action: Action) -> Reason | None:
    """Why an action may not be chosen at a table where a seat has a choice; None where nothing is called so there."""
    return _Reasons(state.copy()).against(action)


def refused(state: Table) -> Iterator[tuple[Action, Reason]]:
    """What could be chosen at a table if nothing but what there is to pick were asked, and may not be chosen, and why;
    as far as it can be told without much work.
    """
    table = state.copy()
    table.fuel = _FUEL
    if len(state.legal) > _FUEL // 2:
        return
    legal, reasons, found = {state.action(raw) for raw in table.through(state.legal)}, _Reasons(table), set[Action]()
    for at in range(len(state.program.checks[state.wait[0]])):
        with suppress(RuleFault):  # something is asked of a piece that is there when it may be chosen, or too much
            for action in reasons.thinkable(at):
                reason = None if action in legal or action in found else reasons.against(action)
                found.add(action)
                if reason is not None:
                    yield action, reason


class _Reasons:
    """Looks for the conditions that fail at a table, which pays for it; what may be picked is listed once."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._checks, self._options = table.program.checks[table.wait[0]], table.program.options[table.wait[0]]
        self._listed: dict[tuple[Any, ...], list[Any]] = {}
        self._meant: dict[tuple[Any, ...], dict[Any, list[Any]]] = {}

    def thinkable(self, at: int) -> Sequence[Action]:
        """Every way to choose an option, whatever must hold of its picks."""
        own, table = self._checks[at], self._table
        picked: list[dict[str, Any]] = [{}]
        for number, (condition, _) in enumerate(own.checks):
            if condition.stage == "from":
                name = own.picks[condition.pick]
                coming = ({**each, name: one} for each in picked for one in self._domain((at, number), each))
                picked = [*islice(coming, _MOST_REFUSED)]
        return [table.action_of(self._options[at], (at, *each.values())) for each in table.through(picked)]

    def against(self, action: Action) -> Reason | None:
        """Why an action may not be chosen; None where nothing is called so."""
        at = next((at for at, told in enumerate(self._options) if told.name == action.name), None)
        if at is None:
            return None
        told = self._options[at]
        condition, raw = self._failing(at, action)
        return Reason(told.rules[0], condition, raw, len(raw) > len(told.keys) == len(action.args))

    def _failing(self, at: int, action: Action) -> tuple[ChoiceCondition | None, tuple[Any, ...]]:
        keys, checks, given = self._options[at].keys, self._checks[at], dict(action.args)
        evaluate, picks = self._table.program.evaluate, dict[str, Any]()
        before: dict[str, Any] = {}  # what was picked before the pick that is asked about
        meant: list[Any] = []  # what of it the action may mean: copies are alike
        for number, (condition, code) in enumerate(checks.checks):
            name = checks.picks[condition.pick] if condition.pick >= 0 else ""
            if condition.stage == "when":
                if not evaluate(self._table, code, picks):
                    return condition, (at,)
                continue
            if condition.stage == "from":
                if tuple(given) != tuple(keys):
                    return None, (at,)
                before = {**picks}
                left = self._alike((at, number), before, given[keys[condition.pick]])
            elif condition.stage == "where" or self._liked((at, number), before):
                left = [one for one in meant if evaluate(self._table, code, {**before, name: one})]
            else:
                left = meant
            if not left:
                return condition, (at, *picks.values())
            meant, picks[name] = left, left[0]
        return None, (at, *picks.values())

    def _domain(self, check: Check, picks: dict[str, Any]) -> list[Any]:
        """What there is to pick."""
        key = (*check, *picks.values())
        if key not in self._listed:
            code = self._checks[check[0]].checks[check[1]].code
            self._listed[key] = [*self._table.program.evaluate(self._table, code, picks)]
        return self._listed[key]

    def _alike(self, check: Check, picks: dict[str, Any], called: Any) -> list[Any]:
        """What there is to pick that an action calls so."""
        key = (*check, *picks.values())
        if key not in self._meant:
            (at, _), found = check, self._meant.setdefault(key, {})
            for one in self._table.through(self._domain(check, picks)):
                named = self._table.action_of(self._options[at], (at, *picks.values(), one)).args[-1][1]
                found.setdefault(named, []).append(one)
        try:
            return self._meant[key].get(called, [])
        except TypeError:  # no pick is called by what cannot be hashed
            return []

    def _liked(self, check: Check, picks: dict[str, Any]) -> list[Any]:
        """All of which a condition holds, of those of which the ones before it do."""
        key, (at, number) = (*check, *picks.values()), check
        if key not in self._listed:
            condition, code = self._checks[at].checks[number]
            name, evaluate = self._checks[at].picks[condition.pick], self._table.program.evaluate
            left = self._table.through(self._left((at, number - 1), picks))
            self._listed[key] = [one for one in left if evaluate(self._table, code, {**picks, name: one})]
        return self._listed[key]

    def _left(self, check: Check, picks: dict[str, Any]) -> list[Any]:
        """All that may be picked as far as the conditions go up to that one."""
        at, number = check
        stage = self._checks[at].checks[number].condition.stage
        if stage == "from":
            return self._domain(check, picks)
        liked = self._liked(check, picks)
        return liked if liked or stage == "where" else self._left((at, number - 1), picks)
