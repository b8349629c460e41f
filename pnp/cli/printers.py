"""The commands for one's own printers: calibrate, and printer list, show, add and remove."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import click

from pnp.cli.parameters import JSON, LANG, OUT_PATH, PAPER, Later, LazyCommand, Parsed
from pnp.cli.process import json_text

if TYPE_CHECKING:
    from pnp.imposition.plan import Correction, Printer


def _value(kind: str) -> Parsed:
    """A `scale`, `shift` or `turn` of a printer, or the `readings` of a sheet."""

    def parse(text: str) -> Any:
        from pnp.calibration import printers, sheet

        return (sheet.parse_readings if kind == "readings" else getattr(printers, f"parse_{kind}"))(text)

    return Parsed(kind, parse)


def _complete_sides(option: click.Option) -> None:
    from pnp.calibration.sheet import Flip

    option.type = click.Choice([f"duplex-{flip}" for flip in get_args(Flip)])


_SIDES = click.option(
    "--sides", default="duplex-long", show_default=True, type=Later(_complete_sides),
    help="Which edge the paper is turned over.",
)  # fmt: skip
_LANDSCAPE = click.option("--landscape", is_flag=True, help="For pages that lie on their long side.")


@click.command(cls=LazyCommand)
@PAPER
@_SIDES
@_LANDSCAPE
@LANG
@click.option("--printer", "name", help="Put what is known of this printer to the test.")
@click.option("--out", type=OUT_PATH, default=Path("output"), show_default=True, help="A folder or a PDF file.")
@JSON
def calibrate(
    paper: str, sides: str, landscape: bool, language: str, name: str | None, out: Path, as_json: bool
) -> None:
    """A sheet to print on both sides and hold against the light: how do backs lie to fronts?"""
    from pnp.calibration.printers import printer
    from pnp.calibration.sheet import write_calibration

    known = printer(name) if name else None
    path = write_calibration(paper, _flip(sides), landscape, known, out, language)
    click.echo(f"{path}: print it at 100%", err=True)
    if as_json:
        click.echo(json_text({"path": str(path), "paper": paper, "sides": sides, "landscape": landscape}))


def _flip(sides: str) -> Any:
    return sides.removeprefix("duplex-")


@click.group("printer", invoke_without_command=True)
@JSON
@click.pass_context
def printers(context: click.Context, as_json: bool) -> None:
    """Your printers, and how each puts backs behind fronts; without a command, all of them."""
    if context.invoked_subcommand is None:
        _list(as_json)


@printers.command("list")
@JSON
def list_printers(as_json: bool) -> None:
    """Every printer and what is known of it."""
    _list(as_json)


@printers.command("show")
@click.argument("name")
@JSON
def show_printer(name: str, as_json: bool) -> None:
    """What is known of one printer."""
    from pnp.calibration.printers import printer

    known = printer(name)
    click.echo(json_text(known.as_json()) if as_json else "\n".join(_lines(known)))


@printers.command("add", cls=LazyCommand)
@click.argument("name")
@click.option("--scale-x", type=_value("scale"), help="Across, back to front: 99.4% draws backs that much narrower.")
@click.option("--scale-y", type=_value("scale"), help="The same downwards.")
@click.option("--shift-x", type=_value("shift"), help="Backs that much to the right, to the left if negative.")
@click.option("--shift-y", type=_value("shift"), help="Backs that much down, up if negative.")
@click.option("--rotate", type=_value("turn"), help="Backs turned clockwise by degrees.")
@click.option("--read", type=_value("readings"), help="What the sheet's scales read, in mm: A=0.3,B=-0.1,... to H.")
@PAPER
@_SIDES
@_LANDSCAPE
@click.option("--more", is_flag=True, help="On top of what is known of it already.")
@JSON
def add_printer(name: str, paper: str, sides: str, landscape: bool, more: bool, as_json: bool, **values: Any) -> None:
    """Keep what the calibration sheet shows, under a name for --printer; a name that is there gets the new values."""
    from pnp.calibration.printers import add, printer
    from pnp.imposition.plan import Correction

    read = values.pop("read")
    given = {key: value for key, value in values.items() if value is not None}
    if read is not None and given:
        raise click.UsageError("--read gives all five values; leave the others out")
    correction = Correction(**given) if read is None else _read_off(read, paper, sides, landscape)
    before = add(name, correction, landscape, more)
    known = printer(name)
    if before is not None and before != known:
        click.echo("\n".join(["was:", *_lines(before)]), err=True)
    click.echo(json_text(known.as_json()) if as_json else "\n".join(_lines(known)))


@printers.command("remove")
@click.argument("name")
def remove_printer(name: str) -> None:
    """Forget a printer."""
    from pnp.calibration.printers import remove

    remove(name)
    click.echo(f"{name}: removed", err=True)


def _read_off(read: dict[str, float], paper: str, sides: str, landscape: bool) -> Correction:
    from pnp.calibration.sheet import ScaleLayout, read_off
    from pnp.imposition.papers import paper_size

    size = paper_size(paper)
    return read_off(ScaleLayout.of(size.turned() if landscape else size, _flip(sides)), read)


def _list(as_json: bool) -> None:
    from pnp.calibration.printers import printers as all_printers

    known = all_printers().values()
    if as_json:
        click.echo(json_text({"printers": [each.as_json() for each in known]}))
    elif known:
        click.echo("\n".join(line for each in known for line in _lines(each)))
    else:
        click.echo("no printers yet; print the sheet of pnp calibrate, and add what it shows with pnp printer add")


def _lines(known: Printer) -> list[str]:
    lines = [f"{known.name}: {known.upright}"]
    return [*lines, f"{' ' * len(known.name)}  landscape: {known.landscape}"] if known.landscape else lines
