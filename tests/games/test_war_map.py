"""The map of A War of Whispers: what is drawn, listed and published is one thing, and each check can fail."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from tomllib import loads

import pytest

from pnp.catalog import artist_of, find
from pnp.definition.load import load_game
from pnp.drawing.art import ArtError
from pnp.drawing.face import Style
from pnp.drawing.fonts import built_in_fonts
from pnp.drawing.shapes import Group, Shape, Use
from pnp.games.war_of_whispers.board.art import inks
from pnp.games.war_of_whispers.board.check import check_banners, check_map, published, shared_lengths
from pnp.games.war_of_whispers.board.model import BANNER, Border, WarMap, map_of
from pnp.games.war_of_whispers.faces.art import bearers

FOLDER = find("war-of-whispers")
TEXT = (FOLDER / "map.toml").read_text(encoding="utf-8")
MAP = map_of(loads(TEXT))


def told(text: str) -> str:
    return "\n".join(str(finding) for finding in check_map(map_of(loads(text))))


def test_the_map_is_sound() -> None:
    assert check_map(MAP) == () and check_banners(load_game(FOLDER)) == ()
    # game-facts 1a: 40 regions, 13 farms, 13 forts, 12 cities, 25 starting banners, five councils of four seats
    kinds = [building.kind for region in MAP.regions for building in region.buildings]
    assert len(MAP.regions) == 40 and {kind: kinds.count(kind) for kind in kinds} == {
        "farm": 13,
        "fort": 13,
        "city": 12,
    }
    assert len(MAP.councils) == 5 and sum(len(council.seats) for council in MAP.councils) == 20
    assert [council.empire for council in MAP.councils] == ["bear", "lion", "horse", "elephant", "eagle"]


def test_neighbours_share_at_least_four_millimetres_of_border() -> None:
    lengths = shared_lengths(MAP)
    listed = {frozenset(pair) for pair in MAP.neighbours}
    assert {pair for pair, length in lengths.items() if length >= 4} == listed


def test_a_border_that_is_taken_away_is_missed() -> None:
    border = next(border for border in MAP.borders if set(border.between) == set(MAP.neighbours[0]))
    shorter = replace(MAP, borders=tuple(other for other in MAP.borders if other.id != border.id))
    findings = "\n".join(str(finding) for finding in check_map(shorter))
    assert border.id in findings


def test_a_false_neighbour_is_named() -> None:
    names = [region.id for region in MAP.regions]
    known = {frozenset(pair) for pair in MAP.neighbours}
    false = next((a, b) for a in names for b in reversed(names) if a != b and frozenset((a, b)) not in known)
    findings = "\n".join(str(finding) for finding in check_map(replace(MAP, neighbours=(*MAP.neighbours, false))))
    assert false[0] in findings and false[1] in findings


def test_a_missing_neighbour_is_named() -> None:
    one, other = MAP.neighbours[0]
    findings = "\n".join(str(finding) for finding in check_map(replace(MAP, neighbours=MAP.neighbours[1:])))
    assert one in findings and other in findings


def test_a_seat_with_an_action_too_many_is_named() -> None:
    council = MAP.councils[0]
    seat = replace(council.seats[0], actions=(*council.seats[0].actions, "swap"))
    wrong = replace(council, seats=(seat, *council.seats[1:]))
    findings = "\n".join(str(finding) for finding in check_map(replace(MAP, councils=(wrong, *MAP.councils[1:]))))
    assert council.empire in findings and "sheriff" in findings.lower()


def test_a_twenty_first_banner_is_named() -> None:
    game = load_game(FOLDER)
    one = next(component for component in game.components if component.kind == "banner")
    more = tuple(replace(c, fixed=c.fixed + 1) if c is one else c for c in game.components)
    findings = check_banners(replace(game, components=more))
    assert [finding.where for finding in findings] == [one.id] and "21" in findings[0].message


def test_a_building_more_is_counted() -> None:
    home, mark = TEXT.split("[[regions]]", 1)
    findings = told(home + "[[regions]]" + mark.replace('kind = "farm"', 'kind = "city"', 1))
    assert "'farm'" in findings and "'city'" in findings


def test_an_unsound_map_is_not_drawn(tmp_path_factory: pytest.TempPathFactory) -> None:
    game = load_game(FOLDER)
    one = next(component for component in game.components if component.kind == "banner")
    more = tuple(replace(c, fixed=c.fixed + 1) if c is one else c for c in game.components)
    artist = artist_of(replace(game, components=more), Style(built_in_fonts(), "standard"))
    board = next(component for component in game.components if component.kind == "board")
    with pytest.raises(ArtError, match="21 times"):
        artist.face(board)


@pytest.mark.parametrize("document", [{}, {"format": 3}, {**loads(TEXT), "regions": [{}]}, {"format": "pnp-war-map/1"}])
def test_a_broken_map_gets_a_sentence(document: dict[str, object]) -> None:
    with pytest.raises(ArtError, match=r"map\.toml"):
        map_of(document)


def codes(war_map: WarMap) -> dict[str, str]:
    """What the check says of a map: the last place of each code."""
    return {finding.code: finding.where for finding in check_map(war_map)}


def with_region(number: int, **changes: object) -> WarMap:
    regions = list(MAP.regions)
    regions[number] = replace(regions[number], **changes)  # type: ignore[arg-type]
    return replace(MAP, regions=tuple(regions))


def moved(border: Border, x: float, y: float) -> WarMap:
    """The map with the middle point of a border somewhere else."""
    line = list(border.line)
    line[len(line) // 2] = (x, y)
    changed = replace(border, line=tuple(line))
    return replace(MAP, borders=tuple(changed if each is border else each for each in MAP.borders))


def test_the_facts_are_met_land_by_land() -> None:
    # game-facts 1a: 69 adjacencies on the published board; between empires 18 of them
    assert len(MAP.neighbours) == 69
    empire = {region.id: region.empire for region in MAP.regions}
    assert sum(empire[one] != empire[two] for one, two in MAP.neighbours) == 18
    assert len({region.identifier for region in MAP.regions}) == 40
    for name, facts in published().empires.items():
        home = [region for region in MAP.regions if region.empire == name]
        assert len(home) == facts.regions and sum(region.banners for region in home) == sum(facts.banners)


def test_what_is_drawn_has_the_size_of_the_pieces() -> None:
    chit = next(piece for piece in load_game(FOLDER).components if piece.part == "banner-chit")
    assert (chit.trim.size.width, chit.trim.size.height) == (BANNER, BANNER)
    assert all(len(region.places) == (6 if region.count("farm") else 4) for region in MAP.regions)


def test_a_neighbour_across_the_sea_is_false() -> None:
    wrong = replace(MAP, neighbours=(*MAP.neighbours, ("yurmak", "sambara")))  # a strait parts them
    assert codes(wrong)["neighbour-false"] == "sambara-yurmak"


def test_a_border_too_short_to_tell_is_named() -> None:
    border = next(border for border in MAP.borders if not border.coast)
    short = replace(border, line=(border.line[0], (border.line[0][0] + 1, border.line[0][1])))
    wrong = replace(MAP, borders=tuple(short if each is border else each for each in MAP.borders))
    found = codes(wrong)
    assert found["neighbour-false"] == "-".join(sorted(border.between)) and "loop-open" in found


def test_borders_that_cross_and_regions_that_overlap_are_named() -> None:
    border = next(border for border in MAP.borders if border.id == "qasira-sea")
    x, y = next(region.lettering.at for region in MAP.regions if region.id == "tavari")
    assert "border-crosses" in codes(moved(border, x, y))
    inside = replace(MAP.regions[0], lettering=replace(MAP.regions[0].lettering, at=MAP.regions[9].lettering.at))
    found = codes(with_region(0, lettering=inside.lettering))
    assert found["region-overlaps"] == MAP.regions[0].identifier


@pytest.mark.slow
def test_a_banner_over_the_border_or_on_a_symbol_is_named() -> None:
    at, region = next((at, region) for at, region in enumerate(MAP.regions) if region.buildings)
    onto = (region.buildings[0].at, *region.places[1:])
    assert codes(with_region(at, places=onto))["banners-do-not-fit"] == region.identifier
    outside = ((1.0, 1.0), *region.places[1:])
    assert codes(with_region(at, places=outside))["banners-do-not-fit"] == region.identifier
    assert codes(with_region(at, places=region.places[1:]))["banners-do-not-fit"] == region.identifier


@pytest.mark.slow
def test_names_starts_and_councils_are_held_to_the_facts() -> None:
    twice = with_region(0, name=MAP.regions[1].name)
    assert codes(twice)["name-twice"] == MAP.regions[1].name
    horse = next(at for at, region in enumerate(MAP.regions) if region.empire == "horse")
    assert codes(with_region(horse, banners=2))["banners-differ"] == "horse"
    assert codes(with_region(horse, banners=21))["banners-over-reserve"] == "horse"
    turned = replace(MAP, councils=MAP.councils[::-1])
    assert "council-order" in codes(turned)
    alone = replace(MAP, neighbours=tuple(pair for pair in MAP.neighbours if "skarnholt" not in pair))
    assert codes(alone)["map-apart"] == "war-of-whispers/region/skarnholt"


@pytest.mark.parametrize("saver", [False, True])
def test_the_board_shows_every_region_symbol_and_banner(saver: bool) -> None:
    game = load_game(FOLDER)
    board = next(component for component in game.components if component.kind == "board")
    face = artist_of(game, Style(built_in_fonts(), game.editions[0], saver)).face(board)
    assert face.id == "war-of-whispers/board" and face.trim == board.trim
    uses, words = Counter[str](), set[str]()
    for shape in every(face.shapes):
        if isinstance(shape, Use):
            uses[shape.symbol.id] += 1
        elif isinstance(shape, Group) and shape.alt:
            words.add(shape.alt)
    assert {region.name for region in MAP.regions} <= words and {name.name for name in MAP.seas} <= words
    flags = {name: count for name, count in uses.items() if name.startswith("chart/flag/")}
    assert sum(flags.values()) == 25  # game-facts 1a
    on_seats = Counter(MAP.actions[name].kind for c in MAP.councils for seat in c.seats for name in seat.actions)
    legend = Counter(entry.kind for entry in MAP.legend)
    for kind, count in (("farm", 13), ("fort", 13), ("city", 12)):
        assert uses[f"symbol/{kind}"] == count + on_seats[kind] + legend[kind]


def every(shapes: tuple[Shape, ...]) -> Iterator[Shape]:
    for shape in shapes:
        yield shape
        if isinstance(shape, Group):
            yield from every(shape.shapes)


def test_lands_are_told_apart_by_wash_and_by_hatch() -> None:
    empires = bearers(load_game(FOLDER).tables["empires"].rows, "empire", "emblem")
    assert len({empire.values["hatch"] for empire in empires.values()}) == len(empires) == 5
    washes = [inks(False).land(empire).wash for empire in empires.values()]
    sea = inks(False).sea
    assert all(one.difference(two) >= 10 for one, two in combinations([*washes, sea], 2))
