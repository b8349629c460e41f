"""What the seat whose choice it is may do, the most ordinary first, or why it may not; with what a neighbour may ask
for in Whistler Village.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache

from pnp.engine.action import Action, act
from pnp.engine.values import without
from pnp.games.whistler.referee.state import HANDS, Card, Ids, Phase, State

ANY, HIGH, LOW = "any", "high", "low"
#: Points from which a card is a high one: the ten, the courts and the ace.
_HIGH_FROM = 10
_DRAW_STOCK, _KNOCK, _OFFER, _PASS = act("draw_stock"), act("knock"), act("offer"), act("pass")


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


def _draw(state: State) -> Iterator[Action]:
    if state.may_draw_stock():
        yield _DRAW_STOCK
    yield _take(state.discards[-1])


def _discard(state: State) -> Iterator[Action]:
    cards = state.may_lay_off()
    yield from map(_lay_off, cards)
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
def _lay_off(card: str) -> Action:
    return act("discard", card=card)


_CHOICES: Mapping[Phase, Callable[[State], Iterable[Action]]] = {
    Phase.DRAW: _draw,
    Phase.DISCARD: _discard,
    Phase.LATE: lambda state: (_PASS, _KNOCK),
    Phase.SUIT: lambda state: (act("ask_suit", suit=suit) for suit in suits_to_ask(state.session.cards)),
    Phase.RANK: lambda state: (act("ask_rank", rank=rank) for rank in ranks_to_ask(state.session.cards)),
}

_DUE: Mapping[Phase, str] = {
    Phase.DRAW: "Seat {seat} has to draw first: from the stock, or the top of the discards.",
    Phase.DISCARD: "Seat {seat} has five cards and has to lay one off.",
    Phase.LATE: "Seat {seat} has laid off and can only knock now, or pass.",
    Phase.SUIT: "Seat {left} has to name the suit that it needs, or any.",
    Phase.RANK: "Seat {left} has to name the rank that it needs, high, low or any.",
}


def objection(state: State, action: Action) -> str:
    """One sentence on why an action that is not among the choices is not."""
    match state.phase, action.name:
        case Phase.DRAW, "draw_stock":
            return "The stock is empty and cannot be filled again; take the top of the discards."
        case ((Phase.DRAW | Phase.DISCARD), "knock"):
            return _no_knock(state)
        case Phase.DISCARD, "discard":
            return _no_discard(state, dict(action.args).get("card"))
        case Phase.DISCARD, "declare":
            return "Those cards are no such special hand, or not four of the hand with a fifth that can be laid off."
        case Phase.DISCARD, "offer":
            return _no_offer(state)
    return _DUE[state.phase].format(seat=state.seat, left=state.left_of(state.seat))


def _no_discard(state: State, card: object) -> str:
    if card != state.taken or card not in state.hand():
        return "That card is not in the hand; lay off one of the five."
    return "At this table the card just taken from the discards cannot be laid off in the same turn; choose another."


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
