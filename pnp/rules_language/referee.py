"""The referee of a game whose rules are data: what a table of pieces does, as any other referee tells it."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from pnp.definition.findings import Findings, Place, quoted
from pnp.definition.load import PLAY
from pnp.definition.model import Game
from pnp.engine.action import CHANCE, OVER, Action, Chance, Event, Player, Rng, Value
from pnp.engine.narration import TOLD
from pnp.engine.odds import Bound, Measure, Odds
from pnp.engine.playout import CALLED_OFF, TOO_MUCH
from pnp.engine.referee import Laid, Outcome, Referee, Refusal, Step, TablePlace, Whereabouts
from pnp.engine.requirements import ComponentSet, Need, Piece, Requirements
from pnp.engine.rollout import Standing
from pnp.engine.rules import Rules, Setup
from pnp.errors import Finding, InputInvalid, UsageError
from pnp.frozen import frozen
from pnp.language.wording import Wording, passage
from pnp.rules_language.columns import unmet
from pnp.rules_language.compile import check_rules, compile_rules
from pnp.rules_language.hints import near
from pnp.rules_language.knowledge import sampled
from pnp.rules_language.lines import LARGEST, Notebook
from pnp.rules_language.measures import measures_of
from pnp.rules_language.model import Text
from pnp.rules_language.names import BOX, DICE
from pnp.rules_language.program import UNKNOWN, Program, Raw, RuleFault
from pnp.rules_language.progress import TableProgress, TableRollout
from pnp.rules_language.reasons import reason_against, refused
from pnp.rules_language.sentences import REASONS
from pnp.rules_language.syntax import read_text
from pnp.rules_language.table import MOST_CHOICES, STUCK, Table
from pnp.rules_language.telling import all_options, choice_called, rules_of
from pnp.rules_language.trials import trials_of
from pnp.sources import Sources

_MOST_BYTES = LARGEST * 4
_NAME = re.compile(r"[^\W\d_][\w-]*")
_CITED = passage("{reason}: see rule {rule}, {title}.")
_UNCALLED = passage("One of these can be chosen now: {names}, but not {name}.")
_OUT_OF_ORDER = passage("Several are chosen one after the other, each once and in their order.")
_OTHERWISE = passage("{name} is not chosen with what is named here.")


@frozen(slots=False)
class GameRules:
    """The text of a game's rules, and what the engine asks of them: citations, options and words to tell a play in."""

    text: Text
    rules: Rules
    source: str


def read_game_rules(source: str, wording: Wording, findings: Findings, game: Game | None = None) -> GameRules:
    """What a `rules.play` says, before it is held against the pieces; for a game with the words that fit them."""
    text = read_text(source, PLAY, findings)
    if game is not None and {component.kind for component in game.components} == {"card"}:
        text = replace(text, called=("card", "cards"))
    for word in (*_words(source, game), *_gathered(text)) if game else ():
        wording.said(TOLD, word)  # where a play tells of it
    return GameRules(text, rules_of(text, wording, game.players[1] if game else 0), source)


def _words(source: str, game: Game) -> Iterator[str]:
    """What pieces say in the columns that the rules name."""
    named = {*_NAME.findall(source)}
    values = [component.values for component in game.components]
    found = (own[column] for own in values for column in own if column in named)
    yield from dict.fromkeys(word for word in found if len(word) > 1)


def _gathered(text: Text) -> Iterator[str]:
    """What is brought to a place from wherever it lies, as `cards`."""
    own = {each.name for each in text.places} | {each.name for each in text.memories}
    picks = {pick.name for each in text.statements() for option in each.options for pick in option.parameters}
    looped = {each.said for each in text.statements() if each.form == "each"}
    for each in text.statements():
        what = each.nodes[0] if each.form == "move" else None
        if what is not None and what.form == "name" and what.said not in own | picks | looped:
            yield what.said


class DataReferee(Referee[Table]):
    """Plays by a text of rules. A state is a table that nobody changes once it was given out."""

    def __init__(
        self, components: ComponentSet, rules: Rules, text: Text, programs: dict[int, Program] | None = None
    ) -> None:
        super().__init__(components, rules)
        self._text = text
        self._programs = {} if programs is None else programs
        secret = next((each for each in text.memories if each.view != "all"), None)
        self.unsampled = "" if secret is None else f"{PLAY}:{secret.token.line} keeps {secret.name} from some players"
        if purse := next((each for each in text.places if each.view == "secret"), None):
            self.unsampled = f"{PLAY}:{purse.token.line} keeps how many lie at {purse.name} from some players"
        self.places = tuple(TablePlace(each.name, each.per_player, each.view) for each in text.places)
        of_seats = [each.name for each in text.places if each.per_player]
        of_seats += [f"{name}-known" for name in of_seats]
        self.by_seat = frozenset([*of_seats, *(each.name for each in text.memories if each.per_player)])
        self.lowest_wins, self.partners = any(goal.is_lowest for goal in text.goals), bool(text.partners)
        self.supply = frozenset({BOX, *text.supplies()})

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
        names = dict.fromkeys(option.name for option, _ in all_options(self._text))
        return measures_of(setup.players, tuple(names))

    def mishaps(self, state: Table) -> Iterable[tuple[str, str, str]]:
        line = state.program.lines[state.pc]
        if state.reason == STUCK:
            yield (
                "stuck",
                f"{PLAY}:{line}",
                "whose turn it is can do nothing here; say what they do then, such as 'pass'",
            )
        if state.reason == CALLED_OFF:
            told = f"the play goes on after {MOST_CHOICES:,} choices; say what brings it to an end"
            if state.asked <= MOST_CHOICES:
                told = f"{state.chances:,} draws and rolls in a row bring nobody a choice; say what ends them"
            yield "endless", f"{PLAY}:{line}", told
        if state.reason == TOO_MUCH:
            told = "the play goes on without an end, or through too many things"
            yield "endless", f"{PLAY}:{line}", f"{told}; say what brings it to an end, or ask for less"

    def initial_state(self, setup: Setup) -> Table:
        return laid_out(self.program(setup.players), {**setup.options})

    def actor(self, state: Table) -> int:
        return state.acts

    def legal_actions(self, state: Table) -> Sequence[Action]:
        return [state.action(raw) for raw in state.legal] if state.acts > 0 else []

    def chance_outcomes(self, state: Table) -> Chance:
        return state.chance()

    def follow(self, state: Table, action: Action) -> Step[Table]:
        raw = None if state.acts == CHANCE else self._raw(state, action)
        table = state.copy()
        return Step(table, self.go_on(table, action, raw))

    def go_on(self, table: Table, action: Action, raw: Raw | None) -> tuple[Event, ...]:
        """Takes an action of the seat that acts, which the table knows as `raw`, or what chance brings; the table
        changes.
        """
        told: list[Event] = []
        table.told = told
        if raw is None:
            table.bring(action)
        else:
            table.choose(raw)
        table.go_on()
        if table.early:  # the rules of the set-up, of which no event could tell
            told[0] = told[0]._replace(rulings=tuple(dict.fromkeys((*table.early, *told[0].rulings))))
            table.early = ()
        table.told = None
        return tuple(told)

    def _raw(self, state: Table, action: Action) -> Raw:
        for raw in state.legal:
            if state.action(raw) == action:
                return raw
        raise AssertionError(f"{action} is not legal here")

    def objection(self, state: Table, action: Action) -> str:
        """The condition that fails, by the rule of the choice; where nothing is called so, what can be chosen."""
        wording, reason = self.rules.wording, reason_against(state, action)
        if reason is None:
            told = {each.name: each for each in state.program.options[state.wait[0]]}
            names = list(dict.fromkeys(act.name for act in self.legal_actions(state)))
            rule = told[names[0]].rules[0]
            said = wording(_UNCALLED, names=", ".join(map(self._called, names)), name=self._called(action.name))
        else:
            rule = reason.rule
            said = wording(_OUT_OF_ORDER if reason.is_whole else _OTHERWISE, name=self._called(action.name))
            if reason.condition is not None:
                said = wording.said(REASONS, reason.condition.sentence)
        citation = self.rules.citations[rule]
        return wording(_CITED, reason=said.rstrip("."), rule=rule, title=citation.title.rstrip("."))

    def refused(self, state: Table) -> Iterable[Refusal]:
        for action, reason in refused(state) if state.acts > 0 else ():
            if reason.condition is not None:
                said = self.rules.wording.said(REASONS, reason.condition.sentence)
                yield Refusal(action, reason.rule, said)

    def _called(self, name: str) -> str:
        """What a choice is called, between quotes."""
        return quoted(choice_called(name, self.rules.wording))

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
        _unlearn(table)
        return TableRollout(self, table)

    def progress(self, state: Table, is_sampled: bool = True) -> TableProgress:
        table = state.copy()
        if not is_sampled:
            _unlearn(table)
        return TableProgress(self, table)

    def standing(self, state: Table) -> Standing | None:
        """The scores of the goal; each shuffle of a pile counts as the beginning of a round."""
        before, scores = state.fuel, state.standing()
        state.fuel = before  # who looks changes nothing
        if scores is None:
            return None
        return Standing(state.shuffles, tuple(-score for score in scores) if state.program.is_lowest else scores)

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
        number, and what the seat knows of it stands beside it as `NAME-known`; a secret place of others is None.
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
            if not memory.is_untold:
                found[memory.name] = self._remembered(state, memory.name, seat)
        for name, slot in program.rounds.items():
            if state.v[slot]:
                found[name] = state.v[slot]
        if state.acts > 0:
            found["actor"] = state.acts
        return found

    def laid_out(self, state: Table, seat: int) -> Laid:
        """The table as the seat sees it, piece by piece: rules may show or hide single ones."""
        return {
            spot.label: tuple(map(_id_of, seen)) if isinstance(seen, tuple) else len(state.p[place])
            for place, spot in enumerate(state.program.spots)
            if place and not (spot.is_secret and spot.seat != seat)
            for seen, _ in [self._seen(state, place, seat)]
        }

    def _seen(self, state: Table, place: int, seat: int) -> tuple[Value, Value]:
        lies, bit, spot = state.p[place], 1 << seat, state.program.spots[place]
        if spot.is_secret and spot.seat != seat:
            return None, ()
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


def _unlearn(table: Table) -> None:
    """From now on nobody concludes anything at a table."""
    table.facts, table.insight = {}, 0


@lru_cache(maxsize=4096)
def _counted(ids: Sequence[str], lies: tuple[int, ...], pool: tuple[int, ...]) -> Mapping[str, int]:
    return Counter(ids[piece] for piece in (*lies, *pool) if piece != UNKNOWN)


def laid_out(program: Program, options: Mapping[str, Value]) -> Table:
    """The table before anything has happened, gone on with until somebody or chance has to act."""
    table = Table(program)
    table.v = [*program.start]
    for name, slot in program.option_slots.items():
        table.v[slot] = options[name]
    count = len(program.ids)
    table.p = [tuple(range(count)), *((),) * (len(program.spots) - 1)]
    table.pools = {}
    table.seen = [program.everybody] * count
    table.by = [0] * (count + 1)
    table.face = [program.sides[at][0] if at in program.sides else None for at in range(count)] + [None]
    table.told = []
    table.go_on()
    table.early = tuple(dict.fromkeys((*table.early, *(rule for each in table.told for rule in each.rulings))))
    table.told = None
    return table


def programmed(text: Text, kit: ComponentSet, players: int, findings: Findings) -> Program | None:
    """The program for so many players with the pieces of a kit; what is wrong is noted."""
    return compile_rules(text, *pieces_of(kit, players), players, Notebook(PLAY, findings))


def pieces_of(
    kit: ComponentSet, players: int
) -> tuple[Sequence[Piece], Mapping[str, tuple[str, ...]], Mapping[str, str]]:
    """The pieces with so many players; by their ids, the sides of the dice among them, and the rows of all."""
    sides = {component.id: component.sides for component in kit.game.components if component.sides}
    return kit.pieces(players), sides, {component.id: component.where for component in kit.game.components}


class RefereeOfRules:
    """What a game whose rules are data has in place of a module of its own."""

    def __init__(self, text: Text) -> None:
        self._text = text
        self._kit: ComponentSet | None = None
        self._programs: dict[int, Program] = {}
        """Those of the pieces that were asked for last, by the number of players."""

    def referee(self, components: ComponentSet, rules: Rules) -> DataReferee:
        if components is not self._kit:
            self._kit, self._programs = components, {}
        return DataReferee(components, rules, self._text, self._programs)

    def sensible_player(self, components: ComponentSet) -> Player | None:
        """Nobody: whoever plays to win by rules that are data has to search."""
        return None

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
        referee = self.referee(components, rules_of(self._text, components.game.wording))
        try:
            state = referee.initial_state(setup)
            while state.acts == CHANCE:
                state, _ = referee.follow(state, referee.chance_outcomes(state).draw(0.0))
        except RuleFault as fault:
            return (Finding("error", "rules", f"{PLAY}:{fault.line}", fault.sentence),)
        program = referee.program(setup.players)
        idle = (Finding("warning", "idle", f"{PLAY}:{line}", told) for line, told in program.idle)
        return (*idle, *odd_sides(components.game, program.said))

    def trials(
        self, components: ComponentSet, setups: Mapping[int, Setup], seed: int, games: int
    ) -> tuple[Finding, ...]:
        """What plays at random show besides, with the fewest and the most players."""
        referee = self.referee(components, rules_of(self._text, components.game.wording))
        try:
            starts = {players: referee.initial_state(setups[players]) for players in sorted({min(setups), max(setups)})}
        except RuleFault:
            return ()  # which the proofs have told
        return trials_of(self._text, starts, components, seed, games)


def odd_sides(game: Game, said: Collection[str]) -> Iterator[Finding]:
    """Sides of dice that the rules do not know, and may be misspelt, and dice with other numbers of them than those of
    their size.
    """
    dice = [component for component in game.components if component.sides]
    named = {side for die in dice for side in die.sides if side in said}
    for die in dice:
        for side in dict.fromkeys(die.sides):
            meant = near(side, sorted(named)) if side not in said and not side.isdigit() else None
            if meant is not None:
                told = f"it shows {quoted(side)}, which no rule speaks of; did you mean {quoted(meant)}?"
                yield Finding("warning", "sides", die.id, told)
        alike = [len(other.sides) for other in dice if other.trim == die.trim]
        usual = max(alike, key=alike.count)
        if len(die.sides) != usual and alike.count(usual) > alike.count(len(die.sides)):
            told = f"it shows {len(die.sides)} sides, and other dice of its size {usual}; correct its table"
            yield Finding("warning", "sides", die.id, told)


def _count_needs(text: Text, components: ComponentSet, players: int, findings: Findings) -> None:
    """Notes every piece that the rules need with so many players, and that is not there or too many."""
    pieces = components.pieces(players)
    for need in text.needs:
        for token, sentence in unmet(need, pieces, text, players):
            findings.error("rules-need", Place(PLAY, token.line, token.column), sentence)


def referee_of(game: Game) -> tuple[RefereeOfRules, Rules] | None:
    """The referee of a game whose folder has a `rules.play`; None where there is none.

    InputInvalid with every mistake in it, SourceFault where it cannot be read.
    """
    file = Sources(game.folder).file(PLAY)
    if not os.path.lexists(file.path):
        return None
    try:
        if (size := os.lstat(file.path).st_size) > _MOST_BYTES:
            told = f"it has {size / 1024**2:.1f} MB, and {_MOST_BYTES // 1024**2} MB are the most that is read of rules"
            raise InputInvalid([Finding("error", "too-large", PLAY, f"{told}; a game for people has far fewer")])
        source = file.read_bytes(_MOST_BYTES).decode("utf-8")
    except UnicodeDecodeError:
        raise InputInvalid([Finding("error", "encoding", PLAY, "it is no UTF-8; save it as UTF-8")]) from None
    return _read(_GameAndRules(game, source))


class _GameAndRules:
    """A game, which is no other even if that is equal, and the text of its rules."""

    __slots__ = ("game", "source")

    def __init__(self, game: Game, source: str) -> None:
        self.game, self.source = game, source

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _GameAndRules) and self.game is other.game and self.source == other.source

    def __hash__(self) -> int:
        return hash(self.source)


@lru_cache(1)
def _read(asked: _GameAndRules) -> tuple[RefereeOfRules, Rules]:
    """The referee that the text makes, kept since whoever proves a game asks for it several times."""
    game, findings = asked.game, Findings()
    made = read_game_rules(asked.source, game.wording, findings, game)
    if not len(findings):
        components = ComponentSet(game)
        for players in _checked_with(game.players):
            check_rules(made.text, *pieces_of(components, players), players, Notebook(PLAY, findings))
            if len(findings):  # what is amiss may follow from pieces that are not there
                _count_needs(made.text, components, players, findings)
                break
    findings.finish(PLAY)
    return RefereeOfRules(made.text), made.rules


def _checked_with(players: tuple[int, int]) -> Iterable[int]:
    """The numbers of players with which rules are checked before anybody plays: an even and an odd one, and the most;
    with all others when a table is laid for them.
    """
    low, high = players
    return sorted({low, min(low + 1, high), high})


def _id_of(seen: Value) -> str:
    """The id of a piece that a seat sees, of a die without the side that it shows."""
    return str(seen[0] if isinstance(seen, tuple) else seen)
