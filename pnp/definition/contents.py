"""What an element of a layout can show, one frozen class for each type; a template is a text that may hold `{column}`,
and a colour is #rrggbb or a name of [colours].
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar, Literal, get_args

from pnp.definition import measures as read
from pnp.definition.measures import Measure
from pnp.frozen import frozen

Measures = Mapping[str, Callable[[str], object]]
"""What reads the measures that some of the templates come to, by their keys; ValueError for one that is none."""
Templates = tuple[tuple[str, str], ...]
"""The templates of a content, by the key of the definition that holds each."""
Align = Literal["left", "centre", "right"]
TextAlign = Literal["left", "centre", "right", "justify"]
Case = Literal["as-written", "upper"]
CellLines = Literal["rows", "columns", "inner", "all", "head"]
Valign = Literal["top", "middle", "bottom"]
Fit = Literal["cover", "contain", "stretch"]
MadeBleed = Literal["mirror", "extend", "has", "none"]
Pattern = Literal["row", "column", "dice", "cards"]
Cap = Literal["butt", "round", "square"]
Join = Literal["mitre", "round", "bevel"]
LineEnd = Literal["none", "arrow", "dot", "bar"]
Rule = Literal["nonzero", "evenodd"]
Route = Literal["straight", "elbow", "curve"]
Side = Literal["nearest", "top", "right", "bottom", "left", "middle"]
ALIGNS: tuple[Align, ...] = get_args(Align)
TEXT_ALIGNS: tuple[TextAlign, ...] = get_args(TextAlign)
CASES: tuple[Case, ...] = get_args(Case)
CELL_LINES: tuple[CellLines, ...] = get_args(CellLines)
BULLET = "•"
VALIGNS: tuple[Valign, ...] = get_args(Valign)
FITS: tuple[Fit, ...] = get_args(Fit)
BLEEDS: tuple[MadeBleed, ...] = get_args(MadeBleed)
PATTERNS: tuple[Pattern, ...] = get_args(Pattern)
CAPS: tuple[Cap, ...] = get_args(Cap)
JOINS: tuple[Join, ...] = get_args(Join)
LINE_ENDS: tuple[LineEnd, ...] = get_args(LineEnd)
RULES: tuple[Rule, ...] = get_args(Rule)
ROUTES: tuple[Route, ...] = get_args(Route)
SIDES: tuple[Side, ...] = get_args(Side)


@frozen
class TextStyle:
    """How a text is set: the font's family, points it has and may shrink to, line height in sizes, colour template.

    Letters stand `tracking` further apart, paragraphs `space` millimetres; these begin `indent` millimetres further in.
    `bullet`, `outline` and `shadow` are templates: what stands before the items of lists, a line around the letters.
    """

    font: str
    size: float
    smallest: float
    colour: str
    align: TextAlign
    valign: Valign
    bold: bool
    italic: bool
    leading: float
    tracking: Measure
    case: Case
    underline: bool
    strike: bool
    space: float
    indent: float
    bullet: str
    columns: int
    gutter: float
    outline: str
    shadow: str

    @property
    def marks(self) -> Templates:
        """The bullet, where it is not the usual one."""
        return (("bullet", self.bullet),) if self.bullet != BULLET else ()

    @property
    def templates(self) -> Templates:
        outline = (("outline", self.outline),) if self.outline else ()
        return ("colour", self.colour), *self.marks, *outline


@frozen
class SpanStyle:
    """What a style changes of words in the middle of a text; None for what it says nothing of.

    Its size is one in points, or a share of the letters around it. `varies` names the keys that hold columns, which
    words in a text cannot fill.
    """

    font: str | None
    size: float | None
    scale: float | None
    colour: str
    bold: bool | None
    italic: bool | None
    tracking: Measure | None
    case: Case | None
    underline: bool | None
    strike: bool | None
    outline: str
    varies: tuple[str, ...] = ()


@frozen
class Words:
    """A text: a template with `:icons:`, `*italic*`, `**bold**` and `[words](style)` in it; what it stands on, where
    that is no box.
    """

    text: str
    style: TextStyle
    along: str = ""
    measures: ClassVar[Measures] = {"along": read.along}

    @property
    def templates(self) -> Templates:
        along = (("along", self.along),) if self.along else ()
        return ("text", self.text), *self.style.templates, *along


@frozen
class Tabular:
    """A table: rows of a template, a line each, whose cells are parted by bars, the first row being its heads.

    Or instead the rows of a table of the deck, of which `columns` are templates; `cells` are what these come to on a
    piece, and `places` the lines of the rows. Widths are measures of the box, None for one that the words say; `styles`
    are those of each column by name. Of the lines between cells, `lines` says which there are; `ground` is behind the
    heads, `zebra` behind every other row.
    """

    rows: str
    source: str
    columns: tuple[str, ...]
    heads: str
    widths: tuple[Measure | None, ...]
    aligns: tuple[TextAlign, ...]
    styles: tuple[str, ...]
    head: str
    lines: CellLines
    pen: Pen
    ground: str
    zebra: str
    padding: tuple[float, ...]
    style: TextStyle
    cells: tuple[tuple[str, ...], ...] = ()
    places: tuple[str, ...] = ()

    @property
    def texts(self) -> Templates:
        """What is read in it, as far as it is written in the definition."""
        return (("heads", self.heads) if self.source else ("rows", self.rows),)

    @property
    def templates(self) -> Templates:
        more = (("line", self.pen.colour), ("ground", self.ground), ("zebra", self.zebra))
        return *self.texts, *self.style.templates, *(each for each in more if each[1])


@frozen
class ImageFile:
    """A picture file, named by a template; `corner` in millimetres rounds what is seen of it.

    It may be clipped, seen through by the file `mask`, and faded at its sides, and only a part of it may be shown, by
    its pixels or by a cell of a grid: all of these are templates, empty where nothing is said.
    """

    file: str
    fit: Fit
    bleed: MadeBleed
    corner: float
    align: Align
    valign: Valign
    alt: str
    clip: str = ""
    mask: str = ""
    fade: str = ""
    part: str = ""
    grid: str = ""
    cell: str = ""
    measures: ClassVar[Measures] = {
        "clip": read.clip, "fade": read.fades, "part": read.part, "grid": read.grid, "cell": read.cell,
    }  # fmt: skip

    @property
    def templates(self) -> Templates:
        more = (("clip", self.clip), ("mask", self.mask), ("fade", self.fade), ("part", self.part))
        own = (*more, ("grid", self.grid), ("cell", self.cell))
        return ("file", self.file), ("alt", self.alt), *(each for each in own if each[1])


@frozen
class Mark:
    """One of the icons, named by a template, as large as its box allows; an empty colour leaves its own colours."""

    icon: str
    colour: str
    align: Align
    valign: Valign

    @property
    def templates(self) -> Templates:
        return ("icon", self.icon), ("colour", self.colour)


@frozen
class Pips:
    """As many of an icon as a template says, each `size` millimetres high, in a pattern; lines of them are aligned."""

    icon: str
    count: str
    pattern: Pattern
    size: float
    colour: str
    align: Align
    valign: Valign

    @property
    def templates(self) -> Templates:
        return ("icon", self.icon), ("count", self.count), ("colour", self.colour)


@frozen
class Code:
    """A QR code of a template; dark modules in `colour` on `ground`."""

    text: str
    colour: str
    ground: str

    @property
    def templates(self) -> Templates:
        return ("text", self.text), ("colour", self.colour), ("ground", self.ground)


@frozen
class Pen:
    """How a line is drawn: its colour template (empty for no line), its width and the lengths of its dashes and gaps in
    millimetres (none for a whole line), and what stands at its beginning and at its end.
    """

    colour: str
    width: float
    dash: tuple[float, ...]
    cap: Cap
    join: Join
    tail: LineEnd
    head: LineEnd


@frozen
class Rectangle:
    """A rectangle, its corners rounded by so many millimetres."""

    corner: float
    templates: ClassVar[Templates] = ()
    measures: ClassVar[Measures] = {}


@frozen
class Ellipse:
    """The ellipse that touches the four sides of its box."""

    templates: ClassVar[Templates] = ()
    measures: ClassVar[Measures] = {}


@frozen
class Polygon:
    """An area with straight sides between the points of a template, its corners rounded by so many millimetres."""

    points: str
    corner: float
    measures: ClassVar[Measures] = {"points": read.corner_points}

    @property
    def templates(self) -> Templates:
        return (("points", self.points),)


@frozen
class RegularPolygon:
    """So many corners on the ellipse that touches the sides of its box, the first of them straight up."""

    corners: str
    corner: float
    measures: ClassVar[Measures] = {"corners": read.corners}

    @property
    def templates(self) -> Templates:
        return (("corners", self.corners),)


@frozen
class Star:
    """The same with a corner inwards between any two; these lie `inner` as far from the middle."""

    corners: str
    inner: str
    corner: float
    measures: ClassVar[Measures] = {"corners": read.corners, "inner": read.share}

    @property
    def templates(self) -> Templates:
        return ("corners", self.corners), ("inner", self.inner)


@frozen
class Arc:
    """A part of an ellipse between two angles, clockwise from straight up.

    Filled, it is a slice as far as the middle, or a part of a ring whose inner edge lies `inner` as far from the
    middle; with no fill and no `inner` it is a line.
    """

    start: str
    end: str
    inner: str
    measures: ClassVar[Measures] = {"start": read.degrees, "end": read.degrees, "inner": read.share}

    @property
    def templates(self) -> Templates:
        return ("start", self.start), ("end", self.end), ("inner", self.inner)


@frozen
class Drawing:
    """A path in the words of SVG: in millimetres from the top left of its box; or in units of its own, of which `view`
    says which rectangle is placed in the box.
    """

    path: str
    view: str
    fit: Fit
    rule: Rule
    measures: ClassVar[Measures] = {"path": read.path, "view": read.view}

    @property
    def templates(self) -> Templates:
        return ("path", self.path), ("view", self.view)


Outline = Rectangle | Ellipse | Polygon | RegularPolygon | Star | Arc | Drawing


@frozen
class Form:
    """An area of some outline, filled and lined where the templates say so."""

    outline: Outline
    fill: str
    pen: Pen

    @property
    def templates(self) -> Templates:
        return *self.outline.templates, ("fill", self.fill), ("line", self.pen.colour)


@frozen
class Line:
    """A line through the points of a template, or from the top left of its box to the bottom right."""

    points: str
    corner: float
    pen: Pen
    measures: ClassVar[Measures] = {"points": read.way_points}

    @property
    def templates(self) -> Templates:
        return ("points", self.points), ("line", self.pen.colour)


@frozen
class Connector:
    """A line from the side of one element's box to another's, each named as `farm` or `farm right`, and as far away
    from both as `gap` says in millimetres. It is there where both elements are.
    """

    start: str
    end: str
    route: Route
    gap: float
    corner: float
    pen: Pen

    @property
    def templates(self) -> Templates:
        return ("from", self.start), ("to", self.end), ("line", self.pen.colour)


Content = Words | Tabular | ImageFile | Mark | Pips | Code | Form | Line | Connector


def end_of(said: str) -> tuple[str, str]:
    """The name of the element at which a connector begins or ends, and the side of its box: `farm right`."""
    name, _, side = said.strip().partition(" ")
    return name, side.strip() or "nearest"
