"""Whatever is chosen of what a game leaves open, its book is whole, and shows pieces as they lie on the table."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.build.rulebook import BookPrinting, book_of, prepare_book, style_of
from pnp.catalog import find, played, refereed
from pnp.definition.load import load_game
from pnp.errors import InputInvalid
from pnp.geometry import Box
from pnp.rulebook.book import find_omissions
from pnp.rulebook.values import Inventory
from pnp.typesetting.blocks import Figure, walk_blocks
from pnp.typesetting.figures import symbol_of

CHOICES = [
    (name, variant, value)
    for name in played()
    for variant, values in load_game(find(name)).variants.items()
    for value in values[1:]
]
NETS = """
format = "pnp-game/1"
name = "nets"
title = "Nets"
version = "1.0"
players = [1, 2]
[[components]]
part = "cube"
kind = "banner"
id = "cube"
name = "Cube"
size = "31x36mm"
count = 1
outline = "drawn"
folded = "8x8mm"
"""


@pytest.mark.parametrize(("name", "variant", "value"), CHOICES)
def test_the_book_of_every_variant_is_whole(name: str, variant: str, value: str) -> None:
    game = load_game(find(name), variants={variant: value})
    assert find_omissions(book_of(game), game, refereed(game)[1]) == ()


@pytest.mark.slow
def test_cubes_are_shown_from_above_and_not_as_nets() -> None:
    game = load_game(find("war-of-whispers"), variants={"banners": "cubes"})
    made = prepare_book(game, style_of(game, "", BookPrinting()))
    cubes = {own.id for own in game.components if own.kind == "banner"}
    assert cubes <= made.faces.keys()
    for cube in cubes:
        top, bounds = made.faces[cube].top, symbol_of(made.faces[cube]).bounds
        assert top is not None and (top.width, top.height) == pytest.approx((8, 8))
        assert (bounds.width, bounds.height) == pytest.approx((8, 8), abs=0.3)
        assert Inventory.of(game).seen(cube).width == 8
    figures = [block for block in walk_blocks(made.book.blocks) if isinstance(block, Figure)]
    table = next(each for each in figures if sum(placed.face in cubes for placed in each.placed) >= 60)
    laid = [Box(each.x, each.y, each.x + 8, each.y + 8) for each in table.placed if each.face in cubes]
    assert all(one.overlap(other) <= 0 for at, one in enumerate(laid) for other in laid[at + 1 :])


def test_a_net_tells_what_is_seen_of_it_once_it_is_folded(tmp_path: Path) -> None:
    (tmp_path / "game.toml").write_text(NETS, encoding="utf-8")
    (cube,) = load_game(tmp_path).components
    assert cube.folded is not None and (cube.folded.width, cube.trim.size.width) == (8, 31)
    for before, after in (('outline = "drawn"\n', ""), ('"8x8mm"', '"wide"'), ('"8x8mm"', "8")):
        (tmp_path / "game.toml").write_text(NETS.replace(before, after), encoding="utf-8")
        with pytest.raises(InputInvalid, match=r"folded|wide"):
            load_game(tmp_path)
