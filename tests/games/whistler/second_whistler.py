"""A record of Whistler in, what in it the rules forbid out: written from the texts of the rules alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from second import Row, Walk, choice

SUITS = ("spades", "hearts", "diamonds", "clubs")
RANKS = ("ace", *map(str, range(2, 11)), "jack", "queen", "king")
PACK = [f"whistler/{suit}/{rank}" for suit in SUITS for rank in RANKS]
HANDS = ("whistler", "runner", "party")


def suit(card: str) -> str:
    return card.split("/")[1]


def rank(card: str) -> str:
    return card.split("/")[2]


def points(card: str) -> int:
    """H.8."""
    return 11 if rank(card) == "ace" else min(10, RANKS.index(rank(card)) + 1)


def order(card: str) -> int:
    """H.1: the ace is highest."""
    return RANKS.index(rank(card)) or len(RANKS)


def special(cards: Iterable[str]) -> str | None:
    """H.10 to H.12, H-16 to H-18."""
    orders = sorted(map(order, cards))
    suits = len(set(map(suit, cards)))
    if suits == 1 and sum(map(points, cards)) == 41:
        return "whistler"
    if suits == 4 and (orders == [*range(orders[0], orders[0] + 4)] or orders == [1, 2, 3, 13]):
        return "runner"
    return "party" if len(set(orders)) == 1 else None


def best_suit(hand: Iterable[str]) -> tuple[str, int]:
    """H-16: the suit that counts most, the first of equals."""
    counts = {name: sum(points(card) for card in hand if suit(card) == name) for name in SUITS}
    name = max(SUITS, key=counts.__getitem__)
    return name, counts[name]


def fits(card: str, wish: tuple[str, str]) -> bool:
    """H-25."""
    kinds = ("any", rank(card), "high" if points(card) >= 10 else "low")
    return wish[0] in ("any", suit(card)) and wish[1] in kinds


class Session:
    """Deals, one after the other."""

    def __init__(self, walk: Walk) -> None:
        self.walk, self.options = walk, walk.options
        self.picks = dict.fromkeys(walk.players, 0)
        self.paper = dict.fromkeys(walk.players, 0)
        self.bank = 20 * len(walk.players)
        self.deals = 0

    def play(self) -> None:
        dealer, deals = self.first_dealer(), self.options["deals"]
        while True:
            self.deals += 1
            self.walk.due(dealer, "deals", deal=self.deals)
            Deal(self, dealer).play()
            dealer = self.walk.left_of(dealer)
            most = max(self.picks.values())
            first = [seat for seat, picks in self.picks.items() if picks == most]
            if self.deals == deals and len(first) > 1 and self.options["tie"] == "decider":
                for seat in first:
                    self.walk.due(seat, "level", total=most)
            elif self.deals >= deals:
                break
        shared = len(first) > 1
        first = first if most else []  # H-21: who has no pick has not the most
        for seat in first:
            self.walk.due(seat, "champion", total=most, shared=shared)
        if not first:
            self.walk.due(self.walk.around(dealer)[-1], "no_champion", deals=self.deals)
        self.walk.end(
            reason="nobody" if not first else "shared" if shared else "champion",
            winners=first, scores=[*self.picks.values()],
            deals=self.deals, paper=[*self.paper.values()],
        )  # fmt: skip

    def first_dealer(self) -> int:
        """H.2, H-23."""
        drawing = list(self.walk.players)
        while True:
            drawn: dict[int, str] = {}
            for seat in drawing:
                card = self.walk.take("chance", "draw_for_deal", seat=seat)["args"]["card"]
                self.walk.require(card in PACK and card not in drawn.values(), "that card is not in the pack")
                drawn[seat] = card
            drawing = [seat for seat in drawing if order(drawn[seat]) == max(map(order, drawn.values()))]
            if len(drawing) == 1:
                self.walk.due(drawing[0], "first_dealer", card=drawn[drawing[0]])
                return drawing[0]
            for seat in drawing:
                self.walk.due(seat, "level_draw", card=drawn[seat])

    def pay(self, seat: int, picks: int) -> None:
        """H.16, H.18."""
        out_of_bank = min(picks, self.bank)
        self.bank -= out_of_bank
        self.paper[seat] += picks - out_of_bank
        for name, part in (("paid", out_of_bank), ("noted", picks - out_of_bank)):
            if part:
                self.picks[seat] += part
                self.walk.due(seat, name, picks=part, total=self.picks[seat])


class Deal:
    """One deal; `last` are those who still have a turn after a knock."""

    def __init__(self, session: Session, dealer: int) -> None:
        self.session, self.walk, self.options, self.dealer = session, session.walk, session.options, dealer
        self.seats = self.walk.around(self.walk.left_of(dealer))
        self.stock, self.pile = set(PACK), [""]
        self.hands: dict[int, list[str]] = {seat: [] for seat in self.seats}
        self.turns = self.knocker = 0
        self.last: list[int] = []

    def play(self) -> None:
        for _ in range(4):
            for seat in self.seats:
                self.hands[seat].append(self.draw("deal", [seat], seat=seat))
        self.pile = [self.draw("turn_up", None)]
        if self.options["dealt_special"] == "at-once":
            for seat in self.seats:
                name = special(self.hands[seat])
                if name:
                    self.win(seat, name, self.told(self.hands[seat]))
                    return
        seat = self.seats[0]
        while not self.is_over(seat) and not self.turn(seat):
            seat = self.walk.left_of(seat)

    def draw(self, name: str, seen: list[int] | None, **args: int) -> str:
        card = str(self.walk.take("chance", name, seen=seen, **args)["args"]["card"])
        self.walk.require(card in self.stock, "that card is not in the stock")
        self.stock.remove(card)
        return card

    def told(self, cards: Sequence[str]) -> list[str]:
        """Cards of a hand in whatever order the line has them."""
        told = self.walk.next["args"]["cards"]
        self.walk.require(sorted(told) == sorted(cards), f"the cards are {cards}")
        return list(told)

    def is_over(self, seat: int) -> bool:
        """Whether no further turn begins: after the last turns, after too many, or without a stock (H-01)."""
        if self.knocker and not self.last:
            self.showdown(self.walk.left_of(self.knocker))
            return True
        if self.knocker:
            return False
        if self.turns == len(self.seats) * self.options["rounds"]:
            self.walk.due(self.dealer, "deal_drawn", reason="rounds", turns=self.turns)
            return True
        if self.stock or self.options["empty_stock"] == "reshuffle":
            return False
        if self.options["empty_stock"] == "drawn":
            self.walk.due(self.dealer, "deal_drawn", reason="stock", turns=self.turns)
        else:
            self.walk.due(seat, "stock_spent")
            self.showdown(seat)
        return True

    def turn(self, seat: int) -> bool:
        """Whether it won the deal."""
        self.turns += 1
        self.last = self.last[1:]
        taken = self.take_card(seat)
        first = self.turns <= len(self.seats)
        may_knock = not self.knocker and not (first and self.options["first_turn_knock"] == "no")
        wish: tuple[str, str] | None = None
        while True:
            choices = self.choices(seat, taken, may_knock and not self.knocker, wish is None)
            self.walk.offered(*choices)
            row = self.walk.take(seat, "discard", "knock", "offer", "declare")
            self.walk.require(choice(row["action"], **row["args"]) in choices, "that may not be done")
            if row["action"] == "knock":
                self.knock(seat)
            elif row["action"] == "offer":
                wish = self.ask(seat)
            else:
                break
        hand = self.hands[seat]
        card = row["args"].get("card") or next(card for card in hand if card not in row["args"]["cards"])
        hand.remove(card)
        if row["action"] == "declare":
            name, cards = row["args"]["hand"], row["args"]["cards"]
            if special(cards) == name:
                self.walk.due(seat, "laid_face_down", [seat], card=card)
                self.win(seat, name, cards)
                return True
            self.walk.due(seat, "false_call", hand=name, cards=cards, card=card)
        self.pile.append(card)
        if wish:
            helped = "helped" if fits(card, wish) else "not_helped"
            self.walk.due(seat, helped, neighbour=self.walk.left_of(seat), suit=wish[0], rank=wish[1], card=card)
        if may_knock and not self.knocker:
            self.walk.offered(choice("pass"), choice("knock"))
            if self.walk.take(seat, "pass", "knock")["action"] == "knock":
                self.knock(seat)
        return False

    def take_card(self, seat: int) -> str:
        """H.6, H-01, H-26: the card taken from the discards, or none."""
        fills = self.options["empty_stock"] == "reshuffle" and len(self.pile) > 1
        stock = [choice("draw_stock")] if self.stock or fills else []
        self.walk.offered(*stock, choice("take_discard", card=self.pile[-1]))
        if self.walk.next.get("action") == "take_discard":
            card = self.pile.pop()
            self.walk.take(seat, "take_discard", card=card)
            self.hands[seat].append(card)
            return card
        self.walk.take(seat, "draw_stock")
        self.walk.require(stock, "there is nothing to draw")
        if not self.stock:
            self.walk.due(seat, "reshuffled", cards=len(self.pile) - 1)
            self.stock, self.pile = set(self.pile[:-1]), self.pile[-1:]
        self.hands[seat].append(self.draw("stock_card", [seat], seat=seat))
        return ""

    def choices(self, seat: int, taken: str, may_knock: bool, may_offer: bool) -> list[Row]:
        """H.7, H-02, H-06, H-22, H-25."""
        hand = sorted(self.hands[seat], key=PACK.index)
        free = [card for card in hand if card != taken or self.options["discard_taken"] == "yes"]
        found = [choice("discard", card=card) for card in free]
        for four in combinations(hand, 4):
            if set(hand).difference(four) <= set(free):
                names = HANDS if self.options["false_call"] == "penalty" else (special(four),)
                found += [choice("declare", hand=name, cards=list(four)) for name in names if name]
        if may_knock:
            found.append(choice("knock"))
        helps = self.options["village"] == "yes" and self.knocker not in (0, seat, self.walk.left_of(seat))
        return [*found, choice("offer")] if may_offer and helps else found

    def knock(self, seat: int) -> None:
        """H.14, H-10."""
        self.knocker, self.last = seat, self.walk.around(seat)[1:]
        self.walk.due(seat, "last_turns", seats=self.last)

    def ask(self, seat: int) -> tuple[str, str]:
        """H-25."""
        neighbour = self.walk.left_of(seat)
        suits, ranks = (*SUITS, "any"), (*RANKS, "any", "high", "low")
        self.walk.offered(*(choice("ask_suit", suit=name) for name in suits))
        of_suit = self.walk.take(neighbour, "ask_suit")["args"]["suit"]
        self.walk.offered(*(choice("ask_rank", rank=name) for name in ranks))
        of_rank = self.walk.take(neighbour, "ask_rank")["args"]["rank"]
        self.walk.require(of_suit in suits and of_rank in ranks, "nobody can ask for that")
        return of_suit, of_rank

    def win(self, seat: int, name: str, cards: Sequence[str]) -> None:
        """H-11, H-15."""
        self.walk.due(seat, "special_hand", hand=name, cards=cards)
        self.session.pay(seat, 1 if self.knocker in (0, seat) else 2)

    def showdown(self, first: int) -> None:
        """H.14 to H.16, H-12 to H-15."""
        counts = {}
        for seat in self.walk.around(first):
            hand = self.hands[seat]
            name, counts[seat] = best_suit(hand)
            self.walk.due(
                seat, "hand_shown", cards=self.told(hand), suit=name, points=counts[seat], special=special(hand)
            )
        most = max(counts.values())
        if self.knocker and counts[self.knocker] == most:
            self.session.pay(self.knocker, 1)
            return
        for seat, count in counts.items():
            best = count == most
            if not self.knocker and best:
                self.session.pay(seat, 1)
            elif self.knocker and count > counts[self.knocker] and (best or self.options["beaters"] != "best"):
                self.session.pay(seat, 3 if best and self.options["beaters"] == "sum" else 2)


def check(walk: Walk) -> None:
    Session(walk).play()
