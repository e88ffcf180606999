"""Lint the nets of a kit: what is sound, and hardly meant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pnp.diagnostics import Diagnostic
from pnp.model.component import Component
from pnp.model.game import Game
from pnp.project.project import Project
from pnp.rendering.templates.sources import places_of

_THIN = 2.5
"""Depth in mm under which a tab holds no glue."""


def lint_nets(project: Project, game: Game, components: Iterable[Component]) -> Iterator[Diagnostic]:
    """Yield a warning for each lid that stays open, flap outside of a closed box, edge that nothing holds, tab too thin
    to glue, and net without the tabs that its template draws."""
    from pnp.folding import misfits  # noqa: PLC0415 - few kits have nets

    folded = [component for component in components if component.net is not None]
    with_tabs = {component.template for component in folded if component.net is not None and component.net.tabs}
    templates = project.resources(game).templates
    for component in folded:
        source = templates.find(*places_of(f"{component.template}.svg.j2", game.engine))
        if component.template not in with_tabs and source is not None and "fold_tabs(" in source.text:
            message = f"{component.template!r} draws the tabs of a net that has none: nothing holds its panels together"
            place = project.locate(game.id, ("components", component.id, "net"))
            hint = 'write them: tabs = [{ on = "left.top", depth = "8mm", glued-to = "back" }], or no fold_tabs'
            yield Diagnostic("no-tabs", message, place, hint, severity="warning")
        yield from _thin_tabs(project, game, component)
        for misfit in () if component.net is None else misfits(component.net):
            place = project.locate(game.id, ("components", component.id, "net", *misfit.path))
            yield Diagnostic(misfit.code, misfit.message, place, misfit.hint, severity="warning")


def _thin_tabs(project: Project, game: Game, component: Component) -> Iterator[Diagnostic]:
    """Yield a warning for the first tab of a net that is too thin to glue."""
    tabs = () if component.net is None else component.net.tabs
    for index, tab in [(index, tab) for index, tab in enumerate(tabs) if tab.depth < _THIN][:1]:
        written = game.resolved["components"][component.id]["net"]
        path = ("tab",) if "tab" in written else ("tabs", index, "depth")
        message = f"a tab of {tab.depth:g} mm is too thin to glue ({component.id})"
        place = project.locate(game.id, ("components", component.id, "net", *path))
        yield Diagnostic("thin-tab", message, place, "make it 4 mm deep or more", severity="warning")
