"""The games on the shelf of the studio: those that are built in, and the decks in the folder that it was opened on."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from threading import Lock, RLock

from pnp import catalog
from pnp.build.live import LiveGame, Sketch
from pnp.build.options import BuildOptions
from pnp.definition.document import definition_file
from pnp.definition.load import draft_game
from pnp.drawing.face import Ink
from pnp.errors import Finding, InputInvalid, InputMissing, PnpError
from pnp.frozen import frozen
from pnp.language.po import languages
from pnp.sources import Sources

OWN = "~"
"""What the key of a deck in the folder begins with; those of the built-in games are their names."""
_DEEP, _MOST_DECKS, _MOST_FOLDERS = 4, 300, 5_000
_MOST_LIVE = 4


@frozen
class Eye:
    """How the pieces of a game are looked at: in which edition and language, and with how much ink."""

    edition: str = ""
    language: str = ""
    ink: Ink = "full"

    def options(self) -> BuildOptions:
        return BuildOptions(
            edition=self.edition or None, language=self.language, ink=self.ink, preflight=False, draft=True
        )


@frozen(slots=False)
class Look:
    """What is seen of a game: the pieces as they could be drawn last, and what is wrong with its files now.

    `version` counts changes of its files. Without a sketch nothing could be drawn yet.
    """

    version: int
    sketch: Sketch | None
    findings: tuple[Finding, ...]

    @property
    def is_sound(self) -> bool:
        return not any(finding.severity == "error" for finding in self.findings)


_NOTHING = Look(0, None, ())


class Project:
    """One game of the shelf, read and drawn anew when its files have changed and somebody looks."""

    def __init__(self, key: str, source: str, folder: Path, label: str) -> None:
        self.key, self.source, self.folder, self.label = key, source, folder, label
        self.version = 1
        self._lives: dict[Eye, tuple[LiveGame, Look]] = {}
        self._first = _NOTHING
        self._lock = RLock()

    @property
    def is_own(self) -> bool:
        """Whether it is a deck in the folder of the studio, which may be written to."""
        return self.key.startswith(OWN)

    def touch(self) -> None:
        """Its files have changed."""
        with self._lock:
            self.version += 1

    def look(self, eye: Eye | None = None) -> Look:
        """What is seen of it, drawn anew if need be; UsageError for an edition or a language that it does not have."""
        eye = eye or Eye()
        with self._lock:
            version = self.version
            live, look = (
                self._lives.pop(eye) if eye in self._lives else (LiveGame(self.source, eye.options()), _NOTHING)
            )
            if look.version != version:
                look = self._seen(live, version, look.sketch)
            self._lives[eye] = live, look
            while len(self._lives) > _MOST_LIVE:
                del self._lives[next(iter(self._lives))]
            return look

    def first(self) -> Look:
        """The first piece alone, which is soon drawn; the whole game where that has been drawn already."""
        with self._lock:
            known = next((look for _, look in self._lives.values() if look.version == self.version), None)
            if known is None and self._first.version != self.version:
                live = LiveGame(self.source, Eye().options())
                self._first = self._seen(live, self.version, None, 1)
            return known or self._first

    def _seen(self, live: LiveGame, version: int, earlier: Sketch | None, most: int | None = None) -> Look:
        try:
            sketch = live.sketch(most)
        except InputInvalid as invalid:
            return Look(version, earlier, invalid.findings)
        except InputMissing as absent:
            return Look(version, earlier, (Finding("error", "missing", self.label, str(absent)),))
        return Look(version, sketch, sketch.findings)

    def languages(self) -> tuple[str, ...]:
        """The languages that it speaks, its own first."""
        with self._lock:
            looks = (look for eye, (_, look) in self._lives.items() if not eye.language)
            drawn = next((look.sketch for look in looks if look.version == self.version and look.is_sound), None)
        try:
            game = drawn.game if drawn else draft_game(self.folder, {}, {}, sources=Sources(self.folder)).game
        except PnpError:
            return ("en",)
        return (game.language, *languages(self.folder))


class Shelf:
    """The projects by key, in order: decks of the folder by their place in it, then the games that come with pnp.

    A key is looked up and never put together to a path, so that none leads out of the folder. Decks that are no longer
    there are taken off.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._projects: dict[str, Project] = {}
        self._lock = Lock()
        self.refresh()

    def refresh(self) -> None:
        """Looks for decks that came or went."""
        found = {**dict(_decks(self.folder)), **{name: (name, catalog.find(name), name) for name in catalog.games()}}
        with self._lock:
            before = self._projects
            self._projects = {key: before.get(key) or Project(key, *place) for key, place in found.items()}

    def __iter__(self) -> Iterator[Project]:
        return iter(tuple(self._projects.values()))

    def __getitem__(self, key: str) -> Project:
        return self._projects[key]

    def get(self, key: str) -> Project | None:
        return self._projects.get(key)

    def touch(self, paths: Iterable[str]) -> tuple[Project, ...]:
        """The projects in whose folders these files lie, all of them touched."""
        real = [os.path.realpath(path) for path in paths]
        touched = []
        for project in self:
            home = os.path.join(os.path.realpath(project.folder), "")
            if project.is_own and any(path.startswith(home) for path in real):
                project.touch()
                touched.append(project)
        return tuple(touched)


def can_be_told(name: str) -> bool:
    """Whether the name of a file is text; what is none can be neither shown nor asked for."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _decks(folder: Path) -> Iterator[tuple[str, tuple[str, Path, str]]]:
    """The decks in a folder and below it: the key of each, what the command line calls it, where it is, its label."""
    count = 0
    for seen, (place, inner, _) in enumerate(os.walk(folder)):
        here = Path(place)
        deep = len(here.relative_to(folder).parts)
        hidden = (name for name in inner if name.startswith((".", "__")) or name in ("output", "node_modules"))
        inner[:] = sorted(filter(can_be_told, set(inner) - set(hidden))) if deep < _DEEP else []
        if definition_file(here) is not None:
            label = here.relative_to(folder).as_posix() if deep else folder.resolve().name
            source = str(here) if deep or here != Path(".") else "./"
            yield OWN + (here.relative_to(folder).as_posix().replace("/", OWN) if deep else ""), (source, here, label)
            count += 1
        if count >= _MOST_DECKS or seen >= _MOST_FOLDERS:
            return
