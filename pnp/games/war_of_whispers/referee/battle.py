"""Two armies in, who is left of them out: the arithmetic of a battle, and the battle on the board."""

from __future__ import annotations

from typing import NamedTuple

from pnp.games.war_of_whispers.referee.changes import added, passed_on, put
from pnp.games.war_of_whispers.referee.state import Log, State


class Fought(NamedTuple):
    """Attackers lost, defenders killed, attackers that survive, defenders left."""

    lost: int
    killed: int
    survivors: int
    left: int


def fought(attackers: int, defenders: int, fort: int) -> Fought:
    """One for one until a side is gone; the fort's banner falls first and is never a real one (R-18)."""
    if attackers >= defenders + fort:
        return Fought(defenders + fort, defenders, attackers - defenders - fort, 0)
    killed = max(0, attackers - fort)
    return Fought(attackers, killed, 0, defenders - killed)


class Army(NamedTuple):
    """An attack on its way: from where to where, how many, how many more from the reserve and from other regions."""

    source: int
    target: int
    sent: int
    extra: int = 0
    relief: tuple[tuple[int, int], ...] = ()

    @property
    def strength(self) -> int:
        return self.sent + self.extra + sum(banners for _, banners in self.relief)


class Battle(NamedTuple):
    """The latest battle: where, against whom, and what cards after the attack need to know of it."""

    region: int
    defender: int
    killed: int
    survivors: int
    left: int


def fort_of(state: State, region: int) -> int:
    """What a fort there adds to the defence: one banner, without an army too unless the table agreed otherwise."""
    holds = state.board.symbols["fort"][region] and (state.banners[region] or state.table.fort_alone)
    return 1 if holds else 0


def battle(state: State, log: Log, player: int, empire: int, army: Army) -> tuple[State, Battle]:
    """The army marches in and fights; the state after it and the battle to remember."""
    board, target = state.board, army.target
    defender, defenders, fort = state.control[target], state.banners[target], fort_of(state, target)
    result = fought(army.strength, defenders, fort)
    log.say(player, "battle", *_rulings(state, empire, army, fort, result), empire=board.empires[empire],
            source=board.regions[army.source], region=board.regions[target], defender=board.empires[defender],
            sent=army.sent, extra=army.extra, relief=army.strength - army.sent - army.extra, attackers=army.strength,
            defenders=defenders, fort=fort, lost=result.lost, killed=result.killed, survivors=result.survivors,
            left=result.left)  # fmt: skip
    banners, control = state.banners, state.control
    for region, count in ((army.source, army.sent), *army.relief):
        banners = added(banners, region, -count)
    banners = put(banners, target, result.survivors or result.left)
    if not result.left:
        control = put(control, target, empire if result.survivors else board.home[target])
    reserve = added(state.reserve, empire, result.lost - army.extra)
    after = state._replace(banners=banners, control=control, reserve=added(reserve, defender, result.killed))
    after = passed_on(state, after, log, player, target)
    return after, Battle(target, defender, result.killed, result.survivors, result.left)


def _rulings(state: State, empire: int, army: Army, fort: int, result: Fought) -> tuple[str, ...]:
    board, target = state.board, army.target
    found = ["R.17"]
    if fort:
        found += ["R.18", "R-18"]
    if board.symbols["fort"][target] and not state.banners[target]:
        found.append("R-17")
    if not state.banners[target]:
        found.append("R-14")
    if not result.survivors and not result.left:
        if fort and not state.banners[target]:
            found.append("R-21")
        elif board.home[target] == empire:
            found.append("R-20")
        elif board.home[target] != state.control[target]:
            found.append("R-19")
    return tuple(found)
