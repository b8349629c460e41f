"""A story found in a play in; its sentences in the players' names, and the pieces that it shows as a figure, out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from pnp.engine.action import CHANCE, Event
from pnp.engine.kit import Kit
from pnp.engine.options import Setup, read_setup
from pnp.engine.players import FirstPlayer, Player, RandomPlayer
from pnp.engine.refereed import Refereed
from pnp.engine.rules import Rules
from pnp.engine.stories import Kind, Moment, Spread, Story, Tale, found, played
from pnp.engine.telling import Teller
from pnp.errors import UsageError
from pnp.rulebook.blocks import Figure
from pnp.rulebook.errors import BookError
from pnp.rulebook.layouts import Canvas, spreads
from pnp.rulebook.phrases import listed
from pnp.rulebook.stock import Stock

#: Who sits at the tables of every book, in seat order.
PEOPLE = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hana")
_MOST_BESIDE = 3


class Narrator(Teller):
    """Tells plays of people who have names; a seat beyond them is numbered."""

    def seat(self, number: int) -> str:
        return PEOPLE[number - 1] if 0 < number <= len(PEOPLE) else super().seat(number)


@dataclass(frozen=True)
class Company:
    """A game, its referee and its stories: whoever wants a play of it asks here."""

    stock: Stock
    rules: Rules
    module: Refereed
    stories: Mapping[str, Story]

    @property
    def kit(self) -> Kit:
        return Kit(self.stock.game)

    def setup(self, players: int, given: Mapping[str, str] | None = None) -> Setup:
        return read_setup(self.rules.options, self.stock.game.players, players, given or {})

    def tale(self, name: str) -> Tale:
        """The story of that name, found in a play; BookError where there is none or no play shows it."""
        if name not in self.stories:
            raise BookError(f"there is no story '{name}'; there are {', '.join(self.stories) or 'none'}")
        story = self.stories[name]
        referee = self.module.referee(self.kit, self.rules)
        try:
            return found(story, referee, self.setup(story.players, story.options), self._player(story.kind))
        except (LookupError, UsageError) as fault:
            raise BookError(f"the example '{name}' cannot be told: {fault}") from fault

    def table(self, players: int, until: str, seed: int) -> Moment:
        """The first moment of a play that brings an event of that name."""
        referee = self.module.referee(self.kit, self.rules)
        try:
            play = played(referee, self.setup(players), FirstPlayer(), seed)
        except UsageError as fault:
            raise BookError(str(fault)) from fault
        for moment in play:
            if any(event.name == until for event in moment.events):
                return moment
        raise BookError(f"no event of a play is called '{until}'; see [actions] of the game's rules")

    def narrator(self, players: int) -> Narrator:
        return Narrator(self.rules, self.kit.pieces(players))

    def _player(self, kind: Kind) -> Player:
        match kind:
            case "sensible":
                return self.module.sensible_player(self.kit)
            case "random":
                return RandomPlayer()
            case "first":
                return FirstPlayer()


Beat = Literal["choice", "chance", "consequence", "heading"]


def told(tale: Tale, narrator: Narrator) -> Iterator[tuple[Beat, str]]:
    """The tale in paragraphs of short sentences: what was chosen, what chance brought, and what came of it.

    A heading that opens a part of the play is a paragraph of its own.
    """
    for beat, group in groupby(_sentences(tale, narrator), key=lambda each: each[0]):
        words = [sentence for _, sentence in group]
        yield from ((beat, " ".join(words)),) if beat != "heading" else ((beat, word) for word in words)


def _sentences(tale: Tale, narrator: Narrator) -> Iterator[tuple[Beat, str]]:
    for moment in tale.moments:
        for at, event in enumerate(moment.events):
            if event.name in tale.story.untold:
                continue
            if heading := narrator.heading(event):
                yield "heading", heading
            if sentence := narrator.tell(event):
                yield _beat(at, event), sentence


def _beat(at: int, event: Event) -> Beat:
    if at:
        return "consequence"
    return "chance" if event.actor == CHANCE else "choice"


def applied(tale: Tale) -> tuple[str, ...]:
    """The ids of what the consequences told of it apply, each once, in their order."""
    events = (event for moment in tale.moments for event in moment.events[1:] if event.name not in tale.story.untold)
    return tuple(dict.fromkeys(cited for event in events for cited in event.rulings))


def shown(tale: Tale, stock: Stock, share: float) -> Figure | None:
    """The pieces that the story wants seen, each spread with its owner's name below; None where it wants none."""
    wanted = tale.story.pictures(tale.moments)
    if not wanted:
        return None
    columns = min(len(wanted), _MOST_BESIDE if len(wanted) != 4 else 2)
    canvas = Canvas(stock)
    spreads(canvas, wanted, named, columns, share)
    return canvas.figure(". ".join(_in_words(stock, each) for each in wanted), share=share)


def _in_words(stock: Stock, spread: Spread) -> str:
    names = [
        f"{stock.name(piece)} face down" if at in spread.hidden else stock.name(piece)
        for at, piece in enumerate(spread.pieces)
    ]
    return f"{named(spread.seat) or 'On the table'}: {listed(names)}"


def named(seat: int) -> str:
    """The name of who sits there; empty for nobody."""
    return PEOPLE[seat - 1] if seat else ""
