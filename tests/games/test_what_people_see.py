"""What a person at the table is shown, in every game and with every reading of the rules: words, and all of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import pnp.games.war_of_whispers.referee as war
from pnp import catalog
from pnp.cli.playing import play, replay
from pnp.definition.load import load_game
from pnp.engine.action import RandomPlayer, act
from pnp.engine.playout import Seeds, steps
from pnp.engine.replay import write_option
from pnp.engine.rules import read_rules
from pnp.playouts.play import PlayTable, lay

ONE_IN = 7
PRESS_ON = act("play", card="war-of-whispers/card/bear-lion", ability="bear-1", called="Press On", paid_with=None)


def readings() -> Iterator[tuple[str, int, tuple[tuple[str, str], ...]]]:
    """Every game, at its fewest and most players, and with each reading of each option by itself."""
    for name in catalog.played():
        game = load_game(catalog.find(name))
        yield from ((name, players, ()) for players in game.players)
        for option in read_rules(game.folder, game).options.values():
            for value in option.alternatives():
                many = (("deals", "3"),) if name == "whistler" else (("hands", "3"),) if name == "whispers" else ()
                yield name, min(3, game.players[1]), (*many, (option.name, write_option(value)))
    everything = (("secrecy", "everything"), ("effort", "on"), ("grade_tokens", "drawn"), ("opponents", "master"))
    yield from (("whims", 3, (*everything, ("policy", policy))) for policy in ("free", "win"))


@cache
def table_of(name: str, players: int, options: tuple[tuple[str, str], ...]) -> PlayTable:
    return lay(name, players, dict(options), {})


def views(table: PlayTable, seed: int = 2) -> Iterator[tuple[int, Any]]:
    """What the acting seat of a random play sees, once in a while."""
    referee, players = table.referee, [RandomPlayer()] * table.setup.players
    for at, step in enumerate(steps(referee, table.setup, players, Seeds.of(seed), 4000)):
        if at % ONE_IN == 0:
            seat = max(1, referee.actor(step.state))
            yield seat, referee.observe(step.state, seat)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players", "options"), list(readings()))
@pytest.mark.sample(9)
def test_all_that_is_seen_is_told_in_words(name: str, players: int, options: tuple[tuple[str, str], ...]) -> None:
    table = table_of(name, players, options)
    texts, referee = table.rules.seen, table.referee
    for seat, view in views(table):
        shown = list(referee.describe(view))
        assert {key for key, _ in shown} <= texts.keys()
        lines = table.teller(seat).describe(shown, referee.by_seat)
        assert lines and len(lines) == len(set(lines))
        for line in lines:
            assert not re.search(r"[{}_]|Player \d( \(you\))?: nothing|\b1 (cards|coins|picks|tokens)\b", line), line
            assert f"{name}/" not in line


@pytest.mark.parametrize("name", catalog.played())
def test_what_is_asked_has_a_name_in_every_game(name: str) -> None:
    """A person is offered sentences: no argument of a choice stands there by its id, none by its number alone."""
    table = table_of(name, load_game(catalog.find(name)).players[0], ())
    teller, referee = table.teller(1), table.referee
    for at, step in enumerate(steps(referee, table.setup, [RandomPlayer()] * table.setup.players, Seeds.of(3), 3000)):
        for action in referee.legal_actions(step.state) if at % ONE_IN == 0 else ():
            offered = teller.offer(1, action)
            assert " " in offered or name != "war-of-whispers", offered
            assert not re.search(rf"[{{}}_]|{name}/", offered), offered


def asked() -> set[str]:
    """Everything that a frame of the War asks for, as its code says it."""
    folder = Path(str(war.__file__)).parent
    text = "".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.py")))
    found = re.findall(r'(?:"asks": |question: ClassVar\[str\] = )"(\w+)"', text)
    return {*found, "fly", "errand", "agent_out", "agent_back"}


def test_the_war_asks_in_sentences() -> None:
    texts = table_of("war-of-whispers", 3, ()).rules.seen
    assert len(asked()) > 20 and {f"asks_{each}" for each in asked()} <= texts.keys()


def test_the_board_of_the_war_is_told_in_full() -> None:
    """Every region with all that is printed there, every neighbour, every seat, against the map itself."""
    table = table_of("war-of-whispers", 2, ())
    entries = table.game.documents["map"]
    names = {region["id"]: region["name"] for region in entries["regions"]}
    _, view = next(views(table))
    lines = table.teller(1).describe(table.referee.describe(view), table.referee.by_seat)
    for region in entries["regions"]:
        (line,) = [line for line in lines if line.startswith(f"{region['name']} (the ")]
        stands, _, near = line.partition("Next to it: ")
        kinds = [building["kind"] for building in region.get("buildings", ())]
        assert all(stands.count(f"a {kind}") == kinds.count(kind) for kind in ("city", "fort", "farm"))
        assert f": {region.get('banners', 0)} banner" in stands
        beside = {
            one if two == region["id"] else two for one, two in entries["neighbours"] if region["id"] in (one, two)
        }
        assert set(re.findall(r"[A-Z]\w+", near)) == {names[each] for each in beside}
    seats = [line for line in lines if "Agent: " in line]
    assert len(seats) == 20 and sum("attack a region" in line for line in seats) == 10
    assert "The Lion's Marshal: add 2 banners for each fort. Agent: nobody." in seats
    assert "The Elephant's Steward: draw 1 card for every 3 forts, or add 2 banners. Agent: nobody." in seats


def test_the_cards_of_the_war_are_told_with_their_effects() -> None:
    table = table_of("war-of-whispers", 2, ())
    effects = {row["ability"]: row["text"] for row in table.game.tables["abilities"].rows}
    met = 0
    for seat, view in views(table):
        lines = table.teller(seat).describe(table.referee.describe(view), table.referee.by_seat)
        for card in set(view["hand"]):
            values = table.game.component(card).values
            for ability in ("first", "second", "third"):
                met += 1
                assert any(line.endswith(effects[values[ability]]) for line in lines)
        assert not view["hand"] or any(line.startswith("You hold ") for line in lines)
    assert met > 10
    told = table.teller(1).offer(1, PRESS_ON)
    assert told.startswith("Play Press On (Bear card with Lion; paid with it: nothing): Your surviving attackers")


def told(arguments: str, answers: str = "", code: int = 130) -> str:
    result = CliRunner().invoke(play, arguments.split(), input=answers)
    assert result.exit_code == code, result.output
    return " ".join(result.output.split())


@pytest.mark.slow
@pytest.mark.parametrize("name", catalog.played())
def test_the_end_of_input_keeps_the_record(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    output = told(f"{name} --human 1 --seed 3 --record play.jsonl", "1\n" * 3)
    assert "Go on with it: pnp play --resume play.jsonl" in output
    assert "unfinished" in CliRunner().invoke(replay, ["play.jsonl"]).output
    told("--resume play.jsonl --player random", code=0)
    assert CliRunner().invoke(replay, ["play.jsonl"]).exit_code == 0


def test_what_is_hidden_is_told_as_a_bound() -> None:
    """Seven tokens lie behind the screen of the second player, and three are what anybody may count on."""
    command = "whims --players 2 --human 1 --seed 1 --option effort=on --option secrecy=everything"
    output = told(command, "1\n")
    assert "Tokens laid out for this round: Player 1 (you): 3 " in output
    assert "as far as you can tell: Player 2: at least 3" in output and "Player 2: 3" not in output
    assert "as far as you can tell: Player 2: at most 24" in output and "Player 2: 24" not in output
    open_table = told("whims --players 2 --human 1 --seed 1 --option effort=on", "1\n")
    assert "Player 2: 7" in open_table and "at least" not in open_table.partition("Player 2 shows")[2]


def test_words_say_what_a_number_is() -> None:
    whistler = told("whistler --human 1 --seed 1")
    assert "dealer: Player 3; turn: Player 1 (you)" in whistler and "turn: 1" not in whistler
    assert "In hand: Player 1 (you): 4 cards; Player 2: 4 cards" in whistler
    assert "Seen on their way into a hand: Player 4: ten of clubs" in whistler and ": nothing" not in whistler
    whispers = told("whispers --human 1 --seed 1")
    assert "Player 2: still to speak" in whispers and "asked" not in whispers
    assert "May shout: Player 1 (you), Player 2" in told("wibbell --human 1 --seed 1")


@pytest.mark.parametrize("policy", ["published", "win", "free"])
def test_who_sits_where_an_opponent_plays_is_told_why_nobody_asks(policy: str) -> None:
    command = f"whims --players 2 --human 2 --seed 1 --option opponents=master --option policy={policy}"
    output = told(command, code=130 if policy == "free" else 0)
    assert ("You sit where the master opponent plays." in output) == (policy != "free")
    assert ("It is your turn." in output) == (policy == "free")
    assert ("You have one choice, which is taken: " in output) == (policy != "free")
