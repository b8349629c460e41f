"""The passages of a deck's own rules text: what they are, and the text in another language."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.build.rulebook import book_of
from pnp.definition.load import load_game
from pnp.errors import InputInvalid
from pnp.language.holes import OWN_BOOK
from pnp.language.po import Catalog, Entry, po_text
from pnp.language.wording import Collector, Wording
from pnp.rulebook.own_passages import reword
from pnp.typesetting.blocks import Heading, texts_of, walk_blocks, words

SAMPLE = Path(__file__).parent.parent.parent / "docs" / "sample-deck"
TEXT = """# The Ferry

Lay it
out {title}.
{: .lead}

## Set-up {: #set-up}

- one
  goes on
- two {{ see("set-up") }}

> said
> twice

<div class="note" data-title="A hint">

Fare | Boats
---- | ----
1 | x

| a :coin: | b |
|---|---|

</div>

{{ pieces("deed/light", caption="A \\"deed\\"",
   columns=2) }}
{{ term("Tide", "how high it is.") }}
<!-- said to
nobody -->
first++
second
""".replace("++", "  ")
PASSAGES = [
    "Lay it out {title}.", "Set-up", "one goes on", 'two {{ see("set-up") }}', "said twice", "A hint",
    "Fare | Boats", "1 | x", "| a :coin: | b |", 'A "deed"', "Tide", "how high it is.", "first", "second",
]  # fmt: skip
MARKS = [
    "# ",
    "## ",
    "- ",
    "  - ",
    "1. ",
    "> ",
    "| ",
    "---",
    "|---|",
    "{: .lead}",
    "{{ box() }}",
    "{{",
    "}}",
    "<!--",
    "-->",
]
MARKS += [
    '<div class="note" data-title="x">',
    "</div>",
    "word",
    "two words",
    ":coin:",
    "{title}",
    "\\",
    "  ",
    "\n",
    "\n\n",
]


def translated(text: str) -> Wording:
    """Every passage backwards by its words, but for holes and bars."""
    collector = Collector()
    reword(text, collector)
    kept = [key for key in collector.asked if not set("{|") & set(key[1])]
    return Wording("xx", {key: " ".join(reversed(key[1].split())) for key in kept})


def test_a_passage_is_what_a_reader_sees_as_one() -> None:
    collector = Collector()
    assert reword(TEXT, collector).text == TEXT
    assert [passage for context, passage in collector.asked] == PASSAGES
    assert {context for context, _ in collector.asked} == {OWN_BOOK}


@given(st.lists(st.sampled_from(MARKS), max_size=40).map("".join))
def test_a_text_that_nobody_translates_stays_to_the_letter(text: str) -> None:
    same = reword(text, Collector())
    assert same.text == text
    assert same.lines == tuple(range(1, text.count("\n") + 1 + (not text.endswith("\n")))) or not text


@given(st.lists(st.sampled_from(MARKS), max_size=30).map("".join))
def test_what_is_no_passage_stays_where_it_is(text: str) -> None:
    made = reword(text, translated(text))
    assert len(made.lines) == made.text.count("\n") + (not made.text.endswith("\n"))
    assert list(made.lines) == sorted(made.lines) and made.lines[-1] <= text.count("\n") + 1
    for mark in ("{{ box() }}", "{: .lead}", "</div>", "|---|"):
        assert made.text.count(mark) == text.count(mark)


def test_a_translation_opens_nothing_that_the_english_does_not_have() -> None:
    said = {"one goes on": "1. <div> [x](https://x.org)\n\n# y", "Set-up": "- <b>", "first": "![x](y) {: .lead}"}
    made = reword(TEXT, Wording("xx", {(OWN_BOOK, english): to for english, to in said.items()})).text
    assert "- 1\\. \\<div> [x]\\(https://x.org) # y\n" in made
    assert "## \\- \\<b> {: #set-up}\n" in made and "\n!\\[x]\\(y) \\{: .lead}  \nsecond\n" in made


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    folder = tmp_path / "deck"
    shutil.copytree(SAMPLE, folder)
    return folder


def translate(folder: Path, **said: str) -> None:
    entries = tuple(Entry(OWN_BOOK, english, to) for english, to in said.items())
    (folder / "languages" / "pl").mkdir(parents=True)
    file = folder / "languages" / "pl" / "night-ferry.po"
    file.write_text(po_text(Catalog("pl", entries), "night-ferry"), encoding="utf-8")


def test_a_deck_s_book_is_in_the_language_that_its_files_have(deck: Path) -> None:
    (deck / "rules.md").write_text('## The end\n\nYou win.\n\nSee {{ see("the-end") }}.\n', encoding="utf-8")
    translate(deck, **{"The end": "Koniec", "You win.": "Wygrywasz."})
    collector = Collector()
    book_of(load_game(deck, language=collector))
    own = [english for context, english in collector.asked if context == OWN_BOOK]
    assert own == ["The end", "You win.", 'See {{ see("the-end") }}.']
    blocks = list(walk_blocks(book_of(load_game(deck, language="pl")).blocks))
    assert "Koniec" in [words(each.content) for each in blocks if isinstance(each, Heading)]
    said = " ".join(words(text) for block in blocks for text in texts_of(block))
    assert "Wygrywasz." in said and "You win" not in said


def test_mistakes_are_told_by_the_lines_of_the_english(deck: Path) -> None:
    (deck / "rules.md").write_text("## Set-up\n\nDeal\nthree\ncards.\n\nTake {{ nothing }}.\n", encoding="utf-8")
    translate(deck, **{"Deal three cards.": "Rozdaj."})
    with pytest.raises(InputInvalid, match=r"^rules.md:7: hole: there is no value 'nothing'"):
        book_of(load_game(deck, language="pl"))
