"""The games on the shelf of the studio: those that are built in, and the decks in the folder that it was opened on."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePath
from threading import Lock, RLock

from pnp import catalog
from pnp.build.live import LiveGame, Sketch
from pnp.build.options import BuildOptions
from pnp.definition.document import definition_file
from pnp.definition.load import draft_game
from pnp.definition.model import Game
from pnp.drawing.face import Ink
from pnp.errors import Finding, InputInvalid, InputMissing, PnpError
from pnp.frozen import frozen
from pnp.language.po import languages
from pnp.sources import Sources

OWN = "~"
"""What the key of a deck in the folder begins with; those of the built-in games are their names."""
NOT_DECKS = ("output", "node_modules")
"""Folders in which nobody looks for decks."""
_DEEP, _MOST_DECKS, _MOST_FOLDERS = 4, 300, 5_000
_MOST_LIVE = 4


@frozen
class Eye:
    """How the pieces of a game are looked at: in which edition and language, and with how much ink."""

    edition: str = ""
    language: str = ""
    ink: Ink = "full"

    def options(self) -> BuildOptions:
        return BuildOptions(edition=self.edition or None, language=self.language, ink=self.ink, preflight=False)


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
        self._is_asked = False
        self._game: tuple[int, Game | None] = (0, None)
        self._rules: tuple[Game | None, frozenset[str]] = (None, frozenset())
        self._pieces: tuple[Game | None, frozenset[str]] = (None, frozenset())
        self._lock_to_read = RLock()
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
        self._is_asked = True
        return self._looked(eye or Eye())

    def _looked(self, eye: Eye) -> Look:
        with self._lock:
            version = self.version
            live, look = (
                self._lives.pop(eye) if eye in self._lives else (LiveGame(self.source, eye.options()), _NOTHING)
            )
            if look.version != version:
                look = self._seen(live, version, look.sketch)
                if look.sketch and look.is_sound and not eye.language:
                    with self._lock_to_read:  # so that nobody reads what has just been read
                        self._game = version, look.sketch.game
            self._lives[eye] = live, look
            while len(self._lives) > _MOST_LIVE:
                del self._lives[next(iter(self._lives))]
            return look

    def glance(self) -> Look:
        """The same look as the pieces come, of which nothing is kept as long as nobody else has asked for one."""
        look = self._looked(Eye())
        with self._lock:
            if not self._is_asked:
                self._lives.clear()
        return look

    def first(self) -> Look:
        """The first piece alone, which is soon drawn; the whole game where that has been drawn already."""
        with self._lock:
            known = next((look for _, look in self._lives.values() if look.version == self.version), None)
            if known is None and self._first.version != self.version:
                live = LiveGame(self.source, Eye().options())
                self._first = self._seen(live, self.version, None, 1)
            return known or self._first

    def game(self) -> Game | None:
        """Its definition as far as it can be read, of which nothing is drawn; None where it cannot."""
        with self._lock_to_read:
            if self._game[0] != self.version:
                version = self.version
                try:
                    draft = draft_game(self.folder, {}, {}, sources=Sources(self.folder), is_draft=True)
                    self._game = version, draft.game
                except PnpError:
                    self._game = version, None
            return self._game[1]

    def pieces(self) -> frozenset[str]:
        """The ids of its pieces."""
        game = self.game()
        with self._lock_to_read:
            if self._pieces[0] is not game:
                self._pieces = game, frozenset(piece.id for piece in game.components) if game else frozenset()
            return self._pieces[1]

    def rules(self) -> frozenset[str]:
        """The ids of its rules; none where they cannot be read."""
        game = self.game()
        with self._lock_to_read:
            if self._rules[0] is not game:
                try:
                    self._rules = game, frozenset(catalog.refereed(game)[1].citations if game else ())
                except PnpError:
                    self._rules = game, frozenset()
            return self._rules[1]

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
        game = self.game()
        return (game.language, *languages(self.folder)) if game else ("en",)

    @property
    def called(self) -> str:
        """What commands call it in the folder of the studio."""
        if not self.is_own:
            return self.key
        if self.key == OWN:
            return "./"
        return f"./{self.label}" if "/" not in self.label and self.label in catalog.games() else self.label


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


def key_of(place: PurePath) -> str:
    """The key of a deck by its place in the folder; no two have the same."""
    return OWN + OWN.join(part.replace("%", "%25").replace(OWN, "%7E") for part in place.parts)


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
        hidden = (name for name in inner if name.startswith((".", "__")) or name in NOT_DECKS)
        inner[:] = sorted(filter(can_be_told, set(inner) - set(hidden))) if deep < _DEEP else []
        if definition_file(here) is not None:
            label = here.relative_to(folder).as_posix() if deep else folder.resolve().name
            source = str(here) if deep or here != Path(".") else "./"
            yield key_of(here.relative_to(folder)), (source, here, label)
            count += 1
        if count >= _MOST_DECKS or seen >= _MOST_FOLDERS:
            return
