"""Finished files in, an output folder out: locked while it is written, each file replaced whole, the manifest last."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import takewhile
from pathlib import Path, PurePosixPath
from typing import IO

from pnp.errors import OutputBusy, OutputError

_LOCK = ".pnp-lock"
_STAGING = ".pnp-staging"
_HELD_BACK = (signal.SIGINT, signal.SIGTERM)


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
        raise OutputError(_sentence(folder, failure)) from failure
    if handle is None:
        raise OutputBusy(f"{folder}: another build is writing here; wait for it to end or give another --out")
    try:
        yield
    finally:
        _discard(folder / _STAGING)
        _remove(folder / _LOCK)
        handle.close()
        _remove_empty(made)


def check_place(path: Path) -> None:
    """OutputError where a file could not be put there: what takes long is not begun for nothing."""
    above = next(folder for folder in path.absolute().parents if os.path.exists(folder))
    if not above.is_dir():
        raise OutputError(_sentence(path, NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))))
    if not os.access(above, os.W_OK | os.X_OK):
        raise OutputError(_sentence(path, PermissionError(errno.EACCES, os.strerror(errno.EACCES))))


def write_file(path: Path, data: bytes) -> None:
    """Puts one file in place, whole or not at all; OutputError when that cannot be done."""
    if os.path.isdir(path):
        raise OutputError(f"{path}: is a folder; name a file in it")
    part = path.with_name(f".{path.name}.pnp-part")
    try:
        _stage(part, data)
        os.replace(part, path)
    except OSError as failure:
        _remove(part)
        raise OutputError(_sentence(path, failure)) from failure


def write(folder: Path, files: Mapping[str, bytes], stale: Iterable[str] = ()) -> tuple[str, ...]:
    """Puts the files (path inside the folder to bytes) in place, in their order; returns the paths that changed.

    All bytes are on disk beside their targets before the first old file is replaced, so that a full disk or a
    killed process leaves every old file whole. A file that is already the same is not touched. At last the files
    in `stale` are removed, and folders that they leave empty.
    """
    staging = folder / _STAGING
    try:
        _discard(staging)
        changed = tuple(path for path, data in files.items() if not _same(folder / path, data))
        for path in changed:
            _stage(staging / path, files[path])
        with uninterrupted():
            for path in changed:
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                os.replace(staging / path, folder / path)
            for path in stale:
                _remove(folder / path)
                _remove_empty(folder / above for above in PurePosixPath(path).parents[:-1])
    except OSError as failure:
        _discard(staging)
        raise OutputError(_sentence(folder, failure)) from failure
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


def _stage(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _same(path: Path, data: bytes) -> bool:
    try:
        return path.stat().st_size == len(data) and path.read_bytes() == data
    except OSError:
        return False


def _discard(staging: Path) -> None:
    shutil.rmtree(staging, ignore_errors=True)


def _remove(path: Path) -> None:
    with suppress(OSError):  # the lock is released by closing it; a name left behind is harmless
        path.unlink()


def _acquired(path: Path) -> IO[bytes] | None:
    """The open, locked file; None when another process holds it. Tries again if the name was removed meanwhile."""
    while True:
        handle = path.open("ab")
        if not _try_lock(handle):
            handle.close()
            return None
        try:
            if os.path.samestat(os.fstat(handle.fileno()), os.stat(path)):
                return handle
        except FileNotFoundError:
            pass
        handle.close()


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
