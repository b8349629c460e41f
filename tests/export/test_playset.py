"""What virtual tables are given, whichever they are: the same things of every box, and every net accounted for."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from zipfile import ZipFile

import pytest
from exported import bill, make
from hypothesis import given
from hypothesis import strategies as st

from pnp.build.job import Printed, PrintJob, nothing_to_tell, prepare, sound_game
from pnp.build.options import BuildOptions
from pnp.catalog import find
from pnp.errors import InputInvalid
from pnp.export.export import TARGETS
from pnp.export.playset import Footprint, Playset, Position, Receiver, lay_in_rows, playset, side_of
from pnp.geometry import Size
from pnp.language.po import wording_of

GAMES = ("war-of-whispers", "whims", "whispers", "whistler", "wibbell")
TABLES = {name: target.receiver for name, target in TARGETS.items() if target.receiver}
ANY = Receiver("A table", None, "there is nothing like it")


@cache
def box(name: str, cubes: bool = False, tuckbox: bool = False) -> PrintJob:
    options = BuildOptions(variants={"banners": "cubes"} if cubes else {}, tuckbox=tuckbox)
    return prepare(sound_game(name, options), options, nothing_to_tell, tiled=False)


def pieces(given: Playset) -> Iterator[Printed]:
    for deck in given.decks:
        yield from deck.pieces
    for each in (*given.tiles, *given.dice, *given.cubes, *given.left_out):
        yield each.printed


def changed(of: PrintJob, identifier: str, **parts: object) -> PrintJob:
    """The same box with something else about one of its pieces."""
    printed = tuple(
        replace(entry, component=replace(entry.component, **parts)) if entry.component.id == identifier else entry
        for entry in of.printed
    )
    return replace(of, printed=printed)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("table", TABLES)
def test_every_piece_is_placed_once_or_left_out_by_name(name: str, table: str) -> None:
    found = playset(box(name), TABLES[table])
    counts = Counter({entry.component.id: entry.count for entry in pieces(found)})
    assert counts == bill(name) and len(list(pieces(found))) == len(counts)
    assert not found.left_out


def test_extras_lie_apart_from_the_cards_that_are_played_with() -> None:
    decks = {deck.name: [entry.component.kind for entry in deck.pieces] for deck in playset(box("whistler"), ANY).decks}
    assert decks["cards"] == ["card"] * 52 and decks["extras"] == ["extra"] * 2


def test_decks_have_names_in_the_language() -> None:
    plain = box("whistler")
    german = replace(plain, game=replace(plain.game, wording=wording_of("de", "whistler", "en", None)))
    decks = playset(german, ANY).decks
    assert [deck.title for deck in decks] == ["Karten", "Spielhilfen", "Extras"]
    assert [deck.name for deck in decks] == [deck.title for deck in playset(plain, ANY).decks]


def test_cubes_have_the_colour_of_their_empire() -> None:
    found = playset(box("war-of-whispers", cubes=True), ANY)
    colours = {cube.printed.component.values["empire"]: cube.colour for cube in found.cubes}
    rows = box("war-of-whispers", cubes=True).game.tables["empires"].rows
    assert colours == {row["empire"]: row["colour"] for row in rows}
    assert {cube.edge for cube in found.cubes} == {8.0}


def test_a_deck_is_secret_where_its_back_is_shared() -> None:
    decks = {deck.name: deck for deck in playset(box("war-of-whispers"), ANY).decks}
    assert {name: deck.secret for name, deck in decks.items()} == {
        "cards-back-bear": True, "cards-back-lion": True, "cards-back-horse": True, "cards-back-elephant": True,
        "cards-back-eagle": True, "aids": False,
    }  # fmt: skip
    assert {deck.total for name, deck in decks.items() if name != "aids"} == {8}


@pytest.mark.parametrize("table", TABLES)
def test_boxes_for_cards_are_left_out_with_what_comes_nearest(table: str) -> None:
    (left,) = playset(box("whistler", tuckbox=True), TABLES[table]).left_out
    assert left.printed.box is not None
    assert left.reason == f"is a box to fold at home; {TABLES[table].box}"


@pytest.mark.parametrize(
    ("parts", "reason"),
    [
        ({"sides": ()}, "does not list (sides)"),
        (
            {"sides": ("0", "1", "2", "3")},
            "is a die with the sides 0, 1, 2, 3; A table has dice that count from 1 to 6",
        ),
        ({"sides": ("1", "2", "3")}, "dice that count from 1 to 6"),
        ({"kind": "token", "folded": None}, "makes no cube"),
        ({"kind": "token", "folded": Size(8, 9)}, "makes no cube"),
        ({"kind": "box"}, "is a box to fold at home; there is nothing like it"),
    ],
)
def test_nets_that_no_table_knows_are_told(parts: dict[str, object], reason: str) -> None:
    odd = changed(box("whims"), "whims/die/moon", **parts)
    found = playset(odd, replace(ANY, dice=(6,)))
    (left,) = (each for each in found.left_out if each.printed.component.id == "whims/die/moon")
    assert reason in left.reason


@pytest.mark.parametrize("across", ["", "wide", "nan", "-3", "1e9"])
def test_a_die_that_says_no_width_is_as_large_as_the_table_has_it(across: str) -> None:
    odd = changed(box("whims"), "whims/die/moon", values={"player": "moon", "across": across})
    assert [die.across for die in playset(odd, ANY).dice] == [None, 28.0, 28.0, 28.0, 28.0, 28.0]


def test_sides_that_are_alike_are_all_there(tmp_path: Path) -> None:
    table = tmp_path / "die.csv"
    rows = (find("whims") / "die.csv").read_text(encoding="utf-8")
    table.write_text(rows.replace("10,lower", "9,lower"), encoding="utf-8")
    presets = tmp_path / "coarse.toml"
    presets.write_text("[screentop]\ndpi = 30\n", encoding="utf-8")
    options = {"only": ("dice",), "data": {"die": table}, "players": 2}
    screen = make("whims", "screentop", tmp_path, presets, **options)
    with screen.zip() as archive:
        moon = next(line for line in archive.read("variants.csv").decode().splitlines() if line.startswith("die-moon"))
        cells = screen.picture("assets/" + moon.split(",")[4])
    columns, rows_there = (int(number) for number in moon.split(",")[5:7])
    wide, high = cells.width // columns, cells.height // rows_there
    corners = [(at % columns * wide, at // columns * high) for at in range(10)]
    drawn = [cells.crop((left, top, left + wide, top + high)) for left, top in corners]
    assert drawn[8].tobytes() == drawn[9].tobytes() != drawn[7].tobytes()
    room = make("whims", "playingcards", tmp_path, **options)
    with ZipFile(room.folder / "whims.pcio") as archive:
        spinners = [each for each in json.loads(archive.read("widgets.json")) if each["type"] == "spinner"]
    assert {tuple(each["options"]) for each in spinners} == {(1, 2, 3, 4, 5, 6, 7, 8, 9, 9)}


def test_options_are_numbers_in_order_and_then_words() -> None:
    die = replace(playset(box("whims"), ANY).dice[0], sides=("10", "skull", "2", "9" * 5000, "1"))
    assert die.options == (1, 2, 10, "9" * 5000, "skull")


@pytest.mark.usefixtures("no_open_fonts")
def test_sides_of_any_length_are_drawn_and_odd_letters_told() -> None:
    of = box("whims")
    die = playset(of, ANY).dice[0]
    for text in ("1", "10", "double or nothing, twice", ""):
        assert side_of(die, text, of.style).trim.size == Size(20, 20)
    with pytest.raises(InputInvalid, match="missing-glyph"):
        side_of(die, "\U0001f3b2", of.style)


@pytest.mark.parametrize("target", TABLES)
def test_an_export_of_nothing_but_boxes_is_refused(tmp_path: Path, target: str) -> None:
    from pnp.errors import UsageError

    with pytest.raises(UsageError, match=f"--for {target} takes none of it: tuckbox"):
        make("whistler", target, tmp_path, only=("tuckbox",), tuckbox=True)


@given(
    st.lists(st.tuples(st.floats(5, 400), st.floats(5, 300), st.booleans()), min_size=1, max_size=40),
    st.floats(0.5, 3),
)
def test_a_room_is_laid_out_to_one_scale_and_nothing_overlaps(
    sizes: list[tuple[float, float, bool]], most: float
) -> None:
    things = [Footprint(Size(wide, high), *((26.0, 40.0, 60.0) if label else ())) for wide, high, label in sizes]
    scale, places = lay_in_rows(things, 1600, 820, most, 12)
    assert 0 < scale <= most
    for thing, place in zip(things, places):
        assert (place.width, place.height) == pytest.approx((thing.size.width * scale, thing.size.height * scale))
        assert place.x + place.width <= 1600 and place.y + place.height <= 820
    assert not any(overlap(one, other) for at, one in enumerate(places) for other in places[at + 1 :])


@given(st.lists(st.tuples(st.floats(5, 400), st.floats(5, 300)), min_size=1, max_size=60))
def test_a_table_as_deep_as_need_be_keeps_its_scale(sizes: list[tuple[float, float]]) -> None:
    scale, places = lay_in_rows([Footprint(Size(*size)) for size in sizes], 150, math.inf, 0.1, 1.5)
    assert scale == 0.1
    assert not any(overlap(one, other) for at, one in enumerate(places) for other in places[at + 1 :])


def test_what_fits_nowhere_still_lies_in_the_room() -> None:
    things = [Footprint(Size(60, 90), 26, 40, 500)] * 60
    _, places = lay_in_rows(things, 1600, 820, 1.8, 12)
    assert len(places) == 60 and all(0 <= place.y <= 820 for place in places)


def overlap(one: Position, other: Position) -> bool:
    apart = one.x + one.width <= other.x or other.x + other.width <= one.x
    return not (apart or one.y + one.height <= other.y or other.y + other.height <= one.y)


ALIKE = """
format = "pnp-game/1"
name = "alike"
title = "Alike"
version = "1.0"
players = [2, 2]

[[components]]
part = "small"
kind = "card"
id = "small"
name = "Small"
size = "mini"
back = "self"
count = 2

[[components]]
part = "large"
kind = "card"
id = "large"
name = "Large"
size = "tarot"
back = "self"
count = 3

[[components]]
part = "one"
kind = "token"
id = "a/b"
name = "One"
size = "20x20mm"
count = 1
[components.values]
colour = "#aa0000"

[[components]]
part = "other"
kind = "token"
id = "a-b"
name = "Other"
size = "20x20mm"
count = 4
[components.values]
colour = "#00aa00"

[[components]]
part = "cards"
kind = "token"
id = "cards"
name = "Cards?"
diameter = "20mm"
count = 5

[[components]]
part = "device"
kind = "marker"
id = "con"
name = "A device of Windows"
diameter = "20mm"
count = 1
"""


@pytest.mark.slow
@pytest.mark.parametrize("target", TABLES)
def test_things_of_like_names_stay_apart(tmp_path: Path, target: str) -> None:
    folder = tmp_path / "alike"
    folder.mkdir()
    (folder / "game.toml").write_text(ALIKE, encoding="utf-8")
    made = make(str(folder), target, tmp_path / "out")
    assert made.counts == bill(str(folder)) and not made.left_out
    fronts = [entry["fronts"][0] for entry in made.record["components"]]
    assert len(set(fronts)) == len(fronts) == 6
    (path,) = (file["path"] for file in made.record["files"] if file["path"] != "README.txt")
    with ZipFile(made.folder / path) as archive:
        names = archive.namelist()
    stems = [re.split(r"[/\\]", name)[-1].split(".")[0].lower() for name in names]
    assert len(set(names)) == len(names) and "con" not in stems
    if target == "ttp":
        assert sum("/Templates/" in name for name in names) == 6
    assert make(str(folder), target, tmp_path / "again").record == made.record  # the digest of every file is in it


def test_decks_of_two_sizes_have_two_names(tmp_path: Path) -> None:
    folder = tmp_path / "alike"
    folder.mkdir()
    (folder / "game.toml").write_text(ALIKE, encoding="utf-8")
    decks = playset(box(str(folder)), ANY).decks
    assert [(deck.name, deck.total) for deck in decks] == [("cards", 2), ("cards-2", 3)]
