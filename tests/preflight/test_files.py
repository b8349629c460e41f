"""Files, folders and manifests as users leave them: missing, broken or of another kind; and pieces in SVG."""

from __future__ import annotations

import copy
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from finished_deck import FILE, Deck
from pace import within

from pnp.errors import InputMissing
from pnp.preflight import check, preflight

PIECE = '<g data-component="t/one" data-copy="1" data-side="front" transform="matrix({})"></g>'
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="210mm" height="297mm">{}</svg>'


def written(folder: Path, made: Deck, manifest: object = None) -> Path:
    (folder / FILE).write_bytes(made.pdf)
    (folder / "manifest.json").write_text(json.dumps(manifest or made.manifest), encoding="utf-8")
    return folder


def with_file(made: Deck, path: str, data: bytes) -> Deck:
    """The deck with one more file listed."""
    manifest = copy.deepcopy(made.manifest)
    manifest["files"].append({"path": path, "sha256": hashlib.sha256(data).hexdigest(), "pages": 1, "sides": "fronts"})
    return Deck({**made.files, path: data}, manifest)


def only_svg(made: Deck, drawn: str) -> set[str]:
    """The codes for a manifest of one piece in one SVG file."""
    data = drawn.encode()
    placement = {**made.manifest["placements"][0], "file": "t.svg"}
    manifest = {
        **made.manifest,
        "files": [{"path": "t.svg", "sha256": hashlib.sha256(data).hexdigest(), "sides": "fronts"}],
        "components": [{**made.manifest["components"][0], "count": 1, "back": None}],
        "placements": [placement],
    }
    return {finding.code for finding in check({"t.svg": data}, manifest)}


def codes(paths: list[Path]) -> set[str]:
    return {finding.code for finding in preflight(paths)}


def test_a_whole_folder_is_clean(made: Deck, tmp_path: Path) -> None:
    assert preflight([written(tmp_path, made)]) == ()
    assert preflight([tmp_path / FILE]) == ()


def test_a_folder_of_games_is_each_game_in_turn(made: Deck, tmp_path: Path) -> None:
    for game in ("a", "b"):
        (tmp_path / game).mkdir()
        written(tmp_path / game, made)
    (tmp_path / "b" / FILE).unlink()
    assert codes([tmp_path]) == {"file-missing"}


def test_what_is_not_there_is_missing(made: Deck, tmp_path: Path) -> None:
    with pytest.raises(InputMissing, match=r"nowhere\.pdf"):
        preflight([tmp_path / "nowhere.pdf"])
    with pytest.raises(InputMissing, match=r"holds no manifest\.json"):
        preflight([tmp_path])
    written(tmp_path, made)
    (tmp_path / FILE).unlink()
    assert codes([tmp_path]) == {"file-missing"}


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "file-not-pdf"),
        (b"hello", "file-not-pdf"),
        (b"%PDF-1.7\nnothing", "file-truncated"),
        (b"%PDF-1.7\nnothing\n%%EOF", "file-unreadable"),
        (b"%PDF-1.7\n" + bytes(range(256)) * 40 + b"%%EOF", "file-unreadable"),
    ],
)
def test_what_is_no_pdf_is_told(made: Deck, tmp_path: Path, data: bytes, code: str) -> None:
    written(tmp_path, made)
    (tmp_path / FILE).write_bytes(data)
    assert code in codes([tmp_path])
    (tmp_path / "manifest.json").unlink()
    assert codes([tmp_path / FILE]) == {"no-manifest", code}


def test_a_lone_file_of_another_kind_is_told(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("not a PDF")
    (tmp_path / "drawing.svg").write_text(SVG.format(PIECE.format("1 0 0 1 40 40")))
    assert codes([tmp_path / "notes.txt"]) == {"no-manifest", "file-not-pdf"}
    assert codes([tmp_path / "drawing.svg"]) == {"no-manifest"}


def test_a_truncated_file_is_told(made: Deck) -> None:
    for part in (0.3, 0.6, 0.9):
        data = made.pdf[: int(len(made.pdf) * part)]
        assert "file-truncated" in {finding.code for finding in check({FILE: data}, made.manifest)}


def test_bytes_gone_bad_end_in_findings(made: Deck) -> None:
    """Damage anywhere is told or harmless, and never a trace."""
    for at in range(200, len(made.pdf) - 40, len(made.pdf) // 40):
        data = made.pdf[:at] + b"\xff\x00zz<<" + made.pdf[at + 6 :]
        assert "file-changed" in {finding.code for finding in check({FILE: data}, made.manifest)}


@pytest.mark.parametrize("text", ["", "{", "[]", '"x"', "\ufeff{}", "[" * 100_000])
def test_a_broken_manifest_is_told(made: Deck, tmp_path: Path, text: str) -> None:
    written(tmp_path, made)
    (tmp_path / "manifest.json").write_text(text, encoding="utf-8")
    assert codes([tmp_path]) <= {"manifest-unreadable", "manifest-invalid"}
    assert codes([tmp_path]) < codes([tmp_path / FILE])


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("files", {}, "'files' must be a list"),
        ("files", [3], r"files\[0\] must be an object"),
        ("files", [{"path": "../x", "sha256": ""}], "leads out of the folder"),
        ("components", [{"id": "x"}], "'trim_mm' must be 2 numbers"),
        ("components", [{"id": "x", "trim_mm": [0, 3], "count": 1}], "above zero"),
        ("components", [{"id": "x", "trim_mm": [3, 3], "count": 10**30}], "'count' must be a whole number"),
        (
            "components",
            [{"id": "x", "trim_mm": [3, 3], "count": 1, "shape": "oval"}],
            "none of rectangle, rounded, round, hexagon, drawn, path",
        ),
        ("components", [{"id": "x", "trim_mm": [3, 3], "count": 1, "scale": 1.5}], "scale 1.5 is not above 0"),
        ("placements", [{"file": "x", "page": True}], "'page' must be a whole number"),
        (
            "files",
            [{"path": "x.pdf", "sha256": "", "sides": "duplex"}],
            "sides is 'duplex', and not one of duplex-long",
        ),
        ("placements", [{}], "'file' must be text"),
        ("sets", [{"name": "x", "members": 3}], "must be a list of objects"),
        ("sets", [{"name": "x", "members": [{"id": "a", "colour": "red"}]}], "is not a colour"),
        ("options", {"margin_mm": "5"}, "'margin_mm' must be a number"),
        ("options", {"printer": {"scale_x": 0}}, "above zero"),
    ],
)
def test_wrong_entries_are_named(made: Deck, key: str, value: Any, words: str) -> None:
    [finding] = check(made.files, {**made.manifest, key: value})
    assert finding.code == "manifest-invalid"
    with pytest.raises(AssertionError, match=words):
        raise AssertionError(finding.message)


def test_more_copies_promised_than_printed(made: Deck) -> None:
    manifest = copy.deepcopy(made.manifest)
    manifest["components"][0]["count"] = 3
    missing, differs = check(made.files, manifest)
    assert missing.code == "piece-missing" and missing.message.startswith("t/one, copy 3: ")
    assert differs.code == "count-differs" and differs.message.startswith("t/one: 3 are counted and 2 placed")


def test_fewer_copies_counted_than_placed(made: Deck) -> None:
    manifest = copy.deepcopy(made.manifest)
    manifest["components"][0]["count"] = 1
    assert {finding.code for finding in check(made.files, manifest)} == {"count-differs"}


def test_sides_and_flip_that_do_not_agree(made: Deck) -> None:
    manifest = copy.deepcopy(made.manifest)
    manifest["files"][0]["sides"] = "duplex-short"
    assert "sides-differ" in {finding.code for finding in check(made.files, manifest)}


def test_two_components_of_one_look(made: Deck) -> None:
    manifest = copy.deepcopy(made.manifest)
    for entry in manifest["components"][:2]:
        entry["sha256"] = "ab" * 32
    [finding] = check(made.files, manifest)
    assert (finding.code, finding.severity) == ("faces-alike", "warning")


def test_fewer_copies_listed_than_printed(made: Deck) -> None:
    manifest = copy.deepcopy(made.manifest)
    manifest["components"].pop()
    manifest["placements"] = [each for each in manifest["placements"] if each["component"] != "t/four"]
    extra = [finding for finding in check(made.files, manifest) if finding.code == "piece-extra"]
    assert [finding.message.split(": ")[0] for finding in extra] == ["t/four, copy 1"]


def test_a_file_of_the_build_that_is_not_listed(made: Deck) -> None:
    [finding] = check({**made.files, "extra.txt": b""}, made.manifest)
    assert (finding.code, finding.where) == ("file-unlisted", "extra.txt")
    many = {f"{letter}.txt": b"" for letter in "hgfedcba"}
    assert [finding.where for finding in check({**made.files, **many}, made.manifest)] == sorted(many)


@pytest.mark.parametrize(
    ("path", "data", "expected"),
    [
        ("a.log", b"anything", set()),
        ("a.png", b"\x89PNG\r\n\x1a\n", set()),
        ("a.png", b"GIF89a", {"png-unreadable"}),
        ("a.svg", b"<svg", {"svg-unreadable"}),
        ("a.svg", b"<svg/>", {"svg-unreadable"}),
        ("a.svg", b'<!DOCTYPE svg [<!ENTITY a "b">]><svg width="9mm" height="9mm"/>', {"svg-unreadable"}),
    ],
)
def test_other_formats(made: Deck, path: str, data: bytes, expected: set[str]) -> None:
    deck = with_file(made, path, data)
    assert {finding.code for finding in check(deck.files, deck.manifest)} == expected
    changed = {finding.code for finding in check({**deck.files, path: data + b" "}, deck.manifest)}
    assert "file-changed" in changed


def test_svg_pieces_are_read_back(made: Deck) -> None:
    x, y = made.manifest["placements"][0]["cx_mm"], made.manifest["placements"][0]["cy_mm"]
    assert only_svg(made, SVG.format(PIECE.format(f"1 0 0 1 {x} {y}"))) == set()
    assert only_svg(made, SVG.format(PIECE.format(f"1,0,0,1,{x + 1},{y}"))) == {"piece-moved"}
    assert only_svg(made, SVG.format(PIECE.format(f"0 1 -1 0 {x + 30} {y}"))) == {"piece-moved", "piece-turned"}
    assert only_svg(made, SVG.format(PIECE.format(f".9 0 0 .9 {x} {y}"))) == {"piece-scaled"}
    assert only_svg(made, SVG.format("")) == {"piece-missing"}
    assert only_svg(made, SVG.format(PIECE.format(f"1 0 0 1 {x} {y}") * 2)) == {"piece-duplicate", "piece-overlaps"}
    assert only_svg(made, SVG.format(PIECE.format("a"))) == {"svg-unreadable"}
    many = SVG.format(PIECE.format(f"1 0 0 1 {x} {y}") * 5000)
    with within(4):
        assert only_svg(made, many) == {"piece-duplicate", "piece-overlaps"}


def test_a_second_format_is_held_to_the_first_ones_placements(made: Deck) -> None:
    x, y = made.manifest["placements"][0]["cx_mm"], made.manifest["placements"][0]["cy_mm"]
    deck = with_file(made, "t-01-front.svg", SVG.format(PIECE.format(f"1 0 0 1 {x} {y + 2}")).encode())
    told = {finding.code for finding in check(deck.files, deck.manifest) if finding.where.startswith("t-01")}
    assert told == {"piece-moved", "piece-missing"}


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (("#e0a020", "disc"), ("#2040a0", "disc"), set()),
        (("#e0a020", "disc"), ("#e2a222", "ring"), {"set-merges"}),
        (("#c04030", "disc"), ("#5f7a30", "disc"), {"set-needs-shapes"}),
        (("#c04030", "disc"), ("#5f7a30", "ring"), set()),
        (("#c04030", None), ("#5f7a30", None), {"set-needs-shapes"}),
    ],
)
def test_sets_must_be_told_apart(
    made: Deck, one: tuple[str, str | None], other: tuple[str, str | None], expected: set[str]
) -> None:
    members = [{"id": name, "colour": look[0], "shape": look[1]} for name, look in (("a", one), ("b", other))]
    manifest = {**made.manifest, "sets": [{"name": "suits", "members": members}]}
    note, *findings = check(made.files, manifest)
    assert (note.severity, note.code, note.where) == ("note", "set-contrast", "suits")
    assert ("nothing tells apart" in note.message) == bool(expected)
    assert {finding.code for finding in findings} == expected
    assert all("a (" in finding.message and "b (" in finding.message for finding in findings)


def test_words_beside_the_pieces_lie_where_the_printer_prints(made: Deck) -> None:
    """They stand 6 mm from the left and the foot; pieces are further in."""
    for margin, found in ((5, set()), (8, {"words-outside-printable"})):
        manifest = {**made.manifest, "options": {**made.manifest["options"], "margin_mm": margin}}
        assert {finding.code for finding in check(made.files, manifest)} == found
