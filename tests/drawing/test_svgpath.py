"""Paths are read as svgelements reads them, which is another program: each curve at several points of its way."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from itertools import chain, pairwise, zip_longest

import pytest
import svgelements

from pnp.drawing.shapes import Command
from pnp.geometry.path_text import path_commands
from pnp.sources import assets

OUR_ART = sorted(
    {
        data
        for file in assets().rglob("*.svg")
        for data in re.findall(r'\bd="([^"]*)"', file.read_text(encoding="utf-8"))
    }
)
STEPS = (0.2, 0.5, 0.7, 1.0)
NUMBERS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "Z": 0}

Point = tuple[float, float]
Way = tuple[Point, ...]
"""Some points of a line or curve on the way from its start, in order; the last one is its end."""


def ways(commands: Iterable[Command]) -> Iterator[Way]:
    """The lines and curves of our commands, those of no length left out; a closing is a line to where it began."""
    at = start = (0.0, 0.0)
    for letter, *numbers in commands:
        points = [at, *zip(numbers[0::2], numbers[1::2], strict=True)] if numbers else [at, start]
        if letter == "M":
            start = points[1]
        elif len({*points}) > 1:
            yield tuple(bezier(points, step) for step in STEPS)
        at = points[-1]


def bezier(points: list[Point], step: float) -> Point:
    """A point of a curve, by halving after de Casteljau; of two points it is a line."""
    while len(points) > 1:
        points = [
            (x + (other_x - x) * step, y + (other_y - y) * step) for (x, y), (other_x, other_y) in pairwise(points)
        ]
    return points[0]


def ways_of_others(text: str) -> Iterator[Way]:
    for segment in svgelements.Path(text):
        if not isinstance(segment, svgelements.Move) and len({(point.x, point.y) for point in segment}) > 1:
            yield tuple((point.x, point.y) for point in (segment.point(step) for step in STEPS))


def differs(text: str) -> bool:
    """Whether the two readers see other points; a curve of a millionth of the drawing's size off counts."""
    ours, others = list(ways(path_commands(text))), list(ways_of_others(text))
    room = 1e-6 * max((abs(number) for way in others for point in way for number in point), default=1.0) + 1e-9
    return any(one is None or other is None or not near(one, other, room) for one, other in zip_longest(ours, others))


def near(one: Way, other: Way, room: float) -> bool:
    return all(abs(a - b) <= room for a, b in zip(chain(*one), chain(*other), strict=True))


def test_our_art_is_read_as_others_read_it() -> None:
    assert len(OUR_ART) > 100
    assert [text for text in OUR_ART if (lies_elsewhere(text) if re.search("[Aa]", text) else differs(text))] == []


def random_path(chance: random.Random, letters: str) -> str:
    """A path of those commands, in the many ways of writing numbers and of leaving letters out.

    A smooth curve follows none of the other kind, whose control point svgelements mirrors and the standard does not.
    """

    def number() -> str:
        value = chance.choice((chance.uniform(-90, 90), chance.uniform(-1, 1), float(chance.randint(-9, 9))))
        return chance.choice((f"{value:.2f}", f"{value:g}", f"{value:.3f}".replace("0.", ".", 1)))

    parts = [f"{chance.choice('Mm' if 'm' in letters else 'M')}{number()} {number()}"]
    for _ in range(chance.randint(1, 9)):
        other = "Tt" if parts[-1][0] in "CcSs" else "Ss" if parts[-1][0] in "QqTt" else ""
        letter = chance.choice([each for each in letters if each not in other])
        times = chance.choice((1, 1, 2, 3)) if letter not in "Zz" else 1
        numbers = [number() for _ in range(times * NUMBERS[letter.upper()])]
        parts.append(letter + chance.choice((" ", ",")).join(numbers))
    return chance.choice(("", " ")).join(parts)


@pytest.mark.parametrize("letters", ["MLHVCQZ", "MmLlHhVvCcQqZz", "mlhvcsqtzMLHVCSQTZ"])
def test_any_path_is_read_as_others_read_it(letters: str) -> None:
    chance = random.Random(883)
    paths = [random_path(chance, letters) for _ in range(300)]
    assert [text for text in paths if differs(text)] == []


@pytest.mark.parametrize("seed", range(3))
def test_arcs_lie_where_others_see_them(seed: int) -> None:
    """As cubic curves, of which there may be more or fewer: the corners of the arc's box and its end count."""
    chance = random.Random(seed)
    for _ in range(50):
        radii = f"{chance.uniform(1, 60):.2f} {chance.uniform(1, 60):.2f}"
        flags = f"{chance.choice('01')}{chance.choice((' ', ''))}{chance.choice('01')}"
        text = f"M{chance.uniform(-9, 9):.2f} 3{chance.choice('Aa')}{radii} {chance.randint(-90, 90)} {flags} 20.5 -7"
        assert not lies_elsewhere(text), text


def lies_elsewhere(text: str) -> bool:
    found = [point for way in finely(path_commands(text)) for point in way]
    box = svgelements.Path(text).bbox()
    xs, ys = [x for x, _ in found], [y for _, y in found]
    size = max(box[2] - box[0], box[3] - box[1])
    return (min(xs), min(ys), max(xs), max(ys)) != pytest.approx(box, abs=2e-3 * size)


def finely(commands: Iterable[Command]) -> Iterator[Way]:
    at = (0.0, 0.0)
    for letter, *numbers in commands:
        if letter == "Z":
            continue
        points = [at, *zip(numbers[0::2], numbers[1::2], strict=True)]
        at = points[-1]
        if letter != "M":
            yield tuple(bezier(points, step / 200) for step in range(201))


def test_further_points_of_a_move_are_lines() -> None:
    assert path_commands("M1,2 3,4 5-6Z") == (("M", 1, 2), ("L", 3, 4), ("L", 5, -6), ("Z",))


@pytest.mark.parametrize(("text", "control"), [("M0 0C1 2 3 4 5 6S8 8 9 9", (7, 8)), ("M0 0Q1 2 3 4S8 8 9 9", (3, 4))])
def test_a_smooth_curve_mirrors_its_own_kind_alone(text: str, control: Point) -> None:
    """SVG 1.1, 8.3.6: after another command the first control point is where the curve begins."""
    assert path_commands(text)[-1] == ("C", *control, 8, 8, 9, 9)


@pytest.mark.parametrize("text", ["", "M", "M1", "M0 0 L1", "M0 0 C1 2 3", "X", "M0 0 L1 1 1", "M0 0 Lnan 1"])
def test_broken_paths_are_refused(text: str) -> None:
    with pytest.raises(ValueError):
        path_commands(text)
