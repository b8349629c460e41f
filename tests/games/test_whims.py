"""Whims counted and measured: its kit, the board of the story, and a die that closes when its net is folded."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise

import pytest

from pnp import catalog
from pnp.definition.load import load_game
from pnp.definition.model import Component, Game
from pnp.drawing.colour import SIGHTS
from pnp.drawing.cut_paths import CUT, FOLD, cut_lines
from pnp.drawing.face import Face, Style
from pnp.drawing.fonts import built_in_fonts
from pnp.drawing.shapes import Group, Path, Shape, Text, Use
from pnp.games.whims.faces import dice, numbers
from pnp.games.whims.faces.dream import cells
from pnp.geometry import IDENTITY, Transform
from pnp.nets import solids
from pnp.nets.solids import Point, SolidNet, Vector

PLAYERS = ("moon", "eye", "door", "stair", "shell", "knot")
NEAR = 0.1  # millimetres within which every edge must meet its partner


@pytest.fixture(scope="module")
def whims() -> Game:
    return load_game(catalog.find("whims"))


@pytest.fixture(scope="module")
def die(whims: Game) -> Component:
    return whims.component("whims/die/moon")


@pytest.fixture(scope="module")
def net(die: Component) -> SolidNet:
    return dice.laid_out(float(die.values["across"]), die.trim)


def drawn(whims: Game, identifier: str, saver: bool = False) -> Face:
    style = Style(built_in_fonts(), whims.editions[0], saver)
    return catalog.artist_of(whims, style).face(whims.component(identifier))


def flat(shapes: Iterable[Shape], transform: Transform = IDENTITY) -> Iterator[tuple[Shape, Transform]]:
    for shape in shapes:
        if isinstance(shape, Group):
            yield from flat(shape.shapes, shape.transform.then(transform))
        else:
            yield shape, transform


# The kit.


def test_the_box_for_six(whims: Game) -> None:
    """Seed 004: three dice a player; ours: nine tokens and a screen a player, four grades."""
    counts = {"whims/board": 1, "whims/aid": 6}
    counts |= {f"whims/screen/{player}": 1 for player in PLAYERS}
    counts |= {f"whims/die/{player}": 3 for player in PLAYERS}
    counts |= {f"whims/token/{player}": 9 for player in PLAYERS}
    counts |= {f"whims/opponent/{grade}": 1 for grade in ("average", "skilled", "master", "grandmaster")}
    assert whims.bill_of_materials(6) == counts
    assert whims.players == (2, 6)
    assert whims.component("whims/die/knot").fixed == whims.facts["dice"]
    assert whims.component("whims/token/knot").fixed == whims.facts["most_tokens"]


def test_ids_stay_as_they_are_and_in_order(whims: Game) -> None:
    ids = [component.id.removeprefix("whims/") for component in whims.components]
    kits = [f"{part}/{player}" for part in ("screen", "die", "token") for player in PLAYERS]
    grades = [f"opponent/{grade}" for grade in ("average", "skilled", "master", "grandmaster")]
    assert ids == ["board", *kits, *grades, "aid"]


def test_the_grades_are_those_of_the_rules(whims: Game) -> None:
    """Seed 004: 3 or 4, 5 or 6, 7 or 8, and 9 tokens a round."""
    rows = whims.tables["grades"].rows
    assert [(int(row["fewest"]), int(row["most"])) for row in rows] == [(3, 4), (5, 6), (7, 8), (9, 9)]
    assert int(rows[0]["fewest"]) == whims.facts["tokens"] and int(rows[-1]["most"]) == whims.facts["most_tokens"]


def test_effort_costs_what_the_cypher_system_asks(whims: Game) -> None:
    """Game-facts 1e: 3 points for the first level and 2 more for each further one."""
    rows = whims.tables["effort"].rows
    assert [(int(row["levels"]), int(row["cost"])) for row in rows] == [(at, 1 + 2 * at) for at in range(1, 7)]
    assert len(rows) == int(whims.facts["most_tokens"]) - int(whims.facts["tokens"])


def test_players_and_grades_are_told_apart(whims: Game) -> None:
    sizes = {"players": 6, "grades": 4}
    for marks in whims.sets:
        members = whims.tables[marks.name].rows
        assert len(marks.members) == len(members) == sizes[marks.name]
        assert len({member.shape for member in marks.members}) == len(members)
    assert len(SIGHTS) == 5  # preflight measures the colours in each of them


@pytest.mark.parametrize("saver", [False, True])
def test_every_face_draws(whims: Game, saver: bool) -> None:
    artist = catalog.artist_of(whims, Style(built_in_fonts(), whims.editions[0], saver))
    for piece in whims.faces():
        face = artist.face(piece)
        assert face.trim == piece.trim and face.shapes and face.in_grey().shapes


def test_texts_are_written_out(whims: Game) -> None:
    assert not [text for text in whims.texts.values() if "{" in text]


# The board of the story.


@pytest.mark.parametrize("side", range(2, 9))
def test_as_many_black_cells_as_white_around_one_neutral(side: int) -> None:
    counts = Counter(cell.shade for cell in cells(side))
    assert counts["neutral"] == 1
    assert counts["black"] == counts["white"] == 3 * side * (side - 1) // 2
    assert len({(cell.q, cell.r) for cell in cells(side)}) == 1 + 3 * side * (side - 1)


def test_a_sixth_of_a_turn_changes_black_for_white() -> None:
    shades = {(cell.q, cell.r): cell.shade for cell in cells(6)}
    other = {"black": "white", "white": "black", "neutral": "neutral"}
    assert all(shades[-r, q + r] == other[shade] for (q, r), shade in shades.items())


def test_neighbours_touch_and_nothing_else_does() -> None:
    centres = {(cell.q, cell.r): cell.centre(1) for cell in cells(5)}
    for (one, here), (other, there) in combinations(centres.items(), 2):
        q, r = one[0] - other[0], one[1] - other[1]
        steps = max(abs(q), abs(r), abs(q + r))
        assert math.dist(here, there) >= steps * 1.5 - 1e-9
        assert (steps == 1) == (math.dist(here, there) < math.sqrt(3) + 1e-9)


def test_the_printed_board_has_every_cell_and_fits_both_papers(whims: Game) -> None:
    board = whims.component("whims/board")
    side = int(board.values["side"])
    placed = Counter(shape.symbol.id for shape, _ in flat(drawn(whims, board.id).shapes) if isinstance(shape, Use))
    half = 3 * side * (side - 1) // 2
    assert (placed["cell/black"], placed["cell/white"], placed["cell/neutral"]) == (half, half, 1)
    assert board.trim.size.width <= 210 - 10 and board.trim.size.height <= 11 * 25.4 - 10


# The die: the solid.


def test_the_kites_are_flat_alike_and_right_angled() -> None:
    solid = solids.trapezohedron(14)
    shapes = set()
    for number in range(10):
        face = solid.face(number)
        apex, left, foot, right = face
        out = solids.normal(face)
        assert abs(solids.dot(out, solids.difference(right, apex))) < 1e-9
        for side in (left, right):
            square = solids.dot(solids.difference(apex, side), solids.difference(foot, side))
            assert abs(square) < 1e-9
        around = (*face, apex)
        shapes.add(tuple(round(math.dist(one, other), 9) for one, other in pairwise(around)))
        assert solids.dot(out, apex) > 0
    assert len(shapes) == 1
    assert len({tuple(sorted(round(length, 9) for length in lengths)) for lengths in shapes}) == 1


def test_opposite_faces_make_eleven_as_on_real_dice(whims: Game) -> None:
    solid, faces = solids.trapezohedron(14), [int(number) for number in numbers(whims)]
    assert sorted(faces) == list(range(1, int(whims.facts["faces"]) + 1))
    for one in range(10):
        opposite = [
            other
            for other in range(10)
            if solids.dot(solids.normal(solid.face(one)), solids.normal(solid.face(other))) < -1 + 1e-9
        ]
        assert [faces[one] + faces[other] for other in opposite] == [11]
    assert {number % 2 for number in faces[:5]} == {1} and {number % 2 for number in faces[5:]} == {0}


def test_a_die_is_as_large_as_dice_are(die: Component) -> None:
    solid = solids.trapezohedron(float(die.values["across"]) / 2)
    tall = solid.corners[0][2] - solid.corners[1][2]
    assert 22 <= float(die.values["across"]) <= 28 and 22 <= tall <= 28.2


# The die: the net.


def folded(net: SolidNet) -> list[list[Vector]]:
    """The net folded in space, from its flat faces and hinges alone; it begins in the plane z = 0, printed side up.

    How far to fold comes from the flat angles at a corner where three faces meet: by the spherical law of cosines
    the angle between two of them follows from the angles of all three.
    """
    face = net.faces[0]
    at_side, at_foot = angle(face, 1), angle(face, 2)
    fan = inner(at_foot, at_side, at_side)  # two kites of one half, beside the foot of one of the other
    girdle = inner(at_side, at_foot, at_side)
    # y up makes the printed side look along +z.
    places = {net.hinges[0].parent: [(x, -y, 0.0) for x, y in net.faces[net.hinges[0].parent]]}
    motions = {net.hinges[0].parent: [((0.0, 0.0, 0.0), (0.0, 0.0, 1.0), 0.0)]}
    for hinge in net.hinges:
        (x1, y1), (x2, y2) = net.ends(hinge.parent, hinge.edge)
        same = (hinge.parent < 5) == (hinge.child < 5)
        start, axis = (x1, -y1, 0.0), solids.unit((x2 - x1, y1 - y2, 0.0))
        # Outlines run counter-clockwise, so the child lies to the right of the hinge and goes down by a turn about it.
        turn = (start, axis, math.pi - (fan if same else girdle))
        motions[hinge.child] = [turn, *motions[hinge.parent]]
        corners: list[Vector] = [(x, -y, 0.0) for x, y in net.faces[hinge.child]]
        for motion in motions[hinge.child]:
            corners = [rotated(corner, *motion) for corner in corners]
        places[hinge.child] = corners
    return [places[number] for number in range(len(net.faces))]


def rotated(point: Vector, start: Vector, axis: Vector, turn: float) -> Vector:
    """Rodrigues' formula."""
    offset = solids.difference(point, start)
    sideways, along = solids.cross(axis, offset), solids.dot(axis, offset)
    cosine, sine = math.cos(turn), math.sin(turn)
    return tuple(  # type: ignore[return-value]
        start[at] + offset[at] * cosine + sideways[at] * sine + axis[at] * along * (1 - cosine) for at in range(3)
    )


def angle(face: Sequence[Point], at: int) -> float:
    (x, y), before, after = face[at], face[at - 1], face[(at + 1) % len(face)]
    turn = math.atan2(after[1] - y, after[0] - x) - math.atan2(before[1] - y, before[0] - x)
    return min(turn % (2 * math.pi), -turn % (2 * math.pi))


def inner(opposite: float, one: float, other: float) -> float:
    """The angle between two faces whose flat angles at a corner are `one` and `other`, the third face's `opposite`."""
    return math.acos((math.cos(opposite) - math.cos(one) * math.cos(other)) / (math.sin(one) * math.sin(other)))


def meetings(net: SolidNet) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Pairs of edges, each as face and side, that lie on one another once the net is folded."""
    space = folded(net)
    sides = [(face, side, space[face][side], space[face][(side + 1) % 4]) for face in range(10) for side in range(4)]
    return [
        ((one[0], one[1]), (other[0], other[1]))
        for one, other in combinations(sides, 2)
        if math.dist(one[2], other[3]) < NEAR and math.dist(one[3], other[2]) < NEAR
    ]


def test_folded_in_space_every_edge_meets_its_partner(net: SolidNet) -> None:
    pairs = meetings(net)
    assert len(pairs) == 20
    assert len({side for pair in pairs for side in pair}) == 40


def test_folded_in_space_it_is_the_solid_with_its_printed_side_out(net: SolidNet) -> None:
    space = folded(net)
    corners = [corner for face in space for corner in face]
    centre = tuple(sum(corner[at] for corner in corners) / len(corners) for at in range(3))
    reach = sorted(math.dist(corner, centre) for corner in corners)
    wanted = sorted(math.hypot(*corner) for number in range(10) for corner in net.solid.face(number))
    assert max(abs(one - other) for one, other in zip(reach, wanted)) < NEAR
    for face in space:
        out = solids.normal(face)
        assert all(solids.dot(out, solids.difference(corner, face[0])) < NEAR for corner in corners)


def test_a_tab_on_one_side_of_every_free_pair(net: SolidNet) -> None:
    def side(face: int, edge: tuple[int, int]) -> tuple[int, int]:
        names = net.solid.faces[face]
        first = next(at for at in range(4) if {names[at], names[(at + 1) % 4]} == set(edge))
        return face, first

    hinged = {frozenset((side(h.parent, h.edge), side(h.child, h.edge))) for h in net.hinges}
    glued = [frozenset((side(s.tab, s.edge), side(s.under, s.edge))) for s in net.seams]
    pairs = {frozenset(pair) for pair in meetings(net)}
    assert len(hinged) == 9 and len(glued) == len(set(glued)) == 11
    assert hinged | set(glued) == pairs and not hinged & set(glued)


def apart(one: Sequence[Point], other: Sequence[Point], gap: float = -1e-6) -> bool:
    """Whether some line keeps two convex outlines that far apart."""
    for outline in (one, other):
        for start, end in pairwise((*outline, outline[0])):
            length = math.dist(start, end)
            across = (end[1] - start[1]) / length, (start[0] - end[0]) / length
            first, second = ([x * across[0] + y * across[1] for x, y in points] for points in (one, other))
            if min(second) - max(first) >= gap or min(first) - max(second) >= gap:
                return True
    return False


def test_nothing_of_the_net_overlaps(net: SolidNet, die: Component) -> None:
    tabs = [net.tab(seam, dice.TAB) for seam in net.seams]
    assert all(apart(one, other) for one, other in combinations([*net.faces, *tabs], 2))
    width, height = die.trim.size.width, die.trim.size.height
    assert all(0 < x < width and 0 < y < height for outline in (*net.faces, *tabs) for x, y in outline)


def test_tabs_find_room_under_their_faces(net: SolidNet) -> None:
    """Glued, a tab lies behind the face it goes under, beside the other tabs there."""
    under: dict[int, list[list[Point]]] = {}
    for seam in net.seams:
        tab = net.tab(seam, dice.TAB)
        start, end = net.ends(seam.under, seam.edge)
        turn = math.atan2(end[1] - start[1], end[0] - start[0]) - math.atan2(
            tab[3][1] - tab[0][1], tab[3][0] - tab[0][0]
        )
        cosine, sine = math.cos(turn), math.sin(turn)
        under.setdefault(seam.under, []).append(
            [
                (
                    start[0] + (x - tab[0][0]) * cosine - (y - tab[0][1]) * sine,
                    start[1] + (x - tab[0][0]) * sine + (y - tab[0][1]) * cosine,
                )
                for x, y in tab
            ]
        )
    for face, placed in under.items():
        assert all(apart(one, other) for one, other in combinations(placed, 2))
        for tab in placed:
            for start, end in pairwise((*net.faces[face], net.faces[face][0])):
                cross = [(end[0] - start[0]) * (y - start[1]) - (end[1] - start[1]) * (x - start[0]) for x, y in tab]
                assert max(cross) < 1e-6  # counter-clockwise with y down: the inside is to the right


def test_cuts_are_drawn_and_folds_scored_where_the_net_has_them(whims: Game, net: SolidNet, die: Component) -> None:
    face = drawn(whims, die.id)
    cut: set[frozenset[tuple[float, float]]] = set()
    for shape, _ in flat(face.shapes):
        assert not isinstance(shape, Path) or shape.stroke != FOLD
        if isinstance(shape, Path) and shape.stroke == CUT:
            ends = [(round(command[1], 6), round(command[2], 6)) for command in shape.commands]
            cut |= {frozenset(pair) for pair in pairwise(ends)}

    def rounded(points: Sequence[Point]) -> list[tuple[float, float]]:
        return [(round(x, 6), round(y, 6)) for x, y in points]

    tabs = [rounded(net.tab(seam, dice.TAB)) for seam in net.seams]
    folds = {frozenset(rounded(net.ends(hinge.parent, hinge.edge))) for hinge in net.hinges}
    folds |= {frozenset((tab[0], tab[3])) for tab in tabs}
    cuts = {frozenset(pair) for tab in tabs for pair in pairwise(tab)}
    cuts |= {frozenset(rounded(net.ends(seam.under, seam.edge))) for seam in net.seams}
    scored = [contour.segments[0] for contour in cut_lines(face).score]
    assert cut == cuts and len(folds) == len(scored) == 20
    assert {frozenset(rounded((segment.start, segment.end))) for segment in scored} == folds


def test_every_tab_is_whole_and_free(net: SolidNet) -> None:
    """With room for scissors between it and everything but the face that it hangs on."""
    for seam in net.seams:
        tab, hung = net.tab(seam, dice.TAB), net.faces[seam.tab]
        outer = tab[1:3]
        for face in net.faces:
            assert face is hung or all(solids.distance(point, face) > 1.5 for point in outer)


def test_every_tab_and_its_partner_carry_one_letter(whims: Game, net: SolidNet, die: Component) -> None:
    texts = [shape for shape, _ in flat(drawn(whims, die.id).shapes) if isinstance(shape, Text)]
    letters = [text for text in texts if len(text.text) == 1 and text.text.isalpha()]
    assert Counter(text.text for text in letters) == dict.fromkeys("ABCDEFGHIJK", 2)
    tabs = [net.tab(seam, dice.TAB) for seam in net.seams]
    for letter in letters:
        box = [(letter.x + dx, letter.y + dy) for dx, dy in ((-0.6, -1.5), (0.6, -1.5), (0.6, 0.0), (-0.6, 0.0))]
        assert all(apart(box, face) for face in net.faces)
        assert sum(not apart(box, tab) for tab in tabs) <= 1
    shown = Counter(text.text for text in texts if text.text.isdigit())
    assert shown == dict.fromkeys(numbers(whims), 1)


def test_a_net_that_does_not_fit_is_refused(die: Component) -> None:
    with pytest.raises(ValueError, match="smaller"):
        dice.laid_out(60, die.trim)


def test_other_solids_unfold_too() -> None:
    cube = solids.cube(10)
    cross = solids.unfolded(cube, [(0, 2), (0, 3), (0, 4), (0, 5), (2, 1)], [(2, 3), (3, 4)])
    assert all(apart(one, other) for one, other in combinations(cross.faces, 2))
    assert {round(math.dist(face[0], face[1]), 6) for face in cross.faces} == {round(20 / math.sqrt(3), 6)}


def test_closed_solids_look_outwards() -> None:
    for solid in (solids.tetrahedron(9), solids.cube(9), solids.octahedron(9), solids.trapezohedron(9)):
        sides = Counter((face[at - 1], face[at]) for face in solid.faces for at in range(len(face)))
        assert set(sides.values()) == {1} and all((after, before) in sides for before, after in sides)
        for number in range(len(solid.faces)):
            assert solids.dot(solids.normal(solid.face(number)), solid.face(number)[0]) > 0
