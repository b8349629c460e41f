"""Renders a rules template as Markdown, and answers what it asks for: game, rules, options, chances, plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
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
from pnp.geometry import Box, Size, Transform
from pnp.language.holes import BOOK, is_for_readers
from pnp.language.wording import Wording
from pnp.rulebook.examples import BESIDE, ExampleFinder, draw_tale, tell_tale
from pnp.rulebook.passages import (
    TRANSLATED,
    Said,
    Translations,
    as_markdown,
    bounded,
    in_cell,
    in_order,
    reword,
    tied,
    translation,
    typed,
)
from pnp.rulebook.pictures import Canvas, Places, draw_table, draw_tables, lay_fan, lay_rows, number_piles
from pnp.rulebook.values import (
    BookError,
    BoxRow,
    Inventory,
    PrintedKind,
    TakenCards,
    Value,
    Values,
    box_rows,
    in_words,
    one_in,
    ordinal,
    percent,
    size_of,
    sorts,
    taken,
    times,
)
from pnp.typesetting import markdown
from pnp.typesetting.blocks import SYMBOL, Figure, NumberedDisc, TextRun
from pnp.typesetting.figures import printed

_BESIDE_LEGEND = 0.65  # of the measure, at most, for a picture that its legend runs beside
_FULL_ROW = 6
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
        return self.wording.number(float(self.exact), 1)


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


def _marked_up(make: Callable[..., str]) -> Callable[..., Markup]:
    """What makes Markdown, so that a template knows it for Markdown."""
    return lambda *given, **named: Markup(make(*given, **named))


def _words(make: Callable[[str], str]) -> Callable[[str], Markup]:
    """The same for what makes it of a text."""
    return lambda text: Markup(make(bounded(str(text))))


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


@dataclass
class TemplateContext:
    """Where a rules template is written: it asks here, and what it registers (figures, cover, colour) stays here."""

    finder: ExampleFinder
    values: Values
    figures: dict[str, Figure] = field(default_factory=dict)
    cover: Figure | None = None
    colour: str = "#5b3a1e"
    parts: dict[str, str] = field(default_factory=dict)
    _chances: dict[int, Mapping[str, ChanceRow]] = field(default_factory=dict)

    def names(self) -> Mapping[str, Any]:
        """What templates call, by name."""
        game = self.inventory.game
        asked: Sequence[Callable[..., Any]] = (
            self.cited, self.value, self.count, self.inventory.name, self.inventory.back, self.size, self.part,
            self.box_rows, self.sorts, self.agreements, self.ids, self.chances, self.averages, self.extremes, self.tale,
            self.taken, self.credits,
        )  # fmt: skip
        drawn = (self.pieces, self.fan, self.layout, self.tables, self.front, self.icon, self.symbol, markdown.see)
        others = {"facts": dict(game.facts), "game": game}
        return {each.__name__: each for each in asked} | {each.__name__: _marked_up(each) for each in drawn} | others

    def filters(self) -> Mapping[str, Callable[..., str]]:
        """What templates put words through."""
        return {
            "said": self._said, "plain": _words(markdown.plain), "linked": _words(self.linked),
            "attribute": _words(markdown.in_block), "in_cell": in_cell, "in_order": in_order, "tied": tied,
            "typed": typed, "word": partial(in_words, wording=self.wording), "listed": self.wording.listed,
            "number": self.wording.number, "times": partial(times, wording=self.wording),
            "capitalize": self._capital, "ordinal": partial(ordinal, wording=self.wording),
        }  # fmt: skip

    @property
    def inventory(self) -> Inventory:
        """The pieces of the game."""
        return self.finder.inventory

    @property
    def wording(self) -> Wording:
        """The language of the book."""
        return self.inventory.game.wording

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

    def _capital(self, text: str) -> str:
        capital = self.wording.capital(str(text))
        return Markup(capital) if isinstance(text, Markup) else capital

    def linked(self, text: str) -> str:
        """Plain text whose ids of rules and rulings are links."""
        return markdown.link_ids(text, self.finder.rules.citations)

    def count(self, identifier: str, players: int | None = None) -> int:
        """How many of a component that many players need (the most there can be)."""
        game = self.inventory.game
        return self.inventory.component(identifier).count(players or game.players[1])

    def size(self, identifier: str) -> str:
        return size_of(self.inventory.trim(identifier), self.wording)

    def part(self, part: str, **values: object) -> list[str]:
        """The ids of a part's components, or of those among them that have those values."""
        return [own.id for own in self.inventory.part(part, **values)]

    def credits(self) -> list[str]:
        """The paragraphs of the game's credits."""
        return [line.strip() for line in self.inventory.game.credits.splitlines() if line.strip()]

    # Rows

    def box_rows(self, asked: Sequence[Mapping[str, object]] = ()) -> list[BoxRow]:
        self.parts |= {str(row["part"]): str(row["name"]) for row in asked if "name" in row}
        return list(box_rows(self.inventory, asked))

    def sorts(self) -> list[PrintedKind]:
        return list(sorts(self.inventory.game, self.parts))

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

    def icon(self, identifier: str, lines: float = 1.0) -> str:
        """A piece among words."""
        return markdown.piece(identifier, self.inventory.name(identifier), lines)

    def symbol(self, name: str, lines: float = 1.0, alt: str = "") -> str:
        """An icon that pieces bear among words; `alt` says what there is to see."""
        return markdown.piece(f"{SYMBOL}{name}", str(alt) or name, lines)

    def pieces(self, ids: Sequence[str], columns: int = 0, gap: float = 5.0, **about: Any) -> str:
        """Pieces side by side, in rows of so many columns."""
        canvas = Canvas(self.inventory)
        lay_rows(canvas, ids, columns or min(len(ids), _FULL_ROW), gap)
        return self._placed(canvas, ids, **about)

    def fan(self, ids: Sequence[str], degrees: float = 9.0, **about: Any) -> str:
        """Cards held in a hand."""
        canvas = Canvas(self.inventory)
        lay_fan(canvas, ids, degrees)
        return self._placed(canvas, ids, **about)

    def layout(self, items: Sequence[Mapping[str, Any]], **about: Any) -> str:
        """Pieces wherever they are put: `{"id", "x", "y"}` by their centres, with `turn`, `copies`; or `{"words"}`.

        `swing` swings a piece by so many degrees about the point of `around`, from which x and y then count; words keep
        the figure's edge their `room` away. Of a piece with a `part` (left, top, right, bottom, from its own top left)
        no more is shown than that. `{"number"}` puts a number of the legend there.
        """
        canvas, discs = Canvas(self.inventory), []
        for item in items:
            swing = float(item.get("swing", 0))
            turned = Transform.rotated(swing).then(Transform.moved(*item.get("around", (0, 0))))
            at = turned.apply(float(item["x"]), float(item["y"]))
            if "words" in item:
                canvas.words(str(item["words"]), *at, bold=bool(item.get("bold")))
                canvas.room(Box.around(*at, Size(0.0, 2 * float(item.get("room", 0)))))
            elif "part" in item:
                canvas.part(str(item["id"]), Box(*map(float, item["part"])), *at, float(item.get("turn", 0)) + swing)
            elif "number" in item:
                discs.append(NumberedDisc(int(item["number"]), *at))
            else:
                canvas.piece(str(item["id"]), *at, float(item.get("turn", 0)) + swing, int(item.get("copies", 1)))
        scale = printed(canvas.box.width, float(about.get("share", 1.0)))
        for disc in discs:
            canvas.disc(disc, scale)
        if sorted(disc.number for disc in discs) != [*range(1, len(about.get("legend", ())) + 1)]:
            raise BookError("a legend explains each number of its picture, from 1 on, once; number them so")
        return self._placed(canvas, [str(item["id"]) for item in items if "id" in item], **about)

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
        canvas = Canvas(self.inventory)
        listed = self.wording.listed([str(count) for count in counts])
        about.setdefault("alt", self.wording("The table from above for {counts} players", counts=listed))
        if legend:
            return self._numbered(canvas, moments, places, legend, about)
        named = [title.replace("{}", in_words(players, self.wording)) for players in counts]
        drawn = [(self.wording.capital(own), moment.where, n) for own, (n, moment) in zip(named, moments)]
        draw_tables(canvas, drawn, places, columns, share)
        return self._placed(canvas, (), **about)

    def _numbered(
        self, canvas: Canvas, moments: Sequence[tuple[int, Moment]], places: Places, legend: Mapping[str, str],
        about: Mapping[str, Any],
    ) -> str:  # fmt: skip
        """A table without a title, its piles numbered."""
        if len(moments) != 1:
            raise BookError("a legend explains one table; ask for one number of players")
        players, moment = moments[0]
        laid = draw_table(canvas, moment.where, players, places, 0.0, 0.0)
        number_piles(canvas, laid, tuple(legend), float(about.get("share", 1.0)))
        return self._placed(canvas, (), **{**about, "legend": tuple(legend.values())})

    def front(self, ids: Sequence[str], colour: str, degrees: float = 9.0, alt: str = "") -> str:
        """The cards of a cover that the game's artist does not draw, and the colour of the whole book; `alt` says what
        there is to see where it does.
        """
        canvas = Canvas(self.inventory)
        lay_fan(canvas, ids, degrees)
        self.cover, self.colour = canvas.figure(str(alt) or self._names(ids)), colour
        return ""

    def _placed(
        self, canvas: Canvas, ids: Sequence[str], caption: str = "", alt: str = "", share: float = 1.0,
        beside: bool = False, plate: bool = False, legend: Sequence[str] = (),
    ) -> str:  # fmt: skip
        if plate and (caption or legend):
            raise BookError("a picture that has a page to itself has neither caption nor legend; say it in alt")
        words = (TextRun(str(caption)),) if caption else ()
        share = min(share, _BESIDE_LEGEND if legend else BESIDE) if beside else share
        return self._figure(canvas.figure(str(alt) or self._names(ids), words, share, beside, plate), legend)

    def _figure(self, figure: Figure, legend: Sequence[str] = ()) -> str:
        name = f"figure-{len(self.figures) + 1}"
        self.figures[name] = figure
        return markdown.figure(name, map(as_markdown, legend))

    def _names(self, ids: Sequence[str]) -> str:
        counts = Counter(map(self.inventory.name, ids))
        return self.wording.listed([name if count == 1 else f"{name} ({count})" for name, count in counts.items()])


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


def render_template(folders: Sequence[Path], template: str, context: TemplateContext, short: bool = False) -> str:
    """The Markdown that a template makes: the whole book, or the short one.

    Every macro of `rules/macros.md` can be called by its name. What a template puts out is words, unless it is
    Markdown that the template, a macro or the context has made.

    Raises InputInvalid with the place of whatever it asks for in vain.
    """
    translations = Translations(context.wording)
    environment = ImmutableSandboxedEnvironment(
        loader=_Loader(folders, translations), undefined=StrictUndefined, autoescape=True, finalize=as_markdown,
        trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True, extensions=[_Words],
        bytecode_cache=_COMPILED,
    )  # fmt: skip

    def words(english: str) -> Said:
        said = context.wording.passages.get((BOOK, english), english)
        return Said([said], own=said == english)

    def translated(number: int, *values: object) -> Said:
        return translation(translations.parts[number], values)

    environment.globals.update(context.names(), **{_LOOKS_UP: words, TRANSLATED: translated}, short=short)
    environment.filters.update({name: _of_its_book(each) for name, each in context.filters().items()})
    try:
        macros = environment.get_template(MACROS).module
        own = {name: getattr(macros, name) for name in vars(macros) if not name.startswith("_")}
        return environment.get_template(template, globals=own).render()
    except _FAULTS as fault:
        raise InputInvalid([_finding(fault, folders, template)]) from fault


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
