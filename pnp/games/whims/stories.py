"""What examples of Whims should show, as stretches of plays that do: each a Story to be found and told.

Every stretch is one round, from its first roll or its Effort to the reveal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import chain, pairwise

from pnp.engine.action import Event, Seat
from pnp.engine.playout import Facts, Moments, Shows, Story, happened
from pnp.games.whims.referee.player import highest_mean
from pnp.games.whims.referee.requirements import EFFORT_COSTS, FACES, MOST_TOKENS, ROUNDS_TO_WIN

_MIDDLE = (len(FACES) + 1) // 2  # fewer than half of the faces are better than a higher number
_MASTER = 2  # the seat of the one opponent
_POOR = 14  # a total below this is well below the average, and one of two more is not


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

    @property
    def changes(self) -> dict[str, int]:
        """The old and the new number of each new roll, as facts: `old1`, `new1`, `old2` and so on."""
        old = {f"old{at}": number for at, number in enumerate(self.gone, 1)}
        return old | {f"new{at}": number for at, number in enumerate(self.fresh, 1)}


def _rounds(play: Moments) -> Iterator[tuple[int, int]]:
    """The first and the last moment of each round; a reveal ends one."""
    ends = (at for at, moment in enumerate(play) if happened((moment,), "reveal"))
    return ((start + 1, end) for start, end in pairwise(chain((0,), ends)))


def _first(test: Callable[[Moments], bool]) -> Shows:
    """The first round that passes a test."""

    def shows(play: Moments) -> tuple[int, int] | None:
        return next(((start, end) for start, end in _rounds(play) if test(play[start : end + 1])), None)

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


def _low(reveal: Event) -> int:
    dice = reveal.arg("dice")
    assert isinstance(dice, tuple)
    return min(number for number in dice if isinstance(number, int))


def _saved(reveal: Event) -> int:
    return reveal.number("tokens") - reveal.number("spent")


def _better(number: int) -> int:
    """How many faces of a die are better."""
    return sum(face > number for face in FACES)


def _again(moments: Moments) -> bool:
    return _roller(moments) is not None


def _roller(moments: Moments) -> Event | None:
    """Who rolls one low die twice, first for a lower number, then for more, and stops since the rest is good enough."""
    for event in _reveals(moments).values():
        dice = _dice(moments, event.actor)
        twice = len(dice.fresh) == 2 and dice.lowest and dice.gone[1] == dice.fresh[0] < dice.gone[0] < _MIDDLE
        if twice and _saved(event) > 0 and _low(event) > _MIDDLE:
            return event
    return None


def _of_again(moments: Moments) -> Facts:
    shown = _roller(moments)
    assert shown is not None
    dice, low = _dice(moments, shown.actor), _low(shown)
    return {
        "player": Seat(shown.actor), "dice": dice.first, "tokens": shown.number("tokens"), "low": dice.gone[0],
        "better": _better(dice.gone[0]), "faces": len(FACES), "worse": dice.fresh[0], "new": dice.fresh[1], "now": low,
        "few": _better(low), "total": shown.number("total"), "left": _saved(shown),
    }  # fmt: skip


def _turned(moments: Moments) -> bool:
    """Somebody with a poor roll, who was behind, wins with three new rolls, each of the lowest die and for more."""
    if len(happened(moments, "win-round")) != 1:
        return False
    won, lost = _two(moments)
    winner, loser = (_dice(moments, event.actor) for event in (won, lost))
    behind = sum(winner.first) < _POOR < sum(loser.first) - 1
    better = len({*winner.gone}) == 3 and all(new > old for new, old in zip(winner.fresh, winner.gone))
    spent = _saved(won) == 0 and lost.number("spent") > 0 and lost.number("total") > sum(loser.first)
    return behind and better and winner.lowest and spent


def _of_turned(moments: Moments) -> Facts:
    won, lost = _two(moments)
    winner, loser = _dice(moments, won.actor), _dice(moments, lost.actor)
    return winner.changes | {
        "winner": Seat(won.actor), "loser": Seat(lost.actor), "winner_roll": winner.first, "loser_roll": loser.first,
        "sum": sum(winner.first), "total": won.number("total"), "other": lost.number("total"),
        "tokens": won.number("tokens"), "spent": lost.number("spent"),
    }  # fmt: skip


def _tie(moments: Moments) -> bool:
    """Two of three tie above the third; one of them has kept a token, since few faces beat the lowest die."""
    if len(happened(moments, "tie-round")) != 2:
        return False
    saver, other, third = _tied(moments)
    return _saved(saver) > 0 == _saved(other) == _saved(third) and _low(saver) > _MIDDLE


def _tied(moments: Moments) -> tuple[Event, Event, Event]:
    """What the two show who tie, first who has more tokens left, and what the third does."""
    reveals = _reveals(moments)
    tied = sorted((reveals.pop(event.actor) for event in happened(moments, "tie-round")), key=_saved, reverse=True)
    return *tied, *reveals.values()  # type: ignore[return-value]


def _of_tie(moments: Moments) -> Facts:
    saver, other, third = _tied(moments)
    return {
        "saver": Seat(saver.actor), "other": Seat(other.actor), "third": Seat(third.actor), "left": _saved(saver),
        "dice": saver.arg("dice"), "low": _low(saver), "better": _better(_low(saver)), "faces": len(FACES),
        "total": saver.number("total"), "less": third.number("total"), "tokens": saver.number("tokens"),
    }  # fmt: skip


def _limit(tokens: int) -> int:
    """The highest number that an opponent rolls again with so many tokens left (M-14)."""
    return max(highest_mean(FACES, MOST_TOKENS).again[tokens].values())


def _opponent(moments: Moments) -> bool:
    """A master's third new roll leaves a lowest die that it would have rolled again with one token more."""
    shown = _reveals(moments).get(_MASTER)
    if shown is None or len(happened(moments, "win-round")) != 1 or shown.number("spent") != 3:
        return False
    left = _saved(shown)
    return left > 1 and _limit(left) < _low(shown) <= _limit(left + 1)


def _of_opponent(moments: Moments) -> Facts:
    reveals, dice = _reveals(moments), _dice(moments, _MASTER)
    person, master = reveals[1], reveals[_MASTER]
    left = _saved(master)
    return dice.changes | {
        "person": Seat(1), "tokens": master.number("tokens"), "roll": dice.first, "low": _low(master),
        "before": left + 1, "was": _limit(left + 1), "left": left, "limit": _limit(left),
        "total": master.number("total"), "other": person.number("total"),
    }  # fmt: skip


def _paid(play: Moments) -> tuple[int, int] | None:
    """The round in which two of three can win the match and put in more Effort than the third; one of them does."""
    for start, end in _rounds(play):
        won = [event.actor for event in happened(play[:start], "win-round")]
        ahead, now = set(won), play[start : end + 1]
        if len(won) == len(ahead) == 2 and {event.actor for event in happened(now, "win-match")} & ahead:
            efforts = _efforts(now)
            *many, few = (event.number("level") for event in efforts)
            alike = len({event.number("pool") + event.number("cost") for event in efforts}) == 1
            if alike and many[0] == many[1] > few > 0:
                return start, end
    return None


def _efforts(moments: Moments) -> list[Event]:
    """What all put in, the least last, else by seat."""
    return sorted(happened(moments, "show-effort"), key=lambda event: (-event.number("level"), event.actor))


def _of_paid(moments: Moments) -> Facts:
    reveals, (one, two, third) = _reveals(moments), _efforts(moments)
    won = happened(moments, "win-match")[0]
    lost = next(event.actor for event in (one, two) if event.actor != won.actor)
    price = EFFORT_COSTS[one.number("level") - 1]
    return {
        "one": Seat(one.actor), "two": Seat(two.actor), "third": Seat(third.actor), "winner": Seat(won.actor),
        "loser": Seat(lost), "pool": one.number("pool") + one.number("cost"), "level": one.number("level"),
        "price": price, "edge": price - one.number("cost"), "cost": one.number("cost"),
        "low": third.number("level"), "low_cost": third.number("cost"), "tokens": reveals[one.actor].number("tokens"),
        "low_tokens": reveals[third.actor].number("tokens"), "total": reveals[won.actor].number("total"),
        "other": reveals[lost].number("total"), "less": reveals[third.actor].number("total"), "won": ROUNDS_TO_WIN - 1,
    }  # fmt: skip


STORIES = (
    Story(
        "again", "Die by die",
        "{player} rolls {dice} and has {tokens, plural, one {{tokens, word} token} other {{tokens, word} tokens}}. "
        "The {low} is the weak one: {better, word} of the {faces, word} faces are better. {player} turns a token over "
        "and rolls that die again. It shows {worse}, which counts, although it is less. Another token, the same die: "
        "{new}. Now the lowest die shows {now}, and only {few, plural, one {{few, word} face} other {{few, word} "
        "faces}} would be better: a new roll is likelier to harm than to help. So {player} is content with {total}, "
        "though {left, plural, one {the last token is} other {the last {left, word} tokens are}} lost with the round.",
        2, _first(_again), _of_again, hint=7,
    ),
    Story(
        "turned", "From behind",
        "Behind the screens, {loser} has rolled {loser_roll}, and {winner} only {winner_roll}. Neither sees the "
        "other's dice, but {winner} can tell that {sum} is poor, and spends all {tokens, plural, one {{tokens, word} "
        "token} other {{tokens, word} tokens}}, always on the lowest die. The {old1} becomes {new1}, the {old2} "
        "becomes {new2}, the {old3} becomes {new3}. {loser} turns over {spent, plural, one {{spent, word} token} "
        "other {{spent, word} tokens}}. Both are content, and the screens are lifted: {winner} shows {total}, {loser} "
        "{other}. {winner} wins the round.",
        2, _first(_turned), _of_turned, hint=51,
    ),
    Story(
        "tie", "A tie among three",
        "{saver} has {dice} and {left, plural, one {{left, word} token} other {{left, word} tokens}} left. Only "
        "{better, word} of the {faces, word} faces would beat the {low}, so {saver} is content. {other} and {third} "
        "spend everything. The screens are lifted: {saver} and {other} have {total} each, {third} {less}. The highest "
        "total is shared, so nobody wins the round. All begin the next with {tokens, plural, one {{tokens, word} "
        "token} other {{tokens, word} tokens}} again; what {saver} saved is gone.",
        3, _first(_tie), _of_tie, hint=16,
    ),
    Story(
        "master", "A master at the table",
        "There is no game master. When {person} is content, {person} rolls for the master in the open: {roll}, with "
        "{tokens, word} tokens. Its lowest die goes round again each time: the {old1} becomes {new1}, the {old2} "
        "becomes {new2}, the {old3} becomes {new3}. Now the lowest die shows {low}. With {before, word} tokens left, "
        "that would be rolled again, since the limit is {was}; with {left, word}, it is {limit}, so the master is "
        "content. It has {total}, {person} {other}.",
        2, _first(_opponent), _of_opponent, {"opponents": "master"}, hint=4,
    ),
    Story(
        "effort", "Now or never",
        "{one} and {two} have won {won, plural, one {{won, word} round} other {{won, word} rounds}} each, {third} "
        "none. All have {pool, plural, one {# Intellect point} other {# Intellect points}} left. If {one} or {two} "
        "wins this round, the match is over, so both spend what they can: {level, plural, one {{level, word} level} "
        "other {{level, word} levels}} for {price} points, less their Edge of {edge}, is {cost}. {third} would need "
        "another round and saves points for it: {low, plural, one {{low, word} level} other {{low, word} levels}} for "
        "{low_cost}. {one} and {two} begin with {tokens, word} tokens, {third} with {low_tokens, word}. With {total} "
        "against {other} for {loser} and {less} for {third}, {winner} wins the match.",
        3, _paid, _of_paid, {"effort": "on"},
    ),
)  # fmt: skip
