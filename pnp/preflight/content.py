"""Runs the content stream of a PDF, operator by operator (ISO 32000-1, annex A).

Every operator becomes something painted, or the state of something painted. What is neither is kept as `Unknown`,
so that nothing can stand in a stream unseen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from operator import attrgetter
from typing import Any

from pnp.frozen import frozen
from pnp.geometry import IDENTITY, Transform
from pnp.preflight.fonts import EmbeddedFont
from pnp.preflight.found import (
    CLEAR,
    NO_CLIPS,
    Clip,
    Event,
    FoundGradient,
    FoundTiling,
    Ink,
    LineStyle,
    MarkedContent,
    Outline,
    PaintedPath,
    PaintedText,
    PaintedXObject,
    Setting,
    SoftMask,
    Spacing,
    StreamContent,
    Unknown,
    Veil,
)
from pnp.preflight.objects import bytes_of, floats, name_of

MOST_TOKENS = 4_000_000
"""Words of all streams of one file together; the largest of our own have about a tenth of it."""
_MOST_DEEP = 200
_ENDINGS = b"mlch"  # of the commands of a path
_BARE = bytes.maketrans(_ENDINGS, b"    ")
_DIGITS = b"0123456789.+-"
# A command as it stands when all digits are taken out, with the spaces before and between its numbers.
_COMMANDS = ((b"       c", b"C"), (b"   l", b"L"), (b"   m", b"M"), (b" h", b"Z"))
_KEEPING = frozenset({b"]", b">>", b"W", b"W*", b"v", b"y", b"re"})  # what leaves the operands on the stack
_PAINTS = {
    "S": (False, True, False), "s": (False, True, False), "f": (True, False, False), "F": (True, False, False),
    "f*": (True, False, True), "B": (True, True, False), "B*": (True, True, True), "b": (True, True, False),
    "b*": (True, True, True), "n": (False, False, False),
}  # fmt: skip
_KEPT = (
    "_frame", "_clips", "_fill", "_ink", "_width", "_cap", "_join", "_mitre", "_dash", "_offset", "_font", "_size",
    "_mode", "_spacing", "_veil",
)  # fmt: skip
_state_of = attrgetter(*_KEPT)


class TooMuchContent(Exception):
    """A file that would take longer to read than anybody waits."""


@frozen
class Finders:
    """What finds a font, a pattern and a graphics state by the names that a stream's resources give them."""

    font: Callable[[str], EmbeddedFont | None]
    pattern: Callable[[str], FoundGradient | FoundTiling | None]
    veil: Callable[[str], Veil | None]


def interpreted(words: Sequence[bytes], frame: Transform, find: Finders) -> StreamContent:
    """What the words of a stream paint."""
    return _Interpreter(frame, find).run(words)


@lru_cache(1024)
def _outline(path: bytes) -> Outline:
    """The outline of a path as it is written, kept since drawings share them; ValueError where it makes none."""
    letters = b" " + path.translate(None, _DIGITS) if path else b""
    for written, letter in _COMMANDS:
        letters = letters.replace(written, letter)
    if letters.translate(None, b"CLMZ"):
        raise ValueError("another number of operands")
    return Outline(letters.decode(), tuple(map(float, path.translate(_BARE).split())))


def _is_path(word: Any) -> bool:
    """Whether a word of the stack is a command of a path, or several with their numbers."""
    return isinstance(word, bytes) and (word in (b"m", b"l", b"c", b"h") or (b" m" in word and word[:1] not in b"(<"))


def _operands(stack: Sequence[Any]) -> Iterator[str]:
    """What stands on the stack, but for the commands of a path."""
    for word in stack:
        for each in word.translate(_BARE).split() if _is_path(word) else [word]:
            yield each.decode("latin-1")[:20] if isinstance(each, bytes) else "..."


class _Interpreter:
    """Runs the operators of one stream. The commands of a path wait on the stack until it is painted."""

    def __init__(self, frame: Transform, find: Finders) -> None:
        self._find = find
        self._outermost = frame
        self._stack: list[Any] = []
        self._clipping: bool | None = None
        self._frame = frame
        self._clips = NO_CLIPS
        self._fill: Ink = (0.0,)
        self._ink: Ink = (0.0,)
        self._width, self._cap, self._join, self._mitre = 1.0, 0, 0, 10.0
        self._dash: tuple[float, ...] = ()
        self._offset = 0.0
        self._veil = CLEAR
        self._font: EmbeddedFont | None = None
        self._size, self._mode, self._spacing = 0.0, 0, Spacing()
        self._kept: list[tuple[Any, ...]] = []
        self._line = IDENTITY
        self._leading = 0.0
        self._along = 0.0  # how far the line has come since its matrix was set
        self._goes_on = False
        self._marks: tuple[MarkedContent, ...] = ()
        self._events: list[Event] = []
        self._first: MarkedContent | None = None

    def run(self, words: Sequence[bytes]) -> StreamContent:
        known, stack = _OPERATORS.get, self._stack
        for word in words:
            operator = known(word)
            if operator is None:
                stack.append(word)
                continue
            try:
                operator(self)
            except (ValueError, TypeError, IndexError, OverflowError):
                self.unread(word.decode("latin-1"))
            if word not in _KEEPING:
                stack.clear()
        if stack:
            self.unread("")
        return StreamContent(tuple(self._events), self._first)

    def end_list(self) -> None:
        at = self._last(b"[")
        self._stack[at:] = [list(self._stack[at + 1 :])]

    def end_dictionary(self) -> None:
        at = self._last(b"<<")
        parts = self._stack[at + 1 :]
        entries = {name_of(key): value for key, value in zip(parts[::2], parts[1::2]) if isinstance(key, bytes)}
        self._stack[at:] = [entries]

    def _last(self, opening: bytes) -> int:
        stack = self._stack
        return len(stack) - 1 - stack[::-1].index(opening) if opening in stack else 0

    def unread(self, operator: str) -> None:
        self._events.append(Unknown(operator, " ".join([each for each, _ in zip(_operands(self._stack), range(6))])))

    def _setting(self) -> Setting:
        return Setting(self._frame, self._clips, self._marks, self._veil)

    def _floats(self, count: int | None = None) -> tuple[float, ...]:
        if count is not None and len(self._stack) != count:
            raise ValueError("another number of operands")
        return floats(self._stack)

    # State

    def keep(self) -> None:
        if len(self._kept) >= _MOST_DEEP:
            raise TooMuchContent("its drawing states are nested too deeply")
        self._kept.append(_state_of(self))

    def restore(self) -> None:
        vars(self).update(zip(_KEPT, self._kept.pop()))

    def transform(self) -> None:
        self._frame = Transform(*self._floats(6)).then(self._frame)

    def dash(self) -> None:
        lengths, phase = self._stack
        self._dash, (self._offset,) = floats(lengths), floats([phase])

    def fill_ink(self) -> None:
        self._fill = self._floats()

    def line_ink(self) -> None:
        self._ink = self._floats()

    def fill_space(self) -> None:
        self._fill = None
        self._expect_patterns("cs")

    def line_space(self) -> None:
        self._ink = None
        self._expect_patterns("CS")

    def _expect_patterns(self, operator: str) -> None:
        if self._stack != [b"/Pattern"]:
            self.unread(operator)

    def fill_pattern(self) -> None:
        self._fill = self._pattern("scn", self._fill)

    def line_pattern(self) -> None:
        self._ink = self._pattern("SCN", self._ink)

    def _pattern(self, operator: str, before: Ink) -> FoundGradient | FoundTiling | None:
        """The pattern that is named, in the outermost frame; None, which is told, for any other colour, and where no
        patterns are expected, as after a plain colour `before`.
        """
        name = self._stack[-1]
        expected = len(self._stack) == 1 and name[:1] == b"/" and not isinstance(before, tuple)
        found = self._find.pattern(name_of(name)) if expected else None
        if found is None:
            self.unread(operator)
            return None
        return replace(found, frame=found.frame.then(self._outermost))

    def see_through(self) -> None:
        (name,) = self._stack
        veil = self._find.veil(name_of(name))
        if veil is None:
            self.unread("gs")
            return
        mask = veil.mask and SoftMask(veil.mask.by, veil.mask.drawing, self._frame)
        self._veil, self._goes_on = Veil(veil.opacity, mask), False

    # Paths

    def _last_four(self) -> list[bytes]:
        """The four numbers since the last command of a path; ValueError where there are more or less."""
        at = len(self._stack) - 4
        if at < 0 or (at and not _is_path(self._stack[at - 1])):
            raise ValueError("another number of operands")
        return self._stack[at:]

    def curve_from_here(self) -> None:
        numbers, at = self._last_four(), len(self._stack) - 5
        while self._stack[at] == b"h":
            at -= 1
        if not _is_path(self._stack[at]):
            raise ValueError("no path has begun")
        x, y = self._stack[at].translate(_BARE).split()[-2:] or self._stack[at - 2 : at]
        self._stack[-4:] = [x, y, *numbers, b"c"]

    def curve_to_end(self) -> None:
        self._stack += [*self._last_four()[2:], b"c"]

    def rectangle(self) -> None:
        x, y, width, height = floats(self._last_four())
        corners = (x, y, x + width, y, x + width, y + height, x, y + height)
        self._stack[-4:] = [b"%f %f m %f %f l %f %f l %f %f l h" % corners]

    def clip(self) -> None:
        self._clipping = False

    def clip_even_odd(self) -> None:
        self._clipping = True

    def paint(self, operator: str) -> None:
        clipping, self._clipping = self._clipping, None
        outline = _outline(b" ".join([*self._stack, b"h"] if operator in ("s", "b", "b*") else self._stack))
        filled, stroked, even_odd = _PAINTS[operator]
        if (filled or stroked) and outline.letters:
            line = (self._width, self._cap, self._join, self._dash, self._mitre, self._offset)
            pen = LineStyle(self._ink, *line) if stroked else None
            self._events.append(PaintedPath(self._setting(), outline, filled, self._fill, pen, even_odd))
        if clipping is not None:
            self._clips = self._clips.within(Clip(outline, self._frame, clipping))

    # Text

    def begin_text(self) -> None:
        self._begin_line(IDENTITY)

    def _begin_line(self, matrix: Transform) -> None:
        self._line, self._along, self._goes_on = matrix, 0.0, False

    def set_font(self) -> None:
        name, size = self._stack
        self._font, self._size = self._find.font(name_of(name)), float(size)
        if self._font is None:
            self.unread("Tf")

    def space(self, name: str) -> None:
        (value,) = self._floats(1)
        self._spacing, self._goes_on = replace(self._spacing, **{name: value}), False

    def text_matrix(self) -> None:
        self._begin_line(Transform(*self._floats(6)))

    def move_text(self) -> None:
        self._move(*self._floats(2))

    def move_text_and_lead(self) -> None:
        x, y = self._floats(2)
        self._leading = -y
        self._move(x, y)

    def next_line(self) -> None:
        self._move(0.0, -self._leading)

    def _move(self, x: float, y: float) -> None:
        self._begin_line(Transform.moved(x, y).then(self._line))

    def show(self) -> None:
        (word,) = self._stack
        self._show(bytes_of(word))

    def show_spaced(self) -> None:
        (parts,) = self._stack
        for part in parts:
            if part[:1] in (b"(", b"<"):
                self._show(bytes_of(part))
            else:
                self._along -= float(part) / 1000 * self._size * self._spacing.width / 100
                self._goes_on = False

    def next_line_show(self) -> None:
        self.next_line()
        self.show()

    def _show(self, codes: bytes) -> None:
        if self._font is None:
            raise ValueError("no font")
        space = self._spacing
        width = self._font.width(codes) * self._size + space.letters * len(self._font.codes(codes))
        width = (width + (space.words * codes.count(b" ") if space.words else 0.0)) * space.width / 100
        last = self._events[-1] if self._events and self._goes_on else None
        run = (self._font, codes)
        if isinstance(last, PaintedText) and (last.size, last.ink, last.mode) == (self._size, self._fill, self._mode):
            self._events[-1] = replace(last, runs=(*last.runs, run), width=last.width + width)
        else:
            matrix = Transform.moved(self._along, 0.0).then(self._line) if self._along else self._line
            setting = Setting(matrix.then(self._frame), self._clips, self._marks, self._veil)
            self._events.append(PaintedText(setting, (run,), self._size, width, self._fill, self._mode, space))
        self._along += width
        self._goes_on = True

    # Forms, images and marks

    def place(self) -> None:
        (name,) = self._stack
        self._events.append(PaintedXObject(self._setting(), name_of(name), self._spacing, self._mode))

    def open_mark(self) -> None:
        tag, *rest = self._stack
        properties = rest[0] if rest and isinstance(rest[0], Mapping) else {}
        mark = MarkedContent(name_of(tag), properties)
        if mark.tag == "OC":
            self.unread("BDC")
        self._first = self._first or mark
        if len(self._marks) > _MOST_DEEP:
            raise TooMuchContent("its marked content is nested too deeply")
        self._marks = (*self._marks, mark)

    def close_mark(self) -> None:
        if not self._marks:
            raise ValueError("no mark is open")
        self._marks = self._marks[:-1]

    def nothing(self) -> None:
        """An operator that paints nothing and changes nothing."""


_Operator = Callable[[_Interpreter], None]


def _number(name: str) -> _Operator:
    """Keeps the one number that stands on the stack."""
    return lambda interpreter: setattr(interpreter, name, interpreter._floats(1)[0])


def _whole(name: str) -> _Operator:
    return lambda interpreter: setattr(interpreter, name, int(interpreter._stack[0]))


def _spacing(name: str) -> _Operator:
    return lambda interpreter: interpreter.space(name)


def _unread(operator: str) -> _Operator:
    return lambda interpreter: interpreter.unread(operator)


def _painted(operator: str) -> _Operator:
    return lambda interpreter: interpreter.paint(operator)


_OPERATORS: Mapping[bytes, _Operator] = {
    b"q": _Interpreter.keep, b"Q": _Interpreter.restore, b"cm": _Interpreter.transform, b"w": _number("_width"),
    b"J": _whole("_cap"), b"j": _whole("_join"), b"d": _Interpreter.dash, b"g": _Interpreter.fill_ink,
    b"rg": _Interpreter.fill_ink, b"k": _Interpreter.fill_ink, b"G": _Interpreter.line_ink,
    b"RG": _Interpreter.line_ink, b"K": _Interpreter.line_ink, b"cs": _Interpreter.fill_space,
    b"CS": _Interpreter.line_space, b"sc": _Interpreter.fill_pattern, b"scn": _Interpreter.fill_pattern,
    b"SC": _Interpreter.line_pattern, b"SCN": _Interpreter.line_pattern, b"gs": _Interpreter.see_through,
    b"M": _number("_mitre"),
    b"v": _Interpreter.curve_from_here, b"y": _Interpreter.curve_to_end, b"re": _Interpreter.rectangle,
    b"W": _Interpreter.clip, b"W*": _Interpreter.clip_even_odd, b"BT": _Interpreter.begin_text,
    b"ET": _Interpreter.nothing, b"Tf": _Interpreter.set_font, b"Tr": _whole("_mode"), b"Tc": _spacing("letters"),
    b"Tw": _spacing("words"), b"Tz": _spacing("width"), b"Ts": _spacing("rise"), b"TL": _number("_leading"),
    b"Tm": _Interpreter.text_matrix, b"Td": _Interpreter.move_text, b"TD": _Interpreter.move_text_and_lead,
    b"T*": _Interpreter.next_line, b"Tj": _Interpreter.show, b"TJ": _Interpreter.show_spaced,
    b"'": _Interpreter.next_line_show, b"Do": _Interpreter.place, b"BMC": _Interpreter.open_mark,
    b"BDC": _Interpreter.open_mark, b"EMC": _Interpreter.close_mark, b"MP": _Interpreter.nothing,
    b"DP": _Interpreter.nothing, b"]": _Interpreter.end_list, b">>": _Interpreter.end_dictionary,
    b"BX": _Interpreter.nothing, b"EX": _Interpreter.nothing,
    **{name.encode(): _painted(name) for name in _PAINTS},
    **{name.encode(): _unread(name) for name in ("ri", "i", "sh", "BI", "d0", "d1", '"')},
}  # fmt: skip
