"""A rules template and a desk to ask in; its Markdown out, or a finding that names the template and the line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType

from jinja2 import Environment, FileSystemLoader, StrictUndefined, TemplateError, TemplateNotFound, TemplateSyntaxError

from pnp.errors import Finding, InputInvalid
from pnp.language.wording import Wording
from pnp.rulebook.desk import Desk
from pnp.rulebook.errors import BookError
from pnp.rulebook.passages import reworded

MACROS = "rules/macros.md"


def template_of(folders: Sequence[Path], game: str) -> str | None:
    """The template of a game's book, by its name below a folder of templates; None where there is none."""
    name = f"rules/{game}.md"
    return name if any((folder / name).is_file() for folder in folders) else None


class _Loader(FileSystemLoader):
    """Reads templates, their passages in the language of a wording."""

    def __init__(self, folders: Sequence[Path], wording: Wording) -> None:
        super().__init__(folders)
        self._wording = wording

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        source, file, is_current = super().get_source(environment, template)
        return reworded(source, self._wording), file, is_current


def rendered(folders: Sequence[Path], template: str, desk: Desk, short: bool = False) -> str:
    """The Markdown that a template makes: the whole book, or the short one.

    Every macro of `rules/macros.md` can be called by its name.

    Raises InputInvalid with the place of whatever it asks for in vain.
    """
    environment = Environment(
        loader=_Loader(folders, desk.wording), undefined=StrictUndefined, autoescape=False,
        trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True,
    )  # fmt: skip
    environment.globals.update(desk.names(), short=short)
    environment.filters.update(desk.filters())
    try:
        macros = environment.get_template(MACROS).module
        own = {name: getattr(macros, name) for name in vars(macros) if not name.startswith("_")}
        return environment.get_template(template, globals=own).render()
    except (TemplateError, BookError) as fault:
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
    place = (own or lines or [template])[-1]
    return Finding("error", "template", place, str(fault))


def _name(path: Path, folders: Sequence[Path]) -> str | None:
    """How a template is called below the folder that it lies in; None for any other file."""
    return next((path.relative_to(folder).as_posix() for folder in folders if path.is_relative_to(folder)), None)


def _lines(trace: TracebackType | None, folders: Sequence[Path]) -> list[str]:
    """`rules/whispers.md:12` for every line of a template in a trace, outermost first (Jinja rewrites them so)."""
    found = []
    while trace is not None:
        if (name := _name(Path(trace.tb_frame.f_code.co_filename), folders)) is not None:
            found.append(f"{name}:{trace.tb_lineno}")
        trace = trace.tb_next
    return found
