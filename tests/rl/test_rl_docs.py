"""What docs/rl.md shows does what it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pnp.decks.new import new_deck

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (pip install 'pnp-tabletop[rl]')")
pytest.importorskip("pettingzoo", reason="PettingZoo is not installed (pip install 'pnp-tabletop[rl]')")

PAGE = (Path(__file__).parents[2] / "docs" / "rl.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


@pytest.fixture
def poker(tmp_path: Path) -> str:
    """A folder as `pnp new my-poker --like kuhn-poker` makes it."""
    new_deck(tmp_path / "my-poker", "kuhn-poker")
    return str(tmp_path / "my-poker")


def run(block: int, capsys: pytest.CaptureFixture[str], *changes: tuple[str, str]) -> str:
    """What a block of the page prints, with some of it changed."""
    code = BLOCKS[block]
    for old, new in changes:
        assert old in code
        code = code.replace(old, new)
    exec(compile(code, f"docs/rl.md, block {block}", "exec"), {})
    return capsys.readouterr().out


def test_a_play_through_openspiel_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    lines = run(0, capsys, ("hands=1", "hands=1, survey=300")).splitlines()
    assert re.fullmatch(r"Player [12] has the button first\.", lines[0])
    assert re.fullmatch(r"\[-?[01]\.0, -?[01]\.0\]", lines[-1])
    assert not run(1, capsys, ("hands:1", "hands:1,survey=300"))


@pytest.mark.slow
def test_a_play_through_pettingzoo_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert "player_3:\n" in run(2, capsys)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_agents_learn_poker_in_ten_lines(capsys: pytest.CaptureFixture[str], poker: str) -> None:
    seeds = (
        ("import pnp.rl\n", "import pnp.rl; import numpy; numpy.random.seed(1)\n"),
        ('"margin")', '"margin"), chance_event_sampler=rl_environment.ChanceEventSampler(1)'),
    )
    fewer = ("12_000", "4_000"), ("10_000", "2_000")
    won = re.search(r"It wins (\S+) chips", run(3, capsys, ("my-poker", poker), *fewer, *seeds))
    assert won is not None and float(won[1]) > 0.3
    _, _, learning = BLOCKS[3].split("\n\n")
    assert learning.count("\n") <= 10


@pytest.mark.slow
def test_the_tabular_agent_learns(capsys: pytest.CaptureFixture[str]) -> None:
    few = ("10_000", "1_000"), ("defaultdict(float)", "random.seed(1) or env.reset(seed=1) or defaultdict(float)")
    won = re.search(r"It wins (\d+) %", run(4, capsys, *few))
    assert won is not None and int(won[1]) > 55


def test_a_small_game_is_solved(capsys: pytest.CaptureFixture[str], poker: str) -> None:
    exploitability, values = run(5, capsys, ("my-poker", poker), ("1_000", "50")).splitlines()
    assert float(exploitability) < 0.005 and values.startswith("[-0.05")


def test_places_are_named_as_the_page_says() -> None:
    from pnp.rl.bridge import bridge
    from pnp.rl.terms import Terms

    names = bridge("whistler", Terms(2, survey=300)).spaces.observation.names
    told = re.findall(r"such as `(hand any = [^`]*)`", PAGE)
    assert len(told) == 1 and told[0] in names
