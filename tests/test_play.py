"""`pnp play` and `pnp replay` as users and scripts meet them: the toy word for word, and every game that is played."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result
from toy import highcard

from pnp import catalog
from pnp.cli.person import Person
from pnp.cli.playing import play, replay
from pnp.decks.new import new_deck
from pnp.definition.load import load_game
from pnp.engine.action import act
from pnp.engine.playout import Seeds
from pnp.engine.rules import read_rules
from pnp.errors import InputMissing, OutputError, PnpError, UsageError
from pnp.playouts.play import Sitting, lay

TOY = str(highcard.FOLDER)


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Records go to a folder of their own, and the catalog knows who referees the toy."""
    built_in = catalog.refereed

    def refereed(game: Any) -> Any:
        return (highcard, read_rules(highcard.FOLDER)) if game.name == "highcard" else built_in(game)

    monkeypatch.setattr(catalog, "refereed", refereed)
    monkeypatch.chdir(tmp_path)


def run(command: click.Command, *arguments: str, answers: str = "") -> Result:
    return CliRunner().invoke(command, arguments, input=answers, catch_exceptions=True)


def done(command: click.Command, *arguments: str, answers: str = "", code: int = 0) -> Result:
    result = run(command, *arguments, answers=answers)
    assert result.exit_code == code, (result.output, result.exception)
    return result


def failed(command: click.Command, *arguments: str) -> str:
    """What is said on stderr, of a failure that leaves nothing on stdout and ends with the code for usage."""
    result = run(command, *arguments)
    assert not result.stdout
    if isinstance(result.exception, PnpError):
        assert isinstance(result.exception, UsageError | InputMissing)
        return str(result.exception)
    assert result.exit_code == 2, result.exception
    return result.stderr


def refused(command: click.Command, *arguments: str) -> str:
    """What is said of an input that is wrong."""
    result = run(command, *arguments)
    assert not result.stdout and isinstance(result.exception, PnpError), result.output
    return str(result.exception)


def test_a_play_is_told_in_words() -> None:
    told = done(play, TOY, "--players", "2", "--seed", "7", "--player", "first").stdout
    assert told.splitlines() == [
        "High Card 1.0, 2 players, seed 7",
        "Told with open cards: also what only some players see, or nobody does.",
        "",
        "Player 1 is dealt The Fox.",
        "",
        "Round 1",
        "Player 2 is dealt The Duck.",
        "Player 1 stakes 1 coin.",
        "Player 2 stakes 1 coin.",
        "  Player 1 shows The Fox and 1 coin.",
        "  Player 2 shows The Duck and 1 coin.",
        "  Player 1 wins 2 coins.",
        "",
        "All rounds have been played.",
        "Winner: Player 1.",
        "Scores: Player 1 5, Player 2 3.",
    ]


def test_the_same_seed_is_the_same_play_and_a_fresh_one_is_told() -> None:
    first = done(play, TOY, "--player", "random", "--option", "rounds=3").stdout
    seed = first.splitlines()[0].rpartition("seed ")[2]
    assert done(play, TOY, "--player", "random", "--option", "rounds=3", "--seed", seed).stdout == first
    assert done(play, TOY, "--player", "random", "--option", "rounds=3").stdout.splitlines()[0] != first.splitlines()[0]


def test_the_choices_have_a_seed_of_their_own() -> None:
    plays = [
        json.loads(done(play, TOY, "--player", "random", "--seed", "7", "--choice-seed", str(seed), "--json").stdout)
        for seed in range(6)
    ]
    assert len({json.dumps([line for line in one["events"] if line["actor"] == "chance"]) for one in plays}) == 1
    assert len({json.dumps(one["events"]) for one in plays}) > 1


def test_as_json_it_is_the_record() -> None:
    arguments = (TOY, "--seed", "7", "--record", "play.jsonl", "--json", "--option", "best=low")
    document = json.loads(done(play, *arguments).stdout)
    header, *events, outcome = map(json.loads, Path("play.jsonl").read_text(encoding="utf-8").splitlines())
    assert document == {key: value for key, value in header.items() if key != "format"} | {"events": events, **outcome}
    assert document["options"] == {"best": "low", "rounds": 1} and document["seats"] == ["sensible"] * 2
    assert list(document)[:6] == ["game", "version", "players", "seed", "choice_seed", "options"]


def test_midway_many_play_unless_said() -> None:
    assert "2 players" in done(play, TOY).stdout
    fewest, most = load_game(catalog.find("whispers")).players
    assert (fewest, most) == (2, 8) and (fewest + most) // 2 == 5


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((TOY, "--players", "4"), "the game is for 2 to 3 players, not 4"),
        ((TOY, "--option", "best=hihg"), "did you mean 'high'"),
        ((TOY, "--option", "rounds=0"), "from 1 to 3"),
        ((TOY, "--option", "tempo=fast"), "no option 'tempo'"),
        ((TOY, "--option", "best"), "KEY=VALUE"),
        ((TOY, "--seed", "-1"), "--seed: -1 is no seed"),
        ((TOY, "--seed", "9007199254740992"), "from 0 to 9007199254740991"),
        ((TOY, "--seed", "x"), "not a valid integer"),
        ((TOY, "--choice-seed", "-1"), "--choice-seed: -1"),
        ((TOY, "--human", "3", "--players", "2"), "no seat 3 at a table of 2"),
        ((TOY, "--human", "0"), "no seat 0"),
        ((TOY, "--human", "1", "--json"), "exclude each other"),
        ((TOY, "--player", "clever"), "clever"),
        ((TOY, "--deck", "uno"), "cannot be made from another deck"),
        (("whispers", "--deck", "unno"), "--deck: 'unno' is no deck; did you mean 'uno'?"),
        ((TOY, "--words", "mine.txt"), "--words: High Card has no list of words; leave it out"),
        (("wibbell", "--words", "mine.txt"), "'mine.txt' is not there"),
        ((TOY, "--data", "crads=x.csv"), "crads"),
        ((TOY, "--variant", "banners=cubes"), "High Card has no 'banners'; there is none"),
        (("war-of-whispers", "--variant", "banners=cuebs"), "'cuebs' cannot be had; did you mean 'cubes'?"),
        (("war-of-whispers", "--variant", "baners=cubes"), "has no 'baners'; did you mean 'banners'?"),
        (("whispres",), "whispers"),
    ],
)
def test_mistakes_get_one_sentence(arguments: tuple[str, ...], said: str) -> None:
    assert said in failed(play, *arguments)


def test_a_record_that_cannot_be_written_leaves_nothing() -> None:
    Path("full").mkdir()
    assert "--record: 'full' is a folder" in failed(play, TOY, "--record", "full")
    Path("file").write_text("kept", encoding="utf-8")
    refused = run(play, TOY, "--record", "file/play.jsonl")
    assert isinstance(refused.exception, OutputError) and not refused.stdout, "told before the play, not after it"
    assert sorted(path.name for path in Path().iterdir()) == ["file", "full"] and Path("file").read_text() == "kept"


def test_a_record_replays() -> None:
    done(play, TOY, "--players", "3", "--option", "rounds=2", "--record", "play.jsonl")
    assert "agree with the rules" in done(replay, "play.jsonl", "--game", TOY).stdout
    result = json.loads(done(replay, "play.jsonl", "--game", TOY, "--json").stdout)
    assert list(result) == ["game", "ok", "events", "outcome", "findings"]
    assert result["game"] == "highcard" and result["ok"] and result["findings"] == []
    assert result["outcome"] == json.loads(Path("play.jsonl").read_text().splitlines()[-1])["outcome"]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"coins": 1}', '"coins": 5}', ":8: replay: event 7: args.coins is 5, but the rules make it 1"),
        ('"version": "1.0"', '"version": "0.9"', ":1: header: version '0.9' was played, and 1.0 is here"),
        ('"game": "highcard"', '"game": "whispers"', ":1: header: the record is of 'whispers', not of 'highcard'"),
        ('"best": "high"', '"best": "tall"', ":1: header: the option 'best': 'tall' is no best"),
        ('"players": 2', '"players": 9', ":1: header: the game is for"),
        (
            '"seats"',
            '"deck": {"x": {"part": "card", "count": 1, "name": "X", "values": {}}}, "seats"',
            ":1: header: High Card cannot",
        ),
        ('"seats"', '"variants": {"coins": "big"}, "seats"', ":1: header: High Card has no variant 'coins'"),
        ('"seats"', '"data": {"cards": "00"}, "seats"', ":1: header: the table 'cards' was another file"),
        ('"n": 6', '"n": 6.5', ":7: syntax: 6.5 is no whole number"),
    ],
)
def test_a_record_that_is_wrong_ends_with_one(old: str, new: str, said: str) -> None:
    done(play, TOY, "--seed", "7", "--player", "first", "--record", "play.jsonl")
    text = Path("play.jsonl").read_text(encoding="utf-8")
    head, found, tail = text.rpartition(old)
    Path("play.jsonl").write_text(f"{head}{new}{tail}", encoding="utf-8")
    assert found
    result = done(replay, "play.jsonl", "--game", TOY, code=1)
    assert f"error: play.jsonl{said}" in result.stdout and "agree" not in result.stdout
    document = json.loads(done(replay, "play.jsonl", "--game", TOY, "--json", code=1).stdout)
    assert not document["ok"] and document["findings"][0]["where"].startswith("play.jsonl:")


@pytest.mark.parametrize("name", ["highcard", "/etc", TOY, "", "../whispers"])
def test_a_record_cannot_send_the_reader_anywhere(name: str) -> None:
    """The game of a header is a name that comes with pnp, never a path."""
    done(play, TOY, "--record", "play.jsonl")
    text = Path("play.jsonl").read_text(encoding="utf-8").replace('"highcard"', json.dumps(name), 1)
    Path("play.jsonl").write_text(text, encoding="utf-8")
    assert "nobody knows the rules of" in done(replay, "play.jsonl", code=1).stdout


def test_a_record_that_is_not_there() -> None:
    assert "nothing.jsonl" in failed(replay, "nothing.jsonl")


def test_another_table_must_be_given_again() -> None:
    cards = (highcard.FOLDER / "cards.csv").read_text(encoding="utf-8").replace("Whale", "Shark")
    Path("cards.csv").write_text(cards, encoding="utf-8")
    told = done(
        play, TOY, "--data", "cards=cards.csv", "--seed", "1", "--players", "3", "--record", "play.jsonl"
    ).stdout
    assert "The Whale" not in told
    assert "another file" in done(replay, "play.jsonl", "--game", TOY, code=1).stdout
    done(replay, "play.jsonl", "--game", TOY, "--data", "cards=cards.csv")


@pytest.mark.slow
def test_another_list_of_words_must_be_given_again() -> None:
    """Three words that can win: each takes a card at most, and then they are used up."""
    Path("mine.txt").write_text("quartz\njinxing\nhelped\n", encoding="utf-8")
    arguments = ("wibbell", "--players", "4", "--seed", "1", "--record", "play.jsonl")
    done(play, *arguments, "--words", "mine.txt")
    header, *_, last = map(json.loads, Path("play.jsonl").read_text(encoding="utf-8").splitlines())
    assert header["words"] == {"name": "mine.txt", "sha256": sha256(Path("mine.txt").read_bytes()).hexdigest()}
    assert set(last["outcome"]["words"]) <= {"quartz", "jinxing", "helped"}
    done(replay, "play.jsonl", "--words", "mine.txt")
    wanted = "play.jsonl:1: header: 'mine.txt' was the list of words"
    assert wanted in done(replay, "play.jsonl", code=1).stdout
    Path("other.txt").write_text("quartz\n", encoding="utf-8")
    assert wanted in done(replay, "play.jsonl", "--words", "other.txt", code=1).stdout
    assert "none.txt" in failed(replay, "play.jsonl", "--words", "none.txt")
    done(play, *arguments)
    assert "leave --words out" in done(replay, "play.jsonl", "--words", "mine.txt", code=1).stdout


@pytest.mark.slow
def test_a_variant_is_played_and_recorded() -> None:
    arguments = ("war-of-whispers", "--players", "2", "--seed", "1", "--player", "first")
    done(play, *arguments, "--variant", "banners=cubes", "--record", "cubes.jsonl")
    header, rest = Path("cubes.jsonl").read_text(encoding="utf-8").split("\n", 1)
    assert json.loads(header)["variants"] == {"banners": "cubes"}
    assert "agree with the rules" in done(replay, "cubes.jsonl").stdout
    done(play, *arguments, "--record", "chits.jsonl")
    usual, same = Path("chits.jsonl").read_text(encoding="utf-8").split("\n", 1)
    assert "variants" not in json.loads(usual) and same == rest, "no rule asks what a banner is made of"
    Path("wrong.jsonl").write_text(header.replace("cubes", "pins") + "\n" + rest, encoding="utf-8")
    said = done(replay, "wrong.jsonl", code=1).stdout
    assert "wrong.jsonl:1: header: the variant banners: 'pins' cannot be had" in said


def test_a_person_is_told_why_not() -> None:
    new_deck(Path("cards"), "crazy-eights")
    answers = "lay 6 of spades\nLay 2 of diamonds\npass\neight 2 of clubs calling hearts\nsing\n"
    said = done(play, "cards", "--players", "3", "--seed", "3", "--human", "1", answers=answers, code=130).stdout
    told = [after for line, after in pairwise(said.splitlines()) if "leaves): " in line]
    suit = (
        "The card's suit must be the suit in play, or the card's rank must be the rank of the top card of the discard"
    )
    assert told[:4] == [
        *(f"{suit}: see rule C.2, Lay a card.",) * 2,
        "The stock must be empty: see rule C.4, Draw.",
        "The card's rank must be 8: see rule C.3, Eights.",
    ]
    assert told[4].startswith("'sing' is no choice")
    knock = done(play, "whistler", "--players", "3", "--seed", "3", "--human", "1", answers="knock\n", code=130).stdout
    assert "\nSeat 2 has knocked already, and a deal has only one knock.\n" in knock


def test_a_person_plays() -> None:
    answers = "7\n\nst\n?\nstake 0\n"
    result = done(play, TOY, "--seed", "7", "--human", "2", "--record", "play.jsonl", answers=answers)
    shown = [line for line in result.stdout.splitlines() if line]
    assert shown[1:8] == [
        "Player 1 is dealt a card.",
        "Round 1",
        "Player 2 (you) is dealt The Duck.",
        "Player 1 stakes something.",
        "It is your turn.",
        "You see:",
        "  hand: The Duck",
    ]
    assert "  purses: Player 1: 4; Player 2 (you): 4" in shown
    assert [line for line in shown if "  stake " in line][:3] == [
        "  1  stake 1 coin",
        "  2  stake 2 coins",
        "  3  stake 0 coins",
    ]
    assert "'7' is no choice; type a number from 1 to 3" in result.stdout and "That is empty" in result.stdout
    assert "'st' could be 'stake 1 coin', 'stake 2 coins', 'stake 0 coins'" in result.stdout
    assert result.stdout.count("  hand: The Duck") == 2, "a question mark shows all again"
    assert "Player 2 (you) stakes 0 coins." in result.stdout
    before, _, after = result.stdout.partition("stakes 0 coins.")
    assert "The Fox" not in before and "Player 1 shows The Fox" in after, "a hand stays hidden until it is shown"
    assert json.loads(Path("play.jsonl").read_text().splitlines()[0])["seats"] == ["sensible", "human"]
    done(replay, "play.jsonl", "--game", TOY)


def test_where_there_is_much_to_see_only_changes_are_shown_again() -> None:
    table = lay(TOY, 2, {}, {})
    person = Person(table.teller(1), 1, Sitting(table, ["human", "first"], Seeds.of(1)))
    legal = [act("stake", coins=1), act("stake", coins=2)]
    views = [{f"place_{at}": at for at in range(20)} | {"pot": pot} for pot in (3, 4, 4)]
    with CliRunner().isolation(input="1\n2\n1\n") as (out, *_):
        taken = [person.choose(lambda view=view: view, legal) for view in views]
        told = out.getvalue().decode()
    assert taken == [legal[0], legal[1], legal[0]]
    assert told.count("place 7: 7") == 1 and told.count("What has changed:") == 1
    assert told.count("  pot: 4") == 1 and told.count("It is still your turn.") == 1


def test_a_person_says_what_cannot_be_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(highcard, "referee", highcard.Cheering)
    answers = "bravo2\nbravo\ncheer encore!\n4\nst\nstake 1 coin\n"
    told = done(play, TOY, "--seed", "7", "--human", "1", "--record", "play.jsonl", answers=answers).stdout
    assert "  3  stake 0 coins\n  cheer ...!\n" in told and "hooray" not in told, "no word is put into a mouth"
    assert told.count("Cheer with one word.") == 2
    cheers = [line.rpartition(": ")[2] for line in told.splitlines() if "Player 1 (you) cheers" in line]
    assert cheers == ["bravo!", "encore!", "st!"], "where any word may be said, no choice is meant by its beginning"
    done(replay, "play.jsonl", "--game", TOY)
    altered = Path("play.jsonl").read_text(encoding="utf-8").replace('"bravo"', '"b r a v o"')
    Path("play.jsonl").write_text(altered, encoding="utf-8")
    assert "seat 1 cannot do that: Cheer with one word." in done(replay, "play.jsonl", "--game", TOY, code=1).stdout


LEAVING = [("q\n", 0), ("Q\n", 0), ("", 130), ("nonsense\n", 130)]


@pytest.mark.parametrize(("answers", "code"), LEAVING)
def test_a_person_leaves(answers: str, code: int) -> None:
    arguments = (TOY, "--seed", "7", "--human", "1", "--option", "best=low")
    result = done(play, *arguments, answers=answers, code=code)
    assert f"anew with: pnp play {TOY} --players 2 --seed 7 --option best=low --human 1\n" in result.stderr
    assert "Nothing was recorded" in result.stderr and "Traceback" not in result.output


@pytest.mark.parametrize(("answers", "code"), LEAVING)
def test_what_was_played_is_kept_and_gone_on_with(answers: str, code: int) -> None:
    """Leaving and coming back is as good as staying: the same words, and the same record to the last byte."""
    arguments = (TOY, "--seed", "7", "--human", "1", "--option", "rounds=3", "--player", "random")
    stayed = done(play, *arguments, "--record", "whole.jsonl", answers="1\n2\n3\n").stdout
    left = done(play, *arguments, "--record", "play.jsonl", answers="1\n" + answers, code=code)
    assert f"play.jsonl has what was played. Go on with it: pnp play {TOY} --resume play.jsonl\n" in left.stderr
    begun = Path("play.jsonl").read_text(encoding="utf-8")
    assert "outcome" not in begun and Path("whole.jsonl").read_text(encoding="utf-8").startswith(begun)
    stops = done(replay, "play.jsonl", "--game", TOY, code=1).stdout
    assert "unfinished: the record stops after event" in stops and "pnp play --resume goes on" in stops
    done(play, TOY, "--resume", "play.jsonl", answers="2\n" + answers, code=code)
    told = done(play, TOY, "--resume", "play.jsonl", answers="3\n").stdout
    assert Path("play.jsonl").read_bytes() == Path("whole.jsonl").read_bytes()
    happened = [line for line in stayed.splitlines() if line.startswith(("Player", "  Player", "Round"))]
    assert [line for line in told.splitlines() if line in happened] == happened, "a play is told from its beginning"
    assert "has an outcome" in refused(play, TOY, "--resume", "play.jsonl")


@pytest.mark.slow
@pytest.mark.parametrize("game", catalog.played())
def test_every_game_goes_on_from_wherever_it_was_left(game: str) -> None:
    arguments = (game, "--players", str(load_game(catalog.find(game)).players[0]), "--seed", "5", "--player", "random")
    whole = done(play, *arguments, "--record", "whole.jsonl").stdout
    lines = Path("whole.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    for left in (1, len(lines) // 3, len(lines) // 2, len(lines) - 1):
        Path("play.jsonl").write_text("".join(lines[:left]), encoding="utf-8")
        assert done(play, "--resume", "play.jsonl").stdout == whole
        assert Path("play.jsonl").read_text(encoding="utf-8") == "".join(lines)


def test_a_play_that_is_gone_on_with_can_be_kept_elsewhere_and_others_may_sit_down() -> None:
    done(play, TOY, "--seed", "7", "--human", "1", "--record", "play.jsonl", answers="q\n")
    before = Path("play.jsonl").read_bytes()
    done(play, TOY, "--resume", "play.jsonl", "--player", "first", "--record", "other.jsonl")
    assert Path("play.jsonl").read_bytes() == before
    assert json.loads(Path("other.jsonl").read_text().splitlines()[0])["seats"] == ["first", "first"]
    done(replay, "other.jsonl", "--game", TOY)
    told = done(play, TOY, "--resume", "play.jsonl", "--human", "2", answers="1\n").stdout
    assert "Player 2 (you) stakes 1 coin." in told


@pytest.mark.parametrize("given", [("--players", "2"), ("--seed", "7"), ("--choice-seed", "1"), ("--deck", "uno"),
                                   ("--option", "best=low"), ("--variant", "a=b")])  # fmt: skip
def test_what_a_record_says_is_not_said_again(given: tuple[str, ...]) -> None:
    done(play, TOY, "--seed", "7", "--human", "1", "--record", "play.jsonl", answers="q\n")
    before = Path("play.jsonl").read_bytes()
    assert f"play.jsonl says it already; leave {given[0]} out" in failed(play, TOY, "--resume", "play.jsonl", *given)
    assert Path("play.jsonl").read_bytes() == before


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("highcard/rank", "highcard/runk", "play.jsonl:2: replay: event 1: chance cannot do that"),
        ('"version": "1.0"', '"version": "0.9"', "version '0.9' was played"),
        ('["human", "sensible"]', '["human"]', "'seats' names 1 for 2 players"),
        ('["human", "sensible"]', '["human", "martian"]', "'seats' says 'martian'"),
        ('["human", "sensible"]', '["human", "human"]', "one can sit here at a time"),
        ('"n": 1,', '"n": 3,', "event 3 stands where event 1 is due"),
    ],
)
def test_a_record_that_is_wrong_is_not_gone_on_with(old: str, new: str, said: str) -> None:
    done(play, TOY, "--seed", "7", "--human", "1", "--record", "play.jsonl", answers="q\n")
    text = Path("play.jsonl").read_text(encoding="utf-8").replace(old, new, 1)
    Path("play.jsonl").write_text(text, encoding="utf-8")
    assert said in refused(play, TOY, "--resume", "play.jsonl")
    assert Path("play.jsonl").read_text(encoding="utf-8") == text


def test_there_is_a_game_or_a_record() -> None:
    assert "name one, or --resume FILE" in failed(play)
    assert "none.jsonl" in failed(play, "--resume", "none.jsonl")
    done(play, TOY, "--seed", "7", "--human", "1", "--record", "play.jsonl", answers="q\n")
    assert "a person sits at seat 1" in failed(play, TOY, "--resume", "play.jsonl", "--json")


def test_replay_takes_the_number_of_steps_that_was_agreed_on() -> None:
    done(play, TOY, "--seed", "7", "--option", "rounds=3", "--record", "play.jsonl")
    lines = Path("play.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    off = '{"outcome": {"reason": "cap", "winners": [], "scores": [0, 0]}}\n'
    Path("play.jsonl").write_text("".join(lines[:3]) + off, encoding="utf-8")
    assert "stopped, no result" in done(replay, "play.jsonl", "--game", TOY, code=1).stdout
    assert "stopped, no result" in done(replay, "play.jsonl", "--game", TOY, "--cap", "2", code=1).stdout
    assert "called off" in done(replay, "play.jsonl", "--game", TOY, "--cap", "1").stdout
    assert "--cap" in failed(replay, "play.jsonl", "--game", TOY, "--cap", "0")


def test_a_record_in_another_encoding_is_not_taken_for_a_table() -> None:
    Path("play.jsonl").write_bytes('{"format": "pnp-record/1", "game": "caf\xe9"}\n'.encode("latin-1"))
    said = done(replay, "play.jsonl", code=1).stdout
    assert "save the file again as UTF-8" in said and "CSV" not in said


def test_an_interrupt_keeps_what_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C comes while programs play as well, where no prompt hears it."""

    class Interrupting(highcard.HighCard):
        def legal_actions(self, state: highcard.State) -> Any:
            asked.append(state)
            if len(asked) > 1:
                raise KeyboardInterrupt
            return super().legal_actions(state)

    asked: list[highcard.State] = []
    monkeypatch.setattr(highcard, "referee", Interrupting)
    result = done(play, TOY, "--seed", "7", "--record", "play.jsonl", code=130)
    assert "Go on with it" in result.stderr and len(Path("play.jsonl").read_text().splitlines()) > 3


def test_an_interrupt_leaves_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: object, **options: object) -> None:
        raise click.Abort  # what click makes of Ctrl-C at a prompt

    monkeypatch.setattr(click, "prompt", interrupted)
    assert "You left the table" in done(play, TOY, "--human", "1", code=130).stderr


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("replay", "nothing.jsonl"), 3, "nothing.jsonl"),
        (("replay", "broken.jsonl"), 1, ""),
        (("play", "whispers", "--players", "99"), 2, "the game is for 2 to 8 players, not 99"),
        (("play", "whispers", "--human", "1"), 130, "You left the table. Nothing was recorded."),
    ],
)
def test_exit_codes_of_the_program(arguments: tuple[str, ...], code: int, said: str) -> None:
    Path("broken.jsonl").write_text("{}\n", encoding="utf-8")
    command = [sys.executable, "-m", "pnp", *arguments]
    ended = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert ended.returncode == code and said in ended.stderr and "Traceback" not in ended.stderr


@pytest.mark.parametrize("game", catalog.played())
def test_every_game_is_told_recorded_and_replayed(game: str) -> None:
    arguments = (game, "--players", str(load_game(catalog.find(game)).players[0]), "--seed", "5")
    told = done(play, *arguments, "--record", "play.jsonl").stdout
    assert "{" not in told and f"{game}/" not in told, "every hole is filled and every piece has its name"
    assert told.count("Scores: Player 1 ") == 1
    assert json.loads(done(replay, "play.jsonl", "--json").stdout)["ok"]


@pytest.mark.parametrize("game", catalog.played())
def test_a_person_can_play_every_game(game: str) -> None:
    """Always the first choice: the play comes to its end, and every turn shows what may be done."""
    result = run(play, game, "--seed", "5", "--human", "1", "--player", "first", answers="1\n" * 20_000)
    assert result.exit_code == 0, (result.output[-500:], result.exception)
    assert "It is your turn" in result.stdout and "{" not in result.stdout


def test_the_record_of_a_deck_says_how_it_is_played_again(tmp_path: Path) -> None:
    done(play, TOY, "--record", "own.jsonl")
    told = done(play, TOY, "--record", "own.jsonl").stderr
    command = told[told.index("pnp replay ") :].partition(" plays")[0]
    assert shlex.split(command)[2:] == ["own.jsonl", "--game", TOY]
    done(replay, *shlex.split(command)[2:])
    assert "pnp replay w.jsonl plays" in done(play, "whispers", "--record", "w.jsonl", "--option", "hands=1").stderr
