"""Access log: record the names that a face reads while it is drawn."""

from __future__ import annotations

from dataclasses import field
from typing import TypeAlias

from pnp.records import dataclass

Part: TypeAlias = tuple[str, str]
"""Part of a face: its kind (``template``, ``art``, ``words``, ``look`` or ``font``) and its name."""


@dataclass(slots=True)
class AccessLog:
    """Log of the word keys, look names and font roles that a face reads."""

    words: set[str] = field(default_factory=set)
    look: set[str] = field(default_factory=set)
    fonts: set[str] = field(default_factory=set)

    def begin_face(self) -> None:
        """Clear the log of the previous face."""
        self.words.clear()
        self.look.clear()
        self.fonts.clear()

    @property
    def parts(self) -> frozenset[Part]:
        """Return everything logged, as parts."""
        names_by_kind = (("words", self.words), ("look", self.look), ("font", self.fonts))
        return frozenset((kind, name) for kind, names in names_by_kind for name in names)
