"""The batch kernel of Whispers is held to the referee: shared deals and decisions give the same hands, one by one."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any

import pytest
from click.testing import CliRunner

np = pytest.importorskip("numpy", reason="numpy is not installed (pip install 'pnp-tabletop[fast]')")

from pnp import catalog  # noqa: E402
from pnp.cli import cli  # noqa: E402
from pnp.definition.load import load_game  # noqa: E402
from pnp.engine.action import CHANCE, OVER, Action  # noqa: E402
from pnp.engine.referee import Outcome, Referee  # noqa: E402
from pnp.engine.requirements import ComponentSet  # noqa: E402
from pnp.engine.rules import Setup, read_setup  # noqa: E402
from pnp.errors import UsageError  # noqa: E402
from pnp.games.whispers import kernel  # noqa: E402
from pnp.playouts.simulate import (  # noqa: E402
    Result,
    Wanted,
    batch_simulation,
    simulate,
    simulation_of,
)
from pnp.workers import Alone, Pool  # noqa: E402

GAME = load_game(catalog.find("whispers"))
MODULE, RULES = catalog.refereed(GAME)
KIT = ComponentSet(GAME)
USUAL = {name: option.default for name, option in RULES.options.items()}
MOST_ROUNDS = 40


def setup(players: int, **given: str) -> Setup:
    return read_setup(RULES.options, GAME.players, players, {"hands": "1", **given})


REFEREE: Referee[Any] = MODULE.referee(KIT, RULES)
IDS = [piece.id for piece in KIT.pieces(4) if piece.kind == "card" for _ in range(piece.count)]
RANKS = {piece.id: int(piece.values.get("rank") or 0) for piece in KIT.pieces(4) if piece.kind == "card"}


def refereed(
    agreed: Setup, order: Sequence[str], button: int, rng: Any, limit: int | None
) -> tuple[Outcome, Mapping[str, int]]:
    """One hand by the referee: the button given, cards in the order given, and choices by the lots or the limit."""
    state = REFEREE.initial_state(agreed)
    dealt = decisions = rounds = 0
    while (actor := REFEREE.actor(state)) != OVER:
        if actor == CHANCE:
            chance = REFEREE.chance_outcomes(state)
            action = chance.bringing(button if chance.name == "button" else order[dealt])
            dealt += chance.name == "deal"
        else:
            seen: Mapping[str, Any] = REFEREE.observe(state, actor)
            rounds = seen["round"]
            action = chosen(REFEREE.legal_actions(state), seen, rng[(actor - button) % agreed.players][rounds], limit)
            decisions += 1
        state = REFEREE.apply(state, action).state
    outcome = REFEREE.outcome(state)
    assert outcome is not None
    return outcome, {"decisions": decisions, "rounds": rounds}


def named(ranks: Any) -> list[str]:
    """The cards of a deck in the order of their ranks."""
    left = {rank: [card for card in IDS if RANKS[card] == rank] for rank in range(7)}
    return [left[int(rank)].pop() for rank in ranks]


def chosen(legal: Sequence[Action], seen: Mapping[str, Any], lot: float, limit: int | None) -> Action:
    if limit is None:
        return legal[int(lot * len(legal))]
    cards = seen["hands"][seen["you"] - 1]
    turned = seen["turned_down"][seen["you"] - 1]
    doublings = sum(not RANKS[card] for card in cards) + (turned is not None)
    at_risk = sum({RANKS[card] for card in cards}) << doublings
    return legal[1 if at_risk > limit * seen["pot"] else 0]


def held_together(players: int, stack: int, limit: int | None, hands: int, seed: int) -> set[str]:
    """Plays shared deals by both; which endings came up."""
    bits = kernel.ArrayRng(seed)
    decks = bits.decks(np.array([RANKS[card] for card in IDS], np.uint32), hands)
    buttons = bits.positions(hands, players) + 1
    rng = bits.fractions(players * MOST_ROUNDS * hands).reshape(players, MOST_ROUNDS, hands)
    policy = kernel.random_policy if limit is None else kernel.threshold_policy(limit)
    played = kernel.play(decks, players, stack, policy, lambda numbers, round: rng[:, round, numbers])
    agreed = setup(players, stack=str(stack))
    for hand in range(hands):
        button = int(buttons[hand])
        order = named(decks[hand] & 7)
        outcome, numbers = refereed(agreed, order, button, rng[:, :, hand], limit)
        scores = [0] * players
        for position in range(players):
            scores[(button - 1 + position) % players] = int(played.purses[position, hand])
        found = (tuple(scores), int(played.unclaimed[hand]), int(played.decisions[hand]), int(played.rounds[hand]))
        wanted = (outcome.scores, outcome.details["unclaimed"], numbers["decisions"], numbers["rounds"])
        assert found == wanted, (
            f"hand {hand}, {players} players, stack {stack}, limit {limit}, button {button}: {order}"
        )
    return {tuple(kernel.ENDINGS)[ending] for ending in played.ending}


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_some_hundreds_of_shared_deals(players: int) -> None:
    endings = held_together(players, 100, None, 150, seed=players)
    assert endings == set(kernel.ENDINGS) - ({"split"} if players == 2 else set())


@pytest.mark.parametrize("limit", [2, 6, 9999])
def test_players_with_a_threshold(limit: int) -> None:
    held_together(4, 100, limit, 60, seed=limit)


def test_penalties_beyond_the_purse() -> None:
    held_together(5, 3, 9999, 120, seed=5)


@pytest.mark.slow
def test_ten_thousand_shared_deals() -> None:
    for players in (2, 3, 4, 5, 6):
        held_together(players, 100, None, 1_600, seed=100 + players)
        held_together(players, 20, 8, 400, seed=200 + players)


def test_a_shuffle_has_every_card_once_and_every_order_alike() -> None:
    ranks = np.array(sorted(RANKS[card] for card in IDS), np.uint32)
    decks = kernel.ArrayRng(3).decks(ranks, 40_000) & 7
    assert (np.sort(decks, axis=1) == ranks).all()
    for column in (0, 20, 53):
        counts = np.bincount(decks[:, column].astype(int), minlength=7)
        # Of 40,000 cards 6 in 54 are whispers and 8 in 54 of each rank; 5 standard deviations are 360.
        assert (abs(counts - 40_000 * np.array([6, 8, 8, 8, 8, 8, 8]) / 54) < 360).all()


def test_keys_that_are_alike_are_drawn_anew() -> None:
    rng = kernel.ArrayRng(1)
    drawn = rng._sorted
    times = []

    def alike_at_first(ranks: Any, count: int) -> Any:
        keys = drawn(ranks, count)
        if not times:
            keys[:2, 7] = keys[:2, 6] ^ 1
        times.append(count)
        return keys

    rng._sorted = alike_at_first  # type: ignore[method-assign]
    assert rng.decks(np.zeros(54, np.uint32), 10).shape == (10, 54)
    assert times == [10, 2]


def test_the_bits_of_a_seed_stay_what_they_are() -> None:
    # numpy promises the raw stream of PCG64; recorded once, so that a seed keeps its hands.
    assert kernel.ArrayRng(1).positions(8, 54).tolist() == [27, 51, 7, 51, 16, 22, 44, 22]


@pytest.mark.parametrize(
    ("given", "players", "policy", "sentence"),
    [
        ({}, 8, "random", "up to 6 players"),
        ({"hands": "2"}, 4, "random", "add option hands=1"),
        ({"washout_by": "assessed"}, 4, "random", "leave out option washout_by"),
        ({}, 4, "brave", "write random, or threshold:6"),
    ],
)
def test_what_it_cannot_play_is_said(given: dict[str, str], players: int, policy: str, sentence: str) -> None:
    with pytest.raises(UsageError, match=sentence):
        kernel.Batches(KIT, setup(players, **given), USUAL, policy)


WORDS = ["simulate", "whispers", "--option", "hands=1", "--batch", "random"]


@pytest.mark.slow
def test_the_command_plays_batches_alike_on_two_processes() -> None:
    told = [
        CliRunner().invoke(cli, [*WORDS, "--players", "3-4", "--games", "20000", "--json", "--jobs", jobs])
        for jobs in ("1", "2")
    ]
    assert told[0].exit_code == 0 and told[0].stdout == told[1].stdout
    document = json.loads(told[0].stdout)
    assert sum(group["games"] for group in document["groups"]) == 20_000
    assert all(sum(ending["games"] for ending in group["endings"].values()) == group["games"]
               for group in document["groups"])  # fmt: skip


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--out", "games.csv"], "leave out --out"),
        (["--compare", "stack=10,20"], "leave out --compare or --batch"),
        (["--players", "2-8"], "up to 6 players"),
    ],
)
def test_what_a_batch_does_not_do_is_said(words: list[str], sentence: str) -> None:
    result = CliRunner().invoke(cli, [*WORDS, *words])
    assert sentence in result.output + str(result.exception)


def test_other_games_have_no_kernel() -> None:
    result = CliRunner().invoke(cli, ["simulate", "whims", "--batch", "random"])
    assert "'whims' has no batch kernel" in str(result.exception)


@pytest.mark.slow
def test_a_million_hands_agree_with_the_referee() -> None:
    plain = simulation_of(KIT, catalog.refereed, players=(4, 4), kind="random", seed=3, given={"hands": "1"}, watch=0)
    batch = batch_simulation(plain, "random", catalog.kernel_of)
    kernels = simulate(batch, Alone(), Wanted(1_000_000), None, quiet)
    pool = Pool(2)
    referees = simulate(plain, pool, Wanted(20_000), None, quiet)
    pool.close(at_once=True)
    many, few = kernels.tally.group(4), referees.tally.group(4)
    assert (many.games, few.games) == (1_000_000, 20_000)
    pairs = [(many.measures[name], few.measures[name]) for name in few.measures if name in many.measures]
    pairs += [(one.score, other.score) for one, other in zip(many.seats, few.seats)]
    assert len(pairs) == 9
    for one, other in pairs:
        error = sqrt(one.deviation**2 / one.count + other.deviation**2 / other.count)
        # Four standard errors: one sound comparison in 16,000 fails by chance.
        assert abs(one.mean - other.mean) <= 4 * error
    for one, other in zip(many.seats, few.seats):
        share = one.wins / many.games
        assert abs(share - other.wins / few.games) <= 4 * sqrt(share * (1 - share) * (1 / many.games + 1 / few.games))


def quiet(result: Result) -> None:
    """Says nothing."""
