"""What examples of Whims should show, as stretches of plays that do: each a Story to be found and told."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

from pnp.engine.action import Event, Value
from pnp.engine.stories import Moment, Story

Moments = Sequence[Moment]
Round = Sequence[Moment]

#: What every reader sees coming is left out; a roll is told by the seat that makes it.
_TELLS = {
    "roll": "{seat} rolls {number}.",
    "reroll": "",
    "spend-token": "",
    "lay-out": "",
    "win-round": "{actor} wins the round with {total}.",
    "tie-round": "{actor} shares the highest total, {total}: nobody scores.",
    "done": "{actor} is content.",
}


def _rounds(play: Moments) -> Iterator[tuple[int, int]]:
    """First and last moment of each round: a reveal ends one."""
    ends = [at for at, moment in enumerate(play) if any(event.name == "reveal" for event in moment.events)]
    return ((start + 1, end) for start, end in pairwise([0, *ends]))


def _first(test: Callable[[Round], bool], most: int = 22) -> Callable[[Moments], tuple[int, int] | None]:
    """The first round that passes a test and is told in so few moments."""

    def shows(play: Moments) -> tuple[int, int] | None:
        for start, end in _rounds(play):
            if end - start < most and test(play[start : end + 1]):
                return start, end
        return None

    return shows


def _events(moments: Round, name: str) -> list[Event]:
    return [event for moment in moments for event in moment.events if event.name == name]


def _number(event: Event, key: str) -> int:
    args: Mapping[str, Value] = dict(event.args)
    value = args[key]
    return value if isinstance(value, int) else 0


def _turned(moments: Round) -> bool:
    """Somebody who was behind after the roll wins by rolling again, and one of the new numbers was worse."""
    rolled: dict[int, list[int]] = {}
    for event in _events(moments, "roll"):
        rolled.setdefault(_number(event, "seat"), []).append(_number(event, "number"))
    winners = [event.actor for event in _events(moments, "win-round")]
    totals = {seat: sum(dice) for seat, dice in rolled.items()}
    behind = len(winners) == 1 and totals[winners[0]] + 4 < max(totals.values())
    return behind and len(_events(moments, "roll-again")) <= 6


def _tie(moments: Round) -> bool:
    return len(_events(moments, "tie-round")) > 1 and len(_events(moments, "roll-again")) <= 5


def _opponent(moments: Round) -> bool:
    """A master who stops with tokens to spare, as its policy has it."""
    reveals = [event for event in _events(moments, "reveal") if event.actor == 2]
    return bool(reveals) and 2 <= _number(reveals[0], "spent") < _number(reveals[0], "tokens")


def _paid(moments: Round) -> bool:
    """Effort of different levels by both players."""
    levels = [_number(event, "level") for event in _events(moments, "show-effort")]
    return len(set(levels)) == 2 and min(levels) > 0 and len(_events(moments, "roll-again")) <= 8


STORIES = (
    Story(
        "turned", "From behind",
        "A low roll is no lost round while tokens are left, and a new number may be worse than the old.",
        2, _first(_turned), tells=_TELLS,
    ),
    Story(
        "tie", "A tie", "A shared highest total scores for nobody, and the next round begins afresh.",
        2, _first(_tie), tells=_TELLS,
    ),
    Story(
        "master", "A master at the table",
        "An opponent plays to its published policy: it stops where another roll would cost on average.",
        2, _first(_opponent, 30), {"opponents": "master"}, tells=_TELLS,
    ),
    Story(
        "effort", "Effort", "Points buy tokens for one round only, and both sides see each other's before they roll.",
        2, _first(_paid, 34), {"effort": "on"}, kind="random", tells={**_TELLS, "effort": ""},
    ),
)  # fmt: skip
