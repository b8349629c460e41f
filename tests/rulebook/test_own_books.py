"""A deck's own rules text: all forms of its book, every mistake with its line, and texts that mean harm."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import pdfplumber
import pikepdf
import pypdfium2
import pytest
from own_rules import write_deck

from pnp.build.build import build
from pnp.build.options import BuildOptions
from pnp.build.rulebook import BookPrinting, Form, RulesOptions, book_of, make_rules, proofread
from pnp.catalog import refereed
from pnp.decks.new import new_deck, skeletons
from pnp.definition.load import load_game
from pnp.errors import InputInvalid, UsageError
from pnp.rulebook.calls import _SIGNATURES
from pnp.rulebook.played import played
from pnp.sources import templates
from pnp.typesetting.blocks import Aside, Figure, Heading, Paragraph, texts_of, walk_blocks, words
from pnp.workers import Workers

ROOT = Path(__file__).parent.parent.parent
SAMPLE = ROOT / "docs" / "sample-deck"
FORMS: tuple[Form, ...] = ("pdf", "booklet", "zine", "html", "md")
MakeDeck = Callable[[str], Path]


@pytest.fixture
def deck(tmp_path: Path) -> MakeDeck:
    """A copy of the sample deck with another rules text."""

    def make(text: str) -> Path:
        folder = tmp_path / "deck"
        if not folder.is_dir():
            shutil.copytree(SAMPLE, folder)
        (folder / "rules.md").write_text(text, encoding="utf-8")
        return folder

    return make


def faults(folder: Path) -> list[str]:
    """Everything that is wrong with the rules text of a deck, as it is told."""
    with pytest.raises(InputInvalid) as told:
        book_of(load_game(folder))
    return [str(finding) for finding in told.value.findings]


def told(folder: Path) -> str:
    """All words of a book."""
    return " ".join(words(text) for block in walk_blocks(book_of(load_game(folder)).blocks) for text in texts_of(block))


@pytest.mark.slow
def test_the_sample_deck_has_its_book_in_every_form(tmp_path: Path) -> None:
    written = make_rules(str(SAMPLE), RulesOptions(FORMS), tmp_path, lambda step, what: None)
    again = make_rules(str(SAMPLE), RulesOptions(FORMS), tmp_path / "again", lambda step, what: None)
    for one, other in zip(written.paths, again.paths, strict=True):
        assert one.read_bytes() == other.read_bytes(), "the same text makes the same bytes"
    by_form = dict(zip(FORMS, written.paths, strict=True))
    text = "\n".join(page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(by_form["pdf"]))
    for said in ("What is in the box", "3.3", "Print and assemble", "Credits", "Light the Lamps"):
        assert said in text
    with pikepdf.open(by_form["pdf"]) as opened:
        assert opened.Root.MarkInfo.Marked and "/StructTreeRoot" in opened.Root and opened.Root.Lang == "en"
    assert len(pypdfium2.PdfDocument(by_form["zine"])) == 1
    page = by_form["html"].read_text(encoding="utf-8")
    ids, links = re.findall(r'\sid="([^"]+)"', page), set(re.findall(r'<a [^>]*href="#([^"]+)"', page))
    assert len(ids) == len(set(ids)) and links and links <= set(ids)
    assert "## " in by_form["md"].read_text(encoding="utf-8")


def test_a_build_prints_it_and_a_language_gives_the_frame(deck: MakeDeck, tmp_path: Path) -> None:
    folder = deck("# The Night Ferry\n\n## Set-up\n\nLay it out.\n\n## Play\n\nSail.\n")
    with Workers(1) as workers:
        built = build(
            str(folder), BuildOptions(only=("rules",)), tmp_path / "out", workers, lambda step, what: None, False
        )
    assert [file["path"] for file in built.manifest["files"]] == ["night-ferry-rules.pdf"]
    titles = [
        words(each.content) for each in book_of(load_game(folder, language="de")).blocks if isinstance(each, Heading)
    ]
    assert titles == ["Inhalt", "Set-up", "Play", "Drucken und Basteln", "Mitwirkende"]


def test_a_deck_that_nobody_is_credited_for_has_its_book(deck: MakeDeck, tmp_path: Path) -> None:
    folder = deck("## Play\n\nSail.\n")
    file = folder / "deck.toml"
    told = re.sub(r"^(credits|summary) *=.*\n", "", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
    file.write_text(told, encoding="utf-8")
    written = make_rules(str(folder), RulesOptions(("pdf", "md")), tmp_path, lambda step, what: None)
    cover = pypdfium2.PdfDocument(written.paths[0])[0].get_textpage().get_text_bounded()
    assert cover.split() == ["The", "Night", "Ferry", "1.0"]
    assert written.paths[1].read_text(encoding="utf-8").startswith("# The Night Ferry\n\n*Version 1.0.*\n")


def test_a_line_is_as_high_as_the_pictures_among_its_words(deck: MakeDeck, tmp_path: Path) -> None:
    small, tall = "{{ icon('deed/light') }}", "{{ icon('deed/light', 4) }}"
    folder = deck(f"## Play\n\none  \ntwo {small}  \nthree\n\nfour  \nfive {tall}  \nsix\n")
    [written] = make_rules(str(folder), RulesOptions(("pdf",)), tmp_path, lambda step, what: None).paths
    with pdfplumber.open(written) as book:
        at = {word["text"]: word["bottom"] for page in book.pages for word in page.extract_words()}
    line, above = at["two"] - at["one"], at["five"] - at["four"]
    assert line == pytest.approx(at["three"] - at["two"], abs=0.01)
    assert above == pytest.approx(at["six"] - at["five"], abs=0.01)
    assert 2.5 * line < above < 2.8 * line  # half of four lines, and half of one


def test_a_deck_without_a_text_has_no_book(deck: MakeDeck) -> None:
    folder = deck("")
    (folder / "rules.md").unlink()
    with pytest.raises(UsageError, match="nobody knows the rules"):
        book_of(load_game(folder))


def test_another_file_is_named_in_the_definition(deck: MakeDeck) -> None:
    folder = deck("# A\n\nGone.\n")
    (folder / "how.md").write_text("## How\n\nPlay it.\n", encoding="utf-8")
    file = folder / "deck.toml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("title    =", 'rules = "how.md"\ntitle    =', 1), encoding="utf-8")
    assert "Play it." in told(folder) and "Gone" not in told(folder)
    for name, said in (("how.txt", "no Markdown"), ("../x.md", "not a plain file name"), ("no.md", "not there")):
        file.write_text(text.replace("title    =", f'rules = "{name}"\ntitle    =', 1), encoding="utf-8")
        with pytest.raises(Exception, match=said):
            load_game(folder)


def test_words_values_and_icons(deck: MakeDeck) -> None:
    said = told(
        deck(
            'Of {title} {version}: {{ count("deed/light") | word }}, {{ size("fare/1") }}, {most_players, word}, '
            '{{ name("deed/ebb") }}, {count_star, plural, one {a star} other {# stars}}. '
            "\\{so\\} 10:30:45 a\\:b: x < y &nbsp;&eacute; <!-- not\nthis -->\n\n> A quote\n\n    typed\n"
        )
    )
    for expected in ("The Night Ferry 1.0: two", "26 mm across", "four, The Tide Turns, 4 stars", "{so} 10:30:45 a:b:",
                     "x < y", "é", "A quote", "typed"):  # fmt: skip
        assert expected in said
    assert "this" not in said


def test_values_are_words_whatever_they_hold(deck: MakeDeck) -> None:
    folder = deck("{title}\n\n{{ table('deeds', columns='id, name') }}\n")
    file = folder / "deeds.csv"
    file.write_text(
        file.read_text(encoding="utf-8").replace("Black Ice", "**B** | <b> [x](#y) {{ 1 }}"), encoding="utf-8"
    )
    assert "**B** | <b> [x](#y) {{ 1 }}" in told(folder)


def test_blocks_of_a_text(deck: MakeDeck) -> None:
    book = book_of(
        load_game(
            deck(
                '# One {: #one}\n\nDo it.\n{: .rule #do}\n\n<div class="note" data-title="A & b">'
                "Words **here**.</div>\n\n"
                '{{ fan("deed/*", share=0.5, caption="All deeds") }}\n\nSee {{ see("do", "one") }} and [there](#do).\n'
            )
        )
    )
    blocks = list(walk_blocks(book.blocks))
    rule = next(each for each in blocks if isinstance(each, Paragraph) and each.number)
    assert (rule.number, rule.anchor) == ("1.1", "do")
    note = next(each for each in blocks if isinstance(each, Aside))
    assert words(note.title) == "A & b" and "here" in words(next(iter(texts_of(note.blocks[0]))))
    figure = next(each for each in blocks if isinstance(each, Figure))
    assert len(figure.placed) == 5 and words(figure.caption) == "All deeds"
    assert any("chapter 1, 1.1" in words(text) for each in blocks for text in texts_of(each))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{{ nothing }}", "there is no value 'nothing'"),
        ('{{ peices("x") }}', "did you mean 'pieces'?"),
        ('{{ pieces("deed/lihgt") }}', "did you mean 'deed/light'?"),
        ('{{ pieces("deed/light", colums=3) }}', "did you mean 'columns'?"),
        ('{{ pieces("deed/light", columns="3") }}', "write a whole number from 1 to 40"),
        ('{{ pieces("deed/light", share=7) }}', "write a number from 0.05 to 1"),
        ("{{ pieces() }}", "names nothing"),
        ('Words {{ pieces("deed/light") }}', "a line of its own"),
        ('{{ count("back") }}', "is a back"),
        ('{{ count("deed/*") }}', "are 5 pieces"),
        ("{{ size() }}", "takes 1 in its brackets, here are 0"),
        ('{{ see("nowhere") }}', "nothing is called 'nowhere'"),
        ("[x](#gone)", "nothing is called 'gone'"),
        ("[y](file:///etc/passwd)", "leads to 'file:///etc/passwd'"),
        ("![p](a.png)", "a picture of a file"),
        (":lampp: is lit", "did you mean 'lamp'?"),
        ("{nobody} knows", "{nobody} stands for nothing"),
        ("{open", "never closed"),
        ("<script>x</script>", "'<script>' is nothing that rulebooks are made of"),
        ("<b>x</b>", "'<b>' is nothing"),
        ('<div class="poem">x</div>', "there is no division 'poem'"),
        ('<div class="note">', "never closed"),
        ("</div>", "closes nothing"),
        ("<!-- gone", "never closed"),
        ("{{ 7*7 }}", "'{{ 7*7 }}' is not understood"),
        ("{{ ''.__class__ }}", "is not understood"),
        ('{{ see("a").text }}', "asks for a part of something"),
        ('{{ table("deeds", columns="cost, colr") }}', "did you mean 'colour'?"),
        ('{{ table("deads") }}', "did you mean 'deeds'?"),
        ('{{ front("deed/light", colour="blue-ish") }}', "is no colour"),
        ('{{ name("deed/ebb") | word }}', "is no whole number"),
        ("{{ title | shout }}", "cannot be said as 'shout'"),
        ("a\x07b", "U+0007"),
        ("# Twice {: #a}\n\n## Again {: #a}", "two places are called 'a'"),
        ("x" * 10_001, "over 10,000 letters"),
    ],
)  # fmt: skip
@pytest.mark.sample(3)
def test_mistakes_are_told_with_their_line(deck: MakeDeck, line: str, said: str) -> None:
    found = faults(deck(f"# One\n\nFirst words.\n\n{line}\n\nLast words.\n"))
    assert any("rules.md:5: " in each and said in each for each in found), found
    assert all("rules.md:" in each for each in found)


def test_all_mistakes_are_told_at_once(deck: MakeDeck) -> None:
    assert len(faults(deck("{{ one }}\n\n{{ two() }}\n\n<u>\n"))) == 3


@pytest.mark.parametrize(
    "text",
    [pytest.param("[" * 9000, marks=pytest.mark.slow),
     "[" * 3000 + "x" + "](y)" * 300, "> " * 4000 + "x", "*a **b " * 1400, "`" * 9999, "<" * 9999,
     "{" * 5000, "{{" * 4000, "- " * 4000, "&" * 9000, "<a" * 4000, "![" * 4000, ":a" * 4000, "<!--" * 2000,
     '<div class="note">\n' * 3000, "{title}" * 1400],
)  # fmt: skip
@pytest.mark.sample(3)
def test_texts_that_mean_harm_end_soon(deck: MakeDeck, text: str) -> None:
    begun = perf_counter()
    try:
        book_of(load_game(deck(text)))
    except InputInvalid as invalid:
        assert all("rules.md:" in str(finding) for finding in invalid.findings)
    assert perf_counter() - begun < 40


def test_a_text_is_bounded(deck: MakeDeck, tmp_path: Path) -> None:
    assert any("over 1 MB" in each for each in _refused(deck("word\n\n" * 200_000)))
    assert any("over 3,000 values" in each for each in faults(deck("{title}\n\n" * 3001)))
    assert any("may have 120" in each for each in faults(deck('{{ pieces("*", "*", "*", "*", "*", "*", "*") }}\n')))
    folder = deck("x")
    (folder / "rules.md").unlink()
    secret = tmp_path / "secret.md"
    secret.write_text("secret", encoding="utf-8")
    (folder / "rules.md").symlink_to(secret)
    assert any("link out of" in each for each in _refused(folder))


def _refused(folder: Path) -> list[str]:
    with pytest.raises(InputInvalid) as told:
        load_game(folder)
    return [str(finding) for finding in told.value.findings]


@pytest.mark.parametrize("like", skeletons())
@pytest.mark.sample(3)
def test_a_new_deck_has_a_book(tmp_path: Path, like: str) -> None:
    written = new_deck(tmp_path / "my-deck", like)
    assert ("rules.md" in written) is not ("rules.play" in written)
    assert "What is in the box" in told(tmp_path / "my-deck")


def test_every_call_is_described() -> None:
    described = (ROOT / "docs" / "decks.md").read_text(encoding="utf-8")
    for name in _SIGNATURES:
        assert f"{name}(" in described, f"docs/decks.md says nothing of {name}()"


def test_large_print_and_letter(tmp_path: Path) -> None:
    make = BookPrinting(paper="letter", large=True)
    (path,) = make_rules(str(SAMPLE), RulesOptions(("pdf",), make), tmp_path, lambda step, what: None).paths
    assert path.name == "night-ferry-rules-large.pdf"
    assert pypdfium2.PdfDocument(path)[0].get_width() == pytest.approx(612, abs=1)


@pytest.mark.parametrize(
    ("like", "legend"),
    [
        ("crazy-eights", ["Stock", "Discard", "Hand of each player"]),
        ("leduc-poker", ["Deck", "Hand of each player", "Purse of each player", "Stake of each player"]),
        ("pig", []),
    ],
)
def test_a_book_of_rules_as_data_shows_the_table(like: str, legend: list[str], tmp_path: Path) -> None:
    new_deck(tmp_path / like, like)
    book = book_of(load_game(tmp_path / like))
    figures = [block for block in walk_blocks(book.blocks) if isinstance(block, Figure)]
    assert [words(line) for figure in figures for line in figure.legend] == legend
    headings = [words(block.content) for block in book.blocks if isinstance(block, Heading)]
    assert ("Set-up" in headings) == bool(legend)
    asked = ["100, or any number from 10 to 1,000." in told(tmp_path / like), "Agree before you play" in headings]
    assert asked == [like == "pig", like != "crazy-eights"]


@pytest.mark.parametrize(
    "like",
    [
        "crazy-eights",
        "leduc-poker",
        "pig",
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("gin-rummy", "hearts")),
    ],
)
def test_a_book_of_rules_as_data_teaches(like: str, tmp_path: Path) -> None:
    """Every choice is summed up, and shown in a moment of a play; what is refused there is forbidden by that rule."""
    new_deck(tmp_path / like, like)
    game = load_game(tmp_path / like)
    found = played(game, *refereed(game))
    assert {guide.rule for guide in found.rules.guides} <= found.examples.keys()
    page = told(tmp_path / like).replace("’", "'")
    for rule, example in found.examples.items():
        at = page.index(found.rules.citations[rule].title)
        assert all(each in page[at:] for each in example.paragraphs), example
        assert all(each[0] == each[0].upper() and each[-1] == "." for each in example.told)
    needs = {need for guide in found.rules.guides for need in guide.needs}
    assert all(each in page for each in needs) and all(meaning in page for meaning in found.rules.terms.values())
    refused = {rule: example.refused for rule, example in found.examples.items() if example.refused}
    assert bool(refused) == (like != "pig")
    for rule, said in refused.items():
        own = [need for guide in found.rules.guides if guide.rule == rule for need in guide.needs]
        assert any(said.endswith(f". {need}") for need in own) or "If you can" in said, said


def test_an_example_shows_a_choice_that_was_legal_and_one_that_was_not(tmp_path: Path) -> None:
    new_deck(tmp_path / "crazy-eights", "crazy-eights")
    game = load_game(tmp_path / "crazy-eights")
    example = played(game, *refereed(game)).examples["C.3"]
    [told_] = example.told
    card, suit = re.fullmatch(r"\w+: eight (8 of \w+) calling (\w+)\.", told_).groups()  # type: ignore[union-attr]
    assert card in example.holds and suit in ("clubs", "diamonds", "hearts", "spades")
    refused = re.fullmatch(r"Not allowed: eight (.+) calling \w+\. The card's rank must be 8\.", example.refused)
    assert refused is not None and refused[1] in example.holds and not refused[1].startswith("8")


def test_rules_that_cannot_go_on_have_their_book_all_the_same(tmp_path: Path) -> None:
    """What is wrong with a play is for `pnp validate` to tell; the book tells what went well."""
    rules = """
place stock: pile, face down
place hand of each player: seen by its owner

setup
  "F.1 The deck. Shuffle all cards."
  move cards to stock
  shuffle stock

play
  repeat
    "F.2 The deal. Deal four cards each."
    deal 4 from stock to each hand
    each player
      choose
        "F.3 Show. Show a card, but no six if there is another."
        reveal card from hand preferring rank of card is not 6
          show card
"""
    folder = write_deck(tmp_path / "deck", rules, (2, 2))
    game = load_game(folder)
    found = played(game, *refereed(game))
    assert {"F.3"} <= found.examples.keys() and "Show a card" in told(folder)


def test_a_text_that_leaves_out_rules_as_data_is_told(tmp_path: Path) -> None:
    """A deck that was begun with cards alone has a placeholder for its book, which says nothing of the rules."""
    new_deck(tmp_path / "deck", "french")
    shutil.copy(templates() / "decks" / "hearts" / "rules.play", tmp_path / "deck")
    game, text = load_game(tmp_path / "deck"), tmp_path / "deck" / "rules.md"
    [finding] = proofread(game)
    assert (finding.severity, finding.code, finding.where) == ("warning", "rules-left-out", "rules.md")
    assert "no rule of rules.play; put {{ rules() }}" in finding.message
    notes = make_rules(str(game.folder), RulesOptions(), tmp_path / "out", lambda step, what: None).notes
    assert finding in notes
    text.write_text("# Hearts\n\nA game.\n\n## Rules\n\nDeal.\n{: .rule #H.1}\n", encoding="utf-8")
    assert "nothing of H.2, H.3, H.4, H.5, H.6 of rules.play" in proofread(load_game(game.folder))[0].message
    text.write_text("# Hearts\n\nA game.\n\n## Rules\n\n{{ rules() }}\n", encoding="utf-8")
    assert not proofread(load_game(game.folder))


def test_a_build_prints_the_book_of_rules_as_data(tmp_path: Path) -> None:
    """It is made anew when they change; while they have mistakes, the cards are printed all the same."""
    new_deck(tmp_path / "deck", "pig")
    rules = tmp_path / "deck" / "rules.play"

    def made() -> tuple[dict[str, str], set[str]]:
        with Workers(1) as workers:
            manifest = build(
                str(tmp_path / "deck"), BuildOptions(), tmp_path / "out", workers, lambda step, what: None
            ).manifest
        files = {file["path"]: file["sha256"] for file in manifest["files"]}
        return files, {each["code"] for each in manifest["findings"] if each["severity"] == "warning"}

    first, _ = made()
    assert "deck-rules.pdf" in first
    rules.write_text(rules.read_text(encoding="utf-8").replace("as often as you dare", "at your own risk"))
    again, _ = made()
    assert {name for name in first if first[name] != again[name]} == {"deck-rules.pdf"}
    rules.write_text(rules.read_text(encoding="utf-8") + "what is this\n")
    last, warned = made()
    assert last == {name: sha for name, sha in first.items() if name != "deck-rules.pdf"} and warned == {"no-rulebook"}
