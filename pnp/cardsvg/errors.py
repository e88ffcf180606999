"""Errors of the card SVG profile, located in the SVG text."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from pnp.diagnostics import Diagnostic, Location, TemplateError
from pnp.records import dataclass

_SHOWN = 400
"""The most characters of a line that a message shows: a drawn face is one line of thousands."""


@dataclass(frozen=True, slots=True)
class Source:
    """An SVG text and its name in messages. Places in it are byte offsets of its UTF-8 form."""

    name: str
    data: bytes

    def location(self, at: int, find: str | None = None) -> Location:
        """Line and column of byte offset ``at``; of the attribute ``find`` of the tag there, if it is given (of its
        ``style``, if the property stands there)."""
        end = None
        if find is not None:
            at, end = self._attribute(at, find) or self._attribute(at, "style") or (at, None)
        start = self.data.rfind(b"\n", 0, at) + 1
        stop = self.data.find(b"\n", at)
        line = self.data[start : stop if stop >= 0 else len(self.data)].decode("utf-8", "replace").rstrip("\r")
        column = len(self.data[start:at].decode("utf-8", "replace")) + 1
        length = len(self.data[at:end].decode("utf-8", "replace")) if end else 1
        shown = line if len(line) <= _SHOWN else f"{line[:_SHOWN]}…" if column + length <= _SHOWN else None
        return Location(self.name, self.data.count(b"\n", 0, at) + 1, column, column + length, shown)

    def error(
        self, at: int, code: str, message: str, hint: str | None = None, attribute: str | None = None
    ) -> TemplateError:
        """The error to raise for what stands at ``at``."""
        return TemplateError(Diagnostic(code, message, self.location(at, attribute), hint))

    def _attribute(self, at: int, name: str) -> tuple[int, int] | None:
        wanted = name.encode()
        position, end = at + 1, len(self.data)
        while position < end:
            char = self.data[position : position + 1]
            if char == b">":
                break
            if char in {b'"', b"'"}:
                position = self.data.find(char, position + 1)
                if position < 0:
                    break
            elif char.isspace() and self.data[position + 1 :].startswith(wanted):
                after = self.data[position + 1 + len(wanted) : position + 2 + len(wanted)]
                if after in {b"=", b" ", b"\n", b"\t"}:
                    return position + 1, position + 1 + len(wanted)
            position += 1
        return None


def nearest(name: str, allowed: Iterable[str]) -> str | None:
    """A hint with the allowed name that looks most like ``name``, None where none does."""
    found = difflib.get_close_matches(name, sorted(allowed), 1, 0.55)
    return f"did you mean {found[0]!r}?" if found else None
