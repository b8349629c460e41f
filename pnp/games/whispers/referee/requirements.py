"""The pieces and numbers that the rules of Whispers call for at a number of players, each with its source."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.engine.requirements import Fact, Fixed, Listing, Make, Need, Requirements
from pnp.games.whispers.referee.rounds import ANTE, PENALTY_FACTOR
from pnp.games.whispers.referee.state import CARDS_DEALT

RANKS = range(1, 7)
SUITS = ("candle", "tankard", "key", "coin", "quill", "lantern", "bell", "knife")
WHISPERS = 6
#: Chips a player by value: roughly a hundred coins, in chips that every table can make change with.
CHIPS = ((1, 10), (5, 8), (25, 2))
COINS_EACH = sum(value * count for value, count in CHIPS)

FIXED = Fixed(
    title="Whispers",
    designer='James Ernest',
    players=(2, 8),
    source="rules, Players",
    makes=(
        Make("number", "card", "poker", "back"),
        Make("whisper", "card", "poker", "back"),
        Make("button", "marker", "40mm", "self"),
        Make("chip", "chip", "25mm", "self"),
        Make("aid-turn", "aid", "poker", "aid-penalty"),
    ),
    listings=(
        Listing("cards", ("rank", "suit", "count"),
                tuple((str(rank), suit, "1") for rank in RANKS for suit in SUITS), "rules, The Deck"),
        Listing("suits", ("suit", "emblem"), tuple((suit, suit) for suit in SUITS), "rules, The Deck"),
        Listing("chips", ("value", "each"), tuple((str(value), str(count)) for value, count in CHIPS), "W-29"),
    ),
    shapes={"suits": {suit: suit for suit in SUITS}},
    editions=("illustrated", "standard"),
    decks=("poker", "uno"),
    choices={
        "hands": (),
        "stack": (),
        "split_from": ("any-exit", "next-round", "knock-out"),
        "split_offer": ("all-offer", "poll-after", "poll-at-once"),
        "odd_coins": ("unclaimed", "last-winner", "left-of-button"),
        "short_ante": ("sit-out", "debt", "free-ride"),
        "short_penalty": ("all-they-have", "debt"),
        "washout_by": ("paid", "assessed"),
        "deck_out": ("reshuffle", "split", "survive"),
    },
    endings=("hands", "coins"),
)  # fmt: skip


def requirements(players: int) -> Requirements:
    """Every piece for that many players, with what is printed on it; the chips are there for the usual stack."""
    return Requirements(
        needs=(*_deck(), *_other_pieces(players)),
        facts=(
            Fact("coins_per_player", COINS_EACH, "rules, The Format"),
            Fact("ante", ANTE, "rules, The Deal"),
            Fact("cards_dealt", CARDS_DEALT, "rules, The Deal"),
            Fact("penalty_factor", PENALTY_FACTOR, "rules, Definition: Whispers"),
        ),
        fixed=FIXED,
    )


def _deck() -> Iterator[Need]:
    source = "rules, The Deck"
    for rank in RANKS:
        for suit in SUITS:
            yield Need(f"whispers/rank-{rank}/{suit}", "number", 1, source, {"rank": str(rank)})
    yield Need("whispers/whisper", "whisper", WHISPERS, source)


def _other_pieces(players: int) -> Iterator[Need]:
    yield Need("whispers/button", "button", 1, "rules, Equipment")
    for value, count in CHIPS:
        name = f"whispers/chip/{value}"
        yield Need(name, "chip", count * players, "rules, Equipment; W-29", {"value": str(value)})
    yield Need("whispers/aid", "aid-turn", players, "one for each player to read", played=False)
