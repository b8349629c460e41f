"""Workbooks as other programs write them are read as those programs show them."""

from __future__ import annotations

import csv
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from pnp.definition.findings import Findings, Place
from pnp.definition.model import Table
from pnp.definition.sheets import Run, marked_up
from pnp.definition.table_files import TableFile
from pnp.definition.tables import read_table
from pnp.language.markup import emphasis

BOOKS = Path(__file__).with_name("workbooks")
FILES = ["made.xlsx", "calc.xlsx", "calc.ods", "calc.xls"]


def read(path: Path, sheet: str = "", header: int = 0) -> tuple[Table | None, Findings]:
    findings = Findings()
    entry = TableFile(path.name, sheet, header)
    return read_table("t", path, entry.label, Place("deck.toml", 7), findings, entry), findings


def told(findings: Findings) -> list[str]:
    return [f"{each.severity} {each.where} {each.code}" for each in (*findings.ordered(), *findings.remarks())]


@pytest.mark.parametrize("sheet", ["Numbers", "Dates"])
@pytest.mark.parametrize("file", FILES)
@pytest.mark.sample(3)
def test_values_are_as_libreoffice_shows_them(file: str, sheet: str) -> None:
    table, findings = read(BOOKS / file, sheet)
    with open(BOOKS / f"shown-{sheet}.csv", encoding="utf-8", newline="") as shown:
        header, *rows = csv.reader(shown)
    assert table is not None and not told(findings)
    assert table.columns == tuple(header) and len(rows) > 15
    assert [list(row.values.values()) for row in table.rows] == [[cell.strip() for cell in row] for row in rows]


@pytest.mark.parametrize("file", FILES)
@pytest.mark.sample(2)
def test_looks_become_marks_and_columns_that_are_counted_with_stay_bare(file: str) -> None:
    table, findings = read(BOOKS / file, "Texts")
    assert table is not None and not told(findings)
    assert [row["name"] for row in table.rows] == ["Ant", "Bee", "Cat", "Dog", "Élan\u00a0Vital", ""]
    assert {row["flavour"] for row in table.rows} == {"so it was said"}  # the look of the column, and no emphasis
    assert [row["text"] for row in table.rows] == [
        "Pay two coins now",
        "Pay **two coins**, then *draw* 2\\*3 ***all of it***!",
        "line one\nline two",
        "**wholly bold cell**",
        "*typed* stars 3 * 4",
        "5",
    ]
    assert [row["count"] for row in table.rows] == ["1", "2", "3", "4", "5", "6"]
    assert [row["flag"] for row in table.rows] == ["TRUE", "FALSE"] * 3


@pytest.mark.parametrize("file", FILES)
@pytest.mark.sample(2)
def test_titles_merged_cells_hidden_rows_and_columns(file: str) -> None:
    table, findings = read(BOOKS / file, "Merged")
    where = f"{file} [Merged]"
    (only,) = findings.ordered()
    assert table is None and str(only).startswith(f"{where}:1: header: 'My deck' looks like a title")
    assert "header = 3" in str(only)
    table, findings = read(BOOKS / file, "Merged", 3)
    assert table is not None
    assert [(row["name"], row["suit"], row["count"], row.line) for row in table.rows] == [
        (f"n{at}", "red" if at < 6 else "blue", str(at), at + 1) for at in (3, 4, 5, 6, 7, 9)
    ]
    assert told(findings) == [
        f"note {where}:4 merged-cells", f"note {where}:7 merged-cells", f"warning {where}:9 hidden-row",
    ]  # fmt: skip


@pytest.mark.parametrize("file", FILES)
@pytest.mark.sample(4)
def test_a_sheet_that_is_not_there(file: str) -> None:
    table, findings = read(BOOKS / file, "Nubmers")
    assert table is None and told(findings) == ["error deck.toml:7 unknown-value"]
    assert "did you mean 'Numbers'?" in str(findings.ordered()[0])
    table, findings = read(BOOKS / file, "Texts", 40)
    assert table is None and told(findings) == [f"error {file} [Texts]:40 header"]
    table, findings = read(BOOKS / file)
    assert table is not None and table.rows[0]["format"] == "General"
    assert told(findings) == [f"note {file}:1 more-sheets"]


MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
KINDS = "http://schemas.openxmlformats.org/package/2006"
SHEETS = "application/vnd.openxmlformats-officedocument.spreadsheetml"


def by_hand(path: Path, sheet: str, texts: str = "", more: str = "", styles: str = "", target: str = "") -> Path:
    """A workbook of that XML, with as few parts as a reader can do with."""
    parts = {"workbook": "sheet.main", "worksheets/sheet1": "worksheet", "sharedStrings": "sharedStrings"}
    types = "".join(f'<Override PartName="/xl/{part}.xml" ContentType="{SHEETS}.{kind}+xml"/>'
                    for part, kind in parts.items() if part != "sharedStrings" or texts)  # fmt: skip
    if styles:
        types += f'<Override PartName="/xl/styles.xml" ContentType="{SHEETS}.styles+xml"/>'
    link = f'<Relationship Id="r%d" Type="{OFFICE}/%s" Target="%s"/>'
    links = [
        link % (1, "worksheet", target or "worksheets/sheet1.xml"),
        link % (2, "sharedStrings", "sharedStrings.xml"),
    ]
    wrap = f'<Relationships xmlns="{KINDS}/relationships">%s</Relationships>'
    files = {
        "[Content_Types].xml": f'<Types xmlns="{KINDS}/content-types">{types}</Types>',
        "_rels/.rels": wrap % (link % (1, "officeDocument", "xl/workbook.xml")),
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}">{more}<sheets>'
        '<sheet name="Sheet 1" sheetId="1" r:id="r1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": wrap % "".join(links[: 2 if texts else 1]),
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{MAIN}"><sheetData>{sheet}</sheetData></worksheet>',
    }
    if texts:
        files["xl/sharedStrings.xml"] = f'<sst xmlns="{MAIN}">{texts}</sst>'
    if styles:
        files["xl/styles.xml"] = f'<styleSheet xmlns="{MAIN}">{styles}</styleSheet>'
    with zipfile.ZipFile(path, "w") as packed:
        for name, text in files.items():
            packed.writestr(name, text)
    return path


def cells(*texts: str) -> str:
    return "<row>" + "".join(f'<c t="inlineStr"><is><t>{text}</t></is></c>' for text in texts) + "</row>"


def test_cells_without_places_and_texts_without_a_table(tmp_path: Path) -> None:
    """As small writers have it: no styles, no dimension, no references, every text in its cell."""
    table, findings = read(by_hand(tmp_path / "a.xlsx", cells("name", "text") + cells("Ant", "Pay _x000D_two")))
    assert table is not None and not told(findings)
    assert [dict(row.values) for row in table.rows] == [{"name": "Ant", "text": "Pay \ntwo"}]


def test_runs_and_their_readings(tmp_path: Path) -> None:
    """As Japanese workbooks have it: how a word is read stands beside it and is not part of it."""
    texts = (
        "<si><t>name</t></si><si><t>text</t></si>"
        "<si><t>課きく</t><rPh sb='0' eb='1'><t>カ</t></rPh><phoneticPr fontId='1'/></si>"
        "<si><r><t xml:space='preserve'>東京 </t></r><r><rPr><b/></rPr><t>大阪</t></r>"
        "<rPh sb='0' eb='2'><t>トウキョウ</t></rPh></si>"
    )
    rows = '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>'
    rows += '<row r="3"><c r="A3" t="s"><v>2</v></c><c r="B3" t="s"><v>3</v></c></row>'
    table, findings = read(by_hand(tmp_path / "a.xlsx", rows, texts, target="/xl/worksheets/sheet1.xml"))
    assert table is not None and not told(findings)
    assert [(row.line, *row.values.values()) for row in table.rows] == [(3, "課きく", "東京 **大阪**")]


def test_the_calendar_of_1904(tmp_path: Path) -> None:
    styles = (
        '<numFmts><numFmt numFmtId="170" formatCode="d mmm yyyy"/></numFmts><fonts><font/></fonts><fills/><borders/>'
    )
    styles += '<cellStyleXfs><xf/></cellStyleXfs><cellXfs><xf/><xf numFmtId="170" applyNumberFormat="1"/></cellXfs>'
    rows = cells("name", "day") + '<row><c t="inlineStr"><is><t>Ant</t></is></c><c s="1"><v>0</v></c></row>'
    rows += '<row><c t="inlineStr"><is><t>Bee</t></is></c><c s="1"><v>44624</v></c></row>'
    path = by_hand(tmp_path / "a.xlsx", rows, more='<workbookPr date1904="1"/>', styles=styles)
    table, findings = read(path)
    assert table is not None and not told(findings)
    assert table.rows[1]["day"] == "5 Mar 2026"


def test_values_that_nobody_worked_out(tmp_path: Path) -> None:
    rows = cells("name", "text")
    rows += '<row r="2"><c r="A2" t="str"><f>"a"</f><v>a</v></c><c r="B2"><f>1+1</f></c></row>'
    rows += '<row r="3"><c r="A3" t="str"><f>""</f><v></v></c><c r="B3" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>'
    _, findings = read(by_hand(tmp_path / "a.xlsx", rows))
    assert told(findings) == ["error a.xlsx:2 formula", "error a.xlsx:3 cell-error"]
    assert "'B2' holds a formula" in str(findings.ordered()[0]) and "#DIV/0!" in str(findings.ordered()[1])


def test_hundreds_of_formulas_without_values_are_one_finding(tmp_path: Path) -> None:
    book = Workbook()
    book.active.append(["name", "text"])
    for at in range(300):
        book.active.append([f"n{at}", f'="Pay "&{at}'])
    book.save(tmp_path / "a.xlsx")
    _, findings = read(tmp_path / "a.xlsx")
    (only,) = findings.ordered()
    assert "299 more like it in a.xlsx: 3 'B3', 4 'B4'" in only.message
    assert only.measured is not None and only.measured["times"] == 300 and len(only.measured["places"]) == 300


def test_the_first_sheet_that_is_seen_is_read(tmp_path: Path) -> None:
    book = Workbook()
    book.active.title = "Export Summary"  # as Numbers writes it
    book.active.append(["This document was exported from Numbers."])
    hidden, cards = book.create_sheet("Lists"), book.create_sheet("Cards")
    hidden.sheet_state = "hidden"
    for sheet in (hidden, cards):
        sheet.append(["name", "text"])
        sheet.append([sheet.title, "x"])
    book.save(tmp_path / "a.xlsx")
    table, findings = read(tmp_path / "a.xlsx")
    assert table is not None and table.rows[0]["name"] == "Cards"
    assert told(findings) == []
    book.create_sheet("Deeds")
    book.save(tmp_path / "a.xlsx")
    _, findings = read(tmp_path / "a.xlsx")
    [note] = findings.remarks()
    assert note.code == "more-sheets" and "not 'Deeds';" in note.message and "Lists" not in note.message


def test_what_stands_beside_the_table_is_told(tmp_path: Path) -> None:
    book = Workbook()
    for row in (["name", "text", None, None], ["Ant", "x", None, "to do: rename"], ["Bee", None, " ", "\u00a0"]):
        book.active.append(row)
    book.save(tmp_path / "a.xlsx")
    table, findings = read(tmp_path / "a.xlsx")
    assert table is not None and [row["name"] for row in table.rows] == ["Bee"]
    assert told(findings) == ["error a.xlsx:2 row-length"]
    assert "D2" in str(findings.ordered()[0])


def ods(rows: str, tail: str = "") -> bytes:
    space = "urn:oasis:names:tc:opendocument:xmlns:{}:1.0"
    names = " ".join(f'xmlns:{name}="{space.format(name)}"' for name in ("office", "table", "text", "style"))
    written = BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        packed.writestr(
            "content.xml",
            f"<office:document-content {names}><office:body><office:spreadsheet>"
            f'<table:table table:name="a">{rows}</table:table>{tail}'
            "</office:spreadsheet></office:body></office:document-content>",
        )
    return written.getvalue()


def line(*texts: str, more: str = "") -> str:
    cell = '<table:table-cell office:value-type="string"><text:p>{}</text:p></table:table-cell>'
    return f"<table:table-row {more}>{''.join(map(cell.format, texts))}</table:table-row>"


def test_repeated_rows_and_columns_of_ods(tmp_path: Path) -> None:
    path = tmp_path / "a.ods"
    head = f"<table:table-header-rows>{line('name', 'text')}</table:table-header-rows>"
    twice = line("Ant", "a <text:s text:c='2'/>b<text:line-break/>c", more='table:number-rows-repeated="2"')
    bee = line("<office:annotation><text:p>a comment</text:p></office:annotation>Bee", "<text:span>x</text:span> y")
    cell = '<table:table-cell table:number-columns-repeated="16384"/>'
    path.write_bytes(
        ods(f'{head}{twice}{bee}<table:table-row table:number-rows-repeated="1048000">{cell}</table:table-row>')
    )
    table, findings = read(path)
    assert table is not None and not told(findings)
    assert [(row.line, row["name"], row["text"]) for row in table.rows] == [
        (2, "Ant", "a   b\nc"), (3, "Ant", "a   b\nc"), (4, "Bee", "x y"),
    ]  # fmt: skip


BOMBS = {
    "rows": line("name", "text") + line("x", "y", more='table:number-rows-repeated="1000000000"'),
    "columns": line("name") + "<table:table-row>" + '<table:table-cell table:number-columns-repeated="1000000000">'
    "<text:p>x</text:p></table:table-cell></table:table-row>",
    "spaces": line("name") + line("<text:s text:c='2000000000'/>x" * 100),
    "styles": line("name") + line("<text:span>" * 5000 + "x" + "</text:span>" * 5000),
}


@pytest.mark.parametrize("kind", BOMBS)
def test_bombs_in_ods(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "a.ods"
    path.write_bytes(ods(BOMBS[kind]))
    table, findings = read(path)
    codes = {finding.code for finding in findings.ordered()}
    assert codes <= {"too-large", "row-length", "unreadable-file"} and (codes or table is not None)


def test_entities_are_refused(tmp_path: Path) -> None:
    path, data = tmp_path / "a.ods", BytesIO()
    with zipfile.ZipFile(data, "w") as packed:
        packed.writestr("content.xml", '<!DOCTYPE a [<!ENTITY b "' + "c" * 1000 + '">]><a>' + "&b;" * 1000 + "</a>")
    path.write_bytes(data.getvalue())
    _, findings = read(path)
    assert told(findings) == ["error a.ods:1 unreadable-file"]


LOOKS = st.lists(
    st.builds(Run, st.text("ab *\\.,(龙\n", min_size=1, max_size=4), st.booleans(), st.booleans()), max_size=6
)


@given(LOOKS)
def test_every_look_is_marked_and_every_sign_kept(runs: list[Run]) -> None:
    """Read back as texts on cards are; a part of a word takes the word with it, so there may be more marks."""
    letters = [Run(sign, run.bold, run.italic) for run in runs for sign in run.text]
    text = marked_up(letters)
    signs, at, bold, italic = emphasis(text), 0, 0, 0
    read = []
    while at < len(text):
        if sign := signs.get(at):
            bold, italic = (
                bold + sign.bold * (1 if sign.opens else -1),
                italic + (not sign.bold) * (1 if sign.opens else -1),
            )
            at += sign.length
            continue
        at += text[at] == "\\" and text[at + 1 : at + 2] in ("\\", "*")
        read.append(Run(text[at], bold > 0, italic > 0))
        at += 1
    assert [run.text for run in read] == [run.text for run in letters]
    for told, meant in zip(read, letters):
        assert meant.text.isspace() or (told.bold >= meant.bold and told.italic >= meant.italic)
