"""Whole sentences of three languages: cases and genders in German, elision in French, few and many in Polish."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from pnp.definition.load import load_game
from pnp.engine.action import Event, Value
from pnp.engine.narration import Teller
from pnp.engine.requirements import ComponentSet
from pnp.engine.rules import Rules, Telling, read_rules
from pnp.errors import InputInvalid
from pnp.language.cldr import categories, category
from pnp.language.grammar import GRAMMAR, grammar_fault, read_forms
from pnp.language.holes import fault
from pnp.language.po import Catalog, Entry, po_text
from pnp.language.wording import ENGLISH, Wording
from pnp.rulebook.values import Values

DECK = """
format = "pnp-game/1"
name = "guild"
title = "The Guild"
version = "1"
players = [2, 4]
[tables]
cards = "cards.csv"
[[components]]
part = "card"
kind = "card"
id = "card/{name}"
name = "{name}"
size = "poker"
table = "cards"
[[components]]
part = "chip"
kind = "chip"
id = "chip/{value}"
name = "Chip worth {value}"
diameter = "25mm"
count = 2
values = {value = "5"}
"""
GERMAN = {
    "Coin": ("Münze", "gender: feminine; article: die Münze; accusative: die Münze; dative: der Münze"),
    "Master": ("Meister", "gender: masculine; article: der Meister; accusative: den Meister; dative: dem Meister"),
    "Horse": ("Pferd", "gender: neuter; article: das Pferd; dative: dem Pferd"),
    "Chip worth {value}": ("Chip zu {value}", "gender: masculine; accusative: den Chip zu {value}"),
    "Player {number}": ("Spieler {number}", "dative: dem Spieler {number}"),
}
FRENCH = {
    "Coin": ("Pièce", "gender: feminine; article: la Pièce; of: de la Pièce"),
    "Master": ("As", "gender: masculine; article: l’As; of: de l’As; to: à l’As"),
    "Horse": ("Cheval", "gender: masculine; article: le Cheval; of: du Cheval; to: au Cheval"),
}
TELL = "{actor} takes {card} from {to} with {cards}."
COINS = "{actor} takes {coins, plural, one {# coin} other {# coins}}."


def wording(language: str, names: Mapping[str, tuple[str, str]], **passages: str) -> Wording:
    said = {("cards.name", english): name for english, (name, _) in names.items()}
    grammar = {english: read_forms(text) for english, (_, text) in names.items()}
    return Wording(language, said | {("actions", english): text for english, text in passages.items()}, (), grammar)


def files(folder: Path, language: str, names: Mapping[str, tuple[str, str]], tells: Mapping[str, str]) -> Path:
    """A deck with a translator's file beside it."""
    contexts = {"Chip worth {value}": "name", "Player {number}": ""}
    named = [Entry(contexts.get(english, "cards.name"), english, said) for english, (said, _) in names.items()]
    grammar = [Entry(GRAMMAR, english, forms) for english, (_, forms) in names.items()]
    told = [Entry("actions", english, said) for english, said in tells.items()]
    place = folder / "languages" / language
    place.mkdir(parents=True)
    text = po_text(Catalog(language, (*named, *grammar, *told)), "guild")
    (place / "guild.po").write_text(text, encoding="utf-8")
    (folder / "deck.toml").write_text(DECK, encoding="utf-8")
    (folder / "cards.csv").write_text("name,count\nCoin,1\nMaster,1\nHorse,1\n", encoding="utf-8")
    return folder


def told(folder: Path, language: str, tell: str, **args: Value) -> str:
    """An event of the deck in the words that the language has for that telling."""
    game = load_game(folder, language=language)
    actions = {"take": Telling("", game.wording.said("actions", tell), "")}
    rules = Rules({}, {}, actions, {}, wording=game.wording)
    teller = Teller(rules, ComponentSet(game).pieces(2))
    return teller.tell(Event(1, "take", tuple(args.items()), ()))


COIN, MASTER, HORSE = "guild/card/coin", "guild/card/master", "guild/card/horse"


def test_german_has_cases_and_genders(tmp_path: Path) -> None:
    said = (
        "{card.Article} wird mit {cards.dative} {to.dative} genommen, "
        "{card.gender, select, masculine {den} feminine {die} other {das}} {actor} nun hat."
    )
    deck = files(tmp_path, "de", GERMAN, {TELL: said})

    def tell(card: str, *cards: str) -> str:
        return told(deck, "de", TELL, card=card, to=2, cards=cards)

    assert tell(COIN, MASTER) == "Die Münze wird mit dem Meister dem Spieler 2 genommen, die Spieler 1 nun hat."
    assert tell(MASTER, COIN, HORSE).startswith("Der Meister wird mit der Münze und dem Pferd dem Spieler 2")
    assert tell(HORSE, COIN, MASTER, HORSE).endswith("das Spieler 1 nun hat.")
    # A form that is not given is the name itself; one of a name with a hole has what is in the hole.
    assert tell("guild/chip/5", HORSE).startswith("Chip zu 5 wird mit dem Pferd")
    assert told(deck, "de", "1 × {card.accusative}", card="guild/chip/5") == "1 × den Chip zu 5"
    assert told(deck, "", TELL, card=COIN, to=2, cards=(MASTER,)) == "Player 1 takes Coin from Player 2 with Master."


def test_french_elides(tmp_path: Path) -> None:
    deck = files(tmp_path, "fr", FRENCH, {TELL: "{actor} prend {card.article} {cards.of} ({to})."})
    single = told(deck, "fr", TELL, card=MASTER, to=2, cards=(HORSE,))
    assert single == "Joueur\u00a01 prend l’As du Cheval (Joueur\u00a02)."
    listed = told(deck, "fr", TELL, card=COIN, to=2, cards=(MASTER, COIN))
    assert listed == "Joueur\u00a01 prend la Pièce de l’As et de la Pièce (Joueur\u00a02)."


def test_polish_tells_few_from_many(tmp_path: Path) -> None:
    said = "{actor} bierze {coins, plural, one {# monetę} few {# monety} many {# monet} other {# monety}}."
    deck = files(tmp_path, "pl", {}, {COINS: said})
    taken = {count: told(deck, "pl", COINS, coins=count).split()[-1] for count in (1, 2, 5, 12, 22, 25)}
    assert taken == {1: "monetę.", 2: "monety.", 5: "monet.", 12: "monet.", 22: "monety.", 25: "monet."}


def test_english_that_is_not_translated_keeps_the_plurals_of_english() -> None:
    """French counts nothing as one; an English sentence says 0 coins all the same."""
    english = "{count, plural, one {# coin} other {# coins}}"
    french = Wording(
        "fr", {("", "{n, plural, one {# day} other {# days}}"): "{n, plural, one {# jour} other {# jours}}"}
    )
    assert french(english, count=0) == "0 coins" and ENGLISH(english, count=1) == "1 coin"
    assert french("{n, plural, one {# day} other {# days}}", n=0) == "0 jour"
    assert french("{n, plural, one {# day} other {# days}}", n=12345) == "12\u202f345 jours"


def test_what_is_not_translated_is_english_to_its_last_number() -> None:
    said = {("number", "two"): "zwei", ("rules", "Take {n, word}."): "Nimm {n, word}."}
    values = Values({"n": 2, "k": 1000}, Wording("de", said))
    assert (
        values.said("Nimm {n, word}.") == "Nimm zwei." and values.said("Pay {n, word} of {k}.") == "Pay two of 1,000."
    )


def test_a_rule_stays_english_whole(tmp_path: Path) -> None:
    (tmp_path / "rulings.toml").write_text(
        'format = "pnp-rules/1"\n[[rules]]\nid = "A.1"\ntitle = "Aim"\ntext = "Win."\nsource = "p. 1"\n', "utf-8"
    )
    game = load_game(files(tmp_path / "deck", "de", {}, {}))
    half, whole = {("rules", "Aim"): "Ziel"}, {("rules", "Aim"): "Ziel", ("rules", "Win."): "Gewinnt."}
    for said, title in ((half, "Aim"), (whole, "Ziel")):
        rules = read_rules(tmp_path, replace(game, wording=Wording("de", said)))
        assert rules.citations["A.1"].title == title


def test_values_of_a_book_have_forms_too() -> None:
    values = Values({"prize": "Coin", "ante": 0}, wording("de", GERMAN))
    text = "mit {prize.dative}, {ante, plural, =0 {gar nichts} one {# Münze} other {# Münzen}}"
    assert values.said(text, translated=True) == "mit der Münze, gar nichts"


@pytest.mark.parametrize(
    ("english", "said", "told"),
    [
        ("Coin", "gender: feminine; dative: der Münze", ""),
        ("Coin", "dativ: der Münze", "'dativ' is no form of a name; there are gender, article"),
        ("Coin", "gender: female", "'female' is no gender; there are masculine"),
        ("Coin", "der Münze", "'der Münze' is no form of a name; write such as"),
        ("Coin", "dative: der Münze; dative: dem Geld", "'dative' stands twice; take one out"),
        ("Chip worth {value}", "dative: dem Chip", "'dative' does not have the names of the English; write Chip"),
        ("Chip worth {value}", "gender: masculine; dative: dem Chip zu {value}", ""),
    ],
)
def test_grammar_is_checked(english: str, said: str, told: str) -> None:
    sentence = fault(GRAMMAR, english, said)
    assert (told in sentence and told in f"in the translation {grammar_fault(english, said)}") if told else not sentence


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("{card.dative} an {actor}", ""),
        ("{card.gender, select, feminine {sie} other {er}} an {actor}", ""),
        ("{card.gender, select, female {sie} other {er}} {actor} {card}", "has the case 'female'; there are animate"),
        ("{card.dativ} an {actor}", "asks for {card.dativ}; the English does not"),
        ("{card} an {actor.gender}", ""),
    ],
)
def test_forms_of_names_are_checked(said: str, told: str) -> None:
    sentence = fault("actions", "{actor} takes {card}.", said)
    assert told in sentence if told else not sentence


def test_a_wrong_form_is_told_by_file_and_line(tmp_path: Path) -> None:
    deck = files(tmp_path, "de", {"Coin": ("Münze", "dative: x; gender: it")}, {})
    with pytest.raises(InputInvalid, match=r"de/guild.po:\d+: placeholder: in the translation 'it' is no gender"):
        load_game(deck, language="de")


def test_kinds_of_numbers() -> None:
    assert categories("pl") == {"one", "few", "many"} and categories("fr") == {"one", "other"}
    assert [category("en", n, ordinal=True) for n in (1, 2, 3, 4, 11, 21, 112)] == [
        "one", "two", "few", "other", "other", "one", "other"
    ]  # fmt: skip
    assert categories("xx") == {"one", "other"}  # a language that CLDR does not have counts as English does
