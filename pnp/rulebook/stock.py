"""A game in; what a book asks of its pieces out: which there are, what they are called and how large they are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pnp.definition.findings import meant, shown
from pnp.definition.model import Back, Component, Game
from pnp.frozen import frozen
from pnp.geometry import Size, Trim
from pnp.rulebook.errors import BookError


@frozen(slots=False)
class Stock:
    """Every component and back of a game by its id."""

    game: Game
    pieces: Mapping[str, Component | Back]

    @staticmethod
    def of(game: Game) -> Stock:
        return Stock(game, {piece.id: piece for piece in game.faces()})

    def trim(self, identifier: str) -> Trim:
        """BookError when there is no such face."""
        return self._piece(identifier).trim

    def seen(self, identifier: str) -> Size:
        """What is seen of a piece on the table: of a net what lies on top once it is folded; BookError as `trim`."""
        piece = self._piece(identifier)
        return (isinstance(piece, Component) and piece.folded) or piece.trim.size

    def name(self, identifier: str) -> str:
        """What a component is called; a back is called a card face down."""
        piece = self._piece(identifier)
        return piece.name if isinstance(piece, Component) else self.game.wording("card face down")

    def component(self, identifier: str) -> Component:
        piece = self._piece(identifier)
        if not isinstance(piece, Component):
            raise BookError(f"{shown(identifier)} is a back; name a component")
        return piece

    def back(self, identifier: str) -> str:
        """The id of the face behind a component; the component's own where it has none."""
        return self.component(identifier).back or identifier

    def part(self, part: str, **values: object) -> Iterator[Component]:
        """The components of a part whose values are those, in the definition's order; BookError when there are none."""
        wanted = {key: str(value) for key, value in values.items()}
        found = [
            own
            for own in self.game.components
            if own.part == part and wanted.items() <= {key: own.values.get(key) for key in wanted}.items()
        ]
        if not found:
            parts = dict.fromkeys(own.part for own in self.game.components)
            what = f" with {', '.join(f'{key} {value}' for key, value in wanted.items())}" if wanted else ""
            raise BookError(f"there is no {shown(part)}{what} in the box; {meant(part, parts)}")
        yield from found

    def _piece(self, identifier: str) -> Component | Back:
        if identifier not in self.pieces:
            raise BookError(f"there is no piece {shown(identifier)}; {meant(identifier, self.pieces)}")
        return self.pieces[identifier]
