"""What the hands are worth and who knocked in; the picks that each seat is due, and by which rules, out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

WIN, BEAT = 1, 2


class Share(NamedTuple):
    """Picks that a deal brings a seat, and the rules and rulings that say so."""

    seat: int
    picks: int
    rulings: tuple[str, ...]


def special_share(seat: int, knocker: int) -> Share:
    """For a special hand: double after somebody else's knock (H-11), the usual pick otherwise (H-15)."""
    if knocker in (0, seat):
        return Share(seat, WIN, ("H.16", "H-15", *(("H-11",) if knocker else ())))
    return Share(seat, BEAT, ("H.16", "H.15", "H-11"))


def showdown_shares(points: Mapping[int, int], knocker: int, beaters: str) -> tuple[Share, ...]:
    """For hands laid open: `points` by seat in the order of payment, `knocker` 0 where the stock ended the deal.

    `beaters` says who scores when several beat the knocker (H-12): `each` 2, `best` only the best, or `sum`: 2 for
    each and 1 more for the best. Nothing is shared out among equals: each of them scores in full (H-13).
    """
    highest = max(points.values())
    if not knocker:
        return tuple(Share(seat, WIN, ("H.16", "H-01", "H-15")) for seat, own in points.items() if own == highest)
    above = {seat: own for seat, own in points.items() if own > points[knocker]}
    if not above:
        level = sum(own == highest for own in points.values()) > 1
        return (Share(knocker, WIN, ("H.16", "H.15", "H-14") if level else ("H.16", "H-15")),)
    best = [seat for seat, own in above.items() if own == highest]
    rulings = ("H.16", "H.15", "H-12", *(("H-13",) if len(best) > 1 else ()))
    extra = WIN if beaters == "sum" else 0
    return tuple(
        Share(seat, BEAT + (extra if seat in best else 0), rulings)
        for seat in above
        if seat in best or beaters != "best"
    )
