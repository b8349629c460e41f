"""The map held against itself and the published game: what is drawn, listed and known must be one thing."""

from __future__ import annotations

import math
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from pnp.definition.model import Game
from pnp.errors import Finding
from pnp.frozen import frozen
from pnp.games.war_of_whispers.board.model import (
    LABEL,
    LABEL_END,
    SEA,
    Action,
    Council,
    Lettering,
    Line,
    Region,
    WarMap,
    area,
    first_crossing,
    holds,
    length,
)
from pnp.geometry import Box, Point, winding

_FILE = Path(__file__).with_name("facts.toml")
_NEAR = 0.02  # ends that are as close as this meet


@frozen
class EmpireFacts:
    """How many home regions an empire has, what stands on them, the banners it begins with, what its seats do."""

    regions: int
    buildings: Mapping[str, int]
    banners: tuple[int, ...]
    seats: Mapping[str, tuple[str, ...]]


@frozen
class Facts:
    """The figures that a map must agree with; `facts.toml` says where each is from."""

    regions: int
    symbols_per_region: int
    banners_per_empire: int
    supply: int
    supply_farm: int
    shared_border: float
    seats: tuple[str, ...]
    empires: Mapping[str, EmpireFacts]
    contacts: Mapping[frozenset[str], int]

    def supply_of(self, region: Region) -> int:
        """How many banners a region holds."""
        return self.supply_farm if region.count("farm") else self.supply


def published() -> Facts:
    """The figures of the published game."""
    entries: dict[str, Any] = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    empires, councils = entries.pop("empires"), entries.pop("councils")
    contacts = {frozenset(pair.split("-")): count for pair, count in entries.pop("contacts").items()}
    facts = {name: _empire(councils[name], **row) for name, row in empires.items()}
    return Facts(**entries | {"seats": tuple(entries["seats"])}, empires=facts, contacts=contacts)


def _empire(council: Mapping[str, list[str]], regions: int, banners: list[int], **buildings: int) -> EmpireFacts:
    return EmpireFacts(regions, buildings, tuple(banners), {seat: tuple(actions) for seat, actions in council.items()})


def ground_findings(war_map: WarMap, facts: Facts) -> Iterator[Finding]:
    """What is wrong with the drawn map. Loops that are broken are told first, and the rest is left until they close."""
    broken = [*_unknown(war_map), *_sides(war_map), *_loops(war_map)]
    yield from broken
    yield from _neighbours(war_map, facts)
    yield from _apart(war_map)
    if not broken:
        yield from _overlaps(war_map)
        for region in war_map.regions:
            yield from _room(region, war_map.outlines[region.id], facts)


def _error(code: str, where: str, message: str) -> Finding:
    return Finding("error", code, where, message)


def _unknown(war_map: WarMap) -> Iterator[Finding]:
    """Names that loops, borders and pairs use and nothing bears."""
    regions = {region.id for region in war_map.regions}
    for region in war_map.regions:
        for name in (name for name, _ in region.loop if name not in war_map.border):
            yield _error("border-missing", name, f"is in the loop of {region.id} and is not drawn; draw it")
    for border in war_map.borders:
        for side in (side for side in border.between if side not in regions and side != SEA):
            yield _error("region-unknown", border.id, f"lies beside '{side}', which is no region")
    for pair in war_map.neighbours:
        for name in (name for name in pair if name not in regions):
            yield _error("region-unknown", "-".join(pair), f"names '{name}', which is no region")


def _sides(war_map: WarMap) -> Iterator[Finding]:
    """Every border lies in the loops of exactly the regions that it says it lies between, once each way."""
    users: dict[str, list[tuple[str, bool]]] = {border.id: [] for border in war_map.borders}
    for region in war_map.regions:
        for name, forwards in region.loop:
            users.setdefault(name, []).append((region.id, forwards))
    for border in war_map.borders:
        found = sorted(region for region, _ in users[border.id])
        wanted = sorted(side for side in border.between if side != SEA)
        if found != wanted:
            message = f"lies between {' and '.join(border.between)} and bounds {' and '.join(found) or 'nothing'}"
            yield _error("border-sides", border.id, message)
        elif len({forwards for _, forwards in users[border.id]}) != len(found):
            message = "is walked the same way by both of its regions; turn one loop round"
            yield _error("border-sides", border.id, message)


def _loops(war_map: WarMap) -> Iterator[Finding]:
    for region in war_map.regions:
        walked = list(war_map.walked(region))
        for (one, line), (two, following) in zip(walked, (*walked[1:], *walked[:1])):
            gap = math.dist(line[-1], following[0])
            if gap > _NEAR:
                message = f"is open: {gap:.2f} mm lie between {one.id} and {two.id}; the loop must close"
                yield _error("loop-open", region.identifier, message)
        if area(war_map.outlines[region.id]) <= 0:
            yield _error("loop-backwards", region.identifier, "runs against the clock; turn its loop round")


def _neighbours(war_map: WarMap, facts: Facts) -> Iterator[Finding]:
    """Neighbours are listed exactly where enough border is drawn, and none is drawn too short to tell."""
    shared = shared_lengths(war_map)
    listed = Counter(frozenset(pair) for pair in war_map.neighbours)
    for pair in sorted(listed.keys() | shared.keys(), key=sorted):
        name, drawn = "-".join(sorted(pair)), shared.get(pair, 0.0)
        if listed[pair] > 1:
            yield _error("neighbour-twice", name, "is listed twice; list it once")
        if listed[pair] and drawn < facts.shared_border:
            yield _error("neighbour-false", name, f"is listed, but {drawn:.1f} mm of border is drawn between them")
        elif not listed[pair] and drawn >= facts.shared_border:
            yield _error("neighbour-missing", name, f"share {drawn:.1f} mm of border and are not listed")
        elif not listed[pair]:
            message = f"share only {drawn:.1f} mm of border; give them {facts.shared_border:g} mm or none"
            yield _error("border-short", name, message)


def shared_lengths(war_map: WarMap) -> Mapping[frozenset[str], float]:
    """How much border every two regions share on land, in millimetres along the drawn curve."""
    shared: dict[frozenset[str], float] = {}
    for border in war_map.borders:
        if not border.coast:
            pair = frozenset(border.between)
            shared[pair] = shared.get(pair, 0.0) + length(war_map.flat[border.id])
    return shared


def _apart(war_map: WarMap) -> Iterator[Finding]:
    """Regions that no march can reach from the first."""
    regions, reached = {region.id for region in war_map.regions}, {region.id for region in war_map.regions[:1]}
    near = [pair for pair in war_map.neighbours if regions.issuperset(pair)]
    for _ in regions:  # as many steps as can be needed
        reached.update(name for pair in near if reached.intersection(pair) for name in pair)
    for region in war_map.regions:
        if region.id not in reached:
            yield _error("map-apart", region.identifier, f"cannot be reached from {war_map.regions[0].id} over land")


def _overlaps(war_map: WarMap) -> Iterator[Finding]:
    """No border cuts another, no region lies in another: so no ground belongs to two."""
    crossing = first_crossing(war_map.flat.items())
    if crossing:
        one, two, (x, y) = crossing
        yield _error("border-crosses", one, f"cuts {two} near {x:.1f}, {y:.1f} mm; move one of them")
    boxes = {name: Box.over(outline) for name, outline in war_map.outlines.items()}
    for region in war_map.regions:
        points = {"has its name": region.lettering.at, "lies": _inner(war_map.outlines[region.id])}
        for other, theirs in war_map.outlines.items():
            for what, point in points.items():
                if other != region.id and boxes[other].holds(*point) and winding(theirs, *point) % 2:
                    message = f"{what} within {other}; no ground may belong to two regions"
                    yield _error("region-overlaps", region.identifier, message)


def _inner(outline: Line) -> Point:
    """A point just inside of a clockwise loop, beside the middle of its longest piece."""
    (x1, y1), (x2, y2) = max(pairwise(outline), key=lambda piece: math.dist(*piece))
    far = math.dist((x1, y1), (x2, y2)) / 0.01
    return (x1 + x2) / 2 - (y2 - y1) / far, (y1 + y2) / 2 + (x2 - x1) / far


def _room(region: Region, outline: Line, facts: Facts) -> Iterator[Finding]:
    """A region's full supply of banners lies in it, beside its symbols and its name."""
    wanted = facts.supply_of(region)
    if len(region.places) != wanted:
        message = f"has places for {len(region.places)} banners; it must hold {wanted}"
        yield _error("banners-do-not-fit", region.identifier, message)
    places = [(f"banner {at}", box.corners) for at, box in enumerate(region.place_boxes(), 1)]
    symbols = [(building.kind, building.box.corners) for building in region.buildings]
    name = [("the name", piece) for piece in _pieces(region.lettering)]
    for what, corners in (*places, *symbols, *name):
        if not holds(outline, corners):
            yield _error("banners-do-not-fit", region.identifier, f"{what} reaches over the border; move it inwards")
    solid = [*places, *symbols]
    for at, (what, corners) in enumerate(solid):
        for other, theirs in (*solid[:at], *name):
            if _touch(corners, theirs):
                yield _error("banners-do-not-fit", region.identifier, f"{what} lies on {other}; move one of them")


def _pieces(lettering: Lettering, count: int = 6) -> Iterator[Line]:
    """The strip that a name stands on, as a row of small boxes that follow its bend."""
    half = (lettering.width / 2 + LABEL_END) / count
    for at in range(count):
        along = (2 * at + 1 - count) * half
        (x, y), turn = lettering.place(along)
        c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        h = LABEL / 2
        yield tuple((x + u * c - v * s, y + u * s + v * c) for u, v in ((-half, -h), (half, -h), (half, h), (-half, h)))


def _touch(one: Line, two: Line) -> bool:
    """Whether two convex shapes overlap: no side of either parts them."""
    for (x1, y1), (x2, y2) in (*zip(one, (*one[1:], one[0])), *zip(two, (*two[1:], two[0]))):
        across = [(x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) for x, y in one]
        theirs = [(x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) for x, y in two]
        if max(across) <= min(theirs) or max(theirs) <= min(across):
            return False
    return True


def check_map(war_map: WarMap, facts: Facts | None = None) -> tuple[Finding, ...]:
    """Everything that is wrong with a map, each finding with the name of what it is about; nothing when all is well."""
    known = facts or published()
    checks: tuple[Callable[[WarMap, Facts], Iterable[Finding]], ...] = (
        _names, _regions, _starting, _contacts, _seats, ground_findings,
    )  # fmt: skip
    return tuple(finding for check in checks for finding in check(war_map, known))


def check_banners(game: Game, facts: Facts | None = None) -> tuple[Finding, ...]:
    """Whether the box holds exactly the published banners of every empire, in each form that they are printed in."""
    wanted = (facts or published()).banners_per_empire
    counts: Counter[tuple[str, str]] = Counter()
    for component in game.components:
        if component.kind == "banner":
            counts[component.part, component.id] += component.count(game.players[1])
    return tuple(
        _error("banner-count", name, f"comes {count} times; the game has {wanted} of each empire's banners")
        for (_, name), count in counts.items()
        if count != wanted
    )


def _names(war_map: WarMap, facts: Facts) -> Iterator[Finding]:
    regions = war_map.regions
    if len(regions) != facts.regions:
        yield _error("region-count", "map", f"has {len(regions)} regions; the game has {facts.regions}")
    for what, values in (("id", [each.id for each in regions]), ("name", [each.name for each in regions])):
        for value, count in Counter(values).items():
            if count > 1:
                yield _error("name-twice", value, f"is the {what} of {count} regions; give each its own")
    for region in regions:
        if not region.name.strip():
            yield _error("no-name", region.identifier, "has no name; write one")
    for value, count in Counter(border.id for border in war_map.borders).items():
        if count > 1:
            yield _error("name-twice", value, f"is the id of {count} borders; give each its own")


def _regions(war_map: WarMap, facts: Facts) -> Iterator[Finding]:
    for region in war_map.regions:
        if region.empire not in facts.empires:
            yield _error("empire-unknown", region.identifier, f"is of '{region.empire}'; no empire is called so")
        if len(region.buildings) > facts.symbols_per_region:
            message = f"has {len(region.buildings)} symbols; a region has at most {facts.symbols_per_region}"
            yield _error("symbol-count", region.identifier, message)
    for empire, wanted in facts.empires.items():
        home = [region for region in war_map.regions if region.empire == empire]
        yield from _counted(empire, "home regions", len(home), wanted.regions)
        kinds = wanted.buildings.keys() | {building.kind for region in home for building in region.buildings}
        for kind in sorted(kinds):
            found = sum(region.count(kind) for region in home)
            yield from _counted(empire, f"symbols '{kind}'", found, wanted.buildings.get(kind, 0))


def _counted(where: str, what: str, found: int, wanted: int) -> Iterator[Finding]:
    if found != wanted:
        yield _error("count-differs", where, f"has {found} {what} on the map; the game has {wanted}")


def _starting(war_map: WarMap, facts: Facts) -> Iterator[Finding]:
    """The banners that stand on the map at first: as published, within the supply of a region and the reserve."""
    for region in war_map.regions:
        limit = facts.supply_of(region)
        if region.banners > limit:
            message = f"begins with {region.banners} banners; it holds {limit}"
            yield _error("banners-over-supply", region.identifier, message)
    for empire, wanted in facts.empires.items():
        printed = [region for region in war_map.regions if region.empire == empire and region.banners]
        total = sum(region.banners for region in printed)
        if total > facts.banners_per_empire:
            message = f"begins with {total} banners on the map; there are {facts.banners_per_empire}"
            yield _error("banners-over-reserve", empire, message)
        if sorted(region.banners for region in printed) != sorted(wanted.banners):
            listed = ", ".join(f"{region.id} {region.banners}" for region in printed) or "none"
            expected = ", ".join(map(str, wanted.banners)) or "none"
            yield _error("banners-differ", empire, f"begins with {listed}; the game has {expected}")


def _contacts(war_map: WarMap, facts: Facts) -> Iterator[Finding]:
    """How often the empires touch, counted in pairs of regions."""
    empire = {region.id: region.empire for region in war_map.regions}
    met: dict[frozenset[str], list[str]] = {}
    for one, two in war_map.neighbours:
        if one in empire and two in empire and empire[one] != empire[two]:
            met.setdefault(frozenset((empire[one], empire[two])), []).append(f"{one}-{two}")
    for pair in sorted(met.keys() | facts.contacts.keys(), key=sorted):
        found, wanted = met.get(pair, []), facts.contacts.get(pair, 0)
        if len(found) != wanted:
            message = f"touch {len(found)} times ({', '.join(found) or 'nowhere'}); the game has {wanted}"
            yield _error("contact-count", " and ".join(sorted(pair)), message)


def _seats(war_map: WarMap, facts: Facts) -> Iterator[Finding]:
    councils = {council.empire: council for council in war_map.councils}
    standing = tuple(council.empire for council in war_map.councils)
    if standing != war_map.order or sorted(standing) != sorted(facts.empires):
        yield _error("council-order", ", ".join(standing), f"are the councils; there is one each of {war_map.order}")
    for empire, wanted in facts.empires.items():
        if council := councils.get(empire):
            yield from _council(council, wanted, facts, war_map.actions)


def _council(council: Council, wanted: EmpireFacts, facts: Facts, actions: Mapping[str, Action]) -> Iterator[Finding]:
    standing = tuple(seat.id for seat in council.seats)
    if standing != facts.seats:
        message = f"has the seats {', '.join(standing)}; they are {', '.join(facts.seats)}, in that order"
        yield _error("seat-order", council.empire, message)
    for seat in council.seats:
        unknown = [action for action in seat.actions if action not in actions]
        if unknown:
            yield _error("action-unknown", council.identifier(seat), f"offers '{unknown[0]}', which is no action")
            continue
        offered = [in_figures(actions[action]) for action in seat.actions]
        expected = list(wanted.seats.get(seat.id, ()))
        if Counter(offered) != Counter(expected):
            message = f"offers {', '.join(offered) or 'nothing'}; the table has {', '.join(expected) or 'nothing'}"
            yield _error("seat-action", council.identifier(seat), message)


def in_figures(action: Action) -> str:
    """An action as facts.toml writes it."""
    if action.add:
        return f"+{action.add} {action.kind}".strip()
    if action.cards:
        return f"card/{action.each} {action.kind}" if action.each else "card"
    return action.id
