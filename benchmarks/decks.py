"""Prints how long homemade decks of growing size take to build, with and without pictures."""

from __future__ import annotations

import argparse
import random
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from PIL import Image, ImageChops, ImageFilter
from run import WORK, FailedError, Job, Run, measured, pnp, say

CARDS = (54, 540, 5400)
PICTURES, PIXELS = 200, (1155, 1732)  # two megapixels each, of the shape of a poker card
PICTURED = 1000
READING = """
import sys
from pathlib import Path
from PIL import Image
for path in sorted(Path(sys.argv[1]).iterdir()):
    with Image.open(path) as image:
        image.load()
"""
DECK = """format = "pnp-game/1"
name = "bench"
title = "Bench"
version = "1.0"
players = [2, 4]
[tables]
cards = "cards.csv"
[colours]
paper = "#f7f0e0"
[icons]
coin = "coin.svg"
[[backs]]
part = "back"
size = "poker"
layout = "back"
[[components]]
part = "card"
kind = "card"
id = "card-{number}"
name = "{name}"
size = "poker"
layout = "card"
back = "back"
table = "cards"
[[layouts.back.elements]]
type = "rectangle"
box = "trim"
fill = "#23596b"
[[layouts.card.elements]]
type = "rectangle"
box = "trim"
fill = "paper"
PICTURE
[[layouts.card.elements]]
type = "rectangle"
box = "4 4 55.5 9"
fill = "paper"
[[layouts.card.elements]]
type = "text"
text = "{name}"
box = "5 4 53.5 9"
font = "display"
size = "14pt"
valign = "middle"
[[layouts.card.elements]]
type = "rectangle"
box = "4 58 55.5 26"
fill = "paper"
[[layouts.card.elements]]
type = "text"
text = "{text}"
box = "6 59 51.5 20"
size = "9pt"
[[layouts.card.elements]]
type = "pips"
icon = "coin"
count = "{cost}"
size = "4mm"
align = "left"
box = "6 79 51.5 4.5"
"""
PICTURE = '[[layouts.card.elements]]\ntype = "image"\nfile = "art/{art}"\nbox = "trim"\n'
WORDS = """
draw keep discard one two three cards coins from the deck hand neighbour while night falls over harbour wood
river market guild lantern whoever plays pays :coin: and *may* take **all** of it back before dawn
"""
COIN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="5"/></svg>\n'


def deck(folder: Path, cards: int, endings: str = "", words: str = WORDS, pictures: int = PICTURES) -> Path:
    """A deck of that many different cards of such words, with so many pictures of that kind if one is named."""
    folder.mkdir(parents=True, exist_ok=True)
    generator = random.Random(cards)
    lines = ["number,name,text,cost,art,count"]
    for number in range(1, cards + 1):
        texts = [" ".join(generator.choices(words.split(), k=length)) for length in (2, 12, 9)]
        art = f"{number % pictures:03d}.{endings}" if endings else ""
        lines.append(f'{number},{texts[0].title()},"{texts[1]}.\n{texts[2]}.",{generator.randrange(6)},{art},1')
    (folder / "cards.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "deck.toml").write_text(DECK.replace("PICTURE", PICTURE if endings else ""), encoding="utf-8")
    (folder / "coin.svg").write_text(COIN, encoding="utf-8")
    return folder


def paint(folder: Path, ending: str, pictures: int = PICTURES, pixels: tuple[int, int] = PIXELS) -> Path:
    """So many different pictures with the grain of a photograph."""
    folder.mkdir(parents=True, exist_ok=True)
    ramp = Image.linear_gradient("L")
    for number in range(pictures):
        path = folder / f"{number:03d}.{ending}"
        if path.exists():
            continue
        generator = random.Random(number)
        bands = []
        for _ in range(3):
            grain = Image.effect_noise(pixels, 50)
            band = ramp.rotate(generator.choice((0, 90, 180, 270))).resize(pixels)
            bands.append(Image.blend(ImageChops.offset(band, generator.randrange(900)), grain, 0.25))
        Image.merge("RGB", bands).filter(ImageFilter.GaussianBlur(0.8)).save(path, compress_level=3, quality=88)
    return folder


def text_jobs() -> Iterator[Job]:
    for cards in CARDS:
        folder, out = deck(WORK / f"text-{cards}", cards), WORK / f"out-text-{cards}"
        yield Job(f"{cards:,} text cards", build(folder, out), out)


def picture_jobs(ending: str) -> Iterator[Job]:
    folder = deck(WORK / f"pictures-{ending}", PICTURED, ending)
    art, out = paint(folder / "art", ending), WORK / f"out-pictures-{ending}"
    yield Job(f"reading {PICTURES} {ending} pictures", (sys.executable, "-c", READING, str(art)))
    yield Job(f"{PICTURED:,} cards with these {ending}", build(folder, out), out)


def build(folder: Path, out: Path) -> tuple[str, ...]:
    return pnp("build", str(folder), "--out", str(out), "--force")


def main() -> None:
    parser = argparse.ArgumentParser(description="Times whole builds of homemade decks.")
    parser.add_argument("-n", "--runs", type=int, default=3, help="rounds that are counted (3)")
    parser.add_argument("--clean", action="store_true", help="delete the working folder first")
    options = parser.parse_args()
    if options.clean:
        shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(exist_ok=True)
    jobs = [*text_jobs(), *picture_jobs("jpg"), *picture_jobs("png")]
    found: dict[str, list[Run]] = {job.name: [] for job in jobs}
    for number in range(options.runs):
        for job in jobs:
            try:
                found[job.name].append(measured(job))
            except FailedError as fault:
                say(f"failed: {job.name}: {fault}")
        say(f"round {number + 1} of {options.runs} done")
    print(f"{'':<34} {'median s':>9} {'min':>7} {'max':>7} {'work s':>7} {'peak MB':>8} {'PDF MB':>7}")
    for job in jobs:
        runs = found[job.name]
        times = [run.seconds for run in runs] or [0.0]
        work = median([run.work for run in runs] or [0.0])
        size = sum(path.stat().st_size for path in job.output.rglob("*.pdf")) / 1e6 if job.output else 0.0
        memory = max((run.memory for run in runs), default=0.0)
        measures = f"{median(times):>9.2f} {min(times):>7.2f} {max(times):>7.2f} {work:>7.2f}"
        print(f"{job.name:<34} {measures} {memory:>8.0f} {size:>7.1f}")


if __name__ == "__main__":
    main()
