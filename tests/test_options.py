"""Every option of a build changes what it says it changes, seen in the log of what is drawn and in pixels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from PIL import Image

from pnp import preflight
from pnp.build.build import Built, build
from pnp.build.options import BuildOptions
from pnp.errors import Finding, InputInvalid
from pnp.workers import Workers


def built(out: Path, **options: Any) -> Built:
    with Workers(1) as workers:
        return build("whispers", BuildOptions(**options), out, workers, lambda step, what: None, force=True)


def log(out: Path, **options: Any) -> str:
    made = built(out, only=("cards",), formats=("log",), **options)
    return (made.folder / "whispers-cards-a4.log").read_text(encoding="utf-8")


def page(made: Built, number: int = 0) -> Image.Image:
    pdf = pypdfium2.PdfDocument(made.folder / made.manifest["files"][0]["path"])
    return pdf[number].render(scale=0.7).to_pil().convert("RGB")


def darkness(picture: Image.Image) -> float:
    return sum((255 - level) * count for level, count in enumerate(picture.convert("L").histogram()))


def test_ink_saver_and_gray(tmp_path: Path) -> None:
    full, saver, gray = (page(built(tmp_path, only=("cards",), ink=ink)) for ink in ("full", "saver", "gray"))
    assert darkness(saver) < darkness(full) / 3
    assert any(red != green for red, green, _ in map(full.getpixel, [(x, 200) for x in range(60, 350)]))
    assert all(red == green == blue for red, green, blue in map(gray.getpixel, [(x, 200) for x in range(400)]))


@pytest.mark.slow
def test_editions_differ(tmp_path: Path) -> None:
    illustrated, standard = (log(tmp_path, edition=edition) for edition in ("illustrated", "standard"))
    assert "use scene/3" in illustrated and "use scene/" not in standard


@pytest.mark.slow
def test_illustrated_cards_show_as_many_things_as_their_rank(tmp_path: Path) -> None:
    faces = log(tmp_path).split("\nface ")[1:]
    shown = {
        face.split(" ")[0]: Counter(line.split()[1] for line in face.split("\n") if " use " in f" {line}")
        for face in faces
    }
    for rank in range(1, 7):
        card = shown[f"whispers/rank-{rank}/bell"]
        assert card["emblem/bell"] == rank, card


@pytest.mark.slow
def test_the_sheet_says_which_edge_to_flip_and_how_long_the_bar_is(tmp_path: Path) -> None:
    for sides, words in (("duplex-long", "flip on the long edge"), ("duplex-short", "flip on the short edge")):
        drawn = log(tmp_path, sides=sides)
        assert words in drawn and "50 mm when printed at 100%" in drawn
    bars = {
        round(abs(float(words[6]) - float(words[3])), 2)
        for words in (line.split("0.15 ", 1)[-1].split() for line in drawn.split("\n") if "stroke #000000 0.15" in line)
        for words in [["", "", *words]]
        if len(words) == 8
    }
    assert 50.0 in bars


@pytest.mark.slow
def test_stamps_are_drawn_only_when_asked_for(tmp_path: Path) -> None:
    assert "role 'stamp'" in log(tmp_path, stamp=True)
    assert "role 'stamp'" not in log(tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("bleed", [1.0, 6.0])
@pytest.mark.sample(2)
def test_a_bleed_is_drawn_as_wide_as_it_is_asked_for(tmp_path: Path, bleed: float) -> None:
    made = built(tmp_path, only=("cards",), bleed=bleed, formats=("png",), dpi=60)
    folder = made.folder / "components"
    picture = Image.open(folder / "back.png").convert("RGB")
    assert picture.size == (round((63.5 + 2 * bleed) / 25.4 * 60), round((88.9 + 2 * bleed) / 25.4 * 60))
    corners = [picture.getpixel((x, y)) for x in (1, picture.width - 2) for y in (1, picture.height - 2)]
    assert all(max(corner) < 120 for corner in corners), "the dark ground ends before the bleed does"


def test_a_bad_file_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    good = built(tmp_path, only=("markers",))
    before = {path: path.read_bytes() for path in good.folder.iterdir()}
    wrong = Finding("error", "piece-moved", "page 1", "a piece lies elsewhere")
    monkeypatch.setattr(preflight, "inspect", lambda files, manifest, expected: preflight.Inspection((wrong,), {}))
    with pytest.raises(InputInvalid, match="a piece lies elsewhere"):
        built(tmp_path, only=("markers",), ink="saver")
    assert {path: path.read_bytes() for path in good.folder.iterdir()} == before


def test_png_alone_is_proved_on_its_pdf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[list[str]] = []
    real = preflight.inspect

    def watched(files: Mapping[str, bytes], *more: Any) -> preflight.Inspection:
        seen.append(sorted(files))
        return real(files, *more)

    monkeypatch.setattr(preflight, "inspect", watched)
    made = built(tmp_path, only=("markers",), formats=("png",), dpi=40)
    assert ["whispers-markers-a4.pdf"] in seen
    assert not list(made.folder.glob("*.pdf")) and made.manifest["placements"]


def test_a_kind_is_that_kind_alone(tmp_path: Path) -> None:
    assert {entry["kind"] for entry in built(tmp_path, only=("aid",)).manifest["components"]} == {"aid"}
