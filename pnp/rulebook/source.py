"""Renders a rules template as Markdown, with answers from its context; a finding names the template and the line.

Whatever `{{ ... }}` of a template comes to goes through `as_markdown`: words of the definition, of the rules, of tables
and of translations are words and no more. `Markup` is what templates and their macros have made already.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import TracebackType

from jinja2 import Environment, FileSystemLoader, StrictUndefined, TemplateError, TemplateNotFound, TemplateSyntaxError
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from jinja2.sandbox import ImmutableSandboxedEnvironment

from pnp.errors import Finding, InputInvalid
from pnp.language.holes import BOOK, is_for_readers
from pnp.rulebook.passages import TRANSLATED, Said, Translations, as_markdown, reword, translation
from pnp.rulebook.template_context import TemplateContext
from pnp.rulebook.values import BookError

MACROS = "rules/macros.md"
# A template computes with what a changed game says; words where numbers were break its arithmetic.
_FAULTS = (TemplateError, BookError, ArithmeticError, LookupError, TypeError, ValueError)
_LOOKS_UP = "words"
_NAMED = (("words", ":"), ("name", ":"), ("caption", "="), ("alt", "="), ("title", "="))


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
    )  # fmt: skip

    def words(english: str) -> Said:
        said = context.wording.passages.get((BOOK, english), english)
        return Said([said], own=said == english)

    def translated(number: int, *values: object) -> Said:
        return translation(translations.parts[number], values)

    environment.globals.update(context.names(), **{_LOOKS_UP: words, TRANSLATED: translated}, short=short)
    environment.filters.update(context.filters())
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
