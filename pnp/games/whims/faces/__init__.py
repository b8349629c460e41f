"""The artist of Whims, who draws every one of its faces, and its box: a die afloat between day and night."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from pnp.definition.model import Back, Component, Game
from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.face import Artist, BoxDesign, CoverDesign, Face, Style
from pnp.drawing.shapes import Group, Path, Shape, Stroke, circle, joined, rectangle
from pnp.games.whims.faces import aids, cards, dice, dream
from pnp.games.whims.faces.board import board, spent, token
from pnp.games.whims.faces.cover import cover
from pnp.games.whims.faces.dream import BONE, CORAL, DUSK, INK, NIGHT, PEACH, PLUM, Art, Owner
from pnp.games.whims.faces.screen import Help, folds, screen
from pnp.geometry import Box
from pnp.nets import solids
from pnp.nets.solids import SolidNet

_DOWN = 0.06  # of the height: the thumb notch takes some room above
_TURNS = (("z", 10), ("x", 20), ("y", 6))
_STARS = ((0.12, 0.2), (0.86, 0.16), (0.07, 0.62), (0.93, 0.58), (0.2, 0.9), (0.8, 0.92))
_HALVES = ("upper", "lower")


def artist(game: Game, style: Style) -> Artist[Component | Back]:
    """What draws Whims in that style; symbols are shared by all the faces it draws."""
    return _Artist(game, style)


class _Artist:
    def __init__(self, game: Game, style: Style) -> None:
        self._game, self._art = game, Art(style)
        self._numbers, self._laid_out = numbers(game), lru_cache(maxsize=None)(dice.laid_out)
        art, help_ = self._art, _help(game)
        self._draw: Mapping[str, Callable[[Component | Back], Iterable[Shape]]] = {
            "board": lambda piece: board(int(piece.values["side"]), piece.trim, art),
            "screen": self._screen,
            "die": self._die,
            "token": lambda piece: token(_owner(piece), piece.trim, art),
            "spent": lambda piece: spent(piece.trim, style.saver),
            "grade": self._grade,
            "back": lambda piece: cards.back(piece.trim, style.saver),
            "aid": lambda piece: aids.aid(help_, piece.trim, style),
            "aid-odds": lambda piece: aids.odds(help_, piece.trim, style),
        }

    def face(self, piece: Component | Back, /) -> Face:
        shapes = tuple(self._draw[piece.part](piece))
        if piece.part == "screen":
            return Face(piece.id, piece.trim, shapes, folds=folds(float(piece.values["wing"]), piece.trim))
        if isinstance(piece, Component) and piece.part == "die":
            net, owner, size = self._net(piece), _owner(piece), piece.folded or piece.trim.size
            top = dice.rolled(f"rolled/{piece.id}", net, self._numbers, owner, size, self._art)
            return Face(piece.id, piece.trim, shapes, top, net.folds())
        return Face(piece.id, piece.trim, shapes)

    def box_design(self, plain: BoxDesign, /) -> BoxDesign:
        return _box_design(plain, self._art)

    def cover_design(self) -> CoverDesign:
        """The last two grades across the board."""
        grades = [_grade(row.values, self._game) for row in self._game.tables["grades"].rows]
        return cover(grades[-2:], self._side, self._art)

    @property
    def _side(self) -> int:
        return int(next(part for part in self._game.components if part.part == "board").values["side"])

    def _screen(self, piece: Component | Back) -> Iterable[Shape]:
        return screen(_owner(piece), _help(self._game), float(piece.values["wing"]), self._side, piece.trim, self._art)

    def _die(self, piece: Component | Back) -> Iterable[Shape]:
        return dice.die(self._net(piece), self._numbers, _owner(piece), self._art)

    def _net(self, piece: Component | Back) -> SolidNet:
        return self._laid_out(float(piece.values["across"]), piece.trim)

    def _grade(self, piece: Component | Back) -> Iterable[Shape]:
        grade = _grade(piece.words, self._game)
        limits = [row["limit"] for row in self._game.tables["limits"].rows]
        return cards.grade(grade, limits, piece.trim, self._art)


def numbers(game: Game) -> tuple[str, ...]:
    """The numbers of a die in the order of its net: the upper kites and then the lower ones."""
    rows = game.tables["die"].rows
    return tuple(row["number"] for row in sorted(rows, key=lambda row: (_HALVES.index(row["half"]), int(row["kite"]))))


def _help(game: Game) -> Help:
    grades = [_grade(row.values, game) for row in game.tables["grades"].rows]
    effort = [(row["levels"], row["cost"]) for row in game.tables["effort"].rows]
    return Help(game.texts, grades, effort, int(game.facts["faces"]), game.wording)


def _owner(piece: Component | Back) -> Owner:
    return Owner(Colour.parse(piece.values["colour"]), piece.values["emblem"])


def _grade(values: Mapping[str, str], game: Game) -> cards.Grade:
    return cards.Grade(
        values["name"], values["solid"], Colour.parse(values["colour"]),
        int(values["fewest"]), int(values["most"]), game.texts["grade_tokens"], game.texts["grade_or"],
    )  # fmt: skip


def _box_design(plain: BoxDesign, art: Art) -> BoxDesign:
    """The die of the game before the setting sun, and an eye on the other panels."""

    def picture(seen: Box, reach: Box) -> Iterator[Shape]:
        x, y = seen.centre[0], seen.centre[1] + _DOWN * seen.height
        size = min(seen.width, seen.height)
        die = solids.turned(solids.trapezohedron(0.26 * size), _TURNS)
        yield Path(rectangle(reach), WHITE if art.saver else NIGHT)
        if art.saver:
            yield dream.whirl_lines(x, y, 0.39 * size, 8, Stroke(DUSK, 0.2), 8)
            yield from dream.floating(die, x, y, dream.SEA, 0.5, (0.4, 1.3), art.saver)
            return
        blades = tuple(dream.blades(x, y, 1.3 * size, 8, (DUSK, NIGHT, PLUM, NIGHT), 18))
        yield Group(blades, clip=Path(rectangle(reach)))
        yield Path(circle(x, y, 0.41 * size), PEACH)
        yield Path(circle(x, y, 0.39 * size), CORAL)
        yield from dream.whirl(x, y, 0.38 * size, 10, (CORAL, dream.ROSE), 6)
        yield from dream.floating(die, x, y, dream.SEA, 0.5, (0.4, 1.3), art.saver)
        stars = ((seen.left + right * seen.width, seen.top + down * seen.height) for right, down in _STARS)
        yield Path(joined(dream.star(*star, 1.8) for star in stars), PEACH)

    emblem = art.emblem("eye", f"box-{art.saver}", dream.printed(INK) if art.saver else dream.carved(PEACH, NIGHT))
    if art.saver:
        return replace(plain, picture=picture, emblem=emblem)
    return BoxDesign(NIGHT, BONE, CORAL, picture, emblem)
