"""Real words of four languages: they print, are read back, broken and written in capitals as the languages want it."""

from __future__ import annotations

import ast
from fractions import Fraction
from pathlib import Path

import pyphen
import pytest
from pypdfium2 import PdfDocument

from pnp.build.build import Built, build
from pnp.build.options import BuildOptions
from pnp.definition.load import load_game
from pnp.drawing.colour import BLACK
from pnp.drawing.fonts import built_in_fonts
from pnp.drawing.shapes import Text
from pnp.drawing.text import Lettering, capitals, fitted
from pnp.errors import InputInvalid
from pnp.geometry import Box
from pnp.language.po import Catalog, Entry, po_text
from pnp.language.wording import ENGLISH, Collector, Wording
from pnp.rulebook.passages import Translations, reword
from pnp.rulebook.values import in_words, one_in, ordinal, percent, times
from pnp.sources import templates
from pnp.workers import Workers

# The letters of each language besides those of English: Unicode CLDR, main exemplar characters.
ALPHABETS = {
    "pl": "ąćęłńóśźż",
    "cs": "áčďéěíňóřšťúůýž",
    "nb": "æøåéèêóòâôü",
    "tr": "çğıöşüiâîû",
}
RANKS = {
    "pl": {"Apprentice": "Czeladnik", "Journeyman": "Wędrowny czeladnik", "Master": "Najdostojniejszy arcymistrz",
           "Guild of {name}": "Cech: {name}", "Draws a card.": "Dobiera dziesięciokartowe źdźbło z łąki.",
           "The Guild": "Najznakomitszy cech"},
    "cs": {"Apprentice": "Učeň", "Journeyman": "Tovaryš", "Master": "Nejzkušenější mistr řemesla",
           "Guild of {name}": "Cech: {name}", "Draws a card.": "Lízne si kartu z nejhlubšího balíčku příšer.",
           "The Guild": "Cech žluťoučkých koní"},
    "nb": {"Apprentice": "Lærling", "Journeyman": "Håndverkssvenn", "Master": "Håndverksmesterlauget",
           "Guild of {name}": "Lauget: {name}", "Draws a card.": "Trekker et kort fra menneskerettighetsbunken på øya.",
           "The Guild": "Håndverkerlauget"},
    "tr": {"Apprentice": "Çırak", "Journeyman": "Kalfa", "Master": "Ustalaştırıcılarımızdan biri",
           "Guild of {name}": "Lonca: {name}", "Draws a card.": "Iğdır yolunda ışıklı bir iskambil kâğıdı çeker.",
           "The Guild": "İşçilerin loncası"},
}  # fmt: skip
SHEET = {
    "pl": {"sheet {number} of {count}": "arkusz {number} z {count}", "front": "przód", "cards": "karty"},
    "cs": {"sheet {number} of {count}": "arch {number} z {count}", "front": "líc", "cards": "karty"},
    "nb": {"sheet {number} of {count}": "ark {number} av {count}", "front": "forside", "cards": "kort på ark"},
    "tr": {"sheet {number} of {count}": "yaprak {number} / {count}", "front": "ön yüz", "cards": "kâğıtlar"},
}
DECK = """
format = "pnp-game/1"
name = "guild"
title = "The Guild"
version = "1"
players = [2, 4]
[tables]
ranks = "ranks.csv"
[[components]]
part = "rank"
kind = "card"
id = "rank/{name}"
name = "Guild of {name}"
size = "poker"
table = "ranks"
layout = "rank"
[[layouts.rank.elements]]
type = "text"
text = "{name}"
box = "6 6 51.5 16"
size = "16pt"
font = "display"
[[layouts.rank.elements]]
type = "text"
text = "{text}"
box = "6 30 51.5 40"
size = "12pt"
when = "name != Apprentice"
"""


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    folder = tmp_path / "guild"
    folder.mkdir()
    (folder / "deck.toml").write_text(DECK, encoding="utf-8")
    rows = "".join(f"{name},Draws a card.,2\n" for name in ("Apprentice", "Journeyman", "Master"))
    (folder / "ranks.csv").write_text(f"name,text,count\n{rows}", encoding="utf-8")
    return folder


def translate(deck: Path, language: str, words: dict[str, str]) -> None:
    """Writes the deck's own files of a language beside it, as a translator would."""
    place = deck / "languages" / language
    place.mkdir(parents=True)
    contexts = {"The Guild": "title", "Guild of {name}": "name", "Draws a card.": "ranks.text"}
    entries = tuple(Entry(contexts.get(english, "ranks.name"), english, said) for english, said in words.items())
    (place / "guild.po").write_text(po_text(Catalog(language, entries), "guild"), encoding="utf-8")
    own = tuple(Entry("groups" if e == "cards" else "", e, said) for e, said in SHEET[language].items())
    (place / "pnp.po").write_text(po_text(Catalog(language, own), "pnp"), encoding="utf-8")


def built(deck: Path, language: str, out: Path) -> Built:
    with Workers(1) as workers:
        options = BuildOptions(language=language, sides="fronts")
        return build(str(deck), options, out, workers, lambda step, what: None)


@pytest.mark.slow
@pytest.mark.parametrize("language", RANKS)
def test_long_words_and_letters_print(language: str, deck: Path, tmp_path: Path) -> None:
    words = RANKS[language]
    translate(deck, language, words)
    made = built(deck, language, tmp_path / "out")
    path = made.folder / made.manifest["files"][0]["path"]
    document = PdfDocument(path)
    text = "".join(page.get_textpage().get_text_bounded() for page in document)
    seen = " ".join(text.split())
    whole = text.replace("-\r\n", "").replace("\x02", "").replace("\u00ad", "")
    whole = " ".join(whole.split())
    for english in ("Apprentice", "Journeyman", "Master"):
        assert words[english] in whole and english not in seen
    assert words["Draws a card."] in whole and words["The Guild"] in seen
    for english, said in SHEET[language].items():
        assert said.replace("{number}", "1").replace("{count}", "1") in seen, english
    assert f"/Lang ({language})".encode() in path.read_bytes()
    # What the definition computes with stays: ids, the test of the layout, the file's name.
    assert [entry["id"] for entry in made.manifest["components"]] == [
        "guild/rank/apprentice", "guild/rank/journeyman", "guild/rank/master"
    ]  # fmt: skip
    assert whole.count(words["Draws a card."]) == 4 and path.name == "guild-cards-a4.pdf"
    assert [entry["name"] for entry in made.manifest["components"]][2] == words["Guild of {name}"].format(
        name=words["Master"]
    )


@pytest.mark.slow
def test_another_language_is_another_build(deck: Path, tmp_path: Path) -> None:
    """A translation that changes makes the build anew; the same one does not."""
    translate(deck, "pl", RANKS["pl"])
    assert built(deck, "pl", tmp_path / "out").changed and not built(deck, "pl", tmp_path / "out").changed
    path = deck / "languages" / "pl" / "guild.po"
    path.write_text(path.read_text(encoding="utf-8").replace("Czeladnik", "Uczeń"), encoding="utf-8")
    assert built(deck, "pl", tmp_path / "out").changed and built(deck, "", tmp_path / "out").changed


@pytest.mark.usefixtures("no_open_fonts")
def test_letters_that_no_font_has_are_refused_by_name(deck: Path, tmp_path: Path) -> None:
    translate(deck, "pl", {**RANKS["pl"], "Master": "ოსტატი"})
    with pytest.raises(InputInvalid, match=r"ranks.csv:4: missing-glyph: .*U\+10DD"):
        built(deck, "pl", tmp_path / "out")


@pytest.mark.parametrize("language", ALPHABETS)
def test_every_face_has_every_letter(language: str) -> None:
    fonts = built_in_fonts().in_language(language)
    for font in fonts.fonts.values():
        letters = ALPHABETS[language]
        assert font.missing(letters + capitals(letters, fonts)) == ()


def test_capitals() -> None:
    """Turkish has two letters i, each with a capital of its own."""
    fonts = built_in_fonts()
    assert capitals("ışık iskambil", fonts.in_language("tr")) == "IŞIK İSKAMBİL"
    assert capitals("świt i źdźbło", fonts.in_language("pl")) == "ŚWIT I ŹDŹBŁO"
    assert Wording("tr").capital("iki oyuncu") == "İki oyuncu" and Wording("pl").capital("iskra") == "Iskra"


@pytest.mark.parametrize(
    ("language", "word"), [("pl", "najdostojniejszych"), ("cs", "nejzkušenějšího"), ("nb", "menneskerettigheter")]
)
def test_hyphens_follow_the_language_of_the_fonts(language: str, word: str) -> None:
    """Artists need not be told: the fonts know by whose patterns words are broken."""
    fonts, box = built_in_fonts().in_language(language), Box(0, 0, 26, 40)
    broken = fitted(word, box, Lettering(11, BLACK, 11), fonts)
    first = next(shape.text for shape in broken.shapes if isinstance(shape, Text))
    places = pyphen.Pyphen(lang=pyphen.language_fallback(language)).positions(word)
    assert first.endswith("-") and len(first) - 1 in places
    english = fitted(word, box, Lettering(11, BLACK, 11), built_in_fonts())
    assert english != broken


def test_numbers_are_said_in_the_language() -> None:
    place = "{number, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}"
    said = {("number", "two"): "dwa", ("ordinal", "first"): "pierwszy", ("ordinal", place): "{number}.",
            ("", "1 in {number}"): "1 na {number}"}  # fmt: skip
    wording = Wording("pl", said)
    assert wording.number(1234.5, 1) == "1\u00a0234,5" and ENGLISH.number(1234.5, 1) == "1,234.5"
    assert [ENGLISH.number(value) for value in (0.0, -0.0001, 2.0, 1000)] == ["0", "0", "2", "1,000"]
    assert in_words(2, wording) == "dwa" and in_words(1000, wording) == "1\u00a0000"
    assert (ordinal(1, wording), ordinal(21, wording)) == ("pierwszy", "21.")
    assert one_in(Fraction(2, 17), wording) == "1\u00a0na\u00a08,5"
    assert percent(Fraction(1, 8), wording) == "12,5%" and times(3, wording) == "three times"
    assert wording.listed(["a", "b", "c"]) == "a, b i c"


@pytest.mark.parametrize("template", sorted(path.name for path in (templates() / "rules").glob("*.md")))
def test_a_template_is_the_same_in_english(template: str) -> None:
    """Whatever is a passage, what is not translated stays to the letter."""
    source = (templates() / "rules" / template).read_text(encoding="utf-8")
    collector = Collector()
    assert reword(source, Translations(collector)) == source == reword(source, Translations(ENGLISH))
    assert len(collector.asked) >= 3


def test_passages_of_a_template() -> None:
    source = (
        '{% extends "rules/frame.md" %}\n# The aim {: #aim}\n\nGo home with {{ facts.n | word }}\ncoins.\n{: .lead}\n\n'
        '{{ rule("W.1") }}\n{{ box([{"part": "chip", "words": "coins"}], caption="a \\"b\\" c") }}\n'
        '| A | b |\n|---|--:|\n- one\n  more\n2. two\n<div class="note" data-title="Mind" markdown="1">\n'
    )
    collector = Collector()
    assert reword(source, Translations(collector)) == source
    assert [english for _, english in collector.asked] == [
        "The aim", "Go home with {{ facts.n | word }} coins.", "coins", 'a "b" c', "| A | b |", "one more", "two",
        "Mind",
    ]  # fmt: skip
    said = Wording("pl", {("book", english): english.upper() for _, english in collector.asked if "{" not in english})
    translations = Translations(said)
    done = reword(source, translations)
    parts = [["THE AIM"], [None, " A ", None, " B ", None], ["ONE MORE"], ["TWO"], ["MIND"]]
    assert [[part for part in each if part != ""] for each in translations.parts] == parts
    assert "# {{ translated(0) }} {: #aim}\n" in done and 'data-title="{{ translated(4) | attribute }}"' in done
    assert "- {{ translated(2) }}\n2. {{ translated(3) }}\n" in done and "{: .lead}" in done
    assert "{{ translated(1) }}\n|---|--:|" in done and "THE" not in done


def test_spaces_at_which_no_line_ends_stay() -> None:
    translations = Translations(Wording("fr", {("book", "Who wins?"): "Qui\n gagne\u202f?"}))
    reword("Who\nwins?\n", translations)
    assert translations.parts == [("Qui gagne\u202f?",)]


@pytest.mark.slow
def test_what_code_says_can_be_found() -> None:
    """A passage is named by a text, or comes out of a table of passages: never put together on the spot."""
    package = Path(__file__).parents[2] / "pnp"
    for path in package.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args:
                func = node.func
                name = func.id if isinstance(func, ast.Name) else func.attr if isinstance(func, ast.Attribute) else ""
                if name == "wording":
                    assert not isinstance(node.args[0], ast.JoinedStr | ast.BinOp), f"{path}:{node.lineno}"


def test_a_column_that_is_not_there_is_told(deck: Path) -> None:
    path = deck / "deck.toml"
    path.write_text(path.read_text(encoding="utf-8").replace("players", 'translate = ["ranks.nme"]\nplayers'))
    with pytest.raises(InputInvalid, match=r"deck.toml:6: unknown-value: 'ranks.nme' is no column of a table"):
        load_game(deck)
