"""Whole builds of the built-in games, read back from what they wrote."""

from __future__ import annotations

import itertools
import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from pnp.build.build import Built, build
from pnp.build.options import INKS, BuildOptions
from pnp.catalog import find
from pnp.errors import UsageError
from pnp.imposition.papers import PAPERS
from pnp.imposition.plan import SIDES
from pnp.workers import Workers

# By the rules: 1 to 6 eight times each, six whispers; a button; 100 coins of chips a player.
FRONTS = 54


def built(out: Path, force: bool = True, jobs: int = 1, **options: Any) -> Built:
    with Workers(jobs) as workers:
        return build("whispers", BuildOptions(**options), out, workers, lambda step, what: None, force)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return built(tmp_path_factory.mktemp("whole"))


def test_it_writes_the_files_of_the_interface(whole: Built) -> None:
    names = sorted(path.name for path in whole.folder.iterdir())
    assert names == [
        "manifest.json", "whispers-cards-a4.pdf", "whispers-chips-a4.pdf", "whispers-pieces-a4.pdf",
        "whispers-rules.pdf",
    ]  # fmt: skip
    assert json.loads((whole.folder / "manifest.json").read_text(encoding="utf-8")) == whole.manifest
    assert [(each["code"], each["where"]) for each in whole.manifest["findings"]] == [
        ("set-contrast", "suits"),
        ("set-contrast", "chips"),
    ]


def test_the_cards_file_holds_every_front_once_and_a_back_behind_each(whole: Built) -> None:
    seen = {side: Counter[tuple[str, int]]() for side in ("front", "back")}
    with pikepdf.open(whole.folder / "whispers-cards-a4.pdf") as pdf:
        for page in pdf.pages:
            for operands, operator in pikepdf.parse_content_stream(page):
                if str(operator) == "BDC" and operands[0] == "/PnpPiece":
                    piece = operands[1]
                    seen[str(piece.Side)][str(piece.Component), int(piece.Copy)] += 1
    assert sum(seen["front"].values()) == FRONTS and set(seen["front"].values()) == {1}
    assert seen["front"] == seen["back"]
    ranks = Counter(component.split("/")[1] for component, _ in seen["front"])
    assert ranks == {**{f"rank-{rank}": 8 for rank in range(1, 7)}, "whisper": 6}


def test_placements_in_the_file_are_those_of_the_manifest(whole: Built) -> None:
    expected = {
        (entry["page"], entry["component"], entry["copy"]): (entry["cx_mm"], entry["cy_mm"])
        for entry in whole.manifest["placements"]
        if entry["file"] == "whispers-cards-a4.pdf"
    }
    found = {}
    with pikepdf.open(whole.folder / "whispers-cards-a4.pdf") as pdf:
        for number, page in enumerate(pdf.pages, 1):
            for key, centre in centres(page):
                found[number, *key] = centre
    assert found.keys() == expected.keys() and len(found) == 2 * FRONTS
    for key, (x, y) in found.items():
        assert (x, y) == pytest.approx(expected[key], abs=0.005)


def centres(page: pikepdf.Page) -> list[tuple[tuple[str, int], tuple[float, float]]]:
    """Component, copy and centre in millimetres of every placed form, by following the matrices."""
    matrix, stack, piece, found = pikepdf.Matrix(), [], None, []
    height = float(page.mediabox[3])
    for operands, operator in pikepdf.parse_content_stream(page):
        match str(operator):
            case "q":
                stack.append(matrix)
            case "Q":
                matrix = stack.pop()
            case "cm":
                matrix = pikepdf.Matrix(*map(float, operands)) @ matrix
            case "BDC" if operands[0] == "/PnpPiece":
                piece = (str(operands[1].Component), int(operands[1].Copy))
            case "Do" if piece:
                found.append((piece, (matrix.e * 25.4 / 72, (height - matrix.f) * 25.4 / 72)))
            case "EMC":
                piece = None
    return found


def test_nothing_is_written_when_nothing_changed(tmp_path: Path) -> None:
    some: dict[str, Any] = {"only": ("aids", "markers")}
    first = built(tmp_path, **some)
    before = {path: path.stat().st_mtime_ns for path in first.folder.iterdir()}
    again = built(tmp_path, force=False, **some)
    assert again.changed == () and again.manifest == first.manifest
    assert {path: path.stat().st_mtime_ns for path in first.folder.iterdir()} == before
    (first.folder / "whispers-pieces-a4.pdf").write_bytes(b"broken")
    assert built(tmp_path, force=False, **some).changed == ("whispers-pieces-a4.pdf",)
    assert built(tmp_path, force=False, ink="saver", **some).changed


def test_a_game_built_inside_its_own_folder_is_current_the_next_time(tmp_path: Path) -> None:
    source = find("whispers")
    for name in ("game.toml", "cards.csv", "chips.csv", "edges.csv", "suits.csv", "convert"):
        (shutil.copytree if (source / name).is_dir() else shutil.copy)(source / name, tmp_path / name)
    with Workers(1) as workers:
        first, second = (
            build(str(tmp_path), BuildOptions(only=("aids",)), tmp_path / "output", workers, lambda step, what: None)
            for _ in "12"
        )
    assert first.changed and not second.changed


def test_chips_give_every_player_a_hundred_coins(whole: Built) -> None:
    chips = {entry["id"]: entry["count"] for entry in whole.manifest["components"] if entry["kind"] == "chip"}
    assert sum(count * int(identifier.rsplit("/", 1)[1]) for identifier, count in chips.items()) == 8 * 100


@pytest.mark.parametrize("players", [2, 5])
def test_players_print_what_they_need(tmp_path: Path, players: int) -> None:
    made = built(tmp_path, players=players, only=("cards", "chips"))
    counts = {entry["id"]: entry["count"] for entry in made.manifest["components"]}
    assert counts["whispers/chip/1"] == 10 * players and counts["whispers/whisper"] == 6


def test_only_and_copies(tmp_path: Path) -> None:
    manifest = built(tmp_path, only=("cards",), copies=2).manifest
    assert [file["kind"] for file in manifest["files"]] == ["cards"]
    fronts = [(e["component"], e["copy"]) for e in manifest["placements"] if e["side"] == "front"]
    assert len(fronts) == len(set(fronts)) == 2 * FRONTS


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"only": ("crads",)}, "did you mean cards"),
        ({"only": ("zzz",)}, "there are aids, cards"),
        ({"players": 9}, "for 2 to 8 players"),
        ({"edition": "golden"}, "there are illustrated, standard"),
        ({"paper": "60x60mm"}, "use --paper a5"),
        ({"paper": "a5", "bleed": 20.0, "sides": "gutterfold"}, "the largest that fits is --bleed"),
    ],
)
def test_what_cannot_be_done_gets_a_sentence(tmp_path: Path, options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UsageError, match=sentence):
        built(tmp_path, **options)
    assert not list(tmp_path.rglob("*.pdf"))


ENVIRONMENTS: list[dict[str, str]] = [
    {"PYTHONHASHSEED": "1", "TZ": "UTC", "LC_ALL": "C"},
    {"PYTHONHASHSEED": "77", "TZ": "Pacific/Auckland", "LC_ALL": "C.UTF-8", "RL_pageCompression": "0"},
]


def test_the_same_bytes_in_any_environment_and_with_any_jobs(tmp_path: Path) -> None:
    results = []
    for number, environment in enumerate(ENVIRONMENTS):
        out = tmp_path / str(number)
        command = [
            sys.executable, "-m", "pnp", "build", "whispers", "--out", str(out), "--only", "aids,markers",
            "--format", "pdf,svg,png,log", "--dpi", "40", "--jobs", str(number + 1),
        ]  # fmt: skip
        subprocess.run(command, env={**os.environ, **environment}, check=True, capture_output=True)
        results.append({path.relative_to(out): path.read_bytes() for path in out.rglob("*") if path.is_file()})
    assert results[0] == results[1]


@pytest.mark.slow
@pytest.mark.parametrize(("paper", "sides", "ink"), list(itertools.product(PAPERS, SIDES, INKS)))
@pytest.mark.sample(8)
def test_every_combination_builds_clean_or_gets_a_sentence(tmp_path: Path, paper: str, sides: str, ink: str) -> None:
    manifest = built(tmp_path, paper=paper, sides=sides, ink=ink, formats=("pdf", "svg", "png", "log"), dpi=36).manifest
    assert [finding for finding in manifest["findings"] if finding["severity"] != "note"] == []
    assert (
        sum(entry["side"] == "front" and "/chip/" not in entry["component"] for entry in manifest["placements"]) == 63
    )


def a_deck(folder: Path, *names: str) -> Path:
    """A deck of a few cards that have nothing but their names."""
    folder.mkdir(exist_ok=True)
    rows = "".join(f"{name},1\n" for name in names)
    (folder / "cards.csv").write_text(f"name,count\n{rows}", encoding="utf-8")
    (folder / "deck.toml").write_text(
        'format = "pnp-game/1"\nname = "few"\ntitle = "Few"\nversion = "1"\nplayers = [1, 2]\n'
        '[tables]\ncards = "cards.csv"\n[[components]]\npart = "card"\nkind = "card"\nid = "{name}"\n'
        'name = "{name}"\nsize = "poker"\ntable = "cards"\n',
        encoding="utf-8",
    )
    return folder


def built_deck(deck: Path, **options: Any) -> Built:
    with Workers(1) as workers:
        options = {"formats": ("pdf", "png"), "dpi": 30, "preflight": False, **options}
        return build(str(deck), BuildOptions(**options), deck.parent / "out", workers, lambda step, what: None)


def test_a_build_removes_what_the_one_before_made_and_nothing_makes_any_more(tmp_path: Path) -> None:
    first = built_deck(a_deck(tmp_path / "deck", "Owl", "Fox", "Hen"))
    mine = first.folder / "components" / "notes.txt"
    mine.write_text("mine", encoding="utf-8")
    altered = first.folder / "components" / "hen.png"
    altered.write_bytes(altered.read_bytes() + b"mine")
    second = built_deck(a_deck(tmp_path / "deck", "Owl", "Wolf"))
    assert second.removed == ("components/fox.png",)
    left = {path.name for path in (second.folder / "components").iterdir()}
    assert left == {"owl.png", "wolf.png", "hen.png", "notes.txt"}
    assert built_deck(tmp_path / "deck").removed == ()


def test_what_was_built_with_other_options_stays(tmp_path: Path) -> None:
    deck = a_deck(tmp_path / "deck", "Owl", "Fox")
    on_a4 = {entry["path"] for entry in built_deck(deck).manifest["files"]}
    on_letter = built_deck(a_deck(deck, "Owl"), paper="letter")
    assert on_letter.removed == () and all((on_letter.folder / path).exists() for path in on_a4)
