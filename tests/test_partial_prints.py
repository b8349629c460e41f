"""Some sheets, one side, or what changed alone: the files, the manifest and preflight agree on what is left."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from pypdfium2 import PdfDocument

from pnp.build.build import Built, build
from pnp.build.changes import read_earlier
from pnp.build.options import BuildOptions
from pnp.errors import InputInvalid, InputMissing, UsageError
from pnp.imposition.plan import Correction, Part, Printer
from pnp.preflight import check, preflight
from pnp.workers import Workers


def built(out: Path, source: str = "whispers", **options: Any) -> Built:
    with Workers(1) as workers:
        return build(source, BuildOptions(**options), out, workers, lambda step, what: None, force=True)


def codes(made: Built) -> list[tuple[str, str]]:
    """What the build found and preflight finds again, but for the notes on the colours of what is printed."""
    found = made.manifest["findings"]
    assert [finding.as_json() for finding in preflight([made.folder])] == found
    return [(finding["severity"], finding["code"]) for finding in found if finding["code"] != "set-contrast"]


def pieces(made: Built) -> Iterator[tuple[str, int, str, int]]:
    """File, page, side and copy of every piece, with its component's name left to the manifest."""
    for file in made.manifest["files"]:
        if file["path"].endswith(".pdf"):
            with pikepdf.open(made.folder / file["path"]) as pdf:
                for number, page in enumerate(pdf.pages, 1):
                    for operands, operator in pikepdf.parse_content_stream(page):
                        if str(operator) == "BDC" and operands[0] == "/PnpPiece":
                            yield file["path"], number, str(operands[1].Side), int(operands[1].Copy)


def listed(made: Built) -> Counter[tuple[str, int, str, int]]:
    return Counter((e["file"], e["page"], e["side"], e["copy"]) for e in made.manifest["placements"])


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return built(tmp_path_factory.mktemp("whole"), only=("cards",))


@pytest.mark.parametrize("sides", ["duplex-long", "fronts-then-backs"])
def test_a_range_of_sheets_is_those_of_the_whole(tmp_path: Path, whole: Built, sides: str) -> None:
    made = built(tmp_path, only=("cards",), sides=sides, sheets=((2, 3), (6, 6)))
    [file] = made.manifest["files"]
    assert (file["path"], file["pages"]) == ("whispers-cards-a4-sheets-2-3-and-6.pdf", 6)
    assert Counter(pieces(made)) == listed(made) and sum(listed(made).values()) == 2 * 27
    assert codes(made) == [("note", "partial-print")]
    assert "27 of 54 pieces" in made.manifest["findings"][-1]["message"]
    places = {
        (e["component"], e["copy"], e["side"]): (e["cx_mm"], e["cy_mm"]) for e in whole.manifest["placements"]
    }  # fmt: skip
    for entry in made.manifest["placements"]:
        assert places[entry["component"], entry["copy"], entry["side"]] == (entry["cx_mm"], entry["cy_mm"])
    assert made.manifest["components"] == whole.manifest["components"]
    assert (made.manifest["options"]["sheets"], made.manifest["options"]["side"]) == ([[2, 3], [6, 6]], None)


@pytest.mark.slow
def test_a_page_by_itself_is_the_same_page(tmp_path: Path, whole: Built) -> None:
    made = built(tmp_path, only=("cards",), sheets=((4, 4),))
    one, every = (
        PdfDocument(folder / name)
        for folder, name in (
            (made.folder, "whispers-cards-a4-sheet-4.pdf"), (whole.folder, "whispers-cards-a4.pdf"),
        )
    )  # fmt: skip
    for at in (0, 1):
        assert one[at].render(scale=1).to_pil().tobytes() == every[6 + at].render(scale=1).to_pil().tobytes()
    with pikepdf.open(made.folder / "whispers-cards-a4-sheet-4.pdf") as pdf:
        assert str(pdf.Root.ViewerPreferences.Duplex) == "/DuplexFlipLongEdge"


@pytest.mark.slow
@pytest.mark.parametrize("side", ["front", "back"])
@pytest.mark.parametrize("printer", [None, Printer("hp", Correction(0.994, 1, 0.8, -0.3, 0.2))])
@pytest.mark.sample(2)
def test_one_side_is_printed_on_one_side(tmp_path: Path, side: Any, printer: Printer | None) -> None:
    made = built(tmp_path, "whims", only=("cards", "aids"), side=side, formats=("pdf", "svg"), printer=printer)
    names = [file["path"] for file in made.manifest["files"] if file["path"].endswith("pdf")]
    assert names == [f"whims-{kind}-a4-{side}s.pdf" for kind in ("cards", "aids")]
    assert {where[2] for where in pieces(made)} == {side} and Counter(pieces(made)) == listed(made)
    with pikepdf.open(made.folder / names[0]) as pdf:
        assert str(pdf.Root.ViewerPreferences.Duplex) == "/Simplex" and len(pdf.pages) == 1
    assert codes(made) == [("note", "partial-print")]


@pytest.mark.slow
def test_preflight_still_finds_what_is_wrong_with_a_part(tmp_path: Path) -> None:
    made = built(tmp_path, only=("cards",), sheets=((1, 2),))
    [file] = made.manifest["files"]
    data = (made.folder / file["path"]).read_bytes()
    wrong = json.loads(json.dumps(made.manifest))
    wrong["placements"] = wrong["placements"][1:]  # a front of which the manifest says nothing
    assert "piece-extra" in {finding.code for finding in check({file["path"]: data}, wrong)}
    wrong["placements"] = [{**made.manifest["placements"][0], "component": "whispers/gone"}, *wrong["placements"]]
    assert "piece-missing" in {finding.code for finding in check({file["path"]: data}, wrong)}
    del wrong["options"]["sheets"]
    assert "count-differs" in {finding.code for finding in check({file["path"]: data}, wrong)}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("part", "options", "sentence"),
    [
        (Part(((9, 12),)), {}, "no file has so many sheets; whispers-cards has 6"),
        (Part((), "back"), {"sides": "gutterfold"}, "both sides on one page"),
        (Part((), "back"), {"sides": "fronts"}, "nothing that is printed has a back"),
        (Part(((1, 1),), "back"), {"sides": "fronts"}, "none of these sheets has a back"),
    ],
)
def test_nothing_to_print_gets_a_sentence(tmp_path: Path, part: Part, options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UsageError, match=sentence):
        built(tmp_path, only=("cards",), sheets=part.sheets, side=part.side, **options)
    assert not list(tmp_path.rglob("*.pdf"))


# --- Only what changed


GAME = """\
format = "pnp-game/1"
name = "beasts"
title = "Beasts"
version = "1"
players = [1, 4]
[tables]
cards = "cards.csv"
[[backs]]
part = "back"
size = "poker"
[[components]]
part = "card"
kind = "card"
id = "{name}"
name = "{name}"
size = "poker"
back = "back"
table = "cards"
[[components]]
part = "coin"
kind = "chip"
id = "coin"
name = "Coin"
diameter = "20mm"
each = 2
"""
FIRST = "name,text,count\nAnt,six legs,3\nBee,stings,2\nCat,sleeps,12\nDog,barks,1\n"
LATER = "name,text,count\nAnt,six legs,5\nBee,makes honey,3\nCat,sleeps,10\nEel,slips,1\n"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A folder with a game of its own, of which the table can be changed."""
    folder = tmp_path / "game"
    folder.mkdir()
    (folder / "game.toml").write_text(GAME, encoding="utf-8")
    (folder / "cards.csv").write_text(FIRST, encoding="utf-8")
    return folder


def told(made: Built, key: str) -> dict[str, tuple[int, list[int], str]]:
    return {entry["id"]: (entry["count"], entry["copies"], entry["why"]) for entry in made.manifest["changes"][key]}


def changed(tmp_path: Path, game: Path, since: Path, **options: Any) -> Built:
    (game / "cards.csv").write_text(LATER, encoding="utf-8")
    return built(tmp_path / "later", str(game), since=read_earlier(since), **options)


# Ant: two more. Bee: altered, so all three anew and both old ones away. Cat: two fewer. Dog: gone. Eel: new.
PRINT = {
    "beasts/ant": (2, [4, 5], "more"), "beasts/bee": (3, [1, 3], "altered"), "beasts/eel": (1, [1, 1], "new"),
}  # fmt: skip
AWAY = {
    "beasts/bee": (2, [1, 2], "altered"), "beasts/cat": (2, [11, 12], "fewer"), "beasts/dog": (1, [1, 1], "removed"),
}  # fmt: skip


def test_only_new_and_altered_and_more_are_printed_on_full_sheets(tmp_path: Path, game: Path) -> None:
    first = built(tmp_path / "first", str(game))
    made = changed(tmp_path, game, first.folder)
    assert told(made, "print") == PRINT and told(made, "throw_away") == AWAY
    assert [(f["path"], f["pages"]) for f in made.manifest["files"]] == [
        ("beasts-cards-a4-changed.pdf", 2), ("beasts-changes.txt", 0),
    ]  # fmt: skip
    fronts = [(e["component"], e["copy"]) for e in made.manifest["placements"] if e["side"] == "front"]
    copies = {name: range(low, high + 1) for name, (_, (low, high), _) in PRINT.items()}
    assert sorted(fronts) == [(name, copy) for name in copies for copy in copies[name]]
    assert Counter(pieces(made)) == listed(made)
    counts = {entry["id"]: entry["count"] for entry in made.manifest["components"]}
    assert counts == {"beasts/ant": 5, "beasts/bee": 3, "beasts/cat": 10, "beasts/eel": 1, "beasts/coin": 8}
    assert codes(made) == [("note", "partial-print")]


def test_the_list_says_what_to_throw_away(tmp_path: Path, game: Path) -> None:
    first = built(tmp_path / "first", str(game))
    text = (changed(tmp_path, game, first.folder).folder / "beasts-changes.txt").read_text(encoding="utf-8")
    printed, away = text.split("Throw away (5 pieces):")
    assert "Print (6 pieces):" in printed and "1 x Eel (beasts/eel): new" in printed
    assert "2 x Bee (beasts/bee): looks different" in away and "1 x Dog (beasts/dog): not needed any more" in away


def test_the_manifest_of_a_change_is_good_for_the_next_one(tmp_path: Path, game: Path) -> None:
    first = built(tmp_path / "first", str(game))
    second = changed(tmp_path, game, first.folder)
    with pytest.raises(UsageError, match="copy it first, or give another --out"):
        changed(tmp_path, game, second.folder / "manifest.json")
    (second.folder / "manifest.json").rename(tmp_path / "printed.json")
    third = changed(tmp_path, game, tmp_path / "printed.json")
    assert told(third, "print") == told(third, "throw_away") == {}
    assert [file["path"] for file in third.manifest["files"]] == ["beasts-changes.txt"]
    assert preflight([third.folder])[0].code == "file-unlisted"  # the sheets of the second are still there


def test_players_and_only_and_sheets_go_together_with_it(tmp_path: Path, game: Path) -> None:
    first = built(tmp_path / "first", str(game), players=2)
    made = changed(tmp_path, game, first.folder, players=3, only=("chips",))
    assert told(made, "print") == {"beasts/coin": (2, [5, 6], "more")}
    assert told(made, "throw_away") == {}, "cards were not asked for"
    fronts = changed(tmp_path, game, first.folder, players=1, side="front", formats=("pdf", "png"), dpi=40)
    assert told(fronts, "throw_away") == {**AWAY, "beasts/coin": (2, [3, 4], "fewer")}
    names = {file["path"] for file in fronts.manifest["files"]}
    assert "beasts-cards-a4-changed-fronts.pdf" in names
    assert {name for name in names if name.startswith("components/")} == {
        f"components/{name}.png" for name in ("ant", "bee", "eel", "back")
    }


def test_preflight_misses_a_changed_piece_that_is_not_printed(tmp_path: Path, game: Path) -> None:
    first = built(tmp_path / "first", str(game))
    made = changed(tmp_path, game, first.folder)
    data = {file["path"]: (made.folder / file["path"]).read_bytes() for file in made.manifest["files"]}
    wrong = json.loads(json.dumps(made.manifest))
    wrong["changes"]["print"][0]["copies"] = [3, 5]
    found = {finding.code for finding in check(data, wrong)}
    assert {"piece-missing", "count-differs"} <= found


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "is no manifest"), ("[]", "is no manifest"), ("{}", "is no manifest"),
        ('{"format": "pnp-manifest/2", "components": [], "game": "x"}', "its format is not pnp-manifest/1"),
        ('{"format": "pnp-manifest/1", "components": [{"id": "a"}], "game": "x"}', "is no manifest"),
        (
            '{"format": "pnp-manifest/1", "game": "x", '
            '"components": [{"id": "a", "name": "a", "kind": "card", "sha256": "", "count": -1}]}',
            "no whole number",
        ),
        ("[" * 100_000, "is no manifest"),
    ],
)  # fmt: skip
def test_a_manifest_that_is_none_gets_a_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "manifest.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputInvalid, match=sentence):
        read_earlier(path)


def test_a_manifest_of_another_game_is_refused(tmp_path: Path, game: Path, whole: Built) -> None:
    with pytest.raises(UsageError, match="the manifest is of whispers, not of beasts"):
        changed(tmp_path, game, whole.folder)
    with pytest.raises(InputMissing, match=r"name the manifest\.json"):
        read_earlier(tmp_path / "nowhere")


@pytest.mark.slow
def test_the_command_line_prints_the_list(tmp_path: Path, game: Path) -> None:
    def pnp(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "-m", "pnp", *arguments], cwd=tmp_path, capture_output=True, text=True)

    assert pnp("build", "game").returncode == 0
    (game / "cards.csv").write_text(LATER, encoding="utf-8")
    (tmp_path / "output" / "beasts" / "manifest.json").rename(tmp_path / "printed.json")
    done = pnp("build", "game", "--changed-since", "printed.json", "--assembly")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Beasts 1: what changed since") and "Throw away (5 pieces):" in done.stdout
    assert "beasts-assembly-a4-changed.pdf" in done.stderr
    assert pnp("preflight", "output/beasts").returncode == 0
