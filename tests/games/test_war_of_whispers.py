"""A War of Whispers without its board: the box, the structure of the empire cards, and what each face must show."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest
from drawn import leaves

from pnp import catalog
from pnp.definition.load import load_game
from pnp.definition.model import Back, Component, Game, Row
from pnp.drawing.art import ArtError
from pnp.drawing.cut_paths import CUT, FOLD
from pnp.drawing.face import Face, Look, Style
from pnp.drawing.fonts import built_in_fonts
from pnp.drawing.shapes import Group, Path, Stroke, Text, moved
from pnp.games.war_of_whispers.faces import artist, tokens
from pnp.games.war_of_whispers.faces.art import Art, bearers
from pnp.games.war_of_whispers.faces.mats import Level
from pnp.geometry import DRAWN, IDENTITY

# Seed 001, The Five Empires (the order our board's councils stand in, ruling R-03), and The Secret Societies.
EMPIRES = ("bear", "lion", "horse", "elephant", "eagle")
SOCIETIES = ("raven", "spider", "rat", "serpent")
# Seed 001, Components.
BOX = {"board": 1, "card": 40, "mat": 4, "agent": 36, "loyalty": 20, "banner": 100, "turn": 4, "first-player": 1}
# Seed 001, Loyalty Tokens and Scoring.
LOYALTIES = [4, 3, 2, 0, -1]
# game-facts.md 1a, the table of empire cards: when each ability is played, and the figure it turns on.
ABILITIES = {
    "bear-1": ("after-attack", ""), "bear-2": ("after-attack", ""),
    "eagle-1": ("instead", ""), "eagle-2": ("with-attack", ""),
    "elephant-1": ("with-attack", "1"), "elephant-2": ("with-attack", "3"),
    "lion-1": ("instead", ""), "lion-2": ("any", "3"), "horse-1": ("any", ""), "horse-2": ("any", ""),
    "bear-eagle": ("any", "3"), "bear-elephant": ("any", "3"), "bear-horse": ("any", ""),
    "bear-lion": ("after-attack", "1"), "eagle-elephant": ("any", "5"), "horse-eagle": ("with-attack", ""),
    "lion-eagle": ("any", "1"), "horse-elephant": ("any", "4"), "lion-elephant": ("with-attack", "6"),
    "lion-horse": ("again", ""),
}  # fmt: skip


@pytest.fixture(scope="module")
def war() -> Game:
    return load_game(catalog.find("war-of-whispers"))


def style(saver: bool = False) -> Style:
    return Style(built_in_fonts(), "standard", saver)


def drawn(game: Game, saver: bool) -> dict[str, Face]:
    hand = artist(game, style(saver))
    return {piece.id: hand.face(piece) for piece in game.faces() if piece.part != "board"}


@pytest.fixture(scope="module", params=[False, True], ids=["full", "saver"])
def faces(war: Game, request: pytest.FixtureRequest) -> dict[str, Face]:
    return drawn(war, request.param)


def part(game: Game, name: str) -> list[Component]:
    return [component for component in game.components if component.part == name]


def hiding(game: Game) -> list[Back]:
    """The backs that must not tell one piece from another; the other side of an aid is read."""
    return [back for back in game.backs if back.part != "aid-actions"]


def words(face: Face) -> str:
    return " ".join(leaf.text for leaf, _ in leaves(face.shapes) if isinstance(leaf, Text))


@pytest.mark.parametrize("banner", ["chits", "cubes"])
def test_the_box_holds_what_the_rules_list(banner: str) -> None:
    game = load_game(catalog.find("war-of-whispers"), variants={"banners": banner})
    found: Counter[str] = Counter()
    for identifier, count in game.bill_of_materials(4).items():
        name = identifier.split("/")[1]
        found["mat" if name == "society" else name] += count
    assert {name: found[name] for name in BOX} == BOX
    two = game.bill_of_materials(2)
    assert [two[f"war-of-whispers/banner/{each}"] for each in EMPIRES] == [20] * 5


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_player_has_five_loyalties_and_an_aid(war: Game, players: int) -> None:
    counts = war.bill_of_materials(players)
    assert [counts[f"war-of-whispers/loyalty/{each}"] for each in EMPIRES] == [players] * 5
    assert counts["war-of-whispers/aid"] == players
    assert war.component("war-of-whispers/aid").back == "war-of-whispers/aid-actions"
    assert [counts[f"war-of-whispers/agent/{each}"] for each in SOCIETIES] == [9] * 4


def test_ids_stay_as_they_are(war: Game) -> None:
    pairs = [f"card/{own}-{other}" for own in EMPIRES for other in EMPIRES if own != other]
    ids = ["board", *pairs, *(f"society/{each}" for each in SOCIETIES), *(f"agent/{each}" for each in SOCIETIES)]
    ids += [f"loyalty/{each}" for each in EMPIRES] + [f"banner/{each}" for each in EMPIRES]
    ids += [f"turn/{turn}" for turn in range(1, 5)] + ["first-player", "aid"]
    assert [component.id for component in war.components] == [f"war-of-whispers/{each}" for each in ids]


def test_every_card_has_prices_a_aa_and_ab(war: Game) -> None:
    known = {row["ability"]: row for row in war.tables["abilities"].rows}
    assert {key: row["window"] for key, row in known.items()} == {key: when for key, (when, _) in ABILITIES.items()}
    for card in part(war, "card"):
        own, partner = card.values["empire"], card.values["partner"]
        assert card.count(2) == 2 and card.back == f"war-of-whispers/back-{own}"
        assert (card.values["first"], card.values["second"]) == (f"{own}-1", f"{own}-2")
        assert set(card.values["third"].split("-")) == {own, partner}


def test_a_pair_of_empires_shares_one_ability(war: Game) -> None:
    thirds = Counter(card.values["third"] for card in part(war, "card"))
    assert len(thirds) == 10 and set(thirds.values()) == {2}


def test_the_words_say_the_figures(war: Game) -> None:
    texts = {row["ability"]: row["text"] for row in war.tables["abilities"].rows}
    assert all(figure in texts[key] for key, (_, figure) in ABILITIES.items())
    assert "up to 6" in texts["lion-elephant"].lower() and "up to 5" in texts["eagle-elephant"]


def test_cards_show_their_names_moments_and_words(war: Game, faces: dict[str, Face]) -> None:
    known = {row["ability"]: row for row in war.tables["abilities"].rows}
    windows = {row["window"]: row["name"] for row in war.tables["windows"].rows}
    for card in part(war, "card"):
        shown = words(faces[card.id])
        for key in (card.values[each] for each in ("first", "second", "third")):
            assert known[key]["name"] in shown and windows[known[key]["window"]] in shown
            assert known[key]["text"] in shown


def test_nothing_is_told_by_a_back(war: Game, faces: dict[str, Face]) -> None:
    assert {token.back for token in part(war, "loyalty")} == {"war-of-whispers/loyalty-back"}
    assert not words(faces["war-of-whispers/loyalty-back"])
    look = Look()
    assert len({look.digest(replace(faces[back.id], id="")) for back in hiding(war)}) == 6


def test_backs_turn_into_themselves(war: Game, faces: dict[str, Face]) -> None:
    """Half of a back stands at its place and half a turn away from it."""
    for back in hiding(war):
        size = back.trim.size
        halves = [shape for shape in faces[back.id].shapes if isinstance(shape, Group) and shape.clip is None]
        first, second = halves
        assert first.shapes == second.shapes and first.transform == IDENTITY
        assert second.transform.apply(0, 0) == pytest.approx((size.width, size.height))
        assert (second.transform.a, second.transform.d) == (-1, -1)


def test_no_text_is_too_small(war: Game, faces: dict[str, Face]) -> None:
    for identifier, face in faces.items():
        sizes = [leaf.size for leaf, _ in leaves(face.shapes) if isinstance(leaf, Text)]
        assert min(sizes, default=9) >= (7.5 if "/aid" in identifier else 6.0), identifier


def test_sets_are_told_by_shapes_too(war: Game) -> None:
    assert {each.name: len({member.shape for member in each.members}) for each in war.sets} == {
        "empires": 5,
        "lands": 5,
        "societies": 4,
    }
    assert len({row["rim"] for row in war.tables["societies"].rows}) == 4


def test_the_society_board_has_a_slot_a_loyalty(war: Game, faces: dict[str, Face]) -> None:
    levels = [Level(row["name"], int(row["value"])) for row in war.tables["levels"].rows]
    assert [level.value for level in levels] == LOYALTIES and levels[-1].factor == "×−1"
    for board in part(war, "society"):
        shown = words(faces[board.id])
        assert all(level.name in shown and level.factor in shown for level in levels)
        assert board.values["name"] in shown


def test_texts_are_written_out(war: Game) -> None:
    assert not [text for text in war.texts.values() if "{" in text]
    lines = [(row["aid"], row["words"]) for row in war.tables["aids"].rows]
    assert {key for _, key in lines} <= set(war.texts) and len(set(lines)) == len(lines)
    assert "Jeremy Stoltzfus" in war.credits and "unofficial" in war.credits


@pytest.mark.parametrize("saver", [False, True])
def test_a_cube_closes(saver: bool) -> None:
    """Six faces an edge long, twelve folds (five between faces, seven to tabs), all within the trim."""
    game = load_game(catalog.find("war-of-whispers"), variants={"banners": "cubes"})
    piece = game.component("war-of-whispers/banner/lion")
    assert piece.trim.outline == DRAWN and piece.back is None and piece.count(4) == 20
    face = artist(game, style(saver)).face(piece)
    cuts = [(leaf, to) for leaf, to in leaves(face.shapes) if isinstance(leaf, Path) and leaf.stroke == CUT]
    folds = [(leaf, to) for leaf, to in leaves(face.shapes) if isinstance(leaf, Path) and leaf.stroke == FOLD]
    ((outline, to),) = cuts
    points = [command[1:] for command in moved(outline.commands, to) if len(command) == 3]
    assert piece.folded is not None
    edge = piece.folded.width
    reach = CUT.width / 2
    assert all(reach <= x <= piece.trim.size.width - reach for x, _ in points)
    assert all(reach <= y <= piece.trim.size.height - reach for _, y in points)
    ends = [command[1:] for fold, to in folds for command in moved(fold.commands, to)]
    lengths = [math.dist(start, end) for start, end in zip(ends[::2], ends[1::2], strict=True)]
    assert lengths == [pytest.approx(edge)] * 12
    assert _area(points) == pytest.approx(6 * edge**2 + 7 * _tab(edge, float(piece.values["tab"])))


def _tab(edge: float, height: float) -> float:
    return height * edge * (1 - 0.28)


def _area(points: Sequence[Sequence[float]]) -> float:
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(points, [*points[1:], points[0]]))) / 2


def test_the_saver_prints_no_ground(war: Game) -> None:
    for identifier, face in drawn(war, saver=True).items():
        ground = next(leaf for leaf, _ in leaves(face.shapes) if isinstance(leaf, Path))
        assert str(ground.fill) == "#ffffff" or isinstance(ground.stroke, Stroke), identifier


def test_data_that_names_no_drawing_is_refused(war: Game) -> None:
    row = war.tables["societies"].rows[0]
    other = Row({**row.values, "emblem": "badger", "rim": "waves"}, row.file, row.line)
    society = bearers([other], "society", "society")["raven"]
    with pytest.raises(ArtError, match="there is no drawing 'badger'"):
        Art(style(False)).beast(society)
    with pytest.raises(ArtError, match="there is no rim 'waves'"):
        tokens.rim_of(society)
