"""The rulings.toml of a game: its rules, rulings and options, the words to tell a play in, and names for ids."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from pathlib import Path

from pnp.definition.document import read_file
from pnp.definition.findings import Findings, between, quoted, suggest
from pnp.definition.model import Game
from pnp.definition.section import Section
from pnp.errors import UsageError
from pnp.frozen import frozen
from pnp.language.wording import ENGLISH, Wording

Chosen = str | int | tuple[str, ...]
FORMAT = "pnp-rules/1"
FILE = "rulings.toml"
_TOP = ("format", "rules", "rulings", "options", "actions", "endings", "seen", "names", "places")
_RULE = ("id", "title", "text", "source", "people")
_RULING = ("id", "title", "question", "text", "reason", "people", "option")
_OPTION = ("name", "ruling", "text", "default", "choices", "low", "high", "many", "tool")
_WORDS = ("choose", "tell", "hidden", "heading")
_ACTION = (*_WORDS, "short")
_MOST = 1_000_000


@frozen
class Option:
    """One thing that a table may agree on: a word of `choices` (several where `many`), or a number from low to high.

    `text` asks the question, `choices` maps each word to what it means; both are for players. `ruling` is the id
    of the ruling whose reading is the default. `tool` says that only plays on a computer have to know it, so that no
    table is asked.
    """

    name: str
    ruling: str
    text: str
    default: Chosen
    choices: Mapping[str, str] = field(default_factory=dict)
    low: int = 0
    high: int = 0
    many: bool = False
    tool: bool = False

    def read(self, text: str) -> Chosen:
        """The value that a text such as `4`, `carry` or `skilled,master` means; ValueError says what would do."""
        if not self.choices:
            if text.isascii() and text.isdecimal() and len(text) <= 9 and self.low <= int(text) <= self.high:
                return int(text)
            raise ValueError(f"{quoted(text)} is no {self.name}; write a whole number from {self.low} to {self.high}")
        words = tuple(word.strip() for word in text.split(",") if word.strip()) if self.many else (text.strip(),)
        for word in words:
            if word not in self.choices:
                raise ValueError(f"{quoted(word)} is no {self.name}; {suggest(word, self.choices)}")
        return words if self.many else words[0]

    def alternatives(self) -> tuple[Chosen, ...]:
        """Values other than the default: each other word, or the two ends of the range."""
        if self.many:
            return tuple((word,) for word in self.choices if (word,) != self.default)
        others: Sequence[Chosen] = tuple(self.choices) if self.choices else (self.low, self.high)
        return tuple(value for value in dict.fromkeys(others) if value != self.default)


@frozen(slots=False)
class Setup:
    """How many play, and the value of every option of the rules."""

    players: int
    options: Mapping[str, Chosen]

    def __hash__(self) -> int:
        return hash((self.players, frozenset(self.options.items())))

    def reads(self, name: str, word: str) -> bool:
        """Whether the table reads the rules that way."""
        return self.options[name] == word

    def word(self, name: str) -> str:
        """The word chosen for an option."""
        value = self.options[name]
        assert isinstance(value, str), f"{name} is no word"
        return value

    def number(self, name: str) -> int:
        """The number chosen for an option."""
        value = self.options[name]
        assert isinstance(value, int), f"{name} is no number"
        return value

    def words(self, name: str) -> tuple[str, ...]:
        """The words chosen for an option that takes several."""
        value = self.options[name]
        assert isinstance(value, tuple), f"{name} is no list"
        return value


def read_setup(options: Mapping[str, Option], limits: tuple[int, int], players: int, given: Mapping[str, str]) -> Setup:
    """A setup with the default for whatever is not given; UsageError with one sentence for each thing that is wrong."""
    faults = []
    if not limits[0] <= players <= limits[1]:
        faults.append(f"--players: the game is for {between(*limits)} players, not {players}")
    chosen = {name: option.default for name, option in options.items()}
    for name, text in given.items():
        try:
            chosen[name] = options[name].read(text)
        except KeyError:
            faults.append(f"--option: there is no option {quoted(name)}; {suggest(name, options)}")
        except ValueError as fault:
            faults.append(f"--option {name}: {fault}")
    if faults:
        raise UsageError("\n".join(faults))
    return Setup(players, chosen)


def named(game: Game, source: str) -> Mapping[str, str]:
    """The names that a source such as `empires.name` or `map.regions.name` gives: a table, or a list or table of a
    document, and last the column or key that holds the name.

    Rows of a table are known by its first column, members of a list by their `id`, those of a document's table by
    their key. Whatever the data does not have gives no name.
    """
    *places, column = source.split(".")
    entries = _rows(game, places) if len(places) == 1 else _members(game, places)
    return {key: name for key, entry in entries if isinstance(name := entry.get(column), str)}


def _rows(game: Game, places: Sequence[str]) -> Iterator[tuple[str, Mapping[str, object]]]:
    if table := game.tables.get(places[0]):
        for row in table.rows:
            yield row[table.columns[0]], row.values


def _members(game: Game, places: Sequence[str]) -> Iterator[tuple[str, Mapping[str, object]]]:
    found: object = game.documents
    for name in places:
        found = found.get(name) if isinstance(found, Mapping) else None
    entries: list[tuple[object, object]] = []
    match found:
        case Mapping():
            entries = list(found.items())
        case [*members]:
            entries = [(member.get("id"), member) for member in members if isinstance(member, Mapping)]
    for key, entry in entries:
        if isinstance(key, str) and isinstance(entry, Mapping):
            yield key, entry


@frozen
class Citation:
    """A numbered rule (`W.3`) or a ruling (`W-08`) that events cite, in words for players.

    `source` is where a rule stands in the rules text, or a ruling's reason; `question` what a ruling settles.
    `people` says why no referee ever applies it, empty where one does.
    """

    id: str
    title: str
    text: str
    source: str
    question: str = ""
    people: str = ""
    option: str = ""


@frozen
class Telling:
    """Words for an action: `choose` offers it, `tell` says that it happened, `hidden` what those see who may not know.

    `heading` opens a new part of the play, such as `Hand {hand}`. `{actor}` and the action's arguments stand in braces,
    as `narration.py` describes; empty texts say nothing. `short` are the kinds of pieces that ran out, where the rest
    is kept on paper. What only `repeats` what the actor did in secret is told to the others who did not see it; what
    `ends` a play, and is said again of its outcome, is told where no outcome follows.
    """

    choose: str
    tell: str
    hidden: str
    heading: str = ""
    short: tuple[str, ...] = ()
    repeats: bool = False
    ends: bool = False


@frozen
class ChoiceGuide:
    """A choice of rules as data, for a summary: what it is called, its rule, and what it takes, a sentence each."""

    name: str
    rule: str
    needs: tuple[str, ...]


@frozen(slots=False)
class Rules:
    """All that a game's rulings.toml says: everything by its id or name, in the order of the file.

    `names` are what players call the things that arguments name by an id and that are no pieces: a region, a council;
    `tables` has the same by the keys of `[names]`. `seen` are the lines that show a person what their seat sees, and
    `places` what the places on the table are called, by their names with `_` for spaces.
    `guides` sum the choices up, and `terms` explain the words of the rules, where rules are data.
    All of it is in the language of `wording`; ids, and what people type, are the same in all of them.
    """

    citations: Mapping[str, Citation]
    options: Mapping[str, Option]
    actions: Mapping[str, Telling]
    endings: Mapping[str, str]
    names: Mapping[str, str] = field(default_factory=dict)
    tables: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    seen: Mapping[str, str] = field(default_factory=dict)
    wording: Wording = ENGLISH
    guides: tuple[ChoiceGuide, ...] = ()
    terms: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, str] = field(default_factory=dict)


def read_rules(folder: Path, game: Game | None = None) -> Rules:
    """The rules in that folder, with names out of the data of the game; InputInvalid with every mistake in the file."""
    findings = Findings()
    document = read_file(folder / FILE, findings)
    root = Section(document, (), document.data, _TOP, findings)
    root.choice("format", [FORMAT])
    wording = ENGLISH if game is None else game.wording
    cited = [_rule(section, wording) for section in root.tables("rules", _RULE)]
    cited += [_ruling(section, wording) for section in root.tables("rulings", _RULING)]
    options = [_option(section, wording) for section in root.tables("options", _OPTION)]
    tables = _names(root.table("names"), game)
    rules = Rules(
        citations={citation.id: citation for citation in cited},
        options={option.name: option for option in options},
        actions=_actions(root, wording),
        endings=_said(root.table("endings").texts(), wording, "endings"),
        names={key: name for table in reversed([*tables.values()]) for key, name in table.items()},
        tables=tables,
        seen=_said(root.table("seen").texts(), wording, "seen"),
        places=_said(root.table("places").texts(), wording, "places"),
        wording=wording,
    )
    _check(rules, cited, root)
    findings.finish(FILE)
    return rules


def _said(texts: Mapping[str, str], wording: Wording, context: str) -> Mapping[str, str]:
    return {key: wording.said(context, text) for key, text in texts.items()}


def _whole(texts: Mapping[str, str], wording: Wording, context: str) -> Mapping[str, str]:
    """Texts that are read together: in the language where it has all of them, else all in English."""
    said = _said(texts, wording, context)
    worded = (text for text in texts.values() if any(map(str.isalpha, text)))
    return said if all(wording.has(context, text) for text in worded) else texts


def _rule(section: Section, wording: Wording) -> Citation:
    texts = _whole({key: section.text(key, "...") for key in ("title", "text")}, wording, "rules")
    source = section.text("source", "...")
    return Citation(section.text("id", "..."), **texts, source=source, people=section.text("people", "", ""))


def _ruling(section: Section, wording: Wording) -> Citation:
    keys = ("title", "text", "question", "reason")
    texts = dict(_whole({key: section.text(key, "...") for key in keys}, wording, "rulings"))
    return Citation(
        section.text("id", "..."),
        source=texts.pop("reason"),
        **texts,
        people=section.text("people", "", ""),
        option=section.text("option", "", ""),
    )


def _option(section: Section, wording: Wording) -> Option:
    name = section.text("name", "stack")
    many = section.flag("many")
    choices = _said(section.table("choices").texts(), wording, "options")
    low, high = (section.whole(key, 0, _MOST) or 0 for key in ("low", "high"))
    return Option(
        name, section.text("ruling", "W-29"), wording.said("options", section.text("text", "...")),
        _default(section, choices, low, high, many), choices, low, high, many, section.flag("tool"),
    )  # fmt: skip


def _default(section: Section, choices: Mapping[str, str], low: int, high: int, many: bool) -> Chosen:
    if many:
        return section.slugs("default", ()) if "default" in section else ()
    if choices:
        return section.choice("default", choices)
    return section.whole("default", low, high) or 0


def _actions(root: Section, wording: Wording) -> Mapping[str, Telling]:
    section = root.table("actions")
    found = {}
    for name in section.names():
        entry = section.table(name, _ACTION)
        choose, tell, hidden, heading = (wording.said("actions", entry.text(key, "", "")) for key in _WORDS)
        found[name] = Telling(choose, tell, hidden, heading, entry.slugs("short", ()))
    return found


def _names(section: Section, game: Game | None) -> Mapping[str, Mapping[str, str]]:
    """What `[names]` calls things: each key is a table of names, or says where in the game's data they stand."""
    found: dict[str, Mapping[str, str]] = {}
    for key in section.names():
        if section.is_table(key):
            own = section.table(key).phrases()
            found[key] = own if game is None else _said(own, game.wording, "names")
        else:
            source = section.text(key, "empires.name")
            found[key] = {} if game is None else named(game, source)
    return found


def _check(rules: Rules, cited: list[Citation], root: Section) -> None:
    """Ids are unique, and options and rulings name each other."""
    if len(rules.citations) < len(cited):
        root.fault("duplicate-id", "two rules or rulings have the same id; number one anew")
    for option in rules.options.values():
        if option.ruling not in rules.citations:
            root.fault(
                "unknown-value", f"the option {quoted(option.name)} names {quoted(option.ruling)}, which is not here"
            )
    for citation in cited:
        if citation.option and citation.option not in rules.options:
            root.fault("unknown-value", f"{citation.id} names the option {quoted(citation.option)}, which is not here")
