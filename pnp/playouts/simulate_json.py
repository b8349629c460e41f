"""What simulated games came to, as the JSON that scripts read; the same however the games were shared out."""

from __future__ import annotations

from math import isfinite
from typing import Any

from pnp.playouts.estimates import Estimate, changed, estimate, seat_estimates, share_of
from pnp.playouts.histogram import CONFIDENCE, Histogram
from pnp.playouts.simulate import Result
from pnp.playouts.simulation import Simulation
from pnp.playouts.tally import GameGroup, Pairs

_QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
_DIGITS = 9


def as_document(result: Result) -> dict[str, Any]:
    """The document of `pnp simulate --json`."""
    simulation, wanted = result.simulation, result.wanted
    header = simulation.header()
    return {
        **{name: header[name] for name in ("game", "version", "seed", "players", "player", "options", "compared")},
        "asked": wanted.games,
        "until": wanted.until,
        "finished": result.finished,
        "end": result.end,
        "games": result.tally.games,
        "confidence": CONFIDENCE,
        "groups": [
            _group(simulation, side, group, result.seats) for (_, side), group in sorted(result.tally.groups.items())
        ],
        "differences": [_pairs(simulation, pairs) for _, pairs in sorted(result.tally.pairs.items())],
    }


def _group(simulation: Simulation, side: int, group: GameGroup, seats: int) -> dict[str, Any]:
    return {
        "players": group.players,
        "option": simulation.compared and {simulation.compared.option: simulation.compared.values[side]},
        "games": group.games,
        "endings": {
            reason: {"games": times, **_estimate(share_of(times, group.games), "share")}
            for reason, times in sorted(group.endings.items())
        },
        "measures": {name: _spread(simulation, spread) for name, spread in group.measures.items()},
        # Scores of one game depend on each other, so that their number makes no interval.
        "scores": {name: told for name, told in _spread(simulation, group.score).items() if name != "interval"},
        "seats": [
            {
                "seat": seat.seat,
                "wins": seat.wins,
                **_estimate(seat.share, "share"),
                "advantage": _estimate(seat.advantage),
                "score": _estimate(seat.score),
                "more": _estimate(seat.more),
                "matters": seat.matters,
            }
            for seat in seat_estimates(group, seats)
        ],
        "watched": group.watched,
        "demand": {
            name: {"have": simulation.have(group.players, name), **_spread(simulation, spread)}
            for name, spread in group.peaks.items()
        },
        "odds": {name: {"times": sample.times, "trials": sample.trials} for name, sample in group.odds.items()},
    }


def _pairs(simulation: Simulation, pairs: Pairs) -> dict[str, Any]:
    assert simulation.compared is not None, "pairs come of a comparison"
    one, other = simulation.compared.values
    return {
        "players": pairs.players,
        "option": simulation.compared.option,
        "from": one,
        "to": other,
        "pairs": pairs.games,
        "same_winners": pairs.alike,
        "measures": {name: _estimate(found) for name, found in changed(pairs).items()},
        "seats": [
            {"seat": seat, "wins": _estimate(estimate(wins)), "score": _estimate(estimate(scores))}
            for seat, (wins, scores) in enumerate(zip(pairs.wins, pairs.scores), 1)
        ],
    }


def _spread(simulation: Simulation, spread: Histogram) -> dict[str, Any]:
    return {
        **_estimate(estimate(spread)),
        "deviation": _rounded(spread.deviation),
        "quantiles": {str(share): spread.quantile(share) for share in _QUANTILES},
        "least": _extreme(simulation, spread.low),
        "most": _extreme(simulation, spread.high),
        "histogram": [list(entry) for entry in spread.histogram()],
    }


def _extreme(simulation: Simulation, found: tuple[int, int] | None) -> dict[str, int] | None:
    if found is None:
        return None
    seed = {"seed": simulation.seed_of(found[1])} if simulation.is_replayable else {}
    return {"value": found[0], "game": found[1], **seed}


def _estimate(found: Estimate, name: str = "mean") -> dict[str, Any]:
    return {name: _rounded(found.value), "interval": [_rounded(found.low), _rounded(found.high)]}


def _rounded(value: float) -> float | None:
    """Rounded, so that the last digits of a platform's roots do not show; null for what nobody can tell."""
    return round(value, _DIGITS) if isfinite(value) else None
