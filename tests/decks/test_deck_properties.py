"""Whatever a deck says, building it ends with faces or with an error that is for the user."""

from __future__ import annotations

import contextlib
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from toy_deck import CARDS, DECK, DOT, image_bytes

from pnp.build.job import nothing_to_tell, prepare, sound_game
from pnp.build.options import BuildOptions
from pnp.errors import PnpError

BOUNDED = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
ELEMENTS = """
[layouts.other]
extends = "card"
without = ["rules"]
[layouts.other.boxes]
head = "1 1 20 20"
[[layouts.other.elements]]
type = "image"
file = "art/it.png"
box = "safe"
fit = "contain"
bleed = "extend"
corner = "2mm"
[[layouts.other.elements]]
type = "icon"
icon = "dot"
colour = "{colour}"
box = "trim"
turn = 45
twice = true
[[layouts.other.elements]]
type = "pips"
icon = "dot"
count = "{count}"
pattern = "dice"
size = "3mm"
box = "5 5 20 20"
when = ["name != Ant", "text is empty"]
[[layouts.other.elements]]
type = "qr"
text = "{name}"
box = "5 5 20 20"
[[layouts.other.elements]]
type = "line"
line = "sky"
width = "1mm"
dash = "2mm"
box = "5 5 20 0"
"""
TOML = DECK.replace('layout = "card"', 'layout = "other"\nback_layout = "card"') + ELEMENTS
LINES = TOML.split("\n")
VALUES = [
    "nan", "-inf", "true", "[]", "{}", "1e400", "-1", "0", '""', '"\\u0000"', '"{"', '"{name}"', '"../x"', '"card"',
    '"other"', '"trim"', '"0 0 0 0"', '"1 1 1 1"', '"-900 -900 1100 1100"', '"#00ff00"', '"1mm"', '"999mm"', '"dot"',
    '"cards"', '"rows"', '["x", 1]', '"name = Ant"', '":dot:"', "'{colour}{text}'", "{regular = 'a.ttf'}",
    "3", '"12pt"',
]  # fmt: skip
ART = image_bytes((40, 40))


def build_it(toml: str, cards: str = CARDS) -> None:
    """Loads and draws a folder of these; anything but faces or a PnpError fails the test."""
    with tempfile.TemporaryDirectory() as folder:
        for name, data in (("deck.toml", toml), ("cards.csv", cards), ("icons/dot.svg", DOT), ("art/it.png", ART)):
            path = Path(folder) / name
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass"))
        with contextlib.suppress(PnpError):
            prepare(sound_game(folder, BuildOptions()), BuildOptions(), nothing_to_tell)


def test_the_deck_itself_is_sound() -> None:
    build_it(TOML)


@pytest.mark.slow
@BOUNDED
@given(
    st.lists(
        st.tuples(
            st.integers(0, len(LINES) - 1), st.sampled_from(["value", "drop", "twice", "swap"]), st.sampled_from(VALUES)
        ),
        min_size=1,
        max_size=4,
    )
)
def test_a_deck_with_lines_changed(changes: list[tuple[int, str, str]]) -> None:
    lines = list(LINES)
    for at, how, value in changes:
        key, equals, _ = lines[at % len(lines)].partition(" = ")
        match how:
            case "value" if equals:
                lines[at % len(lines)] = f"{key} = {value}"
            case "drop" if len(lines) > 1:
                del lines[at % len(lines)]
            case "twice":
                lines.insert(at % len(lines), lines[at % len(lines)])
            case "swap":
                lines[at % len(lines)], lines[0] = lines[0], lines[at % len(lines)]
    build_it("\n".join(lines))


@BOUNDED
@given(st.text(alphabet="ab:*\\{}\n dot\u00a0é火\u200d", max_size=60), st.text(alphabet='abc,"; \n', max_size=20))
def test_any_text_in_a_cell(text: str, name: str) -> None:
    quoted = '"' + text.replace('"', '""') + '"'
    build_it(TOML, f'name,colour,text,count\n"{name.replace(chr(34), "")}x",sky,{quoted},1\n')
