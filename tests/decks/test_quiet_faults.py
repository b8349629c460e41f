"""What used to come out wrong without a word: each is printed as it is written, or told with its file and row."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from click.testing import CliRunner
from openpyxl import Workbook
from toy_deck import CARDS, DECK, BuildDeck, MakeDeck

from pnp.build.build import Built
from pnp.cli import cli
from pnp.definition.load import load_game
from pnp.errors import InputInvalid


def found(built: Built, code: str) -> list[tuple[str, str, str]]:
    return [
        (each["severity"], each["where"], each["message"])
        for each in built.manifest["findings"] if each["code"] == code
    ]  # fmt: skip


def workbook(*rows: tuple[object, ...]) -> Workbook:
    book = Workbook()
    for row in (("name", "colour", "text", "count"), *rows):
        book.active.append(row)
    return book


def packed(book: Workbook) -> bytes:
    written = BytesIO()
    book.save(written)
    return written.getvalue()


XLSX = DECK.replace("cards.csv", "cards.xlsx")
NONE = "name,colour,text,count\nAnt,sky,,0\nBee,sky,,1\n"
SEATS = DECK.replace('table = "cards"', 'table = "cards"\neach = 1')
NONE_DECKS = {
    "csv": (DECK, {"cards.csv": NONE}),
    "xlsx": (XLSX, {"cards.xlsx": packed(workbook(("Ant", "sky", "", 0), ("Bee", "sky", "", 1)))}),
    "each": (DECK, {"cards.csv": NONE.replace("count", "each")}),
    "both": (DECK, {"cards.csv": "name,colour,text,count,each\nAnt,sky,,0,0\nBee,sky,,1,0\n"}),
    "seat": (SEATS, {"cards.csv": "name,colour,text,seat\nAnt,sky,,5\nBee,sky,,4\n"}),
    "groups": (
        DECK + '[[groups]]\ntable = "cards"\ncolumn = "colour"\nas = "shares"\n', {"cards.csv": NONE},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", NONE_DECKS)
@pytest.mark.sample(3)
def test_a_card_of_which_there_is_none_is_told(name: str, make_deck: MakeDeck, tmp_path: Path) -> None:
    deck, files = NONE_DECKS[name]
    folder = str(make_deck(files, deck=deck))
    file = "cards.xlsx:2" if name == "xlsx" else "cards.csv:2"
    for command in (["build", folder, "--out", str(tmp_path / "out")], ["show", folder], ["validate", folder]):
        done = CliRunner().invoke(cli, command)
        assert done.exit_code == 0, done.output
        assert f"note: {file}: none-printed: 'Ant'" in " ".join(done.output.split()), (command, done.output)
        assert "'Bee'" not in done.output


def test_no_count_at_all_is_told_once(make_deck: MakeDeck) -> None:
    with pytest.raises(InputInvalid) as caught:
        load_game(make_deck({"cards.csv": "name,colour,text\nAnt,sky,\nBee,sky,\n"}))
    (told,) = caught.value.findings
    assert "add count = 1 (or each = 1, for each player), or a column 'count' to cards.csv" in told.message


def test_a_formula_without_its_value_is_refused(make_deck: MakeDeck, build_deck: BuildDeck) -> None:
    book = workbook(("Ant", "sky", '="Pay "&2', 1), ("Bee", "sky", "#N/A", 1))
    book.active["C3"].data_type = "e"
    with pytest.raises(InputInvalid) as caught:
        build_deck({"cards.xlsx": packed(book)}, deck=XLSX)
    told = {(each.where, each.code): each.message for each in caught.value.findings}
    assert "'C2' holds a formula" in told["cards.xlsx:2", "formula"]
    assert "open the file in a spreadsheet program and save it" in told["cards.xlsx:2", "formula"]
    assert "'#N/A'" in told["cards.xlsx:3", "cell-error"]


@pytest.mark.slow
def test_what_a_spreadsheet_hides_and_merges_is_told(build_deck: BuildDeck) -> None:
    book = workbook(("Ant", "sky", 0.5, 1), ("Bee", "sky", "", 1), ("Cat", "sky", 3, 1))
    book.active["C2"].number_format = "0%"
    book.active.row_dimensions[4].hidden = True
    book.active.merge_cells("C2:C3")
    book.create_sheet("More")
    built = build_deck({"cards.xlsx": packed(book)}, deck=XLSX, formats=("log",))
    log = (built.folder / "toy-cards-a4.log").read_text(encoding="utf-8")
    assert log.count("'50%'") >= 1 and "'Bee'" in log and "'Cat'" not in log
    assert [each[:2] for each in found(built, "hidden-row")] == [("warning", "cards.xlsx:4")]
    assert [each[:2] for each in found(built, "merged-cells")] == [("note", "cards.xlsx:2")]
    assert "'More'" in found(built, "more-sheets")[0][2]


@pytest.mark.slow
def test_a_plain_workbook_has_nothing_to_tell(build_deck: BuildDeck) -> None:
    built = build_deck({"cards.xlsx": packed(workbook(("Ant", "sky", 1234, 1)))}, deck=XLSX)
    assert built.manifest["findings"] == []


STYLE = DECK.replace('text = "{text}"', 'text = "{text}"\ncolour = "{ink}"')
INKS = {"#ffffff": "#ffffff", "#fdfdf0": "#ffffff", "#3366aa": "#3366aa", "#2f62a8": "sky", "#111111": "#000000"}


@pytest.mark.slow
@pytest.mark.parametrize("ink", INKS)
@pytest.mark.parametrize("shape", ["rectangle", "round"])
def test_a_text_of_the_colour_of_its_ground_is_told(ink: str, shape: str, build_deck: BuildDeck) -> None:
    deck = STYLE.replace('type = "rectangle"\nbox = "trim"', f'type = "{shape}"\nbox = "-20 -20 103.5 128.9"')
    built = build_deck({"cards.csv": f"name,colour,text,ink,count\nAnt,{INKS[ink]},Pay two,{ink},1\n"}, deck=deck)
    told = [message for severity, where, message in found(built, "text-faint") if "'Pay two'" in message]
    assert len(told) == 1
    assert ink in told[0]


@pytest.mark.parametrize(("ground", "ink"), [("#ffffff", "#808080"), ("sky", "#ffffff"), ("#000000", "#ffee00")])
def test_a_text_that_can_be_read_is_not(ground: str, ink: str, build_deck: BuildDeck) -> None:
    built = build_deck({"cards.csv": f"name,colour,text,ink,count\nAnt,{ground},Pay two,{ink},1\n"}, deck=STYLE)
    assert not any("'Pay two'" in message for *_, message in found(built, "text-faint"))


def test_bare_paper_is_a_ground(build_deck: BuildDeck) -> None:
    deck = STYLE.replace('box = "trim"', 'box = "2 2 10 10"')
    built = build_deck({"cards.csv": "name,colour,text,ink,count\nAnt,sky,Pay two,#f8f8f8,1\n"}, deck=deck)
    assert len(found(built, "text-faint")) == 1


def test_many_cards_of_one_fault_are_told_once(build_deck: BuildDeck) -> None:
    rows = "".join(f"Card {at},#ffffff,Pay {at},#fefefe,1\n" for at in range(30))
    built = build_deck({"cards.csv": f"name,colour,text,ink,count\n{rows}"}, deck=STYLE)
    assert [where for _, where, _ in found(built, "text-faint")] == ["cards.csv:2"]
    assert "29 more" in found(built, "text-faint")[0][2]


@pytest.mark.parametrize("name", ["Caf\u0065\u0301", "A\u030angstro\u0308m", "n\u0303u"])
def test_letters_in_parts_are_set_as_one(name: str, build_deck: BuildDeck) -> None:
    """In the title font, which has the letters and no marks of their own."""
    built = build_deck({"cards.csv": CARDS.replace("Ant", name)}, formats=("pdf", "svg"))
    assert built.manifest["findings"] == []


@pytest.mark.parametrize("test", ["name = ant", "colour = Sky", "text is not empty"])
def test_an_element_that_is_on_no_piece_is_told(test: str, build_deck: BuildDeck) -> None:
    deck = DECK.replace('box = "5 60 53.5 20"', f'box = "5 60 53.5 20"\nwhen = "{test}"')
    built = build_deck({"cards.csv": "name,colour,text,count\nAnt,sky,,1\nBee,sky,,1\n"}, deck=deck)
    [(severity, where, message)] = found(built, "never-shown")
    assert severity == "warning" and "'rules'" in message
    assert (deck.split("\n")[int(where.removeprefix("deck.toml:")) - 1]).startswith("when")


@pytest.mark.parametrize("sign", ["\u200b", "\u2060", "\ufeff"])
def test_a_sign_that_nobody_sees_is_told(sign: str, build_deck: BuildDeck) -> None:
    deck = DECK.replace('box = "5 60 53.5 20"', 'box = "5 60 53.5 20"\nwhen = "suit = cups"')
    built = build_deck({"cards.csv": f"name,colour,text,suit,count\nAnt,sky,x,cups{sign},1\n"}, deck=deck)
    assert [each[:2] for each in found(built, "invisible-character")] == [("warning", "cards.csv:2")]


def test_a_soft_hyphen_is_seen_only_where_a_word_is_broken(build_deck: BuildDeck) -> None:
    word = "Kar\u00adten\u00adspiel"
    deck = DECK.replace('box = "5 60 53.5 20"', 'box = "5 60 16 20"\nsize = "12pt"\nsmallest = "12pt"')
    for box, seen in (("", f"'{word.replace(chr(0xAD), '')}'"), (deck, "'Karten-'")):
        built = build_deck(
            {"cards.csv": f"name,colour,text,count\nAnt,sky,{word},1\n"}, deck=box or DECK, formats=("log",)
        )
        assert seen in (built.folder / "toy-cards-a4.log").read_text(encoding="utf-8")
