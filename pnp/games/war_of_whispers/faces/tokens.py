"""Draws the round pieces (agents, loyalty tokens and markers), and the aids of a player."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from pnp.drawing.colour import WHITE
from pnp.drawing.face import Style
from pnp.drawing.lettering import column, display, height, set_at
from pnp.drawing.picturefile import ArtError
from pnp.drawing.shapes import (
    Commands,
    Group,
    Path,
    Shape,
    Stroke,
    circle,
    diamond,
    joined,
    line,
    placed,
    polygon,
    rectangle,
    ribbon,
    twice,
)
from pnp.drawing.text import Lettering, capitals
from pnp.frozen import frozen
from pnp.games.war_of_whispers.faces import art as inks
from pnp.games.war_of_whispers.faces.art import (
    FADED,
    GILT,
    INK,
    PAPER,
    SEPIA,
    Art,
    Bearer,
    ground_of,
    letters_on,
    line_of,
    rhumbs,
    ring_of,
    rose,
    scale_bar,
)
from pnp.geometry import Box, Size, Trim, polar

Rim = Callable[[float, float, float, float], Commands]
_MARGIN = 5.0
_BAND = 14.0
_BAR = 1.5
_DISC = 3.6
_ROW = 2 * _DISC - 1.2  # height of a line of the aid that is as low as its disc
_SIZES = (9.0, 8.75, 8.5, 8.25, 8.0, 7.75, 7.5, 7.0, 6.5, 6.0)
_AGENT = 1.14  # height of the beast on an agent, as a share of its radius
_AIRS = (3.8, 7.0)


def _feathers(x: float, y: float, inner: float, outer: float) -> Commands:
    reach = (inner + outer) / 2
    return ring_of(diamond(x, y - reach, (outer - inner) * 0.55, outer - inner), x, y, 20)


def _threads(x: float, y: float, inner: float, outer: float) -> Commands:
    """Eight bundles of three, as a spider has legs."""
    half = (outer - inner) * 0.09
    bar = polygon(((x - half, y - outer), (x + half, y - outer), (x + half, y - inner), (x - half, y - inner)))
    return tuple(command for turn in (-9.0, 0.0, 9.0) for command in ring_of(bar, x, y, 8, turn))


def _teeth(x: float, y: float, inner: float, outer: float) -> Commands:
    half = outer * 0.13
    tooth = polygon(((x - half, y - outer), (x + half, y - outer), (x, y - inner)))
    return ring_of(tooth, x, y, 16)


def _scales(x: float, y: float, inner: float, outer: float) -> Commands:
    radius = (outer - inner) * 0.36
    return ring_of(circle(x, y - (inner + outer) / 2, radius), x, y, 18)


_RIMS: Mapping[str, Rim] = {"feathers": _feathers, "threads": _threads, "teeth": _teeth, "scales": _scales}


def rim_of(society: Bearer) -> Rim:
    """The pattern that its table names for a society's edge."""
    name = society.values["rim"]
    if name not in _RIMS:
        raise ArtError(f"there is no rim '{name}' for {society.id}; there are {', '.join(_RIMS)}")
    return _RIMS[name]


def agent(society: Bearer, trim: Trim, art: Art) -> tuple[Shape, ...]:
    """The society's beast in a ring of its pattern; the same on both sides."""
    x, y = trim.box.centre
    radius = trim.radius
    inner, outer = radius * 0.7, radius - trim.safe
    rim = rim_of(society)(x, y, inner, outer)
    if art.saver:
        return (
            Path(trim.bleed_edge, WHITE),
            Path(rim, line_of(society.colour)),
            placed(art.beast(society), x, y, radius * _AGENT),
        )
    light = letters_on(society.colour)
    ground = society.colour
    beast = art.stamp_on(society, ground, small=False) if light == INK else art.beast_on(society, ground)
    return (
        Path(trim.bleed_edge, society.colour),
        Path(rim, light),
        placed(beast, x, y, radius * _AGENT),
    )


def loyalty(empire: Bearer, trim: Trim, art: Art) -> tuple[Shape, ...]:
    """The empire's beast on its colour."""
    x, y = trim.box.centre
    radius = trim.radius
    reach = Path(trim.bleed_edge, WHITE if art.saver else empire.colour)
    beast = placed(art.beast(empire), x, y, radius * 1.22)
    if art.saver:
        ring = Path(circle(x, y, radius - trim.safe - 0.45), None, Stroke(line_of(empire.colour), 0.3))
        return reach, ring, beast
    disc = radius - trim.safe - 0.6
    return (
        reach,
        Path(circle(x, y, disc), PAPER, Stroke(INK, 0.35)),
        Path(rhumbs(x, y, radius * 0.2, disc, 24, 7.5), None, Stroke(inks.FADED, 0.2)),
        beast,
    )


def loyalty_back(trim: Trim, style: Style) -> tuple[Shape, ...]:
    """A compass rose that knows no up, so that a token lying face down tells nothing."""
    x, y = trim.box.centre
    radius = trim.radius
    light, dark = (WHITE, SEPIA) if style.saver else (PAPER, INK)
    ground = WHITE if style.saver else SEPIA
    inner, outer = radius - trim.safe - 1.0, radius - trim.safe
    dots = joined(circle(*polar(x, y, outer - 0.25, 360 * (at + 0.5) / 32), 0.28) for at in range(16))
    return (
        Path(trim.bleed_edge, ground),
        Path(circle(x, y, inner), None, Stroke(dark if style.saver else PAPER, 0.25)),
        *rose(x, y, inner - 0.7, light, dark),
        *twice((Path(dots, dark if style.saver else PAPER),), (x, y)),
    )


def turn_marker(number: int, count: int, trim: Trim, style: Style) -> tuple[Shape, ...]:
    """The round's number; that many of the dial's `count` quarters are filled."""
    x, y = trim.box.centre
    radius = trim.radius
    ground = ground_of(style.saver)
    outer = radius - trim.safe
    inner = outer - radius * (0.09 if style.saver else 0.19)
    quarters = [_sector(x, y, inner, outer, 360 * at / count, 360 * (at + 1) / count) for at in range(count)]
    ink = SEPIA if style.saver else INK
    return (
        Path(trim.bleed_edge, ground),
        *(Path(part, ink) for part in quarters[:number]),
        *(Path(part, None, Stroke(ink, 0.2)) for part in quarters[number:]),
        display(str(number), x, y, radius * 0.78, radius, INK, style.fonts),
    )


def _sector(x: float, y: float, inner: float, outer: float, start: float, end: float) -> Commands:
    """A piece of a ring, a little short of its neighbours."""
    steps = [start + 5 + (end - start - 10) * at / 12 for at in range(13)]
    arc = [polar(x, y, outer, angle) for angle in steps]
    return polygon((*arc, *(polar(x, y, inner, angle) for angle in reversed(steps))))


def first_player(word: str, trim: Trim, art: Art) -> tuple[Shape, ...]:
    """A hooded figure before a rose, over a ribbon with the word."""
    x, y = trim.box.centre
    radius = trim.radius
    band = Box.around(x, y + radius * 0.36, Size(radius * 1.32, radius * 0.36))
    return (
        *_night(x, y, radius, trim, art.saver),
        *_figure(x, y, radius, art),
        Path(ribbon(band, 0.3), ground_of(art.saver), Stroke(SEPIA if art.saver else INK, 0.5, join="round")),
        display(capitals(word, art.fonts), *band.centre, band.height * 0.46, band.width * 0.76, INK, art.fonts),
    )


def _night(x: float, y: float, radius: float, trim: Trim, saver: bool) -> Iterator[Shape]:
    light, dark, ground = (WHITE, SEPIA, WHITE) if saver else (GILT, SEPIA, INK)
    inner = radius - trim.safe - 0.3
    yield Path(trim.bleed_edge, ground)
    ring = Stroke(SEPIA if saver else GILT, 0.35)
    yield Path(circle(x, y, inner), None, ring)
    yield Path(circle(x, y, inner - 1.5), None, ring)
    ticks = ring_of(line(x, y - inner, x, y - inner + 1.5), x, y, 72)
    yield Path(ticks, None, Stroke(ring.paint, 0.25))
    yield from rose(x, y, inner - 2.2, light, dark)


def _figure(x: float, y: float, radius: float, art: Art) -> Iterator[Shape]:
    """On a disc in the middle of the rose, whose long points reach out from behind it."""
    disc = circle(x, y, radius * 0.46)
    yield Path(disc, WHITE, Stroke(SEPIA, 0.3)) if art.saver else Path(disc, INK, Stroke(GILT, 0.5))
    icon = art.icon("agent", SEPIA, WHITE) if art.saver else art.icon("agent", PAPER, INK)
    yield placed(icon, x, y - radius * 0.08, radius * 0.62)


@frozen
class Line:
    """A paragraph and the icon that stands beside it."""

    icon: str
    words: str


def aid(title: str, lines: Sequence[Line], trim: Trim, art: Art) -> tuple[Shape, ...]:
    """Paragraphs spread over the card, their icons in discs along the left."""
    body = Box(_MARGIN + 2 * _DISC + 2.4, _BAND + _BAR + 4.4, trim.size.width - _MARGIN, trim.size.height - _MARGIN)
    texts = [each.words for each in lines]
    too_long = f"the texts need more than {body.height:.1f} mm even at {_SIZES[-1]:g} pt; shorten them"
    rows = column(texts, body, Lettering(1, INK, leading=1.2), _SIZES, _AIRS, art.fonts, too_long, _ROW)
    tops = rows.tops(body.top + rows.spare / 2)
    dots = Stroke(FADED, 0.3, (0.3, 1.0))
    rules = (top - rows.gap * 0.45 for top in tops[1:])
    return (
        *_paper(title, trim, art.style),
        *(shape for each, top in zip(lines, tops, strict=True) for shape in _icon(each.icon, top, art)),
        *(Path(line(body.left, y, body.right, y), None, dots) for y in rules),
        *(_paragraph(text, body, top, rows.lettering, art) for text, top in zip(texts, tops, strict=True)),
    )


def _paragraph(text: str, body: Box, top: float, lettering: Lettering, art: Art) -> Group:
    """The words from `top` on; what is lower than the disc beside it is set to the disc's middle."""
    lower = (_ROW - height(set_at(text, body, 0.0, lettering, art.fonts))) / 2
    return set_at(text, body, top + max(0.0, lower), lettering, art.fonts)


def _paper(title: str, trim: Trim, style: Style) -> Iterator[Shape]:
    reach, x = trim.bleed_box, trim.box.centre[0]
    band = Box(reach.left, reach.top, reach.right, _BAND)
    bar = Box(reach.left, _BAND, reach.right, _BAND + _BAR)
    ink = SEPIA if style.saver else INK
    yield Path(rectangle(reach), ground_of(style.saver))
    if not style.saver:
        yield Path(rectangle(band), INK)
        yield Group((Path(rhumbs(x, _BAND - 1, 20, 60, 64), None, Stroke(SEPIA, 0.2)),), clip=Path(rectangle(band)))
    yield Path(scale_bar(Box(bar.left, bar.top + 0.3, bar.right, bar.bottom - 0.3), 37), ink)
    for y in (bar.top, bar.bottom):
        yield Path(line(bar.left, y, bar.right, y), None, Stroke(ink, 0.3))
    middle = (trim.safe + _BAND) / 2
    colour = INK if style.saver else PAPER
    yield Group((display(title, x, middle, 4.4, trim.size.width - 4 * _MARGIN, colour, style.fonts),), role="heading")


def _icon(name: str, top: float, art: Art) -> Iterator[Shape]:
    x, y = _MARGIN + _DISC, top + _ROW / 2
    disc = circle(x, y, _DISC)
    yield Path(disc, WHITE, Stroke(SEPIA, 0.3)) if art.saver else Path(disc, INK)
    yield placed(art.icon(name, INK, WHITE) if art.saver else art.icon(name, PAPER, INK), x, y, _DISC * 1.36)
