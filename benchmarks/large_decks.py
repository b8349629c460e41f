"""Decks of any number of cards that look like those of a game: names, texts, values, suits and pictures, by a seed."""

from __future__ import annotations

import csv
import random
from pathlib import Path

from pnp.decks.new import new_deck

_FIRST = (
    "Old", "Young", "Salt", "Stone", "Golden", "Broken", "Silent", "Northern", "Hollow", "Burning", "Drowned",
    "Crooked", "Merry", "Iron", "Amber", "White",
)  # fmt: skip
_LAST = (
    "Wood", "Bay", "Reach", "Raid", "Toll", "Beacon", "Crown", "Harbour", "Bridge", "Ferry", "Mill", "Tower",
    "Orchard", "Market", "Lantern", "Chapel", "Ridge",
)  # fmt: skip
_ICONS = ["wood", "sea", "peaks", "fields", "coin", "sword", "shield", "crown", "flame"]
_TEXTS = (
    "Draw a card whenever you play :{icon}: beside it.", "Every :{icon}: earns :coin: for **you** alone.",
    "Nobody may attack from here *at night*.", "Earn :coin: :coin: when you pass.",
    "Take a place of power {number} or less, **then** discard this card.", "Each neighbour pays you {number} :coin:",
    "Look at the top {number} cards; keep one of them.", "Gain {number} :{icon}: at the end of the round.",
)  # fmt: skip


def make_large_deck(folder: Path, size: int) -> Path:
    """A deck of so many cards in a new folder; its table."""
    new_deck(folder, "poker")
    chance = random.Random(size)
    table = folder / "cards.csv"
    with table.open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(("name", "kind", "picture", "colour", "cost", "power icon", "power", "text", "count"))
        for number in range(1, size + 1):
            kind, icon = chance.choice(("place", "deed")), chance.choice(_ICONS)
            picture = chance.choice(_ICONS[:4] if kind == "place" else _ICONS)
            text = chance.choice(_TEXTS).format(icon=icon, number=chance.randint(2, 5))
            name = f"{chance.choice(_FIRST)} {chance.choice(_LAST)} {number}"
            suit = chance.choice(("wood", "sea", "peaks", "fields", "blood"))
            rows.writerow((name, kind, picture, suit, chance.randint(1, 9), icon, chance.randint(1, 5), text, 1))
    return table
