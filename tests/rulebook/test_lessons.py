"""Every example is a lesson: prose for people, in which names, numbers and pieces come from the play that was found."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache

import pytest

from pnp.catalog import find, played, refereed, stories_of
from pnp.definition.load import load_game
from pnp.engine import playout
from pnp.engine.action import Value
from pnp.engine.narration import holes
from pnp.engine.playout import Moments, Story, Tale
from pnp.games.whispers.referee import rounds
from pnp.language.messages import Asked, Choice, Message, message
from pnp.rulebook.examples import PEOPLE, ExampleFinder, draw_tale, tell_tale
from pnp.rulebook.values import BookError, Inventory

LESSONS = [(name, story) for name in played() for story in stories_of(load_game(find(name)))]
#: Words that count; what they count of a play is written as a hole.
COUNTING = re.compile(
    r"\b(one (?!of\b|after\b)|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|hundred|(?<!at )once"
    r"|twice|thrice|second|third|fourth|fifth)\b",
    re.IGNORECASE,
)


@cache
def finder(name: str) -> ExampleFinder:
    game = load_game(find(name))
    module, rules = refereed(game)
    return ExampleFinder(Inventory.of(game), rules, module, stories_of(game))


@cache
def tale(name: str, story: str) -> Tale:
    return finder(name).tale(story)


def said_parts(parts: Message) -> Iterator[str | Asked]:
    """The words and holes of a passage, those of every case that may be chosen."""
    for part in parts:
        if isinstance(part, Choice):
            for case in part.cases.values():
                yield from said_parts(case)
        else:
            yield part


def told(name: str, story: Story, moments: Moments) -> str:
    found = Tale(story, 1, tuple(moments))
    return "\n\n".join(tell_tale(found, finder(name).narrator(story)))


@pytest.mark.parametrize(("name", "story"), LESSONS)
def test_lessons_are_found_and_told_whole(name: str, story: str) -> None:
    found = tale(name, story)
    assert found.story.hint in (0, found.seed), f"the hint is stale; {found.seed} shows it"
    text = told(name, found.story, found.moments)
    assert not re.search(r"[{}]|Player \d|/", text), text
    assert 30 <= len(text.split()) <= 110
    assert any(person in text for person in PEOPLE)


@pytest.mark.parametrize(("name", "story"), LESSONS)
def test_nothing_of_the_play_is_typed_in_a_lesson(name: str, story: str) -> None:
    english = finder(name).stories[story].lesson
    prose = "".join(part if isinstance(part, str) else " " for part in said_parts(message(english)))
    assert not re.search(r"\d", prose)
    assert not COUNTING.search(prose)
    assert not set(re.findall(r"\w+", prose)) & set(PEOPLE)
    game = finder(name).inventory.game
    named = {component.name for component in game.components} | set(finder(name).rules.names.values())
    typed = {each for each in named if each[:1].isupper() and re.search(rf"\b{re.escape(each)}\b", prose)}
    assert not typed


@pytest.mark.parametrize(("name", "story"), LESSONS)
def test_every_hole_has_a_fact_and_every_fact_a_hole(name: str, story: str) -> None:
    found = tale(name, story)
    facts = found.story.facts(found.moments)
    assert holes(found.story.lesson) == facts.keys()
    lacking = replace(found.story, facts=without(found.story, next(iter(facts))))
    with pytest.raises(BookError, match=r"nothing fills \{"):
        told(name, lacking, found.moments)
    more = replace(found.story, facts=lambda moments: {**facts, "weather": "rain"})
    with pytest.raises(BookError, match=r"nothing asks for \{weather\}"):
        told(name, more, found.moments)


def without(story: Story, name: str) -> Callable[[Moments], Mapping[str, Value]]:
    return lambda moments: {key: value for key, value in story.facts(moments).items() if key != name}


@pytest.mark.parametrize(("name", "story"), LESSONS)
def test_a_lesson_says_what_happened_and_not_what_did_not(name: str, story: str) -> None:
    """Every number of the text stands among the facts of the very moments, and other facts make another text."""
    found = tale(name, story)
    text, facts = told(name, found.story, found.moments), found.story.facts(found.moments)
    for key, value in facts.items():
        if isinstance(value, int) and not isinstance(value, bool):
            other = replace(found.story, facts=lambda _, key=key: {**facts, key: type(facts[key])(facts[key] % 7 + 1)})
            assert value == value % 7 + 1 or told(name, other, found.moments) != text, key


@pytest.mark.parametrize(("name", "story"), LESSONS)
def test_pictures_say_whose_pieces_they_show_and_what_came_of_it(name: str, story: str) -> None:
    found, of = tale(name, story), finder(name)
    figure = draw_tale(found, of.narrator(found.story), of.inventory, 0.6)
    if figure is not None:
        assert figure.alt.startswith(f"{found.story.title} – ")
        spreads = found.story.pictures(found.moments)
        assert figure.beside == (len(spreads) <= 2)
        for spread in spreads:
            assert holes(spread.remark) == spread.facts.keys()


def test_a_hint_that_shows_nothing_is_passed_over() -> None:
    of = finder("whispers")
    stories = {"turned-down": replace(of.stories["turned-down"], hint=999)}
    assert replace(of, stories=stories).tale("turned-down").seed != 999


def test_a_rule_that_changes_breaks_the_lesson_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where whispers make a pair no dearer, no lower pair wins a washout; where they do, one does."""
    monkeypatch.setattr(playout, "MOST_MOMENTS", 20_000)
    assert finder("whispers").tale("washout").moments
    monkeypatch.setattr(rounds, "PENALTY_FACTOR", 1)
    with pytest.raises(BookError, match="the example 'washout' cannot be told"):
        replace(finder("whispers")).tale("washout")


def test_a_lesson_follows_a_rule_that_changes_the_price(monkeypatch: pytest.MonkeyPatch) -> None:
    before = tale("whispers", "turned-down")
    monkeypatch.setattr(rounds, "PENALTY_FACTOR", 3)
    after = replace(finder("whispers")).tale("turned-down")
    facts = after.story.facts(after.moments)
    rank, penalty = facts["rank"], facts["penalty"]
    assert isinstance(rank, int) and penalty == 3 * rank
    assert told("whispers", after.story, after.moments) != told("whispers", before.story, before.moments)
