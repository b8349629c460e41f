"""Whole sessions of Whispers, seeded: every reading, every number of players, printed and pulled decks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import pytest
from test_whispers_options import THREE_LEFT
from whispers_table import GAME, KIT, MODULE, RULES, Script, all_events, args, referee_of, session, setup_of

from pnp.definition.conversion import pull_list
from pnp.engine.action import OVER, Action, Event, FirstPlayer, Player, RandomPlayer
from pnp.engine.playout import Seeds, play
from pnp.engine.requirements import ComponentSet, Piece, pulled_components
from pnp.errors import UsageError

#: Every value of every option; the high ends of the numbers kept moderate.
READINGS = [("stack", "2"), ("stack", "30"), ("stack", "130")] + [
    (name, word) for name, option in RULES.options.items() for word in option.choices
]


def seats(kind: str, players: int, kit: ComponentSet = KIT) -> Sequence[Player]:
    sensible = MODULE.sensible_player(kit)
    mixed = (sensible, RandomPlayer(), FirstPlayer())
    return {
        "random": (RandomPlayer(),) * players,
        "sensible": (sensible,) * players,
        "first": (FirstPlayer(),) * players,
        "mixed": tuple(mixed[at % 3] for at in range(players)),
    }[kind]


def small_deck(each: int, whispers: int = 1) -> ComponentSet:
    """Cards that run out soon: so many of each number, and the other pieces as printed."""
    cards = [Piece(f"small/{rank}", "number", "card", each, {"rank": str(rank)}, str(rank)) for rank in range(1, 7)]
    return ComponentSet(GAME, (*cards, Piece("small/w", "whisper", "card", whispers, {}, "W")))


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("kind", ["random", "sensible", "first", "mixed"])
@pytest.mark.sample(9)
def test_strangers_can_follow_every_coin_and_card(players: int, kind: str) -> None:
    for seed in range(3):
        events = all_events(session(setup_of(players, hands=8), seats(kind, players), seed))
        assert len([event for event in events if event.name == "hand_begins"]) == 8
        assert not [event for event in events if event.name == "on_paper"], "the printed chips never fail"


@pytest.mark.slow
@pytest.mark.parametrize(("name", "word"), READINGS)
@pytest.mark.sample(3)
def test_strangers_can_follow_every_reading(name: str, word: str) -> None:
    for players in (2, 3, 5, 8):
        setup = setup_of(players, **{"stack": 12, "hands": 15, name: word})
        events = all_events(session(setup, seats("random" if players < 8 else "mixed", players), players))
        assert events[-1].name == "finishes"


@pytest.mark.slow
@pytest.mark.parametrize("reading", ["reshuffle", "split", "survive"])
@pytest.mark.parametrize("kind", ["random", "mixed", "first"])
@pytest.mark.sample(3)
def test_strangers_can_follow_a_deck_that_runs_out(reading: str, kind: str) -> None:
    """W-25, with decks of 19 to 40 cards."""
    seen: Counter[str] = Counter()
    for each, whispers in ((3, 1), (4, 6), (6, 4)):
        setup, kit = setup_of(8, hands=12, deck_out=reading), small_deck(each, whispers)
        events = all_events(session(setup, seats(kind, 8, kit), each, kit))
        seen.update(event.name for event in events)
    assert seen["reshuffles" if reading == "reshuffle" else "gets_no_card"]
    assert not (seen["reshuffles"] and reading != "reshuffle")


@pytest.mark.slow
@pytest.mark.parametrize("source", ["uno", "poker"])
def test_a_pulled_deck_plays_as_well(source: str) -> None:
    kit = pulled_components(GAME, pull_list(GAME, source))
    for players in (2, 4, 8):
        taken = list(session(setup_of(players, hands=10), seats("mixed", players, kit), players, kit))
        dealt = {str(args(event)["card"]) for event in all_events(taken) if event.name == "deal"}
        assert dealt <= {piece.id for piece in kit.deck or ()}
        assert len(taken[-1].state.table.cards) == 54
    two, eight = (MODULE.odds(deck, setup_of(4)) for deck in (kit, KIT))
    assert [chance.exact for chance in two] == [chance.exact for chance in eight]
    assert [bound.most for bound in MODULE.bounds(kit, setup_of(4))] == [
        bound.most for bound in MODULE.bounds(KIT, setup_of(4))
    ]


def test_a_deck_too_small_for_the_deal_is_refused() -> None:
    kit = small_deck(1, 1)
    assert len(list(session(setup_of(3, hands=5), seats("random", 3), 1, kit))) > 10
    with pytest.raises(UsageError, match="7 cards, but 4 players are dealt 2 each"):
        referee_of(kit).initial_state(setup_of(4))


def test_nothing_is_hidden_and_seats_see_the_same() -> None:
    referee = referee_of()
    for step in session(setup_of(4, hands=4), seats("random", 4), 11):
        views = [dict(referee.observe(step.state, seat)) for seat in range(1, 5)]
        for seat, view in enumerate(views, 1):
            assert view.pop("you") == seat and view.pop("hand") == view["hands"][seat - 1]
        assert all(view == views[0] for view in views)
        assert all(event.seen_by is None for event in step.events)
        if referee.actor(step.state) == 0:
            assert referee.chance_outcomes(step.state).seen_by is None


def test_legal_actions_are_different_and_the_first_is_the_most_ordinary() -> None:
    referee = referee_of()
    for name in ("all-offer", "poll-after", "poll-at-once"):
        for step in session(setup_of(5, hands=10, split_offer=name), seats("random", 5), 3):
            actor, legal = referee.actor(step.state), referee.legal_actions(step.state)
            assert (actor > 0) == bool(legal) and len(set(legal)) == len(legal)
            assert not legal or legal[0] in (Action("in"), Action("accept"))
            assert (referee.outcome(step.state) is not None) == (actor == OVER)


@pytest.mark.parametrize("players", [2, 5, 8])
def test_who_always_takes_the_first_action_comes_to_an_end(players: int) -> None:
    setup = setup_of(players, hands=150, stack=1000)
    ended = play(referee_of(), setup, seats("first", players), Seeds.of(players))
    assert ended.outcome.reason == "hands" and sum(ended.outcome.scores) <= players * 1000


def test_the_same_seeds_bring_the_same_session() -> None:
    setup = setup_of(4, hands=6)
    one, two = (play(referee_of(), setup, seats("random", 4), Seeds.of(9)) for _ in range(2))
    assert one.steps == two.steps and one.outcome == two.outcome
    assert one.steps != play(referee_of(), setup, seats("random", 4), Seeds.of(10)).steps


def every_play() -> Iterator[list[Event]]:
    for name, word in READINGS:
        setup = setup_of(3, **{"hands": 40, "stack": 6, name: word})
        yield all_events(session(setup, seats("random", 3), 1))
        yield all_events(session(setup_of(2, **{"hands": 5, name: word}), seats("first", 2), 1))
    for word in ("reshuffle", "split"):
        yield Script(8, deck_out=word).play(THREE_LEFT + "in " * 6 + "4 5 6").events
    for word in ("unclaimed", "left-of-button"):
        yield Script(3, hands=1, odd_coins=word).play("5 5 w  1 3 w  in in out  5 5").events


@pytest.mark.slow
def test_every_rule_and_ruling_is_cited_and_every_event_told() -> None:
    events = [event for events in every_play() for event in events]
    cited = {ruling for event in events for ruling in event.rulings}
    assert cited == {name for name, citation in RULES.citations.items() if not citation.people}
    assert {event.name for event in events} == set(RULES.actions)
    reasons = set(RULES.endings)
    assert reasons == {"hands", "coins"}
    for action in ("in", "out", "split", "accept", "refuse"):
        assert RULES.actions[action].choose and RULES.actions[action].tell


def test_the_rules_call_for_exactly_what_is_printed() -> None:
    for players in range(2, 9):
        needs = referee_of().requirements(setup_of(players)).needs
        assert {need.component: need.count for need in needs} == KIT.bill_of_materials(players)
        pieces = {piece.id: piece for piece in KIT.pieces(players)}
        for need in needs:
            piece = pieces[need.component]
            assert piece.part == need.part and need.values.items() <= piece.values.items() and need.source
    facts = {fact.name: fact.value for fact in referee_of().requirements(setup_of(2)).facts}
    assert facts == dict(GAME.facts)
    # Seed 000, The Deck: 1 to 6 eight times each, and six whispers.
    assert sum(need.count for need in needs if need.part == "number") == 48
    assert [need.count for need in needs if need.part == "whisper"] == [6]
