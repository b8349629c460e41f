"""A small plan that uses every kind of shape and every way to place a face, for all tests of renderers."""

from __future__ import annotations

from functools import cache
from io import BytesIO

from PIL import Image as Raster

from pnp.drawing.colour import BLACK, WHITE, Colour
from pnp.drawing.face import Face
from pnp.drawing.fonts import DISPLAY, TEXT, built_in_fonts
from pnp.drawing.paint import LinearGradient, RadialGradient, Stop, Tiling
from pnp.drawing.shapes import (
    Group,
    Image,
    Mask,
    Path,
    Picture,
    Shape,
    Stroke,
    Symbol,
    Text,
    Use,
    circle,
    line,
    polyline,
    rectangle,
    regular,
)  # fmt: skip
from pnp.geometry import ROUND, Box, Insets, Size, Transform, Trim
from pnp.imposition.plan import Item, Page, Placement, SheetPlan
from pnp.renderers.base import DocumentInfo

FONTS = built_in_fonts()
RED, BLUE, SAND = Colour.parse("#aa3322"), Colour.parse("#223388"), Colour.parse("#f0e8d0")
CARD = Trim(Size(40, 50), corner=3)
TOKEN = Trim(Size(25, 25), ROUND, bleed=1.5, safe=1.5)
DOCUMENT = DocumentInfo("Scene & <more>", "An author", "A subject", "1.2", "en", FONTS, "long")

DOT = Symbol("dot", (Path(circle(0, 0, 5), RED),), Box(-4, -5, 5, 5))  # its bounds cut a little off its left side
PAIR = Symbol("pair", (Use(DOT), Use(DOT, Transform.scaled(0.5).then(Transform.moved(8, 0)))), Box(-5, -5, 11, 5))


@cache
def picture() -> Picture:
    """A PNG with an alpha channel: two opaque bars, one half transparent, one clear."""
    raster = Raster.new("RGBA", (4, 2), (0, 0, 0, 0))
    for x, colour in enumerate(((200, 30, 30, 255), (30, 30, 200, 255), (30, 160, 30, 128))):
        for y in range(2):
            raster.putpixel((x, y), colour)
    written = BytesIO()
    raster.resize((40, 20), Raster.Resampling.NEAREST).save(written, "PNG")
    return Picture(written.getvalue(), 40, 20)


def _corner(y: float) -> tuple[tuple[float, float], ...]:
    return (6, y + 8), (18, y), (30, y + 8)


_SUNSET = (Stop(0.0, RED), Stop(0.5, SAND), Stop(0.5, BLUE), Stop(0.9, BLACK))
_FADING = (Stop(0.0, RED, 1.0), Stop(1.0, BLUE, 0.0))
_SLANTED = LinearGradient((0, 0), (1, 1), _SUNSET, transform=Transform(28, 0, 8, 20, 5, 10))
_GLOW = RadialGradient((20, 25), 14, _SUNSET, focus=(14, 21))
_DOT = (Path(circle(3, 4, 3.5), RED), Path(line(0, 0, 6.35, 5.08), None, Stroke(BLUE, 0.5)))
_DOTS = Tiling(Box(-2.54, 0, 10.16, 10.16), _DOT, Transform.moved(1.27, 2.54))  # whole pixels
_RINGS = RadialGradient((20, 25), 6, (Stop(0, RED), *_SUNSET[1:]), (18, 24), "reflect")
_BARS = tuple(Path(rectangle(Box(4, y, 36, y + 3)), BLUE) for y in (6, 14, 22, 30))
_LIGHT = LinearGradient((6, 0), (34, 0), (Stop(0, BLACK), Stop(1, WHITE)))

SHAPES: dict[str, tuple[Shape, ...]] = {
    "filled": (Path(rectangle(Box(5, 5, 30, 40), 4), BLUE),),
    "even-odd": (Path((*circle(20, 25, 14), *circle(20, 25, 7)), RED, even_odd=True),),
    "winding": (Path((*circle(20, 25, 14), *circle(20, 25, 7)), RED),),
    "dashed": (Path(line(5, 10, 35, 40), None, Stroke(BLUE, 1.5, (4, 2))),),
    "caps": tuple(
        Path(line(8, y, 30, y), None, Stroke(BLACK, 4, (), cap))
        for y, cap in ((8, "butt"), (20, "round"), (32, "square"))
    ),
    "joins": tuple(
        Path(polyline(_corner(y)), None, Stroke(BLACK, 4, (), "butt", join))
        for y, join in ((6, "miter"), (20, "round"), (34, "bevel"))
    ),
    "sharp mitre": (Path(polyline(((5, 20), (30, 24), (5, 28))), None, Stroke(BLUE, 2)),),
    "fill and stroke": (Path(regular(20, 25, 14, 5), SAND, Stroke(RED, 1, (), "round", "round")),),
    "anchors": (
        Text(2, 12, "Start", TEXT, 14, BLACK), Text(20, 26, "Middle", DISPLAY, 16, RED, "middle"),
        Text(38, 40, "End\u00a0é", TEXT, 14, BLUE, "end"),
    ),
    "spread": (
        Text(2, 12, "A b c ", TEXT, 10, BLACK, spread=3.0), Text(2, 24, "D e f", TEXT, 10, RED),
        Text(38, 36, "G h i", TEXT, 10, BLUE, "end", spread=-0.5),
    ),
    "tracked": (
        Text(2, 12, "Apart ", TEXT, 10, BLACK, tracking=1.0), Text(2, 24, "As it is", TEXT, 10, RED),
        Text(38, 36, "To gether", TEXT, 10, BLUE, "end", spread=1.0, tracking=-0.3),
    ),
    "turned group": (
        Group((Path(rectangle(Box(0, 0, 20, 10)), BLUE), Text(2, 7, "Turn", TEXT, 12, WHITE)),
              Transform.rotated(30).then(Transform.moved(14, 10))),
    ),
    "clipped group": (
        Group((Group((Path(rectangle(Box(0, 0, 40, 50)), RED),), Transform.rotated(10)),), Transform.moved(2, 3),
              Path((*circle(18, 20, 12), *circle(18, 20, 5)), even_odd=True)),
    ),
    "symbol in symbol": (Use(PAIR, Transform.rotated(45).then(Transform.moved(15, 20))),),
    "dashes further on": (Path(line(5, 10, 35, 40), None, Stroke(BLUE, 1.5, (4, 2), offset=3)),),
    "mitre cut off": (
        Path(polyline(((5, 10), (30, 20), (5, 30))), None, Stroke(BLUE, 3, mitre=2)),
        Path(polyline(((5, 25), (30, 35), (5, 45))), None, Stroke(RED, 3)),
    ),
    "linear gradient": (Path(rectangle(Box(4, 5, 36, 40), 4), _SLANTED),),
    "repeated gradient": (
        Path(rectangle(Box(4, 5, 36, 20)), LinearGradient((15, 5), (29, 11), _SUNSET, "repeat")),
        Path(rectangle(Box(4, 24, 36, 42)), LinearGradient((15, 5), (29, 11), _SUNSET, "reflect")),
    ),
    "radial gradient": (Path(rectangle(Box(2, 5, 38, 45)), _GLOW),),
    "rings": (Path(rectangle(Box(2, 5, 38, 45)), _RINGS),),
    "line with a gradient": (Path(circle(20, 25, 13), None, Stroke(_SLANTED, 5)),),
    "turned gradient": (Group((Path(rectangle(Box(0, 0, 24, 16)), LinearGradient((0, 0), (24, 0), _SUNSET)),),
                              Transform.rotated(40).then(Transform.moved(14, 8))),),
    "fading gradient": (*_BARS, Path(rectangle(Box(6, 2, 34, 44)), LinearGradient((6, 0), (34, 0), _FADING),
                                     Stroke(RadialGradient((20, 25), 20, _FADING), 3))),
    "tiling": (Path(rectangle(Box(4, 5, 36, 40), 6), _DOTS, Stroke(BLACK, 0.5)),),
    "seen through": (*_BARS, Group((Path(circle(14, 20, 11), RED), Path(circle(26, 20, 11), SAND)), opacity=0.5),
                     Group((Text(4, 44, "Half", TEXT, 20, BLACK), Use(DOT, Transform.moved(32, 40))), opacity=0.4)),
    "masked by light": (*_BARS, Group((Path(rectangle(Box(6, 4, 34, 40)), RED),), Transform.rotated(8),
                                      mask=Mask((Path(circle(20, 20, 13), _LIGHT),)))),
    "masked by cover": (*_BARS, Group((Path(rectangle(Box(6, 4, 34, 40)), RED),), opacity=0.8, mask=Mask(
        (Group((Path(circle(16, 20, 9), BLACK),), opacity=0.5), Path(circle(27, 20, 6), BLACK)), "alpha"))),
    "seen through what is seen through": (
        *_BARS, Group((Path(circle(14, 20, 11), _GLOW), Group((Path(circle(26, 20, 11), _DOTS),), Transform.rotated(5),
                       Path(rectangle(Box(20, 4, 40, 30))), opacity=0.7)), opacity=0.6)),
    "picture": (Path(rectangle(Box(5, 5, 35, 25)), SAND), Image(picture(), Box(8, 10, 32, 40))),
}  # fmt: skip

TOLD: tuple[Shape, ...] = (
    Group((Path(rectangle(CARD.bleed_box), SAND),), role="background"),
    Group((Text(20, 8, "Heading", DISPLAY, 12, BLACK, "middle"),), role="heading", name="top"),
    Group((Path(circle(20, 20, 6), RED),), role="figure", alt="A red (round) dot — with \\ & <signs>"),
    Group((Text(4, 35, "Site", TEXT, 9, BLUE),), link="https://example.org/?a=1&b=2"),
    Group((Text(4, 42, "Up", TEXT, 9, BLUE),), role="paragraph", link="#top"),
)
EVERY = Group(tuple(shape for shapes in SHAPES.values() for shape in shapes), Transform.scaled(0.9))

FACES = {
    "scene/told": Face("scene/told", CARD, TOLD),
    "scene/every (1)": Face("scene/every (1)", CARD, (Path(rectangle(CARD.bleed_box), WHITE), EVERY)),
    "scene/back": Face("scene/back", CARD, (Path(rectangle(CARD.bleed_box), BLUE), Use(PAIR, Transform.moved(15, 25)))),
    "scene/token": Face(
        "scene/token", TOKEN,
        (Path(rectangle(TOKEN.bleed_box), RED), Text(12.5, 16, "5", DISPLAY, 24, WHITE, "middle"), Use(DOT)),
    ),
}  # fmt: skip

_MARKS = (
    Path(line(2, 0, 2, 5), None, Stroke(BLACK, 0.1)),
    Text(60, 117, "Scene 1.2, sheet 1", TEXT, 6, BLACK, "middle"),
)
_STAMPS = (Group((Text(60, 60, "told #1", TEXT, 4.5, BLACK),), role="stamp"),)


def plan() -> SheetPlan:
    """Two pages, fronts and backs: a card upright, one lying, a token upside down; bleed cut short on one side."""
    told = Item("scene/told", 1, CARD, "scene/told", "scene/back")
    every = Item("scene/every", 3, CARD, "scene/every (1)", "scene/back")
    token = Item("scene/token", 1, TOKEN, "scene/token", None)
    front = (
        Placement(told, "front", 25, 30, 0, Insets(3, 3, 0, 1)),
        Placement(every, "front", 85, 30, 90, Insets(3, 2, 1, 0)),
        Placement(token, "front", 40, 90, 180, Insets.even(1.5)),
    )
    back = (
        Placement(told, "back", 95, 30, 0, Insets.even(3)),
        Placement(every, "back", 35, 30, 270, Insets(1, 2, 3, 0)),
    )
    pages = (Page(1, "front", front, _MARKS, _STAMPS), Page(1, "back", back, _MARKS))
    return SheetPlan(Size(120, 120), "duplex-long", 1, pages, 4)


def alone(shapes: tuple[Shape, ...]) -> SheetPlan:
    """A page of the size of one card with only these shapes on it, as marks."""
    return SheetPlan(CARD.size, "fronts", 1, (Page(1, "front", (), shapes),), 0)
