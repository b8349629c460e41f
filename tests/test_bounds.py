"""No text that anybody may have written keeps a reader busy: long, deep or cut off, it is read or refused in a moment.

Each bait is some hundred thousand letters long; a reader that takes the square of that needs minutes.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO
from pathlib import Path

import pytest
from pace import within

from pnp.build import manifest
from pnp.build.changes import read_earlier
from pnp.calibration import printers
from pnp.definition.document import read_file
from pnp.definition.findings import Findings, Place
from pnp.definition.tables import read_table
from pnp.drawing.art import ArtError, read_symbol
from pnp.drawing.shapes import around
from pnp.engine.record import read_record
from pnp.errors import InputInvalid, PnpError
from pnp.playouts.scheduler import Checkpoint
from pnp.preflight.found import Unreadable
from pnp.preflight.reader import read_svg
from pnp.sources import Failed, TooMuch, limited, parse_json

LENGTH = 200_000
MOMENT = 6.0  # seconds of the processor; all of them need less than one
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">%s</svg>'
WHOLE = SVG % '<g transform="rotate(3)"><path d="M0 0c1 1 2 2 3 3a1 1 0 011 1z" style="fill:#123"/></g>'


def filled(pattern: str) -> str:
    """The part of a pattern between two signs ~ repeated to the whole length."""
    before, repeated, after = pattern.split("~")
    return before + repeated * (LENGTH // len(repeated)) + after


def in_a_moment(read: Callable[[], object], *refusals: type[Exception]) -> Exception | None:
    """Reads; the refusal, if it is one."""
    refusal = None
    with within(MOMENT):
        try:
            read()
        except refusals as caught:
            refusal = caught
    if refusal is not None:
        assert max(map(len, str(refusal).splitlines())) < 500, "a message quotes all of it"
    return refusal


DRAWINGS = [
    *(SVG % f'<g transform="{bait}"/>' for bait in ("~a~", "a~ ~", "~a(~", "~ (~", "scale(~1~)", "~scale(1)~", "~,~")),
    *(
        SVG % f'<path d="{bait}"/>'
        for bait in (
            "M~1~", "M0 0L~1.1~", "M0 0~l1 1~", "m0 0a~-1~", "m0 0a~1~", "m0 0a~1-1-1 00-1-1~", "m0 0~a1 1 0 001 1~",
            "M0 0~z~", "M0 0l~-~", "M0 0l~1e~", "M0 0~ ~x", "~ ~x", "M0 0l1e~9~ 1", "m0 0~,~",
        )
    ),
    *(SVG % bait for bait in ("~<g/>~", "~<rect/>~", "~<!---->~", "~&amp;~", "~<![CDATA[~", "<!--~-x~-->")),
    *(SVG % f"<g {bait}/>" for bait in ('style="~;~"', 'style="opacity:1.~0~x"', 'fill="~a~"', 'xmlns:a="~u~"')),
    SVG % '<g><polygon points="~1 ~"/></g>', SVG % '<polygon points="~.~"/>', SVG % "<g id='~xmlns=~'/>",
    SVG.replace("0 0 9 9", "~1 ~") % "",
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("bait", DRAWINGS)
@pytest.mark.sample(2)
def test_drawings(bait: str, tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    path.write_text(filled(bait), encoding="utf-8")
    in_a_moment(lambda: read_symbol(path, "a"), ArtError)


def test_a_long_namespace_is_not_written_before_every_name(tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    path.write_text(SVG % f'<g xmlns:a="{"u" * 4_000_000}">{"<a:b/>" * 40_000}</g>', encoding="utf-8")
    assert in_a_moment(lambda: read_symbol(path, "a"), ArtError)


@pytest.mark.parametrize(
    "drawing",
    [
        SVG % '<path d="M0 0A1e200 1e200 0 0 1 3 3"/>', SVG % '<path d="M0 0A1e-160 1e160 1e6 0 1 3 3"/>',
        SVG % '<path d="M0 0L1e400 0"/>', SVG % '<path d="m0 0l1e308 1e308 1e308 1e308"/>',
        *(SVG.replace("0 0 9 9", box) % "" for box in ("0 0 1e308 1e-308", "0 0 1e-308 1e308", "1e308 0 9 9")),
        SVG % ('<g transform="scale(999999)">' * 40 + "</g>" * 40),
        SVG % '<g transform="matrix(1e300 0 0 1e300 0 0)"/>', SVG % '<circle r="1e200"/>',
    ],
)  # fmt: skip
def test_numbers_beyond_any_page(drawing: str, tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    path.write_text(drawing, encoding="utf-8")
    try:
        shapes = read_symbol(path, "a").shapes
    except ArtError as failure:
        assert str(failure).startswith("a.svg:1")
    else:  # a number that is none is passed over
        assert not shapes or around([each for shape in shapes for each in shape.commands]).width < 1e6


@pytest.mark.parametrize("encoding", ["klingon", "utf-16", "idna", "base64", "undefined", "x" * 5000])
def test_unknown_encodings(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    path.write_text(f'<?xml version="1.0" encoding="{encoding}"?>{WHOLE}', encoding="utf-8")
    with suppress(ArtError):
        read_symbol(path, "a")
    with suppress(Unreadable):
        read_svg(path.read_bytes())


def test_a_finished_drawing_that_was_tampered_with() -> None:
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="9mm">%s</svg>'
    piece = '<g data-component="a" data-copy="%s" transform="%s"/>'
    for text in (
        head % ("1.2.3mm", ""), head % (f"{'9' * 5000}mm", ""), head % ("9mm", piece % ("9" * 5000, "")),
        head % ("9mm", piece % ("1", f"matrix({'1e999 ' * 6})")), head % ("9mm", piece % ("1", " " * LENGTH)),
    ):  # fmt: skip
        in_a_moment(lambda text=text: read_svg(text.encode()), Unreadable)


def test_a_drawing_cut_off_anywhere(tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    for at in range(64):
        path.write_text(WHOLE[: at * len(WHOLE) // 64], encoding="utf-8")
        with pytest.raises(ArtError):
            read_symbol(path, "a")


DEFINITIONS = [
    'a = "~\\" ~\nb', '~\\" ~', "a~ ~b", "~a.~b=1", "~a .~", '~"a".~', "a = [~[~", "a = ~[~", "a = ~{a=~", "~[[a]]\n~",
    "a = 0x~f~", "a = ~9~", "a = ~9~.0", "a = ~1_~1", '~\\"""~', "a = '''~'~", '~"x~', "~[a~", "~=~", "#~9~\na = [",
    'a = """~\\\n~"""', '~"\\~', "~'~", '~"~', "a = {~a.b={},~}", "~a=1\n~", "~#\n~",
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("bait", DEFINITIONS)
def test_definitions(bait: str, tmp_path: Path) -> None:
    path = tmp_path / "deck.toml"
    path.write_text(filled(bait), encoding="utf-8")
    in_a_moment(lambda: read_file(path, Findings()), InputInvalid)


TABLES = ["~ ~", "~\n~", "~a\n~", "~,~", '~"~', '~"" ~', '~"",~', "a,b\n~1,2\n~", "a\n~,~", 'a\n"~x~', "~a~", "~;\t,~"]


@pytest.mark.parametrize("bait", TABLES)
def test_tables(bait: str, tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    path.write_text(filled(bait), encoding="utf-8")
    in_a_moment(lambda: read_table("cards", path, "cards.csv", Place("cards.csv", 1), Findings()), PnpError)


def test_a_table_has_so_many_cells_and_no_more(tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    path.write_text(",".join(f"c{at}" for at in range(60)) + f"\n{'x,' * 59}y" * 5000, encoding="utf-8")
    findings = Findings()
    table = read_table("cards", path, "cards.csv", Place("cards.csv", 1), findings)
    assert table is not None and len(table.rows) == 5000 and not len(findings)
    path.write_text(",".join(f"c{at}" for at in range(60)) + f"\n{'x,' * 59}y" * 20_000, encoding="utf-8")
    read_table("cards", path, "cards.csv", Place("cards.csv", 1), findings)
    assert "1,000,000 cells" in str(findings.ordered()[0])


DOCUMENTS = ["~[~", '~{"a":~', "~[],~", "[~[],~0]", "[~9~]", '["~\\u0041~"]', "[NaN]", "[1e999]", "-Infinity", "~\\~"]


@pytest.mark.parametrize("bait", DOCUMENTS)
def test_json(bait: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = filled(bait) if "~" in bait else bait
    for name in (manifest.MANIFEST, "games.jsonl", "record.jsonl", printers.FILE):
        (tmp_path / name).write_text(text + "\n", encoding="utf-8")
    monkeypatch.setenv(printers.FOLDER, str(tmp_path))
    in_a_moment(lambda: parse_json(text), ValueError)
    assert in_a_moment(lambda: read_earlier(tmp_path), InputInvalid)
    assert manifest.is_current(tmp_path, "x") is None
    assert in_a_moment(lambda: read_record(tmp_path / "record.jsonl"), InputInvalid)
    assert in_a_moment(printers.printers, InputInvalid)
    with Checkpoint(tmp_path / "games.jsonl", {"game": "a"}) as checkpoint:
        assert in_a_moment(lambda: checkpoint.open(1), PnpError)
    header = json.dumps({"format": "pnp-games/1", "game": "a"})
    (tmp_path / "later.jsonl").write_text(f"{header}\n{text}\n", encoding="utf-8")
    with Checkpoint(tmp_path / "later.jsonl", {"game": "a"}) as checkpoint:
        assert in_a_moment(lambda: checkpoint.open(1), PnpError)


@pytest.mark.parametrize("line", ['"~a.~" = 1', "~a.~b = 1", "a = ~[~"])
def test_printers(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(printers.FOLDER, str(tmp_path))
    for length in (1, 3):
        (tmp_path / printers.FILE).write_text(filled(line)[: length * 20_000], encoding="utf-8")
        assert in_a_moment(printers.printers, InputInvalid)


MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'


SHEETS = "application/vnd.openxmlformats-officedocument.spreadsheetml"
PARTS = (("workbook", "sheet.main"), ("worksheets/s", "worksheet"), ("sharedStrings", "sharedStrings"))


def workbook(sheet: str, texts: bytes = b"") -> bytes:
    kinds, office = (
        "http://schemas.openxmlformats.org/package/2006",
        "http://schemas.openxmlformats.org/officeDocument/2006",
    )
    link = f'<Relationship Id="r%d" Type="{office}/relationships/%s" Target="%s"/>'
    links = f'<Relationships xmlns="{kinds}/relationships">%s</Relationships>'
    parts: dict[str, str | bytes] = {
        "[Content_Types].xml": f'<Types xmlns="{kinds}/content-types">'
        + "".join(f'<Override PartName="/xl/{part}.xml" ContentType="{SHEETS}.{kind}+xml"/>' for part, kind in PARTS)
        + "</Types>",
        "_rels/.rels": links % (link % (1, "officeDocument", "xl/workbook.xml")),
        "xl/workbook.xml": f'<workbook {MAIN} xmlns:r="{office}/relationships"><sheets>'
        '<sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": links
        % (link % (1, "worksheet", "worksheets/s.xml") + link % (2, "sharedStrings", "sharedStrings.xml")),
        "xl/sharedStrings.xml": f"<sst {MAIN}>".encode() + texts + b"</sst>",
        "xl/worksheets/s.xml": f"<worksheet {MAIN}><sheetData>{sheet}</sheetData></worksheet>",
    }
    written = BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in parts.items():
            packed.writestr(name, data)
    return written.getvalue()


HEAD = '<row r="1"><c r="A1" t="inlineStr"><is><t>name</t></is></c></row>'


WORKBOOKS: dict[str, tuple[Callable[[], bytes], str]] = {
    "sound": (lambda: workbook(HEAD + '<row r="2"><c r="A2" t="s"><v>0</v></c></row>', b"<si><t>Ant</t></si>"), ""),
    "texts": (lambda: workbook(HEAD, b"<si/>" * 10_000_000), "too-large"),
    "cells": (lambda: workbook(HEAD + "<row>" + "<c/>" * 5_000_000 + "</row>"), "too-large"),
    "corner": (lambda: workbook(HEAD + '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'), "too-large"),
    "deep": (lambda: workbook(HEAD + "<row>" * 100_000), "unreadable-file|no-rows"),
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", WORKBOOKS)
def test_workbooks(kind: str, tmp_path: Path) -> None:
    make, told = WORKBOOKS[kind]
    path, findings = tmp_path / "cards.xlsx", Findings()
    path.write_bytes(make())
    with within(MOMENT):
        table = read_table("cards", path, "cards.xlsx", Place("cards.xlsx", 1), findings)
    codes = {finding.code for finding in findings.ordered()}
    assert codes <= set(told.split("|")) if told else table is not None and table.rows[0]["name"] == "Ant"


def test_a_workbook_cut_off_anywhere(tmp_path: Path) -> None:
    path, whole = tmp_path / "cards.xlsx", workbook(HEAD)
    for at in range(64):
        path.write_bytes(whole[: at * len(whole) // 64])
        findings = Findings()
        assert read_table("cards", path, "cards.xlsx", Place("cards.xlsx", 1), findings) is None
        assert [finding.code for finding in findings.ordered()] == ["unreadable-file"]


def counts(data: bytes) -> object:
    return {"letters": len(data)}


def works_for_ever(data: bytes) -> object:
    while data:
        pass
    return None


def takes_all_memory(data: bytes) -> object:
    return len(data * 10**9)


def dies(data: bytes) -> object:
    os.abort()


def gives_up(data: bytes) -> object:
    raise ValueError("no reader of this \ud800")


@pytest.mark.slow
def test_work_with_limits() -> None:
    assert limited(counts, b"abc") == {"letters": 3}
    with pytest.raises(Failed, match="no reader"):
        limited(gives_up, b"x")
    for work in (works_for_ever, takes_all_memory, dies):
        with pytest.raises(TooMuch):
            limited(work, b"x", seconds=1, megabytes=200)


def test_no_process_takes_a_module_from_the_working_folder(tmp_path: Path) -> None:
    """A deck may hold files of any name, and its folder is where people stand when they build it."""
    for name in ("pickle.py", "json.py", "subprocess.py", "random.py", "multiprocessing/__init__.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("open('RUN', 'w').close()", encoding="utf-8")
    program = (
        "if __name__ == '__main__':\n"
        "    from pnp.workers import Workers\n    from pnp.sources import limited\n"
        "    from pnp.definition.books import read_sheets\n"
        "    with Workers(2) as workers:\n        assert list(workers.map(abs, [-1, -2])) == [1, 2]\n"
        "    try:\n        limited(read_sheets, b'')\n    except Exception:\n        pass\n"
    )
    script = tmp_path.parent / f"{tmp_path.name}-program.py"
    script.write_text(program, encoding="utf-8")
    subprocess.run([sys.executable, str(script)], cwd=tmp_path, check=True, timeout=60)
    assert not (tmp_path / "RUN").exists()
