"""Carries out a legal action: returns the table after it, and adds everything that it brought to the events."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pnp.engine.action import CHANCE, Action, Event, event
from pnp.games.whistler.referee.choices import grants
from pnp.games.whistler.referee.ending import Told, drawn, new_deal, showdown, won_with_special
from pnp.games.whistler.referee.state import HAND_SIZE, Phase, State, named, put, without

Move = Callable[[State, Action, Told], State]


def moved(state: State, action: Action, told: Told) -> State:
    """What comes of a legal action."""
    return _MOVES[action.name](state, action, told)


def _tell(told: Told, actor: int, action: Action, *rulings: str, seen_by: tuple[int, ...] | None = None) -> None:
    told.append(Event(actor, action.name, action.args, rulings, seen_by))


def _draw_for_deal(state: State, action: Action, told: Told) -> State:
    """One card face up before the seat; when all have theirs, the highest deals or the highest draw again (H-23)."""
    _tell(told, CHANCE, action, "H.1", "H.2")
    card = named(action, "card")
    shown = put(state.hands, state.seat, (card,))
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
    card, seat = named(action, "card"), state.seat
    _tell(told, CHANCE, action, "H.3", seen_by=(seat,))
    last = seat == state.dealer and len(state.hand()) == HAND_SIZE - 1
    return state._replace(
        phase=Phase.TURN_UP if last else Phase.DEAL,
        seat=state.left_of(seat),
        stock=without(state.stock, card),
        hands=state.with_card(seat, card),
    )


def _turn_up(state: State, action: Action, told: Told) -> State:
    card = named(action, "card")
    _tell(told, CHANCE, action, "H.4")
    state = state._replace(stock=without(state.stock, card), discards=(card,))
    if state.session.reads("dealt_special", "at-once"):
        for seat in state.clockwise(state.seat):
            hand = state.hands[seat - 1]
            name = state.session.special.get(frozenset(hand))
            if name:
                return won_with_special(state, seat, name, hand, told)
    return _begin_turn(state, told)


def _begin_turn(state: State, told: Told) -> State:
    """H-01: an empty stock may end the deal, though not the last turns after a knock."""
    if not state.stock and not state.knocker:
        if state.session.reads("empty_stock", "showdown"):
            told.append(event(state.seat, "stock_spent", "H-01"))
            return showdown(state, told)
        if state.session.reads("empty_stock", "drawn"):
            return drawn(state, "stock", told)
    return state._replace(phase=Phase.DRAW)


def _draw_stock(state: State, action: Action, told: Told) -> State:
    _tell(told, state.seat, action, "H.5", "H.6")
    if not state.stock:
        # H-26: of 52 cards at most 24 are in hands, so that there always is something to shuffle.
        told.append(event(state.seat, "reshuffled", "H-01", "H-26", cards=len(state.discards) - 1))
        state = state._replace(stock=state.in_order(state.discards[:-1]), discards=state.discards[-1:])
    return state._replace(phase=Phase.STOCK)


def _stock_card(state: State, action: Action, told: Told) -> State:
    card = named(action, "card")
    _tell(told, CHANCE, action, "H.6", seen_by=(state.seat,))
    hands = state.with_card(state.seat, card)
    return state._replace(phase=Phase.DISCARD, stock=without(state.stock, card), hands=hands)


def _take_discard(state: State, action: Action, told: Told) -> State:
    forced = () if state.may_draw_stock() else ("H-26",)
    _tell(told, state.seat, action, "H.5", "H.6", *forced)
    card = named(action, "card")
    return state._replace(
        phase=Phase.DISCARD,
        hands=state.with_card(state.seat, card),
        discards=state.discards[:-1],
        known=put(state.known, state.seat, (*state.known[state.seat - 1], card)),
        taken=card,
    )


def _discard(state: State, action: Action, told: Told) -> State:
    card = named(action, "card")
    _tell(told, state.seat, action, "H.7", *(("H-02",) if card == state.taken else ()))
    return _laid_off(state, card, told)


def _laid_off(state: State, card: str, told: Told) -> State:
    """A card of the hand face up on the discards; then a knock may still come (H-07), or the turn is over."""
    seat, known = state.seat, state.known[state.seat - 1]
    state = state._replace(
        hands=put(state.hands, seat, without(state.hand(), card)),
        known=put(state.known, seat, without(known, card)) if card in known else state.known,
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
        return drawn(state, "rounds", told)
    return _begin_turn(state, told)


def _knock(state: State, action: Action, told: Told) -> State:
    """H-06: the knocker still lays off; H-07: who has laid off already knocks late."""
    late = state.phase is Phase.LATE
    when = ("H.22", "H-07") if late else ("H-06",)
    _tell(told, state.seat, action, "H.13", *when, "H-09", *(("H-08",) if state.first_turns() else ()))
    told.append(event(state.seat, "last_turns", "H.14", "H-10", seats=state.clockwise(state.seat)[1:]))
    state = state._replace(knocker=state.seat)
    return _end_turn(state, told) if late else state


def _pass(state: State, action: Action, told: Told) -> State:
    _tell(told, state.seat, action, "H.22", "H-07")
    return _end_turn(state, told)


def _declare(state: State, action: Action, told: Told) -> State:
    """A special hand is shown; a false one costs the surprise and lets the play go on (H-22)."""
    seat, name = state.seat, named(action, "hand")
    card = next(card for card in state.hand() if action.arg("cards") == without(state.hand(), card))
    shown = without(state.hand(), card)
    _tell(told, seat, action, "H.9", "H-04", "H-05")
    if state.session.special.get(frozenset(shown)) == name:
        return won_with_special(state, seat, name, shown, told, face_down=card)
    told.append(event(seat, "false_call", "H.21", "H-22", hand=name, cards=shown, card=card))
    return _laid_off(state._replace(known=put(state.known, seat, state.hand())), card, told)


def _offer(state: State, action: Action, told: Told) -> State:
    _tell(told, state.seat, action, "H.23", "H-25")
    return state._replace(phase=Phase.SUIT, wish=())


def _ask_suit(state: State, action: Action, told: Told) -> State:
    _tell(told, state.left_of(state.seat), action, "H.23", "H-25")
    return state._replace(phase=Phase.RANK, wish=(named(action, "suit"),))


def _ask_rank(state: State, action: Action, told: Told) -> State:
    _tell(told, state.left_of(state.seat), action, "H.23", "H-25")
    assert state.wish is not None
    return state._replace(phase=Phase.DISCARD, wish=(*state.wish, named(action, "rank")))


_MOVES: Mapping[str, Move] = {
    "draw_for_deal": _draw_for_deal,
    "deal": _deal,
    "turn_up": _turn_up,
    "draw_stock": _draw_stock,
    "stock_card": _stock_card,
    "take_discard": _take_discard,
    "discard": _discard,
    "knock": _knock,
    "pass": _pass,
    "declare": _declare,
    "offer": _offer,
    "ask_suit": _ask_suit,
    "ask_rank": _ask_rank,
}
