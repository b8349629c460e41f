"""One readable record a game: it is there, it replays, and the same seed still makes it, letter for letter."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from pnp import catalog
from pnp.definition.load import load_game
from pnp.playouts.play import Sitting, lay, replayed, seated, seeds_of

FOLDER = Path(__file__).parent / "golden" / "records"

#: Players and options of short plays; a game that is not named here plays with the fewest and the usual options.
SHORT: dict[str, tuple[int, dict[str, str]]] = {
    "war-of-whispers": (2, {}),
    "whims": (3, {}),
    "whispers": (3, {"hands": "3"}),
    "whistler": (3, {"deals": "2"}),
    "wibbell": (2, {}),
}
SEED = 5


def recorded(game: str) -> str:
    players, given = SHORT.get(game) or (load_game(catalog.find(game)).players[0], {})
    table = lay(game, players, given, {})
    sitting = Sitting(table, seated(table, "sensible", None), seeds_of(SEED, None))
    return sitting.play(None, lambda events: None).as_text()


@pytest.mark.parametrize("game", catalog.played())
def test_the_same_seed_makes_the_same_record(game: str, golden: Callable[[str, str], None]) -> None:
    """In this process, whose strings have hashes of their own, as in the one that wrote the file."""
    golden(f"records/{game}.jsonl", recorded(game))


@pytest.mark.parametrize("game", catalog.played())
def test_the_record_replays(game: str) -> None:
    result = replayed(FOLDER / f"{game}.jsonl", None, {})
    assert result.findings == () and result.game == game and result.events > 10
    assert result.outcome is not None and result.outcome.winners


def test_there_is_no_record_of_anything_else() -> None:
    assert {path.stem for path in FOLDER.glob("*")} == set(catalog.played())


@pytest.mark.parametrize("game", catalog.played())
def test_what_the_record_cites_is_in_the_rules(game: str) -> None:
    """Every id in the file is one that a reader finds in the game's numbered rules and rulings."""
    _, rules = catalog.refereed(load_game(catalog.find(game)))
    lines = (FOLDER / f"{game}.jsonl").read_text(encoding="utf-8").splitlines()[1:-1]
    cited = {ruling for line in lines for ruling in json.loads(line)["rulings"]}
    assert cited and cited <= set(rules.citations)


@pytest.mark.parametrize("game", catalog.played())
@pytest.mark.sample(2)
def test_a_line_left_out_is_caught(game: str, tmp_path: Path) -> None:
    """Even where the numbers are put right; the finding names the place, or what it makes impossible later."""
    header, *events, outcome = (FOLDER / f"{game}.jsonl").read_text(encoding="utf-8").splitlines()
    for at in range(0, len(events), len(events) // 5):
        lines = [json.loads(line) for line in (*events[:at], *events[at + 1 :])]
        for line in lines[at:]:
            line["n"] -= 1
            line.update({"follows": line["follows"] - (line["follows"] > at)} if "follows" in line else {})
        path = tmp_path / "short.jsonl"
        path.write_text("\n".join([header, *map(json.dumps, lines), outcome, ""]), encoding="utf-8")
        findings = replayed(path, None, {}).findings
        assert findings and int(findings[0].where.rpartition(":")[2]) >= at + 1, f"event {at + 1} left out"
