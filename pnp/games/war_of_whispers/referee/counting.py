"""What counting alone tells of A War of Whispers: exact chances of deals, the most there can be, and
faults of its map.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import chain
from math import factorial, perm

from pnp.definition.findings import quoted
from pnp.engine.action import Event, select
from pnp.engine.odds import Bound, Column, Events, Measure, Odds, Seen, highest
from pnp.engine.requirements import ComponentSet
from pnp.engine.rules import Setup
from pnp.errors import Finding, UsageError
from pnp.games.war_of_whispers.referee.abilities import EFFECTS, NUMBERS
from pnp.games.war_of_whispers.referee.board import Board, fact, read_board
from pnp.games.war_of_whispers.referee.rounds import CARDS, POINTS, SHARED, SWAPS
from pnp.games.war_of_whispers.referee.seat import MOST_POSTED

Dealt = dict[int, dict[str, str]]
"""Seat to level to empire."""
#: How many times another empire's share of wins one empire's may be, for players who are sworn to it.
EVEN = 1.5
#: Consequences that leave something on the board, in a hand or in a deck otherwise than it was.
CHANGES = frozenset(
    ["agent_flies", "agents_swapped", "banners_added", "banners_killed", "banners_lifted", "banners_moved", "battle",
     "card_drawn"]
)  # fmt: skip
#: What may decide a play that ends level on points.
BREAKS = {SWAPS: "of these, by fewer swaps", CARDS: "of these, by the larger hand", SHARED: "of these, by nothing"}
SEAT = (
    Column("acts"), Column("in vain"), Column("rests"),
    Column("banners", share=False), Column("cards", share=False), Column("regions", share=False),
)  # fmt: skip


def odds(components: ComponentSet, setup: Setup) -> tuple[Odds, ...]:
    """Chances of loyalties, of the first player and of the first card of a deck (R.3, R.4, R-36, R.13)."""
    board = read_board(components)
    unique = setup.word("first_loyalties") == "unique"
    return (*_of_one(board), *_of_all(board, setup.players, unique), *_of_two(board, unique), _first(setup.players),
            _card(components, board))  # fmt: skip


def _dealt(events: Events) -> Dealt:
    found: Dealt = {}
    for event in select(events, "loyalty"):
        found.setdefault(event.number("seat"), {})[event.text("level")] = event.text("empire")
    return found


def _shows(test: Callable[[Dealt], bool]) -> Callable[[Events], tuple[int, int]]:
    """One trial a play: whether the loyalties that were dealt pass the test."""
    return lambda events: (int(test(_dealt(events))), 1)


def _of_one(board: Board) -> Iterator[Odds]:
    best, worst = board.levels[0].id, board.levels[-1].id
    count, (empire, other) = len(board.empires), board.empires[:2]
    sworn = f"a given player is sworn to the {empire.capitalize()}"
    yield Odds("sworn", sworn, Fraction(1, count), "counted",
               _shows(lambda dealt: dealt[1][best] == empire))  # fmt: skip
    # the two ends of a society board, out of all ordered pairs of empires
    yield Odds("sworn-and-against", f"{sworn} and against the {other.capitalize()}", Fraction(1, perm(count, 2)),
               "counted", _shows(lambda dealt: (dealt[1][best], dealt[1][worst]) == (empire, other)))  # fmt: skip


def _of_all(board: Board, players: int, unique: bool) -> Iterator[Odds]:
    best, count, empire = board.levels[0].id, len(board.empires), board.empires[0]
    apart = Fraction(1) if unique else Fraction(perm(count, players), count**players)
    yield Odds("sworn-alike", "at least two players are Sworn to the same empire", 1 - apart, "counted",
               _shows(lambda dealt: len({own[best] for own in dealt.values()}) < players))  # fmt: skip
    nobody = 1 - Fraction(players, count) if unique else Fraction(count - 1, count) ** players
    yield Odds("sworn-by-nobody", f"nobody is Sworn to the {empire.capitalize()}", nobody, "counted",
               _shows(lambda dealt: all(own[best] != empire for own in dealt.values())))  # fmt: skip


def _of_two(board: Board, unique: bool) -> Iterator[Odds]:
    """Seats 1 and 2. Where first loyalties differ, each other slot is dealt evenly from what is left of five."""
    best, worst, count = board.levels[0].id, board.levels[-1].id, len(board.empires)
    alike = Fraction(count - 2, (count - 1) ** 2) if unique else Fraction(1, count)
    yield Odds("against-alike", "two given players are Against the same empire", alike, "counted",
               _shows(lambda dealt: dealt[1][worst] == dealt[2][worst]))  # fmt: skip
    crossed = Fraction(1, count - 1) if unique else Fraction(1, count)
    yield Odds("crossed", "the empire that one given player is Sworn to is the one that another is Against", crossed,
               "counted", _shows(lambda dealt: dealt[1][best] == dealt[2][worst]))  # fmt: skip
    same = Fraction(0) if unique else Fraction(1, factorial(count))
    yield Odds("all-alike", "two given players have all loyalties alike", same, "counted",
               _shows(lambda dealt: dealt[1] == dealt[2]))  # fmt: skip


def _first(players: int) -> Odds:
    def observed(events: Events) -> tuple[int, int]:
        return sum(event.name == "first_player" and ("seat", 1) in event.args for event in events), 1

    return Odds("first-player", "a given player begins", Fraction(1, players), "counted", observed)


def _card(components: ComponentSet, board: Board) -> Odds:
    """The first card drawn from a full deck, one trial for the first draw of each empire in a play."""
    partners = {
        piece.id: (piece.values["empire"], piece.values["partner"], piece.count)
        for piece in components.pieces(components.game.players[1])
        if piece.part == "card"
    }
    following = dict(zip(board.empires, (*board.empires[1:], board.empires[0])))
    deck = [(partner, count) for empire, partner, count in partners.values() if empire == board.empires[0]]
    quoted = sum(count for partner, count in deck if partner == following[board.empires[0]])

    def observed(events: Events) -> tuple[int, int]:
        first: dict[str, str] = {}
        for event in select(events, "draw"):
            empire, partner, _ = partners[event.text("card")]
            first.setdefault(empire, partner)
        return sum(following[empire] == partner for empire, partner in first.items()), len(first)

    text = "the first card drawn from a deck shows the empire next in order as its partner"
    return Odds("first-card", text, Fraction(quoted, max(1, sum(count for _, count in deck))), "counted", observed)


def agents_out(components: ComponentSet, players: int) -> int:
    """The agents that a player has on the board after the last round: one comes back before each round but the first.

    Two a round make 2, 3, 4, 5 and three a round make 3, 5, 7, 9 (R.6, R.7, R-09).
    """
    placed = fact(components.game, "agents_deployed_by_two" if players == 2 else "agents_deployed")
    rounds = fact(components.game, "rounds")
    return rounds * placed - (rounds - 1)


def bounds(components: ComponentSet, setup: Setup) -> tuple[Bound, ...]:
    """The extremes of a play of that setup."""
    board, players = read_board(components), setup.players
    agents = agents_out(components, players)
    swaps = len(board.levels) // 2
    return (
        Bound("agents", f"agents of one player on the board: {agents} once the last round's are out", agents,
              highest("agent_out", "on_board")),
        Bound("seats", f"seats taken: {players} times {agents}, of {len(board.seats)}",
              min(len(board.seats), players * agents), highest("agent_out", "seats_taken")),
        Bound("swaps", f"swaps of loyalties by one player: each turns up two of {len(board.levels)}", swaps,
              highest("loyalties_shown", "swaps")),
        *_of_pieces(components, board, players),
        *_of_actions(board),
        _score(board, setup),
    )  # fmt: skip


def _of_pieces(components: ComponentSet, board: Board, players: int) -> Iterator[Bound]:
    bill = components.bill_of_materials(players)
    banners = {empire: bill.get(f"{components.game.name}/banner/{empire}", 0) for empire in board.empires}
    decks = {
        empire: sum(bill.get(card.id, 0) for card in board.cards if card.empire == at)
        for at, empire in enumerate(board.empires)
    }

    def out(events: Events) -> int:
        added = select(events, "banners_added")
        return max((banners[event.text("empire")] - event.number("reserve") for event in added), default=0)

    def drawn(events: Events) -> int:
        cards = select(events, "card_drawn")
        return max((decks[event.text("empire")] - event.number("deck") for event in cards), default=0)

    most = max(banners.values())
    yield Bound("banners", "banners of one empire on the map: all that there are", most, out)
    yield Bound("army", "banners in one attack: all of an empire's", most, highest("battle", "attackers"))
    yield Bound("cards", "cards of one empire in hands: its whole deck", max(decks.values()), drawn)


def _of_actions(board: Board) -> Iterator[Bound]:
    """What one action can bring to an empire that controls the whole map."""
    offers = [offer for seat in board.seats for offer in seat.offers]
    for kind, key, what in (("add", "banners", "banners due"), ("draw", "cards", "cards due")):
        most = max(
            (offer.amount * (sum(board.symbols[offer.symbol]) // offer.each if offer.each else 1)
             for offer in offers if offer.kind == kind), default=0)  # fmt: skip
        text = f"{what} by one action, if its empire controlled every farm and fort"
        yield Bound(f"{key}-due", text, most, highest(f"{key}_due", key))


def _score(board: Board, setup: Setup) -> Bound:
    """Every city, and both agents in regions, with the empire that one is sworn to (R.45, R.47, R-37)."""
    cities = sum(board.symbols["city"])
    best = max((level.value for level in board.levels), default=0)
    posted = MOST_POSTED if setup.word("region_agents") == "yes" else 0
    hidden = len(board.levels) if setup.word("concealed") == "one-point" else 0
    text = f"points of one player: {best} for each of {cities} cities"
    text += f" and {posted} agents in regions" if posted else ""
    text += f", and {hidden} for hidden loyalties" if hidden else ""
    return Bound("points", text, best * (cities + posted) + hidden, highest("scored", "points"))


def proofs(components: ComponentSet, setup: Setup) -> tuple[Finding, ...]:
    """Nothing when the war can be played through as the rules have it."""
    try:
        board = read_board(components)
        found = (
            _map(components, board),
            _banners(components, board, setup),
            _agents(components, board, setup),
            _cards(board),
            _texts(components),
        )
        return tuple(chain.from_iterable(found))
    except UsageError as failure:
        return (_error("not-playable", "map.toml", str(failure)),)


def _error(code: str, where: str, message: str) -> Finding:
    return Finding("error", code, where, message)


def _map(components: ComponentSet, board: Board) -> Iterator[Finding]:
    for name, found in (("regions", len(board.regions)), ("seats", len(board.seats))):
        if found != (stated := fact(components.game, name)):
            message = f"there are {found} {name}; [facts] of game.toml says {stated}; make them agree"
            yield _error("count-differs", "map.toml", message)
    for empire, council in zip(board.empires, board.councils):
        if len(council) != fact(components.game, "seats_per_council"):
            message = f"its council has {len(council)} seats; give it {fact(components.game, 'seats_per_council')}"
            yield _error("count-differs", empire, message)
    for name, count in Counter(board.regions).items():
        if count > 1:
            yield _error("name-twice", name, f"is the id of {count} regions; give each its own")
    if cut := sorted(set(board.regions) - {board.regions[at] for at in reached(board)}):
        message = (
            f"no march leads there from {board.regions[0]}: {', '.join(cut)}; name the neighbours that are missing"
        )
        yield _error("map-in-pieces", cut[0], message)
    if len(board.levels) != len(board.empires):
        message = f"there are {len(board.levels)} loyalty slots for {len(board.empires)} empires; make them as many"
        yield _error("count-differs", "levels.csv", message)


def reached(board: Board) -> frozenset[int]:
    """The regions that can be reached from the first one over borders that armies may cross."""
    seen, edge = {0}, [0]
    while edge:
        for near in board.neighbours[edge.pop()]:
            if near not in seen:
                seen.add(near)
                edge.append(near)
    return frozenset(seen)


def _banners(components: ComponentSet, board: Board, setup: Setup) -> Iterator[Finding]:
    bill = components.bill_of_materials(setup.players)
    for empire, name in enumerate(board.empires):
        printed = sum(start for start, home in zip(board.start, board.home) if home == empire)
        there = bill.get(f"{components.game.name}/banner/{name}", 0)
        if printed > there:
            message = (
                f"the map begins with {printed} of its banners and there are {there}; print more or begin with fewer"
            )
            yield _error("banners-short", name, message)
    for region, start, limit in zip(board.regions, board.start, board.limit):
        if start > limit:
            yield _error("banners-over-supply", region, f"begins with {start} banners and holds {limit}; print fewer")


def _agents(components: ComponentSet, board: Board, setup: Setup) -> Iterator[Finding]:
    """Every player needs an agent for each that goes out, and every agent a seat, in the last round as in the first."""
    most = agents_out(components, setup.players)
    for piece in components.pieces(setup.players):
        if piece.part == "agent" and piece.count < most:
            message = f"there are {piece.count}; with {setup.players} players {most} are on the board in the last round"
            yield _error("agents-short", piece.id, message)
    if len(board.seats) < setup.players * most:
        message = (
            f"{setup.players} players need {setup.players * most} seats in the last round and find {len(board.seats)}"
        )
        yield _error("seats-short", "map.toml", message)


def _cards(board: Board) -> Iterator[Finding]:
    for card in board.cards:
        for ability in card.abilities:
            if ability.id not in EFFECTS:
                known = ", ".join(EFFECTS)
                yield _error("ability-unknown", card.id, f"no rule tells of '{ability.id}'; it can be one of {known}")


def _texts(components: ComponentSet) -> Iterator[Finding]:
    """What a card says in figures is what the referee does."""
    for row in components.game.tables["abilities"].rows:
        name, text = row["ability"], row.values.get("text", "")
        wanted = [str(NUMBERS[name])] if name in NUMBERS else []
        if name in EFFECTS and re.findall(r"\d+", text) != wanted:
            does = f"with {wanted[0]}" if wanted else "without a number"
            message = f"{quoted(name)} is played {does}, and its text says: {quoted(text)}; correct the text"
            yield _error("ability-text", f"{row.file}:{row.line}", message)


def measures(board: Board) -> tuple[Measure, ...]:
    """How even the lands are, and what every council seat is good for."""
    best = board.levels[0].id if board.levels else ""
    return (
        Measure("cities", "cities held at the end", (Column("cities", share=False),), _cities(board)),
        Measure("sworn", "wins of a player by first loyalty", (Column("wins"),), _sworn(board, best), EVEN),
        Measure("level", "how plays were decided", (Column("plays"),), _decided),
        Measure("seats", "of all turns of a seat", SEAT, _seats(board)),
    )


def _cities(board: Board) -> Callable[[Sequence[Event], Sequence[int]], Seen]:
    """One trial an empire; every player's score names the cities of all five."""

    def observed(events: Sequence[Event], winners: Sequence[int]) -> Seen:
        cities = {event.text("empire"): event.number("cities") for event in select(events, "loyalty_scored")}
        return {empire: (1, cities.get(empire, 0)) for empire in board.empires}

    return observed


def _sworn(board: Board, best: str) -> Callable[[Sequence[Event], Sequence[int]], Seen]:
    """One trial a player, by the token that was dealt to the best slot; a shared win is a win."""

    def observed(events: Sequence[Event], winners: Sequence[int]) -> Seen:
        seen = {empire: [0, 0] for empire in board.empires}
        for event in select(events, "loyalty"):
            if event.arg("level") == best:
                seen[event.text("empire")][0] += 1
                seen[event.text("empire")][1] += event.arg("seat") in winners
        return {empire: tuple(counts) for empire, counts in seen.items()}

    return observed


def _decided(events: Sequence[Event], winners: Sequence[int]) -> Seen:
    """One trial a play: whether points alone decide it, or what breaks the tie, if anything does."""
    reason = next((event.arg("reason") for event in select(events, "won")), POINTS)
    found: dict[str, tuple[int, ...]] = {"level on points": (1, reason != POINTS)}
    return found | {name: (1, reason == key) for key, name in BREAKS.items()}


def _seats(board: Board) -> Callable[[Sequence[Event], Sequence[int]], Seen]:
    """One trial a turn of a seat: whether it acts, acts and changes nothing, or rests; and what it brings."""
    names = [f"{board.empires[seat.empire]} {seat.id}" for seat in board.seats]

    def observed(events: Sequence[Event], winners: Sequence[int]) -> Seen:
        seen = {name: [0] * (1 + len(SEAT)) for name in names}
        for name, turn in _turns(events):
            rests = turn[0].name == "seat_rests"
            happened = [event.name for event in turn]
            added = sum(event.number("banners") for event in select(turn, "banners_added"))
            found = (
                1, not rests, not rests and CHANGES.isdisjoint(happened), rests,
                added, happened.count("card_drawn"), happened.count("region_changes"),
            )  # fmt: skip
            seen[name] = [before + more for before, more in zip(seen[name], found)]
        return {name: tuple(counts) for name, counts in seen.items()}

    return observed


def _turns(events: Sequence[Event]) -> list[tuple[str, list[Event]]]:
    """Each turn of a seat by its name, with what happened in it; the marker ends the last one of a round."""
    turns: list[tuple[str, list[Event]]] = []
    open_ = False
    for event in events:
        if event.name in ("seat_acts", "seat_rests"):
            turns.append((f"{event.arg('empire')} {event.arg('seat')}", []))
            open_ = True
        open_ = open_ and event.name not in ("empire_begins", "turn_marked")
        if open_:
            turns[-1][1].append(event)
    return turns
