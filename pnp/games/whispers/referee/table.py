"""A kit and a setup in; what stays the same through a session out: the deck, the chips, and what all start with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field

from pnp.engine.kit import Kit, Piece
from pnp.engine.options import Setup
from pnp.errors import UsageError
from pnp.frozen import frozen
from pnp.games.whispers.referee.chips import Chips, ChipSet, Holding, Money

# Seed 000, The Deal: two cards each.
CARDS_DEALT = 2


@frozen
class Table:
    """What never changes in a session.

    `cards` is the whole deck, sorted, an id for every copy; `ranks` gives the rank of each id, 0 for a whisper.
    `money` is what everybody and the bank begin with; `aside` lies on the table all the time.
    """

    setup: Setup = field(hash=False)
    cards: tuple[str, ...]
    ranks: Mapping[str, int] = field(hash=False)
    chips: ChipSet
    money: Money
    button: Mapping[str, int] = field(hash=False)
    aside: Mapping[str, int] = field(hash=False)

    def plays(self, option: str, word: str) -> bool:
        """Whether that reading of a ruling was agreed on."""
        return self.setup.word(option) == word


def laid(kit: Kit, setup: Setup) -> Table:
    """The table for that many players; UsageError where the deck is too small for the deal."""
    deck = deck_of(kit, setup.players)
    cards = tuple(sorted(piece.id for piece in deck for _ in range(piece.count)))
    if len(cards) < CARDS_DEALT * setup.players:
        raise UsageError(
            f"the deck has {len(cards)} cards, but {setup.players} players are dealt {CARDS_DEALT} each; add cards"
        )
    chips, money = purses(kit, setup)
    others = [piece for piece in kit.pieces(setup.players) if piece.kind != "card" and piece.id not in chips.ids]
    button = _counts(piece for piece in others if piece.part == "button")
    aside = _counts(piece for piece in others if piece.part != "button")
    return Table(setup, cards, ranks_of(deck), chips, money, button, aside)


def purses(kit: Kit, setup: Setup) -> tuple[ChipSet, Money]:
    """The chips, and the holdings at the start: nothing in the pot, an equal purse each, the rest in the bank."""
    tokens = sorted(
        (piece for piece in kit.pieces(setup.players) if coins_on(piece)),
        key=lambda piece: (-coins_on(piece), piece.id),
    )
    chips = ChipSet(
        tuple(piece.id for piece in tokens),
        tuple(coins_on(piece) for piece in tokens),
        ("pot", *(f"purse {seat}" for seat in range(1, setup.players + 1)), "bank"),
    )
    purse = _purse(chips, tuple(piece.count // setup.players for piece in tokens), setup.number("stack"))
    bank = tuple(piece.count - setup.players * own for piece, own in zip(tokens, purse.chips))
    return chips, (Holding((0,) * len(tokens)), *(purse,) * setup.players, Holding(bank))


def deck_of(kit: Kit, players: int) -> Sequence[Piece]:
    """The kinds of cards, printed or pulled from another deck."""
    return [piece for piece in kit.pieces(players) if piece.kind == "card"]


def ranks_of(pieces: Sequence[Piece]) -> Mapping[str, int]:
    """The rank of each card by its id; 0 for whispers, and for anything else that has no number to pair by."""
    return {piece.id: int(rank) if (rank := piece.values.get("rank", "")).isdecimal() else 0 for piece in pieces}


def rank_counts(kit: Kit, players: int) -> Counter[int]:
    """How many cards of each rank the deck has, whispers as rank 0."""
    counts: Counter[int] = Counter()
    deck = deck_of(kit, players)
    for piece, rank in zip(deck, ranks_of(deck).values()):
        counts[rank] += piece.count
    return counts


def coins_on(piece: Piece) -> int:
    """How many coins a piece stands for; 0 for whatever is no chip."""
    value = piece.values.get("value", "")
    return int(value) if piece.kind == "chip" and value.isdecimal() else 0


def _purse(chips: ChipSet, share: Chips, stack: int) -> Holding:
    """A purse of that many coins out of an equal share of the chips, the small ones first; the rest on paper."""
    kept_back = chips.filled(share, max(chips.worth(share) - stack, 0))
    purse = tuple(own - kept for own, kept in zip(share, kept_back))
    if chips.worth(purse) > stack:
        purse = chips.filled(share, stack)
    return Holding(purse, stack - chips.worth(purse))


def _counts(pieces: Iterator[Piece]) -> Mapping[str, int]:
    return {piece.id: piece.count for piece in pieces}
