"""The referee of a game whose rules are data: what a table of pieces does, as any other referee tells it."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from pnp.definition.findings import Findings, Place, quoted
from pnp.definition.load import PLAY
from pnp.definition.model import Game
from pnp.engine.action import CHANCE, OVER, Action, Chance, Event, Player, RandomPlayer, Rng, Value
from pnp.engine.odds import Bound, Measure, Odds
from pnp.engine.referee import Outcome, Referee, Step, TablePlace, Whereabouts
from pnp.engine.requirements import ComponentSet, Need, Requirements
from pnp.engine.rollout import Rollout, Seen, Standing
from pnp.engine.rules import Citation, Rules, Setup, Telling
from pnp.engine.rules import Option as TableOption
from pnp.errors import Finding, InputInvalid, UsageError
from pnp.frozen import frozen
from pnp.language.wording import Wording
from pnp.rules_language.columns import unmet
from pnp.rules_language.compile import compile_rules
from pnp.rules_language.events import LOOKS, MOVES, MOVES_SOME, PAYS, SCORES, SHOWS, UNWON, WINS
from pnp.rules_language.knowledge import sampled
from pnp.rules_language.lines import LARGEST, Notebook
from pnp.rules_language.measures import measures_of
from pnp.rules_language.model import Option, Rule, Statement, Text
from pnp.rules_language.program import UNKNOWN, Program, Raw, RuleFault
from pnp.rules_language.syntax import read_text
from pnp.rules_language.table import (
    CALLED_OFF,
    DEALT,
    MOST_CHANCES,
    MOST_CHOICES,
    PICKED,
    ROLLED,
    STUCK,
    TURNED,
    Table,
    laid_out,
)  # fmt: skip
from pnp.rules_language.translate import BOX, DICE
from pnp.sources import Sources

_CHANCES: Mapping[str, tuple[str, str]] = {
    DEALT: ("{seat} gets {piece}.", "{seat} gets a card."),
    TURNED: ("{piece} comes to {to}.", "A card goes to {to}."),
    PICKED: ("{piece} goes from {from} to {to}.", "A piece goes from {from} to {to}."),
    ROLLED: ("{die} shows {side}.", "A die is rolled where only its owner sees it."),
}


@frozen(slots=False)
class GameRules:
    """The text of a game's rules, and what the engine asks of them: citations, options and words to tell a play in."""

    text: Text
    rules: Rules
    source: str


def read_game_rules(source: str, wording: Wording, findings: Findings) -> GameRules:
    """What a `rules.play` says, before it is held against any pieces."""
    text = read_text(source, PLAY, findings)
    return GameRules(text, _rules(text, wording), source)


def _rules(text: Text, wording: Wording) -> Rules:
    in_order = dict.fromkeys((*_met(text), *text.rules))
    citations = {rule.id: Citation(rule.id, rule.title, rule.text, f"{PLAY}:{rule.token.line}") for rule in in_order}
    first = next(iter(citations), "")
    options = {
        each.name: TableOption(
            each.name, first, each.question, each.words[0] if each.words else each.default,
            {word: word for word in each.words}, each.low, each.high,
        )
        for each in text.choices
    }  # fmt: skip
    actions = {name: Telling("", told, hidden) for name, (told, hidden) in _CHANCES.items()}
    actions[MOVES] = Telling("", "{pieces} go to {to}.", "{actor} moves pieces that not all may see.")
    actions[MOVES_SOME] = Telling("", "{count} × {piece} go to {to}.", "{actor} moves pieces that not all may see.")
    actions[PAYS] = Telling("", "{actor} pays {count} × {piece}: from {from} to {to}.", "")
    actions[SHOWS] = Telling("", "{actor} shows {pieces}.", "{actor} shows pieces that not all may see.")
    actions[f"{SHOWS}-dice"] = Telling("", "{actor} shows {values}.", "{actor} shows dice that not all may see.")
    actions[LOOKS] = Telling("", "{actor} looks at {pieces}.", "{actor} looks at pieces that not all may see.")
    actions[f"{LOOKS}-dice"] = Telling("", "{actor} looks at {values}.", "{actor} looks at dice that not all may see.")
    actions[SCORES] = Telling("", "{actor} now has {points}.", "")
    actions[WINS], actions[UNWON] = Telling("", "{actor} wins.", ""), Telling("", "Nobody wins.", "")
    for option, is_secret in _all_options(text):
        said = option.name.replace("-", " ")
        holes = " ".join(f"{{{each.name}}}" for each in option.parameters)
        what = f"{said} {holes}".strip()
        actions.setdefault(option.name, Telling(what, f"{{actor}}: {what}.", "{actor} chooses in secret."))
        if is_secret:
            actions.setdefault(f"shown-{option.name}", Telling("", f"{{actor}} shows: {what}.", ""))
    endings = {rule.id.lower().replace(".", "-"): rule.text for rule in text.rules}
    endings |= {"finished": "The game is over.", STUCK: "Nobody can do anything.",
                CALLED_OFF: "The play goes on and on, and is called off."}  # fmt: skip
    seen = {place.name: f"{place.name.replace('-', ' ')}: {{{place.name}}}" for place in text.places}
    seen.setdefault(DICE, "dice: {dice}")
    seen |= {each.name: f"{each.name.replace('-', ' ')}: {{{each.name}}}" for each in text.memories}
    return Rules(citations, options, actions, endings, {}, {}, seen, wording)


def _met(text: Text) -> Iterator[Rule]:
    """The rules in the order in which a play first comes to them; what is done by a name is gone into once."""
    coming: list[Statement | Option] = [*reversed((*text.setup, *text.play))]
    done: set[str] = set()
    while coming:
        each = coming.pop()
        if each.rule is not None:
            yield each.rule
        inner: list[Statement | Option] = [*each.body]
        if isinstance(each, Statement):
            inner = [*each.options, *each.body, *each.otherwise]
            if each.form == "do" and each.said not in done:
                done.add(each.said)
                inner += text.procedures.get(each.said, ())
        coming += reversed(inner)


def _all_options(text: Text) -> Iterator[tuple[Option, bool]]:
    """Every option of every choice, and whether it is first chosen in secret and shown later."""
    coming = [each for body in (text.setup, text.play, *text.procedures.values()) for each in body][::-1]
    while coming:
        statement = coming.pop()
        inner = [*statement.body, *statement.otherwise]
        for option in statement.options:
            yield option, statement.form == "everybody" and statement.said != "secretly"
            inner += option.body
        coming += reversed(inner)


class DataReferee(Referee[Table]):
    """Plays by a text of rules. A state is a table that nobody changes once it was given out."""

    def __init__(self, components: ComponentSet, rules: Rules, text: Text) -> None:
        super().__init__(components, rules)
        self._text = text
        self._programs: dict[int, Program] = {}
        secret = next((each for each in text.memories if each.view != "all"), None)
        self.unsampled = "" if secret is None else f"{PLAY}:{secret.token.line} keeps {secret.name} from some players"
        self.places = tuple(TablePlace(each.name, each.per_player, each.view != "all") for each in text.places)
        of_seats = [each.name for each in text.places if each.per_player]
        of_seats += [f"{name}-known" for name in of_seats]
        self.by_seat = frozenset([*of_seats, *(each.name for each in text.memories if each.per_player)])
        self.supply = frozenset({BOX, *(each.name for each in text.places if each.is_pile and each.view == "nobody")})

    def program(self, players: int) -> Program:
        """The rules made ready for so many players; UsageError where they do not fit the pieces."""
        if players not in self._programs:
            findings = Findings()
            made = programmed(self._text, self.kit, players, findings)
            if made is None:
                raise UsageError("\n".join(map(str, findings.ordered(PLAY))))
            self._programs[players] = made
        return self._programs[players]

    def requirements(self, setup: Setup) -> Requirements:
        """The pieces that the rules speak of, as many as there are; `proofs` counts those that they need."""
        used = self.program(setup.players).used
        pieces = [piece for piece in self.kit.pieces(setup.players) if piece.id in used]
        return Requirements(tuple(Need(piece.id, piece.part, piece.count, PLAY, played=True) for piece in pieces))

    def measures(self, setup: Setup) -> tuple[Measure, ...]:
        names = dict.fromkeys(option.name for option, _ in _all_options(self._text))
        return measures_of(setup.players, tuple(names), setup.players in self.kit.game.players)

    def mishaps(self, state: Table) -> Iterable[tuple[str, str, str]]:
        line = state.program.lines[state.pc]
        if state.reason == STUCK:
            yield (
                "stuck",
                f"{PLAY}:{line}",
                "whose turn it is can do nothing here; say what they do then, such as 'pass'",
            )
        if state.reason == CALLED_OFF:
            told = "the play goes on without an end; say what brings it to one"
            if state.asked > MOST_CHOICES:
                told = f"the play goes on after {MOST_CHOICES:,} choices; say what brings it to an end"
            elif state.chances > MOST_CHANCES:
                told = f"{state.chances:,} draws and rolls in a row bring nobody a choice; say what ends them"
            yield "endless", f"{PLAY}:{line}", told

    def initial_state(self, setup: Setup) -> Table:
        return laid_out(self.program(setup.players), {**setup.options})

    def actor(self, state: Table) -> int:
        return state.acts

    def legal_actions(self, state: Table) -> Sequence[Action]:
        return [state.action(raw) for raw in state.legal] if state.acts > 0 else []

    def chance_outcomes(self, state: Table) -> Chance:
        return state.chance()

    def follow(self, state: Table, action: Action) -> Step[Table]:
        table = state.copy()
        told: list[Event] = []
        table.told = told
        if state.acts == CHANCE:
            table.kind = state.kind
            table.bring(action)
        else:
            table.choose(self._raw(state, action))
        table.go_on()
        if table.early:  # the rules of the set-up, of which no event could tell
            told[0] = told[0]._replace(rulings=tuple(dict.fromkeys((*table.early, *told[0].rulings))))
            table.early = ()
        table.told = None
        return Step(table, tuple(told))

    def _raw(self, state: Table, action: Action) -> Raw:
        for raw in state.legal:
            if state.action(raw) == action:
                return raw
        raise AssertionError(f"{action} is not legal here")

    def objection(self, state: Table, action: Action) -> str:
        told = {each.name: each for each in state.program.options[state.wait[0]]}
        if action.name not in told:
            names = " or ".join(quoted(name) for name in dict.fromkeys(act.name for act in self.legal_actions(state)))
            return f"Seat {state.acts} may choose {names} now, not {quoted(action.name)}."
        rule = self.rules.citations[told[action.name].rules[0]]
        return f"That is no way to {action.name.replace('-', ' ')} now: see rule {rule.id}, {rule.title.rstrip('.')}."

    def outcome(self, state: Table) -> Outcome | None:
        if state.acts != OVER:
            return None
        program = state.program
        own = tuple(int(seat in state.winners) for seat in range(1, program.players + 1))
        return Outcome(state.reason, state.winners, state.scores or own)

    def sample(self, state: Table, seat: int, rng: Rng) -> Table:
        self.check_sampling()
        return sampled(state, seat, rng)

    def rollout(self, state: Table) -> TableRollout:
        table = state.copy()
        table.facts = {}  # nobody learns anything in it
        return TableRollout(self, table)

    def standing(self, state: Table) -> Standing | None:
        """The scores of the goal; each shuffle of a pile counts as the beginning of a round."""
        program = state.program
        if program.scores is None:
            return None
        scores = program.scores(state)
        return Standing(state.shuffles, tuple(-score for score in scores) if program.is_lowest else scores)

    def components(self, state: Table) -> Whereabouts:
        ids, found = state.program.ids, {}
        for spot, (place, lies) in zip(state.program.spots, enumerate(state.p)):
            pool = state.pools.get(place, ())
            if lies or pool:
                found[spot.label] = _counted(ids, lies, pool)
        return found

    def observe(self, state: Table, seat: int) -> Mapping[str, Value]:
        """What the seat may know: places and what is kept in mind, of all in seat order.

        A place whose pieces the seat knows is a tuple of their ids, from the bottom of a pile; another is their
        number, and what the seat knows of it stands beside it as `NAME-known`.
        """
        program = state.program
        found: dict[str, Value] = {"you": seat}
        views: dict[str, list[tuple[Value, Value]]] = {}
        for place, spot in enumerate(program.spots):
            if place:
                views.setdefault(spot.name, []).append(self._seen(state, place, seat))
        for declared in self._text.places:
            own = views[declared.name]
            known = tuple(each[1] for each in own)
            found[declared.name] = tuple(each[0] for each in own) if declared.per_player else own[0][0]
            if any(known):
                found[f"{declared.name}-known"] = known if declared.per_player else known[0]
        if program.dice_spot >= 0 and state.p[program.dice_spot]:
            found[DICE] = views[DICE][-1][0]
        for memory in self._text.memories:
            found[memory.name] = self._remembered(state, memory.name, seat)
        if state.acts > 0:
            found["actor"] = state.acts
        return found

    def _seen(self, state: Table, place: int, seat: int) -> tuple[Value, Value]:
        lies, bit = state.p[place], 1 << seat
        known = tuple(state.named(piece) for piece in lies if piece != UNKNOWN and state.seen[piece] & bit)
        if len(known) == len(lies):
            return known, ()
        return len(lies), tuple(sorted(map(str, known))) if known else ()

    def _remembered(self, state: Table, name: str, seat: int) -> Value:
        memory = next(each for each in self._text.memories if each.name == name)
        base, program = state.program.memory_slots[name], state.program

        def said(value: Any) -> Value:
            return (program.ids[value] if value >= 0 else None) if memory.type == "piece" else value

        if not memory.per_player:
            return said(state.v[base]) if memory.view == "all" else None
        values = [said(value) for value in state.v[base : base + program.players]]
        if memory.view == "all":
            return tuple(values)
        return tuple(value if at == seat and memory.view == "owner" else None for at, value in enumerate(values, 1))


class TableRollout(Rollout):
    """A table of its own that changes in place."""

    __slots__ = ("_referee", "_table")

    def __init__(self, referee: DataReferee, table: Table) -> None:
        self._referee, self._table = referee, table

    @property
    def actor(self) -> int:
        return self._table.acts

    @property
    def count(self) -> int:
        return len(self._table.legal)

    def actions(self) -> Sequence[Action]:
        return self._referee.legal_actions(self._table)

    def choose(self, at: int, seat: int = 0) -> Seen:
        table = self._table
        raw, is_secret = table.legal[at], table.wait[1]
        seen = table.action(raw) if seat and (not is_secret or seat == table.acts) else None
        table.choose(raw)
        table.go_on()
        return seen

    def draw(self, fraction: float, seat: int = 0) -> Seen:
        table = self._table
        mask = table.sees_chance
        value = table.draw(fraction)
        table.go_on()
        return value if mask >> seat & 1 else None

    def outcome(self) -> Outcome | None:
        return self._referee.outcome(self._table)

    def standing(self) -> Standing | None:
        return self._referee.standing(self._table)


@lru_cache(maxsize=4096)
def _counted(ids: Sequence[str], lies: tuple[int, ...], pool: tuple[int, ...]) -> Mapping[str, int]:
    return Counter(ids[piece] for piece in (*lies, *pool) if piece != UNKNOWN)


def programmed(text: Text, kit: ComponentSet, players: int, findings: Findings) -> Program | None:
    """The program for so many players with the pieces of a kit; what is wrong is noted."""
    pieces = kit.pieces(players)
    sides = {component.id: component.sides for component in kit.game.components if component.sides}
    return compile_rules(text, pieces, sides, players, Notebook(PLAY, findings))


class RefereeOfRules:
    """What a game whose rules are data has in place of a module of its own."""

    def __init__(self, text: Text) -> None:
        self._text = text

    def referee(self, components: ComponentSet, rules: Rules) -> DataReferee:
        return DataReferee(components, rules, self._text)

    def sensible_player(self, components: ComponentSet) -> Player:
        return RandomPlayer()

    def odds(self, components: ComponentSet, setup: Setup) -> tuple[Odds, ...]:
        return ()

    def bounds(self, components: ComponentSet, setup: Setup) -> tuple[Bound, ...]:
        return ()

    def proofs(self, components: ComponentSet, setup: Setup) -> tuple[Finding, ...]:
        """Whether the pieces are enough for the set-up and the first deal, whatever chance brings."""
        findings = Findings()
        _count_needs(self._text, components, setup.players, findings)
        if len(findings):
            return findings.ordered(PLAY)
        referee = self.referee(components, _rules(self._text, components.game.wording))
        try:
            state = referee.initial_state(setup)
            while state.acts == CHANCE:
                state, _ = referee.follow(state, referee.chance_outcomes(state).draw(0.0))
        except RuleFault as fault:
            return (Finding("error", "rules", f"{PLAY}:{fault.line}", fault.sentence),)
        return ()


def _count_needs(text: Text, components: ComponentSet, players: int, findings: Findings) -> None:
    """Notes every piece that the rules need with so many players, and that is not there or too many."""
    pieces = components.pieces(players)
    for need in text.needs:
        for sentence in unmet(need, pieces, text, players):
            findings.error("rules-need", Place(PLAY, need.token.line), sentence)


def referee_of(game: Game) -> tuple[RefereeOfRules, Rules] | None:
    """The referee of a game whose folder has a `rules.play`; None where there is none.

    InputInvalid with every mistake in it, SourceFault where it cannot be read.
    """
    file = Sources(game.folder).file(PLAY)
    if not os.path.lexists(file.path):
        return None
    findings = Findings()
    try:
        source = file.read_bytes(LARGEST * 4).decode("utf-8")
    except UnicodeDecodeError:
        raise InputInvalid([Finding("error", "encoding", PLAY, "it is no UTF-8; save it as UTF-8")]) from None
    made = read_game_rules(source, game.wording, findings)
    if not len(findings):
        components, numbers = ComponentSet(game), range(game.players[0], game.players[1] + 1)
        for players in numbers:
            programmed(made.text, components, players, findings)
        for players in numbers if len(findings) else ():  # what is amiss may follow from pieces that are not there
            _count_needs(made.text, components, players, findings)
    findings.finish(PLAY)
    return RefereeOfRules(made.text), made.rules
