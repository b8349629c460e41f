"""Whatever pnp writes is written here: beside its place, then put there whole, and never over what is not ours.

A folder of outputs is locked while it is written, and its record of what is in it goes last. What is there already
stays unless pnp wrote it, which its content or that record tells; what a command reads it never replaces. A link is
replaced, not followed; a device or a pipe that the user names is written to as it is.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
import secrets
import signal
import stat
import threading
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import takewhile
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import IO

from pnp.errors import OutputBusy, OutputError, UsageError
from pnp.frozen import frozen
from pnp.sources import SourceFault, Sources, parse_json

_DESCRIPTOR = re.compile(r"/dev/(?:std(?P<name>out|err)|fd/(?P<number>\d{1,9}))|/proc/self/fd/(?P<again>\d{1,9})")
_TO_WRITE = os.O_WRONLY | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_CLOEXEC", 0)
_LOCK = ".pnp-lock"
_STAGING = ".pnp-staging"
_ASIDE = "before"
_OURS = ".pnp"
_SAYS = b"pnp puts finished files here for a moment; this folder can be deleted.\n"
_HELD_BACK = (signal.SIGINT, signal.SIGTERM)
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_NO_WAIT = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)


_OTHER_NAME = "name another, or delete that one yourself"
_IN_THE_WAY = "is in the way and pnp did not make it; move it away, or give another --out"


@frozen
class Kind:
    """What files of a kind begin with, and things of which each holds at least one."""

    begins: bytes
    holds: tuple[bytes, ...] = (b"",)

    def __contains__(self, data: bytes) -> bool:
        return data.startswith(self.begins) and any(mark in data for mark in self.holds)


PICTURE = Kind(b"\x89PNG\r\n\x1a\n", (b"tEXtSoftware\0pnp",))
RECORD = Kind(b'{"format": "pnp-record/')
# A version that is not plain ASCII makes the name of the program UTF-16.
_PDF = Kind(b"%PDF-", (b"/Creator (pnp ", rb"/Creator (\376\377\000p\000n\000p\000 "))
_REPORT = Kind(b"<!DOCTYPE html>", (b'<div class="answers">',))
REPORTS: Mapping[str, Kind] = {".html": _REPORT, ".pdf": _PDF}
TABLES: Mapping[str, Kind] = {
    ".csv": Kind(b"game,seed,players,"),
    ".json": Kind(b"[", (b'\n{"game": 0, "seed": ',)),
    ".parquet": Kind(b"PAR1", (b"decisions",)),
}
_NONE = Kind(b"", ())
_KINDS = (
    PICTURE,
    RECORD,
    _PDF,
    _REPORT,
    *TABLES.values(),
    Kind(b"<?xml", (b'<g data-sheet="',)),  # a sheet
    Kind(b"<!doctype html>", (b":root{--accent:#",)),  # a rulebook
    Kind(b"# ", (b'\n## <a id="',)),
    Kind(b"document '", (b"\npage 1 ",)),  # a log
    Kind(b"", (b": what changed since the build with the manifest ",)),
    Kind(b"{", (b'"pnp-manifest/', b'"placements"')),
    Kind(b"{", (b'"pnp-export/', b'"left_out"')),
)


def kind_of(data: bytes) -> Kind:
    """The kind that a file of ours is; of what carries no mark, a kind that no file is of."""
    return next((kind for kind in _KINDS if data in kind), _NONE)


def is_stream(path: Path) -> bool:
    """Whether it is a character device or a pipe, or a name of a file that is open already."""
    if _descriptor(path) is not None:
        return True
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        return False
    return stat.S_ISCHR(mode) or stat.S_ISFIFO(mode)


def check_stream(path: Path) -> None:
    """OutputError for what cannot be written to; a pipe is left alone, whose reader would take this for its end."""
    if _descriptor(path) is not None or not path.is_fifo():
        os.close(_opened(path))


def write_stream(path: Path, data: bytes) -> None:
    """Writes all of it; OutputError where that cannot be done, such as to a pipe that nobody reads from, which is not
    waited for. BrokenPipeError where a reader went away.
    """
    try:
        with os.fdopen(_opened(path), "wb") as stream:
            stream.write(data)
    except BrokenPipeError:
        raise
    except OSError as failure:
        raise OutputError(f"{path}: cannot be written ({failure.strerror}); name another file") from failure


def _opened(path: Path) -> int:
    descriptor = _descriptor(path)
    try:
        if descriptor is not None:
            return os.dup(descriptor)
        opened = os.open(path, _TO_WRITE | getattr(os, "O_NONBLOCK", 0))
        os.set_blocking(opened, True)
    except OSError as failure:
        reason = "nobody reads from it" if failure.errno == errno.ENXIO else failure.strerror
        raise OutputError(f"{path}: cannot be written ({reason}); name another file") from failure
    return opened


def _descriptor(path: Path) -> int | None:
    """The number of the open file that a path such as /dev/stdout stands for."""
    found = _DESCRIPTOR.fullmatch(path.as_posix())
    if found is None or os.name != "posix":
        return None
    return {"out": 1, "err": 2}.get(found["name"]) or int(found["number"] or found["again"])


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Makes the folder if need be and holds it for this process; OutputBusy while another one does.

    Folders that were made for it and stay empty, since nothing came to be written, are taken away again.
    """
    made = _not_there(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle = _acquired(folder / _LOCK)
    except OSError as failure:
        _remove_empty(made)
        raise OutputError(_sentence(folder, failure)) from failure
    if handle is None:
        raise OutputBusy(f"{folder}: another build is writing here; wait for it to end or give another --out")
    try:
        _clear(folder / _STAGING)
        yield
    finally:
        _release(folder / _LOCK, handle)
        _remove_empty(made)


def keep_apart(folder: Path, home: Path, reads: Iterable[Path]) -> None:
    """UsageError for an output folder in a game's own folder where what the game is read from lies, or that is it."""
    out, own = (Path(os.path.realpath(each)) for each in (folder, home))
    places = (Path(os.path.realpath(path)) for path in reads)
    if out == own or (out.is_relative_to(own) and any(path.is_relative_to(out) for path in places)):
        raise UsageError(f"--out: {folder} is where the game itself is read from; name another folder, such as output")


def check_place(path: Path) -> None:
    """OutputError where a file could not be put there: what takes long is not begun for nothing."""
    above = next(folder for folder in path.absolute().parents if os.path.exists(folder))
    if not above.is_dir():
        raise OutputError(_sentence(path, NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))))
    if not os.access(above, os.W_OK | os.X_OK):
        raise OutputError(_sentence(path, PermissionError(errno.EACCES, os.strerror(errno.EACCES))))


def check_apart(path: Path, reads: Iterable[Path]) -> None:
    """UsageError for a file to write that is one of those that the same command reads, by whatever name."""
    for read in reads:
        same = os.path.realpath(path) == os.path.realpath(read)
        with suppress(OSError, ValueError):
            same = same or os.path.samefile(path, read)
        if same:
            raise UsageError(f"{path}: is also read by this command; name another file to write")


def check_file(path: Path, kind: Kind | None, reads: Iterable[Path] = ()) -> None:
    """Whether a file of that kind may be put there: OutputError where another lies, UsageError for one of `reads`.

    `None` stands for any kind: what is there was read to make what takes its place.
    """
    if is_stream(path):
        check_stream(path)
        return
    check_place(path)
    check_apart(path, reads)
    status = _status(path)
    if status is None:
        return
    if not stat.S_ISREG(status.st_mode):
        what = "is a folder; name a file in it" if stat.S_ISDIR(status.st_mode) else "is no plain file; name another"
        raise OutputError(f"{path}: {what}")
    if status.st_size and kind is not None and _content(path) not in kind:
        raise OutputError(f"{path}: is there already, and none of the files that this writes; {_OTHER_NAME}")


@contextmanager
def replacing(path: Path, kind: Kind | None, reads: Iterable[Path] = ()) -> Iterator[Path]:
    """A path to write a file to that is then put in place, whole or not at all; raises what `check_file` does."""
    check_file(path, kind, reads)
    if is_stream(path):
        with TemporaryDirectory(prefix="pnp-") as folder:
            yield Path(folder) / path.name
            write_stream(path, (Path(folder) / path.name).read_bytes())
        return
    part = path.with_name(f".{path.name}.{secrets.token_hex(4)}.pnp-part")
    try:
        _stage(part, b"")
        yield part
        with part.open("rb") as written:
            os.fsync(written.fileno())
        os.replace(part, path)
    except OSError as failure:
        raise OutputError(_sentence(path, failure)) from failure
    finally:
        _remove(part)


def write_file(path: Path, data: bytes, reads: Iterable[Path] = (), known: bool = False) -> None:
    """Puts one file in place, whole or not at all; raises what `check_file` does.

    `known` says that what is there was read to make the data, so that it may be replaced whatever it is.
    """
    with replacing(path, None if known else kind_of(data), reads) as part, part.open("wb") as file:
        file.write(data)


def write(
    folder: Path, files: Mapping[str, bytes], stale: Iterable[str] = (), reads: Collection[Path] = (), record: str = ""
) -> tuple[str, ...]:
    """Puts the files (path inside the folder to bytes) in place, in their order; returns the paths that changed.

    All bytes are on disk beside their targets before the first old file is replaced, so that a full disk or a
    killed process leaves every old file whole. A file that is already the same is not touched. At last the files
    in `stale` are removed, and folders that they leave empty. `record` is the one of them that lists the others
    under "files": what an earlier one lists is ours. While files are put in place there is none, so that a killed
    process leaves no record beside files that it does not tell of. OutputError where another file lies in the way,
    UsageError where one of `reads` does.
    """
    staging = folder / _STAGING
    try:
        changed = tuple(path for path, data in files.items() if not _same(folder / path, data))
        listed = _listed(folder / record) if record in changed or record in files else frozenset()
        for path in changed:
            _check_target(folder, path, files[path], path in listed, reads)
        _make_staging(staging)
        for path in changed:
            _stage(staging / path, files[path])
        with uninterrupted():
            if record in changed and os.path.lexists(folder / record):
                (staging / _ASIDE).mkdir()
                os.replace(folder / record, staging / _ASIDE / record)
            for path in changed:
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                os.replace(staging / path, folder / path)
            for path in stale:
                _remove(folder / path)
                _remove_empty(folder / above for above in PurePosixPath(path).parents[:-1])
    except OSError as failure:
        raise OutputError(_sentence(folder, failure)) from failure
    finally:
        _clear(staging)
    return changed


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Lets an interrupt wait for the moment that it takes to move finished files into place, so that none are mixed."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    waiting: list[int] = []
    kept = {held: signal.signal(held, lambda number, frame: waiting.append(number)) for held in _HELD_BACK}
    try:
        yield
    finally:
        for held, handler in kept.items():
            signal.signal(held, handler)
        for number in waiting:
            signal.raise_signal(number)


def _not_there(folder: Path) -> tuple[Path, ...]:
    """The folders that must be made for this one to be there, itself first."""
    return tuple(takewhile(lambda each: not os.path.exists(each), (folder, *folder.parents)))


def _remove_empty(folders: Iterable[Path]) -> None:
    """Removes the folders, inner ones first, as long as nothing is in them."""
    with suppress(OSError):
        for folder in folders:
            folder.rmdir()


def _check_target(folder: Path, name: str, data: bytes, is_listed: bool, reads: Iterable[Path]) -> None:
    """Whether a file of an output folder may be put there; a link may always be replaced, but not led through."""
    path = folder / name
    for above in (folder / part for part in PurePosixPath(name).parents[:-1]):
        if above.is_symlink():
            raise OutputError(f"{above}: is a link; delete it, or give another --out")
    check_apart(path, reads)
    status = _status(path, follow=False)
    if status is None or stat.S_ISLNK(status.st_mode) or (stat.S_ISREG(status.st_mode) and not status.st_size):
        return
    if not stat.S_ISREG(status.st_mode):
        what = "a folder" if stat.S_ISDIR(status.st_mode) else "no plain file"
        raise OutputError(f"{path}: is {what}; move it away, or give another --out")
    if not is_listed and _content(path) not in kind_of(data):
        raise OutputError(f"{path}: is there already and pnp did not write it; move it away, or give another --out")


def outdated(
    folder: Path, record: str, files: Collection[str], options: Mapping[str, object] | None = None
) -> tuple[str, ...]:
    """The paths of files that an earlier run left in the folder, as its record there says, and that are not among
    `files`, the paths of this run. One that was altered since belongs to whoever altered it.

    With `options`, none where the record tells of others: sheets for other paper are still of use.
    """
    there = Sources(folder)
    try:
        earlier = parse_json(there.file(record).read_bytes())
        if options is not None and earlier["options"] != options:
            return ()
        listed = {str(file["path"]): file["sha256"] for file in earlier["files"]}
    except (SourceFault, ValueError, KeyError, TypeError, RecursionError):
        return ()
    return tuple(path for path, digest in listed.items() if path not in files and _holds(there, path, digest))


def _holds(there: Sources, path: str, digest: str) -> bool:
    """Whether a file of that content lies within the folder; a record that somebody wrote leads nowhere else."""
    try:
        return hashlib.sha256(there.file(path).read_bytes()).hexdigest() == digest
    except SourceFault:
        return False


def _listed(record: Path) -> frozenset[str]:
    """The paths that the record of an earlier run lists, if it is one."""
    try:
        document = json.loads(_content(record)) if stat.S_ISREG(os.lstat(record).st_mode) else {}
        return frozenset(str(file["path"]) for file in document["files"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return frozenset()


def _status(path: Path, follow: bool = True) -> os.stat_result | None:
    try:
        return os.stat(path, follow_symlinks=follow)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError) as failure:
        raise OutputError(f"{path}: cannot be written ({failure}); name another file") from failure


def _content(path: Path) -> bytes:
    """The bytes of a plain file."""
    with open(os.open(path, os.O_RDONLY | _NO_WAIT), "rb") as file:
        return file.read()


def _stage(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(os.open(path, _NEW, 0o666), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _same(path: Path, data: bytes) -> bool:
    try:
        status = os.lstat(path)
        return stat.S_ISREG(status.st_mode) and status.st_size == len(data) and _content(path) == data
    except (OSError, ValueError):
        return False


def _make_staging(staging: Path) -> None:
    """A new folder, marked so that the next run knows what is in it for what this one left if it is killed."""
    _clear(staging)
    staging.mkdir()
    _stage(staging / _OURS, _SAYS)


def _clear(staging: Path) -> None:
    """Removes what a killed run left there, and puts back the record that it had taken away; OutputError where that is
    anything else than what it writes.
    """
    if not os.path.lexists(staging):
        return
    try:
        files, folders = _left_in(staging)
        for file in files:
            if file.parent == staging / _ASIDE and not os.path.lexists(staging.parent / file.name):
                os.replace(file, staging.parent / file.name)
            else:
                file.unlink()
        for folder in folders:
            folder.rmdir()
    except OSError as failure:
        raise OutputError(_sentence(staging.parent, failure)) from failure


def _left_in(staging: Path) -> tuple[list[Path], list[Path]]:
    """The files of a staging folder of ours, the mark last, and its folders, inner ones first."""
    mark = staging / _OURS
    if staging.is_symlink() or not staging.is_dir():
        raise OutputError(f"{staging}: {_IN_THE_WAY}")
    found = [Path(place, name) for place, inner, names in os.walk(staging) for name in (*inner, *names)]
    folders = [path for path in found if path.is_dir() and not path.is_symlink()]
    files = [path for path in found if path not in folders and path != mark]
    plain = all(stat.S_ISREG(path.lstat().st_mode) for path in found if path not in folders)
    # The mark is written before anything else, so that only where it is alone can it be unfinished.
    if not plain or mark in folders or (found and not (_same(mark, _SAYS) if files or folders else _is_begun(mark))):
        raise OutputError(f"{staging}: {_IN_THE_WAY}")
    return [*files, *([mark] if found else [])], [*reversed(folders), staging]


def _is_begun(mark: Path) -> bool:
    return _SAYS.startswith(_content(mark))


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink()


def _release(path: Path, handle: IO[bytes]) -> None:
    """Lets others in; a name that is left behind is harmless."""
    with suppress(OSError):
        if os.path.samestat(os.fstat(handle.fileno()), os.lstat(path)):
            path.unlink()
    handle.close()


def _acquired(path: Path) -> IO[bytes] | None:
    """The open, locked file; None when another process holds it. Tries again if the name was removed meanwhile."""
    while True:
        handle = _opened_lock(path)
        if not _try_lock(handle):
            handle.close()
            return None
        try:
            if os.path.samestat(os.fstat(handle.fileno()), os.lstat(path)):
                return handle
        except FileNotFoundError:
            pass
        handle.close()


def _opened_lock(path: Path) -> IO[bytes]:
    """The empty file that is our lock; OutputError for anything else of its name."""
    refused = OutputError(f"{path}: {_IN_THE_WAY}")
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | _NO_LINK | _NO_WAIT, 0o666)
    except OSError as failure:
        if path.is_symlink() or failure.errno in (errno.EISDIR, errno.ENXIO):
            raise refused from failure
        raise
    status = os.fstat(descriptor)
    if not stat.S_ISREG(status.st_mode) or status.st_size or path.is_symlink():
        os.close(descriptor)
        raise refused
    return os.fdopen(descriptor, "r+b", buffering=0)


def _try_lock(handle: IO[bytes]) -> bool:
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        try:
            msvcrt.locking(handle.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        except OSError:
            return False
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as failure:
        if failure.errno in (errno.EWOULDBLOCK, errno.EACCES):
            return False
        raise
    return True


def _sentence(folder: Path, failure: OSError) -> str:
    if failure.errno == errno.ENOSPC:
        return f"{folder}: the disk is full; the files that were there are untouched. Free some space and try again"
    if failure.errno in (errno.ENOTDIR, errno.EEXIST):
        return f"{folder}: is, or lies below, a file and not a folder; give another --out"
    if failure.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        # Windows says so of a file that another program has open.
        return f"{folder}: may not be written to ({failure.strerror}); close what is open of it, or give another --out"
    return f"{folder}: cannot be written: {failure.strerror or failure}; the files that were there are untouched"
