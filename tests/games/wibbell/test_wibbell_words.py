"""Letters matched to cards, the list of words and its search, lists of one's own, and families of words."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.errors import InputInvalid, InputMissing
from pnp.games.wibbell.referee.judging import LIST, families, read_lines
from pnp.games.wibbell.referee.lexicon import (
    ENGLISH,
    Index,
    Lexicon,
    english,
    is_word,
    letters_of,
    read_words,
    served,
    serves,
    tangled,
)
from pnp.games.wibbell.words.make import lines
from pnp.games.wibbell.words.make_families import Corrections, evidence, judge, read_wordnet

Pairs = list[tuple[str, ...]]
# Seed 003, the picture in Start the Round: NZ and IQ in the centre, SG and SH of one's own.
MICOLS = [("n", "z"), ("i", "q"), ("s", "g"), ("s", "h")]
WORDS = st.text("abcd", min_size=1, max_size=7)
PAIRS = st.lists(st.tuples(*[st.sampled_from("abcde")] * 2), max_size=6)


def brute(word: str, cards: Pairs) -> bool:
    """Whether some choice of a letter a card takes no letter more often than the word has it."""
    letters = Counter(word)
    return any(not Counter(choice) - letters for choice in itertools.product(*cards))


@pytest.mark.parametrize(("word", "good"), [("hints", True), ("mission", True), ("kissing", True), ("sin", False)])
def test_the_words_of_the_example_are_judged_as_it_says(word: str, good: bool) -> None:
    assert serves(word, MICOLS) is good
    assert brute(word, MICOLS) is good
    assert (word in set(english().plain.serving(MICOLS))) is good


@pytest.mark.parametrize(("word", "good"), [("like", 1), ("silk", 1), ("kitchen", 1), ("elephant", 1), ("hill", 0)])
def test_the_words_of_the_first_page_are_judged_as_it_says(word: str, good: int) -> None:
    assert (word in set(english().plain.serving([("e", "k"), ("i", "l")]))) == bool(good)


def test_a_card_without_a_letter_is_named() -> None:
    # SIN: N for NZ, I for IQ, S for SG; SH is left.
    assert served("sin", MICOLS) == 3
    assert served("hints", MICOLS) in (("n", "i", "s", "h"), ("n", "i", "h", "s"))


@given(WORDS, PAIRS)
def test_matching_agrees_with_every_choice_tried(word: str, cards: Pairs) -> None:
    found = served(word, cards)
    assert (not isinstance(found, int)) is serves(word, cards) is brute(word, cards)
    if isinstance(found, int):
        assert brute(word, cards[:found]) and not brute(word, cards[: found + 1])
    else:
        assert len(found) == len(cards) and all(letter in card for letter, card in zip(found, cards))
        assert not Counter(found) - Counter(word)


@pytest.mark.slow
def test_the_search_finds_exactly_the_words_that_serve_in_their_order() -> None:
    rng = random.Random(5)
    words = tuple(rng.sample(english().plain.words, 600))
    index = Index(words)
    for size in range(1, 8):
        table = [tuple(rng.sample("aeionrstlduchmg", 2)) for _ in range(size)]
        assert list(index.serving(table)) == [word for word in words if brute(word, table)], table


CARDS = st.lists(st.lists(st.sampled_from("abcde"), max_size=2).map(tuple), max_size=5)


@given(st.sets(WORDS, min_size=1, max_size=30), CARDS)
def test_the_search_leaves_no_word_out_however_cards_share_their_letters(words: set[str], cards: Pairs) -> None:
    listed = tuple(sorted(words))
    assert list(Index(listed).serving(cards)) == [word for word in listed if brute(word, cards)]


def test_only_cards_tied_to_two_others_are_matched_word_by_word() -> None:
    apart, two, three = [("a", "b"), ("c", "d")], [("e", "f"), ("f", "g")], [("h", "i"), ("j", "k"), ("i", "k")]
    assert tangled([*apart, *two]) == []
    assert sorted(tangled([*apart, *three, *two])) == sorted(three)


def test_a_search_told_again_begins_anew_and_two_at_once_do_not_mix() -> None:
    index, table = english().plain, [("a", "b"), ("c", "d")]
    expected = list(itertools.islice(index.serving(table), 40))
    one, other = index.serving(table), index.serving(table)
    mixed = [word for pair in zip(itertools.islice(one, 40), other) for word in pair]
    assert mixed[::2] == mixed[1::2] == expected
    assert list(itertools.islice(Index(index.words).serving(table), 40)) == expected


def test_no_word_serves_more_cards_than_it_has_letters() -> None:
    assert list(Index(("tenet", "a")).serving([("t", "e")] * 5)) == []
    assert list(Index(("teeet", "a")).serving([("t", "e")] * 5)) == ["teeet"]
    assert list(english().plain.serving([("e", "s")] * 60)) == []
    assert list(Index(()).serving([("a", "b")])) == []


def test_the_list_that_comes_with_pnp_is_what_its_source_says() -> None:
    read, built_in = read_words(ENGLISH), english()
    assert read.entries == built_in.entries, "the quick way to read it and the strict one agree"
    assert f"{len(built_in.entries):,} words" in (ENGLISH.parent.parent / "SOURCE.md").read_text(encoding="utf-8")
    assert len(set(built_in.entries)) == len(built_in.entries) and all(map(is_word, built_in.entries))
    assert ENGLISH.stat().st_size < 600_000
    assert {"hints", "mission", "kissing", "sin", "explore", "exploring", "exploratory"} <= built_in.plain.rank.keys()
    assert not {"london", "michael", "a", "b", "don't"} & built_in.plain.rank.keys()
    assert {"london", "michael"} <= built_in.names.rank.keys() and "don't" in built_in.with_marks.rank
    assert built_in.plain.rank["john"] > 20_000, "a small letter makes it a word, but it is the name that is common"
    assert built_in.plain.rank["the"] < built_in.plain.rank["kissing"] < built_in.plain.rank["nihilism"]
    assert all(len(word) > 1 for word in built_in.plain.words)


def test_what_counts_as_one_word() -> None:
    assert all(map(is_word, ("sin", "London", "don't", "x-ray", "rock'n'roll", "Ähre", "runnin'")))
    assert not any(map(is_word, ("", "two words", "a1", "-", "'tis-", "x" * 46, "a\nb", "a_b", "no!")))
    assert letters_of("Don't") == "dont" and letters_of("x-ray") == "xray"


def test_how_the_list_is_made(tmp_path: Path) -> None:
    """A small SCOWL: `oxen` is counted nowhere, `bill` is mostly a name, `damn` is flagged, `rare` is too large."""
    lists = {
        "english-words.10": "the\nand\nbill\noxen\nx\nfoe's\n", "british-words.40": "colour\ndamn\ndamns\n",
        "american-words.55": "obscure\nuncounted\n", "english-words.70": "rare\n",
        "english-upper.50": "Bill\nLondon\nUSA\n", "english-contractions.35": "don't\n",
    }  # fmt: skip
    for name, text in lists.items():
        (tmp_path / name).write_text(text, encoding="iso-8859-1")
    counted = (
        "the 900\nbill 800\nlondon 700\nand 600\ndon't 500\ncolour 400\ndamn 300\ndamns 300\nobscure 2\nrare 1\nx 50\n"
    )
    (tmp_path / "counts").write_text(counted, encoding="utf-8-sig")
    (tmp_path / "dic").write_text("2\ndamn/!\nthe/AB\n", encoding="utf-8")
    made = list(lines(tmp_path, tmp_path / "counts", tmp_path / "dic"))
    # The middle of `and`, `bill` and `the` is 800.
    assert made == ["the", "bill", "oxen", "London", "and", "don't", "colour", "obscure"]


def own(folder: Path, text: str) -> Path:
    path = folder / "mine.txt"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_list_of_ones_own_is_read_in_the_order_it_gives(tmp_path: Path) -> None:
    assert read_words(own(tmp_path, "# mine\nzebra\n\napple\nzebra\n")).plain.words == ("zebra", "apple")
    assert read_words(own(tmp_path, "apple\t3\nbee 17\nzoo\t17\n")).plain.words == ("bee", "zoo", "apple")
    # Alphabetical order tells nothing about how common a word is.
    assert read_words(own(tmp_path, "apple\nbee\nzoos\n")).plain.words == ("bee", "zoos", "apple")
    mixed = read_words(own(tmp_path, "ship\nLondon\ndon't\nx-ray\nchina\nChina\n"))
    assert mixed.plain.words == ("ship", "china") and mixed.names.words == ("london",)
    assert mixed.marked.words == ("ship", "don't", "x-ray", "china")
    assert mixed.every.words == ("ship", "london", "don't", "x-ray", "china")


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("ship\ntwo words here\n", "mine.txt:2: word: 'two words here' is no word; write one of at most 45 letters"),
        ("ship\nw0rd\n", "mine.txt:2: word: 'w0rd' is no word"),
        ("ship\t3\nbee\tmany\n", "mine.txt:2: number: 'many' does not tell how common; write a whole number"),
        ("ship\t3\nbee\n", "mine.txt:2: number: some words have a number and some have none"),
        ("# nothing\n", "mine.txt:1: no-words: the list holds no words; write one a line"),
    ],
)
def test_a_faulty_list_is_told_line_by_line(tmp_path: Path, text: str, finding: str) -> None:
    with pytest.raises(InputInvalid) as raised:
        read_words(own(tmp_path, text))
    assert any(line.startswith(finding) for line in str(raised.value).splitlines()), str(raised.value)


def test_all_faults_of_a_list_are_told_at_once_and_a_missing_one_too(tmp_path: Path) -> None:
    with pytest.raises(InputInvalid) as raised:
        read_words(own(tmp_path, "1\nship\n2\n3\n"))
    assert [finding.where for finding in raised.value.findings] == ["mine.txt:1", "mine.txt:3", "mine.txt:4"]
    with pytest.raises(InputMissing):
        read_words(tmp_path / "none.txt")
    (tmp_path / "latin.txt").write_bytes("ship\ncaf\xe9\n".encode("latin-1"))
    with pytest.raises(InputInvalid, match=r"latin.txt:2"):
        read_words(tmp_path / "latin.txt")


ALL = families(english())
FORMED = families(english(), formed=True)


def kin(one: str, other: str, formed: bool = False) -> bool:
    bases = (FORMED if formed else ALL).bases
    return not bases(one).isdisjoint(bases(other))


# The first three: rules, Valid Words. The last: what prefixes and stems get wrong (B-05).
FAMILY = (
    "explore exploring, explore exploratory, exploring exploratory, decide decision, run running, go went, "
    "happy unhappiness, nation nationality, basic basically, teach teachers, plane planed, mouse mice, use useful, "
    "hint hints, hint hinted, kiss kissing, box boxes, city cities, carry carried, strong strength, tie tying, "
    "produce production, describe descriptive, big biggest"
)
STRANGERS = (
    "cart carton, corn corner, plan plane, plan planed, hat hate, new news, sin since, miss mission, hint hinterland, "
    "count country, list listen, even evening, moth mother, kit kitten, mat mate, sit sites, them themes, bus bush, "
    "his hiss, princes princess, thin thing"
)


@pytest.mark.parametrize("pair", FAMILY.split(", "))
def test_words_of_one_family(pair: str) -> None:
    assert kin(*pair.split())


@pytest.mark.parametrize("pair", STRANGERS.split(", "))
def test_words_that_only_look_akin(pair: str) -> None:
    assert not kin(*pair.split())


def test_forms_alone_tie_fewer_words_together() -> None:
    assert all(
        kin(*pair.split(), formed=True) for pair in ("hint hints", "go went", "explore exploring", "run running")
    )
    assert not any(kin(*pair.split(), formed=True) for pair in ("explore exploratory", "teach teacher", "use useful"))


def test_a_word_is_its_own_base_and_bases_run_one_way() -> None:
    assert ALL.bases("explorers") == {"explorers", "explorer", "explore"}
    assert ALL.bases("explore") == {"explore"}
    assert ALL.bases("zzzing") == {"zzzing"}, "what is no word of the list has no base"


def test_families_hold_among_the_words_of_another_list() -> None:
    few = families(Lexicon(("explore", "exploring", "carting")))
    assert few.bases("exploring") == {"exploring", "explore"} and few.bases("carting") == {"carting"}


def test_every_line_of_the_list_of_families_does_something() -> None:
    """A correction that changes nothing is a mistake in it, or is not needed."""
    by_endings = families(english(), corrections=())
    seen = set()
    for base, sign, *words in read_lines(LIST):
        assert sign in set("=~>/") and words, base
        for word in words:
            assert (base, word) not in seen, (base, word)
            seen.add((base, word))
            assert (base in ALL.bases(word)) is (sign != "/"), (base, word)
            assert sign == "~" or (base in by_endings.made_from(word)) is (sign == "/"), (base, word)


JUDGED = [
    line.split()
    for line in (Path(__file__).parent / "judged-pairs.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


def test_families_are_as_a_person_judges_them() -> None:
    """Of 500 pairs that were judged by hand before; at most 15 may be told otherwise."""
    known = english().plain.rank
    assert len(JUDGED) == 500 and all(word in known for _, *pair in JUDGED for word in pair)
    assert len([pair for verdict, *pair in JUDGED if (verdict == "kin") is not kin(*pair)]) <= 15


@pytest.mark.slow
def test_no_word_is_made_from_itself() -> None:
    """Were two words made from each other, `derived` would be as good as `both` (B-06)."""
    for word in english().plain.words:
        assert not any(word in ALL.bases(base) for base in ALL.bases(word) - {word}), word


# Each is of a class: a consonant that was undoubled although a word was left, vowels that stay short, forms that are
# words of their own, beginnings that are none.
TIED_BY_ENDINGS = (
    "but butter, mat matter, mas massive, gal gallery, mes messes, mil miller, pas passion, read ready, care career, "
    "more moral, live liver, done donor, tact tactical, thee theory, boot booty, cape capable, hop hoping, rat rated, "
    "fat fates, bar baring, find founder, grind grounded, rise rosy, speak spokes, wind wounded, leave leftist, "
    "view review, press impress, custom custody, take stake, light delight, even evening, under undies, on union"
)
# Derivations with another stem, other spellings, words made by a beginning.
MISSED_BY_ENDINGS = (
    "tactic tactical, hope hoping, rate rated, find finding, found founder, speak spoken, colour color, colours color, "
    "colourful colors, organise organizing, theatre theaters, travelled traveling, happy unhappily, fair unfair, "
    "possible impossible, agree disagreement, write rewritten, behave misbehaviour, large enlarge, weigh weight, "
    "wise wisdom, electric electrical, supreme supremacy, number numerous, war warrior, clear clarify, east eastern"
)


@pytest.mark.parametrize("pair", TIED_BY_ENDINGS.split(", "))
def test_words_that_endings_alone_would_tie(pair: str) -> None:
    assert not kin(*pair.split())


@pytest.mark.parametrize("pair", MISSED_BY_ENDINGS.split(", "))
def test_words_that_endings_alone_would_miss(pair: str) -> None:
    assert kin(*pair.split())


WORDNET = {
    "data.noun": "00000001 06 n 01 runner 0 001 + 00000002 v 0101 | who runs\n00000004 06 n 01 hop 0 000 | a jump\n",
    "data.verb": "  1 licence\n00000002 38 v 02 run 0 hope(p) 0 001 + 00000001 n 0101 01 + 02 00 | move\n",
    "data.adj": "00000003 00 a 01 runny 0 000 | flowing\n",
    "data.adv": "",
    "verb.exc": "ran run\n",
}


def test_families_are_made_from_wordnet_and_a_review(tmp_path: Path) -> None:
    """WordNet knows forms and links, the review goes before it, and what neither knows is left to the endings."""
    for name in ("noun", "verb", "adj", "adv"):
        (tmp_path / f"data.{name}").write_text(WORDNET[f"data.{name}"], encoding="utf-8")
        (tmp_path / f"{name}.exc").write_text(WORDNET.get(f"{name}.exc", ""), encoding="utf-8")
    (tmp_path / "reviewed.txt").write_text("run > runny\nhop / hopper\n", encoding="utf-8")
    lexicon = Lexicon(("run", "ran", "runs", "runner", "runny", "hope", "hop", "hoping", "hopper", "blogs", "blog"))
    endings = families(lexicon, corrections=())
    ties = evidence(read_wordnet(tmp_path), lexicon.plain.rank, families(lexicon, formed=True, corrections=()))
    judge(ties, tmp_path / "reviewed.txt")
    assert {word: bases for word, bases in ties.items() if bases} == {
        "ran": {"run": "="},
        "runs": {"run": "="},
        "runner": {"run": ">"},
        "runny": {"run": ">"},
        "hoping": {"hope": "="},
        "blogs": {"blog": "="},
    }
    lines = str(Corrections(ties, endings)).splitlines()
    assert [line for line in lines if line and not line.startswith("#")] == ["run = ran", "hop / hopper"]
