"""What a seat may know in; what regions, battles, actions and seats are worth to it out, in points of its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import cast

from pnp.engine.action import Value
from pnp.games.war_of_whispers.referee.battle import fought
from pnp.games.war_of_whispers.referee.board import SWAP, Board, Offer

#: In cities: what a banner is worth on the map, a region without a city, a farm or fort, and a card in each round.
BANNER = 0.12
LAND = 0.1
SYMBOL = 0.1
CARD = {1: 0.6, 2: 0.5, 3: 0.4, 4: 0.05}
#: What it is worth to stay ahead where points are level: by fewer swaps, and in the last round by the larger hand.
FEWER_SWAPS, LARGER_HAND = 1.0, 0.6
LAST = 4


class Sight:
    """The table as one seat sees it; `weight` is what a city of each empire is worth to it more than to others."""

    def __init__(self, board: Board, view: Mapping[str, Value]) -> None:
        self.board = board
        names = {name: at for at, name in enumerate(board.empires)}
        self.you = cast("int", view["you"])
        self.round = cast("int", view["round"])
        self.card = CARD.get(self.round, 0.0)
        self.control, self.banners = [0] * len(board.regions), [0] * len(board.regions)
        for holder, held in cast("Mapping[str, Mapping[str, int]]", view["regions"]).items():
            for region, banners in held.items():
                place = board.region_at[region]
                self.control[place], self.banners[place] = names[holder], banners
        self.values = {level.id: level.value for level in board.levels}
        self.slots = {level: names[each] for level, each in cast("Mapping[str, str]", view["loyalties"]).items()}
        shown = cast("tuple[Mapping[str, str], ...]", view["shown"])
        self.weight = [-value for value in self._opponents(shown, names)]
        for level, empire in self.slots.items():
            self.weight[empire] += self.values[level]
        self.reserve = [cast("Mapping[str, int]", view["reserve"])[name] for name in board.empires]
        self.decks = [cast("Mapping[str, int]", view["decks"])[name] for name in board.empires]
        self.swaps = cast("tuple[int, ...]", view["swaps"])
        self.hands = [sum(hand.values()) for hand in cast("tuple[Mapping[str, int], ...]", view["hands"])]
        councils = cast("Mapping[str, Mapping[str, int | None]]", view["seated"])
        self.council = [player or 0 for name in board.empires for player in councils[name].values()]
        self.now = cast("Mapping[str, str | int]", view["now"])
        self.acting = names.get(str(self.now.get("empire")), 0)

    def _opponents(self, shown: tuple[Mapping[str, str], ...], names: Mapping[str, int]) -> list[float]:
        """What a city of each empire is worth to the average opponent: as shown by tokens face up, the mean else."""
        worth = [0.0] * len(names)
        for seat, tokens in enumerate(shown, 1):
            if seat != self.you:
                hidden = [value for level, value in self.values.items() if level not in tokens]
                known = {empire: self.values[level] for level, empire in tokens.items()}
                for empire, at in names.items():
                    worth[at] += known.get(empire, sum(hidden) / len(hidden) if hidden else 0.0)
        return [each / (len(shown) - 1) for each in worth]

    def _rivals(self) -> list[int]:
        """The other seats that have swapped no more often: those that a tie on points is shared out with."""
        return [at for at, swaps in enumerate(self.swaps) if at != self.you - 1 and swaps <= self.swaps[self.you - 1]]

    def swap_spoils(self) -> float:
        """What a swap costs in plays that end level: the lead over those who have not swapped more (R.46)."""
        return FEWER_SWAPS if self._rivals() else 0.0

    def cards_spoil(self, cards: int) -> float:
        """What so many cards fewer in hand cost in plays that end level, once no more can be drawn for long (R.46)."""
        own, swaps = self.hands[self.you - 1], self.swaps[self.you - 1]
        rivals = [self.hands[at] for at in self._rivals()]
        behind = any(self.swaps[at] < swaps for at in range(len(self.swaps)))
        if self.round < LAST or behind or not rivals:
            return 0.0
        return LARGER_HAND if own >= max(rivals) > own - cards else 0.0

    def prize(self, region: int) -> float:
        """What holding a region is worth: its city, its symbols, its ground."""
        symbols = self.board.symbols
        return symbols["city"][region] + SYMBOL * (symbols["farm"][region] + symbols["fort"][region]) + LAND

    def cities(self, empire: int) -> int:
        """How many cities an empire controls."""
        return sum(count for count, holder in zip(self.board.symbols["city"], self.control) if holder == empire)

    def struck(self, empire: int, region: int, strength: int) -> float:
        """What it brings if so many banners of an empire attack a region."""
        defender, weight = self.control[region], self.weight
        result = fought(strength, self.banners[region], self.board.symbols["fort"][region])
        value = -BANNER * (weight[empire] * result.lost + weight[defender] * result.killed)
        if not result.left:
            holder = empire if result.survivors else self.board.home[region]
            value += self.prize(region) * (weight[holder] - weight[defender])
        return value

    def senders(self, empire: int) -> Iterable[tuple[int, int]]:
        """Regions of an empire and how many banners may leave each."""
        for region, holder in enumerate(self.control):
            if holder == empire:
                strength = self.banners[region] - (self.board.home[region] != empire)
                if strength > 0:
                    yield region, strength

    def sent(self, empire: int, source: int, region: int, strength: int) -> float:
        """The same for an army that leaves its region so much weaker."""
        left = self.banners[source] - strength
        exposed = any(self.control[near] != empire and self.banners[near] > left + 1 and near != region
                      for near in self.board.neighbours[source])  # fmt: skip
        risk = 0.3 * self.prize(source) * self.weight[empire] if exposed else 0.0
        return self.struck(empire, region, strength) - risk

    def best_attack(
        self, empire: int, far: bool = False, empty: bool = False, only: tuple[int, int] | None = None
    ) -> float:
        """The best that an attack of an empire can bring: next door or far away, there on empty land or on any."""
        every = range(len(self.control))
        found = (
            self.struck(empire, region, strength)
            for source, strength in ([only] if only else self.senders(empire))
            for region in (every if far else self.board.neighbours[source])
            if self.control[region] != empire and not (empty and self.banners[region])
        )
        return max(found, default=0.0)

    def due(self, empire: int, offer: Offer) -> int:
        """How many banners or cards an action brings."""
        most = self.decks[empire] if offer.kind == "draw" else self.reserve[empire]
        if not offer.each:
            return min(offer.amount, most)
        symbols = zip(self.board.symbols[offer.symbol], self.control)
        return min(offer.amount * (sum(count for count, holder in symbols if holder == empire) // offer.each), most)

    def taken(self, empire: int, offer: Offer) -> float:
        """What an action of a seat is worth, for whichever empire."""
        match offer.kind:
            case "add":
                return BANNER * self.weight[empire] * self.due(empire, offer)
            case "draw":
                return self.card * self.due(empire, offer)
            case "attack":
                return self.best_attack(empire)
        return 0.0

    def seat(self, seat: int) -> float:
        """What the best action of a seat is worth, a swap left aside."""
        place = self.board.seats[seat]
        return max((self.taken(place.empire, offer) for offer in place.offers if offer.kind != SWAP), default=0.0)

    def useful(self, empire: int, region: int) -> float:
        """How much good another banner does its own empire there: it guards what is threatened, or may take a city."""
        there = self.banners[region]
        if there >= self.board.limit[region]:
            return -1.0
        value = 1.0 if there else 1.3
        for near in self.board.neighbours[region]:
            if self.control[near] != empire:
                value += 0.6 if self.banners[near] else 0.2
                if self.banners[near] > there:
                    value += 1.5 * self.prize(region)
                gap = self.banners[near] + self.board.symbols["fort"][near] - there
                value += self.prize(near) * (1.5 if gap < 2 else 0.4)
        return value
