"""Games with a referee for programs that learn them or solve them: `openspiel` and `pettingzoo`, of the extra `rl`.

What stands behind the numbers of actions, observations and returns is told in `docs/rl.md`.
"""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING, Any

from pnp.engine.playout import MOST_STEPS
from pnp.errors import missing
from pnp.rl.terms import SURVEY, Returns, agree

if TYPE_CHECKING:
    from pnp.definition.model import Game
    from pnp.rl.spiel import RefereedGame


def openspiel(
    game: str | PathLike[str] | Game, players: int | None = None, *, returns: Returns = "win", cap: int = MOST_STEPS,
    survey: int = SURVEY, **options: object,
) -> RefereedGame:  # fmt: skip
    """The game as a `pyspiel.Game`: sequential, with chance explicit, and perfect recall of what each player has seen.

    `game` is the name of a game, a folder, or what `load_game` gave; there are as many `players` as `pnp play` seats,
    unless it is said. `returns` says what players get at the end: "win" (everybody stakes 1, and the winners share the
    stakes), "margin" (by how much their score is above the mean of all) or "score"; the first two sum to zero. After
    `cap` steps of players and chance a play is called off, and nobody gets anything. `options` are those of the rules,
    such as `hands=1`.

    A game of at most 20,000 histories is walked through as a whole, so that what is told of its actions, lengths and
    bounds is exact. Of any other, plays of about `survey` steps are made, always the same, to see what there is.

    Raises UsageError, InputMissing or InputInvalid for what is wrong, and PackageMissing where the extra is not there.
    """
    try:
        from pnp.rl.spiel import game_for
    except ImportError as failure:
        raise missing(failure) from failure
    return game_for(game, agree(players, options, returns, cap, survey))


def pettingzoo(
    game: str | PathLike[str] | Game, players: int | None = None, *, returns: Returns = "win", cap: int = MOST_STEPS,
    survey: int = SURVEY, render_mode: str | None = None, **options: object,
) -> Any:  # fmt: skip
    """The game as an AEC environment of PettingZoo, with the agents `player_1`, `player_2` ... in seat order.

    An observation is a dictionary of `observation`, floats from -1 to 1, and `action_mask`. All are rewarded at the
    end, and a play that is called off is truncated. Chance draws its lots from the seed of `reset`. `render` returns
    words (`render_mode` "ansi"); `unwrapped.see(agent)` has what an agent may know by name.

    For the rest see `openspiel`, which has the same arguments, actions and returns.
    """
    try:
        from pnp.rl.aec import env_for
    except ImportError as failure:
        raise missing(failure) from failure
    return env_for(game, agree(players, options, returns, cap, survey), render_mode)
