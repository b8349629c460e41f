"""Why a player may not choose something: the first condition of the choice that does not hold."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

from pnp.engine.action import Action
from pnp.frozen import frozen
from pnp.rules_language.program import Checks, RuleFault
from pnp.rules_language.sentences import Condition
from pnp.rules_language.table import Table

_MOST_REFUSED = 500
"""Ways to choose one thing that are looked at."""


@frozen
class Reason:
    """The rule of a choice, its condition that fails, and a choice of the program of which it does not hold.

    There is no condition where something else is amiss: one that is whole is out of order, of another the picks are not
    what the choice asks for.
    """

    rule: str
    condition: Condition | None
    raw: tuple[Any, ...]
    is_whole: bool = False


def reason_against(state: Table, action: Action) -> Reason | None:
    """Why an action may not be chosen at a table where a seat has a choice; None where nothing is called so there."""
    options, checks = state.program.options[state.wait[0]], state.program.checks[state.wait[0]]
    at = next((at for at, told in enumerate(options) if told.name == action.name), None)
    if at is None:
        return None
    table = state.copy()  # what is gone through is paid for in fuel
    keys = options[at].keys
    condition, raw = _failing(table, checks[at], keys, action, at)
    return Reason(options[at].rules[0], condition, raw, len(raw) > len(keys) == len(action.args))


def refused(state: Table) -> Sequence[Action]:
    """What could be chosen at a table if nothing but what there is to pick were asked, and may not be chosen."""
    table, program = state.copy(), state.program
    legal = {state.action(raw) for raw in state.legal}
    found: dict[Action, None] = {}
    for at, own in enumerate(program.checks[state.wait[0]]):
        picked: list[dict[str, Any]] = [{}]
        try:
            for condition, code in own.checks:
                if condition.stage == "from":
                    name = own.picks[condition.pick]
                    coming = ({**each, name: one} for each in picked for one in program.evaluate(table, code, each))
                    picked = [*islice(coming, _MOST_REFUSED)]
        except RuleFault:  # something is asked of a piece that is there when it may be chosen
            continue
        actions = (state.action((at, *each.values())) for each in picked)
        found |= dict.fromkeys(action for action in actions if action not in legal)
    return tuple(found)


def _failing(
    table: Table, checks: Checks, keys: Sequence[str], action: Action, at: int
) -> tuple[Condition | None, tuple[Any, ...]]:
    program, given = table.program, dict(action.args)
    told = program.options[table.wait[0]][at]
    picks: dict[str, Any] = {}
    domain: list[Any] = []  # what may be picked, as far as it was asked
    meant: list[Any] = []  # what of it the action may mean: copies are alike

    def fits(things: Sequence[Any], code: str, name: str) -> list[Any]:
        return [one for one in things if program.evaluate(table, code, {**picks, name: one})]

    for condition, code in checks.checks:
        name = checks.picks[condition.pick] if condition.pick >= 0 else ""
        if condition.stage == "when":
            if not program.evaluate(table, code, picks):
                return condition, (at,)
            continue
        if condition.stage == "from":
            if tuple(given) != tuple(keys):
                return None, (at,)
            key = keys[condition.pick]
            domain = [*program.evaluate(table, code, picks)]
            before, wanted = (at, *picks.values()), (key, given[key])
            left = [one for one in domain if table.action_of(told, (*before, one)).args[-1] == wanted]
        else:
            liked, left = fits(domain, code, name), fits(meant, code, name)
            is_moot = condition.stage == "preferring" and not liked
            domain, left = (domain, meant) if is_moot else (liked, left)
        if not left:
            return condition, (at, *picks.values())
        meant, picks[name] = left, left[0]
    return None, (at, *picks.values())
