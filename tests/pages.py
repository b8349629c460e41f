"""What tests of pages share: the options that there are, and links that lead somewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click


def options(command: click.Command) -> Iterator[str]:
    for parameter in command.params:
        yield from parameter.opts
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield from options(inner)


def headings(page: Path) -> set[str]:
    """The names by which links know the headings of a page, and other places that it names."""
    text = page.read_text(encoding="utf-8")
    found = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    named = {re.sub(r"[^a-z0-9 -]", "", each.lower()).replace(" ", "-") for each in found}
    return named | set(re.findall(r'<a id="([a-z0-9-]+)">', text))


def check_links(page: Path, text: str) -> None:
    """Every link in a text of the page leads to a file, and to a heading of it where it names one."""
    for link in re.findall(r"\]\((?!https?:)(.+?)\)", re.sub(r"`[^`]*`", "", text)):
        file, _, heading = link.partition("#")
        target = page.parent / file if file else page
        assert target.exists(), link
        assert not heading or heading in headings(target), link
