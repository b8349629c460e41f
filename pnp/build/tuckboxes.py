"""The boxes for a game's cards, each a component with its net and a box design."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TypeVar

from pnp.build.options import TUCKBOX, BuildOptions
from pnp.decks.plain import GROUND, INK, letters_on
from pnp.definition.findings import quoted, suggest
from pnp.definition.model import HOLDS, Back, Component, Game
from pnp.definition.sizes import (
    Sleeves,
    Stock,
    known_sizes,
    known_sleeves,
    measures,
    parse_sleeves,
    parse_stock,
    sleeve_for,
)
from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.face import Artist, BoxDesign, BoxDesigner, Face, Style
from pnp.drawing.shapes import Group, Path, Shape, Symbol, Use, bounds, rectangle
from pnp.errors import UsageError
from pnp.frozen import frozen
from pnp.geometry import DRAWN, IDENTITY, Box, Insets, Size, Transform, Trim, number
from pnp.imposition.grid import fits
from pnp.imposition.papers import PAPERS
from pnp.imposition.plan import DUPLEXINGS
from pnp.nets.tuckbox import Measures, Pack, TuckboxNet, net_of
from pnp.nets.tuckbox_face import BoxWords, Decor, box_face, name_of, words_of

_ROUNDING = Insets.even(0.01)
STOCK = "300gsm"
"""What cards are taken to be printed on unless somebody says otherwise."""
_BLEEDS = (2.0, 1.0, 0.5)  # the most that the paper has room for

Amounts = tuple[tuple[Component, int], ...]
Parsed = TypeVar("Parsed")


def plain_box_design(back: Face | None, style: Style, ground: Colour | None, letters: Colour | None) -> BoxDesign:
    """The colour of the back's own ground all around, and the back itself, as large as it must be, on the front.

    Without a back the front has nothing but the title.
    """
    found = None if back is None else _ground_of(back.shapes, back, style)
    colour = WHITE if style.saver else ground or found or GROUND
    ink = INK if style.saver else letters or letters_on(colour)
    rule = ink.mixed(WHITE, 0.4) if style.saver else ink.mixed(colour, 0.35)

    def picture(seen: Box, reach: Box) -> Iterator[Shape]:
        if back is not None:
            yield covering(Symbol(f"{back.id}/front", back.shapes, back.trim.bleed_box), seen, reach)

    return BoxDesign(colour, ink, rule, picture if back else None)


def covering(symbol: Symbol, seen: Box, reach: Box) -> Group:
    """A symbol about the middle of what is seen, never smaller than it is, cut off at the edge of the reach."""
    x, y = seen.centre
    half_width = max(x - reach.left, reach.right - x)
    half_height = max(y - reach.top, reach.bottom - y)
    own = symbol.bounds
    scale = max(1.0, 2 * half_width / own.width, 2 * half_height / own.height)
    middle_x, middle_y = own.centre
    place = Transform.moved(-middle_x, -middle_y).then(Transform.scaled(scale)).then(Transform.moved(x, y))
    return Group((Use(symbol, place),), clip=Path(rectangle(reach)))


def _ground_of(shapes: Iterable[Shape], face: Face, style: Style, frame: Transform = IDENTITY) -> Colour | None:
    """The colour of the first area that covers the whole trim."""
    for shape in shapes:
        match shape:
            case Path(fill=Colour() as fill):
                reach = bounds((shape,), style.fonts, frame).grown(_ROUNDING)
                if reach.joined(face.trim.box) == reach:
                    return fill
            case Group(shapes=inner, transform=transform) | Use(symbol=Symbol(shapes=inner), transform=transform):
                if found := _ground_of(inner, face, style, transform.then(frame)):
                    return found
    return None


@frozen
class Tuckbox:
    """A box to print: the component that stands for it, its net, what is on it, and the back of most of its cards."""

    component: Component
    net: TuckboxNet
    words: BoxWords
    back: str | None

    def as_json(self) -> dict[str, object]:
        """Its measures as the manifest records them."""
        return self.net.measures.as_json()


@frozen
class _Contents:
    """What goes into one box: its name and title, and the components with how many of each."""

    name: str
    title: str
    held: Amounts


def tuckboxes(game: Game, options: BuildOptions, on_paper: bool = True) -> tuple[Tuckbox, ...]:
    """The boxes for as many cards as those players have, one for each size or as the definition says.

    Raises UsageError for a stock or sleeves that nobody knows, where nothing goes into a box, where no sleeve fits,
    and for a box that does not fit the paper, which is not looked at unless `on_paper`.
    """
    stock = _asked("--stock", options.stock or game.tuckboxes.stock or STOCK, parse_stock)
    sleeves = _asked("--sleeves", options.sleeves or game.tuckboxes.sleeves or "none", parse_sleeves)
    made = []
    for contents in _contents(game, options):
        pack = _pack(contents, stock, sleeves, options)
        measured = Measures(pack, stock.thickness, game.tuckboxes.bottom)
        name = name_of(game, contents.title, contents.held)
        net = _on_paper(measured, name, options) if on_paper else net_of(measured, _BLEEDS[0])
        component = Component(
            id=f"{game.name}/{TUCKBOX}/{contents.name}", name=name, part=TUCKBOX, kind="box", group=TUCKBOX,
            trim=Trim(net.size, DRAWN, 0, 0, 0), fixed=1, each=0, back=None, values={}, where="[tuckbox]",
        )  # fmt: skip
        held = {piece.id: count for piece, count in contents.held}
        words = words_of(game, contents.title, held, measured, options.players)
        made.append(Tuckbox(component, net, words, _back(contents)))
    return tuple(made)


def draw_box(box: Tuckbox, game: Game, artist: Artist[Component | Back], style: Style) -> Face:
    """A box as it is printed; raises whatever the artist raises, and FitError for a title that is too long."""
    said = game.tuckboxes
    colour, letters = (Colour.parse(text) if text else None for text in (said.colour, said.letters))
    behind = next((artist.face(piece) for piece in game.faces() if piece.id == box.back), None)
    box_design = plain_box_design(behind, style, colour, letters)
    if isinstance(artist, BoxDesigner):
        box_design = artist.box_design(box_design)
    return box_face(box.component.id, box.net, Decor(box.words, box_design, style, game.language))


def _asked(option: str, text: str, parse: Callable[[str], Parsed]) -> Parsed:
    try:
        return parse(text)
    except ValueError as fault:
        raise UsageError(f"{option}: {fault}") from None


def _contents(game: Game, options: BuildOptions) -> Iterator[_Contents]:
    """Which pieces go together; UsageError where there is none."""
    counts = game.bill_of_materials(options.players)
    amounts = tuple((piece, counts[piece.id]) for piece in game.components if counts[piece.id])
    entries = game.tuckboxes.boxes
    if entries and not options.boxed:
        chosen = [(entry.name, entry.title, _held(amounts, entry.holds)) for entry in entries]
    else:
        names = options.boxed or game.tuckboxes.holds
        _check_names(names, game)
        chosen = [("", "", _held(amounts, names))]
    found = [contents for each in chosen for contents in _by_size(*each)]
    if not found:
        kinds = ", ".join(sorted({piece.kind for piece, _ in amounts}))
        raise UsageError(f"--tuckbox: {game.title} has no cards to box; name what goes in with --boxed: {kinds}")
    yield from found


def _check_names(names: Iterable[str], game: Game) -> None:
    known = dict.fromkeys(name for piece in game.components for name in (piece.group, piece.kind, piece.part))
    for name in names:
        if name not in known and name not in HOLDS:
            raise UsageError(f"--boxed: {game.title} has no {quoted(name)}; {suggest(name, known)}")


def _held(amounts: Amounts, names: Iterable[str]) -> Amounts:
    wanted = set(names)
    return tuple((piece, count) for piece, count in amounts if wanted & {piece.group, piece.kind, piece.part})


def _by_size(name: str, title: str, held: Amounts) -> Iterator[_Contents]:
    sizes: dict[Size, list[tuple[Component, int]]] = {}
    for piece, count in held:
        sizes.setdefault(_upright(piece.trim.size), []).append((piece, count))
    for size, pieces in sizes.items():
        words = [name] if name else []
        words += [_size_name(size)] if not name or len(sizes) > 1 else []
        yield _Contents("-".join(words), title, tuple(pieces))


def _upright(size: Size) -> Size:
    return Size(min(size.width, size.height), max(size.width, size.height))


def _size_name(size: Size) -> str:
    """The name of a size that is known, or its millimetres as an id may have them."""
    known = next((name for name, other in known_sizes().items() if other == size), None)
    return known or f"{number(size.width, 1)}x{number(size.height, 1)}".replace(".", "-")


def _pack(contents: _Contents, stock: Stock, sleeves: Sleeves | None, options: BuildOptions) -> Pack:
    """The cards as they go in; folded and glued sheets make cards of two layers."""
    card = _upright(contents.held[0][0].trim.size)
    doubled = DUPLEXINGS[options.sides].folded and any(piece.back for piece, _ in contents.held)
    count = sum(count for _, count in contents.held)
    outer = None
    if sleeves is not None:
        outer = sleeves.outer or _sleeve(card)
        if outer.width < card.width or outer.height < card.height:
            raise UsageError(f"--sleeves: cards of {measures(card)} do not go into sleeves of {measures(outer)}")
    return Pack(card, count, stock, 2 if doubled else 1, sleeves, outer)


def _sleeve(card: Size) -> Size:
    if (found := sleeve_for(card)) is not None:
        return found.size
    known = ", ".join(f"{sleeve.name} {measures(sleeve.size)}" for sleeve in known_sleeves())
    raise UsageError(
        f"--sleeves: no sleeve known here takes cards of {measures(card)} ({known}); give the outer size of "
        f"yours, such as --sleeves 60um:{number(card.width + 3, 1)}x{number(card.height + 3, 1)}mm"
    )


def _on_paper(measured: Measures, name: str, options: BuildOptions) -> TuckboxNet:
    """The net with as much bleed as the paper has room for; UsageError with the papers that a box fits."""
    sheet = replace(options.sheet(), bleed=None, sides="fronts", template=None)
    for bleed in _BLEEDS:
        net = net_of(measured, bleed)
        trim = Trim(net.size, DRAWN, 0, 0, 0)
        if fits(trim, sheet):
            return net
    others = [name for name, paper in PAPERS.items() if fits(trim, replace(sheet, paper=paper))]
    mend = "no paper known here is large enough; put fewer cards into a box with [[tuckbox.boxes]] in the definition"
    if others:
        papers = others[0] if len(others) == 1 else f"{', '.join(others[:-1])} or {others[-1]}"
        mend = f"print the boxes with --only {TUCKBOX} --paper {papers}"
    raise UsageError(
        f"--tuckbox: {name} unfolds to {measures(net.size)}, which does not fit on {options.paper} paper "
        f"with a margin of {options.margin:g} mm; {mend}"
    )


def _back(contents: _Contents) -> str | None:
    """The back that most of the cards have; none where each has its own."""
    counts, pieces = Counter[str](), Counter[str]()
    for piece, count in contents.held:
        if piece.back is not None:
            counts[piece.back] += count
            pieces[piece.back] += 1
    shared = [back for back in counts if pieces[back] > 1 or len(contents.held) == 1]
    return max(shared, key=lambda back: counts[back], default=None)
