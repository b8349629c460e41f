"""The definition of Whistler against its rules, and every face in every edition and ink."""

from __future__ import annotations

import math
import re
from itertools import combinations, product
from pathlib import Path

import pytest

from pnp import catalog
from pnp.definition.load import load_game
from pnp.definition.model import Back, Component, Game
from pnp.drawing.art import read_symbol
from pnp.drawing.colour import WHITE
from pnp.drawing.face import Artist, Face, Look, Style
from pnp.drawing.fonts import built_in_fonts
from pnp.drawing.shapes import Group, Shape, Text, Use, loops
from pnp.drawing.shapes import Path as Drawn
from pnp.errors import InputInvalid
from pnp.games.whistler.faces.art import suits_of
from pnp.games.whistler.faces.cards import PIP, Layout, pips_of
from pnp.geometry import IDENTITY, Transform
from pnp.sources import assets

SUITS = ("spades", "hearts", "diamonds", "clubs")
# Seed, Cards: aces count 11, court cards 10, the others their number.
POINTS = {"ace": 11, **{str(rank): rank for rank in range(2, 11)}, "jack": 10, "queen": 10, "king": 10}
RANKS = tuple(POINTS)
COURTS = [f"whistler/{suit}/{rank}" for suit, rank in product(SUITS, ("jack", "queen", "king"))]


@pytest.fixture(scope="module")
def whistler() -> Game:
    return load_game(catalog.find("whistler"))


@pytest.fixture(scope="module")
def artists(whistler: Game) -> dict[tuple[str, bool], Artist[Component | Back]]:
    fonts = built_in_fonts()
    styles = product(whistler.editions, (False, True))
    return {(edition, saver): catalog.artist_of(whistler, Style(fonts, edition, saver)) for edition, saver in styles}


def flat(shapes: tuple[Shape, ...], transform: Transform = IDENTITY) -> list[tuple[Shape, Transform]]:
    found: list[tuple[Shape, Transform]] = []
    for shape in shapes:
        if isinstance(shape, Group):
            found += flat(shape.shapes, shape.transform.then(transform))
        elif isinstance(shape, Use):
            found += flat(shape.symbol.shapes, shape.transform.then(transform))
        else:
            found.append((shape, transform))
    return found


def words(face: Face) -> list[str]:
    return [shape.text for shape, _ in flat(face.shapes) if isinstance(shape, Text)]


def painted(face: Face) -> set[tuple[str, tuple[float, ...]]]:
    """Each path's paint and its mapped points, to the hundredth of a millimetre."""
    found = set()
    for shape, transform in flat(face.shapes):
        if isinstance(shape, Drawn):
            numbers = [value for _, *values in shape.commands for value in values]
            points = [transform.apply(x, y) for x, y in zip(numbers[0::2], numbers[1::2])]
            paint = f"{shape.fill} {shape.stroke}"
            found.add((paint, tuple(round(value, 2) + 0.0 for point in points for value in point)))
    return found


@pytest.mark.parametrize("players", range(2, 7))  # seed, Players: two to six
def test_what_a_table_of_players_needs(whistler: Game, players: int) -> None:
    counts = {f"whistler/{suit}/{rank}": 1 for suit in SUITS for rank in RANKS}
    counts |= {"whistler/pick": 20 * players}
    counts |= {"whistler/aid/turn": players, "whistler/aid/knock": 3}
    counts |= {f"whistler/extra/{extra}": 1 for extra in ("title", "joker")}  # 52 and 2: six sheets of nine
    assert whistler.bill_of_materials(players) == counts


@pytest.mark.parametrize("players", range(2, 7))
def test_toothpicks_last_for_the_longest_session(whistler: Game, players: int) -> None:
    facts = whistler.facts
    # H-12: 2 picks to each player above the knocker; H-21: 10 deals. H-11 and H-15 pay less.
    assert (facts["deals"], facts["beat_picks"], facts["win_picks"]) == (10, 2, 1)
    most = 10 * 2 * (players - 1)
    assert facts["picks_per_player"] == 10 * 2
    assert whistler.bill_of_materials(players)["whistler/pick"] >= most


def test_ids_stay_as_they_are_and_in_order(whistler: Game) -> None:
    ids = [component.id for component in whistler.components]
    assert ids[:13] == [f"whistler/spades/{rank}" for rank in RANKS]
    assert ids[51:] == [
        "whistler/clubs/king",
        "whistler/pick",
        "whistler/aid/turn",
        "whistler/aid/knock",
        "whistler/extra/title",
        "whistler/extra/joker",
    ]


def test_points_and_names_of_the_deck(whistler: Game) -> None:
    deck = [component for component in whistler.components if component.kind == "card"]
    assert [int(card.values["rank.points"]) for card in deck] == [POINTS[rank] for rank in RANKS] * 4
    assert whistler.component("whistler/hearts/10").name == "ten of hearts"
    assert {card.back for card in deck} == {"whistler/back"}
    assert {card.trim for card in deck} == {whistler.backs[0].trim}


def test_chances_of_the_special_hands(whistler: Game) -> None:
    """Counted over all 270,725 hands of four; H-17: a Whistler needs the ace; H-18: runs do not wrap."""
    runs = {frozenset(RANKS.index(rank) for rank in (*RANKS, "ace")[low : low + 4]) for low in range(11)}
    points = list(POINTS.values())
    counted = dict.fromkeys(("whistler", "runner", "party"), 0)
    for hand in combinations(range(52), 4):
        suits = {card // 13 for card in hand}
        if len(suits) == 1:
            counted["whistler"] += sum(points[card % 13] for card in hand) == whistler.facts["whistler_points"]
        elif len(suits) == 4:
            ranks = frozenset(card % 13 for card in hand)
            counted["party"] += len(ranks) == 1
            counted["runner"] += ranks in runs
    assert counted == {row["hand"]: int(row["ways"]) for row in whistler.tables["hands"].rows}
    assert counted == {"whistler": 16, "runner": 264, "party": 13}


def test_pips_as_many_as_the_rank_and_the_lower_ones_turned(whistler: Game) -> None:
    pips = pips_of(whistler.tables["pips"].rows)
    assert {rank: len(places) for rank, places in pips.items()} == {str(rank): rank for rank in range(2, 11)}
    for places in pips.values():
        assert all(pip.turn == (180 if pip.y > 0 else 0) for pip in places)
        assert len({(pip.x, pip.y) for pip in places}) == len(places)


@pytest.mark.parametrize("suit", SUITS)
def test_pips_keep_apart(whistler: Game, suit: str) -> None:
    """Three millimetres at least from any pip to the next, and clear of the column of the index."""
    drawing = read_symbol(assets() / "whistler" / "pip" / f"{suit}.svg", suit)
    outline = [point for loop in loops(drawing.shapes[0].commands) for point in loop]  # type: ignore[union-attr]
    scale = PIP / drawing.bounds.height
    assert 10 <= scale * (max(x for x, _ in outline) - min(x for x, _ in outline)) <= 12
    for places in pips_of(whistler.tables["pips"].rows).values():
        signs = [
            [Transform.scaled(scale).then(Transform.rotated(pip.turn)).then(Transform.moved(pip.x, pip.y)).apply(*point)
             for point in outline]
            for pip in places
        ]  # fmt: skip
        assert all(math.dist(a, b) >= 3 for one, other in combinations(signs, 2) for a in one for b in other)
        assert min(x for sign in signs for x, _ in sign) >= Layout(whistler.backs[0].trim).corner.right


@pytest.mark.slow
def test_every_face_draws_in_every_edition_and_ink(
    whistler: Game, artists: dict[tuple[str, bool], Artist[Component | Back]]
) -> None:
    for (edition, saver), artist in artists.items():
        for piece in whistler.faces():
            face = artist.face(piece)
            assert face.trim == piece.trim and face.shapes, (edition, saver, piece.id)
            ground = face.shapes[0]
            assert isinstance(ground, Drawn) and (ground.fill == WHITE) == saver
            assert not re.search(r"[{}]", " ".join(words(face)))


def test_no_two_cards_look_alike(whistler: Game, artists: dict[tuple[str, bool], Artist[Component | Back]]) -> None:
    for artist in artists.values():
        look = Look()
        assert len({look.digest(artist.face(piece)) for piece in whistler.faces()}) == 59


def test_index_and_points_stand_in_both_corners(
    whistler: Game, artists: dict[tuple[str, bool], Artist[Component | Back]]
) -> None:
    artist = artists["two-colour", False]
    for piece in whistler.components[:52]:
        values = piece.values
        assert sorted(words(artist.face(piece))) == sorted([values["rank.index"], values["rank.points"]] * 2)


@pytest.mark.parametrize("saver", [False, True])
@pytest.mark.parametrize("identifier", [*COURTS, "whistler/back", "whistler/extra/joker"])
def test_courts_and_back_turn_by_half_a_turn(
    whistler: Game, artists: dict[tuple[str, bool], Artist[Component | Back]], identifier: str, saver: bool
) -> None:
    piece = next(piece for piece in whistler.faces() if piece.id == identifier)
    face = artists["two-colour", saver].face(piece)
    size = face.trim.size
    half_turn = Transform.rotated(180).then(Transform.moved(size.width, size.height))
    rest = face.shapes[1:]
    assert painted(Face("turned", face.trim, (Group(rest, half_turn),))) == painted(Face("upright", face.trim, rest))


def test_courts_are_twelve_figures_of_their_own(whistler: Game) -> None:
    figures = [row["figure"] for row in whistler.tables["courts"].rows]
    assert len(set(figures)) == 12
    drawings = [
        re.sub(r'fill="[^"]*"', "", (assets() / "whistler" / "court" / f"{row['suit']}-{row['rank']}.svg").read_text())
        for row in whistler.tables["courts"].rows
    ]
    shapes = [set(drawing.splitlines()[1:-1]) for drawing in drawings]
    for one, other in combinations(shapes, 2):
        assert len(one & other) <= 0.25 * min(len(one), len(other))


def test_editions_colour_the_suits(whistler: Game) -> None:
    two, four = (suits_of(whistler, edition) for edition in whistler.editions)
    assert two["spades"].colour == two["clubs"].colour != two["hearts"].colour == two["diamonds"].colour
    assert len({suit.colour for suit in four.values()}) == 4
    assert [suits.name for suits in whistler.sets] == ["suits", "pairs"]


def test_an_example_that_is_not_in_the_deck_is_named(tmp_path: Path) -> None:
    hands = tmp_path / "hands.csv"
    hands.write_text("hand,title,ways,cards\nparty,Party,13,spades/7 hearts/7 clubs/7 stars/7\n")
    game = load_game(catalog.find("whistler"), {"hands": hands})
    artist = catalog.artist_of(game, Style(built_in_fonts(), game.editions[0]))
    with pytest.raises(InputInvalid, match=r"hands\.csv:2: unknown-card: there is no card whistler/stars/7"):
        artist.face(next(back for back in game.backs if back.part == "aid-hands"))
