"""What goes wrong, as findings that say what, where and how to mend it, and the exit code each kind ends with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import Any, Literal

from pnp.frozen import frozen

Severity = Literal["error", "warning", "note"]
#: The package that brings a module, where it is not called like it.
_BROUGHT_BY = {
    "PIL": "pillow", "fontTools": "fonttools", "pypdfium2_raw": "pypdfium2", "bidi": "python-bidi",
    "pyspiel": "open-spiel",
}  # fmt: skip
#: The extra of ours that brings a package which not everybody needs.
EXTRAS = {
    "distributed": "cluster", "numpy": "fast", "pyarrow": "tables", "openpyxl": "sheets", "defusedxml": "sheets",
    "xlrd": "sheets", "ruamel.yaml": "sheets", "pyspiel": "rl", "pettingzoo": "rl", "gymnasium": "rl",
}  # fmt: skip

#: Spaces at which no line ends, which a terminal shows as any other.
_TIED = {0xA0: " ", 0x202F: " "}


def spoken(fault: BaseException) -> str:
    """What went wrong, in words for those who wrote what was read; an error of Python's own has none."""
    if isinstance(fault, PnpError):
        return " ".join(str(fault).split())
    if isinstance(fault, KeyError) and fault.args:
        return f"something asks for '{fault.args[0]}', and nothing is called so"
    if isinstance(fault, StopIteration | IndexError):
        return "something that is counted on is not there"
    if isinstance(fault, RecursionError):
        return "it goes round in a circle and comes to no end"
    if isinstance(fault, AttributeError | TypeError | ValueError | ArithmeticError):
        return "something is empty, or of another kind than it must be"
    return "something that is counted on does not hold"


@frozen
class Finding:
    """One thing found by loading, preflight or validation: `where` is a `file:row`, a component id or a page.

    `measured` has the numbers behind the sentence, for scripts, where there are any. `play` names the play that shows
    it: its `seed`, `players`, `seats` (who sits there), `options`, how many `playouts` sensible players search by, and
    the `step` at which it happens, where that is one.
    """

    severity: Severity
    code: str
    where: str
    message: str
    measured: Mapping[str, Any] | None = field(default=None, compare=False)
    play: Mapping[str, Any] | None = field(default=None, compare=False)

    def __lt__(self, other: Finding) -> bool:
        return (self.severity, self.code, self.where, self.message) < (
            other.severity, other.code, other.where, other.message,
        )  # fmt: skip

    def __str__(self) -> str:
        """One line for people; what a file smuggles in for their terminal is shown and not obeyed."""
        line = f"{self.where}: {self.code}: {self.message}".translate(_TIED)
        return "".join(char if char.isprintable() else f"\\x{ord(char):02x}" for char in line)

    def as_json(self) -> dict[str, Any]:
        said = {"severity": self.severity, "code": self.code, "where": self.where, "message": self.message}
        more = {"measured": self.measured, "play": self.play}
        return said | {key: value for key, value in more.items() if value is not None}


class PnpError(Exception):
    """A failure that the user can mend; its text is for them and carries no trace.

    `findings` has every problem by itself, where they were told one by one.
    """

    exit_code = 1
    findings: tuple[Finding, ...] = ()


class RulesBroken(PnpError):
    """What rules of a deck ask for, and a table cannot do: where they do, and a sentence."""

    where = ""
    sentence = ""


class InputInvalid(PnpError):
    """The input was read and is wrong: every problem found, one finding each."""

    exit_code = 1

    def __init__(self, findings: Iterable[Finding]) -> None:
        self.findings = tuple(findings)
        super().__init__("\n".join(str(finding) for finding in self.findings))

    def __reduce__(self) -> tuple[type[InputInvalid], tuple[tuple[Finding, ...]]]:
        """How it comes from another process, which makes it anew from its text unless told otherwise."""
        return type(self), (self.findings,)


class PlugInBroken(InputInvalid):
    """Code of a plug-in that cannot be used, so that nothing can be told of its game but that."""


class UsageError(PnpError):
    """What was asked for cannot be done: an option that does not fit another, the paper or the game."""

    exit_code = 2


class InputMissing(PnpError):
    """A file, folder or game that is not there or cannot be read."""

    exit_code = 3


class OutputError(PnpError):
    """The output cannot be written."""

    exit_code = 4


class OutputBusy(PnpError):
    """Another process is writing to the same output folder."""

    exit_code = 5


class WorkersLost(PnpError):
    """The processes that work is spread over died again and again, cannot be started, or their cluster is gone."""

    exit_code = 3


class PackageMissing(PnpError):
    """A package that the work needs is not installed, or cannot be loaded."""

    exit_code = 3


class Interrupted(KeyboardInterrupt):
    """Ctrl-C or a request to end, as the command line hears it; no code of others raises this by itself."""


def missing(failure: ImportError) -> PackageMissing:
    """The sentence for a package that could not be imported."""
    module = (failure.name or "").partition(".")[0]
    if module and isinstance(failure, ModuleNotFoundError):
        return not_installed(module)
    reason = " ".join(str(failure).split())
    named = f"the package {_package(module)}" if module else "a package that pnp needs"
    return PackageMissing(f"{named} cannot be loaded ({reason}); {_remedy(module, '--force-reinstall ')}")


def not_installed(module: str) -> PackageMissing:
    """The sentence for the package of a module that is not there."""
    return PackageMissing(f"the package {_package(module)} is not installed; {_remedy(module)}")


def _package(module: str) -> str:
    return _BROUGHT_BY.get(module, module.replace("_", "-"))


def _remedy(module: str, how: str = "") -> str:
    package = f"'pnp-tabletop[{EXTRAS[module]}]'" if module in EXTRAS else _package(module) or "pnp-tabletop"
    return f"install it with: pip install {how}{package}"
