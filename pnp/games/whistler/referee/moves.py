"""What the acting seat may do, or why it may not; and what a legal action brings, up to the session's end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

from pnp.engine.action import CHANCE, Action, Told, act, event
from pnp.engine.values import put, without
from pnp.games.whistler.referee.state import (
    HAND_SIZE,
    HANDS,
    PARTY,
    RUNNER,
    WHISTLER,
    Card,
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
_RULES_OF = {WHISTLER: ("H.10", "H-17"), RUNNER: ("H.11", "H-18"), PARTY: ("H.12",)}

Move = Callable[[State, Action, Told], State]


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


def choices(state: State) -> tuple[Action, ...]:
    """The legal actions; none where no seat acts."""
    listed = _CHOICES.get(state.phase)
    return tuple(listed(state)) if listed else ()


def _may_draw(state: State) -> Iterator[Action]:
    if state.may_draw_stock():
        yield _DRAW_STOCK
    yield _take(state.discards[-1])


def _may_discard(state: State) -> Iterator[Action]:
    cards = state.discardable()
    yield from map(_discard_of, cards)
    if state.may_knock():
        yield _KNOCK
    if state.may_offer():
        yield _OFFER
    any_name = state.session.setup.reads("false_call", "penalty")
    for card in cards:
        kept = without(state.hand(), card)
        name = state.session.special.get(frozenset(kept))
        if any_name or name:
            for claim in HANDS:
                if any_name or claim == name:
                    yield act("declare", hand=claim, cards=kept)


@cache
def _take(card: str) -> Action:
    return act("take_discard", card=card)


@cache
def _discard_of(card: str) -> Action:
    return act("discard", card=card)


_CHOICES: Mapping[Phase, Callable[[State], Iterable[Action]]] = {
    Phase.DRAW: _may_draw,
    Phase.DISCARD: _may_discard,
    Phase.LATE: lambda state: (_PASS, _KNOCK),
    Phase.SUIT: lambda state: (act("ask_suit", suit=suit) for suit in suits_to_ask(state.session.cards)),
    Phase.RANK: lambda state: (act("ask_rank", rank=rank) for rank in ranks_to_ask(state.session.cards)),
}

_DUE: Mapping[Phase, str] = {
    Phase.DRAW: "Seat {seat} has to draw first: from the stock, or the top of the discard pile.",
    Phase.DISCARD: "Seat {seat} has drawn and has to discard a card.",
    Phase.LATE: "Seat {seat} has discarded and can only knock now, or pass.",
    Phase.SUIT: "Seat {left} has to name the suit that it needs, or any.",
    Phase.RANK: "Seat {left} has to name the rank that it needs, high, low or any.",
}


def objection(state: State, action: Action) -> str:
    """One sentence on why an action that is not among the choices is not."""
    match state.phase, action.name:
        case Phase.DRAW, "draw_stock":
            return "The stock is empty and cannot be filled again; take the top of the discard pile."
        case ((Phase.DRAW | Phase.DISCARD), "knock"):
            return _no_knock(state)
        case Phase.DISCARD, "discard":
            return _no_discard(state, dict(action.args).get("card"))
        case Phase.DISCARD, "declare":
            return "Those cards are no such special hand, or not four of the hand with a fifth that can be discarded."
        case Phase.DISCARD, "offer":
            return _no_offer(state)
    return _DUE[state.phase].format(seat=state.seat, left=state.left_of(state.seat))


def _no_discard(state: State, card: object) -> str:
    if card != state.taken or card not in state.hand():
        return "That card is not in the hand; discard one of the five."
    return "At this table a card taken from the discard pile cannot be discarded in the same turn; choose another."


def _no_knock(state: State) -> str:
    if state.knocker:
        return f"Seat {state.knocker} has knocked already, and a deal has only one knock."
    if state.phase is Phase.DRAW:
        return "A knock counts only after drawing, until the next player draws."
    return "At this table nobody knocks on the first turn of a deal."


def _no_offer(state: State) -> str:
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


def new_deal(state: State, dealer: int, told: Told) -> State:
    """The pack in the dealer's hands, nothing dealt yet."""
    passed = ("H-20",) if state.deal else ()
    told.append(event(dealer, "deals", "H.3", *passed, deal=state.deal + 1))
    return state.collected()._replace(phase=Phase.DEAL, seat=state.left_of(dealer), dealer=dealer, deal=state.deal + 1,
                                      turns=0, taken="", knocker=0, wish=None)  # fmt: skip


def won_with_special(state: State, seat: int, name: str, hand: Ids, told: Told, face_down: str = "") -> State:
    """The seat has shown a special hand; the card that it discarded for it, if any, stays face down."""
    if face_down:
        told.append(event(seat, "laid_face_down", "H.9", seen_by=(seat,), card=face_down))
    told.append(event(seat, "special_hand", "H.9", *_RULES_OF[name], "H-03", hand=name, cards=hand))
    return _paid(state, [special_share(seat, state.knocker)], told)


def showdown(state: State, told: Told) -> State:
    """All hands laid open from the knocker's left on, the knocker's last; or from the seat whose turn it was to be."""
    points = {}
    first = state.left_of(state.knocker) if state.knocker else state.seat
    for seat in state.clockwise(first):
        hand = state.hands[seat - 1]
        suit, points[seat] = best_suit(state.session.cards[card] for card in hand)
        # H-04: a special hand that nobody named counts its points and no more.
        unnamed = state.session.special.get(frozenset(hand), "")
        rulings = ("H.8", "H.14", "H-16", *(("H-04",) if unnamed else ()))
        told.append(
            event(seat, "hand_shown", *rulings, cards=hand, suit=suit, points=points[seat], special=unnamed or None)
        )
    return _paid(state, showdown_shares(points, state.knocker, state.session.setup.word("beaters")), told)


def end_undecided(state: State, reason: str, told: Told) -> State:
    """Nobody wins the deal (H-01)."""
    told.append(event(state.dealer, "deal_drawn", "H-01", reason=reason, turns=state.turns))
    return _paid(state, (), told)


def _paid(state: State, shares: Iterable[Share], told: Told) -> State:
    """Picks out of the bank; what it cannot pay is noted on paper (H.18)."""
    for seat, picks, rulings in shares:
        given = min(picks, state.bank())
        if given:
            state = state._replace(purses=put(state.purses, seat - 1, state.purses[seat - 1] + given))
            told.append(event(seat, "paid", *rulings, picks=given, total=state.scores()[seat - 1]))
        if picks > given:
            state = state._replace(paper=put(state.paper, seat - 1, state.paper[seat - 1] + picks - given))
            told.append(event(seat, "noted", *rulings, "H.18", picks=picks - given, total=state.scores()[seat - 1]))
    return _after_deal(state, told)


def leaders(state: State) -> tuple[int, ...]:
    """The seats with the most picks, all of them where nobody has any."""
    scores = state.scores()
    return tuple(seat for seat, score in enumerate(scores, 1) if score == max(scores))


def champions(state: State) -> tuple[int, ...]:
    """Who holds the title at the end: the leaders, unless nobody has a pick (H-21)."""
    return leaders(state) if any(state.scores()) else ()


def _after_deal(state: State, told: Told) -> State:
    """The next deal, one more to part those who are level (H-21), or the end."""
    first = leaders(state)
    deals = state.session.setup.number("deals")
    decider = state.deal == deals and len(first) > 1 and state.session.setup.reads("tie", "decider")
    if decider:
        told.extend(event(seat, "level", "H.17", "H-21", total=state.scores()[seat - 1]) for seat in first)
    if decider or state.deal < deals:
        return new_deal(state, state.left_of(state.dealer), told)
    titled = champions(state)
    for seat in titled:
        told.append(event(seat, "champion", "H.17", "H-21", total=state.scores()[seat - 1], shared=len(titled) > 1))
    if not titled:
        told.append(event(state.dealer, "no_champion", "H.17", "H-21", deals=state.deal))
    return state.collected()._replace(phase=Phase.OVER)


def make_move(state: State, action: Action, told: Told) -> State:
    """What comes of a legal action."""
    return _MOVES[action.name](state, action, told)


def _draw_for_deal(state: State, action: Action, told: Told) -> State:
    """One card face up before the seat; when all have theirs, the highest deals or the highest draw again (H-23)."""
    told.append(action.by(CHANCE, "H.1", "H.2"))
    card = action.text("card")
    shown = put(state.hands, state.seat - 1, (card,))
    state = state._replace(stock=without(state.stock, card), hands=shown, known=shown)
    if state.drawing:
        return state._replace(seat=state.drawing[0], drawing=state.drawing[1:])
    orders = {seat: state.session.cards[hand[0]].order for seat, hand in enumerate(shown, 1) if hand}
    first = tuple(seat for seat, order in orders.items() if order == max(orders.values()))
    if len(first) == 1:
        told.append(event(first[0], "first_dealer", "H.2", card=shown[first[0] - 1][0]))
        return new_deal(state, first[0], told)
    told.extend(event(seat, "level_draw", "H.2", "H-23", card=shown[seat - 1][0]) for seat in first)
    return state.collected()._replace(seat=first[0], drawing=first[1:])


def _deal(state: State, action: Action, told: Told) -> State:
    card, seat = action.text("card"), state.seat
    told.append(action.by(CHANCE, "H.3", seen_by=(seat,)))
    last = seat == state.dealer and len(state.hand()) == HAND_SIZE - 1
    return state._replace(phase=Phase.TURN_UP if last else Phase.DEAL, seat=state.left_of(seat),
                          stock=without(state.stock, card), hands=state.with_card(seat, card))  # fmt: skip


def _turn_up(state: State, action: Action, told: Told) -> State:
    card = action.text("card")
    told.append(action.by(CHANCE, "H.4"))
    state = state._replace(stock=without(state.stock, card), discards=(card,))
    if state.session.setup.reads("dealt_special", "at-once"):
        for seat in state.clockwise(state.seat):
            hand = state.hands[seat - 1]
            name = state.session.special.get(frozenset(hand))
            if name:
                return won_with_special(state, seat, name, hand, told)
    return _begin_turn(state, told)


def _begin_turn(state: State, told: Told) -> State:
    """H-01: an empty stock may end the deal, though not the last turns after a knock."""
    if not state.stock and not state.knocker:
        if state.session.setup.reads("empty_stock", "showdown"):
            told.append(event(state.seat, "stock_spent", "H-01"))
            return showdown(state, told)
        if state.session.setup.reads("empty_stock", "drawn"):
            return end_undecided(state, "stock", told)
    return state._replace(phase=Phase.DRAW)


def _draw_stock(state: State, action: Action, told: Told) -> State:
    told.append(action.by(state.seat, "H.5", "H.6"))
    if not state.stock:
        # H-26: of 52 cards at most 24 are in hands, so that there always is something to shuffle.
        told.append(event(state.seat, "reshuffled", "H-01", "H-26", cards=len(state.discards) - 1))
        state = state._replace(stock=state.in_order(state.discards[:-1]), discards=state.discards[-1:])
    return state._replace(phase=Phase.STOCK)


def _stock_card(state: State, action: Action, told: Told) -> State:
    card = action.text("card")
    told.append(action.by(CHANCE, "H.6", seen_by=(state.seat,)))
    hands = state.with_card(state.seat, card)
    return state._replace(phase=Phase.DISCARD, stock=without(state.stock, card), hands=hands)


def _take_discard(state: State, action: Action, told: Told) -> State:
    forced = () if state.may_draw_stock() else ("H-26",)
    told.append(action.by(state.seat, "H.5", "H.6", *forced))
    card = action.text("card")
    return state._replace(
        phase=Phase.DISCARD,
        hands=state.with_card(state.seat, card),
        discards=state.discards[:-1],
        known=put(state.known, state.seat - 1, (*state.known[state.seat - 1], card)),
        taken=card,
    )


def _discard(state: State, action: Action, told: Told) -> State:
    card = action.text("card")
    told.append(action.by(state.seat, "H.7", *(("H-02",) if card == state.taken else ())))
    return _discarded(state, card, told)


def _discarded(state: State, card: str, told: Told) -> State:
    """A card of the hand face up on the discards; then a knock may still come (H-07), or the turn is over."""
    seat, known = state.seat, state.known[state.seat - 1]
    state = state._replace(
        hands=put(state.hands, seat - 1, without(state.hand(), card)),
        known=put(state.known, seat - 1, without(known, card)) if card in known else state.known,
        discards=(*state.discards, card),
    )
    if state.wish:
        suit, rank = state.wish
        what = "helped" if grants(state.session.cards[card], suit, rank) else "not_helped"
        told.append(event(seat, what, "H.23", "H-25", neighbour=state.left_of(seat), suit=suit, rank=rank, card=card))
    return state._replace(phase=Phase.LATE) if state.may_knock() else _end_turn(state, told)


def _end_turn(state: State, told: Told) -> State:
    """The turn passes to the left, unless that was the last one."""
    state = state._replace(turns=state.turns + 1, seat=state.left_of(state.seat), taken="", wish=None)
    if state.knocker:
        return showdown(state, told) if state.seat == state.knocker else _begin_turn(state, told)
    # H-01: the limit goes before an empty stock, since no other turn begins.
    if state.turns == state.session.players * state.session.setup.number("rounds"):
        return end_undecided(state, "rounds", told)
    return _begin_turn(state, told)


def _knock(state: State, action: Action, told: Told) -> State:
    """H-06: the knocker still discards; H-07: who has discarded already knocks late."""
    late = state.phase is Phase.LATE
    when = ("H.22", "H-07") if late else ("H-06",)
    told.append(action.by(state.seat, "H.13", *when, "H-09", *(("H-08",) if state.first_turns() else ())))
    told.append(event(state.seat, "last_turns", "H.14", "H-10", seats=state.clockwise(state.seat)[1:]))
    state = state._replace(knocker=state.seat)
    return _end_turn(state, told) if late else state


def _pass(state: State, action: Action, told: Told) -> State:
    told.append(action.by(state.seat, "H.22", "H-07"))
    return _end_turn(state, told)


def _declare(state: State, action: Action, told: Told) -> State:
    """A special hand is shown; a false one costs the surprise and lets the play go on (H-22)."""
    seat, name = state.seat, action.text("hand")
    card = next(card for card in state.hand() if action.arg("cards") == without(state.hand(), card))
    shown = without(state.hand(), card)
    told.append(action.by(seat, "H.9", "H-04", "H-05"))
    if state.session.special.get(frozenset(shown)) == name:
        return won_with_special(state, seat, name, shown, told, face_down=card)
    told.append(event(seat, "false_call", "H.21", "H-22", hand=name, cards=shown, card=card))
    return _discarded(state._replace(known=put(state.known, seat - 1, state.hand())), card, told)


def _help(state: State, action: Action, told: Told) -> State:
    """Help is offered, and the neighbour asks for a suit and a rank (H-25)."""
    actor = state.seat if action.name == "offer" else state.left_of(state.seat)
    told.append(action.by(actor, "H.23", "H-25"))
    phase = {"offer": Phase.SUIT, "ask_suit": Phase.RANK, "ask_rank": Phase.DISCARD}[action.name]
    return state._replace(phase=phase, wish=(*(state.wish or ()), *(str(asked) for _, asked in action.args)))


_MOVES: Mapping[str, Move] = {
    "draw_for_deal": _draw_for_deal, "deal": _deal, "turn_up": _turn_up, "draw_stock": _draw_stock,
    "stock_card": _stock_card, "take_discard": _take_discard, "discard": _discard, "knock": _knock, "pass": _pass,
    "declare": _declare, "offer": _help, "ask_suit": _help, "ask_rank": _help,
}  # fmt: skip
