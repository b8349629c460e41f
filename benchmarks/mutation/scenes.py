"""The kinds of input that people bring, an example or more of each, and the commands that read it.

A scene is a folder of files, of which one or more may be changed, with commands that are run in that folder.
"""

from __future__ import annotations

import io
import json
import re
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from PIL import Image

from mutation import binaries, trees
from mutation.edits import TEXT, Edit, bad_text
from mutation.papers import PDF

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "docs" / "sample-deck"
GAMES = ROOT / "pnp" / "games"

ARGUMENTS, STDIN = "arguments.json", "stdin.txt"
"""Files of a scene that hold the command line and the environment, and what is typed."""

Run = Callable[..., None]
"""Runs a command line of pnp in the present folder."""


@dataclass(frozen=True)
class Scene:
    """Files by their path, those of them that are changed, command lines of which one is run, and what stdin brings.

    What lies below the folders in `written` may differ after a run.
    """

    files: Mapping[str, bytes]
    targets: Sequence[str]
    commands: Sequence[str]
    written: tuple[str, ...] = ()


@dataclass(frozen=True)
class Kind:
    name: str
    scenes: Sequence[Scene]
    edits: Mapping[str, Sequence[Edit]] = field(default_factory=dict)
    """By the end of a target's name, edits that know its format."""
    blind: bool = True
    """Whether edits that know no format are made as well."""


_CSV, _TOML, _JSON = {".csv": (*trees.CSV, *TEXT)}, {".toml": (*trees.TOML, *TEXT)}, {".json": (*trees.JSON, *TEXT)}
_LINES = {".jsonl": (*trees.JSON_LINES, *trees.JSON_LINES, *TEXT)}


def kinds(run: Run) -> tuple[Kind, ...]:
    """All kinds; seeds that pnp makes itself are made by `run` below the present folder, which is empty."""
    night_ferry, small = sample_deck(), small_deck()
    _write("deck", night_ferry)
    _write("small", small)
    return (
        Kind("deck", [Scene(night_ferry, ["deck/deck.toml"], _DECK), Scene(small, ["small/deck.toml"], _SMALL)], _TOML),
        Kind("game", list(_games()), {**_TOML, **_CSV}),
        Kind("table", list(_tables(night_ferry)), _CSV),
        Kind("workbook", [Scene(_with_workbook(small), ["small/cards.xlsx"], _SMALL)], {".xlsx": binaries.XLSX}),
        Kind("drawing", list(_drawings(small)), {".svg": (*trees.XML, *trees.XML, *TEXT)}),
        Kind("png", list(_pictures(small, "png", "PNG")), {".png": binaries.PNG}),
        Kind("jpeg", list(_pictures(small, "jpg", "JPEG")), {".jpg": binaries.JPEG}),
        Kind("webp", list(_pictures(small, "webp", "WEBP")), {".webp": binaries.WEBP}),
        Kind("font", [Scene(small, ["small/greek.ttf"], _SMALL)], {".ttf": binaries.FONT}),
        Kind("translation", list(_translations(run, night_ferry)), {".po": (*trees.PO, *trees.PO, *TEXT)}),
        Kind("record", list(_records(run)), _LINES),
        Kind("manifest", list(_manifests(run, small)), _JSON),
        Kind("pdf", list(_finished(run, "pdf")), {".pdf": (*PDF, *PDF, *PDF)}),
        Kind("sheet", list(_finished(run, "svg")), {".svg": (*trees.XML, *TEXT)}),
        Kind("printers", [_printers(small)], _TOML),
        Kind("checkpoint", list(_checkpoints(run)), _LINES),
        Kind("words", [_words(run)], {".txt": TEXT}),
        Kind("conversion", [_conversion()], _CSV),
        Kind("presets", [_presets(small)], _TOML),
        Kind("arguments", list(_arguments(small)), {".json": (_arguments_edit,)}, blind=False),
        Kind("answers", [_answers()], {".txt": TEXT}),
    )


_DECK = (
    "show deck", "build deck --no-preflight --format log", "build deck --only cards --no-preflight",
    "build deck --only tokens,mats", "show deck --json", "texts deck",
    "build deck --no-preflight --format svg --ink saver", "build deck --no-preflight --tuckbox --format log",
)  # fmt: skip
_SMALL = (
    "show small", "build small", "build small --no-preflight", "build small --format svg", "build small --ink gray",
    "export small --for svg", "show small --picture a.png", "build small --no-preflight --ink saver --format log",
    "validate small --games 0 --jobs 1", "texts small", "export small --for tts",
    "build small --format png --dpi 40 --jobs 1",
)  # fmt: skip


def _read(folder: Path, below: str, endings: tuple[str, ...]) -> dict[str, bytes]:
    found = sorted(path for path in folder.rglob("*") if path.is_file() and path.name.endswith(endings))
    return {f"{below}/{path.relative_to(folder).as_posix()}": path.read_bytes() for path in found}


def _write(folder: str, files: Mapping[str, bytes]) -> None:
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
    files = _read(SAMPLE, "deck", (".toml", ".csv", ".svg", ".ttf"))
    for path in sorted((SAMPLE / "art").iterdir()):
        form = {".jpg": "JPEG", ".png": "PNG", ".webp": "WEBP"}.get(path.suffix)
        if form:
            files[f"deck/art/{path.name}"] = picture(form)
    return files


def small_deck(art: str = "art.svg", data: bytes | None = None) -> dict[str, bytes]:
    """Two cards with a picture, an icon and a font of their own, and a back."""
    drawn = (SAMPLE / "art" / "lyra.svg").read_bytes() if data is None else data
    return {
        "small/deck.toml": _SMALL_DECK.replace("ART", art).encode(),
        "small/cards.csv": "name,kind,text,cost,count\nΛύρα,card,Take :coin: and **one** card.,2,1\n"
        "Ωρίων,card,Pay six :coin: to *all*,3,2\n".encode(),
        f"small/{art}": drawn,
        "small/coin.svg": (SAMPLE / "icons" / "coin.svg").read_bytes(),
        "small/greek.ttf": (SAMPLE / "fonts" / "Cardo-Greek.ttf").read_bytes(),
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


def _games() -> Iterator[Scene]:
    """Copies of the games that come with pnp, tables and all."""
    only = {"whims": "tokens", "whispers": "chips", "wibbell": "aids", "whistler": "aids", "war_of_whispers": "aids"}
    for folder, group in only.items():
        files = _read(GAMES / folder, "mine", (".toml", ".csv"))
        files.pop("mine/rulings.toml", None)
        commands = [
            f"build ./mine --only {group} --no-preflight --format log", "show ./mine --players 3",
            "validate ./mine --games 1 --players 3 --jobs 1", "play ./mine --players 3 --seed 5",
            "simulate ./mine --games 3 --jobs 1", "play ./mine --seed 5 --json", "show ./mine --json",
            "rules ./mine --format md" if folder == "whims" else "play ./mine --players 3 --seed 6",
        ]  # fmt: skip
        yield Scene(files, [path for path in files if len(files[path]) < 100_000 or "map" in path], commands)


def _tables(night_ferry: Mapping[str, bytes]) -> Iterator[Scene]:
    tables = [path for path in night_ferry if path.endswith(".csv")]
    yield Scene(night_ferry, tables, _DECK)
    for game, table in (("whims", "die"), ("whispers", "suits"), ("whispers", "cards"), ("wibbell", "letters")):
        data = (GAMES / game / f"{table}.csv").read_bytes()
        given = f"{game} --data {table}=mine.csv"
        yield Scene({"mine.csv": data}, ["mine.csv"], (
            f"play {given} --players 3 --seed 1", f"validate {given} --games 1 --players 3 --jobs 1",
            f"simulate {given} --games 2 --jobs 1", f"show {given} --table {table}",
            f"build {given} --only aids --no-preflight --format log",
        ))  # fmt: skip


def _with_workbook(small: Mapping[str, bytes]) -> dict[str, bytes]:
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


def _drawings(small: Mapping[str, bytes]) -> Iterator[Scene]:
    commands = [*_SMALL[:7], "build small --only cards --no-preflight", "export small --for cricut"]
    yield Scene(small, ["small/coin.svg", "small/art.svg"], commands)
    for name in ("whispers/smoke", "whispers/back-line", "wibbell/weight"):
        data = (ROOT / "assets" / f"{name}.svg").read_bytes()
        yield Scene(small_deck(data=data), ["small/art.svg"], commands)


def _pictures(small: Mapping[str, bytes], ending: str, form: str) -> Iterator[Scene]:
    made = {
        "PNG": [picture("PNG"), picture("PNG", "RGBA"), picture("PNG", "P"), picture("PNG", "LA"), picture("PNG", "1"),
                picture("PNG", "L", dpi=(300, 300))],
        "JPEG": [picture("JPEG"), picture("JPEG", progressive=True), picture("JPEG", "L"), picture("JPEG", "CMYK"),
                 picture("JPEG", quality=95, restart_marker_blocks=2, dpi=(72, 72))],
        "WEBP": [picture("WEBP"), picture("WEBP", "RGBA", lossless=True)],
    }  # fmt: skip
    for data in made[form]:
        yield Scene(small_deck(f"art.{ending}", data), [f"small/art.{ending}"], _SMALL)


def _translations(run: Run, night_ferry: Mapping[str, bytes]) -> Iterator[Scene]:
    """Translations that say in another language what is said in English anyway."""
    made = {}
    for game in ("whims", "whispers", "deck", "pnp"):
        run(f"texts {game} --out {game}.po")
        made[game] = trees.translated(Path(f"{game}.po").read_bytes())
    deck = {**night_ferry, "xx/night-ferry.po": made["deck"]}
    yield Scene(deck, ["xx/night-ferry.po"], (
        "show deck --lang ./xx", "build deck --lang ./xx --no-preflight --format log", "texts deck --lang ./xx",
        "texts deck --out xx/night-ferry.po",
    ), ("xx",))  # fmt: skip
    for game in ("whims", "whispers"):
        yield Scene({f"xx/{game}.po": made[game]}, [f"xx/{game}.po"], (
            f"play {game} --lang ./xx --seed 1 --players 2", f"play {game} --lang ./xx --seed 2 --players 3",
            f"texts {game} --lang ./xx", f"rules {game} --lang ./xx --format md", f"texts {game} --out xx/{game}.po",
            f"build {game} --lang ./xx --only aids --no-preflight --format log",
        ), ("xx",))  # fmt: skip
    yield Scene({"xx/pnp.po": made["pnp"], **small_deck()}, ["xx/pnp.po"], (
        "build small --lang ./xx --no-preflight", "calibrate --lang ./xx", "convert whispers --from uno --lang ./xx",
        "rules whims --lang ./xx --format html", "export small --for tgc --lang ./xx", "play whims --lang ./xx --seed 1",
    ))  # fmt: skip


def _records(run: Run) -> Iterator[Scene]:
    for number, (game, players) in enumerate((("whims", 2), ("whispers", 3), ("wibbell", 2), ("whistler", 4))):
        name = f"{game}.jsonl"
        run(f"play {game} --players {players} --seed {number + 3} --record {name}")
        commands = (f"replay {name}", f"replay {name} --json", f"replay {name} --game {game}")
        yield Scene({name: Path(name).read_bytes()}, [name], commands)


def _manifests(run: Run, small: Mapping[str, bytes]) -> Iterator[Scene]:
    for form in ("pdf", "svg"):
        run(f"build small --format {form} --out made-{form}")
        files = _read(Path(f"made-{form}"), "made", ("",))
        yield Scene({**small, **files}, ["made/small/manifest.json"], (
            "preflight made/small", "preflight made/small --json", f"build small --format {form} --out made",
            f"build small --format {form} --changed-since made/small/manifest.json",
            f"build small --format {form} --changed-since made/small",
        ), ("made",))  # fmt: skip
    run("export small --for svg --out made-cuts")
    files = _read(Path("made-cuts"), "made", ("",))
    records = [path for path in files if path.endswith(".json")]
    yield Scene({**small, **files}, records, ("export small --for svg --out made",), ("made",))


def _finished(run: Run, form: str) -> Iterator[Scene]:
    run(f"build small --format {form} --out finished-{form}")
    run(f"build deck --only tokens,mats --format {form} --out finished-{form}")
    for deck in ("small", "night-ferry"):
        files = _read(Path(f"finished-{form}") / deck, "made", ("",))
        targets = [path for path in files if path.endswith(f".{form}")]
        yield Scene(files, targets, ("preflight made", "preflight made --json"))
        alone = {targets[0]: files[targets[0]]}
        yield Scene(alone, targets[:1], (f"preflight {targets[0]}",))


def _printers(small: Mapping[str, bytes]) -> Scene:
    text = """format = "pnp-printers/1"
[printers.home]
scale_x = "99.4%"
scale_y = "100%"
shift_x = "0.8mm"
shift_y = "-0.3mm"
rotate = "0.2deg"
[printers.home.landscape]
scale_x = "100%"
scale_y = "100%"
shift_x = "0.2mm"
shift_y = "0mm"
rotate = "0deg"
"""
    run_add = "printer add home --shift-x 0.8mm --shift-y -0.3mm --scale-x 99.4% --rotate 0.2"
    return Scene({**small, "config/printers.toml": text.encode()}, ["config/printers.toml"], (
        "printer list", "printer --json", "printer show home", run_add, "printer add home --shift-x 1mm --more",
        "build small --printer home --no-preflight", "build small --printer home",
        "calibrate --printer home",
    ), ("config",))  # fmt: skip


def _checkpoints(run: Run) -> Iterator[Scene]:
    for game, more in (("whims", ""), ("whispers", "--players 3"), ("whims", "--compare edge=1,2")):
        words = f"simulate {game} --jobs 1 --resume games.jsonl {more}".strip()
        Path("games.jsonl").unlink(missing_ok=True)
        run(f"{words} --games 12")
        data = Path("games.jsonl").read_bytes()
        yield Scene({"games.jsonl": data}, ["games.jsonl"], (
            f"{words} --games 12", f"{words} --games 14", f"{words} --games 12 --json", f"{words} --games 12 --out t.csv",
        ), ("games.jsonl",))  # fmt: skip


def _words(run: Run) -> Scene:
    listed = "able acid also area army atom aunt away baby back ball band bank base bath bean bear beat belt bird bone"
    words = "\n".join([*listed.split(), ""]).encode()
    Path("words.txt").write_bytes(words)
    run("play wibbell --players 2 --seed 4 --words words.txt --record wibbell-2.jsonl")
    return Scene({"words.txt": words, "r.jsonl": Path("wibbell-2.jsonl").read_bytes()}, ["words.txt"], (
        "play wibbell --players 2 --seed 4 --words words.txt", "play wibbell --players 3 --seed 5 --words words.txt",
        "validate wibbell --games 1 --players 2 --jobs 1 --words words.txt", "replay r.jsonl --words words.txt",
    ))  # fmt: skip


def _conversion() -> Scene:
    data = (GAMES / "whispers" / "convert" / "poker.csv").read_bytes()
    return Scene({"mine.csv": data}, ["mine.csv"], (
        "convert whispers --from mine.csv", "convert whispers --from mine.csv --json",
        "play whispers --deck mine.csv --players 3 --seed 1", "simulate whispers --deck mine.csv --games 2 --jobs 1",
        "validate whispers --deck mine.csv --games 1 --players 3 --jobs 1",
    ))  # fmt: skip


def _presets(small: Mapping[str, bytes]) -> Scene:
    data = (ROOT / "pnp" / "export" / "presets.toml").read_bytes()
    targets = ("tgc", "drivethru", "mpc", "tts", "silhouette", "cricut")
    commands = [f"export small --for {target} --presets mine.toml" for target in targets]
    poker = {path: each.replace(b'"mini"', b'"poker"') for path, each in small.items()}
    return Scene({**poker, "mine.toml": data}, ["mine.toml"], commands)


def _answers() -> Scene:
    said = "\n".join(["1", "?", "2", "reveal", "1", "", "roll", "keep", "3", "yes"] * 8 + ["q", ""])
    return Scene({STDIN: said.encode()}, [STDIN], (
        "play whims --human 1 --players 2 --seed 1", "play wibbell --human 2 --players 2 --seed 1",
        "play whispers --human 1 --players 2 --seed 3", "play war-of-whispers --human 1 --players 2 --seed 3",
    ))  # fmt: skip


_LINES_OF_COMMANDS = (
    *_SMALL, "list --json", "show whims --players 3 --paper a5", "show small --table cards", "new fresh --like tokens",
    "build small --paper 210x297mm --margin 4mm --bleed 2mm --copies 2", "build small --sheets 1-1 --side back",
    "build small --sides gutterfold --marks none --stamp", "build small --format png --dpi 40 --jobs 1",
    "build small --tuckbox --stock 300gsm --sleeves 60um --boxed cards", "build small --data cards=small/cards.csv",
    "build whispers --only chips --variant chips=cardboard --edition standard", 
    "convert whispers --from uno --paper letter --out guide", "rules whims --format booklet,md --large --ink gray",
    "texts small --lang de --json", "texts small --out words.po", "export small --for tts --base-url https://a.example/",
    "export small --for silhouette --paper a4 --marks 4 --inset 15.9mm", "calibrate --paper a4 --landscape --out c.pdf",
    "printer add home --read A=0.4,B=-0.2,C=0,D=0.2,E=-0.3,F=-0.3,G=0.1,H=-0.3", "printer list",
    "printer add home --scale-x 99.4% --shift-y -0.3mm --rotate 0.2", 
    "play whims --players 2 --seed 1 --choice-seed 3 --option ceiling=nine --player random --record r.jsonl",
    "play war-of-whispers --players 3 --banners chits --seed 4", "play wibbell --players 2 --words small/words.txt",
    "validate whims --games 1 --players 2-3 --seed 4 --jobs 1 --json", "odds whims --games 1 --players 2 --jobs 1",
    "simulate whims --games 2 --players 2 --seed 1 --jobs 1 --pace 3 --watch 1 --out t.csv --report r.html",
    "simulate whims --games 2 --compare edge=1,2 --jobs 1 --json", "simulate whispers --batch threshold:6 --games 9",
)  # fmt: skip


def _arguments(small: Mapping[str, bytes]) -> Iterator[Scene]:
    """The words of a command line and some of the environment, as JSON, which takes the place of the command."""
    environment = {"SOURCE_DATE_EPOCH": "1700000000", "COLUMNS": "80", "TERM": "dumb", "LANG": "en_GB.UTF-8"}
    for line in _LINES_OF_COMMANDS:
        given = json.dumps({"words": shlex.split(line), "environment": environment})
        yield Scene({**small, ARGUMENTS: given.encode()}, [ARGUMENTS], ("",))


def _arguments_edit(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """A word left out, doubled, moved, exchanged or spoilt, or a variable of the environment; games stay few."""
    given = json.loads(data)
    words = given["words"]
    at = random.randrange(len(words))
    elsewhere = json.loads(random.choice(others))["words"]
    match random.randrange(9):
        case 0:
            del words[at]
        case 1:
            words.insert(at, random.choice(words))
        case 2:
            words[at] = random.choice(elsewhere)
        case 3:
            start = random.randrange(len(elsewhere))
            words[at:at] = elsewhere[start : start + 2]
        case 4:
            given["environment"][random.choice([*given["environment"], "PNP_CONFIG", "HOME"])] = _spoilt(random, "1")
        case _:
            words[at] = _spoilt(random, words[at])
    for before, word in zip(words, list(words[1:])):
        if before == "--games" and not word.startswith("-") and word not in ("0", "1", "2", "3"):
            words[words.index("--games") + 1] = random.choice(("0", "2", "-1", "1e9", "x", "nan", "9" * 400))
        if before == "--jobs":
            words[words.index("--jobs") + 1] = random.choice(("1", "1", "0", "-1", "65", "x"))
    return json.dumps(given).encode()


def _spoilt(random: Random, word: str) -> str:
    bad = bad_text(random)[:2000].replace("\0", "")
    at = random.randrange(len(word) + 1)
    return random.choice((bad, bad, word[:at] + bad + word[at:], word.partition("=")[0] + "=" + bad, word + bad))
