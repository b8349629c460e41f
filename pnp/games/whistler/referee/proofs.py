"""A kit and a setup in; findings out where the picks cannot pay a session, or the aids show a hand that is none."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.engine.kit import Kit
from pnp.engine.options import Setup
from pnp.errors import Finding
from pnp.games.whistler.referee.bounds import most_picks
from pnp.games.whistler.referee.cards import cards_of, special_hands
from pnp.games.whistler.referee.state import PICK


def proofs(kit: Kit, setup: Setup) -> tuple[Finding, ...]:
    """A warning where the worst session pays out more picks than there are, since it goes on on paper (H.18).

    An error for each example of the table `hands` that is not the special hand of its row.
    """
    return (*_picks(kit, setup), *_examples(kit))


def _picks(kit: Kit, setup: Setup) -> Iterator[Finding]:
    have, most = kit.bill_of_materials(setup.players).get(PICK, 0), most_picks(setup)
    if have < most:
        deals, players = setup.number("deals"), setup.players
        debt = f"{have} printed, but {deals} deals of {players} players can pay {most}"
        yield Finding("warning", "picks-run-out", PICK, f"{debt}; print {most - have} more or note the rest on paper")


def _examples(kit: Kit) -> Iterator[Finding]:
    special = special_hands(cards_of(kit).values())
    table = kit.game.tables.get("hands")
    for row in table.rows if table else ():
        hand = row.values.get("hand", "")
        cards = frozenset(f"{kit.game.name}/{card}" for card in row.values.get("cards", "").split())
        if special.get(cards) != hand:
            message = f"the example is no {hand}; name four cards that are one"
            yield Finding("error", "example", f"{row.file}:{row.line}", message)
