"""What examples of Whims should show, as stretches of plays that do: each a Story to be found and told.

Every stretch is one round, from its first roll or its Effort to the reveal.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import chain, pairwise

from pnp.engine.action import Event, Seat
from pnp.engine.playout import Facts, Moments, Shows, Story, happened


@dataclass
class Dice:
    """What a seat rolled at first, the new numbers in their order, and the numbers that these took the place of."""

    rolled: dict[int, int] = field(default_factory=dict)
    fresh: list[int] = field(default_factory=list)
    gone: list[int] = field(default_factory=list)
    lowest: bool = True  # whether each token was spent on the lowest die

    @property
    def first(self) -> tuple[int, ...]:
        return tuple(self.rolled.values())


def _first(test: Callable[[Moments], bool]) -> Shows:
    """The first round that passes a test; a reveal ends one."""

    def shows(play: Moments) -> tuple[int, int] | None:
        ends = (at for at, moment in enumerate(play) if happened((moment,), "reveal"))
        rounds = ((start + 1, end) for start, end in pairwise(chain((0,), ends)))
        return next(((start, end) for start, end in rounds if test(play[start : end + 1])), None)

    return shows


def _dice(moments: Moments, seat: int) -> Dice:
    """The rolls of a seat in a round."""
    found, now = Dice(), dict[int, int]()
    for event in happened(moments, "roll", "roll-again"):
        if event.number("seat") == seat:
            die, number = event.number("die"), event.number("number")
            if event.name == "roll":
                found.rolled[die] = number
            else:
                found.lowest = found.lowest and now[die] == min(now.values())
                found.fresh.append(number)
                found.gone.append(now[die])
            now[die] = number
    return found


def _reveals(moments: Moments) -> dict[int, Event]:
    return {event.actor: event for event in happened(moments, "reveal")}


def _two(moments: Moments) -> tuple[Event, Event]:
    """What the winner of a round shows, and what the other one does."""
    reveals, winner = _reveals(moments), happened(moments, "win-round")[0].actor
    return reveals.pop(winner), *reveals.values()  # type: ignore[return-value]


def _again(moments: Moments) -> bool:
    return _roller(moments) is not None


def _roller(moments: Moments) -> Event | None:
    """Who rolls one low die twice, first for no better, then for more, and stops since the rest is good enough."""
    for event in _reveals(moments).values():
        dice = _dice(moments, event.actor)
        if len(dice.fresh) == 2 and dice.gone[1] == dice.fresh[0] <= dice.gone[0] < _MIDDLE - 1:
            saved = event.number("tokens") - event.number("spent")
            if dice.lowest and saved > 0 and _low(event) > _MIDDLE:
                return event
    return None


def _of_again(moments: Moments) -> Facts:
    shown = _roller(moments)
    assert shown is not None
    dice = _dice(moments, shown.actor)
    return {
        "player": Seat(shown.actor), "dice": dice.first, "tokens": shown.number("tokens"), "low": dice.gone[0],
        "worse": dice.fresh[0], "new": dice.fresh[1], "now": _low(shown), "total": shown.number("total"),
        "left": shown.number("tokens") - shown.number("spent"),
    }  # fmt: skip


def _turned(moments: Moments) -> bool:
    """Somebody who was behind wins by rolling the lowest die again each time; not every new number was better."""
    if len(happened(moments, "win-round")) != 1:
        return False
    winner, loser = (_dice(moments, event.actor) for event in _two(moments))
    behind = sum(winner.first) + 4 < sum(loser.first)
    worse = any(new <= old for new, old in zip(winner.fresh, winner.gone))
    return behind and worse and winner.lowest and len(winner.fresh) > 1


def _of_turned(moments: Moments) -> Facts:
    won, lost = _two(moments)
    winner, loser = _dice(moments, won.actor), _dice(moments, lost.actor)
    return {
        "winner": Seat(won.actor), "loser": Seat(lost.actor), "winner_roll": winner.first, "loser_roll": loser.first,
        "fresh": tuple(winner.fresh), "total": won.number("total"), "other": lost.number("total"),
        "tokens": won.number("spent"),
    }  # fmt: skip


def _tie(moments: Moments) -> bool:
    """Two tie; one of them has kept a token, since the lowest die was likelier to fall than to rise."""
    kept = [event for event in happened(moments, "reveal") if event.number("spent") < event.number("tokens")]
    return len(happened(moments, "tie-round")) > 1 and len(kept) == 1 and _low(kept[0]) > _MIDDLE


_MIDDLE = 6  # of the numbers on a die; more of them are lower than a higher number than are higher


def _low(reveal: Event) -> int:
    dice = reveal.arg("dice")
    assert isinstance(dice, tuple)
    return min(number for number in dice if isinstance(number, int))


def _of_tie(moments: Moments) -> Facts:
    keeper, other = sorted(_reveals(moments).values(), key=lambda event: event.number("spent") - event.number("tokens"))
    return {
        "keeper": Seat(keeper.actor), "other": Seat(other.actor), "kept_dice": keeper.arg("dice"),
        "left": keeper.number("tokens") - keeper.number("spent"), "low": _low(keeper), "dice": other.arg("dice"),
        "total": other.number("total"),
    }  # fmt: skip


def _opponent(moments: Moments) -> bool:
    """A master who stops with tokens to spare, as its policy has it."""
    reveals = [event for event in happened(moments, "reveal") if event.actor == 2]
    stops = bool(reveals) and 2 <= reveals[0].number("spent") < reveals[0].number("tokens")
    return stops and _low(reveals[0]) > _MIDDLE and len(happened(moments, "win-round")) == 1


def _of_opponent(moments: Moments) -> Facts:
    reveals = _reveals(moments)
    person, master = reveals[1], reveals[2]
    return {
        "person": Seat(1), "own": person.number("tokens"), "tokens": master.number("tokens"),
        "roll": _dice(moments, 2).first, "spent": master.number("spent"), "dice": master.arg("dice"),
        "low": _low(master), "total": master.number("total"), "other": person.number("total"),
    }  # fmt: skip


def _paid(moments: Moments) -> bool:
    """Effort by both players, and a winner."""
    levels = [event.number("level") for event in happened(moments, "show-effort")]
    return len(levels) == 2 and min(levels) > 0 and len(happened(moments, "win-round")) == 1


def _of_paid(moments: Moments) -> Facts:
    efforts = {event.actor: event for event in happened(moments, "show-effort")}
    won, lost = _two(moments)
    paid, other = efforts[won.actor], efforts[lost.actor]
    return {
        "winner": Seat(won.actor), "loser": Seat(lost.actor), "pool": paid.number("pool") + paid.number("cost"),
        "level": paid.number("level"), "cost": paid.number("cost"), "left": paid.number("pool"),
        "tokens": won.number("tokens"), "other_level": other.number("level"), "other_tokens": lost.number("tokens"),
        "total": won.number("total"), "other": lost.number("total"),
    }  # fmt: skip


STORIES = (
    Story(
        "again", "Die by die",
        "{player} rolls {dice} and has {tokens, plural, one {{tokens, word} token} other {{tokens, word} tokens}}. "
        "The {low} is weak: most numbers are higher. {player} turns a token over and rolls that die again. It shows "
        "{worse}, which counts, although it is no better. Another token, the same die: {new}. Now the lowest die "
        "shows {now}, and a new roll would lower that more often than raise it. So {player} is done, with a total of "
        "{total} and {left, plural, one {{left, word} token} other {{left, word} tokens}} to spare.",
        2, _first(_again), _of_again,
    ),
    Story(
        "turned", "From behind",
        "Behind the screens, {loser} has rolled {loser_roll}, and {winner} only {winner_roll}. Neither knows that of "
        "the other, but {winner} sees a poor roll and spends {tokens, plural, one {{tokens, word} token} other "
        "{{tokens, word} tokens}}, each on the die that is lowest then. The new numbers are {fresh}: not each of "
        "them is better than the old, but each stays. When the screens are lifted, {winner} shows {total} and "
        "{loser} {other}. {winner} wins the round.",
        2, _first(_turned), _of_turned,
    ),
    Story(
        "tie", "A tie",
        "{keeper} has {left, plural, one {{left, word} token} other {{left, word} tokens}} left and {kept_dice} on "
        "the dice. Another roll of the {low} is likelier to lower the total than to raise it, so {keeper} is done. "
        "{other} spends everything and comes to {dice}. The screens are lifted: {total} for each of them. Nobody "
        "wins, and a new round begins.",
        2, _first(_tie), _of_tie,
    ),
    Story(
        "master", "A master at the table",
        "{person}, who has {own, plural, one {{own, word} token} other {{own, word} tokens}}, plays against a master "
        "with {tokens}. The master has no wishes, only a policy: roll the lowest die again as long as that raises "
        "the total on average. From {roll}, {spent, plural, one {{spent, word} new roll leads} other {{spent, word} "
        "new rolls lead}} to {dice}. On average, another roll of the {low} would be lower, so the master stops with "
        "tokens to spare. It shows {total}, and {person} {other}.",
        2, _first(_opponent), _of_opponent, {"opponents": "master"},
    ),
    Story(
        "effort", "Effort",
        "{winner} and {loser} have {pool, plural, one {# Intellect point} other {# Intellect points}} for the match "
        "and choose their Effort in secret. {winner} takes {level, plural, one {{level, word} level} other {{level, "
        "word} levels}}, which cost {cost, plural, one {# point} other {# points}}: so {left} are left for the "
        "rounds to come. {loser} takes {other_level, plural, one {{other_level, word} level} other {{other_level, "
        "word} levels}}. Then they show what they chose and lay their tokens out: {tokens} for {winner}, "
        "{other_tokens} for {loser}. These tokens are for this round alone. {winner} wins it with {total} against "
        "{other}.",
        2, _first(_paid), _of_paid, {"effort": "on"},
    ),
)  # fmt: skip
