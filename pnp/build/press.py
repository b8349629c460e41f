"""Decides what goes to the printer of all that a build could print, by what it was asked to leave out or to move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from pnp.build.changes import Changes, changes
from pnp.build.options import BuildOptions
from pnp.definition.model import Component, Game
from pnp.drawing.face import Face
from pnp.errors import Finding, UsageError
from pnp.geometry import Size, Trim, number
from pnp.imposition.papers import paper_word
from pnp.imposition.plan import Page, SheetPlan
from pnp.imposition.printer import Correction, Printer, corrected, selected


def changed(
    game: Game, printed: Iterable[tuple[Component, int]], wanted: Iterable[Component], faces: Mapping[str, Face],
    options: BuildOptions,
) -> Changes | None:  # fmt: skip
    """What differs from the build that `--changed-since` names; None where it is not given.

    `wanted` are the components that `--only` leaves, of whatever count. Raises UsageError for another game's manifest.
    """
    earlier = options.since
    if earlier is None:
        return None
    if earlier.game != game.name:
        raise UsageError(f"--changed-since: the manifest is of {earlier.game}, not of {game.name}; name the game's own")
    asked, own = {component.id: component for component in wanted}, {component.id for component in game.components}
    kinds = {component.kind for component in asked.values()}

    def concerns(identifier: str, kind: str) -> bool:
        whole = identifier.partition("/tile-")[0]
        return whole in asked or (whole not in own and kind in kinds)

    return changes(earlier, printed, faces, concerns)


def to_print(plans: Mapping[str, SheetPlan], options: BuildOptions) -> dict[str, SheetPlan]:
    """The sheets and sides that were asked for, with backs where the printer needs them.

    Raises UsageError when none is left, or when a printer's backs would leave the paper.
    """
    chosen = selected(plans, options.part)
    printer = options.printer
    if printer is None:
        return chosen
    moved = {name: corrected(plan, printer) for name, plan in chosen.items()}
    for name, plan in moved.items():
        if (past := max(_past(page, plan.paper) for page in plan.pages)) > 0:
            raise UsageError(
                f"{name}: the printer '{printer.name}' has backs drawn {past:.2f} mm past the paper's edge; "
                "give a wider --margin"
            )
    if note := _unseen(printer, moved):
        first = next(iter(moved))
        moved[first] = replace(moved[first], notes=(*moved[first].notes, note))
    return moved


def stem_of(name: str, options: BuildOptions) -> str:
    """A file's name without its ending: which paper it is for and, where it does not hold everything, what it holds."""
    words = [*(["changed"] if options.since else []), *([] if options.part.is_whole else [options.part.name])]
    return "-".join((name, paper_word(options.paper), *words))


def file_names(kinds: Iterable[tuple[str, Trim]]) -> Iterator[str]:
    """What pieces of a group and trim are called in names of files: the group alone, or with the size where it has
    several; numbers tell apart what is of one size.
    """
    kinds = tuple(kinds)
    groups = Counter(group for group, _ in kinds)
    given: Counter[str] = Counter()
    for group, trim in kinds:
        name = group if groups[group] == 1 else f"{group}-{size_word(trim.size)}"
        given[name] += 1
        yield name if given[name] == 1 else f"{name}-{given[name]}"


def size_word(size: Size) -> str:
    """A size as names of files have it, such as `63.5x88.9mm`."""
    return f"{number(size.width, 1)}x{number(size.height, 1)}mm"


def _past(page: Page, paper: Size) -> float:
    """How far the trims on a page reach out of the paper; zero when they do not."""
    box = page.trim_box
    return max(0.0, -box.left, -box.top, box.right - paper.width, box.bottom - paper.height)


def _unseen(printer: Printer, plans: Mapping[str, SheetPlan]) -> Finding | None:
    """A note on files whose backs lie the other way than every sheet that the printer was read off."""
    backs = {name: plan.paper for name, plan in plans.items() if any(page.side == "back" for page in plan.pages)}
    lying = [name for name, paper in backs.items() if paper.width > paper.height]
    standing = [name for name in backs if name not in lying]
    if lying and printer.landscape is None and printer.upright != Correction():
        message = (
            f"these pages lie, and '{printer.name}' was read off a sheet that stands; print pnp calibrate --landscape, "
            "and give what it shows to pnp printer add --landscape"
        )
        return Finding("note", "printer-upright", ", ".join(lying), message)
    if standing and printer.landscape not in (None, Correction()) and printer.upright == Correction():
        message = (
            f"these pages stand, and '{printer.name}' moves backs on pages that lie alone, so these stay where they "
            "are; print pnp calibrate, and give what it shows to pnp printer add"
        )
        return Finding("note", "printer-landscape", ", ".join(standing), message)
    return None
