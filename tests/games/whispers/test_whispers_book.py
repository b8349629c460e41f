"""The book, the aid and the pieces of Whispers: what stands in several of them is the same everywhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from whispers_table import GAME, KIT, RULES, all_events, args, session, setup_of

from pnp.build.rulebook import book_of
from pnp.engine.action import RandomPlayer
from pnp.games.whispers.referee.counting import room
from pnp.games.whispers.referee.requirements import CHIPS, COINS_EACH
from pnp.games.whispers.referee.state import deck_of, ranks_of
from pnp.rulebook.pictures import LaidPile, draw_table

RANKS = ranks_of(deck_of(KIT, GAME.players[1]))


def test_the_picture_of_the_set_up_shows_no_pair_face_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """W.8: one card of a pair would lie face down. Nor are cards alike, which would be drawn as one."""
    drawn: dict[int, Mapping[str, Mapping[str, int]]] = {}

    def noted(canvas: Any, where: Any, players: int, *others: Any) -> list[LaidPile]:
        drawn[players] = where
        return draw_table(canvas, where, players, *others)

    monkeypatch.setattr("pnp.rulebook.piece_context.draw_table", noted)
    book_of(GAME)
    assert drawn
    for players, where in drawn.items():
        hands = [[*where[f"hand {seat}"]] for seat in range(1, players + 1)]
        for hand in hands:
            assert len(hand) == 2 and RANKS[hand[0]] != RANKS[hand[1]], (players, hand)


def test_everybody_begins_with_the_coins_that_are_printed() -> None:
    """W-29: the usual number of the option, the fact of the definition and the chips of a player are one number."""
    printed = {int(row.values["value"]): int(row.values["each"]) for row in GAME.tables["chips"].rows}
    assert printed == dict(CHIPS)
    assert RULES.options["stack"].default == GAME.facts["coins_per_player"] == COINS_EACH


def test_only_at_a_table_of_seven_can_cards_run_short() -> None:
    """W-25 names seven: each of fewer players holds every rank, one card flipped over and a pair before that."""
    question = RULES.citations["W-25"].question
    most = {players: room(KIT, players) for players in range(2, 9)}
    short = [
        players
        for players, own in most.items()
        if players * (own.unpaired(0) + 1) + own.whispers > own.numbers.total() + own.whispers
    ]
    assert short == [7, 8] and "seven players or more" in question


def test_payments_cite_how_change_was_made() -> None:
    """W-32, and only where nobody could pay exactly: from the pot, the bank or the whole table (W.3)."""
    seen = set()
    for players, stack in ((2, 77), (3, 77), (8, 30)):
        setup = setup_of(players, hands=25, stack=stack)
        for event in all_events(session(setup, [RandomPlayer()] * players, players)):
            if change := args(event).get("change"):
                seen.add(change)
                assert ("W-32" in event.rulings) == (change != "none")
    assert seen == {"none", "each-other", "bank", "table"}
