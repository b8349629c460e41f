"""Runs the content stream of a PDF, operator by operator (ISO 32000-1, annex A).

Every operator becomes something painted, or the state of something painted. What is neither is kept as `Unknown`,
so that nothing can stand in a stream unseen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import Any

from pnp.geometry import IDENTITY, Transform
from pnp.preflight.fonts import EmbeddedFont
from pnp.preflight.objects import bytes_of, dictionary, floats, last, name_of, shown
from pnp.preflight.painted import (
    NO_CLIPS,
    Clip,
    Event,
    Ink,
    MarkedContent,
    Outline,
    PaintedPath,
    PaintedText,
    PaintedXObject,
    Pen,
    Setting,
    Spacing,
    StreamContent,
    Unknown,
)

MOST_TOKENS = 4_000_000
"""Words of all streams of one file together; the largest of our own have about a tenth of it."""
_MOST_DEEP = 200
_ARITY = {"M": 2, "L": 2, "C": 6, "Z": 0}
_KEEPING = frozenset({b"]", b">>", b"W", b"W*", b"v", b"y", b"re"})  # what leaves the operands on the stack
_PAINTS = {
    "S": (False, True, False), "s": (False, True, False), "f": (True, False, False), "F": (True, False, False),
    "f*": (True, False, True), "B": (True, True, False), "B*": (True, True, True), "b": (True, True, False),
    "b*": (True, True, True), "n": (False, False, False),
}  # fmt: skip


class TooMuch(Exception):
    """A file that would take longer to read than anybody waits."""


def interpreted(words: Sequence[bytes], frame: Transform, font: Callable[[str], EmbeddedFont | None]) -> StreamContent:
    """What the words of a stream paint; `font` finds a font by the name that the stream's resources give it."""
    return _Interpreter(frame, font).run(words)


class _Interpreter:
    """Runs the operators of one stream. The numbers of a path wait on the stack until it is painted."""

    def __init__(self, frame: Transform, font: Callable[[str], EmbeddedFont | None]) -> None:
        self._find_font = font
        self._stack: list[Any] = []
        self._letters: list[str] = []
        self._ends: list[int] = []
        self._clipping: bool | None = None
        self._frame = frame
        self._clips = NO_CLIPS
        self._fill: Ink = (0.0,)
        self._ink: Ink = (0.0,)
        self._width, self._cap, self._join = 1.0, 0, 0
        self._dash: tuple[float, ...] = ()
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
        self._begun = False

    def run(self, words: Sequence[bytes]) -> StreamContent:
        known, stack, letters, ends = _OPERATORS.get, self._stack, self._letters, self._ends
        for word in words:
            operator = known(word)
            if operator is None:
                stack.append(word)
            elif isinstance(operator, str):
                letters.append(operator)
                ends.append(len(stack))
            else:
                try:
                    operator(self)
                except (ValueError, TypeError, IndexError, OverflowError):
                    self.unread(word.decode("latin-1"))
                if word not in _KEEPING:
                    stack.clear()
        if stack or letters:
            self.unread("")
        return StreamContent(tuple(self._events), self._first)

    def end_list(self) -> None:
        at = last(self._stack, b"[")
        self._stack[at:] = [list(self._stack[at + 1 :])]

    def end_dictionary(self) -> None:
        at = last(self._stack, b"<<")
        self._stack[at:] = [dictionary(self._stack[at + 1 :])]

    def unread(self, operator: str) -> None:
        self._events.append(Unknown(operator, " ".join(map(shown, self._stack[:6]))))
        self._letters.clear()
        self._ends.clear()

    def _setting(self) -> Setting:
        return Setting(self._frame, self._clips, self._marks)

    def _floats(self, count: int | None = None) -> tuple[float, ...]:
        if count is not None and len(self._stack) != count:
            raise ValueError("another number of operands")
        return floats(self._stack)

    # State

    def keep(self) -> None:
        if len(self._kept) >= _MOST_DEEP:
            raise TooMuch("its drawing states are nested too deeply")
        self._kept.append((
            self._frame, self._clips, self._fill, self._ink, self._width, self._cap, self._join, self._dash,
            self._font, self._size, self._mode, self._spacing,
        ))  # fmt: skip

    def restore(self) -> None:
        (
            self._frame, self._clips, self._fill, self._ink, self._width, self._cap, self._join, self._dash,
            self._font, self._size, self._mode, self._spacing,
        ) = self._kept.pop()  # fmt: skip

    def transform(self) -> None:
        self._frame = Transform(*self._floats(6)).then(self._frame)

    def line_width(self) -> None:
        (self._width,) = self._floats(1)

    def line_cap(self) -> None:
        self._cap = int(self._stack[0])

    def line_join(self) -> None:
        self._join = int(self._stack[0])

    def dash(self) -> None:
        lengths, phase = self._stack
        self._dash = floats(lengths)
        if float(phase):
            self.unread("d")

    def fill_ink(self) -> None:
        self._fill = self._floats()

    def line_ink(self) -> None:
        self._ink = self._floats()

    def other_fill(self) -> None:
        self._fill = None
        self.unread("scn")

    def other_line(self) -> None:
        self._ink = None
        self.unread("SCN")

    # Paths

    def _piece(self, letters: str, numbers: int) -> None:
        for letter in letters:
            self._letters.append(letter)
            self._ends.append((self._ends[-1] if self._ends else 0) + _ARITY[letter])
        if len(self._stack) != numbers:
            raise ValueError("another number of operands")

    def curve_from_here(self) -> None:
        before = self._ends[-1]
        self._stack[before:before] = self._stack[before - 2 : before]
        self._piece("C", before + 6)

    def curve_to_end(self) -> None:
        self._stack += self._stack[-2:]
        self._piece("C", self._ends[-1] + 6)

    def rectangle(self) -> None:
        before = self._ends[-1] if self._ends else 0
        x, y, width, height = floats(self._stack[before:])
        corners = (x, y, x + width, y, x + width, y + height, x, y + height)
        self._stack[before:] = [b"%f" % corner for corner in corners]
        self._piece("MLLLZ", before + 8)

    def clip(self) -> None:
        self._clipping = False

    def clip_even_odd(self) -> None:
        self._clipping = True

    def paint(self, operator: str) -> None:
        if operator in ("s", "b", "b*"):
            self._letters.append("Z")
            self._ends.append(len(self._stack))
        clipping, self._clipping = self._clipping, None
        if self._ends != list(accumulate(map(_ARITY.__getitem__, self._letters))) or len(self._stack) != max(
            self._ends, default=0
        ):
            raise ValueError("another number of operands")
        outline = Outline("".join(self._letters), self._floats())
        self._letters.clear()
        self._ends.clear()
        filled, stroked, even_odd = _PAINTS[operator]
        if (filled or stroked) and outline.letters:
            pen = Pen(self._ink, self._width, self._cap, self._join, self._dash) if stroked else None
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
        self._font, self._size = self._find_font(name_of(name)), float(size)
        if self._font is None:
            self.unread("Tf")

    def text_mode(self) -> None:
        self._mode = int(self._stack[0])

    def letter_spacing(self) -> None:
        self._space(letters=self._floats(1)[0])

    def word_spacing(self) -> None:
        self._space(words=self._floats(1)[0])

    def letter_width(self) -> None:
        self._space(width=self._floats(1)[0])

    def rise(self) -> None:
        self._space(rise=self._floats(1)[0])

    def leading(self) -> None:
        (self._leading,) = self._floats(1)

    def _space(self, **changed: float) -> None:
        old = self._spacing
        values = {"letters": old.letters, "words": old.words, "width": old.width, "rise": old.rise, **changed}
        self._spacing = Spacing(**values)
        self._goes_on = False

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
            runs = (*last.runs, run)
            self._events[-1] = PaintedText(
                last.setting, runs, last.size, last.width + width, last.ink, last.mode, last.spacing
            )
        else:
            matrix = Transform.moved(self._along, 0.0).then(self._line) if self._along else self._line
            setting = Setting(matrix.then(self._frame), self._clips, self._marks)
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
        if not self._begun:
            self._first = mark
        self._begun = True
        if len(self._marks) > _MOST_DEEP:
            raise TooMuch("its marked content is nested too deeply")
        self._marks = (*self._marks, mark)

    def close_mark(self) -> None:
        if not self._marks:
            raise ValueError("no mark is open")
        self._marks = self._marks[:-1]

    def nothing(self) -> None:
        """An operator that paints nothing and changes nothing."""


def _unread(operator: str) -> Callable[[_Interpreter], None]:
    return lambda interpreter: interpreter.unread(operator)


def _painted(operator: str) -> Callable[[_Interpreter], None]:
    return lambda interpreter: interpreter.paint(operator)


_OPERATORS: Mapping[bytes, str | Callable[[_Interpreter], None]] = {
    b"q": _Interpreter.keep, b"Q": _Interpreter.restore, b"cm": _Interpreter.transform, b"w": _Interpreter.line_width,
    b"J": _Interpreter.line_cap, b"j": _Interpreter.line_join, b"d": _Interpreter.dash, b"g": _Interpreter.fill_ink,
    b"rg": _Interpreter.fill_ink, b"k": _Interpreter.fill_ink, b"G": _Interpreter.line_ink,
    b"RG": _Interpreter.line_ink, b"K": _Interpreter.line_ink, b"sc": _Interpreter.other_fill,
    b"scn": _Interpreter.other_fill,
    b"SC": _Interpreter.other_line, b"SCN": _Interpreter.other_line, b"m": "M", b"l": "L",
    b"c": "C", b"h": "Z", b"v": _Interpreter.curve_from_here,
    b"y": _Interpreter.curve_to_end, b"re": _Interpreter.rectangle,
    b"W": _Interpreter.clip, b"W*": _Interpreter.clip_even_odd, b"BT": _Interpreter.begin_text,
    b"ET": _Interpreter.nothing, b"Tf": _Interpreter.set_font, b"Tr": _Interpreter.text_mode,
    b"Tc": _Interpreter.letter_spacing, b"Tw": _Interpreter.word_spacing, b"Tz": _Interpreter.letter_width,
    b"Ts": _Interpreter.rise, b"TL": _Interpreter.leading, b"Tm": _Interpreter.text_matrix,
    b"Td": _Interpreter.move_text, b"TD": _Interpreter.move_text_and_lead, b"T*": _Interpreter.next_line,
    b"Tj": _Interpreter.show, b"TJ": _Interpreter.show_spaced, b"'": _Interpreter.next_line_show,
    b"Do": _Interpreter.place, b"BMC": _Interpreter.open_mark, b"BDC": _Interpreter.open_mark,
    b"EMC": _Interpreter.close_mark, b"MP": _Interpreter.nothing, b"DP": _Interpreter.nothing,
    b"]": _Interpreter.end_list, b">>": _Interpreter.end_dictionary, b"BX": _Interpreter.nothing,
    b"EX": _Interpreter.nothing,
    **{name.encode(): _painted(name) for name in _PAINTS},
    **{name.encode(): _unread(name) for name in ("M", "ri", "i", "gs", "CS", "cs", "sh", "BI", "d0", "d1", '"')},
}  # fmt: skip
