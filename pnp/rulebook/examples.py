"""Stories found in plays, told as lessons and shown in pictures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from pnp.definition.findings import quoted
from pnp.engine.action import FirstPlayer, Seat, Value
from pnp.engine.narration import Teller, holes
from pnp.engine.playout import Facts, Moment, Spread, Story, Tale, find_tale, moments
from pnp.engine.referee import Referee, RefereeModule, player_of
from pnp.engine.requirements import ComponentSet
from pnp.engine.rules import Rules, Setup, read_setup
from pnp.errors import UsageError
from pnp.frozen import frozen
from pnp.rulebook.pictures import Canvas, columns_for, lay_spreads, share_of_column
from pnp.rulebook.values import FORMS, BookError, Inventory
from pnp.typesetting.blocks import Figure

#: Who sits at the tables of every book, in seat order.
PEOPLE = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hana")
STORIES = "stories"
"""Where the passages of stories stand."""
BESIDE = 0.4
"""Of the measure, at most, for a picture that words run beside."""
_MOST_BESIDE_WORDS = 2
_MOST_IN_ROW = 4
_SHOWN = 40


class Narrator(Teller):
    """Fills the holes of lessons: people go by their names, and numbers may be written as words."""

    def seat(self, number: int) -> str:
        """The name of who sits there; a seat beyond those who have names is numbered."""
        return PEOPLE[number - 1] if 0 < number <= len(PEOPLE) else super().seat(number)

    def fill(self, english: str, facts: Facts) -> str:
        """A passage of a story in the language of the book; BookError unless it has a hole for each fact, no other."""
        asked, known = holes(english), facts.keys()
        if asked != known:
            odd = sorted(asked ^ known)[0]
            what = "nothing fills" if odd in asked else "nothing asks for"
            raise BookError(f"{what} {{{odd}}} of the story's passage {quoted(english[:_SHOWN])}")
        return self._filled(self.wording.said(STORIES, english), facts)

    def row(self, facts: Facts) -> Facts:
        """Facts for a template, people by their names."""
        return {key: self.seat(value) if isinstance(value, Seat) else value for key, value in facts.items()}

    def _said(self, value: Value, key: str, form: str) -> str:
        if form in FORMS and isinstance(value, int):
            return FORMS[form](value, self.wording)
        return super()._said(value, key, form)


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
        return Narrator(self.rules, self.kit.pieces(story.players))


def tell_tale(tale: Tale, narrator: Narrator) -> tuple[str, ...]:
    """The paragraphs of the lesson, with what happened in the play that was found."""
    return tuple(narrator.fill(tale.story.lesson, tale.story.facts(tale.moments)).split("\n\n"))


def draw_tale(tale: Tale, narrator: Narrator, inventory: Inventory, share: float) -> Figure | None:
    """The pieces that the story wants seen, each spread with its owner's name below; None where it wants none.

    Words run beside so few spreads that they have room for it.
    """
    drawn = tale.story.pictures(tale.moments)
    wanted = [replace(each, remark=narrator.fill(each.remark, each.facts), facts={}) for each in drawn]
    if not wanted:
        return None
    canvas, beside = Canvas(inventory), len(wanted) <= _MOST_BESIDE_WORDS
    columns = columns_for(wanted, _MOST_IN_ROW, share)
    if beside:
        column = share_of_column(inventory, wanted, BESIDE)
        columns = min(len(wanted), int(BESIDE // column))
        share = column * columns
    lay_spreads(canvas, wanted, name_of_seat, columns, share)
    told = ". ".join(_in_words(inventory, each) for each in wanted)
    return canvas.figure(f"{narrator.fill(tale.story.title, {})} – {told}", share=share, beside=beside)


def _in_words(inventory: Inventory, spread: Spread) -> str:
    """Whose the pieces are, which, and what the remark says of them."""
    wording = inventory.game.wording
    names = [
        wording("{piece} face down", piece=inventory.name(piece)) if at in spread.hidden else inventory.name(piece)
        for at, piece in enumerate(spread.pieces)
    ]
    told = wording.labelled(name_of_seat(spread.seat) or wording("On the table"), wording.listed(names))
    return f"{told} ({spread.remark})" if spread.remark else told


def name_of_seat(seat: int) -> str:
    """The name of who sits there; empty for nobody."""
    return PEOPLE[seat - 1] if seat else ""
