"""Exports a game for one target: writes its files into a folder, and a record of them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

from pnp import output
from pnp.build.build import read_by
from pnp.build.job import Progress, document_of, prepare, sound_game
from pnp.build.options import BuildOptions
from pnp.definition.findings import quoted, suggest
from pnp.definition.model import Back, Component, Game
from pnp.errors import InputMissing, UsageError
from pnp.export import cutter, machines, playground, shops, tts, web_tables
from pnp.export.fitting import fit_for, left_out
from pnp.export.order import CutOptions, Delivery, Order, json_bytes
from pnp.export.playset import Receiver, as_read, playset
from pnp.export.presets import Presets, read_presets
from pnp.export.separation import read_profile
from pnp.export.shops import PRESS
from pnp.frozen import frozen
from pnp.sources import SourceFault, Sources

_RECORDED = ("players", "only", "edition", "data", "variants", "language", "tuckbox")
FORMAT = "pnp-export/1"
RECORD = "export.json"


@frozen
class ExportTarget:
    """What makes an export, who it is for, and what a virtual table can have of a game."""

    deliver: Callable[[Order], Delivery]
    title: str = ""
    receiver: Receiver | None = None


_CUTTING = "cutting machines"
TARGETS: Mapping[str, ExportTarget] = {
    "tgc": ExportTarget(shops.for_tgc, "The Game Crafter"),
    "drivethru": ExportTarget(shops.for_drivethru, "DriveThruCards"),
    "mpc": ExportTarget(shops.for_mpc, "MakePlayingCards"),
    "printplaygames": ExportTarget(shops.for_printplaygames),
    PRESS: ExportTarget(shops.for_press, "any print shop"),
    "tts": ExportTarget(tts.deliver, tts.RECEIVER.name, tts.RECEIVER),
    "playingcards": ExportTarget(web_tables.for_playingcards, web_tables.PLAYINGCARDS.name, web_tables.PLAYINGCARDS),
    "ttp": ExportTarget(playground.deliver, playground.RECEIVER.name, playground.RECEIVER),
    "screentop": ExportTarget(web_tables.for_screentop, web_tables.SCREENTOP.name, web_tables.SCREENTOP),
    cutter.SILHOUETTE: ExportTarget(machines.for_silhouette, _CUTTING),
    cutter.CRICUT: ExportTarget(machines.for_cricut, _CUTTING),
    cutter.SVG: ExportTarget(machines.for_plotter, _CUTTING),
    cutter.DXF: ExportTarget(machines.for_plotter, _CUTTING),
}
_TABLE = "tts"  # the one target with addresses in its files, and with a place for a rulebook
_Piece = TypeVar("_Piece", Component, Back)
_SCHEMES = ("http", "https", "file")


@frozen
class Export:
    """What an export left in a folder; `changed` are the files that were written, none when all was the same.

    `removed` are files of an earlier export there that this one does not have.
    """

    folder: Path
    record: Mapping[str, Any]
    changed: tuple[str, ...]
    removed: tuple[str, ...] = ()


def export(
    source: str, target: str, options: BuildOptions, out: Path, progress: Progress, presets_file: Path | None = None,
    base_url: str = "", cutting: CutOptions = CutOptions(), icc: Path | None = None,  # noqa: B008
) -> Export:  # fmt: skip
    """Exports one game into `out/<name>/<target>`; nothing is written unless every file is finished.

    Raises UsageError for a target, an address or options that cannot be met, or when nothing of the game fits the
    target; InputInvalid or InputMissing for what is wrong with the game or the presets, and OutputError or OutputBusy
    when the folder cannot be written.
    """
    if target not in TARGETS:
        raise UsageError(f"--for: there is no target {quoted(target)}; {suggest(target, TARGETS)}")
    address = _address(target, base_url)
    cutter.check(target, cutting, options.printer is not None)
    presets = read_presets(presets_file)
    if icc and target != PRESS:
        raise UsageError(f"--icc: only --for {PRESS} separates by a profile; leave it out")
    profile = read_profile(icc) if icc else None
    game = sound_game(source, options)
    folder, reads = out / game.name / target, [*read_by(game, options), *filter(None, (presets_file, icc))]
    output.keep_apart(folder, game.folder, reads)
    box = prepare(_with_bleed(game, target, presets), replace(options, bleed=None), progress, tiled=False)
    if receiver := TARGETS[target].receiver:
        box = as_read(box, receiver)
    rules = _rules(out / game.name, f"{game.name}-rules.pdf") if target == _TABLE else None
    document = document_of(box.game, box.style, None)
    order = Order(target, box, presets, document, address, rules, options, cutting, profile)
    if target not in (PRESS, *cutter.MACHINES):
        _check_that_something_fits(order)
    with output.locked(folder):
        progress("render", game.title)
        delivery = TARGETS[target].deliver(order)
        record = _record(game, order, delivery)
        progress("record", str(folder / RECORD))
        removed = output.outdated(folder, RECORD, delivery.files)
        changed = output.write(folder, {**delivery.files, RECORD: json_bytes(record)}, removed, reads, RECORD)
    return Export(folder, record, changed, removed)


def _address(target: str, base_url: str) -> str:
    """The address with a slash at its end; UsageError for what nothing can be fetched from."""
    if not base_url:
        return ""
    if target != _TABLE:
        raise UsageError(f"--base-url: only --for {_TABLE} has addresses in its files; leave it out")
    parts = urlsplit(base_url)
    if parts.scheme not in _SCHEMES or not (parts.netloc or parts.path.strip("/")) or not base_url.isprintable():
        raise UsageError(f"--base-url: {quoted(base_url)} is no address; write one such as https://example.org/game/")
    return base_url if base_url.endswith("/") else f"{base_url}/"


def _with_bleed(game: Game, target: str, presets: Presets) -> Game:
    """The game whose pieces, and their backs, have the bleed that a press or their product asks for.

    What goes to no product, and what draws its own outline, stays as it is.
    """
    bleeds: dict[str, float] = {}
    for component in game.components:
        fit = fit_for(component, presets.products.get(target, ()), presets.limits)
        bleed = presets.press.bleed if target == PRESS else max(fit.bleed, fit.product.bleed) if fit else None
        if bleed is not None and not component.trim.outline.is_drawn:
            for side in (component.id, component.back):
                if side is not None:
                    bleeds[side] = max(bleed, bleeds.get(side, 0.0))

    def wider(piece: _Piece) -> _Piece:
        return replace(piece, trim=replace(piece.trim, bleed=bleeds.get(piece.id, piece.trim.bleed)))

    return replace(game, components=tuple(map(wider, game.components)), backs=tuple(map(wider, game.backs)))


def _rules(folder: Path, name: str) -> bytes | None:
    """The rulebook that a build left there; None where there is none."""
    try:
        return Sources(folder).file(name).read_bytes()
    except SourceFault as fault:
        if fault.code == "missing-file":
            return None
        raise InputMissing(f"{folder / name}: {fault.problem}, or build the rules again") from fault


def _check_that_something_fits(order: Order) -> None:
    """UsageError, with the measures of each group, where the target has nothing for any piece."""
    printed, table = order.box.printed, TARGETS[order.target].receiver
    missing = playset(order.box, table).left_out if table else left_out(order)
    if len(missing) == len(printed):
        why = {each.printed.component.group: each.reason.removeprefix("is ") for each in missing}
        named = ", ".join(f"{group} ({reason})" for group, reason in why.items())
        title = order.box.game.title
        has_sizes = order.target in order.presets.products
        mend = "add its size with --presets FILE" if has_sizes else "print it with `pnp build`"
        raise UsageError(f"{title}: --for {order.target} takes none of it: {named}; {mend}")


def _record(game: Game, order: Order, delivery: Delivery) -> dict[str, Any]:
    asked, target = order.options.as_json(), order.target
    cutting = {"printer": asked["printer"], **order.cutting.as_json()} if target in cutter.MACHINES else {}
    return {
        "format": FORMAT,
        "game": game.name,
        "version": game.version,
        "target": target,
        "options": {name: asked[name] for name in _RECORDED if name in asked} | cutting,
        "base_url": order.base_url,
        "files": [
            {"path": path, "sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data)}
            for path, data in delivery.files.items()
        ],
        "components": [exported.as_json() for exported in delivery.exported],
        "left_out": [missing.as_json() for missing in delivery.left_out],
        **delivery.facts,
        "findings": [finding.as_json() for finding in delivery.findings],
    }
