"""A player of Whistler who chooses sensibly by what its seat may know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from itertools import chain
from typing import Any

from pnp.engine.action import Action, Look, Rng
from pnp.engine.requirements import ComponentSet
from pnp.engine.values import without
from pnp.games.whistler.referee.moves import HIGH, grants
from pnp.games.whistler.referee.state import Ids, best_suit, cards_of, special_hands, weights_of

#: What a hand is worth that wins at once, in points; more than any suit counts.
_WON = 100.0
#: What one unseen card is worth that would complete a special hand, in points.
_OUT = 1.0
#: By how many points a discard has to better the hand before it is taken instead of an unseen card.
_GAIN = 2.0
#: The points to knock with: at first, more for each round gone by, more for each player, and what is always enough.
_FIRST_KNOCK, _KNOCK_A_ROUND, _KNOCK_A_PLAYER, _SURE = 22.0, 1.5, 1.0, 31.0


class SensiblePlayer:
    """Keeps the four cards with the best suit, counting a little for every unseen card that would make them special.

    Takes the discard when that betters the hand by some points, and declares every special hand.
    Knocks above a total that grows with the turns taken and the players; calls nothing false. Whoever has less than
    that after a knock offers the neighbour help, and discards what is asked for.
    """

    def __init__(self, components: ComponentSet) -> None:
        self._cards = cards_of(components)
        self._special = special_hands(self._cards.values())
        self._weights = weights = weights_of(self._cards)
        # the special hands by the sum of their weights, and what completes three cards to one by the sum of theirs
        self._sums = {sum(weights[card] for card in hand): hand for hand in self._special}
        self._outs: dict[int, set[str]] = {}
        for whole, hand in self._sums.items():
            for card in hand:
                self._outs.setdefault(whole - weights[card], set()).add(card)

    def choose(self, look: Look, legal: Sequence[Action], rng: Rng) -> Action:
        first = legal[0]
        if len(legal) == 1 or first.name == "pass":
            return first
        seen: Mapping[str, Any] = look()
        match first.name:
            case "draw_stock":
                return self._drawing(seen, legal)
            case "ask_suit":
                suit, _ = self._best_suit(seen["hand"])
                return next(action for action in legal if action.arg("suit") == suit)
            case "ask_rank":
                return next(action for action in legal if action.arg("rank") == HIGH)
            case _:
                return self._laying_off(seen, legal)

    def _drawing(self, seen: Mapping[str, Any], legal: Sequence[Action]) -> Action:
        hand, top, gone = seen["hand"], seen["discards"][-1], _gone(seen)
        best = max([self._worth((*without(hand, card), top), gone) for card in hand])
        return legal[1] if best >= self._worth(hand, gone) + _GAIN else legal[0]

    def _laying_off(self, seen: Mapping[str, Any], legal: Sequence[Action]) -> Action:
        hand = seen["hand"]
        for action in legal:
            # A table may let a player call them anything (H-22).
            if action.name == "declare":
                args: Mapping[str, Any] = dict(action.args)
                if self._special.get(frozenset(args["cards"])) == args["hand"]:
                    return action
        gone, discards = _gone(seen), [action for action in legal if action.name == "discard"]
        cards = [action.text("card") for action in discards]
        kept = [without(hand, card) for card in cards]
        worth = [self._worth(few, gone) for few in kept]
        best = max(range(len(discards)), key=worth.__getitem__)
        enough = self._best_suit(kept[best])[1] >= _enough(seen)
        other = next((action for action in legal if action.name == ("knock" if enough else "offer")), None)
        if other is not None:
            return other
        wish = None if enough else seen["request"]
        asked = [at for at, card in enumerate(cards) if wish and grants(self._cards[card], *wish)]
        return discards[max(asked, key=worth.__getitem__) if asked else best]

    def _worth(self, hand: Ids, gone: Set[str] | None) -> float:
        """A hand's points; before a knock, also what its chances of a special hand are worth."""
        weights, outs = self._weights, self._outs
        whole = sum([weights[card] for card in hand])
        if whole in self._sums:
            return _WON
        points = float(self._best_suit(hand)[1])
        if gone is None:
            return points
        completing = {other for card in hand for other in outs.get(whole - weights[card], ())}
        return points + _OUT * len(completing.difference(gone, hand))

    def _best_suit(self, hand: Ids) -> tuple[str, int]:
        cards = self._cards
        return best_suit([cards[card] for card in hand])


def _gone(seen: Mapping[str, Any]) -> Set[str] | None:
    """The cards that nobody waits for, since all saw where they went; None once somebody has knocked."""
    return None if seen["knocker"] else {*seen["discards"], *chain.from_iterable(seen["known"])}


def _enough(seen: Mapping[str, Any]) -> float:
    """The points to knock with: more with each round and each player, up to what is seldom beaten."""
    players: int = len(seen["hands"])
    rounds: int = seen["turns"] // players
    return min(_SURE, _FIRST_KNOCK + _KNOCK_A_ROUND * rounds + _KNOCK_A_PLAYER * players)
