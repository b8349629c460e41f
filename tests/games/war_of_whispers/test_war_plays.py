"""Whole plays: they end after four rounds with every piece in its place, cite every ruling and hide what is hidden."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from war_scenario import KIT, conserved, game_rules, referee, setup

from pnp.engine.action import CHANCE, Action, FirstPlayer, Look, Player, RandomPlayer, Rng, Value, act
from pnp.engine.narration import Teller
from pnp.engine.playout import Seeds, ended, play, steps
from pnp.engine.referee import IllegalAction, Step
from pnp.engine.rules import Setup
from pnp.games.war_of_whispers.referee import sensible_player
from pnp.games.war_of_whispers.referee.state import State
from pnp.playouts.play import lay

VARIANTS = [(option.name, str(value)) for option in game_rules().options.values() for value in option.alternatives()]
STATES = st.integers(0, 10_000)


class Collector:
    """Draws and keeps cards until two of them can pay for an ability, and is random in everything else."""

    def choose(self, look: Look, legal: Sequence[Action], rng: Rng) -> Action:
        dear = [action for action in legal if dict(action.args).get("paid_with")]
        drawing = [action for action in legal if action.name == "draw_cards"]
        plain = [action for action in legal if action.name != "play"]
        return rng.one_of(dear or drawing or plain or legal)


class Explorer:
    """Takes what it has taken least often, so that rare actions and abilities are reached soon."""

    def __init__(self) -> None:
        self.taken: Counter[tuple[str, Value]] = Counter()

    def choose(self, look: Look, legal: Sequence[Action], rng: Rng) -> Action:
        kinds = {kind(action): action for action in legal}
        rarest = min(self.taken[name] for name in kinds)
        chosen = rng.one_of([action for action in legal if self.taken[kind(action)] == rarest])
        self.taken[kind(chosen)] += 1
        return chosen


class Hoarder:
    """Sits in the eagle's council, draws two cards wherever it can and plays none, until the deck is empty."""

    def choose(self, look: Look, legal: Sequence[Action], rng: Rng) -> Action:
        for name, wanted in (("deploy", ("empire", "eagle")), ("swap_agents", ("partner", "steward"))):
            if found := [action for action in legal if action.name == name and wanted in action.args]:
                return rng.one_of(found)
        drawing = [action for action in legal if action.name == "draw_cards"]
        return rng.one_of(drawing or [action for action in legal if action.name != "play"])


def kind(action: Action) -> tuple[str, Value]:
    """An action's name and, for a card, its ability."""
    return action.name, dict(action.args).get("ability")


def played(chosen: Setup, player: Player, seed: int) -> Iterator[Step[State]]:
    return steps(referee(), chosen, [player] * chosen.players, Seeds.of(seed))


def whole(chosen: Setup, player: Player, seed: int) -> Counter[str]:
    """A play, checked at every step; how often it cited each rule and ruling."""
    cited: Counter[str] = Counter()
    game = referee()
    for step in played(chosen, player, seed):
        conserved(game, step.state)
        actor = game.actor(step.state)
        legal = game.legal_actions(step.state)
        assert (actor >= 1) == bool(legal) and len(set(legal)) == len(legal)
        if step.events:
            action, *others = step.events
            assert all(other.actor >= 1 and other.name not in CHOICES for other in others)
            assert action.actor in range(chosen.players + 1)
        assert all(event.rulings for event in step.events)
        cited.update(ruling for event in step.events for ruling in event.rulings)
    outcome = game.outcome(step.state)
    assert outcome is not None and outcome.reason in game_rules().endings
    assert step.state.round == step.state.marked == 4
    return cited


#: What a seat or chance can take, by the words that offer it; chance's three have none.
CHOICES = {name for name, telling in game_rules().actions.items() if telling.choose} | {
    "draw",
    "loyalty",
    "first_player",
}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(6))
def test_random_plays_end_after_four_rounds(players: int, seed: int) -> None:
    whole(setup(players), RandomPlayer(), seed)


@pytest.mark.parametrize(("players", "taken"), [(2, 18), (3, 15), (4, 20)])
def test_seats_fill_up_to_the_last_round(players: int, taken: int) -> None:
    """2 agents a round and one back leave 5 each in the fourth, 3 a round leave 9: with four players 20 of 20 seats."""
    for seed in range(4):
        out = [step.state.council for step in played(setup(players), RandomPlayer(), seed) if step.state.round == 4]
        assert max(len(council) - council.count(0) for council in out) == taken and len(out[0]) == 20


@pytest.mark.slow
@pytest.mark.parametrize(("name", "value"), VARIANTS)
@pytest.mark.sample(3)
def test_every_variant_can_be_played_through(name: str, value: str) -> None:
    for seed in range(3):
        cited = whole(setup(2 + seed, **{name: value}), RandomPlayer(), seed)
        assert set(cited) <= set(game_rules().citations)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_legal_action_ends_the_game(players: int) -> None:
    assert sum(1 for _ in played(setup(players), FirstPlayer(), 1)) < 400


@pytest.mark.slow
def test_every_rule_and_ruling_is_cited() -> None:
    missing = {name for name, citation in game_rules().citations.items() if not citation.people}
    told = set(game_rules().actions)
    chosen = [setup(2), setup(4, region_agents="yes"), setup(3, seat_action="must-act", concealed="one-point")]
    players = (Explorer(), Collector(), Hoarder(), sensible_player(KIT))
    for seed in range(300):
        for step in played(chosen[seed // 4 % 3], players[seed % 4], seed):
            for event in step.events:
                missing -= set(event.rulings)
                told.discard(event.name)
        if not missing and not told:
            break
    assert (missing, told) == (set(), set())


def test_the_same_seeds_give_the_same_play() -> None:
    one, two = (play(referee(), setup(3), [RandomPlayer()] * 3, Seeds.of(5)) for _ in range(2))
    assert one == two and one != play(referee(), setup(3), [RandomPlayer()] * 3, Seeds.of(6))


@settings(max_examples=25, deadline=None)
@given(STATES, st.integers(2, 4))
def test_nobody_sees_what_is_hidden(seed: int, players: int) -> None:
    game, kind = referee(), Collector() if seed % 2 else RandomPlayer()
    last = None
    for step in played(setup(players), kind, seed):
        if last is not None and game.actor(last) == CHANCE:
            chance = game.chance_outcomes(last)
            hidden = [seat for seat in range(1, players + 1) if chance.seen_by and seat not in chance.seen_by]
            states = [game.apply(last, action).state for action, _ in chance.outcomes()]
            for seat in hidden:
                assert len({repr(game.observe(state, seat)) for state in states}) == 1
            if hidden and len(states) > 1:
                owner = chance.seen_by
                assert owner is not None
                assert len({repr(game.observe(state, owner[0])) for state in states}) == len(states)
        last = step.state


@settings(max_examples=25, deadline=None)
@given(STATES, st.data())
def test_what_is_not_legal_gets_a_sentence_and_changes_nothing(seed: int, data: st.DataObject) -> None:
    game = referee()
    states = [step.state for step in played(setup(2), RandomPlayer(), seed)]
    state = data.draw(st.sampled_from(states))
    other = data.draw(st.sampled_from(states))
    strange = [act("nonsense"), act("place", region="atlantis"), act("play", card="none"), *game.legal_actions(other)]
    for action in strange:
        if action not in game.legal_actions(state):
            before = (game.actor(state), game.legal_actions(state), game.components(state))
            with pytest.raises(IllegalAction) as refused:
                game.apply(state, action)
            sentence = str(refused.value)
            assert sentence.endswith(".") and sentence.count(". ") == 0 and "\n" not in sentence
            assert (game.actor(state), game.legal_actions(state), game.components(state)) == before


def test_every_choice_and_consequence_can_be_told() -> None:
    """Every sentence is filled from the arguments of its event, down to the last brace."""
    teller = Teller(game_rules(), KIT.pieces(4))
    for seed in range(12):
        kind = Collector() if seed % 2 else RandomPlayer()
        for step in played(setup(2 + seed % 3, region_agents="yes"), kind, seed):
            for event in step.events:
                said = teller.heading(event) + teller.tell(event)
                assert said.endswith(".") or teller.heading(event), event
                assert not {"{", "}"} & set(said)
            for action in referee().legal_actions(step.state):
                assert game_rules().actions[action.name].choose
                assert not {"{", "}"} & set(teller.offer(1, action))


@pytest.mark.slow
def test_nothing_is_told_by_its_id() -> None:
    """Empires, regions, seats, levels and actions have their names, in sentences, choices and what a person sees."""
    board, teller = referee().board, lay("war-of-whispers", 3, {}, {}).teller(1)
    ids = {*board.empires, *board.regions, "sworn", "staunch", "sheriff", "steward", "marshal", "chancellor"}
    ids |= {*(offer.id for seat in board.seats for offer in seat.offers if "-" in offer.id)}
    for step in played(setup(3, region_agents="yes"), Collector(), 4):
        lines = [teller.heading(event) + teller.tell(event) for event in step.events]
        lines += [teller.offer(1, action) for action in referee().legal_actions(step.state)]
        lines += teller.describe(referee().describe(referee().observe(step.state, 1)), referee().by_seat)
        for line in lines:
            words = set(re.findall(r"[\w-]+", line))
            assert not words & ids and not re.search(r"\b1 (banners|cards|cities|agents|points)\b", line), line


def test_a_play_that_is_called_off_has_no_winner() -> None:
    state = referee().initial_state(setup(2))
    assert referee().outcome(state) is None and ended(referee(), state, setup(2)).reason == "cap"
