"""How many sheets each game takes, and that its pieces keep all their bleed on them."""

from __future__ import annotations

import pytest

from pnp import catalog
from pnp.build.job import PrintJob, nothing_to_tell, prepare
from pnp.build.options import BuildOptions
from pnp.definition.load import load_game
from pnp.geometry import ROUND
from pnp.imposition.plan import Placement

MOST = {"war-of-whispers": 12, "whispers": 10, "whistler": 8, "wibbell": 7, "whims": 11}
"""Sheets of A4 for the most players."""
POKER = (63.5, 88.9)


def prepared(name: str, **options: object) -> PrintJob:
    return prepare(load_game(catalog.find(name)), BuildOptions(**options), nothing_to_tell)  # type: ignore[arg-type]


def short(job: PrintJob) -> list[str]:
    return [note.where for plan in job.plans.values() for note in plan.notes if note.code == "bleed-short"]


def bled(placement: Placement) -> float:
    """The most that a piece bleeds towards any side: neighbours share their cuts."""
    bleed = placement.bleed
    return max(bleed.left, bleed.top, bleed.right, bleed.bottom)


@pytest.mark.parametrize("name", MOST)
@pytest.mark.sample(3)
def test_a_game_takes_few_sheets_and_keeps_its_bleed(name: str) -> None:
    job = prepared(name)
    assert sum(plan.sheets for plan in job.plans.values()) <= MOST[name]
    assert not short(job)
    for plan in job.plans.values():
        for _, placement in plan.placements():
            trim = placement.item.trim
            assert bled(placement) <= trim.bleed + 1e-6
            if trim.outline == ROUND:
                assert placement.bleed.left == pytest.approx(trim.bleed)
    apart = prepared(name, separate=True)
    assert sum(plan.sheets for plan in apart.plans.values()) >= sum(plan.sheets for plan in job.plans.values())


@pytest.mark.slow
@pytest.mark.parametrize("name", MOST)
def test_on_letter_only_nine_poker_cards_lose_bleed(name: str) -> None:
    job = prepared(name, paper="letter")
    for file in short(job):
        plan = job.plans[file]
        sizes = {(one.item.trim.size.width, one.item.trim.size.height) for _, one in plan.placements()}
        assert sizes == {POKER} and plan.per_sheet == 9
