"""What sheets cost in ink: greys are black alone, and area is measured in millimetres whatever the resolution."""

from __future__ import annotations

import pytest
from PIL import Image

from pnp.build.show import InkAmounts, ink_of


@pytest.mark.parametrize(
    ("pixel", "ink"),
    [
        ((255, 255, 255), InkAmounts()),
        ((0, 0, 0), InkAmounts(black=1)),
        ((51, 51, 51), InkAmounts(black=0.8)),
        ((255, 0, 0), InkAmounts(magenta=1, yellow=1)),
        ((0, 51, 102), InkAmounts(cyan=0.4, magenta=0.2, black=0.6)),
    ],
)
@pytest.mark.parametrize("dpi", [25.4, 50.8])
def test_the_ink_of_a_square_millimetre(pixel: tuple[int, int, int], ink: InkAmounts, dpi: float) -> None:
    side = round(dpi / 25.4)
    found = ink_of(Image.new("RGB", (side, side), pixel), dpi)
    for channel in ("cyan", "magenta", "yellow", "black"):
        assert getattr(found, channel) == pytest.approx(getattr(ink, channel))
