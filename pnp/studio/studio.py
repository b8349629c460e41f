"""All that the studio holds while it runs: its shelf, its pictures, what it tells its pages, and what it may do."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from starlette.requests import Request
from starlette.responses import StreamingResponse

from pnp.build.live import state_of
from pnp.studio.events import Events
from pnp.studio.jobs import Jobs
from pnp.studio.matches import Matches
from pnp.studio.pages import Pages, Problem
from pnp.studio.pictures import Pictures
from pnp.studio.problems import Proof
from pnp.studio.shelf import Eye, Project, Shelf

OUTPUT, PLAYS = "output", ".plays"


class Studio:
    """The folder that it was opened on, and whether anything may be written there."""

    def __init__(self, folder: Path, is_read_only: bool, is_shared: bool = False) -> None:
        self.folder, self.is_read_only, self.is_shared = folder, is_read_only, is_shared
        self.address = ""  # at which others in the home network find it, where it is shared
        self.shelf = Shelf(folder)
        self.pictures, self.events = Pictures(), Events()
        self.pages = Pages(shelf=self.shelf, is_read_only=is_read_only, folder=folder.resolve())
        self._spare = TemporaryDirectory(prefix="pnp-studio-") if is_read_only else None
        self.jobs, self.matches = Jobs(self.events), Matches(None if is_read_only else self.out / PLAYS)
        self.proofs: dict[str, Proof] = {}
        self.pulse: list[Callable[[], None]] = []
        """What is done every moment, to hear of what commands do beside the studio."""
        self._saved: dict[str, tuple[int, ...]] = {}

    def close(self) -> None:
        """Ends what goes on in the background."""
        self.events.close()
        self.jobs.close()
        if self._spare is not None:
            self._spare.cleanup()

    def may_visit(self, cookies: Mapping[str, str], path: str) -> bool:
        """Whether somebody without the key may see that path: a seat at a shared table, by the code of that seat."""
        room, *parts = path.strip("/").split("/")
        if room in ("static", "join"):
            return True
        if room != "seat" or len(parts) < 2 or not parts[1].isdecimal():
            return False
        try:
            match, seat = self.matches.get(parts[0]), int(parts[1])
        except Problem:
            return False
        code, given = match.codes.get(seat), cookies.get(self.seat_cookie(match.id, seat), "")
        return code is not None and hmac.compare_digest(code.encode(), given.encode())

    def seat_cookie(self, match: str, seat: int) -> str:
        """The name of the cookie that holds the code of a seat."""
        return f"pnp-seat-{match}-{seat}"

    @property
    def out(self) -> Path:
        """Where builds and exports go: as the command line has it, or a folder for the time being where nothing is to
        be written.
        """
        return Path(self._spare.name) if self._spare is not None else self.folder / OUTPUT

    def stream(self, request: Request, match: str = "") -> StreamingResponse:
        """What is told from now on, of one `match` alone where one is named; and first, whether the page that asks has
        missed something.
        """
        after = request.query_params.get("after", "")
        return StreamingResponse(self.events.listen(after, match), media_type="text/event-stream")

    def project(self, request: Request) -> Project:
        """The project that a request names."""
        key = request.path_params["key"]
        project = self.shelf.get(key)
        if project is None:
            self.shelf.refresh()
            project = self.shelf.get(key)
        if project is None:
            raise Problem(404, f"There is no game {key!r} on the shelf.")
        return project

    def own_to_read(self, request: Request) -> Project:
        """The same, of a deck in the folder, whose files may be shown."""
        project = self.project(request)
        if not project.is_own:
            raise Problem(403, "Games that come with pnp stay as they are; make a deck of your own to change one.")
        return project

    def own(self, request: Request) -> Project:
        """The same, of a deck that may be written to."""
        self.check_writing()
        return self.own_to_read(request)

    def check_writing(self) -> None:
        """Problem where the studio writes nothing."""
        if self.is_read_only:
            raise Problem(403, "The studio was opened with --read-only: nothing is written.")

    def proved(self, project: Project, proof: Proof) -> None:
        """A run of validate has ended; every page hears of it."""
        self.proofs[project.key] = proof
        self.events.tell("changed", game=project.key, version=project.version)
        self.events.tell("shelf")

    def saved(self, paths: set[str]) -> None:
        """Files were saved, by the studio or by any editor; of each save one is told, however many have seen it."""
        news = {path for path in paths if self._is_news(path)}
        if not news:
            return
        self.shelf.refresh()
        for project in self.shelf.touch(news):
            self.events.tell("changed", game=project.key, version=project.version)
        self.events.tell("shelf")

    def _is_news(self, path: str) -> bool:
        state = state_of(Path(path))
        if not state:
            self._saved.pop(path, None)
            return True
        before, self._saved[path] = self._saved.get(path), state
        return before != state


def eye_of(request: Request) -> Eye:
    """How a page looks at the pieces, as its address says."""
    asked = request.query_params
    ink = asked.get("ink", "full")
    if ink not in ("full", "saver"):
        raise Problem(400, "ink is full or saver.")
    return Eye(asked.get("edition", "")[:60], asked.get("lang", "")[:20], "saver" if ink == "saver" else "full")
