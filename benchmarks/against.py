"""Holds the processor's time of this checkout against that of another one, job by job. README.md tells how."""

from __future__ import annotations

import argparse
import random
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median

import decks
from run import ROOT, WORK, FailedError, Job, Run, measured, pnp, say

CARDS = decks.CARDS
PIXELS = 500, 750
FEW = 20


def drawings(folder: Path, count: int) -> None:
    """So many SVG files, each another picture, as drawing programs write them."""
    folder.mkdir(parents=True, exist_ok=True)
    generator = random.Random(count)
    for number in range(count):
        shapes = []
        for _ in range(20):
            x, y, r = (generator.randrange(10, 600) for _ in range(3))
            colour = f"#{generator.randrange(1 << 24):06x}"
            paint = f'fill="{colour}" stroke="#222" stroke-width="2"'
            shapes.append(f'<circle cx="{x}" cy="{y}" r="{r // 8 + 4}" {paint}/>')
            shapes.append(f'<path d="M{x} {y}c{r} 10 20 {r} 40 60s-80 9-{r} 0z" style="fill:{colour};stroke:none"/>')
        text = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 635 889"><g>{"".join(shapes)}</g></svg>\n'
        (folder / f"{number:03d}.svg").write_text(text, encoding="utf-8")


def deck_of(kind: str, cards: int) -> Path:
    """The folder of a deck of that many cards, made at the first call."""
    folder = WORK / f"against-{kind}-{cards}"
    if (folder / "deck.toml").exists():
        return folder
    if kind == "plain":
        return decks.deck(folder, cards, words=decks.WORDS.replace("*", "").replace(":coin:", "coin"))
    if kind == "icons":
        return decks.deck(folder, cards)
    if kind == "drawings":
        drawings(folder / "art", FEW)
    else:
        decks.paint(folder / "art", kind, FEW, PIXELS)
    return decks.deck(folder, cards, "svg" if kind == "drawings" else kind, pictures=FEW)


def jobs_of(names: Sequence[str], sample: Path) -> Iterator[tuple[str, Sequence[str]]]:
    """Names and the words of their commands, but for the folder that they write to."""
    yield "pnp --version", ("--version",)
    yield "pnp list", ("list",)
    yield "pnp build whispers --only cards", ("build", "whispers", "--paper", "a4", "--only", "cards", "--force")
    yield "pnp build whispers", ("build", "whispers", "--paper", "a4", "--force")
    yield "pnp build war-of-whispers", ("build", "war-of-whispers", "--paper", "a4", "--force")
    yield "pnp build docs/sample-deck", ("build", str(sample), "--force")
    yield "pnp validate whispers --games 200", ("validate", "whispers", "--games", "200")
    for kind in ("plain", "icons", "drawings", "jpg", "png"):
        for cards in CARDS:
            name = f"{cards:,} cards, {kind}"
            if not names or any(each in name for each in names):
                yield name, ("build", str(deck_of(kind, cards)), "--force")


def pair(name: str, words: Sequence[str], other: Path) -> tuple[Job, Job]:
    """The job by the other checkout and by this one."""
    made = []
    for which, root in (("other", other), ("this", ROOT)):
        out = WORK / f"out-{which}"
        told = pnp(*words, "--out", str(out)) if words[0] == "build" else pnp(*words)
        made.append(Job(name, told, out, {"PYTHONPATH": str(root)}))
    return made[0], made[1]


def rounds(pairs: Mapping[str, tuple[Job, Job]], count: int) -> dict[str, list[tuple[Run, Run]]]:
    """Both in turn, the other way round every second time, after one run of each that is not counted."""
    found: dict[str, list[tuple[Run, Run]]] = {name: [] for name in pairs}
    for number in range(count + 1):
        for name, (other, this) in pairs.items():
            try:
                if number % 2:
                    before, after = measured(other), measured(this)
                else:
                    after, before = measured(this), measured(other)
            except FailedError as fault:
                say(f"failed: {name}: {fault}")
                continue
            if number:
                found[name].append((before, after))
        say(f"round {number} of {count} done")
    return found


def table(found: Mapping[str, Sequence[tuple[Run, Run]]]) -> Iterator[str]:
    head = f"{'':<36} {'this ÷ other':>12} {'least':>7} {'most':>7} {'memory':>7} {'× cards ÷ 10':>13}"
    yield head
    yield "-" * len(head)
    fewer: dict[str, float] = {}
    for name, runs in found.items():
        if not runs:
            yield f"{name:<36} failed"
            continue
        ratios = [after.work / before.work for before, after in runs]
        memory = max(after.memory for _, after in runs) / max(before.memory for before, _ in runs)
        kind, work = name.partition(", ")[2], median(after.work for _, after in runs)
        growth = f"{work / fewer[kind]:.1f}" if kind in fewer else ""
        if kind:
            fewer[kind] = work
        yield (
            f"{name:<36} {median(ratios):>12.2f} {min(ratios):>7.2f} {max(ratios):>7.2f} {memory:>7.2f} {growth:>13}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description="Holds the processor's time of this checkout against another's.")
    parser.add_argument("other", type=Path, help="the other checkout")
    parser.add_argument("names", nargs="*", help="only jobs that have one of these in their names")
    parser.add_argument("-n", "--runs", type=int, default=5, help="rounds that are counted (5)")
    parser.add_argument("--clean", action="store_true", help="delete the working folder first")
    options = parser.parse_intermixed_args()
    other = options.other.resolve()
    if not (other / "pnp").is_dir():
        parser.error(f"{other} is no checkout of pnp")
    if options.clean:
        shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(exist_ok=True)
    sample = WORK / "against-sample"
    if not sample.exists():
        shutil.copytree(other / "docs/sample-deck", sample)
    pairs = {
        name: pair(name, words, other)
        for name, words in jobs_of(options.names, sample)
        if not options.names or any(each in name for each in options.names)
    }
    found = rounds(pairs, options.runs)
    print(f"Python {sys.version.split()[0]}, {options.runs} rounds, one more not counted")
    print("\n".join(table(found)))


if __name__ == "__main__":
    main()
