"""Draws the Face of a box laid flat, from its net, words and box design, to cut, score, fold and glue."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from pnp.definition.model import Component, Game
from pnp.drawing.colour import BLACK, WHITE, Colour
from pnp.drawing.face import BoxDesign, Face, Style
from pnp.drawing.fonts import DISPLAY, TEXT_BOLD
from pnp.drawing.shapes import Group, Path, Shape, Stroke, Symbol, Use, line, moved, placed, points_of, rectangle
from pnp.drawing.text import FitError, Lettering, fitted, literal, longest, shrunk_size
from pnp.frozen import frozen
from pnp.geometry import DRAWN, MM_PER_POINT, Box, Insets, Transform, Trim
from pnp.language.wording import passage
from pnp.nets.tuckbox import Measures, TuckboxNet, in_figures

_SPILL = 0.5  # how far colour reaches past a fold onto what is glued, so that none of the edge stays white
_INSET = 4.0  # from the edges of a panel to what is written on it
_BAND = 0.3  # of the front's height, which the title takes below the picture
_SIDE, _LID = 0.42, 0.5  # height of capitals on sides and lid, at most, of their depth
_LARGEST, _LEAST_LINE, _SMALLEST = 30.0, 9.0, 6.0
_HIDDEN, _LEAST_HIDDEN = 5.5, 4.0  # points of the figures on the tab, which nobody plays by
_EMBLEM = 15.0
_USUAL = 58.0  # width of the text on the back of a poker box
_UNBROKEN = "zxx"  # no language (ISO 639-2), so no word of a title is hyphenated
_COUNTED: Mapping[str, str] = {  # by kind, or by the group of pieces that have a better name than that
    "screens": passage("{count, plural, one {# screen} other {# screens}}"),
    "card": passage("{count, plural, one {# card} other {# cards}}"),
    "aid": passage("{count, plural, one {# aid} other {# aids}}"),
    "board": passage("{count, plural, one {# board} other {# boards}}"),
    "mat": passage("{count, plural, one {# mat} other {# mats}}"),
    "tile": passage("{count, plural, one {# tile} other {# tiles}}"),
    "token": passage("{count, plural, one {# token} other {# tokens}}"),
    "chip": passage("{count, plural, one {# chip} other {# chips}}"),
    "marker": passage("{count, plural, one {# marker} other {# markers}}"),
    "banner": passage("{count, plural, one {# banner} other {# banners}}"),
    "die": passage("{count, plural, one {# die} other {# dice}}"),
    "box": passage("{count, plural, one {# box} other {# boxes}}"),
}
_EDGE = Stroke(BLACK, 1.0, join="round")
_FOLD, _GROUND = Stroke(BLACK, 1.0, (3.0, 3.0)), Stroke(WHITE, 1.0)
_WITHIN = Colour.parse("#d9cdb8")  # what is seen through the notch
_ASIDE, _UP = 0.55, 0.3  # how far a millimetre of depth goes to the left, and up


@frozen
class Decor:
    """What a box is decorated with: its words and box design, and the style and language of the game."""

    words: BoxWords
    box_design: BoxDesign
    style: Style
    language: str

    def title(self, box: Box, largest: float) -> Group:
        """The title as large as it fits, in the middle of the box; its words are broken only if they must be."""
        fonts = self.style.fonts
        lettering = Lettering(
            largest, self.box_design.letters, _SMALLEST, 1.1, "middle", self._font, valign="middle", language=_UNBROKEN
        )
        text = literal(self.words.title)
        try:
            group = fitted(text, box, lettering, fonts)
        except FitError:
            group = fitted(text, box, replace(lettering, language=self.language), fonts)
        return replace(group, role="heading", alt=self.words.title)

    @property
    def _font(self) -> str:
        return TEXT_BOLD if self.style.fonts[DISPLAY].missing(self.words.title) else DISPLAY

    def shortened(self, box: Box, largest: float) -> Iterator[Group]:
        """The title, or as much of its beginning as fits; nothing where no letter does."""

        def set_with(title: str) -> Group | None:
            try:
                return replace(self, words=replace(self.words, title=title)).title(box, largest)
            except FitError:
                return None

        title = self.words.title
        group = set_with(title)
        if not group and (fitting := longest(title, lambda part: set_with(part.rstrip() + "…") is not None)):
            group = set_with(fitting.rstrip() + "…")
        if group:
            yield replace(group, alt=title)

    def line(self, box: Box, tall: float) -> Group:
        """The title on one line, its capitals that high at most; on several where one would be too small."""
        fonts = self.style.fonts
        size = min(_LARGEST, tall / (fonts[self._font].cap_height * MM_PER_POINT))
        try:
            size = shrunk_size(self.words.title, box.width, self._font, size, fonts, _LEAST_LINE)
        except FitError:
            box = box.grown(Insets(0, -0.7, 0, -0.7))
        return self.title(box, size)

    def sentence(self, text: str, box: Box, size: float) -> Group:
        lettering = Lettering(size, self.box_design.letters, align="middle", leading=1.3, language=self.language)
        return fitted(literal(text), box, lettering, self.style.fonts)


def box_face(identifier: str, net: TuckboxNet, decor: Decor) -> Face:
    """The whole net; raises FontError for a character without a glyph."""
    shapes = (
        *_grounds(net, decor.box_design.ground),
        *_front(net, decor),
        *_back(net, decor),
        *_sides(net, decor),
        *_lids(net, decor),
        *_hidden(net, decor),
        *net.ticks(),
        *net.cuts(),
    )
    return Face(identifier, Trim(net.size, DRAWN, 0, 0, 0), shapes, folds=net.scored)


def _grounds(net: TuckboxNet, ground: Colour) -> Iterator[Shape]:
    """The colour all around, past the cuts, but not where glue must hold."""
    if ground == WHITE:
        return
    for panel in net.panels:
        if panel.name not in net.glued:
            yield Path(panel.outline, ground, Stroke(ground, 2 * net.bleed, join="round"))
    whole = Box(0, 0, net.size.width, net.size.height)
    left, foot = net.panel("tab").box.right, net.panel("back").box.bottom
    yield Path(rectangle(replace(whole, right=left - _SPILL)), WHITE)
    if net.measures.bottom == "tuck":
        return
    bottom = net.panel("bottom")
    far = bottom.box.bottom + net.bleed
    yield Path(rectangle(replace(whole, top=foot + _SPILL)), WHITE)
    yield Path(bottom.outline, ground, Stroke(ground, 2 * _SPILL, join="round"))
    yield Path(rectangle(replace(bottom.box, top=bottom.box.centre[1], bottom=far)), ground)


def _front(net: TuckboxNet, decor: Decor) -> Iterator[Shape]:
    """The picture, and the title below it, unless the picture has one."""
    box, box_design = net.panel("front").box, decor.box_design
    if box_design.picture is None:
        yield from _bare_front(box, net, decor)
        return
    past = 0.0 if net.measures.bottom == "glue" else net.bleed
    reach = box.grown(Insets(0, net.bleed, net.bleed, past))
    if box_design.titled:
        yield Group(tuple(box_design.picture(box, reach)), clip=Path(rectangle(reach)))
        return
    foot = box.bottom - _BAND * box.height
    yield Group(
        tuple(box_design.picture(replace(box, bottom=foot), replace(reach, bottom=foot))),
        clip=Path(rectangle(replace(reach, bottom=foot))),
    )
    yield Path(line(box.left, foot, reach.right, foot), None, Stroke(box_design.accent, 0.6))
    inner = Box(box.left + _INSET, foot + 2.6, box.right - _INSET, box.bottom - _INSET + 1)
    names = max(0.55 * inner.height, inner.height - 7.0)
    yield from decor.shortened(replace(inner, bottom=inner.top + names), _LARGEST)
    yield from _if_it_fits(decor, decor.words.players, replace(inner, top=inner.top + names + 1.5), 9.0)


def _bare_front(box: Box, net: TuckboxNet, decor: Decor) -> Iterator[Shape]:
    """The title alone in a frame, below the notch for the thumb."""
    ends = (point for command in net.panel("front").outline for point in points_of(command))
    notch = max(y for x, y in ends if box.left < x < box.right) - box.top
    frame = box.grown(Insets(-_INSET, -notch - 2.0, -_INSET, -_INSET))
    for inset, width in ((0.0, 0.6), (1.2, 0.25)):
        yield Path(rectangle(frame.grown(Insets.even(-inset))), None, Stroke(decor.box_design.accent, width))
    inner = frame.grown(Insets.even(-3.5))
    foot = inner.top + 0.75 * inner.height
    yield from decor.shortened(replace(inner, bottom=foot), 1.3 * _LARGEST)
    yield from _if_it_fits(decor, decor.words.players, replace(inner, top=foot + 2.5), 9.0)


def _back(net: TuckboxNet, decor: Decor) -> Iterator[Shape]:
    """What the game is and what is in the box; less of it where there is little room."""
    inner = net.panel("back").box.grown(Insets.even(-_INSET))
    y = inner.top + 1.0
    if (emblem := decor.box_design.emblem) is not None and inner.height > 5 * _EMBLEM:
        size = min(_EMBLEM, _EMBLEM * 1.6 * emblem.bounds.height / emblem.bounds.width)
        yield placed(emblem, inner.centre[0], y + size / 2, size)
        y += size + 2.5
    title = min(14.0, 0.2 * inner.height)
    yield from decor.shortened(Box(inner.left, y, inner.right, y + title), 20.0)
    y += title + 1.5
    half = 0.18 * inner.width
    middle = inner.centre[0]
    yield Path(line(middle - half, y, middle + half, y), None, Stroke(decor.box_design.accent, 0.5))
    foot = inner.bottom - 3.5
    yield _facts(list(decor.words.facts), Box(inner.left, y + 2.5, inner.right, foot - 1.5), decor)
    last = Box(inner.left, foot + 0.5, inner.right, inner.bottom + 0.5)
    yield from _if_it_fits(decor, decor.words.sheet_label, last, 6.5)


def _facts(texts: list[str], box: Box, decor: Decor) -> Group:
    """The texts, a line apart; the last ones are left out where they do not fit."""
    size = min(11.5, max(8.0, 8.0 * box.width / _USUAL))
    while texts:
        try:
            return decor.sentence("\n\n".join(texts), box, size)
        except FitError:
            texts = texts[:-1]
    return Group(())


def _sides(net: TuckboxNet, decor: Decor) -> Iterator[Shape]:
    """The title along either side, from top to bottom, with the emblem at its end."""
    for name in ("left", "right"):
        box = net.panel(name).box
        room = Box(_INSET, 0.9, box.height - _INSET, box.width - 0.9)
        shapes: list[Shape] = []
        emblem = decor.box_design.emblem
        if emblem is not None and box.width >= 9:
            size = min(0.62 * box.width, 12.0, 0.62 * box.width * emblem.bounds.height / emblem.bounds.width)
            for x, turn in ((room.left + size * 0.6, -90.0), (room.right - size * 0.6, -90.0)):
                shapes.append(placed(emblem, x, box.width / 2, size, turn))
            room = replace(room, left=room.left + 1.5 * size, right=room.right - 1.5 * size)
        try:
            shapes.append(decor.line(room, _SIDE * box.width))
        except FitError:
            continue
        yield Group(tuple(shapes), Transform.rotated(90).then(Transform.moved(box.right, box.top)))


def _lids(net: TuckboxNet, decor: Decor) -> Iterator[Shape]:
    """The title on the lid, upright for who has the front before them."""
    box = net.panel("lid").box
    room = Box(_INSET, 0.9, box.width - _INSET, box.height - 0.9)
    try:
        title = decor.line(room, min(_LID * box.height, 6.0))
    except FitError:
        return
    yield Group((title,), Transform.rotated(180).then(Transform.moved(box.right, box.bottom)))
    if (emblem := decor.box_design.emblem) is not None and box.height >= 9:
        bottom = net.panel("bottom").box
        size = min(0.66 * bottom.height, 14.0)
        yield placed(emblem, *bottom.centre, size)


def _hidden(net: TuckboxNet, decor: Decor) -> Iterator[Shape]:
    """On the tab, where nobody sees it once it is glued: what the box was computed from."""
    box = net.panel("tab").box
    outer = [y for command in net.panel("tab").outline for x, y in points_of(command) if x < box.centre[0]]
    length = max(outer) - min(outer) - 2.0
    lettering = Lettering(_HIDDEN, BLACK, _LEAST_HIDDEN, 1.25, "middle", valign="middle", language=_UNBROKEN)
    try:
        figures = fitted(literal(decor.words.hidden), Box(0, 0, length, box.width - 1.2), lettering, decor.style.fonts)
    except FitError:
        return
    place = Transform.rotated(-90).then(Transform.moved(box.left + 0.6, box.centre[1] + length / 2))
    yield replace(figures, transform=place, role="stamp")


def _if_it_fits(decor: Decor, text: str, box: Box, size: float) -> Iterator[Shape]:
    try:
        yield decor.sentence(text, box, size)
    except FitError:
        return


@frozen
class BoxWords:
    """What stands on a box: `facts` on its back, the most important first, and `hidden` on its glue tab."""

    title: str
    players: str
    facts: tuple[str, ...]
    sheet_label: str
    hidden: str


def words_of(game: Game, title: str, held: Mapping[str, int], measured: Measures, players: int | None) -> BoxWords:
    """All of it; `held` counts, by component, what is in the box."""
    wording = game.wording
    amounts = game.bill_of_materials(players)
    inside, besides = Counter[str](), Counter[str]()
    for component in game.components:
        plain = "card" if component.kind == "extra" else component.kind
        name = component.group if component.group in _COUNTED else plain
        inside[name] += held.get(component.id, 0)
        besides[name] += max(0, amounts[component.id] - held.get(component.id, 0))
    low, high = game.players
    seats = wording("{least} to {most} players", least=low, most=high)
    if low == high:
        seats = wording("{count, plural, one {# player} other {# players}}", count=low)
    facts = [game.summary, seats, wording("In this box: {pieces}.", pieces=_listed(inside, game))]
    if others := _listed(besides, game):
        facts.append(wording("Also in the game: {pieces}.", pieces=others))
    facts += game.credits.strip().splitlines()[:1]
    return BoxWords(
        title=title or game.title,
        players=seats,
        facts=tuple(fact for fact in facts if fact),
        sheet_label=wording("{title} {version}, printed at home", title=game.title, version=game.version),
        hidden="\n".join((wording("Glue this tab behind the front"), *in_figures(measured))),
    )


def name_of(game: Game, title: str, held: Sequence[tuple[Component, int]]) -> str:
    """What the box is called in lists."""
    count = _listed(Counter[str]({"card": sum(amount for _, amount in held)}), game)
    return game.wording("Tuckbox {title} for {cards}", title=title, cards=count) if title else game.wording(
        "Tuckbox for {cards}", cards=count
    )  # fmt: skip


def _listed(amounts: Mapping[str, int], game: Game) -> str:
    word = game.wording
    return word.listed([word(_COUNTED[name], count=count) for name, count in amounts.items() if count])


def laid_flat(face: Face, net: TuckboxNet) -> Symbol:
    """The net cut out, its folds dashed."""
    lines = (*((ends, _FOLD) for ends in net.scored), *((ends, _EDGE) for ends in net.slits))
    shapes: tuple[Shape, ...] = (
        Group((Use(_printed(face)),), clip=Path(net.outline)),
        *(Path(line(*start, *end), None, each) for (start, end), stroke in lines for each in (_GROUND, stroke)),
        Path(net.outline, None, _EDGE),
    )
    return Symbol(f"{face.id}/laid-flat", shapes, Box(0, 0, net.size.width, net.size.height))


def put_together(face: Face, net: TuckboxNet) -> Symbol:
    """The closed box from before, a little from the left and from above."""
    front, depth = net.panel("front").box, net.measures.depth
    bounds = Box(-_ASIDE * depth, -_UP * depth, front.width, front.height).grown(Insets.even(_EDGE.width))
    shapes = chain.from_iterable(_seen(face, net, name, frame) for name, frame in _frames(net).items())
    return Symbol(f"{face.id}/put-together", tuple(shapes), bounds)


def _frames(net: TuckboxNet) -> dict[str, Transform]:
    """Where the panels that are seen come to lie; the origin is the upper left corner of the front."""
    front, side, lid = (net.panel(name).box for name in ("front", "right", "lid"))
    return {
        "front": Transform.moved(-front.left, -front.top),
        "right": Transform(_ASIDE, _UP, 0, 1, -_ASIDE * side.right, -_UP * side.right - side.top),
        "lid": Transform(-1, 0, -_ASIDE, -_UP, lid.right + _ASIDE * lid.top, _UP * lid.top),
    }


def _seen(face: Face, net: TuckboxNet, name: str, frame: Transform) -> Iterator[Shape]:
    panel = net.panel(name)
    yield Path(moved(rectangle(panel.box), frame), _WITHIN)
    yield Group((Use(_printed(face)),), frame, clip=Path(panel.outline))
    yield Path(moved(rectangle(panel.box), frame), None, _EDGE)


def _printed(face: Face) -> Symbol:
    return Symbol(face.id, face.shapes, face.trim.bleed_box)
