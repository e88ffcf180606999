"""Text that was set in another size than its template wants."""

from __future__ import annotations

from pnp.records import dataclass


@dataclass(frozen=True, slots=True)
class ResizedText:
    """Text that was set in another size of type than its template wants, both in mm."""

    text: str
    wanted: float
    size: float
