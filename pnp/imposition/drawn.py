"""A plan together with all that is drawn on it: what one file is made from, for those who look whether it is there."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.drawing.face import Face
from pnp.drawing.fonts import FontBook
from pnp.drawing.shapes import Picture
from pnp.frozen import frozen
from pnp.imposition.plan import SheetPlan


@frozen
class EmbeddedPicture:
    """What a PDF holds of a picture: entries of its dictionary, the SHA-256 of its data, and its mask if it has one."""

    entries: Mapping[str, str]
    sha256: str
    mask: EmbeddedPicture | None = None


@frozen
class DrawnPlan:
    """The pages of one PDF, the faces and fonts that they name, and the pictures that it holds.

    `inline` says that faces are drawn on the pages themselves, as in a book to read, and not as forms.
    """

    plan: SheetPlan
    faces: Mapping[str, Face]
    fonts: FontBook
    pictures: Mapping[Picture, EmbeddedPicture]
    inline: bool = False
