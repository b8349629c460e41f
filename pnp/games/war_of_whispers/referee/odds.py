"""A kit and a setup in; exact chances of its deals out, each with how a play shows it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import factorial, perm

from pnp.engine.kit import Kit
from pnp.engine.odds import Events, Odds
from pnp.engine.options import Setup
from pnp.games.war_of_whispers.referee.board import Board, read_board

Dealt = dict[int, dict[str, str]]
"""Seat to level to empire."""


def odds(kit: Kit, setup: Setup) -> tuple[Odds, ...]:
    """Chances of loyalties, of the first player and of the first card of a deck (R.3, R.4, R-36, R.13)."""
    board = read_board(kit)
    unique = setup.word("first_loyalties") == "unique"
    return (*_of_one(board), *_of_all(board, setup.players, unique), *_of_two(board, unique), _first(setup.players),
            _card(kit, board))  # fmt: skip


def _dealt(events: Events) -> Dealt:
    found: Dealt = {}
    for event in events:
        if event.name == "loyalty":
            args = dict(event.args)
            found.setdefault(int(str(args["seat"])), {})[str(args["level"])] = str(args["empire"])
    return found


def _shown(test: Callable[[Dealt], bool]) -> Callable[[Events], tuple[int, int]]:
    """One trial a play: whether the loyalties that were dealt pass the test."""
    return lambda events: (int(test(_dealt(events))), 1)


def _of_one(board: Board) -> Iterator[Odds]:
    best, worst = board.levels[0].id, board.levels[-1].id
    count, (empire, other) = len(board.empires), board.empires[:2]
    sworn = f"a given player is sworn to the {empire.capitalize()}"
    yield Odds("sworn", sworn, Fraction(1, count), "counted",
               _shown(lambda dealt: dealt[1][best] == empire))  # fmt: skip
    # the two ends of a society board, out of all ordered pairs of empires
    yield Odds("sworn-and-against", f"{sworn} and against the {other.capitalize()}", Fraction(1, perm(count, 2)),
               "counted", _shown(lambda dealt: (dealt[1][best], dealt[1][worst]) == (empire, other)))  # fmt: skip


def _of_all(board: Board, players: int, unique: bool) -> Iterator[Odds]:
    best, count, empire = board.levels[0].id, len(board.empires), board.empires[0]
    apart = Fraction(1) if unique else Fraction(perm(count, players), count**players)
    yield Odds("sworn-alike", "at least two players are sworn to the same empire", 1 - apart, "counted",
               _shown(lambda dealt: len({own[best] for own in dealt.values()}) < players))  # fmt: skip
    nobody = 1 - Fraction(players, count) if unique else Fraction(count - 1, count) ** players
    yield Odds("sworn-by-nobody", f"nobody is sworn to the {empire.capitalize()}", nobody, "counted",
               _shown(lambda dealt: all(own[best] != empire for own in dealt.values())))  # fmt: skip


def _of_two(board: Board, unique: bool) -> Iterator[Odds]:
    """Seats 1 and 2. Where first loyalties differ, each other slot is dealt evenly from what is left of five."""
    best, worst, count = board.levels[0].id, board.levels[-1].id, len(board.empires)
    alike = Fraction(count - 2, (count - 1) ** 2) if unique else Fraction(1, count)
    yield Odds("against-alike", "two given players are against the same empire", alike, "counted",
               _shown(lambda dealt: dealt[1][worst] == dealt[2][worst]))  # fmt: skip
    crossed = Fraction(1, count - 1) if unique else Fraction(1, count)
    yield Odds("crossed", "the empire that one given player is sworn to is the one that another is against", crossed,
               "counted", _shown(lambda dealt: dealt[1][best] == dealt[2][worst]))  # fmt: skip
    same = Fraction(0) if unique else Fraction(1, factorial(count))
    yield Odds("all-alike", "two given players have all loyalties alike", same, "counted",
               _shown(lambda dealt: dealt[1] == dealt[2]))  # fmt: skip


def _first(players: int) -> Odds:
    def observed(events: Events) -> tuple[int, int]:
        return sum(event.name == "first_player" and ("seat", 1) in event.args for event in events), 1

    return Odds("first-player", "a given player begins", Fraction(1, players), "counted", observed)


def _card(kit: Kit, board: Board) -> Odds:
    """The first card drawn from a full deck, one trial for the first draw of each empire in a play."""
    partners = {
        piece.id: (piece.values["empire"], piece.values["partner"], piece.count)
        for piece in kit.pieces(kit.game.players[1])
        if piece.part == "card"
    }
    following = dict(zip(board.empires, (*board.empires[1:], board.empires[0])))
    deck = [(partner, count) for empire, partner, count in partners.values() if empire == board.empires[0]]
    shown = sum(count for partner, count in deck if partner == following[board.empires[0]])

    def observed(events: Events) -> tuple[int, int]:
        first: dict[str, str] = {}
        for event in events:
            if event.name == "draw":
                empire, partner, _ = partners[str(dict(event.args)["card"])]
                first.setdefault(empire, partner)
        return sum(following[empire] == partner for empire, partner in first.items()), len(first)

    text = "the first card drawn from a deck shows the empire next in order as its partner"
    return Odds("first-card", text, Fraction(shown, max(1, sum(count for _, count in deck))), "counted", observed)
