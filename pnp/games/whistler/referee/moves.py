"""What the acting seat may do, or why it may not; and what a legal action brings, up to the session's end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import NamedTuple

from pnp.engine.action import CHANCE, OVER, Action, act
from pnp.engine.values import without
from pnp.games.whistler.referee.state import (
    HAND_SIZE,
    HANDS,
    PARTY,
    RUNNER,
    WHISTLER,
    Card,
    Course,
    Ids,
    Phase,
    State,
    best_suit,
)

ANY, HIGH, LOW = "any", "high", "low"
#: Points from which a card is a high one: the ten, the courts and the ace.
_HIGH_FROM = 10
_DRAW_STOCK, _KNOCK, _OFFER, _PASS = act("draw_stock"), act("knock"), act("offer"), act("pass")
WIN, BEAT = 1, 2
HIDDEN = ("deal", "stock")
"""The phases in which a card comes that only the seat sees that gets it."""
_RULES_OF = {WHISTLER: ("H.10", "H-17"), RUNNER: ("H.11", "H-18"), PARTY: ("H.12",)}

Sight = State | Course
Move = Callable[[Course, Action], None]


def suits_to_ask(cards: Mapping[str, Card]) -> Ids:
    """Each suit of the pack, or any."""
    return (ANY, *dict.fromkeys(card.suit for card in cards.values()))


def ranks_to_ask(cards: Mapping[str, Card]) -> Ids:
    """Any rank, a high or a low one, or each rank of the pack."""
    return (ANY, HIGH, LOW, *dict.fromkeys(card.rank for card in cards.values()))


def grants(card: Card, suit: str, rank: str) -> bool:
    """Whether the card is one that was asked for."""
    if suit not in (ANY, card.suit):
        return False
    if rank in (HIGH, LOW):
        return (card.points >= _HIGH_FROM) == (rank == HIGH)
    return rank in (ANY, card.rank)


def actor(state: Sight) -> int:
    """CHANCE, the seat whose choice it is, or OVER."""
    phase = state.phase
    if phase in _BY_SEAT:
        return state.seat
    if phase in _BY_NEIGHBOUR:
        return state.left_of(state.seat)
    return OVER if phase == "over" else CHANCE


def choices(state: Sight) -> tuple[Action, ...]:
    """The legal actions; none where no seat acts."""
    phase = state.phase
    if phase == "late":
        return _LATE
    if phase == "draw":
        take = _take(state.discards[-1])
        return (_DRAW_STOCK, take) if state.may_draw_stock() else (take,)
    if phase == "discard":
        return tuple(_may_discard(state))
    if phase == "suit":
        return tuple([act("ask_suit", suit=suit) for suit in suits_to_ask(state.session.cards)])
    if phase == "rank":
        return tuple([act("ask_rank", rank=rank) for rank in ranks_to_ask(state.session.cards)])
    return ()


def _may_discard(state: Sight) -> list[Action]:
    cards, session = state.discardable(), state.session
    legal = [*map(_discard_of, cards)]
    if state.may_knock():
        legal.append(_KNOCK)
    if state.may_offer():
        legal.append(_OFFER)
    any_name = session.setup.reads("false_call", "penalty")
    weights, hand = session.weights, state.hand()
    whole = sum([weights[card] for card in hand])
    names = session.sums
    for card in cards:
        name = names.get(whole - weights[card])
        if name or any_name:
            kept = without(hand, card)
            legal += [act("declare", hand=claim, cards=kept) for claim in HANDS if any_name or claim == name]
    return legal


@cache
def _take(card: str) -> Action:
    return act("take_discard", card=card)


@cache
def _discard_of(card: str) -> Action:
    return act("discard", card=card)


_LATE = (_PASS, _KNOCK)
_BY_SEAT = ("draw", "discard", "late")
_BY_NEIGHBOUR = ("suit", "rank")

_DUE: Mapping[Phase, str] = {
    "draw": "Seat {seat} has to draw first: from the stock, or the top of the discard pile.",
    "discard": "Seat {seat} has drawn and has to discard a card.",
    "late": "Seat {seat} has discarded and can only knock now, or pass.",
    "suit": "Seat {left} has to name the suit that it needs, or any.",
    "rank": "Seat {left} has to name the rank that it needs, high, low or any.",
}


def objection(state: Sight, action: Action) -> str:
    """One sentence on why an action that is not among the choices is not."""
    match state.phase, action.name:
        case "draw", "draw_stock":
            return "The stock is empty and cannot be filled again; take the top of the discard pile."
        case (("draw" | "discard"), "knock"):
            return _no_knock(state)
        case "discard", "discard":
            return _no_discard(state, dict(action.args).get("card"))
        case "discard", "declare":
            return "Those cards are no such special hand, or not four of the hand with a fifth that can be discarded."
        case "discard", "offer":
            return _no_offer(state)
    return _DUE[state.phase].format(seat=state.seat, left=state.left_of(state.seat))


def thought_of(state: State) -> Iterable[tuple[Action, str]]:
    """What a seat on its turn thinks of, each with the rule that may forbid it."""
    phase = state.phase
    if phase not in _BY_SEAT:
        return
    if phase == "draw":
        yield _DRAW_STOCK, "H-26"
    else:
        yield _DRAW_STOCK, "H.6"
        yield from ((_take(card), "H.6") for card in state.discards[-1:])
    for card in dict.fromkeys(state.hand()):
        yield _discard_of(card), "H.6" if phase == "draw" else "H-02" if phase == "discard" else "H.7"
    yield _KNOCK, "H-09" if state.knocker else "H-06" if phase == "draw" else "H-08"
    if state.knocker and state.session.setup.reads("village", "yes"):
        yield _OFFER, "H-25"


def _no_discard(state: Sight, card: object) -> str:
    if card != state.taken or card not in state.hand():
        return "That card is not in the hand; discard one of the five."
    return "At this table a card taken from the discard pile cannot be discarded in the same turn; choose another."


def _no_knock(state: Sight) -> str:
    if state.knocker:
        return f"Seat {state.knocker} has knocked already, and a deal has only one knock."
    if state.phase == "draw":
        return "A knock counts only after drawing, until the next player draws."
    return "At this table nobody knocks on the first turn of a deal."


def _no_offer(state: Sight) -> str:
    if not state.session.setup.reads("village", "yes"):
        return "Help can be offered in Whistler Village only, which this table does not play."
    return "Help is offered once a turn, after a knock, by others than the knocker to a neighbour who still has a turn."


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


def new_deal(course: Course, dealer: int) -> None:
    """The pack in the dealer's hands, nothing dealt yet."""
    passed = ("H-20",) if course.deal else ()
    course.tell(dealer, "deals", "H.3", *passed, deal=course.deal + 1)
    course.collect()
    course.phase, course.seat, course.dealer, course.deal = "deal", course.left_of(dealer), dealer, course.deal + 1
    course.turns, course.taken, course.knocker, course.wish = 0, "", 0, None


def won_with_special(course: Course, seat: int, name: str, hand: Ids, face_down: str = "") -> None:
    """The seat has shown a special hand; the card that it discarded for it, if any, stays face down."""
    if face_down:
        course.tell(seat, "laid_face_down", "H.9", seen_by=(seat,), card=face_down)
    course.tell(seat, "special_hand", "H.9", *_RULES_OF[name], "H-03", hand=name, cards=hand)
    _pay(course, [special_share(seat, course.knocker)])


def showdown(course: Course) -> None:
    """All hands laid open from the knocker's left on, the knocker's last; or from the seat whose turn it was to be."""
    points = {}
    session = course.session
    first = course.left_of(course.knocker) if course.knocker else course.seat
    for seat in course.clockwise(first):
        hand = course.hands[seat - 1]
        suit, points[seat] = best_suit([session.cards[card] for card in hand])
        if course.told is not None:
            # H-04: a special hand that nobody named counts its points and no more.
            unnamed = session.special.get(frozenset(hand), "")
            rulings = ("H.8", "H.14", "H-16", *(("H-04",) if unnamed else ()))
            course.tell(
                seat, "hand_shown", *rulings,
                cards=hand, suit=suit, points=points[seat], special=unnamed or None,
            )  # fmt: skip
    _pay(course, showdown_shares(points, course.knocker, session.setup.word("beaters")))


def end_undecided(course: Course, reason: str) -> None:
    """Nobody wins the deal (H-01)."""
    course.tell(course.dealer, "deal_drawn", "H-01", reason=reason, turns=course.turns)
    _pay(course, ())


def _pay(course: Course, shares: Iterable[Share]) -> None:
    """Picks out of the bank; what it cannot pay is noted on paper (H.18)."""
    for seat, picks, rulings in shares:
        given = min(picks, course.bank())
        if given:
            course.purses[seat - 1] += given
            course.tell(seat, "paid", *rulings, picks=given, total=course.scores()[seat - 1])
        if picks > given:
            course.paper[seat - 1] += picks - given
            course.tell(seat, "noted", *rulings, "H.18", picks=picks - given, total=course.scores()[seat - 1])
    _end_deal(course)


def leaders(state: Sight) -> tuple[int, ...]:
    """The seats with the most picks, all of them where nobody has any."""
    scores = state.scores()
    most = max(scores)
    return tuple([seat for seat, score in enumerate(scores, 1) if score == most])


def champions(state: Sight) -> tuple[int, ...]:
    """Who holds the title at the end: the leaders, unless nobody has a pick (H-21)."""
    return leaders(state) if any(state.scores()) else ()


def _end_deal(course: Course) -> None:
    """The next deal, one more to part those who are level (H-21), or the end."""
    first = leaders(course)
    deals = course.session.setup.number("deals")
    decider = course.deal == deals and len(first) > 1 and course.session.setup.reads("tie", "decider")
    if decider:
        for seat in first:
            course.tell(seat, "level", "H.17", "H-21", total=course.scores()[seat - 1])
    if decider or course.deal < deals:
        new_deal(course, course.left_of(course.dealer))
        return
    titled = champions(course)
    for seat in titled:
        course.tell(seat, "champion", "H.17", "H-21", total=course.scores()[seat - 1], shared=len(titled) > 1)
    if not titled:
        course.tell(course.dealer, "no_champion", "H.17", "H-21", deals=course.deal)
    course.collect()
    course.phase = "over"


def make_move(course: Course, action: Action) -> None:
    """What comes of a legal action of a seat, or of one by which chance brings a card."""
    rulings = _CHANCE_RULES.get(action.name)
    if rulings:
        card = action.text("card")
        course.happens(CHANCE, action, *rulings, seen_by=chance_seen_by(course))
        course.stock.remove(card)
        receive(course, card)
    else:
        choose(course, action)


def choose(course: Course, action: Action) -> None:
    """What comes of a legal action of a seat."""
    _MOVES[action.name](course, action)


def chance_seen_by(state: Sight) -> tuple[int, ...] | None:
    """Which seats see the card that chance brings; None where it lies face up."""
    return (state.seat,) if state.phase in HIDDEN else None


def receive(course: Course, card: str) -> None:
    """Chance has brought the card, which is out of the stock by now."""
    phase = course.phase
    if phase == "deal":
        seat = course.seat
        cards = course.take(card)
        if cards == HAND_SIZE and seat == course.dealer:
            course.phase = "turn-up"
        course.seat = seat % len(course.hands) + 1
    elif phase == "stock":
        course.take(card)
        course.phase = "discard"
    elif phase == "turn-up":
        _turn_up(course, card)
    else:
        _draw_for_deal(course, card)


def _draw_for_deal(course: Course, card: str) -> None:
    """One card face up before the seat; when all have theirs, the highest deals or the highest draw again (H-23)."""
    course.hands[course.seat - 1], course.known[course.seat - 1] = (card,), (card,)
    if course.drawing:
        course.seat, course.drawing = course.drawing[0], course.drawing[1:]
        return
    shown = course.known
    orders = {seat: course.session.cards[hand[0]].order for seat, hand in enumerate(shown, 1) if hand}
    first = tuple(seat for seat, order in orders.items() if order == max(orders.values()))
    if len(first) == 1:
        course.tell(first[0], "first_dealer", "H.2", card=shown[first[0] - 1][0])
        new_deal(course, first[0])
        return
    for seat in first:
        course.tell(seat, "level_draw", "H.2", "H-23", card=shown[seat - 1][0])
    course.collect()
    course.seat, course.drawing = first[0], first[1:]


def _turn_up(course: Course, card: str) -> None:
    course.discards = [card]
    if course.session.setup.reads("dealt_special", "at-once"):
        for seat in course.clockwise(course.seat):
            hand = course.hands[seat - 1]
            name = course.session.special.get(frozenset(hand))
            if name:
                won_with_special(course, seat, name, hand)
                return
    _begin_turn(course)


def _begin_turn(course: Course) -> None:
    """H-01: an empty stock may end the deal, though not the last turns after a knock."""
    if not course.stock and not course.knocker:
        if course.session.setup.reads("empty_stock", "showdown"):
            course.tell(course.seat, "stock_spent", "H-01")
            showdown(course)
            return
        if course.session.setup.reads("empty_stock", "drawn"):
            end_undecided(course, "stock")
            return
    course.phase = "draw"


def _draw_stock(course: Course, action: Action) -> None:
    if course.told is not None:
        course.happens(course.seat, action, "H.5", "H.6")
    if not course.stock:
        # H-26: of 52 cards at most 24 are in hands, so that there always is something to shuffle.
        course.tell(course.seat, "reshuffled", "H-01", "H-26", cards=len(course.discards) - 1)
        top = course.discards.pop()
        course.stock = sorted(course.discards, key=course.session.places.__getitem__)
        course.discards = [top]
    course.phase = "stock"


def _take_discard(course: Course, action: Action) -> None:
    if course.told is not None:
        forced = () if course.may_draw_stock() else ("H-26",)
        course.happens(course.seat, action, "H.5", "H.6", *forced)
    card = course.discards.pop()
    course.take(card)
    course.known[course.seat - 1] += (card,)
    course.phase, course.taken = "discard", card


def _discard(course: Course, action: Action) -> None:
    card = action.text("card")
    if course.told is not None:
        course.happens(course.seat, action, "H.7", *(("H-02",) if card == course.taken else ()))
    _lay_down(course, card)


def _lay_down(course: Course, card: str) -> None:
    """A card of the hand face up on the discards; then a knock may still come (H-07), or the turn is over."""
    seat, hands, known = course.seat, course.hands, course.known[course.seat - 1]
    hands[seat - 1] = without(hands[seat - 1], card)
    if card in known:
        course.known[seat - 1] = without(known, card)
    course.discards.append(card)
    if course.wish:
        suit, rank = course.wish
        what = "helped" if grants(course.session.cards[card], suit, rank) else "not_helped"
        course.tell(seat, what, "H.23", "H-25", neighbour=course.left_of(seat), suit=suit, rank=rank, card=card)
    if course.may_knock():
        course.phase = "late"
    else:
        _end_turn(course)


def _end_turn(course: Course) -> None:
    """The turn passes to the left, unless that was the last one."""
    players = len(course.hands)
    course.turns, course.seat, course.taken, course.wish = course.turns + 1, course.seat % players + 1, "", None
    if course.knocker:
        if course.seat == course.knocker:
            showdown(course)
        else:
            _begin_turn(course)
    # H-01: the limit goes before an empty stock, since no other turn begins.
    elif course.turns == players * course.session.setup.number("rounds"):
        end_undecided(course, "rounds")
    else:
        _begin_turn(course)


def _knock(course: Course, action: Action) -> None:
    """H-06: the knocker still discards; H-07: who has discarded already knocks late."""
    late = course.phase == "late"
    when = ("H.22", "H-07") if late else ("H-06",)
    if course.told is not None:
        course.happens(course.seat, action, "H.13", *when, "H-09", *(("H-08",) if course.first_turns() else ()))
        course.tell(course.seat, "last_turns", "H.14", "H-10", seats=course.clockwise(course.seat)[1:])
    course.knocker = course.seat
    if late:
        _end_turn(course)


def _pass(course: Course, action: Action) -> None:
    if course.told is not None:
        course.happens(course.seat, action, "H.22", "H-07")
    _end_turn(course)


def _declare(course: Course, action: Action) -> None:
    """A special hand is shown; a false one costs the surprise and lets the play go on (H-22)."""
    seat, name, hand = course.seat, action.text("hand"), course.hand()
    card = next(card for card in hand if action.arg("cards") == without(hand, card))
    shown = without(hand, card)
    course.happens(seat, action, "H.9", "H-04", "H-05")
    if course.session.special.get(frozenset(shown)) == name:
        won_with_special(course, seat, name, shown, face_down=card)
        return
    course.tell(seat, "false_call", "H.21", "H-22", hand=name, cards=shown, card=card)
    course.known[seat - 1] = hand
    _lay_down(course, card)


_ASKED: Mapping[str, Phase] = {"offer": "suit", "ask_suit": "rank", "ask_rank": "discard"}


def _help(course: Course, action: Action) -> None:
    """Help is offered, and the neighbour asks for a suit and a rank (H-25)."""
    course.happens(actor(course), action, "H.23", "H-25")
    course.phase = _ASKED[action.name]
    course.wish = (*(course.wish or ()), *(str(asked) for _, asked in action.args))


_CHANCE_RULES: Mapping[str, tuple[str, ...]] = {
    "draw_for_deal": ("H.1", "H.2"), "deal": ("H.3",), "turn_up": ("H.4",), "stock_card": ("H.6",),
}  # fmt: skip
_MOVES: Mapping[str, Move] = {
    "draw_stock": _draw_stock, "take_discard": _take_discard, "discard": _discard, "knock": _knock, "pass": _pass,
    "declare": _declare, "offer": _help, "ask_suit": _help, "ask_rank": _help,
}  # fmt: skip
