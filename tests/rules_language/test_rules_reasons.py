"""Whatever may not be chosen gets a reason that is true, and the rule that the reason comes from."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner
from own_rules import seated, write_deck
from pace import within

from pnp.cli import cli
from pnp.decks.new import new_deck, skeletons
from pnp.definition.findings import Findings
from pnp.definition.load import load_game
from pnp.engine.action import CHANCE, Action, RandomPlayer, act
from pnp.engine.conformance import sentence_fault
from pnp.engine.playout import Seeds, steps
from pnp.engine.requirements import ComponentSet
from pnp.engine.rules import read_setup
from pnp.language.wording import ENGLISH
from pnp.rules_language.model import Option, Statement, Text
from pnp.rules_language.program import Program
from pnp.rules_language.reasons import reason_against
from pnp.rules_language.referee import DataReferee, programmed, read_game_rules
from pnp.rules_language.sentences import ChoiceCondition, Sentences
from pnp.rules_language.table import Table
from pnp.sources import templates

GAMES = tuple(name for name in skeletons() if (templates() / "decks" / name / "rules.play").is_file())
BOUNDLESS = ("old-maid",)
"""What has nothing to choose that could be wrong."""
MOST_DECISIONS, MOST_TRIED = 60, 40


def rebuilt(text: Text, change: Callable[[Option], Option]) -> Text:
    """The same rules with every option changed."""

    def within(statements: tuple[Statement, ...]) -> tuple[Statement, ...]:
        return tuple(
            replace(
                each,
                body=within(each.body),
                otherwise=within(each.otherwise),
                options=tuple(replace(change(option), body=within(option.body)) for option in each.options),
            )
            for each in statements
        )

    procedures = {name: within(body) for name, body in text.procedures.items()}
    return replace(text, setup=within(text.setup), play=within(text.play), procedures=procedures)


def bare(option: Option) -> Option:
    """The option without any condition."""
    parameters = tuple(replace(each, test=None, preferences=()) for each in option.parameters)
    return replace(option, test=None, parameters=parameters)


def under(condition: ChoiceCondition, name: str) -> Callable[[Option], Option]:
    """What makes options bare, but for one condition of those of that name."""

    def change(option: Option) -> Option:
        plain = bare(option)
        if option.name != name or condition.stage == "from" or condition.pick >= len(option.parameters):
            return plain
        if condition.stage == "when":
            return replace(plain, test=condition.node)
        parameters = list(plain.parameters)
        parameters[condition.pick] = replace(parameters[condition.pick], test=condition.node)
        return replace(plain, parameters=tuple(parameters))

    return change


class Court:
    """Judges reasons by the rules with nothing but the condition that they name, made ready anew."""

    def __init__(self, folder: Path) -> None:
        game = load_game(folder)
        players = game.players[0]
        self.kit = ComponentSet(game)
        made = read_game_rules((folder / "rules.play").read_text(encoding="utf-8"), ENGLISH, Findings())
        self.text, self.rules, self.players = made.text, made.rules, players
        self.referee = DataReferee(self.kit, made.rules, made.text)
        self.setup = read_setup(made.rules.options, game.players, players, {})
        self.without = self.program(bare)
        self.under = cache(lambda name, condition: self.program(under(condition, name)))

    def program(self, change: Callable[[Option], Option]) -> Program:
        made = programmed(rebuilt(self.text, change), self.kit, self.players, Findings())
        assert made is not None
        return made

    def listed(self, program: Program, table: Table) -> list[Action]:
        return [table.action(raw) for raw in program.choices[table.wait[0]](table.copy())]

    def decisions(self, seed: int) -> Iterator[Table]:
        players = [RandomPlayer()] * self.players
        for step in steps(self.referee, self.setup, players, Seeds.of(seed)):
            if step.state.acts > CHANCE:
                yield step.state

    def judge(self, state: Table, action: Action) -> str:
        """The stage of the reason against an action, which must be true."""
        reason, sentence = reason_against(state, action), self.referee.why_illegal(state, action)
        assert sentence is not None and not sentence_fault(sentence), sentence
        assert reason is not None and reason.rule in self.rules.citations
        assert sentence.endswith(f"see rule {reason.rule}, {self.rules.citations[reason.rule].title.rstrip('.')}.")
        condition = reason.condition
        if condition is None:
            assert state.wait[2] or state.wait[3] >= 0, "nothing but the order is amiss"
            assert action in self.listed(state.program, state)
            return "order"
        assert sentence.startswith(condition.sentence.rstrip("."))
        assert action not in self.listed(self.under(action.name, condition), state), (sentence, action)
        return condition.stage


def strange(court: Court, actions: list[Action]) -> Iterator[Action]:
    """Actions with other pieces and other numbers in them than there are to pick."""
    ids = [piece.id for piece in court.kit.pieces(court.players)]
    for action, own in product(actions[:1], (*ids[:2], *ids[-2:])):
        if action.args and isinstance(action.args[0][1], str):
            yield Action(action.name, ((action.args[0][0], own), *action.args[1:]))
    for action in actions[:1]:
        if action.args and isinstance(action.args[0][1], int):
            yield Action(action.name, ((action.args[0][0], 999), *action.args[1:]))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.sample(4)
def test_every_reason_is_true(name: str, tmp_path: Path) -> None:
    new_deck(tmp_path / "my-game", name)
    court = Court(tmp_path / "my-game")
    stages = set()
    for _, state in zip(range(MOST_DECISIONS), court.decisions(7)):
        legal = {*court.referee.legal_actions(state)}
        candidates = court.listed(court.without, state)
        assert legal <= {*candidates}, "conditions take away alone"
        foul = [each for each in dict.fromkeys((*candidates, *strange(court, candidates))) if each not in legal]
        stages |= {court.judge(state, each) for each in foul[:: -(-len(foul) // MOST_TRIED) or 1]}
    assert stages or name in BOUNDLESS


RULES = """
place hand of each player: seen by its owner
place pile: pile, face up
word wanted starts at stars
define fits of card: suit of card is wanted and rank of card is not 1
define best(one): rank of one is 6

setup
  "S.1 The deal. Everybody has cards."
  each x in cards
    if suit of x is stars or rank of x is 6: move x to hand of the player with lowest seat of player

play
  "S.2 Lay. Lay a card that fits, a six if you have one; then the other player."
  each player
    choose
      lay card from hand where fits of card preferring pile is not empty or best(card)
        move card to pile
      leave when pile is not empty
  nobody wins
"""


def test_a_reason_names_the_part_that_fails(tmp_path: Path) -> None:
    referee, setup = seated(write_deck(tmp_path, RULES, (2, 2)), 2)
    state = referee.initial_state(setup)
    hand = referee.observe(state, 1)["hand"][0]
    said = {own: referee.why_illegal(state, act("lay", card=own)) for own in hand}
    ends = ": see rule S.2, Lay."
    told = {own.split("/")[1]: text.removesuffix(ends) if text else None for own, text in said.items()}
    liked = "If you can, choose so that the card's rank is 6"
    assert told == {
        "moons-6": "The card's suit must be the wanted", "suns-6": "The card's suit must be the wanted",
        "stars-1": "The card's rank must not be 1", "stars-6": None,
        **{f"stars-{rank}": liked for rank in (2, 3, 4, 5)},
    }  # fmt: skip
    assert referee.why_illegal(state, act("lay", card="own-game/moons-1")) == f"The card must be in your hand{ends}"
    assert referee.why_illegal(state, act("leave")) == f"The pile must not be empty{ends}"
    assert referee.why_illegal(state, Action("lay")) == f"'lay' is not chosen with what is named here{ends}"


SENTENCES = """
place hand of each player: seen by its owner
place pile: pile, face up
place row: face up
number score of each player
player lead starts at nobody
piece mark
flag open
option wild: yes, no "Are sixes wild?"
order rank: 1 2 3 4 5 6
define worth of card: 3 if rank of card is 6 else 1
define near(one, other): suit of one is suit of other and rank of one is not rank of other
define twice(x): any y in hand where rank of y is rank of x

play
  "S.1 Go. Do something."
  choose
    go card from hand, target from others where CONDITION
      move card to pile
  nobody wins
"""


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ("not (pile is empty or open)", ["The pile must not be empty.", "“open” must not hold."]),
        ("score of target < score", ["The target's score must be below your score."]),
        ("not score of target < score", ["The target's score must be at least your score."]),
        ("rank of card in (1, 2, 6)", ["The card's rank must be 1, 2 or 6."]),
        ("card not in row", ["The card must not be in the row."]),
        ("target is left of player", ["The target must be the player to your left."]),
        ("target is not lead and wild", ["The target must not be the lead.", "The option wild must be yes."]),
        (
            "near(card, top of pile)",
            [
                "The card's suit must be the suit of the top piece of the pile.",
                "The card's rank must not be the rank of the top piece of the pile.",
            ],
        ),
        ("twice(card)", ["There must be some y in your hand where y's rank is the card's rank."]),
        ("not twice(card)", ["There must be no y in your hand where y's rank is the card's rank."]),
        (
            "every player where score > 2",
            ["For every player among the players, that player's score must be above 2."],
        ),
        (
            "worth of card > count of row",
            ["The card's worth must be above the number of pieces in the row."],
        ),
        ("card is not mark", ["The card must not be the piece mark."]),
    ],
)
def test_conditions_in_sentences(condition: str, said: list[str]) -> None:
    findings = Findings()
    text = read_game_rules(SENTENCES.replace("CONDITION", condition), ENGLISH, findings).text
    assert not len(findings), findings
    found = [each.sentence for each in Sentences(text).all_conditions() if each.stage == "where"]
    assert found == said


@pytest.mark.parametrize(
    ("language", "typed", "said"),
    [
        ([], "lay ace of clubs", "The card's suit must be the suit in play, or the card's rank must be the rank of"),
        ([], "pass", "The stock must be empty: see rule C.4, Draw."),
        (["--lang", "de"], "kreuz ass legen", "Die Karte muss die geforderte Farbe haben oder denselben Wert wie die"),
        (["--lang", "de"], "passen", "Der Stapel muss leer sein: siehe Regel C.4, Ziehen."),
    ],
)
def test_a_person_is_told_why(language: list[str], typed: str, said: str, tmp_path: Path) -> None:
    new_deck(tmp_path / "my-game", "crazy-eights")
    given = ["play", str(tmp_path / "my-game"), "--players", "4", "--human", "1", "--seed", "3", *language]
    result = CliRunner().invoke(cli, given, input=f"{typed}\nq\n", catch_exceptions=False)
    assert said in result.output


@pytest.mark.parametrize(
    "definitions",
    [
        "define d0: d0",
        "\n".join(["define d40: open", *(f"define d{at}: d{at + 1} and d{at + 1}" for at in range(39, -1, -1))]),
        "\n".join(
            ["define d40: 1", *(f"define d{at}: d{at + 1} + d{at + 1}" for at in range(39, 0, -1)), "define d0: d1 > 2"]
        ),
        "define d0: " + " or ".join(["open"] * 200),
    ],
)
def test_definitions_without_end_are_said_in_little_time(definitions: str) -> None:
    rules = SENTENCES.replace("play\n", f"{definitions}\n\nplay\n", 1).replace("CONDITION", "d0")
    with within(1):
        text = read_game_rules(rules, ENGLISH, Findings()).text
        found = [each.sentence for each in Sentences(text).all_conditions()]
    assert all(len(each) < 200 for each in found) and len(found) < 70


def test_a_choice_says_when_it_comes_up(tmp_path: Path) -> None:
    """What stands around a choice is told with what it takes; a book that says 'always' of such a choice is wrong."""
    rules = """
place stock: pile, face down
place hand of each player: face up
number due
play
  "A.1 Deal. All."
  move cards to stock
  deal 3 from stock to each hand
  each player where count of hand > 2
    if due > 0
      choose
        "A.2 Pay. Or not."
        pay
          take 1 from due
    otherwise
      choose
        "A.3 Lay. One."
        lay card from hand
          move card to stock
          if suit of card is moons
            choose
              "A.4 Shout. Or not."
              shout
                add 1 to due
  nobody wins
"""
    folder = write_deck(tmp_path, rules)
    guides = seated(folder, 2)[0].rules.guides
    count = "Only where the number of pieces in your hand is above 2."
    assert {guide.name: guide.needs for guide in guides} == {
        "pay": (count, "Only where the due is above 0."),
        "lay": (count, "Only where the due is at most 0.", "The card must be in your hand."),
        "shout": (count, "Only where the due is at most 0.", "Only where the card's suit is moons."),
    }
