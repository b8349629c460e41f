"""Sizes by name and by measure."""

from __future__ import annotations

import pytest

from pnp.definition.sizes import known_sizes, parse_diameter, parse_size
from pnp.geometry import Size

IN_MILLIMETRES = {
    "poker": (63.5, 88.9),
    "tcg": (63, 88),
    "bridge": (57.15, 88.9),
    "tarot": (69.85, 120.65),
    "mini": (44.45, 63.5),
    "micro": (31.75, 44.45),
    "jumbo": (88.9, 139.7),
    "domino": (44.45, 88.9),
    "business": (50.8, 88.9),
    "credit": (53.975, 85.725),
    "us-game": (55.88, 87.122),
}


@pytest.mark.parametrize(("name", "millimetres"), IN_MILLIMETRES.items())
def test_names(name: str, millimetres: tuple[float, float]) -> None:
    assert parse_size(name) == Size(*millimetres)


def test_one_size_however_it_is_written() -> None:
    assert parse_size("poker") == parse_size("2.5x3.5in") == parse_size("63.5x88.9mm") == parse_size("180x252pt")
    assert parse_diameter("1in") == Size(25.4, 25.4)
    assert all(4 <= side <= 200 for size in known_sizes().values() for side in (size.width, size.height))


@pytest.mark.parametrize(
    "text", ["", "pokerr", "63.5", "63.5x88.9", "0x5mm", "3.9x5mm", "1201x5mm", "nanxnanmm", "1e3x1e3mm"]
)
def test_refused(text: str) -> None:
    with pytest.raises(ValueError, match="; write "):
        parse_size(text)
