"""The quick reader of plain absolute paths gives what fontTools gives."""

from __future__ import annotations

import re

import pytest

from pnp.drawing.shapes import Command
from pnp.drawing.svgpath import path_commands
from pnp.paths import assets

PATHS = sorted(
    {
        data
        for file in assets().rglob("*.svg")
        for data in re.findall(r'\bd="([^"]*)"', file.read_text(encoding="utf-8"))
        if file.suffix == ".svg" and data.startswith("M")
    }
)


def general(text: str) -> list[Command]:
    """Through fontTools, forced by a leading relative move, which our quick reader leaves alone."""
    return list(path_commands("m0 0 " + text))[1:]


def outline(commands: tuple[Command, ...] | list[Command]) -> list[tuple[float, ...]]:
    """Where each command ends, without the line that fontTools adds before a closing."""
    found: list[tuple[float, ...]] = []
    for letter, *numbers in commands:
        if letter == "M":
            start = tuple(numbers)
        if letter == "Z" and found and found[-1] == start and len(found) > 1:
            found.pop()
        if numbers:
            found.append(tuple(round(number, 6) for number in numbers[-2:]))
    return found


def test_further_points_of_a_move_are_lines() -> None:
    assert path_commands("M1,2 3,4 5-6Z") == (("M", 1, 2), ("L", 3, 4), ("L", 5, -6), ("Z",))


def test_there_are_paths_to_compare() -> None:
    assert len(PATHS) > 100


@pytest.mark.parametrize(
    "text", ["M0 0 L1 1", "M1,2 3,4 5-6Z", "M0 0H5V7Z", "M0 0Q5 5 10 0Z", "M.5-.5C1 2 3 4 5 6 7 8 9 10 11 12", *PATHS]
)
def test_quick_and_general_reading_agree(text: str) -> None:
    quick, slow = outline(path_commands(text)), outline(general(text))
    assert [end for end in quick if end in slow] == quick


@pytest.mark.parametrize("text", ["", "M", "M1", "M0 0 L1", "M0 0 C1 2 3", "X", "M0 0 L1 1 1", "M0 0 Lnan 1"])
def test_broken_paths_are_refused(text: str) -> None:
    with pytest.raises(ValueError):
        path_commands(text)
