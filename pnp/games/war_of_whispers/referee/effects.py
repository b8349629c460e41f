"""What the abilities that need a region or an empire do to the map, one choice at a time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from pnp.engine.action import Action, Value, act
from pnp.frozen import frozen
from pnp.games.war_of_whispers.referee.attack import senders
from pnp.games.war_of_whispers.referee.board import Board
from pnp.games.war_of_whispers.referee.seat import Placing
from pnp.games.war_of_whispers.referee.state import (
    DONE,
    ActorFrame,
    Asked,
    Log,
    Plays,
    State,
    killed,
    leave,
    moved,
    passed_on,
    raised,
    taken_up,
)

KNIVES = 3
FIRE = 5


def with_city(state: State) -> list[int]:
    """Regions with a city whose empire has a banner in the reserve."""
    cities = state.board.symbols["city"]
    return [at for at, holder in enumerate(state.control) if cities[at] and state.reserve[holder]]


def empty(state: State) -> list[int]:
    """Regions without banners whose home empire, which controls them (R-39), has one in the reserve."""
    return [at for at, holder in enumerate(state.control) if not state.banners[at] and state.reserve[holder]]


def bare(state: State) -> list[int]:
    """Those of the empty regions that have neither city nor fort."""
    cities, forts = state.board.symbols["city"], state.board.symbols["fort"]
    return [at for at in empty(state) if not cities[at] and not forts[at]]


def held(state: State) -> list[int]:
    """Regions with banners."""
    return [at for at, banners in enumerate(state.banners) if banners]


def fires(state: State, empire: int) -> list[int]:
    """Regions with a banner of the empire beside one with enemy banners."""
    return [at for at, holder in enumerate(state.control) if holder == empire and state.banners[at] and near(state, at)]


def near(state: State, region: int) -> list[int]:
    """The regions with enemy banners beside a region."""
    holder = state.control[region]
    return [at for at in state.board.neighbours[region] if state.banners[at] and state.control[at] != holder]


def marches(state: State, empire: int) -> bool:
    """Whether the empire controls two regions and may move a banner out of one."""
    return state.control.count(empire) > 1 and bool(senders(state, empire))


def dealable(state: State) -> list[int]:
    """Empires that have a banner to lift and another region with room for it."""
    return [empire for empire in range(len(state.board.empires)) if _dealable(state, empire)]


def _dealable(state: State, empire: int) -> bool:
    limit, banners = state.board.limit, state.banners
    out = [region for region, _ in senders(state, empire)]
    room = [region for region in state.controlled(empire) if banners[region] < limit[region]]
    return bool(out) and any(region != other for region in out[:2] for other in room[:2])


@frozen
class Raising(ActorFrame):
    """City Watch, Secret Levy, Hill Rebellion: so many banners in one of these regions, of its controller."""

    player: int
    empire: int
    banners: int
    regions: tuple[int, ...]
    rule: str

    hint: ClassVar[str] = "Name one of the regions that the card speaks of."

    def asks(self, state: State, plays: Plays) -> Asked | None:
        """Which region."""
        names = state.board.regions
        return self.player, tuple(act("raise", region=names[region]) for region in self.regions)

    def take(self, state: State, action: Action, log: Log) -> State:
        """As many as the reserve still has."""
        region = state.board.region_of(action)
        log.cite(self.rule)
        banners = min(self.banners, state.reserve[state.control[region]])
        return raised(state, log, self.player, region, banners, self.rule, "R-39").popped()

    def shows(self, board: Board) -> Mapping[str, Value]:
        """How many banners."""
        return {"asks": "raise", "empire": board.empires[self.empire], "banners": self.banners}


@frozen
class Knives(ActorFrame):
    """Hired Knives: one region, and from one to three of its banners."""

    player: int
    empire: int

    hint: ClassVar[str] = "Name a region with banners, and from one to three of them."

    def asks(self, state: State, plays: Plays) -> Asked | None:
        """Which region and how many."""
        names = state.board.regions
        return self.player, tuple(
            act("kill", region=names[region], banners=banners)
            for region in held(state)
            for banners in range(min(KNIVES, state.banners[region]), 0, -1)
        )

    def take(self, state: State, action: Action, log: Log) -> State:
        """They die."""
        log.cite("R.32")
        return killed(state, log, self.player, state.board.region_of(action), count_of(action), "R.32").popped()

    def shows(self, board: Board) -> Mapping[str, Value]:
        """How many may die."""
        return {"asks": "kill", "empire": board.empires[self.empire], "banners": KNIVES}


@frozen
class Scattering(ActorFrame):
    """Wildfire Rumour: one region with banners."""

    player: int
    empire: int

    hint: ClassVar[str] = "Name a region with banners."

    def asks(self, state: State, plays: Plays) -> Asked | None:
        """Which region."""
        names = state.board.regions
        return self.player, tuple(act("scatter", region=names[region]) for region in held(state))

    def take(self, state: State, action: Action, log: Log) -> State:
        """They are lifted and go to neighbours of the same empire; with no such neighbour they die."""
        board, region = state.board, state.board.region_of(action)
        log.cite("R.34")
        empire, banners = state.control[region], state.banners[region]
        refuges = tuple(at for at in board.neighbours[region] if state.control[at] == empire)
        if not refuges:
            return killed(state, log, self.player, region, banners, "R.34").popped()
        after = lifted(state, log, self.player, region, banners, "R.34")
        return after.popped(Placing(self.player, empire, banners, ("R.34",), only=refuges))

    def shows(self, board: Board) -> Mapping[str, Value]:
        """What is asked."""
        return {"asks": "scatter", "empire": board.empires[self.empire]}


def lifted(state: State, log: Log, player: int, region: int, banners: int, *rulings: str) -> State:
    """Banners go back to the reserve for a moment, to be placed anew."""
    board, empire = state.board, state.control[region]
    after = taken_up(state, region, banners)
    log.say(player, "banners_lifted", *rulings, empire=board.empires[empire], region=board.regions[region],
            banners=banners, there=after.banners[region], reserve=after.reserve[empire])  # fmt: skip
    return passed_on(state, after, log, player, region)


@frozen
class Marching(ActorFrame):
    """Forced March, its first half: a region of the active empire, and how many banners leave it."""

    player: int
    empire: int

    hint: ClassVar[str] = "Name a region of the active empire, and no more of its banners than may leave it."

    def asks(self, state: State, plays: Plays) -> Asked | None:
        """From where, and how many."""
        names = state.board.regions
        return self.player, tuple(
            act("march", source=names[region], banners=banners)
            for region, strength in senders(state, self.empire)
            for banners in range(strength, 0, -1)
        )

    def take(self, state: State, action: Action, log: Log) -> State:
        """Where to is asked next."""
        source = state.board.region_of(action, "source")
        log.cite("R.26", *(("R-16",) if state.board.home[source] != self.empire else ()))
        return state.popped(Arriving(self.player, self.empire, source, count_of(action)))

    def shows(self, board: Board) -> Mapping[str, Value]:
        """What is asked."""
        return {"asks": "march", "empire": board.empires[self.empire]}


@frozen
class Arriving(ActorFrame):
    """Forced March, its second half: another region of the active empire."""

    player: int
    empire: int
    source: int
    banners: int

    hint: ClassVar[str] = "Name another region that the active empire controls."

    def asks(self, state: State, plays: Plays) -> Asked | None:
        """Where to."""
        names = state.board.regions
        return self.player, tuple(
            act("march_to", region=names[region]) for region in state.controlled(self.empire) if region != self.source
        )

    def take(self, state: State, action: Action, log: Log) -> State:
        """They arrive."""
        log.cite("R.26")
        return moved(state, log, self.player, self.source, state.board.region_of(action), self.banners, "R.26").popped()

    def shows(self, board: Board) -> Mapping[str, Value]:
        """Who marches."""
        return {"asks": "march_to", "empire": board.empires[self.empire], "source": board.regions[self.source],
                "banners": self.banners}  # fmt: skip


@frozen
class Mustering(ActorFrame):
    """Grand Muster: an empire whose banners are dealt out afresh."""

    player: int
    empire: int

    hint: ClassVar[str] = "Name an empire whose banners can stand otherwise than they do."

    def asks(self, state: State, plays: Plays) -> Asked | None:
        """Which empire, the active one first."""
        found = sorted(dealable(state), key=lambda empire: empire != self.empire)
        return self.player, tuple(act("regroup", empire=state.board.empires[empire]) for empire in found)

    def take(self, state: State, action: Action, log: Log) -> State:
        """All of its banners are lifted but one in each conquered region, and placed again within the supply."""
        log.cite("R.27", "R-16")
        empire = state.board.empires.index(str(action.arg("empire")))
        total = 0
        for region in state.controlled(empire):
            if banners := leave(state, region, empire):
                state = lifted(state, log, self.player, region, banners, "R.27")
                total += banners
        return state.popped(Placing(self.player, empire, total, ("R.27",), within=True))

    def shows(self, board: Board) -> Mapping[str, Value]:
        """What is asked."""
        return {"asks": "regroup", "empire": board.empires[self.empire]}


@frozen
class Lighting(ActorFrame):
    """Greek Fire, its first half: a region with a banner of the active empire."""

    player: int
    empire: int

    hint: ClassVar[str] = "Name a region with a banner of the active empire and enemy banners next to it."

    def asks(self, state: State, plays: Plays) -> Asked | None:
        """From which banner's region the fire comes."""
        names = state.board.regions
        return self.player, tuple(act("light", region=names[region]) for region in fires(state, self.empire))

    def take(self, state: State, action: Action, log: Log) -> State:
        """The neighbours are chosen next."""
        log.cite("R.36")
        return state.popped(Burning(self.player, self.empire, state.board.region_of(action), FIRE))

    def shows(self, board: Board) -> Mapping[str, Value]:
        """What is asked."""
        return {"asks": "light", "empire": board.empires[self.empire]}


@frozen
class Burning(ActorFrame):
    """Greek Fire, its second half: up to so many enemy banners next to the region, one of them at least."""

    player: int
    empire: int
    source: int
    left: int

    hint: ClassVar[str] = "Name a region next to the fire with enemy banners, and no more of them than may still die."

    def asks(self, state: State, plays: Plays) -> Asked | None:
        """Whose banners die, and how many; enough is enough after the first."""
        names = state.board.regions
        found = [
            act("burn", region=names[region], banners=banners)
            for region in near(state, self.source)
            for banners in range(min(self.left, state.banners[region]), 0, -1)
        ]
        if not found:
            return None
        return self.player, (*found, *((DONE,) if self.left < FIRE else ()))

    def take(self, state: State, action: Action, log: Log) -> State:
        """They die."""
        log.cite("R.36")
        if action == DONE:
            return state.popped()
        banners = count_of(action)
        after = killed(state, log, self.player, state.board.region_of(action), banners, "R.36")
        return after.popped(replace(self, left=self.left - banners))

    def shows(self, board: Board) -> Mapping[str, Value]:
        """Where the fire is and what it may still kill."""
        return {"asks": "burn", "empire": board.empires[self.empire], "source": board.regions[self.source],
                "left": self.left}  # fmt: skip


def count_of(action: Action) -> int:
    """The number of banners that an action names."""
    banners = action.arg("banners")
    assert isinstance(banners, int)
    return banners
