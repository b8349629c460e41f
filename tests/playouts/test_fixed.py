"""What the rules fix, and what the definition of a copy says otherwise: each is named, and the set is not complete."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pnp import catalog
from pnp.build.proofs import proofread, undrawn, unread
from pnp.definition.load import load_game
from pnp.errors import InputInvalid
from pnp.playouts.specification import Asked
from pnp.playouts.validate import Report, validate
from pnp.workers import Workers


def report(folder: Path) -> Report:
    with Workers(1) as workers:
        return validate(Asked(folder, games=0), catalog.refereed, workers, proofread, undrawn)


EDITS = [
    ("whispers", "game.toml", "players = [2, 8]", "players = [2, 9]", "the rules say 2 to 8 players"),
    ("whispers", "game.toml", 'back = "back"', 'back = "self"', "its back is its own face"),
    ("whispers", "game.toml", 'diameter = "25mm"', 'diameter = "30mm"', "it must be 25 x 25 mm, round"),
    ("whispers", "game.toml", '["illustrated", "standard"]', '["standard"]', "edition 'illustrated' is missing"),
    ("whispers", "game.toml", "knocks you out: pay", "knocks you out: do not pay", "held against the rules"),
    ("whistler", "game.toml", "players = [2, 6]", "players = [2, 7]", "the rules say 2 to 6 players"),
    ("whistler", "game.toml", 'kind = "card"', 'kind = "token"', "it is a token, and it must be a card"),
    ("whistler", "pips.csv", "5,0,0\n", "", "no row rank '5', column '0', row '0'"),
    ("whistler", "courts.csv", "spades,king", "hearts,king", "the rules say 'spades'"),
    ("whistler", "hands.csv", "party,Party", "runner,Runner,264,clubs/8 hearts/9 spades/10 diamonds/jack\nparty,Party",
     "stands once too often"),
    ("whistler", "suits.csv", "hearts,hearts,heart", "hearts,hearts,spade", "the rules say 'heart'"),
    ("whims", "die.csv", "1,upper,0", "1,lower,0", "half of '1' is 'lower', the rules say 'upper'"),
    ("whims", "game.toml", 'sides = "die.number"', 'sides = "die.kite"', "its sides are 0, 1, 2"),
    ("whims", "game.toml", 'sides = "die.number"\n', "", "its sides are none, and it must be 1, 7"),
    ("whims", "die.csv", "7,upper,1", "7,upper,3", "kite of '7' is '3', the rules say '1'"),
    ("wibbell", "game.toml", "players = [2, 7]", "players = [1, 7]", "the rules say 2 to 7 players"),
    ("wibbell", "game.toml", "players = [2, 7]", "players = [2, 8]", "the rules say 2 to 7 players"),
    ("wibbell", "alphabet.csv", "A,V,,", "A,,,", "half_turn of 'A' is '', the rules say 'V'"),
    ("war-of-whispers", "abilities.csv", "Add 3 banners to one region with", "Add 4 banners to one region with",
     "'lion-2' is played with 3"),
    ("war-of-whispers", "abilities.csv", "Take the very same action a second time.", "",
     "text of 'lion-horse' is empty"),
    ("war-of-whispers", "game.toml", 'back = "back-{empire}"', 'back = "back-bear"', "it must be 'back-lion'"),
    ("war-of-whispers", "game.toml", 'back = "loyalty-back"\n', "", "its back is blank"),
    ("war-of-whispers", "game.toml", "keep {hand_limit} cards", "keep 6 cards", "held against the rules"),
    ("war-of-whispers", "empires.csv", "#e1a217", "#29557e", "differ by"),
    ("war-of-whispers", "empires.csv", "lion,Lion,#e1a217,lion", "lion,Lion,#e1a217,bear", "the rules say 'lion'"),
    ("war-of-whispers", "map.toml", '  ["chagatu", "ulunday"],\n', "", "share"),
    ("war-of-whispers", "map.toml", '["attack", "swap"] },\n]\n\n[[councils]]\nempire = "lion"',
     '["attack"] },\n]\n\n[[councils]]\nempire = "lion"', "the table has attack, swap"),
    ("war-of-whispers", "map.toml", '["bear", "lion", "horse"', '["lion", "bear", "horse"', "are the councils"),
    ("war-of-whispers", "map.toml", 'words = "Discard down to {hand_limit} cards."', 'words = "Discard to 7 cards."',
     "map.phases.cleanup.words"),
    ("war-of-whispers", "map.toml", '["aurelle", "castraval"]', '["aurelle", "castaval"]', "nothing is called so"),
]  # fmt: skip


def sifted() -> list[object]:
    """The board takes longest to draw, so most edits of its game wait for the slow tests."""
    slow = [edit for edit in EDITS if edit[0] == "war-of-whispers"][1:]
    marks = {True: [pytest.mark.slow], False: []}
    return [pytest.param(*edit, marks=marks[edit in slow], id=f"{edit[0]}-{edit[4]}"[:60]) for edit in EDITS]


@pytest.mark.parametrize(("game", "file", "own", "other", "told"), sifted())
@pytest.mark.sample(4)
def test_what_the_rules_fix(tmp_path: Path, game: str, file: str, own: str, other: str, told: str) -> None:
    folder = shutil.copytree(
        catalog.find(game), tmp_path / "copy", ignore=shutil.ignore_patterns("*.py", "__pycache__")
    )
    text = (folder / file).read_text(encoding="utf-8")
    assert own in text
    (folder / file).write_text(text.replace(own, other, 1), encoding="utf-8")
    found = report(folder)
    said = "\n".join(f"{one.where}: {one.message}" for one in found.findings if one.severity == "error")
    assert not found.ok and told in said, said
    assert "Error(" not in said and "Error:" not in said and "arg is" not in said


@pytest.mark.slow
@pytest.mark.parametrize(
    ("own", "other"), [("[endings]", "[ends]"), ('text = "', 'text = "Not so: '), ('id = "R-01"', 'id = "R-99"')]
)
def test_a_copy_keeps_the_rules_of_its_game(tmp_path: Path, own: str, other: str) -> None:
    """The referee plays by the rules that come with it; other words in a copy would not be heard."""
    folder = shutil.copytree(catalog.find("war-of-whispers"), tmp_path / "copy", ignore=shutil.ignore_patterns("*.py"))
    text = (folder / "rulings.toml").read_text(encoding="utf-8")
    assert own in text
    (folder / "rulings.toml").write_text(text.replace(own, other, 1), encoding="utf-8")
    with pytest.raises(InputInvalid, match="not as it comes with the game"):
        catalog.refereed(load_game(folder))
    with Workers(1) as workers:
        found = validate(Asked(folder, games=0), catalog.refereed, workers)
    assert {one.code for one in found.findings} == {"rules-changed"}
    (folder / "rulings.toml").write_text("# A comment changes nothing.\n" + text, encoding="utf-8")
    catalog.refereed(load_game(folder))
    (folder / "rulings.toml").unlink()
    catalog.refereed(load_game(folder))


@pytest.mark.parametrize("game", catalog.played())
def test_every_passage_has_been_read(game: str) -> None:
    """Whoever changes a passage holds it against the rules, and then runs benchmarks/proofread.py."""
    assert unread(load_game(catalog.find(game))) == ()
