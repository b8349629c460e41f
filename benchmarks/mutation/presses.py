"""A small ICC output profile for four inks, made up: version 2, with tables from Lab to inks and back."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Sequence
from itertools import product

NAME = "A press for tests"
_WHITE = (0.9642, 1.0, 0.8249)  # D50, which profiles are told in
_TO_XYZ = ((0.4360747, 0.3850649, 0.1430804), (0.2225045, 0.7168786, 0.0606169), (0.0139322, 0.0971045, 0.7141733))
_TO_RGB = ((3.1338561, -1.6168667, -0.4906146), (-0.9787684, 1.9161415, 0.0334540), (0.0719453, -0.2289914, 1.4052427))
_STEPS = 17

Numbers = Sequence[float]


def profile(name: str = NAME) -> bytes:
    """The bytes of the profile: what is printed is 1 less the ink, times 1 less the black, in each channel of sRGB."""
    tags = {
        b"desc": _described(name),
        b"cprt": b"text\0\0\0\0nobody\0",
        b"wtpt": b"XYZ \0\0\0\0" + struct.pack(">3i", *(round(part * 65536) for part in _WHITE)),
        b"A2B0": _table(4, 3, 5, lambda inks: _lab_levels(_printed(inks))),
        b"B2A0": _table(3, 4, _STEPS, lambda lab: _inks(_rgb(lab))),
    }
    return _file(tags)


def _file(tags: dict[bytes, bytes]) -> bytes:
    at, listed, body = 128 + 4 + 12 * len(tags), b"", b""
    for sign, data in tags.items():
        padded = data + bytes(-len(data) % 4)
        listed += sign + struct.pack(">II", at + len(body), len(data))
        body += padded
    rest = struct.pack(">I", len(tags)) + listed + body
    white = struct.pack(">3i", *(round(part * 65536) for part in _WHITE))
    header = struct.pack(">I4sI4s4s4s", 128 + len(rest), bytes(4), 0x02100000, b"prtr", b"CMYK", b"Lab ")
    header += struct.pack(">6H", 2026, 1, 1, 0, 0, 0) + b"acsp" + bytes(28) + white
    return header + bytes(128 - len(header)) + rest


def _described(name: str) -> bytes:
    text = name.encode("ascii") + b"\0"
    return b"desc\0\0\0\0" + struct.pack(">I", len(text)) + text + bytes(4 + 4 + 2 + 1 + 67)


def _table(given: int, made: int, steps: int, convert: Callable[[Numbers], Numbers]) -> bytes:
    """A tag of the type lut16: straight curves, and what comes of each point of a grid, the last channel fastest."""
    matrix = struct.pack(">9i", *(65536 if at in (0, 4, 8) else 0 for at in range(9)))
    head = b"mft2\0\0\0\0" + bytes((given, made, steps, 0)) + matrix + struct.pack(">2H", 2, 2)
    straight = struct.pack(">2H", 0, 65535)
    points = product(range(steps), repeat=given)
    levels = (level for point in points for level in convert([each / (steps - 1) for each in point]))
    cells = b"".join(struct.pack(">H", round(min(1.0, max(0.0, level)) * 65535)) for level in levels)
    return head + straight * given + cells + straight * made


def _printed(inks: Numbers) -> list[float]:
    *coloured, black = inks
    return [(1 - ink) * (1 - black) for ink in coloured]


def _inks(rgb: Numbers) -> list[float]:
    black = 1 - max(rgb)
    return [*((1 - black - level) / (1 - black) if black < 0.99 else 0.0 for level in rgb), black]


def _lab_levels(rgb: Numbers) -> list[float]:
    """Lab as lut16 has it, from 0 to 1: 100 of lightness is 65280 of 65535, and colours begin at -128."""
    linear = [_linear(level) for level in rgb]
    x, y, z = (_root(value / white) for value, white in zip(_times(_TO_XYZ, linear), _WHITE))
    return [(116 * y - 16) * 652.8 / 65535, *((part + 128) * 256 / 65535 for part in (500 * (x - y), 200 * (y - z)))]


def _rgb(levels: Numbers) -> list[float]:
    light, a, b = levels[0] * 65535 / 652.8, *(level * 65535 / 256 - 128 for level in levels[1:])
    y = (light + 16) / 116
    xyz = [_cube(part) * white for part, white in zip((y + a / 500, y, y - b / 200), _WHITE)]
    return [_curved(min(1.0, max(0.0, value))) for value in _times(_TO_RGB, xyz)]


def _times(matrix: Sequence[Numbers], values: Numbers) -> Iterator[float]:
    for row in matrix:
        first, second, third = (factor * value for factor, value in zip(row, values))
        yield first + second + third


def _root(value: float) -> float:
    return value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116


def _cube(value: float) -> float:
    return value**3 if value > 0.2069 else (value - 16 / 116) / 7.787


def _linear(level: float) -> float:
    return level / 12.92 if level <= 0.04045 else ((level + 0.055) / 1.055) ** 2.4


def _curved(level: float) -> float:
    return level * 12.92 if level <= 0.0031308 else 1.055 * level ** (1 / 2.4) - 0.055
