"""A rules template and a desk to ask in; its Markdown out, or a finding that names the template and the line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from jinja2 import Environment, FileSystemLoader, StrictUndefined, TemplateError, TemplateNotFound, TemplateSyntaxError

from pnp.errors import Finding, InputInvalid
from pnp.language.wording import Wording
from pnp.rulebook.desk import Desk
from pnp.rulebook.errors import BookError
from pnp.rulebook.passages import reworded

MACROS = "rules/macros.md"


def template_of(folder: Path, game: str) -> str | None:
    """The template of a game's book, by its name below the templates; None where there is none."""
    name = f"rules/{game}.md"
    return name if (folder / name).is_file() else None


class _Loader(FileSystemLoader):
    """Reads templates, their passages in the language of a wording."""

    def __init__(self, folder: Path, wording: Wording) -> None:
        super().__init__(folder)
        self._wording = wording

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        source, file, is_current = super().get_source(environment, template)
        return reworded(source, self._wording), file, is_current


def rendered(folder: Path, template: str, desk: Desk, short: bool = False) -> str:
    """The Markdown that a template makes: the whole book, or the short one.

    Every macro of `rules/macros.md` can be called by its name.

    Raises InputInvalid with the place of whatever it asks for in vain.
    """
    environment = Environment(
        loader=_Loader(folder, desk.wording), undefined=StrictUndefined, autoescape=False,
        trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True,
    )  # fmt: skip
    environment.globals.update(desk.names(), short=short)
    environment.filters.update(desk.filters())
    try:
        macros = environment.get_template(MACROS).module
        own = {name: getattr(macros, name) for name in vars(macros) if not name.startswith("_")}
        return environment.get_template(template, globals=own).render()
    except (TemplateError, BookError) as fault:
        raise InputInvalid([_finding(fault, folder, template)]) from fault


def _finding(fault: Exception, folder: Path, template: str) -> Finding:
    """Where in the templates the fault arose: the innermost line of theirs that was being rendered."""
    if isinstance(fault, TemplateSyntaxError):
        name = Path(fault.filename or folder / template).relative_to(folder).as_posix()
        return Finding("error", "template", f"{name}:{fault.lineno}", str(fault.message))
    if isinstance(fault, TemplateNotFound):
        return Finding("error", "template", template, f"there is no template '{fault.name}'")
    lines = list(_lines(fault.__traceback__, folder))
    own = [where for where in lines if where.startswith(template)]
    place = (own or lines or [template])[-1]
    return Finding("error", "template", place, str(fault))


def _lines(trace: TracebackType | None, folder: Path) -> list[str]:
    """`rules/whispers.md:12` for every line of a template in a trace, outermost first (Jinja rewrites them so)."""
    found = []
    while trace is not None:
        path = Path(trace.tb_frame.f_code.co_filename)
        if path.is_relative_to(folder):
            found.append(f"{path.relative_to(folder).as_posix()}:{trace.tb_lineno}")
        trace = trace.tb_next
    return found
