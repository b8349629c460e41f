"""Ctrl-C and a request to end, as an exception in the work of a command and nowhere else."""

from __future__ import annotations

import os
import signal
import sys
from threading import Timer, main_thread
from types import FrameType, TracebackType
from typing import Any

from pnp.errors import Interrupted

_CODES = {signal.SIGINT: 130, signal.SIGTERM: 143}
_SOON = 0.02


class Signals:
    """While it is entered, the first signal raises Interrupted and the second ends the process at once.

    `code` is the exit code of the signal that came, or 0. What was ignored before, as `nohup` and background jobs
    have it, stays ignored.
    """

    def __init__(self) -> None:
        self.code = 0
        self._resending = False
        self._before: dict[int, Any] = {}
        self._unraisable = sys.unraisablehook

    def __enter__(self) -> Signals:
        sys.unraisablehook = self._swallowed
        for number in _CODES:
            if signal.getsignal(number) != signal.SIG_IGN:
                self._before[number] = signal.signal(number, self._heard)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        sys.unraisablehook = self._unraisable

    def _heard(self, number: int, frame: FrameType | None) -> None:
        if self._resending:  # an exception here would be dropped as well
            self._send_soon(number)
            return
        self.code = _CODES[signal.Signals(number)]
        for known in self._before:
            signal.signal(known, signal.SIG_DFL)
        raise Interrupted

    def _swallowed(self, unraisable: Any) -> None:
        """Sends the signal again where Python has dropped its exception, as it does in `__del__` and in callbacks."""
        if not issubclass(unraisable.exc_type, Interrupted):
            self._unraisable(unraisable)
            return
        self._resending = True
        for known in self._before:
            signal.signal(known, self._heard)
        self._send_soon(next(number for number, code in _CODES.items() if code == self.code))
        self._resending = False

    def _send_soon(self, number: int) -> None:
        # To the thread that works: where another one hears of it, a system call in this one goes on undisturbed.
        there = (signal.pthread_kill, (main_thread().ident, number)) if hasattr(signal, "pthread_kill") else None
        Timer(_SOON, *(there or (os.kill, (os.getpid(), number)))).start()
