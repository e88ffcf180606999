"""Access log: record the names that a face reads while it is drawn."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

Part: TypeAlias = tuple[str, str]
"""Something that a face is made of: its kind (``template``, ``art``, ``words``, ``look`` or ``font``) and its name."""


@dataclass(slots=True)
class AccessLog:
    """Keys of words, names of the look, roles of fonts, noted as they are asked for."""

    words: set[str] = field(default_factory=set)
    look: set[str] = field(default_factory=set)
    fonts: set[str] = field(default_factory=set)

    def begin_face(self) -> None:
        """Forget what the face before asked for."""
        self.words.clear()
        self.look.clear()
        self.fonts.clear()

    @property
    def parts(self) -> frozenset[Part]:
        """All of it, as parts."""
        named = (("words", self.words), ("look", self.look), ("font", self.fonts))
        return frozenset((kind, name) for kind, names in named for name in names)
