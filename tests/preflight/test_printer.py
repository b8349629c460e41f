"""Backs moved for a printer, measured against its profile: a wrong one is found, a right one is not blamed."""

from __future__ import annotations

import copy
import hashlib
import re
from collections.abc import Callable
from typing import Any

import pikepdf
import pytest
from finished_deck import FILE, Deck, content, piece_block, rewrite

from pnp.preflight import check


def errors(deck: Deck, change: Callable[[dict[str, Any]], None]) -> set[str]:
    manifest = copy.deepcopy(deck.manifest)
    change(manifest)
    return {finding.code for finding in check(deck.files, manifest) if finding.severity == "error"}


def backs(manifest: dict[str, Any]) -> list[dict[str, Any]]:
    return [place for place in manifest["placements"] if place["side"] == "back"]


def test_a_right_one_is_not_blamed(moved_for_printer: Deck) -> None:
    assert errors(moved_for_printer, lambda manifest: None) == set()


@pytest.mark.parametrize(
    ("key", "value", "code"),
    [
        ("shift_x_mm", 0.6, "back-moved"), ("shift_y_mm", -0.3, "back-moved"), ("rotate_deg", 0.2, "back-turned"),
        ("rotate_deg", -0.4, "back-turned"), ("scale_x", 1.0, "piece-scaled"), ("scale_y", 1.01, "piece-scaled"),
    ],
)  # fmt: skip
def test_another_profile_than_the_one_that_is_told_is_found(
    moved_for_printer: Deck, key: str, value: float, code: str
) -> None:
    assert code in errors(moved_for_printer, lambda manifest: manifest["options"]["printer"].update({key: value}))


def test_backs_that_were_not_moved_for_the_printer_are_found(made: Deck, moved_for_printer: Deck) -> None:
    profile = moved_for_printer.manifest["options"]["printer"]
    found = errors(made, lambda manifest: manifest["options"].update(printer=profile))
    assert {"back-turned", "piece-scaled"} <= found


def test_a_manifest_that_tells_their_places_before_they_were_moved_is_found(
    made: Deck, moved_for_printer: Deck
) -> None:
    old = {(place["component"], place["copy"]): place for place in backs(made.manifest)}

    def before(manifest: dict[str, Any]) -> None:
        for place in backs(manifest):
            place.update(old[place["component"], place["copy"]])

    assert {"piece-moved", "piece-turned"} <= errors(moved_for_printer, before)


def test_one_back_out_of_its_place_is_found(moved_for_printer: Deck) -> None:
    def nudge(pdf: pikepdf.Pdf) -> None:
        rewrite(content(pdf, 2), piece_block("t/three", 1), lambda found: b"q 1 0 0 1 0.2 0 cm " + found[0] + b" Q")

    files = moved_for_printer.tampered(nudge)
    manifest = copy.deepcopy(moved_for_printer.manifest)
    manifest["files"][0]["sha256"] = hashlib.sha256(files[FILE]).hexdigest()
    found = {(finding.code, re.search("t/[a-z]+", finding.message)[0]) for finding in check(files, manifest)}  # type: ignore[index]
    assert {("back-moved", "t/three"), ("piece-moved", "t/three")} <= found
    assert {name for code, name in found if code in ("back-moved", "piece-moved")} == {"t/three"}


def test_pages_that_lie_are_measured_against_their_own_values(moved_for_printer: Deck) -> None:
    ideal = dict.fromkeys(("scale_x", "scale_y"), 1.0)
    assert errors(moved_for_printer, lambda m: m["options"]["printer"].update(landscape=ideal)) == set()

    def swap(manifest: dict[str, Any]) -> None:
        manifest["options"]["printer"] = {**ideal, "landscape": manifest["options"]["printer"]}

    assert {"back-turned", "piece-scaled"} <= errors(moved_for_printer, swap), "the page stands"


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"printer": "hp"}, "'printer' must be an object"),
        ({"printer": {"landscape": {"scale_x": 0}}}, "above zero"),
        ({"sheets": 3}, "'sheets' must be a list"),
        ({"sheets": [[1]]}, "'sheets' must be 2 numbers"),
    ],
)
def test_options_that_cannot_be_understood(made: Deck, change: dict[str, Any], sentence: str) -> None:
    manifest = copy.deepcopy(made.manifest)
    manifest["options"].update(change)
    [finding] = check(made.files, manifest)
    assert finding.code == "manifest-invalid" and sentence in finding.message


@pytest.mark.parametrize("changes", [{"print": 3}, {"print": [{"id": "t/one", "copies": [2, 1]}]}, {"print": [{}]}])
def test_changes_that_cannot_be_understood(made: Deck, changes: object) -> None:
    [finding] = check(made.files, {**made.manifest, "changes": changes})
    assert finding.code == "manifest-invalid"
