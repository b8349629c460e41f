"""The end of a deal: hands laid open, what knocking costs and who is paid, and the next deal or the session's end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pnp.engine.action import Event, event
from pnp.games.whistler.referee.state import PARTY, RUNNER, WHISTLER, Ids, Phase, State, best_suit, put

WIN, BEAT = 1, 2
_RULES_OF = {WHISTLER: ("H.10", "H-17"), RUNNER: ("H.11", "H-18"), PARTY: ("H.12",)}

Told = list[Event]
"""The events of a step so far; each move adds its own."""


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
    return state.collected()._replace(
        phase=Phase.DEAL,
        seat=state.left_of(dealer),
        dealer=dealer,
        deal=state.deal + 1,
        turns=0,
        taken="",
        knocker=0,
        wish=None,
    )


def won_with_special(state: State, seat: int, name: str, hand: Ids, told: Told, face_down: str = "") -> State:
    """The seat has shown a special hand; the card that it laid off for it, if any, stays face down."""
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


def drawn(state: State, reason: str, told: Told) -> State:
    """Nobody wins the deal (H-01)."""
    told.append(event(state.dealer, "deal_drawn", "H-01", reason=reason, turns=state.turns))
    return _paid(state, (), told)


def _paid(state: State, shares: Iterable[Share], told: Told) -> State:
    """Picks out of the bank; what it cannot pay is noted on paper (H.18)."""
    for seat, picks, rulings in shares:
        given = min(picks, state.bank())
        if given:
            state = state._replace(purses=put(state.purses, seat, state.purses[seat - 1] + given))
            told.append(event(seat, "paid", *rulings, picks=given, total=state.scores()[seat - 1]))
        if picks > given:
            state = state._replace(paper=put(state.paper, seat, state.paper[seat - 1] + picks - given))
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
    decider = state.deal == deals and len(first) > 1 and state.session.reads("tie", "decider")
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
