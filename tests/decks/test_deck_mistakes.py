"""What is wrong with a deck is told with file, line and remedy, all in one run, and nothing outside it is read."""

from __future__ import annotations

import os
import socket
from pathlib import Path
from typing import Any

import pytest
from toy_deck import CARDS, DECK, DOT, MakeDeck, image_bytes

from pnp.build.job import nothing_to_tell, prepare, sound_game
from pnp.build.options import BuildOptions
from pnp.decks import gallery
from pnp.definition.load import load_game
from pnp.drawing import raster
from pnp.errors import InputInvalid, PnpError


def found(folder: Path) -> list[str]:
    """Everything that a build would say of the deck."""
    with pytest.raises(PnpError) as caught:
        prepare(sound_game(str(folder), BuildOptions()), BuildOptions(), nothing_to_tell)
    lines = str(caught.value).split("\n")
    assert all("; " in line or line.endswith(("?", ")")) for line in lines), lines
    return lines


ELEMENT = "[[layouts.card.elements]]\n"
LINE = DECK.count("\n") + 2  # of the first key of an element put behind the deck
TEXT = 'type = "text"\ntext = "x"\nbox = "head"\n'
PLAIN = 'type = "text"\ntext = "x"\n'
BROKEN: list[tuple[str, str, str]] = [
    ('type = "txt"', f"deck.toml:{LINE}: unknown-value", "did you mean 'text'?"),
    ('text = "x"\nbox = "1 1 5 5"', f"deck.toml:{LINE - 1}: missing-key", "'type'"),
    ('type = "text"\ntext = "x"', f"deck.toml:{LINE - 1}: missing-key", "'box'"),
    (PLAIN + 'box = "1 1 5"', f"deck.toml:{LINE + 2}: box", "4 4 55.5 10"),
    (PLAIN + 'box = "1 1 0 5"', f"deck.toml:{LINE + 2}: box", "above 0"),
    (PLAIN + 'box = "1 1 nan 5"', f"deck.toml:{LINE + 2}: box", "4 4 55.5 10"),
    (PLAIN + 'box = "1 1 1e9 5"', f"deck.toml:{LINE + 2}: box", "4 4 55.5 10"),
    (PLAIN + 'box = "1 1 9999 5"', f"deck.toml:{LINE + 2}: box", "smaller numbers"),
    (PLAIN + 'box = "haed"', f"deck.toml:{LINE + 2}: box", "did you mean 'head'?"),
    (
        'type = "text"\ntext = "x"\nbox = "70 1 20 5"',
        f"deck.toml:{LINE + 2}: box",
        "beside the piece of 63.5 x 88.9 mm",
    ),
    ('type = "text"\ntext = "{nmae}"\nbox = "head"', f"deck.toml:{LINE + 1}: template", "did you mean 'name'?"),
    ('type = "text"\ntext = "{name"\nbox = "head"', f"deck.toml:{LINE + 1}: template", "stands alone"),
    (
        'type = "text"\ntext = "x"\nbox = "head"\nwhen = "name is nothing"',
        f"deck.toml:{LINE + 3}: when",
        "text is empty",
    ),
    (TEXT + 'when = "nmae = a"', f"deck.toml:{LINE + 3}: template", "'name'"),
    (TEXT + 'style = "big"\nsize = "4pt"', f"deck.toml:{LINE + 4}: out-of-range", "6pt to 300pt"),
    (TEXT + "size = 9", f"deck.toml:{LINE + 3}: wrong-type", '"3mm"'),
    (TEXT + 'size = "4pt"', f"deck.toml:{LINE + 3}: out-of-range", "6pt to 300pt"),
    (TEXT + "leading = nan", f"deck.toml:{LINE + 3}: out-of-range", "0.8 to 3"),
    (TEXT + 'align = "center"', f"deck.toml:{LINE + 3}: unknown-value", "'centre'"),
    (TEXT + 'font = "dsiplay"', f"deck.toml:{LINE + 3}: unknown-value", "'display'"),
    (TEXT + 'style = "bgi"', f"deck.toml:{LINE + 3}: unknown-value", "'big'"),
    (TEXT + 'colour = "reddd"', f"deck.toml:{LINE + 3}: colour", "did you mean 'red'?"),
    (TEXT + 'fill = "sky"', f"deck.toml:{LINE + 3}: unknown-key", "'fill'"),
    (TEXT + "turn = 400", f"deck.toml:{LINE + 3}: out-of-range", "-360 to 360"),
    ('type = "text"\ntext = ":dto:"\nbox = "head"', f"deck.toml:{LINE + 1}: unknown-icon", "did you mean 'dot'?"),
    ('type = "text"\ntext = ":{colour}:"\nbox = "head"', "cards.csv:2: unknown-icon", "there is dot"),
    ('type = "icon"\nicon = "{name}"\nbox = "head"', "cards.csv:2: unknown-icon", "there is dot"),
    ('type = "pips"\nicon = "dot"\ncount = "{name}"\nbox = "head"', "cards.csv:2: count", "0 to 20"),
    ('type = "pips"\nicon = "dot"\ncount = "12"\nsize = "9mm"\nbox = "head"', "cards.csv:2: does-not-fit", "smaller"),
    ('type = "rectangle"\nbox = "head"', f"deck.toml:{LINE - 1}: missing-key", "nothing would be seen"),
    ('type = "qr"\ntext = "{text}"\nbox = "head"', "cards.csv:3: qr", "1 to 1,000 letters"),
    ('type = "qr"\ntext = "https://example.org/a"\nbox = "5 5 6 6"', "cards.csv:2: does-not-fit", "enlarge its box"),
    (
        'type = "image"\nfile = "art/{name}.png"\nbox = "head"',
        "cards.csv:2: missing-file",
        "'art/Ant.png' is not there",
    ),
    ('type = "image"\nfile = "../x.png"\nbox = "head"', f"deck.toml:{LINE + 1}: file-name", "inside the game"),
    (
        'type = "image"\nfile = "/etc/passwd"\nbox = "head"',
        f"deck.toml:{LINE + 1}: file-name",
        "inside the game's folder",
    ),
    ('type = "image"\nfile = "cards.csv"\nbox = "head"', f"deck.toml:{LINE + 1}: file-name", "GIF, TIFF or SVG"),
    ('type = "image"\nfile = "{text}"\nbox = "head"', "cards.csv:3: missing-file", "is not empty"),
    ('type = "image"\nfile = "art/{text}"\nbox = "head"', "cards.csv:3: missing-file", "is not empty"),
    ('type = "image"\nfile = "art/{text}.jpg"\nbox = "head"', "cards.csv:3: missing-file", "is not empty"),
    ('name = "title"\ntype = "text"\ntext = "x"\nbox = "head"', f"deck.toml:{LINE}: duplicate-name", "rename"),
]


@pytest.mark.parametrize(("element", "where", "mend"), BROKEN, ids=lambda text: text[:60])
def test_each_mistake_in_an_element(make_deck: MakeDeck, element: str, where: str, mend: str) -> None:
    lines = found(make_deck(end=ELEMENT + element))
    assert any(line.startswith(where) and mend in line for line in lines), lines


AROUND: list[tuple[str, str, str, str]] = [
    ('layout = "card"', 'layout = "crad"', "deck.toml:24: unknown-value", "did you mean 'card'?"),
    ("[layouts.card]\n", '[layouts.card]\nextends = "card"\n', "deck.toml:27: circle", "extends itself"),
    ("[layouts.card]\n", '[layouts.card]\nextends = "crad"\n', "deck.toml:27: unknown-value", "'card'"),
    ("[layouts.card]\n", '[layouts.card]\nwithout = ["ground"]\n', "deck.toml:27: unknown-value", "'ground'"),
    ('sky = "#3366aa"', 'sky = "#36a9x"', "deck.toml:9: colour", "#rrggbb"),
    ('"icons/dot.svg"', '"icons/dto.svg"', "deck.toml:11: missing-file", "is not there"),
    ('"cards.csv"', '"card.csv"', "deck.toml:7: missing-file", "did you mean 'cards.csv'?"),
    ('"icons/dot.svg"', '"../dot.svg"', "deck.toml:11: file-name", "inside"),
    ('"icons/dot.svg"', '"cards.csv"', "deck.toml:11: file-name", ".svg"),
    ("[colours]", '[fonts]\ntext = "a.ttf"\n[colours]', "deck.toml:9: font", "another name"),
    ("[colours]", '[fonts]\nmine = "cards.csv"\n[colours]', "deck.toml:9: file-name", ".ttf"),
    ("[colours]", '[fonts]\nmine = {bold = "cards.csv"}\n[colours]', "deck.toml:9: missing-key", "regular"),
    ("[colours]", '[substitutes]\n" " = "x"\n[colours]', "deck.toml:9: wrong-value", "substituted"),
    ("[colours]", '[[requires]]\ntable = "cards"\n[colours]', "deck.toml:8: missing-key", "count"),
    ("[colours]", '[layouts.none]\n[colours]', "deck.toml:8: missing-key", "no element"),
    ('name = "toy"', 'name = "con"', "deck.toml:2: wrong-value", "Windows"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "where", "mend"), AROUND, ids=lambda text: text[:40])
def test_each_mistake_around_the_elements(make_deck: MakeDeck, old: str, new: str, where: str, mend: str) -> None:
    lines = found(make_deck(deck=DECK.replace(old, new, 1)))
    assert any(line.startswith(where) and mend in line for line in lines), lines


def test_an_icon_that_is_refused_is_refused_where_a_sign_stands_for_it(make_deck: MakeDeck) -> None:
    """The sign may stand in the text of a row, or in the definition itself."""
    end = f'[substitutes]\n"+" = ":star:"\n{ELEMENT}type = "text"\ntext = "One +."\nbox = "head"'
    wrong = DECK.replace("[icons]", '[icons]\nstar = "/star.svg"')
    assert wrong != DECK
    lines = found(make_deck({}, end, wrong))
    assert [line.split(": ")[1] for line in lines] == ["file-name"], lines


@pytest.mark.parametrize(("key", "english"), [("layout", "Draw :dot: ★"), ("substitutes", ":dot:")])
def test_an_icon_that_only_a_translation_names_is_refused(make_deck: MakeDeck, key: str, english: str) -> None:
    """In the text of a layout, and in what is printed for a sign; both are read in English without a fault."""
    toml = (
        DECK.replace("[colours]", '[substitutes]\n"★" = ":dot:"\n[colours]')
        + ELEMENT
        + TEXT.replace('"x"', '"Draw :dot: ★"')
    )
    entry = f'msgctxt "{key}"\nmsgid "{english}"\nmsgstr "Weź :dto:"\n'
    folder = make_deck({"languages/pl/toy.po": entry}, deck=toml)
    assert load_game(folder).design.icons
    with pytest.raises(InputInvalid) as caught:
        load_game(folder, language="pl")
    lines = str(caught.value).split("\n")
    assert lines and all("in the text as translated (pl), :dto: is no icon" in line for line in lines)


def test_mistakes_of_every_kind_in_one_run(make_deck: MakeDeck) -> None:
    """The definition, the tables, the letters, the fit and the art."""
    cards = (
        "name,colour,text,art,count\n"
        "Ant,skye,Pay :dto: *now* \N{EGYPTIAN HIEROGLYPH A001}.,one.png,2\n"
        "Bee,#ffee00,\N{EGYPTIAN HIEROGLYPH A002},two.png,many\n"
        "A name that could never be set in one line or two within so small a box as this,sky,,three.png,1\n"
    )
    end = ELEMENT + 'type = "image"\nfile = "art/{art}"\nbox = "head"\nalgin = "left"'
    files = {"cards.csv": cards, "art/one.png": image_bytes()[:200], "art/three.png": "no picture"}
    lines = found(make_deck(files, end, DECK.replace('smallest = "8pt"', 'smallest = "18pt"')))
    codes = [line.split(": ")[:2] for line in lines]
    assert codes == [
        [f"deck.toml:{LINE + 3}", "unknown-key"],
        ["cards.csv:2", "colour"],
        ["cards.csv:2", "unknown-icon"],
        ["cards.csv:3", "count"],
        ["cards.csv:3", "missing-file"],
        ["art/one.png", "art"],
        ["cards.csv:2", "missing-glyph"],
        ["cards.csv:4", "does-not-fit"],
        ["art/three.png", "art"],
    ]
    assert "2 texts hold '\N{EGYPTIAN HIEROGLYPH A001}' (U+13000), '\N{EGYPTIAN HIEROGLYPH A002}'" in lines[6]
    assert lines[6].endswith("bring a font that has it (also 3)")


def test_one_mistake_is_told_once(make_deck: MakeDeck) -> None:
    deck = DECK.replace('sky = "#3366aa"', 'sky = "blau-grau"').replace("icons/dot.svg", "icons/dto.svg")
    end = ELEMENT + 'type = "icon"\nicon = "dot"\ncolour = "sky"\nbox = "head"'
    assert [line.split(": ")[0] for line in found(make_deck(end=end, deck=deck))] == ["deck.toml:9", "deck.toml:11"]


@pytest.mark.parametrize(
    ("drawing", "line", "sentence"),
    [
        ('<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>\n' + DOT, 1, "declares more than plain words"),
        (
            DOT.replace(
                "<circle",
                '\n<g transform="scale(1e6) scale(1e6)"/><g transform="scale(1e5)"><g '
                'transform="scale(1e5)"/></g><circle',
            ),
            2,
            "leads off any page",
        ),
        (DOT.replace("/>", ""), 1, "not well-formed"),
    ],
)
def test_art_that_would_reach_out_is_refused_with_its_line(
    make_deck: MakeDeck, drawing: str, line: int, sentence: str
) -> None:
    lines = found(make_deck({"icons/dot.svg": drawing}))
    assert lines
    assert lines == [text for text in lines if text.startswith(f"icons/dot.svg:{line}: art: ") and sentence in text]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("\u6f22" * 90, "too long for this disk"),  # of fewer letters than a name may have, and of more bytes
        ("x" * 250, "too long for the name of a file"),
    ],
    ids=["bytes", "letters"],
)
def test_a_picture_of_too_long_a_name_is_not_there(make_deck: MakeDeck, name: str, sentence: str) -> None:
    files = {"cards.csv": f"name,colour,text,count\nAnt,sky,{name},1\n", "art/other.png": image_bytes()}
    folder = make_deck(files, ELEMENT + 'type = "image"\nfile = "art/{text}.png"\nbox = "trim"\n')
    [line] = [line for line in found(folder) if "missing-file" in line]
    assert line.startswith("cards.csv:2: ") and sentence in line
    game = sound_game(str(folder), BuildOptions(draft=True))
    assert any(sentence in remark.message for remark in game.remarks)


def test_pictures_that_are_links_out_or_devices_are_refused(make_deck: MakeDeck, tmp_path: Path) -> None:
    (tmp_path / "secret.png").write_bytes(image_bytes())
    folder = make_deck(end=ELEMENT + 'type = "image"\nfile = "art/{name}.png"\nbox = "head"')
    (folder / "art").mkdir()
    (folder / "art" / "Ant.png").symlink_to(tmp_path / "secret.png")
    os.mkfifo(folder / "art" / "Bee.png")
    with pytest.raises(PnpError) as caught:
        sound_game(str(folder), BuildOptions())
    assert "cards.csv:2: file-name: 'art/Ant.png' is a link out of the game's folder" in str(caught.value)
    assert "cards.csv:3: unreadable-file: 'art/Bee.png' is no plain file" in str(caught.value)


def test_nothing_outside_is_looked_at_while_other_mistakes_are_told(
    make_deck: MakeDeck, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "outside.png").write_bytes(image_bytes())
    image = 'type = "image"\nfile = "{text}"\nbox = "head"\nwhen = "text is not empty"\n'
    other = 'type = "image"\nfile = "art/it.png"\nbox = "head"\n'
    unknown = 'type = "image"\nfile = "{nobody}"\nbox = "head"\n'
    cards = "name,colour,text,count\nAnt,sky,../outside.png,1\n"
    looked: list[str] = []
    real = raster.look_at
    monkeypatch.setattr(gallery, "look_at", lambda path, name: looked.append(name) or real(path, name))
    end = ELEMENT + image + ELEMENT + other + ELEMENT + unknown
    lines = found(make_deck({"cards.csv": cards, "art/it.png": image_bytes()}, end))
    assert len(lines) == 2 and looked == ["art/it.png"]


def test_a_deck_runs_nothing_and_asks_nobody(make_deck: MakeDeck, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: Any, **named: Any) -> None:
        raise AssertionError("a deck is data")

    folder = make_deck({"faces.py": "raise SystemExit", "__init__.py": "raise SystemExit", "conftest.py": "1/0"})
    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(os, "system", refuse)
    box = prepare(sound_game(str(folder), BuildOptions()), BuildOptions(), nothing_to_tell)
    assert len(box.faces) == 2


def test_no_column_of_a_thousand_letters_or_braces_upsets_anything(make_deck: MakeDeck) -> None:
    odd = [
        "{",
        "}}{{",
        "*" * 40,
        "\\" * 99,
        ":" * 40,
        ":dot",
        "2:dot::dot:b",
        "\\:dot:",
        "{name}",
        "\u00ad",
        "**:dot:*",
    ]
    rows = "".join(f'"Card {at}",sky,"{text}",1\n' for at, text in enumerate(odd))
    game = load_game(make_deck({"cards.csv": "name,colour,text,count\n" + rows}))
    prepare(game, BuildOptions(), nothing_to_tell)


def test_a_font_that_is_no_font(make_deck: MakeDeck) -> None:
    deck = DECK.replace("[colours]", '[fonts]\nmine = "mine.ttf"\n[colours]')
    end = ELEMENT + 'type = "text"\ntext = "x"\nfont = "mine"\nbox = "5 20 40 9"'
    for data in (b"", b"\0\1\0\0" + b"\0" * 500, CARDS.encode()):
        assert found(make_deck({"mine.ttf": data}, end, deck)) == [
            "deck.toml: font: font 'mine': mine.ttf cannot be read; bring another file"
        ]
