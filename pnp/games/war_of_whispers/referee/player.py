"""What a seat may see and do in; the choice of a player who means to win out."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum

from pnp.engine.action import Action
from pnp.engine.kit import Kit
from pnp.engine.players import Look
from pnp.engine.seeds import Lots
from pnp.games.war_of_whispers.referee.board import SWAP, Board, read_board
from pnp.games.war_of_whispers.referee.sight import BANNER, Sight

#: What a swap of loyalties must bring at once in each round: cities still change hands, and a swap tells the others.
SWAP_GAIN = {1: 12, 2: 8, 3: 1, 4: 1}
#: What it is worth to keep an enemy's seat from others, and how much of a vacant seat's use goes with another.
SPOIL, FOLLOW = 0.6, 0.5
#: More than any action brings.
FIRST = 100.0
#: How many banners a card brings to an army or to the map.
JOINING = {"elephant-1": 1, "elephant-2": 3, "lion-elephant": 4}
RAISED = {"lion-2": 3, "bear-elephant": 3, "horse-elephant": 4}


class SensiblePlayer:
    """Counts every empire's cities by its own loyalty, sends agents where they help its best empires or stop its worst,
    attacks and places banners for the cities that pay, and plays a card when that brings more than the card is worth.
    It reads loyalties that lie face up, and swaps its own when the cities make up for it, each round for less. It
    minds what breaks ties: how often it has swapped, and in the last round how many cards it holds.
    """

    def __init__(self, kit: Kit) -> None:
        self._board = read_board(kit)

    def choose(self, look: Look, legal: Sequence[Action], lots: Lots) -> Action:
        """The action that is worth most, the first of equals."""
        if len(legal) == 1:
            return legal[0]
        choice = Choice(self._board, Sight(self._board, look()))
        return max(legal, key=choice.worth)


class Choice:
    """One decision: what each action is worth by what is seen."""

    def __init__(self, board: Board, sight: Sight) -> None:
        self.board, self.sight = board, sight

    def worth(self, action: Action) -> float:
        """The worth of any action that a seat may have, 0 for what changes nothing."""
        board, sight = self.board, self.sight
        args = dict(action.args)
        empire = sight.acting
        region = board.region_at.get(str(args.get("region")), -1)
        source = board.region_at.get(str(args.get("source")), -1)
        match action.name:
            case "deploy":
                return self._seat(board.seat_named(action))
            case "take_back":
                return -self._seat(board.seat_named(action))
            case "add_banners" | "draw_cards" | "attack":
                return self._take(board.seat_named(action), str(args["action"]))
            case "swap_agents":
                return sight.seat(board.seat_named(action, "partner")) + 0.05
            case "errand" | "fly":
                return sight.seat(board.seat_named(action))
            case "play":
                return self._card(str(args["ability"]), 1 if args["paid_with"] is None else 2)
            case "place" | "march_to":
                return sight.weight[empire] * sight.useful(empire, region)
            case "post":
                return 0.8 * sight.weight[sight.control[region]] - 1
            case "recall":
                return -0.8 * sight.weight[sight.control[region]] + 1
            case "target":
                return self._target(empire, region)
            case "send":
                target = board.region_at[str(sight.now["target"])]
                return sight.sent(empire, source, target, _number(args["banners"]))
            case "raise":
                return sight.weight[sight.control[region]] * (1 + sight.useful(sight.control[region], region))
            case "kill" | "burn":
                return self._killed(region, _number(args["banners"]))
            case "march":
                return self._marched(source, _number(args["banners"]))
            case "scatter":
                return self._scattered(region)
            case "relieve":
                return sight.weight[empire] * _number(args["banners"]) - sight.prize(source)
            case "regroup":
                return sight.weight[board.empires.index(str(args["empire"]))]
            case "light":
                return self._lit(region)
            case "swap_loyalties":
                return self._swapped(str(args["level"]), str(args["other"]))
        return 0.0

    def _seat(self, seat: int) -> float:
        """What a seat would do now, and more for a favourite's or an enemy's; vacant seats before it go with it."""
        sight, empire = self.sight, self.board.seats[seat].empire
        weight = sight.weight[empire]
        value = sight.seat(seat) + max(weight, -SPOIL * weight)
        for other in reversed([other for other in self.board.councils[empire] if other < seat]):
            if sight.council[other]:
                break
            value += FOLLOW * (sight.seat(other) + abs(weight))
        return value

    def _take(self, seat: int, name: str) -> float:
        place = self.board.seats[seat]
        offer = next(offer for offer in place.offers if offer.id == name)
        return 0.0 if offer.kind == SWAP else self.sight.taken(place.empire, offer)

    def _target(self, empire: int, region: int) -> float:
        """The best army against that region; how far it may come from is left to the next choice."""
        sight = self.sight
        near = self.board.neighbours[region]
        reach = sight.now.get("reach") != "near"
        found = [
            sight.sent(empire, source, region, number)
            for source, strength in sight.senders(empire)
            if reach or source in near
            for number in range(1, strength + 1)
        ]
        return max(found, default=0.0)

    def _killed(self, region: int, banners: int) -> float:
        """So many deaths in a region, and its fall to its home empire if nobody is left there."""
        sight = self.sight
        holder = sight.control[region]
        value = -BANNER * sight.weight[holder] * banners
        if banners == sight.banners[region]:
            value += sight.prize(region) * (sight.weight[self.board.home[region]] - sight.weight[holder])
        return value

    def _scattered(self, region: int) -> float:
        """A region's fall to its home empire, and the death of its banners if they have nowhere to go."""
        sight, home = self.sight, self.board.home[region]
        holder = sight.control[region]
        value = sight.prize(region) * (sight.weight[home] - sight.weight[holder])
        if all(sight.control[near] != holder for near in self.board.neighbours[region]):
            value -= BANNER * sight.weight[holder] * sight.banners[region]
        return value

    def _marched(self, source: int, banners: int) -> float:
        """So many banners where they do most good, and not where they are."""
        sight, empire = self.sight, self.sight.acting
        best = max(sight.useful(empire, at) for at, holder in enumerate(sight.control) if holder == empire)
        return BANNER / 2 * sight.weight[empire] * banners * (best - sight.useful(empire, source))

    def _lit(self, region: int) -> float:
        """The best single kill beside a region that has a banner."""
        sight = self.sight
        holder = sight.control[region]
        beside = [
            near for near in self.board.neighbours[region] if sight.banners[near] and sight.control[near] != holder
        ]
        return max((self._killed(near, 1) for near in beside), default=0.0) if sight.banners[region] else 0.0

    def _swapped(self, level: str, other: str) -> float:
        """The points that two slots would gain on the map as it is, above what that must be in this round."""
        sight = self.sight
        cities = [sight.cities(sight.slots[name]) for name in (level, other)]
        gain = (sight.values[level] - sight.values[other]) * (cities[1] - cities[0])
        return gain - SWAP_GAIN.get(sight.round, 1) + 0.5 - sight.swap_spoils()

    def _card(self, ability: str, cards: int) -> float:
        """What an ability would bring now, less what its cards are worth; never played for less."""
        gain = self._gain(ability) - self.sight.card * cards - self.sight.cards_spoil(cards)
        # A card comes on top of the action that waits, so it need only be worth its price to go first.
        return gain + FIRST if gain > 0 else -FIRST

    def _gain(self, ability: str) -> float:
        """What an ability of an attack, or of the moment after it, would bring."""
        sight, now = self.sight, self.sight.now
        empire = sight.acting
        if ability in JOINING:
            target, strength = self.board.region_at[str(now["target"])], int(now["attackers"])
            return sight.struck(empire, target, strength + JOINING[ability]) - sight.struck(empire, target, strength)
        if ability in RAISED:
            return BANNER * max(sight.weight) * RAISED[ability]
        if now.get("asks") == "after" and "region" in now:
            region = self.board.region_at[str(now["region"])]
            if ability == "bear-1":
                strength = sight.banners[region] - (self.board.home[region] != empire)
                return sight.best_attack(empire, only=(region, min(strength, int(now["survivors"]))))
            if ability == "bear-2":
                return self._killed(region, int(now["survivors"]) + int(now["left"]))
            if ability == "bear-lion":
                return BANNER * sight.weight[empire] * int(now["killed"])
        return self._gain_elsewhere(ability)

    def _gain_elsewhere(self, ability: str) -> float:
        """What any other ability would bring, 0 for those that this player leaves alone."""
        sight, board = self.sight, self.board
        empire = sight.acting
        match ability:
            case "horse-eagle" | "eagle-2":
                far = sight.best_attack(empire, far=True, empty=ability == "eagle-2")
                return far - max(0.0, sight.best_attack(empire))
            case "horse-1":
                return max(self._marched(region, count) for region, count in sight.senders(empire))
            case "horse-2":
                return fsum(self._marched(region, count) for region, count in sight.senders(empire)) / 2
            case "bear-horse":
                return max(self._scattered(at) for at, count in enumerate(sight.banners) if count)
            case "eagle-elephant":
                return 2 * max(
                    (self._lit(at) for at, holder in enumerate(sight.control) if holder == empire), default=0
                )
            case "lion-eagle":
                return BANNER * sight.weight[empire] * min(sight.control.count(empire), sight.reserve[empire])
            case "bear-eagle":
                held = ((at, min(3, count)) for at, count in enumerate(sight.banners) if count)
                return max(self._killed(at, count) for at, count in held)
            case "lion-horse":
                name = str(sight.now["action"])
                offers = [offer for seat in board.seats if seat.empire == empire for offer in seat.offers]
                return sight.taken(empire, next(offer for offer in offers if offer.id == name))
            case "eagle-1":
                seats = [seat for seat, player in enumerate(sight.council) if not player]
                return max(map(sight.seat, seats)) - max(0.0, self._own_seat())
            case "lion-1":
                seats = [seat for seat, player in enumerate(sight.council) if player == sight.you]
                return max(map(sight.seat, seats)) - max(0.0, self._own_seat())
        return 0.0

    def _own_seat(self) -> float:
        now = self.sight.now
        return self.sight.seat(self.board.seat_at[str(now["empire"]), str(now["seat"])])


def _number(value: object) -> int:
    assert isinstance(value, int)
    return value
