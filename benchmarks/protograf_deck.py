"""The same 54 cards as a protograf script; its arguments are the path of the PDF, and `shapes` or `pictures`.

`shapes` draws each emblem as one filled polygon on a plain panel, far less art than pnp draws: a polygon here has
neither curves nor holes. `pictures` places the same SVG files as pnp does, the way protograf's documentation shows;
it makes bitmaps of them and keeps their own colours. No bleed reaches past the grid of cards in either.
"""

from __future__ import annotations

import csv
import os
import re
import sys
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

OUT, ART = Path(sys.argv[1]), sys.argv[2]
sys.argv = sys.argv[:1]  # protograf reads the command line itself

from protograf import (  # noqa: E402
    Card,
    CardBack,
    Create,
    Deck,
    Font,
    Save,
    circle,
    image,
    polyshape,
    rectangle,
    text,
)

ROOT = Path(__file__).resolve().parent.parent
WHISPERS = ROOT / "assets" / "whispers"
WIDTH, HEIGHT = 63.5, 88.9
LEFT, TOP = (WIDTH - 55) / 2, (HEIGHT - 80) / 2
INK, IVORY, WALL, PANEL = "#211814", "#f5e8cc", "#2b1c14", "#8a2b1c"
PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    6: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
}
TOKEN = re.compile(r"[MLHVCQZ]|-?\d*\.?\d+")
NEED = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4}
STEPS = 6


def table(path):
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def outline(path):
    """The first closed line of an SVG drawing as points, each curve in a few steps."""
    namespace = "{http://www.w3.org/2000/svg}"
    data = next(ElementTree.parse(path).getroot().iter(f"{namespace}path")).get("d")
    points, numbers, command = [], [], ""
    for token in TOKEN.findall(data):
        if token == "Z":
            break
        if token in NEED:
            command, numbers = token, []
            continue
        numbers.append(float(token))
        if len(numbers) < NEED[command]:
            continue
        if command in "HV":
            x, y = points[-1]
            numbers = [numbers[0], y] if command == "H" else [x, numbers[0]]
        corners = [points[-1]] if points and command in "CQ" else []
        corners += list(zip(numbers[0::2], numbers[1::2]))
        points += corners if command in "MLHV" else [on_curve(corners, at / STEPS) for at in range(1, STEPS + 1)]
        numbers = []
    return points


def on_curve(corners, at):
    while len(corners) > 1:
        pairs = pairwise(corners)
        corners = [(a + (c - a) * at, b + (d - b) * at) for (a, b), (c, d) in pairs]
    return corners[0]


def emblem(suit, x, y, size):
    """An emblem of that size about (x, y)."""
    if ART == "pictures":
        file = str(WHISPERS / "emblem" / f"{suit['emblem']}.svg")
        return image(file, x=x - size / 2, y=y - size / 2, width=size, height=size)
    scale = size / 100
    points = [(x + (px - 50) * scale, y + (py - 50) * scale) for px, py in OUTLINES[suit["emblem"]]]
    return polyshape(points=points, fill=suit["colour"], stroke=INK, stroke_width=0.5)


def corners(rank, suit):
    """Numeral, die and emblem, in the top left corner and turned in the other."""
    for turned in (False, True):

        def at(x, y, turned=turned):
            return (WIDTH - x, HEIGHT - y) if turned else (x, y)

        x, y = at(8.5, 17.25)
        yield rectangle(cx=x, cy=y, width=10, height=27.5, rounding=2, fill=IVORY, stroke=IVORY)
        x, y = at(8.5, 13)
        yield text(x=x, y=y, text=str(rank), font_size=26, stroke=suit["colour"], rotation=180 if turned else 0)
        x, y = at(8.5, 18.5)
        yield rectangle(cx=x, cy=y, width=7, height=7, rounding=1.2, fill=INK, stroke=INK)
        for dx, dy in PIPS[rank]:
            yield circle(cx=x + 1.9 * dx, cy=y + 1.9 * dy, radius=0.75, fill=IVORY, stroke=IVORY)
        x, y = at(8.5, 26.5)
        yield emblem(suit, x, y, 6)


def number_card(rank, suit, slots):
    if ART == "pictures":
        yield image(str(WHISPERS / "scene" / f"{rank}.svg"), x=LEFT, y=TOP, width=55, height=80)
    else:
        yield rectangle(x=LEFT, y=TOP, width=55, height=80, fill=PANEL, stroke=PANEL)
    for slot in slots[str(rank)]:
        yield emblem(suit, LEFT + float(slot["x"]), TOP + float(slot["y"]), float(slot["size"]))
    yield from corners(rank, suit)


def single(name, width, height, fill, turn=1):
    """A drawing in the middle of the card: smoke, or half of the back; turned by 180 degrees for -1."""
    x, y, file = WIDTH / 2, HEIGHT / 2, WHISPERS / f"{name}.svg"
    if ART == "pictures":
        box = {"x": x - width / 2, "y": y - height / 2, "width": width, "height": height}
        return image(str(file), rotation=0 if turn > 0 else 180, **box)
    points = [(x + turn * px, y + turn * py) for px, py in outline(file)]
    return polyshape(points=points, fill=fill, stroke=fill)


OUTLINES = {path.stem: outline(path) for path in (WHISPERS / "emblem").glob("*.svg")}
os.chdir(OUT.parent)
# A4 in whole points leaves no room for the last card when both margins are exact.
Create(filename=OUT.name, paper="A4", units="mm", margin_left=9.75, margin_right=9, margin_top=15.15, margin_bottom=14)
Font("Abril Fatface")
Deck(cards=54, width=WIDTH, height=HEIGHT, fill=IVORY, stroke=IVORY, grid_marks=True, grid_marks_length=7)
suits = table(ROOT / "pnp" / "games" / "whispers" / "suits.csv")
slots = {}
for slot in table(WHISPERS / "scene" / "slots.csv"):
    slots.setdefault(slot["rank"], []).append(slot)
number = 0
for rank in range(1, 7):
    for suit in suits:
        number += 1
        Card(number, *number_card(rank, suit, slots))
Card("49-54", single("smoke", 55, 80, "#c9b48c"))
ground = rectangle(x=0, y=0, width=WIDTH, height=HEIGHT, fill=WALL, stroke=WALL)
# The picture reaches into the bleed on all sides, which a card here does not have.
halves = [single("back", WIDTH + 6, HEIGHT + 6, "#c98a2b", turn) for turn in (1, -1)]
CardBack("all", ground, *halves)
Save()
