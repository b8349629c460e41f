"""An attack, step by step: the target, the army, cards that join it, the battle and its arithmetic, and the moment
after.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import ClassVar, NamedTuple

from pnp.engine.action import Action, Value
from pnp.frozen import frozen
from pnp.games.war_of_whispers.referee.board import NOTHING, Army, Board, Offer
from pnp.games.war_of_whispers.referee.state import (
    DONE,
    ActorFrame,
    Asked,
    Course,
    Plays,
    Sight,
    leave,
    name_banners,
    name_regions,
    on_conquest,
    passed_on,
)

NEAR = "near"
EMPTY = "empty"
FAR = "far"
"""How far an attack reaches: next door, any enemy region without banners, any enemy region."""


#: For so many battles what comes of them is kept.
_BATTLES = 1024


class Fought(NamedTuple):
    """Attackers lost, defenders killed, attackers that survive, defenders left."""

    lost: int
    killed: int
    survivors: int
    left: int


@lru_cache(_BATTLES)
def fought(attackers: int, defenders: int, fort: int) -> Fought:
    """One for one until a side is gone; the fort's banner falls first and is never a real one (R-18)."""
    if attackers >= defenders + fort:
        return Fought(defenders + fort, defenders, attackers - defenders - fort, 0)
    killed = max(0, attackers - fort)
    return Fought(attackers, killed, 0, defenders - killed)


class Attack(NamedTuple):
    """An attack on its way: from where to where, how many, how many more from the reserve and from other regions."""

    source: int
    target: int
    sent: int
    extra: int = 0
    relief: tuple[Army, ...] = ()

    @property
    def strength(self) -> int:
        return self.sent + self.extra + sum([banners for _, banners in self.relief])


class Battle(NamedTuple):
    """The latest battle: where, against whom, and what cards after the attack need to know of it."""

    region: int
    defender: int
    killed: int
    survivors: int
    left: int


def fort_of(state: Sight, region: int) -> int:
    """What a fort there adds to the defence: one banner, without an army too unless the table agreed otherwise."""
    if not state.board.symbols["fort"][region]:
        return 0
    return 1 if state.banners[region] or state.table.setup.reads("forts", "always") else 0


def battle(course: Course, player: int, empire: int, army: Attack) -> Battle:
    """The army marches in and fights; the battle to remember."""
    board, target = course.board, army.target
    banners = course.banners
    defender, defenders, fort = course.control[target], banners[target], fort_of(course, target)
    result = fought(army.strength, defenders, fort)
    if course.log:
        course.say(
            player, "battle", *_rulings(course, empire, army, fort, result), empire=board.empires[empire],
            source=board.regions[army.source], region=board.regions[target], defender=board.empires[defender],
            sent=army.sent, extra=army.extra, relief=army.strength - army.sent - army.extra, attackers=army.strength,
            defenders=defenders, fort=fort, lost=result.lost, killed=result.killed, survivors=result.survivors,
            left=result.left,
        )  # fmt: skip
    for region, count in ((army.source, army.sent), *army.relief):
        banners[region] -= count
    banners[target] = result.survivors or result.left
    if not result.left:
        course.seize(target, empire if result.survivors else board.home[target])
    course.reserve[empire] += result.lost - army.extra
    course.reserve[defender] += result.killed
    if course.log:
        passed_on(course, player, target, defender)
    return Battle(target, defender, result.killed, result.survivors, result.left)


def _rulings(state: Sight, empire: int, army: Attack, fort: int, result: Fought) -> tuple[str, ...]:
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


def senders(state: Sight, empire: int, only: int = NOTHING, most: int = 0) -> list[Army]:
    """The regions that an attack may start from; where one is given, from there alone and with so many at most."""
    if only != NOTHING:
        strength = min(most, leave(state, only, empire))
        return [(only, strength)] if strength > 0 else []
    home, banners = state.table.board.home, state.banners
    return [(at, most) for at in state.controlled(empire) if (most := banners[at] - (home[at] != empire)) > 0]


def targets(state: Sight, empire: int, reach: str, out: list[Army]) -> list[int]:
    """The regions that an attack may strike, in the order of the map."""
    control = state.control
    if not out:
        return []
    if reach == NEAR:
        neighbours = state.board.neighbours
        return sorted({near for region, _ in out for near in neighbours[region] if control[near] != empire})
    enemies = (region for region, holder in enumerate(control) if holder != empire)
    return [region for region in enemies if reach == FAR or not state.banners[region]]


def can_attack(state: Sight, empire: int) -> bool:
    """Whether the empire has anyone to send and anyone to strike."""
    control, neighbours = state.control, state.table.board.neighbours
    home, banners = state.table.board.home, state.banners
    for region in state.controlled(empire):
        if banners[region] > (home[region] != empire):
            for near in neighbours[region]:
                if control[near] != empire:
                    return True
    return False


def opens_more(state: Sight, empire: int, reach: str, only: int = NOTHING, most: int = 0) -> bool:
    """Whether a longer reach lets some army strike a region that is not its neighbour."""
    out = senders(state, empire, only, most)
    neighbours = state.board.neighbours
    return any(region not in neighbours[source] for region in targets(state, empire, reach, out) for source, _ in out)


@frozen
class Aiming(ActorFrame):
    """An attack without a target yet; after Press On it starts from `source` with `most` banners."""

    reach: str = NEAR
    source: int = NOTHING
    most: int = 0

    question: ClassVar[str] = "target"
    windows: ClassVar[tuple[str, ...]] = ("any", "with-attack")
    hint: ClassVar[str] = "Name a region of another empire that an army of the active empire can reach."

    def asks(self, state: Course, plays: Plays) -> Asked | None:
        out = senders(state, self.empire, self.source, self.most)
        found = targets(state, self.empire, self.reach, out)
        if found:
            return self.player, (*name_regions(state, "target", found), *plays.actions)
        return (self.player, (DONE, *plays.actions)) if plays.open else None

    def take(self, course: Course, action: Action) -> None:
        """The target is named (R-14, R-35) and the army chosen next; with nobody to strike, the attack is given up."""
        if action == DONE:
            course.cite("R.15")
            self.run(course)
            return
        region = course.board.region_of(action)
        if course.log:
            course.cite("R.15", "R-35", *(() if course.banners[region] else ("R-14",)))
        course.become(Sending(self.player, self.empire, region, self.reach, self.source, self.most))

    def run(self, course: Course) -> None:
        """Nobody to send or to strike any more: the attack comes to nothing."""
        course.say(self.player, "nothing_happens", "R.15", "R-11")
        course.pop()

    def details(self, board: Board) -> Mapping[str, Value]:
        return {"reach": self.reach}


@frozen
class Sending(ActorFrame):
    """An attack with a target: one source, and from one to all of the banners that may leave it."""

    target: int
    reach: str
    source: int
    most: int

    question: ClassVar[str] = "send"
    hint: ClassVar[str] = "Name one region that the army comes from, and no more banners than may leave it."

    def asks(self, state: Course, plays: Plays) -> Asked | None:
        """A source and a number, the whole army of each source first."""
        out = senders(state, self.empire, self.source, self.most)
        if self.reach == NEAR:
            near = state.board.neighbours[self.target]
            out = [army for army in out if army[0] in near]
        return self.player, name_banners(state, "send", "source", out)

    def take(self, course: Course, action: Action) -> None:
        """The army gathers; cards may still join it."""
        source, banners = course.board.region_of(action, "source"), action.number("banners")
        if course.log:
            course.cite("R.16", "R-15", *on_conquest(course, source, self.empire))
        course.become(Joining(self.player, self.empire, Attack(source, self.target, banners)))

    def details(self, board: Board) -> Mapping[str, Value]:
        return {"target": board.regions[self.target]}


@frozen
class Joining(ActorFrame):
    """An army ready to march: cards may make it larger, then it fights."""

    army: Attack

    question: ClassVar[str] = "join"
    windows: ClassVar[tuple[str, ...]] = ("with-attack",)
    hint: ClassVar[str] = "Let the army march (done), or play a card that joins it."

    def asks(self, state: Course, plays: Plays) -> Asked | None:
        """Whether a card joins; nothing where the hand can hold none that does."""
        return (self.player, (DONE, *plays.actions)) if plays.open else None

    def take(self, course: Course, action: Action) -> None:
        course.cite("R.20")
        self.run(course)

    def run(self, course: Course) -> None:
        """The battle, which the frame below remembers for the cards after it."""
        done = battle(course, self.player, self.empire, self.army)
        below = course.pending[-2]
        assert isinstance(below, Aftermath)
        course.hand_down(below.following(done))

    def spare(self, state: Sight, region: int) -> int:
        """How many banners of another region can still join."""
        if region in (self.army.source, self.army.target):
            return 0
        joined = sum(banners for source, banners in self.army.relief if source == region)
        return leave(state, region, self.empire) - joined

    def details(self, board: Board) -> Mapping[str, Value]:
        names, army = board.regions, self.army
        return {"source": names[army.source], "target": names[army.target], "attackers": army.strength}


@frozen
class Aftermath(ActorFrame):
    """The action of a seat is over: cards may still follow it; `battle` is the latest of an attack."""

    seat: int
    agent: int
    offer: Offer
    battle: Battle | None = None

    question: ClassVar[str] = "after"
    windows: ClassVar[tuple[str, ...]] = ("any", "after-attack", "again")
    hint: ClassVar[str] = "End the seat's turn (done), or play one of the cards that may still be played."

    def asks(self, state: Course, plays: Plays) -> Asked | None:
        """Whether a card follows; nothing where the hand can hold none that does."""
        return (self.player, (DONE, *plays.actions)) if plays.open else None

    def take(self, course: Course, action: Action) -> None:
        course.cite("R.20")
        course.pop()

    def following(self, battle: Battle) -> Aftermath:
        """The same after that battle."""
        return Aftermath(self.player, self.empire, self.seat, self.agent, self.offer, battle)

    def details(self, board: Board) -> Mapping[str, Value]:
        fight = self.battle
        return {"action": self.offer.id} | ({} if fight is None else {
            "region": board.regions[fight.region], "killed": fight.killed, "survivors": fight.survivors,
            "left": fight.left,
        })  # fmt: skip
