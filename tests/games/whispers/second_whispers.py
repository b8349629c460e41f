"""A record of Whispers in, what in it the rules forbid out: written from the texts of the rules, chip by chip."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from second import Walk, choice

#: W-29: the chips of a player, by value, the largest first.
CHIPS = {25: 2, 5: 8, 1: 10}
SUITS = ("candle", "tankard", "key", "coin", "quill", "lantern", "bell", "knife")
WHISPER = "whispers/whisper"
CARDS = {f"whispers/rank-{rank}/{suit}": rank for rank in range(1, 7) for suit in SUITS}
DECK = Counter({**dict.fromkeys(CARDS, 1), WHISPER: 6})


def worth(chips: Counter[int]) -> int:
    return sum(value * count for value, count in chips.items())


class Money:
    """W.3: chips and coins on paper in every place."""

    def __init__(self, walk: Walk) -> None:
        stack = walk.options["stack"]
        kept, short = Counter[int](), max(0, 100 - stack)
        for value, count in CHIPS.items():
            kept[value] = min(count, short // value)
            short -= kept[value] * value
        self.walk = walk
        self.purses = [f"purse {seat}" for seat in walk.players]
        self.chips = {purse: Counter(CHIPS) - kept for purse in self.purses}
        self.chips["bank"] = Counter({value: count * len(self.purses) for value, count in kept.items()})
        self.chips["pot"] = Counter()
        self.paper = dict.fromkeys(self.chips, 0) | dict.fromkeys(self.purses, max(0, stack - 100))

    def coins(self, place: str | int) -> int:
        place = f"purse {place}" if isinstance(place, int) else place
        return worth(self.chips[place]) + self.paper[place]

    def pay(self, giver: str, taker: str, coins: int, name: str, **args: Any) -> None:
        """The event of that name, for the seat whose purse it is, with every chip that changes places."""
        before = {place: Counter(chips) for place, chips in self.chips.items()}
        in_chips = min(coins, worth(self.chips[giver]))
        change = self._move(giver, taker, in_chips)
        moved = {
            place: {f"whispers/chip/{value}": chips[value] - before[place][value] for value in CHIPS
                    if chips[value] != before[place][value]}
            for place, chips in self.chips.items()
            if any(chips[value] != before[place][value] for value in CHIPS)
        }  # fmt: skip
        purse = taker if giver == "pot" else giver
        seat = self.purses.index(purse) + 1
        self.walk.due(seat, name, coins=coins, change=change, moved=moved, **args)
        if coins > in_chips:
            self.paper[giver] -= coins - in_chips
            self.paper[taker] += coins - in_chips
            written = (coins - in_chips) * (1 if giver == "pot" else -1)
            self.walk.due(seat, "on_paper", coins=written, balance=self.paper[purse])

    def _move(self, giver: str, taker: str, coins: int) -> str:
        exact, left = Counter[int](), coins
        for value in CHIPS:
            exact[value] = min(self.chips[giver][value], left // value)
            left -= exact[value] * value
        if not left:
            self.chips[giver] -= exact
            self.chips[taker] += exact
            return "none"
        everybody = ("pot", *self.purses, "bank")
        circles = {"each-other": (giver, taker), "bank": (giver, taker, "bank"), "table": everybody}
        for change, circle in circles.items():
            due = {place: worth(self.chips[place]) for place in circle}
            due[giver] -= coins
            due[taker] += coins
            if self._share_anew(due):
                return change
        self.walk.require(False, "no change can be made")
        return ""

    def _share_anew(self, due: dict[str, int]) -> bool:
        """From the largest chips down, everybody keeps what fits, and the first who has room takes up the rest."""
        shares: dict[str, Counter[int]] = {place: Counter() for place in due}
        for value in CHIPS:
            loose = sum(self.chips[place][value] for place in due)
            for place, room in due.items():
                shares[place][value] = min(self.chips[place][value], room // value)
                loose -= shares[place][value]
            for place, room in due.items():
                more = min(loose, room // value - shares[place][value])
                shares[place][value] += more
                loose -= more
                due[place] -= shares[place][value] * value
            if loose:
                return False
        self.chips.update(shares)
        return not any(due.values())


class Session:
    """Hands, one after the other."""

    def __init__(self, walk: Walk) -> None:
        self.walk, self.options, self.money = walk, walk.options, Money(walk)
        self.button = 0
        self.hands = 0
        self.last_winner = 0
        self.sharers: Sequence[int] = ()

    def plays(self, seat: int) -> bool:
        """W-14."""
        return self.options["short_ante"] != "sit-out" or self.money.coins(seat) > 0

    def play(self) -> None:
        self.button = self.walk.take("chance", "button")["args"]["seat"]
        for seat in self.walk.around(self.button):
            chips = {
                f"whispers/chip/{value}": count for value, count in self.money.chips[f"purse {seat}"].items() if count
            }
            self.walk.due(seat, "sits_down", coins=self.options["stack"], chips=chips)
            paper = self.money.paper[f"purse {seat}"]
            if paper:
                self.walk.due(seat, "on_paper", coins=paper, balance=paper)
        while self.hands < self.options["hands"] and sum(map(self.plays, self.walk.players)) > 1:
            self.next_button()
            self.hand()
        self.end()

    def next_button(self) -> None:
        """W.19, W-28."""
        if self.hands:
            seats = self.walk.around(self.walk.left_of(self.button))
            self.button = next(filter(self.plays, seats))
            self.walk.due(self.button, "gets_button", skipped=seats[: seats.index(self.button)])

    def hand(self) -> None:
        self.hands += 1
        seats = self.walk.around(self.button)
        playing, carry = [*filter(self.plays, seats)], self.money.coins("pot")
        self.walk.due(self.button, "hand_begins", hand=self.hands, carry=carry, cards=54, seats=playing)
        for seat in seats:
            coins = self.money.coins(seat)
            if seat not in playing:
                self.walk.due(seat, "sits_out", coins=coins)
            elif coins < 1 and self.options["short_ante"] == "free-ride":
                self.walk.due(seat, "rides_free", coins=coins)
            else:
                self.money.pay(f"purse {seat}", "pot", 1, "pays_ante")
        winners = Hand(self, playing).play()
        self.last_winner, self.sharers = (winners[0], ()) if len(winners) == 1 else (self.last_winner, winners)

    def end(self) -> None:
        """W-13, W.1."""
        odd, heir = self.money.coins("pot"), 0
        if self.options["odd_coins"] == "last-winner":
            heir = self.last_winner
        elif self.options["odd_coins"] == "left-of-button" and self.sharers:
            heir = next(seat for seat in self.walk.around(self.walk.left_of(self.button)) if seat in self.sharers)
        if odd and heir:
            self.money.pay("pot", f"purse {heir}", odd, "takes_odd_coins")
        elif odd:
            self.walk.due(self.button, "odd_coins_stay", coins=odd)
        scores = [self.money.coins(seat) for seat in self.walk.players]
        stack = self.options["stack"]
        for seat in self.walk.around(self.button):
            self.walk.due(seat, "finishes", coins=scores[seat - 1], gain=scores[seat - 1] - stack)
        self.walk.require(sum(scores) + self.money.coins("pot") == stack * len(scores), "coins are lost or made")
        self.walk.end(
            reason="hands" if self.hands == self.options["hands"] else "coins",
            winners=[seat for seat, score in enumerate(scores, 1) if score > stack],
            scores=scores, hands=self.hands, unclaimed=self.money.coins("pot"),
        )  # fmt: skip


class Hand:
    """One hand; `active` are those who are still in it, from the button on."""

    def __init__(self, session: Session, playing: Sequence[int]) -> None:
        self.walk, self.options, self.money = session.walk, session.options, session.money
        self.button = session.button
        self.active = list(playing)
        self.deck, self.discards = Counter(DECK), Counter[str]()
        self.up: dict[int, list[str]] = {seat: [] for seat in playing}
        self.down: dict[int, str] = {}
        self.round = 0
        self.left_before = self.left_now = self.knocked = False

    def play(self) -> Sequence[int]:
        """Who won the pot or shared it."""
        for second in (False, True):
            for seat in self.active:
                card = self.draw(seat)
                if second and CARDS.get(card) == CARDS.get(self.up[seat][0], 0):
                    self.down[seat] = self.up[seat].pop()
                    self.walk.due(seat, "turns_down", card=card)
        while True:
            self.round += 1
            self.walk.due(self.active[0], "round_begins", round=self.round, seats=self.active)
            winners = self.declare() or self.deal()
            if winners:
                return winners

    def draw(self, seat: int) -> str:
        card = self.walk.take("chance", "deal", round=self.round, seat=seat)["args"]["card"]
        self.walk.require(self.deck[card], "that card is not in the deck")
        self.deck[card] -= 1
        self.up[seat].append(card)
        return str(card)

    def lay_aside(self, seat: int) -> None:
        down = self.down.pop(seat, None)
        cards = [*self.up[seat], *([down] if down else [])]
        told = self.walk.next["args"]["cards"]
        self.walk.require(sorted(told) == sorted(cards), "these are not the cards of the hand")
        self.walk.due(seat, "lays_aside", cards=told)
        self.discards.update(cards)

    def may_split(self) -> bool:
        """W-07."""
        match self.options["split_from"]:
            case "any-exit":
                return self.left_before or self.left_now
            case "next-round":
                return self.left_before
        return self.knocked

    def declare(self) -> Sequence[int]:
        """W-01 to W-11: everybody in turn; winners where the hand ends with it."""
        self.left_before, self.left_now = self.left_before or self.left_now, False
        said: dict[int, str] = {}
        for seat in list(self.active):
            words = ("in", "out", "split") if self.may_split() else ("in", "out")
            self.walk.offered(*map(choice, words))
            said[seat] = self.walk.take(seat, *words)["action"]
            if said[seat] == "out":
                self.lay_aside(seat)
                self.active.remove(seat)
                self.left_now = True
                if len(self.active) == 1:
                    return self.take_pot()
            if said[seat] == "split" and self.options["split_offer"] == "poll-at-once":
                others = [other for other in self.walk.around(seat)[1:] if other in self.active]
                if self.poll(others):
                    return self.share(self.active)
                self.walk.due(seat, "counts_as_in")
                said[seat] = "in"
        offering = [seat for seat in self.active if said[seat] == "split"]
        others = [seat for seat in self.active if said[seat] == "in"]
        asks = self.options["split_offer"] == "poll-after"
        if offering and (not others or (asks and self.poll(others))):
            return self.share(self.active)
        for seat in offering:
            self.walk.due(seat, "counts_as_in")
        return ()

    def poll(self, seats: Sequence[int]) -> bool:
        """W-08: asked one after the other until one refuses."""
        self.walk.due(seats[0], "poll_begins", seats=seats)
        for seat in seats:
            self.walk.offered(choice("accept"), choice("refuse"))
            if self.walk.take(seat, "accept", "refuse")["action"] == "refuse":
                return False
        return True

    def deal(self) -> Sequence[int]:
        """A card for everybody who is in, then pairs; winners where the hand ends with it."""
        dealt = [seat for seat in self.active if self.gets_card(seat)]
        out = [seat for seat in dealt if CARDS.get(self.up[seat][-1], 0) in map(CARDS.get, self.up[seat][:-1])]
        paid = {seat: self.knock_out(seat) for seat in out}
        if out:
            self.knocked = self.left_now = True
        if len(out) == len(self.active):
            best = [seat for seat in out if paid[seat] == max(paid.values())]
            for seat in best:
                self.walk.due(seat, "highest_penalty", coins=paid[seat])
            self.active = best
            return self.take_pot() if len(best) == 1 else self.share(best)
        short = len(dealt) < len(self.active)
        self.active = [seat for seat in self.active if seat not in out]
        if len(self.active) == 1:
            return self.take_pot()
        return self.share(self.active) if short and (self.options["deck_out"] != "survive" or not dealt) else ()

    def gets_card(self, seat: int) -> bool:
        """W-25."""
        if not self.deck.total() and self.options["deck_out"] == "reshuffle" and self.discards:
            told = self.walk.next["args"]["cards"]
            self.walk.require(Counter(told) == self.discards, "these are not the discards")
            self.walk.due(seat, "reshuffles", cards=told)
            self.deck, self.discards = self.discards, Counter()
        if not self.deck.total():
            self.walk.due(seat, "gets_no_card")
            return False
        self.draw(seat)
        return True

    def knock_out(self, seat: int) -> int:
        """W.13, W.14, W-15, W-24; the penalty that a washout goes by (W-16)."""
        rank, whispers, down = CARDS[self.up[seat][-1]], self.up[seat].count(WHISPER), seat in self.down
        penalty = rank * 2 ** (whispers + down)
        self.walk.due(seat, "knocked_out", rank=rank, whispers=whispers, turned_down=down, penalty=penalty)
        owes = self.options["short_penalty"] == "debt"
        coins = penalty if owes else min(penalty, max(0, self.money.coins(seat)))
        self.money.pay(f"purse {seat}", "pot", coins, "pays_penalty", penalty=penalty)
        self.lay_aside(seat)
        return coins if self.options["washout_by"] == "paid" else penalty

    def take_pot(self) -> Sequence[int]:
        (winner,) = self.active
        self.money.pay("pot", f"purse {winner}", self.money.coins("pot"), "takes_pot")
        return [winner]

    def share(self, seats: Sequence[int]) -> Sequence[int]:
        """W.18, W-12."""
        coins, odd = divmod(self.money.coins("pot"), len(seats))
        for seat in seats:
            self.money.pay("pot", f"purse {seat}", coins, "takes_share", sharers=len(seats), odd=odd)
        return list(seats)


def check(walk: Walk) -> None:
    Session(walk).play()
