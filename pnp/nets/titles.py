"""Every sentence on a box, from its game, what it holds and the wording."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from pnp.definition.model import Component, Game, Kind
from pnp.frozen import frozen
from pnp.language.wording import passage
from pnp.nets.measures import Measures, told

_COUNTED: Mapping[Kind, tuple[str, str]] = MappingProxyType(
    {
        "card": (passage("{count} card"), passage("{count} cards")),
        "aid": (passage("{count} aid"), passage("{count} aids")),
        "board": (passage("{count} board"), passage("{count} boards")),
        "mat": (passage("{count} mat"), passage("{count} mats")),
        "token": (passage("{count} token"), passage("{count} tokens")),
        "chip": (passage("{count} chip"), passage("{count} chips")),
        "marker": (passage("{count} marker"), passage("{count} markers")),
        "banner": (passage("{count} banner"), passage("{count} banners")),
        "die": (passage("{count} die"), passage("{count} dice")),
        "box": (passage("{count} box"), passage("{count} boxes")),
    }
)


@frozen
class Words:
    """What stands on a box: `facts` on its back, the most important first, and `hidden` on its glue tab."""

    title: str
    players: str
    facts: tuple[str, ...]
    sheet_label: str
    hidden: str


def words_of(game: Game, title: str, held: Mapping[str, int], measured: Measures, players: int | None) -> Words:
    """All of it; `held` counts, by component, what is in the box."""
    wording = game.wording
    amounts = game.bill_of_materials(players)
    inside, besides = Counter[Kind](), Counter[Kind]()
    for component in game.components:
        inside[component.kind] += held.get(component.id, 0)
        besides[component.kind] += max(0, amounts[component.id] - held.get(component.id, 0))
    players_told = _players(game)
    facts = [game.summary, players_told, wording("In this box: {pieces}.", pieces=_listed(inside, game))]
    if others := _listed(besides, game):
        facts.append(wording("Also in the game: {pieces}.", pieces=others))
    facts += game.credits.strip().splitlines()[:1]
    return Words(
        title=title or game.title,
        players=players_told,
        facts=tuple(fact for fact in facts if fact),
        sheet_label=wording("{title} {version}, printed at home", title=game.title, version=game.version),
        hidden="\n".join((wording("Glue this tab behind the front"), *told(measured))),
    )


def name_of(game: Game, title: str, held: Sequence[tuple[Component, int]]) -> str:
    """What the box is called in lists."""
    count = _listed(Counter[Kind]({"card": sum(amount for _, amount in held)}), game)
    return game.wording("Tuckbox {title} for {cards}", title=title, cards=count) if title else game.wording(
        "Tuckbox for {cards}", cards=count
    )  # fmt: skip


def _listed(amounts: Mapping[Kind, int], game: Game) -> str:
    word = game.wording
    return word.listed([word.many(count, *_COUNTED[kind]) for kind, count in amounts.items() if count])


def _players(game: Game) -> str:
    low, high = game.players
    if low == high:
        return game.wording.many(low, "{count} player", "{count} players")
    return game.wording("{least} to {most} players", least=low, most=high)
