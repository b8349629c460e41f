"""The twenty abilities by id: when each can do something, what happens when its card is played, and the choices that
it asks for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import ClassVar, NamedTuple

from pnp.engine.action import Action, Value, act
from pnp.engine.values import put
from pnp.frozen import frozen
from pnp.games.war_of_whispers.referee.attack import (
    EMPTY,
    FAR,
    NEAR,
    Aftermath,
    Aiming,
    Battle,
    Joining,
    opens_more,
    senders,
    targets,
)  # fmt: skip
from pnp.games.war_of_whispers.referee.seat import Acting, Placing, acting_agent, begin, can_act, works
from pnp.games.war_of_whispers.referee.state import (
    ATTACK,
    DONE,
    NOTHING,
    ActorFrame,
    Asked,
    Board,
    Log,
    Plays,
    State,
    killed,
    leave,
    moved,
    name_banners,
    name_regions,
    on_conquest,
    passed_on,
    raised,
    taken_up,
)  # fmt: skip

KNIVES = 3
FIRE = 5
RELIEF = 6


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

    banners: int
    regions: tuple[int, ...]
    rule: str

    question: ClassVar[str] = "raise"
    hint: ClassVar[str] = "Name one of the regions that the card speaks of."

    def asks(self, state: State, plays: Plays) -> Asked | None:
        return self.player, name_regions(state, "raise", self.regions)

    def take(self, state: State, action: Action, log: Log) -> State:
        """As many as the reserve still has."""
        region = state.board.region_of(action)
        log.cite(self.rule)
        banners = min(self.banners, state.reserve[state.control[region]])
        return raised(state, log, self.player, region, banners, self.rule, "R-39").popped()

    def details(self, board: Board) -> Mapping[str, Value]:
        return {"banners": self.banners}


@frozen
class Knives(ActorFrame):
    """Hired Knives: one region, and from one to three of its banners, which die."""

    question: ClassVar[str] = "kill"
    hint: ClassVar[str] = "Name a region with banners, and from one to three of them."

    def asks(self, state: State, plays: Plays) -> Asked | None:
        armies = ((region, min(KNIVES, state.banners[region])) for region in held(state))
        return self.player, name_banners(state, "kill", "region", armies)

    def take(self, state: State, action: Action, log: Log) -> State:
        log.cite("R.32")
        region, banners = state.board.region_of(action), action.number("banners")
        return killed(state, log, self.player, region, banners, "R.32").popped()

    def details(self, board: Board) -> Mapping[str, Value]:
        return {"banners": KNIVES}


@frozen
class Scattering(ActorFrame):
    """Wildfire Rumour: the banners of a region go to neighbours of the same empire; with no such neighbour they die."""

    question: ClassVar[str] = "scatter"
    hint: ClassVar[str] = "Name a region with banners."

    def asks(self, state: State, plays: Plays) -> Asked | None:
        return self.player, name_regions(state, "scatter", held(state))

    def take(self, state: State, action: Action, log: Log) -> State:
        region = state.board.region_of(action)
        log.cite("R.34")
        empire, banners = state.control[region], state.banners[region]
        refuges = tuple(at for at in state.board.neighbours[region] if state.control[at] == empire)
        if not refuges:
            return killed(state, log, self.player, region, banners, "R.34").popped()
        after = lifted(state, log, self.player, region, banners, "R.34")
        return after.popped(Placing(self.player, empire, banners, ("R.34",), only=refuges))


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

    question: ClassVar[str] = "march"
    hint: ClassVar[str] = "Name a region of the active empire, and no more of its banners than may leave it."

    def asks(self, state: State, plays: Plays) -> Asked | None:
        return self.player, name_banners(state, "march", "source", senders(state, self.empire))

    def take(self, state: State, action: Action, log: Log) -> State:
        source = state.board.region_of(action, "source")
        log.cite("R.26", *on_conquest(state, source, self.empire))
        return state.popped(Arriving(self.player, self.empire, source, action.number("banners")))


@frozen
class Arriving(ActorFrame):
    """Forced March, its second half: another region of the active empire."""

    source: int
    banners: int

    question: ClassVar[str] = "march_to"
    hint: ClassVar[str] = "Name another region that the active empire controls."

    def asks(self, state: State, plays: Plays) -> Asked | None:
        others = (region for region in state.controlled(self.empire) if region != self.source)
        return self.player, name_regions(state, "march_to", others)

    def take(self, state: State, action: Action, log: Log) -> State:
        log.cite("R.26")
        return moved(state, log, self.player, self.source, state.board.region_of(action), self.banners, "R.26").popped()

    def details(self, board: Board) -> Mapping[str, Value]:
        return {"source": board.regions[self.source], "banners": self.banners}


@frozen
class Mustering(ActorFrame):
    """Grand Muster: an empire whose banners are dealt out afresh."""

    question: ClassVar[str] = "regroup"
    hint: ClassVar[str] = "Name an empire whose banners can stand otherwise than they do."

    def asks(self, state: State, plays: Plays) -> Asked | None:
        """Which empire, the active one first."""
        found = sorted(dealable(state), key=lambda empire: empire != self.empire)
        return self.player, tuple(act("regroup", empire=state.board.empires[empire]) for empire in found)

    def take(self, state: State, action: Action, log: Log) -> State:
        """All of its banners are lifted but one in each conquered region, and placed again within the supply."""
        log.cite("R.27", "R-16")
        empire = state.board.empires.index(action.text("empire"))
        total = 0
        for region in state.controlled(empire):
            if banners := leave(state, region, empire):
                state = lifted(state, log, self.player, region, banners, "R.27")
                total += banners
        return state.popped(Placing(self.player, empire, total, ("R.27",), within=True))


@frozen
class Lighting(ActorFrame):
    """Greek Fire, its first half: a region with a banner of the active empire."""

    question: ClassVar[str] = "light"
    hint: ClassVar[str] = "Name a region with a banner of the active empire and enemy banners next to it."

    def asks(self, state: State, plays: Plays) -> Asked | None:
        return self.player, name_regions(state, "light", fires(state, self.empire))

    def take(self, state: State, action: Action, log: Log) -> State:
        log.cite("R.36")
        return state.popped(Burning(self.player, self.empire, state.board.region_of(action), FIRE))


@frozen
class Burning(ActorFrame):
    """Greek Fire, its second half: up to so many enemy banners next to the region, one of them at least."""

    source: int
    left: int

    question: ClassVar[str] = "burn"
    hint: ClassVar[str] = "Name a region next to the fire with enemy banners, and no more of them than may still die."

    def asks(self, state: State, plays: Plays) -> Asked | None:
        """Whose banners die, and how many; enough is enough after the first."""
        armies = ((region, min(self.left, state.banners[region])) for region in near(state, self.source))
        found = name_banners(state, "burn", "region", armies)
        return (self.player, (*found, *((DONE,) if self.left < FIRE else ()))) if found else None

    def take(self, state: State, action: Action, log: Log) -> State:
        log.cite("R.36")
        if action == DONE:
            return state.popped()
        banners = action.number("banners")
        after = killed(state, log, self.player, state.board.region_of(action), banners, "R.36")
        return after.popped(replace(self, left=self.left - banners))

    def details(self, board: Board) -> Mapping[str, Value]:
        return {"source": board.regions[self.source], "left": self.left}


class Effect(NamedTuple):
    """What an ability does: the rule that tells it, whether it can change anything now, and the change."""

    rule: str
    possible: Callable[[State, ActorFrame], bool]
    play: Callable[[State, ActorFrame, Log], State]


def _after_battle(
    rule: str,
    possible: Callable[[State, Aftermath, Battle], bool],
    play: Callable[[State, Aftermath, Battle, Log], State],
) -> Effect:
    """An effect of the moment after an attack, on its latest battle."""

    def may(state: State, frame: ActorFrame) -> bool:
        return isinstance(frame, Aftermath) and frame.battle is not None and possible(state, frame, frame.battle)

    def does(state: State, frame: ActorFrame, log: Log) -> State:
        assert isinstance(frame, Aftermath) and frame.battle is not None
        return play(state, frame, frame.battle, log)

    return Effect(rule, may, does)


def _pressing(state: State, frame: Aftermath, fight: Battle) -> int:
    """How many of the attackers left can strike on from where they won (R-16: conquered land keeps one)."""
    return min(fight.survivors, leave(state, fight.region, frame.empire))


def _can_press(state: State, frame: Aftermath, fight: Battle) -> bool:
    most = _pressing(state, frame, fight)
    return most > 0 and bool(targets(state, frame.empire, NEAR, [(fight.region, most)]))


def _press_on(state: State, frame: Aftermath, fight: Battle, log: Log) -> State:
    return state.pushed(Aiming(frame.player, frame.empire, NEAR, fight.region, _pressing(state, frame, fight)))


def _standing(state: State, frame: Aftermath, fight: Battle) -> int:
    """How many banners of the latest battle still stand where it was fought, the winner's or the defender's."""
    there, holder = state.banners[fight.region], state.control[fight.region]
    if holder == frame.empire:
        return min(fight.survivors, there)
    return min(fight.left, there) if holder == fight.defender else 0


def _no_survivors(state: State, frame: Aftermath, fight: Battle, log: Log) -> State:
    after = killed(state, log, frame.player, fight.region, _standing(state, frame, fight), "R.23")
    return after.popped(replace(frame, battle=fight._replace(survivors=0, left=0)))


def _can_place(state: State, frame: ActorFrame) -> bool:
    return state.reserve[frame.empire] > 0 and frame.empire in state.control


def _turn_coats(state: State, frame: Aftermath, fight: Battle, log: Log) -> State:
    return state.pushed(Placing(frame.player, frame.empire, fight.killed, ("R.35",)))


def _repeat(state: State, frame: ActorFrame, log: Log) -> State:
    assert isinstance(frame, Aftermath)
    return begin(state, log, frame.player, frame.empire, frame.offer)


# Moments of an attack.


def _may_reach(reach: str) -> Callable[[State, ActorFrame], bool]:
    """A seat that offers an attack, or an attack that still aims at its neighbours."""

    def possible(state: State, frame: ActorFrame) -> bool:
        if isinstance(frame, Aiming):
            return frame.reach == NEAR and opens_more(state, frame.empire, reach, frame.source, frame.most)
        if not isinstance(frame, Acting):
            return False
        attacks = any(offer.kind == ATTACK for offer in state.board.seats[frame.seat].offers)
        return attacks and opens_more(state, frame.empire, reach)

    return possible


def _reach(reach: str) -> Callable[[State, ActorFrame, Log], State]:
    def play(state: State, frame: ActorFrame, log: Log) -> State:
        if isinstance(frame, Aiming):
            return state.popped(replace(frame, reach=reach))
        assert isinstance(frame, Acting)
        offers = state.board.seats[frame.seat].offers
        attack = next(offer for offer in offers if offer.kind == ATTACK)
        log.cite("R-11")
        return state.popped(
            Aftermath(frame.player, frame.empire, frame.seat, frame.agent, attack),
            Aiming(frame.player, frame.empire, reach),
        )

    return play


def _can_enlarge(state: State, frame: ActorFrame) -> bool:
    return isinstance(frame, Joining) and state.reserve[frame.empire] > frame.army.extra


def _enlarge(banners: int, rule: str) -> Callable[[State, ActorFrame, Log], State]:
    def play(state: State, frame: ActorFrame, log: Log) -> State:
        assert isinstance(frame, Joining)
        army = frame.army
        more = min(banners, state.reserve[frame.empire] - army.extra)
        army = army._replace(extra=army.extra + more)
        log.say(frame.player, "banners_join", rule, "R-38", empire=state.board.empires[frame.empire], source="reserve",
                banners=more, attackers=army.strength)  # fmt: skip
        return state.popped(replace(frame, army=army))

    return play


def _can_relieve(state: State, frame: ActorFrame) -> bool:
    return isinstance(frame, Joining) and any(frame.spare(state, at) > 0 for at, _ in senders(state, frame.empire))


@frozen
class Relieving(ActorFrame):
    """Relief Column: another region of the active empire, and from one to six banners of it, join the army below."""

    question: ClassVar[str] = "relieve"
    hint: ClassVar[str] = "Name another region of the active empire, and no more banners than may leave it to join."

    def asks(self, state: State, plays: Plays) -> Asked | None:
        joining = state.pending[-2]
        assert isinstance(joining, Joining)
        armies = ((at, min(RELIEF, joining.spare(state, at))) for at, _ in senders(state, self.empire))
        return self.player, name_banners(state, "relieve", "source", armies)

    def take(self, state: State, action: Action, log: Log) -> State:
        joining, banners = state.pending[-2], action.number("banners")
        assert isinstance(joining, Joining)
        source = state.board.region_of(action, "source")
        log.cite("R.40", *on_conquest(state, source, self.empire))
        army = joining.army._replace(relief=(*joining.army.relief, (source, banners)))
        log.say(self.player, "banners_join", "R.40", empire=state.board.empires[self.empire],
                source=state.board.regions[source], banners=banners, attackers=army.strength)  # fmt: skip
        return state._replace(pending=(*state.pending[:-2], replace(joining, army=army)))

    def details(self, board: Board) -> Mapping[str, Value]:
        return {"banners": RELIEF}


# In place of the action.


def errands(state: State, frame: ActorFrame) -> list[int]:
    """Other seats that the player acts for through another agent, with something to do there."""
    if not isinstance(frame, Acting):
        return []
    found = []
    for seat in range(len(state.board.seats)):
        agent = acting_agent(state, seat)
        another = agent not in (NOTHING, frame.agent) and seat != frame.seat
        if another and state.council[agent] == frame.player and can_act(state, seat, agent):
            found.append(seat)
    return found


@frozen
class Choosing(ActorFrame):
    """Royal Errand and Take Wing: the seat whose action is taken in place of the one below."""

    flies: bool

    hint: ClassVar[str] = "Name one of the seats that the card lets you act for."

    def asks(self, state: State, plays: Plays) -> Asked | None:
        board = state.board
        below = state.pending[-2]
        assert isinstance(below, Acting)
        seats = vacant(state) if self.flies else errands(state, below)
        name = "fly" if self.flies else "errand"
        return self.player, tuple(
            act(name, empire=board.empires[board.seats[seat].empire], seat=board.seats[seat].id) for seat in seats
        )

    def take(self, state: State, action: Action, log: Log) -> State:
        """That seat acts now; a flying agent sits there from now on. The turn goes on from the seat below."""
        board, below = state.board, state.pending[-2]
        assert isinstance(below, Acting)
        seat = board.seat_named(action)
        empire = board.seats[seat].empire
        log.cite("R.30" if self.flies else "R.24")
        agent = seat if self.flies else acting_agent(state, seat)
        if self.flies:
            old = board.seats[below.agent]
            state = state._replace(council=put(put(state.council, below.agent, 0), seat, self.player))
            log.say(self.player, "agent_flies", "R.30", was=board.empires[old.empire], left=old.id,
                    empire=board.empires[empire], seat=board.seats[seat].id)  # fmt: skip
        return state._replace(pending=(*state.pending[:-2], Acting(self.player, empire, seat, agent)))

    def shows(self, board: Board) -> Mapping[str, Value]:
        return {"asks": "fly" if self.flies else "errand", "empire": board.empires[self.empire]}


def vacant(state: State) -> list[int]:
    """The seats without an agent."""
    return [seat for seat, player in enumerate(state.council) if not player]


# At any moment.


def _raise(banners: int, regions: Callable[[State], list[int]], rule: str) -> Effect:
    def play(state: State, frame: ActorFrame, log: Log) -> State:
        return state.pushed(Raising(frame.player, frame.empire, banners, tuple(regions(state)), rule))

    return Effect(rule, lambda state, frame: bool(regions(state)), play)


def _ask(rule: str, possible: Callable[[State, ActorFrame], bool], frame: Callable[[int, int], ActorFrame]) -> Effect:
    """An effect that begins with a choice of its own."""
    return Effect(rule, possible, lambda state, acting, log: state.pushed(frame(acting.player, acting.empire)))


def _festival(state: State, frame: ActorFrame, log: Log) -> State:
    """With too few in the reserve the player chooses where they go (R-12)."""
    regions = state.controlled(frame.empire)
    if len(regions) > state.reserve[frame.empire]:
        left = state.reserve[frame.empire]
        return state.pushed(Placing(frame.player, frame.empire, left, ("R.38",), tuple(regions), once=True))
    for region in regions:
        state = raised(state, log, frame.player, region, 1, "R.38")
    return state


NUMBERS: Mapping[str, int] = {
    "lion-2": 3, "horse-1": 1, "elephant-1": 1, "elephant-2": 3, "bear-eagle": KNIVES, "bear-elephant": 3,
    "bear-lion": 1, "eagle-elephant": FIRE, "lion-eagle": 1, "horse-elephant": 4, "lion-elephant": RELIEF,
}  # fmt: skip
"""The one number that an ability has, and that its text must say."""

EFFECTS: Mapping[str, Effect] = {
    "bear-1": _after_battle("R.22", _can_press, _press_on),
    "bear-2": _after_battle("R.23", lambda state, frame, fight: _standing(state, frame, fight) > 0, _no_survivors),
    "lion-1": Effect("R.24", lambda state, frame: bool(errands(state, frame)),
                     lambda state, frame, log: state.pushed(Choosing(frame.player, frame.empire, flies=False))),
    "lion-2": _raise(NUMBERS["lion-2"], with_city, "R.25"),
    "horse-1": _ask("R.26", lambda state, frame: marches(state, frame.empire), Marching),
    "horse-2": _ask("R.27", lambda state, frame: bool(dealable(state)), Mustering),
    "elephant-1": Effect("R.28", _can_enlarge, _enlarge(NUMBERS["elephant-1"], "R.28")),
    "elephant-2": Effect("R.29", _can_enlarge, _enlarge(NUMBERS["elephant-2"], "R.29")),
    "eagle-1": Effect("R.30", lambda state, frame: isinstance(frame, Acting) and 0 in state.council,
                      lambda state, frame, log: state.pushed(Choosing(frame.player, frame.empire, flies=True))),
    "eagle-2": Effect("R.31", _may_reach(EMPTY), _reach(EMPTY)),
    "bear-eagle": _ask("R.32", lambda state, frame: any(state.banners), Knives),
    "bear-elephant": _raise(NUMBERS["bear-elephant"], empty, "R.33"),
    "bear-horse": _ask("R.34", lambda state, frame: any(state.banners), Scattering),
    "bear-lion": _after_battle("R.35", lambda state, frame, fight: fight.killed > 0 and _can_place(state, frame),
                               _turn_coats),
    "eagle-elephant": _ask("R.36", lambda state, frame: bool(fires(state, frame.empire)), Lighting),
    "horse-eagle": Effect("R.37", _may_reach(FAR), _reach(FAR)),
    "lion-eagle": Effect("R.38", _can_place, _festival),
    "horse-elephant": _raise(NUMBERS["horse-elephant"], bare, "R.39"),
    "lion-elephant": Effect("R.40", _can_relieve,
                            lambda state, frame, log: state.pushed(Relieving(frame.player, frame.empire))),
    "lion-horse": Effect("R.41", lambda state, frame: isinstance(frame, Aftermath)
                         and works(state, frame.empire, frame.offer), _repeat),
}  # fmt: skip
