"""A book as one Markdown file for any reader of GitHub's dialect: pictures become words, tables stay tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pnp.language.wording import Wording
from pnp.rulebook.blocks import (
    Block,
    Book,
    Break,
    Contents,
    Figure,
    Heading,
    Icon,
    Inline,
    Inlines,
    Listing,
    NewPage,
    Panel,
    Paragraph,
    Run,
    Table,
)
from pnp.rulebook.markdown import words
from pnp.rulebook.markup import attribute, plain
from pnp.rulebook.references import entries

_RULES = {"start": ":--", "middle": ":-:", "end": "--:"}


def plain_text(book: Book) -> str:
    """The whole book; every rule keeps its number, and an anchor that links lead to."""
    version = book.wording("Version {version}.", version=book.version)
    title = [f"# {plain(book.title)}", plain(book.subtitle), f"*{plain(book.credits)} {plain(version)}*"]
    return "\n\n".join([*title, *_blocks(book.blocks, book)]) + "\n"


def _blocks(blocks: Iterable[Block], book: Book) -> Iterator[str]:
    for block in blocks:
        yield from _block(block, book)


def _block(block: Block, book: Book) -> Iterator[str]:
    match block:
        case Heading():
            number = f"{block.number} " if block.number else ""
            yield f"{'#' * (block.level + 1)} {_anchor(block.anchor)}{number}{_inlines(block.content)}"
        case Paragraph():
            yield _paragraph(block)
        case Listing():
            yield "\n".join(_items(block, book))
        case Table():
            yield "\n".join(_table(block))
        case Figure():
            yield _figure(block, book.wording)
        case Panel():
            title = [f"**{_inlines(block.title)}**"] if block.title else []
            text = "\n\n".join([*title, *_blocks(block.blocks, book)])
            yield "\n".join(f"> {line}".rstrip() for line in text.splitlines())
        case Contents():
            yield "\n".join(_contents(book))
        case NewPage():
            return


def _paragraph(paragraph: Paragraph) -> str:
    number = f"{_anchor(paragraph.anchor)}**{paragraph.number}** " if paragraph.number else ""
    cites = f" <sub>{' '.join(paragraph.cites)}</sub>" if paragraph.cites else ""
    return f"{number}{_inlines(paragraph.content)}{cites}"


def _items(listing: Listing, book: Book) -> Iterator[str]:
    for number, item in enumerate(listing.items, 1):
        mark = f"{number}. " if listing.ordered else "- "
        lines = "\n\n".join(_blocks(item, book)).splitlines()
        yield from (f"{' ' * len(mark) if at else mark}{line}".rstrip() for at, line in enumerate(lines))


def _table(table: Table) -> Iterator[str]:
    """Pictures in cells are left out where words stand beside them in the row; GitHub wants a head, if an empty one."""
    columns = [at for at in range(len(table.aligns)) if any(words(row[at]) for row in _rows(table))]
    yield _row(table.head, columns)
    yield "|" + "|".join(_RULES[table.aligns[at]] for at in columns) + "|"
    yield from (_row(row, columns) for row in table.rows)


def _rows(table: Table) -> Iterator[Sequence[Inlines]]:
    """The rows without their pictures."""
    for row in table.rows:
        yield [tuple(each for each in cell if not isinstance(each, Icon)) for cell in row]


def _row(cells: Sequence[Inlines], columns: Sequence[int]) -> str:
    shown = [_cell(cells[at]) if at < len(cells) else "" for at in columns]
    return f"| {' | '.join(shown)} |"


def _cell(cell: Inlines) -> str:
    return _inlines(tuple(each for each in cell if not isinstance(each, Icon))).replace("|", "\\|").strip()


def _figure(figure: Figure, wording: Wording) -> str:
    caption = f" {_inlines(figure.caption)}" if figure.caption else ""
    return f"*[{plain(wording('Picture'))}: {plain(figure.alt)}.]*{caption}"


def _contents(book: Book) -> Iterator[str]:
    for entry in entries(book.blocks):
        number = f"{entry.number} " if entry.number else ""
        yield f"{'  ' * (entry.level - 1)}- {number}[{plain(entry.text)}](#{entry.anchor})"


def _anchor(name: str) -> str:
    return f'<a id="{attribute(name)}"></a>' if name else ""


def _inlines(content: Inlines) -> str:
    return "".join(map(_inline, content)).strip()


def _inline(inline: Inline) -> str:
    match inline:
        case Break():
            return "<br>"
        case Icon():
            return f"*{plain(inline.alt)}*"
        case Run():
            return _run(inline)


def _run(run: Run) -> str:
    """Signs of emphasis may not touch a space on their inner side."""
    text = run.text.strip()
    if not text:
        return run.text
    before, after = run.text[: len(run.text) - len(run.text.lstrip())], run.text[len(run.text.rstrip()) :]
    if run.code:
        said = f"`{text}`"
    else:
        sign = "**" * run.bold + "*" * run.italic
        said = f"{sign}{plain(text)}{sign[::-1]}"
    return before + (f"[{said}]({run.link})" if run.link else said) + after
