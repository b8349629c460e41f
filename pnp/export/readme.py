"""What an export holds and leaves out in; the README that lies beside it out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import fill

from pnp.errors import Finding
from pnp.export.order import LeftOut, Order
from pnp.export.presets import Product
from pnp.frozen import frozen

_WIDTH = 100


@frozen
class Note:
    """A part of the README: its heading, and paragraphs, steps (numbered) or lines below it."""

    heading: str
    paragraphs: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()


def readme(
    order: Order, where_to: str, notes: Sequence[Note], left_out: Sequence[LeftOut], findings: Sequence[Finding]
) -> bytes:
    """The text in UTF-8: what it is for, the target's notes, what to look at, and what is not in the export."""
    game = order.box.game
    parts = [f"{game.title} {game.version} for {where_to}"]
    for note in (*notes, *_look_at(findings), *_missing(left_out)):
        parts.append(f"{note.heading}\n{'-' * len(note.heading)}")
        parts += [_filled("", paragraph) for paragraph in note.paragraphs]
        steps = [_filled(f"{number}. ", step) for number, step in enumerate(note.steps, 1)]
        parts += ["\n".join(steps)] if steps else []
        parts += ["\n".join(note.lines)] if note.lines else []
    if game.credits:
        parts.append(_filled("", game.credits.replace("\n", " ")))
    return ("\n\n".join(parts) + "\n").encode()


def sizes(products: Iterable[Product]) -> Note:
    """What each product measures, and who says so."""
    lines = []
    for product in dict.fromkeys(products):
        (wide, high), trim = product.pixels, product.trim
        page = f"{product.page.width:.2f} x {product.page.height:.2f} mm"
        drawn = f"{wide} x {high} pixels at {product.dpi} dpi are {page}"
        lines.append(_filled("", f"{product.title}: {drawn}, cut to {trim.width:.2f} x {trim.height:.2f} mm"))
        lines.append(_filled("  ", f"source: {product.source}"))
    return Note(
        "Sizes",
        ("These come from a file of presets. If the shop says otherwise, trust the shop: correct the preset in a file "
         "of your own and export again with --presets FILE.",),
        lines=tuple(lines),
    )  # fmt: skip


def _look_at(findings: Sequence[Finding]) -> tuple[Note, ...]:
    if not findings:
        return ()
    lines = [_filled("- ", f"{finding.where}: {finding.message}") for finding in findings]
    return (Note("To look at in the proof", lines=tuple(lines)),)


def _missing(left_out: Sequence[LeftOut]) -> tuple[Note, ...]:
    if not left_out:
        return (Note("Not in this export", ("Nothing: every piece of the game is in it.",)),)
    lines = []
    for missing in left_out:
        component, count = missing.printed.component, missing.printed.count
        lines.append(_filled("- ", f"{component.name} ({component.id}), {count} in the box: {missing.reason}"))
    how = "Print these at home with `pnp build`, or take pieces of another game."
    return (Note("Not in this export", (how,), lines=tuple(lines)),)


def _filled(bullet: str, text: str) -> str:
    # Names of files stay whole, so that they can be searched for.
    return fill(text, _WIDTH, initial_indent=bullet, subsequent_indent=" " * len(bullet), break_on_hyphens=False)
