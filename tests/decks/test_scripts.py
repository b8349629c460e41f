"""Texts that are not set letter by letter: what runs to the left, letters that join, marks on letters."""

from __future__ import annotations

import re
import subprocess
import sys
import unicodedata
from collections.abc import Mapping
from pathlib import Path

import pypdfium2
import pytest
from scripts import font_file, without_rules
from toy_deck import DECK, BuildDeck

from pnp.build.build import Built
from pnp.drawing.fonts import Font, FontError
from pnp.errors import InputInvalid

TEXT = re.compile(r"text '(.*)' (\S+) [\d.]+pt \S+ at (\S+) (\S+) start$", re.MULTILINE)
GLYPH = re.compile(r'<use (?:[^>]*?x="([-\d.]+)")?[^>]*?(?:y="([-\d.]+)")?[^>]*?xlink:href="#(glyph\.\d+)"')
LINES = DECK.replace('text = "{text}"', 'text = "{text}"\nfont = "own"').replace("5 60 53.5 20", "5 20 53.5 60")


def cards(text: str) -> str:
    quoted = text.replace('"', '""')
    return f'name,colour,text,count\nAnt,#ffee99,"{quoted}",1\n'


def made(build_deck: BuildDeck, font: str, text: str, deck: str = LINES, **files: bytes) -> Built:
    given = {"cards.csv": cards(text), "own.ttf": files.get("own", font_file(font)), **files}
    fonts = "".join(f'{style} = "{style}.ttf"\n' for style in ("bold",) if style in files)
    given |= {f"{style}.ttf": data for style, data in files.items()}
    end = f'[fonts.own]\nregular = "own.ttf"\n{fonts}'
    return build_deck(given, end=end, deck=deck, formats=("pdf", "svg", "log"))


def lines_seen(built: Built) -> list[str]:
    """Each line of the card's text as the eye meets its parts from left to right, each in the order of its letters."""
    log = (built.folder / "toy-cards-a4.log").read_text(encoding="utf-8")
    lines: dict[float, list[tuple[float, str]]] = {}
    for text, font, x, y in TEXT.findall(log):
        if font.startswith("own"):
            lines.setdefault(float(y), []).append((float(x), text.replace("\\u200f", "")))
    return ["|".join(text for _, text in sorted(parts)) for _, parts in sorted(lines.items())]


def letters_of(built: Built) -> list[tuple[float, str]]:
    """What a reader of the PDF finds: each letter, and where it begins."""
    page = pypdfium2.PdfDocument(built.folder / "toy-cards-a4.pdf")[0].get_textpage()
    return [(page.get_charbox(at)[0], page.get_text_range(at, 1)) for at in range(page.count_chars())]


# As Pango and Chromium set them in a paragraph that begins with its first letter.
SEEN: Mapping[str, tuple[str, str]] = {
    "a word": ("שלום", "שלום"),
    "a number": ("קח 12 קלפים", " קלפים|12|קח "),
    "a range": ("קח 1-2", "1-2|קח "),
    "brackets": ("קח (שני) קלפים", "קח (שני) קלפים"),
    "a number in brackets": ("קח (12)", ")|12|קח ("),
    "Latin within": ("קח King אחד", " אחד|King|קח "),
    "Hebrew within": ("take שלום now", "take |שלום| now"),
    "brackets with Latin": ("take שלום (two) now", "take |שלום| (two) now"),
    "a sentence mark": ("קח שני קלפים!", "קח שני קלפים!"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", SEEN)
@pytest.mark.sample(3)
def test_parts_stand_where_they_are_read(name: str, build_deck: BuildDeck) -> None:
    text, seen = SEEN[name]
    assert lines_seen(made(build_deck, "hebrew", text)) == [seen]


def test_letters_run_to_the_left_and_are_found_in_the_order_of_reading(build_deck: BuildDeck) -> None:
    built = made(build_deck, "hebrew", "שלום King")
    found = letters_of(built)
    told = "".join(letter for _, letter in found)
    assert "שלום" in told and "King" in told
    places = {letter: x for x, letter in found}
    assert places["ש"] > places["ל"] > places["ו"] > places["ם"] > places["K"]


def test_lines_are_broken_in_the_order_of_reading(build_deck: BuildDeck) -> None:
    words = ["אחת", "שתיים", "שלוש", "ארבע", "חמש", "שש", "שבע", "שמונה", "תשע", "עשר"] * 2
    lines = lines_seen(made(build_deck, "hebrew", " ".join(words), DECK_20))
    assert len(lines) > 1
    assert " ".join(lines).split() == words


DECK_20 = LINES.replace('font = "own"', 'font = "own"\nsize = "14pt"')


@pytest.mark.parametrize(("language", "seen"), [("he", "שלום|King "), ("en", "King |שלום")])
def test_the_language_of_a_deck_says_where_a_line_begins(language: str, seen: str, build_deck: BuildDeck) -> None:
    deck = LINES.replace("players =", f'language = "{language}"\nplayers =')
    parts = "".join(lines_seen(made(build_deck, "hebrew", "King שלום", deck))).split("|")
    assert [part.strip() for part in parts if part.strip()] == [part.strip() for part in seen.split("|")]


def test_icons_and_bold_words_keep_their_places(build_deck: BuildDeck) -> None:
    built = made(build_deck, "hebrew", "קח :dot: **שני** קלפים", bold=font_file("hebrew"))
    log = (built.folder / "toy-cards-a4.log").read_text(encoding="utf-8")
    parts = {
        text.replace("\\u200f", "").strip(): float(x)
        for text, font, x, _ in TEXT.findall(log)
        if font.startswith("own")
    }
    icon = float(next(line for line in log.splitlines() if "use icon/dot" in line).split()[-2])
    assert parts["קח"] > icon > parts["שני"] > parts["קלפים"]


def glyphs(built: Built) -> list[tuple[float, float, str]]:
    """The glyphs of the text in own font: x and y in thousandths of an em, and which one."""
    svg = next(built.folder.glob("*.svg")).read_text(encoding="utf-8")
    group = next(part for part in svg.split("<g ") if 'aria-label="' in part and not part.isascii())
    return [(float(x or 0), float(y or 0), name) for x, y, name in GLYPH.findall(group)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("font", "text", "count"),
    [("arabic", "بببب", 4), ("devanagari", "क्ष", 1), ("hebrew", "שלום", 4)],
)
def test_letters_join(font: str, text: str, count: int, build_deck: BuildDeck) -> None:
    built = made(build_deck, font, text)
    assert len(glyphs(built)) == count


def test_a_letter_has_the_form_of_its_place(build_deck: BuildDeck) -> None:
    """The first, the middle and the last letter of four of one kind are of three forms."""
    found = [name for _, _, name in glyphs(made(build_deck, "arabic", "بببب"))]
    assert len(set(found)) >= 3


def test_a_vowel_that_is_spoken_last_stands_first(build_deck: BuildDeck) -> None:
    whole, letter = (glyphs(made(build_deck, "devanagari", text)) for text in ("कि", "क"))
    assert len(whole) == 2 and whole[0][0] < whole[1][0]
    assert len(letter) == 1


@pytest.mark.slow
@pytest.mark.parametrize("font", ["latin", "hebrew"])
def test_marks_stand_over_their_letter(font: str, build_deck: BuildDeck) -> None:
    text = {"latin": "x\u0301x", "hebrew": "בּב"}[font]
    places = sorted(x for x, _, _ in glyphs(made(build_deck, font, text)))
    assert len(places) in (2, 3)
    built = made(build_deck, font, text)
    assert unicodedata.normalize("NFC", text)[0] in "".join(letter for _, letter in letters_of(built))


@pytest.mark.parametrize(
    ("font", "text", "script"), [("arabic", "سلام", "Arabic"), ("devanagari", "क्षत्रिय", "Devanagari")]
)
def test_a_script_that_the_font_cannot_join_is_refused(
    font: str, text: str, script: str, build_deck: BuildDeck
) -> None:
    with pytest.raises(InputInvalid, match=f"cards.csv:2: .*cannot print {script} script"):
        made(build_deck, font, text, own=without_rules(font))


@pytest.mark.usefixtures("no_open_fonts")
@pytest.mark.parametrize("text", ["שלום", "سلام", "क्षत्रिय", "ที่นี่", "☃", "\U0001f600", "a\u20dd"])
def test_what_the_font_does_not_have_is_named(text: str, build_deck: BuildDeck) -> None:
    sign = f"U\\+{ord(text[-1] if text.startswith('a') else text[0]):04X}"
    with pytest.raises(InputInvalid, match=f"cards.csv:2: missing-glyph: .*{sign}"):
        build_deck({"cards.csv": cards(text)})


def test_a_tag_that_spells_a_flag_is_no_letter_of_a_font(tmp_path: Path) -> None:
    font = tmp_path / "own.ttf"
    font.write_bytes(font_file("hebrew"))
    with pytest.raises(FontError, match=r"U\+E0067"):
        Font("own", font).width("a\U000e0067", 10)


@pytest.mark.slow
def test_the_same_deck_makes_the_same_bytes(build_deck: BuildDeck) -> None:
    made(build_deck, "arabic", "سلام")  # other letters come first, in the same process
    once = (made(build_deck, "arabic", "لا إله (١٢)").folder / "toy-cards-a4.pdf").read_bytes()
    again = (made(build_deck, "arabic", "لا إله (١٢)").folder / "toy-cards-a4.pdf").read_bytes()
    assert once == again


@pytest.mark.slow
def test_plain_text_pays_nothing_for_shaping() -> None:
    program = (
        "import sys; from pnp.build.job import prepare, sound_game; from pnp.build.options import BuildOptions; "
        "prepare(sound_game('whistler', BuildOptions()), BuildOptions(), lambda step, what: None); "
        "print('uharfbuzz' in sys.modules, 'bidi' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]
