"""Lets one seat search among seats that choose at random, and measures what it wins. README.md tells how."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator, Sequence
from math import inf, sqrt
from pathlib import Path
from statistics import fmean, stdev
from time import process_time

from pnp.decks.new import new_deck, playable
from pnp.engine.playout import Seeds, play
from pnp.engine.referee import SEARCH, Outcome
from pnp.engine.search import SearchBudget
from pnp.playouts.play import PlayTable, lay

#: Nobody decides anything in it that another card would not bring as well.
WITHOUT_SKILL = frozenset({"old-maid"})
#: Whole games of these take minutes of search; a short one shows as much.
SHORT = {
    "gin-rummy": {"deals": "1"}, "hearts": {"limit": "30"}, "oh-hell": {"most": "4"}, "spades": {"target": "100"},
}  # fmt: skip
#: Of Student's distribution with many degrees of freedom: an interval that holds 95 times in 100.
WIDTH = 1.96


def share_of(outcome: Outcome, seat: int) -> float:
    """What a seat wins, where everybody stakes one and the winners share the stakes: 0 on average of all seats."""
    if not outcome.winners:
        return 0.0
    return (len(outcome.scores) / len(outcome.winners) if seat in outcome.winners else 0.0) - 1


def shares(table: PlayTable, budget: SearchBudget, games: int, seconds: float) -> Iterator[float]:
    """What the seat that searches wins, game by game, each seat in its turn, until time is up."""
    players = table.setup.players
    searching, random = table.player(SEARCH, budget), table.player("random")
    end, won = process_time() + seconds, list[float]()
    for seed in range(games):
        mine = seed % players + 1
        seats = [searching if seat == mine else random for seat in range(1, players + 1)]
        won.append(share_of(play(table.referee, table.setup, seats, Seeds.of(seed)).outcome, mine))
        yield won[-1]
        if mine == players and process_time() > end:
            return


def interval(won: Sequence[float]) -> tuple[float, float]:
    """The least and the most that the true mean is, 95 times in 100."""
    mean, half = fmean(won), WIDTH * stdev(won) / sqrt(len(won))
    return mean - half, mean + half


def line_of(name: str, table: PlayTable, won: Sequence[float], seconds: float, games: int) -> str:
    """A line of the table: the mean, the interval around it, and whether all of that lies above or below 0."""
    least, most = interval(won)
    is_whole = len(won) == games  # games that ended as time was up are no fair sample of all
    said = "above" if is_whole and least > 0 else "below" if is_whole and most < 0 else "open"
    options = ", ".join(f"{key} {table.setup.options[key]}" for key in SHORT.get(name, {}))
    numbers = f"{table.setup.players:7} {len(won):6} {fmean(won):+8.3f} {least:+8.3f} to {most:+.3f}"
    return f"{name:14}{numbers}  {said:6}{seconds / len(won):7.2f}  {options}".rstrip()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="classics; all in which there is something to decide, unless said")
    parser.add_argument("--games", type=int, default=500, help="the most games of each (default 500)")
    parser.add_argument("--playouts", type=int, default=100, help="playouts before each choice (default 100)")
    parser.add_argument("--seconds", type=float, default=inf, help="of the processor for each classic (no limit)")
    given = parser.parse_args()
    names = given.names or [name for name in playable() if name not in WITHOUT_SKILL]
    print(f"{'':14}players  games     mean  95 % interval             s/game  options")
    for name in names:
        with tempfile.TemporaryDirectory() as work:
            new_deck(Path(work) / name, name)
            table = lay(f"{work}/{name}", None, SHORT.get(name, {}), {})
            begun = process_time()
            won = [*shares(table, SearchBudget(given.playouts), max(2, given.games), given.seconds)]
            print(line_of(name, table, won, process_time() - begun, given.games), flush=True)


if __name__ == "__main__":
    main()
