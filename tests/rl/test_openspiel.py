"""Every referee is a game for OpenSpiel: its own tests pass, and its solvers find what is known of a small game."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (pip install 'pnp-tabletop[rl]')")

import pnp.rl  # noqa: E402
from pnp import catalog  # noqa: E402
from pnp.definition.load import load_game  # noqa: E402
from pnp.engine.referee import IllegalAction  # noqa: E402
from pnp.errors import InputMissing, PackageMissing, UsageError  # noqa: E402

CARDS = ("kuhn/jack", "kuhn/queen", "kuhn/king")
FEW = 300
"""Steps of a survey where what it finds does not matter."""


def passes(game: Any, plays: int = 1) -> None:
    pyspiel.random_sim_test(game, plays, True, False)


def test_openspiel_plays_a_small_game(kuhn: str) -> None:
    passes(pnp.rl.openspiel(kuhn), 5)


def test_openspiel_plays_a_large_game() -> None:
    passes(pnp.rl.openspiel("whims", 2, survey=FEW))


@pytest.mark.slow
@pytest.mark.parametrize("name", catalog.played())
def test_openspiel_plays_every_game(name: str) -> None:
    passes(pnp.rl.openspiel(name, returns="margin", survey=1000))


@pytest.mark.sweep
@pytest.mark.parametrize("returns", ["win", "margin", "score"])
@pytest.mark.parametrize("name", catalog.played())
def test_openspiel_plays_every_game_with_few_and_with_many(name: str, returns: Any) -> None:
    for players in load_game(catalog.find(name)).players:
        passes(pnp.rl.openspiel(name, players, returns=returns), 3)


def same(ours: Any, theirs: Any, known: dict[str, str]) -> int:
    """Walks through two states of Kuhn poker side by side, notes what players know, and counts histories."""
    assert ours.current_player() == theirs.current_player()
    assert ours.returns() == theirs.returns()
    if ours.is_terminal():
        return 1
    if ours.is_chance_node():
        cards = {number: CARDS.index(ours.position.numbered[number]) for number, _ in ours.chance_outcomes()}
        chances = {cards[number]: chance for number, chance in ours.chance_outcomes()}
        assert chances == pytest.approx(dict(theirs.chance_outcomes()))
    else:
        player = ours.current_player()
        text = ours.information_state_string()
        assert known.setdefault(f"{player} {theirs.information_state_string()}", text) == text
        assert [ours.action_to_string(player, action).lower() for action in ours.legal_actions()] == ["pass", "bet"]
        cards = {action: action for action in ours.legal_actions()}
        assert [*cards] == theirs.legal_actions()
    return 1 + sum(same(ours.child(our), theirs.child(their), known) for our, their in cards.items())


def test_kuhn_poker_is_the_game_that_openspiel_has(kuhn: str) -> None:
    ours, theirs = pnp.rl.openspiel(kuhn, returns="margin"), pyspiel.load_game("kuhn_poker")
    known: dict[str, str] = {}
    assert same(ours.new_initial_state(), theirs.new_initial_state(), known) == 58
    assert len(known) == len(set(known.values())) == 12
    for told in ("min_utility", "max_utility", "utility_sum", "max_game_length", "num_distinct_actions", "num_players"):
        assert getattr(ours, told)() == getattr(theirs, told)()


def test_solvers_find_the_value_of_kuhn_poker(kuhn: str) -> None:
    game = pnp.rl.openspiel(kuhn, returns="margin")
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(50):
        solver.evaluate_and_update_policy()
    policy = solver.tabular_average_policy()
    assert pyspiel.exploitability(game, policy) < 0.005
    values = pyspiel.expected_returns(game.new_initial_state(), [policy, policy], -1, True)
    assert values == pytest.approx([-1 / 18, 1 / 18], abs=0.005), "Kuhn 1950"


def test_tensors_of_a_small_game_tell_as_much_as_texts(kuhn: str) -> None:
    game = pnp.rl.openspiel(kuhn)
    ahead, tensors = [game.new_initial_state()], {}
    while ahead:
        state = ahead.pop()
        if state.is_player_node():
            tensors[tuple(state.information_state_tensor())] = state.information_state_string()
        ahead += [state.child(action) for action in state.legal_actions()]
    assert len(tensors) == len(set(tensors.values())) == 12


def test_a_game_is_found_again_by_its_text_and_a_state_by_what_was_done() -> None:
    game = pnp.rl.openspiel(
        "whispers", 3, hands=1, split_offer="poll-at-once", returns="margin", cap=90, survey=FEW
    )  # fmt: skip
    again = pyspiel.load_game(str(game))
    assert str(again) == str(game) and again.bridge.spaces is game.bridge.spaces
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert state.returns() == pickle.loads(pickle.dumps(state)).returns()
    assert str(state).startswith("Player 1 has the button first.\nPlayer 1 gets ") and "\nPlayer 1: stay in\n" in str(
        state
    )


def test_a_folder_is_a_game_too(tmp_path: Path) -> None:
    folder = tmp_path / "a, (b) = c"
    folder.mkdir()
    own = catalog.find("whims")
    for file in own.glob("*.csv"):
        (folder / file.name).write_bytes(file.read_bytes())
    (folder / "game.toml").write_bytes((own / "game.toml").read_bytes())
    game = pnp.rl.openspiel(folder, 2, survey=FEW)
    assert "(b)" not in str(game) and str(pyspiel.load_game(str(game))) == str(game)
    loaded = pnp.rl.openspiel(load_game(folder), 2, survey=FEW)
    assert str(loaded) == str(game) and loaded.bridge.spaces.actions.known == game.bridge.spaces.actions.known


def test_what_cannot_be_is_told_in_a_sentence(kuhn: str) -> None:
    with pytest.raises(InputMissing, match="no game or folder 'kuhm'; did you mean 'kuhn'"):
        pnp.rl.openspiel("kuhm")
    with pytest.raises(UsageError, match="returns: there is no 'wins'; did you mean 'win'"):
        pnp.rl.openspiel(kuhn, returns="wins")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="survey: 0 is no number of steps"):
        pnp.rl.openspiel(kuhn, survey=0)
    with pytest.raises(UsageError, match="there is no option 'hand'; did you mean 'hands'"):
        pnp.rl.openspiel("whispers", hand=1)
    with pytest.raises(UsageError, match="players, not 9"):
        pyspiel.load_game("pnp(game=whispers,players=9)")
    state = pnp.rl.openspiel(kuhn).new_initial_state()
    with pytest.raises(IllegalAction, match="7 may not be chosen now; what may be is 0, 1, 2"):
        state.apply_action(7)
    with pytest.raises(ValueError, match="cannot part it into public and private"):
        state.get_game().make_observer(pyspiel.IIGObservationType(public_info=False, perfect_recall=True), {})


@pytest.mark.parametrize(("make", "package"), [("openspiel", "pyspiel"), ("pettingzoo", "pettingzoo")])
def test_a_missing_extra_is_one_sentence(make: str, package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("pnp.rl.spiel", "pnp.rl.aec"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(PackageMissing, match=r"is not installed; install it with: pip install 'pnp-tabletop\[rl\]'"):
        getattr(pnp.rl, make)("whims")


def test_nothing_of_it_is_imported_before_it_is_asked_for() -> None:
    asked = "import sys, pnp.rl, pnp.cli; print({'pyspiel', 'pettingzoo', 'gymnasium', 'numpy'} & {*sys.modules})"
    assert subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True).stdout == "set()\n"
