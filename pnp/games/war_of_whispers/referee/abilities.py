"""The twenty abilities by id: when each can do something, and what happens when its card is played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import ClassVar, NamedTuple

from pnp.engine.action import Action, Value, act
from pnp.frozen import frozen
from pnp.games.war_of_whispers.referee import effects
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
)
from pnp.games.war_of_whispers.referee.board import ATTACK, NOTHING, Board
from pnp.games.war_of_whispers.referee.seat import Acting, Placing, acting_agent, begin, can_act, works
from pnp.games.war_of_whispers.referee.state import ActorFrame, Asked, Log, Plays, State, killed, leave, put, raised

RELIEF = 6


class Effect(NamedTuple):
    """What an ability does: the rule that tells it, whether it can change anything now, and the change."""

    rule: str
    possible: Callable[[State, ActorFrame], bool]
    play: Callable[[State, ActorFrame, Log], State]


# Moments after an attack.


def _battle(frame: ActorFrame) -> Battle | None:
    return frame.battle if isinstance(frame, Aftermath) else None


def _pressing(state: State, frame: ActorFrame) -> int:
    """How many of the attackers left can strike on from where they won (R-16: conquered land keeps one)."""
    fight = _battle(frame)
    return min(fight.survivors, leave(state, fight.region, frame.empire)) if fight else 0


def _can_press(state: State, frame: ActorFrame) -> bool:
    fight, most = _battle(frame), _pressing(state, frame)
    return fight is not None and most > 0 and bool(targets(state, frame.empire, NEAR, [(fight.region, most)]))


def _press_on(state: State, frame: ActorFrame, log: Log) -> State:
    fight = _battle(frame)
    assert fight is not None
    return state.pushed(Aiming(frame.player, frame.empire, NEAR, fight.region, _pressing(state, frame)))


def _standing(state: State, frame: ActorFrame) -> int:
    """How many banners of the latest battle still stand where it was fought, the winner's or the defender's."""
    fight = _battle(frame)
    if fight is None:
        return 0
    there, holder = state.banners[fight.region], state.control[fight.region]
    if holder == frame.empire:
        return min(fight.survivors, there)
    return min(fight.left, there) if holder == fight.defender else 0


def _no_survivors(state: State, frame: ActorFrame, log: Log) -> State:
    fight = _battle(frame)
    assert fight is not None and isinstance(frame, Aftermath)
    after = killed(state, log, frame.player, fight.region, _standing(state, frame), "R.23")
    return after.popped(replace(frame, battle=fight._replace(survivors=0, left=0)))


def _can_turn(state: State, frame: ActorFrame) -> bool:
    fight = _battle(frame)
    return fight is not None and fight.killed > 0 and _can_place(state, frame)


def _can_place(state: State, frame: ActorFrame) -> bool:
    return state.reserve[frame.empire] > 0 and frame.empire in state.control


def _turn_coats(state: State, frame: ActorFrame, log: Log) -> State:
    fight = _battle(frame)
    assert fight is not None
    return state.pushed(Placing(frame.player, frame.empire, fight.killed, ("R.35",)))


def _can_repeat(state: State, frame: ActorFrame) -> bool:
    return isinstance(frame, Aftermath) and works(state, frame.empire, frame.offer)


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
    """Relief Column: another region of the active empire, and from one to six banners of it."""

    player: int
    empire: int

    hint: ClassVar[str] = "Name another region of the active empire, and no more banners than may leave it to join."

    def asks(self, state: State, plays: Plays) -> Asked | None:
        """From where, and how many."""
        joining = state.pending[-2]
        assert isinstance(joining, Joining)
        names = state.board.regions
        return self.player, tuple(
            act("relieve", source=names[at], banners=banners)
            for at, _ in senders(state, self.empire)
            for banners in range(min(RELIEF, joining.spare(state, at)), 0, -1)
        )

    def take(self, state: State, action: Action, log: Log) -> State:
        """They join the army below."""
        joining, banners = state.pending[-2], effects.count_of(action)
        assert isinstance(joining, Joining)
        source = state.board.region_of(action, "source")
        log.cite("R.40", *(("R-16",) if state.board.home[source] != self.empire else ()))
        army = joining.army._replace(relief=(*joining.army.relief, (source, banners)))
        log.say(self.player, "banners_join", "R.40", empire=state.board.empires[self.empire],
                source=state.board.regions[source], banners=banners, attackers=army.strength)  # fmt: skip
        return state._replace(pending=(*state.pending[:-2], replace(joining, army=army)))

    def shows(self, board: Board) -> Mapping[str, Value]:
        """How many may join."""
        return {"asks": "relieve", "empire": board.empires[self.empire], "banners": RELIEF}


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

    player: int
    empire: int
    flies: bool

    hint: ClassVar[str] = "Name one of the seats that the card lets you act for."

    def asks(self, state: State, plays: Plays) -> Asked | None:
        """Which seat."""
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
        """Whether the agent moves there."""
        return {"asks": "fly" if self.flies else "errand", "empire": board.empires[self.empire]}


def vacant(state: State) -> list[int]:
    """The seats without an agent."""
    return [seat for seat, player in enumerate(state.council) if not player]


def _can_fly(state: State, frame: ActorFrame) -> bool:
    return isinstance(frame, Acting) and 0 in state.council


# At any moment.


def _raise(banners: int, regions: Callable[[State], list[int]], rule: str) -> Effect:
    def play(state: State, frame: ActorFrame, log: Log) -> State:
        return state.pushed(effects.Raising(frame.player, frame.empire, banners, tuple(regions(state)), rule))

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


def _held(state: State, frame: ActorFrame) -> bool:
    return any(state.banners)


NUMBERS: Mapping[str, int] = {
    "lion-2": 3, "horse-1": 1, "elephant-1": 1, "elephant-2": 3, "bear-eagle": effects.KNIVES, "bear-elephant": 3,
    "bear-lion": 1, "eagle-elephant": effects.FIRE, "lion-eagle": 1, "horse-elephant": 4, "lion-elephant": RELIEF,
}  # fmt: skip
"""The one number that an ability has, and that its text must say."""

EFFECTS: Mapping[str, Effect] = {
    "bear-1": Effect("R.22", _can_press, _press_on),
    "bear-2": Effect("R.23", lambda state, frame: _standing(state, frame) > 0, _no_survivors),
    "lion-1": Effect("R.24", lambda state, frame: bool(errands(state, frame)),
                     lambda state, frame, log: state.pushed(Choosing(frame.player, frame.empire, flies=False))),
    "lion-2": _raise(NUMBERS["lion-2"], effects.with_city, "R.25"),
    "horse-1": _ask("R.26", lambda state, frame: effects.marches(state, frame.empire), effects.Marching),
    "horse-2": _ask("R.27", lambda state, frame: bool(effects.dealable(state)), effects.Mustering),
    "elephant-1": Effect("R.28", _can_enlarge, _enlarge(NUMBERS["elephant-1"], "R.28")),
    "elephant-2": Effect("R.29", _can_enlarge, _enlarge(NUMBERS["elephant-2"], "R.29")),
    "eagle-1": Effect("R.30", _can_fly,
                      lambda state, frame, log: state.pushed(Choosing(frame.player, frame.empire, flies=True))),
    "eagle-2": Effect("R.31", _may_reach(EMPTY), _reach(EMPTY)),
    "bear-eagle": _ask("R.32", _held, effects.Knives),
    "bear-elephant": _raise(NUMBERS["bear-elephant"], effects.empty, "R.33"),
    "bear-horse": _ask("R.34", _held, effects.Scattering),
    "bear-lion": Effect("R.35", _can_turn, _turn_coats),
    "eagle-elephant": _ask("R.36", lambda state, frame: bool(effects.fires(state, frame.empire)), effects.Lighting),
    "horse-eagle": Effect("R.37", _may_reach(FAR), _reach(FAR)),
    "lion-eagle": Effect("R.38", _can_place, _festival),
    "horse-elephant": _raise(NUMBERS["horse-elephant"], effects.bare, "R.39"),
    "lion-elephant": Effect("R.40", _can_relieve,
                            lambda state, frame, log: state.pushed(Relieving(frame.player, frame.empire))),
    "lion-horse": Effect("R.41", _can_repeat, _repeat),
}  # fmt: skip
