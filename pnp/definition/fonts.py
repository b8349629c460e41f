"""The [fonts] of a deck: files by family and style, and the fonts that print what others lack."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pnp.definition.design import (
    BUILT_IN_FONTS,
    FALLBACK,
    OPEN_FONTS,
    STYLES,
    FontChoice,
    FontFace,
    face_of,
)
from pnp.definition.document import art_file
from pnp.definition.findings import quoted, suggest
from pnp.definition.section import FAMILY, FONT, Section
from pnp.sources import FONTS, SourceFile, Sources, endings, listed

_MOST_FACES = 20  # of a family and those that print what it lacks
_MOST_AXES = 16
_MOST_FONTS = 255  # in a collection
_FURTHEST = 100_000.0  # on an axis
_EXAMPLE = "fonts/regular.ttf"
Named = FontChoice | str
"""A file of the deck, or a family that is known by its name."""
Style = tuple[bool, bool]
"""Bold or not, and italic or not."""


def read_fonts(section: Section, sources: Sources) -> Mapping[str, FontFace]:
    """What each face prints with, by its name: `greek` for a regular one, `greek-bold` and so on for the others. The
    built-in ones are among them where the deck says what prints what they lack.
    """
    return _Fonts(section, sources).faces()


class _Fonts:
    def __init__(self, section: Section, sources: Sources) -> None:
        self._section, self._sources = section, sources
        self._files: dict[tuple[str, str], SourceFile | None] = {}
        self._families = [name for name in section.names() if name != FALLBACK]
        self._known = (*self._families, *BUILT_IN_FONTS, *OPEN_FONTS)

    def faces(self) -> Mapping[str, FontFace]:
        everywhere = self._entries(self._section, FALLBACK) if FALLBACK in self._section else []
        own: dict[str, tuple[Style, list[Named]]] = {}
        for family in self._families:
            if family in BUILT_IN_FONTS:
                self._section.fault("font", f"{quoted(family)} is a built-in font; give yours another name", family)
            else:
                own |= {family + STYLES[style]: (style, entries) for style, entries in self._family(family)}
        built_in: dict[str, tuple[Style, list[Named]]] = {}
        if everywhere:
            built_in = {face_of("text", bold, italic, ()): ((bold, italic), []) for bold, italic in STYLES}
            built_in["display"] = (False, False), []
        found = {}
        for name, (style, entries) in (own | built_in).items():
            first = entries[0] if entries and isinstance(entries[0], FontChoice) else None
            if first is None and name not in built_in and not self._section.findings.is_draft:
                continue  # there is a finding on it, and nothing is set in another font instead
            others = (*entries[1 if first else 0 :], *everywhere)
            named = (face_of(each, *style, own) if isinstance(each, str) else each for each in others)
            found[name] = FontFace(first, tuple(named))
        return found

    def _family(self, family: str) -> Iterator[tuple[Style, list[Named]]]:
        """The faces of a family by style, each with its file and what prints what that lacks."""
        if not self._section.is_table(family) or "file" in self._section.table(family):
            yield (False, False), self._entries(self._section, family, of_file=True)
            return
        faces = self._section.table(family, FAMILY)
        if "regular" not in faces:
            faces.text("regular", _EXAMPLE)
            return
        regular = self._entries(faces, "regular", of_file=True)
        yield (False, False), regular
        for style, end in STYLES.items():
            if end and end[1:] in faces:
                yield style, self._entries(faces, end[1:], of_file=True, regular=regular)

    def _entries(
        self, section: Section, key: str, of_file: bool = False, regular: list[Named] | None = None
    ) -> list[Named]:
        """What a key lists, or names alone; with `of_file` a file of the deck comes first."""
        found: list[Named] = []
        base = next((each for each in regular or () if isinstance(each, FontChoice)), None)
        for at, value in enumerate(section.any_of(key, _MOST_FACES, _EXAMPLE)):
            is_file = of_file and at == 0
            if isinstance(value, Section) and regular == [] and "file" not in value:
                return []  # there is a finding on the file that it shares
            entry = self._named(value, section, key, is_file) if isinstance(value, str) else self._table(value, base)
            if entry is None:
                return []
            found.append(entry)
        return found

    def _named(self, value: str, section: Section, key: str, is_file: bool) -> Named | None:
        """The file or the family of that name."""
        if is_file and value in self._known and "." not in value:
            message = f'{quoted(value)} is no file, which comes first; write such as {key} = ["{_EXAMPLE}", "{value}"]'
            section.fault("file-name", message, key)
            return None
        if is_file or "/" in value or "." in value:
            file = self._file(value, section, key)
            return FontChoice(file) if file else None
        if value in self._known:
            return value
        section.fault("unknown-value", f"{quoted(value)} is no font of [fonts]; {suggest(value, self._known)}", key)
        return None

    def _table(self, table: Section, regular: FontChoice | None) -> Named | None:
        """A file with values of its axes, or its number in a collection."""
        table.check_keys(FONT)
        name = table.text("file", _EXAMPLE, "" if regular else None)
        file = self._file(name, table, "file") if name else regular and regular.file
        axes = table.table("axes").scalars()
        for tag, value in axes.items():
            if isinstance(value, str) or len(tag) > 4 or abs(value) > _FURTHEST:
                table.fault("wrong-value", f"{quoted(tag)} is no axis; write such as axes = {{ wght = 650 }}", "axes")
                return None
        if len(axes) > _MOST_AXES:
            table.fault("too-large", f"there are over {_MOST_AXES} axes; delete some", "axes")
            return None
        index = table.whole("index", 0, _MOST_FONTS) or 0
        where = tuple(sorted((tag, float(value)) for tag, value in axes.items()))
        return FontChoice(file, where, index) if file else None

    def _file(self, name: str, section: Section, key: str) -> SourceFile | None:
        file = art_file(self._sources, name, section.place(key), section.findings)
        if file is not None and file.suffix.lower() not in endings(FONTS):
            section.fault("file-name", f"{quoted(name)} is no {listed(FONTS)} file, such as {_EXAMPLE}; name one", key)
            return None
        return file
