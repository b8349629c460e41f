"""The twenty abilities by id: when each can do something, what happens when its card is played, and the choices that
it asks for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
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
from pnp.games.war_of_whispers.referee.board import ATTACK, NOTHING, Board
from pnp.games.war_of_whispers.referee.seat import Acting, Bounds, Placing, acting_agent, begin, can_act, works
from pnp.games.war_of_whispers.referee.state import (
    DONE,
    ActorFrame,
    Asked,
    Course,
    Plays,
    Sight,
    killed,
    leave,
    lifted,
    moved,
    name_banners,
    name_regions,
    on_conquest,
    raised,
)

KNIVES = 3
FIRE = 5
RELIEF = 6


def with_city(state: Sight) -> Iterator[int]:
    """Regions with a city whose empire has a banner in the reserve."""
    cities, reserve = state.board.symbols["city"], state.reserve
    return (at for at, holder in enumerate(state.control) if cities[at] and reserve[holder])


def empty(state: Sight) -> Iterator[int]:
    """Regions without banners whose home empire, which controls them (R-39), has one in the reserve."""
    banners, reserve = state.banners, state.reserve
    return (at for at, holder in enumerate(state.control) if not banners[at] and reserve[holder])


def bare(state: Sight) -> Iterator[int]:
    """Those of the empty regions that have neither city nor fort."""
    cities, forts = state.board.symbols["city"], state.board.symbols["fort"]
    return (at for at in empty(state) if not cities[at] and not forts[at])


def held(state: Sight) -> list[int]:
    """Regions with banners."""
    return [at for at, banners in enumerate(state.banners) if banners]


def fires(state: Sight, empire: int) -> Iterator[int]:
    """Regions with a banner of the empire beside one with enemy banners."""
    return (at for at in state.controlled(empire) if state.banners[at] and near(state, at))


def near(state: Sight, region: int) -> list[int]:
    """The regions with enemy banners beside a region."""
    holder = state.control[region]
    return [at for at in state.board.neighbours[region] if state.banners[at] and state.control[at] != holder]


def marches(state: Sight, empire: int) -> bool:
    """Whether the empire controls two regions and may move a banner out of one."""
    return len(state.controlled(empire)) > 1 and bool(senders(state, empire))


def dealable(state: Sight) -> Iterator[int]:
    """Empires that have a banner to lift and another region with room for it."""
    return (empire for empire in range(len(state.board.empires)) if _dealable(state, empire))


def are(found: Iterator[int]) -> bool:
    """Whether there are any."""
    return next(found, None) is not None


def _dealable(state: Sight, empire: int) -> bool:
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

    def asks(self, state: Course, plays: Plays) -> Asked | None:
        return self.player, name_regions(state, "raise", self.regions)

    def take(self, course: Course, action: Action) -> None:
        """As many as the reserve still has."""
        region = course.board.region_of(action)
        course.cite(self.rule)
        banners = min(self.banners, course.reserve[course.control[region]])
        raised(course, self.player, region, banners, (self.rule, "R-39"))
        course.pop()

    def details(self, board: Board) -> Mapping[str, Value]:
        return {"banners": self.banners}


@frozen
class Knives(ActorFrame):
    """Hired Knives: one region, and from one to three of its banners, which die."""

    question: ClassVar[str] = "kill"
    hint: ClassVar[str] = "Name a region with banners, and from one to three of them."

    def asks(self, state: Course, plays: Plays) -> Asked | None:
        armies = ((region, min(KNIVES, state.banners[region])) for region in held(state))
        return self.player, name_banners(state, "kill", "region", armies)

    def take(self, course: Course, action: Action) -> None:
        course.cite("R.32")
        region, banners = course.board.region_of(action), action.number("banners")
        killed(course, self.player, region, banners, "R.32")
        course.pop()

    def details(self, board: Board) -> Mapping[str, Value]:
        return {"banners": KNIVES}


@frozen
class Scattering(ActorFrame):
    """Wildfire Rumour: the banners of a region go to neighbours of the same empire; with no such neighbour they die."""

    question: ClassVar[str] = "scatter"
    hint: ClassVar[str] = "Name a region with banners."

    def asks(self, state: Course, plays: Plays) -> Asked | None:
        return self.player, name_regions(state, "scatter", held(state))

    def take(self, course: Course, action: Action) -> None:
        region = course.board.region_of(action)
        course.cite("R.34")
        empire, banners = course.control[region], course.banners[region]
        refuges = tuple(at for at in course.board.neighbours[region] if course.control[at] == empire)
        if not refuges:
            killed(course, self.player, region, banners, "R.34")
            course.pop()
        else:
            lifted(course, self.player, region, banners, "R.34")
            course.become(Placing(self.player, empire, banners, ("R.34",), Bounds(refuges)))


@frozen
class Marching(ActorFrame):
    """Forced March, its first half: a region of the active empire, and how many banners leave it."""

    question: ClassVar[str] = "march"
    hint: ClassVar[str] = "Name a region of the active empire, and no more of its banners than may leave it."

    def asks(self, state: Course, plays: Plays) -> Asked | None:
        return self.player, name_banners(state, "march", "source", senders(state, self.empire))

    def take(self, course: Course, action: Action) -> None:
        source = course.board.region_of(action, "source")
        course.cite("R.26", *on_conquest(course, source, self.empire))
        course.become(Arriving(self.player, self.empire, source, action.number("banners")))


@frozen
class Arriving(ActorFrame):
    """Forced March, its second half: another region of the active empire."""

    source: int
    banners: int

    question: ClassVar[str] = "march_to"
    hint: ClassVar[str] = "Name another region that the active empire controls."

    def asks(self, state: Course, plays: Plays) -> Asked | None:
        others = (region for region in state.controlled(self.empire) if region != self.source)
        return self.player, name_regions(state, "march_to", others)

    def take(self, course: Course, action: Action) -> None:
        course.cite("R.26")
        moved(course, self.player, self.source, course.board.region_of(action), self.banners, "R.26")
        course.pop()

    def details(self, board: Board) -> Mapping[str, Value]:
        return {"source": board.regions[self.source], "banners": self.banners}


@frozen
class Mustering(ActorFrame):
    """Grand Muster: an empire whose banners are dealt out afresh."""

    question: ClassVar[str] = "regroup"
    hint: ClassVar[str] = "Name an empire whose banners can stand otherwise than they do."

    def asks(self, state: Course, plays: Plays) -> Asked | None:
        """Which empire, the active one first."""
        found = sorted(dealable(state), key=lambda empire: empire != self.empire)
        return self.player, tuple(act("regroup", empire=state.board.empires[empire]) for empire in found)

    def take(self, course: Course, action: Action) -> None:
        """All of its banners are lifted but one in each conquered region, and placed again within the supply."""
        course.cite("R.27", "R-16")
        empire = course.board.empires.index(action.text("empire"))
        total = 0
        for region in course.controlled(empire):
            if banners := leave(course, region, empire):
                lifted(course, self.player, region, banners, "R.27")
                total += banners
        course.become(Placing(self.player, empire, total, ("R.27",), Bounds(within=True)))


@frozen
class Lighting(ActorFrame):
    """Greek Fire, its first half: a region with a banner of the active empire."""

    question: ClassVar[str] = "light"
    hint: ClassVar[str] = "Name a region with a banner of the active empire and enemy banners next to it."

    def asks(self, state: Course, plays: Plays) -> Asked | None:
        return self.player, name_regions(state, "light", fires(state, self.empire))

    def take(self, course: Course, action: Action) -> None:
        course.cite("R.36")
        course.become(Burning(self.player, self.empire, course.board.region_of(action), FIRE))


@frozen
class Burning(ActorFrame):
    """Greek Fire, its second half: up to so many enemy banners next to the region, one of them at least."""

    source: int
    left: int

    question: ClassVar[str] = "burn"
    hint: ClassVar[str] = "Name a region next to the fire with enemy banners, and no more of them than may still die."

    def asks(self, state: Course, plays: Plays) -> Asked | None:
        """Whose banners die, and how many; enough is enough after the first."""
        armies = ((region, min(self.left, state.banners[region])) for region in near(state, self.source))
        found = name_banners(state, "burn", "region", armies)
        return (self.player, (*found, *((DONE,) if self.left < FIRE else ()))) if found else None

    def take(self, course: Course, action: Action) -> None:
        course.cite("R.36")
        if action == DONE:
            course.pop()
            return
        banners = action.number("banners")
        killed(course, self.player, course.board.region_of(action), banners, "R.36")
        course.become(replace(self, left=self.left - banners))

    def details(self, board: Board) -> Mapping[str, Value]:
        return {"source": board.regions[self.source], "left": self.left}


class Effect(NamedTuple):
    """What an ability does: the rule that tells it, whether it can change anything now, and the change."""

    rule: str
    possible: Callable[[Sight, ActorFrame], bool]
    play: Callable[[Course, ActorFrame], None]


def _after_battle(
    rule: str,
    possible: Callable[[Sight, Aftermath, Battle], bool],
    play: Callable[[Course, Aftermath, Battle], None],
) -> Effect:
    """An effect of the moment after an attack, on its latest battle."""

    def may(state: Sight, frame: ActorFrame) -> bool:
        return isinstance(frame, Aftermath) and frame.battle is not None and possible(state, frame, frame.battle)

    def does(course: Course, frame: ActorFrame) -> None:
        assert isinstance(frame, Aftermath) and frame.battle is not None
        play(course, frame, frame.battle)

    return Effect(rule, may, does)


def _pressing(state: Sight, frame: Aftermath, fight: Battle) -> int:
    """How many of the attackers left can strike on from where they won (R-16: conquered land keeps one)."""
    return min(fight.survivors, leave(state, fight.region, frame.empire))


def _can_press(state: Sight, frame: Aftermath, fight: Battle) -> bool:
    most = _pressing(state, frame, fight)
    return most > 0 and bool(targets(state, frame.empire, NEAR, [(fight.region, most)]))


def _press_on(course: Course, frame: Aftermath, fight: Battle) -> None:
    course.push(Aiming(frame.player, frame.empire, NEAR, fight.region, _pressing(course, frame, fight)))


def _standing(state: Sight, frame: Aftermath, fight: Battle) -> int:
    """How many banners of the latest battle still stand where it was fought, the winner's or the defender's."""
    there, holder = state.banners[fight.region], state.control[fight.region]
    if holder == frame.empire:
        return min(fight.survivors, there)
    return min(fight.left, there) if holder == fight.defender else 0


def _no_survivors(course: Course, frame: Aftermath, fight: Battle) -> None:
    killed(course, frame.player, fight.region, _standing(course, frame, fight), "R.23")
    course.become(frame.following(fight._replace(survivors=0, left=0)))


def _can_place(state: Sight, frame: ActorFrame) -> bool:
    return state.reserve[frame.empire] > 0 and frame.empire in state.control


def _turn_coats(course: Course, frame: Aftermath, fight: Battle) -> None:
    course.push(Placing(frame.player, frame.empire, fight.killed, ("R.35",)))


def _repeat(course: Course, frame: ActorFrame) -> None:
    assert isinstance(frame, Aftermath)
    begin(course, frame.player, frame.empire, frame.offer)


# Moments of an attack.


def _may_reach(reach: str) -> Callable[[Sight, ActorFrame], bool]:
    """A seat that offers an attack, or an attack that still aims at its neighbours."""

    def possible(state: Sight, frame: ActorFrame) -> bool:
        if isinstance(frame, Aiming):
            return frame.reach == NEAR and opens_more(state, frame.empire, reach, frame.source, frame.most)
        if not isinstance(frame, Acting):
            return False
        attacks = any(offer.kind == ATTACK for offer in state.board.seats[frame.seat].offers)
        return attacks and opens_more(state, frame.empire, reach)

    return possible


def _reach(reach: str) -> Callable[[Course, ActorFrame], None]:
    def play(course: Course, frame: ActorFrame) -> None:
        if isinstance(frame, Aiming):
            course.become(replace(frame, reach=reach))
            return
        assert isinstance(frame, Acting)
        offers = course.board.seats[frame.seat].offers
        attack = next(offer for offer in offers if offer.kind == ATTACK)
        course.cite("R-11")
        course.become(Aftermath(frame.player, frame.empire, frame.seat, frame.agent, attack))
        course.push(Aiming(frame.player, frame.empire, reach))

    return play


def _can_enlarge(state: Sight, frame: ActorFrame) -> bool:
    return isinstance(frame, Joining) and state.reserve[frame.empire] > frame.army.extra


def _enlarge(banners: int, rule: str) -> Callable[[Course, ActorFrame], None]:
    def play(course: Course, frame: ActorFrame) -> None:
        assert isinstance(frame, Joining)
        army = frame.army
        more = min(banners, course.reserve[frame.empire] - army.extra)
        army = army._replace(extra=army.extra + more)
        course.say(frame.player, "banners_join", rule, "R-38", empire=course.board.empires[frame.empire],
                   source="reserve", banners=more, attackers=army.strength)  # fmt: skip
        course.become(replace(frame, army=army))

    return play


def _can_relieve(state: Sight, frame: ActorFrame) -> bool:
    return isinstance(frame, Joining) and any(frame.spare(state, at) > 0 for at, _ in senders(state, frame.empire))


@frozen
class Relieving(ActorFrame):
    """Relief Column: another region of the active empire, and from one to six banners of it, join the army below."""

    question: ClassVar[str] = "relieve"
    hint: ClassVar[str] = "Name another region of the active empire, and no more banners than may leave it to join."

    def asks(self, state: Course, plays: Plays) -> Asked | None:
        joining = state.pending[-2]
        assert isinstance(joining, Joining)
        armies = ((at, min(RELIEF, joining.spare(state, at))) for at, _ in senders(state, self.empire))
        return self.player, name_banners(state, "relieve", "source", armies)

    def take(self, course: Course, action: Action) -> None:
        joining, banners = course.pending[-2], action.number("banners")
        assert isinstance(joining, Joining)
        source = course.board.region_of(action, "source")
        course.cite("R.40", *on_conquest(course, source, self.empire))
        army = joining.army._replace(relief=(*joining.army.relief, (source, banners)))
        course.say(self.player, "banners_join", "R.40", empire=course.board.empires[self.empire],
                source=course.board.regions[source], banners=banners, attackers=army.strength)  # fmt: skip
        course.hand_down(replace(joining, army=army))

    def details(self, board: Board) -> Mapping[str, Value]:
        return {"banners": RELIEF}


# In place of the action.


def errands(state: Sight, frame: ActorFrame) -> Iterator[int]:
    """Other seats that the player acts for through another agent, with something to do there."""
    if not isinstance(frame, Acting) or state.council.count(frame.player) < 2:
        return
    for seat, holder in enumerate(state.council):
        agent = seat if holder else acting_agent(state, seat)
        if agent == NOTHING or state.council[agent] != frame.player or agent == frame.agent or seat == frame.seat:
            continue
        if can_act(state, seat, agent):
            yield seat


@frozen
class Choosing(ActorFrame):
    """Royal Errand and Take Wing: the seat whose action is taken in place of the one below."""

    flies: bool

    hint: ClassVar[str] = "Name one of the seats that the card lets you act for."

    def asks(self, state: Course, plays: Plays) -> Asked | None:
        board = state.board
        below = state.pending[-2]
        assert isinstance(below, Acting)
        seats = vacant(state) if self.flies else errands(state, below)
        name = "fly" if self.flies else "errand"
        return self.player, tuple([board.by_seat[name][seat] for seat in seats])

    def take(self, course: Course, action: Action) -> None:
        """That seat acts now; a flying agent sits there from now on. The turn goes on from the seat below."""
        board, below = course.board, course.pending[-2]
        assert isinstance(below, Acting)
        seat = board.seat_named(action)
        empire = board.seats[seat].empire
        course.cite("R.30" if self.flies else "R.24")
        agent = seat if self.flies else acting_agent(course, seat)
        if self.flies:
            old = board.seats[below.agent]
            course.council = put(put(course.council, below.agent, 0), seat, self.player)
            course.say(self.player, "agent_flies", "R.30", was=board.empires[old.empire], left=old.id,
                    empire=board.empires[empire], seat=board.seats[seat].id)  # fmt: skip
        course.hand_down(Acting(self.player, empire, seat, agent))

    def shows(self, board: Board) -> Mapping[str, Value]:
        return {"asks": "fly" if self.flies else "errand", "empire": board.empires[self.empire]}


def vacant(state: Sight) -> list[int]:
    """The seats without an agent."""
    return [seat for seat, player in enumerate(state.council) if not player]


# At any moment.


def _raise(banners: int, regions: Callable[[Sight], Iterator[int]], rule: str) -> Effect:
    def play(course: Course, frame: ActorFrame) -> None:
        course.push(Raising(frame.player, frame.empire, banners, tuple(regions(course)), rule))

    return Effect(rule, lambda state, frame: are(regions(state)), play)


def _ask(rule: str, possible: Callable[[Sight, ActorFrame], bool], frame: Callable[[int, int], ActorFrame]) -> Effect:
    """An effect that begins with a choice of its own."""
    return Effect(rule, possible, lambda course, acting: course.push(frame(acting.player, acting.empire)))


def _festival(course: Course, frame: ActorFrame) -> None:
    """With too few in the reserve the player chooses where they go (R-12)."""
    regions = course.controlled(frame.empire)
    if len(regions) > course.reserve[frame.empire]:
        left = course.reserve[frame.empire]
        course.push(Placing(frame.player, frame.empire, left, ("R.38",), Bounds(tuple(regions), once=True)))
        return
    for region in regions:
        raised(course, frame.player, region, 1, ("R.38",))


NUMBERS: Mapping[str, int] = {
    "lion-2": 3, "horse-1": 1, "elephant-1": 1, "elephant-2": 3, "bear-eagle": KNIVES, "bear-elephant": 3,
    "bear-lion": 1, "eagle-elephant": FIRE, "lion-eagle": 1, "horse-elephant": 4, "lion-elephant": RELIEF,
}  # fmt: skip
"""The one number that an ability has, and that its text must say."""

EFFECTS: Mapping[str, Effect] = {
    "bear-1": _after_battle("R.22", _can_press, _press_on),
    "bear-2": _after_battle("R.23", lambda state, frame, fight: _standing(state, frame, fight) > 0, _no_survivors),
    "lion-1": Effect("R.24", lambda state, frame: are(errands(state, frame)),
                     lambda course, frame: course.push(Choosing(frame.player, frame.empire, flies=False))),
    "lion-2": _raise(NUMBERS["lion-2"], with_city, "R.25"),
    "horse-1": _ask("R.26", lambda state, frame: marches(state, frame.empire), Marching),
    "horse-2": _ask("R.27", lambda state, frame: are(dealable(state)), Mustering),
    "elephant-1": Effect("R.28", _can_enlarge, _enlarge(NUMBERS["elephant-1"], "R.28")),
    "elephant-2": Effect("R.29", _can_enlarge, _enlarge(NUMBERS["elephant-2"], "R.29")),
    "eagle-1": Effect("R.30", lambda state, frame: isinstance(frame, Acting) and 0 in state.council,
                      lambda course, frame: course.push(Choosing(frame.player, frame.empire, flies=True))),
    "eagle-2": Effect("R.31", _may_reach(EMPTY), _reach(EMPTY)),
    "bear-eagle": _ask("R.32", lambda state, frame: any(state.banners), Knives),
    "bear-elephant": _raise(NUMBERS["bear-elephant"], empty, "R.33"),
    "bear-horse": _ask("R.34", lambda state, frame: any(state.banners), Scattering),
    "bear-lion": _after_battle("R.35", lambda state, frame, fight: fight.killed > 0 and _can_place(state, frame),
                               _turn_coats),
    "eagle-elephant": _ask("R.36", lambda state, frame: are(fires(state, frame.empire)), Lighting),
    "horse-eagle": Effect("R.37", _may_reach(FAR), _reach(FAR)),
    "lion-eagle": Effect("R.38", _can_place, _festival),
    "horse-elephant": _raise(NUMBERS["horse-elephant"], bare, "R.39"),
    "lion-elephant": Effect("R.40", _can_relieve,
                            lambda course, frame: course.push(Relieving(frame.player, frame.empire))),
    "lion-horse": Effect("R.41", lambda state, frame: isinstance(frame, Aftermath)
                         and works(state, frame.empire, frame.offer), _repeat),
}  # fmt: skip
