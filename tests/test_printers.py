"""Printers with names: kept, listed, shown, changed and forgotten; a file that is read strictly and written whole."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pnp.calibration import printers
from pnp.errors import InputInvalid, InputMissing, UsageError
from pnp.imposition.plan import Correction, Printer

HP = Correction(0.994, 1.0, 0.8, -0.3, 0.2)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(printers.FOLDER, str(tmp_path / "settings"))
    return tmp_path / "settings"


def pnp(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pnp", *arguments]
    return subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True)


def test_what_is_kept_is_read_again(folder: Path) -> None:
    assert printers.printers() == {}
    assert printers.add("HP 2nd tray", HP, landscape=False) is None
    lying = Correction(1.001, 0.9985, -1.25, 2.0, -0.05)
    assert printers.add("HP 2nd tray", lying, landscape=True) == Printer("HP 2nd tray", HP)
    printers.add("a", Correction(), landscape=False)
    assert printers.printers() == {"HP 2nd tray": Printer("HP 2nd tray", HP, lying), "a": Printer("a", Correction())}
    assert [path.name for path in folder.iterdir()] == [printers.FILE]
    printers.remove("a")
    assert list(printers.printers()) == ["HP 2nd tray"]
    with pytest.raises(InputMissing, match="no printer is called 'a'; there are HP 2nd tray"):
        printers.remove("a")


def test_more_is_added_to_what_was_known() -> None:
    printers.add("hp", HP, landscape=False)
    printers.add("hp", Correction(shift_x=-0.1, rotate=0.05), landscape=False, more=True)
    assert printers.printer("hp").upright.shift_x == pytest.approx(0.7)
    assert printers.printer("hp").upright.rotate == pytest.approx(0.25)
    with pytest.raises(UsageError, match="more than the 20 mm"):
        printers.add("hp", Correction(shift_x=19.5), landscape=False, more=True)
    assert printers.printer("hp").upright.shift_x == pytest.approx(0.7)


@pytest.mark.parametrize("name", ["", "-x", "a/b", 'a"b', "a\nb", "x" * 41, "a]b"])
def test_names_that_will_not_do(name: str, folder: Path) -> None:
    with pytest.raises(UsageError, match="is no name for a printer"):
        printers.add(name, HP, landscape=False)
    assert not folder.exists()


GOOD = 'format = "pnp-printers/1"\n[printers.hp]\n'


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "does not begin with format"),
        ("format = 1", "does not begin with format"),
        ("= x", "mend it"),
        (GOOD + 'scale_z = "1%"', "has 'scale_z', and there are scale_x"),
        (GOOD + "scale_x = 0.994", "scale_x must be text with its unit, such as '100%'"),
        (GOOD + 'scale_x = "9940%"', "is no scale of a printer"),
        (GOOD + 'scale_x = "nan%"', "is no scale of a printer"),
        (GOOD + 'shift_x = "1e9mm"', "is not a length"),
        (GOOD + 'shift_x = "21mm"', "more than the 20 mm"),
        (GOOD + 'rotate = "6"', "is no turn"),
        (GOOD + 'landscape = "x"', "'landscape' must be a table"),
        (GOOD + "[printers.hp.landscape.landscape]", "has 'landscape'"),
        ('format = "pnp-printers/1"\nprinters = 3', "'printers' must be a table"),
        ('format = "pnp-printers/1"\nprinters.hp = 3', "must be a table with a plain name"),
        ('format = "pnp-printers/1"\nother = 3', "the file has 'other'"),
        ('format = "pnp-printers/1"\n' + "#" * (1 << 20), "too large"),
        ('format = "pnp-printers/1"\nx = ' + "[" * 5000, "mend it"),
    ],
)  # fmt: skip
def test_a_file_that_is_wrong_gets_one_sentence(folder: Path, text: str, sentence: str) -> None:
    folder.mkdir()
    (folder / printers.FILE).write_text(text, encoding="utf-8")
    with pytest.raises(InputInvalid) as caught:
        printers.printers()
    [finding] = caught.value.findings
    assert sentence in str(finding) and str(folder) in finding.where and "\n" not in str(finding)
    with pytest.raises(InputInvalid):
        printers.add("new", HP, landscape=False)
    assert (folder / printers.FILE).read_text(encoding="utf-8") == text


def test_bytes_that_are_no_text(folder: Path) -> None:
    folder.mkdir()
    (folder / printers.FILE).write_bytes(b"\xff\xfe")
    with pytest.raises(InputInvalid, match="printers-invalid"):
        printers.printers()


def test_a_folder_that_is_none_is_told(folder: Path) -> None:
    folder.write_text("a file", encoding="utf-8")
    with pytest.raises(UsageError, match=r"PNP_CONFIG is .* which is no folder"):
        printers.add("hp", HP, landscape=False)


def test_where_it_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(printers.FOLDER)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert printers.config_file() == tmp_path / "pnp" / "printers.toml"
    monkeypatch.delenv("XDG_CONFIG_HOME")
    monkeypatch.setattr(Path, "home", lambda: Path("/home/me"))
    for platform, place in (
        ("linux", "/home/me/.config/pnp"), ("darwin", "/home/me/Library/Application Support/pnp"),
    ):  # fmt: skip
        monkeypatch.setattr(sys, "platform", platform)
        assert printers.config_file() == Path(place) / "printers.toml"


@pytest.mark.parametrize(("text", "value"), [("99.4%", 0.994), ("100 %", 1.0), ("101.25%", 1.0125)])
def test_scales(text: str, value: float) -> None:
    assert printers.parse_scale(text) == value


@pytest.mark.parametrize(("text", "value"), [("-0.3mm", -0.3), ("+1mm", 1.0), ("0.1in", 2.54), ("-3pt", -1.058333)])
def test_shifts(text: str, value: float) -> None:
    assert printers.parse_shift(text) == pytest.approx(value)


@pytest.mark.parametrize(("text", "value"), [("0.2", 0.2), ("-0.2", -0.2), ("-1.5deg", -1.5), ("0.25°", 0.25)])
def test_turns(text: str, value: float) -> None:
    assert printers.parse_turn(text) == value


@pytest.mark.parametrize("text", ["", "0.994", "99.4", "50%", "%", "1e2%"])
def test_no_scales(text: str) -> None:
    with pytest.raises(ValueError, match=r"such as 99\.4%"):
        printers.parse_scale(text)


@pytest.mark.parametrize("text", ["", "3", "--1mm", "21mm", "mm"])
def test_no_shifts(text: str) -> None:
    with pytest.raises(ValueError, match=r"length|printer can be off"):
        printers.parse_shift(text)


def test_the_command_line_from_adding_to_removing(folder: Path) -> None:
    assert "no printers yet" in pnp("printer").stdout
    assert json.loads(pnp("printer", "--json").stdout) == {"printers": []}
    added = pnp(
        "printer", "add", "hp", "--scale-x", "99.4%", "--shift-x", "0.8mm", "--shift-y", "-0.3mm", "--rotate", "-0.2"
    )
    assert added.returncode == 0 and added.stdout == "hp: scale 99.4% x 100%, shift 0.8 mm / -0.3 mm, turn -0.2°\n"
    entry = {
        "name": "hp", "scale_x": 0.994, "scale_y": 1.0, "shift_x_mm": 0.8, "shift_y_mm": -0.3, "rotate_deg": -0.2,
        "landscape": None,
    }  # fmt: skip
    assert json.loads(pnp("printer", "show", "hp", "--json").stdout) == entry
    assert json.loads(pnp("printer", "list", "--json").stdout) == {"printers": [entry]}
    assert pnp("printer").stdout == pnp("printer", "list").stdout == added.stdout
    again = pnp("printer", "add", "hp", "--landscape", "--read", "A=0.1,B=-0.1,C=0,D=0,E=0,F=0,G=0,H=0")
    assert "was:\nhp: scale 99.4%" in again.stderr
    assert "landscape: scale 99.8% x 100%" in again.stdout  # lying sheets turn over their horizontal middle line
    assert pnp("printer", "remove", "hp").returncode == 0
    assert json.loads(pnp("printer", "--json").stdout) == {"printers": []}


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (["printer", "show", "hp"], 3, "there are none yet"),
        (["printer", "remove", "hp"], 3, "no printer is called 'hp'"),
        (["printer", "add", "a/b"], 2, "is no name for a printer"),
        (["printer", "add", "hp", "--scale-x", "0.994"], 2, "such as 99.4%"),
        (["printer", "add", "hp", "--shift-x", "1"], 2, "not a length"),
        (["printer", "add", "hp", "--read", "A=1"], 2, "is missing"),
        (["printer", "add", "hp", "--rotate", "0.1", "--read", "A=0,B=0,C=0,D=0,E=0,F=0,G=0,H=0"], 2, "leave"),
        (["calibrate", "--printer", "hp"], 3, "no printer is called 'hp'"),
        (["calibrate", "--paper", "a5"], 2, "take a4"),
        (["build", "whispers", "--printer", "hp"], 3, "no printer is called 'hp'"),
        (["build", "whispers", "--sheets", "3-2"], 2, "such as 2-4"),
        (["build", "whispers", "--sheets", "0"], 2, "such as 2-4"),
        (["build", "whispers", "--changed-since", "nowhere"], 3, "name the manifest.json"),
    ],
)  # fmt: skip
@pytest.mark.sample(2)
def test_mistakes_get_a_sentence_and_their_code(
    tmp_path: Path, arguments: list[str], code: int, sentence: str
) -> None:  # fmt: skip
    failed = pnp(*arguments)
    assert failed.returncode == code, failed.stderr
    assert sentence in failed.stderr and "Traceback" not in failed.stderr and not failed.stdout


@pytest.mark.slow
def test_a_named_printer_is_built_for(tmp_path: Path) -> None:
    printers.add("hp", HP, landscape=False)
    done = pnp("build", "whispers", "--only", "cards", "--printer", "hp", "--out", str(tmp_path), "--json")
    assert json.loads(done.stdout)["options"]["printer"]["shift_x_mm"] == 0.8
    notes = json.loads(pnp("preflight", str(tmp_path / "whispers"), "--json").stdout)
    [note] = [each for each in notes if each["code"] != "set-contrast"]
    assert (note["severity"], note["code"]) == ("note", "compared-anew")
