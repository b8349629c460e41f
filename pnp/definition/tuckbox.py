"""How the cards of a game are to be boxed, as frozen data: a Tuckboxes."""

from __future__ import annotations

from typing import Literal, get_args

from pnp.frozen import frozen
from pnp.sources import SourceFile

Bottom = Literal["tuck", "glue"]
BOTTOMS: tuple[Bottom, ...] = get_args(Bottom)
HOLDS = ("card",)
"""What goes into tuckboxes unless a game or whoever prints it says otherwise."""


@frozen
class BoxEntry:
    """A [[tuckbox.boxes]] entry: a box of its own for some groups, kinds or parts; `where` it stands."""

    name: str
    title: str
    holds: tuple[str, ...]
    where: str


@frozen
class Tuckboxes:
    """What a game says of its tuckboxes.

    `holds` names groups, kinds or parts; a box is made for each size of card among them, or for each of `boxes`.
    `front` is a picture in the game's folder, `colour` and `letters` are #rrggbb, `stock` and `sleeves` are as
    `parse_stock` and `parse_sleeves` read them; all are empty where the game says nothing.
    """

    holds: tuple[str, ...] = HOLDS
    boxes: tuple[BoxEntry, ...] = ()
    front: str = ""
    colour: str = ""
    letters: str = ""
    stock: str = ""
    sleeves: str = ""
    bottom: Bottom = "tuck"
    files: tuple[SourceFile, ...] = ()
