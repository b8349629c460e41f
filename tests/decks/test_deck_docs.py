"""The tutorial does what it says when it is followed to the letter; the pages on decks describe every key and word, and
what they show is so.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from doc_snippets import snippets_of, write_deck
from features import DOCS, FILLS, WAYS
from openpyxl import Workbook
from pages import check_links
from PIL import Image, ImageChops, ImageStat

from pnp.build.showcase import GROUNDS, SCENES
from pnp.definition import contents, measures
from pnp.definition.design import AREAS, BUILT_IN_FONTS, FALLBACK, OPEN_FONTS
from pnp.definition.evaluation import Scope, evaluate
from pnp.definition.expressions import FUNCTIONS
from pnp.definition.fills import FIGURES
from pnp.definition.load import load_game
from pnp.definition.repeats import REPEAT
from pnp.definition.rows import ROWS
from pnp.definition.section import (
    COMPONENT,
    CONTENTS,
    DECK,
    ELEMENT,
    FAMILY,
    FONT,
    LAYOUT,
    REQUIRED,
    SHAPE,
    STYLE,
    TABLE,
)
from pnp.definition.values import text_of
from pnp.errors import InputInvalid

Command = Callable[..., CompletedProcess[str]]
NAMES = ("decks", "tables", "layouts", "texts", "art", "expressions")
PAGES = {name: (DOCS / f"{name}.md").read_text(encoding="utf-8") for name in NAMES}
TUTORIAL, REST = PAGES["decks"].split("\n## While you work\n")
PAGES["decks"] = REST
BLOCKS = re.findall(r"^```(.*?)\n(.*?)^```$", TUTORIAL, re.DOTALL | re.MULTILINE)


def followed(folder: Path, told: str, text: str, said: str, pnp: Command) -> str:
    """Does what one block of the tutorial says; what the last command said, for a block that shows it."""
    language, _, rest = told.partition(" ")
    if language == "sh":
        for line in text.splitlines():
            program, *arguments = shlex.split(line)
            assert program == "pnp"
            done = pnp(*arguments)
            assert (done.returncode != 0) is (rest == "fails"), f"{line}: {done.stderr}"
            said = done.stderr
        return said
    if language == "text":
        assert said == text
        return said
    file, _, header = rest.partition(" ")
    path = folder / file
    if header:
        found = re.search(rf"^{re.escape(header)}.*\n", path.read_text(), re.MULTILINE)
        assert found, header
        path.write_text(path.read_text()[: found.end()] + text + path.read_text()[found.end() :])
    elif language == "toml":
        path.write_text(path.read_text() + "\n" + text)
    else:
        path.write_text(text)
    return said


def test_the_tutorial_followed_to_the_letter(
    tmp_path: Path, pnp_here: Command, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    """With --update-golden its pictures are made anew."""
    monkeypatch.chdir(tmp_path)
    shown = re.findall(r"\]\((pictures/orchard.*?)\)", TUTORIAL)
    said = ""
    for told, text in BLOCKS:
        said = followed(tmp_path, told, text, said, pnp_here)
        if "--picture" in text:
            picture = DOCS / shown.pop(0)
            if request.config.getoption("--update-golden"):
                picture.write_bytes((tmp_path / "orchard.png").read_bytes())
            with Image.open(tmp_path / "orchard.png") as one, Image.open(picture) as other:
                assert one.size == other.size
                assert max(ImageStat.Stat(ImageChops.difference(one, other)).mean) < 1
    assert shown == []
    made = {path.name for path in (tmp_path / "output" / "orchard").iterdir()}
    assert {"orchard-cards-63.5x88.9mm-a4.pdf", "orchard-cards-44.5x63.5mm-a4.pdf", "manifest.json"} <= made


def test_its_prose_names_the_files_of_its_blocks() -> None:
    for told, text in BLOCKS:
        before = TUTORIAL[: TUTORIAL.index(text)]
        for word in told.split()[1:]:
            if "/" in word or word.startswith("["):
                assert word in before[-600:] or word.removeprefix("orchard/") in before[-600:], told


@pytest.mark.parametrize("page", NAMES)
def test_its_snippets_make_a_deck(
    page: str, tmp_path: Path, pnp_here: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of them together, with what they leave to the reader; art need not be there."""
    monkeypatch.chdir(tmp_path)
    snippets = snippets_of(PAGES[page])
    assert snippets
    write_deck(tmp_path / "deck", snippets)
    done = pnp_here("show", "deck", "--picture", "deck.png", "--dpi", "30")
    assert done.returncode == 0, done.stderr
    told = [line for line in " ".join(done.stderr.split()).split(" warning: ")[1:] if "missing-file" not in line]
    assert told == [], told


def code(page: str) -> set[str]:
    """The words of a page that stand in code, in line or in blocks."""
    text = PAGES[page]
    blocks = re.findall(r"^```.*?\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    inline = re.findall(r"`+([^`\n]+)`+", re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE))
    return set(re.findall(r"[\w-]+", " ".join([*blocks, *inline])))


_STYLED = {*STYLE, *contents.TEXT_ALIGNS, *contents.VALIGNS, *contents.CASES, "extends", "along"}
_SHAPES = ("icon", "pips", "qr", "layout", "rectangle", "round", "polygon", "regular-polygon", "star", "arc", "path",
           "line", "connector")  # fmt: skip
_SHAPE_WORDS = {*contents.CAPS, *contents.JOINS, *contents.LINE_ENDS, *contents.ROUTES, *contents.RULES,
                *contents.SIDES, *contents.PATTERNS, *AREAS} - {"nearest"}  # fmt: skip
_LOOKS = {key for kind in _SHAPES for key in CONTENTS[kind]}


@pytest.mark.parametrize(
    ("page", "words"),
    [
        ("decks", {*DECK, "extends", "seed", *SHAPE, *(set(COMPONENT) & {"layout", "back", "back_layout", *ROWS})}),
        ("decks", {*REQUIRED, *GROUNDS, *SCENES, "front", "colour", "letters"}),
        ("tables", {*TABLE, *ROWS, "references", "descending"}),
        ("layouts", {*ELEMENT, *LAYOUT, *CONTENTS, *_LOOKS, *_SHAPE_WORDS, *FIGURES, *FILLS, *REPEAT, *WAYS, "boxes"}),
        ("texts", {*_STYLED, *CONTENTS["table"], *contents.CELL_LINES, *FAMILY, *FONT, FALLBACK, "substitutes"}),
        ("texts", {*BUILT_IN_FONTS, *OPEN_FONTS}),
        ("art", {*CONTENTS["image"], *contents.FITS, *contents.BLEEDS, *measures.CLIPS, "icons", "colours"}),
        ("expressions", {*FUNCTIONS, "values", "seed", "number", "total", "copy", "copies", "title", "version"}),
    ],
)
def test_every_key_and_word_is_described_on_its_page(page: str, words: set[str]) -> None:
    assert sorted(words - code(page)) == []


class Cells:
    def cell(self, table: str, key: str, column: str, said: bool) -> str | None:
        return {("words", "bee", "legs"): "6"}.get((table, key, column))


def test_every_function_has_an_example_that_is_so() -> None:
    rows = re.findall(r"^\| (`.+?`) \| .+? \| `(.+?)` \| (.+?) \|$", PAGES["expressions"], re.MULTILINE)
    values = {"power": "3", "suit": "hares", "icons": "sun, moon, star"}
    for _, example, result in rows:
        assert text_of(evaluate(example, Scope(values, values, Cells()))) == result, example
    named = {name for names, _, _ in rows for name in re.findall(r"`(\w+)`", names)}
    assert named == set(FUNCTIONS)


TOY = """\
format="pnp-game/1"
name="toy"
title="Toy"
version="1"
players=[1,4]
[tables]
cards = %s
[[components]]
part="card"
kind="card"
id="{name}"
name="{name}"
size="poker"
layout="card"
table="cards"
[[layouts.card.elements]]
type="text"
text="{name} {power}"
box="5 5 50 20"
"""
HEAD = "name,power,count\n"
WRONG: dict[str, tuple[str, str | bytes]] = {
    "encoding": ('"cards.csv"', f"{HEAD}Käfer,2,1\nGrüße für alle,3,1\nSüße Öhre,4,1\n".encode("cp1252")),
    "header": ('"cards.csv"', f"My best game,,\n,,\n{HEAD}Ant,2,1\n"),
    "unknown-value": ('{ file = "cards.xlsx", sheet = "Card" }', b""),
    "formula": ('"cards.xlsx"', b""),
    "row-length": ('"cards.csv"', "name;power;count\nAnt;2;1\nBee;3;1;4\n"),
    "duplicate-id": ('"cards.csv"', f"{HEAD}Ant,2,1\nant,3,1\n"),
    "count": ('"cards.csv"', f"{HEAD}Ant,2,three\n"),
    "template": ('"cards.csv"', "name,powr,count\nAnt,2,1\n"),
}


(SAID,) = re.findall(r"^```text\n(.*?)^```$", PAGES["tables"], re.DOTALL | re.MULTILINE)
TOLD = {line.split(": ")[1]: line for line in SAID.splitlines()}
_IN_A_WORKBOOK = ("unknown-value", "formula")


def test_every_message_has_its_mistake() -> None:
    assert set(TOLD) == set(WRONG)


@pytest.mark.parametrize(
    "mistake", [pytest.param(code, marks=pytest.mark.slow) if code in _IN_A_WORKBOOK else code for code in WRONG]
)
def test_tables_say_what_the_page_says(mistake: str, tmp_path: Path) -> None:
    entry, data = WRONG[mistake]
    (tmp_path / "cards.csv").write_bytes(data if isinstance(data, bytes) else data.encode())
    if mistake in _IN_A_WORKBOOK:
        book = Workbook()
        book.active.title = "Cards"
        for row in (("name", "power", "count"), ("Ant", "=1+1", 1)):
            book.active.append(row)
        book.save(tmp_path / "cards.xlsx")
    (tmp_path / "deck.toml").write_text(TOY % entry)
    with pytest.raises(InputInvalid) as caught:
        load_game(tmp_path)
    assert TOLD[mistake] in [f"{each.where}: {each.code}: {each.message}" for each in caught.value.findings]


@pytest.mark.parametrize("page", [*sorted(DOCS.glob("*.md")), *sorted(DOCS.parent.glob("*.md"))], ids=lambda p: p.stem)
def test_links_and_pictures_of_every_page_are_there(page: Path) -> None:
    check_links(page, page.read_text(encoding="utf-8"))
