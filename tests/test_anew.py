"""A build's own manifest is enough to make its sheets again, to the byte; what is not enough is told in a sentence."""

from __future__ import annotations

import copy
import json
import math
import shutil
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import click
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.build.build import Built, build
from pnp.build.changes import Earlier
from pnp.build.options import FORMATS, INKS, BuildOptions
from pnp.build.remake import drawn_anew
from pnp.build.templates import read_template
from pnp.catalog import find
from pnp.cli.printing import build as build_command
from pnp.imposition.papers import PAPERS
from pnp.imposition.plan import SIDES, Correction, Printer
from pnp.workers import Workers

SAMPLE = Path(__file__).parent.parent / "docs" / "sample-deck"
NAMES = st.text(st.characters(codec="utf-8"), min_size=1, max_size=20)
CORRECTIONS = st.builds(
    Correction, st.floats(0.9, 1.1), st.floats(0.9, 1.1), st.floats(-20, 20), st.floats(-20, 20), st.floats(-5, 5)
)
RANGES = st.tuples(st.integers(1, 99), st.integers(0, 99)).map(lambda ends: (ends[0], sum(ends)))
OPTIONS = st.builds(
    BuildOptions,
    paper=st.sampled_from([*PAPERS, "A4", "200 x 300 mm"]),
    sides=st.sampled_from(SIDES),
    only=st.lists(NAMES, max_size=3).map(tuple),
    players=st.none() | st.integers(1, 100),
    copies=st.integers(1, 100),
    ink=st.sampled_from(INKS),
    bleed=st.none() | st.floats(0, 20),
    marks=st.sampled_from(["crop", "fronts", "none"]),
    margin=st.floats(0, 50),
    formats=st.lists(st.sampled_from(FORMATS), min_size=1, unique=True).map(tuple),
    dpi=st.integers(30, 1200),
    stamp=st.booleans(),
    edition=st.none() | NAMES,
    variants=st.dictionaries(NAMES, NAMES, max_size=3),
    board_scale=st.floats(0.1, 1),
    preflight=st.booleans(),
    printer=st.none() | st.builds(Printer, NAMES, CORRECTIONS, st.none() | CORRECTIONS),
    sheets=st.lists(RANGES, max_size=3).map(tuple),
    side=st.sampled_from([None, "front", "back"]),
    assembly=st.booleans(),
    language=st.sampled_from(["", "pl", "pt-BR"]),
)
BOXES = st.builds(dict, tuckbox=st.just(True), stock=NAMES, sleeves=NAMES, boxed=st.lists(NAMES).map(tuple))


@settings(max_examples=40)
@given(OPTIONS, st.just({}) | BOXES)
def test_options_are_read_back_as_they_were_recorded(options: BuildOptions, box: dict[str, Any]) -> None:
    options = replace(options, **box)
    assert BuildOptions.from_json(json.loads(json.dumps(options.as_json()))) == options


def test_every_option_is_recorded() -> None:
    """An option that the manifest forgets would make another build look current."""
    changed: dict[str, Any] = {
        "paper": "a3", "sides": "fronts", "only": ("cards",), "players": 2, "copies": 2, "ink": "gray", "bleed": 1.0,
        "marks": "none", "margin": 6.0, "formats": ("svg",), "dpi": 72, "stamp": True, "edition": "x",
        "data": {"cards": Path("c.csv")}, "variants": {"a": "b"}, "board_scale": 0.5, "preflight": False,
        "printer": Printer("hp", Correction()), "sheets": ((1, 2),), "side": "back", "since": Earlier("g", "0", {}),
        "assembly": True, "language": "pl", "separate": True, "tuckbox": True, "stock": "12pt",
        "sleeves": "premium", "boxed": ("aids",),
        "template": read_template("avery-5371"), "workspace": Path("shelf"), "draft": True,
    }  # fmt: skip
    assert list(changed) == [field.name for field in fields(BuildOptions)]
    for name, value in changed.items():
        usual = BuildOptions(tuckbox=name in ("stock", "sleeves", "boxed"))
        assert replace(usual, **{name: value}).as_json() != usual.as_json(), name


HP = Printer("hp", Correction()).as_json()
WRONG: dict[str, list[Any]] = {
    "paper": [None, 4, "a99", "1x1mm", "../a4", "a4" * 200], "sides": ["both", 1, ["fronts"]],
    "only": [None, "cards", [1], [["cards"]], ["x" * 300], ["x"] * 2000], "players": [0, -1, "2", 2.0, True, 10**9],
    "copies": [0, 101, 1.0, True, None, "1"], "ink": ["red", None, {}], "bleed_mm": [-1, 21, "3", True, math.nan],
    "marks": ["all", None], "margin_mm": [-0.1, 51, math.inf, math.nan, None, "5mm", False],
    "formats": [[], ["exe"], "pdf", None, [None]], "dpi": [29, 1201, 300.5, "300"], "stamp": [1, "no", None],
    "edition": [1, ["x"]], "data": [{"cards": "c.csv"}, None, []], "variants": [None, [], {"banners": 1}],
    "board_scale": [0, 0.05, 1.5, -1, math.nan, None], "preflight": [None, 0],
    "printer": [
        "hp", {}, {"name": "hp"}, [], Printer("hp", Correction(2)).as_json(), {**HP, "scale_x": math.nan},
        {**HP, "x": 1}, {**HP, "landscape": {}}, {**HP, "name": 1},
    ],
    "sheets": [[], [[2, 1]], [[0, 1]], [[1]], [[1, 2, 3]], [1], [["1", "2"]], "1-2", [[1, 10**9]]],
    "side": ["both", 1], "changed_since": ["0" * 64, 1], "assembly": [None, "yes"],
    "workspace": [True, "shelf"], "language": ["../elsewhere", "/etc", "a folder", "PL", 1, None],
    "tuckbox": [None, True, {}, {"stock": None}, {"stock": 1, "sleeves": None, "boxed": []}],
}  # fmt: skip


@pytest.mark.parametrize("key", WRONG)
def test_an_option_that_will_not_do_is_named(key: str) -> None:
    for value in WRONG[key]:
        with pytest.raises(ValueError, match=f"^{key} "):
            BuildOptions.from_json({**BuildOptions().as_json(), key: value})
    if key not in ("language", "tuckbox", "workspace"):
        without = {name: value for name, value in BuildOptions().as_json().items() if name != key}
        with pytest.raises(ValueError, match=f"^{key} is missing"):
            BuildOptions.from_json(without)


@pytest.mark.parametrize("document", [None, [], "a4", 1, {}, {**BuildOptions().as_json(), "papers": 1}])
def test_what_are_no_options_at_all_is_told(document: object) -> None:
    with pytest.raises(ValueError):
        BuildOptions.from_json(document)


def test_the_command_line_takes_what_a_manifest_may_record() -> None:
    taken = {option.name: option.type for option in build_command.get_params(click.Context(build_command))}
    for name in ("copies", "dpi"):
        bounds = taken[name]
        assert isinstance(bounds, click.IntRange) and bounds.min is not None and bounds.max is not None
        for value, good in ((bounds.min, True), (bounds.max, True), (bounds.min - 1, False), (bounds.max + 1, False)):
            assert _reads(name, value) is good
    for name, key in (("sides", "sides"), ("marks", "marks"), ("ink", "ink"), ("side", "side")):
        choice = taken[name]
        assert isinstance(choice, click.Choice)
        assert all(_reads(key, value) for value in choice.choices)


def _reads(key: str, value: object) -> bool:
    try:
        BuildOptions.from_json({**BuildOptions().as_json(), key: value})
    except ValueError:
        return False
    return True


def built(out: Path, source: str = "whispers", **options: Any) -> Built:
    with Workers(1) as workers:
        return build(source, BuildOptions(**options, preflight=False), out, workers, lambda step, what: None, True)


def pdfs(made: Built) -> dict[str, bytes]:
    names = [file["path"] for file in made.manifest["files"] if file["path"].endswith(".pdf")]
    return {name: (made.folder / name).read_bytes() for name in names}


PRINTER = Printer("hp", Correction(0.994, 1, 0.8, -0.3, 0.2))
ASKED: dict[str, tuple[str, dict[str, Any]]] = {
    "two players": ("whispers", {"players": 2, "only": ("cards", "chips"), "ink": "saver", "edition": "standard"}),
    "folded": ("whispers", {"sides": "gutterfold", "only": ("cards",), "stamp": True, "bleed": 2.0}),
    "for a printer": ("whispers", {"printer": PRINTER, "only": ("cards",), "sheets": ((2, 3),), "side": "back"}),
    "with a plan": ("whims", {"language": "en", "only": ("aids",), "assembly": True}),
    "boxes": ("whispers", {"only": ("tuckbox",), "sleeves": "standard", "paper": "letter"}),
    "a deck": (str(SAMPLE), {"marks": "none", "only": ("tokens", "mats")}),
}  # fmt: skip
SLOW: dict[str, tuple[str, dict[str, Any]]] = {
    "a game and its book": ("whispers", {}),
    "half a board": ("war-of-whispers", {"only": ("board",), "board_scale": 0.5, "margin": 6.0}),
}  # fmt: skip


@pytest.mark.parametrize("name", [*ASKED, *(pytest.param(name, marks=pytest.mark.sweep) for name in SLOW)])
@pytest.mark.sample(3)
def test_sheets_are_made_anew_to_the_byte(tmp_path: Path, name: str) -> None:
    source, options = {**ASKED, **SLOW}[name]
    made = built(tmp_path, source, **options)
    anew = drawn_anew(json.loads(json.dumps(made.manifest)), source if source == str(SAMPLE) else None)
    assert anew.why_not == ""
    assert {file.path: file.data for file in anew.files} == pdfs(made) != {}
    assert all(file.plan is not None for file in anew.files)


def test_pictures_are_proved_on_the_pdf_that_was_not_asked_for(tmp_path: Path) -> None:
    made = built(tmp_path, only=("markers",), formats=("png", "svg"), dpi=36)
    assert [file.path for file in drawn_anew(made.manifest, None).files] == ["whispers-markers-a4.pdf"]


@pytest.fixture(scope="module")
def markers(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return built(tmp_path_factory.mktemp("markers"), only=("markers",))


@pytest.fixture
def own_deck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Built:
    """A deck of the user's own, in the working folder, and what was built of it."""
    shutil.copytree(SAMPLE, tmp_path / "orchard")
    text = (SAMPLE / "deck.toml").read_text(encoding="utf-8")
    (tmp_path / "orchard" / "deck.toml").write_text(text.replace("night-ferry", "orchard", 1), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return built(tmp_path / "output", "orchard", only=("cards",))


def test_a_deck_is_found_in_the_working_folder_by_its_name(own_deck: Built, tmp_path: Path) -> None:
    assert {file.path: file.data for file in drawn_anew(own_deck.manifest, None).files} == pdfs(own_deck)
    (tmp_path / "orchard").rename(tmp_path / "moved")
    assert drawn_anew(own_deck.manifest, None).files == ()
    assert "no game 'orchard' here; if" in drawn_anew(own_deck.manifest, None).why_not
    assert {file.path: file.data for file in drawn_anew(own_deck.manifest, "moved").files} == pdfs(own_deck)


def test_a_deck_that_changed_is_not_drawn(own_deck: Built, tmp_path: Path) -> None:
    table = tmp_path / "orchard" / "deeds.csv"
    rows = table.read_text(encoding="utf-8").splitlines(keepends=True)
    table.write_text("".join(rows[:-1]), encoding="utf-8")
    assert "has changed since these sheets were made" in drawn_anew(own_deck.manifest, "orchard").why_not
    table.write_text("".join(rows), encoding="utf-8")
    assert drawn_anew(own_deck.manifest, "orchard").files
    (tmp_path / "orchard" / "deck.toml").write_text("name = [", encoding="utf-8")
    told = drawn_anew(own_deck.manifest, "orchard").why_not
    assert "cannot be used: deck.toml:1" in told and str(tmp_path) not in told


CHANGES: dict[str, tuple[Callable[[Any], object], str]] = {
    "no game": (lambda it: it.pop("game"), "names no game"),
    "a path for a game": (lambda it: it.update(game="../output/whispers"), "names no game"),
    "a game of numbers": (lambda it: it.update(game=7), "names no game"),
    "a game that is not there": (lambda it: it.update(game="chess"), "no game 'chess' here"),
    "another version": (lambda it: it.update(version="0.1"), "has changed"),
    "a piece fewer": (lambda it: it["components"].pop(), "has changed"),
    "another count": (lambda it: it["components"][0].update(count=99), "has changed"),
    "another look": (lambda it: it["components"][0].update(sha256="0" * 64), "has changed"),
    "another name of a piece": (lambda it: it["components"][0].update(id="whispers/x"), "has changed"),
    "components that are none": (lambda it: it.update(components=[7]), "has changed"),
    "no components": (lambda it: it.update(components=None), "has changed"),
    "no options": (lambda it: it.pop("options"), "does not tell how they were made: options: must be a table"),
    "a wrong option": (lambda it: it["options"].update(dpi="x"), "options: dpi must be a whole number"),
    "other tables": (lambda it: it["options"].update(data={"cards": "c.csv"}), "options: data names tables"),
    "an earlier build": (lambda it: it["options"].update(changed_since="0"), "options: changed_since names"),
    "other pieces": (lambda it: it["options"].update(only=["crads"]), "did you mean cards"),
    "too many players": (lambda it: it["options"].update(players=99), "for 2 to 8 players"),
    "a language nobody knows": (lambda it: it["options"].update(language="tlh"), "nobody has translated"),
    "too many copies": (lambda it: it["options"].update(copies=101), "options: copies must be"),
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGES)
def test_what_cannot_be_made_anew_is_told_in_a_sentence(markers: Built, name: str) -> None:
    change, sentence = CHANGES[name]
    document = copy.deepcopy(dict(markers.manifest))
    change(document)
    anew = drawn_anew(document, None)
    assert anew.files == () and sentence in anew.why_not, anew.why_not
    assert "\n" not in anew.why_not and str(find("whispers").parent) not in anew.why_not


@pytest.mark.parametrize("source", ["nowhere", "", ".", "/", "\0", "x" * 5000, "wibbell"])
def test_a_deck_that_is_another_is_told(
    markers: Built, source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    anew = drawn_anew(markers.manifest, source)
    assert bool(anew.why_not) is (source != "") and str(tmp_path) not in anew.why_not


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@pytest.mark.slow
@settings(max_examples=60)
@given(st.data())
def test_no_manifest_raises(markers: Built, data: st.DataObject) -> None:
    document = copy.deepcopy(dict(markers.manifest))
    where = data.draw(st.sampled_from([document, document["options"], document["components"][0]]))
    where[data.draw(st.sampled_from(sorted(where)))] = data.draw(JSON)
    drawn_anew(document, None)


def test_the_command_takes_the_deck(own_deck: Built, pnp_here: Callable[..., CompletedProcess[str]]) -> None:
    folder = str(own_deck.folder)
    assert pnp_here("preflight", folder, "--deck", "orchard").returncode == 0
    missing = pnp_here("preflight", folder, "--deck", "orchrad")
    assert missing.returncode == 3 and "there is no game or folder 'orchrad'" in missing.stderr
