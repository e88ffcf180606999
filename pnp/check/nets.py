"""Lint the nets of a kit: what is sound, and hardly meant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pnp.diagnostics import Diagnostic
from pnp.model.component import Component
from pnp.model.game import Game
from pnp.project.project import Project


def lint_nets(project: Project, game: Game, components: Iterable[Component]) -> Iterator[Diagnostic]:
    """Yield a warning for each lid that stays open, flap outside of a closed box, and edge that nothing holds."""
    from pnp.folding import misfits  # noqa: PLC0415 - few kits have nets

    for component in components:
        for misfit in () if component.net is None else misfits(component.net):
            place = project.locate(game.id, ("components", component.id, "net", *misfit.path))
            yield Diagnostic(misfit.code, misfit.message, place, misfit.hint, severity="warning")
