"""The artist of A War of Whispers, who draws every one of its faces, and its box: an old chart on dark leather."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property

from pnp.definition.model import Back, Component, Game, Row
from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.face import Artist, BoxDesign, CoverDesign, Face, Style
from pnp.drawing.shapes import Group, Path, Shape, Stroke, Symbol, placed, rectangle
from pnp.games.war_of_whispers.faces import cards, mats, tokens
from pnp.games.war_of_whispers.faces.art import FADED, GILT, INK, PAPER, SEPIA, Art, Bearer, bearers, rhumbs, rose
from pnp.geometry import Box, polar

_RING, _BEAST, _ROSE = 0.33, 0.25, 0.17  # of the width that is seen
_DOWN = 0.03  # of the height: the thumb notch takes some room above
_LEATHER = INK.mixed(SEPIA, 0.16)


def artist(game: Game, style: Style) -> Artist[Component | Back]:
    """What draws the game in that style; symbols are shared by all the faces it draws."""
    return _Artist(game, style)


class _Artist:
    def __init__(self, game: Game, style: Style) -> None:
        self._game, self._art = game, Art(style)
        art = self._art
        self._empires = bearers(game.tables["empires"].rows, "empire", "emblem")
        self._societies = bearers(game.tables["societies"].rows, "society", "society")
        self._windows = _by_key(game, "windows", "window")
        self._abilities = _by_key(game, "abilities", "ability")
        self._draw: Mapping[str, Callable[[Component | Back], Iterable[Shape]]] = {
            "card": self._card,
            "society": self._society_board,
            "agent": lambda piece: tokens.agent(self._society(piece), piece.trim, art),
            "loyalty": lambda piece: tokens.loyalty(self._empire(piece), piece.trim, art),
            "loyalty-back": lambda piece: tokens.loyalty_back(piece.trim, style),
            "banner-chit": lambda piece: mats.chit(self._empire(piece), piece.trim, art),
            "turn": lambda piece: tokens.turn_marker(
                int(piece.values["turn"]), len(game.tables["turns"].rows), piece.trim, style
            ),
            "first-player": lambda piece: tokens.first_player(game.texts["first_player"], piece.trim, art),
            "aid-round": lambda piece: self._aid("round", piece),
            "aid-actions": lambda piece: self._aid("actions", piece),
            **dict.fromkeys((f"back-{empire}" for empire in self._empires), self._back),
        }

    def face(self, piece: Component | Back, /) -> Face:
        if piece.part == "board" and isinstance(piece, Component):
            from pnp.games.war_of_whispers.board.face import board_face  # many a build has no board

            return board_face(piece, self._game, self._art.style)
        if isinstance(piece, Component) and piece.folded:
            edge, tab = piece.folded.width, float(piece.values["tab"])
            return Face(piece.id, piece.trim, *mats.cube(self._empire(piece), piece.trim, edge, tab, self._art))
        return Face(piece.id, piece.trim, tuple(self._draw[piece.part](piece)))

    def cover_design(self) -> CoverDesign:
        from pnp.games.war_of_whispers.board.model import map_of
        from pnp.games.war_of_whispers.faces.cover import cover  # its chart is that of the board

        return cover(map_of(self._game.documents["map"]), self._empires, self._art)

    @cached_property
    def _signs(self) -> Mapping[str, Callable[[], Symbol]]:
        from pnp.games.war_of_whispers.faces.signs import signs  # its flags and buildings are those of the board

        return signs(self._art, next(iter(self._empires.values())))

    @property
    def symbols(self) -> tuple[str, ...]:
        return tuple(self._signs)

    def symbol(self, name: str, /) -> Symbol:
        return self._signs[name]()

    def box_design(self, plain: BoxDesign, /) -> BoxDesign:
        return _box_design(plain, tuple(self._empires.values()), self._art)

    def sample(self, name: str, member: str, /) -> Face | None:
        """A patch of a land: the board has all of them."""
        if name != "lands":
            return None
        from pnp.games.war_of_whispers.board.face import land_sample

        return land_sample(self._empires[member], self._art.style)

    def _empire(self, piece: Component | Back) -> Bearer:
        return self._empires[piece.values["empire"]]

    def _society(self, piece: Component | Back) -> Bearer:
        return self._societies[piece.values["society"]]

    def _card(self, piece: Component | Back) -> Iterable[Shape]:
        own, partner = self._empire(piece), self._empires[piece.values["partner"]]
        costs = {"first": (own,), "second": (own, own), "third": (own, partner)}
        abilities = [self._ability(piece.values[column], cost) for column, cost in costs.items()]
        return cards.face(own, partner, abilities, piece.trim, self._art)

    def _ability(self, key: str, cost: tuple[Bearer, ...]) -> cards.Ability:
        row = self._abilities[key]
        window = self._windows[row["window"]]
        return cards.Ability(key, cost, row["name"], window["name"], window["icon"], row["text"])

    def _society_board(self, piece: Component | Back) -> Iterable[Shape]:
        levels = [mats.Level(row["name"], int(row["value"])) for row in self._game.tables["levels"].rows]
        token = next(each.trim.size.width for each in self._game.components if each.part == "loyalty")
        score = self._game.texts["mat_score"]
        return mats.society_board(self._society(piece), levels, token, score, piece.trim, self._art)

    def _back(self, piece: Component | Back) -> Iterable[Shape]:
        return cards.back(self._empire(piece), piece.trim, self._art)

    def _aid(self, name: str, piece: Component | Back) -> Iterable[Shape]:
        texts = self._game.texts
        rows = [row for row in self._game.tables["aids"].rows if row["aid"] == name]
        lines = [tokens.Line(row["icon"], texts[row["words"]]) for row in rows]
        return tokens.aid(texts[f"{name}_title"], lines, piece.trim, self._art)


def _by_key(game: Game, table: str, key: str) -> Mapping[str, Row]:
    return {row[key]: row for row in game.tables[table].rows}


def _box_design(plain: BoxDesign, empires: tuple[Bearer, ...], art: Art) -> BoxDesign:
    """The beasts around a rose on the front, the rose alone on the other panels."""
    saver = art.saver

    def star(x: float, y: float, radius: float, shade: Colour = INK) -> tuple[Shape, ...]:
        return tuple(rose(x, y, radius, WHITE if saver else PAPER, shade))

    def picture(seen: Box, reach: Box) -> Iterator[Shape]:
        x, y = seen.centre[0], seen.centre[1] + _DOWN * seen.height
        size = min(seen.width, seen.height)
        yield Path(rectangle(reach), WHITE if saver else PAPER)
        bearing = rhumbs(x, y, _ROSE * size, 2 * size, 40)
        yield Group((Path(bearing, None, Stroke(FADED, 0.2)),), clip=Path(rectangle(reach)))
        yield from star(x, y, _ROSE * size)
        for at, bearer in enumerate(empires):
            # Half a step away from straight up, where the notch is.
            place = polar(x, y, _RING * size, 360 * (at + 0.5) / len(empires))
            yield placed(art.beast(bearer), *place, _BEAST * size)

    emblem = Symbol("box/rose", star(0, 0, 10, INK if saver else GILT), Box(-10, -10, 10, 10))
    if saver:
        return replace(plain, picture=picture, emblem=emblem)
    return BoxDesign(_LEATHER, PAPER, GILT, picture, emblem)
