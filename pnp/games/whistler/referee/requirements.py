"""Every piece, number and table cell that the rules of Whistler call for at a number of players."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb

from pnp.engine.requirements import Fact, Fixed, Listing, Make, Need, Requirements

_CARDS = "rules, Cards"
_HANDS = "rules, Special Hands"
_SCORING = "rules, Scoring"

_SUITS = {"spades": "spades", "hearts": "hearts", "diamonds": "diamonds", "clubs": "clubs"}
_PIP_CARDS = ("ten", "nine", "eight", "seven", "six", "five", "four", "three", "two")
#: Rank: name, index, points, order, and what its face shows; the ace is the highest.
_RANKS = {
    "ace": ("ace", "A", 11, 14, "ace"),
    "king": ("king", "K", 10, 13, "court"),
    "queen": ("queen", "Q", 10, 12, "court"),
    "jack": ("jack", "J", 10, 11, "court"),
    **{str(pips): (name, str(pips), pips, pips, "pips") for name, pips in zip(_PIP_CARDS, range(10, 1, -1))},
}
_COLUMNS = ("name", "index", "points", "order", "face")

#: H-17: the ace with three of the four tens, in any suit. H-18: 11 rows, the four suits in any order. 13 ranks.
_WAYS = {"whistler": ("Whistler", 4 * comb(4, 3)), "runner": ("Runner", 11 * 24), "party": ("Party", 13)}

#: Where the pips of a rank stand, as on every French card: columns from the left, rows from the top, 0 in the middle.
_SIDES = {
    "2": "", "3": "", "4": "-1 1", "5": "-1 1", "6": "-1 0 1", "7": "-1 0 1", "8": "-1 0 1",
    "9": "-1 -1/3 1/3 1", "10": "-1 -1/3 1/3 1",
}  # fmt: skip
_MIDDLE = {"2": "-1 1", "3": "-1 0 1", "5": "0", "7": "-0.5", "8": "-0.5 0.5", "9": "0", "10": "-2/3 2/3"}
_PIPS = tuple(
    (rank, column, row)
    for rank in _SIDES
    for column, rows in (("-1", _SIDES[rank]), ("0", _MIDDLE.get(rank, "")), ("1", _SIDES[rank]))
    for row in rows.split()
)
_SHAPES = {"spades": "spade", "hearts": "heart", "diamonds": "diamond", "clubs": "club"}
_PAIRS = {"black": "spade or club", "red": "heart or diamond"}
_PAIR_OF = {"spades": "black", "hearts": "red", "diamonds": "red", "clubs": "black"}
_COURTS = {
    "spades": ("The North Wind", "The Gale", "The Breeze"),
    "hearts": ("The Barn Owl", "The Swan", "The Robin"),
    "diamonds": ("The Locomotive", "The Kettle", "The Guard"),
    "clubs": ("The Green Man", "The Willow", "The Marmot"),
}

_FIXED = Fixed(
    title="Whistler",
    designer='Daryl Hatton',
    players=(2, 6),
    source="rules, Players",
    makes=(
        Make("card", "card", "poker", "back"),
        Make("pick", "token", "48x8mm", "self"),
        Make("aid-turn", "aid", "poker", "aid-hands"),
        Make("aid-knock", "aid", "poker", "back"),
    ),
    listings=(
        Listing("cards", ("suit", "rank", "count"),
                tuple((suit, rank, "1") for suit in _SUITS for rank in _RANKS), _CARDS),
        Listing("ranks", ("rank", *_COLUMNS), tuple((rank, *map(str, _RANKS[rank])) for rank in _RANKS), _CARDS),
        Listing("suits", ("suit", "name", "shape", "pair"),
                tuple((suit, name, _SHAPES[suit], _PAIR_OF[suit]) for suit, name in _SUITS.items()), _CARDS),
        Listing("pips", ("rank", "column", "row"), _PIPS, f"{_CARDS}: as many pips as the rank says"),
        Listing("pairs", ("pair", "shape"), tuple(_PAIRS.items()), _CARDS),
        Listing("courts", ("suit", "rank", "figure"),
                tuple((suit, rank, figure) for suit, figures in _COURTS.items()
                      for rank, figure in zip(("king", "queen", "jack"), figures)), "the twelve that are drawn"),
        Listing("hands", ("hand", "title", "ways"),
                tuple((hand, title, str(ways)) for hand, (title, ways) in _WAYS.items()), f"{_HANDS}; H-17, H-18"),
    ),
    shapes={"suits": _SHAPES, "pairs": _PAIRS},
    editions=("two-colour", "four-colour"),
    choices={
        "deals": (),
        "tie": ("shared", "decider"),
        "empty_stock": ("reshuffle", "showdown", "drawn"),
        "rounds": (),
        "discard_taken": ("yes", "no"),
        "dealt_special": ("own-turn", "at-once"),
        "first_turn_knock": ("yes", "no"),
        "beaters": ("each", "best", "sum"),
        "false_call": ("reject", "penalty"),
        "village": ("no", "yes"),
    },
    endings=("champion", "shared", "nobody"),
)  # fmt: skip


def requirements(players: int) -> Requirements:
    """What so many players need; no option changes it."""
    return Requirements((*_cards(), *_pieces(players)), tuple(_facts()), fixed=_FIXED)


def _printed(rank: str) -> dict[str, str]:
    return {column: str(value) for column, value in zip(_COLUMNS, _RANKS[rank])}


def _cards() -> Iterator[Need]:
    for suit, name in _SUITS.items():
        for rank in _RANKS:
            values = {"suit": suit, "suit.name": name, "rank": rank}
            values |= {f"rank.{column}": value for column, value in _printed(rank).items()}
            yield Need(f"whistler/{suit}/{rank}", "card", 1, _CARDS, values)


def _pieces(players: int) -> Iterator[Need]:
    # H-21: ten deals, each worth at most two picks to a player.
    yield Need("whistler/pick", "pick", 20 * players, f"{_SCORING}; H-21")
    yield Need("whistler/aid/turn", "aid-turn", players, "one a player", played=False)
    yield Need("whistler/aid/knock", "aid-knock", 3, "one between two players", played=False)


def _facts() -> Iterator[Fact]:
    yield Fact("cards_in_deck", 52, _CARDS)
    yield Fact("points_in_deck", 4 * sum(points for _, _, points, _, _ in _RANKS.values()), _CARDS)
    yield Fact("cards_dealt", 4, "rules, Dealing")
    yield Fact("ace_points", 11, _CARDS)
    yield Fact("court_points", 10, _CARDS)
    yield Fact("whistler_points", 41, _HANDS)
    yield Fact("deals", 10, "H-21")
    yield Fact("win_picks", 1, _SCORING)
    yield Fact("beat_picks", 2, _SCORING)
    yield Fact("picks_per_player", 20, f"{_SCORING}; H-21")
