"""Sound games load into what they say; every mistake is found in one run, at its line, with a way to mend it."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from pathlib import Path

import pytest

from pnp.definition.load import load_game
from pnp.errors import InputInvalid, InputMissing, UsageError
from pnp.geometry import Size

MakeGame = Callable[..., Path]
FILES = {path.name: path.read_text(encoding="utf-8") for path in Path(__file__).with_name("sample").iterdir()}
GAME = FILES["game.toml"]


def findings_of(folder: Path) -> list[str]:
    with pytest.raises(InputInvalid) as caught:
        load_game(folder)
    assert all("; " in finding.message or finding.message.endswith("?") for finding in caught.value.findings)
    return [str(finding) for finding in caught.value.findings]


def test_a_sound_game(make_game: MakeGame) -> None:
    game = load_game(make_game())
    assert dict(game.bill_of_materials(3)) == {"inn/1-cup": 1, "inn/2-cup": 1, "inn/1-bow": 2, "inn/coin": 15}
    card = game.component("inn/1-bow")
    assert (card.name, card.where, card.back, card.group) == ("1 of Bows", "cards.csv:4", "inn/back", "cards")
    assert card.values["suit.colour"] == "#0011aa"
    assert (card.trim.size, card.trim.corner, card.trim.bleed) == (Size(63.5, 88.9), 3, 3)
    coin = game.component("inn/coin")
    assert (coin.back, coin.where, coin.trim.outline.name, coin.trim.corner) == (
        "inn/coin",
        "game.toml:27",
        "round",
        0,
    )
    assert coin.values["worth"] == "2"
    assert game.texts["hint"] == "Everyone has 10 coins."
    assert [member.id for member in game.sets[0].members] == ["cup", "bow"]
    assert game.editions == ("standard",) and game.language == "en"
    assert {path.name for path in game.sources} == set(FILES)


def test_a_die_has_the_sides_of_its_column(make_game: MakeGame) -> None:
    game = load_game(make_game({"game.toml": GAME.replace('kind = "chip"', 'kind = "die"\nsides = "cards.rank"')}))
    assert game.component("inn/coin").sides == ("1", "2", "1") and game.component("inn/1-bow").sides == ()


def test_a_game_can_be_sent_to_another_process(make_game: MakeGame) -> None:
    game = load_game(make_game())
    assert pickle.loads(pickle.dumps(game)) == game


def test_deck_toml_is_another_name(make_game: MakeGame) -> None:
    folder = make_game()
    (folder / "game.toml").rename(folder / "deck.toml")
    assert load_game(folder).component("inn/coin").where == "deck.toml:27"


def test_every_problem_in_one_run(make_game: MakeGame) -> None:
    toml = GAME.replace("title =", "titel =").replace('kind = "chip"', 'kind = "chop"').replace("{purse}", "{pursse}")
    cards = "rank,suit,count\n1,cup,1\n2,cpu,1\n1,bow,many\n1,cup,1\n3,cup\n"
    suits = "suit,name,colour,emblem\ncup,Cups,red,cup\nbow,Bows,#0011aa,\n"
    assert findings_of(make_game({"game.toml": toml, "cards.csv": cards, "suits.csv": suits})) == [
        "game.toml:1: missing-key: 'title' of the game is missing; add title = \"My Deck\"",
        "game.toml:3: unknown-key: 'titel' is no key of the game; did you mean 'title'?",
        "game.toml:29: unknown-value: 'chop' is no kind; did you mean 'chip'?",
        "game.toml:53: template: 'hint' asks for the fact 'pursse'; did you mean 'purse'?",
        "cards.csv:3: reference: suit 'cpu' is no row of suits.csv; did you mean 'cup'?",
        "cards.csv:4: count: count 'many' is no number of pieces; write a whole number from 0 to 10,000",
        "cards.csv:5: duplicate-id: 'inn/1-cup' is also the id of cards.csv:2; "
        "rename one, or let 'id' ask for a column that tells them apart",
        "cards.csv:6: row-length: the row has 2 of 3 cells; add the missing ones, with a comma before each",
        "suits.csv:2: colour: 'red' is no colour; write it as #rrggbb, such as #b5482f",
        "suits.csv:3: shape: 'bow' has no shape; name one, colour alone is not enough",
    ]


BROKEN = [
    # what is written instead of what, where it must be found, and what the finding must say
    ('format = "pnp-game/1"\n', "", "game.toml:1: missing-key", "add format"),
    ("pnp-game/1", "pnp-game/9", "game.toml:1: format", "pnp-game/1"),
    ('name = "inn"', 'name = "The Inn"', "game.toml:2: wrong-value", "lower-case"),
    ('name = "inn"', "name = 7", "game.toml:2: wrong-type", "whole number"),
    ('name = "inn"', 'name = "inn"\nname = "inn"', "game.toml:3: syntax", "twice"),
    ('title = "The Inn"', 'title = ""', "game.toml:3: wrong-value", "empty"),
    ('title = "The Inn"', 'title = "a\\u0007"', "game.toml:3: control-character", "U+0007"),
    ('version = "1.0"', "version = 1.0", "game.toml:4: wrong-type", "quotes"),
    ('version = "1.0"', 'version = "one two"', "game.toml:4: wrong-value", "1.0"),
    ("[2, 4]", "[true, 4]", "game.toml:5: wrong-type", "[2, 8]"),
    ("[2, 4]", "[4, 2]", "game.toml:5: out-of-range", "smaller first"),
    ("[2, 4]", "[2, 1_000_000]", "game.toml:5: out-of-range", "100"),
    ("[2, 4]", "4", "game.toml:5: wrong-type", "[2, 8]"),
    ("[2, 4]", "[2, 4]\nlanguage = 'English'", "game.toml:6: wrong-value", '"en"'),
    ("[2, 4]", "[2, 4]\neditions = ['a', 'a']", "game.toml:6: wrong-value", "twice"),
    ("[2, 4]", "[2, 4]\neditions = []", "game.toml:6: wrong-type", "list of names"),
    ("[2, 4]", "[2, 4]\nconversion = 3", "game.toml:6: wrong-type", "[conversion]"),
    ("[2, 4]", "[2, 4", "game.toml:7: syntax", "brackets"),
    ('"cards.csv"', '"../cards.csv"', "game.toml:8: file-name", "inside"),
    ('"cards.csv"', '"/etc/passwd"', "game.toml:8: file-name", "inside"),
    ('"cards.csv"', '"C:\\\\cards.csv"', "game.toml:8: file-name", "inside"),
    ('"cards.csv"', '"a\\u0000b"', "game.toml:8: control-character", "U+0000"),
    ('"cards.csv"', '["cards.csv"]', "game.toml:8: wrong-type", "a list"),
    ('suit = "suits"', 'suit = "suit"', "game.toml:12: unknown-value", "did you mean 'suits'?"),
    ('size = "poker"', 'size = "pokre"', "game.toml:16: size", "did you mean 'poker'?"),
    ('size = "poker"', 'size = "3x3mm"', "game.toml:16: size", "4mm to 1,200mm"),
    ('size = "poker"', 'size = "tarot"', "game.toml:24: size", "same size"),
    ('size = "63.5x88.9mm"', 'size = "63.5x88.9"', "game.toml:23: size", "63.5x88.9mm"),
    ('size = "63.5x88.9mm"', "size = 63.5", "game.toml:23: wrong-type", "poker"),
    ('size = "63.5x88.9mm"\n', "", "game.toml:18: missing-key", 'add size = "poker"'),
    ('size = "63.5x88.9mm"', 'size = "poker"\ndiameter = "9mm"', "game.toml:24: size", "delete one"),
    ('size = "63.5x88.9mm"', 'size = "poker"\ncorner = "40mm"', "game.toml:24: size", "smaller"),
    ('size = "63.5x88.9mm"', 'size = "poker"\nsafe = "32mm"', "game.toml:24: out-of-range", "25mm"),
    ('size = "63.5x88.9mm"', 'size = "poker"\nbleed = 3', "game.toml:24: wrong-type", '"3mm"'),
    ('size = "63.5x88.9mm"', 'size = "poker"\nbleed = "-3mm"', "game.toml:24: wrong-value", '"3mm"'),
    ('diameter = "25mm"', 'diameter = "25"', "game.toml:32: size", "25mm"),
    ('diameter = "25mm"', 'diameter = "25mm"\nsafe = "13mm"', "game.toml:33: size", "smaller"),
    ('diameter = "25mm"', 'diameter = "25mm"\ncorner = "1mm"', "game.toml:33: size", "delete 'corner'"),
    ('back = "back"', 'back = "bakc"', "game.toml:24: unknown-value", "did you mean 'back'?"),
    ('back = "back"', 'back = "coins/coin"', "game.toml:24: unknown-value", "there is no back"),
    ('part = "back"', 'part = "card"', "game.toml:15: duplicate-part", "game.toml:18"),
    ('part = "coin"\nkind', 'part = "Coin"\nkind', "game.toml:28: wrong-value", "lower-case"),
    ('kind = "chip"', 'kind = "crd"', "game.toml:29: unknown-value", "did you mean"),
    ('kind = "chip"', 'kind = "chip"\nsides = "cards.rank"', "game.toml:30: wrong-value", 'kind = "die"'),
    ('kind = "chip"', 'kind = "die"\nsides = "cards.rnk"', "game.toml:30: unknown-value", "'cards.rank'"),
    ('kind = "chip"', 'kind = "die"\nsides = "dice.side"', "game.toml:30: unknown-value", "no column"),
    ('kind = "chip"', 'kind = "die"\nsides = 6', "game.toml:30: wrong-type", "quotes"),
    ('table = "cards"', 'table = "card"', "game.toml:25: unknown-value", "did you mean 'cards'?"),
    ('table = "cards"', 'table = "cards"\ncount = 2', "game.toml:26: count", "delete one"),
    ("{rank} of", "{rnak} of", "game.toml:22: template", "did you mean 'rank'?"),
    ("{suit.name}", "{suit.nam}", "game.toml:22: template", "did you mean 'suit.name'?"),
    ("{rank} of", "{rank of", "game.toml:22: template", "{{"),
    ("{rank}-{suit}", "inn/{rank}-{suit}", "game.toml:21: id", "inn/ is put in front of it"),
    ("{rank}-{suit}", "{rank}_{suit}", "game.toml:21: id", "hyphens"),
    ('id = "coin"', 'id = "back"', "game.toml:27: duplicate-id", "the back 'back'"),
    ("each = 5\n", "", "game.toml:27: missing-key", "add count = 1"),
    ("each = 5", "each = 0", "game.toml:34: count", "over 0"),
    ("each = 5", "each = -5", "game.toml:34: out-of-range", "from 0 to 10,000"),
    ("each = 5", "each = true", "game.toml:34: wrong-type", "true or false"),
    ("each = 5", "each = 5.0", "game.toml:34: wrong-type", "whole number"),
    ("each = 5", "each = 99999999999999999999999", "game.toml:34: out-of-range", "18 digits"),
    ("each = 5", "each = 0x" + "f" * 5000, "game.toml:34: out-of-range", "18 digits"),
    ("each = 5", "each = " + "9" * 5000, "game.toml:34: syntax", "digits"),
    ("each = 5", "eech = 5", "game.toml:34: unknown-key", "did you mean 'each'?"),
    ("worth = 2", "worth = nan", "game.toml:36: out-of-range", "nan"),
    ("worth = 2", "worth = true", "game.toml:36: wrong-type", "text in quotes or a number"),
    ("worth = 2", "worth = {}", "game.toml:36: wrong-type", "a table"),
    ("worth = 2", "worth = 2020-01-01", "game.toml:36: wrong-type", "a date"),
    ("worth = 2", "worth = 3", "game.toml:47: total", "add up to 15, but purse is 10"),
    ("worth = 2", 'worth = "two"', "game.toml:46: total", "no number"),
    ('column = "worth"', 'column = "wort"', "game.toml:46: unknown-value", "did you mean 'worth'?"),
    ('each = "purse"', "", "game.toml:44: missing-key", "'fixed'"),
    ('each = "purse"', 'each = "purs"', "game.toml:47: unknown-value", "did you mean 'purse'?"),
    ('colour = "colour"', 'colour = "color"', "game.toml:41: unknown-value", "did you mean 'colour'?"),
    ("purse = 10", "purse = inf", "game.toml:50: out-of-range", "inf"),
    ("purse = 10", "purse = 10\n'a b' = 1", "game.toml:51: wrong-value", "no spaces"),
    ("hint = ", "hint = 3 # ", "game.toml:53: wrong-type", "text in quotes"),
    ("[texts]", "[text]", "game.toml:52: unknown-key", "did you mean 'texts'?"),
    (
        "[texts]",
        "[conversion]\nmatch = 'rank'\nfree = 'crd'\n[texts]",
        "game.toml:54: unknown-value",
        "'card'",
    ),
]


@pytest.mark.parametrize(("old", "new", "where", "says"), BROKEN)
def test_each_mistake_in_game_toml(make_game: MakeGame, old: str, new: str, where: str, says: str) -> None:
    assert old in GAME
    found = findings_of(make_game({"game.toml": GAME.replace(old, new, 1)}))
    matching = [line for line in found if line.startswith(where + ":")]
    assert matching and says in matching[0], found


ODD_FILES = [
    (b"", "game.toml:1: missing-key"),
    (b"\x00", "game.toml:1: syntax"),
    (b"name = \xe9", "game.toml:1: encoding"),
    (b"\xff\xfen\x00", "game.toml:1: encoding"),
    (b"a = " + b"[" * 20_000, "game.toml:1: syntax"),
    (b"\na = " + b"{a=" * 20_000, "game.toml:2: syntax"),
    (b"a" + b".a" * 20_000 + b" = 1", "game.toml:1: syntax"),
    (b"a = 1\n\nb = ", "game.toml:3: syntax"),
    (b"a = 1\n\nb = \n", "game.toml:3: syntax"),
    (b'a = """\n\n', "game.toml:"),
    (b"#" * 5_000_000, "game.toml:1: too-large"),
    (b"".join(b"a%d = 1\n" % at for at in range(5000)), "game.toml:1: unknown-key"),
]


@pytest.mark.parametrize(("data", "where"), ODD_FILES)
def test_odd_definitions(make_game: MakeGame, data: bytes, where: str) -> None:
    found = findings_of(make_game({"game.toml": data}))
    assert found[0].startswith(where), found[0]
    assert len(found) <= 501 and all(len(line) < 400 for line in found)


def test_a_byte_order_mark_and_windows_line_ends_are_fine(make_game: MakeGame) -> None:
    files = {name: b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode() for name, text in FILES.items()}
    assert load_game(make_game(files)).component("inn/1-bow").where == "cards.csv:4"


def test_what_is_not_there(make_game: MakeGame, tmp_path: Path) -> None:
    with pytest.raises(InputMissing, match=r"holds no game\.toml or deck\.toml; name the folder"):
        load_game(tmp_path / "nowhere")
    folder = make_game()
    (folder / "cards.csv").unlink()
    with pytest.raises(InputMissing, match=r"^game\.toml:8: missing-file: 'cards\.csv' is not there; add it"):
        load_game(folder)
    (folder / "cards.csv").mkdir()
    with pytest.raises(InputMissing, match=r"^game\.toml:8: unreadable-file: 'cards\.csv' is a folder"):
        load_game(folder)


def test_a_definition_that_is_a_folder_or_a_device(tmp_path: Path) -> None:
    (tmp_path / "game.toml").mkdir()
    with pytest.raises(InputMissing, match="is a folder"):
        load_game(tmp_path)
    (tmp_path / "game.toml").rmdir()
    os.mkfifo(tmp_path / "game.toml")
    with pytest.raises(InputMissing, match="no plain file"):
        load_game(tmp_path)
    (tmp_path / "game.toml").unlink()
    (tmp_path / "game.toml").symlink_to("/dev/zero")
    with pytest.raises(InputInvalid, match="a link out of"):
        load_game(tmp_path)


def test_links_out_of_the_folder_are_refused(make_game: MakeGame, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = make_game()
    (folder / "cards.csv").rename(tmp_path_factory.mktemp("else") / "cards.csv")
    (folder / "cards.csv").symlink_to(next(tmp_path_factory.getbasetemp().glob("else*/cards.csv")))
    assert findings_of(folder)[0].startswith("game.toml:8: file-name: 'cards.csv' is a link out")


def test_data_takes_the_place_of_a_table(make_game: MakeGame, tmp_path_factory: pytest.TempPathFactory) -> None:
    other = tmp_path_factory.mktemp("mine") / "my cards.csv"
    other.write_text("rank,suit,count\n9,cup,3\n")
    game = load_game(make_game(), {"cards": other})
    assert dict(game.bill_of_materials(2)) == {"inn/9-cup": 3, "inn/coin": 10}
    assert game.components[0].where == f"{other}:2"
    assert other in {source.path for source in game.sources}
    other.write_text("rank,suit,count\n9,cpu,3\n")
    with pytest.raises(InputInvalid) as caught:
        load_game(make_game(), {"cards": other})
    assert caught.value.findings[0].where == f"{other}:2"
    with pytest.raises(UsageError, match="did you mean 'cards'"):
        load_game(make_game(), {"card": other})
    with pytest.raises(InputMissing, match=r"nowhere\.csv:1: missing-file"):
        load_game(make_game(), {"cards": Path("nowhere.csv")})


def test_a_lost_table_hides_no_other_mistake(make_game: MakeGame) -> None:
    folder = make_game({"game.toml": GAME.replace("titl", "tilt"), "cards.csv": "rank,suit,count\n1,cup,x\n"})
    (folder / "suits.csv").unlink()
    assert [line.split(": ")[0] for line in findings_of(folder)] == [
        "game.toml:1",
        "game.toml:3",
        "game.toml:9",
    ]


def test_the_back_of_a_row_can_be_another_row(make_game: MakeGame) -> None:
    toml = GAME.replace('back = "back"', 'back = "{other}"')
    cards = "rank,suit,count,other\n1,cup,1,2-bow\n2,bow,1,1-cup\n"
    game = load_game(make_game({"game.toml": toml, "cards.csv": cards}))
    assert [game.components[at].back for at in (0, 1)] == ["inn/2-bow", "inn/1-cup"]


def test_values_become_ids(make_game: MakeGame) -> None:
    cards = "rank,suit,count\nFire Dragon,cup,1\nÉcole,bow,1\n火,bow,1\n"
    game = load_game(make_game({"cards.csv": cards}))
    ids = ["inn/fire-dragon-cup", "inn/ecole-bow", "inn/huo-bow"]
    assert [component.id for component in game.components[:3]] == ids
    found = findings_of(make_game({"cards.csv": "rank,suit,count\n?!,cup,1\n"}))
    assert found[0].startswith("cards.csv:2: id: rank '?!' holds no letter or digit")


def test_a_card_with_square_corners_still_needs_a_back_of_its_size(make_game: MakeGame) -> None:
    toml = GAME.replace('size = "63.5x88.9mm"', 'size = "poker"\ncorner = "0mm"').replace(
        '"poker"\n\n', '"tarot"\n\n', 1
    )
    assert findings_of(make_game({"game.toml": toml})) == [
        "game.toml:25: size: the back is 69.85 x 120.65 mm, the front 63.5 x 88.9 mm; give both the same size"
    ]


def test_a_round_piece_has_no_square_back(make_game: MakeGame) -> None:
    toml = GAME.replace('size = "63.5x88.9mm"', 'diameter = "63.5mm"').replace('"poker"\n\n', '"63.5x63.5mm"\n\n', 1)
    [finding] = [line for line in findings_of(make_game({"game.toml": toml})) if ": size: " in line]
    assert "the back is 63.5 x 63.5 mm, the front 63.5 x 63.5 mm, round; give both the same outline" in finding


@pytest.mark.parametrize(("safe", "sound"), [("4.9mm", True), ("5mm", False), ("5.1mm", False)])
def test_a_safe_distance_leaves_room_inside(make_game: MakeGame, safe: str, sound: bool) -> None:
    piece = (
        f'[[components]]\npart = "bit"\nkind = "token"\nid = "bit"\nname = "Bit"\nsize = "10x20mm"\nsafe = "{safe}"\n'
    )
    folder = make_game({"game.toml": GAME + piece + "count = 1\n"})
    found = [] if sound else findings_of(folder)
    assert sound == (not found) and all("leaves no room inside" in line for line in found)
    assert not sound or any(component.part == "bit" for component in load_game(folder).components)


@pytest.mark.parametrize(
    ("files", "where"),
    [
        ({"game.toml": GAME + "a = {b" + ".a" * 100_000 + " = 1}"}, "game.toml:54: syntax"),
        ({"game.toml": GAME + "[[components]]\n" * 50_000}, "game.toml:54: missing-key"),
        (
            {"cards.csv": "rank,suit,count\n" + "".join(f"{at},c{at},1\n" for at in range(50_000))},
            "cards.csv:2: reference",
        ),
        (
            {"cards.csv": "rank,suit,count\n" + "".join(f"{at},cup,1\n" for at in range(10_001))},
            "game.toml:25: too-large",
        ),
    ],
)
def test_what_is_absurdly_large_is_refused_soon(make_game: MakeGame, files: dict[str, str], where: str) -> None:
    found = findings_of(make_game(files))
    assert found[0].startswith(where)
    assert len(found) <= 501
