"""What faces could not be drawn for: all of it is told in one run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import TypeVar

from pnp.diagnostics import Diagnostic, TemplateError
from pnp.model.component import Component, Item
from pnp.model.text import Language
from pnp.records import dataclass

MOST = 200
"""Cards of a component that are tried in vain before the others are left."""

_Drawn = TypeVar("_Drawn")


@dataclass(slots=True)
class Tries:
    """Faces of a summary or a page that are drawn one after the other, whatever becomes of those before."""

    found: list[Diagnostic] = field(default_factory=list)

    def draw(self, face: Callable[[], _Drawn]) -> _Drawn | None:
        """What ``face`` draws; None where it cannot."""
        try:
            return face()
        except TemplateError as error:
            self.found += error.diagnostics
            return None

    @property
    def enough(self) -> bool:
        """Whether so much failed that the rest is left."""
        return len(self.found) >= MOST

    def require(self) -> None:
        """Raises TemplateError with all that was wrong, each once."""
        if self.found:
            raise TemplateError(dict.fromkeys(self.found))


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
