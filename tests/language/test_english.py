"""One and several, as English says them."""

from __future__ import annotations

import pytest

from pnp.language.english import is_several, one, several


@pytest.mark.parametrize(
    ("name", "single", "plural"),
    [
        ("chip", "a chip", "chips"),
        ("ace of clubs", "an ace of clubs", "aces of clubs"),
        ("step of lane 7", "a step of lane 7", "steps of lane 7"),
        ("green die", "a green die", "green dice"),
        ("green-die", "a green-die", "green-dice"),
        ("ruby", "a ruby", "rubies"),
        ("key", "a key", "keys"),
        ("cross", "a cross", "crosses"),
        ("Spiders", "Spiders", "Spiders"),
        ("7", "7", ""),
        ("4 of hearts", "4 of hearts", ""),
    ],
)
def test_what_is_counted(name: str, single: str, plural: str) -> None:
    assert (one(name), several(name)) == (single, plural)


def test_names_of_several() -> None:
    assert is_several("snakes") and not any(map(is_several, ("cactus", "chess", "bus", "ace of spades", "4 of hearts")))
