"""One cell of a table is written anew, and nothing else changes."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.studio.csv_text import CsvText, merged

WORDS = st.text(st.characters(codec="utf-8", exclude_characters="\0\r", exclude_categories=["Cs"]), max_size=12)
CELLS = WORDS.map(str.strip)
TABLES = st.integers(1, 5).flatmap(
    lambda width: st.lists(st.lists(CELLS, min_size=width, max_size=width).filter(any), min_size=1, max_size=6)
)


def rows_of(text: CsvText) -> list[list[str]]:
    return [[cell.value for cell in cells] for _, cells in text.records]


@given(TABLES, st.sampled_from([",", ";", "\t"]), st.sampled_from(["\n", "\r\n"]), st.data())
def test_a_cell_is_written_and_nothing_else(rows, separator, ending, data):
    written = io.StringIO()
    csv.writer(written, delimiter=separator, lineterminator=ending).writerows(rows)
    table = CsvText(written.getvalue(), separator)
    assert rows_of(table) == rows
    row = data.draw(st.integers(0, len(rows) - 1))
    column = data.draw(st.integers(0, len(rows[0]) - 1))
    value = data.draw(CELLS.filter(bool))
    after = table.with_cell(row, column, value)
    expected = [list(each) for each in rows]
    expected[row][column] = value
    assert rows_of(CsvText(after, separator)) == expected
    read = csv.reader(io.StringIO(after, newline=""), delimiter=separator, skipinitialspace=True)
    assert [[cell.strip() for cell in each] for each in read if any(cell.strip() for cell in each)] == expected
    cell = table.records[row][1][column]
    assert after.startswith(table.text[: cell.start]) and after.endswith(table.text[cell.end :])


@given(TABLES.filter(lambda rows: len(rows) > 1), st.data())
def test_rows_come_and_go(rows, data):
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows(rows)
    table = CsvText(written.getvalue(), ",")
    at = data.draw(st.integers(0, len(rows) - 1))
    values = data.draw(st.lists(CELLS, min_size=len(rows[0]), max_size=len(rows[0])).filter(any))
    longer = CsvText(table.with_record(at, values), ",")
    assert rows_of(longer) == [*rows[: at + 1], values, *rows[at + 1 :]]
    assert longer.without_record(at + 1).rstrip("\n") == table.text.rstrip("\n")


@pytest.mark.parametrize("text", ["name,count\nA,1", "name,count\r\n\r\n A , 1 \r\n", 'name,count\n"A",1\n\n'])
def test_what_people_write(text):
    table = CsvText(text, ",")
    assert rows_of(table) == [["name", "count"], ["A", "1"]]
    assert rows_of(CsvText(table.with_cell(1, 0, 'B "x", y'), ",")) == [["name", "count"], ['B "x", y', "1"]]
    assert rows_of(CsvText(table.with_cell(1, 3, "z"), ","))[1] == ["A", "1", "", "z"]


@pytest.mark.parametrize("head", ["name", "name,count"])
def test_a_new_row_is_there_before_anything_is_in_it(head):
    width = head.count(",") + 1
    table = CsvText(f"{head}\nA\n", ",")
    longer = CsvText(table.with_record(1, [""] * width), ",")
    assert rows_of(longer) == [head.split(","), ["A"], [""] * width]
    assert rows_of(CsvText(longer.with_cell(2, 0, "B"), ","))[2][0] == "B"
    assert longer.without_record(2) == table.text


def test_lines_are_counted_as_editors_do():
    table = CsvText('sep=;\nname;text\nA;"one\ntwo"\n\nB;x\n', ";", start=6)
    assert [line for line, _ in table.records] == [2, 3, 6]


def test_both_changes_are_kept_or_neither():
    base = "a\nb\nc\nd\n"
    assert merged(base, "A\nb\nc\nd\n", "a\nb\nc\nD\n") == "A\nb\nc\nD\n"
    assert merged(base, "a\nb\nc\nd\ne\n", "x\na\nb\nc\nd\n") == "x\na\nb\nc\nd\ne\n"
    assert merged(base, "A\nb\nc\nd\n", "Z\nb\nc\nd\n") is None
    assert merged(base, "A\nb\nc\nd\n", "A\nb\nc\nd\n") == "A\nb\nc\nd\n"
