"""The files that pnp reads: those of a game, in its folder or named by the user, each as it was when it was read; and
where the templates and the art are that come with pnp.

Everything that a game's folder brings is opened here. A link that leads out of the folder, a pipe and a device are
refused before they are opened, and no more is read than is allowed.

Readers that know no bound themselves do their work in a process of its own with a limit of time and of memory
(`limited`). What comes back is JSON and no pickle: the process that has read hostile bytes is trusted no more than they
are. Windows knows no such limits; there only time by the clock is limited.
"""

from __future__ import annotations

import codecs
import errno
import hashlib
import json
import os
import stat
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from os import environ
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

from pnp.errors import Finding, InputInvalid

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

PACKAGE = Path(__file__).parent
"""The folder of the package itself: all its code, and the games that come with it."""

WINDOWS_KEEPS = frozenset({"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))})
"""Names that no file or folder can have on Windows, with any ending."""
MOST = 64 * 1024 * 1024
"""Bytes of the largest file that is read: a picture or a font."""
PICTURES: Mapping[str, tuple[str, ...]] = {
    "PNG": (".png",), "JPEG": (".jpg", ".jpeg"), "WebP": (".webp",), "AVIF": (".avif",), "GIF": (".gif",),
    "TIFF": (".tif", ".tiff"), "SVG": (".svg",),
}  # fmt: skip
"""The kinds of pictures that a deck may bring, and how the names of their files end."""
FONTS: Mapping[str, tuple[str, ...]] = {
    "TrueType": (".ttf", ".ttc"), "OpenType": (".otf", ".otc"), "WOFF": (".woff", ".woff2"),
}  # fmt: skip
"""The kinds of fonts."""
_KEPT = 64 * 1024 * 1024
"""Bytes of all files of a folder that are kept in memory; what is beyond them is read again, and compared."""
_PIECE = 1024 * 1024
_SETTLED = 2_000_000_000  # nanoseconds after which a file that is saved again has another time, on any disk
_State = tuple[int, int, int, int, int, bool]
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
# A mark of UTF-32 begins with one of UTF-16.
_MARKS = {
    codecs.BOM_UTF32_LE: "UTF-32", codecs.BOM_UTF32_BE: "UTF-32", codecs.BOM_UTF16_LE: "UTF-16",
    codecs.BOM_UTF16_BE: "UTF-16",
}  # fmt: skip
_UTF16 = "UTF-16 without a byte-order mark"
_LOOKED_AT = 4096  # bytes
_USUAL = frozenset("äöüßÄÖÜéèêëàâáåãæçñíìîïóòôõøœúùûÉÈÀÂÁÅÆÇÑÍÓÔØÚ¡¿‘’“”„«»–—…•°€£§")
_BYTES = {"Windows-1252": "cp1252", "Mac OS Roman": "mac_roman"}
_MEND = "save the file again as UTF-8"
MOST_BYTES = 64 * 1024 * 1024
_MOST_VALUES = 4_000_000  # a manifest of 100,000 placed pieces has 1,500,000
SECONDS = 12
MEGABYTES = 768
_PATIENCE = 4  # by the clock, on a machine that is busy with other things
_START = (
    "import sys, json; sys.path[:] = json.loads(sys.argv[1]); from pnp.sources import serve; "
    "from {} import {} as work; sys.exit(serve(work, *map(int, sys.argv[2:])))"
)
_FAILED, _TOO_MUCH = 3, 4


def assets() -> Path:
    """The folder of vector art and data."""
    return _found("assets")


def templates() -> Path:
    """The folder of Jinja2 templates."""
    return _found("templates")


def listed(kinds: Iterable[str]) -> str:
    """`PNG, JPEG or SVG`."""
    *others, last = kinds
    return f"{', '.join(others)} or {last}" if others else last


def endings(kinds: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """How the names of files of any of these kinds end."""
    return tuple(ending for each in kinds.values() for ending in each)


def _found(name: str) -> Path:
    packed = PACKAGE / "_data" / name
    return packed if packed.is_dir() else PACKAGE.parent / name


class SourceFault(InputInvalid):
    """Why a file cannot be read: `code` as findings have it; `problem` says what it is, and after a semicolon the cure,
    of a file that is named before it.
    """

    def __init__(self, name: str, code: str, problem: str) -> None:
        super().__init__([Finding("error", code, name, problem)])
        self.name, self.code, self.problem = name, code, problem

    def __reduce__(self) -> tuple[Any, ...]:
        return SourceFault, (self.name, self.code, self.problem)


class SourceFile:
    """A file, in the folder `root` or wherever the user says it is.

    Whoever reads it again gets the same bytes as the first who did, or a SourceFault if they cannot be had any more:
    what is drawn is what was looked at, and `digest` is of just that. Two are equal if place and content are.
    """

    def __init__(self, path: Path, root: Path | None = None, sources: Sources | None = None) -> None:
        self.path = path
        self._root = root
        self._sources = sources
        self._data: bytes | None = None
        self._digest = ""
        self._fault: SourceFault | None = None
        self._state: _State | None = None

    @property
    def name(self) -> str:
        return self.path.name

    @property
    def stem(self) -> str:
        return self.path.stem

    @property
    def suffix(self) -> str:
        return self.path.suffix

    @property
    def digest(self) -> str:
        """SHA-256 of the bytes, in hexadecimal; of one that cannot be read, of the reason."""
        if not self._digest:
            try:
                self.read_bytes()
            except SourceFault as fault:
                return hashlib.sha256(str(fault).encode()).hexdigest()
        return self._digest

    def check(self, most: int = MOST) -> None:
        """SourceFault unless it is a plain file of at most so many bytes, and in its folder."""
        self._check(os.stat, self.place(), most)

    def others(self) -> tuple[str, ...]:
        """The names of what is in its place, where it is not itself, and might be: one of them may be meant."""
        place = self.place()
        with suppress(OSError, ValueError):
            try:
                os.stat(place)
            except FileNotFoundError:
                return tuple(sorted(os.listdir(place.parent)))
        return ()

    def read_bytes(self, most: int = MOST) -> bytes:
        """The bytes, at most so many; SourceFault where they cannot be had, which is so for good."""
        if self._fault is not None:
            raise self._fault
        data = self._data
        if data is None:
            try:
                data = self._read(most)
                self._remember(data)
            except SourceFault as fault:
                self._fault = fault
                raise
        if len(data) > most:
            raise self._too_large(most)
        return data

    def is_unchanged(self) -> bool:
        """Whether the file is, by all that the system says of it, the one that was read.

        One that was saved just before it was read counts as changed: it may have been saved again at the same time.
        """
        try:
            return self._state is not None and self._state == _state_of(os.stat(self.place()), settled=True)
        except (OSError, ValueError, SourceFault):
            return False

    def _read(self, most: int) -> bytes:
        place = self.place()
        self._check(os.stat, place, most)
        try:
            handle = os.open(place, _FLAGS | (_NO_LINK if self._root else 0))
            with open(handle, "rb") as stream:
                self._check(os.fstat, handle, most)
                self._state = _state_of(os.fstat(handle), time.time_ns() - os.fstat(handle).st_mtime_ns > _SETTLED)
                data = _at_most(stream, most + 1)
        except OSError as failure:
            raise self._unreadable(failure) from failure
        if len(data) > most:
            raise self._too_large(most)
        return data

    def join(self, sources: Sources) -> None:
        """Counts what is kept of it among the files of another command."""
        if self._data is not None and not sources.has_room(len(self._data)):
            self._data = None
        self._sources = sources

    def _remember(self, data: bytes) -> None:
        digest = hashlib.sha256(data).hexdigest()
        if self._digest not in ("", digest):
            raise self._says("changed-file", "was saved while it was being read; run the command again")
        self._digest = digest
        if self._sources is not None and self._sources.has_room(len(data)):
            self._data = data

    def place(self) -> Path:
        """Where the file is, after all links where it must lie in its folder; SourceFault for one that does not."""
        if self._root is None:
            return self.path
        try:
            place = self.path.resolve()
            if place.is_relative_to(self._root.resolve()):
                return place
        except (OSError, RuntimeError, ValueError):
            pass  # links in a circle, or a name that no file can have
        raise self._says("file-name", "is a link out of the game's folder; put the file itself there")

    def _check(self, look: Any, place: Path | int, most: int) -> None:
        try:
            status = look(place)
        except (FileNotFoundError, NotADirectoryError):
            raise self._says("missing-file", "is not there; add it or correct its name") from None
        except (OSError, ValueError) as failure:
            if isinstance(failure, OSError) and failure.errno == errno.ENAMETOOLONG:
                raise self._says("missing-file", "has a name that is too long for this disk; shorten it") from None
            raise self._unreadable(failure) from failure
        if not stat.S_ISREG(status.st_mode):
            what = "a folder" if stat.S_ISDIR(status.st_mode) else "no plain file"
            raise self._says("unreadable-file", f"is {what}; name a file")
        if status.st_size > most:
            raise self._too_large(most)

    def _too_large(self, most: int) -> SourceFault:
        size = f"{most // 1024**2} MB" if most >= 1024**2 else f"{most // 1024} kB"
        return self._says("too-large", f"is over {size}; split it or leave art out")

    def _unreadable(self, failure: OSError | ValueError) -> SourceFault:
        reason = getattr(failure, "strerror", None) or "its name cannot be used"
        return self._says("unreadable-file", f"cannot be read ({reason.lower()}); check its name and permissions")

    def _says(self, code: str, problem: str) -> SourceFault:
        return SourceFault(self.name, code, problem)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SourceFile) and (self.path, self.digest) == (other.path, other.digest)

    def __hash__(self) -> int:
        return hash((self.path, self.digest))

    def __repr__(self) -> str:
        return f"SourceFile({str(self.path)!r})"

    def __getstate__(self) -> dict[str, Any]:
        """What another process needs: it reads the file itself, and compares."""
        return {**self.__dict__, "_sources": None, "_data": None, "_state": None, "_digest": self.digest}


def _state_of(status: os.stat_result, settled: bool) -> _State:
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns, settled


def _at_most(stream: BinaryIO, most: int) -> bytes:
    """The bytes of an open file, at most so many: by pieces, since one call for many takes memory for all at once."""
    pieces = []
    while most > 0 and (piece := stream.read(min(most, _PIECE))):
        pieces.append(piece)
        most -= len(piece)
    return b"".join(pieces)


def source_of(file: Path | SourceFile) -> SourceFile:
    """A file as it is read from; a bare path is that of one that comes with pnp, or that the user names."""
    return file if isinstance(file, SourceFile) else SourceFile(file)


class Sources:
    """The files of one folder for one command: each is the same SourceFile whenever it is named.

    `workspace` is the folder that the user lets it take files of other folders from, if any.
    """

    def __init__(self, folder: Path, workspace: Path | None = None) -> None:
        self.folder = folder
        self.workspace = workspace
        self._bases: list[Path] = []
        self._files: dict[tuple[Path, bool], SourceFile] = {}
        self._before: Mapping[tuple[Path, bool], SourceFile] = {}
        self._room = _KEPT

    def again(self) -> Sources:
        """The same folder for another command, which reads no file again that has not changed since."""
        sources = Sources(self.folder, self.workspace)
        sources._before, self._before = self._files, {}
        return sources

    def add_base(self, folder: Path) -> None:
        """Looks for files in that folder as well, after this one and those that were added before."""
        self._bases.append(folder)

    def file(self, name: str) -> SourceFile:
        """The file of that name, which must lie in the folder however the way to it goes; one that is not there, in
        the first of its bases that has it.
        """
        folder = self.folder
        if self._bases and not os.path.lexists(folder / name):
            folder = next((base for base in self._bases if os.path.lexists(base / name)), folder)
        path = folder / name
        return self._known((path, True)) or self._files.setdefault((path, True), SourceFile(path, folder, self))

    @property
    def bases(self) -> tuple[Path, ...]:
        """The other folders in which files are looked for."""
        return tuple(self._bases)

    def named(self, path: Path) -> SourceFile:
        """The file that the user names, wherever it is."""
        return self._known((path, False)) or self._files.setdefault((path, False), SourceFile(path, None, self))

    def _known(self, key: tuple[Path, bool]) -> SourceFile | None:
        """The file as it was read before, if it has not changed."""
        known = self._before.get(key)
        if key in self._files or known is None or not known.is_unchanged():
            return self._files.get(key)
        known.join(self)
        self._files[key] = known
        return known

    def has_room(self, size: int) -> bool:
        """Whether so many bytes more are kept in memory, in which case they are counted."""
        fits = size <= self._room
        self._room -= size if fits else 0
        return fits


class NotUtf8(ValueError):
    """Bytes that are no UTF-8: the line, from 1, and a sentence on what they look like and how to mend it."""

    def __init__(self, line: int, sentence: str) -> None:
        self.line = line
        super().__init__(f"{sentence}; {_MEND}")


def decoded(data: bytes) -> str:
    """The text of UTF-8 bytes, with or without a byte-order mark. Raises NotUtf8."""
    wide = _wide(data)
    if wide:
        raise NotUtf8(1, f"the file is {wide}, not UTF-8")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        if _is_utf16(data):
            raise NotUtf8(1, f"the file is {_UTF16}, not UTF-8") from None
        line = data.count(b"\n", 0, fault.start) + 1
        name, sign = _looks_like(data, fault.start)
        reading = f", '{sign}' in {name}" if sign.isprintable() and sign != "\ufffd" else ""
        raise NotUtf8(line, f"byte 0x{data[fault.start]:02x}{reading} is not UTF-8") from None


def _wide(data: bytes) -> str:
    """What bytes of two or four to a character look like: they begin with a mark, or every other one is zero."""
    for mark, name in _MARKS.items():
        if data.startswith(mark):
            return name
    start = data[:_LOOKED_AT]
    zeros = [start[at::4].count(0) / max(1, len(start[at::4])) for at in range(4)]
    if min(zeros[:2]) > 0.9 or min(zeros[2:]) > 0.9:  # no script in use is beyond the first planes
        return "UTF-32 without a byte-order mark"
    even, odd = start[::2].count(0), start[1::2].count(0)
    if max(even, odd) > 0.1 * len(start) and max(even, odd) > 2 and min(even, odd) * 10 <= max(even, odd):
        return _UTF16
    return ""


def _is_utf16(data: bytes) -> bool:
    """Whether bytes that are no UTF-8 are one or the other kind of UTF-16, as some of its signs must be."""
    if 0 not in data:
        return False
    for encoding in ("utf-16-le", "utf-16-be"):
        try:
            if "\n" in data.decode(encoding):
                return True
        except UnicodeDecodeError:
            continue
    return False


def _looks_like(data: bytes, at: int) -> tuple[str, str]:
    """The one-byte encoding in which most signs are usual, and what the byte there is in it."""
    high = bytes(byte for byte in data[at : at + _LOOKED_AT] if byte >= 0x80)

    def usual(name: str) -> int:
        return sum(sign in _USUAL for sign in high.decode(_BYTES[name], "replace"))

    name = max(_BYTES, key=usual)
    return name, data[at : at + 1].decode(_BYTES[name], "replace")


def parse_json(data: bytes | str, most: int = MOST_BYTES) -> Any:
    """What the text says; ValueError for what is no JSON, too large, nested without end, or has numbers beyond all."""
    if len(data) > most:
        raise ValueError(f"it is over {most // 1024**2} MB")
    text = data.decode() if isinstance(data, bytes) else data
    if sum(map(text.count, (",", "[", "{"))) > _MOST_VALUES:
        raise ValueError(f"it has over {_MOST_VALUES:,} values")
    try:
        return json.loads(text, parse_constant=_refused)
    except RecursionError:
        raise ValueError("its brackets are nested too deep") from None


def _refused(constant: str) -> NoReturn:
    raise ValueError(f"it holds {constant}, which is no number")


class TooMuch(Exception):
    """The work needs more time or memory than it may have."""


class Failed(Exception):
    """The work ended in an exception: the input cannot be read."""


def limited(work: Callable[[bytes], Any], data: bytes, seconds: int = SECONDS, megabytes: int = MEGABYTES) -> Any:
    """What a function of a module of ours makes of the bytes, in terms of JSON; raises TooMuch or Failed."""
    from subprocess import DEVNULL, PIPE, Popen, TimeoutExpired

    # Without -P a file in the working folder, which may be a deck's, could take the place of a module.
    start = _START.format(work.__module__, work.__name__)
    command = [sys.executable, "-P", "-c", start, json.dumps([place for place in sys.path if place])]
    command += [str(seconds), str(megabytes)]
    own = {**environ, "OPENBLAS_NUM_THREADS": "1"}  # its threads would take the memory that the work may have
    with Popen(command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, env=own) as process:
        try:
            told, _ = process.communicate(data, _PATIENCE * seconds)
        except TimeoutExpired as late:
            raise TooMuch from late
        finally:
            process.kill()
    if process.returncode == _FAILED:
        raise Failed(told.decode())
    if process.returncode:
        raise TooMuch
    return json.loads(told)


@contextmanager
def little_memory(megabytes: int = MEGABYTES) -> Iterator[None]:
    """Lets this process take at most so much more memory meanwhile: what asks for more ends in a MemoryError.

    For readers whose time is bounded, and whose results are no JSON. Only Linux tells how much is in use.
    """
    try:
        with open("/proc/self/statm", "rb") as told:
            used = int(told.read().split()[0]) * resource.getpagesize()
        soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    except (OSError, AttributeError, ValueError):
        yield
        return
    most = used + megabytes * 1024 * 1024
    resource.setrlimit(resource.RLIMIT_AS, (most if soft == resource.RLIM_INFINITY else min(most, soft), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def serve(work: Callable[[bytes], Any], seconds: int, megabytes: int) -> int:
    """What the process does: reads the bytes from its standard input, writes what comes of them; its exit code."""
    with open(0, "rb") as given:
        data = given.read()
    if resource is not None:
        _limit(resource.RLIMIT_CPU, seconds)
        _limit(resource.RLIMIT_AS, megabytes * 1024 * 1024)
    try:
        told, code = json.dumps(work(data)), 0
    except MemoryError:
        told, code = "", _TOO_MUCH
    except Exception as failure:  # whatever a reader raises is the fault of the input
        told, code = ascii(failure), _FAILED
    with open(1, "wb") as written:
        written.write(told.encode())
    return code


def _limit(what: int, most: int) -> None:
    """At most so much, or less where less is allowed already."""
    hard = resource.getrlimit(what)[1]
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(what, (most, most))
