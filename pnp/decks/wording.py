"""Prepares a text element and its row for drawing, and says, by column, which characters a font lacks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from pnp.definition.design import Design, TextStyle
from pnp.definition.layout_check import ICON
from pnp.definition.templates import filled, names_in
from pnp.drawing.colour import Colour
from pnp.drawing.fonts import DISPLAY, TEXT, TEXT_BOLD, TEXT_BOLD_ITALIC, TEXT_ITALIC, Font
from pnp.drawing.shapes import Anchor
from pnp.drawing.text import Lettering

_ANCHORS: Mapping[str, Anchor] = {"left": "start", "centre": "middle", "right": "end"}
_TEXT_FACES = {
    (False, False): TEXT, (True, False): TEXT_BOLD, (False, True): TEXT_ITALIC, (True, True): TEXT_BOLD_ITALIC,
}  # fmt: skip
_ICON = 1.4  # cap heights
_BRACES = re.compile(r"\\[\\*{}]|[{}]")
_NAMES = {(True, False): "-bold", (False, True): "-italic", (True, True): "-bold-italic"}


def marked_up(template: str, values: Mapping[str, str], design: Design) -> tuple[str, tuple[str, ...]]:
    """The text with its columns filled in and characters substituted, icons in braces as `fitted` wants them; and
    the icons' names.
    """
    text = design.text(template, values)
    escaped = _BRACES.sub(lambda found: found[0] if found[0][0] == "\\" else f"\\{found[0]}", text)
    return ICON.sub(r"{\1}", escaped).replace("\\:", ":"), tuple(dict.fromkeys(ICON.findall(text)))


def lettering(style: TextStyle, colour: Colour, design: Design, language: str) -> Lettering:
    """How to set a text; in bold text `**` makes a word plain, and in italic text `*` makes it upright."""

    def face(bold: bool, italic: bool) -> str:
        return _face(style.font, bold is not style.bold, italic is not style.italic, design)

    return Lettering(
        style.size, colour, style.smallest, style.leading, _ANCHORS[style.align],
        face(False, False), face(True, False), face(False, True), face(True, True), language, style.valign, _ICON,
    )  # fmt: skip


def _face(family: str, bold: bool, italic: bool, design: Design) -> str:
    """The font of a family; one that has no such style prints all in its regular one."""
    if family == "text":
        return _TEXT_FACES[bold, italic]
    if family == "display":
        return DISPLAY
    for style in ((bold, italic), (bold, False), (False, italic)):
        name = family + _NAMES.get(style, "")
        if any(style) and name in design.fonts:
            return name
    return family


def missing_glyphs(template: str, values: Mapping[str, str], design: Design, font: Font) -> Iterator[str]:
    """A sentence for each column of a text, and for the template itself, that holds characters without a glyph."""
    parts = {name: values.get(name, "") for name in names_in(template)}
    own = filled(template, dict.fromkeys(parts, ""))
    for column, text in (("", own), *parts.items()):
        plain = "".join(ICON.sub("", design.substituted(text)).split())
        missing = font.missing(plain)
        if missing:
            holder = f"column '{column}'" if column else "the text"
            signs = ", ".join(f"'{sign}' (U+{ord(sign):04X})" for sign in missing[:12])
            more = f" and {len(missing) - 12} more" if len(missing) > 12 else ""
            yield (
                f"{holder} holds {signs}{more}, which the font {font.path.stem} does not have; write something else, "
                "say under [substitutes] what to print, or bring a font that has it"
            )
