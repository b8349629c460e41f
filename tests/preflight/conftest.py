"""Decks that several tests share, made once."""

from __future__ import annotations

import copy
import hashlib
import math
import re

import pikepdf
import pytest
from finished_deck import Deck, content, deck, rewrite


@pytest.fixture(scope="session")
def made() -> Deck:
    return deck()


@pytest.fixture
def moved_for_printer(made: Deck) -> Deck:
    """The deck with its backs shifted, turned and scaled as a printer profile asks, and a manifest that says so."""
    k, turn, centre_x, centre_y = 72 / 25.4, math.radians(0.4), 105 * 72 / 25.4, 148.5 * 72 / 25.4
    a, b = 1.004 * math.cos(turn), -1.004 * math.sin(turn)  # clockwise as seen, with y upwards
    e = centre_x + 0.8 * k - a * centre_x + b * centre_y
    f = centre_y + 0.5 * k - b * centre_x - a * centre_y
    matrix = f"q {a:.8f} {b:.8f} {-b:.8f} {a:.8f} {e:.6f} {f:.6f} cm ".encode()

    backs = [(p["cx_mm"], p["cy_mm"], p["bleed_mm"]) for p in made.manifest["placements"] if p["side"] == "back"]

    def move(pdf: pikepdf.Pdf) -> None:
        rewrite(content(pdf, 2), re.compile(rb"\A(.*)\Z", re.DOTALL), matrix + rb"\1 Q")
        for name, edges in (("/TrimBox", [0, 0, 0, 0]), ("/BleedBox", None)):
            points = [
                ((x + across) * k, (297 - y - down) * k)
                for x, y, bleed in backs
                for left, top, right, bottom in [edges or bleed]
                for across in (-31.75 - left, 31.75 + right)
                for down in (-44.45 - top, 44.45 + bottom)
            ]
            there = [(a * x - b * y + e, b * x + a * y + f) for x, y in points]
            pdf.pages[1][name] = pikepdf.Array([*map(min, zip(*there)), *map(max, zip(*there))])

    manifest = copy.deepcopy(made.manifest)
    manifest["options"]["printer"] = {
        "scale_x": 1.004, "scale_y": 1.004, "shift_x_mm": 0.8, "shift_y_mm": -0.5, "rotate_deg": 0.4,
    }  # fmt: skip
    for place in manifest["placements"]:
        if place["side"] == "back":
            x, y = place["cx_mm"] - 105, place["cy_mm"] - 148.5
            place["cx_mm"] = 105.8 + 1.004 * (x * math.cos(turn) - y * math.sin(turn))
            place["cy_mm"] = 148.0 + 1.004 * (x * math.sin(turn) + y * math.cos(turn))
            place["rotation"] = 0.4
    files = made.tampered(move)
    manifest["files"][0]["sha256"] = hashlib.sha256(next(iter(files.values()))).hexdigest()
    return Deck(files, manifest)
