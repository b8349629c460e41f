"""A state at the edge of a round in; the next one out, with tokens laid out, dice shown, rounds and matches won."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.engine.action import Event, event
from pnp.engine.referee import Step
from pnp.games.whims.referee.state import Hand, Shown, State, fresh
from pnp.games.whims.referee.terms import ROUNDS_TO_WIN


def before_dice(state: State, after: int) -> Step[State]:
    """On to the next seat that draws or declares, when so many have; once all have, tokens are laid out."""
    if after < len(state.table.before):
        turn = state.table.before[after]
        return Step(state._replace(phase=turn.phase, seat=turn.seat), ())
    hands = tuple(hand._replace(tokens=hand.tokens + hand.level) for hand in state.hands)
    state = state._replace(phase="roll", seat=1, die=1, hands=hands)
    return Step(state, tuple(seen for seat, hand in enumerate(hands, 1) for seen in _laid_out(state, seat, hand)))


def revealed(state: State) -> Step[State]:
    """All dice and tokens shown, the round scored (M.6, M.7), and the next one begun or the match ended."""
    shown = tuple(Shown(hand.dice, sum(hand.dice), hand.tokens, hand.spent) for hand in state.hands)
    events = [
        event(seat, "reveal", "M.6", "M-03", "M-04", dice=own.dice, total=own.total, tokens=own.tokens, spent=own.spent)
        for seat, own in enumerate(shown, 1)
    ]
    totals = [own.total for own in shown]
    takers = round_winners(totals, state.table.highest)
    won = tuple(count + (seat in takers) for seat, count in enumerate(state.won, 1))
    events += _scored(state, totals, takers, won)
    state = state._replace(won=won, last=shown)
    if max(won) == ROUNDS_TO_WIN:
        events += [event(seat, "win-match", "M.9", rounds=own) for seat, own in enumerate(won, 1) if own == max(won)]
        return Step(state._replace(phase="over", reason="two-rounds"), tuple(events))
    if state.round == state.table.round_limit:
        events += [event(seat, "draw-match", "M-10", played=state.round, won=own) for seat, own in enumerate(won, 1)]
        return Step(state._replace(phase="over", reason="round-limit"), tuple(events))
    hands = fresh(state.table, tuple(hand.pool for hand in state.hands))
    begun = before_dice(state._replace(round=state.round + 1, hands=hands), 0)
    return Step(begun.state, (*events, *begun.events))


def round_winners(totals: Sequence[int], highest: str) -> tuple[int, ...]:
    """The seats that win a round with those totals, under a reading of M-11 (`sole`, `shared` or `unshared`).

    Between two players all readings agree: the higher total wins, and equal totals win nothing.
    """
    if highest == "unshared":
        lone = [total for total in totals if totals.count(total) == 1]
        return (totals.index(max(lone)) + 1,) if lone else ()
    takers = _holders(totals, max(totals))
    allowed = len(totals) - 1 if highest == "shared" else 1
    return takers if len(takers) <= allowed else ()


def _holders(totals: Sequence[int], total: int) -> tuple[int, ...]:
    return tuple(seat for seat, own in enumerate(totals, 1) if own == total)


def _scored(state: State, totals: Sequence[int], takers: tuple[int, ...], won: tuple[int, ...]) -> list[Event]:
    """Who won the round; or, where nobody did, who tied for the highest total."""
    several = ("M-11",) if len(totals) > 2 else ()
    best = max(totals)
    if takers:
        return [
            event(seat, "win-round", "M.6", *several, round=state.round, total=totals[seat - 1], rounds=won[seat - 1])
            for seat in takers
        ]
    return [
        event(seat, "tie-round", "M.7", "M-10", *several, round=state.round, total=best)
        for seat in _holders(totals, best)
    ]


def _laid_out(state: State, seat: int, hand: Hand) -> list[Event]:
    """The Effort of a seat shown and paid for, and its tokens laid out; only in its own sight where that is secret."""
    table = state.table
    own = table.seats[seat - 1]
    seen_by = table.tokens_seen_by(seat)
    events = []
    if table.declares(seat):
        paid = {"level": hand.level, "cost": table.costs[hand.level], "pool": hand.pool}
        events.append(event(seat, "show-effort", "M.3", "M-04", "M-07", "M-12", seen_by=seen_by, **paid))
    ids = [*(("M.10", "M-09") if own.grade else ("M.2",))]
    ids += ["M-08"] if hand.level else []
    ids += ["M.8", "M-06"] if state.round > 1 else []
    events.append(event(seat, "lay-out", *ids, seen_by=seen_by, tokens=hand.tokens))
    if hand.tokens > own.stock:
        events.append(event(seat, "keep-on-paper", "M-08", seen_by=seen_by, tokens=hand.tokens - own.stock))
    return events
