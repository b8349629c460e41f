"""Renders a rules template as Markdown, and answers what it asks for: game, rules, options, chances, plays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from types import CodeType, TracebackType
from typing import Any, TypeVar

from jinja2 import (
    BytecodeCache,
    Environment,
    FileSystemLoader,
    StrictUndefined,
    TemplateError,
    TemplateNotFound,
    TemplateSyntaxError,
    pass_context,
)
from jinja2.bccache import Bucket
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup

from pnp.definition.findings import quoted, suggest
from pnp.engine.playout import Facts, Moment
from pnp.engine.referee import expected_of
from pnp.engine.rules import Citation, Option
from pnp.errors import Finding, InputInvalid
from pnp.frozen import frozen
from pnp.language.holes import BOOK, is_for_readers
from pnp.language.wording import Wording
from pnp.rulebook.examples import ExampleFinder, draw_tale, tell_tale
from pnp.rulebook.passages import (
    TRANSLATED,
    Said,
    Translations,
    as_markdown,
    reword,
    translation,
)
from pnp.rulebook.pictures import Canvas, Places, draw_tables
from pnp.rulebook.piece_context import PieceContext, marked_up
from pnp.rulebook.values import (
    BookError,
    TakenCards,
    Value,
    Values,
    in_words,
    one_in,
    percent,
    taken,
)
from pnp.typesetting import markdown

MACROS = "rules/macros.md"
# A template computes with what a changed game says; words where numbers were break its arithmetic.
_FAULTS = (TemplateError, BookError, ArithmeticError, LookupError, TypeError, ValueError)
_LOOKS_UP = "words"
_NAMED = (("words", ":"), ("name", ":"), ("caption", "="), ("alt", "="), ("title", "="))


@frozen
class Agreement:
    """An option as a book has it: the question, what holds unless agreed otherwise, and every other answer.

    `default` and the words of `others` come with what they mean; a number has none, and others from `low` to `high`.
    `tool` is that of the option.
    """

    name: str
    ruling: str
    question: str
    default: tuple[str, str]
    others: tuple[tuple[str, str], ...]
    low: int
    high: int
    tool: bool


@frozen
class ChanceRow:
    """What may happen: in percent, as one in so many, and as the exact fraction."""

    name: str
    english: str
    percent: str
    one_in: str
    exact: str
    wording: Wording

    @property
    def text(self) -> str:
        """What may happen, in the language of the book; looked up for those rows alone whose words a book prints."""
        return _entry(self.english, self.wording)


@frozen
class AverageRow:
    """What something comes to on average: exactly, and as a number to the tenth."""

    name: str
    english: str
    exact: Fraction
    wording: Wording

    @property
    def text(self) -> str:
        """What is counted, in the language of the book."""
        return _entry(self.english, self.wording)

    @property
    def number(self) -> str:
        return self.wording.rounded(float(self.exact), 1)


_Row = TypeVar("_Row", ChanceRow, AverageRow)


def _asked(kind: str, known: Mapping[str, _Row], names: Sequence[str]) -> list[_Row]:
    """The rows of those names in their order, or all; BookError for a name that there is not."""
    for name in names:
        if name not in known:
            raise BookError(f"nobody counts the {kind} {quoted(name)}; {suggest(name, known)}")
    return [known[name] for name in names or known]


def _agreement(option: Option, values: Values) -> Agreement:
    meanings = {word: values.said(text) for word, text in option.choices.items()}
    chosen = option.default if isinstance(option.default, tuple) else (str(option.default),)
    default = values.wording.listed(chosen), " ".join(meanings.get(word, "") for word in chosen)
    others = tuple((word, meaning) for word, meaning in meanings.items() if word not in chosen)
    return Agreement(
        option.name, option.ruling, values.said(option.text), default, others, option.low, option.high, option.tool
    )  # fmt: skip


def _entry(text: str, wording: Wording) -> str:
    """A text as the tables of all books have it: in their language, a capital first, no full stop."""
    return wording.capital(wording.said("odds", text).removesuffix("."))


@frozen
class ToldTale:
    """An example in words: title, the paragraphs of its lesson, the place of its picture, and its rows.

    In the rows, people stand by their names.
    """

    title: str
    paragraphs: tuple[str, ...]
    picture: str
    rows: tuple[Facts, ...]


class TemplateContext(PieceContext):
    """Where a rules template is written: it asks here besides for what the rules, the referee and plays know."""

    def __init__(self, finder: ExampleFinder, values: Values) -> None:
        super().__init__(finder.inventory, values)
        self.finder = finder
        self._chances: dict[int, Mapping[str, ChanceRow]] = {}

    def names(self) -> Mapping[str, Any]:
        """What templates call, by name."""
        asked: Sequence[Callable[..., Any]] = (
            self.cited, self.value, self.agreements, self.ids, self.chances, self.averages, self.extremes, self.tale,
            self.taken, self.colon,
        )  # fmt: skip
        own = {each.__name__: each for each in asked}
        return {**super().names(), **own, "tables": marked_up(self.tables)}

    def filters(self) -> Mapping[str, Callable[..., str]]:
        """What templates put words through."""
        return {**super().filters(), "said": self._said}

    # Words

    def cited(self, identifier: str) -> Citation:
        """The rule or ruling of that id, its placeholders filled."""
        known = self.finder.rules.citations
        if identifier not in known:
            raise BookError(f"there is no rule or ruling {quoted(identifier)}; {suggest(identifier, known)}")
        found = known[identifier]
        said = self.values.said
        return Citation(
            found.id, said(found.title), said(found.text), said(found.source), said(found.question),
            found.people, found.option,
        )  # fmt: skip

    def value(self, name: str) -> Value:
        """What a placeholder stands for, as a number."""
        if name not in self.values.known:
            raise BookError(f"there is no value {quoted(name)}; {suggest(name, self.values.known)}")
        return self.values.known[name]

    def _said(self, text: str) -> str:
        return self.values.said(text, translated=isinstance(text, Said) and not text.own)

    def linked(self, text: str) -> str:
        """Plain text whose ids of rules and rulings are links."""
        return markdown.link_ids(text, self.finder.rules.citations)

    def colon(self) -> str:
        """The colon of the language, with the space that it may want before it."""
        return self.wording.labelled("", "").rstrip()

    # Rows

    def taken(self, source: str) -> TakenCards | str:
        """What to take from another deck; in words why not, where it has too few cards for the game as it stands."""
        try:
            return taken(self.inventory.game, source)
        except InputInvalid as short:
            if {finding.code for finding in short.findings} != {"short"}:
                raise
            return "; ".join(finding.message for finding in short.findings)

    def agreements(self) -> list[Agreement]:
        """Every option of the rules, in their order."""
        return [_agreement(option, self.values) for option in self.finder.rules.options.values()]

    def ids(self) -> list[str]:
        """Of every rule and ruling, in their order."""
        return list(self.finder.rules.citations)

    def chances(self, players: int, names: Sequence[str] = ()) -> list[ChanceRow]:
        """The exact chances of those names in their order, or all; BookError for one that nobody counts."""
        if players not in self._chances:
            self._chances[players] = {row.name: row for row in self._counted(players)}
        return _asked("chance", self._chances[players], names)

    def _counted(self, players: int) -> Iterator[ChanceRow]:
        """Every exact chance at a table of so many players."""
        for found in self.finder.module.odds(self.finder.kit, self.finder.setup(players)):
            exact, own = found.exact, self.wording
            yield ChanceRow(found.name, found.text, percent(exact, own), one_in(exact, own), str(exact), own)

    def averages(self, players: int, names: Sequence[str] = ()) -> list[AverageRow]:
        """What is exact on average, of those names in their order, or all; BookError for one that nobody counts."""
        counted = expected_of(self.finder.module, self.finder.kit, self.finder.setup(players))
        known = {each.name: AverageRow(each.name, each.text, each.exact, self.wording) for each in counted}
        return _asked("average", known, names)

    def extremes(self, players: int, options: Mapping[str, str] | None = None) -> list[tuple[str, str, int]]:
        """Name, text and number of everything that has a most, at a table with those options."""
        bounds = self.finder.module.bounds(self.finder.kit, self.finder.setup(players, options))
        return [(bound.name, _entry(bound.text, self.wording), bound.most) for bound in bounds]

    def tale(self, name: str, share: float = 1.0) -> ToldTale:
        """A story of the game as it was found: its lesson in paragraphs, and its picture."""
        tale = self.finder.tale(name)
        narrator = self.finder.narrator(tale.story)
        figure = draw_tale(tale, narrator, self.inventory, share)
        picture = Markup(self._figure(figure)) if figure else ""
        rows = tuple(map(narrator.row, tale.story.rows(tale.moments)))
        return ToldTale(narrator.fill(tale.story.title, {}), tell_tale(tale, narrator), picture, rows)

    # Pictures

    def tables(
        self, counts: Sequence[int], until: str, seat: Sequence[str], middle: Sequence[str],
        hidden: Sequence[str] = (), columns: int = 2, seed: int = 1, title: str = "{} players",
        legend: Mapping[str, str] | None = None, **about: Any,
    ) -> str:  # fmt: skip
        """Tables seen from above, one for each number of players, as they lie when an event of that name comes.

        One table alone may have a `legend`: places in the order of their numbers, and what is said of each.
        """
        moments = [(players, self.finder.table(players, until, seed)) for players in counts]
        places, share = Places(tuple(seat), tuple(middle), tuple(hidden)), float(about.get("share", 1.0))
        about.setdefault("alt", self.from_above(counts))
        if legend:
            return self._numbered(moments, places, legend, about)
        canvas = Canvas(self.inventory)
        named = [title.replace("{}", in_words(players, self.wording)) for players in counts]
        drawn = [(self.wording.capital(own), moment.where, n) for own, (n, moment) in zip(named, moments)]
        draw_tables(canvas, drawn, places, columns, share)
        return self._placed(canvas, (), **about)

    def _numbered(
        self, moments: Sequence[tuple[int, Moment]], places: Places, legend: Mapping[str, str], about: Mapping[str, Any]
    ) -> str:
        """A table without a title, its piles numbered."""
        if len(moments) != 1:
            raise BookError("a legend explains one table; ask for one number of players")
        players, moment = moments[0]
        return self.table_with_legend(moment.where, players, places, legend, **about)


def template_of(folders: Sequence[Path], game: str) -> str | None:
    """The template of a game's book, by its name below a folder of templates; None where there is none."""
    name = f"rules/{game}.md"
    return name if any((folder / name).is_file() for folder in folders) else None


class _Loader(FileSystemLoader):
    """Reads templates, which call for the translations of their passages."""

    def __init__(self, folders: Sequence[Path], translations: Translations) -> None:
        super().__init__(folders)
        self._translations = translations

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        source, file, is_current = super().get_source(environment, template)
        return reword(source, self._translations), file, is_current


class _Compiled(BytecodeCache):
    """Templates as they were compiled, for the life of the process: what all books share is the same for each."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._known.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        assert bucket.code is not None
        self._known[bucket.key, bucket.checksum] = bucket.code


_COMPILED = _Compiled()


def _of_its_book(make: Callable[..., Any]) -> Callable[..., Any]:
    """A filter that is asked whenever a template is rendered; of what does not change Jinja would keep an answer."""
    return pass_context(lambda context, *given, **named: make(*given, **named))


class _Words(Extension):
    """Has a template look up each of its texts in quotes that is for readers, by calling `words` with it."""

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        before: tuple[object, object] = (None, None)
        for token in stream:
            if token.type == "string" and (before in _NAMED or is_for_readers(token.value)):
                line = token.lineno
                yield from (
                    Token(line, "name", _LOOKS_UP),
                    Token(line, "lparen", "("),
                    token,
                    Token(line, "rparen", ")"),
                )
            else:
                yield token
            before = before[1], token.value


def render_template(
    folders: Sequence[Path], template: str, context: PieceContext, short: bool = False, **given: object
) -> str:
    """The Markdown that a template makes: the whole book, or the short one.

    Every macro of `rules/macros.md` can be called by its name, and what is `given` besides. What a template puts out is
    words, unless it is Markdown that the template, a macro or the context has made.

    Raises InputInvalid with the place of whatever it asks for in vain.
    """
    environment = _environment(folders, context)
    environment.globals.update(given, short=short)
    try:
        return environment.get_template(template, globals=_macros(environment)).render()
    except _FAULTS as fault:
        raise InputInvalid([_finding(fault, folders, template)]) from fault


def macros_of(folders: Sequence[Path], context: PieceContext) -> Mapping[str, Callable[..., Markup]]:
    """The macros that the books of all games share, by name."""
    return _macros(_environment(folders, context))


def _macros(environment: Environment) -> dict[str, Callable[..., Markup]]:
    macros = environment.get_template(MACROS).module
    return {name: getattr(macros, name) for name in vars(macros) if not name.startswith("_")}


def _environment(folders: Sequence[Path], context: PieceContext) -> Environment:
    """What renders templates that ask that context."""
    translations = Translations(context.wording)
    environment = ImmutableSandboxedEnvironment(
        loader=_Loader(folders, translations), undefined=StrictUndefined, autoescape=True, finalize=as_markdown,
        trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True, extensions=[_Words],
        bytecode_cache=_COMPILED, optimized=False,
    )  # fmt: skip

    def words(english: str) -> Said:
        said = context.wording.passages.get((BOOK, english), english)
        return Said([said], own=said == english)

    def translated(number: int, *values: object) -> Said:
        return translation(translations.parts[number], values)

    environment.globals.update(context.names(), **{_LOOKS_UP: words, TRANSLATED: translated})
    environment.filters.update({name: _of_its_book(each) for name, each in context.filters().items()})
    return environment


def _finding(fault: Exception, folders: Sequence[Path], template: str) -> Finding:
    """Where in the templates the fault arose: the innermost line of theirs that was being rendered."""
    if isinstance(fault, TemplateSyntaxError):
        name = _name(Path(fault.filename or template), folders) or template
        return Finding("error", "template", f"{name}:{fault.lineno}", str(fault.message))
    if isinstance(fault, TemplateNotFound):
        return Finding("error", "template", template, f"there is no template '{fault.name}'")
    lines = list(_lines(fault.__traceback__, folders))
    own = [where for where in lines if where.startswith(template)]
    return Finding("error", "template", (own or lines or [template])[-1], str(fault))


def _name(path: Path, folders: Sequence[Path]) -> str | None:
    """How a template is called below the folder that it lies in; None for any other file."""
    return next((path.relative_to(folder).as_posix() for folder in folders if path.is_relative_to(folder)), None)


def _lines(trace: TracebackType | None, folders: Sequence[Path]) -> Iterator[str]:
    """`rules/whispers.md:12` for every line of a template in a trace, outermost first (Jinja rewrites them so)."""
    while trace is not None:
        if (name := _name(Path(trace.tb_frame.f_code.co_filename), folders)) is not None:
            yield f"{name}:{trace.tb_lineno}"
        trace = trace.tb_next
