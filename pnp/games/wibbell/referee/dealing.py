"""A card that chance draws in; the deck less that card, and a new turn once two cards lie in the centre, out."""

from __future__ import annotations

from pnp.engine.action import CHANCE, Action, Chance, Event, event
from pnp.engine.referee import Step
from pnp.games.wibbell.referee.state import CENTRE, Phase, Seat, State


def draw(state: State) -> Chance:
    """Any card of the deck that nobody has seen; those put under it come after all of them, in their order."""
    match state.phase:
        case Phase.SETTING_ASIDE:
            return Chance("set_aside", "card", state.pool, seen_by=())
        case Phase.DEALING_HANDICAPS:
            return Chance("deal_handicap", "card", state.pool, (("seat", _next_to_begin(state)),))
    return Chance("turn_up", "card", state.pool or state.under[:1])


def dealt(state: State, action: Action) -> Step[State]:
    """What comes of a card drawn."""
    card = str(action.arg("card"))
    match state.phase:
        case Phase.SETTING_ASIDE:
            return _set_aside(state, action, card)
        case Phase.DEALING_HANDICAPS:
            return _handicap(state, action, card)
    return _turned_up(state, action, card)


def _set_aside(state: State, action: Action, card: str) -> Step[State]:
    # B-20: out for the whole play; nobody looks at it.
    state = state._replace(pool=_without(state.pool, card), out=(*state.out, card))
    if len(state.out) == state.table.taken_out:
        state = state._replace(phase=Phase.DEALING_HANDICAPS if any(state.table.starting) else Phase.TURNING_UP)
    return Step(state, (Event(CHANCE, action.name, action.args, ("B.2", "B-20", "B-21"), ()),))


def _next_to_begin(state: State) -> int:
    """The first seat that still lacks a handicap to begin with; 0 when none does."""
    lacking = (at for at, (seat, due) in enumerate(zip(state.seats, state.table.starting), 1) if len(seat.given) < due)
    return next(lacking, 0)


def _handicap(state: State, action: Action, card: str) -> Step[State]:
    number = _next_to_begin(state)
    seat = marked(state, state.seat(number)._replace(given=(*state.seat(number).given, card)))
    begins = event(number, "begins_with", "B.24", "B-23", card=card, marker=seat.markers > state.seat(number).markers)
    state = state._replace(pool=_without(state.pool, card), seats=state.with_seat(number, seat))
    if not _next_to_begin(state):
        state = state._replace(phase=Phase.TURNING_UP)
    return Step(state, (Event(CHANCE, action.name, action.args, ("B-23", "B-21")), begins))


def marked(state: State, seat: Seat) -> Seat:
    """The seat with a marker on its newest handicap, as long as there are any in the bank."""
    laid = sum(each.markers for each in state.seats)
    return seat._replace(markers=seat.markers + 1) if laid < state.table.markers else seat


def _turned_up(state: State, action: Action, card: str) -> Step[State]:
    turned = Event(CHANCE, action.name, action.args, (*_why_turned_up(state), "B-21"))
    if state.pool:
        state = state._replace(pool=_without(state.pool, card))
    else:
        state = state._replace(under=state.under[1:])
    state = state._replace(centre=(*state.centre, card), fresh=max(state.fresh - 1, 0))
    if len(state.centre) < CENTRE:
        return Step(state, (turned,))
    state, sitting_out = open_turn(state)
    return Step(state, (turned, *sitting_out))


def _why_turned_up(state: State) -> tuple[str, ...]:
    """At the start, in a new round, beside the card that is left; what nobody took was told of before."""
    if not state.turn:
        return "B.1", "B.3"
    if not state.taker:
        return ()
    return ("B.10",) if any(seat.front for seat in state.seats) else ("B.3",)


def open_turn(state: State) -> tuple[State, tuple[Event, ...]]:
    """The race for the two cards in the centre; B-25: whoever is barred sits it out."""
    table, barred = state.table, state.barred
    state = state._replace(
        phase=Phase.SHOUTING,
        turn=state.turn + 1,
        heat=1,
        racing=tuple(seat for seat in range(1, table.players + 1) if seat != barred),
        calls=(),
        opinions=(),
    )
    return state, (event(barred, "sits_out", "B.26", "B-25", turn=state.turn),) if barred else ()


def _without(pool: tuple[str, ...], card: str) -> tuple[str, ...]:
    at = pool.index(card)
    return pool[:at] + pool[at + 1 :]
