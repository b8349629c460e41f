"""What is in the box of A War of Whispers for so many players, and where each piece of it lies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from operator import is_not

from pnp.engine.referee import Piles, Whereabouts
from pnp.engine.requirements import ComponentSet, Piece
from pnp.frozen import frozen
from pnp.games.war_of_whispers.referee.board import Board
from pnp.games.war_of_whispers.referee.state import Course, Sight

#: For so many decks and hands their cards are kept, since a step moves a card of one or two.
_DECKS = 256

Pile = Mapping[str, int] | Sequence[str]
"""What lies at a place, counted or one by one."""


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


class PilesInPlay:
    """Where every piece lies of a play that goes on in place: only what a step has moved is laid out anew."""

    __slots__ = ("_banners", "_box", "_held", "_holding", "_piles", "_seating", "_standing", "_stands")

    def __init__(self, course: Course, box: Box) -> None:
        self._box, self._banners = box, _banners_of(course, box)
        self._stands, self._held = _stands_of(course, box), _held_of(course, box)
        self._standing, self._seating, self._holding = _moved(course)
        self._piles = piles_of(course, box)

    def piles(self, course: Course) -> Piles:
        """What `piles_of` tells of the play as it stands now."""
        box = self._box
        standing, seating, holding = _moved(course)
        if standing != self._standing:
            self._standing, self._banners, self._piles = standing, _banners_of(course, box), {}
        if any(map(is_not, seating, self._seating)):
            self._seating, self._stands, self._piles = seating, _stands_of(course, box), {}
        if any(map(is_not, holding, self._holding)):
            self._holding, self._held, self._piles = holding, _held_of(course, box), {}
        if not self._piles:
            common, others = self._stands
            self._piles = {**box.still, **self._banners, **common, **self._held, **others}
        return self._piles


def _moved(course: Course) -> tuple[tuple[object, ...], tuple[object, ...], tuple[object, ...]]:
    """What places depend on: what stands on the map and waits beside it, what few steps move, and what is held."""
    seating = (course.council, course.agents, course.posted, course.round, course.marked, course.first)
    holding = (course.hands, course.decks, course.loyalties)
    return (course.control, *course.banners, *course.reserve), seating, holding


def piles_of(state: Sight, box: Box) -> Piles:
    """Every piece, with the cards of decks and hands one by one."""
    common, others = _stands_of(state, box)
    return {**box.still, **_banners_of(state, box), **common, **_held_of(state, box), **others}


def _banners_of(state: Sight, box: Box) -> Piles:
    counts = [0] * len(box.banners)
    for empire, count in zip(state.control, state.banners):
        counts[empire] += count
    return {"map": dict(zip(box.banners, counts)), "reserve": dict(zip(box.banners, state.reserve))}


def _stands_of(state: Sight, box: Box) -> tuple[Piles, Piles]:
    """The agents and the markers: what lies at places that there always are, and at places that come and go."""
    council, rounds = state.council, max(state.marked, state.round)
    others: dict[str, Pile] = {}
    if state.posted:
        others["regions"] = tuple([box.agents[player - 1] for _, player in state.posted])
    if box.first:
        others[f"seat {state.first}" if state.first else "stock"] = (box.first,)
    common: Piles = {
        "councils": {agent: council.count(seat) for seat, agent in enumerate(box.agents, 1)},
        "agents": dict(zip(box.agents, state.agents)),
        "round track": box.markers[:rounds],
        "markers": box.markers[rounds:],
    }
    return common, others


def _held_of(state: Sight, box: Box) -> Piles:
    """The cards of decks and hands, and the loyalty tokens."""
    places: dict[str, Pile] = {"loyalty tokens": _undealt(box, state.loyalties)}
    for place, deck in zip(box.decks, state.decks):
        places[place] = _cards(box, deck)
    for seat, hand in enumerate(state.hands, 1):
        if hand:
            places[f"hand {seat}"] = _cards(box, hand)
    for seat, dealt in enumerate(state.loyalties, 1):
        places[f"society board {seat}"] = tuple([box.loyalties[empire] for empire in dealt])
    return places


@lru_cache(_DECKS)
def _cards(box: Box, cards: tuple[int, ...]) -> tuple[str, ...]:
    return tuple([box.cards[card] for card in cards])


def _undealt(box: Box, loyalties: tuple[tuple[int, ...], ...]) -> Mapping[str, int]:
    """Loyalty tokens that lie on no board, one of each a seat."""
    left = dict.fromkeys(box.loyalties, len(loyalties))
    for dealt in loyalties:
        for empire in dealt:
            left[box.loyalties[empire]] -= 1
    return left
