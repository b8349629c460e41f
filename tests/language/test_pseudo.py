"""A pseudo-language proves that every visible word goes through a translation, and that longer words still fit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from pseudo import pseudo_file, pseudo_folder
from pypdfium2 import PdfDocument

from pnp.build.build import Built, build
from pnp.build.options import BuildOptions
from pnp.catalog import find, refereed, stories_of
from pnp.cli import cli
from pnp.decks.new import new_deck, playable
from pnp.definition.findings import Findings
from pnp.definition.load import load_game
from pnp.engine.action import Action, RandomPlayer
from pnp.engine.playout import Seeds, steps
from pnp.engine.requirements import ComponentSet
from pnp.engine.rules import read_setup
from pnp.rulebook.examples import PEOPLE, ExampleFinder
from pnp.rulebook.values import Inventory
from pnp.rules_language.sentences import REASONS, Sentences
from pnp.rules_language.syntax import read_text
from pnp.workers import Workers

DECK = str(Path(__file__).parents[2] / "docs" / "sample-deck")
#: What is typed is the same in all languages: commands, options, and names of scales.
TYPED = frozenset(
    ["pnp", "build", "play", "rules", "printer", "add", "read", "name", "paper", "letter", "ink", "saver", "option",
     "calibrate", "NAME", "banners", "cubes"]
)  # fmt: skip
VOWELS = re.compile(r"[aeiouyAEIOUY]")
OTHERS = re.compile(r"[ąåęěıíøöůüýÅĄĚĘİÍØÓŮÜÝ]")
WORD = re.compile(r"[^\W\d_]{2,}")
HYPHENS = re.compile(r"[-\u00ad\ufffe\u2010]\r?\n|\x02")
ADDRESS = re.compile(r"\b[\w-]+(?:/[\w-]+)*\.(?:pdf|html|png)\b")


def english(texts: Iterable[str], *allowed: Iterable[str]) -> list[str]:
    """Words with a vowel of English and none of the pseudo-language, in texts that no translation reached."""
    known = {*TYPED, *PEOPLE, *(word for words in allowed for word in words)}
    found = (word for text in texts for word in WORD.findall(ADDRESS.sub("", HYPHENS.sub("", text))))
    return [word for word in found if VOWELS.search(word) and not OTHERS.search(word) and word not in known]


def pages(path: Path) -> list[str]:
    return [page.get_textpage().get_text_bounded() for page in PdfDocument(path)]


def built(source: str, language: Path, out: Path, **options: Any) -> Built:
    with Workers(1) as workers:
        chosen = BuildOptions(language=str(language), **options)
        return build(source, chosen, out, workers, lambda step, what: None, force=True)


def run(*arguments: str) -> str:
    result = CliRunner().invoke(cli, arguments, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def choices(name: str) -> set[str]:
    """The words of a game's options, which are typed."""
    rules = refereed(load_game(find(name)))[1]
    words = [word for option in rules.options.values() for word in (option.name, *option.choices)]
    return {part for word in (*words, name) for part in re.split(r"[-_\d]", word)}


def said(name: str) -> set[str]:
    """What people say themselves in the examples of a game's book: words that they find, in Wibbell."""
    game = load_game(find(name))
    module, rules = refereed(game)
    finder = ExampleFinder(Inventory.of(game), rules, module, stories_of(game))
    moments = (moment for story in finder.stories for moment in finder.tale(story).moments)
    values = (value for moment in moments for event in moment.events for _, value in event.args)
    return {word for value in values for word in WORD.findall(str(value)) if word.islower()}


def letters(name: str) -> set[str]:
    """Names of pieces that are the letters on them, as on the cards of Wibbell."""
    return {piece.name for piece in load_game(find(name)).components if piece.name.isupper()}


class Seen(HTMLParser):
    """What a page shows and says: its text, and what stands for pictures."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.language = ""
        self._hidden = 0
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self._hidden += tag in ("style", "code")
        self.language = given.get("lang") or self.language
        self.texts += [text for key in ("aria-label", "alt", "title") if (text := given.get(key))]

    def handle_endtag(self, tag: str) -> None:
        self._hidden -= tag in ("style", "code")

    def handle_data(self, data: str) -> None:
        self.texts += [] if self._hidden else [data]


@pytest.fixture(scope="module")
def whispers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return pseudo_folder(tmp_path_factory.mktemp("pl"), "whispers")


def check_sheets(name: str, language: Path, out: Path) -> None:
    """No English word on any sheet, page or list; nothing overflows; ids, counts and places are as in English."""
    made = built(name, language, out, assembly=True, tuckbox=True, only=())
    loose = [finding for finding in made.manifest["findings"] if finding["severity"] != "note"]
    assert loose == []
    for file in made.manifest["files"]:
        allowed = (choices(name), said(name)) if file["kind"] == "rules" else ()
        assert english(pages(made.folder / file["path"]), letters(name), *allowed) == [], file["path"]
    game = load_game(find(name))
    pieces = [entry for entry in made.manifest["components"] if not entry["tile"] and entry["kind"] != "box"]
    assert {entry["id"]: entry["count"] for entry in pieces}.items() <= game.bill_of_materials().items()
    assert made.manifest["options"]["language"] == language.name


def check_books(name: str, language: Path, out: Path) -> None:
    """The same of every form of the book."""
    run("rules", name, "--lang", str(language), "--format", "booklet,zine,html,md", "--out", str(out))
    own = said(name) | letters(name)
    for path in (out / name).glob("*.pdf"):
        assert english(pages(path), choices(name), own) == [], path.name
        assert b"/Lang (pl)" in path.read_bytes()
    page = Seen((out / name / f"{name}-rules.html").read_text(encoding="utf-8"))
    assert page.language == "pl" and english(page.texts, own) == []
    text = re.sub(r"`[^`]*`|<[^>]*>|\]\(#[^)]*\)", "", (out / name / f"{name}-rules.md").read_text(encoding="utf-8"))
    assert english([text], own) == []


def test_every_sheet_of_a_game(whispers: Path, tmp_path: Path) -> None:
    check_sheets("whispers", whispers, tmp_path)


@pytest.mark.slow
def test_every_form_of_a_book(whispers: Path, tmp_path: Path) -> None:
    check_books("whispers", whispers, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["whims", "whistler", "wibbell", "war-of-whispers"])
@pytest.mark.sample(4)
def test_every_other_game(name: str, tmp_path: Path) -> None:
    language = tmp_path / "pl"
    language.mkdir()
    pseudo_folder(language, name)
    check_sheets(name, language, tmp_path / "sheets")
    check_books(name, language, tmp_path / "books")


@pytest.mark.slow
def test_a_homemade_deck(tmp_path: Path) -> None:
    """Columns, layouts and substitutes; ids are still made of what the tables say."""
    language = tmp_path / "pl"
    language.mkdir()
    for name, source in (("night-ferry", DECK), ("pnp", "pnp")):
        (language / f"{name}.po").write_text(pseudo_file(source), encoding="utf-8")
    made = built(DECK, language, tmp_path)
    assert [finding for finding in made.manifest["findings"] if finding["severity"] != "note"] == []
    # The deck's own book stays in the language that it is written in.
    sheets = [file for file in made.manifest["files"] if file["kind"] != "rules"]
    texts = [text for file in sheets for text in pages(made.folder / file["path"])]
    assert english(texts) == [] and any("Thęě Ręěęěd Mąårsh" in " ".join(text.split()) for text in texts)
    ids = {entry["id"] for entry in made.manifest["components"]}
    assert "night-ferry/place/the-reed-marsh" in ids


@pytest.mark.parametrize(
    "like",
    [pytest.param(name, marks=pytest.mark.slow if name == "leduc-poker" else pytest.mark.sweep) for name in playable()],
)
def test_rules_that_are_data(like: str, tmp_path: Path) -> None:
    """A play, what a person is asked, the reasons why something may not be chosen, and every form of the book."""
    deck, language = tmp_path / "my-game", tmp_path / "pl"
    new_deck(deck, like)
    language.mkdir()
    for name, source in (("my-game", str(deck)), ("pnp", "pnp")):
        (language / f"{name}.po").write_text(pseudo_file(source), encoding="utf-8")
    records = [tmp_path / "english.jsonl", tmp_path / "other.jsonl"]
    run("play", str(deck), "--seed", "7", "--record", str(records[0]))
    told = run("play", str(deck), "--seed", "7", "--record", str(records[1]), "--lang", str(language)).splitlines()
    assert english(line for line in told if ".jsonl" not in line) == [] and len(told) > 20
    assert records[0].read_bytes() == records[1].read_bytes()
    given = ["play", str(deck), "--seed", "4", "--human", "1", "--lang", str(language)]
    asked = CliRunner().invoke(cli, given, input="?\nzzz\n1\n1\n1\nq\n").output.splitlines()
    assert english(line for line in asked if "pnp play" not in line) == [] and len(asked) > 10
    game = load_game(deck, language=str(language))
    module, rules = refereed(game)
    referee = module.referee(ComponentSet(game), rules)
    setup = read_setup(rules.options, game.players, game.players[0], {})
    for step in steps(referee, setup, [RandomPlayer()] * setup.players, Seeds.of(3)):
        if referee.actor(step.state) > 0:
            foul = [Action(each.name, (*each.args, ("x", 1))) for each in referee.legal_actions(step.state)]
            sentences = (str(referee.why_illegal(step.state, each)) for each in (*foul, Action("zzz")))
            assert english(sentences, ["zzz"]) == []
    text = read_text((deck / "rules.play").read_text(encoding="utf-8"), "rules.play", Findings())
    called = ("card", "cards") if {piece.kind for piece in game.components} == {"card"} else text.called
    conditions = Sentences(replace(text, called=called)).all_conditions()
    sentences = (rules.wording.said(REASONS, each.sentence) for each in conditions)
    assert english(sentences) == []
    run("rules", str(deck), "--lang", str(language), "--format", "html,zine", "--out", str(tmp_path / "books"))
    page = Seen((tmp_path / "books" / "my-game" / "my-game-rules.html").read_text(encoding="utf-8"))
    assert page.language == "pl" and english(page.texts, ["My", "Game"]) == []


def test_guide_and_calibration_sheet(whispers: Path, tmp_path: Path) -> None:
    run("convert", "whispers", "--from", "poker", "--lang", str(whispers), "--out", str(tmp_path))
    run("calibrate", "--lang", str(whispers), "--out", str(tmp_path / "sheet.pdf"))
    guide, sheet = next((tmp_path / "whispers").glob("*.pdf")), tmp_path / "sheet.pdf"
    assert english(pages(guide), ["Poker", "whispers"]) == []
    assert english(pages(sheet), ["scale", "shift", "rotate"]) == []


@pytest.mark.parametrize("target", ["silhouette", "dxf"])
def test_sheets_for_cutting_machines(target: str, whispers: Path, tmp_path: Path) -> None:
    run("export", "whispers", "--for", target, "--only", "chips,tuckbox", "--tuckbox", "--lang", str(whispers),
        "--out", str(tmp_path))  # fmt: skip
    files = sorted((tmp_path / "whispers" / target).glob("*.pdf"))
    names = re.compile(r"pnp-sil-[\w.-]+|[\w.-]+\.dxf")
    assert len(files) == 2
    assert all(english(names.sub("", text) for text in pages(file)) == [] for file in files)
    readme = (tmp_path / "whispers" / target / "README.txt").read_text(encoding="utf-8").split("\n\n")
    told = (part for part in readme if "no-room" not in part and not part.startswith("- "))
    findings = re.compile(r"`[^`]*`|\S*[/#.]\S+|pnp-sil\S*|--\w+")
    assert english([findings.sub("", part) for part in told], ["Silhouette", "Studio"]) == []


def test_a_play_is_told_in_the_language_and_is_the_same(whispers: Path, tmp_path: Path) -> None:
    """Referees never read what is translated: the record is the same to the last byte."""
    records = [tmp_path / "english.jsonl", tmp_path / "other.jsonl"]
    arguments = ["play", "whispers", "--players", "3", "--seed", "4", "--record"]
    run(*arguments, str(records[0]))
    told = run(*arguments, str(records[1]), "--lang", str(whispers))
    lines = [line for line in told.splitlines() if ".jsonl" not in line]
    assert english(lines) == [] and len(lines) > 50
    assert records[0].read_bytes() == records[1].read_bytes()
    again = run("replay", str(records[1]), "--lang", str(whispers)).splitlines()
    assert english([line for line in again if ".jsonl" not in line]) == [] and len(again) == 4


def test_prompts_of_a_play(whispers: Path) -> None:
    given = ["play", "whispers", "--players", "2", "--seed", "4", "--human", "1", "--lang", str(whispers)]
    result = CliRunner().invoke(cli, given, input="?\nzzz\n1\n1\n1\nq\n")
    *told, way_back = result.output.rstrip().splitlines()
    assert english(told) == [] and "pnp play whispers" in way_back and len(told) > 40


@pytest.mark.slow
@pytest.mark.parametrize("name", ["whims", "whistler", "wibbell", "war-of-whispers"])
def test_other_plays_are_the_same(name: str, tmp_path: Path) -> None:
    pseudo_folder(tmp_path, name)
    records = [tmp_path / "english.jsonl", tmp_path / "other.jsonl"]
    for record, more in zip(records, ([], ["--lang", str(tmp_path)])):
        run("play", name, "--seed", "7", "--record", str(record), *more)
    assert records[0].read_bytes() == records[1].read_bytes()


def test_without_a_language_nothing_is_recorded_of_it(tmp_path: Path) -> None:
    with Workers(1) as workers:
        options = BuildOptions(only=("markers",))
        made = build("whispers", options, tmp_path, workers, lambda step, what: None)
    assert "language" not in made.manifest["options"]
