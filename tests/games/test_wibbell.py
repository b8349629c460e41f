"""Wibbell: the structure of its letters, what its cards show from either side of the table, and a list of one's own."""

from __future__ import annotations

from collections import Counter
from pathlib import Path as FilePath

import pytest
from drawn import leaves

from pnp import catalog
from pnp.definition.load import load_game
from pnp.definition.model import Component, Game
from pnp.drawing.face import Face, Look, Style
from pnp.drawing.fonts import built_in_fonts
from pnp.drawing.shapes import Commands, Path, Text, around, moved, points_of
from pnp.errors import InputInvalid
from pnp.games.wibbell.faces import artist, cards
from pnp.games.wibbell.faces.art import set_line
from pnp.games.wibbell.faces.cards import BAR, Layout
from pnp.games.wibbell.faces.woodtype import CAPITALS, capital
from pnp.geometry import IDENTITY, Point, Size, Transform

# doalg.co.uk/post/are-these-letters-of-possibility-in-wibbell: the top letters; 8 cards a border; a bottom letter on
# 1 to 5 cards, and its number says on how many.
TOP = "AEIONRST"
# Our own list (game-facts.md 1b): on how many cards each bottom letter is.
BOTTOM = {
    1: "JQXZKV", 2: "WY", 3: "BFGP", 4: "CDHM", 5: "LU",
}  # fmt: skip
# Cards of the published deck that are known: the rules; Alphabetickell's rules (scribd.com/document/512945384).
ATTESTED = {
    "NZ", "IQ", "SG", "SH", "EK", "IL", "NU", "OC", "AP", "AL", "IB",
    "EW", "TH", "IU", "EL", "EM", "NB", "OD", "SC", "OU",
}  # fmt: skip


@pytest.fixture(scope="module")
def wibbell() -> Game:
    return load_game(catalog.find("wibbell"))


def style(saver: bool = False) -> Style:
    return Style(built_in_fonts(), "standard", saver)


@pytest.fixture(scope="module", params=[False, True], ids=["full", "saver"])
def faces(wibbell: Game, request: pytest.FixtureRequest) -> dict[str, Face]:
    hand = artist(wibbell, style(request.param))
    return {piece.id: hand.face(piece) for piece in wibbell.faces()}


def deck(game: Game) -> list[Component]:
    return [component for component in game.components if component.kind == "card"]


def near(value: float) -> float:
    """A coordinate to a thousandth; round numbers, of which our measures are full, are kept from the edge."""
    return round(value + 0.000123, 3)


def points(path: Path, to: Transform) -> tuple[tuple[float, float], ...]:
    numbers = [rest for _, *rest in moved(path.commands, to)]
    found = ((near(rest[at]), near(rest[at + 1])) for rest in numbers for at in range(0, len(rest), 2))
    return tuple(sorted(set(found)))


def marks(face: Face, to: Transform = IDENTITY) -> Counter[object]:
    """Everything that is painted, whatever the order, once the face is moved."""
    found: Counter[object] = Counter()
    for shape, place in leaves(face.shapes):
        whole = place.then(to)
        if isinstance(shape, Path):
            found[points(shape, whole), shape.fill, shape.stroke] += 1
        else:
            x, y = whole.apply(shape.x, shape.y)
            found[shape.text, near(x), near(y), round(whole.a, 6), round(whole.b, 6), shape.size] += 1
    return found


def test_the_letters_follow_the_published_structure(wibbell: Game) -> None:
    rows = wibbell.tables["letters"].rows
    assert len(rows) == 48 == wibbell.facts["deck_cards"]
    assert Counter(row["top"] for row in rows) == dict.fromkeys(TOP, 6)
    assert sorted(Counter(row["border"] for row in rows).values()) == [8] * 6
    counts = {letter: count for count, letters in BOTTOM.items() for letter in letters}
    assert Counter(row["bottom"] for row in rows) == counts and len(counts) == 18
    assert {row["top"] + row["bottom"] for row in rows} >= ATTESTED


def test_every_border_has_each_top_letter_once_and_no_bottom_letter_twice(wibbell: Game) -> None:
    by_border: dict[str, list[str]] = {}
    for row in wibbell.tables["letters"].rows:
        by_border.setdefault(row["border"], []).append(row["top"] + row["bottom"])
    for pairs in by_border.values():
        assert sorted(pair[0] for pair in pairs) == sorted(TOP)
        assert len({pair[1] for pair in pairs}) == 8


@pytest.mark.parametrize("players", range(2, 8))
def test_what_a_table_of_players_needs(wibbell: Game, players: int) -> None:
    pairs = (row["top"] + row["bottom"] for row in wibbell.tables["letters"].rows)
    counts = {f"wibbell/card/{pair.lower()}": 1 for pair in pairs}
    assert wibbell.bill_of_materials(players) == counts | {"wibbell/handicap": 2 * players, "wibbell/aid": players}


def test_the_deck_has_one_back_and_a_set_of_six_borders(wibbell: Game) -> None:
    assert {card.back for card in deck(wibbell)} == {"wibbell/back"}
    assert len({member.shape for member in wibbell.sets[0].members}) == 6
    assert "not the published list" in wibbell.credits and "unofficial" in wibbell.credits
    assert not [text for text in wibbell.texts.values() if "{" in text]


def test_the_alphabet_says_of_every_letter_what_a_turn_makes_of_it(wibbell: Game) -> None:
    letters = {row["letter"]: row for row in wibbell.tables["alphabet"].rows}
    assert "".join(letters) == "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    assert all(row["reason"].endswith(".") for row in letters.values())
    barred = {letter for letter, row in letters.items() if row["half_turn"] or row["quarter_turn"]}
    assert barred == set("ACEMNPUVWZ") and not barred & set("HIOSX")
    for letter in barred - set("PU"):  # which become small letters, and those are on no card
        for turn in ("half_turn", "quarter_turn"):
            other = letters[letter][turn]
            assert not other or other in barred


@pytest.mark.slow
def test_cards_of_each_border_and_the_back_map_onto_themselves(wibbell: Game, faces: dict[str, Face]) -> None:
    of_each = {card.values["border"]: card.id for card in deck(wibbell)}
    assert len(of_each) == 6
    for identifier in (*of_each.values(), "wibbell/back"):
        face = faces[identifier]
        assert marks(face) == marks(face, Layout(face.trim).half_turn), identifier


def test_a_card_prints_its_number_twice_and_bars_under_what_could_be_misread(
    wibbell: Game, faces: dict[str, Face]
) -> None:
    on = Counter(row["bottom"] for row in wibbell.tables["letters"].rows)
    for card in deck(wibbell):
        face = faces[card.id]
        texts = [shape.text for shape, _ in leaves(face.shapes) if isinstance(shape, Text)]
        assert texts == [str(on[card.values["bottom"]])] * 2
        middle = Layout(card.trim).middle[1]
        # A bar is drawn once in each half: the path that stands on both of its edges.
        bars = [
            path
            for path, place in leaves(face.shapes)
            if isinstance(path, Path)
            and len(path.commands) == 5
            and {round(abs(y - middle), 3) for _, y in points(path, place)} == set(BAR)
        ]
        barred = [at for at in ("top", "bottom") if card.values[f"{at}.half_turn"] or card.values[f"{at}.quarter_turn"]]
        assert len(bars) == 2 * len(barred), card.id


def test_letters_are_as_large_as_the_card_lets_them(wibbell: Game) -> None:
    fonts = built_in_fonts()
    for card in deck(wibbell):
        room = Layout(card.trim).letters
        line = set_line((card.values["top"], card.values["bottom"]), room, fonts, cards.GAP, cards.NARROWEST)
        first, second = line.boxes
        assert room.left - 1e-6 <= first.left and second.right <= room.right + 1e-6
        assert first.height == pytest.approx(room.height, rel=1e-3), card.id
        assert second.right - first.left > room.width * 0.98, card.id


def crossed(outlines: Commands, y: float) -> list[float]:
    """How wide each stroke is at that height, from left to right; outlines must be straight where they cross it."""
    turns: list[tuple[float, int]] = []
    corners: list[Point] = []
    for command in outlines:
        corners += points_of(command)[-1:]
        if command == ("Z",):
            for (x, start), (to_x, end) in zip(corners, (*corners[1:], corners[0])):
                if (start > y) != (end > y):
                    turns.append((x + (to_x - x) * (y - start) / (end - start), 1 if end > start else -1))
            corners = []
    widths, inside, left = [], 0, 0.0
    for x, turn in sorted(turns):
        left = left if inside else x
        inside += turn
        if not inside:
            widths.append(x - left)
    return widths


@pytest.mark.parametrize(("letter", "strokes"), [("F", 1), ("H", 2), ("I", 1), ("P", 1), ("T", 1), ("Y", 1)])
def test_a_letter_that_is_made_wider_keeps_the_weight_of_its_stems(letter: str, strokes: int) -> None:
    for share in (0.8, 1.0, 1.3):
        widths = crossed(capital(letter, CAPITALS[letter].width * share), -0.25)
        assert widths == pytest.approx([0.2] * strokes), (letter, share)


@pytest.mark.parametrize("letter", "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
def test_a_letter_is_as_wide_as_was_asked_for_and_as_high_as_a_capital(letter: str) -> None:
    kind = CAPITALS[letter]
    for width in (kind.width * 0.74, kind.width, kind.widest):
        ink = around(capital(letter, width))
        assert (ink.top, ink.bottom) == pytest.approx((-1, 0), abs=0.005)
        assert -1e-9 <= ink.left <= 0.03 and width - 0.03 <= ink.right <= width + 1e-9


def test_every_face_is_of_its_trim_and_unlike_any_other(wibbell: Game, faces: dict[str, Face]) -> None:
    look = Look()
    assert all(faces[piece.id].trim == piece.trim for piece in wibbell.faces())
    assert len({look.digest(face) for face in faces.values()}) == len(faces) == 48 + 2 + 3
    assert {face.trim.size for face in faces.values()} == {Size(63.5, 88.9), Size(25, 25)}


def own_list(folder: FilePath, change: dict[str, str]) -> FilePath:
    """Our list with some of its lines changed, as someone's own."""
    text = (catalog.find("wibbell") / "letters.csv").read_text(encoding="utf-8")
    for line, other in change.items():
        assert line in text.splitlines()
        text = text.replace(line, other)
    path = folder / "mine.csv"
    path.write_text(text, encoding="utf-8")
    return path


def found(path: FilePath) -> list[str]:
    try:
        load_game(catalog.find("wibbell"), {"letters": path})
    except InputInvalid as invalid:
        return [line.removeprefix(f"{path.parent}/") for line in str(invalid).splitlines()]
    return []


def lines(pair: str) -> str:
    rows = (catalog.find("wibbell") / "letters.csv").read_text(encoding="utf-8").splitlines()
    return next(row for row in rows if row.startswith(f"{pair[0]},{pair[1]},"))


def test_a_list_of_ones_own_is_printed_in_its_place(tmp_path: FilePath) -> None:
    mine = own_list(tmp_path, {lines("NZ"): lines("NZ").replace(",Z,", ",W,")})
    game = load_game(catalog.find("wibbell"), {"letters": mine})
    assert "wibbell/card/nw" in game.bill_of_materials() and "wibbell/card/nz" not in game.bill_of_materials()
    face = artist(game, style()).face(game.component("wibbell/card/nw"))
    assert [shape.text for shape, _ in leaves(face.shapes) if isinstance(shape, Text)] == ["3", "3"]


@pytest.mark.parametrize(
    ("pair", "other", "finding"),
    [
        ("NZ", "n,Z,waves", "reference: top 'n' is no row of alphabet.csv; did you mean 'N'?"),
        ("NZ", "N,Z,wavy", "reference: border 'wavy' is no row of borders.csv; did you mean 'waves'?"),
        ("NZ", "N,V,waves", "duplicate-id: 'wibbell/card/nv' is also the id of"),
        ("NZ", "N,Z", "row-length: the row has 2 of 3 cells"),
    ],
)
def test_a_list_with_a_mistake_is_told_where_and_how_to_mend_it(
    tmp_path: FilePath, pair: str, other: str, finding: str
) -> None:
    assert any(finding in line for line in found(own_list(tmp_path, {lines(pair): other})))


def test_a_list_of_another_structure_is_told_where_it_differs(tmp_path: FilePath) -> None:
    """One card with another top letter: three things no longer add up, each named at a row that one may change."""
    rows = (catalog.find("wibbell") / "letters.csv").read_text(encoding="utf-8").splitlines()
    changed, last = rows.index(lines("NZ")) + 1, rows.index(lines("NV")) + 1
    wrong = found(own_list(tmp_path, {lines("NZ"): lines("NZ").replace("N,", "W,", 1)}))
    places = {line.split(": ")[0] for line in wrong}
    assert places == {"mine.csv:1", f"mine.csv:{changed}", f"mine.csv:{last}"}
    assert any("top has 9 different values" in line for line in wrong)


def test_a_list_may_say_the_number_but_not_another_one(tmp_path: FilePath) -> None:
    rows = (catalog.find("wibbell") / "letters.csv").read_text(encoding="utf-8").splitlines()
    on = Counter(row.split(",")[1] for row in rows[1:])
    mine = tmp_path / "mine.csv"
    told = [f"{rows[0]},number", *(f"{row},{on[row.split(',')[1]]}" for row in rows[1:])]
    mine.write_text("\n".join(told), encoding="utf-8")
    assert found(mine) == []
    mine.write_text("\n".join(told).replace("N,Z,waves,1", "N,Z,waves,4"), encoding="utf-8")
    assert len(found(mine)) == 1 and "number is '4', but bottom 'Z' stands on 1" in found(mine)[0]
