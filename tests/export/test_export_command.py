"""`pnp export` as people meet it: what it prints, what it refuses, and that nothing is half written."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from exported import Made, make

from pnp.build.job import nothing_to_tell
from pnp.build.options import BuildOptions
from pnp.errors import InputInvalid, InputMissing, OutputError, UsageError
from pnp.export.export import TARGETS, ExportTarget, export
from pnp.export.order import CutOptions


def pnp(*arguments: str, cwd: Path) -> CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "pnp", *arguments], cwd=cwd, capture_output=True, text=True)


@pytest.mark.slow
def test_json_on_stdout_and_messages_on_stderr(tmp_path: Path, homemade: Path) -> None:
    done = pnp("export", str(homemade), "--for", "mpc", "--out", "there", "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    record = json.loads(done.stdout)
    assert record["format"] == "pnp-export/1" and record["target"] == "mpc" and record["game"] == "salt-road"
    folder = tmp_path / record["folder"]
    assert sorted(path.name for path in folder.iterdir()) == ["README.txt", "export.json", "salt-road-mpc.zip"]
    for file in record["files"]:
        assert (folder / file["path"]).stat().st_size == file["bytes"]
    again = pnp("export", str(homemade), "--for", "mpc", "--out", "there", cwd=tmp_path)
    assert again.returncode == 0 and not again.stdout and "nothing has changed" in again.stderr


@pytest.mark.slow
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.sample(3)
def test_a_deck_of_ones_own(out: Path, homemade: Path, target: str) -> None:
    made = make(str(homemade), target, out / "own")
    assert sum(made.counts.values()) and not made.left_out


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("whispers", "--for", "tcg"), 2, "did you mean 'tgc'?"),
        (("whispers", "--for", "etsy"), 2, "there is tgc, drivethru, mpc, printplaygames, press"),
        (("whispers",), 2, "--for"),
        (("whisper", "--for", "tgc"), 3, "did you mean 'whispers'?"),
        (("whispers", "--for", "tgc", "--players", "9"), 2, "2 to 8 players"),
        (("whispers", "--for", "tgc", "--only", "coins"), 2, "coins"),
        (("whispers", "--for", "tgc", "--only", "markers"), 2, "40 x 40 mm and round"),
        (("whispers", "--for", "tgc", "--base-url", "https://example.org"), 2, "tts"),
        (("whispers", "--for", "ttp", "--base-url", "https://example.org"), 2, "tts"),
        (("whispers", "--for", "screentops"), 2, "did you mean 'screentop'?"),
        (("whispers", "--for", "tgc", "--presets", "none.toml"), 3, "none.toml"),
        (("whispers", "--for", "svg", "--marks", "3"), 2, "--marks: only --for silhouette"),
        (("whispers", "--for", "silhouette", "--marks", "five"), 2, "3 marks, for most machines, or 4"),
        (("whispers", "--for", "silhouette", "--inset", "10"), 2, "unit"),
        (("whispers", "--for", "silhouette", "--inset", "5mm"), 2, "10mm to 86.36mm"),
        (("whispers", "--for", "silhouette", "--paper", "a44"), 2, "did you mean a4?"),
        (("whispers", "--for", "dxf", "--printer", "nobody"), 3, "nobody"),
        (("whispers", "--for", "tgc", "--data", "cards=none.csv"), 3, "none.csv"),
        (("whispers", "--for", "tgc", "--out", "file"), 4, "give another --out"),
        (("whispers", "--for", "tts", "--only", "aids", "--out", "file/below"), 4, "give another --out"),
    ],
)
def test_refusals_are_one_sentence(
    pnp_here: Callable[..., CompletedProcess[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...], code: int, words: str,
) -> None:  # fmt: skip
    (tmp_path / "file").write_text("a file", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    done = pnp_here("export", *arguments)
    assert done.returncode == code, done.stderr
    assert words in done.stderr and "Traceback" not in done.stderr and not done.stdout
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file"]


def test_a_deck_with_mistakes_is_not_exported(tmp_path: Path, homemade: Path) -> None:
    broken = tmp_path / "broken"
    shutil.copytree(homemade, broken)
    definition = broken / "deck.toml"
    definition.write_text(definition.read_text(encoding="utf-8") + "\nwrong = [[[\n", encoding="utf-8")
    with pytest.raises(InputInvalid):
        make(str(broken), "tgc", tmp_path / "out")
    with pytest.raises(InputMissing):
        make(str(tmp_path / "nowhere"), "tgc", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_size_without_a_preset_is_refused_by_its_measures(tmp_path: Path, homemade: Path) -> None:
    odd = tmp_path / "odd"
    shutil.copytree(homemade, odd)
    definition = odd / "deck.toml"
    text = definition.read_text(encoding="utf-8")
    assert 'size = "poker"' in text
    definition.write_text(text.replace('size = "poker"', 'size = "90x110mm"'), encoding="utf-8")
    with pytest.raises(UsageError, match="90 x 110 mm, for which no product is near enough"):
        make(str(odd), "tgc", tmp_path / "out")
    own = tmp_path / "mine.toml"
    own.write_text(
        '[products.tgc.odd]\ntitle = "Odd Deck"\ntrim = "90x110mm"\npage = "96x116mm"\ndpi = 300\nsource = "a test"\n',
        encoding="utf-8",
    )
    made = make(str(odd), "tgc", tmp_path / "out", own)
    assert {made.picture(name).size for name in made.names()} == {(1134, 1370)}


def test_a_folder_that_cannot_be_written_is_told_before_the_work(
    tmp_path: Path, homemade: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worked = []
    monkeypatch.setitem(TARGETS, "mpc", ExportTarget(worked.append))
    (tmp_path / "file").write_text("a file", encoding="utf-8")
    with pytest.raises(OutputError, match="a file and not a folder"):
        make(str(homemade), "mpc", tmp_path / "file")
    assert not worked


def test_an_export_that_is_refused_leaves_no_empty_folder(tmp_path: Path, homemade: Path) -> None:
    with pytest.raises(UsageError, match="takes none of it"):
        make(str(homemade), "svg", tmp_path / "out", cutting=CutOptions(paper="40x50mm"))
    assert not list(tmp_path.iterdir())


def test_what_another_export_left_goes_and_what_is_not_ours_stays(tmp_path: Path, homemade: Path) -> None:
    first = make(str(homemade), "silhouette", tmp_path)
    old = {file["path"] for file in first.record["files"]}
    mine, outside = first.folder / "mine.dxf", tmp_path / "outside.txt"
    mine.write_text("mine", encoding="utf-8")
    outside.write_bytes(b"mine")
    altered = next(path for path in sorted(old) if path.endswith(".svg"))
    (first.folder / altered).write_text("altered", encoding="utf-8")
    record = first.folder / "export.json"
    listed = {"path": "../../outside.txt", "sha256": hashlib.sha256(b"mine").hexdigest(), "bytes": 4}
    record.write_text(json.dumps({**first.record, "files": [*first.record["files"], listed]}), encoding="utf-8")

    again = export(
        str(homemade), "silhouette", BuildOptions(), tmp_path, nothing_to_tell, cutting=CutOptions(paper="letter")
    )
    second = Made(again.folder, dict(again.record))
    new = {file["path"] for file in second.record["files"]}
    assert set(again.removed) == old - new - {altered}
    assert old - new - {altered}, "the two exports must differ for this to prove anything"
    there = {path.relative_to(second.folder).as_posix() for path in second.folder.rglob("*") if path.is_file()}
    assert there == new | {"export.json", "mine.dxf", altered}
    assert outside.read_bytes() == b"mine"


def test_an_earlier_export_survives_one_that_fails(tmp_path: Path, homemade: Path) -> None:
    made = make(str(homemade), "tgc", tmp_path)
    before = {path.name: path.read_bytes() for path in made.folder.iterdir()}
    with pytest.raises(UsageError):
        make(str(homemade), "tgc", tmp_path, players=99)
    blocked = made.folder / "salt-road-tgc.zip"
    blocked.unlink()
    blocked.mkdir()
    (blocked / "kept").write_text("kept", encoding="utf-8")
    with pytest.raises(OutputError):
        make(str(homemade), "tgc", tmp_path)
    assert (made.folder / "README.txt").read_bytes() == before["README.txt"] and (blocked / "kept").exists()
