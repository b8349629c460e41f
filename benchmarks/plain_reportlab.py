"""54 cards on A4 with ReportLab alone, as one would write it for this one deck: an output path in, a PDF out.

No definition, no renderer contract, no preflight: the yardstick that pnp is measured against. Art is read from the same
SVG files, placed as forms; fonts are the same two files.
"""

from __future__ import annotations

import csv
import re
import sys
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from xml.etree import ElementTree

from reportlab.lib.colors import HexColor
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

ROOT = Path(__file__).parent.parent
ART = ROOT / "assets" / "whispers"
MM = 72 / 25.4
WIDTH, HEIGHT, BLEED = 63.5, 88.9, 3.0
PAGE = (210.0, 297.0)
LEFT, BOTTOM = (PAGE[0] - 3 * WIDTH) / 2, (PAGE[1] - 3 * HEIGHT) / 2
INK, IVORY, WALL = HexColor("#211814"), HexColor("#f5e8cc"), HexColor("#2b1c14")
PIPS = {
    1: [(0, 0)],
    2: [(-1, 1), (1, -1)],
    3: [(-1, 1), (0, 0), (1, -1)],
    4: [(-1, 1), (1, 1), (-1, -1), (1, -1)],
    5: [(-1, 1), (1, 1), (0, 0), (-1, -1), (1, -1)],
    6: [(-1, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (1, -1)],
}
TOKEN = re.compile(r"[MLCQZ]|-?\d*\.?\d+")


def table(path):
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def draw_path(canvas, data, fill, stroke, even_odd):
    path, numbers, command = canvas.beginPath(), [], ""
    need = {"M": 2, "L": 2, "C": 6, "Q": 4}
    at = (0.0, 0.0)
    for token in TOKEN.findall(data):
        if token == "Z":
            path.close()
        elif token in need:
            command, numbers = token, []
        else:
            numbers.append(float(token))
            if len(numbers) < need[command]:
                continue
            if command == "M":
                path.moveTo(*numbers)
                command = "L"
            elif command == "L":
                path.lineTo(*numbers)
            elif command == "C":
                path.curveTo(*numbers)
            else:
                (x0, y0), (x1, y1, x2, y2) = at, numbers
                near = (x0 + 2 / 3 * (x1 - x0), y0 + 2 / 3 * (y1 - y0))
                path.curveTo(*near, x2 + 2 / 3 * (x1 - x2), y2 + 2 / 3 * (y1 - y2), x2, y2)
            at, numbers = (numbers[-2], numbers[-1]), []
    canvas.drawPath(path, stroke=stroke, fill=fill, fillMode=0 if even_odd else 1)


def svg_form(canvas, name, path, main=None):
    """One SVG file as a form in its own units, y down; `main` recolours the class of that name."""
    root = ElementTree.parse(path).getroot()
    left, top, width, height = (float(value) for value in root.get("viewBox").split())
    canvas.beginForm(name, left, top, left + width, top + height)
    for element in root.iter():
        tag, get = element.tag.split("}")[1], element.get
        if tag in ("svg", "g"):
            continue
        fill, stroke = get("fill", "#000000"), get("stroke", "none")
        if main and get("class") == "main":
            fill = main
        if fill != "none":
            canvas.setFillColor(HexColor(fill))
        if stroke != "none":
            canvas.setStrokeColor(HexColor(stroke))
            canvas.setLineWidth(float(get("stroke-width", "1")))
            canvas.setLineJoin(1 if get("stroke-linejoin") == "round" else 0)
            canvas.setLineCap(1 if get("stroke-linecap") == "round" else 0)
        paint = {"fill": int(fill != "none"), "stroke": int(stroke != "none")}
        if tag == "path":
            draw_path(canvas, get("d"), even_odd=get("fill-rule") == "evenodd", **paint)
        elif tag == "rect":
            canvas.rect(*(float(get(key, "0")) for key in ("x", "y", "width", "height")), **paint)
        else:
            canvas.circle(*(float(get(key, "0")) for key in ("cx", "cy", "r")), **paint)
    canvas.endForm()


def place(canvas, name, x, y, scale=1.0, turn=0.0):
    """A form whose units are millimetres, y down, at (x, y) of the card from its bottom left."""
    canvas.saveState()
    canvas.translate(x * MM, y * MM)
    canvas.rotate(-turn)
    canvas.scale(scale * MM, -scale * MM)
    canvas.doForm(name)
    canvas.restoreState()


def corner(canvas, rank, suit, colour):
    """A plate with numeral, die and emblem in the top left corner."""
    canvas.setFillColor(IVORY)
    canvas.roundRect(3.5 * MM, (HEIGHT - 31) * MM, 10 * MM, 27.5 * MM, 2 * MM, fill=1, stroke=0)
    canvas.setFillColor(HexColor(colour))
    canvas.setFont("Display", 26)
    canvas.drawCentredString(8.5 * MM, (HEIGHT - 13) * MM, str(rank))
    canvas.setFillColor(INK)
    canvas.roundRect(5 * MM, (HEIGHT - 22) * MM, 7 * MM, 7 * MM, 1.2 * MM, fill=1, stroke=0)
    canvas.setFillColor(IVORY)
    for x, y in PIPS[rank]:
        canvas.circle((8.5 + 1.9 * x) * MM, (HEIGHT - 18.5 + 1.9 * y) * MM, 0.75 * MM, fill=1, stroke=0)
    place(canvas, f"emblem-{suit}", 5.5, HEIGHT - 23.5, 0.06)


def ground(canvas, colour):
    canvas.setFillColor(colour)
    box = (-BLEED * MM, -BLEED * MM, (WIDTH + 2 * BLEED) * MM, (HEIGHT + 2 * BLEED) * MM)
    canvas.rect(*box, fill=1, stroke=0)


def number_card(canvas, rank, suit, slots):
    ground(canvas, IVORY)
    place(canvas, f"scene-{rank}", (WIDTH - 55) / 2, HEIGHT - (HEIGHT - 80) / 2)
    for slot in slots[str(rank)]:
        x, y, size, turn = (float(slot[key]) for key in ("x", "y", "size", "turn"))
        canvas.saveState()
        canvas.translate((WIDTH - 55) / 2 * MM, -(HEIGHT - 80) / 2 * MM)
        canvas.translate(x * MM, (HEIGHT - y) * MM)
        canvas.rotate(-turn)
        place(canvas, f"emblem-{suit['suit']}", -size / 2, size / 2, size / 100)
        canvas.restoreState()
    for turned in (False, True):
        canvas.saveState()
        if turned:
            canvas.translate(WIDTH * MM, HEIGHT * MM)
            canvas.rotate(180)
        corner(canvas, rank, suit["suit"], suit["colour"])
        canvas.restoreState()


def clipped(canvas, column, row, draw):
    """Draws a card at a place of the grid; its bleed ends where the neighbour begins."""
    canvas.saveState()
    canvas.translate((LEFT + column * WIDTH) * MM, (BOTTOM + (2 - row) * HEIGHT) * MM)
    before, after = BLEED if column == 0 else 0, BLEED if column == 2 else 0
    under, over = BLEED if row == 2 else 0, BLEED if row == 0 else 0
    path = canvas.beginPath()
    path.rect(-before * MM, -under * MM, (WIDTH + before + after) * MM, (HEIGHT + under + over) * MM)
    canvas.clipPath(path, stroke=0, fill=0)
    draw()
    canvas.restoreState()


def marks(canvas, sheet, side):
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(0.25)
    for column in range(4):
        x = (LEFT + column * WIDTH) * MM
        canvas.line(x, 4 * MM, x, (BOTTOM - BLEED) * MM)
        canvas.line(x, (PAGE[1] - 4) * MM, x, (PAGE[1] - BOTTOM + BLEED) * MM)
    for row in range(4):
        y = (BOTTOM + row * HEIGHT) * MM
        canvas.line(3 * MM, y, (LEFT - BLEED) * MM, y)
        canvas.line((PAGE[0] - 3) * MM, y, (PAGE[0] - LEFT + BLEED) * MM, y)
    canvas.setFillColor(INK)
    canvas.setFont("Text", 6)
    canvas.drawString(LEFT * MM, 8 * MM, f"Whispers, sheet {sheet} of 6, {side}, flip on the long edge")
    canvas.rect((PAGE[0] - LEFT - 50) * MM, 8 * MM, 50 * MM, 0.8 * MM, fill=1, stroke=0)


def fonts():
    files = {
        "Text": ("fontpkg_ibm_plex_serif", "IBMPlexSerif-Regular.ttf"),
        "Display": ("fontpkg_abril_fatface", "AbrilFatface-Regular.ttf"),
    }
    for name, (package, file) in files.items():
        folder = Path(find_spec(package).origin).parent / "files"
        pdfmetrics.registerFont(TTFont(name, str(folder / file)))


def build(out):
    fonts()
    canvas = Canvas(out, pagesize=(PAGE[0] * MM, PAGE[1] * MM), pageCompression=1, initialFontName="Text")
    suits = table(ART.parent.parent / "pnp" / "games" / "whispers" / "suits.csv")
    slots = {}
    for slot in table(ART / "scene" / "slots.csv"):
        slots.setdefault(slot["rank"], []).append(slot)
    for suit in suits:
        svg_form(canvas, f"emblem-{suit['suit']}", ART / "emblem" / f"{suit['emblem']}.svg", suit["colour"])
    for rank in range(1, 7):
        svg_form(canvas, f"scene-{rank}", ART / "scene" / f"{rank}.svg")
    svg_form(canvas, "smoke", ART / "smoke.svg")
    svg_form(canvas, "back", ART / "back.svg")

    def whisper():
        ground(canvas, IVORY)
        place(canvas, "smoke", WIDTH / 2, HEIGHT / 2)

    def back():
        ground(canvas, WALL)
        place(canvas, "back", WIDTH / 2, HEIGHT / 2)
        place(canvas, "back", WIDTH / 2, HEIGHT / 2, turn=180)

    cards = [partial(number_card, canvas, rank, suit, slots) for rank in range(1, 7) for suit in suits]
    cards += [whisper] * 6
    for sheet in range(6):
        for side in ("front", "back"):
            for at, card in enumerate(cards[9 * sheet : 9 * sheet + 9]):
                column = at % 3 if side == "front" else 2 - at % 3
                clipped(canvas, column, at // 3, card if side == "front" else back)
            marks(canvas, sheet + 1, side)
            canvas.showPage()
    canvas.save()


if __name__ == "__main__":
    build(sys.argv[1])
