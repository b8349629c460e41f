"""Stories found in plays, told in sentences and shown in pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import groupby
from typing import Any

from pnp.engine.action import CHANCE, Event, FirstPlayer, Value
from pnp.engine.narration import Teller
from pnp.engine.playout import Moment, Spread, Story, Tale, find_tale, moments
from pnp.engine.referee import Referee, RefereeModule, player_of
from pnp.engine.requirements import ComponentSet, Piece
from pnp.engine.rules import Rules, Setup, Telling, read_setup
from pnp.errors import UsageError
from pnp.frozen import frozen
from pnp.language.wording import ENGLISH
from pnp.rulebook.pictures import Canvas, columns_for, lay_spreads
from pnp.rulebook.values import BookError, Inventory, times
from pnp.typesetting.blocks import Figure

#: Who sits at the tables of every book, in seat order.
PEOPLE = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hana")
STORIES = "stories"
"""Where the passages of stories stand."""
_MOST_BESIDE = 3
_VOWELS = frozenset("AEIOUaeiou")
_NUMBERED = re.compile(r"(\w+ \w+) \d+\.")


class Narrator(Teller):
    """Tells a story's play in the story's own words where it has some, and its people by name."""

    def __init__(self, rules: Rules, pieces: Sequence[Piece], story: Story) -> None:
        wording = rules.wording
        own = {name: Telling("", wording.said(STORIES, words), "") for name, words in story.tells.items()}
        super().__init__(replace(rules, actions={**rules.actions, **own}), pieces)
        self.wording = wording
        # Articles, and sentences that are joined below, are English grammar.
        self._counts = {piece.id: piece.count for piece in pieces} if story.articles and wording.is_plain else {}

    def seat(self, number: int) -> str:
        """The name of who sits there; a seat beyond those who have names is numbered."""
        return PEOPLE[number - 1] if 0 < number <= len(PEOPLE) else super().seat(number)

    def words(self, value: Value, key: str = "") -> str:
        said = super().words(value, key)
        count = self._counts.get(value, 0) if isinstance(value, str) else 0
        if not count:
            return said
        return f"the {said}" if count == 1 else f"{'an' if said[:1] in _VOWELS else 'a'} {said}"


@frozen(slots=False)
class ExampleFinder:
    """A game, its referee and its stories: whoever wants a play of it asks here."""

    inventory: Inventory
    rules: Rules
    module: RefereeModule
    stories: Mapping[str, Story]

    @cached_property
    def kit(self) -> ComponentSet:
        return ComponentSet(self.inventory.game)

    @cached_property
    def referee(self) -> Referee[Any]:
        """The one of all plays: what it has found out in one serves the next."""
        return self.module.referee(self.kit, self.rules)

    def setup(self, players: int, given: Mapping[str, str] | None = None) -> Setup:
        return read_setup(self.rules.options, self.inventory.game.players, players, given or {})

    def tale(self, name: str) -> Tale:
        """The story of that name, found in a play; BookError where there is none or no play shows it."""
        if name not in self.stories:
            raise BookError(f"there is no story '{name}'; there are {', '.join(self.stories) or 'none'}")
        story = self.stories[name]
        try:
            setup = self.setup(story.players, story.options)
            return find_tale(story, self.referee, setup, player_of(story.kind, self.module, self.kit))
        except (LookupError, UsageError) as fault:
            raise BookError(f"the example '{name}' cannot be told: {fault}") from fault

    def table(self, players: int, until: str, seed: int) -> Moment:
        """The first moment of a play that brings an event of that name."""
        try:
            for moment in moments(self.referee, self.setup(players), FirstPlayer(), seed):
                if any(event.name == until for event in moment.events):
                    return moment
        except UsageError as fault:
            raise BookError(str(fault)) from fault
        raise BookError(f"no event of a play is called '{until}'; see [actions] of the game's rules")

    def narrator(self, story: Story) -> Narrator:
        return Narrator(self.rules, self.kit.pieces(story.players), story)


def tell_tale(tale: Tale, narrator: Narrator) -> tuple[str, ...]:
    """The tale in short sentences, a paragraph for each time that somebody has to choose after others did something.

    Whoever chooses several times on end has a paragraph to themselves. A sentence may end with a line break; then the
    paragraph ends there.
    """
    paragraphs: list[list[str]] = []
    last, choices, others = CHANCE, 0, False
    for moment in tale.moments:
        actor = moment.events[0].actor if moment.events else CHANCE
        chooses = actor != CHANCE
        if not paragraphs or (chooses and (others or (actor != last and choices != 1))):
            paragraphs.append([])
        said = _sentences(moment, narrator)
        paragraphs[-1] += said
        if chooses:
            last, choices, others = actor, choices + 1 if actor == last else 1, len(said) > 1
        elif said:
            others = others or any(_whose(event) != last for event in moment.events)
    merged = _merged if narrator.wording.is_plain else iter
    joined = (" ".join(merged(sentences)) for sentences in paragraphs if sentences)
    return tuple(part.strip() for words in joined for part in words.split("\n") if part.strip())


def _whose(event: Event) -> int:
    """The seat that something happens to; for chance the one that it is drawn for, if any."""
    seat = dict(event.args).get("seat")
    return seat if event.actor == CHANCE and isinstance(seat, int) else event.actor


def _sentences(moment: Moment, narrator: Narrator) -> list[str]:
    """What is told of a moment: a heading that opens a part of the play stands before it with a colon."""
    told = ((narrator.heading(event), narrator.tell(event)) for event in moment.events)
    said = [f"{heading}: {sentence}" if heading and sentence else heading or sentence for heading, sentence in told]
    return [narrator.wording.capital(sentence) for sentence in said if sentence]


def _merged(sentences: Sequence[str]) -> Iterator[str]:
    """`Ada is in. Ben is in.` as `Ada and Ben are in.`, `Ada rolls 7. Ada rolls 2.` as `Ada rolls 7 and 2.`, and what
    is said twice as such.
    """
    for (said, begins), group in groupby(sentences, key=_likeness):
        alike = list(group)
        if len(alike) == 1:
            yield from alike
        elif said is not None:
            yield f"{ENGLISH.listed([sentence.removesuffix(f' is {said}') for sentence in alike])} are {said}"
        elif begins != alike[0]:
            yield f"{begins} {ENGLISH.listed([sentence.split()[-1].removesuffix('.') for sentence in alike])}."
        else:
            yield f"{begins.removesuffix('.')}, {times(len(alike))}."


def _likeness(sentence: str) -> tuple[str | None, str]:
    """What a sentence says that somebody is; of others how they begin, `Ada rolls` of `Ada rolls 7.`, or all of it."""
    who, is_, said = sentence.partition(" is ")
    if is_ and who in PEOPLE:
        return said, ""
    found = _NUMBERED.fullmatch(sentence)
    return None, found[1] if found else sentence


def applied_rules(tale: Tale) -> tuple[str, ...]:
    """The ids of what the consequences that are told apply, each once, in their order."""
    silent = {name for name, words in tale.story.tells.items() if not words}
    events = (event for moment in tale.moments for event in moment.events[1:] if event.name not in silent)
    return tuple(dict.fromkeys(cited for event in events for cited in event.rulings))


def draw_tale(tale: Tale, inventory: Inventory, share: float) -> Figure | None:
    """The pieces that the story wants seen, each spread with its owner's name below; None where it wants none."""
    wording = inventory.game.wording
    drawn = tale.story.pictures(tale.moments)
    wanted = [replace(each, remark=wording.said(STORIES, each.remark)) for each in drawn]
    if not wanted:
        return None
    canvas = Canvas(inventory)
    lay_spreads(canvas, wanted, name_of_seat, columns_for(wanted, _MOST_BESIDE, share), share)
    return canvas.figure(". ".join(_in_words(inventory, each) for each in wanted), share=share)


def _in_words(inventory: Inventory, spread: Spread) -> str:
    wording = inventory.game.wording
    names = [
        wording("{piece} face down", piece=inventory.name(piece)) if at in spread.hidden else inventory.name(piece)
        for at, piece in enumerate(spread.pieces)
    ]
    return f"{name_of_seat(spread.seat) or wording('On the table')}: {wording.listed(names)}"


def name_of_seat(seat: int) -> str:
    """The name of who sits there; empty for nobody."""
    return PEOPLE[seat - 1] if seat else ""
