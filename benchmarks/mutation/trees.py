"""Edits that take a text apart (JSON, TOML, CSV, PO, XML), change a part of it, and put it together again."""

from __future__ import annotations

import csv
import io
import json
import math
import re
import tomllib
from collections.abc import Sequence
from copy import deepcopy
from random import Random
from typing import Any
from xml.etree import ElementTree

from mutation.edits import NUMBERS, Edit, bad_text, bounded, encoded, other_number

_NUMERIC = (0, -1, 1, 2, 10**6, 10**15, 2**63, 10**30, 1e308, -1e308, 1e-320, 0.5, math.nan, math.inf, -math.inf)
_OTHER: tuple[Any, ...] = (None, True, False, "", [], {}, [[]], {"": ""}, [None], "nan", "-1", "1e999")


def odd_value(random: Random, near: Any) -> Any:
    """A value to stand where `near` stood: of another type, an extreme of the same, or a bad string."""
    match random.randrange(8):
        case 0:
            return random.choice(_NUMERIC)
        case 1:
            return random.choice(_OTHER)
        case 2:
            return bad_text(random) if isinstance(near, str) or random.random() < 0.5 else str(near)
        case 3 | 4 | 5 if isinstance(near, str):
            at = random.randrange(len(near) + 1)
            return near[:at] + bad_text(random) + near[at:]
        case 3 | 4 | 5 | 6 if isinstance(near, int | float) and not isinstance(near, bool):
            return random.choice((near + 1, near - 1, -near, near * 1000, float(near), near / 3))
        case 6 if isinstance(near, str):
            return bad_text(random)
    return [near] if random.random() < 0.5 else {"x": near}


def _places(node: Any, found: list[tuple[Any, Any]]) -> None:
    """Every member of every list and table: what holds it, and its key."""
    pairs: Any = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in pairs:
        found.append((node, key))
        _places(value, found)


def change_tree(random: Random, root: Any) -> Any:
    """One change somewhere in a tree of tables, lists and plain values, which is made in place."""
    found: list[tuple[Any, Any]] = []
    _places(root, found)
    if not found:
        return odd_value(random, root)
    (holder, key), (elsewhere, other) = random.choice(found), random.choice(found)
    value = holder[key]
    alike = [
        place[at] for place, at in found if type(place[at]) is type(value) and (at == key or random.random() < 0.2)
    ]
    match random.randrange(16):
        case 0:
            del holder[key]
        case 1:
            holder[key] = deepcopy(elsewhere[other])
        case 2 if isinstance(holder, dict):
            holder[random.choice((str(other), bad_text(random), f"{key}s", str(key).upper()))] = holder.pop(key)
        case 2 | 3 if isinstance(holder, list):
            copies = bounded(random.choice((1, 1, 2, 300, 3000)), len(str(value)))
            holder[key:key] = [deepcopy(value) for _ in range(copies)]
        case 3:
            holder[random.choice((str(other), bad_text(random)))] = deepcopy(elsewhere[other])
        case 4:
            holder[key] = nested(random, value)
        case 5 | 6 | 7 | 8:
            holder[key] = deepcopy(random.choice(alike or [value]))
        case 9 | 10 if isinstance(value, str) and re.search(r"\d", value):
            holder[key] = re.sub(r"\d+(\.\d+)?", lambda old: other_number(random, old[0]), value, count=1)
        case _:
            holder[key] = odd_value(random, value)
    return root


def nested(random: Random, value: Any) -> Any:
    """A value in lists or tables of its own, up to 400 deep, which is as deep as Python's own writer goes."""
    for _ in range(random.choice((1, 2, 10, 100, 400))):
        value = [value] if random.random() < 0.5 else {"x": value}
    return value


def json_edit(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    tree = change_tree(random, json.loads(data))
    if random.random() < 0.1:  # beyond what a writer writes
        deep = random.choice((500, 1200, 60_000))
        return b"[" * deep + json.dumps(tree).encode() + b"]" * deep
    return encoded(json.dumps(tree, ensure_ascii=random.random() < 0.5, indent=random.choice((None, 1))))


def json_line_edit(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """One line of JSON Lines, the first more often than others."""
    parts = data.splitlines()
    at = 0 if random.random() < 0.3 else random.randrange(len(parts))
    parts[at] = json_edit(random, parts[at], others).replace(b"\n", b" ")
    return b"\n".join(parts) + b"\n"


def toml_edit(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    tree = change_tree(random, tomllib.loads(data.decode()))
    return encoded("".join(f"{json.dumps(str(key))} = {_toml(value)}\n" for key, value in tree.items()))


def _toml(value: Any) -> str:
    """A value in TOML, on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(str(key))} = {_toml(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return '""' if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def csv_edit(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """A cell, a row or a column of a table, or how it is written."""
    text = data.decode()
    separator = max(",;\t", key=text.split("\n")[0].count)
    rows = [row for row in csv.reader(io.StringIO(text), delimiter=separator) if row]
    row = random.choice(rows)
    column = random.randrange(len(row))
    match random.randrange(16):
        case 0:
            row.insert(column, row[column])
        case 1:
            del row[column]
        case 2:
            for each in rows:
                del each[column : column + 1]
        case 3:
            for each in rows:
                each.insert(column, random.choice(each))
        case 4:
            copies = bounded(random.choice((1, 10, 500, 6000)), max(sum(map(len, each)) for each in rows))
            rows.extend(deepcopy(random.choice(rows)) for _ in range(copies))
        case 5:
            row[column] = random.choice(random.choice(rows))
        case 6:
            separator = random.choice(",;\t|: ")
        case 7 | 8:
            row[column] = random.choice([each for each in rows if len(each) > column])[column]
        case 9 | 10 if re.search(r"\d", row[column]):
            row[column] = re.sub(r"\d+(\.\d+)?", lambda old: other_number(random, old[0]), row[column], count=1)
        case 11 | 12 | 13:
            at = random.randrange(len(row[column]) + 1)
            row[column] = row[column][:at] + bad_text(random) + row[column][at:]
        case _:
            row[column] = random.choice(NUMBERS) if random.random() < 0.4 else bad_text(random)
    written = io.StringIO()
    writer = csv.writer(written, delimiter=separator, lineterminator="\n", quoting=random.choice((0, 1)))
    writer.writerows(rows)
    return encoded(written.getvalue())


_ENTRY = re.compile(r'(msgctxt|msgid|msgstr) ((?:"(?:[^"\\\n]|\\.)*"\s*)+)')


def po_edit(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """The text of an entry, a translation more often than its key."""
    text = data.decode()
    found = [each for each in _ENTRY.finditer(text) if each[1] == "msgstr" or random.random() < 0.2]
    match, other = random.choice(found), random.choice(found)
    said = "".join(part[1:-1] for part in re.findall(r'"(?:[^"\\\n]|\\.)*"', match[2]))
    holes = re.findall(r"\{.*?\}+", data.decode()) or ["{x}"]
    at = random.randrange(len(said) + 1)
    bad = bad_text(random)
    if random.random() < 0.7:
        bad = json.dumps(bad, ensure_ascii=False)[1:-1]
    put = random.choice((
        bad, said[:at] + bad + said[at:], said[:at] + bad + said[at:], said[:at] + random.choice(holes) + said[at:],
        said[:at], said[at:], said.replace("{", "{{"), said * 2, said + "\\", said.replace("}", ""),
        re.sub(r"\{.*?\}", lambda _: random.choice(holes), said), other[2].strip().strip('"'),
    ))  # fmt: skip
    return encoded(f'{text[: match.start(2)]}"{put}"\n{text[match.end(2) :]}')


def translated(data: bytes) -> bytes:
    """A PO file with every translation the same as the English, so that all of them are used; names have a gender."""
    parts = data.decode().split("\n\n")
    entry = re.compile(r'msgid ((?:".*"\s*)+)msgstr ""\s*$')
    said = (
        entry.sub(r'msgid \1msgstr "gender: feminine"' if 'msgctxt "grammar"' in part else r"msgid \1msgstr \1", part)
        for part in parts[1:]
    )
    return "\n\n".join([parts[0], *said]).encode()


_TAGS = ("g", "path", "rect", "circle", "use", "image", "text", "style", "script", "foreignObject", "svg", "clipPath")
_SVG = "http://www.w3.org/2000/svg"
_ATTRIBUTES = {
    "transform": ("a" * 30_000, "scale(0)", "scale(1e308)", "matrix(1 2 3)", "rotate(1e400)", "rotate(45 " * 9000,
                  "skewX(90)", "translate(1e200,1e200)", "matrix(1e300 0 0 1e300 0 0)"),
    "viewBox": ("0 0 0 0", "0 0 -1 5", "0 0 1e308 1e308", "0 0 1e-308 1e-308", "nan 0 1 1", "1 2", "0,0,9,9"),
    "d": ("M0 0", "M", "M0 0A1e200 1e200 0 1 1 5 5", "M0 0A0 0 0 0 0 0 0", "M1 1" + "h1" * 20_000, "M0 0L" + "9" * 5000,
          "m0 0" + "z" * 40_000, "M0 0a1 1 0 015 5", "M0 0C1 2 3", "M0 0Q1e308 1e308 -1e308 0", "M0 0T1e154 1e154"),
    "fill": ("url(#a)", "currentColor", "rgb(1,2", "rgb(999,-1,0)", "#12", "#12345678", "red;", "inherit", "none"),
    "style": ("fill:url(javascript:x)", "fill", ":", ";" * 9000, "fill:" + "(" * 9000, "@import 'x'"),
    "stroke-width": ("-1", "1e308", "5%", "nan", "1em"),
    "opacity": ("2", "-1", "nan", "50%"),
    "href": ("#self", "../outside/secret.svg", "http://127.0.0.1:9/", "data:image/png;base64,AAAA"),
    "points": ("0", "0,0 " * 30_000, "1e308,1e308", "a,b"),
}  # fmt: skip


def xml_edit(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """An element or an attribute of an XML document, or what stands before its first element."""
    ElementTree.register_namespace("", _SVG)
    root = ElementTree.fromstring(data)
    nodes = list(root.iter())
    node, parent = random.choice(nodes), random.choice(nodes)
    match random.randrange(11):
        case 0 if len(parent):
            parent.remove(random.choice(list(parent)))
        case 1:
            parent.insert(0, deepcopy(node))
        case 2:
            node.tag = random.choice((f"{{{_SVG}}}{random.choice(_TAGS)}", random.choice(nodes).tag, "x"))
        case 3 if node.attrib:
            del node.attrib[random.choice(list(node.attrib))]
        case 4:
            _wrap(random, root)
        case 5:
            return _with_prologue(random, ElementTree.tostring(root))
        case 6:
            node.text = re.sub(r"[^\t\n\r -\ud7ff\ue000-\ufffd]", "", bad_text(random))
        case 7:
            copies = bounded(min(3000, 60_000 // sum(1 for _ in node.iter())), len(ElementTree.tostring(node)))
            parent.extend([deepcopy(node) for _ in range(copies)])
        case _:
            _change_attribute(random, node)
    return ElementTree.tostring(root)


def _change_attribute(random: Random, node: ElementTree.Element) -> None:
    name = random.choice([*node.attrib, *_ATTRIBUTES, *(each for each in _ATTRIBUTES if each in node.attrib)])
    old = node.attrib.get(name, "")
    numbers = re.findall(r"-?\d*\.?\d+", old)
    if numbers and random.random() < 0.4:
        node.attrib[name] = old.replace(random.choice(numbers), random.choice(NUMBERS), 1)
    elif name in _ATTRIBUTES and random.random() < 0.8:
        node.attrib[name] = random.choice(_ATTRIBUTES[name])
    else:
        node.attrib[name] = re.sub(r"[^\t\n\r -\ud7ff\ue000-\ufffd]", "", bad_text(random))


def _wrap(random: Random, root: ElementTree.Element) -> None:
    """Puts all that the root holds many groups deep."""
    inner, root[:] = list(root), []
    place = root
    for _ in range(random.choice((2, 50, 400))):
        place = ElementTree.SubElement(place, f"{{{_SVG}}}g", {"transform": random.choice(("scale(2)", "rotate(1)"))})
    place.extend(inner)


def _with_prologue(random: Random, data: bytes) -> bytes:
    bomb = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 9))
    encoding = random.choice(("utf-16", "latin-1", "x-none", "utf-7", "cp037", "", "'", "rot13", "hex", "zlib"))
    put = random.choice((
        f'<?xml version="1.0" encoding="{encoding}"?>', f'<?xml version="1.0" encoding="{encoding}"?>',
        f'<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY e0 "0">{bomb}]>', "<?xml?>", '<?xml version="9"?>',
        '<!DOCTYPE svg [<!ENTITY x SYSTEM "../outside/secret.txt">]>', '<!DOCTYPE svg SYSTEM "http://127.0.0.1:9/">',
        "<svg>" * random.choice((5, 5000, 100_000)), '<?xml-stylesheet href="http://127.0.0.1:9/"?>', "\n\n", "\ufeff",
    ))  # fmt: skip
    return put.encode() + data.replace(b"<path", b"<path id='&e8;'", 1 if random.random() < 0.5 else 0)


JSON: Sequence[Edit] = (json_edit,)
JSON_LINES: Sequence[Edit] = (json_line_edit,)
TOML: Sequence[Edit] = (toml_edit,)
CSV: Sequence[Edit] = (csv_edit,)
PO: Sequence[Edit] = (po_edit,)
XML: Sequence[Edit] = (xml_edit,)
