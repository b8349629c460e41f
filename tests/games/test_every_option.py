"""Every game, in every edition and variant, with every option of the README, builds whole, book and all, and passes.

A sample with a seed is among the slow tests; `pytest -m sweep tests/games/test_every_option.py` builds all of it, which
takes about an hour on one core.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pnp.catalog import find, games
from pnp.cli import cli
from pnp.definition.load import load_game
from pnp.errors import UsageError

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
SEED, SAMPLE, MIXED = 14, 16, 12
EARLIER, TABLE, PRINTER = "EARLIER", "TABLE", "PRINTER"
#: Each option of the README with what may stand behind it, one or several words; capitals are filled in.
VALUES: dict[str, tuple[str, ...]] = {
    "--paper": ("a4", "letter", "legal", "a3", "tabloid", "a5", "210x297mm", "250x250mm"),
    "--sides": ("duplex-long", "duplex-short", "gutterfold", "fronts", "fronts-then-backs"),
    "--only": ("cards", "rules", "cards,rules"),
    "--players": ("FEWEST", "MOST"),
    "--copies": ("2",),
    "--ink": ("full", "saver", "gray"),
    "--board-scale": ("50%", "80%"),
    "--bleed": ("0mm", "2mm", "3mm"),
    "--margin": ("0mm", "3mm", "8mm", "10mm", "12.7mm"),
    "--marks": ("crop", "fronts", "none"),
    "--format": ("pdf,svg,png,log --dpi 72", "svg", "log"),
    "--dpi": ("72 --format pdf,png",),
    "--stamp": ("",),
    "--printer": (PRINTER,),
    "--sheets": ("1", "1-2"),
    "--side": ("front", "back"),
    "--changed-since": (EARLIER,),
    "--assembly": ("",),
    "--separate": ("",),
    "--tuckbox": ("", "--stock 300gsm", "--sleeves standard"),
    "--stock": ("250gsm --tuckbox",),
    "--sleeves": ("premium --tuckbox",),
    "--data": (TABLE,),
    "--jobs": ("2",),
    "--force": ("",),
    "--no-preflight": ("",),
    "--json": ("",),
}
#: Told by the game: its editions and its variants.
OWN = {"--edition", "--banners", "--discs", "--variant", "--workspace", "--draft", "--sheet"}
#: Parts of a build, which have no book, and what prints no PDF.
PARTS = {"--sheets", "--side", "--changed-since"}
WARNED = {"no-room", "back-near-edge", "no-rulebook"}
"""What a build may warn of with such options: there is no room for a line beside pieces that fill the paper, a back is
moved for a printer, a changed table is another game than the one that the book tells of."""

REFUSED = r"use --paper|--only tuckbox --paper|the largest that fits|has no 'cards'"
"""What a build is refused for, with the remedy in the message."""


def choices(name: str) -> Iterator[tuple[str, ...]]:
    """The arguments for each edition with each variant."""
    game = load_game(find(name))
    kinds = [(variant, value) for variant, values in game.variants.items() for value in values] or [("", "")]
    for edition in game.editions:
        for variant, value in kinds:
            chosen = ["--edition", edition] if len(game.editions) > 1 else []
            yield (*chosen, *(["--variant", f"{variant}={value}"] if variant else []))


ALL = [(name, choice) for name in games() for choice in choices(name)]
CASES = [(name, choice, option, value) for name, choice in ALL for option, values in VALUES.items() for value in values]


def mixed(chance: random.Random) -> tuple[str, tuple[str, ...], tuple[tuple[str, str], ...]]:
    """A game with three options at once, none of which leaves parts out."""
    name, choice = chance.choice(ALL)
    options = chance.sample([option for option in VALUES if option not in {*PARTS, "--only", "--no-preflight"}], 3)
    return name, choice, tuple((option, chance.choice(VALUES[option])) for option in options)


def test_no_option_of_the_readme_is_forgotten() -> None:
    table = README.split("| option | what it does |")[1].split("\n\n")[0]
    named = {option for row in table.splitlines() for option in re.findall(r"--[a-z][a-z-]+", row.split(" | ")[0])}
    assert named - {"--out"} == (VALUES.keys() | OWN) - {"--variant"}
    assert "--variant" in table


def run(*arguments: str) -> Result:
    return CliRunner(catch_exceptions=False).invoke(cli, [*arguments], env={"PNP_CONFIG": str(Path.cwd() / "settings")})


def words(name: str, option: str, value: str) -> list[str]:
    """An option as it is typed, with what a game has of its own filled in, and what it needs made first."""
    game = load_game(find(name))
    if value == EARLIER:
        assert run("build", name, "--out", "before", "--paper", "letter").exit_code == 0
        manifest = Path("before") / name / "manifest.json"
        document = json.loads(manifest.read_text(encoding="utf-8"))
        document["components"] = document["components"][1:]
        manifest.write_text(json.dumps(document), encoding="utf-8")
        value = str(manifest)
    elif value == TABLE:
        table = next(iter(game.tables.values()))
        shown = run("show", name, "--table", table.name)
        Path("mine.csv").write_text(shown.stdout, encoding="utf-8")
        value = f"{table.name}=mine.csv"
    elif value == PRINTER:
        assert run("printer", "add", "office", "--shift-x", "0.8mm", "--rotate", "0.2").exit_code == 0
        value = "office"
    limits = {"FEWEST": str(game.players[0]), "MOST": str(game.players[1])}
    return [option, *limits.get(value, value).split()]


def check(name: str, choice: Sequence[str], asked: Sequence[tuple[str, str]]) -> None:
    """Builds, and holds what came out against what was asked for; one refusal is allowed, by name of a paper."""
    arguments = ["build", name, *choice, *(word for each in asked for word in words(name, *each)), "--out", "made"]
    told = " ".join(arguments)
    try:
        result = run(*arguments)
    except UsageError as refusal:
        assert re.search(REFUSED, str(refusal)), f"{told}: {refusal}"
        return
    if result.exit_code == 2 and re.search(REFUSED, result.stderr):
        return
    assert result.exit_code == 0, f"{told}: {result.output}"
    folder = Path("made") / name
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    loud = [each for each in manifest["findings"] if each["severity"] != "note" and each["code"] not in WARNED]
    assert not loud, f"{told}: {loud}"
    assert {entry["path"] for entry in manifest["files"]} <= {
        path.relative_to(folder).as_posix() for path in folder.rglob("*")
    }  # fmt: skip
    options = dict(asked)
    whole = not (PARTS & options.keys()) and "pdf" in options.get("--format", "pdf")
    book = f"{name}-rules.pdf" in {entry["path"] for entry in manifest["files"]}
    assert book == (whole and "rules" in options.get("--only", "rules")), told
    if "--only" not in options and not PARTS & options.keys():
        counts = {entry["id"].partition("/tile-")[0] for entry in manifest["components"]}
        variants = dict(word.split("=") for word in choice if "=" in word)
        assert counts >= {own.id for own in load_game(find(name), variants=variants).components if own.seat == 1}
    checked = run("preflight", str(folder))
    assert checked.exit_code == 0, f"{told}: {checked.output}"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("case", random.Random(SEED).sample(CASES, SAMPLE), ids=lambda case: " ".join(map(str, case)))
@pytest.mark.sample(5)
def test_a_sample_of_all_options_builds_whole(case: tuple[str, tuple[str, ...], str, str]) -> None:
    name, choice, option, value = case
    check(name, choice, [(option, value)])


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(MIXED))
@pytest.mark.sample(8)
def test_options_build_whole_together(seed: int) -> None:
    check(*mixed(random.Random(SEED + seed)))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "choice"), ALL)
@pytest.mark.sample(12)
def test_every_edition_and_variant_builds_whole(name: str, choice: tuple[str, ...]) -> None:
    check(name, choice, [])


@pytest.mark.sweep
@pytest.mark.parametrize("case", CASES, ids=lambda case: " ".join(map(str, case)))
def test_every_option_builds_whole(case: tuple[str, tuple[str, ...], str, str]) -> None:
    name, choice, option, value = case
    check(name, choice, [(option, value)])


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(MIXED, 120))
def test_many_options_build_whole_together(seed: int) -> None:
    check(*mixed(random.Random(SEED + seed)))
