"""The table of a kit and a setup before anything has happened, and the frames in which chance deals."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.engine.action import OVER, Action, Chance, Value
from pnp.engine.component_set import ComponentSet
from pnp.engine.options import Setup
from pnp.errors import UsageError
from pnp.frozen import frozen
from pnp.games.war_of_whispers.referee.board import Board, fact
from pnp.games.war_of_whispers.referee.rounds import Rounds
from pnp.games.war_of_whispers.referee.state import TO_CHANCE, Asked, Frame, Log, Plays, State, Table, args_of, put

#: R-03: the order in which the published board seats its councils.
PRINTED = ("bear", "eagle", "elephant", "lion", "horse")


def table_of(board: Board, kit: ComponentSet, setup: Setup) -> Table:
    """The readings that the setup chose, beside the facts that the definition has."""
    game = kit.game
    order = tuple(range(len(board.empires)))
    if setup.word("empire_order") == "printed":
        order = tuple(sorted(order, key=lambda at: _rank(board.empires[at])))
    return Table(
        board=board,
        players=setup.players,
        deploying=fact(game, "agents_deployed_by_two" if setup.players == 2 else "agents_deployed"),
        rounds=fact(game, "rounds"),
        hand_limit=fact(game, "hand_limit"),
        phase_order=setup.word("phase_order"),
        order=order,
        last_swap=setup.word("last_swap") == "one",
        own_pace=setup.word("retrieval") == "in-turn",
        seat_action=setup.word("seat_action"),
        fort_alone=setup.word("forts") == "always",
        check_all=setup.word("supply_check") == "all",
        swap_vacant=setup.word("swap_agents") == "seat",
        tie_break=setup.word("tie_break"),
        region_agents=setup.word("region_agents") == "yes",
        unique=setup.word("first_loyalties") == "unique",
        concealed=1 if setup.word("concealed") == "one-point" else 0,
    )


def _rank(empire: str) -> int:
    return PRINTED.index(empire) if empire in PRINTED else len(PRINTED)


def societies(kit: ComponentSet, players: int) -> tuple[str, ...]:
    """The agents of each seat by their component id; UsageError where there are fewer societies than players."""
    agents = tuple(piece.id for piece in kit.pieces(players) if piece.part == "agent")
    if len(agents) < players:
        raise UsageError(f"there are agents of {len(agents)} societies; {players} players need as many")
    return agents[:players]


def laid_out(board: Board, kit: ComponentSet, setup: Setup) -> State:
    """The table before the first loyalty is dealt; UsageError where loyalty tokens are too few to deal."""
    players, bill = setup.players, kit.bill_of_materials(setup.players)
    for empire in board.empires:
        tokens = bill.get(f"{kit.game.name}/loyalty/{empire}", 0)
        if tokens < players:
            raise UsageError(f"there are {tokens} loyalty tokens of the {empire}; {players} players need as many")
    banners, reserve = _banners(board, kit, bill)
    return State(
        table=table_of(board, kit, setup),
        control=board.home,
        banners=banners,
        reserve=reserve,
        council=(0,) * len(board.seats),
        posted=(),
        agents=tuple(bill[society] for society in societies(kit, players)),
        loyalties=((),) * players,
        shown=((),) * players,
        swaps=(0,) * players,
        hands=((),) * players,
        decks=_decks(board, bill),
        round=0,
        marked=0,
        first=0,
        pending=(Rounds(), NamingFirst(), Dealing(1)),
        actor=OVER,
        legal=(),
    )


def _banners(board: Board, kit: ComponentSet, bill: Mapping[str, int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What stands on the map as printed, as far as the banners go, and what is left in the reserve."""
    reserve = [bill.get(f"{kit.game.name}/banner/{empire}", 0) for empire in board.empires]
    standing = []
    for empire, printed in zip(board.home, board.start):
        standing.append(min(printed, reserve[empire]))
        reserve[empire] -= standing[-1]
    return tuple(standing), tuple(reserve)


def _decks(board: Board, bill: Mapping[str, int]) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple(at for at, card in enumerate(board.cards) if card.empire == empire for _ in range(bill.get(card.id, 0)))
        for empire in range(len(board.empires))
    )


@frozen
class Dealing(Frame):
    """Loyalty tokens are laid face down on the slots of a seat, one at a time, then on the next seat's."""

    seat: int

    def asks(self, state: State, plays: Plays) -> Asked | None:
        """Chance."""
        return TO_CHANCE if self.seat <= state.table.players else None

    def chance(self, state: State) -> Chance:
        """Any of the seat's tokens that is left; seen by its owner alone."""
        board, dealt = state.board, state.loyalties[self.seat - 1]
        taken = set(dealt)
        if state.table.unique and not dealt:
            # where first loyalties differ, no token that another seat has there
            taken = {other[0] for other in state.loyalties if other}
        left = tuple(empire for at, empire in enumerate(board.empires) if at not in taken)
        given = args_of(seat=self.seat, level=board.levels[len(dealt)].id)
        return Chance("loyalty", "empire", left, given, seen_by=(self.seat,))

    def take(self, state: State, action: Action, log: Log) -> State:
        """The token lies on its slot."""
        log.cite("R.4", "R-36", "R-42")
        board = state.board
        dealt = (*state.loyalties[self.seat - 1], board.empires.index(str(action.arg("empire"))))
        after = state._replace(loyalties=put(state.loyalties, self.seat - 1, dealt))
        return after.popped(Dealing(self.seat + (len(dealt) == min(len(board.levels), len(board.empires)))))

    def shows(self, board: Board) -> Mapping[str, Value]:
        """Whose loyalties are dealt."""
        return {"asks": "loyalty", "seat": self.seat}


@frozen
class NamingFirst(Frame):
    """Lots are drawn for the first-player token."""

    def asks(self, state: State, plays: Plays) -> Asked | None:
        """Chance."""
        return TO_CHANCE

    def chance(self, state: State) -> Chance:
        """Any seat."""
        return Chance("first_player", "seat", tuple(range(1, state.table.players + 1)))

    def take(self, state: State, action: Action, log: Log) -> State:
        """The war begins with the banners that are printed on the map (R-01)."""
        log.cite("R.3")
        first, board = action.arg("seat"), state.board
        assert isinstance(first, int)
        names = ((region, board.empires[empire]) for region, empire in zip(board.regions, state.control))
        standing = tuple((*name, count) for name, count in zip(names, state.banners) if count)
        log.say(first, "war_begins", "R.1", "R.2", "R-01", "R-03", first=first, banners=standing,
                reserve=tuple(zip(board.empires, state.reserve)),
                order=tuple(board.empires[at] for at in state.table.order))  # fmt: skip
        return state._replace(first=first).popped()

    def shows(self, board: Board) -> Mapping[str, Value]:
        """What is decided."""
        return {"asks": "first_player"}
