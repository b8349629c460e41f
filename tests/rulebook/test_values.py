"""Placeholders of rules texts: what each stands for, in every form, and what stands for nothing."""

from __future__ import annotations

import pytest

from pnp.catalog import find, refereed
from pnp.definition.load import load_game
from pnp.language.wording import Wording
from pnp.rulebook.values import BookError, Values, find_unfilled, sorts, values_of

VALUES = Values({"ante": 1, "cards_dealt": 2, "seats": 21, "coins": 1000, "name": "Ada"})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{ante}, {coins} and {name}", "1, 1,000 and Ada"),
        (
            "{ante, plural, one {{ante, word} coin} other {{ante, word} coins}}, {cards_dealt, plural, one "
            "{{cards_dealt, Word} card} other {{cards_dealt, Word} cards}}",
            "one coin, Two cards",
        ),
        ("{coins, plural, one {# coin} other {# coins}}", "1,000 coins"),
        ("the {cards_dealt, ordinal}, the {seats, ordinal}", "the second, the 21st"),
        ("{ante, times}, {cards_dealt, times}, {seats, times}", "once, twice, 21 times"),
        ("{{ante}}", "{ante}"),
    ],
)
def test_placeholders_are_filled(text: str, said: str) -> None:
    assert VALUES.said(text) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{antes}", "did you mean 'ante'"),
        ("{ante, loud}", "is no placeholder"),
        ("{name, word}", "no whole number"),
        ("{ante", "stands alone"),
    ],
)
def test_what_stands_for_nothing_is_named(text: str, said: str) -> None:
    with pytest.raises(BookError, match=said):
        VALUES.said(text)


def test_the_values_of_a_game_are_those_of_its_definition() -> None:
    game = load_game(find("whispers"))
    values = values_of(game, refereed(game)[1])
    # Seed 000, The Deck and Players; chips.csv deals 10, 8 and 2 chips to everybody.
    assert values.said("{count_number} {count_whisper} {rows_suits} {least_players} {most_players}") == "48 6 8 2 8"
    assert values.said("{least_cards_rank} to {most_cards_rank}") == "1 to 6"
    assert values.said("{each_chip} {count_chip} {different_cards_suit} {option_stack} {option_odd_coins}") == (
        "20 160 8 100 unclaimed"
    )


def test_no_text_of_any_game_asks_for_what_is_not_there() -> None:
    from pnp.catalog import played

    for name in played():
        game = load_game(find(name))
        rules = refereed(game)[1]
        assert not list(find_unfilled(rules, values_of(game, rules), "rulings.toml"))


def test_each_text_that_cannot_be_filled_is_a_finding() -> None:
    game = load_game(find("whispers"))
    rules = refereed(game)[1]
    findings = list(find_unfilled(rules, Values({}), "rulings.toml"))
    assert {finding.where for finding in findings} >= {"rulings.toml: W.5", "rulings.toml: W.6", "rulings.toml: W-29"}
    assert {finding.code for finding in findings} == {"unknown-placeholder"}


def test_names_of_pieces_in_a_row_are_said_as_a_sentence_says_them() -> None:
    whispers = load_game(find("whispers"))
    cards = {"number": "Number cards", "whisper": "Whispers"}
    assert next(sorts(whispers, cards)).listed == "Number cards and whispers"
    aids = [kind.listed for kind in sorts(load_game(find("whistler")), {}) if len(kind.names) == 2]
    assert aids and all(listed.count("; ") == 1 for listed in aids), "whose names hold colons"
    assert [Wording(language).inside("Whispers") for language in ("fr", "de")] == ["whispers", "Whispers"]
