"""Writing an output folder: whole files or none, one writer at a time, a sentence for what goes wrong."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pnp import output
from pnp.errors import OutputBusy, OutputError

# Two files of a kind that pnp writes.
OLD, NEW = (b"%PDF-1.7 /Creator (pnp " + version for version in (b"1.0)", b"2.0)"))


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_files_are_written_and_nothing_else_is_left(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    with output.locked(folder):
        assert output.write(folder, {"x.pdf": b"1", "sub/y.png": b"2", "manifest.json": b"{}"}) == (
            "x.pdf", "sub/y.png", "manifest.json",
        )  # fmt: skip
    assert contents(folder) == {"x.pdf": b"1", "sub/y.png": b"2", "manifest.json": b"{}"}


def test_a_file_that_is_the_same_is_not_touched(tmp_path: Path) -> None:
    with output.locked(tmp_path):
        output.write(tmp_path, {"x": OLD, "y": OLD})
        before = (tmp_path / "x").stat().st_mtime_ns
        assert output.write(tmp_path, {"x": OLD, "y": NEW}) == ("y",)
    assert (tmp_path / "x").stat().st_mtime_ns == before


def test_a_full_disk_leaves_the_old_files_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with output.locked(tmp_path):
        output.write(tmp_path, {"x": OLD, "y": OLD})
    written: list[int] = []

    def full(descriptor: int) -> None:
        written.append(descriptor)
        if len(written) == 3:  # the mark of the folder, x, y
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OutputError, match="the disk is full"), output.locked(tmp_path):
        output.write(tmp_path, {"x": NEW, "y": NEW})
    assert contents(tmp_path) == {"x": OLD, "y": OLD}


def test_a_second_writer_is_told_to_wait(tmp_path: Path) -> None:
    with output.locked(tmp_path), pytest.raises(OutputBusy, match="another build"), output.locked(tmp_path):
        pass
    with output.locked(tmp_path):
        pass


@pytest.mark.parametrize("place", ["file", "file/below"])
def test_out_that_is_a_file(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").write_bytes(b"mine")
    with pytest.raises(OutputError, match="a file and not a folder"), output.locked(tmp_path / place):
        pass
    assert (tmp_path / "file").read_bytes() == b"mine"


def test_folders_that_were_made_for_nothing_are_taken_away_again(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    with output.locked(tmp_path / "there" / "new" / "deep"):
        pass
    with output.locked(tmp_path / "there"):
        pass
    assert [path.name for path in tmp_path.rglob("*")] == ["there"]


def test_stale_files_go_and_so_do_folders_that_they_leave_empty(tmp_path: Path) -> None:
    with output.locked(tmp_path):
        output.write(tmp_path, {"a/b/x": b"1", "a/y": b"1", "c/z": b"1"})
        (tmp_path / "c" / "mine").write_bytes(b"mine")
        output.write(tmp_path, {"a/y": b"1"}, ["a/b/x", "c/z", "c/gone"])
    assert contents(tmp_path) == {"a/y": b"1", "c/mine": b"mine"}
    assert not (tmp_path / "a" / "b").exists()


@pytest.mark.parametrize("place", ["file/below", "file/deep/below"])
def test_a_place_that_cannot_be_written_is_known_before(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").write_bytes(b"mine")
    output.check_place(tmp_path / "new" / "deep" / "x")
    with pytest.raises(OutputError, match="a file and not a folder"):
        output.check_place(tmp_path / place)
    assert [path.name for path in tmp_path.rglob("*")] == ["file"]


def test_a_target_that_is_a_folder_is_an_error_and_not_a_trace(tmp_path: Path) -> None:
    (tmp_path / "x" / "inner").mkdir(parents=True)
    with pytest.raises(OutputError), output.locked(tmp_path):
        output.write(tmp_path, {"x": b"1"})
    assert (tmp_path / "x" / "inner").is_dir()


@pytest.mark.parametrize("place", ["x", "."])
def test_a_file_is_not_put_in_the_place_of_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x").mkdir()
    with pytest.raises(OutputError, match="is a folder; name a file in it"):
        output.write_file(Path(place), b"1")
    assert [path.name for path in tmp_path.iterdir()] == ["x"]


def test_a_killed_build_leaves_no_record_of_other_files(tmp_path: Path) -> None:
    record = '{"format": "pnp-manifest/1", "files": [{"path": "x"}]}'
    with output.locked(tmp_path):
        output.write(tmp_path, {"x": b"1", "record": record.encode()}, record="record")
    killed = f"""
import os, sys
from pathlib import Path
from pnp import output
replace = os.replace
def killing(old, new):
    replace(old, new)
    if new.name == "x":
        os._exit(9)
os.replace = killing
with output.locked(Path(sys.argv[1])):
    output.write(Path(sys.argv[1]), {{"x": b"2", "record": {record.encode() + b" "!r}}}, record="record")
"""
    assert subprocess.run([sys.executable, "-c", killed, str(tmp_path)]).returncode == 9
    assert (tmp_path / "x").read_bytes() == b"2" and not (tmp_path / "record").exists()
    # What the record lists is known to be ours all the same.
    with output.locked(tmp_path):
        output.write(tmp_path, {"x": b"3", "record": record.encode()}, record="record")
    assert contents(tmp_path) == {"x": b"3", "record": record.encode()}


def test_what_a_killed_build_left_is_cleared_away(tmp_path: Path) -> None:
    killed = """
import os, sys
from pathlib import Path
from pnp import output
os.replace = lambda *paths: os._exit(9)
with output.locked(Path(sys.argv[1])):
    output.write(Path(sys.argv[1]), {"x": b"1", "deep/y": b"2"})
"""
    assert subprocess.run([sys.executable, "-c", killed, str(tmp_path)]).returncode == 9
    assert (tmp_path / ".pnp-staging" / "deep" / "y").is_file(), "it was killed in the middle"
    with output.locked(tmp_path):
        output.write(tmp_path, {"x": b"1"})
    assert contents(tmp_path) == {"x": b"1"}
