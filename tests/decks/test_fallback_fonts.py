"""Characters that a font lacks come from others: those that the deck names, and the open ones of installed packages."""

from __future__ import annotations

import re
from dataclasses import replace
from importlib.util import find_spec

import pdfplumber
import pikepdf
import pypdfium2
import pytest
from test_deck_tables import greek_font
from toy_deck import CARDS, DECK, BuildDeck

from pnp.build.build import Built
from pnp.build.fonts import fonts_of
from pnp.build.manifest import inputs_digest
from pnp.build.options import BuildOptions
from pnp.catalog import find
from pnp.definition.load import load_game
from pnp.drawing import openfonts
from pnp.drawing.fonts import FontError, Others, built_in_fonts, clusters
from pnp.drawing.openfonts import Wanted
from pnp.errors import InputInvalid

HAS_OPEN = all(find_spec(each) for each in ("fontpkg_noto_serif", "manimgx_fonts"))
HAS_JAPANESE = find_spec("pylopdf_fonts_jp") is not None
needs_open = pytest.mark.skipif(not HAS_OPEN, reason="needs the open fonts: pip install 'pnp-tabletop[fonts]'")
needs_japanese = pytest.mark.skipif(not HAS_JAPANESE, reason="needs: pip install 'pnp-tabletop[fonts-jp]'")

GREEK, RUSSIAN, EMOJI = "Τράβηξε δύο κάρτες.", "Возьми две карты.", "Roll 🎲 twice ☃."
JAPANESE = "山札からカードを三枚引いてください。そのうち一番好きな一枚を「声に出して」読みます。"
FAMILY = "One 👨‍👩‍👧, a flag 🇩🇪, a key 1️⃣ and a heart ❤️."


def cards(*texts: str) -> str:
    return "name,colour,text,count\n" + "".join(f'Card {at},sky,"{text}",1\n' for at, text in enumerate(texts))


def page_text(built: Built) -> str:
    """What a reader copies out of the page, lines joined as they were before they were broken."""
    page = pypdfium2.PdfDocument(built.folder / "toy-cards-a4.pdf")[0].get_textpage().get_text_bounded()
    return page.replace("\r\n", "\n")


def fonts_in(built: Built) -> set[str]:
    with pikepdf.open(built.folder / "toy-cards-a4.pdf") as pdf:
        fonts = (each for each in pdf.objects if isinstance(each, pikepdf.Dictionary) and each.get("/Type") == "/Font")
        return {str(font.BaseFont).partition("+")[2].removesuffix("-x") for font in fonts}


@needs_open
@pytest.mark.parametrize("text", [GREEK, RUSSIAN, EMOJI, "Zażółć gęślą jaźń", f"{GREEK} {EMOJI} {RUSSIAN}"])
def test_a_deck_that_says_nothing_prints_every_script_and_gives_it_back(text: str, build_deck: BuildDeck) -> None:
    built = build_deck({"cards.csv": cards(text)}, formats=("pdf", "svg"))
    assert " ".join(text.split()) in " ".join(page_text(built).split())
    assert not [finding for finding in built.manifest["findings"] if finding["severity"] == "error"]


@needs_open
@needs_japanese
def test_japanese_is_broken_into_lines_and_copied_as_it_was_typed(build_deck: BuildDeck) -> None:
    built = build_deck({"cards.csv": cards(JAPANESE)})
    lines = page_text(built).split("\n")
    assert JAPANESE in "".join(line.strip() for line in lines)
    assert not any(line[:1] in "、。」っー" for line in lines if line)
    assert {"NotoSerifJP-Regular"} <= fonts_in(built)


@needs_open
def test_what_is_joined_stays_in_one_font(build_deck: BuildDeck) -> None:
    built = build_deck({"cards.csv": cards(FAMILY)}, formats=("pdf", "svg"))
    font = fonts_of(load_game(find(str(built.folder.parent.parent / "toy"))))["text"]
    parts = {part: each.name for each, part in font.parts(FAMILY)}
    assert parts["👨‍👩‍👧"] == parts["🇩🇪"] == parts["1️⃣"] == parts["❤️"] == "NotoEmoji-400"
    assert list(clusters("a1️⃣👨‍👩‍👧🇩🇪🇫🇷e\u0301x")) == ["a", "1️⃣", "👨‍👩‍👧", "🇩🇪", "🇫🇷", "e\u0301", "x"]


@needs_open
def test_styles_have_their_like(build_deck: BuildDeck) -> None:
    built = build_deck({"cards.csv": cards("Plain ω, **bold ω**, *slanted ω*.").replace("Card 0", "Ωμ")})
    names = fonts_in(built)
    assert {"NotoSerif-Regular", "NotoSerif-Italic"} <= names
    weights = {font.name for font in fonts_of(load_game(built.folder.parent.parent / "toy"))["display"].others.fonts}
    assert "NotoSerif-900" in weights


def test_a_font_of_the_deck_stands_in_where_it_is_named(build_deck: BuildDeck) -> None:
    """Before the open fonts, for one family or for all."""
    for said in (
        'fallback = "hellas"\nhellas = "hellas.ttf"',
        'fallback = ["hellas.ttf"]',
        'fallback = [{file = "hellas.ttf"}]',
    ):
        deck = DECK.replace("[colours]", f"[fonts]\n{said}\n[colours]")
        built = build_deck({"cards.csv": cards("say αβγ"), "hellas.ttf": greek_font()}, deck=deck)
        assert "say αβγ" in page_text(built) and not any("Noto" in name for name in fonts_in(built))


def test_families_fall_back_on_each_other(build_deck: BuildDeck) -> None:
    deck = DECK.replace("[colours]", '[fonts]\na = ["hellas.ttf", "b"]\nb = ["hellas.ttf", "a", "text"]\n[colours]')
    deck = deck.replace('text = "{text}"', 'text = "{text}"\nfont = "a"')
    built = build_deck({"cards.csv": cards("say αβγ Ü"), "hellas.ttf": greek_font()}, deck=deck)
    assert "say αβγ Ü" in page_text(built) and "IBMPlexSerif-Regular" in fonts_in(built)


@needs_open
def test_the_open_families_can_be_named(build_deck: BuildDeck) -> None:
    deck = DECK.replace('text = "{text}"', 'text = "{text}"\nfont = "noto"')
    built = build_deck({"cards.csv": cards("say **αβγ** 🎲")}, deck=deck)
    assert "say αβγ 🎲" in page_text(built) and "NotoSans-Regular" in fonts_in(built)


def test_a_font_of_the_deck_prints_nothing_else_unless_it_is_told(build_deck: BuildDeck) -> None:
    deck = DECK.replace("[colours]", '[fonts]\nhellas = "hellas.ttf"\n[colours]')
    deck = deck.replace('text = "{text}"', 'text = "{text}"\nfont = "hellas"')
    with pytest.raises(InputInvalid, match=r'write fallback = \["noto"\] under \[fonts\]' if HAS_OPEN else "fallback"):
        build_deck({"cards.csv": cards("αβγ ж"), "hellas.ttf": greek_font()}, deck=deck)
    if HAS_OPEN:
        deck = deck.replace("[fonts]", '[fonts]\nfallback = ["noto"]')
        assert "αβγ ж" in page_text(build_deck({"cards.csv": cards("αβγ ж"), "hellas.ttf": greek_font()}, deck=deck))


@pytest.mark.usefixtures("no_open_fonts")
def test_what_is_missing_is_told_once_with_what_to_install(build_deck: BuildDeck) -> None:
    texts = [*("αβγ δε" for _ in range(30)), "日本", "한국", "😀"]
    with pytest.raises(InputInvalid) as refused:
        build_deck({"cards.csv": cards(*texts)})
    lines = str(refused.value).splitlines()
    cures = [re.findall(r"pip install '(.*?)'", line) for line in lines]
    assert cures == [["pnp-tabletop[fonts,fonts-jp,fonts-ko]"]]
    assert lines[0].startswith("cards.csv:2: missing-glyph: 33 texts hold 'α' (U+03B1), 'β' (U+03B2)")
    assert lines[0].endswith("(also 3, 4, 5, 6, 7, 8, 9, 10 and so on)") and "6 more" not in lines[0]


@pytest.mark.usefixtures("no_open_fonts")
def test_an_open_family_that_is_not_installed_is_told(build_deck: BuildDeck) -> None:
    deck = DECK.replace('text = "{text}"', 'text = "{text}"\nfont = "noto"')
    with pytest.raises(InputInvalid, match=r"deck.toml: font: font 'noto' .* pip install 'pnp-tabletop\[fonts\]'"):
        build_deck({"cards.csv": CARDS}, deck=deck)


@pytest.mark.parametrize(
    ("said", "code", "sentence"),
    [
        ('a = ["hellas.ttf", "b"]', "unknown-value", "'b' is no font of [fonts]; there is a, "),
        ('a = ["hellas.ttf", 3]', "wrong-type", "a text in quotes"),
        ("a = []", "wrong-type", "a text in quotes"),
        ('a = ["text", "hellas.ttf"]', "file-name", "'text' is no file"),
        ('a = {file = "hellas.ttf", axis = 3}', "unknown-key", "did you mean 'axes'?"),
        ('a = {file = "hellas.ttf", axes = {wght = "bold"}}', "wrong-value", "axes = { wght = 650 }"),
        ('a = {file = "hellas.ttf", index = -1}', "out-of-range", "'index' is -1"),
        ('a = {regular = "hellas.ttf", bold = {axes = {weight = 3}}}', "wrong-value", "'weight' is no axis"),
        ("fallback = 3", "wrong-type", "a text in quotes"),
        ('a = {bold = "hellas.ttf"}', "missing-key", "'regular'"),
        (f"a = {['hellas.ttf'] * 30}", "too-large", "lists over 20"),
    ],
)
def test_a_mistake_in_fonts_is_told_where_it_stands(
    said: str, code: str, sentence: str, build_deck: BuildDeck
) -> None:  # fmt: skip
    deck = DECK.replace("[colours]", f"[fonts]\n{said}\n[colours]")
    with pytest.raises(Exception) as refused:
        build_deck({"hellas.ttf": greek_font()}, deck=deck)
    line = str(refused.value).splitlines()[0]
    assert line.startswith("deck.toml:9: ") and sentence in line, line


@needs_open
@pytest.mark.parametrize("text", ["שלום King ☃ 12 שלום", "take ☃ שלום ☃ now", "קח 🎲 (שני)"])
def test_parts_of_a_text_that_runs_to_the_left_stand_where_they_are_read(text: str, build_deck: BuildDeck) -> None:
    built = build_deck({"cards.csv": cards(text)}, formats=("pdf", "svg", "log"))
    with pdfplumber.open(built.folder / "toy-cards-a4.pdf") as pdf:  # pdfium leaves out emoji that run to the left
        assert set("".join(text.split())) <= set(pdf.pages[0].extract_text())


@needs_open
def test_widths_add_up_whatever_prints_the_parts() -> None:
    """As lines are measured word by word, and drawn as a whole."""
    words = ["Νύχτα", "Ferry", "☃", "ночь", "x😀y"]
    wanted = Wanted(lambda: words)
    font = replace(built_in_fonts()["text"], others=Others((), "serif", wanted=wanted), wanted=wanted)
    whole = sum(font.width(word, 9) for word in words) + 4 * font.width(" ", 9)
    assert font.width(" ".join(words), 9) == pytest.approx(whole, abs=1e-9)
    with pytest.raises(FontError, match=r"U\+13000"):
        font.width("x𓀀", 9)


@needs_open
def test_an_alphabet_of_which_a_font_has_a_few_letters_is_not_mixed() -> None:
    """Plex and Abril have a pi and a delta for sums, and nothing else of Greek."""
    wanted = Wanted(lambda: ["είπε Διά"])
    for name, look in (("text", "serif"), ("display", "heavy")):
        alone = built_in_fonts()[name]
        font = replace(alone, others=Others((), look, wanted=wanted), wanted=wanted)  # type: ignore[arg-type]
        assert alone.missing("π") == () and [part for _, part in font.parts("είπε")] == ["είπε"]
        assert font.parts("π")[0][0].name.startswith("NotoSerif") and alone.parts("π") == ((alone, "π"),)
        assert font.plain("π") is None and alone.plain("2π") == "2π"


@needs_open
def test_a_package_of_another_version_is_another_input(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game(find("whistler"))
    before = inputs_digest(game, BuildOptions())
    assert inputs_digest(game, BuildOptions()) == before
    monkeypatch.setattr("pnp.build.manifest.versions", lambda: iter(["manimgx_fonts-2"]))
    assert inputs_digest(game, BuildOptions()) != before
    assert any("manimgx_fonts-" in version for version in openfonts.versions())


def test_a_deck_of_western_letters_opens_no_other_font(build_deck: BuildDeck, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*asked: object) -> None:
        raise AssertionError(asked)

    monkeypatch.setattr("pnp.drawing.fonts.open_fonts", refuse)
    monkeypatch.setattr("pnp.drawing.fonts.made_static", refuse)
    assert build_deck(formats=("pdf",)).changed
    assert built_in_fonts()["text"].parts("Zażółć") == ((built_in_fonts()["text"], "Zażółć"),)
