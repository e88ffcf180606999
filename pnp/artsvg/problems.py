"""What of a file cannot be drawn: gathered, and told together."""

from __future__ import annotations

from pnp.cardsvg.errors import Source
from pnp.diagnostics import Diagnostic, Location, TemplateError

MOST = 50
"""How many problems of one file are told."""


class Problems:
    """Gathers what is wrong with one SVG text. Places are byte offsets of its UTF-8 form."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self._found: dict[tuple[int, str], tuple[str, str | None, str | None]] = {}

    def add(self, at: int, code: str, message: str, hint: str | None = None, attribute: str | None = None) -> None:
        """Note what is wrong at ``at``, with what to do; of the attribute there, if it is named."""
        if len(self._found) < 20 * MOST:
            self._found.setdefault((at, message), (code, hint, attribute))

    def stop(self, at: int, code: str, message: str, hint: str | None = None) -> TemplateError:
        """The error to raise for what leaves nothing else to read, with all that was found before."""
        self.add(at, code, message, hint)
        return TemplateError(self._told())

    def told(self) -> None:
        """Raise TemplateError with all that was found, in the order of the file, if anything was."""
        if self._found:
            raise TemplateError(self._told())

    def _told(self) -> list[Diagnostic]:
        found = sorted(self._found.items(), key=lambda item: item[0][0])
        told = [
            self.source.error(at, code, message, hint, attribute).diagnostics[0]
            for (at, message), (code, hint, attribute) in found[:MOST]
        ]
        if len(found) > MOST:
            more = f"there are {len(found) - MOST} more problems in this file"
            told.append(Diagnostic("too-many", more, Location(self.source.name), "mend these first"))
        return told
