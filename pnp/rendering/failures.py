"""What single cards could not be drawn for: all of it is told in one run."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.diagnostics import Diagnostic
from pnp.model.component import Component, Item
from pnp.model.text import Language

MOST = 200
"""Cards of a component that are tried in vain before the others are left."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A face that could not be drawn. ``column`` is the field of its card that was read last, in ``language``."""

    component: Component
    item: Item
    column: str | None
    language: Language
    diagnostics: tuple[Diagnostic, ...]

    @property
    def where(self) -> str:
        """What messages call the card."""
        return f"{self.component.id}/{self.item.id}"


@dataclass(frozen=True, slots=True)
class Borrowed:
    """A text of a card that was not there in a language, and was printed in another one."""

    item: Item
    column: str
    wanted: Language
    printed: Language
