"""Whatever a definition or a table holds, loading ends with a game or an error that is for the user."""

from __future__ import annotations

import contextlib
import tempfile
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from pnp.definition.design import names_in
from pnp.definition.document import KeyPath, lines_of
from pnp.definition.ids import slug
from pnp.definition.load import load_game
from pnp.errors import InputInvalid, PnpError
from pnp.language.wording import filled

FILES = {path.name: path.read_text(encoding="utf-8") for path in Path(__file__).with_name("sample").iterdir()}
GAME = FILES["game.toml"]

BOUNDED = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
LINES = GAME.split("\n")
VALUES = [
    "nan",
    "-inf",
    "true",
    "[]",
    "[[]]",
    "{}",
    "{a = {b = []}}",
    "1e400",
    "-1",
    "2020-01-01",
    '"\\u0000"',
    '"{"',
]
VALUES += [
    '"{a}{}"',
    '"../x"',
    '"self"',
    '"suits"',
    "'''a\n[b]\n'''",
    "[1,\n# [[components]]\n2]",
    "0x" + "f" * 999,
]


def load_files(files: Mapping[str, bytes]) -> None:
    """Loads a folder of these files; anything but a game or a PnpError with located findings fails the test."""
    with tempfile.TemporaryDirectory() as folder:
        for name, data in files.items():
            (Path(folder) / name).write_bytes(data)
        with contextlib.suppress(PnpError):
            try:
                load_game(Path(folder))
            except InputInvalid as invalid:
                for finding in invalid.findings:
                    file, _, line = finding.where.rpartition(":")
                    assert file in files and 1 <= int(line) <= files[file].count(b"\n") + files[file].count(b"\r") + 1
                raise


@BOUNDED
@given(st.binary(max_size=300))
def test_random_bytes_as_definition(data: bytes) -> None:
    load_files({"game.toml": data})


@pytest.mark.slow
@BOUNDED
@given(st.binary(max_size=300), st.booleans())
def test_random_bytes_as_table(data: bytes, headed: bool) -> None:
    files = {name: text.encode() for name, text in FILES.items()}
    load_files({**files, "cards.csv": b"rank,suit,count\n" * headed + data})


@pytest.mark.slow
@BOUNDED
@given(st.text(alphabet='abc,;"\n\r\t 1{}.', max_size=200))
def test_random_csv(text: str) -> None:
    load_files({**{name: text.encode() for name, text in FILES.items()}, "suits.csv": text.encode()})


@pytest.mark.slow
@BOUNDED
@given(
    st.lists(
        st.tuples(
            st.integers(0, len(LINES) - 1),
            st.sampled_from(["value", "drop", "twice", "swap"]),
            st.sampled_from(VALUES),
        ),
        max_size=4,
    )
)
def test_a_definition_with_lines_changed(changes: list[tuple[int, str, str]]) -> None:
    lines = list(LINES)
    for at, how, value in changes:
        key, equals, _ = lines[at % len(lines)].partition(" = ")
        match how:
            case "value" if equals:
                lines[at % len(lines)] = f"{key} = {value}"
            case "drop" if len(lines) > 1:
                del lines[at % len(lines)]
            case "twice":
                lines.insert(at % len(lines), lines[at % len(lines)])
            case "swap":
                lines[at % len(lines)], lines[0] = lines[0], lines[at % len(lines)]
    load_files({**{name: text.encode() for name, text in FILES.items()}, "game.toml": "\n".join(lines).encode()})


KEY = st.sampled_from(["a", "b", "c-1", '"d e"', "'f]'"])
VALUE = st.sampled_from(
    [
        "1",
        '"x"',
        '"a # b"',
        "'[['",
        '"""\n[a]\nb = 1\n"" """',
        "'''\n'' '''",
        "[\n 1, # ]\n 2\n]",
        "{a = [1]}",
    ]
)
STATEMENT = st.one_of(
    st.builds("[{}]".format, KEY),
    st.builds("[[{}]]".format, KEY),
    st.builds("[ {} . {} ] # note".format, KEY, KEY),
    st.builds("{} = {}".format, KEY, VALUE),
    st.builds("  {}.{} = {} # [x]".format, KEY, KEY, VALUE),
    st.just(""),
    st.just("# [a]"),
)


@BOUNDED
@given(st.lists(STATEMENT, max_size=12))
@example(["[[a]]", "[a.b]", "c-1 = 1", "[[a]]", "[a.b]", "c-1 = 1"])
def test_every_key_that_tomllib_finds_has_its_line(statements: list[str]) -> None:
    text = "\n".join(statements)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    lines = lines_of(text)
    document = text.split("\n")
    for path in paths_of(data):
        assert path in lines, (text, path)
        names = [name for name in path if isinstance(name, str)]
        assert names[-1] in document[lines[path] - 1]


def paths_of(data: Mapping[str, object], under: KeyPath = ()) -> list[KeyPath]:
    """The keys of a document, down to arrays of tables but not into what stands within a value."""
    found: list[KeyPath] = []
    for key, value in data.items():
        found.append((*under, key))
        if isinstance(value, dict) and value != {"a": [1]}:
            found += paths_of(value, (*under, key))
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            for at, entry in enumerate(value):
                found += [(*under, key, at), *paths_of(entry, (*under, key, at))]
    return found


@BOUNDED
@given(st.text(max_size=30))
def test_slugs_are_parts_of_ids(text: str) -> None:
    made = slug(text)
    assert slug(made) == made
    assert all(letter.isascii() and (letter.isalnum() or letter == "-") for letter in made)
    assert made.strip("-") == made and made == made.lower()


@BOUNDED
@given(st.text(alphabet="{}ab .", max_size=12))
def test_templates_are_filled_or_refused(template: str) -> None:
    try:
        names = names_in(template)
    except ValueError:
        return
    assert "{" not in filled(template, dict.fromkeys(names, "x")).replace("{", "", template.count("{{"))
