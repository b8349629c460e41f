"""The sample deck in docs/ builds clean, shows every feature, and draws what its golden logs say."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pnp.build.build import Built, build
from pnp.build.options import INKS, BuildOptions
from pnp.definition.design import BLEEDS
from pnp.definition.load import load_game, requires
from pnp.definition.section import CONTENTS, DECK, ELEMENT, LAYOUT, STYLE
from pnp.workers import Workers

SAMPLE = Path(__file__).parents[2] / "docs" / "sample-deck"
TEXT = (SAMPLE / "deck.toml").read_text(encoding="utf-8")


def built(out: Path, **options: object) -> Built:
    with Workers(1) as workers:
        return build(str(SAMPLE), BuildOptions(**options), out, workers, lambda step, what: None)  # type: ignore[arg-type]


def test_it_draws_what_the_golden_logs_say(tmp_path: Path, golden: Callable[[str, str], None]) -> None:
    made = built(tmp_path, formats=("log",), separate=True)
    assert [entry for entry in made.manifest["findings"] if entry["severity"] != "note"] == []
    logs = sorted(made.folder.glob("*.log"))
    assert len(logs) == 4
    for log in logs:
        golden(log.name, log.read_text(encoding="utf-8"))


@pytest.mark.slow
@pytest.mark.parametrize("ink", INKS)
@pytest.mark.sample(3)
def test_it_builds_clean_in_every_ink(tmp_path: Path, ink: str) -> None:
    manifest = built(tmp_path, ink=ink, paper="letter").manifest
    assert [entry for entry in manifest["findings"] if entry["severity"] != "note"] == []
    assert sum(entry["count"] for entry in manifest["components"] if entry["kind"] == "card") == 20


def test_it_uses_every_feature() -> None:
    for key in {*DECK, *LAYOUT, *ELEMENT, *STYLE, *(key for keys in CONTENTS.values() for key in keys)} - {"bold"}:
        assert f"{key} " in TEXT or f".{key}" in TEXT or f"[{key}" in TEXT, key
    for kind in CONTENTS:
        assert f'type = "{kind}"' in TEXT
    words = ("back_layout", "twice = true", "turn = ", "is not empty", " != ", '"dice"', '"self"', "diameter")
    for word in (*words, *(f'"{bleed}"' for bleed in BLEEDS if bleed != "none")):
        assert word in TEXT, word
    tables = "".join(path.read_text(encoding="utf-8") for path in SAMPLE.glob("*.csv"))
    for word in ("**", ":lamp:", "\N{WHITE MEDIUM STAR}", "Ωρίων", "Święto Świateł", ";", "Then draw a card."):
        assert word in tables
    assert {path.suffix for path in (SAMPLE / "art").iterdir()} == {".jpg", ".png", ".webp", ".svg"}


def test_what_its_rules_need_is_there() -> None:
    game = load_game(SAMPLE)
    assert len(game.requirements) == 2 and requires(game) == ()
