"""Takes the pictures of the studio in docs/pictures, by playwright and Debian's chromium."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from pnp.decks.new import new_deck

PICTURES = Path(__file__).parent / "pictures"
CHOICES = 26  # of the play that is shown


def keep(page: Page, name: str) -> None:
    """The page as it is seen, in few colours."""
    page.wait_for_timeout(3_000)
    seen = Image.open(BytesIO(page.screenshot())).convert("RGB").quantize(256, dither=Image.Dither.NONE)
    seen.save(PICTURES / name, optimize=True)


def take(page: Page, base: str) -> None:
    page.goto(f"{base}/games/~my-deck/cards")
    keep(page, "studio-cards.png")
    page.goto(f"{base}/games/whispers/print")
    keep(page, "studio-print.png")
    page.goto(f"{base}/games/war-of-whispers/play")
    page.locator("#players").select_option("4")
    page.get_by_label("Seed", exact=True).first.fill("8")
    page.get_by_role("button", name="Sit down and play").click()
    page.wait_for_url("**/table/**")
    offers = page.locator(".offers button")
    for at in range(CHOICES):
        if not offers.count():
            break
        offers.nth(at * 7 % offers.count()).click()
        page.locator("#view:not([aria-busy])").wait_for()
    page.evaluate("scrollTo(0, 0)")
    keep(page, "studio-play.png")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        deck = Path(folder, "my-deck")
        new_deck(deck, "poker")
        cards = deck / "cards.csv"
        cards.write_text(
            cards.read_text(encoding="utf-8").replace("deed,sword,blood", "deed,sword,bloood"), encoding="utf-8"
        )
        words = [sys.executable, "-m", "pnp", "studio", folder, "--no-browser"]
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as studio:
            assert studio.stdout is not None
            address = studio.stdout.readline().strip()
            browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            page = browser.new_page(viewport={"width": 1280, "height": 860})
            page.goto(address)
            take(page, address.partition("/?")[0])
            browser.close()
            studio.terminate()


if __name__ == "__main__":
    main()
