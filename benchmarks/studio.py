"""How fast the studio answers in a real browser: pages, a saved cell, very many cards, and memory over many edits.

    python benchmarks/studio.py

It needs playwright and Debian's chromium, and makes its decks in a folder for the time being.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

from large_decks import make_large_deck
from playwright.sync_api import sync_playwright

SIZES = (54, 1_000, 5_400)
LOADS, EDITS, MANY = 9, 10, 200
SETTLED = 800  # milliseconds after which pictures have come and nothing goes on
PAINTED = """() => new Promise((done) => {
  const { requestStart, responseEnd } = performance.getEntriesByType("navigation")[0];
  new PerformanceObserver((list) => {
    const [first] = list.getEntriesByName("first-contentful-paint");
    if (first) done([first.startTime, responseEnd - requestStart]);
  }).observe({ type: "paint", buffered: true });
})"""
WATCH = """() => {
  Object.assign(window, { frames: [], tasks: [] });
  let last = performance.now();
  const step = () => {
    const now = performance.now();
    frames.push(now - last);
    last = now;
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
  new PerformanceObserver((list) => {
    for (const each of list.getEntries()) tasks.push(each.duration);
  }).observe({ type: "longtask" });
}"""
WORST = "() => [frames, tasks].map((each) => Math.round(Math.max(0, ...each.splice(0))))"
SET = """([name, value]) => new Promise((done) => {
  const input = document.querySelector(`[name=${name}]`);
  const begun = performance.now();
  input.value = value;
  input.dispatchEvent(new Event("input", { bubbles: true }));
  requestAnimationFrame(() => setTimeout(() => done(Math.round(performance.now() - begun))));
})"""


def edit(table: Path) -> None:
    """Another cost on the first card."""
    head, first, *rest = table.read_text(encoding="utf-8").splitlines()
    cells = first.split(",")
    cells[4] = str((int(cells[4]) + 1) % 90)
    table.write_text("\n".join([head, ",".join(cells), *rest]) + "\n", encoding="utf-8")


def type_in(page: Any) -> None:
    """The same in the table of the studio."""
    cell = page.get_by_label("cost, line 2", exact=True)
    cell.fill(str((int(cell.input_value()) + 1) % 90))
    cell.press("Enter")


def seconds_to_picture(page: Any, change: Any) -> float:
    """From a change to another picture of the first card on the page."""
    shown = page.locator(".card img").first
    before, begun = shown.get_attribute("src"), time.monotonic()
    change()
    while shown.get_attribute("src") == before or not shown.evaluate("image => image.complete && image.naturalWidth"):
        time.sleep(0.005)
    return time.monotonic() - begun


def megabytes(process: int) -> int:
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    return int(status.split("VmRSS:")[1].split()[0]) // 1024


def say_first_paint(page: Any, address: str, what: str) -> None:
    painted, answered = [], []
    for _ in range(LOADS):
        page.goto(address)
        first, answer = page.evaluate(PAINTED)
        painted.append(first)
        answered.append(answer)
        page.wait_for_timeout(SETTLED)
    told = f"painted after {median(painted):.0f} ms (worst {max(painted):.0f}), answered in {median(answered):.0f} ms"
    print(f"{what}: {told}")


def say_edits(page: Any, address: str, table: Path, size: int) -> None:
    page.goto(f"{address}/cards")
    page.wait_for_timeout(SETTLED)
    saved = sorted(seconds_to_picture(page, lambda: edit(table)) for _ in range(EDITS))
    page.goto(f"{address}/edit?file=cards.csv")
    page.locator(".card img").first.wait_for()
    page.wait_for_timeout(SETTLED)
    typed = sorted(seconds_to_picture(page, lambda: type_in(page)) for _ in range(EDITS))
    print(
        f"{size} cards: a saved file to the picture {median(saved):.2f} s (worst {saved[-1]:.2f}), "
        f"a cell {median(typed):.2f} s (worst {typed[-1]:.2f})"
    )


def say_view(page: Any, address: str, size: int) -> None:
    begun = time.monotonic()
    page.goto(f"{address}/cards")
    page.locator(".card").first.wait_for()
    loaded = time.monotonic() - begun
    page.wait_for_timeout(SETTLED)
    page.evaluate(WATCH)
    page.mouse.move(640, 500)
    for _ in range(min(size // 6, 300)):
        page.mouse.wheel(0, 400)
        page.wait_for_timeout(16)
    frame, task = page.evaluate(WORST)
    found, cleared = (page.evaluate(SET, ["find", words]) for words in ("lantern 1", ""))
    sizes = max(page.evaluate(SET, ["zoom", zoom]) for zoom in ("90", "420", "170"))
    print(
        f"{size} cards: page {loaded:.2f} s, longest frame while scrolling {frame} ms (longest task {task}), "
        f"Find {max(found, cleared)} ms, Size {sizes} ms, {page.locator('.card').count()} in the page"
    )


def measure(page: Any, address: str, folder: Path, process: int) -> None:
    base = address.partition("/?")[0]
    page.goto(address)
    decks = {size: f"{base}/games/~deck-{size}" for size in SIZES}
    for deck in decks.values():
        page.goto(f"{deck}/cards")
    page.goto(base)
    page.wait_for_timeout(10 * SETTLED)
    say_first_paint(page, base, "the shelf")
    say_first_paint(page, f"{decks[54]}/cards", "54 cards")
    for size, deck in decks.items():
        say_view(page, deck, size)
        say_edits(page, deck, folder / f"deck-{size}" / "cards.csv", size)
    page.goto(f"{decks[54]}/cards")
    sizes = []
    for at in range(MANY + 1):
        seconds_to_picture(page, lambda: edit(folder / "deck-54" / "cards.csv"))
        if at % 50 == 0:
            sizes.append(megabytes(process))
    print(f"memory over {MANY} edits: {', '.join(map(str, sizes))} MB")


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="pnp-studio-") as name, sync_playwright() as driver:
        folder = Path(name)
        for size in SIZES:
            make_large_deck(folder / f"deck-{size}", size)
        words = [sys.executable, "-m", "pnp", "studio", name, "--no-browser"]
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as studio:
            assert studio.stdout is not None
            address = studio.stdout.readline().strip()
            browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            page.set_default_timeout(120_000)
            measure(page, address, folder, studio.pid)
            browser.close()
            studio.terminate()


if __name__ == "__main__":
    main()
