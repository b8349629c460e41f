"""What counting alone tells of Whims: exact chances, the most there can be of everything, and faults of its dice and
tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import combinations_with_replacement
from math import lcm, prod

from pnp.engine.action import select
from pnp.engine.odds import Bound, Events, Expected, Odds, highest
from pnp.engine.requirements import ComponentSet
from pnp.engine.rules import Setup
from pnp.errors import Finding
from pnp.games.whims.referee.player import Faces, SteadyPlayer, chances
from pnp.games.whims.referee.requirements import DICE, MOST_TOKENS, ROUNDS_TO_WIN, TOKENS
from pnp.games.whims.referee.state import Table, read_faces, set_table

#: A table at which every level of Effort up to the ceiling is free, so that seats play with tokens of their choice.
_FREE_EFFORT = {"effort": "on", "edge": "20", "effort_score": "6", "round_limit": "1000"}


def proofs(components: ComponentSet, setup: Setup) -> tuple[Finding, ...]:
    """Seats whose dice or tokens are too few for what their rounds can call for.

    Without the ceiling of M-08 no box can hold enough: the rest is kept on paper, and that is a note.
    """
    return tuple(_shortages(set_table(components, setup), setup.reads("ceiling", "nine")))


def _shortages(table: Table, ceiling: bool) -> Iterator[Finding]:
    for number, seat in enumerate(table.seats, 1):
        if seat.dice < DICE:
            message = f"seat {number} rolls {DICE} dice at once and has {seat.dice}; add {DICE - seat.dice}"
            yield Finding("error", "too-few-dice", seat.die or f"seat {number}", message)
        most = table.most_tokens(number)
        if seat.stock < most:
            where = seat.token or f"seat {number}"
            message = f"seat {number} can call for {most} tokens and has {seat.stock}"
            if ceiling:
                yield Finding("error", "too-few-tokens", where, f"{message}; add {most - seat.stock}")
            else:
                yield Finding("note", "tokens-on-paper", where, f"{message}; keep the others on paper (M-08)")


def round_chances(faces: Faces, tokens: Sequence[int]) -> tuple[tuple[Fraction, ...], Fraction]:
    """Each seat's chance to win a round with those tokens, all playing for the highest mean, and that of a tie."""
    own = {count: chances(faces, count) for count in tokens}
    # Whole numbers of equal cases, which add up far sooner than fractions do.
    wholes = {count: lcm(*(chance.denominator for chance in own[count].values())) for count in own}
    cases = {count: {total: int(chance * wholes[count]) for total, chance in own[count].items()} for count in own}

    @cache
    def below(count: int, total: int) -> int:
        return sum(number for other, number in cases[count].items() if other < total)

    @cache
    def won(count: int) -> Fraction:
        others = list(tokens)
        others.remove(count)
        number = sum(own * prod(below(other, total) for other in others) for total, own in cases[count].items())
        return Fraction(number, prod(wholes[each] for each in tokens))

    wins = tuple(map(won, tokens))
    return wins, 1 - sum(wins, Fraction())


def match_chance(win: Fraction, tie: Fraction) -> Fraction:
    """The chance to be first to two rounds against one other, by those of a round; ties are played again for ever."""
    decided = win / (1 - tie)
    return decided**2 * (3 - 2 * decided)


def odds(components: ComponentSet, setup: Setup) -> tuple[Odds, ...]:
    """The exact chances of every round and match between seats of 3 to 9 tokens that play for the highest mean."""
    return tuple(_odds(read_faces(components, setup), setup))


def _odds(faces: Faces, setup: Setup) -> Iterator[Odds]:
    """Rounds between any two counts of tokens, and matches; with more players, rounds of equal counts."""
    counts = range(TOKENS, MOST_TOKENS + 1)
    two = setup.players == 2
    tables = combinations_with_replacement(counts, 2) if two else ((count,) * setup.players for count in counts)
    for tokens in tables:
        seats = tuple(SteadyPlayer(count - TOKENS) for count in tokens)
        of = partial(Odds, how="enumerated", options={**_FREE_EFFORT, "faces": setup.word("faces")}, seats=seats)
        against = "-".join(str(count) for count in tokens)
        told = f"with {', '.join(str(count) for count in tokens[:-1])} and {tokens[-1]} tokens"
        wins, tie = round_chances(faces, tokens)
        yield of(f"round/{against}/first", f"Seat 1 wins a round {told}", wins[0], observed=_rounds_of_the_first)
        yield of(f"round/{against}/tie", f"Nobody wins a round {told}", tie,
                 observed=lambda events: (_rounds(events) - _decided(events), _rounds(events)))  # fmt: skip
        if two and tie < 1:
            exact = match_chance(wins[0], tie)
            yield of(f"match/{against}", f"Seat 1 wins the match {told}", exact, observed=_matches)


def expected(components: ComponentSet, setup: Setup) -> tuple[Expected, ...]:
    """The mean total of a round for each count of tokens from 3 to 9, playing for the highest mean."""
    faces, counts = read_faces(components, setup), range(TOKENS, MOST_TOKENS + 1)
    means = [(count, sum(total * chance for total, chance in chances(faces, count).items())) for count in counts]
    return tuple(
        Expected(f"total/{count}", f"The total of a round with {count} tokens", Fraction(mean)) for count, mean in means
    )


def bounds(components: ComponentSet, setup: Setup) -> tuple[Bound, ...]:
    """The highest total, and the most tokens, rerolls, points and rounds."""
    table, round_limit = set_table(components, setup), setup.number("round_limit")
    most_tokens = max(table.most_tokens(seat) for seat in range(1, table.players + 1))
    points = setup.number("pool") if table.effort else 0
    decided = min(table.players * (ROUNDS_TO_WIN - 1) + 1, round_limit)
    return (
        Bound("total", "The highest total of three dice", DICE * max(table.faces), highest("reveal", "total")),
        Bound("tokens", "The most tokens that anybody begins a round with", most_tokens, highest("reveal", "tokens")),
        Bound("rerolls", "The most times that one player rolls a die again in a round", most_tokens,
              highest("reveal", "spent")),
        Bound("decided-rounds", "The most rounds with a winner: one for everybody, and one more", decided, _decided),
        Bound("rounds", "The most rounds of a match before a computer calls it a draw", round_limit, _rounds),
        Bound("points", "The most Intellect points that one player spends on Effort in a match", points, _points),
    )  # fmt: skip


def _rounds(events: Events) -> int:
    return sum(seen.actor == 1 for seen in select(events, "reveal"))


def _decided(events: Events) -> int:
    """Where several share the highest total and each win the round, it counts once."""
    return len({seen.number("round") for seen in select(events, "win-round")})


def _rounds_of_the_first(events: Events) -> tuple[int, int]:
    return sum(seen.actor == 1 for seen in select(events, "win-round")), _rounds(events)


def _matches(events: Events) -> tuple[int, int]:
    winners = [seen.actor for seen in select(events, "win-match")]
    return winners.count(1), len(winners)


def _points(events: Events) -> int:
    spent: Counter[int] = Counter()
    for seen in select(events, "show-effort"):
        spent[seen.actor] += seen.number("cost")
    return max(spent.values(), default=0)
