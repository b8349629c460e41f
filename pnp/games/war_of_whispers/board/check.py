"""A map and the facts in; findings out: what is drawn, what is listed and what is published must be one thing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping

from pnp.definition.model import Game
from pnp.errors import Finding
from pnp.games.war_of_whispers.board.facts import EmpireFacts, Facts, published
from pnp.games.war_of_whispers.board.ground import ground_findings
from pnp.games.war_of_whispers.board.model import Action, Council, Region, WarMap


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


def _error(code: str, where: str, message: str) -> Finding:
    return Finding("error", code, where, message)


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
        limit = _supply(region, facts)
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


def _supply(region: Region, facts: Facts) -> int:
    return facts.supply_farm if region.count("farm") else facts.supply


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
