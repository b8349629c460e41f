"""The values and options that commands share; each text of the command line becomes a checked value."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.shell_completion import CompletionItem

from pnp.definition.findings import did_you_mean, quoted, suggest
from pnp.geometry import parse_length
from pnp.imposition.papers import PAPERS

if TYPE_CHECKING:
    from pnp.build.options import BuildOptions

Decorated = TypeVar("Decorated", bound=Callable[..., Any])
Completer = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]
_SHORT = "pnp.variants"
"""Where a context keeps what options such as --banners choose."""


def completed(names: Callable[[], Iterable[str]], folders: bool = False) -> Completer:
    """What a shell offers for a word that is being typed: those of the names that go on so, and folders if wanted."""

    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        offered = [CompletionItem(name) for name in names() if name.startswith(incomplete)]
        return [*offered, CompletionItem(incomplete, "dir")] if folders else offered

    return complete


def _games() -> Iterable[str]:
    from pnp.catalog import games

    return games()


GAME_NAMES = completed(_games, folders=True)
GAME = click.argument("game", shell_complete=GAME_NAMES)
GAMES = click.argument("games", nargs=-1, shell_complete=GAME_NAMES)


class Parsed(click.ParamType[Any]):
    """A text that a function takes for what it stands for; its ValueError says what is wrong with it."""

    def __init__(self, name: str, parse: Callable[[str], Any]) -> None:
        self.name = name
        self._parse = parse

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            return self._parse(value) if isinstance(value, str) else value
        except ValueError as failure:
            self.fail(str(failure), param, ctx)


def _path(text: str) -> Path:
    if not text:
        raise ValueError("is empty; name a file or a folder")
    return Path(text)


def _percent(text: str) -> float:
    number = text.removesuffix("%")
    if not (text.endswith("%") and number.isdecimal() and len(number) <= 3 and 10 <= int(number) <= 100):
        raise ValueError(f"'{text}' is not a percentage; write one from 10% to 100%, such as 50%")
    return int(number) / 100


def _ranges(text: str) -> tuple[tuple[int, int], ...]:
    """Whole numbers from 1 and ranges of them, `2-4,7`."""
    ranges = []
    for part in text.split(","):
        low, dash, high = (each.strip() for each in part.partition("-"))
        ends = (low, high if dash else low)
        if not all(end.isdecimal() and len(end) <= 5 for end in ends) or not 1 <= int(ends[0]) <= int(ends[1]):
            raise ValueError(f"'{text}' is no list of numbers from 1; write them such as 2-4 or 1,3-5")
        ranges.append((int(ends[0]), int(ends[1])))
    return tuple(ranges)


def pair(form: str, example: str) -> Parsed:
    """A name and what it is to be, `NAME=VALUE`."""

    def parse(text: str) -> tuple[str, str]:
        name, equals, what = text.partition("=")
        if not (name and equals and what):
            raise ValueError(f"'{text}' must be written {form}, such as {example}")
        return name, what

    return Parsed(form, parse)


OUT_PATH = Parsed("path", _path)
LENGTH = Parsed("length", parse_length)
PERCENT = Parsed("percent", _percent)
RANGES = Parsed("2-4,7", _ranges)


_LONGEST_THOUGHT = 600


def _seconds(text: str) -> float:
    number, unit = (text[:-2], 1000) if text.endswith("ms") else (text.removesuffix("s"), 1)
    try:
        seconds = float(number) / unit
    except ValueError:
        seconds = 0.0
    if not (text.endswith("s") and 0.001 <= seconds <= _LONGEST_THOUGHT):
        raise ValueError(f"'{text}' is no time to think; write one from 1ms to {_LONGEST_THOUGHT}s, such as 0.2s")
    return seconds


SECONDS = Parsed("time", _seconds)


class Names(click.ParamType[Any]):
    """A comma-separated list of names; any name will do where `allowed` says none."""

    name = "name,..."

    def __init__(self, allowed: Callable[[], Sequence[str]] = tuple) -> None:
        self.allowed = allowed

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        if isinstance(value, tuple):
            return value
        names, allowed = tuple(dict.fromkeys(filter(None, map(str.strip, value.split(","))))), self.allowed()
        for name in names:
            if allowed and name not in allowed:
                self.fail(f"there is no '{name}'; {did_you_mean(name, allowed)}", param, ctx)
        return names or self.fail("is empty; name at least one", param, ctx)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        before, comma, begun = incomplete.rpartition(",")
        return [CompletionItem(before + comma + name) for name in self.allowed() if name.startswith(begun)]


class Later(click.ParamType[Any]):
    """Stands for the type of an option until somebody asks for the options of its command: to load some takes a while.

    `complete` then gives the option its type and whatever else it lacks.
    """

    name = "later"

    def __init__(self, complete: Callable[[click.Option], None]) -> None:
        self.complete = complete


class LazyCommand(click.Command):
    """A command whose options are completed when somebody asks for them.

    What the games that come with pnp leave open can be chosen by a short option of its own besides --variant.
    """

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        for option in self.params:
            if isinstance(option, click.Option) and isinstance(option.type, Later):
                option.type.complete(option)
        plain = super().get_params(ctx)
        at = next((at for at, param in enumerate(plain, 1) if param.name == "variants"), 0)
        own = {param.name for param in plain}
        return [*plain[:at], *(short for short in _short_options() if at and short.name not in own), *plain[at:]]


@cache
def _short_options() -> tuple[click.Option, ...]:
    from pnp.catalog import declared_variants

    def choose(context: click.Context, option: click.Parameter, value: str | None) -> None:
        if value:
            context.meta.setdefault(_SHORT, {})[option.name] = value

    return tuple(
        click.Option(
            [f"--{name}", name], callback=choose, expose_value=False,
            help=f"Short for --variant {name}=..., such as {' or '.join(values)}.",
        )
        for name, values in declared_variants().items()
    )  # fmt: skip


def _complete_from_field(option: click.Option) -> None:
    """Gives an option the type and the default of the field of BuildOptions that is called like it."""
    from pnp.build.options import BuildOptions, ListOf, Number, OneOf, Whole, reader_of

    name = str(option.name)
    option.default = getattr(BuildOptions(), name)
    match reader_of(name):
        case OneOf(choices):
            option.type, option.show_default = click.Choice(choices), option.default is not None
        case ListOf(OneOf(choices)):
            option.type, option.help = Names(lambda: choices), f"{', '.join(choices)}."
        case Whole(low, high):
            option.type, option.show_default = click.IntRange(low, high), True
        case Number():
            option.type, option.show_default = LENGTH, option.default is not None and f"{option.default:g}mm"


def of_build(*names: str, help: str | None = None) -> Callable[[Decorated], Decorated]:
    """An option of a LazyCommand that has its choices, its bounds and its default from a field of BuildOptions."""
    return click.option(*names, type=Later(_complete_from_field), help=help)


_SMALLEST, *_LARGER = PAPERS
DATA = click.option(
    "--data", multiple=True, type=pair("NAME=FILE", "cards=mine.csv"), help="Put another file in a table's place."
)
OPTION = click.option(
    "--option", "options", multiple=True, type=pair("KEY=VALUE", "stack=50"), help="Agree on what the rules leave open."
)
DECK = click.option("--deck", help="Play with cards of another deck: uno, poker or FILE.csv.")
WORDS = click.option("--words", type=click.Path(path_type=Path), help="Judge words by a list of your own.")
KINDS_OF_PLAYERS = ("sensible", "random", "first", "search")
PLAYOUTS = click.option(
    "--playouts", type=click.IntRange(1, 1_000_000),
    help="How often whoever searches plays on before a choice; 100 times unless said.",
)  # fmt: skip
VARIANT = click.option(
    "--variant", "variants", multiple=True, type=pair("NAME=VALUE", "banners=cubes"), help="Choose what a game offers."
)
BOARD_SCALE = click.option("--board-scale", type=PERCENT, default=1.0, help="Print boards and banners smaller.")
INK = of_build("--ink")
SEED = click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="The seed of the first game.")
JOBS = click.option("--jobs", type=click.IntRange(1, 64), default=None, help="Processes; as many as cores unless said.")
TUCKBOX = (
    click.option("--tuckbox", is_flag=True, help="Boxes for the cards, to cut, fold and glue."),
    click.option("--stock", default="", help="What cards are printed on: 300gsm (unless said), 12pt or 0.30mm."),
    click.option("--sleeves", default="", help="What cards are slipped into: none, standard, premium or 60um."),
    click.option("--boxed", type=Names(), default=(), help="What goes into tuckboxes, such as cards,aids."),
)


def _languages(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The languages that there are of the game that is named, or of any that pnp knows; and folders."""
    from pnp import catalog
    from pnp.errors import PnpError
    from pnp.language.po import languages

    given = ctx.params.get("game") or ctx.params.get("games") or ()
    found: set[str] = set()
    for name in (given,) if isinstance(given, str) else given or catalog.games():
        try:
            found.update(languages(None if name == "pnp" else catalog.find(name)))
        except PnpError:
            continue
    return completed(lambda: sorted(found), folders=True)(ctx, param, incomplete)


LANG = click.option(
    "--lang", "language", default="", metavar="LANG",
    help="In that language: pl, or a folder of translations; see docs/languages.md.", shell_complete=_languages,
)  # fmt: skip
WORKSPACE = click.option(
    "--workspace", type=OUT_PATH, metavar="DIR", help="A folder in which a deck may extend others; see docs/decks.md."
)
DRAFT = click.option(
    "--draft", is_flag=True, help="Grey boxes for pictures that are not there yet, and so on; sheets say so."
)
JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON document on stdout.")
PLAYERS = click.option("--players", type=click.IntRange(1), help="Only what that many players need.")
PAPER = click.option(
    "--paper", default="a4", show_default=True, help=f"{', '.join((*_LARGER, _SMALLEST))} or 210x297mm.",
    shell_complete=completed(lambda: PAPERS),
)  # fmt: skip
PRINTER = click.option("--printer", help="Move backs as this printer of yours needs them; see pnp printer.")
OUT = click.option("--out", type=OUT_PATH, default=Path("output"), show_default=True)
PROVED = (OPTION, DECK, WORDS, DATA, WORKSPACE, VARIANT, JOBS, JSON)
"""What may be said of games that are played to prove something."""


class PlayerKinds(click.ParamType[Any]):
    """Who decides: one kind for all seats, or one for each with commas between them."""

    name = "KIND,..."

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        kinds = [kind.strip() for kind in value.split(",")]
        for kind in kinds:
            if kind not in KINDS_OF_PLAYERS:
                known = ", ".join(map(repr, KINDS_OF_PLAYERS))
                self.fail(f"'{kind}' is not one of {known}.", param, ctx)
        return ",".join(kinds)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        before, comma, last = incomplete.rpartition(",")
        return [CompletionItem(f"{before}{comma}{kind}") for kind in KINDS_OF_PLAYERS if kind.startswith(last)]


def player_option(help: str) -> Callable[[Decorated], Decorated]:
    """The option --player, of who decides at which seat."""
    said = f"{help} One for all seats, or one each, such as search,random: the last sits at all that are left."
    return click.option("--player", "kind", type=PlayerKinds(), default="sensible", show_default=True, help=said)


def together(*options: Callable[[Decorated], Decorated]) -> Callable[[Decorated], Decorated]:
    """Several options as one, in that order."""

    def on(command: Decorated) -> Decorated:
        for option in reversed(options):
            command = option(command)
        return command

    return on


def variants_of(pairs: Sequence[tuple[str, str]], *games: str) -> dict[str, str]:
    """What --variant and short options choose, which go over it; UsageError for what none of the games leaves open."""
    chosen = {**dict(pairs), **click.get_current_context().meta.get(_SHORT, {})}
    if chosen:
        from pnp.catalog import find
        from pnp.definition.load import draft_game
        from pnp.errors import UsageError
        from pnp.sources import Sources

        workspace = click.get_current_context().params.get("workspace")
        drafts = [draft_game(folder, {}, {}, sources=Sources(folder, workspace)).game for folder in map(find, games)]
        open_to_all = {name for game in drafts for name in game.variants}
        for name in sorted(chosen.keys() - open_to_all):
            whose = drafts[0].title if len(drafts) == 1 else "none of these games"
            has = "has no" if len(drafts) == 1 else "has"
            raise UsageError(f"--variant: {whose} {has} {quoted(name)}; {suggest(name, sorted(open_to_all))}")
    return chosen


def build_options(chosen: dict[str, Any], *games: str, **more: Any) -> BuildOptions:
    """What options come to that are called like the fields of BuildOptions, for a build of these games."""
    from pnp.build.changes import read_earlier
    from pnp.build.options import BuildOptions, reader_of
    from pnp.calibration.printers import printer
    from pnp.errors import UsageError

    data, variants = files_of(chosen.pop("data")), variants_of(chosen.pop("variants"), *games)
    for name in ("bleed", "margin"):
        limits: Any = reader_of(name)
        if chosen.get(name) is not None and chosen[name] > limits.high:
            much = f"{chosen[name]:g} mm is more than the {limits.high:g} mm that make sense on paper"
            raise UsageError(f"--{name}: {much}")
    since, name, sheet = (chosen.pop(key, None) for key in ("since", "printer", "sheet"))
    if sheet:
        _take_template(chosen, sheet)
    earlier, known = since and read_earlier(since), printer(name) if name else None
    return BuildOptions(data=data, variants=variants, since=earlier, printer=known, **chosen, **more)


def _take_template(chosen: dict[str, Any], name: str) -> None:
    """Puts the sheet of places into the choices of a build, with its paper and, where they lie closer to the edge than
    the margin, theirs.
    """
    from pnp.build.templates import read_template
    from pnp.errors import UsageError
    from pnp.imposition.plan import DUPLEXINGS

    template = read_template(name)
    named = next((word for word, size in PAPERS.items() if size == template.paper), "")
    paper = named or f"{template.paper.width:g}x{template.paper.height:g}mm"
    given = click.get_current_context().get_parameter_source("paper")
    if given == click.core.ParameterSource.COMMANDLINE and chosen["paper"].lower() != paper:
        raise UsageError(f"--paper: {template.name} is {paper} paper; leave --paper out")
    if DUPLEXINGS[chosen["sides"]].folded:
        raise UsageError(f"--sides: {template.name} has places on one side and is not folded; choose other sides")
    chosen |= {"template": template, "paper": paper, "margin": min(chosen["margin"], template.edge)}


def _templates() -> Iterable[str]:
    from pnp.imposition.template import known_templates

    return known_templates()


SHEET = click.option(
    "--sheet", metavar="NAME", shell_complete=completed(_templates),
    help="Paper with places: avery-5371, avery-l7160 ... or a .toml file of your own.",
)  # fmt: skip


def names_of(games: Sequence[str], every: bool) -> list[str]:
    """The games that are named, and with --all the others; UsageError for none, InputMissing for what is no game."""
    from pnp.catalog import games as built_in

    names = [*games, *(name for name in (built_in() if every else ()) if name not in games)]
    if not names:
        raise click.UsageError("name a game, such as whispers, or give --all; `pnp list` shows what there is")
    check_that_all_are_there(names)
    return names


def check_that_all_are_there(games: Sequence[str]) -> None:
    """InputMissing with every name that there is no game of, before the first is worked on."""
    from pnp.catalog import find
    from pnp.errors import InputMissing

    missing = []
    for name in games:
        try:
            find(name)
        except InputMissing as fault:
            missing.append(str(fault))
    if missing:
        raise InputMissing("\n".join(missing))


@contextmanager
def broken_left_out(game: str, asked: Sequence[str]) -> Iterator[None]:
    """Says what is wrong with a plug-in's game and goes on without it, unless it was asked for by its name."""
    from pnp.catalog import home_of
    from pnp.cli.process import print_findings
    from pnp.definition.findings import printable
    from pnp.errors import InputInvalid, Interrupted, PnpError

    home = home_of(game)
    if home is None or not home.maker or game in asked:
        yield
        return
    try:
        yield
    except InputInvalid as broken:
        print_findings(broken.findings, err=True)
    except (PnpError, Interrupted):
        raise
    except BaseException as fault:  # a stranger's code may raise anything, and even ask to exit
        click.echo(printable(f"error: fault in {home.maker}: {type(fault).__name__}: {fault}"), err=True)
    else:
        return
    click.echo(f"warning: {home.maker}: {game} is left out", err=True)


def files_of(pairs: Sequence[tuple[str, str]]) -> dict[str, Path]:
    return {name: Path(path) for name, path in pairs}
