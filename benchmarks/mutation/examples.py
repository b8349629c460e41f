"""Small decks, pictures and workbooks, made from what is in this repository and the same bytes each time."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Mapping
from pathlib import Path

from PIL import Image

from mutation import binaries

ROOT = Path(__file__).resolve().parents[2]
GAMES = ROOT / "pnp" / "games"

_SAMPLE = ROOT / "docs" / "sample-deck"


def read(folder: Path, below: str, endings: tuple[str, ...]) -> dict[str, bytes]:
    """The files in a folder whose names end so, as files of a scene in the folder `below`."""
    found = sorted(path for path in folder.rglob("*") if path.is_file() and path.name.endswith(endings))
    return {f"{below}/{path.relative_to(folder).as_posix()}": path.read_bytes() for path in found}


def write(files: Mapping[str, bytes]) -> None:
    """Puts the files of a scene into the present folder."""
    for path, data in files.items():
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_bytes(data)


def picture(form: str, mode: str = "RGB", size: tuple[int, int] = (224, 312), **options: object) -> bytes:
    """A small picture with a little of everything in it."""
    written = io.BytesIO()
    ramp = Image.linear_gradient("L").resize(size)
    bands = [ramp, ramp.rotate(90), ramp.rotate(180), ramp][: len(mode)] if mode != "P" else []
    image = Image.merge(mode, bands) if len(bands) > 1 else ramp.convert(mode)
    image.save(written, form, **options)
    return written.getvalue()


def sample_deck() -> dict[str, bytes]:
    """The sample deck of docs/, with small pictures."""
    files = read(_SAMPLE, "deck", (".toml", ".csv", ".json", ".md", ".svg", ".ttf", ".woff2"))
    for path in sorted((_SAMPLE / "art").iterdir()):
        form = {".jpg": "JPEG", ".png": "PNG", ".webp": "WEBP"}.get(path.suffix)
        if form:
            files[f"deck/art/{path.name}"] = picture(form)
    return files


def thinking_deck(name: str) -> dict[str, bytes]:
    """A deck of the gallery, which is made of expressions and repeated elements."""
    return read(_SAMPLE.parent / "gallery" / name, "thinking", (".toml", ".csv"))


def shelf() -> dict[str, bytes]:
    """A workspace: the small deck, and what it takes its colours and its icon from."""
    files = {f"shelf/{path}": content for path, content in small_deck().items()}
    deck = files["shelf/small/deck.toml"].decode().replace('[icons]\ncoin = "coin.svg"\n', "")
    files["shelf/small/deck.toml"] = deck.replace('name = "small"', 'extends = "../house"\nname = "small"', 1).encode()
    files["shelf/house/coin.svg"] = files.pop("shelf/small/coin.svg")
    return {**files, "shelf/house/deck.toml": _HOUSE.encode()}


_HOUSE = """[colours]
ground = "#000000"
ink = "#22262b"
[icons]
coin = "coin.svg"
[styles.big]
size = "14pt"
[[layouts.framed.elements]]
type = "rectangle"
box = "trim"
fill = "ink"
"""


def small_deck(art: str = "art.svg", data: bytes | None = None) -> dict[str, bytes]:
    """Two cards with a picture, an icon and a font of their own, and a back."""
    drawn = (_SAMPLE / "art" / "lyra.svg").read_bytes() if data is None else data
    return {
        "small/deck.toml": _SMALL_DECK.replace("ART", art).encode(),
        "small/cards.csv": "name,kind,text,cost,count\nΛύρα,card,Take :coin: and **one** card.,2,1\n"
        "Ωρίων,card,Pay six :coin: to *all*,3,2\n".encode(),
        f"small/{art}": drawn,
        "small/coin.svg": (_SAMPLE / "icons" / "coin.svg").read_bytes(),
        "small/greek.ttf": (_SAMPLE / "fonts" / "Cardo-Greek.ttf").read_bytes(),
    }


_SMALL_DECK = """format = "pnp-game/1"
name = "small"
title = "Small"
version = "1.0"
players = [2, 4]
[tables]
cards = "cards.csv"
[colours]
ground = "#f6efdf"
[fonts]
greek = "greek.ttf"
[icons]
coin = "coin.svg"
[[backs]]
part = "back"
size = "mini"
layout = "back"
[[components]]
part = "card"
kind = "card"
id = "card/{cost}"
name = "{name}"
size = "mini"
layout = "{kind}"
back = "back"
table = "cards"
[[layouts.back.elements]]
type = "rectangle"
box = "trim"
fill = "#23596b"
[[layouts.card.elements]]
type = "image"
file = "ART"
box = "trim"
bleed = "mirror"
[[layouts.card.elements]]
type = "text"
text = "{name}"
font = "greek"
box = "4 4 36 9"
size = "12pt"
[[layouts.card.elements]]
type = "rectangle"
box = "3 29 38 31"
fill = "ground"
[[layouts.card.elements]]
type = "text"
text = "{text}"
box = "4 30 36 15"
size = "9pt"
smallest = "6pt"
[[layouts.card.elements]]
type = "pips"
icon = "coin"
count = "{cost}"
size = "4mm"
box = "4 50 36 8"
"""


def with_workbook(small: Mapping[str, bytes]) -> dict[str, bytes]:
    from openpyxl import Workbook

    workbook = Workbook()
    for row in small["small/cards.csv"].decode().splitlines():
        workbook.active.append([int(cell) if cell.isdecimal() else cell for cell in row.split(",")])
    written = io.BytesIO()
    workbook.save(written)
    today = re.compile(rb"\d{4}-\d\d-\d\dT[\d:]+Z")
    members = [(name, today.sub(b"2026-01-01T00:00:00Z", data)) for name, data in binaries.unzipped(written.getvalue())]
    files = {path: data for path, data in small.items() if not path.endswith(".csv")}
    files["small/deck.toml"] = files["small/deck.toml"].replace(b"cards.csv", b"cards.xlsx")
    return {**files, "small/cards.xlsx": binaries.zipped(members)}


def book_deck(name: str) -> dict[str, bytes]:
    """A deck without a layout whose cards stand in a sheet of a workbook that another program has saved."""
    deck = f"""\
format = "pnp-game/1"
name = "small"
title = "Small"
version = "1"
players = [1, 4]
[tables]
cards = {{ file = "{name}", sheet = "Texts" }}
odd = {{ file = "{name}", sheet = "Merged", header = 3 }}
[[components]]
part = "card"
kind = "card"
id = "card/{{count}}"
name = "Card {{count}} {{flag}}"
size = "mini"
table = "cards"
"""
    book = (ROOT / "tests" / "definition" / "workbooks" / name).read_bytes()
    return {"small/deck.toml": deck.encode(), f"small/{name}": book}


def listed_deck(small: Mapping[str, bytes], name: str) -> dict[str, bytes]:
    """The small deck with its cards as a list of objects, in JSON or YAML."""
    header, *rows = (line.split(",") for line in small["small/cards.csv"].decode().splitlines())
    listed = json.dumps([dict(zip(header, row)) for row in rows], indent=1, ensure_ascii=False)
    if name.endswith(".yaml"):
        lines = (f"  {key}: {json.dumps(value)}" for row in rows for key, value in zip(header, row))
        listed = "\n".join(f"-{line[1:]}" if line.startswith(f"  {header[0]}:") else line for line in lines) + "\n"
    files = {path: data for path, data in small.items() if not path.endswith(".csv")}
    files["small/deck.toml"] = files["small/deck.toml"].replace(b"cards.csv", name.encode())
    return {**files, f"small/{name}": listed.encode()}
