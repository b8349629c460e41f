"""The tree that tells screen readers what is what, built page by page from groups with roles, as plain objects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from pnp.drawing.shapes import Group, Role, Shape, Text
from pnp.frozen import frozen

# Standard structure types of ISO 32000-1, 14.8.4; None is an artifact, which readers pass over.
KINDS: Mapping[Role, str | None] = {
    "heading": "H1", "heading-1": "H1", "heading-2": "H2", "heading-3": "H3", "paragraph": "P", "list": "L",
    "item": "LI", "label": "Lbl", "body": "LBody", "table": "Table", "row": "TR", "head-cell": "TH", "cell": "TD",
    "figure": "Figure", "caption": "Caption", "contents": "TOC", "entry": "TOCI", "panel": "Div",
    "icon": "Span", "background": None, "marks": None, "stamp": None,
}  # fmt: skip
ROOT = "Structure"


@frozen
class Reference:
    """An object of the file, by the name it was given."""

    name: str


@frozen
class TextString:
    """A text string."""

    text: str


Value = str | int | float | Reference | TextString | list["Value"] | dict[str, "Value"]
"""What a PDF object is made of; a str is a name or keyword as it is written (`/P`, `true`)."""


@dataclass(eq=False)
class StructureElement:
    """One element of the tree. Its kids are elements, or values: marked content and annotations on their pages."""

    kind: str
    parent: StructureElement | None
    alt: str | None = None
    box: tuple[float, ...] = ()
    kids: list[StructureElement | tuple[str, Value]] = field(default_factory=list)
    attached: bool = False
    heads: str = "/Column"
    """What a head cell stands over or before."""

    def attach(self) -> None:
        """Takes its place among its parent's kids, once there is something in it."""
        if not self.attached and self.parent is not None:
            self.parent.attach()
            self.parent.kids.append(self)
        self.attached = True

    def within(self, kind: str) -> StructureElement:
        """The nearest element of that kind around this one, or this one."""
        found: StructureElement | None = self
        while found is not None and found.kind != kind:
            found = found.parent
        return found or self


class Structure:
    """Follows pages and groups as they are opened and closed, and hands out the numbers of marked content.

    Headings of the first level begin sections. Groups of one role and part are one element, on however many pages
    they are. What has no role is an artifact.
    """

    def __init__(self) -> None:
        self._document = StructureElement("Document", None, attached=True)
        self._section = self._document
        self._open: list[StructureElement | None] = []
        self._parts: dict[tuple[int, str, int], StructureElement] = {}
        self._page = ""
        self._marked: list[StructureElement] = []
        self._keys: list[list[StructureElement] | StructureElement] = []

    @property
    def current(self) -> StructureElement | None:
        """The element that what is drawn now belongs to; None for an artifact."""
        return None if self._open[-1] is self._document else self._open[-1]

    def open_page(self, name: str) -> int:
        """Begins a page, its object's name given; its key in the parent tree comes back."""
        self._page, self._marked = name, []
        self._open.append(self._document)
        self._keys.append(self._marked)
        return len(self._keys) - 1

    def open(self, group: Group) -> StructureElement | None:
        """Enters a group; the element that it begins or goes on with comes back, None for an artifact."""
        inside = self._open[-1]
        if inside is not None and group.role not in (None, "icon"):  # an icon is one of the words around it
            kind = KINDS[group.role]
            inside = None if kind is None else self._element(kind, inside, group)
        if inside is not None and group.link is not None:
            inside = StructureElement("Link", self._section if inside is self._document else inside)
        self._open.append(inside)
        return self.current

    def close(self) -> None:
        self._open.pop()

    def mark(self, element: StructureElement) -> int:
        """The number of the next piece of marked content on this page, which is the element's."""
        element.attach()
        number = len(self._marked)
        element.kids.append((self._page, number))
        self._marked.append(element)
        return number

    def annotate(self, element: StructureElement, annotation: str) -> int:
        """Takes an annotation of this page, by its name, into an element; its key in the parent tree comes back."""
        element.attach()
        kid: Value = {"Type": "/OBJR", "Obj": Reference(annotation), "Pg": Reference(self._page)}
        element.kids.append((self._page, kid))
        self._keys.append(element)
        return len(self._keys) - 1

    def objects(self) -> Iterator[tuple[str, Value]]:
        """Every object of the tree by name, the root (`Structure`) first."""
        _tell_heads(self._document)
        names = {id(self._document): f"{ROOT}.1"}
        order = [self._document]
        for element in order:  # grows as the kids of those before are found
            for kid in element.kids:
                if isinstance(kid, StructureElement):
                    names[id(kid)] = f"{ROOT}.{len(order) + 1}"
                    order.append(kid)
        numbers: list[Value] = []
        for key, owner in enumerate(self._keys):
            owners: Value = [Reference(names[id(each)]) for each in owner] if isinstance(owner, list) else ""
            numbers += [key, owners if isinstance(owner, list) else Reference(names[id(owner)])]
        yield (
            ROOT,
            {
                "Type": "/StructTreeRoot", "K": [Reference(names[id(self._document)])],
                "ParentTree": {"Nums": numbers}, "ParentTreeNextKey": len(self._keys),
            },
        )  # fmt: skip
        for element in order:
            yield names[id(element)], _entries(element, names)

    def _element(self, kind: str, inside: StructureElement, group: Group) -> StructureElement:
        if kind == "H1" and inside is self._document:
            self._section = StructureElement("Sect", self._document)
        parent = self._section if inside is self._document else inside
        if kind == "Lbl":
            parent = parent.within("LI")
        elif kind == "Caption":  # a figure is read by its own words alone
            parent = parent.within("Figure").parent or parent
        if group.part is None:
            element = StructureElement(kind, parent, group.alt)
            if kind in ("TD", "TH"):  # an empty cell is a cell
                element.attach()
            return element
        return self._parts.setdefault((id(parent), kind, group.part), StructureElement(kind, parent, group.alt))


def _tell_heads(element: StructureElement) -> None:
    """A table without a row of heads has one before each row: its first cell, but for pictures."""
    kids = [kid for kid in element.kids if isinstance(kid, StructureElement)]
    if element.kind == "Table" and not any(cell.kind == "TH" for row in kids for cell in _cells(row)):
        for row in kids:
            head = next((cell for cell in _cells(row) if not _is_picture(cell)), None)
            if head is not None:
                head.kind, head.heads = "TH", "/Row"
    for kid in kids:
        _tell_heads(kid)


def _cells(row: StructureElement) -> list[StructureElement]:
    return [kid for kid in row.kids if isinstance(kid, StructureElement)]


def _is_picture(cell: StructureElement) -> bool:
    return bool(cell.kids) and all(isinstance(kid, StructureElement) and kid.kind == "Figure" for kid in cell.kids)


def words_in(shapes: tuple[Shape, ...]) -> Iterator[str]:
    """What there is to read in shapes, pictures by their words."""
    for shape in shapes:
        if isinstance(shape, Text):
            yield shape.text
        elif isinstance(shape, Group):
            yield from words_in(shape.shapes) if shape.alt is None else (f" {shape.alt} ",)


def _entries(element: StructureElement, names: Mapping[int, str]) -> dict[str, Value]:
    parent = ROOT if element.parent is None else names[id(element.parent)]
    entries: dict[str, Value] = {"Type": "/StructElem", "S": f"/{element.kind}", "P": Reference(parent)}
    page = next((kid[0] for kid in element.kids if not isinstance(kid, StructureElement)), None)
    kids: list[Value] = []
    for kid in element.kids:
        if isinstance(kid, StructureElement):
            kids.append(Reference(names[id(kid)]))
        elif isinstance(kid[1], int) and kid[0] != page:
            kids.append({"Type": "/MCR", "Pg": Reference(kid[0]), "MCID": kid[1]})
        else:
            kids.append(kid[1])
    entries["K"] = kids
    if page is not None:
        entries["Pg"] = Reference(page)
    if element.alt is not None:
        entries["Alt"] = TextString(element.alt)
    if attributes := _attributes(element):
        entries["A"] = attributes
    return entries


def _attributes(element: StructureElement) -> dict[str, Value]:
    """What readers want to know of tables, lists and figures besides their kids."""
    if element.kind == "TH":
        return {"O": "/Table", "Scope": element.heads}
    if element.kind == "L":
        items = [kid for kid in element.kids if isinstance(kid, StructureElement)]
        numbered = any(isinstance(kid, StructureElement) and kid.kind == "Lbl" for item in items for kid in item.kids)
        return {"O": "/List", "ListNumbering": "/Decimal" if numbered else "/Disc"}
    if element.kind == "Figure" and element.box:
        return {"O": "/Layout", "Placement": "/Block", "BBox": list(element.box)}
    return {}
