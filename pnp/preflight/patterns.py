"""Gradients and graphics states of a PDF as our sheets write them (ISO 32000-1, 7.10, 8.4.5, 8.7.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pnp.geometry import IDENTITY, Transform
from pnp.preflight.found import FormXObject, FoundBlend, FoundGradient, SoftMask, Veil
from pnp.preflight.objects import entries_of, numbers_of

_PATTERN = {"/Type", "/PatternType", "/Matrix", "/Shading"}
_SHADING = {"/ShadingType", "/ColorSpace", "/Coords", "/Extend", "/Function"}
_STATE = {"/Type", "/ca", "/CA", "/SMask"}
_MASK = {"/Type", "/S", "/G"}
_STITCHED = {"/FunctionType", "/Domain", "/Functions", "/Bounds", "/Encode"}
_BLEND = {"/FunctionType", "/Domain", "/C0", "/C1", "/N"}
_INKS = {"/DeviceGray": 1, "/DeviceRGB": 3, "/DeviceCMYK": 4}
_PLACES = {2: 4, 3: 6}
_KINDS = {"/Luminosity", "/Alpha"}


def gradient_of(pattern: Any) -> FoundGradient | None:
    """The gradient that a pattern paints; it goes on beyond both ends in the colours that it ends with."""
    try:
        entries = _only(pattern, _PATTERN)
        shading = _only(entries["/Shading"], _SHADING)
        kind = shading["/ShadingType"]
        if entries["/PatternType"] != 2 or shading["/Extend"] != [True, True]:
            return None
        places = tuple(numbers_of(shading["/Coords"], _PLACES[kind]))
        blends = tuple(_blends(shading["/Function"], _INKS[shading["/ColorSpace"]]))
        return FoundGradient(places, blends, frame_of(entries))
    except (ValueError, TypeError, KeyError, IndexError):
        return None


def frame_of(entries: Mapping[str, Any]) -> Transform:
    """The map that a pattern or a drawing has for itself."""
    return Transform(*numbers_of(entries["/Matrix"], 6)) if "/Matrix" in entries else IDENTITY


def _blends(function: Any, inks: int) -> Iterator[FoundBlend]:
    if entries_of(function).get("/FunctionType") == 2:
        yield _blend(function, 0.0, 1.0, inks)
        return
    entries = _only(function, _STITCHED)
    functions, bounds = entries["/Functions"], [float(bound) for bound in entries["/Bounds"]]
    straight = entries["/FunctionType"] == 3 and entries["/Encode"] == [0, 1] * len(functions)
    if not straight or entries["/Domain"] != [0, 1]:
        raise ValueError("no gradient of ours")
    ends = [0.0, *bounds, 1.0]
    for each, start, end in zip(functions, ends[:-1], ends[1:], strict=True):
        yield _blend(each, start, end, inks)


def _blend(function: Any, start: float, end: float, inks: int) -> FoundBlend:
    entries = _only(function, _BLEND)
    if entries["/FunctionType"] != 2 or entries["/N"] != 1 or entries["/Domain"] != [0, 1]:
        raise ValueError("no gradient of ours")
    first, last = (tuple(numbers_of(entries[key], inks)) for key in ("/C0", "/C1"))
    return FoundBlend(start, end, first, last)


def veil_of(state: Any, form_of: Callable[[Any], FormXObject | None]) -> Veil | None:
    """What a graphics state lets see through; `form_of` reads the drawing of its mask."""
    try:
        entries = _only(state, _STATE)
        opacity, of_lines = numbers_of([entries["/ca"], entries["/CA"]], 2)
        if opacity != of_lines:
            return None
        return Veil(opacity, _mask(entries["/SMask"], form_of) if "/SMask" in entries else None)
    except (ValueError, TypeError, KeyError):
        return None


def _mask(mask: Any, form_of: Callable[[Any], FormXObject | None]) -> SoftMask:
    entries = _only(mask, _MASK)
    form, kind = form_of(entries["/G"]), entries["/S"]
    if form is None or kind not in _KINDS:
        raise ValueError("no mask of ours")
    return SoftMask(kind[1:], form)


def is_whole(group: Any) -> bool:
    """Whether a drawing's group is as ours are: put together by itself, its parts in no order of their own."""
    return entries_of(group) == {"/Type": "/Group", "/S": "/Transparency", "/CS": "/DeviceRGB"}


def _only(value: Any, known: set[str]) -> Mapping[str, Any]:
    """The entries of a dictionary that has none but these; ValueError for another."""
    entries = entries_of(value)
    if not entries or not entries.keys() <= known:
        raise ValueError("holds other entries")
    return entries
