"""How letters look, and what a style changes of that; sizes and distances are shares of the size of the text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

from pnp.drawing.colour import Colour
from pnp.frozen import frozen

Faces = tuple[str, str, str, str]
"""The fonts of a family: regular, bold, italic, and both."""
Case = Literal["as-written", "upper"]
Rule = Literal["underline", "strike"]


@frozen
class Rim:
    """A line around letters, behind them: its colour, how much of their size it shows, and how much of it is seen."""

    colour: Colour
    width: float
    cover: float = 1.0


@frozen
class Look:
    """How a run of letters looks: `scale` is its size as a share of the text's, `tracking` how much of its own size it
    is set apart, `cover` how much of it is seen (0 to 1).
    """

    faces: Faces
    colour: Colour
    scale: float = 1.0
    bold: bool = False
    italic: bool = False
    tracking: float = 0.0
    case: Case = "as-written"
    rules: frozenset[Rule] = frozenset()
    rim: Rim | None = None
    cover: float = 1.0

    def font(self, bold: bool = False, italic: bool = False) -> str:
        """The font of its letters; in bold text stars make a word plain, and in italic text upright."""
        return self.faces[(bold is not self.bold) + 2 * (italic is not self.italic)]


@frozen
class Restyling:
    """What a style changes of the letters around it; what is None or empty stays as it is.

    `scale` is a share of the size around it, `size` one of the text's own size.
    """

    faces: Faces | None = None
    colour: Colour | None = None
    size: float | None = None
    scale: float | None = None
    bold: bool | None = None
    italic: bool | None = None
    tracking: float | None = None
    case: Case | None = None
    rules: Mapping[Rule, bool] | None = None
    rim: Rim | None = None
    cover: float | None = None

    def of(self, look: Look) -> Look:
        """The look with these changes."""
        names = ("faces", "colour", "bold", "italic", "tracking", "case", "rim", "cover")
        changed = {name: value for name in names if (value := getattr(self, name)) is not None}
        scale = look.scale * (1.0 if self.scale is None else self.scale) if self.size is None else self.size
        rules = {**dict.fromkeys(look.rules, True), **(self.rules or {})}
        return replace(look, **changed, scale=scale, rules=frozenset(rule for rule, there in rules.items() if there))
