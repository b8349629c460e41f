"""What examples of Whims should show, as stretches of plays that do: each a Story to be found and told."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain, pairwise

from pnp.engine.playout import Moments, Shows, Story, happened

#: What every reader sees coming is left out; a roll is told by the seat that makes it.
_TELLS = {
    **dict.fromkeys(("reroll", "spend-token", "lay-out"), ""),
    "roll": "{seat} rolls {number}.",
    "win-round": "{actor} wins the round with {total}.",
    "tie-round": "{actor} shares the highest total, {total}: nobody scores.",
}


def _first(test: Callable[[Moments], bool], most: int = 22) -> Shows:
    """The first round that passes a test and is told in so few moments; a reveal ends one."""

    def shows(play: Moments) -> tuple[int, int] | None:
        ends = (at for at, moment in enumerate(play) if happened((moment,), "reveal"))
        rounds = ((start + 1, end) for start, end in pairwise(chain((0,), ends)) if end - start - 1 < most)
        return next(((start, end) for start, end in rounds if test(play[start : end + 1])), None)

    return shows


def _turned(moments: Moments) -> bool:
    """Somebody who was behind after the roll wins by rolling again, and one of the new numbers was worse."""
    rolled: dict[int, int] = {}
    for event in happened(moments, "roll"):
        seat = event.number("seat")
        rolled[seat] = rolled.get(seat, 0) + event.number("number")
    winners = [event.actor for event in happened(moments, "win-round")]
    behind = len(winners) == 1 and rolled[winners[0]] + 4 < max(rolled.values())
    return behind and len(happened(moments, "roll-again")) <= 6


def _tie(moments: Moments) -> bool:
    return len(happened(moments, "tie-round")) > 1 and len(happened(moments, "roll-again")) <= 5


def _opponent(moments: Moments) -> bool:
    """A master who stops with tokens to spare, as its policy has it."""
    reveals = [event for event in happened(moments, "reveal") if event.actor == 2]
    return bool(reveals) and 2 <= reveals[0].number("spent") < reveals[0].number("tokens")


def _paid(moments: Moments) -> bool:
    """Effort by both players, who roll few dice again."""
    levels = [event.number("level") for event in happened(moments, "show-effort")]
    return len(levels) == 2 and min(levels) > 0 and len(happened(moments, "roll-again")) <= 8


STORIES = (
    Story(
        "turned", "From behind",
        "A low roll can still win while there are tokens to spend, though a new number may be worse than the old.",
        2, _first(_turned), tells=_TELLS,
    ),
    Story(
        "tie", "A tie", "A shared highest total scores for nobody, and the next round begins afresh.",
        2, _first(_tie), tells=_TELLS,
    ),
    Story(
        "master", "A master at the table",
        "The second player is a master. It stops when another roll would not raise its total on average.",
        2, _first(_opponent, 30), {"opponents": "master"}, tells=_TELLS,
    ),
    Story(
        "effort", "Effort",
        "Points buy tokens for one round only, and all levels are shown before the roll. Both characters here have an "
        "Edge of {option_edge} and began the match with {option_pool} Intellect points.",
        2, _first(_paid, 34), {"effort": "on"}, tells={**_TELLS, "effort": ""},
    ),
)  # fmt: skip
