"""The printers that users have given names to, and what is kept of each in a TOML file of theirs."""

from __future__ import annotations

import difflib
import os
import re
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from pnp import output
from pnp.errors import Finding, InputInvalid, InputMissing, OutputError, UsageError
from pnp.geometry import number, parse_length
from pnp.imposition.plan import LEAST_SCALE, MOST_SCALE, MOST_SHIFT, MOST_TURN, Correction, Printer
from pnp.sources import SourceFault, SourceFile

FORMAT = "pnp-printers/1"
FILE = "printers.toml"
FOLDER = "PNP_CONFIG"
"""The environment variable that names another folder for the file."""

_MOST_BYTES = 1 << 16
_LONGEST_LINE = 300  # a key of thousands of parts keeps tomllib busy for minutes
_NAME = re.compile(r"\w[\w .-]{0,39}")
_PERCENT = re.compile(r"(\d{1,3}(?:\.\d{1,4})?)\s*%")
_ANGLE = re.compile(r"([+-]?\d{1,2}(?:\.\d{1,4})?)\s*(?:deg|°)?")


def config_file() -> Path:
    """Where the printers are kept: `PNP_CONFIG`, else the platform's folder for settings, there or not.

    UsageError where a variable of the environment names a file in its place.
    """
    for variable, below in ((FOLDER, ""), ("XDG_CONFIG_HOME", "pnp")):
        if named := os.environ.get(variable):
            if os.path.exists(named) and not os.path.isdir(named):
                raise UsageError(f"{variable} is '{named}', which is no folder; name one, or unset it")
            return Path(named) / below / FILE
    try:
        home = Path.home()
    except RuntimeError as failure:
        raise UsageError(f"there is no home folder to keep printers in; set {FOLDER} to a folder") from failure
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "pnp" / FILE
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or home / "AppData" / "Roaming") / "pnp" / FILE
    return home / ".config" / "pnp" / FILE


def printers() -> dict[str, Printer]:
    """Every printer by its name, in the order of their names; none where there is no file.

    Raises InputInvalid, with one sentence, for a file with anything in it that is not understood.
    """
    path = config_file()
    try:
        data = SourceFile(path).read_bytes(_MOST_BYTES)
    except SourceFault as fault:
        if fault.code == "missing-file":
            return {}
        if fault.code == "too-large":
            raise _invalid(path, "is too large for a list of printers") from fault
        raise InputMissing(f"{path}: {fault.problem}") from fault
    try:
        text = data.decode()
        if max(map(len, text.split("\n"))) > _LONGEST_LINE:
            raise ValueError(f"has a line of over {_LONGEST_LINE} letters")
        return _read(tomllib.loads(text))
    except (ValueError, RecursionError) as failure:
        raise _invalid(path, str(failure)) from failure


def _invalid(path: Path, problem: str) -> InputInvalid:
    message = f"{problem}; mend it, or move the file away and add your printers again"
    return InputInvalid([Finding("error", "printers-invalid", str(path), message)])


def printer(name: str) -> Printer:
    """The printer of that name; InputMissing with the names there are."""
    known = printers()
    if name in known:
        return known[name]
    close = difflib.get_close_matches(name, known, 1)
    hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(known)}" if known else "there are none yet"
    raise InputMissing(f"no printer is called '{name}'; {hint}; `pnp printer add` makes one")


def add(name: str, correction: Correction, landscape: bool, more: bool = False) -> Printer | None:
    """Keeps what was read off for a printer, of its upright or of its lying sheet; the printer as it was before.

    With `more` it is added to what was known. Raises UsageError for a name that will not do, or values out of bounds.
    """
    if not _NAME.fullmatch(name):
        raise UsageError(f"'{name}' is no name for a printer; use up to 40 letters, digits, spaces, dots and hyphens")
    with _rewriting() as known:
        old = known.get(name)
        before = old or Printer(name, Correction())
        earlier = (before.landscape or Correction()) if landscape else before.upright
        try:
            # As it is when it has been written and read again.
            total = _correction(_texts(earlier.more(correction) if more else correction), "in all")
        except ValueError as failure:
            raise UsageError(f"{failure}") from failure
        known[name] = replace(before, landscape=total) if landscape else replace(before, upright=total)
    return old


def remove(name: str) -> None:
    """Forgets a printer; InputMissing for one that is not there."""
    printer(name)
    with _rewriting() as known:
        del known[name]


@contextmanager
def _rewriting() -> Iterator[dict[str, Printer]]:
    """Every printer by its name, to be changed and then kept."""
    path = config_file()
    try:
        with output.locked(path.parent):
            known = printers()
            yield known
            output.write_file(path, _toml_of(known).encode(), known=True)
    except OutputError as failure:
        reason = str(failure).split(";")[0]
        raise OutputError(f"{reason}, so printers cannot be kept there; set {FOLDER} to another folder") from failure


def parse_scale(text: str) -> float:
    """The factor of a percentage such as `99.4%`; ValueError with a sentence for anything else."""
    found = _PERCENT.fullmatch(text.strip())
    factor = round(float(found[1]) / 100, 8) if found else 0.0
    if not LEAST_SCALE <= factor <= MOST_SCALE:
        raise ValueError(f"'{text}' is no scale of a printer; write a percentage from 90% to 110%, such as 99.4%")
    return factor


def parse_shift(text: str) -> float:
    """Millimetres of a length that may have a sign, such as `-0.3mm`; ValueError with a sentence for anything else."""
    text = text.strip()
    length = parse_length(text.removeprefix("-").removeprefix("+"))
    if length > MOST_SHIFT:
        raise ValueError(f"'{text}' is more than the {MOST_SHIFT:g} mm that a printer can be off")
    return -length if text.startswith("-") else length


def parse_turn(text: str) -> float:
    """Degrees clockwise, such as `-0.2` or `0.2deg`; ValueError with a sentence for anything else."""
    found = _ANGLE.fullmatch(text.strip())
    if found is None or abs(float(found[1])) > MOST_TURN:
        raise ValueError(f"'{text}' is no turn; write degrees from -{MOST_TURN:g} to {MOST_TURN:g}, such as 0.2")
    return float(found[1])


_FIELDS: Mapping[str, Callable[[str], float]] = {
    "scale_x": parse_scale, "scale_y": parse_scale, "shift_x": parse_shift, "shift_y": parse_shift,
    "rotate": parse_turn,
}  # fmt: skip


def _read(document: Mapping[str, Any]) -> dict[str, Printer]:
    if document.get("format") != FORMAT:
        raise ValueError(f'does not begin with format = "{FORMAT}"')
    _known(document, ("format", "printers"), "the file")
    entries = document.get("printers", {})
    if not isinstance(entries, dict):
        raise ValueError("'printers' must be a table")
    return {name: _printer(name, entries[name]) for name in sorted(entries)}


def _printer(name: str, entry: Any) -> Printer:
    where = f"printer '{name}'"
    if not _NAME.fullmatch(name) or not isinstance(entry, dict):
        raise ValueError(f"{where} must be a table with a plain name")
    _known(entry, (*_FIELDS, "landscape"), where)
    landscape = entry.pop("landscape", None)
    if landscape is None:
        return Printer(name, _correction(entry, where))
    if not isinstance(landscape, dict):
        raise ValueError(f"{where}: 'landscape' must be a table")
    _known(landscape, tuple(_FIELDS), f"{where}, landscape")
    return Printer(name, _correction(entry, where), _correction(landscape, f"{where}, landscape"))


def _correction(entry: Mapping[str, Any], where: str) -> Correction:
    values: dict[str, float] = {}
    for key, value in entry.items():
        if not isinstance(value, str):
            raise ValueError(f"{where}: {key} must be text with its unit, such as {_texts(Correction())[key]!r}")
        try:
            values[key] = _FIELDS[key](value)
        except ValueError as failure:
            raise ValueError(f"{where}: {key}: {failure}") from failure
    return Correction(**values)


def _known(entry: Mapping[str, Any], keys: tuple[str, ...], where: str) -> None:
    if unknown := [key for key in entry if key not in keys]:
        raise ValueError(f"{where} has '{unknown[0]}', and there are {', '.join(keys)}")


def _toml_of(known: Mapping[str, Printer]) -> str:
    lines = ["# How pnp draws backs, so that a printer puts them behind their fronts. See: pnp printer --help"]
    lines.append(f'format = "{FORMAT}"')
    for name in sorted(known):
        for part, correction in (("", known[name].upright), (".landscape", known[name].landscape)):
            if correction is not None:
                lines += ["", f'[printers."{name}"{part}]']
                lines += [f'{key} = "{text}"' for key, text in _texts(correction).items()]
    return "\n".join(lines) + "\n"


def _texts(correction: Correction) -> dict[str, str]:
    """A correction as its owner would type it."""
    return {
        "scale_x": f"{number(correction.scale_x * 100, 4)}%", "scale_y": f"{number(correction.scale_y * 100, 4)}%",
        "shift_x": f"{number(correction.shift_x, 4)}mm", "shift_y": f"{number(correction.shift_y, 4)}mm",
        "rotate": f"{number(correction.rotate, 4)}deg",
    }  # fmt: skip
