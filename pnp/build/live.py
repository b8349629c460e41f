"""A game or deck that somebody is working on, read and drawn again whenever its files change, and waiting for that."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cached_property, partial
from itertools import islice
from pathlib import Path

from pnp import catalog
from pnp.build.build import Built, build_game
from pnp.build.changes import Changes, Earlier, changes
from pnp.build.files import face_pictures
from pnp.build.fonts import characters_of, fonts_of
from pnp.build.job import (
    PrintJob,
    document_of,
    drawn,
    edition_of,
    faint_texts,
    glyphless,
    nothing_to_tell,
    prepare,
    sound_game,
)
from pnp.build.options import BOX, TUCKBOX, BuildOptions
from pnp.build.show import as_read
from pnp.decks.artist import DeckArtist
from pnp.decks.glyphs import told_once
from pnp.definition.design import FontFace
from pnp.definition.load import draft_game
from pnp.definition.model import Back, Component, Game
from pnp.drawing.face import Artist, Face, Look, Noting, Style
from pnp.drawing.occupancy import Contrast, Faint
from pnp.drawing.raster import Kept
from pnp.errors import Finding, InputInvalid, Interrupted, Severity, UsageError
from pnp.frozen import frozen
from pnp.renderers.base import DocumentInfo
from pnp.sources import PICTURES, Sources, endings
from pnp.workers import Workers

_MOST_WATCHED = 20_000  # files in a folder
_POLL = 0.1  # seconds between two looks at the folder
_SLOW_POLL = 2.0  # the same where the system tells of changes
_SETTLED, _STEP = 20, 5  # milliseconds: how long more changes are waited for once there is one, and how often
_QUIET = 0.03  # seconds for which nothing may change before a save counts as finished


@frozen
class Changed:
    """The ids of what looks other than before, or was not there, and of what is not there any more."""

    new: tuple[str, ...]
    gone: tuple[str, ...]


@frozen(slots=False)
class Sketch:
    """Every piece and back that can be drawn, as it is read, of a game as its files stand, whatever is wrong with it.

    `drawn` are the faces as they are printed. `looks` are digests: two faces that look alike have one. `findings` is
    everything that is wrong or to be told.
    """

    game: Game
    faces: Mapping[str, Face]
    drawn: Mapping[str, Face]
    looks: Mapping[str, str]
    style: Style
    findings: tuple[Finding, ...]

    @cached_property
    def document(self) -> DocumentInfo:
        return document_of(self.game, self.style, None)

    def since(self, earlier: Earlier) -> Changes:
        """What differs from an earlier build, of what can be drawn; boards that were printed in tiles left out."""
        whole = {identifier.partition("/tile-")[0] for identifier in earlier.components if "/tile-" in identifier}
        pieces = [
            piece
            for piece in self.game.components
            if piece.id not in whole and {piece.id, piece.back or piece.id} <= self.drawn.keys()
        ]
        kept = {name: one for name, one in earlier.components.items() if name.partition("/tile-")[0] not in whole}
        counts, boxes = self.game.bill_of_materials(), {BOX, TUCKBOX}
        return changes(
            replace(earlier, components=kept), ((piece, counts[piece.id]) for piece in pieces), self.drawn,
            lambda identifier, kind: kind not in boxes,
        )  # fmt: skip


class _Looks:
    """The digests of what was seen last, by id."""

    def __init__(self) -> None:
        self._seen: Mapping[str, str] = {}

    def compare(self, looks: Mapping[str, str]) -> Changed:
        """What changed from the last time to this one."""
        before, self._seen = self._seen, looks
        return Changed(
            tuple(identifier for identifier, look in looks.items() if before.get(identifier) != look),
            tuple(identifier for identifier in before if identifier not in looks),
        )


class LiveGame:
    """A game that is read, drawn and built again and again; what its files leave as it was is not made anew.

    After a mistake in its files everything is as it was before them.
    """

    def __init__(self, source: str, options: BuildOptions) -> None:
        self.options = options
        self._source = source
        self._sources = Sources(catalog.find(source), options.workspace)
        self._kept = Kept()
        self._fonts: Mapping[str, FontFace] = {}
        self._drawn, self._built = _Looks(), _Looks()
        self._box: PrintJob | None = None
        self._drawing: tuple[object, Artist[Component | Back], Style] | None = None
        self._looked_at: dict[str, _LookedAt] = {}

    @property
    def folder(self) -> Path:
        """Where the definition and the art of the game lie."""
        return self._sources.folder

    def read(self) -> Game:
        """The game as its files say it is now; InputInvalid with everything that is wrong with them."""
        self._sources = self._sources.again()
        game = sound_game(self._source, self.options, self._sources)
        self._keep_fonts(game)
        return game

    def _keep_fonts(self, game: Game) -> None:
        """Forgets all drawings where the fonts are others: a drawing names its fonts and does not hold them."""
        if game.design.fonts != self._fonts:
            self._fonts, self._kept = game.design.fonts, Kept()

    def redraw(self) -> tuple[PrintJob, Changed]:
        """Reads the game and draws its faces, boards whole; raises what `prepare` does."""
        box = prepare(self.read(), self.options, nothing_to_tell, tiled=False, kept=self._kept)
        self._kept.sweep()
        self._box, look = box, Look()
        return box, self._drawn.compare({identifier: look.digest(face) for identifier, face in box.faces.items()})

    def sketch(self, most: int | None = None) -> Sketch:
        """Reads the game and draws all that can be drawn, or so many pieces at most.

        What is wrong with it is told as the commands tell it: what is lacking is an error, unless the options are of a
        draft. InputInvalid where nearly all of it is wrong.
        """
        options = self.options
        lacking: Severity = "warning" if options.draft else "error"
        self._sources = self._sources.again()
        draft = draft_game(
            self._sources.folder, options.data, options.variants, options.language, sources=self._sources,
            is_draft=True, lacking=lacking,
        )  # fmt: skip
        game = draft.game
        self._keep_fonts(game)
        artist, style = self._artist_of(game)
        findings = list(draft.findings)

        def draw(piece: Component | Back) -> Face:
            if not isinstance(artist, DeckArtist):
                return artist.face(piece)
            face, faults = artist.sketch(piece, draft.unusable)
            findings.extend(faults)
            return face

        pieces = tuple(islice(game.faces(), most))
        faces, faults = drawn((piece.id, piece.where, partial(draw, piece)) for piece in pieces)
        said = artist.notes if isinstance(artist, Noting) else ()
        seen = self._look_at(((piece, faces[piece.id]) for piece in pieces if piece.id in faces), game, style)
        # What stands on an element that cannot be drawn need not be told twice.
        partly = {identifier for identifier, _ in draft.unusable}
        faint = {identifier: each.faint for identifier, each in seen.items() if identifier not in partly}
        unprinted = (replace(each, severity=lacking) for each in glyphless(game, style))
        told = (*findings, *faults, *unprinted, *game.remarks, *said, *faint_texts(game, faint))
        if most is None and not any(finding.severity == "error" for finding in told):
            told = (*told, *rules_at_fault(game))
        upright = {identifier: each.upright for identifier, each in seen.items()}
        looks = {identifier: each.look for identifier, each in seen.items()}
        return Sketch(game, upright, faces, looks, style, tuple(dict.fromkeys(told_once(told))))

    def _artist_of(self, game: Game) -> tuple[Artist[Component | Back], Style]:
        """Who drew the game last, and how, where only its pieces are others now; else somebody who begins anew."""
        ground, (before, artist, style) = _ground(game), self._drawing or (None, None, None)
        if style and isinstance(artist, DeckArtist) and ground == before and artist.follow(game):
            return artist, style
        self._kept.sweep()
        style = Style(fonts_of(game), edition_of(game, self.options), self.options.ink == "saver", self._kept)
        artist = catalog.artist_of(game, style)
        self._drawing = ground, artist, style
        return artist, style

    def _look_at(
        self, faces: Iterable[tuple[Component | Back, Face]], game: Game, style: Style
    ) -> Mapping[str, _LookedAt]:
        """What is seen of faces by the ids of their pieces; at those that are the same as before nobody looks again."""
        look, contrast = Look(), Contrast(style.fonts)
        seen: dict[str, _LookedAt] = {}
        for piece, face in faces:
            known = self._looked_at.get(piece.id)
            if known is None or known.face is not face:
                upright = face.turned(-game.turn_of(piece))
                known = _LookedAt(face, upright, look.digest(upright), tuple(contrast.faint(face)))
            seen[piece.id] = known
        self._looked_at = seen
        return seen

    def picture(self, face: str, dpi: int) -> bytes:
        """A face as it was drawn last, as a PNG at its trim and as it is read. UsageError for one that is not there."""
        if self._box is None or face not in self._box.faces:
            raise UsageError(f"there is no piece or back '{face}'")
        document = document_of(self._box.game, self._box.style, None)
        [(_, picture)] = face_pictures(as_read(self._box, [face]).values(), document, dpi, False, self._kept)
        return picture

    def build(self, out: Path, workers: Workers) -> tuple[Built, Changed]:
        """Reads the game and builds it into `out/<name>`; raises what `build` does."""
        built = build_game(self.read(), self.options, out, workers, nothing_to_tell, kept=self._kept)
        self._kept.sweep()
        pieces = (*built.manifest["components"], *built.manifest["backs"])
        return built, self._built.compare({piece["id"]: piece["sha256"] for piece in pieces})


def _ground(game: Game) -> tuple[object, ...]:
    """All that a deck's pieces are drawn with and that is not their own."""
    pictures = {source.path: source.digest for source in game.sources if source.suffix.lower() in endings(PICTURES)}
    return replace(game.design, placed={}), game.language, pictures, characters_of(game)


@frozen
class _LookedAt:
    """A face as it was drawn, and as it is read; the digest of its look, and its texts that are hard to see."""

    face: Face
    upright: Face
    look: str
    faint: tuple[Faint, ...]


class Watch:
    """The files of a folder but for hidden ones and for `out`, a file or a folder that is written to; and others that
    are named. They are compared by all that the system says of them.
    """

    def __init__(self, folder: Path, out: Path) -> None:
        self._folder = folder
        self._out = Path(os.path.realpath(out))
        self._others: tuple[Path, ...] = ()
        self._pause = _pause(folder)
        self._seen = self._look()

    def add(self, others: Iterable[Path]) -> None:
        """Watches these as well, in the place of those that were named before."""
        self._others = tuple(others)
        self._seen = {**self._seen, **self._states(self._others)}

    def wait(self, seconds: float = math.inf) -> tuple[str, ...]:
        """Waits until files were saved, came or went, and nothing has changed for a moment; their names, or none after
        so many seconds. UsageError for a folder of very many files.
        """
        end = time.monotonic() + seconds
        while (now := self._look()) == self._seen:
            left = end - time.monotonic()
            if left <= 0:
                return ()
            self._pause(left)
        while True:
            time.sleep(_QUIET)
            if (settled := self._look()) == now:
                break
            now = settled
        changed = {path for path, _ in now.items() ^ self._seen.items()}
        self._seen = now
        return tuple(sorted(os.path.relpath(path, self._folder) for path in changed))

    def _look(self) -> Mapping[str, tuple[int, ...]]:
        found: dict[str, tuple[int, ...]] = {}
        for folder, folders, names in os.walk(self._folder):
            folders[:] = [name for name in folders if not self._is_left_out(folder, name)]
            found |= self._states(Path(folder, name) for name in names if not self._is_left_out(folder, name))
            if len(found) > _MOST_WATCHED:
                raise UsageError(f"{self._folder}: has over {_MOST_WATCHED:,} files, too many to watch")
        return found | self._states(self._others)

    def _states(self, paths: Iterable[Path]) -> dict[str, tuple[int, ...]]:
        return {str(path): state for path in paths if (state := state_of(path))}

    def _is_left_out(self, folder: str, name: str) -> bool:
        if name != self._out.name:
            return name.startswith(".")
        return Path(os.path.realpath(os.path.join(folder, name))) == self._out


def rules_at_fault(game: Game) -> tuple[Finding, ...]:
    """What is wrong with the rules of a sound game: data as `pnp validate` tells it, a text as a build does."""
    from pnp.build.rulebook import book_of

    try:
        catalog.refereed(game)
    except UsageError:
        pass  # nobody can referee it
    except InputInvalid as invalid:
        return invalid.findings
    try:
        if game.rules is not None and not catalog.has_rules_as_data(game):
            book_of(game)
    except InputInvalid as invalid:
        return invalid.findings
    return ()


def _pause(folder: Path) -> Callable[[float], None]:
    """What waits, at most so many seconds, until it is time to look again: when the system tells of a change, or else
    every so often.

    It never waits long: not all file systems tell of changes, and nothing is told here of files elsewhere.
    """
    try:
        from watchfiles._rust_notify import RustNotify

        told = RustNotify([str(folder)], False, False, 0, True, True)
    except (ImportError, OSError, RuntimeError):  # the package is not there, or the system watches no more folders
        return lambda seconds: time.sleep(min(_POLL, seconds))

    def pause(seconds: float) -> None:
        if told.watch(_SETTLED, _STEP, max(1, int(min(_SLOW_POLL, seconds) * 1000)), None) == "signal":
            raise Interrupted  # which watchfiles keeps to itself

    return pause


def state_of(path: Path) -> tuple[int, ...]:
    """What the system says of a file that changes when it is saved; nothing of one that is not there."""
    try:
        status = os.stat(path)
    except OSError:
        return ()
    return status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns
