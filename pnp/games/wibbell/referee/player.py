"""A player of Wibbell who plays to win by what its seat sees."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from pnp.engine.action import Action, Look, Rng
from pnp.engine.requirements import ComponentSet
from pnp.games.wibbell.referee.judging import Families, families
from pnp.games.wibbell.referee.lexicon import SHELVES, Pair, letters_of, lexicon_of, serves
from pnp.games.wibbell.referee.state import letters_of_cards

#: How many words, counted from the most common, somebody knows who plays this well.
VOCABULARY = SHELVES[-1]


class SensiblePlayer:
    """Shouts the shortest word it knows that surely serves, since short words are said sooner, and passes rather than
    guess; takes the card, and keeps the handicap, that leaves it the most known words for its own open cards; judges a
    neighbour's word by the families of words, as it would be judged itself."""

    def __init__(self, components: ComponentSet) -> None:
        self._letters: Mapping[str, Pair] = letters_of_cards(components.pieces(components.game.players[1]))
        self._words = lexicon_of(components)

    @cached_property
    def _families(self) -> Families:
        return families(self._words)

    def choose(self, look: Look, legal: Sequence[Action], rng: Rng) -> Action:
        sight: Mapping[str, Any] = look()
        seat = sight["you"] - 1
        keeps = sight["handicaps"][seat] + sight["starting"][seat]
        match legal[0].name:
            case "take":
                return max(legal, key=lambda action: self._room((*keeps, *sight["fronts"][seat]), action))
            case "keep":
                return max(legal, key=lambda action: self._room(keeps, action))
            case "accept" | "refuse":
                fresh = self._families.bases(_word(legal[0])).isdisjoint(self._gone(sight["used"]))
                return next(action for action in legal if action.name == ("accept" if fresh else "refuse"))
        cards = [self._letters[card] for card in (*sight["centre"], *sight["fronts"][seat], *keeps)]
        return self._shout(legal, cards, sight["used"])

    def _shout(self, legal: Sequence[Action], cards: Sequence[Pair], used: Sequence[str]) -> Action:
        gone = self._gone(used)
        shouts = [action for action in legal if action.name == "shout"]
        for action in sorted(shouts, key=lambda action: len(letters_of(_word(action)))):
            if self._is_sure(_word(action), cards, gone):
                return action
        return next(action for action in legal if action.name == "pass")

    def _gone(self, used: Sequence[str]) -> frozenset[str]:
        """The used words and all that they were made from."""
        return frozenset[str]().union(*map(self._families.bases, used))

    def _is_sure(self, word: str, cards: Sequence[Pair], gone: frozenset[str]) -> bool:
        if self._words.plain.rank.get(word, VOCABULARY) >= VOCABULARY or not serves(letters_of(word), cards):
            return False
        return self._families.bases(word).isdisjoint(gone)

    def _room(self, cards: Sequence[str], action: Action) -> int:
        """How many known words hold a letter of each of the cards and of the one to be chosen."""
        pairs = [self._letters[card] for card in (*cards, action.text("card"))]
        return self._words.plain.room(pairs)


def _word(action: Action) -> str:
    return action.text("word").lower()
