"""Addresses of what texts of the commands name: a play, a line of a file, a piece, a rule."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, urlencode

from markupsafe import Markup, escape

from pnp.studio.shelf import Project

_NAMED = re.compile(
    r"(?P<file>[\w.~/-]+\.[A-Za-z]+):(?P<line>\d{1,7})(?::\d+)?|(?<![\w./-])(?P<name>\w[\w/-]*(?:\.[\w/-]+)*)"
)
"""A line of a file, or what may be the name of a piece or a rule."""


def play_address(key: str, play: Mapping[str, Any]) -> str:
    """The address of a play that a Finding names, at the moment when it happens."""
    options = ";".join(f"{name}={value}" for name, value in play.get("options", {}).items())
    return f"/games/{quote(key)}/watch?{urlencode({**play, 'options': options})}"


def watch_link(key: str, command: str) -> str:
    """The address that plays what `pnp play` with these words plays; empty where it is none of that kind."""
    words = shlex.split(command)
    if words[:2] != ["pnp", "play"]:
        return ""
    said: dict[str, list[str]] = {}
    for flag, value in zip(words[3::2], words[4::2]):
        said.setdefault(flag.removeprefix("--"), []).append(value)
    play: dict[str, Any] = {key: said[key][0] for key in ("seed", "players") if key in said}
    play |= {"playouts": said["playouts"][0]} if "playouts" in said else {}
    play["options"] = dict(pair.split("=", 1) for pair in said.get("option", []))
    return play_address(key, {**play, "seats": said.get("player", ["sensible"])[0]})


def line_address(key: str, file: str, line: int | str) -> str:
    """The address at which a line of a file of a deck is edited."""
    return f"/games/{quote(key)}/edit?{urlencode({'file': file, 'line': line})}"


def rule_address(key: str, rule: str) -> str:
    """The address of a rule in the book."""
    return f"/games/{quote(key)}/rules?{urlencode({'rule': rule})}"


def linked(text: str, project: Project | None) -> Markup:
    """A text of a command in which lines of files, pieces and rules lead to where they stand."""
    if project is None:
        return escape(text)
    rules, pieces = project.rules(), project.pieces()
    made, last = Markup(), 0
    for found in _NAMED.finditer(text):
        name, file = found["name"], found["file"]
        if name in rules:
            address = rule_address(project.key, name)
        elif name in pieces:
            address = piece_address(project.key, name)
        elif file and project.is_own and (project.folder / file).is_file():
            address = line_address(project.key, file, found["line"])
        else:
            continue
        made += escape(text[last : found.start()]) + Markup('<a href="{}">{}</a>').format(address, found[0])
        last = found.end()
    return made + escape(text[last:])


def piece_address(key: str, piece: str) -> str:
    """The address of a piece among the cards."""
    return f"/games/{quote(key)}/cards?{urlencode({'find': piece})}"
