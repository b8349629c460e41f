"""A kit and a setup in; what counting alone finds wrong with its map, its agents, banners and cards, out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from pnp.definition.findings import shown
from pnp.engine.kit import Kit
from pnp.engine.options import Setup
from pnp.errors import Finding, UsageError
from pnp.games.war_of_whispers.referee.abilities import EFFECTS, NUMBERS
from pnp.games.war_of_whispers.referee.board import Board, fact, read_board
from pnp.games.war_of_whispers.referee.bounds import agents_out


def proofs(kit: Kit, setup: Setup) -> tuple[Finding, ...]:
    """Nothing when the war can be played through as the rules have it."""
    try:
        board = read_board(kit)
        return (
            *_map(kit, board),
            *_banners(kit, board, setup),
            *_agents(kit, board, setup),
            *_cards(board),
            *_texts(kit),
        )
    except UsageError as failure:
        return (_error("not-playable", "map.toml", str(failure)),)


def _error(code: str, where: str, message: str) -> Finding:
    return Finding("error", code, where, message)


def _map(kit: Kit, board: Board) -> Iterator[Finding]:
    for name, found in (("regions", len(board.regions)), ("seats", len(board.seats))):
        if found != fact(kit.game, name):
            message = f"there are {found} {name}; [facts] of game.toml says {fact(kit.game, name)}; make them agree"
            yield _error("count-differs", "map.toml", message)
    for empire, council in zip(board.empires, board.councils):
        if len(council) != fact(kit.game, "seats_per_council"):
            message = f"its council has {len(council)} seats; give it {fact(kit.game, 'seats_per_council')}"
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


def _banners(kit: Kit, board: Board, setup: Setup) -> Iterator[Finding]:
    bill = kit.bill_of_materials(setup.players)
    for empire, name in enumerate(board.empires):
        printed = sum(start for start, home in zip(board.start, board.home) if home == empire)
        there = bill.get(f"{kit.game.name}/banner/{name}", 0)
        if printed > there:
            message = (
                f"the map begins with {printed} of its banners and there are {there}; print more or begin with fewer"
            )
            yield _error("banners-short", name, message)
    for region, start, limit in zip(board.regions, board.start, board.limit):
        if start > limit:
            yield _error("banners-over-supply", region, f"begins with {start} banners and holds {limit}; print fewer")


def _agents(kit: Kit, board: Board, setup: Setup) -> Iterator[Finding]:
    """Every player needs an agent for each that goes out, and every agent a seat, in the last round as in the first."""
    most = agents_out(kit, setup.players)
    for piece in kit.pieces(setup.players):
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


def _texts(kit: Kit) -> Iterator[Finding]:
    """What a card says in figures is what the referee does."""
    for row in kit.game.tables["abilities"].rows:
        name, text = row["ability"], row.values.get("text", "")
        wanted = [str(NUMBERS[name])] if name in NUMBERS else []
        if name in EFFECTS and re.findall(r"\d+", text) != wanted:
            does = f"with {wanted[0]}" if wanted else "without a number"
            message = f"{shown(name)} is played {does}, and its text says: {shown(text)}; correct the text"
            yield _error("ability-text", f"{row.file}:{row.line}", message)
