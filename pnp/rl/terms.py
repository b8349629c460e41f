"""What is agreed on before programs play: how many, by which options, for what, and how long."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

from pnp.definition.findings import suggest
from pnp.engine.playout import MOST_STEPS
from pnp.errors import UsageError
from pnp.frozen import frozen

Returns = Literal["win", "margin", "score"]
"""What players play for. `win`: everybody stakes 1, and the winners share the stakes. `margin`: what their score is
above the mean of all. `score`: the score itself."""
RETURNS: tuple[Returns, ...] = get_args(Returns)
#: Steps that a survey of a game plays; the play in which they are reached is the last.
SURVEY = 10_000


@frozen
class Terms:
    """How every play goes: `options` are those of the rules, by name, as texts.

    A play is called off after `cap` steps of seats and of chance. The `survey` of what there is takes so many steps.
    """

    players: int | None = None
    options: tuple[tuple[str, str], ...] = ()
    returns: Returns = "win"
    cap: int = MOST_STEPS
    survey: int = SURVEY


def agree(players: int | None, options: Mapping[str, object], returns: str, cap: int, survey: int) -> Terms:
    """The terms, if they can be: options may be texts, whole numbers, or lists of texts; UsageError for what cannot."""
    payoff = next((known for known in RETURNS if known == returns), None)
    if payoff is None:
        raise UsageError(f"returns: there is no '{returns}'; {suggest(returns, RETURNS)}")
    for name, steps in (("cap", cap), ("survey", survey)):
        if steps < 1:
            raise UsageError(f"{name}: {steps} is no number of steps; write a whole number from 1")
    return Terms(players, tuple((name, _text(value)) for name, value in sorted(options.items())), payoff, cap, survey)


def _text(value: object) -> str:
    """An option as a command line has it."""
    return ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
