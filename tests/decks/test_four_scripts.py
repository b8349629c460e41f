"""A party game of 110 cards in Greek, Polish, Japanese and emoji is built from data alone."""

from __future__ import annotations

import re
from importlib.util import find_spec
from itertools import cycle, islice
from pathlib import Path

import pypdfium2
import pytest

from pnp.build.build import Built, build
from pnp.build.options import BuildOptions
from pnp.build.remake import preflight
from pnp.workers import Workers

NEEDED = ("fontpkg_noto_serif", "manimgx_fonts", "pylopdf_fonts_jp")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not all(map(find_spec, NEEDED)), reason="needs fonts: pip install 'pnp-tabletop[fonts,fonts-jp]'"
    ),
]
DECK = """\
format = "pnp-game/1"
name = "four"
title = "Πάρτι · パーティー 🎉"
version = "1"
players = [3, 10]
[tables]
cards = "cards.csv"
[[components]]
part = "card"
kind = "card"
id = "{number}"
name = "{name}"
size = "poker"
layout = "card"
table = "cards"
[[layouts.card.elements]]
type = "text"
text = "{sign} {number}"
font = "display"
size = "26pt"
align = "centre"
box = "5 5 53.5 12"
[[layouts.card.elements]]
type = "text"
text = "{name}"
font = "display"
size = "18pt"
smallest = "8pt"
align = "centre"
box = "5 20 53.5 12"
[[layouts.card.elements]]
type = "text"
text = "{text}"
size = "10pt"
box = "5 36 53.5 46"
"""
SIGNS = ("🎭", "🍵", "🐈", "🚢", "🎲", "❤️", "👨‍👩‍👧", "🇵🇱", "☃", "🔥", "🎉")
CARDS = (
    (
        "Μίλα χωρίς φωνή",
        "Δείξε με *παντομίμα* ένα επάγγελμα 🎭 και **μη γελάσεις**. Οι άλλοι έχουν χρόνο.",
    ),
    ("Ποιος το είπε;", "Διάβασε μια φράση φωναχτά· όποιος τη γνωρίζει, πίνει ένα ποτήρι νερό."),
    ("Łamigłówka", "Wymyśl **trzy słowa** na literę „ź”, zanim dźwięk ucichnie 🔔. Kto pierwszy, ten lepszy!"),
    ("Zażółć gęślą jaźń", "Powiedz to *pięć razy* szybko. Jeśli się pomylisz, oddaj jedną kartę sąsiadowi."),
    ("言葉あそび", "左のプレイヤーと「しりとり」をします。三回つづけて答えられなければ、カードを**一枚**失います。"),
    ("物まね", "動物を一つ選び、声を出さずに、からだだけで表してください🐈。当てた人が次の親になります。"),
)


def table() -> str:
    rows = islice(zip(range(1, 111), cycle(CARDS), cycle(SIGNS)), 110)
    quoted = (f'{number:03},"{name}","{text}",{sign},1' for number, (name, text), sign in rows)
    return "number,name,text,sign,count\n" + "\n".join(quoted) + "\n"


def built_in(folder: Path, out: Path) -> Built:
    with Workers(1) as workers:
        return build(str(folder), BuildOptions(formats=("pdf", "svg")), out, workers, lambda step, what: None, True)


def test_four_scripts_on_a_hundred_and_ten_cards(tmp_path: Path) -> None:
    folder = tmp_path / "four"
    folder.mkdir()
    (folder / "deck.toml").write_text(DECK, encoding="utf-8")
    (folder / "cards.csv").write_text(table(), encoding="utf-8")
    built = built_in(folder, tmp_path / "out")
    assert not [finding for finding in built.manifest["findings"] if finding["severity"] in ("error", "warning")]
    assert not [finding for finding in preflight((built.folder,), str(folder)) if finding.severity == "error"]
    pdf = pypdfium2.PdfDocument(built.folder / "four-cards-a4.pdf")
    seen = re.sub(r"\s", "", "".join(page.get_textpage().get_text_bounded() for page in pdf))
    for name, text in CARDS:
        plain = re.sub(r"\s", "", f"{name}{text}".replace("*", ""))
        assert seen.count(plain) == sum(each == (name, text) for each in islice(cycle(CARDS), 110)), name
    again = built_in(folder, tmp_path / "again")
    for entry in built.manifest["files"]:
        assert (built.folder / entry["path"]).read_bytes() == (again.folder / entry["path"]).read_bytes()
