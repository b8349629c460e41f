"""What a person asks to have proved in; the game loaded, the kit to play it with, and the plan of plays out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from pathlib import Path

from pnp.definition.conversion import pull_list
from pnp.definition.load import load_game
from pnp.definition.model import Game
from pnp.engine.kit import Kit, pulled_kit
from pnp.engine.options import Option
from pnp.engine.seeds import MOST_SEED
from pnp.errors import Finding, InputInvalid, UsageError
from pnp.frozen import frozen
from pnp.sources import source_of
from pnp.validation.plan import Plan


@frozen(slots=False)
class Asked:
    """Which game, with what in the place of its tables and deck, and which plays: all player counts unless said."""

    folder: Path
    data: Mapping[str, Path] = field(default_factory=dict)
    variants: Mapping[str, str] = field(default_factory=dict)
    deck: str | None = None
    games: int = 200
    seed: int = 1
    players: tuple[int, int] | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    words: Path | None = None

    def kit(self) -> Kit:
        """The game's pieces; raises InputInvalid, InputMissing and UsageError as loading does."""
        return self._with_deck(load_game(self.folder, self.data, self.variants))

    def faulty_kit(self) -> tuple[Kit, tuple[Finding, ...]]:
        """The same, and where only sums are wrong those findings beside it: counting tells more than a sum."""
        try:
            return self.kit(), ()
        except InputInvalid as invalid:
            try:
                game = load_game(self.folder, self.data, self.variants, totals=False)
            except InputInvalid:
                raise invalid from None
            return self._with_deck(game), invalid.findings

    def plan(self, kit: Kit, options: Mapping[str, Option]) -> Plan:
        """The plays, by the options that the game's rules leave open; UsageError for seeds that are too large."""
        last = self.seed + self.games - 1
        if last > MOST_SEED:
            raise UsageError(f"--seed: the last game would have the seed {last}; seeds go up to {MOST_SEED}")
        low, high = self.players or kit.game.players
        return Plan(options, kit.game.players, low, high, self.games, self.seed, self.options)

    def _with_deck(self, game: Game) -> Kit:
        words = None if self.words is None else source_of(self.words)
        if self.deck is None:
            return Kit(game, None, words)
        return pulled_kit(game, pull_list(game, self.deck, option="--deck"), words)
