"""What is in the box of A War of Whispers for so many players, and where each piece of it lies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from pnp.engine.referee import Piles, Whereabouts
from pnp.engine.requirements import ComponentSet, Piece
from pnp.frozen import frozen
from pnp.games.war_of_whispers.referee.board import Board
from pnp.games.war_of_whispers.referee.state import Sight

#: For so many places what lies there is kept.
_PLACES = 256


@frozen(eq=False)
class Box:
    """What is in the box for one number of players, and what of it never moves once the table is laid."""

    still: Whereabouts
    agents: tuple[str, ...]
    banners: tuple[str, ...]
    cards: tuple[str, ...]
    decks: tuple[str, ...]
    loyalties: tuple[str, ...]
    markers: tuple[str, ...]
    first: str


def deck_of(empire: str) -> str:
    """The place of an empire's deck."""
    return f"deck {empire}"


def boxed(components: ComponentSet, board: Board, players: int) -> Box:
    """The box: boards, mats and aids on the table, societies that nobody leads left in the box."""
    name, bill = components.game.name, components.bill_of_materials(players)
    banners = tuple(f"{name}/banner/{empire}" for empire in board.empires)
    loyalties = tuple(f"{name}/loyalty/{empire}" for empire in board.empires)
    pieces = components.pieces(players)
    agents = tuple(piece.id for piece in pieces if piece.part == "agent")[:players]
    cards = tuple(card.id for card in board.cards)
    markers = tuple(piece.id for piece in pieces if piece.part == "turn")
    first = next((piece.id for piece in pieces if piece.part == "first-player"), "")
    moving = {*banners, *loyalties, *agents, *markers, first, *cards}
    places: dict[str, dict[str, int]] = {"table": {}, "box": {}}
    for piece in pieces:
        if piece.id not in moving:
            places["box" if _idle(piece, agents) else "table"][piece.id] = piece.count
    for loyalty in loyalties:
        if spare := bill.get(loyalty, 0) - players:
            places["box"][loyalty] = spare
    for marker in (*markers, *filter(None, [first])):
        if spare := bill[marker] - 1:
            places["box"][marker] = spare
    decks = tuple(map(deck_of, board.empires))
    return Box(places, agents, banners, cards, decks, loyalties, markers, first)


def _idle(piece: Piece, agents: tuple[str, ...]) -> bool:
    """Agents and boards of societies that nobody leads, cards of no empire on the map."""
    society = piece.values.get("society")
    led = society is None or any(agent.endswith(f"/{society}") for agent in agents)
    return not led or piece.kind in ("card", "banner", "token")


def piles_of(state: Sight, box: Box, held: Piles) -> Piles:
    """Every piece, with the cards of decks and hands one by one; `held` is what `held_of` tells."""
    places: dict[str, Mapping[str, int] | Sequence[str]] = {
        **box.still,
        "map": _on_map(box, state.control, tuple(state.banners)),
        "reserve": _named(box.banners, tuple(state.reserve)),
        "councils": _in_councils(box, state.council),
        "agents": _named(box.agents, state.agents),
        "round track": box.markers[: max(state.marked, state.round)],
        "markers": box.markers[max(state.marked, state.round) :],
        **held,
    }
    if state.posted:
        places["regions"] = tuple([box.agents[player - 1] for _, player in state.posted])
    if box.first:
        places[f"seat {state.first}" if state.first else "stock"] = (box.first,)
    return places


def held_of(state: Sight, box: Box) -> Piles:
    """The cards of decks and hands, and the loyalty tokens, which few steps move."""
    places: dict[str, Mapping[str, int] | Sequence[str]] = {"loyalty tokens": _undealt(box, state.loyalties)}
    for place, deck in zip(box.decks, state.decks):
        places[place] = _cards(box, deck)
    for seat, hand in enumerate(state.hands, 1):
        if hand:
            places[f"hand {seat}"] = _cards(box, hand)
    for seat, dealt in enumerate(state.loyalties, 1):
        places[f"society board {seat}"] = tuple([box.loyalties[empire] for empire in dealt])
    return places


# Most places are as they were a step ago.


@lru_cache(_PLACES)
def _named(names: tuple[str, ...], counts: tuple[int, ...]) -> Mapping[str, int]:
    return dict(zip(names, counts))


@lru_cache(_PLACES)
def _cards(box: Box, cards: tuple[int, ...]) -> tuple[str, ...]:
    return tuple([box.cards[card] for card in cards])


@lru_cache(_PLACES)
def _on_map(box: Box, control: tuple[int, ...], banners: tuple[int, ...]) -> Mapping[str, int]:
    counts = [0] * len(box.banners)
    for empire, count in zip(control, banners):
        counts[empire] += count
    return dict(zip(box.banners, counts))


@lru_cache(_PLACES)
def _in_councils(box: Box, council: tuple[int, ...]) -> Mapping[str, int]:
    return {agent: council.count(seat) for seat, agent in enumerate(box.agents, 1)}


@lru_cache(_PLACES)
def _undealt(box: Box, loyalties: tuple[tuple[int, ...], ...]) -> Mapping[str, int]:
    """Loyalty tokens that lie on no board, one of each a seat."""
    left = dict.fromkeys(box.loyalties, len(loyalties))
    for dealt in loyalties:
        for empire in dealt:
            left[box.loyalties[empire]] -= 1
    return left
