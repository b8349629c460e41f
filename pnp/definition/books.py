"""Reads the sheets of a workbook, whatever format it has, for a process with limits."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from pnp.definition.ods import OdsBook
from pnp.definition.sheets import Book, table_rows
from pnp.definition.workbook import first_seen
from pnp.definition.xls import XlsBook
from pnp.definition.xlsx import XlsxBook

_BOOKS: Mapping[str, Callable[[bytes], Book]] = {"xlsx": XlsxBook, "ods": OdsBook, "xls": XlsBook}


def read_sheets(data: bytes) -> dict[str, Any]:
    """The names of all sheets, and rows and odds of those that the first line of the data asks for (no rows of one that
    is not there); of a damaged file it raises whatever its reader does.

    The readers know no bounds: a few kilobytes can hold millions of texts. So this is work for `limited`.
    """
    line, _, packed = data.partition(b"\n")
    kind, *wanted = json.loads(line)
    book = _BOOKS[kind](packed)
    names = list(book.names)
    titles = [name for name, _ in names]
    sheets: list[Any] = []
    for title, header in wanted:
        at = titles.index(title) if title in titles else first_seen(names) if not title else None
        sheets.append([None, []] if at is None else table_rows(book.sheet(at), header))
    return {"names": names, "sheets": sheets}
