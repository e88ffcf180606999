"""Kits of definitions, built once for the checks that look at them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.model.sizes import paper
from pnp.model.text import Language
from pnp.testing.subject import Subject

if TYPE_CHECKING:
    from pnp.build.build import BuiltKit

_KEPT = 4
_built: list[tuple[Subject, Language, str | None, BuiltKit]] = []


def kit_of(subject: Subject, language: Language, on: str | None = None) -> BuiltKit | None:
    """The verified kit of a definition on a paper by name, None for that of the definition; nothing for a tweak that
    gives settings alone. Raises PnpError."""
    # A writer of PDF is heavy, and most checks do without it.
    from pnp.build.build import build_kit  # noqa: PLC0415
    from pnp.build.options import BuildOptions  # noqa: PLC0415

    game, project = subject.table, subject.project
    if game is None:
        return None
    for known, asked, sheet, kit in _built:
        if known is subject and (asked, sheet) == (language, on):
            return kit
    project.workshop.examples(game, 0, lambda: subject.examples)
    on_paper = None if on is None else paper(on)
    found = build_kit(project, game, BuildOptions(language=language, paper=on_paper, choices=True))
    _built.append((subject, language, on, found))
    del _built[:-_KEPT]
    return found
