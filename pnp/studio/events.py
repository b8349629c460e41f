"""Tells every open page what has changed, as server-sent events; and hears of files that are saved in any editor."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Callable, Iterable
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from pnp.build.live import Watch
from pnp.errors import UsageError

_MOST_WAITING = 100
_ALL = "event: all\ndata: {}\n\n"
_PULSE = 15.0  # seconds after which a word is sent, so that a page that is gone is noticed
_LOOK = 1.0  # seconds for which files are watched before the studio is asked whether it is to end


told_before: ContextVar[str] = ContextVar("told_before", default="")
"""The mark that `Events` had when the request came that is being answered; a page brings it along when it listens."""


class Events:
    """What is told goes to all who listen at that moment; who falls far behind is told to look at everything anew, and
    so is who missed something between the page and the stream.

    `mark` is another one after everything that is told, and in every studio.
    """

    def __init__(self) -> None:
        self.mark = secrets.token_hex(8)
        self._queues: dict[asyncio.Queue[str | None], str] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._is_closed = False

    def open(self) -> None:
        """Begins to tell, from the loop that is running."""
        self._loop = asyncio.get_running_loop()

    def close(self) -> None:
        """Ends what all are listening to."""
        self._is_closed = True
        for queue in self._queues:
            _put(queue, None)

    def tell(self, event: str, **data: Any) -> None:
        """Tells all, from any thread."""
        text = f"event: {event}\ndata: {json.dumps(data)}\n\n"
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._spread, text, data.get("id") if event == "match" else None)

    def _spread(self, text: str, match: str | None) -> None:
        self.mark = secrets.token_hex(8)
        for queue, only in self._queues.items():
            if not only or only == match:
                _put(queue, text)

    async def listen(self, after: str, only: str = "") -> AsyncIterator[str]:
        """The events from now on, as the text of a stream, `only` those of one play for who has a seat at it. Whatever
        was told since a mark, if one is given, is told as one before them.
        """
        queue: asyncio.Queue[str | None] = asyncio.Queue(_MOST_WAITING)
        self._queues[queue] = only
        try:
            yield "retry: 1000\n\n" if after in ("", self.mark) else f"retry: 1000\n\n{_ALL}"
            while not self._is_closed:
                try:
                    text = await asyncio.wait_for(queue.get(), _PULSE)
                except TimeoutError:
                    text = ": still here\n\n"
                if text is None:
                    return
                yield text
        finally:
            del self._queues[queue]


def _put(queue: asyncio.Queue[str | None], text: str | None) -> None:
    if queue.full():
        while not queue.empty():
            queue.get_nowait()
        text = text and _ALL
    queue.put_nowait(text)


async def beat(pulse: Iterable[Callable[[], None]], stop: asyncio.Event) -> None:
    """Calls these every moment."""
    while not stop.is_set():
        await asyncio.sleep(_LOOK)
        for each in pulse:
            await asyncio.to_thread(each)


async def watch(folder: Path, out: Path, saved: Callable[[set[str]], None], stop: asyncio.Event) -> None:
    """Calls `saved` with the paths of files that changed below a folder, but for hidden ones and those below `out`."""
    try:
        watched = await asyncio.to_thread(Watch, folder, out)
        while not stop.is_set():
            names = await asyncio.to_thread(watched.wait, _LOOK)
            if names:
                await asyncio.to_thread(saved, {str(folder / name) for name in names})
    except UsageError:
        return  # a folder of very many files is not watched; pages show what is there when they are opened
