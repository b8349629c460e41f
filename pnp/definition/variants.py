"""Which entries are in the box, by the [variants] of game.toml and what was asked for."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.definition.findings import quoted, suggest
from pnp.definition.section import Section
from pnp.errors import UsageError
from pnp.frozen import frozen


@frozen
class Variants:
    """Each choice that a game leaves to whoever prints it: its values, the first the usual one, and the one taken."""

    values: Mapping[str, tuple[str, ...]]
    taken: Mapping[str, str]

    def includes(self, section: Section) -> bool:
        """Whether an entry is in the box: always, unless it says `variant = "NAME:VALUE"` with another value."""
        said = section.text("variant", "banners:chits", "")
        if not said:
            return True
        name, _, value = said.partition(":")
        if name not in self.values:
            section.fault("unknown-value", f"{quoted(name)} is no variant; {suggest(name, self.values)}", "variant")
        elif value not in self.values[name]:
            options = [f"{name}:{other}" for other in self.values[name]]
            section.fault("unknown-value", f"{quoted(said)} is no variant; {suggest(said, options)}", "variant")
        return self.taken.get(name) == value


def read_variants(section: Section, asked: Mapping[str, str]) -> Variants:
    """What can be chosen, and what is; UsageError for a value that the game does not have.

    A name that the game does not have at all is left alone, so that one choice can be made for several games.
    """
    values = {name: section.slugs(name, ()) for name in section.names()}
    for name, value in asked.items():
        if name in values and value not in values[name]:
            raise UsageError(f"{name}: {quoted(value)} cannot be had; {suggest(value, values[name])}")
    return Variants(values, {name: asked.get(name, options[0]) for name, options in values.items() if options})
