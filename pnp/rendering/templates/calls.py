"""Lines of templates that ask for something which is drawn later: errors in it are told there."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from types import FrameType

from pnp.diagnostics import Location, PnpError

_TEMPLATE = "__jinja_template__"
"""Global name that Jinja gives the code of a template."""


def calling_line() -> Location | None:
    """Return the line of the outermost template that is running; None if none is."""
    place: Location | None = None
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        template = frame.f_globals.get(_TEMPLATE)
        if template is not None:
            place = Location(template.filename, template.get_corresponding_lineno(frame.f_lineno))
        frame = frame.f_back
    return place


@contextmanager
def errors_at(place: Location | None) -> Iterator[None]:
    """Locate an error without a place at ``place``, unless it arose in a macro, whose line is better."""
    try:
        yield
    except PnpError as error:
        if any(_TEMPLATE in frame.f_globals for frame, _ in traceback.walk_tb(error.__traceback__)):
            raise
        located = [replace(diagnostic, location=diagnostic.location or place) for diagnostic in error.diagnostics]
        raise type(error)(located) from error
