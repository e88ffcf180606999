"""Icons that stand in texts: ``Gain {coin}{coin}.``"""

from __future__ import annotations

from pnp.model.text import Text
from pnp.records import dataclass


@dataclass(frozen=True, slots=True)
class Icon:
    """An entry of a game's ``text-icons``: which art it is, and how it stands among words.

    ``color`` is ``own`` (inks as drawn; where the art says ``currentColor``, that of the text), ``text`` (every ink is
    that of the text) or a colour for every ink. ``size`` is its height in em of the text.
    """

    art: str
    color: str = "own"
    size: float = 1.0
    name: Text | None = None
    """What it is called when the page is read back; its key without it."""
