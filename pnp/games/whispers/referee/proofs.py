"""A kit and a setup in; a finding for all that its chips cannot lay out, however the coins are shared, out."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from operator import mul

from pnp.engine.kit import Kit
from pnp.engine.options import Setup
from pnp.errors import Finding
from pnp.games.whispers.referee.chips import BANK, Chips, ChipSet
from pnp.games.whispers.referee.needs import COINS_EACH
from pnp.games.whispers.referee.table import purses


def proofs(kit: Kit, setup: Setup) -> tuple[Finding, ...]:
    """That the chips can show every way of sharing all coins out over the purses and the pot, odd coins included."""
    chips, money = purses(kit, setup)
    counts = tuple(map(sum, zip(*(holding.chips for holding in money))))
    banked = chips.worth(money[BANK].chips)
    return (*_coins(chips, counts, setup), *_change(chips, counts, setup, banked))


def change_needed(value: int, players: int, banked: int = 0) -> int:
    """Coins in chips below a value that leave room for every chip of that value, however the coins are shared.

    Chips are laid out from the largest kind down. One of this value fits nowhere only if each purse, the pot and the
    bank want less than it by then: at most value - 1 each (the bank no more than it has), which this chip and all
    smaller ones must make up. Smaller chips of the worth returned make that sum too large. Where each value divides
    the next and the bank is empty, fewer do not do: somebody may want value - 1 everywhere.
    """
    return players * (value - 1) + min(banked, value - 1)


def _coins(chips: ChipSet, counts: Chips, setup: Setup) -> Iterator[Finding]:
    stack = setup.number("stack")
    most = chips.worth(counts) // setup.players
    if most < stack:
        message = (
            f"the chips are worth {most} coins a player, but each has {stack}: the others are kept on paper; "
            f"print more chips, or play with {most} coins"
        )
        where = chips.ids[0] if chips.ids else "chips"
        yield Finding("error" if stack <= COINS_EACH else "warning", "coins-short", where, message)


def _change(chips: ChipSet, counts: Chips, setup: Setup, banked: int) -> Iterator[Finding]:
    for kind, value in enumerate(chips.values):
        smaller = sum(map(mul, chips.values[kind + 1 :], counts[kind + 1 :]))
        needed = change_needed(value, setup.players, banked)
        if counts[kind] and smaller < needed:
            message = (
                f"chips worth less than {value} come to {smaller // setup.players} coins a player, but "
                f"{ceil(needed / setup.players)} are needed to change those worth {value} whatever is paid; add some"
            )
            where = chips.ids[min(kind + 1, len(chips.ids) - 1)]
            yield Finding("error", "change-short", where, message)
