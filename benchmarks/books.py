"""Prints how long pnp and WeasyPrint take for the same rulebooks. See README.md beside this file."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from run import ROOT, WORK, FailedError, Job, measured, pages_of, pnp, python_with, say

WEASYPRINT = "weasyprint==70.0"
GAMES = ("whispers", "whims", "whistler", "wibbell", "war-of-whispers")

#: Each prints the processor's seconds from a book whose words are written and whose pictures are drawn to its PDF; the
#: second time, when whatever a program keeps from one book to the next is there.
OURS = """
import sys, time
from pnp.build.rulebook import BookPrinting, finish_book
from pnp.catalog import find
from pnp.definition.load import load_game
from pnp.build.rulebook import prepare_book, style_of
game = load_game(find(sys.argv[1]))
book = prepare_book(game, style_of(game, "", BookPrinting()))
for _ in range(2):
    begun = time.process_time()
    data = finish_book(book, "pdf", BookPrinting()).data
    spent = time.process_time() - begun
print(spent)
"""
THEIRS = """
import logging, sys, time
from pathlib import Path
from weasyprint import HTML
logging.disable(logging.CRITICAL)
text = Path(sys.argv[1]).read_text(encoding="utf-8")
for _ in range(2):
    begun = time.process_time()
    data = HTML(string=text).write_pdf()
    spent = time.process_time() - begun
print(spent)
"""


@dataclass(frozen=True)
class Rounds:
    """Seconds by pnp and by WeasyPrint, round by round: of setting alone and of whole commands; the pages of both."""

    setting: Sequence[tuple[float, float]]
    whole: Sequence[tuple[float, float]]
    pages: str


def web_page(game: str) -> Path:
    """The book of a game as one HTML file, words and pictures."""
    subprocess.run(pnp("rules", game, "--format", "html", "--out", str(WORK / "books")), cwd=ROOT, check=True)
    return WORK / "books" / game / f"{game}-rules.html"


def processes(game: str, python: Path, page: Path) -> tuple[Job, Job]:
    """Both as they are called, from the start of the interpreter to its end."""
    ours, theirs = WORK / "books" / game / f"{game}-rules.pdf", WORK / "books" / game / "weasyprint.pdf"
    command = (str(python), "-m", "weasyprint", "--quiet", str(page), str(theirs))
    return (
        Job(f"{game}: pnp", pnp("rules", game, "--format", "pdf", "--out", str(WORK / "books")), ours),
        Job(f"{game}: WeasyPrint", command, theirs, {"PYTHONPATH": ""}),
    )


def setting(game: str, python: Path, page: Path) -> tuple[float, float]:
    """Seconds of the processor from finished words and pictures to the PDF, by pnp and by WeasyPrint."""
    commands = ((sys.executable, "-c", OURS, game), (str(python), "-c", THEIRS, str(page)))
    seconds = []
    for command, path in zip(commands, (str(ROOT), "")):
        done = subprocess.run(
            command, cwd=WORK, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise FailedError(f"exit {done.returncode}: {done.stderr.strip().splitlines()[-1][:160]}")
        seconds.append(float(done.stdout))
    return seconds[0], seconds[1]


def rounds(game: str, python: Path, runs: int) -> Rounds:
    """Pairs of seconds, pnp's and WeasyPrint's in turn; the first round warms up what the system keeps."""
    page = web_page(game)
    ours, theirs = processes(game, python, page)
    whole, alone = [], []
    for _ in range(runs + 1):
        whole.append((measured(ours).work, measured(theirs).work))
        alone.append(setting(game, python, page))
    pages = " and ".join(str(pages_of(job.output)) for job in (ours, theirs) if job.output)
    return Rounds(alone[1:], whole[1:], pages)


def table(rows: Mapping[str, Rounds]) -> Iterator[str]:
    """A line for each book: medians, and the median of the ratios within each round."""
    yield f"{'':<18} {'from words and pictures to PDF':^32} {'the whole command':^32}"
    head = f"{'seconds of work':<18}" + f" {'pnp':>8} {'WeasyPrint':>11} {'times':>7}     " * 2 + f"{'pages':>9}"
    yield head
    yield "-" * len(head)
    for game, found in rows.items():
        line = f"{game:<18}"
        for pairs in (found.setting, found.whole):
            ours, theirs = (median(each) for each in zip(*pairs))
            line += f" {ours:>8.2f} {theirs:>11.2f} {median(b / a for a, b in pairs):>7.1f}     "
        yield f"{line}{found.pages:>9}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Times pnp and WeasyPrint on the same books, in turn.")
    parser.add_argument("-n", "--runs", type=int, default=5, help="rounds that are counted (5)")
    parser.add_argument("games", nargs="*", default=GAMES, help="which books (all)")
    options = parser.parse_args()
    if options.runs < 1:
        parser.error("--runs must be 1 or more")
    WORK.mkdir(exist_ok=True)
    try:
        python = python_with("weasyprint", WEASYPRINT)
    except (subprocess.CalledProcessError, OSError) as fault:
        told = (getattr(fault, "stderr", None) or b"").decode(errors="replace").strip().splitlines()
        parser.exit(1, f"WeasyPrint cannot be installed: {told[-1] if told else fault}\n")
    rows = {}
    for game in options.games:
        try:
            rows[game] = rounds(game, python, options.runs)
            say(f"{game} done")
        except (FailedError, subprocess.CalledProcessError) as fault:
            say(f"left out: {game}: {fault}")
    print(f"Python {sys.version.split()[0]}, {WEASYPRINT}, {options.runs} rounds, one more not counted")
    print("\n".join(table(rows)))


if __name__ == "__main__":
    main()
