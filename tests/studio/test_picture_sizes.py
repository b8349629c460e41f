"""Pictures of the studio are small enough to send many of them, whatever they show."""

from __future__ import annotations

import random
from io import BytesIO
from urllib.parse import urlencode

import pytest
from PIL import Image

from pnp.catalog import find
from pnp.definition.load import load_game
from pnp.studio.pictures import WIDTHS, packed


def test_a_picture_of_noise_takes_little() -> None:
    lots = random.Random(1)
    noise = Image.frombytes("RGB", (900, 1200), lots.randbytes(900 * 1200 * 3))
    data = packed(noise, 1000)
    made = Image.open(BytesIO(data))
    assert made.format == "WEBP" and len(data) <= 50_000
    assert max(made.size) <= 1000 and abs(made.width / made.height - 0.75) < 0.02


@pytest.mark.parametrize("game", ["whispers", "war-of-whispers", "whims"])
@pytest.mark.sample(3)
def test_pieces_take_little_at_any_width(studio, game) -> None:
    pieces = [piece.id for piece in load_game(find(game)).faces()]
    for piece in (pieces[0], *pieces[1 :: len(pieces) // 4]):
        for width in WIDTHS:
            asked = urlencode({"face": piece, "w": width})
            answer = studio.ask(f"/games/{game}/picture?{asked}")
            assert answer.status == 200 and answer.headers["content-type"] == "image/webp"
            assert len(answer.body) <= 50_000, (piece, width)
