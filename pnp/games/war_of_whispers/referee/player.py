"""A player who means to win: what a seat may know, what that is worth to it, and what it chooses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import fsum
from typing import Any, NamedTuple

from pnp.engine.action import Action, Look, Rng
from pnp.engine.requirements import ComponentSet
from pnp.games.war_of_whispers.referee.attack import fought
from pnp.games.war_of_whispers.referee.board import SWAP, Army, Board, Offer, read_board

#: In cities: what a banner is worth on the map, a region without a city, a farm or fort, and a card in each round.
BANNER = 0.12
LAND = 0.1
SYMBOL = 0.1
CARD = {1: 0.6, 2: 0.5, 3: 0.4, 4: 0.05}
#: What it is worth to stay ahead where points are level: by fewer swaps, and in the last round by the larger hand.
FEWER_SWAPS, LARGER_HAND = 1.0, 0.6
LAST = 4
#: What a swap of loyalties must bring at once in each round: cities still change hands, and a swap tells the others.
SWAP_GAIN = {1: 12, 2: 8, 3: 1, 4: 1}
#: What it is worth to keep an enemy's seat from others, and how much of a vacant seat's use goes with another.
SPOIL, FOLLOW = 0.6, 0.5
#: More than any action brings.
FIRST = 100.0
#: How many banners a card brings to an army or to the map.
JOINING = {"elephant-1": 1, "elephant-2": 3, "lion-elephant": 4}
RAISED = {"lion-2": 3, "bear-elephant": 3, "horse-elephant": 4}

Weight = tuple[float, ...]
"""What a city of each empire is worth to a seat."""


class BoardReading(NamedTuple):
    """The board as this player reads it: what holding each region is worth, which number each empire has, and what each
    loyalty makes of a city.
    """

    board: Board
    prizes: tuple[float, ...]
    empires: Mapping[str, int]
    values: Mapping[str, int]


def _read_board(board: Board) -> BoardReading:
    towns = zip(*(board.symbols[kind] for kind in ("city", "farm", "fort")))
    prizes = tuple(city + SYMBOL * (farm + fort) + LAND for city, farm, fort in towns)
    empires = {name: at for at, name in enumerate(board.empires)}
    return BoardReading(board, prizes, empires, {level.id: level.value for level in board.levels})


class Territory:
    """Who holds each region with how many banners, and the regions of each empire, as a seat was shown them.

    `attacks` has what was found out on this map: the best attack of an empire, by what cities are worth to a seat.
    """

    __slots__ = ("_counts", "_symbols", "attacks", "banners", "control", "regions", "shown")

    def __init__(self, board: Board, shown: Mapping[str, Mapping[str, int]]) -> None:
        self.shown = shown
        self.control, self.banners = [0] * len(board.regions), [0] * len(board.regions)
        self.regions: list[list[int]] = [[] for _ in board.empires]
        for empire, name in enumerate(board.empires):
            for region, standing in shown[name].items():
                place = board.region_at[region]
                self.control[place], self.banners[place] = empire, standing
                self.regions[empire].append(place)
        self.attacks: dict[tuple[Weight, int], float] = {}
        self._symbols = board.symbols
        self._counts: dict[tuple[int, str], int] = {}

    def count(self, empire: int, symbol: str) -> int:
        """How many of a symbol stand in the regions of an empire."""
        count = self._counts.get((empire, symbol))
        if count is None:
            stand = self._symbols[symbol]
            count = self._counts[empire, symbol] = sum([stand[region] for region in self.regions[empire]])
        return count


class Loyalties(NamedTuple):
    """What a seat holds and what was shown to it; by that, the empire of each of its slots, and what a city of each
    empire is worth to the seat more than to others.
    """

    held: Mapping[str, str]
    shown: tuple[Mapping[str, str], ...]
    slots: Mapping[str, int]
    weight: Weight


def _read_loyalties(printed: BoardReading, view: Mapping[str, Any]) -> Loyalties:
    held, shown = view["loyalties"], view["shown"]
    slots = {level: printed.empires[empire] for level, empire in held.items()}
    weight = [-value for value in _opponents(printed, view["you"], shown)]
    for level, empire in slots.items():
        weight[empire] += printed.values[level]
    return Loyalties(held, shown, slots, tuple(weight))


def _opponents(printed: BoardReading, you: int, shown: tuple[Mapping[str, str], ...]) -> list[float]:
    """What a city of each empire is worth to the average opponent: as shown by tokens face up, the mean else."""
    worth = [0.0] * len(printed.empires)
    for seat, tokens in enumerate(shown, 1):
        if seat != you:
            hidden = [value for level, value in printed.values.items() if level not in tokens]
            mean = sum(hidden) / len(hidden) if hidden else 0.0
            known = {empire: printed.values[level] for level, empire in tokens.items()}
            worth = [each + known.get(empire, mean) for each, empire in zip(worth, printed.empires)]
    return [each / (len(shown) - 1) for each in worth]


class Sight:
    """The table as one seat sees it, and what each action is worth by that."""

    def __init__(
        self, printed: BoardReading, view: Mapping[str, Any], territory: Territory, loyalties: Loyalties
    ) -> None:
        self.board, self.prizes, empires, self.values = printed
        self.view, self.territory = view, territory
        self.control, self.banners, self.regions = territory.control, territory.banners, territory.regions
        self.slots, self.weight = loyalties.slots, loyalties.weight
        self.you, self.round, self.swaps = view["you"], view["round"], view["swaps"]
        self.card = CARD.get(self.round, 0.0)
        self.now = view["now"]
        self.acting = empires.get(self.now.get("empire"), 0)
        self._seat_worth: dict[int, float] = {}

    def _rivals(self) -> list[int]:
        """The other seats that have swapped no more often: those that a tie on points is shared out with."""
        return [at for at, swaps in enumerate(self.swaps) if at != self.you - 1 and swaps <= self.swaps[self.you - 1]]

    def swap_spoils(self) -> float:
        """What a swap costs in plays that end level: the lead over those who have not swapped more (R.46)."""
        return FEWER_SWAPS if self._rivals() else 0.0

    def cards_spoil(self, cards: int) -> float:
        """What so many cards fewer in hand cost in plays that end level, once no more can be drawn for long (R.46)."""
        hands = [sum(hand.values()) for hand in self.view["hands"]]
        own, swaps = hands[self.you - 1], self.swaps[self.you - 1]
        rivals = [hands[at] for at in self._rivals()]
        behind = any(self.swaps[at] < swaps for at in range(len(self.swaps)))
        if self.round < LAST or behind or not rivals:
            return 0.0
        return LARGER_HAND if own >= max(rivals) > own - cards else 0.0

    def struck(self, empire: int, region: int, strength: int) -> float:
        """What it brings if so many banners of an empire attack a region."""
        defender, weight = self.control[region], self.weight
        lost, killed, survivors, left = fought(strength, self.banners[region], self.board.symbols["fort"][region])
        value = -BANNER * (weight[empire] * lost + weight[defender] * killed)
        if not left:
            holder = empire if survivors else self.board.home[region]
            value += self.prizes[region] * (weight[holder] - weight[defender])
        return value

    def senders(self, empire: int) -> list[Army]:
        """Regions of an empire and how many banners may leave each."""
        banners, home = self.banners, self.board.home
        armies = [(region, banners[region] - (home[region] != empire)) for region in self.regions[empire]]
        return [army for army in armies if army[1] > 0]

    def threat(self, empire: int, source: int, region: int) -> int:
        """The most banners that others have in a region next to one of an empire, another such region left aside."""
        control, banners = self.control, self.banners
        beside = [near for near in self.board.neighbours[source] if control[near] != empire and near != region]
        return max([banners[near] for near in beside], default=0)

    def sent(self, empire: int, source: int, region: int, strength: int) -> float:
        """The same for an army that leaves its region so much weaker."""
        left = self.banners[source] - strength
        exposed = self.threat(empire, source, region) > left + 1
        return self.struck(empire, region, strength) - (self._risk(empire, source) if exposed else 0.0)

    def _risk(self, empire: int, source: int) -> float:
        return 0.3 * self.prizes[source] * self.weight[empire]

    def best_attack(
        self, empire: int, far: bool = False, empty: bool = False, only: tuple[int, int] | None = None
    ) -> float:
        """The best that an attack of an empire can bring: next door or far away, there on empty land or on any."""
        every, control, neighbours = range(len(self.control)), self.control, self.board.neighbours
        found = [
            self.struck(empire, region, strength)
            for source, strength in ([only] if only else self.senders(empire))
            for region in (every if far else neighbours[source])
            if control[region] != empire and not (empty and self.banners[region])
        ]
        return max(found, default=0.0)

    def attack(self, empire: int) -> float:
        """The best that an attack of an empire on a neighbour can bring."""
        found, key = self.territory.attacks, (self.weight, empire)
        if key not in found:
            found[key] = self.best_attack(empire)
        return found[key]

    def due(self, empire: int, offer: Offer) -> int:
        """How many banners or cards an action brings."""
        most: int = self.view["decks" if offer.kind == "draw" else "reserve"][self.board.empires[empire]]
        if not offer.each:
            return min(offer.amount, most)
        return min(offer.amount * (self.territory.count(empire, offer.symbol) // offer.each), most)

    def taken(self, empire: int, offer: Offer) -> float:
        """What an action of a seat is worth, for whichever empire."""
        match offer.kind:
            case "add":
                return BANNER * self.weight[empire] * self.due(empire, offer)
            case "draw":
                return self.card * self.due(empire, offer)
            case "attack":
                return self.attack(empire)
        return 0.0

    def seat(self, seat: int) -> float:
        """What the best action of a seat is worth, a swap left aside."""
        if seat not in self._seat_worth:
            place = self.board.seats[seat]
            taken = [self.taken(place.empire, offer) for offer in place.offers if offer.kind != SWAP]
            self._seat_worth[seat] = max(taken, default=0.0)
        return self._seat_worth[seat]

    def useful(self, empire: int, region: int) -> float:
        """How much good another banner does its own empire there: it guards what is threatened, or may take a city."""
        control, banners, prizes, forts = self.control, self.banners, self.prizes, self.board.symbols["fort"]
        there = banners[region]
        if there >= self.board.limit[region]:
            return -1.0
        value = 1.0 if there else 1.3
        for near in self.board.neighbours[region]:
            standing = banners[near]
            if control[near] != empire:
                value += 0.6 if standing else 0.2
                if standing > there:
                    value += 1.5 * prizes[region]
                value += prizes[near] * (1.5 if standing + forts[near] - there < 2 else 0.4)
        return value

    def worth(self, action: Action) -> float:
        """The worth of any action that a seat may have, 0 for what changes nothing."""
        board, empire = self.board, self.acting
        match action.name:
            case "place" | "march_to":
                return self.weight[empire] * self.useful(empire, board.region_of(action))
            case "deploy":
                return self._seat(board.seat_named(action))
            case "take_back":
                return -self._seat(board.seat_named(action))
            case "add_banners" | "draw_cards" | "attack":
                return self._take(board.seat_named(action), action.text("action"))
            case "target":
                return self._target(empire, board.region_of(action))
            case "send":
                target = board.region_at[self.now["target"]]
                return self.sent(empire, board.region_of(action, "source"), target, action.number("banners"))
            case "swap_agents":
                return self.seat(board.seat_named(action, "partner")) + 0.05
            case "errand" | "fly":
                return self.seat(board.seat_named(action))
            case "play":
                return self._card(action.text("ability"), 1 if action.arg("paid_with") is None else 2)
            case "swap_loyalties":
                return self._swapped(action.text("level"), action.text("other"))
        return self._worth_of_others(action)

    def _worth_of_others(self, action: Action) -> float:
        """The worth of an agent's ways to and from regions, and of what abilities ask for."""
        board, weight, control = self.board, self.weight, self.control
        match action.name:
            case "post":
                return 0.8 * weight[control[board.region_of(action)]] - 1
            case "recall":
                return -0.8 * weight[control[board.region_of(action)]] + 1
            case "raise":
                region = board.region_of(action)
                return weight[control[region]] * (1 + self.useful(control[region], region))
            case "kill" | "burn":
                return self._killed(board.region_of(action), action.number("banners"))
            case "march":
                return self._marched(board.region_of(action, "source"), action.number("banners"))
            case "scatter":
                return self._scattered(board.region_of(action))
            case "relieve":
                source = board.region_of(action, "source")
                return weight[self.acting] * action.number("banners") - self.prizes[source]
            case "light":
                return self._lit(board.region_of(action))
            case "regroup":
                return weight[board.empires.index(action.text("empire"))]
        return 0.0

    def _seat(self, seat: int) -> float:
        """What a seat would do now, and more for a favourite's or an enemy's; vacant seats before it go with it."""
        board = self.board
        empire = board.seats[seat].empire
        weight, seated = self.weight[empire], self.view["seated"][board.empires[empire]]
        value = self.seat(seat) + max(weight, -SPOIL * weight)
        for other in reversed(board.councils[empire]):
            if other >= seat:
                continue
            if seated[board.seats[other].id]:
                break
            value += FOLLOW * (self.seat(other) + abs(weight))
        return value

    def _take(self, seat: int, name: str) -> float:
        place = self.board.seats[seat]
        offer = next(offer for offer in place.offers if offer.id == name)
        return 0.0 if offer.kind == SWAP else self.taken(place.empire, offer)

    def _target(self, empire: int, region: int) -> float:
        """The best army against that region; how far it may come from is left to the next choice."""
        armies, banners = self.senders(empire), self.banners
        if self.now.get("reach") == "near":
            near = self.board.neighbours[region]
            armies = [army for army in armies if army[0] in near]
        most = max([strength for _, strength in armies], default=0)
        struck = [self.struck(empire, region, number) for number in range(1, most + 1)]
        found = []
        for source, strength in armies:
            # those that leave less than this behind are at risk
            safe, risk = self.threat(empire, source, region) - 1, self._risk(empire, source)
            left = range(banners[source] - 1, banners[source] - strength - 1, -1)
            found += [value - risk if less < safe else value for less, value in zip(left, struck)]
        return max(found, default=0.0)

    def _killed(self, region: int, banners: int) -> float:
        """So many deaths in a region, and its fall to its home empire if nobody is left there."""
        holder = self.control[region]
        value = -BANNER * self.weight[holder] * banners
        if banners == self.banners[region]:
            value += self.prizes[region] * (self.weight[self.board.home[region]] - self.weight[holder])
        return value

    def _scattered(self, region: int) -> float:
        """A region's fall to its home empire, and the death of its banners if they have nowhere to go."""
        home = self.board.home[region]
        holder = self.control[region]
        value = self.prizes[region] * (self.weight[home] - self.weight[holder])
        if all(self.control[near] != holder for near in self.board.neighbours[region]):
            value -= BANNER * self.weight[holder] * self.banners[region]
        return value

    def _marched(self, source: int, banners: int) -> float:
        """So many banners where they do most good, and not where they are."""
        empire = self.acting
        best = max(self.useful(empire, at) for at, holder in enumerate(self.control) if holder == empire)
        return BANNER / 2 * self.weight[empire] * banners * (best - self.useful(empire, source))

    def _lit(self, region: int) -> float:
        """The best single kill beside a region that has a banner."""
        holder = self.control[region]
        beside = [near for near in self.board.neighbours[region] if self.banners[near] and self.control[near] != holder]
        return max((self._killed(near, 1) for near in beside), default=0.0) if self.banners[region] else 0.0

    def _swapped(self, level: str, other: str) -> float:
        """The points that two slots would gain on the map as it is, above what that must be in this round."""
        cities = [self.territory.count(self.slots[name], "city") for name in (level, other)]
        gain = (self.values[level] - self.values[other]) * (cities[1] - cities[0])
        return gain - SWAP_GAIN.get(self.round, 1) + 0.5 - self.swap_spoils()

    def _card(self, ability: str, cards: int) -> float:
        """What an ability would bring now, less what its cards are worth; never played for less."""
        gain = self._gain(ability) - self.card * cards - self.cards_spoil(cards)
        # A card comes on top of the action that waits, so it need only be worth its price to go first.
        return gain + FIRST if gain > 0 else -FIRST

    def _gain(self, ability: str) -> float:
        """What an ability of an attack, or of the moment after it, would bring."""
        now = self.now
        empire = self.acting
        if ability in JOINING:
            target, strength = self.board.region_at[str(now["target"])], int(now["attackers"])
            return self.struck(empire, target, strength + JOINING[ability]) - self.struck(empire, target, strength)
        if ability in RAISED:
            return BANNER * max(self.weight) * RAISED[ability]
        if now.get("asks") == "after" and "region" in now:
            region = self.board.region_at[str(now["region"])]
            if ability == "bear-1":
                strength = self.banners[region] - (self.board.home[region] != empire)
                return self.best_attack(empire, only=(region, min(strength, int(now["survivors"]))))
            if ability == "bear-2":
                return self._killed(region, int(now["survivors"]) + int(now["left"]))
            if ability == "bear-lion":
                return BANNER * self.weight[empire] * int(now["killed"])
        return self._gain_elsewhere(ability)

    def _gain_elsewhere(self, ability: str) -> float:
        """What any other ability would bring, 0 for those that this player leaves alone."""
        board = self.board
        empire = self.acting
        match ability:
            case "horse-eagle" | "eagle-2":
                far = self.best_attack(empire, far=True, empty=ability == "eagle-2")
                return far - max(0.0, self.attack(empire))
            case "horse-1":
                return max(self._marched(region, count) for region, count in self.senders(empire))
            case "horse-2":
                return fsum(self._marched(region, count) for region, count in self.senders(empire)) / 2
            case "bear-horse":
                return max(self._scattered(at) for at, count in enumerate(self.banners) if count)
            case "eagle-elephant":
                return 2 * max((self._lit(at) for at, holder in enumerate(self.control) if holder == empire), default=0)
            case "lion-eagle":
                reserve: int = self.view["reserve"][board.empires[empire]]
                return BANNER * self.weight[empire] * min(self.control.count(empire), reserve)
            case "bear-eagle":
                held = ((at, min(3, count)) for at, count in enumerate(self.banners) if count)
                return max(self._killed(at, count) for at, count in held)
            case "lion-horse":
                name = str(self.now["action"])
                offers = [offer for seat in board.seats if seat.empire == empire for offer in seat.offers]
                return self.taken(empire, next(offer for offer in offers if offer.id == name))
            case "eagle-1":
                return max(map(self.seat, self._seats_of(None))) - max(0.0, self._own_seat())
            case "lion-1":
                return max(map(self.seat, self._seats_of(self.you))) - max(0.0, self._own_seat())
        return 0.0

    def _seats_of(self, player: int | None) -> list[int]:
        """The seats of the councils where that player's agents sit; None has the vacant ones."""
        seated, board = self.view["seated"], self.board
        return [at for at, seat in enumerate(board.seats) if seated[board.empires[seat.empire]][seat.id] == player]

    def _own_seat(self) -> float:
        return self.seat(self.board.seat_at[self.now["empire"], self.now["seat"]])


class SensiblePlayer:
    """Counts every empire's cities by its own loyalty, sends agents where they help its best empires or stop its worst,
    attacks and places banners for the cities that pay, and plays a card when that brings more than the card is worth.
    It reads loyalties that lie face up, and swaps its own when the cities make up for it, each round for less. It
    minds what breaks ties: how often it has swapped, and in the last round how many cards it holds.
    """

    def __init__(self, components: ComponentSet) -> None:
        self._printed = _read_board(read_board(components))
        self._territory: Territory | None = None
        self._loyalties: dict[int, Loyalties] = {}

    def choose(self, look: Look, legal: Sequence[Action], rng: Rng) -> Action:
        """The action that is worth most, the first of equals."""
        if len(legal) == 1:
            return legal[0]
        view: Mapping[str, Any] = look()
        return max(legal, key=Sight(self._printed, view, self._on_map(view), self._known(view)).worth)

    def _on_map(self, view: Mapping[str, Any]) -> Territory:
        """The map as it is shown; many choices leave it as it was."""
        territory = self._territory
        if territory is None or territory.shown is not view["regions"]:
            territory = self._territory = Territory(self._printed.board, view["regions"])
        return territory

    def _known(self, view: Mapping[str, Any]) -> Loyalties:
        """What the seat knows of loyalties, which few choices change."""
        known = self._loyalties.get(view["you"])
        if known is None or known.held != view["loyalties"] or known.shown != view["shown"]:
            known = self._loyalties[view["you"]] = _read_loyalties(self._printed, view)
        return known
