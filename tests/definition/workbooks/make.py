"""Makes the workbooks beside it, and what LibreOffice shows of them; run by hand, where XlsxWriter and soffice are.

`python tests/definition/workbooks/make.py` writes made.xlsx with XlsxWriter, lets LibreOffice save it as calc.xlsx,
calc.ods and calc.xls, and export each sheet as CSV with the cells as they are shown (shown-*.csv).
"""

from __future__ import annotations

import datetime
import shutil
import subprocess
import tempfile
from pathlib import Path

import xlsxwriter

HERE = Path(__file__).parent
FORMATS = [
    "General", "0%", "0.00%", "0 %", "#,##0", "#,##0.00", '0" VP"', "0.0", "000", "0.00E+00", "[Red]0;[Blue]-0",
    '0;(0);"none"', '[>=10]"many";General', "$#,##0.00", "[$€-407]#,##0.00", "#,##0.00 [$€-407]",
    "_-* #,##0.00_-;-* #,##0.00_-", '0.0,"k"', '"x"0', "+0;-0", "#", '#,##0.0,,"M"', '0.00" / "0', 'General" pts"',
]  # fmt: skip
NUMBERS = [0, 1, 2, 3.0, 0.5, 12.345, 1234.5, 1234567.891, 5551234567, 0.1 + 0.2, 1 / 3]
DATES = [
    "yyyy-mm-dd", "dd.mm.yyyy", "d mmm yyyy", "dddd, d mmmm yyyy", "[$-407]d. mmmm yyyy", "[$-40C]dddd d mmmm yyyy",
    "h:mm", "hh:mm:ss", "h:mm AM/PM", "yyyy-mm-dd hh:mm", "[h]:mm", "mm:ss", "[mm]:ss", "d/m", "mmmmm",
    "hh:mm:ss.00", 'yyyy"年"m"月"d"日"',
]  # fmt: skip
MOMENTS = [
    datetime.datetime(2026, 3, 5), datetime.datetime(2026, 12, 31, 14, 7, 9), datetime.datetime(1999, 1, 1, 0, 0, 30),
]  # fmt: skip


def numbers(book: xlsxwriter.Workbook, name: str, formats: list[str], values: list) -> None:
    sheet = book.add_worksheet(name)
    sheet.write_row(0, 0, ["format", *(f"v{at}" for at in range(len(values)))])
    for row, form in enumerate(formats, 1):
        sheet.write_string(row, 0, form)
        for column, value in enumerate(values, 1):
            sheet.write(row, column, value, book.add_format({"num_format": form}))


def texts(book: xlsxwriter.Workbook) -> None:
    sheet = book.add_worksheet("Texts")
    bold, italic, both = (book.add_format(look) for look in ({"bold": 1}, {"italic": 1}, {"bold": 1, "italic": 1}))
    sheet.write_row(0, 0, ["name", "text", "flavour", "count", "flag"], bold)
    for row, name in enumerate(["Ant", "Bee", "Cat", "Dog", "Élan\u00a0Vital", "\u00a0"], 1):
        sheet.write_string(row, 0, name, bold)
        sheet.write_string(row, 2, "so it was said", italic)
        sheet.write_number(row, 3, row, book.add_format({"num_format": "0.00"}))
        sheet.write_boolean(row, 4, row % 2)
    sheet.write_string(1, 1, "Pay two coins now")
    sheet.write_rich_string(2, 1, "Pay ", bold, "two coins", ", then ", italic, "draw", " 2*3 ", both, "all of it", "!")
    sheet.write_string(3, 1, "line one\nline two", book.add_format({"text_wrap": 1}))
    sheet.write_string(4, 1, "wholly bold cell", bold)
    sheet.write_string(5, 1, "*typed* stars 3 * 4")
    sheet.write_formula(6, 1, "=2+3", None, 5)


def merged(book: xlsxwriter.Workbook) -> None:
    sheet = book.add_worksheet("Merged")
    sheet.merge_range(0, 0, 0, 2, "My deck")
    sheet.write_row(2, 0, ["name", "suit", "count"])
    for row in range(3, 10):
        sheet.write_string(row, 0, f"n{row}")
        sheet.write_number(row, 2, row)
    sheet.merge_range(3, 1, 5, 1, "red")
    sheet.merge_range(6, 1, 9, 1, "blue")
    sheet.set_row(8, None, None, {"hidden": True})
    sheet.set_column(1, 1, None, None, {"hidden": True})


def convert(kind: str, folder: str) -> None:
    profile = f"-env:UserInstallation=file://{folder}/profile"
    command = ["soffice", "--headless", profile, "--convert-to", kind, "--outdir", folder, str(HERE / "made.xlsx")]
    subprocess.run(command, check=True, capture_output=True)


def main() -> None:
    book = xlsxwriter.Workbook(HERE / "made.xlsx")
    numbers(book, "Numbers", FORMATS, NUMBERS)
    numbers(book, "Dates", DATES, MOMENTS)
    texts(book)
    merged(book)
    book.close()
    with tempfile.TemporaryDirectory() as folder:
        for kind in ("ods", "xls", "xlsx:Calc MS Excel 2007 XML"):
            convert(kind, folder)
        convert("csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,true,true,false,false,-1", folder)
        for path in Path(folder).glob("made*.*"):
            name = path.name.replace("made-", "shown-").replace("made.", "calc.")
            shutil.copy(path, HERE / name)


if __name__ == "__main__":
    main()
