"""The objects of a file are the same whoever reads them, and what is not written plainly is left to pikepdf."""

from __future__ import annotations

import os
import re
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from finished_deck import FILE, Deck

from pnp.preflight import check, objects, preflight
from pnp.preflight.objects import Stream, read_objects


def described(root: Any) -> list[Any]:
    """Everything that can be reached, in the order in which it is found; what was seen before by its number."""
    seen: dict[int, int] = {}
    told: list[Any] = []
    waiting = [root]
    while waiting:
        value = waiting.pop()
        if isinstance(value, Stream):
            told.append(value.stored if value.entries.get("/Subtype") == "/Image" else value.unpack())
            value = value.entries
        if not isinstance(value, (dict, list)):
            told.append(round(value, 9) if isinstance(value, float) else value)
        elif id(value) in seen:
            told.append(f"again {seen[id(value)]}")
        else:
            seen[id(value)] = len(seen)
            told.append(sorted(value) if isinstance(value, dict) else len(value))
            waiting += [value[key] for key in sorted(value)] if isinstance(value, dict) else value
    return told


@pytest.fixture
def only_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(data: bytes) -> Any:
        raise AssertionError("not read plainly")

    monkeypatch.setattr(objects, "_by_pikepdf", refuse)


def by_pikepdf(data: bytes, monkeypatch: pytest.MonkeyPatch) -> objects.Objects:
    with monkeypatch.context() as patch:
        patch.setattr(objects, "_plainly", lambda data: {}["nothing"])
        return read_objects(data, 100)


def saved(data: bytes, **how: Any) -> bytes:
    written = BytesIO()
    with pikepdf.open(BytesIO(data)) as pdf:
        pdf.save(written, **how)
    return written.getvalue()


def test_our_files_are_read_plainly_and_the_same_as_by_pikepdf(
    made: Deck, monkeypatch: pytest.MonkeyPatch, only_plain: None
) -> None:
    plain = read_objects(made.pdf, 100)
    monkeypatch.undo()
    other = by_pikepdf(made.pdf, monkeypatch)
    assert len(plain.pages) == len(other.pages) == made.manifest["files"][0]["pages"]
    assert described(plain.root) == described(other.root)


@pytest.mark.parametrize(
    "how",
    [
        {"object_stream_mode": pikepdf.ObjectStreamMode.generate},
        {"linearize": True},
        {"encryption": pikepdf.Encryption(owner="x", user="")},
        {"compress_streams": False, "stream_decode_level": pikepdf.StreamDecodeLevel.generalized},
    ],
)
def test_other_ways_of_writing_are_read_as_well(made: Deck, how: dict[str, Any]) -> None:
    data = saved(made.pdf, **how)
    codes = {finding.code for finding in check({FILE: data}, made.manifest)}
    assert codes == {"file-changed", *(["file-encrypted"] if "encryption" in how else [])}


@pytest.mark.parametrize(
    ("pattern", "new"),
    [
        (rb"/Type /Catalog", rb"/Type /Catalog /Type /Catalog"),  # an entry twice
        (rb"/Root \d+ 0 R", rb"\g<0> /Prev 9"),
        (rb"\n(\d+) 0 obj", rb"\n% a word \1 0 obj"),  # where the table does not say
        (rb"startxref\s+(\d+)", rb"startxref\n1\1"),
        (rb"endobj", rb"endobj (more)"),
    ],
)
def test_what_is_not_plain_is_left_to_pikepdf(made: Deck, only_plain: None, pattern: bytes, new: bytes) -> None:
    changed = re.sub(pattern, new, made.pdf, count=1)
    assert changed != made.pdf
    with pytest.raises(AssertionError, match="not read plainly"):
        read_objects(changed, 100)


def test_pages_in_a_circle_have_an_end(made: Deck, only_plain: None) -> None:
    count = len(read_objects(made.pdf, 100).pages)
    tree = re.search(rb"/Pages (\d+) 0 R", made.pdf)
    kids = re.search(rb"/Kids \[ *\d+ 0 R", made.pdf)
    assert tree and kids
    circle = made.pdf.replace(kids[0], (b"/Kids [" + tree[1] + b" 0 R").ljust(len(kids[0])))
    assert len(circle) == len(made.pdf)
    assert len(read_objects(circle, 100).pages) == count - 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes")
def test_a_pipe_among_finished_files_is_not_waited_for(made: Deck, tmp_path: Path) -> None:
    for name in (FILE, "manifest.json"):
        os.mkfifo(tmp_path / name)
        assert {finding.code for finding in preflight([tmp_path / name])} & {"file-unreadable"}
