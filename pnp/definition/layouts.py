"""The [layouts] of a deck and what they name, read into a Design."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce

from pnp.definition.design import BUILT_IN_FONTS, FALLBACK, OPEN_FONTS, Design, Layout
from pnp.definition.document import art_file
from pnp.definition.drafts import Drafts, LayoutDraft, read_draft, read_values
from pnp.definition.fills import colour, written
from pnp.definition.findings import quoted, suggest
from pnp.definition.fonts import read_fonts
from pnp.definition.section import LAYOUT, STYLE, Section
from pnp.definition.shared import merged, over_each_other
from pnp.definition.styles import Resources, read_span
from pnp.sources import SourceFile, Sources

_MOST_ELEMENTS = 200
_MOST_NAMED = 200
_LONGEST_CHAIN = 10
_LONGEST_SUBSTITUTED = 16
_LONGEST_INSTEAD = 100
_MOST_SUBSTITUTES = 500

Sections = Mapping[str, Section]


def read_design(roots: Sequence[Section], sources: Sources, columns: frozenset[str]) -> tuple[Design, Drafts]:
    """Everything that layouts name, and the layouts, each with the elements of the one that it extends; and these
    elements as they are written. The first of the roots is the deck's own definition; `columns` are those of all
    tables.
    """
    families, boxes = over_each_other(roots, "fonts"), over_each_other(roots, "boxes")
    styles = merged(roots, lambda root: _named_sections(root.table("styles"), ("extends", *STYLE)))
    layouts = merged(roots, lambda root: _named_sections(root.table("layouts"), LAYOUT))
    resources = Resources(
        families=(*BUILT_IN_FONTS, *(name for name in families.names() if name != FALLBACK), *OPEN_FONTS),
        styles={name: _with_base(name, styles) for name in styles},
        colours=merged(roots, lambda root: _colours(root.table("colours"))),
        columns=columns,
    )
    read = {name: _layout(name, layouts, boxes, resources) for name in layouts}
    icons = merged(roots, lambda root: dict.fromkeys(root.table("icons").names(), root.table("icons")))
    substitutes = merged(roots, lambda root: _substitutes(root.table("substitutes")))
    design = Design(
        layouts={name: layout for name, (layout, _) in read.items()},
        colours=resources.colours,
        fonts=read_fonts(families, sources),
        icons={name: file for name, own in icons.items() if (file := _file(own, name, sources, (".svg",)))},
        substitutes=dict(sorted(substitutes.items(), key=lambda phrase: -len(phrase[0]))),
        spans={name: read_span(style, resources) for name, style in resources.styles.items()},
        bases=sources.bases,
    )
    return design, {name: drafts for name, (_, drafts) in read.items()}


def _named_sections(section: Section, keys: Iterable[str]) -> Sections:
    names = section.names()
    if len(names) > _MOST_NAMED:
        section.fault("too-large", f"there are over {_MOST_NAMED} entries {section.title}; delete some")
    return {name: section.table(name, tuple(keys)) for name in names[:_MOST_NAMED]}


def _chain(name: str, sections: Sections, what: str) -> list[str]:
    """The name and those that it extends one after the other, the furthest first."""
    chain = [name]
    while "extends" in sections[chain[0]]:
        section = sections[chain[0]]
        base = section.choice("extends", sections, what=what)
        if base in chain:
            section.fault("circle", f"{quoted(base)} extends itself in the end; delete one 'extends'", "extends")
        elif len(chain) == _LONGEST_CHAIN:
            section.fault("too-large", f"over {_LONGEST_CHAIN} extend each other; put some into one", "extends")
        if not base or base in chain or len(chain) == _LONGEST_CHAIN:
            break
        chain.insert(0, base)
    return chain


def _with_base(name: str, styles: Sections) -> Section:
    """A style laid over those that it extends."""
    first, *rest = _chain(name, styles, "style")
    return reduce(lambda base, each: styles[each].over(base), rest, styles[first])


def _layout(name: str, layouts: Sections, boxes: Section, resources: Resources) -> tuple[Layout, LayoutDraft]:
    """The elements from the ground up, and the same as they are written.

    One of a name that is there already takes that one's place, or changes what it says of it if it has no type.
    """
    named: dict[str, Section] = {}
    turn, values = 0, dict[str, tuple[str, Section]]()
    for each in _chain(name, layouts, "layout"):
        layout = layouts[each]
        boxes, made = layout.table("boxes").over(boxes), layout.table("values")
        values |= {key: (text, made) for key, text in read_values(made).items()}
        turn = _turn(layout) if "turn" in layout else turn
        for gone in layout.slugs("without", ()):
            if named.pop(gone, None) is None:
                mend = suggest(gone, named)
                layout.fault("unknown-value", f"no element is called {quoted(gone)}; {mend}", "without")
        own: set[str] = set()
        for at, section in enumerate(layout.tables("elements", None)):
            called = section.slug("name", "title", "") or f"{each} {at + 1}"
            if called in own:
                section.fault("duplicate-name", f"two elements are called {quoted(called)}; rename one", "name")
            own.add(called)
            changes = called in named and "type" not in section
            named[called] = section.over(named[called]) if changes else section
    if not named:
        example = f"[[layouts.{name}.elements]]"
        layouts[name].fault("missing-key", f"the layout has no element; add one under a header {example}")
    elif len(named) > _MOST_ELEMENTS:
        layouts[name].fault("too-large", f"the layout has over {_MOST_ELEMENTS} elements; put some into one drawing")
        return Layout(name, ()), LayoutDraft()
    read = (read_draft(called, section, boxes, resources) for called, section in named.items())
    drafts = tuple(draft for draft in read if draft is not None)
    elements = tuple(draft.element for draft in drafts if draft.element is not None)
    return Layout(name, elements, turn), LayoutDraft(drafts, values)


def _turn(layout: Section) -> int:
    """By how much a layout is turned as a whole."""
    turn = layout.whole("turn", 0, 270) or 0
    if turn % 90:
        layout.fault("out-of-range", f"'turn' is {turn}; write 90, 180 or 270", "turn")
    return turn


def _colours(section: Section) -> Mapping[str, str]:
    colours = section.texts()
    known = {}
    for name, said in colours.items():
        try:
            known[name] = written(colour(said, {}))
        except ValueError as fault:
            section.fault("colour", str(fault), name)
            known[name] = "#000000"  # so that what names it is not told as well
    return known


def _file(section: Section, key: str, sources: Sources, endings: tuple[str, ...]) -> SourceFile | None:
    """The file that a key names, which must be there and of the right kind."""
    name = section.text(key, f"{key}{endings[0]}")
    if not name:
        return None
    file = art_file(sources, name, section.place(key), section.findings)
    if file is not None and file.suffix.lower() not in endings:
        section.fault("file-name", f"{quoted(name)} is no {endings[0]} file; name one", key)
        return None
    return file


def _substitutes(section: Section) -> Mapping[str, str]:
    """What is printed instead of a character or a run of them."""
    phrases = section.phrases()
    if len(phrases) > _MOST_SUBSTITUTES:
        section.fault("too-large", f"there are over {_MOST_SUBSTITUTES} substitutes; delete some")
        return {}
    for run, instead in phrases.items():
        if len(instead) > _LONGEST_INSTEAD:
            section.fault("too-large", f"{quoted(run)} stands for over {_LONGEST_INSTEAD} letters; shorten it", run)
        if not run.strip() or len(run) > _LONGEST_SUBSTITUTED:
            section.fault("wrong-value", f"{quoted(run)} cannot be substituted; write a character or a few", run)
    return phrases
