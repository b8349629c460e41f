"""A small sound deck that tests change: one layout on a poker card and an icon; and pictures to put into it."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image

from pnp.build.build import Built

DECK = """\
format = "pnp-game/1"
name = "toy"
title = "Toy"
version = "1"
players = [1, 4]
[tables]
cards = "cards.csv"
[colours]
sky = "#3366aa"
[icons]
dot = "icons/dot.svg"
[styles.big]
font = "display"
size = "20pt"
smallest = "8pt"
[boxes]
head = "5 5 53.5 10"
[[components]]
part = "card"
kind = "card"
id = "{name}"
name = "{name}"
size = "poker"
layout = "card"
table = "cards"
[layouts.card]
[[layouts.card.elements]]
name = "ground"
type = "rectangle"
box = "trim"
fill = "{colour}"
[[layouts.card.elements]]
name = "title"
type = "text"
text = "{name}"
style = "big"
box = "head"
[[layouts.card.elements]]
name = "rules"
type = "text"
text = "{text}"
box = "5 60 53.5 20"
"""
CARDS = "name,colour,text,count\nAnt,sky,Pay :dot: *now*.,2\nBee,#ffee00,,1\n"
DOT = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="5"/></svg>'

MakeDeck = Callable[..., Path]
BuildDeck = Callable[..., Built]


def image_bytes(size: tuple[int, int] = (90, 60), mode: str = "RGB", kind: str = "PNG", **options: Any) -> bytes:
    """A picture that is redder to the right and bluer to the bottom, with a white top left corner."""
    across = Image.linear_gradient("L").rotate(90).resize(size)
    down = Image.linear_gradient("L").resize(size)
    picture = Image.merge("RGB", (across, Image.new("L", size, 40), down))
    picture.paste((255, 255, 255), (0, 0, size[0] // 4, size[1] // 4))
    written = BytesIO()
    picture.convert(mode).save(written, kind, **options)
    return written.getvalue()
