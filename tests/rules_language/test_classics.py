"""The games to start from keep the contract, are short and proved complete; a piece too few or too many is told."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from pnp.catalog import refereed
from pnp.decks.new import new_deck, skeletons
from pnp.definition.load import load_game
from pnp.engine.conformance import check
from pnp.engine.requirements import ComponentSet
from pnp.engine.rules import read_setup
from pnp.errors import PnpError
from pnp.playouts.specification import Asked
from pnp.playouts.validate import validate
from pnp.sources import templates
from pnp.workers import Workers

GAMES = tuple(name for name in skeletons() if (templates() / "decks" / name / "rules.play").is_file())
MOST_LINES = {
    "crazy-eights": 40, "go-fish": 40, "goofspiel": 40, "hearts": 60, "kuhn-poker": 40, "leduc-poker": 40,
    "liars-dice": 40, "pig": 40,
}  # fmt: skip
PAGE = Path(__file__).parents[2] / "docs" / "rules-language.md"


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.sample(6)
def test_a_classic_keeps_the_contract_of_referees(name: str, tmp_path: Path) -> None:
    new_deck(tmp_path / "my-game", name)
    game = load_game(tmp_path / "my-game")
    module, rules = refereed(game)
    for players in dict.fromkeys(game.players):
        setup = read_setup(rules.options, game.players, players, {})
        referee = module.referee(ComponentSet(game), rules)
        assert not check(referee, setup, range(2)) and not module.proofs(ComponentSet(game), setup)


@pytest.mark.parametrize("name", GAMES)
def test_a_classic_is_short(name: str) -> None:
    text = (templates() / "decks" / name / "rules.play").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line.strip()]
    assert len(lines) <= MOST_LINES.get(name, 80) and max(map(len, lines)) <= 100


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.sample(6)
def test_a_classic_is_proved_complete(name: str, tmp_path: Path) -> None:
    new_deck(tmp_path / name, name)
    report = validate(Asked(tmp_path / name, games=12), refereed, Workers(1))
    assert report.ok, report.findings
    # A layout that decks share may have elements for cards that one of them does not have.
    assert {finding.code for finding in report.findings if finding.severity != "note"} <= {"never-shown"}


def spoilt(folder: Path) -> Iterator[tuple[Path, str]]:
    """Files of a deck with a piece too few or too many: the last row of a table, and how many there are of a part."""
    text = (folder / "deck.toml").read_text(encoding="utf-8")
    deck = tomllib.loads(text)
    for table in dict.fromkeys(part["table"] for part in deck["components"] if "table" in part):
        path = folder / deck["tables"][table]
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        yield path, "".join(lines[:-1])
    for found in re.finditer(r"^(?:each|count) = (\d+)", text, re.MULTILINE):
        many = int(found[1]) + 1
        yield folder / "deck.toml", f"{text[: found.start(1)]}{many}{text[found.end(1) :]}"


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.sample(4)
def test_a_piece_too_few_or_too_many_is_named(name: str, tmp_path: Path) -> None:
    new_deck(tmp_path / name, name)
    found = 0
    for path, text in [*spoilt(tmp_path / name)]:
        before = path.read_text(encoding="utf-8")
        path.write_text(text, encoding="utf-8")
        try:
            told = [str(each) for each in validate(Asked(tmp_path / name, games=0), refereed, Workers(1)).findings]
        except PnpError as error:
            told = str(error).splitlines()
        assert any("the rules need" in line or "no piece has" in line for line in told), (path.name, told)
        path.write_text(before, encoding="utf-8")
        found += 1
    assert found


def test_the_game_of_the_tutorial_is_sound(tmp_path: Path) -> None:
    first, *_ = re.findall(r"```rules\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    new_deck(tmp_path / "high-card", "french")
    (tmp_path / "high-card/rules.play").write_text(first, encoding="utf-8")
    game = load_game(tmp_path / "high-card")
    module, rules = refereed(game)
    setup = read_setup(rules.options, game.players, 3, {})
    assert not check(module.referee(ComponentSet(game), rules), setup, range(2))


def test_every_word_of_the_language_is_described() -> None:
    from pnp.rules_language.expressions import RESERVED
    from pnp.rules_language.statements import STATEMENTS
    from pnp.rules_language.syntax import DECLARATIONS

    page, colours = (path.read_text(encoding="utf-8") for path in (PAGE, PAGE.with_name("rules-play.tmLanguage.json")))
    for word in {*RESERVED, *DECLARATIONS, *STATEMENTS}:
        assert re.search(rf"\b{word}\b", page), word
        assert re.search(rf"[(|]{word}[|)]", colours), word
