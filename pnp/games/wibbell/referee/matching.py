"""A word's letters and a table of cards in; which letter serves which card, or the card that is left without, out."""

from __future__ import annotations

from collections.abc import Sequence

Pair = tuple[str, ...]
"""The letters printed on one card, in lower case."""


def served(letters: str, cards: Sequence[Pair]) -> tuple[str, ...] | int:
    """For each card the letter that serves it, every occurrence in the word serving one card (seed 003, FAQs).

    Where no assignment serves them all (Kuhn's augmenting paths), the index of the first card for which those before
    it leave nothing, however they are served.
    """
    holds: dict[str, list[int]] = {}
    for card in range(len(cards)):
        if not _placed(card, letters, cards, holds, set()):
            return card
    serving = {card: letter for letter, held in holds.items() for card in held}
    return tuple(serving[card] for card in range(len(cards)))


def serves(letters: str, cards: Sequence[Pair]) -> bool:
    """Whether the letters serve all the cards; quick where the first letter that comes to hand will do."""
    rest = letters
    for card in cards:
        for letter in card:
            if letter in rest:
                rest = rest.replace(letter, "", 1)
                break
        else:
            return any(letter in letters for letter in card) and not isinstance(served(letters, cards), int)
    return True


def tangled(cards: Sequence[Pair]) -> Sequence[Pair]:
    """The cards that share letters with two others or more, be it through one another.

    A word that serves all cards one by one and two by two can only fail at these: for any others it has letters apart.
    """
    knots: list[tuple[set[str], list[Pair]]] = []
    for card in cards:
        letters, tied, others = set(card), [card], []
        for knot in knots:
            if letters.isdisjoint(knot[0]):
                others.append(knot)
            else:
                letters |= knot[0]
                tied += knot[1]
        knots = [*others, (letters, tied)]
    return [card for _, tied in knots if len(tied) > 2 for card in tied]


def _placed(card: int, letters: str, cards: Sequence[Pair], holds: dict[str, list[int]], tried: set[str]) -> bool:
    """Whether the card finds an occurrence, moving others to their second letter where that makes room."""
    for letter in cards[card]:
        if letter in tried:
            continue
        tried.add(letter)
        held = holds.setdefault(letter, [])
        if len(held) < letters.count(letter):
            held.append(card)
            return True
        for at, other in enumerate(held):
            if _placed(other, letters, cards, holds, tried):
                held[at] = card
                return True
    return False
