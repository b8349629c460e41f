"""The words, plots and tables of a report on simulated games, in their order and for any format."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.drawing.fonts import FontBook
from pnp.playouts.report.figures import Figures
from pnp.playouts.report.parts import Answer, Content
from pnp.playouts.report.sections import Sections
from pnp.playouts.simulate import Result
from pnp.playouts.simulate_text import Manner, groups_of, how_it_ended, how_long, in_short, seat_matters, who_wins


def content_of(result: Result, manner: Manner, fonts: FontBook) -> Content:
    """The whole report; where two sides are compared, its first screen answers for the first."""
    simulation = result.simulation
    compared = simulation.compared
    told = "" if compared is None else f"; shown here: {compared.option}={compared.values[0]}"
    under = f"{how_it_ended(result)}{told}; every seat {simulation.kind}; master seed {simulation.seed}"
    figures = Figures(groups_of(result), result.seats, manner, fonts)
    answers = tuple(_answers(result, manner, figures))
    sections = tuple(Sections(result, manner, fonts, figures).all())
    return Content(f"{simulation.kit.game.title}, simulated", under, answers, sections)


def _answers(result: Result, manner: Manner, figures: Figures) -> Iterator[Answer]:
    """Sentences for the fewest and the most players; the plots show them all."""
    groups = groups_of(result)
    told = groups if len(groups) < 3 else (groups[0], groups[-1])
    endings, seats = result.simulation.endings(), result.seats
    long, wins, seat = in_short(groups, seats, manner)
    yield Answer("How long?", long, figures.length(), [how_long(group, manner) for group in told])
    yield Answer("Who wins?", wins, figures.winners(), [who_wins(group, endings) for group in told])
    yield Answer("Does the seat matter?", seat, figures.placed(), [seat_matters(group, seats) for group in told])
