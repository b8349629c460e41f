"""The referee of A War of Whispers: what is legal, what comes of it, and how it ended."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from pnp.engine.action import CHANCE, OVER, Action, Chance, Value
from pnp.engine.component_set import ComponentSet
from pnp.engine.odds import Measure
from pnp.engine.options import Setup
from pnp.engine.referee import Outcome, Referee, Step, Whereabouts
from pnp.engine.requirements import Requirements
from pnp.engine.rules import Rules
from pnp.games.war_of_whispers.referee import cards, requirements
from pnp.games.war_of_whispers.referee.board import read_board
from pnp.games.war_of_whispers.referee.cards import plays
from pnp.games.war_of_whispers.referee.measures import measures
from pnp.games.war_of_whispers.referee.rounds import result
from pnp.games.war_of_whispers.referee.setting_out import laid_out
from pnp.games.war_of_whispers.referee.state import Log, State
from pnp.games.war_of_whispers.referee.view import boxed, deck_of, deeds, observed, shown, whereabouts


def settled(state: State, log: Log) -> State:
    """Runs every frame on that has nothing to ask, until one has; the play is over where none is left."""
    while state.pending:
        frame = state.pending[-1]
        asked = frame.asks(state, plays(state, frame))
        if asked is not None:
            return state._replace(actor=asked[0], legal=asked[1])
        state = frame.run(state, log)
    return state._replace(actor=OVER, legal=())


class WarReferee(Referee[State]):
    """Plays on the map, the councils and the cards of its kit."""

    by_seat = frozenset({"shown", "swaps", "hands", "agents_waiting", "agents_in_regions"})

    def __init__(self, kit: ComponentSet, rules: Rules) -> None:
        super().__init__(kit, rules)
        self.board = read_board(kit)
        waiting = {"reserve", "box", "stock", "agents", "loyalty tokens", "markers"}
        self.supply = frozenset(waiting | set(map(deck_of, self.board.empires)))
        least, most = kit.game.players
        self._boxes = {players: boxed(kit, self.board, players) for players in range(least, most + 1)}

    def requirements(self, setup: Setup) -> Requirements:
        """The box of the rulebook, the numbers of its rules and the moments of the cards."""
        cubes = any(piece.part == requirements.CUBE for piece in self.kit.pieces(setup.players))
        return requirements.requirements(setup, requirements.CUBE if cubes else requirements.CHIT)

    def measures(self, setup: Setup) -> tuple[Measure, ...]:
        """How even the lands are and what each seat is good for."""
        return measures(self.board)

    def initial_state(self, setup: Setup) -> State:
        """Banners on the map as printed, decks beside it, loyalties about to be dealt."""
        state = laid_out(self.board, self.kit, setup)
        return state._replace(actor=CHANCE)

    def actor(self, state: State) -> int:
        """The seat that chooses, chance, or nobody any more."""
        return state.actor

    def legal_actions(self, state: State) -> Sequence[Action]:
        """What was found when the state came to rest."""
        return state.legal

    def chance_outcomes(self, state: State) -> Chance:
        """What the frame on top leaves to chance."""
        return state.pending[-1].chance(state)

    def observe(self, state: State, seat: int) -> Mapping[str, Value]:
        """The board, all public counts, and the seat's own hand and loyalties."""
        return observed(state, seat)

    def shown(self, seen: Mapping[str, Value]) -> Iterable[tuple[str, Mapping[str, Value]]]:
        """The board in words, the councils, and the seat's own cards and loyalties."""
        return shown(self.board, seen)

    def called(self, line: Callable[[str, Mapping[str, Value]], str]) -> Mapping[str, Mapping[str, str]]:
        """What the actions of seats do."""
        return {"deeds": deeds(self.board, line)}

    def outcome(self, state: State) -> Outcome | None:
        """The score, once nothing is left to do."""
        return None if state.pending else result(state)

    def components(self, state: State) -> Whereabouts:
        """Where every piece lies."""
        return whereabouts(state, self._boxes[state.table.players])

    def follow(self, state: State, action: Action) -> Step[State]:
        """A card or a choice of the frame on top, and everything that follows by itself."""
        seen_by = self.chance_outcomes(state).seen_by if state.actor == CHANCE else None
        log = Log(state.actor, action, seen_by)
        if action.name == "play":
            after = cards.play(state, action, log)
        else:
            after = state.pending[-1].take(state, action, log)
        after = settled(after, log)
        return Step(after, log.events())

    def objection(self, state: State, action: Action) -> str:
        """What the frame on top asks for, or what is wrong with the card."""
        return cards.refused(state, action) if action.name == "play" else state.pending[-1].hint
