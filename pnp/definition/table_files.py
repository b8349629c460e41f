"""The files of tables: what [tables] says of each, and the records that stand in it, of whatever format it is."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from pnp.definition.document import MOST_BYTES, read_bytes
from pnp.definition.encodings import ENCODINGS, Undecodable, is_encoding, table_text
from pnp.definition.findings import Findings, Place, quoted, suggest
from pnp.definition.listed import LISTED, listed_records
from pnp.definition.section import TABLE, Section
from pnp.definition.workbook import OLE, WORKBOOKS, ZIP, Wanted, Workbooks
from pnp.frozen import frozen
from pnp.sources import SourceFile

Record = tuple[int, list[str]]
"""The line on which a record starts, and its cells."""
SEPARATORS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar"}
CELL = "cell"
"""Instead of a separator, for files that have none."""
_GUESSED = (",", ";", "\t")
_SAID = {",": ",", ";": ";", "|": "|", "tab": "\t"}
SAID_IN_FILE = re.compile('"?sep=([,;|\t])"?[,;|\t]*\n')
"""A first line that spreadsheet programs read as the separator of the others."""
_QUOTED = re.compile(r'"[^"]*"')
_LAST_HEADER = 100_000
_FIT = {
    "sheet": (*WORKBOOKS, *LISTED), "header": (*WORKBOOKS, ""), "encoding": (*LISTED, ""), "separator": ("",),
}  # fmt: skip
"""The endings of files for which a key says anything, the empty one for CSV files, whatever their ending."""
_FOREIGN = (".numbers", ".gsheet", ".xlsb", ".fods", ".doc", ".docx", ".pdf", ".sqlite", ".parquet")


@frozen
class TableFile:
    """An entry of [tables]: a file; the sheet of a workbook or the list of a JSON or YAML file, empty for the first;
    the line of the header, 0 for the first that is not blank; encoding and separator, empty where the file tells.
    """

    file: str
    sheet: str = ""
    header: int = 0
    encoding: str = ""
    separator: str = ""

    @property
    def wanted(self) -> Wanted:
        return Wanted(self.sheet, self.header)

    @property
    def label(self) -> str:
        """The file as findings call it, with the sheet where one is named."""
        return f"{self.file} [{self.sheet}]" if self.sheet else self.file

    def instead(self, path: Path) -> TableFile:
        """The same of another file, which is read in the same way if it is of the same kind."""
        alike = path.suffix.lower() == Path(self.file).suffix.lower()
        return TableFile(str(path), *(self.sheet, self.header, self.encoding, self.separator) if alike else ())


def kind_of(file: str) -> str:
    """The ending of a workbook or a list of objects; empty for any other, which is read as CSV."""
    ending = Path(file).suffix.lower()
    return ending if ending in (*WORKBOOKS, *LISTED) else ""


def read_entries(section: Section) -> Mapping[str, TableFile]:
    """What [tables] says: a file, or a table that says more of it."""
    found = {}
    texts = section.texts(or_tables=True)
    for name in section.names():
        if name in texts:
            found[name] = TableFile(texts[name])
        elif section.is_table(name) and (entry := _entry(section.table(name, TABLE))).file:
            found[name] = entry
    return found


def _entry(section: Section) -> TableFile:
    file = section.text("file", "cards.csv")
    for key, kinds in _FIT.items():
        if key in section and file and kind_of(file) not in kinds:
            mend = "delete it" if key != "sheet" else "a CSV file has no sheets; delete it"
            section.fault("wrong-value", f"'{key}' says nothing of {quoted(file)}; {mend}", key)
    encoding = section.text("encoding", "cp1252", "")
    if encoding and not is_encoding(encoding):
        section.fault("unknown-value", f"{quoted(encoding)} is no encoding; {suggest(encoding, ENCODINGS)}", "encoding")
        encoding = "latin-1"
    separator = section.choice("separator", _SAID, "")
    return TableFile(
        file=file,
        sheet=section.text("sheet", "Cards", ""),
        header=section.whole("header", 1, _LAST_HEADER) or 0,
        encoding=encoding,
        separator=_SAID.get(separator, ""),
    )


def table_records(
    source: SourceFile, entry: TableFile, workbooks: Workbooks, file: str, asked: Place, findings: Findings
) -> tuple[str, Iterator[Record]]:
    """The name of the separator, CELL for a file that has none, and every record that is not blank, from the header on.

    `file` is the file's name in findings, `asked` the place that calls for it.
    """
    ending = source.suffix.lower()
    if ending in WORKBOOKS:
        return CELL, workbooks.records(source, entry.wanted, file, asked, findings)
    if ending in _FOREIGN:
        message = f"{quoted(file)} is of a kind that is not read; save it as .xlsx, .ods or CSV UTF-8"
        findings.error("unreadable-file", asked, message)
        return CELL, iter(())
    data = read_bytes(source, file, asked, findings, MOST_BYTES)
    if data is None:
        return CELL, iter(())
    if data.startswith((ZIP, OLE)):
        message = "the file is a workbook; let its name end in .xlsx, .xls or .ods, or save it as CSV UTF-8"
        findings.error("unreadable-file", Place(file, 1), message)
        return CELL, iter(())
    try:
        text = table_text(data, entry.encoding, file)
    except Undecodable as fault:
        findings.error("encoding", Place(file, fault.line), str(fault))
        return CELL, iter(())
    if ending in LISTED:
        return CELL, listed_records(text, ending, entry.sheet, file, asked, findings)
    text = text.replace("\r", "\n")
    if said := SAID_IN_FILE.match(text):
        text = "\n" + text[said.end() :]
    if entry.header:
        text = "\n" * (entry.header - 1) + "".join(text.split("\n", entry.header - 1)[entry.header - 1 :])
    separator = entry.separator or (said[1] if said else separator_of(text))
    return SEPARATORS[separator], _from_line(_delimited(text, separator, file, findings), entry.header, file, findings)


def separator_of(text: str) -> str:
    """What parts the cells: the sign that stands most often in the first line that is not blank, outside of quotes."""
    line, _, _ = text.lstrip().partition("\n")
    return max(_GUESSED, key=_QUOTED.sub("", line).count)


def _from_line(records: Iterator[Record], header: int, file: str, findings: Findings) -> Iterator[Record]:
    """The records, the first of which must start on the line of the header, where one is named."""
    first = next(records, None)
    if header and (first is None or first[0] != header):
        findings.error("header", Place(file, header), "the line that 'header' names is blank; correct it")
    elif first is not None:
        yield first
        yield from records


def _delimited(text: str, separator: str, file: str, findings: Findings) -> Iterator[Record]:
    """Every record that is not blank; stops with a finding where the quotes go wrong."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, skipinitialspace=True, strict=True)
    while True:
        line = reader.line_num + 1
        try:
            cells = [cell.strip() for cell in next(reader)]
        except StopIteration:
            return
        except csv.Error as fault:
            findings.error("quotes", Place(file, line), _quote_fault(str(fault)))
            return
        if any(cells):
            yield line, cells


def _quote_fault(message: str) -> str:
    if "end of data" in message:
        return "a quote is opened here and never closed; close it, or delete it"
    if "larger than" in message:
        return "a cell is too long; is a quote opened here and not closed?"
    return 'text follows a closing quote; put the whole cell in quotes and write a quote inside it twice: ""'
