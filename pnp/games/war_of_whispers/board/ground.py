"""A map in; findings on its ground out: borders, loops and list of neighbours agree, banners and names have room."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise

from pnp.errors import Finding
from pnp.games.war_of_whispers.board.curves import (
    Line,
    Point,
    area,
    contains,
    corners_of,
    first_crossing,
    holds,
    length,
)
from pnp.games.war_of_whispers.board.facts import Facts
from pnp.games.war_of_whispers.board.model import SEA, Border, Lettering, Region, WarMap
from pnp.geometry import Box

LETTER_HEIGHT = 3.0  # of a name, from the top of its capitals to the foot of its g, in millimetres
_NEAR = 0.02  # ends that are as close as this meet


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
        for name, _ in region.loop:
            if name not in war_map.border:
                yield _error("border-missing", name, f"is in the loop of {region.id} and is not drawn; draw it")
    for border in war_map.borders:
        for side in border.between:
            if side not in regions and side != SEA:
                yield _error("region-unknown", border.id, f"lies beside '{side}', which is no region")
    for one, two in war_map.neighbours:
        for name in (one, two):
            if name not in regions:
                yield _error("region-unknown", f"{one}-{two}", f"names '{name}', which is no region")


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
            yield _error(
                "border-sides", border.id, "is walked the same way by both of its regions; turn one loop round"
            )


def _loops(war_map: WarMap) -> Iterator[Finding]:
    for region in war_map.regions:
        walked = [(border, line) for border, line in war_map.walked(region)]
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
    near: dict[str, set[str]] = {region.id: set() for region in war_map.regions}
    for one, two in war_map.neighbours:
        if one in near and two in near:
            near[one].add(two)
            near[two].add(one)
    reached: set[str] = set()
    waiting = [war_map.regions[0].id] if war_map.regions else []
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting += near[name] - reached
    for region in war_map.regions:
        if region.id not in reached:
            yield _error("map-apart", region.identifier, f"cannot be reached from {war_map.regions[0].id} over land")


def _overlaps(war_map: WarMap) -> Iterator[Finding]:
    """No border cuts another, no region lies in another: so no ground belongs to two."""
    crossing = first_crossing(war_map.flat.items())
    if crossing:
        one, two, (x, y) = crossing
        yield _error("border-crosses", one, f"cuts {two} near {x:.1f}, {y:.1f} mm; move one of them")
    boxes = {name: _around(outline) for name, outline in war_map.outlines.items()}
    for region in war_map.regions:
        points = {"has its name": region.lettering.at, "lies": _inner(war_map.outlines[region.id])}
        for other, theirs in war_map.outlines.items():
            for what, point in points.items():
                if other != region.id and _within(boxes[other], point) and contains(theirs, point):
                    message = f"{what} within {other}; no ground may belong to two regions"
                    yield _error("region-overlaps", region.identifier, message)


def _within(box: Box, point: Point) -> bool:
    return box.left <= point[0] <= box.right and box.top <= point[1] <= box.bottom


def _around(line: Line) -> Box:
    xs, ys = [x for x, _ in line], [y for _, y in line]
    return Box(min(xs), min(ys), max(xs), max(ys))


def _inner(outline: Line) -> Point:
    """A point just inside of a clockwise loop, beside the middle of its longest piece."""
    (x1, y1), (x2, y2) = max(pairwise(outline), key=lambda piece: math.dist(*piece))
    far = math.dist((x1, y1), (x2, y2)) / 0.01
    return (x1 + x2) / 2 - (y2 - y1) / far, (y1 + y2) / 2 + (x2 - x1) / far


def _room(region: Region, outline: Line, facts: Facts) -> Iterator[Finding]:
    """A region's full supply of banners lies in it, beside its symbols and its name."""
    wanted = facts.supply_farm if region.count("farm") else facts.supply
    if len(region.places) != wanted:
        message = f"has places for {len(region.places)} banners; it must hold {wanted}"
        yield _error("banners-do-not-fit", region.identifier, message)
    places = [(f"banner {at}", corners_of(box)) for at, box in enumerate(region.place_boxes(), 1)]
    symbols = [(building.kind, corners_of(building.box)) for building in region.buildings]
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
    """The line of a name as a row of small boxes that follow its bend."""
    half = lettering.width / count / 2
    for at in range(count):
        along = (2 * at + 1) * half - lettering.width / 2
        (x, y), turn = lettering.place(along)
        c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        h = LETTER_HEIGHT / 2
        yield tuple((x + u * c - v * s, y + u * s + v * c) for u, v in ((-half, -h), (half, -h), (half, h), (-half, h)))


def _touch(one: Line, two: Line) -> bool:
    """Whether two convex shapes overlap: no side of either parts them."""
    for (x1, y1), (x2, y2) in (*zip(one, (*one[1:], one[0])), *zip(two, (*two[1:], two[0]))):
        across = [(x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) for x, y in one]
        theirs = [(x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) for x, y in two]
        if max(across) <= min(theirs) or max(theirs) <= min(across):
            return False
    return True


def border_between(war_map: WarMap, one: str, two: str) -> tuple[Border, ...]:
    """The stretches of border between two regions, or of a region's coast where one of them is the sea."""
    return tuple(border for border in war_map.borders if set(border.between) == {one, two})
