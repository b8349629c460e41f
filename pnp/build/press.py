"""Decides what goes to the printer of all that a build could print, by what it was asked to leave out or to move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from pnp.build.changes import Changes, changes
from pnp.build.options import PIECES, TUCKBOX, BuildOptions
from pnp.definition.model import Component, Game
from pnp.drawing.face import Face
from pnp.errors import Finding, UsageError
from pnp.frozen import frozen
from pnp.geometry import Size, Trim, number
from pnp.imposition.grid import SheetOptions
from pnp.imposition.layout import Layout, in_one_grid, saved_sheets
from pnp.imposition.papers import paper_word
from pnp.imposition.plan import DUPLEXINGS, Correction, Item, Page, Printer, SheetPlan, corrected, selected
from pnp.language.wording import Wording


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


@frozen
class PrintFile:
    """One file of pieces: the groups that it holds, what its name says of them, and its pieces.

    Pieces of one trim lie in one grid; others have the `layout` of the sheets that they share.
    """

    groups: tuple[str, ...]
    name: str
    stock: str
    items: tuple[Item, ...]
    layout: Layout | None = None


def files(printed: Iterable[tuple[Component, Iterable[int]]]) -> list[PrintFile]:
    """A file for each group of pieces of one trim and stock, which are those copies of the components."""
    found: dict[str, dict[tuple[Trim, str], list[Item]]] = {}
    for component, copies in printed:
        items = found.setdefault(component.group, {}).setdefault((component.trim, component.stock), [])
        items += [Item(component.id, copy, component.trim, component.id, component.back) for copy in copies]
    made: list[PrintFile] = []
    for group, kinds in found.items():
        own = ((group, trim) for trim, _ in kinds)
        names = file_names(own) if group != TUCKBOX else _box_names(kinds.values())
        for name, (_, stock), items in zip(names, kinds, kinds.values()):
            if items:
                made.append(PrintFile((group,), name, stock, tuple(items)))
    return made


def sharing(separate: Sequence[PrintFile], sheet: SheetOptions) -> list[PrintFile]:
    """The files, where those of one stock that would leave a sheet nearly empty share one if that saves sheets.

    Where sheets are folded, pieces that have no backs keep apart from those that have.
    """
    alike: dict[tuple[str, SheetOptions], list[PrintFile]] = {}
    for file in separate:
        own = sheet
        if DUPLEXINGS[sheet.sides].folded and all(item.back is None for item in file.items):
            own = replace(sheet, sides="fronts")
        if not file.items[0].trim.outline.is_drawn and len(in_one_grid(file.items, own, file.name).sheets) == 1:
            alike.setdefault((file.stock, own), []).append(file)
    made = list(separate)
    for (_, own), some in alike.items():
        if found := saved_sheets([file.items for file in some], own):
            chosen = [some[at] for at in found[0]]
            made[made.index(chosen[0])] = _together(chosen, found[1])
            made = [file for file in made if file not in chosen]
    return list(_told_apart(made))


def _told_apart(files: Iterable[PrintFile]) -> Iterator[PrintFile]:
    """The files, of which those that share a name, since they are of different stocks, are numbered."""
    given: Counter[str] = Counter()
    for file in files:
        given[file.name] += 1
        yield file if given[file.name] == 1 else replace(file, name=f"{file.name}-{given[file.name]}")


def _together(sharing: Sequence[PrintFile], layout: Layout) -> PrintFile:
    """One file for several; `pieces` where they are of several groups."""
    groups = tuple(dict.fromkeys(group for file in sharing for group in file.groups))
    items = tuple(item for blocks in layout.sheets for block in blocks for item in block.items)
    return PrintFile(groups, groups[0] if len(groups) == 1 else PIECES, sharing[0].stock, items, layout)


def told_contents(groups: Sequence[str], name: str, wording: Wording) -> tuple[str, str]:
    """What a file of that name holds, in words, and what its name says besides, such as `-63.5x88.9mm`."""
    told = wording.listed([wording.said("groups", group) for group in groups])
    return told, name.removeprefix(groups[0]) if len(groups) == 1 else ""


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


def _box_names(boxes: Collection[Sequence[Item]]) -> Iterator[str]:
    """Boxes are known by what goes in rather than by how large they are laid flat."""
    for items in boxes:
        own = items[0].component.rpartition("/")[2] if items else ""
        yield TUCKBOX if len(boxes) == 1 else f"{TUCKBOX}-{own}"


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
