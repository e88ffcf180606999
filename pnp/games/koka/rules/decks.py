"""The dice as card sets: what follows from the settings of koka."""

from __future__ import annotations

from pnp.games.core.suits import printed_fields
from pnp.games.koka.settings import KokaSettings
from pnp.model.component import Item

VALUES = (1, 2, 3, 4, 5, 6)
"""The faces of a die. Opposite faces add up to seven."""


def dice(settings: KokaSettings) -> tuple[Item, ...]:
    """A die of each colour, as many copies as there are dice of it.

    Fields: ``colour`` (id), ``name``, ``letter``, ``ink``, ``petal``, ``values`` (1 to 6).
    """
    return tuple(
        Item(
            colour.id,
            {"colour": colour.id, **printed_fields(colour, "dice"), "values": VALUES},
            colour.dice,
        )
        for colour in settings.colours
    )


def faces(settings: KokaSettings) -> tuple[Item, ...]:
    """Every face of every die, for stickers: the fields of ``dice`` with ``value`` for ``values``."""
    return tuple(
        Item(
            f"{colour.id}-{value}",
            {"colour": colour.id, **printed_fields(colour, "dice"), "value": value},
            colour.dice,
        )
        for colour in settings.colours
        for value in VALUES
    )
