"""A kit and a setup in; the most that there can be of agents, banners, cards and points out, by counting."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pnp.engine.action import Event
from pnp.engine.kit import Kit
from pnp.engine.odds import Bound, Events
from pnp.engine.options import Setup
from pnp.games.war_of_whispers.referee.board import Board, fact, read_board
from pnp.games.war_of_whispers.referee.deploying import MOST_POSTED


def agents_out(kit: Kit, players: int) -> int:
    """The agents that a player has on the board after the last round: one comes back before each round but the first.

    Two a round make 2, 3, 4, 5 and three a round make 3, 5, 7, 9 (R.6, R.7, R-09).
    """
    placed = fact(kit.game, "agents_deployed_by_two" if players == 2 else "agents_deployed")
    rounds = fact(kit.game, "rounds")
    return rounds * placed - (rounds - 1)


def bounds(kit: Kit, setup: Setup) -> tuple[Bound, ...]:
    """The extremes of a play of that setup."""
    board, players = read_board(kit), setup.players
    agents = agents_out(kit, players)
    swaps = len(board.levels) // 2
    return (
        Bound("agents", f"agents of one player on the board: {agents} once the last round's are out", agents,
              _most("agent_out", "on_board")),
        Bound("seats", f"seats taken: {players} times {agents}, of {len(board.seats)}",
              min(len(board.seats), players * agents), _most("agent_out", "seats_taken")),
        Bound("swaps", f"swaps of loyalties by one player: each turns up two of {len(board.levels)}", swaps,
              _most("loyalties_shown", "swaps")),
        *_of_pieces(kit, board, players),
        *_of_actions(board),
        _score(board, setup),
    )  # fmt: skip


def _most(name: str, key: str) -> Callable[[Events], int]:
    return lambda events: max((_number(event, key) for event in events if event.name == name), default=0)


def _number(event: Event, key: str) -> int:
    value = dict(event.args)[key]
    assert isinstance(value, int)
    return value


def _of_pieces(kit: Kit, board: Board, players: int) -> Iterator[Bound]:
    bill = kit.bill_of_materials(players)
    banners = {empire: bill.get(f"{kit.game.name}/banner/{empire}", 0) for empire in board.empires}
    decks = {
        empire: sum(bill.get(card.id, 0) for card in board.cards if card.empire == at)
        for at, empire in enumerate(board.empires)
    }

    def out(events: Events) -> int:
        added = (event for event in events if event.name == "banners_added")
        return max((banners[str(dict(event.args)["empire"])] - _number(event, "reserve") for event in added), default=0)

    def drawn(events: Events) -> int:
        cards = (event for event in events if event.name == "card_drawn")
        return max((decks[str(dict(event.args)["empire"])] - _number(event, "deck") for event in cards), default=0)

    most = max(banners.values())
    yield Bound("banners", "banners of one empire on the map: all that there are", most, out)
    yield Bound("army", "banners in one attack: all of an empire's", most, _most("battle", "attackers"))
    yield Bound("cards", "cards of one empire in hands: its whole deck", max(decks.values()), drawn)


def _of_actions(board: Board) -> Iterator[Bound]:
    """What one action can bring to an empire that controls the whole map."""
    offers = [offer for seat in board.seats for offer in seat.offers]
    for kind, key, what in (("add", "banners", "banners due"), ("draw", "cards", "cards due")):
        most = max(
            (offer.amount * (sum(board.symbols[offer.symbol]) // offer.each if offer.each else 1)
             for offer in offers if offer.kind == kind), default=0)  # fmt: skip
        text = f"{what} by one action, if its empire controlled every farm and fort"
        yield Bound(f"{key}-due", text, most, _most(f"{key}_due", key))


def _score(board: Board, setup: Setup) -> Bound:
    """Every city, and both agents in regions, with the empire that one is sworn to (R.45, R.47, R-37)."""
    cities = sum(board.symbols["city"])
    best = max((level.value for level in board.levels), default=0)
    posted = MOST_POSTED if setup.word("region_agents") == "yes" else 0
    hidden = len(board.levels) if setup.word("concealed") == "one-point" else 0
    text = f"points of one player: {best} for each of {cities} cities"
    text += f" and {posted} agents in regions" if posted else ""
    text += f", and {hidden} for hidden loyalties" if hidden else ""
    return Bound("points", text, best * (cities + posted) + hidden, _most("scored", "points"))
