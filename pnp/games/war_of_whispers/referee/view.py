"""What one seat may know of a state, where every piece lies, and the table as a person is shown it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pnp.engine.action import Value
from pnp.engine.component_set import ComponentSet, Piece
from pnp.engine.referee import Whereabouts
from pnp.frozen import frozen
from pnp.games.war_of_whispers.referee.board import NOTHING, Board, Offer
from pnp.games.war_of_whispers.referee.state import ActorFrame, State

Shown = Iterator[tuple[str, Mapping[str, Value]]]

#: What stands in regions, in the order in which it is told.
_BUILDINGS = ("city", "fort", "farm")
_COUNTED = {"city": "cities", "fort": "forts", "farm": "farms"}


def observed(state: State, seat: int) -> Mapping[str, Value]:
    """All that is open, and of what is hidden the seat's own.

    `regions` has for each empire the regions that it controls with their banners, `seated` the player on each seat of
    its council, None for nobody.
    """
    board, table = state.board, state.table
    names = board.empires
    frame = state.pending[-1] if state.pending else None
    dealt, seats = state.loyalties[seat - 1], range(1, table.players + 1)
    return {
        "you": seat,
        "round": state.round,
        "first_player": state.first or None,
        "order": tuple(names[at] for at in table.order),
        "loyalties": {level.id: names[empire] for level, empire in zip(board.levels, dealt)},
        "shown": tuple(_shown(state, other) for other in seats),
        "swaps": state.swaps,
        "hand": tuple(board.cards[card].id for card in state.hands[seat - 1]),
        "hands": tuple(_by_empire(board, hand) for hand in state.hands),
        "decks": dict(zip(names, map(len, state.decks))),
        "regions": {name: _controlled(state, empire) for empire, name in enumerate(names)},
        "reserve": dict(zip(names, state.reserve)),
        "seated": {
            names[empire]: {board.seats[at].id: state.council[at] or None for at in council}
            for empire, council in enumerate(board.councils)
        },
        "agents_in_regions": tuple(
            tuple(board.regions[at] for at, player in state.posted if player == other) for other in seats
        ),
        "agents_waiting": state.agents,
        "acting": frame.player if isinstance(frame, ActorFrame) else None,
        "now": {} if frame is None else frame.shows(board),
    }


def _controlled(state: State, empire: int) -> Mapping[str, Value]:
    names, banners = state.board.regions, state.banners
    return {names[at]: banners[at] for at, holder in enumerate(state.control) if holder == empire}


def _shown(state: State, seat: int) -> Mapping[str, Value]:
    board = state.board
    loyalties = state.loyalties[seat - 1]
    return {board.levels[at].id: board.empires[loyalties[at]] for at in state.shown[seat - 1]}


def _by_empire(board: Board, hand: tuple[int, ...]) -> Mapping[str, Value]:
    """Backs tell whose card it is, so everybody sees how many of each empire a hand holds."""
    counts = dict.fromkeys(board.empires, 0)
    for card in hand:
        counts[board.empires[board.cards[card].empire]] += 1
    return dict(counts)


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


def boxed(kit: ComponentSet, board: Board, players: int) -> Box:
    """The box of a kit: boards, mats and aids on the table, societies that nobody leads left in the box."""
    name, bill = kit.game.name, kit.bill_of_materials(players)
    banners = tuple(f"{name}/banner/{empire}" for empire in board.empires)
    loyalties = tuple(f"{name}/loyalty/{empire}" for empire in board.empires)
    pieces = kit.pieces(players)
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


def whereabouts(state: State, box: Box) -> Whereabouts:
    """Place to component id to count, every piece of the kit."""
    on_map = [0] * len(box.banners)
    for empire, count in zip(state.control, state.banners):
        on_map[empire] += count
    places: dict[str, Mapping[str, int]] = dict(box.still)
    places["map"] = dict(zip(box.banners, on_map))
    places["reserve"] = dict(zip(box.banners, state.reserve))
    for place, deck in zip(box.decks, state.decks):
        places[place] = _counted(box.cards, deck)
    for seat, hand in enumerate(state.hands, 1):
        if hand:
            places[f"hand {seat}"] = _counted(box.cards, hand)
    _agents(state, box, places)
    _tokens(state, box, places)
    return places


def _counted(names: tuple[str, ...], pieces: tuple[int, ...]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for piece in pieces:
        name = names[piece]
        counts[name] = counts.get(name, 0) + 1
    return counts


def _agents(state: State, box: Box, places: dict[str, Mapping[str, int]]) -> None:
    """On seats, in regions, or not on the board."""
    places["councils"] = {agent: state.council.count(seat) for seat, agent in enumerate(box.agents, 1)}
    places["agents"] = dict(zip(box.agents, state.agents))
    if state.posted:
        places["regions"] = _counted(box.agents, tuple(player - 1 for _, player in state.posted))


def _tokens(state: State, box: Box, places: dict[str, Mapping[str, int]]) -> None:
    """Loyalty tokens on their boards or not yet dealt, turn markers on the track or before it, the first player's."""
    undealt = dict.fromkeys(box.loyalties, len(state.loyalties))
    for seat, dealt in enumerate(state.loyalties, 1):
        places[f"society board {seat}"] = held = _counted(box.loyalties, dealt)
        for token in held:
            undealt[token] -= 1
    places["loyalty tokens"] = undealt
    placed = max(state.marked, state.round)
    places["turn track"] = dict.fromkeys(box.markers[:placed], 1)
    places["markers"] = dict.fromkeys(box.markers[placed:], 1)
    if box.first:
        places[f"seat {state.first}" if state.first else "stock"] = {box.first: 1}


def deeds(board: Board, line: Callable[[str, Mapping[str, Value]], str]) -> Mapping[str, str]:
    """What each action of a seat does, by its id, with the numbers that are printed on the board."""
    offers = dict.fromkeys(offer for seat in board.seats for offer in seat.offers)
    return {offer.id: line(_deed(offer), {**offer._asdict(), "buildings": offer.symbol}) for offer in offers}


def _deed(offer: Offer) -> str:
    manner = "" if not offer.each else "_each" if offer.each == 1 else "_every"
    return f"deed_{offer.kind}{manner}"


def shown(board: Board, seen: Mapping[str, Value]) -> Shown:
    """All that a seat sees, a text for each region, seat, loyalty and ability."""
    view: Mapping[str, Any] = seen
    yield "round", view
    yield from _lands(board, view)
    yield from _councils(board, view)
    for key in ("agents_in_regions", "agents_waiting", "swaps", "shown"):
        yield key, view
    held = tuple({empire: count for empire, count in hand.items() if count} for hand in view["hands"])
    yield "hands", {"hands": held}
    cities = {empire: _sums(board, held)["cities"] for empire, held in view["regions"].items()}
    for level in board.levels:
        if empire := view["loyalties"].get(level.id):
            yield "loyalty", {**level._asdict(), "level": level.id, "empire": empire, "cities": cities[empire]}
    yield from _hand(board, view["hand"])
    if "asks" in view["now"]:
        yield f"asks_{view['now']['asks']}", view["now"]


def _lands(board: Board, view: Mapping[str, Any]) -> Shown:
    """What each empire has, then every region that it controls: what stands there and what it borders on."""
    for empire, held in view["regions"].items():
        sums = {"empire": empire, "regions": len(held), "banners": sum(held.values()), **_sums(board, held)}
        yield "empire", {**sums, "reserve": view["reserve"][empire], "cards": view["decks"][empire]}
    for empire, held in view["regions"].items():
        for region, banners in held.items():
            at = board.region_at[region]
            stands = tuple(kind for kind in _BUILDINGS for _ in range(board.symbols[kind][at]))
            home = board.empires[board.home[at]]
            yield "region" if home == empire else "region_taken", {
                "region": region, "empire": empire, "home": home, "banners": banners, "limit": board.limit[at],
                "stands": stands or ("nothing",), "near": tuple(board.regions[near] for near in board.neighbours[at]),
            }  # fmt: skip


def _sums(board: Board, held: Mapping[str, int]) -> Mapping[str, int]:
    places = [board.region_at[region] for region in held]
    return {name: sum(board.symbols[kind][at] for at in places) for kind, name in _COUNTED.items()}


def _councils(board: Board, view: Mapping[str, Any]) -> Shown:
    """Every seat of every council: who sits there and what it may do."""
    for seat in board.seats:
        empire = board.empires[seat.empire]
        owner = view["seated"][empire][seat.id]
        offers = tuple(offer.id for offer in seat.offers)
        values = {"empire": empire, "seat": seat.id, "owner": owner}
        if len(offers) == 1:
            yield "council", {**values, "action": offers[0]}
        else:
            yield "council_choice", {**values, "actions": offers[:-1], "last": offers[-1]}


def _hand(board: Board, hand: tuple[str, ...]) -> Shown:
    """Each card of the hand once, with all that it can do and what that costs."""
    for card in dict.fromkeys(hand):
        yield "card", {"card": card, "copies": hand.count(card)}
        for ability in board.cards[board.card_at[card]].abilities:
            values = {"card": card, "ability": ability.id, "window": ability.window}
            if ability.price == NOTHING:
                yield "ability", values
            else:
                yield "ability_with", {**values, "empire": board.empires[ability.price]}
