"""What spreadsheets write is read: marks, separators, line breaks, hundreds of rows, other letters, workbooks."""

from __future__ import annotations

from io import BytesIO

import openpyxl
import pytest
from fontTools import subset
from fontTools.ttLib import TTFont
from toy_deck import CARDS, DECK, BuildDeck, MakeDeck

from pnp.definition.load import load_game
from pnp.drawing.fonts import built_in_fonts
from pnp.errors import InputInvalid, InputMissing

ROWS = [line.split(",") for line in CARDS.splitlines()]


def workbook(rows: list[list[object]]) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)  # type: ignore[union-attr]
    book.create_sheet("notes").append(["nobody", "reads", "this"])
    written = BytesIO()
    book.save(written)
    return written.getvalue()


@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbf" + CARDS.encode(),
        CARDS.replace(",", ";").replace("\n", "\r\n").encode(),
        CARDS.replace(",", "\t").replace("\n", "\r").encode(),
        "\n".join(",".join(f'"{cell}"' for cell in row) for row in ROWS).encode(),
    ],
)
def test_marks_and_separators(make_deck: MakeDeck, data: bytes) -> None:
    game = load_game(make_deck({"cards.csv": data}))
    assert dict(game.bill_of_materials()) == {"toy/ant": 2, "toy/bee": 1}
    assert game.component("toy/ant").values["text"] == "Pay :dot: *now*."


def test_quoted_line_breaks_and_polish_letters(build_deck: BuildDeck) -> None:
    cards = 'name,colour,text,count\n"Zażółć gęślą",sky,"Pierwsza linia; ""cytat"".\nDruga: łąkę jaźń.",1\n'
    built = build_deck({"cards.csv": cards}, formats=("log",))
    log = (built.folder / "toy-cards-a4.log").read_text(encoding="utf-8")
    assert "'Zażółć gęślą'" in log and "'Pierwsza linia; \"cytat\".'" in log and "'Druga: łąkę jaźń.'" in log


@pytest.mark.slow
def test_five_hundred_cards(build_deck: BuildDeck) -> None:
    cards = "name,colour,text,count\n" + "".join(f"Card {at},#{0xE00000 + at:06x},Text {at}.,1\n" for at in range(500))
    manifest = build_deck({"cards.csv": cards}).manifest
    assert sum(entry["count"] for entry in manifest["components"]) == 500
    assert [entry for entry in manifest["findings"] if entry["severity"] != "note"] == []


def greek_font() -> bytes:
    """The built-in text font with its small letters a to e renamed alpha to epsilon: enough to tell fonts apart."""
    font = TTFont(built_in_fonts()["text"].path)
    cutter = subset.Subsetter(subset.Options(hinting=False))
    cutter.populate(text="abcde H")
    cutter.subset(font)
    for table in font["cmap"].tables:
        table.cmap |= {ord("α") + at: table.cmap[ord("a") + at] for at in range(5) if ord("a") + at in table.cmap}
    written = BytesIO()
    font.save(written)
    return written.getvalue()


@pytest.mark.usefixtures("no_open_fonts")
def test_greek_with_a_font_that_the_deck_brings(build_deck: BuildDeck) -> None:
    cards = "name,colour,greek,text,count\nAnt,sky,αβγδε,,1\n"
    end = '[[layouts.card.elements]]\ntype = "text"\ntext = "{greek}"\nbox = "5 20 50 10"\nfont = "hellas"\n'
    deck = DECK.replace("[colours]", '[fonts]\nhellas = "fonts/hellas.ttf"\n[colours]')
    built = build_deck({"cards.csv": cards, "fonts/hellas.ttf": greek_font()}, end, deck, formats=("pdf", "log"))
    assert "text 'αβγδε' hellas" in (built.folder / "toy-cards-a4.log").read_text(encoding="utf-8")
    with pytest.raises(InputInvalid, match="column 'greek' holds 'ω' \\(U\\+03C9\\), which the font hellas does not"):
        build_deck({"cards.csv": cards.replace("γ", "ω"), "fonts/hellas.ttf": greek_font()}, end, deck)
    with pytest.raises(InputInvalid, match="column 'text' holds 'α'"):
        build_deck({"cards.csv": "name,colour,text,count\nAnt,sky,α,1\n"})


@pytest.mark.usefixtures("no_open_fonts")
def test_emoji_are_substituted_or_refused_by_name(build_deck: BuildDeck) -> None:
    cards = "name,colour,text,count\nAnt,sky,Burn 🔥 two ❤️ and 🐉.,1\n"
    deck = DECK.replace("[colours]", '[substitutes]\n"🔥" = ":dot:"\n"❤️" = "hearts"\n[colours]')
    with pytest.raises(InputInvalid) as refused:
        build_deck({"cards.csv": cards}, deck=deck)
    (told,) = refused.value.findings
    assert told.where == "cards.csv:2" and told.message.startswith("column 'text' holds '🐉' (U+1F409), which the font")
    built = build_deck({"cards.csv": cards.replace("🐉", "done")}, deck=deck, formats=("log",))
    log = (built.folder / "toy-cards-a4.log").read_text(encoding="utf-8")
    assert "'two hearts and done.'" in log.replace("' two", "'two") and "use icon/dot" in log


@pytest.mark.slow
def test_a_workbook_is_a_table(make_deck: MakeDeck) -> None:
    deck = DECK.replace("cards.csv", "cards.xlsx")
    rows: list[list[object]] = [
        ROWS[0],
        ["Ant", "sky", "Two\nlines", 2],
        [None] * 4,
        [7.0, "sky", None, 1.0],
        [1.5, "sky", True, 1],
    ]
    game = load_game(make_deck({"cards.xlsx": workbook(rows)}, deck=deck))
    assert [(c.name, c.fixed, c.values["text"], c.where) for c in game.components] == [
        ("Ant", 2, "Two\nlines", "cards.xlsx:2"), ("7", 1, "", "cards.xlsx:4"), ("1.5", 1, "TRUE", "cards.xlsx:5"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ([["name", "colour", "text", "count"], ["Ant", "sky", "", "x"]], "cards.xlsx:2: count: count 'x' is no number"),
        ([["name", "colour", "text", "count"]], "cards.xlsx:1: no-rows"),
        ([["name", None, "text", "count"], ["Ant", 1, 2, 3]], "cards.xlsx:1: header: column 2 has no name"),
        ([["name", "colour", "text", "count"], ["Ant", "sky", "", 1, "more"]], "cards.xlsx:2: row-length"),
        ([], "cards.xlsx:1: no-rows"),
    ],
)
@pytest.mark.sample(3)
def test_a_workbook_is_checked_as_any_table(make_deck: MakeDeck, rows: list[list[object]], told: str) -> None:
    deck = DECK.replace("cards.csv", "cards.xlsx")
    with pytest.raises(InputInvalid) as wrong:
        load_game(make_deck({"cards.xlsx": workbook(rows)}, deck=deck))
    assert told in str(wrong.value)


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04 not a zip", CARDS.encode()])
def test_what_is_no_workbook(make_deck: MakeDeck, data: bytes) -> None:
    deck = DECK.replace("cards.csv", "cards.xlsx")
    with pytest.raises(InputMissing, match=r"cards\.xlsx:1: unreadable-file: the file cannot be read as a workbook"):
        load_game(make_deck({"cards.xlsx": data}, deck=deck))
