"""The [layouts] of a deck, and what they draw on, in; its Design out, every key and name of it checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pnp.definition.design import BUILT_IN_FONTS, COLOUR, Design, Layout
from pnp.definition.elements import Resources, read_element
from pnp.definition.files import MOST_ART, inside, is_there
from pnp.definition.findings import meant, shown
from pnp.definition.schema import FAMILY, LAYOUT, STYLE
from pnp.definition.section import Section
from pnp.sources import SourceFile, Sources

_MOST_ELEMENTS = 200
_MOST_NAMED = 200
_LONGEST_CHAIN = 10
_LONGEST_SUBSTITUTED = 16
_LONGEST_INSTEAD = 100
_MOST_SUBSTITUTES = 500

Sections = Mapping[str, Section]


def read_design(root: Section, sources: Sources) -> Design:
    """Everything that layouts name, and the layouts, each with the elements of the one that it extends."""
    families = root.table("fonts")
    fonts = _fonts(families, sources)
    icons = root.table("icons")
    styles = _named(root.table("styles"), ("extends", *STYLE))
    layouts = _named(root.table("layouts"), LAYOUT)
    resources = Resources(
        families=(*BUILT_IN_FONTS, *families.names()),
        styles={name: _laid_over(_chain(name, styles, "style"), styles) for name in styles},
        colours=_colours(root.table("colours")),
    )
    return Design(
        layouts={name: _layout(name, layouts, root.table("boxes"), resources) for name in layouts},
        colours=resources.colours,
        fonts=fonts,
        icons={name: file for name in icons.names() if (file := _file(icons, name, sources, (".svg",)))},
        substitutes=_substitutes(root.table("substitutes")),
    )


def _named(section: Section, keys: Iterable[str]) -> Sections:
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
            section.fault("circle", f"{shown(base)} extends itself in the end; delete one 'extends'", "extends")
        elif len(chain) == _LONGEST_CHAIN:
            section.fault("too-large", f"over {_LONGEST_CHAIN} extend each other; put some into one", "extends")
        if not base or base in chain or len(chain) == _LONGEST_CHAIN:
            break
        chain.insert(0, base)
    return chain


def _laid_over(chain: list[str], sections: Sections) -> Section:
    section = sections[chain[0]]
    for name in chain[1:]:
        section = sections[name].over(section)
    return section


def _layout(name: str, layouts: Sections, boxes: Section, resources: Resources) -> Layout:
    """The elements from the ground up.

    One of a name that is there already takes that one's place, or changes what it says of it if it has no type.
    """
    elements: dict[str, Section] = {}
    for each in _chain(name, layouts, "layout"):
        layout = layouts[each]
        boxes = layout.table("boxes").over(boxes)
        for gone in layout.slugs("without", ()):
            if elements.pop(gone, None) is None:
                layout.fault("unknown-value", f"no element is called {shown(gone)}; {meant(gone, elements)}", "without")
        own: set[str] = set()
        for at, section in enumerate(layout.tables("elements", None)):
            called = section.slug("name", "title", "") or f"{each} {at + 1}"
            if called in own:
                section.fault("duplicate-name", f"two elements are called {shown(called)}; rename one", "name")
            own.add(called)
            changes = called in elements and "type" not in section
            elements[called] = section.over(elements[called]) if changes else section
    if not elements:
        example = f"[[layouts.{name}.elements]]"
        layouts[name].fault("missing-key", f"the layout has no element; add one under a header {example}")
    elif len(elements) > _MOST_ELEMENTS:
        layouts[name].fault("too-large", f"the layout has over {_MOST_ELEMENTS} elements; put some into one drawing")
        return Layout(name, ())
    read = (read_element(called, section, boxes, resources) for called, section in elements.items())
    return Layout(name, tuple(element for element in read if element is not None))


def _colours(section: Section) -> Mapping[str, str]:
    colours = section.texts()
    for name, colour in colours.items():
        if not COLOUR.fullmatch(colour):
            section.fault("colour", f"{shown(colour)} is no colour; write it as #rrggbb, such as #b5482f", name)
    # A stand-in for one that is none, so that what names it is not told as well.
    return {name: colour if COLOUR.fullmatch(colour) else "#000000" for name, colour in colours.items()}


def _fonts(section: Section, sources: Sources) -> Mapping[str, SourceFile]:
    """Font files by the name of the face: `greek` for the regular one, `greek-bold` and so on for the others."""
    fonts = {}
    for family in section.names():
        if family in BUILT_IN_FONTS:
            section.fault("font", f"{shown(family)} is a built-in font; give yours another name", family)
        elif section.is_table(family):
            faces = section.table(family, FAMILY)
            faces.text("regular", "fonts/regular.ttf")
            for face in faces.names():
                name = family if face == "regular" else f"{family}-{face}"
                if file := _file(faces, face, sources, (".ttf",)):
                    fonts[name] = file
        elif file := _file(section, family, sources, (".ttf",)):
            fonts[family] = file
    return fonts


def _file(section: Section, key: str, sources: Sources, endings: tuple[str, ...]) -> SourceFile | None:
    """The file that a key names, which must be there and of the right kind."""
    name = section.text(key, f"{key}{endings[0]}")
    if not name:
        return None
    file = inside(sources, name, section.place(key), section.findings)
    if file is None or not is_there(file, name, section.place(key), section.findings, MOST_ART):
        return None
    if file.suffix.lower() not in endings:
        section.fault("file-name", f"{shown(name)} is no {endings[0]} file; name one", key)
        return None
    return file


def _substitutes(section: Section) -> Mapping[str, str]:
    """What is printed instead of a character; longer runs are looked for first."""
    phrases = section.phrases()
    if len(phrases) > _MOST_SUBSTITUTES:
        section.fault("too-large", f"there are over {_MOST_SUBSTITUTES} substitutes; delete some")
        return {}
    for run, instead in phrases.items():
        if len(instead) > _LONGEST_INSTEAD:
            section.fault("too-large", f"{shown(run)} stands for over {_LONGEST_INSTEAD} letters; shorten it", run)
        if not run.strip() or len(run) > _LONGEST_SUBSTITUTED:
            section.fault("wrong-value", f"{shown(run)} cannot be substituted; write a character or a few", run)
    return dict(sorted(phrases.items(), key=lambda phrase: -len(phrase[0])))
