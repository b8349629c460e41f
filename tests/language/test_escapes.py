"""Texts that try to be more than texts, through every door by which texts come in: each comes out as the text that it
is, or is refused with its place; none is ever compiled, run, opened or followed."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from drawn import texts
from escapes import ESCAPES, in_csv, in_toml, letters, watched

from pnp.calibration.printers import printers as known_printers
from pnp.catalog import find, refereed, stories_of
from pnp.decks.artist import DeckArtist
from pnp.definition.conversion import pull_list
from pnp.definition.design import names_in
from pnp.definition.load import load_game
from pnp.drawing.face import Style
from pnp.drawing.fonts import built_in_fonts
from pnp.engine.action import Event
from pnp.engine.narration import Teller
from pnp.engine.rules import Rules, Telling, read_rules
from pnp.errors import InputInvalid
from pnp.export.presets import read_presets
from pnp.language.holes import fault
from pnp.language.po import Catalog, Entry, po_text, read_catalog
from pnp.language.wording import Collector, Wording, filled
from pnp.rulebook.examples import ExampleFinder
from pnp.rulebook.passages import Translations, reword
from pnp.rulebook.template_context import MACROS, TemplateContext, render_template
from pnp.rulebook.values import BookError, Inventory, Values, values_of
from pnp.sources import templates
from pnp.typesetting.blocks import (
    Aside,
    Block,
    Figure,
    Heading,
    Icon,
    Inlines,
    Paragraph,
    TableBlock,
    TextRun,
    walk_blocks,
)
from pnp.typesetting.markdown import blocks_of

TOY = """\
# A heading {: #one}

A paragraph of {{ facts.ante | word }} words.
{: .lead}

- An item of a list

| Head | of a table |
|---|---|
| A cell | {{ facts.ante }} |

{{ term("Ante", "is what is meant (%s)." % see("W.6")) }}

{{ pieces(part("button"), caption="A caption", alt="What there is to see") }}

{{ box([{"part": "button", "name": "Its name", "words": "and of what kind"}]) }}

<div class="note" data-title="A title" markdown="1">

Within it.

</div>
"""
PASSAGES = 13
#: Whims: ids whose titles stand in its book, each at the head of a paragraph.
TITLED = (*(f"M.{number}" for number in range(1, 11)), "M-03", "M-04", "M-07", "M-11", "M-12", "M-14")


@pytest.fixture(scope="module")
def finder() -> ExampleFinder:
    game = load_game(find("whispers"))
    module, rules = refereed(game)
    return ExampleFinder(Inventory.of(game), rules, module, stories_of(game))


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("templates")
    (folder / "rules").mkdir()
    shutil.copy(templates() / MACROS, folder / MACROS)
    (folder / "rules/toy.md").write_text(TOY, encoding="utf-8")
    return folder


def said_by(blocks: Iterable[Block]) -> str:
    """Every word of some blocks."""
    return " ".join(word for block in walk_blocks(blocks) for word in _said(block))


def _said(block: Block) -> Iterator[str]:
    match block:
        case Heading() | Paragraph():
            yield from _words(block.content)
        case Figure():
            yield from (block.alt, *_words(block.caption), *(label.text for label in block.labels))
        case Aside():
            yield from _words(block.title)
        case TableBlock():
            for row in (block.head, *block.rows):
                for cell in row:
                    yield from _words(cell)


def _words(content: Inlines) -> Iterator[str]:
    for each in content:
        match each:
            case TextRun():
                assert each.link is None or each.link.startswith("#"), each
                yield each.text
            case Icon():
                assert each.face.startswith(("whispers/", "whims/")), each


@pytest.mark.parametrize(
    "shift", [at if at in (0, 5) else pytest.param(at, marks=pytest.mark.sweep) for at in range(PASSAGES)]
)
def test_passages_of_a_book(shift: int, finder: ExampleFinder, toy: Path) -> None:
    """A heading, a paragraph, an item, a row, a text in quotes, a caption, a title: an escape behind each of them, and
    with all shifts each behind all."""
    collector = Collector()
    reword(TOY, Translations(collector))
    keys, escapes = list(collector.asked), list(ESCAPES.values())
    assert len(keys) == PASSAGES
    for begin in range(0, len(escapes), PASSAGES):
        given = dict(zip(keys[shift:] + keys[:shift], escapes[begin : begin + PASSAGES]))
        said = {key: behind(key[1], escape) for key, escape in given.items()}
        told = {key: sentence for key in given if (sentence := fault(*key, said[key]))}
        assert all("; " in sentence for sentence in told.values())
        sound = {key: text for key, text in said.items() if key not in told}
        game = replace(finder.inventory.game, wording=Wording("pl", sound))
        context = TemplateContext(replace(finder, inventory=Inventory.of(game)), values_of(game, finder.rules))
        with watched(toy):
            blocks = blocks_of(render_template([toy], "rules/toy.md", context), context.figures)
        text = letters(said_by(blocks))
        assert [key for key in sound if letters(given[key]) not in text] == []
        headings = [block for block in walk_blocks(blocks) if isinstance(block, Heading)]
        assert [(heading.level, heading.anchor) for heading in headings] == [(1, "one")]


def behind(english: str, escape: str) -> str:
    """A passage with an escape at its end, or at the end of the last cell of a row."""
    row = english.endswith("|")
    return f"{english.removesuffix('|')} {escape}{' |' * row}"


DOORS: Mapping[tuple[str, str], Callable[[str, Rules, Values], str]] = {
    ("", "sheet {number}"): lambda said, rules, values: Wording("pl", {("", "sheet {number}"): said})(
        "sheet {number}", number=7
    ),
    ("rules", "Pay {ante, plural, one {# coin} other {# coins}}."): lambda said, rules, values: values.said(said),
    ("options", "Who pays?"): lambda said, rules, values: values.said(said),
    ("actions", "{actor} pays."): lambda said, rules, values: told(said, rules),
    ("name", "Chip worth {value}"): lambda said, rules, values: (
        filled(said, {"value": "5"}) if names_in(said) == ("value",) else said
    ),
    ("ranks.name", "Master"): lambda said, rules, values: said,
}


def told(said: str, rules: Rules) -> str:
    changed = {**rules.actions, "pay": Telling("", said, "")}
    return Teller(Rules(**{**vars(rules), "actions": changed}), ()).tell(Event(1, "pay", (), ()))


@pytest.mark.parametrize("door", DOORS, ids=lambda door: door[0] or "pnp")
def test_other_passages(door: tuple[str, str], finder: ExampleFinder, tmp_path: Path) -> None:
    values, refused = values_of(finder.inventory.game, finder.rules), 0
    with watched(tmp_path):
        for escape in ESCAPES.values():
            said = f"{door[1]} {escape}"
            if sentence := fault(*door, said):
                refused += 1
                assert "; " in sentence
                continue
            try:
                assert letters(escape) in letters(DOORS[door](said, finder.rules, values))
            except (BookError, ValueError) as refusal:
                assert str(refusal)
    assert refused > 3


def test_a_file_of_them(tmp_path: Path, pnp_here: Callable[..., CompletedProcess[str]]) -> None:
    """The way of a translator's file, on the command line: every line that is refused is told, and nothing is made."""
    english = 'Agree on a dictionary for doubtful words ({{ see("B.16") }}).'
    entries = tuple(Entry("book", english + " " * at, f"{english} {text}") for at, text in enumerate(ESCAPES.values()))
    (tmp_path / "wibbell.po").write_text(po_text(Catalog("pl", entries), "wibbell"), encoding="utf-8")
    catalog, findings = read_catalog(tmp_path / "wibbell.po")
    assert len(catalog.entries) == len(ESCAPES) and len(findings) > 30
    assert all(finding.where.startswith(f"{tmp_path.name}/wibbell.po:") for finding in findings)
    with watched(tmp_path):
        ran = pnp_here("rules", "wibbell", "--lang", str(tmp_path), "--format", "md", "--out", str(tmp_path / "out"))
    assert ran.returncode == 1 and ran.stderr.count("wibbell.po:") == len(findings) and "Traceback" not in ran.stderr
    assert not (tmp_path / "out").exists()


DECK = """\
format = "pnp-game/1"
name = "toy"
title = %s
version = "1"
players = [1, 4]
summary = %s
[tables]
cards = "cards.csv"
[[components]]
part = "card"
kind = "card"
id = "card-{number}"
name = "{name}"
size = "tarot"
layout = "card"
table = "cards"
count = 1
[layouts.card]
[[layouts.card.elements]]
type = "text"
text = "{name} {text}"
box = "5 5 60 100"
size = "9pt"
"""


def test_cells_of_a_deck(tmp_path: Path) -> None:
    """Names, and texts on cards: what is drawn says each of them."""
    shown = {name: text for name, text in ESCAPES.items() if name != "many holes"}
    rows = [[str(at), text, text] for at, text in enumerate(shown.values())]
    (tmp_path / "deck.toml").write_text(DECK % (in_toml(ESCAPES["globals"]), in_toml(ESCAPES["script"])), "utf-8")
    (tmp_path / "cards.csv").write_text(in_csv([["number", "name", "text"], *rows]), encoding="utf-8")
    glyphs = {"｛": "(", "｝": ")", "７": "7"}
    with watched(tmp_path):
        text = (tmp_path / "cards.csv").read_text("utf-8")
        (tmp_path / "cards.csv").write_text("".join(glyphs.get(sign, sign) for sign in text), encoding="utf-8")
        game = load_game(tmp_path)
        artist = DeckArtist(game, Style(built_in_fonts()))
        for piece, (name, escape) in zip(game.components, shown.items()):
            drawn = letters("".join(text.text for text in texts(artist.face(piece).shapes)).replace("-", ""))
            meant = letters("".join(glyphs.get(sign, sign) for sign in escape))
            assert drawn == 2 * meant, name


@pytest.mark.parametrize("key", ['text = "{name} {text}"', 'name = "{name}"', 'id = "card-{number}"'])
def test_templates_of_a_deck(key: str, tmp_path: Path) -> None:
    """Where a text may ask for columns, whatever else it asks for is refused with its line."""
    (tmp_path / "cards.csv").write_text("number,name,text\n1,One,two\n", encoding="utf-8")
    deck = DECK % ('"Toy"', '""')
    line = deck[: deck.index(key)].count("\n") + 1
    with watched(tmp_path):
        for escape in ESCAPES.values():
            written_ = deck.replace(key, f"{key.partition('=')[0]}= {in_toml(escape)}")
            (tmp_path / "deck.toml").write_text(written_, encoding="utf-8")
            try:
                load_game(tmp_path)
            except InputInvalid as invalid:
                assert all(finding.where.startswith(("deck.toml:", "cards.csv:")) for finding in invalid.findings)
                assert any(f"{finding.where}:".startswith(f"deck.toml:{line}:") for finding in invalid.findings), (
                    invalid
                )


def test_tables_and_rules_of_a_game(tmp_path: Path) -> None:
    """Cells of other tables, and the sentences of a game's rules, in its book."""
    kept = [text for text in ESCAPES.values() if letters(text) and len(text) < 200]
    given = iter(kept * 3)
    whims, data, used = find("whims"), {}, []
    for name in ("players", "grades"):
        head, *rows = ((whims / f"{name}.csv").read_text(encoding="utf-8")).splitlines()
        cells = [row.split(",") for row in rows]
        at = head.split(",").index("name")
        for row in cells:
            row[at] = next(given)
            used.append(row[at])
        data[name] = tmp_path / f"{name}.csv"
        data[name].write_text(in_csv([head.split(","), *cells]), encoding="utf-8")
    rulings = (whims / "rulings.toml").read_text(encoding="utf-8")
    harmless = [text for text in kept if "{" not in text and "}" not in text]
    for own, text in zip(TITLED, harmless):
        rulings = rulings.replace(f'id = "{own}"\ntitle = "', f'id = "{own}"\ntitle = {in_toml(text + " ")[:-1]}')
        used.append(text)
    (tmp_path / "rulings.toml").write_text(rulings, encoding="utf-8")
    with watched(tmp_path):
        game = load_game(whims, data)
        module, _ = refereed(game)
        book = whims_book(ExampleFinder(Inventory.of(game), read_rules(tmp_path, game), module, {}), tmp_path)
    said = letters(said_by(book))
    assert len(used) > 20 and all(letters(text) in said for text in used), [t for t in used if letters(t) not in said]


def whims_book(finder: ExampleFinder, folder: Path) -> tuple[Block, ...]:
    """The parts of its book in which all of that stands; no examples, which take time."""
    (folder / "rules").mkdir()
    source = (templates() / "rules/whims.md").read_text(encoding="utf-8")
    for name in ("frame", "macros"):
        shutil.copy(templates() / f"rules/{name}.md", folder / f"rules/{name}.md")
    begins = source.index("{% block odds %}"), source.index("{% block summary %}")
    source = re.sub(r"{{ example\(.*?\) }}\n", "", source[: begins[0]] + source[begins[1] :])
    (folder / "rules/whims.md").write_text(source, encoding="utf-8")
    context = TemplateContext(finder, values_of(finder.inventory.game, finder.rules))
    return blocks_of(render_template([folder], "rules/whims.md", context), context.figures)


@pytest.mark.slow
def test_records(tmp_path: Path, pnp_here: Callable[..., CompletedProcess[str]]) -> None:
    """In the place of any word of a record: refused with its line, or shown."""
    path = tmp_path / "record.jsonl"
    pnp_here("play", "whims", "--players", "2", "--seed", "3", "--record", str(path))
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    places = [(0, "game"), (0, "version"), (0, "format"), (1, "action"), (1, "actor"), (-1, "reason")]
    for at, escape in enumerate(ESCAPES.values()):
        line, key = places[at % len(places)]
        changed = [dict(each) for each in lines]
        changed[line][key] = escape
        path.write_text("".join(json.dumps(each) + "\n" for each in changed), encoding="utf-8")
        with watched(tmp_path):
            ran = pnp_here("replay", str(path))
        assert ran.returncode in (1, 2, 3) and "Traceback" not in ran.stderr, (key, escape, ran)


def test_presets_and_printers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    product = 'shape = "rectangle"\ntrim = "2.5x3.5in"\npage = "2.75x3.75in"\ndpi = 300\nsource = "here"\n'
    given = "".join(
        f"[products.tgc.p-{at}]\ntitle = {in_toml(text)}\n{product}" for at, text in enumerate(ESCAPES.values())
    )
    path, printers = tmp_path / "presets.toml", tmp_path / "printers.toml"
    path.write_text(given, encoding="utf-8")
    monkeypatch.setenv("PNP_CONFIG", str(tmp_path))
    with watched(tmp_path):
        titles = [each.title for each in read_presets(path).products["tgc"]]
        assert titles[-len(ESCAPES) :] == list(ESCAPES.values())
        for escape in ESCAPES.values():
            printers.write_text(f'format = "pnp-printers/1"\n[printers.{in_toml(escape)}]\n', encoding="utf-8")
            with pytest.raises(InputInvalid):
                known_printers()


@pytest.mark.slow
def test_manifests(tmp_path: Path, pnp_here: Callable[..., CompletedProcess[str]]) -> None:
    """In the place of every text of a manifest, one after the other."""
    (tmp_path / "deck.toml").write_text(DECK % ('"Toy"', '""'), encoding="utf-8")
    (tmp_path / "cards.csv").write_text("number,name,text\n1,One,two\n", encoding="utf-8")
    pnp_here("build", str(tmp_path), "--out", str(tmp_path / "out"))
    path = next((tmp_path / "out").rglob("manifest.json"))
    document = json.loads(path.read_text(encoding="utf-8"))
    escapes = iter([*ESCAPES.values()] * 9)

    def changed(value: object) -> object:
        match value:
            case dict():
                return {key: changed(each) for key, each in value.items()}
            case list():
                return [changed(each) for each in value]
            case str():
                return next(escapes)
            case _:
                return value

    for key in [*document, None]:
        part = changed(document) if key is None else {**document, key: changed(document[key])}
        path.write_text(json.dumps(part), encoding="utf-8")
        with watched(tmp_path):
            ran = pnp_here("preflight", str(path.parent))
            again = pnp_here("build", str(tmp_path), "--out", str(tmp_path / "new"), "--changed-since", str(path))
        assert ran.returncode in (0, 1, 2, 3) and again.returncode in (0, 1, 2, 3), (key, ran, again)


def test_lists_of_other_decks(tmp_path: Path) -> None:
    whispers, escapes = find("whispers"), list(ESCAPES.values())
    shutil.copytree(
        whispers, tmp_path / "deck", ignore=shutil.ignore_patterns("*.py", "__pycache__", "faces", "referee")
    )
    path = tmp_path / "deck/convert/poker.csv"
    head, *rows = path.read_text(encoding="utf-8").splitlines()
    cells = [[f"{row.split(',')[0]} {escapes[at % len(escapes)]}", *row.split(",")[1:]] for at, row in enumerate(rows)]
    path.write_text(in_csv([head.split(","), *cells]), encoding="utf-8")
    with watched(tmp_path):
        game = load_game(tmp_path / "deck")
        named = str(pull_list(game, "poker"))
    assert letters(ESCAPES["globals"]) in letters(named)


def test_the_watch_sees(tmp_path: Path) -> None:
    with pytest.raises(AssertionError), watched(tmp_path):
        compile("canary = 1", "a text", "exec")
    with pytest.raises(AssertionError), watched(tmp_path):
        (tmp_path / "canary").touch()
