"""What sheets cost in ink: greys are black alone, and area is measured in millimetres whatever the resolution."""

from __future__ import annotations

import pytest

from pnp.build.show import Ink, ink_of


@pytest.mark.parametrize(
    ("pixel", "ink"),
    [
        ((255, 255, 255), Ink()),
        ((0, 0, 0), Ink(black=1)),
        ((51, 51, 51), Ink(black=0.8)),
        ((255, 0, 0), Ink(magenta=1, yellow=1)),
        ((0, 51, 102), Ink(cyan=0.4, magenta=0.2, black=0.6)),
    ],
)
@pytest.mark.parametrize("dpi", [25.4, 50.8])
def test_the_ink_of_a_square_millimetre(pixel: tuple[int, int, int], ink: Ink, dpi: float) -> None:
    found = ink_of(bytes(pixel) * round((dpi / 25.4) ** 2), dpi)
    for channel in ("cyan", "magenta", "yellow", "black"):
        assert getattr(found, channel) == pytest.approx(getattr(ink, channel))
