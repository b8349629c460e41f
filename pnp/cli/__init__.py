"""The command line: arguments in, data on stdout, progress and messages on stderr, an exit code out."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Sequence
from io import TextIOWrapper
from typing import Any, NoReturn, TextIO

import click

from pnp import __version__
from pnp.cli import exporting, making, playing, printers, printing, proving, reading, simulating
from pnp.cli.speech import told
from pnp.errors import InputInvalid, PnpError

_INTERNAL_FAULT, _INTERRUPTED, _TERMINATED = 70, 130, 143


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="pnp")
@click.option("--debug", is_flag=True, help="Show the trace of an internal fault.")
def cli(debug: bool) -> None:
    """Print-and-play games: from one definition to paper."""


for _command in (
    printing.list_games, printing.show, printing.build, printing.preflight, printing.convert,
    reading.rules, making.new, making.texts, playing.play, playing.replay, proving.validate, proving.odds,
    simulating.simulate, exporting.export, printers.calibrate, printers.printers,
):  # fmt: skip
    cli.add_command(_command)


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Runs the command line and exits with its code.

    0 done, 1 input or file invalid, 2 usage, 3 not found, 4 not writable, 5 folder busy, 70 a fault of ours,
    130 interrupted.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    debug = "--debug" in given
    sys.exit(
        _guarded(lambda: cli.main([part for part in given if part != "--debug"], "pnp", standalone_mode=False), debug)
    )


def _speak_utf8(stream: TextIO) -> None:
    """Data is UTF-8 on every machine, as what is read must be; a terminal that cannot show a letter shows its number.

    Where Windows writes to a file or a pipe, Python would take a code page and fail at a letter that it lacks.
    """
    if isinstance(stream, TextIOWrapper) and stream.encoding.lower() != "utf-8":
        if stream.isatty():
            stream.reconfigure(errors="backslashreplace")
        else:
            stream.reconfigure(encoding="utf-8")


def _guarded(run: Callable[[], Any], debug: bool) -> int:
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(_TERMINATED))
    _speak_utf8(sys.stdout)
    try:
        result = run()
        sys.stdout.flush()
        return result if isinstance(result, int) else 0
    except click.exceptions.Exit as ended:
        return ended.exit_code
    except (KeyboardInterrupt, click.Abort):
        click.echo("interrupted; what was not finished was not written", err=True)
        return _INTERRUPTED
    except click.ClickException as failure:
        failure.show()
        return failure.exit_code
    except InputInvalid as failure:
        for finding in failure.findings:
            click.echo(told(finding), err=True)
        return failure.exit_code
    except PnpError as failure:
        for line in str(failure).splitlines():
            click.echo(f"error: {line}", err=True)
        return failure.exit_code
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as fault:
        if debug:
            raise
        from pnp.homes import blamed

        where = blamed(fault)
        what = f"fault in {where}" if where else "internal fault"
        what += f": {type(fault).__name__}: {fault}; run again with --debug and report what it prints"
        click.echo(f"{what} to its makers" if where else what, err=True)
        return _INTERNAL_FAULT
