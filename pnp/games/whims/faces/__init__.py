"""The artist of Whims, who draws every one of its faces, and its box: a die afloat between day and night."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from pnp.definition.model import Back, Component, Game
from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.face import Artist, BoxDesign, Face, Style
from pnp.drawing.shapes import Group, Path, Shape, Stroke, circle, line, placed, rectangle, regular
from pnp.games.whims import solids
from pnp.games.whims.faces import cards, dice, dream, palette
from pnp.games.whims.faces.art import Art, Hand, heading, paragraphs
from pnp.games.whims.faces.board import board
from pnp.games.whims.faces.palette import BONE, CORAL, DUSK, INK, NIGHT, PEACH, PLUM
from pnp.games.whims.faces.screen import Help, Owner, inside, screen
from pnp.games.whims.solids import Net
from pnp.geometry import Box, Trim

_HEADER = 14.0
_MARGIN = 5.0
_SIZES = (8.5, 8.25, 8.0, 7.75, 7.5, 7.0, 6.5, 6.0)
_EMBLEM = 1.32  # of the cell's radius
_DOWN = 0.06  # of the height: the thumb notch takes some room above
_TURNS = (("z", 10), ("x", 20), ("y", 6))
_STARS = ((0.12, 0.2), (0.86, 0.16), (0.07, 0.62), (0.93, 0.58), (0.2, 0.9), (0.8, 0.92))
_HALVES = ("upper", "lower")


def artist(game: Game, style: Style) -> Artist[Component | Back]:
    """What draws Whims in that style; symbols are shared by all the faces it draws."""
    return _Artist(game, style)


class _Artist:
    def __init__(self, game: Game, style: Style) -> None:
        self._game = game
        self._style = style
        self._art = Art()
        self._help = _help(game)
        self._numbers = numbers(game)
        self._nets: dict[tuple[float, Trim], Net] = {}
        self._draw: Mapping[str, Callable[[Component | Back], Iterable[Shape]]] = {
            "board": self._board,
            "screen": self._screen,
            "die": self._die,
            "token": self._token,
            "spent": lambda piece: spent(piece.trim, style.saver),
            "grade": self._grade,
            "back": lambda piece: cards.back(piece.trim, style.saver),
            "aid": lambda piece: aid(game.texts["round_title"], game.texts["round"], piece.trim, style),
        }

    def face(self, piece: Component | Back, /) -> Face:
        return Face(piece.id, piece.trim, tuple(self._draw[piece.part](piece)))

    def box_design(self, plain: BoxDesign, /) -> BoxDesign:
        return box_design(plain, self._art, self._style.saver)

    def _board(self, piece: Component | Back) -> Iterable[Shape]:
        return board(int(piece.values["side"]), piece.trim, self._art, self._style.saver)

    def _screen(self, piece: Component | Back) -> Iterable[Shape]:
        values, style = piece.values, self._style
        wing, colour = float(values["wing"]), Colour.parse(values["colour"])
        side = int(next(part for part in self._game.components if part.part == "board").values["side"])
        within = tuple(inside(values["emblem"], colour, self._help, wing, piece.trim, self._art, style))
        return screen(Owner(colour, values["emblem"]), within, wing, side, piece.trim, self._art, style)

    def _die(self, piece: Component | Back) -> Iterable[Shape]:
        values, texts = piece.values, self._game.texts
        owner = dice.Owner(Colour.parse(values["colour"]), values["emblem"])
        words = dice.Words(texts["glue_title"], texts["glue"])
        key = float(values["across"]), piece.trim
        if key not in self._nets:
            self._nets[key] = dice.laid_out(*key)
        return dice.die(self._nets[key], self._numbers, owner, words, piece.trim, self._art, self._style)

    def _token(self, piece: Component | Back) -> Iterable[Shape]:
        colour = Colour.parse(piece.values["colour"])
        return token(piece.values["emblem"], colour, piece.trim, self._art, self._style.saver)

    def _grade(self, piece: Component | Back) -> Iterable[Shape]:
        which = _grade(piece.words, self._game)
        return cards.grade(which, int(self._game.facts["most_tokens"]), piece.trim, self._art, self._style)


def numbers(game: Game) -> tuple[str, ...]:
    """The numbers of a die in the order of its net: the upper kites and then the lower ones."""
    rows = game.tables["die"].rows
    return tuple(row["number"] for row in sorted(rows, key=lambda row: (_HALVES.index(row["half"]), int(row["kite"]))))


def _help(game: Game) -> Help:
    return Help(
        game.texts,
        [_grade(row.values, game) for row in game.tables["grades"].rows],
        [(row["levels"], row["cost"]) for row in game.tables["effort"].rows],
        int(game.facts["faces"]),
    )


def _grade(values: Mapping[str, str], game: Game) -> cards.Grade:
    return cards.Grade(
        values["name"], values["solid"], Colour.parse(values["colour"]),
        int(values["fewest"]), int(values["most"]), game.texts["grade_tokens"], game.texts["grade_or"],
    )  # fmt: skip


def aid(title: str, steps: str, trim: Trim, style: Style) -> Iterator[Shape]:
    """A heading under a whirling moon, and the steps, one a paragraph."""
    bleed = trim.bleed_box
    if style.saver:
        yield Path(rectangle(bleed), WHITE)
        yield Path(line(_MARGIN, _HEADER, trim.size.width - _MARGIN, _HEADER), None, Stroke(INK, 0.4))
    else:
        yield Path(rectangle(bleed), BONE)
        band = Box(bleed.left, bleed.top, bleed.right, _HEADER)
        yield Path(rectangle(band), NIGHT)
        moon = dream.whirl(trim.size.width - 3.5, _HEADER - 1, 11.5, 10, (CORAL, palette.PLUM, PEACH, NIGHT), 8)
        yield Group(moon, clip=Path(rectangle(band)))
    width = trim.size.width - 2 * _MARGIN - (0 if style.saver else 12)
    yield heading(title, _MARGIN, _HEADER - 4.2, width, 14, INK if style.saver else BONE, style)
    room = Box(_MARGIN, _HEADER + 4.2, trim.size.width - _MARGIN, trim.size.height - _MARGIN)
    yield from paragraphs(
        steps.splitlines(), room, Hand(style, (8.5, 8.25, 8, 7.75, 7.5, 7, 6.5, 6), palette.PLUM), numbered=True
    )


def token(emblem: str, colour: Colour, trim: Trim, art: Art, saver: bool) -> Iterator[Shape]:
    """The emblem on a cell of the board, in the player's colour."""
    x, y = trim.box.centre
    radius = trim.size.width / 2
    safe, outer = radius - trim.safe, radius + trim.bleed
    if saver:
        yield Path(circle(x, y, outer), WHITE)
        yield Path(regular(x, y, safe, 6), None, Stroke(colour, 0.25))
        yield placed(art.emblem(emblem, "token-line", palette.printed(colour)), x, y, safe * 1.15)
        return
    cell = colour.mixed(INK, 0.36)
    yield Path(circle(x, y, outer), colour)
    yield Path(regular(x, y, safe, 6), BONE)
    yield Path(regular(x, y, safe * 0.935, 6), cell)
    yield placed(art.emblem(emblem, f"token-{colour}", palette.carved(BONE, cell)), x, y, safe * _EMBLEM)


def spent(trim: Trim, saver: bool) -> Iterator[Shape]:
    """An empty cell, asleep: a pale whirl, the same from both sides."""
    x, y = trim.box.centre
    radius = trim.size.width / 2
    safe, outer = radius - trim.safe, radius + trim.bleed
    if saver:
        yield Path(circle(x, y, outer), WHITE)
        yield dream.whirl_lines(x, y, safe * 0.9, 20, Stroke(palette.STONE.mixed(WHITE, 0.4), 0.15), 2)
        return
    yield Path(circle(x, y, outer), BONE)
    yield from dream.whirl(x, y, safe, 12, (palette.STONE.mixed(BONE, 0.45), BONE), 10)


def box_design(plain: BoxDesign, art: Art, saver: bool) -> BoxDesign:
    """The die of the game before the setting sun, and an eye on the other panels."""

    def picture(seen: Box, reach: Box) -> Iterator[Shape]:
        x, y = seen.centre[0], seen.centre[1] + _DOWN * seen.height
        size = min(seen.width, seen.height)
        die = solids.turned(solids.trapezohedron(0.26 * size), _TURNS)
        yield Path(rectangle(reach), WHITE if saver else NIGHT)
        if saver:
            yield dream.whirl_lines(x, y, 0.46 * size, 8, Stroke(DUSK, 0.2), 8)
            yield from dream.drawn(die, x, y, dream.ink(0.4), 1.3)
            return
        blades = tuple(dream.blades(x, y, 1.3 * size, 8, (DUSK, NIGHT, PLUM, NIGHT), 18))
        yield Group(blades, clip=Path(rectangle(reach)))
        yield Path(circle(x, y, 0.41 * size), PEACH)
        yield Path(circle(x, y, 0.39 * size), CORAL)
        yield from dream.whirl(x, y, 0.38 * size, 10, (CORAL, palette.ROSE), 6)
        yield from dream.lit(die, x, y, palette.tones(palette.SEA), dream.ink(0.5))
        stars = ((seen.left + right * seen.width, seen.top + down * seen.height) for right, down in _STARS)
        yield Path(dream.many(dream.star(*star, 1.8) for star in stars), PEACH)

    roles = palette.printed(INK) if saver else palette.carved(PEACH, NIGHT)
    emblem = art.emblem("eye", f"box-{saver}", roles)
    if saver:
        return replace(plain, picture=picture, emblem=emblem)
    return BoxDesign(NIGHT, BONE, CORAL, picture, emblem)
