"""Games for OpenSpiel: sequential, with chance explicit, and perfect recall of what each player has seen.

Importing this registers one name, `pnp`, with OpenSpiel. Its parameters say which game is played and how, so that
`pyspiel.load_game("pnp(game=whispers,players=2)")` finds it, and so does whatever reads a game or a state from a text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from itertools import pairwise
from typing import Any
from urllib.parse import quote, unquote

import numpy as np
import pyspiel

from pnp import catalog
from pnp.engine.action import CHANCE, OVER
from pnp.rl.bridge import AnyGame, Bridge, bridge
from pnp.rl.position import Moves, Position
from pnp.rl.terms import Terms, agree

_MOST_PLAYERS = 100
_USUAL = Terms()
_PARAMETERS: Mapping[str, str | int] = {
    "game": "", "players": 0, "options": "", "returns": _USUAL.returns, "cap": _USUAL.cap, "survey": _USUAL.survey,
}  # fmt: skip


def game_for(game: AnyGame, terms: Terms) -> RefereedGame:
    """The game on those terms; see `pnp.rl.openspiel`."""
    made = bridge(game, terms)
    folder = made.arena.table.game.folder
    home = catalog.home_in(folder)
    parameters: Mapping[str, str | int] = {
        "game": quote(str(folder.resolve()), safe="/\\: ") if home is None else home.name,
        "players": made.players, "options": _join(terms.options), "returns": terms.returns, "cap": terms.cap,
        "survey": terms.survey,
    }  # fmt: skip
    return RefereedGame(parameters, made)


def _find(parameters: Mapping[str, Any]) -> Bridge:
    """The game that OpenSpiel names by its parameters."""
    said = {**_PARAMETERS, **parameters}
    terms = agree(said["players"] or None, _split(said["options"]), said["returns"], said["cap"], said["survey"])
    return bridge(unquote(said["game"]), terms)


def _join(options: Sequence[tuple[str, str]]) -> str:
    """Options in one text, without the signs that part the parameters of OpenSpiel."""
    return ";".join(f"{quote(name)}:{quote(value)}" for name, value in options)


def _split(text: str) -> Mapping[str, str]:
    pairs = (pair.partition(":") for pair in text.split(";") if pair)
    return {unquote(name): unquote(value) for name, _, value in pairs}


class RefereedGame(pyspiel.Game):  # type: ignore[misc]
    """A game with a referee, found by its parameters where it is not given; `bridge` says what its numbers mean."""

    def __init__(self, parameters: Mapping[str, str | int], bridge: Bridge | None = None) -> None:
        self.bridge = bridge = bridge or _find(parameters)
        game, spaces = bridge.arena.table.game, bridge.spaces
        least, most = bridge.bounds
        info = pyspiel.GameInfo(
            num_distinct_actions=spaces.actions.size,
            max_chance_outcomes=spaces.chances.size,
            num_players=bridge.players,
            min_utility=least,
            max_utility=most,
            utility_sum=0.0 if bridge.is_zero_sum else None,
            max_game_length=spaces.decisions if spaces.is_whole else bridge.arena.cap,
        )
        unusual = {name: said for name, said in parameters.items() if said != _PARAMETERS[name]}
        super().__init__(_type(game.title, game.players, bridge.is_zero_sum), info, unusual)

    def new_initial_state(self) -> RefereedState:
        return RefereedState(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer:
        """What one player knows: all of it with perfect recall, or what can be seen now."""
        if params:
            raise ValueError(f"there are no parameters of observations, and here are {params}")
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise ValueError("a referee says what one player may know, and cannot part it into public and private")
        return Observer(self.bridge, kind.perfect_recall)

    def max_chance_nodes_in_history(self) -> int:
        spaces = self.bridge.spaces
        return spaces.draws if spaces.is_whole else self.bridge.arena.cap


class RefereedState(pyspiel.State):  # type: ignore[misc]
    """A state of a play: a position in it, which OpenSpiel copies and writes down as the only attribute there is."""

    def __init__(self, game: RefereedGame) -> None:
        super().__init__(game)
        self.position = game.bridge.arena.start

    def __setattr__(self, name: str, value: object) -> None:
        if isinstance(value, Moves):
            bridge = self._bridge
            value = reduce(bridge.step, value.numbers, bridge.arena.start)
        super().__setattr__(name, value)

    @property
    def _bridge(self) -> Bridge:
        bridge: Bridge = self.get_game().bridge
        return bridge

    def current_player(self) -> int:
        actor = self.position.actor
        return actor - 1 if actor > 0 else _NOBODY[actor]

    def is_terminal(self) -> bool:
        return self.position.actor == OVER

    def _legal_actions(self, player: int) -> Sequence[int]:
        return sorted(self._bridge.number(self.position))

    def chance_outcomes(self) -> Sequence[tuple[int, float]]:
        return self._bridge.chances(self.position)

    def _apply_action(self, action: int) -> None:
        self.position = self._bridge.step(self.position, action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self._bridge.words(self.position, action)

    def returns(self) -> Sequence[float]:
        return self._bridge.payoffs(self.position)

    def __str__(self) -> str:
        """All that has been done, in words."""
        tell = self._bridge.tell
        return "\n".join(tell(before, after.number) for before, after in pairwise(self.position.past()))


class Observer:
    """Writes down what one player knows in a state; OpenSpiel reads `tensor`, and its parts by name in `dict`."""

    def __init__(self, bridge: Bridge, has_recall: bool) -> None:
        self._bridge, self._has_recall = bridge, has_recall
        spaces = bridge.spaces
        seen = spaces.observation.size
        self.tensor = np.zeros(seen + (spaces.memory.size if has_recall else 0), np.float32)
        self.dict = {"observation": self.tensor[:seen], "memory": self.tensor[seen:]}
        if not has_recall:
            del self.dict["memory"]
        self._first: dict[int, Any] = {}

    def set_from(self, state: RefereedState, player: int) -> None:
        position, seat = state.position, player + 1
        if position.before is not None:
            self._write(position, seat)
        elif seat in self._first:  # OpenSpiel asks for the first state each time that it wants to know the shape
            self.tensor[:] = self._first[seat]
        else:
            self._write(position, seat)
            self._first[seat] = self.tensor.copy()

    def _write(self, position: Position, seat: int) -> None:
        self.dict["observation"][:] = self._bridge.observation(position, seat)
        if self._has_recall:
            self.dict["memory"][:] = self._bridge.memory(position, seat)

    def string_from(self, state: RefereedState, player: int) -> str:
        position, seat = state.position, player + 1
        return position.information_text(seat) if self._has_recall else position.observation_text(seat)


_NOBODY = {CHANCE: int(pyspiel.PlayerId.CHANCE), OVER: int(pyspiel.PlayerId.TERMINAL)}


def _type(title: str, players: tuple[int, int], is_zero_sum: bool) -> Any:
    kind = pyspiel.GameType
    return kind(
        short_name="pnp",
        long_name=title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if is_zero_sum else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        min_num_players=players[0],
        max_num_players=players[1],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=dict(_PARAMETERS),
        default_loadable=False,
    )


# OpenSpiel lets go of what it is given after Python has ended. A class, unlike a function, is then not taken apart.
pyspiel.register_game(_type("Any game with a referee", (1, _MOST_PLAYERS), False), RefereedGame)
