"""How pnp draws the SVG files of public icon, emoji and flag sets, beside resvg: what is refused, what differs.

Packages come from the index of npm with its own client (`npm pack`), into `benchmarks/.work/npm`, and stay there. Of
each a seeded sample is read, drawn through the PDF and compared with what resvg draws of the file itself.
"""

from __future__ import annotations

import argparse
import random
import re
import subprocess
import sys
import tarfile
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import resvg_py
from PIL import Image, ImageChops, ImageFilter

from pnp.drawing.art import ArtError, read_art
from pnp.drawing.fonts import built_in_fonts
from pnp.drawing.shapes import Group, Symbol, Use
from pnp.geometry import Size, Transform
from pnp.imposition.plan import Page, SheetPlan
from pnp.renderers.base import DocumentInfo, render
from pnp.renderers.pdf import PdfRenderer
from pnp.renderers.png import sheet_as_png

WORK = Path(__file__).parent / ".work" / "npm"
PACKAGES = (
    "flag-icons", "circle-flags", "svg-country-flags", "@twemoji/svg", "openmoji", "devicon", "cryptocurrency-icons",
    "@bybas/weather-icons", "material-icon-theme", "ionicons", "simple-icons", "@tabler/icons", "bootstrap-icons",
    "@mdi/svg", "lucide-static", "eva-icons", "@fortawesome/fontawesome-free",
)  # fmt: skip
SIDE = 320  # pixels of the longer side
FINER = 3
BLUR = 1.5
NOTICED = 50  # of 255
SHARE = 0.005  # of the pixels
FONTS = built_in_fonts()
_FAMILY = "IBM Plex Serif"


@dataclass(frozen=True)
class Result:
    """What became of a file: a sentence where it was refused, the share of its pixels that differ, its notes."""

    name: str
    refused: str = ""
    differs: float = 0.0
    notes: tuple[str, ...] = ()
    not_compared: str = ""


def in_pdf(symbol: Symbol) -> bytes:
    """A page that shows a symbol and nothing else, its longer side 100 mm."""
    box = symbol.bounds
    scale = 100 / max(box.width, box.height)
    there = Transform.moved(-box.left, -box.top).then(Transform.scaled(scale))
    size = Size(max(box.width * scale, 1.0), max(box.height * scale, 1.0))
    renderer = PdfRenderer(DocumentInfo("t", "a", "s", "1", "en", FONTS))
    page = Page(1, "front", (), (Group((Use(symbol, there),)),))
    return render(SheetPlan(size, "fronts", 1, (page,), 0), {}, renderer)


def by_resvg(text: str, size: tuple[int, int]) -> Image.Image:
    files = [str(font.path) for font in FONTS.fonts.values()]
    side = {"width": size[0]} if size[0] >= size[1] else {"height": size[1]}
    drawn = resvg_py.svg_to_bytes(
        svg_string=_larger(text), background="white", dpi=96, skip_system_fonts=True, font_files=files,
        font_family=_FAMILY, serif_family=_FAMILY, sans_serif_family=_FAMILY, monospace_family=_FAMILY,
        cursive_family=_FAMILY, fantasy_family=_FAMILY, **side,
    )  # fmt: skip
    return Image.open(BytesIO(bytes(drawn))).convert("RGB")


def _larger(text: str) -> str:
    """A drawing with a view box fifty times as large: resvg rounds what it measures up to whole pixels."""
    root = re.search(r"<svg\b[^>]*>", text)
    view = re.search(r"viewBox\s*=\s*[\"']([^\"']*)[\"']", root[0]) if root else None
    if root is None or view is None or re.search(r"\swidth\s*=\s*[\"'][\d.]+%", root[0]):
        return text
    sides = r"(\s(?:width|height)\s*=\s*[\"'])([\d.]+)(?=(?:px|pt|mm|cm|in)?[\"'])"
    larger, count = re.subn(sides, lambda found: f"{found[1]}{50 * float(found[2])}", root[0])
    if not count:
        _, _, width, height = map(float, re.split(r"[\s,]+", view[1].strip()))
        larger = f'<svg width="{width * 50}" height="{height * 50}"{root[0][len("<svg") :]}'
    return text[: root.start()] + larger + text[root.end() :]


def looks(symbol: Symbol) -> Image.Image:
    """A symbol as the PDF shows it."""
    # Finer than it is compared, since pdfium rounds rectangles to whole pixels.
    picture = sheet_as_png(in_pdf(symbol), round(FINER * SIDE / 100 * 25.4), 0)
    return Image.open(BytesIO(picture)).convert("RGB").reduce(FINER)


def difference(one: Image.Image, other: Image.Image) -> float:
    """The share of the pixels that differ by more than an eye passes over, both pictures blurred."""
    other = other.resize(one.size) if other.size != one.size else other
    pair = (each.filter(ImageFilter.GaussianBlur(BLUR)) for each in (one, other))
    bands = ImageChops.difference(*pair).split()
    strongest = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    return sum(strongest.histogram()[NOTICED + 1 :]) / (one.width * one.height)


def compared(path: Path) -> Result:
    name = str(path.relative_to(WORK)) if path.is_relative_to(WORK) else path.name
    try:
        art = read_art(path, path.stem)
    except ArtError as failure:
        return Result(name, refused=str(failure))
    notes = tuple(finding.message for finding in art.notes)
    ours = looks(art.symbol)
    try:
        theirs = by_resvg(path.read_text(encoding="utf-8-sig"), ours.size)
    except (ValueError, UnicodeDecodeError) as failure:
        return Result(name, notes=notes, not_compared=str(failure))
    return Result(name, "", difference(ours, theirs), notes)


def fetched(package: str) -> Path:
    """The folder with the SVG files of a package."""
    folder = WORK / re.sub(r"[/@]", "_", package)
    if not folder.is_dir():
        WORK.mkdir(parents=True, exist_ok=True)
        done = subprocess.run(
            ["npm", "pack", package, "--silent"], cwd=WORK, capture_output=True, text=True, check=True
        )
        archive = WORK / done.stdout.split()[-1]
        with tarfile.open(archive) as packed:
            packed.extractall(folder, [each for each in packed if each.name.endswith(".svg")], filter="data")
        archive.unlink()
    return folder


def sample(count: int, seed: int, packages: tuple[str, ...]) -> list[Path]:
    chosen: list[Path] = []
    for package in packages:
        files = sorted(fetched(package).rglob("*.svg"))
        chosen += random.Random(seed).sample(files, min(count, len(files)))
    return chosen


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, default=130, help="files of each package")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("packages", nargs="*", default=PACKAGES)
    asked = parser.parse_args()
    paths = sample(asked.n, asked.seed, tuple(asked.packages))
    with ProcessPoolExecutor(asked.workers) as workers:
        results = list(workers.map(compared, paths, chunksize=8))
    refused = [each for each in results if each.refused]
    differing = sorted((each for each in results if each.differs > SHARE), key=lambda each: -each.differs)
    others = [each for each in results if each.not_compared]
    print(f"{len(results):,} files of {len(asked.packages)} packages, seed {asked.seed}")
    print(f"refused: {len(refused)} ({len(refused) / len(results):.2%})")
    for each in refused:
        print(f"    {each.name}: {each.refused}")
    print(f"differ from resvg: {len(differing)} ({len(differing) / len(results):.2%})")
    for each in differing:
        print(f"    {each.name}: {each.differs:.2%} of the pixels{'; ' + each.notes[0] if each.notes else ''}")
    print(f"that resvg does not read: {len(others)}")
    for each in others:
        print(f"    {each.name}: {each.not_compared}")
    noted: dict[str, int] = {}
    for each in results:
        for note in each.notes:
            noted[note] = noted.get(note, 0) + 1
    print(f"files with notes: {sum(bool(each.notes) for each in results)}")
    for note, count in sorted(noted.items(), key=lambda item: -item[1]):
        print(f"    {count} x {note}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
