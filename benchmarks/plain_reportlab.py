"""54 cards on A4 with ReportLab alone, as one would write it for this one deck; the path of the PDF is its argument.

No definition, no renderer contract, no preflight, no manifest: the yardstick that pnp is measured against. The SVG art,
its tints, the forms it is placed as, the two fonts and the marks are those of pnp's own sheets.
"""

from __future__ import annotations

import csv
import re
import sys
from functools import cache, partial
from importlib.util import find_spec
from pathlib import Path
from xml.etree import ElementTree

from reportlab.lib.colors import HexColor, linearlyInterpolatedColor
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

ROOT = Path(__file__).resolve().parent.parent
ART = ROOT / "assets" / "whispers"
MM = 72 / 25.4
WIDTH, HEIGHT, BLEED = 63.5, 88.9, 3.0
PAGE = (210.0, 297.0)
LEFT, TOP = (PAGE[0] - 3 * WIDTH) / 2, (PAGE[1] - 3 * HEIGHT) / 2
SCENE = (55.0, 80.0)
EDGE = ((WIDTH - SCENE[0]) / 2, (HEIGHT - SCENE[1]) / 2)
NOTCH = (9.0, 29.0)
INK, PARCHMENT, OAK = HexColor("#1d1512"), HexColor("#f5e8cc"), HexColor("#281912")
TINTS = ("wall", "glow1", "glow2", "glow3")
PIPS = {
    1: [(0, 0)],
    2: [(1, -1), (-1, 1)],
    3: [(1, -1), (0, 0), (-1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    6: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
}
TOKEN = re.compile(r"[MLHVCQZ]|-?\d*\.?\d+")
NEED = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4}


def table(path):
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def mixed(colour, other, share):
    return linearlyInterpolatedColor(HexColor(colour), other, 0, 1, share)


def path_steps(data):
    """The calls on a ReportLab path that draw an SVG path of absolute commands."""
    steps, numbers, command, x, y = [], [], "", 0.0, 0.0
    for token in TOKEN.findall(data):
        if token == "Z":
            steps.append(("close", ()))
        elif token in NEED:
            command, numbers = token, []
        else:
            numbers.append(float(token))
            if len(numbers) < NEED[command]:
                continue
            if command == "H":
                numbers = [numbers[0], y]
            elif command == "V":
                numbers = [x, numbers[0]]
            if command == "Q":
                x1, y1, x2, y2 = numbers
                near = (x + 2 / 3 * (x1 - x), y + 2 / 3 * (y1 - y))
                steps.append(("curveTo", (*near, x2 + 2 / 3 * (x1 - x2), y2 + 2 / 3 * (y1 - y2), x2, y2)))
            else:
                steps.append(({"M": "moveTo", "C": "curveTo"}.get(command, "lineTo"), tuple(numbers)))
            command = "L" if command == "M" else command
            x, y = numbers[-2:]
            numbers = []
    return steps


@cache
def drawing(path):
    """View box and elements of an SVG file: class, fill, stroke, attributes, and steps of a path or a tag."""
    root = ElementTree.parse(path).getroot()
    elements = []
    for element in root.iter():
        tag, get = element.tag.split("}")[1], element.get
        steps = None
        if tag == "path":
            steps = path_steps(get("d"))
        elif tag == "polygon":
            steps = path_steps(f"M{get('points')}Z")
        if tag not in ("svg", "g"):
            colours = get("class", ""), get("fill", "#000000"), get("stroke", "none")
            elements.append((*colours, tag, element.attrib, steps))
    return [float(value) for value in root.get("viewBox").split()], elements


def paint(canvas, element, colour):
    """One element, in its own colours or in the one that its class is given."""
    _, fill, stroke, tag, attributes, steps = element
    get = attributes.get
    if fill != "none":
        canvas.setFillColor(colour or HexColor(fill))
    if stroke != "none":
        canvas.setStrokeColor(HexColor(stroke) if fill != "none" else colour or HexColor(stroke))
        canvas.setLineWidth(float(get("stroke-width", "1")))
        canvas.setLineJoin(1 if get("stroke-linejoin") == "round" else 0)
        canvas.setLineCap(1 if get("stroke-linecap") == "round" else 0)
    how = {"fill": int(fill != "none"), "stroke": int(stroke != "none")}
    if tag == "rect":
        x, y, width, height = (float(get(key, "0")) for key in ("x", "y", "width", "height"))
        canvas.roundRect(x, y, width, height, float(get("rx", "0")), **how)
    elif tag == "circle":
        canvas.circle(*(float(get(key, "0")) for key in ("cx", "cy", "r")), **how)
    else:
        path = canvas.beginPath()
        for name, numbers in steps:
            getattr(path, name)(*numbers)
        canvas.drawPath(path, fillMode=0 if get("fill-rule") == "evenodd" else 1, **how)


def svg_form(canvas, name, path, colours=None, want=lambda role: True, double=False):
    """An SVG file, or some of its classes, as a form in its own units, y down; `double` adds its half turn."""
    (left, top, width, height), elements = drawing(path)
    canvas.beginForm(name, left, top, left + width, top + height)
    for element in elements:
        if not want(element[0]):
            continue
        colour = (colours or {}).get(element[0])
        paint(canvas, element, colour)
        if double:
            canvas.saveState()
            canvas.rotate(180)
            paint(canvas, element, colour)
            canvas.restoreState()
    canvas.endForm()


def place(canvas, name, x=0.0, y=0.0, scale=1.0, turn=0.0, middle=(0.0, 0.0)):
    """A form with the point `middle` of its own at (x, y) of the card."""
    canvas.saveState()
    canvas.translate(x, y)
    if turn:
        canvas.rotate(turn)
    canvas.scale(scale, scale)
    canvas.translate(-middle[0], -middle[1])
    canvas.doForm(name)
    canvas.restoreState()


def card_form(canvas, name, draw):
    canvas.beginForm(name, -BLEED, -BLEED, WIDTH + BLEED, HEIGHT + BLEED)
    draw()
    canvas.endForm()


def hole(canvas, path):
    """The outline of the picture: a rounded box without two of its corners."""
    (x, y), r = EDGE, 4.1
    right, bottom, across, down = WIDTH - x, HEIGHT - y, x + NOTCH[0], y + NOTCH[1]
    corners = [
        (across, y), (right, y), (right, bottom - NOTCH[1]), (right - NOTCH[0], bottom - NOTCH[1]),
        (right - NOTCH[0], bottom), (x, bottom), (x, down), (across, down),
    ]  # fmt: skip
    for at, (cx, cy) in enumerate(corners):
        (px, py), (nx, ny) = corners[at - 1], corners[(at + 1) % len(corners)]
        before = (cx + r * sign(px - cx), cy + r * sign(py - cy))
        after = (cx + r * sign(nx - cx), cy + r * sign(ny - cy))
        (path.lineTo if at else path.moveTo)(*before)
        controls = [(cx + 0.4477 * (x1 - cx), cy + 0.4477 * (y1 - cy)) for x1, y1 in (before, after)]
        path.curveTo(*controls[0], *controls[1], *after)
    path.close()


def sign(value):
    return (value > 0) - (value < 0)


def frame(canvas):
    canvas.setFillColor(PARCHMENT)
    path = canvas.beginPath()
    path.rect(-BLEED, -BLEED, WIDTH + 2 * BLEED, HEIGHT + 2 * BLEED)
    hole(canvas, path)
    canvas.drawPath(path, fill=1, stroke=0, fillMode=0)
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(0.8)
    path = canvas.beginPath()
    hole(canvas, path)
    canvas.drawPath(path, fill=0, stroke=1)


def figures(canvas, rank):
    """Numeral and die, as they stand in the top left corner."""
    x = 8.5
    canvas.setFillColor(INK)
    canvas.saveState()
    canvas.translate(x, 14.5)
    canvas.scale(1, -1)
    canvas.setFont("Display", 14)
    canvas.drawCentredString(0, 0, str(rank))
    canvas.restoreState()
    canvas.roundRect(x - 3.8, 16.5, 7.6, 7.6, 1.5, fill=1, stroke=0)
    canvas.setFillColor(PARCHMENT)
    for dx, dy in PIPS[rank]:
        canvas.circle(x + 2 * dx, 20.3 + 2 * dy, 0.8, fill=1, stroke=0)


def twice(canvas, draw):
    """In the top left corner, and again for whoever sits opposite."""
    draw()
    canvas.saveState()
    canvas.translate(WIDTH, HEIGHT)
    canvas.rotate(180)
    draw()
    canvas.restoreState()


def number_card(canvas, rank, suit, slots):
    place(canvas, f"light-{rank}-{suit}", *EDGE)
    place(canvas, f"scene-{rank}", *EDGE)
    for slot in slots[str(rank)]:
        x, y, size, turn = (float(slot[key]) for key in ("x", "y", "size", "turn"))
        place(canvas, f"{slot['shows']}-{suit}", EDGE[0] + x, EDGE[1] + y, size / 100, turn, (50, 50))
    place(canvas, "frame")

    def corner():
        place(canvas, f"figures-{rank}")
        place(canvas, f"stamp-{suit}", 8.5, 28.5, 0.066, 0, (50, 50))

    twice(canvas, corner)


def whisper_card(canvas):
    canvas.setFillColor(INK)
    canvas.rect(*EDGE, *SCENE, fill=1, stroke=0)
    place(canvas, "wick", *EDGE)
    place(canvas, "frame")
    twice(canvas, partial(place, canvas, "curl", 8.5, 18, 0.85, 0, (0.2, -10)))


def ground(canvas, colour):
    canvas.setFillColor(colour)
    canvas.rect(-BLEED, -BLEED, WIDTH + 2 * BLEED, HEIGHT + 2 * BLEED, fill=1, stroke=0)


def back_card(canvas):
    ground(canvas, OAK)
    place(canvas, "back", WIDTH / 2, HEIGHT / 2)


def clipped(canvas, column, row, name):
    """A card at a place of the grid; its bleed ends where the neighbour begins."""
    canvas.saveState()
    canvas.translate(LEFT + column * WIDTH, TOP + row * HEIGHT)
    before, after = BLEED if column == 0 else 0, BLEED if column == 2 else 0
    over, under = BLEED if row == 0 else 0, BLEED if row == 2 else 0
    path = canvas.beginPath()
    path.rect(-before, -over, WIDTH + before + after, HEIGHT + over + under)
    canvas.clipPath(path, stroke=0, fill=0)
    canvas.doForm(name)
    canvas.restoreState()


def marks(canvas, sheet, side):
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(0.1)
    for column in range(4):
        x = LEFT + column * WIDTH
        canvas.line(x, 4, x, TOP - BLEED)
        canvas.line(x, PAGE[1] - 4, x, PAGE[1] - TOP + BLEED)
    for row in range(4):
        y = TOP + row * HEIGHT
        canvas.line(3, y, LEFT - BLEED, y)
        canvas.line(PAGE[0] - 3, y, PAGE[0] - LEFT + BLEED, y)
    canvas.setFillColor(INK)
    canvas.rect(PAGE[0] - LEFT - 50, PAGE[1] - 9, 50, 0.8, fill=1, stroke=0)
    canvas.saveState()
    canvas.translate(LEFT, PAGE[1] - 8)
    canvas.scale(1, -1)
    canvas.setFont("Text", 2.1)
    canvas.drawString(0, 0, f"Whispers, sheet {sheet} of 6, {side}, flip on the long edge")
    canvas.restoreState()


def fonts():
    files = {
        "Text": ("fontpkg_ibm_plex_serif", "IBMPlexSerif-Regular.ttf"),
        "Display": ("fontpkg_abril_fatface", "AbrilFatface-Regular.ttf"),
    }
    for name, (package, file) in files.items():
        folder = Path(find_spec(package).origin).parent / "files"
        pdfmetrics.registerFont(TTFont(name, str(folder / file)))


def art_forms(canvas, suits):
    for suit in suits:
        colour, file = suit["colour"], ART / "emblem" / f"{suit['emblem']}.svg"
        carved = {"edge": INK, "main": HexColor(colour), "dark": mixed(colour, INK, 0.6), "detail": PARCHMENT}
        svg_form(canvas, f"emblem-{suit['suit']}", file, carved)
        svg_form(canvas, f"prop-{suit['suit']}", ART / "prop" / f"{suit['emblem']}.svg", carved)
        flat = {"main": HexColor(colour), "detail": PARCHMENT}
        svg_form(canvas, f"stamp-{suit['suit']}", file, flat, lambda role: role in ("main", "detail"))
        light = {
            "wall": mixed(colour, INK, 0.62),
            "glow1": mixed(colour, INK, 0.15),
            "glow2": mixed(colour, HexColor("#f6dca6"), 0.48),
            "glow3": mixed(colour, HexColor("#fbe6b4"), 0.8),
        }
        for rank in range(1, 7):
            scene = ART / "scene" / f"{rank}.svg"
            svg_form(canvas, f"light-{rank}-{suit['suit']}", scene, light, lambda role: role in TINTS)
    for rank in range(1, 7):
        svg_form(canvas, f"scene-{rank}", ART / "scene" / f"{rank}.svg", want=lambda role: role not in TINTS)
        card_form(canvas, f"figures-{rank}", partial(figures, canvas, rank))
    card_form(canvas, "frame", partial(frame, canvas))
    svg_form(canvas, "wick", ART / "whisper.svg")
    svg_form(canvas, "curl", ART / "curl.svg", {"main": INK})
    svg_form(canvas, "back", ART / "back.svg", double=True)


def build(out):
    fonts()
    canvas = Canvas(out, pagesize=(PAGE[0] * MM, PAGE[1] * MM), pageCompression=1, initialFontName="Text")
    suits = table(ROOT / "pnp" / "games" / "whispers" / "suits.csv")
    slots = {}
    for slot in table(ART / "scene" / "slots.csv"):
        slots.setdefault(slot["rank"], []).append(slot)
    art_forms(canvas, suits)
    cards = []
    for rank in range(1, 7):
        for suit in suits:
            cards.append(f"card-{rank}-{suit['suit']}")
            card_form(canvas, cards[-1], partial(number_card, canvas, rank, suit["suit"], slots))
    cards += ["whisper"] * 6
    card_form(canvas, "whisper", partial(whisper_card, canvas))
    card_form(canvas, "turned", partial(back_card, canvas))
    for sheet in range(6):
        for side in ("front", "back"):
            canvas.scale(MM, -MM)
            canvas.translate(0, -PAGE[1])
            for at, card in enumerate(cards[9 * sheet : 9 * sheet + 9]):
                column = at % 3 if side == "front" else 2 - at % 3
                clipped(canvas, column, at // 3, card if side == "front" else "turned")
            marks(canvas, sheet + 1, side)
            canvas.showPage()
    canvas.save()


if __name__ == "__main__":
    build(sys.argv[1])
