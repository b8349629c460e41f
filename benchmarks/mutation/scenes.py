"""The kinds of input that people bring, an example or more of each, and the commands that read it.

A scene is a folder of files, of which one or more may be changed, with commands that are run in that folder.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from mutation import binaries, presses, trees
from mutation.arguments import LINES, SMALL, words_edit
from mutation.edits import BLIND, TEXT, Edit
from mutation.examples import (
    GAMES,
    ROOT,
    book_deck,
    listed_deck,
    picture,
    read,
    sample_deck,
    shelf,
    small_deck,
    thinking_deck,
    with_workbook,
    write,
)
from mutation.papers import PDF

ARGUMENTS, STDIN = "arguments.json", "stdin.txt"
"""Files of a scene that hold the command line and the environment, and what is typed."""

Run = Callable[[str], None]
"""Runs a command line of pnp in the present folder."""


@dataclass(frozen=True)
class Scene:
    """Files by their path, those of them that are changed, and command lines of which one is run.

    What lies below the folders in `written` may differ after a run.
    """

    files: Mapping[str, bytes]
    targets: Sequence[str]
    commands: Sequence[str]
    written: tuple[str, ...] = ()


@dataclass(frozen=True)
class Kind:
    """Scenes; by the end of a target's name the edits that know its format; and the share of edits that know none.

    That share is small for texts: one that is spoilt is mostly refused before it is looked at.
    """

    scenes: Sequence[Scene]
    edits: Mapping[str, Sequence[Edit]]
    blind: float = 0.1


_CSV, _TOML, _JSON = {".csv": (*trees.CSV, *TEXT)}, {".toml": (*trees.TOML, *TEXT)}, {".json": (*trees.JSON, *TEXT)}
_LINES = {".jsonl": (*trees.JSON_LINES, *trees.JSON_LINES, *TEXT)}
_DECK = (
    "show deck", "build deck --no-preflight --format log", "build deck --only cards --no-preflight",
    "build deck --only tokens,mats", "show deck --json", "texts deck",
    "build deck --no-preflight --format svg --ink saver", "build deck --no-preflight --tuckbox --format log",
)  # fmt: skip


_THINKING = ("show thinking", "build thinking --no-preflight --format log", "texts thinking")
_SHELF = tuple(f"{command} --workspace shelf" for command in ("show shelf/small", "texts shelf/small"))
_READ = ("show small --table cards", "build small --no-preflight --format log", "show small")


def _deck(run: Run) -> Kind:
    small = Scene(small_deck(), ["small/deck.toml"], SMALL)
    return Kind([Scene(sample_deck(), ["deck/deck.toml"], _DECK), small], _TOML)


def _thinking(run: Run) -> Kind:
    """Decks with expressions and repeated elements, and one that extends another."""
    scenes = [Scene(thinking_deck(name), ["thinking/deck.toml"], _THINKING) for name in ("hexes", "market", "track")]
    scenes.append(Scene(shelf(), ["shelf/house/deck.toml", "shelf/small/deck.toml"], _SHELF))
    return Kind(scenes, _TOML)


def _game(run: Run) -> Kind:
    """Copies of the games that come with pnp, tables and all."""
    scenes = []
    only = {"whims": "tokens", "whispers": "chips", "wibbell": "aids", "whistler": "aids", "war_of_whispers": "aids"}
    for folder, group in only.items():
        files = read(GAMES / folder, "mine", (".toml", ".csv"))
        files.pop("mine/rulings.toml", None)
        commands = [
            f"build ./mine --only {group} --no-preflight --format log", "show ./mine --players 3",
            "validate ./mine --games 1 --players 3 --jobs 1", "play ./mine --players 3 --seed 5",
            "simulate ./mine --games 3 --jobs 1", "play ./mine --seed 5 --json", "show ./mine --json",
            "rules ./mine --format md" if folder == "whims" else "play ./mine --players 3 --seed 6",
        ]  # fmt: skip
        scenes.append(Scene(files, list(files), commands))
    return Kind(scenes, {**_TOML, **_CSV})


def _table(run: Run) -> Kind:
    """Tables of a deck, and those that stand in for a game's own."""
    night_ferry = sample_deck()
    tables = [path for path in night_ferry if path.endswith(".csv")]
    scenes = [Scene(night_ferry, tables, _DECK)]
    for game, table in (("whims", "die"), ("whispers", "suits"), ("whispers", "cards"), ("wibbell", "letters")):
        data = (GAMES / game / f"{table}.csv").read_bytes()
        given = f"{game} --data {table}=mine.csv"
        scenes.append(Scene({"mine.csv": data}, ["mine.csv"], (
            f"play {given} --players 3 --seed 1", f"validate {given} --games 1 --players 3 --jobs 1",
            f"simulate {given} --games 2 --jobs 1", f"show {given} --table {table}",
            f"build {given} --only aids --no-preflight --format log",
        )))  # fmt: skip
    return Kind(scenes, _CSV)


def _workbook(run: Run) -> Kind:
    """A workbook that stands for the cards of a deck, and some that other programs have saved."""
    scenes = [Scene(with_workbook(small_deck()), ["small/cards.xlsx"], SMALL)]
    for name in ("made.xlsx", "calc.xlsx", "calc.ods", "calc.xls"):
        scenes.append(Scene(book_deck(name), [f"small/{name}"], _READ))
    return Kind(scenes, {".xlsx": binaries.XLSX, ".ods": binaries.XLSX, ".xls": BLIND}, 0.3)


def _listed(run: Run) -> Kind:
    """Tables that are lists of objects."""
    scenes = [Scene(listed_deck(small_deck(), name), [f"small/{name}"], _READ) for name in ("cards.json", "cards.yaml")]
    return Kind(scenes, {**_JSON, ".yaml": TEXT})


def _drawing(run: Run) -> Kind:
    """Pictures and icons in SVG, of those that come with pnp."""
    commands = [*SMALL[:7], "build small --only cards --no-preflight", "export small --for cricut"]
    scenes = [Scene(small_deck(), ["small/coin.svg", "small/art.svg"], commands)]
    for name in ("whispers/whisper", "whispers/back-line", "wibbell/weight"):
        data = (ROOT / "assets" / f"{name}.svg").read_bytes()
        scenes.append(Scene(small_deck(data=data), ["small/art.svg"], commands))
    features = ROOT / "tests" / "drawing" / "features"
    for path in sorted(features.glob("*.svg"))[::3]:
        if b"<image" in path.read_bytes():
            continue  # a picture of a few pixels, which no preflight lets pass
        scenes.append(Scene(small_deck(data=path.read_bytes()), ["small/art.svg"], commands))
    return Kind(scenes, {".svg": (*trees.XML, *trees.XML, *TEXT)})


def _png(run: Run) -> Kind:
    made = [picture("PNG", mode) for mode in ("RGB", "RGBA", "P", "LA", "1")] + [picture("PNG", "L", dpi=(300, 300))]
    return Kind(_pictured("png", made), {".png": binaries.PNG}, 0.3)


def _jpeg(run: Run) -> Kind:
    marked = picture("JPEG", quality=95, restart_marker_blocks=2, dpi=(72, 72))
    made = [picture("JPEG"), picture("JPEG", progressive=True), picture("JPEG", "L"), picture("JPEG", "CMYK"), marked]
    return Kind(_pictured("jpg", made), {".jpg": binaries.JPEG}, 0.3)


def _webp(run: Run) -> Kind:
    made = [picture("WEBP"), picture("WEBP", "RGBA", lossless=True)]
    return Kind(_pictured("webp", made), {".webp": binaries.WEBP}, 0.3)


def _pictured(ending: str, made: Sequence[bytes]) -> list[Scene]:
    return [Scene(small_deck(f"art.{ending}", data), [f"small/art.{ending}"], SMALL) for data in made]


def _font(run: Run) -> Kind:
    return Kind([Scene(small_deck(), ["small/greek.ttf"], SMALL)], {".ttf": binaries.FONT}, 0.3)


def _translation(run: Run) -> Kind:
    """Translations that say in another language what is said in English anyway."""
    night_ferry = sample_deck()
    write(night_ferry)
    made, scenes = {}, []
    for game in ("whims", "whispers", "deck", "pnp"):
        run(f"texts {game} --out {game}.po")
        made[game] = trees.translated(Path(f"{game}.po").read_bytes())
    deck = {**night_ferry, "xx/night-ferry.po": made["deck"]}
    scenes.append(Scene(deck, ["xx/night-ferry.po"], (
        "show deck --lang ./xx", "build deck --lang ./xx --no-preflight --format log", "texts deck --lang ./xx",
        "texts deck --out xx/night-ferry.po",
    ), ("xx",)))  # fmt: skip
    for game in ("whims", "whispers"):
        scenes.append(Scene({f"xx/{game}.po": made[game]}, [f"xx/{game}.po"], (
            *(f"play {game} --lang ./xx --seed {seed} --players 3" for seed in range(1, 7)),
            f"texts {game} --lang ./xx", f"rules {game} --lang ./xx --format md", f"texts {game} --out xx/{game}.po",
            f"build {game} --lang ./xx --only aids --no-preflight --format log",
        ), ("xx",)))  # fmt: skip
    scenes.append(Scene({"xx/pnp.po": made["pnp"], **small_deck()}, ["xx/pnp.po"], (
        "build small --lang ./xx --no-preflight", "calibrate --lang ./xx", "convert whispers --from uno --lang ./xx",
        "rules whims --lang ./xx --format html", "export small --for tgc --lang ./xx",
        "play whims --lang ./xx --seed 1",
    )))  # fmt: skip
    return Kind(scenes, {".po": (*trees.PO, *trees.PO, *TEXT)})


def _record(run: Run) -> Kind:
    scenes = []
    for number, (game, players) in enumerate((("whims", 2), ("whispers", 3), ("wibbell", 2), ("whistler", 4))):
        name = f"{game}.jsonl"
        run(f"play {game} --players {players} --seed {number + 3} --record {name}")
        commands = (f"replay {name}", f"replay {name} --json", f"replay {name} --game {game}")
        scenes.append(Scene({name: Path(name).read_bytes()}, [name], commands))
    return Kind(scenes, _LINES)


def _manifest(run: Run) -> Kind:
    """What a build and an export note of themselves, beside the files that they tell of."""
    small, scenes = small_deck(), []
    write(small)
    for form in ("pdf", "svg"):
        run(f"build small --format {form} --out made-{form}")
        files = read(Path(f"made-{form}"), "made", ("",))
        scenes.append(Scene({**small, **files}, ["made/small/manifest.json"], (
            "preflight made/small --deck small", "preflight made/small --json",
            f"build small --format {form} --out made",
            f"build small --format {form} --changed-since made/small/manifest.json",
            f"build small --format {form} --changed-since made/small",
        ), ("made",)))  # fmt: skip
    run("export small --for svg --out made-cuts")
    files = read(Path("made-cuts"), "made", ("",))
    records = [path for path in files if path.endswith(".json")]
    scenes.append(Scene({**small, **files}, records, ("export small --for svg --out made",), ("made",)))
    return Kind(scenes, _JSON)


def _pdf(run: Run) -> Kind:
    return Kind(list(_finished(run, "pdf")), {".pdf": PDF}, 0.3)


def _sheet(run: Run) -> Kind:
    return Kind(list(_finished(run, "svg")), {".svg": (*trees.XML, *TEXT)})


def _finished(run: Run, form: str) -> Iterator[Scene]:
    """Finished sheets: beside their manifest, with and without the deck that they were made from, and alone."""
    small, night_ferry = small_deck(), sample_deck()
    write(small | night_ferry)
    run(f"build small --format {form} --out finished-{form}")
    run(f"build deck --only tokens,mats --format {form} --out finished-{form}")
    for folder, name, files in (("small", "small", small), ("deck", "night-ferry", night_ferry)):
        made = read(Path(f"finished-{form}") / name, "made", ("",))
        targets = [path for path in made if path.endswith(f".{form}")]
        compared = f"preflight made --deck {folder}"
        yield Scene({**files, **made}, targets, ("preflight made", compared, compared, f"{compared} --json"))
        yield Scene({targets[0]: made[targets[0]]}, targets[:1], (f"preflight {targets[0]}",))


def _printers(run: Run) -> Kind:
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
    scene = Scene({**small_deck(), "config/printers.toml": text.encode()}, ["config/printers.toml"], (
        "printer list", "printer --json", "printer show home", run_add, "printer add home --shift-x 1mm --more",
        "build small --printer home --no-preflight", "build small --printer home",
        "calibrate --printer home",
    ), ("config",))  # fmt: skip
    return Kind([scene], _TOML)


def _checkpoint(run: Run) -> Kind:
    scenes = []
    for game, more in (("whims", ""), ("whispers", "--players 3"), ("whims", "--compare edge=1,2")):
        words = f"simulate {game} --jobs 1 --resume games.jsonl {more}".strip()
        Path("games.jsonl").unlink(missing_ok=True)
        run(f"{words} --games 12")
        data = Path("games.jsonl").read_bytes()
        scenes.append(Scene({"games.jsonl": data}, ["games.jsonl"], (
            f"{words} --games 12", f"{words} --games 14", f"{words} --games 12 --json",
            f"{words} --games 12 --out t.csv",
        ), ("games.jsonl",)))  # fmt: skip
    return Kind(scenes, _LINES)


def _words(run: Run) -> Kind:
    listed = "able acid also area army atom aunt away baby back ball band bank base bath bean bear beat belt bird bone"
    words = "\n".join([*listed.split(), ""]).encode()
    Path("words.txt").write_bytes(words)
    run("play wibbell --players 2 --seed 4 --words words.txt --record wibbell-2.jsonl")
    scene = Scene({"words.txt": words, "r.jsonl": Path("wibbell-2.jsonl").read_bytes()}, ["words.txt"], (
        "play wibbell --players 2 --seed 4 --words words.txt", "play wibbell --players 3 --seed 5 --words words.txt",
        "validate wibbell --games 1 --players 2 --jobs 1 --words words.txt", "replay r.jsonl --words words.txt",
    ))  # fmt: skip
    return Kind([scene], {".txt": TEXT})


def _conversion(run: Run) -> Kind:
    data = (GAMES / "whispers" / "convert" / "poker.csv").read_bytes()
    scene = Scene({"mine.csv": data}, ["mine.csv"], (
        "convert whispers --from mine.csv", "convert whispers --from mine.csv --json",
        "play whispers --deck mine.csv --players 3 --seed 1", "simulate whispers --deck mine.csv --games 2 --jobs 1",
        "validate whispers --deck mine.csv --games 1 --players 3 --jobs 1",
    ))  # fmt: skip
    return Kind([scene], _CSV)


def _presets(run: Run) -> Kind:
    data = (ROOT / "pnp" / "export" / "presets.toml").read_bytes()
    targets = ("tgc", "drivethru", "mpc", "printplaygames", "press", "tts", "silhouette", "cricut")
    commands = [f"export small --for {target} --presets mine.toml" for target in targets]
    poker = {path: each.replace(b'"mini"', b'"poker"') for path, each in small_deck().items()}
    return Kind([Scene({**poker, "mine.toml": data}, ["mine.toml"], commands)], _TOML)


def _profile(run: Run) -> Kind:
    """The profile of a press."""
    scene = Scene({**small_deck(), "mine.icc": presses.profile()}, ["mine.icc"], (
        "export small --for press --icc mine.icc", "export small --for press --icc mine.icc --json",
    ))  # fmt: skip
    return Kind([scene], {".icc": BLIND}, 0.3)


def _arguments(run: Run) -> Kind:
    """The words of a command line and some of the environment, as JSON, which takes the place of the command."""
    environment = {"SOURCE_DATE_EPOCH": "1700000000", "COLUMNS": "80", "TERM": "dumb", "LANG": "en_GB.UTF-8"}
    scenes = []
    for line in LINES:
        given = json.dumps({"words": shlex.split(line), "environment": environment})
        scenes.append(Scene({**small_deck(), ARGUMENTS: given.encode()}, [ARGUMENTS], ("",)))
    return Kind(scenes, {".json": (words_edit,)}, 0.0)


def _answers(run: Run) -> Kind:
    said = "\n".join(["1", "?", "2", "reveal", "1", "", "roll", "keep", "3", "yes"] * 8 + ["q", ""])
    scene = Scene({STDIN: said.encode()}, [STDIN], (
        "play whims --human 1 --players 2 --seed 1", "play wibbell --human 2 --players 2 --seed 1",
        "play whispers --human 1 --players 2 --seed 3", "play war-of-whispers --human 1 --players 2 --seed 3",
    ))  # fmt: skip
    return Kind([scene], {".txt": TEXT})


KINDS: Mapping[str, Callable[[Run], Kind]] = {
    "deck": _deck, "thinking": _thinking,
    "game": _game, "table": _table, "workbook": _workbook, "listed": _listed, "drawing": _drawing,
    "png": _png, "jpeg": _jpeg, "webp": _webp, "font": _font, "translation": _translation, "record": _record,
    "manifest": _manifest,
    "pdf": _pdf, "sheet": _sheet, "printers": _printers, "checkpoint": _checkpoint, "words": _words,
    "conversion": _conversion, "presets": _presets, "profile": _profile, "arguments": _arguments, "answers": _answers,
}  # fmt: skip
"""What makes each kind; examples that pnp itself writes are made by `Run`, below the present folder."""
