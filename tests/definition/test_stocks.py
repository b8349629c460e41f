"""Stocks, films and sleeves: the tables are sound, every way of writing one is read, anything else is refused."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from pnp.definition import sizes
from pnp.definition.sizes import (
    known_films,
    known_sizes,
    known_sleeves,
    known_stocks,
    parse_sleeves,
    parse_stock,
    sleeve_for,
)
from pnp.geometry import Size


@pytest.mark.parametrize("name", ["stocks", "films", "sleeves"])
def test_every_number_has_its_source(name: str) -> None:
    path = Path(sizes.__file__).with_name(f"{name}.csv")
    rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    assert rows and all(row["source"].strip() for row in rows)
    assert len({row["name"] for row in rows}) == len(rows)


def test_heavier_stock_is_thicker() -> None:
    by_weight = sorted((int(name[:-3]), stock.thickness) for name, stock in known_stocks().items() if "gsm" in name)
    assert len(by_weight) > 8
    thick = [thickness for _, thickness in by_weight]
    assert thick == sorted(thick)
    # No paper is denser than 1.6 g/cm3 or looser than 0.7.
    assert all(0.7 < weight / 1000 / thickness < 1.6 for weight, thickness in by_weight)


@pytest.mark.parametrize(("text", "thickness"), [
    ("300gsm", 0.3048), ("12pt", 0.3048), ("0.30mm", 0.3), ("0.012in", 0.3048), (" 250gsm ", 0.235), ("10.5pt", 0.2667),
])  # fmt: skip
def test_a_stock_is_a_name_or_a_thickness(text: str, thickness: float) -> None:
    assert parse_stock(text).thickness == pytest.approx(thickness)


@pytest.mark.parametrize("text", ["", "300", "0mm", "3mm", "-0.3mm", "300 pounds", "nan", "12px", "1e-1mm", "pt"])
def test_no_stock_at_all(text: str) -> None:
    with pytest.raises(ValueError, match=r"is no stock; write its thickness|is out of range; write a thickness"):
        parse_stock(text)


def test_sleeves_are_a_name_or_a_film_with_or_without_their_size() -> None:
    assert parse_sleeves("none") is None
    assert {name: round(film * 1000) for name, film in known_films().items()} == {"standard": 40, "premium": 90}
    premium, measured = parse_sleeves("premium"), parse_sleeves("62.5um:92x66mm")
    assert premium and premium.film == 0.09 and premium.outer is None
    assert measured and measured.film == 0.0625 and measured.outer == Size(66, 92)


@pytest.mark.parametrize("text", ["", "5um", "900um", "um", "60", "60um:", "60um:66mm", "none:66x92mm", "0.06mm"])
def test_no_sleeves_that_anybody_sells(text: str) -> None:
    with pytest.raises(ValueError, match=r"are no sleeves; write|is out of range; write|has no outer size"):
        parse_sleeves(text)


def test_the_sleeve_of_a_card_is_the_smallest_that_takes_it() -> None:
    usual = {"poker": "standard", "tcg": "standard", "bridge": "american", "us-game": "american", "tarot": "tarot",
             "mini-euro": "mini-european", "mini-american": "mini-american", "catan": "catan", "square": "square",
             "skat": "european"}  # fmt: skip
    for size, expected in usual.items():
        sleeve = sleeve_for(known_sizes()[size])
        assert sleeve is not None and sleeve.name == expected, size
    for card in known_sizes().values():
        found = sleeve_for(card)
        takes = [
            s for s in known_sleeves() if 1 <= s.size.width - card.width <= 8 and 1 <= s.size.height - card.height <= 8
        ]
        assert found == min(takes, key=lambda s: s.size.width * s.size.height, default=None)
