"""The command line: data goes to stdout, progress and messages to stderr, and every run ends with an exit code."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from traceback import format_exception
from typing import Any, NoReturn

import click

from pnp import __version__
from pnp.cli.process import (
    Signals,
    Streams,
    as_pnp_error,
    check_environment,
    check_working_folder,
    json_text,
    print_findings,
)
from pnp.errors import InputInvalid, PnpError

_INTERNAL_FAULT, _INTERRUPTED = 70, 130


# Where each command is, so that one that is called need not wait for the others to be loaded.
_COMMANDS = {
    "list": ("printing", "list_games"), "show": ("printing", "show"), "build": ("printing", "build"),
    "preflight": ("printing", "preflight"), "convert": ("printing", "convert"), "rules": ("making", "rules"),
    "new": ("making", "new"), "texts": ("making", "texts"), "format": ("making", "format_rules"),
    "play": ("playing", "play"), "replay": ("playing", "replay"), "validate": ("proving", "validate"),
    "odds": ("proving", "odds"), "simulate": ("proving", "simulate"), "export": ("making", "export"),
    "watch": ("printing", "watch"), "studio": ("studio", "studio"),
    "calibrate": ("printers", "calibrate"), "printer": ("printers", "printers"),
}  # fmt: skip


class _Commands(click.Group):
    """The commands by name, each loaded when it is asked for."""

    def list_commands(self, context: click.Context) -> list[str]:
        return sorted(_COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in _COMMANDS:
            return None
        module, function = _COMMANDS[name]
        command: click.Command = getattr(import_module(f"pnp.cli.{module}"), function)
        return command


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="pnp")
@click.option("--debug", is_flag=True, help="Show the trace of an internal fault.")
def cli(debug: bool) -> None:
    """Print-and-play games: from one definition to paper."""


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Runs the command line and exits with its code.

    0 done, 1 input or file invalid, 2 usage, 3 not found, 4 not writable, 5 folder busy, 70 a fault of ours,
    130 interrupted.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    debug = "--debug" in given
    words = [word for word in given if word != "--debug"]
    streams = Streams()
    run = partial(cli.main, words, "pnp", standalone_mode=False)
    sys.exit(streams.code(_guarded(run, debug, "--json" in words)))


def _guarded(run: Callable[[], Any], debug: bool, as_json: bool) -> int:
    """Runs a command to its exit code; whatever an interrupt has led to, it was the interrupt that ended it."""
    signals = Signals()
    try:
        with signals:
            check_environment()
            check_working_folder()
            result = run()
        if not signals.code:
            return result if isinstance(result, int) else 0
    except BaseException as fault:
        if isinstance(fault, SystemExit) and signals.code:  # the command has said what there is to say
            return signals.code
        if not signals.code and not isinstance(fault, KeyboardInterrupt | click.Abort):
            return _report(fault, debug, as_json)
    click.echo("interrupted; what was not finished was not written", err=True)
    return signals.code or _INTERRUPTED


def _report(fault: BaseException, debug: bool, as_json: bool) -> int:
    """Says what ended a command, with everything that it found as data where that was asked for; its exit code."""
    if as_json and isinstance(fault, PnpError) and fault.findings:
        click.echo(json_text({"findings": [finding.as_json() for finding in fault.findings]}))
    if isinstance(fault, click.exceptions.Exit):
        return fault.exit_code
    if isinstance(fault, SystemExit) and isinstance(fault.code, int) and not _blamed(fault):
        return fault.code
    if isinstance(fault, click.ClickException):
        fault.show()
        return fault.exit_code
    if isinstance(fault, InputInvalid):
        print_findings(fault.findings, err=True)
        return fault.exit_code
    if (failure := as_pnp_error(fault)) is not None:
        for line in str(failure).splitlines():
            click.echo(f"error: {line}", err=True)
        return failure.exit_code
    if debug:
        click.echo("".join(format_exception(fault)), err=True, nl=False)
    where = _blamed(fault)
    what = f"fault in {where}" if where else "internal fault"
    what += f": {type(fault).__name__}: {fault}; run again with --debug and report what it prints"
    click.echo(f"{what} to its makers" if where else what, err=True)
    return _INTERNAL_FAULT


def _blamed(fault: BaseException) -> str:
    from pnp.catalog import blamed

    return blamed(fault)
