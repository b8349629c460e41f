"""Command lines, and edits of their words and of the environment, which are kept as JSON in a file of a scene."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random

from mutation.edits import bad_text

SMALL = (
    "show small", "build small", "build small --no-preflight", "build small --format svg", "build small --ink gray",
    "export small --for svg", "show small --picture a.png", "build small --no-preflight --ink saver --format log",
    "validate small --games 0 --jobs 1", "texts small", "export small --for tts",
    "build small --format png --dpi 40 --jobs 1",
)  # fmt: skip
"""What reads the small deck."""

LINES = (
    *SMALL, "list --json", "show whims --players 3 --paper a5", "show small --table cards", "new fresh --like tokens",
    "build small --paper 210x297mm --margin 4mm --bleed 2mm --copies 2", "build small --sheets 1-1 --side back",
    "build small --sides gutterfold --marks none --stamp", "build small --format png --dpi 40 --jobs 1",
    "build small --tuckbox --stock 300gsm --sleeves 60um --boxed cards", "build small --data cards=small/cards.csv",
    "build war-of-whispers --only aids --variant banners=cubes --edition standard --no-preflight",
    "convert whispers --from uno --paper letter --out guide", "rules whims --format zine,md --ink gray",
    "texts small --lang de --json", "texts small --out words.po", "export small --for tts --base-url https://a.example/",
    "export small --for silhouette --paper a4 --marks 4 --inset 15.9mm", "calibrate --paper a4 --landscape --out c.pdf",
    "printer add home --read A=0.4,B=-0.2,C=0,D=0.2,E=-0.3,F=-0.3,G=0.1,H=-0.3", "printer list",
    "printer add home --scale-x 99.4% --shift-y -0.3mm --rotate 0.2",
    "play whims --players 2 --seed 1 --choice-seed 3 --option ceiling=nine --player random --record r.jsonl",
    "play war-of-whispers --players 3 --variant banners=chits --seed 4", "play whispers --deck uno --seed 2",
    "validate whims --games 1 --players 2-3 --seed 4 --jobs 1 --json", "odds whims --games 1 --players 2 --jobs 1",
    "simulate whims --games 2 --players 2 --seed 1 --jobs 1 --pace 3 --watch 1 --out t.csv --report r.html",
    "simulate whims --games 2 --compare edge=1,2 --jobs 1 --json",
    "simulate whispers --batch threshold:6 --option hands=1 --players 3 --games 3",
)  # fmt: skip


def words_edit(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """A word left out, doubled, moved, exchanged or spoilt, or a variable of the environment; games stay few."""
    given = json.loads(data)
    words = given["words"]
    at = random.randrange(len(words))
    elsewhere = json.loads(random.choice(others))["words"]
    match random.randrange(12):
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
    for number, (before, word) in enumerate(zip(["", *words], list(words))):
        if before == "--games" and word not in ("0", "1", "2", "3"):
            words[number] = random.choice(("0", "2", "-1", "1e9", "x", "nan", "9" * 400))
        if before == "--jobs":
            words[number] = random.choice(("1", "1", "0", "-1", "65", "x"))
        if word.startswith(("--games=", "--jobs=")):
            words[number] = word.partition("=")[0]
    return json.dumps(given).encode()


def _spoilt(random: Random, word: str) -> str:
    bad = bad_text(random)[:2000].replace("\0", "")
    at = random.randrange(len(word) + 1)
    spoilt = random.choice((bad, bad, word[:at] + bad + word[at:], word.partition("=")[0] + "=" + bad, word + bad))
    return spoilt.encode("utf-8", "surrogatepass").decode("utf-8", "surrogateescape")  # as a system would hand it over
