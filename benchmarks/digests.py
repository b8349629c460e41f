"""Digests of everything that pnp makes and says, to be held against those of another state of the code.

    python benchmarks/digests.py --write before.json      # before a change that must not be seen
    python benchmarks/digests.py --against before.json    # after it: every difference, and 1 if there is one

Every command line below is run in a folder of its own. Of each, the exit code, what it prints and every file that it
writes are kept, the files as SHA-256 of their bytes.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from pnp.catalog import find, games
from pnp.definition.load import load_game
from pnp.export.export import TARGETS

DECK = "new mine && "
BUILDS = (
    "--paper a4", "--paper letter", "--paper a3 --sides gutterfold", "--sides duplex-short",
    "--sides fronts-then-backs",
    "--sides fronts --marks none", "--ink saver --marks fronts", "--ink gray --bleed 0mm", "--format svg,log",
    "--format png --dpi 60", "--board-scale 50%", "--stamp --margin 10mm", "--assembly --only cards", "--copies 2",
    "--tuckbox", "--tuckbox --sleeves standard --stock 250gsm", "--players FEWEST", "--json", "--sheets 1 --json",
)  # fmt: skip
RULES = ("", "--paper a5", "--format html", "--format md", "--format zine", "--format booklet", "--lang pl", "--large")
OTHERS = (
    "show GAME --json", "show GAME", "odds GAME", "odds GAME --json", "validate GAME --games 12 --json",
    "validate GAME --games 6", "play GAME --seed 7 --record kept.txt", "play GAME --seed 7 --json",
    "play GAME --seed 3 --record kept.txt && replay kept.txt --json", "simulate GAME --games 30 --json",
    "simulate GAME --games 20 --out games.csv", "convert GAME --from poker --json", "convert GAME --from uno",
    "texts GAME --lang pl --out pl.po", "build GAME --out output && preflight output/GAME --json",
    "build GAME --lang pl",
)  # fmt: skip
#: What differs from run to run, seconds; and from code to code, what a manifest tells of the code that made it.
_PASSING = re.compile(r'"(seconds|elapsed|took)": [0-9.e-]+|\b[0-9.]+ (s|seconds)\b|"(inputs|seal)": "[0-9a-f]{64}"')


def command_lines() -> Iterator[str]:
    """Everything that is tried; `&&` stands between commands of one line, as in a shell."""
    yield from ("--help", "list --json", "list", "calibrate --out c.pdf", "validate nothing", "build nothing")
    for name in games():
        game = load_game(find(name))
        chosen = [f"--edition {edition}" for edition in game.editions[1:]]
        chosen += [f"--variant {key}={value}" for key, values in game.variants.items() for value in values[1:]]
        for options in (*BUILDS, *chosen):
            yield f"build {name} {options}".replace("FEWEST", str(game.players[0]))
        yield from (f"rules {name} {options}".strip() for options in RULES)
        yield from (line.replace("GAME", name) for line in OTHERS)
        yield from (f"export {name} --for {target} --json" for target in TARGETS)
    for options in (*BUILDS[:14], "--json"):
        yield f"{DECK}build mine {options}".replace("--players FEWEST", "")
    yield from (f"{DECK}export mine --for {target} --json" for target in TARGETS)
    yield from (f"{DECK}{line}".replace("GAME", "mine") for line in OTHERS)


def digest(line: str) -> dict[str, str]:
    """What a command line does, told by names: how it ends, what it prints, and each file that it writes."""
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        found: dict[str, str] = {}
        for number, command in enumerate(line.split(" && ")):
            words = [sys.executable, "-P", "-m", "pnp", *command.split()]
            done = subprocess.run(words, check=False, capture_output=True, text=True)
            found[f"exit {number}"] = str(done.returncode)
            for stream, text in (("stdout", done.stdout), ("stderr", done.stderr)):
                found[f"{stream} {number}"] = _sum(_PASSING.sub("", text.replace(folder, "")).encode())
        for path in sorted(Path(folder).rglob("*")):
            if path.is_file():
                content = path.read_bytes()
                if path.name == "manifest.json":
                    content = _PASSING.sub("", content.decode()).encode()
                found[path.relative_to(folder).as_posix()] = _sum(content)
        os.chdir("/")
    return found


def _sum(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


def digests(jobs: int, every: int, only: str) -> dict[str, dict[str, str]]:
    lines = [line for line in command_lines() if re.search(only, line)][::every]
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        return dict(zip(lines, pool.map(digest, lines, chunksize=4), strict=True))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--write", type=Path, metavar="FILE", help="keep the digests there")
    parser.add_argument("--against", type=Path, metavar="FILE", help="tell what is not as it was kept there")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (as many as cores)")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only one command line in N")
    parser.add_argument("--only", default="", metavar="REGEX", help="only command lines in which it is found")
    options = parser.parse_args()
    before = json.loads(options.against.read_text(encoding="utf-8")) if options.against else {}
    target = options.write.absolute() if options.write else None
    os.environ |= {"SOURCE_DATE_EPOCH": "1700000000", "PNP_CONFIG": os.devnull + "/none"}
    now = digests(options.jobs, options.every, options.only)
    if target:
        target.write_text(json.dumps(now, indent=1), encoding="utf-8")
    if not before:
        return 0
    different = 0
    for line in dict.fromkeys([*before, *now]) if options.every == 1 and not options.only else now:
        was, becomes = before.get(line, {}), now.get(line, {})
        changed = [name for name in dict.fromkeys([*was, *becomes]) if was.get(name) != becomes.get(name)]
        if changed:
            different += 1
            print(f"pnp {line}: {', '.join(changed[:6])}{' ...' if len(changed) > 6 else ''}")
    print(f"{different} of {len(now)} command lines are not as they were")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
