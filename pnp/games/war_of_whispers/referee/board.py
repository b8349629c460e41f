"""The board and the cards as they are printed, with the names of all choices that they give."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pnp.definition.model import Game
from pnp.engine.action import Action, act
from pnp.engine.requirements import ComponentSet, Piece
from pnp.errors import UsageError, spoken
from pnp.frozen import frozen

ATTACK = "attack"
SWAP = "swap"
CHOICES = {"add": "add_banners", "draw": "draw_cards", ATTACK: ATTACK, SWAP: SWAP}
"""What the choice of a seat's action is called, by the action's kind."""
NOTHING = -1
"""No region, no empire, no card."""
OF_REGIONS = ("light", "march_to", "place", "post", "raise", "recall", "scatter", "target")
OF_SEATS = ("deploy", "errand", "fly", "take_back")
"""Choices that name one region, or one seat of a council."""
Army = tuple[int, int]
"""A region and how many of its banners, at most or exactly."""


class Offer(NamedTuple):
    """Something that a seat may do: add banners or draw cards, `amount` for every `each` symbols; attack; swap."""

    id: str
    kind: str
    amount: int
    each: int
    symbol: str


class Seat(NamedTuple):
    """A position of a council; `offers` are what it chooses from."""

    empire: int
    id: str
    offers: tuple[Offer, ...]


class Ability(NamedTuple):
    """One line of a card: what it does, its name, when, and the empire of the card that goes with it, if any."""

    id: str
    name: str
    window: str
    price: int


class Card(NamedTuple):
    """An empire card: its component id and its three abilities."""

    id: str
    empire: int
    abilities: tuple[Ability, ...]


class Level(NamedTuple):
    """A loyalty slot and what it makes of a city."""

    id: str
    value: int


@frozen(eq=False)
class Board:
    """Everything that is printed and does not change; empires, regions, seats and cards are numbered from 0.

    `arrows` lead from each seat to those whose agents may act for it, itself first. `abilities` are all that the cards
    of an empire have between them. `by_region` and `by_seat` have the choices that name one region or one seat, by what
    they are called; `takes` the actions of each seat.
    """

    empires: tuple[str, ...]
    regions: tuple[str, ...]
    home: tuple[int, ...]
    start: tuple[int, ...]
    limit: tuple[int, ...]
    symbols: Mapping[str, tuple[int, ...]]
    neighbours: tuple[tuple[int, ...], ...]
    seats: tuple[Seat, ...]
    councils: tuple[tuple[int, ...], ...]
    arrows: tuple[tuple[int, ...], ...]
    cards: tuple[Card, ...]
    abilities: tuple[tuple[Ability, ...], ...]
    levels: tuple[Level, ...]
    region_at: Mapping[str, int]
    seat_at: Mapping[tuple[str, str], int]
    card_at: Mapping[str, int]
    by_region: Mapping[str, tuple[Action, ...]]
    by_seat: Mapping[str, tuple[Action, ...]]
    takes: tuple[tuple[Action, ...], ...]

    def seat_named(self, action: Action, key: str = "seat") -> int:
        """The seat that an action names by its empire and, as `key`, by its position."""
        return self.seat_at[action.text("empire"), action.text(key)]

    def region_of(self, action: Action, key: str = "region") -> int:
        """The region that an action names."""
        for name, value in action.args:
            if name == key:
                return self.region_at[str(value)]
        raise KeyError(key)


def fact(game: Game, name: str) -> int:
    """A whole number of the definition's [facts]; UsageError where it is missing."""
    value = game.facts.get(name)
    if not isinstance(value, int):
        raise UsageError(f"game.toml: [facts] has no whole number `{name}`; write it, for the game cannot be played")
    return value


def read_board(components: ComponentSet) -> Board:
    """The board of the map and cards; UsageError with one sentence for a map that nobody can play on."""
    try:
        return _board(components, components.game.documents["map"])
    except (KeyError, TypeError, ValueError, AttributeError) as failure:
        raise UsageError(f"the board cannot be played on: {spoken(failure)}; "
                         "compare map.toml and the tables with those that come with the game") from failure  # fmt: skip


def _board(components: ComponentSet, entries: Mapping[str, Any]) -> Board:
    empires = tuple(entries["order"])
    regions = entries["regions"]
    names = tuple(region["id"] for region in regions)
    region_at = {name: at for at, name in enumerate(names)}
    symbols = {kind: tuple(_count(region, kind) for region in regions) for kind in ("farm", "fort", "city")}
    seats = _seats(entries, empires)
    cards = _cards(components, empires)
    levels = components.game.tables["levels"].rows
    return Board(
        empires=empires,
        regions=names,
        home=tuple(empires.index(region["empire"]) for region in regions),
        start=tuple(int(region.get("banners", 0)) for region in regions),
        limit=tuple(fact(components.game, "supply_farm" if farms else "supply") for farms in symbols["farm"]),
        symbols=symbols,
        neighbours=_neighbours(entries["neighbours"], region_at),
        seats=seats,
        councils=tuple(
            tuple(at for at, seat in enumerate(seats) if seat.empire == empire) for empire in range(len(empires))
        ),
        arrows=tuple(
            tuple(at for at, other in enumerate(seats) if at >= own and other.empire == seat.empire)
            for own, seat in enumerate(seats)
        ),
        cards=cards,
        abilities=tuple(
            tuple(dict.fromkeys(ability for card in cards if card.empire == empire for ability in card.abilities))
            for empire in range(len(empires))
        ),
        levels=tuple(Level(row["level"], int(row["value"])) for row in levels),
        region_at=region_at,
        seat_at={(empires[seat.empire], seat.id): at for at, seat in enumerate(seats)},
        card_at={card.id: at for at, card in enumerate(cards)},
        by_region={kind: tuple(act(kind, region=name) for name in names) for kind in OF_REGIONS},
        by_seat={
            kind: tuple(act(kind, empire=empires[seat.empire], seat=seat.id) for seat in seats) for kind in OF_SEATS
        },
        takes=tuple(
            tuple(
                act(CHOICES[offer.kind], empire=empires[seat.empire], seat=seat.id, action=offer.id)
                for offer in seat.offers
            )
            for seat in seats
        ),
    )


def _count(region: Mapping[str, Any], kind: str) -> int:
    return sum(building["kind"] == kind for building in region.get("buildings", ()))


def _neighbours(pairs: Sequence[tuple[str, str]], at: Mapping[str, int]) -> tuple[tuple[int, ...], ...]:
    beside: list[set[int]] = [set() for _ in at]
    for one, two in pairs:
        beside[at[one]].add(at[two])
        beside[at[two]].add(at[one])
    return tuple(tuple(sorted(near)) for near in beside)


def _seats(entries: Mapping[str, Any], empires: tuple[str, ...]) -> tuple[Seat, ...]:
    """Every seat, council by council in the order of the board, and in each in the order that they act."""
    councils = sorted(entries["councils"], key=lambda council: empires.index(council["empire"]))
    return tuple(
        Seat(empires.index(council["empire"]), seat["id"],
             tuple(_offer(name, entries["actions"][name]) for name in seat["actions"]))
        for council in councils
        for seat in council["seats"]
    )  # fmt: skip


def _offer(name: str, entry: Mapping[str, Any]) -> Offer:
    add, cards = int(entry.get("add", 0)), int(entry.get("cards", 0))
    kind = "add" if add else "draw" if cards else name
    if kind not in CHOICES:
        raise ValueError(f"the action {name}")
    return Offer(name, kind, add or cards, int(entry.get("each", 0)), str(entry.get("kind", "")))


def _cards(components: ComponentSet, empires: tuple[str, ...]) -> tuple[Card, ...]:
    pieces = [piece for piece in components.pieces(components.game.players[1]) if piece.part == "card"]
    return tuple(_card(piece, empires) for piece in pieces if piece.values["empire"] in empires)


def _card(piece: Piece, empires: tuple[str, ...]) -> Card:
    """The first ability costs the card itself, the second another of its empire, the third one of its partner's."""
    values = piece.values
    empire = empires.index(values["empire"])
    prices = {"first": NOTHING, "second": empire, "third": empires.index(values["partner"])}
    lines = (
        Ability(values[place], values[f"{place}.name"], values[f"{place}.window"], price)
        for place, price in prices.items()
    )
    return Card(piece.id, empire, tuple(lines))
