"""Pays a sum out of holdings of chips, to the last coin and with change made, and returns the holdings after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import add, mul, sub
from typing import NamedTuple

from pnp.frozen import frozen

Chips = tuple[int, ...]
"""How many of each kind of chip, in the order of a ChipSet."""


class Holding(NamedTuple):
    """What lies in one place: chips, and coins on paper that no chip stands for (below zero a debt)."""

    chips: Chips
    paper: int = 0


Money = tuple[Holding, ...]
"""Every holding at the table: the pot, the purse of each seat at the seat's number, and last the bank."""

POT, BANK = 0, -1


class Transfer(NamedTuple):
    """A payment made: all holdings after it, and how much of it went on paper.

    `change` says with whom change was made: `none` for an exact payment, `each-other` for giver and taker, `bank`,
    `table` for everybody, `impossible` where the chips cannot express the sum.
    """

    money: Money
    change: str
    on_paper: int


@frozen
class ChipSet:
    """The kinds of chips at a table, the largest first, and the names of the places where they can lie."""

    ids: tuple[str, ...]
    values: tuple[int, ...]
    places: tuple[str, ...]

    def worth(self, chips: Chips) -> int:
        """Coins that the chips are worth."""
        return sum(map(mul, chips, self.values))

    def coins(self, holding: Holding) -> int:
        """Coins in chips and on paper."""
        return self.worth(holding.chips) + holding.paper

    def named(self, chips: Chips) -> dict[str, int]:
        """Chip id to count, kinds that are not there left out."""
        return {name: count for name, count in zip(self.ids, chips) if count}

    def moved(self, before: Money, after: Money) -> dict[str, Mapping[str, int]]:
        """Place to chip id to how many more lie there than before (fewer: below zero); only what changed."""
        changes: dict[str, Mapping[str, int]] = {}
        for place, old, new in zip(self.places, before, after):
            if new is not old and new.chips != old.chips:
                kinds = zip(self.ids, new.chips, old.chips)
                changes[place] = {name: count - had for name, count, had in kinds if count != had}
        return changes

    def filled(self, chips: Chips, coins: int) -> Chips:
        """Chips out of those there, as many coins as will go but not more, large ones first.

        Where each value divides the next, the sum is met exactly whenever any choice of the chips meets it.
        """
        taken = []
        for value, there in zip(self.values, chips):
            count = min(there, coins // value)
            taken.append(count)
            coins -= count * value
        return tuple(taken)

    def transfer(self, money: Money, giver: int, taker: int, coins: int) -> Transfer:
        """Pays from one holding to another: in chips as far as the giver has any, what is left on paper.

        Without the exact chips, change is made with the fewest others: the taker, then the bank, then the whole
        table. Chips that cannot express the sum at all (`counting.py` says when that can be) leave it all on paper.
        """
        owned = money[giver].chips
        paid = self.filled(owned, coins)
        short = coins - self.worth(paid)
        if short and paid != owned:
            return self._with_change(money, giver, taker, coins)
        money = _placed(money, {giver: _less(owned, paid), taker: _more(money[taker].chips, paid)})
        return Transfer(_written(money, giver, taker, short) if short else money, "none", short)

    def _with_change(self, money: Money, giver: int, taker: int, coins: int) -> Transfer:
        due = {giver: -coins, taker: coins}
        bank = len(money) + BANK
        for change, circle in (
            ("each-other", (giver, taker)),
            ("bank", (giver, taker, bank)),
            ("table", range(len(money))),
        ):
            owned = [money[at].chips for at in circle]
            wanted = [self.worth(chips) + due.get(at, 0) for at, chips in zip(circle, owned)]
            laid = self.laid_out(owned, wanted)
            if laid is not None:
                return Transfer(_placed(money, dict(zip(circle, laid))), change, 0)
        return Transfer(_written(money, giver, taker, coins), "impossible", coins)

    def laid_out(self, owned: Sequence[Chips], wanted: Sequence[int]) -> list[Chips] | None:
        """The same chips shared out anew so that each holding is worth what is wanted, every chip placed.

        From the largest kind down, each keeps its own chips as far as they fit and others take up the rest. None
        where a chip fits nowhere. Where each value divides the next, that happens only when no sharing exists: a
        chip uses up as much room for smaller ones wherever it lies.
        """
        left = list(wanted)
        shares = []
        for kind, value in enumerate(self.values):
            kept = [min(chips[kind], room // value) for chips, room in zip(owned, left)]
            loose = sum(chips[kind] for chips in owned) - sum(kept)
            for at, room in enumerate(left):
                more = min(loose, room // value - kept[at])
                kept[at] += more
                loose -= more
                left[at] -= kept[at] * value
            if loose:
                return None
            shares.append(kept)
        return None if any(left) else list(zip(*shares))


def _more(chips: Chips, others: Chips) -> Chips:
    return tuple(map(add, chips, others))


def _less(chips: Chips, others: Chips) -> Chips:
    return tuple(map(sub, chips, others))


def _placed(money: Money, chips: Mapping[int, Chips]) -> Money:
    after = list(money)
    for at, own in chips.items():
        after[at] = Holding(own, money[at].paper)
    return tuple(after)


def _written(money: Money, giver: int, taker: int, coins: int) -> Money:
    after = list(money)
    for at, more in ((giver, -coins), (taker, coins)):
        after[at] = Holding(money[at].chips, money[at].paper + more)
    return tuple(after)
