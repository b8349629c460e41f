"""PO files: read strictly, every mistake by its line; written so that they are read back; brought up to date."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as some
from pace import within

from pnp.build.texts import coverage, passages_of, translation_notes, update_catalog
from pnp.cli import cli
from pnp.errors import InputInvalid, UsageError
from pnp.language.grammar import GRAMMAR
from pnp.language.holes import BOOK, fault, holes
from pnp.language.po import MOST_BYTES, Catalog, Entry, po_text, read_catalog, read_po, wording_of
from pnp.language.wording import ENGLISH, Wording

TEXT = some.text(some.characters(exclude_categories=("Cs", "Cc"), include_characters='\n\t"\\'), max_size=200)
#: What could take a reader of PO files long, over and over again.
TEDIOUS = (
    "{ ", "{" + " " * 3000,
    "{a, plural, other {", "{a, select, other {x} ", "{a," + " " * 900,
    "{{ ", "{{" + " " * 900, "{{a}}", "{a|", "`", "%s", "\\\\", '"\n"a', '\n#| "a"', "\nx",
    '\nmsgid "a"\nmsgstr "{"',
)  # fmt: skip
COINS = "{n, plural, one {# coin} other {# coins}}"
WHO = "{who, select, a {she} other {they}} {n}"
HEADER = 'msgid ""\nmsgstr "Language: pl\\n"\n\n'


@given(some.lists(some.tuples(TEXT, TEXT.filter(bool), TEXT, some.booleans()), max_size=6, unique_by=lambda e: e[:2]))
def test_what_is_written_is_read(made: list[tuple[str, str, str, bool]]) -> None:
    entries = [Entry(context, english, said, fuzzy=fuzzy) for context, english, said, fuzzy in made]
    read, findings = read_po(po_text(Catalog("pl", tuple(entries)), "game").encode(), "game.po")
    assert findings == () and read.language == "pl"
    assert [(e.context, e.english, e.said, e.fuzzy) for e in read.entries] == made


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ('msgid "a\nmsgstr "b"\n', 1, "is not understood; write msgid"),
        ('msgid "a"\nmsgid "b"\nmsgstr "c"\n', 2, "'msgid' stands where msgstr is due"),
        ('msgid "a"\n\n', 1, "the entry has no msgstr; add one"),
        ('"a"\n', 1, "a text stands before any msgid"),
        ('msgid "a"\nmsgstr "\\q"\n', 2, "\\q stands for nothing; write \\\\"),
        ('msgid "a"\nmsgid_plural "b"\nmsgstr[0] "c"\n', 2, "passages here have one form"),
        ('msgid "a"\nmsgstr "b"\n\nmsgid "a"\nmsgstr "c"\n', 4, "the passage stands already at line 1; delete one"),
        ('msgid "a"\n#| msgid "\x1b[2J"\nmsgstr "b"\n', 2, "the line holds the control character U+001B; delete it"),
        ('msgid "a"\nmsgstr "b"\nnonsense\n', 3, "'nonsense' is not understood"),
        ('msgid ""\nmsgstr "Content-Type: text/plain; charset=ISO-8859-2\\n"\n', 1, "save the file as UTF-8"),
    ],
)
def test_each_mistake_has_its_line(text: str, line: int, said: str) -> None:
    _, findings = read_po(text.encode(), "pl/game.po")
    [told] = [finding for finding in findings if finding.where == f"pl/game.po:{line}" and said in finding.message]
    assert told.severity == "error" and told.code == "po" and "\n" not in told.message


@pytest.mark.parametrize(("flags", "fuzzy"), [("c-format", False), ("c-format, fuzzy", True)])
def test_other_flags_leave_an_entry_in_use(flags: str, fuzzy: bool) -> None:
    read, found = read_po(f'#, {flags}\nmsgid "front"\nmsgstr "przód"\n'.encode(), "pl/pnp.po")
    assert [(entry.said, entry.fuzzy) for entry in read.entries] == [("przód", fuzzy)] and not found


def test_a_wrong_encoding_is_told_by_its_line() -> None:
    _, [told] = read_po('msgid "a"\nmsgstr "ż"\n'.encode("iso8859-2"), "game.po")
    assert told.where == "game.po:2" and told.message.startswith("byte 0xbf")
    assert "is not UTF-8; save the file again as UTF-8" in told.message


@given(TEXT)
def test_no_text_is_too_strange_to_be_refused(text: str) -> None:
    catalog, findings = read_po(text.encode(), "game.po")
    assert all(finding.where.startswith("game.po:") for finding in findings) and isinstance(catalog, Catalog)


@pytest.mark.parametrize(
    ("context", "english", "said", "told"),
    [
        ("", "sheet {number} of {count}", "arkusz {number} z {count}", ""),
        ("", "sheet {number} of {count}", "arkusz {number}", "lacks {count}"),
        ("", "take {count}", "weź {count} z {all}", "asks for {all}"),
        ("", "take {count}", "weź {count:>1000000000}", "asks for {count:>1000000000}; the English does not"),
        ("", "take {count}", "weź {count, word}", "says {count, word}, which is not understood; write"),
        ("", "take {count}", "weź {count", "a '{' stands alone; close it, or"),
        ("", "take", "weź }", "a '}' stands alone; close it, or"),
        ("", COINS, "{n, plural, one {# moneta} few {# monety} many {# monet} other {# monety}}", ""),
        ("", COINS, "monety: {n}", ""),
        ("", COINS, "{n, plural, one {# moneta}}", "has no case 'other'; add it"),
        ("", COINS, "{n, plural, lots {# monety} other {#}}", "'lots' in '{n, plural, lots {# monety ...' is no kind"),
        ("", COINS, "{n, plural, other {# monety}", "a '{' stands alone; close it"),
        ("", COINS, "{n, chosen, other {x}}", "'chosen' in '{n, chosen, other {x}}' chooses nothing; write plural"),
        ("", COINS, "{n, plural, " * 9 + "other {#}" + "}" * 9, "understood; after the comma write a case"),
        ("", COINS, "{n, plural, other {" * 6 + "#" + "}}" * 6, "stands within 4 others; write whole sentences"),
        ("", WHO, "{who, select, a {ona} other {oni}} {n}", ""),
        ("", WHO, "{who, select, b {ona} other {oni}} {n}", "has the case 'b'; there are a, other"),
        ("", WHO, "{who} {n}", ""),
        ("", "take", "weź" * 100, "has 300 letters where 220 are the most; shorten it"),
        ("", "take", "\x1b[31mweź", "holds the control character U+001B; delete it"),
        ("", "take", " ", "is blank; write it, or leave it empty"),
        ("rules", "{ante, word}", "{ante, woord}", "says {ante, woord}, which is not understood; write a form"),
        (BOOK, "| a | b |", "| ą |", "lacks | 3 times"),
        (BOOK, "a", "`ą", "a ` without a fellow; add it or take it out"),
        (BOOK, "a", "{% if x %}", "'{% if x %}' is nothing that a text may hold; take it out"),
        (BOOK, "a", "{{ 6*7 }}", "is not understood ('*7 }}' cannot stand in a hole); write it as in the English"),
        (BOOK, '{{ see("W-1") }}', '{{ see("W-2") }}', 'asks for {{ see("W-2") }}'),
        (
            BOOK,
            '{{ "{a, plural, one {x} other {y}}" | said }} b',
            '{{ "{a, plural, one {ą} other {ć}}" | said }} ć',
            "",
        ),
        (
            BOOK,
            '{{ "{a, plural, one {x} other {y}}" | said }} b',
            '{{ "{c, plural, other {ą}}" | said }} ć',
            'asks for {{ "{c, plural, other {ą}}" | said }}',
        ),
        ("", "take {count}", "weź {count.__class__}", "asks for {count.__class__}"),
        ("rules", "{ante, word} and {{", "monety: {ante} i {{", ""),
        ("actions", "{actor} pays {coins, plural, one {# coin} other {# coins}}.", "{actor} płaci.", "lacks {coins}"),
        (BOOK, '{{ see("W-1") }} or {{ facts.ante | word }}', '{{ facts.ante | word }} albo {{ see("W-1") }}', ""),
        (BOOK, "{{ facts.ante | word }} coins", "jedna moneta", "lacks {{ facts.ante | word }}"),
        (BOOK, "%s to %s", "%s - %s", ""),
        (BOOK, "%s to %s", "od %s", "lacks %s 2 times"),
        (BOOK, "{} players", "gracze", "lacks {} 1 times"),
        (BOOK, "coins", "{{ game.folder }}", "asks for {{ game.folder }}"),
        (BOOK, '{{ term("A", word="b") }} c', '{{term( "Ą", word="b" )}} ć', ""),
        (BOOK, '{{ term("A", word="b") }} c', '{{ term("Ą", word="c") }} ć', 'asks for {{ term("Ą", word="c") }}'),
    ],
)
def test_holes_are_kept(context: str, english: str, said: str, told: str) -> None:
    sentence = fault(context, english, said)
    assert (told in sentence and "; " in sentence) if told else sentence == ""


def test_holes_of_each_kind() -> None:
    assert holes("", "{a} {b, word} {c, plural, other {{d}}} {suit.name}") == {"a", "b", "c", "d", "suit.name"}
    assert holes(BOOK, '{{ f("Word", [1, "b"])[0].c | d }} %s') == {'{{ f("Word", [1, "b"])[0].c | d }}', "%s 1 times"}


@pytest.mark.parametrize("unit", TEDIOUS)
@pytest.mark.parametrize("context", ["", "rules", BOOK])
def test_a_file_takes_no_longer_than_its_length(unit: str, context: str, tmp_path: Path) -> None:
    """Of braces and spaces as of anything else; what grows with the square, or faster, would take minutes."""
    path, head = tmp_path / "game.po", f'{HEADER}msgctxt "{context}"\nmsgid "a {{b}}"\nmsgstr "'
    path.write_text(f'{head}{unit * (50_000 // len(unit))}"\n', encoding="utf-8")
    with within(1):
        _, findings = read_catalog(path)
    assert findings
    assert len(findings) < 250 and max(len(str(finding)) for finding in findings) < 2000


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "game.po"
    with path.open("wb") as file:
        file.truncate(200_000_000)
    tracemalloc.start()
    _, [told] = read_catalog(path)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert "the file is larger than 2,000,000 bytes; leave out" in told.message and most < 5 * MOST_BYTES


def folder(tmp_path: Path, **files: str) -> Path:
    place = tmp_path / "pl"
    place.mkdir(exist_ok=True)
    for name, text in files.items():
        (place / f"{name}.po").write_text(HEADER + text, encoding="utf-8")
    return place


def test_all_mistakes_of_all_files_are_told_at_once(tmp_path: Path) -> None:
    place = folder(tmp_path, pnp='msgid "front"\nmsgstr "{x}"\n', whispers='msgid "a\n')
    with pytest.raises(InputInvalid) as raised:
        wording_of(str(place), "whispers", "en", None)
    assert {finding.where for finding in raised.value.findings} == {"pl/pnp.po:4", "pl/whispers.po:4"}


def test_where_a_language_is_found(tmp_path: Path) -> None:
    """Beside the game by its tag, or in any folder; nothing at all is told by name."""
    beside = tmp_path / "languages"
    beside.mkdir()
    folder(beside, game='msgctxt "title"\nmsgid "Game"\nmsgstr "Gra"\n')
    by_tag = wording_of("pl", "game", "en", tmp_path)
    assert by_tag.said("title", "Game") == "Gra" and by_tag.said("name", "Game") == "Game" and by_tag.language == "pl"
    assert wording_of(str(beside / "pl"), "game", "en", None).said("title", "Game") == "Gra"
    assert wording_of("", "game", "en", tmp_path) is ENGLISH
    assert wording_of("it", "game", "it", tmp_path) == Wording("it")
    with pytest.raises(UsageError, match="game into 'cs'; there are de, fr, pl; begin with `pnp texts`"):
        wording_of("cs", "game", "en", tmp_path)
    with pytest.raises(UsageError, match=r"holds no pnp\.po or game\.po"):
        wording_of(str(tmp_path), "game", "en", None)


def test_fuzzy_and_empty_entries_are_not_used(tmp_path: Path) -> None:
    place = folder(tmp_path, pnp='#, fuzzy\nmsgid "front"\nmsgstr "przód"\n\nmsgid "back"\nmsgstr ""\n')
    wording = wording_of(str(place), "", "en", None)
    assert (wording("front"), wording("back")) == ("front", "back")


CHIPS = 'msgctxt "name"\nmsgid "Chip worth {value}"\nmsgstr "Żeton za {value}"\n\n'
OLD = 'msgctxt "summary"\nmsgid "A deck for trying things out."\nmsgstr "Talia do prób."\n\n'
GONE = 'msgctxt "texts"\nmsgid "Nothing of the kind"\nmsgstr "Nic takiego"\n'


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    """A small deck of chips, without rules or a book."""
    place = tmp_path / "deck"
    place.mkdir()
    (place / "chips.csv").write_text("value,colour,count\n1,#aa3322,4\n5,#2233aa,2\n", encoding="utf-8")
    (place / "deck.toml").write_text(
        """
format = "pnp-game/1"
name = "chips"
title = "Chips"
version = "1"
players = [1, 2]
summary = "A deck to try things out."
[tables]
chips = "chips.csv"
[[components]]
part = "chip"
kind = "chip"
id = "chip/{value}"
name = "Chip worth {value}"
diameter = "25mm"
table = "chips"
""",
        encoding="utf-8",
    )
    return place


def test_missing_and_stale_passages_are_told_by_name(tmp_path: Path, deck: Path) -> None:
    place = folder(tmp_path, chips=CHIPS + OLD + GONE)
    game, pnp = coverage(str(deck), str(place))
    assert [entry.english for entry in game.stale] == ["A deck for trying things out.", "Nothing of the kind"]
    assert list(game.missing) == [("title", "Chips"), ("summary", "A deck to try things out.")]
    assert game.count == 3 and len(pnp.missing) == pnp.count > 200
    lines = list(game.lines())
    assert lines[0] == "pl/chips.po: 1 of 3 passages translated, 2 entries stale"
    assert "  missing: title: 'Chips'" in lines and "  stale, line 8: summary: 'A deck for" in "\n".join(lines)
    notes = [str(note) for note in game.notes()]
    assert "2 of 3 passages are missing and stay in English: 'Chips', 'A deck to try things out.'" in notes[0]
    assert "2 entries are stale" in notes[1] and "'Nothing of the kind'" in notes[1]


def test_a_file_is_brought_up_to_date(tmp_path: Path, deck: Path) -> None:
    """What is there is kept, a passage that changed a little is offered as fuzzy, what is gone goes to the end."""
    place = folder(tmp_path, chips=CHIPS + OLD + GONE)
    text, missing = update_catalog(str(deck), "", place / "chips.po")
    read, findings = read_po(text.encode(), "new.po")
    assert findings == () and read.language == "pl"
    entries = {(entry.context, entry.english): entry for entry in read.entries}
    grammar = (GRAMMAR, "Chip worth {value}")  # offered, and nothing is missing where it stays empty
    assert tuple(entries) == (*passages_of(str(deck))[1], grammar) and missing == 2
    assert entries["name", "Chip worth {value}"].said == "Żeton za {value}"
    near = entries["summary", "A deck to try things out."]
    assert near.fuzzy and near.said == "Talia do prób." and near.before == "A deck for trying things out."
    assert '#| msgid "A deck for trying things out."' in text and '#~ msgstr "Nic takiego"' in text
    (place / "chips.po").write_text(text, encoding="utf-8")
    assert update_catalog(str(deck), "", place / "chips.po")[0] == text


@pytest.mark.slow
def test_the_command_for_translators(tmp_path: Path, deck: Path) -> None:
    place = folder(tmp_path, chips=CHIPS)

    def run(*arguments: str) -> str:
        result = CliRunner().invoke(cli, ["texts", str(deck), *arguments], catch_exceptions=False)
        assert result.exit_code == 0, result.output
        return result.output

    assert "name: Chip worth {value}" in run()
    assert "pl/chips.po: 1 of 3" in run("--lang", str(place))
    assert '"missing"' in run("--lang", str(place), "--json")
    run("--lang", str(place), "--out", str(tmp_path / "new.po"))
    catalog, findings = read_catalog(tmp_path / "new.po")
    assert findings == () and catalog.language == "pl"
    assert sum(bool(entry.said) for entry in catalog.entries) == 1


@pytest.mark.parametrize(("language", "noted"), [("en", []), ("en-GB", []), ("it", ["missing-passage"] * 2)])
def test_nothing_is_missing_of_the_language_that_texts_are_in(language: str, noted: list[str]) -> None:
    assert [note.code for note in translation_notes("whims", language)] == noted


@pytest.mark.slow
def test_the_rulebook_notes_what_is_missing(tmp_path: Path) -> None:
    """Of a game with a book: whispers, whose chips are called so too."""
    place = folder(tmp_path, whispers=CHIPS + GONE)
    arguments = ["rules", "whispers", "--format", "md", "--lang", str(place), "--out", str(tmp_path)]
    result = CliRunner().invoke(cli, arguments, catch_exceptions=False)
    assert result.exit_code == 0 and "note: pl/whispers.po: missing-passage: " in result.output
    assert "note: pl/whispers.po: stale-passage: 1 entries are stale" in result.output
    assert "Żeton za 25" in (tmp_path / "whispers" / "whispers-rules.md").read_text(encoding="utf-8")
