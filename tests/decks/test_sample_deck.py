"""The sample deck in docs/ builds clean and draws what its golden logs say; with the other decks there it shows every
feature.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from features import DOCS, every_feature, features_of

from pnp.build.build import Built, build
from pnp.build.options import INKS, BuildOptions
from pnp.definition.load import load_game, requires
from pnp.definition.section import DECK
from pnp.workers import Workers

SAMPLE = DOCS / "sample-deck"


def built(out: Path, **options: object) -> Built:
    with Workers(1) as workers:
        return build(str(SAMPLE), BuildOptions(**options), out, workers, lambda step, what: None)  # type: ignore[arg-type]


def test_it_draws_what_the_golden_logs_say(tmp_path: Path, golden: Callable[[str, str], None]) -> None:
    made = built(tmp_path, formats=("log",), separate=True)
    assert [entry for entry in made.manifest["findings"] if entry["severity"] != "note"] == []
    logs = sorted(made.folder.glob("*.log"))
    assert len(logs) == 7
    for log in logs:
        golden(log.name, log.read_text(encoding="utf-8"))


@pytest.mark.slow
@pytest.mark.parametrize("ink", INKS)
@pytest.mark.sample(3)
def test_it_builds_clean_in_every_ink(tmp_path: Path, ink: str) -> None:
    manifest = built(tmp_path, ink=ink, paper="letter").manifest
    assert [entry for entry in manifest["findings"] if entry["severity"] != "note"] == []
    assert sum(entry["count"] for entry in manifest["components"] if entry["kind"] == "card") == 24


def test_the_decks_of_the_docs_use_every_feature() -> None:
    assert every_feature() - features_of(sorted(DOCS.rglob("deck.toml"))) == set()


def test_it_uses_every_feature() -> None:
    """Every type, way to repeat and key of layouts and styles itself, but for kinds of fills, clips and the like."""
    used = features_of([SAMPLE / "deck.toml"])
    parts = ("type", "element", "layout", "style", "along", "font")
    assert {feature for feature in every_feature() if feature.partition(" ")[0] in parts} - used == set()
    needed = (
        *(f"top {key}" for key in DECK if key != "rules"), "top seed", "component back_layout", "component where",
        "component sort", "component shuffle", "component diameter", "component outline", "table header",
        "table encoding", "table separator", "image clip", "image mask", "image fade", "image cell", "function random",
        "function choose", "function lookup", "function nth", "function split", "function pad", "function pattern",
        "function linear-gradient", "function radial-gradient", "repeat table", "repeat most", "repeat turned",
    )  # fmt: skip
    assert set(needed) - used == set()
    tables = "".join(path.read_text(encoding="utf-8", errors="replace") for path in SAMPLE.glob("*.csv"))
    for word in ("**", ":lamp:", "\N{WHITE MEDIUM STAR}", "Ωρίων", "Święto Świateł", ";", "Then draw a card."):
        assert word in tables
    assert {path.suffix for path in (SAMPLE / "art").iterdir()} == {".jpg", ".png", ".webp", ".svg"}


def test_what_its_rules_need_is_there() -> None:
    game = load_game(SAMPLE)
    assert len(game.requirements) == 2 and requires(game) == ()
