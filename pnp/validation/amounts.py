"""Printed and wanted pieces at several player counts in; one comparison a component, and words for it, out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from pnp.definition.model import Game
from pnp.engine.kit import Kit, Piece
from pnp.engine.requirements import Need, Requirements

Required = Mapping[int, Requirements]
"""What the rules call for, by number of players."""


@dataclass
class Line:
    """One component: the pieces of it that are there and that the rules call for, by number of players."""

    id: str
    pieces: dict[int, Piece] = field(default_factory=dict)
    needs: dict[int, Need] = field(default_factory=dict)

    def have(self, players: int) -> int:
        return self.pieces[players].count if players in self.pieces else 0

    def want(self, players: int) -> int:
        return self.needs[players].count if players in self.needs else 0


def lines(kit: Kit, required: Required) -> Mapping[str, Line]:
    """A line for every component that is there or called for; cards of another deck are pooled by part and value."""
    found: dict[str, Line] = {}
    match = kit.game.conversion.match if kit.deck is not None and kit.game.conversion is not None else None
    for players, requirements in required.items():
        needs = [need for need in requirements.needs if need.count]
        pieces: Iterable[Piece] = kit.pieces(players)
        if match is not None:
            needs, pieces = _pooled(kit.game, match, needs, pieces)
        for need in needs:
            found.setdefault(need.component, Line(need.component)).needs[players] = need
        for piece in pieces:
            found.setdefault(piece.id, Line(piece.id)).pieces[players] = piece
    return found


def _pooled(game: Game, match: str, needs: list[Need], pieces: Iterable[Piece]) -> tuple[list[Need], list[Piece]]:
    """Needs and cards with one of each for a part and value, known by the first component that the rules name there."""
    cards = {piece.id: piece for piece in pieces if piece.kind == "card"}
    parts = {piece.part for piece in cards.values()}
    parts |= {component.part for component in game.components if component.kind == "card"}
    pools: dict[tuple[str, str], Need] = {}
    others = []
    for need in needs:
        if need.part not in parts:
            others.append(need)
            continue
        key = (need.part, need.values.get(match, ""))
        before = pools.get(key)
        values = {match: key[1]} if key[1] else {}
        name, count = (before.component, before.count + need.count) if before else (need.component, need.count)
        pools[key] = Need(name, need.part, count, need.source, values, need.played)
    return [*others, *pools.values()], _joined(pools, match, pieces)


def _joined(pools: Mapping[tuple[str, str], Need], match: str, pieces: Iterable[Piece]) -> list[Piece]:
    joined: dict[str, Piece] = {}
    for piece in pieces:
        need = pools.get((piece.part, piece.values.get(match, "")))
        name = piece.id if need is None else need.component
        count = piece.count + (joined[name].count if name in joined else 0)
        joined[name] = Piece(name, piece.part, piece.kind, count, piece.values, piece.name)
    return list(joined.values())


def spoken(numbers: Iterable[int]) -> str:
    """Whole numbers in words: `4`, `2 to 8`, `2, 4 and 5`."""
    ordered = sorted(set(numbers))
    if len(ordered) > 2 and ordered == list(range(ordered[0], ordered[-1] + 1)):
        return f"{ordered[0]} to {ordered[-1]}"
    words = [str(number) for number in ordered]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def difference(line: Line, wrong: list[int], every: list[int]) -> str:
    """Where a count is wrong, what is printed and what the rules call for, in words."""
    if len({(line.have(players), line.want(players)) for players in wrong}) == 1:
        where = "" if wrong == every else f" with {spoken(wrong)} players"
        return f"{line.have(wrong[0])} printed, {line.want(wrong[0])} called for{where}"
    first, last = wrong[0], wrong[-1]
    return (
        f"with {first} players {line.have(first)} are printed and {line.want(first)} called for, "
        f"with {last} players {line.have(last)} and {line.want(last)}"
    )


def remedy(line: Line, every: list[int]) -> str:
    """How many of it the definition should say there are."""
    wants = [line.want(players) for players in every]
    if len(set(wants)) == 1:
        return f"make that {wants[0]}"
    share = wants[0] // every[0]
    if all(want == share * players for want, players in zip(wants, every)):
        return f"make that {share} for each player"
    seat = next(players for players, want in zip(every, wants) if want)
    if set(wants[every.index(seat) :]) == {wants[-1]}:
        return f"make that {wants[-1]} from {seat} players on"
    return "make that " + ", ".join(f"{want} with {players} players" for players, want in zip(every, wants))
