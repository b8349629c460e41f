"""How fast the studio answers in a real browser: pages, a saved cell, very many cards, and memory over many edits.

    python benchmarks/studio.py

It needs playwright and Debian's chromium, and makes its decks in a folder for the time being.
"""

from __future__ import annotations

import csv
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from pnp.decks.new import new_deck

SIZES = (54, 1_000, 5_400)
EDITS, MANY = 10, 200
SCROLL = """() => new Promise((done) => {
  let worst = 0, last = performance.now(), frames = 0;
  const step = () => {
    const now = performance.now();
    worst = Math.max(worst, now - last);
    last = now;
    scrollBy(0, 900);
    if (++frames < 240) requestAnimationFrame(step); else done(Math.round(worst));
  };
  requestAnimationFrame(step);
})"""


def make_decks(folder: Path) -> None:
    for size in SIZES:
        deck = folder / f"deck-{size}"
        new_deck(deck, "poker")
        head, *rows = csv.reader((deck / "cards.csv").read_text(encoding="utf-8").splitlines())
        with (deck / "cards.csv").open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(head)
            for at in range(size):
                row = rows[at % len(rows)]
                writer.writerow([f"{row[0]} {at}", *row[1:-1], "1"])


def edit(table: Path) -> None:
    """Another cost on the first card."""
    head, first, *rest = table.read_text(encoding="utf-8").splitlines()
    cells = first.split(",")
    cells[4] = str((int(cells[4]) + 1) % 90)
    table.write_text("\n".join([head, ",".join(cells), *rest]) + "\n", encoding="utf-8")


def seconds_to_picture(page: Any, table: Path) -> float:
    """From a saved file to another picture of its first card on the page."""
    shown = page.locator(".card img").first
    before, begun = shown.get_attribute("src"), time.monotonic()
    edit(table)
    while shown.get_attribute("src") == before or not shown.evaluate("image => image.complete && image.naturalWidth"):
        time.sleep(0.005)
    return time.monotonic() - begun


def megabytes(process: int) -> int:
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    return int(status.split("VmRSS:")[1].split()[0]) // 1024


def measure(page: Any, address: str, folder: Path, process: int) -> None:
    base = address.partition("/?")[0]
    page.goto(address, wait_until="domcontentloaded")
    begun = time.monotonic()
    page.goto(base, wait_until="domcontentloaded")
    print(f"the shelf: {time.monotonic() - begun:.2f} s")
    for size in SIZES:
        page.goto(f"{base}/games/~deck-{size}/cards")
        begun = time.monotonic()
        page.goto(f"{base}/games/~deck-{size}/cards", wait_until="domcontentloaded")
        loaded = time.monotonic() - begun
        page.wait_for_load_state("load")
        page.wait_for_timeout(500)
        table = folder / f"deck-{size}" / "cards.csv"
        times = sorted(seconds_to_picture(page, table) for _ in range(EDITS))
        told = f"{size} cards: page {loaded:.2f} s, saved to picture {times[EDITS // 2]:.2f} s (worst {times[-1]:.2f})"
        print(f"{told}, longest frame while scrolling {page.evaluate(SCROLL)} ms")
    page.goto(f"{base}/games/~deck-54/cards")
    sizes = []
    for at in range(MANY + 1):
        seconds_to_picture(page, folder / "deck-54" / "cards.csv")
        if at % 50 == 0:
            sizes.append(megabytes(process))
    print(f"memory over {MANY} edits: {', '.join(map(str, sizes))} MB")


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="pnp-studio-") as name, sync_playwright() as driver:
        folder = Path(name)
        make_decks(folder)
        words = [sys.executable, "-m", "pnp", "studio", name, "--no-browser"]
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as studio:
            assert studio.stdout is not None
            address = studio.stdout.readline().strip()
            browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            measure(page, address, folder, studio.pid)
            browser.close()
            studio.terminate()


if __name__ == "__main__":
    main()
