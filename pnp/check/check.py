"""Check a game: build its kit in memory, look at its faces and nets, and write nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any

from pnp.build.alike_colours import alike_colours
from pnp.build.build import build_kit
from pnp.build.faces import make_renderer
from pnp.build.kit import BuiltKit, kit_paths
from pnp.build.options import BuildOptions, KitContext
from pnp.check.cards.columns import lint_columns, lint_unread_columns
from pnp.check.cards.rows import lint_rows
from pnp.check.faces import lint_faces
from pnp.check.names import lint_copies, lint_names
from pnp.check.templates import lint_templates
from pnp.check.texts import lint_texts, written_texts
from pnp.check.translations import lint_cells, lint_counterparts, lint_titles, lint_translations
from pnp.check.typography import lint_typing, lint_weights
from pnp.diagnostics import Diagnostic, Location
from pnp.folding import misfits
from pnp.model.component import Component
from pnp.model.game import Game
from pnp.model.text import Language
from pnp.project.project import Project, engine_of
from pnp.project.source_locations import limit_messages
from pnp.records import dataclass
from pnp.rendering.face import Face
from pnp.rendering.renderer import KitRenderer
from pnp.rendering.templates.sources import places_of


@dataclass(frozen=True, slots=True)
class CheckResult:
    """Result of a check: the numbers of cards, pieces, components, examples and misreadings, and the warnings.
    ``unkilled`` names the misreadings that no example rules out."""

    id: str
    language: Language
    paper: str
    cards: int
    pieces: int
    components: int
    examples: int
    misreadings: int
    unkilled: tuple[str, ...]
    warnings: tuple[Diagnostic, ...]

    def as_json(self) -> dict[str, Any]:
        """Return the result as JSON data, without the warnings, which are reported separately."""
        return {
            "id": self.id,
            "language": self.language,
            "paper": self.paper,
            "cards": self.cards,
            "pieces": self.pieces,
            "components": self.components,
            "examples": self.examples,
            "misreadings": self.misreadings,
            "unkilled": list(self.unkilled),
        }


def check_game(project: Project, game: Game, options: BuildOptions) -> CheckResult:
    """Build the kit in memory, as a build does up to the files, and look at its faces. Raises PnpError with the errors.

    Without components named in ``options``, those that can replace others are checked too.
    """
    if not options.only and not options.instead:
        options = replace(options, choices=True)
    kit = build_kit(project, game, options)
    kit_paths(project, kit, options)
    rendered = kit.rendered
    return CheckResult(
        game.id,
        kit.settings.language,
        kit.settings.paper.name,
        sum(card.copies for component, cards in rendered.groups if component.kind == "cards" for card in cards),
        sum(card.copies for _, cards in rendered.groups for card in cards),
        len(rendered.groups),
        len(kit.examples.examples),
        len(engine_of(game).misreadings(game.settings)),
        tuple(kit.examples.unkilled),
        (
            *kit.warnings,
            *lint_nets(project, kit.game, (component for component, _ in rendered.groups)),
            *lint_faces(project, kit.game, rendered, kit.settings, _template_line(project, game, options, kit)),
            *lint_columns(kit.game, rendered),
            *lint_unread_columns(project, kit.game, rendered),
            *lint_templates(
                project,
                kit.game,
                [component for component, _ in rendered.groups],
                None if options.selects else rendered.provenance.texts,
            ),
            *lint_texts(project, game),
            *limit_messages(lint_typing(list(written_texts(project, game)), kit.settings.language), "warnings"),
            *lint_translations(project, game, rendered.provenance.texts),
            *limit_messages(lint_cells(game), "warnings"),
            *limit_messages(lint_counterparts(project, game), "warnings"),
            *lint_titles(project, game),
            *lint_weights(project, game, kit.settings.language, rendered.provenance.texts),
            *(() if options.selects else lint_names(project, game, kit.settings.language, rendered.provenance.texts)),
            *lint_copies(project, kit.game, rendered),
            *(() if options.selects else lint_rows(project, game, rendered)),
            *alike_colours(project, game, rendered.unread),
        ),
    )


def _template_line(
    project: Project, game: Game, options: BuildOptions, kit: BuiltKit
) -> Callable[[Face, int], Location | None]:
    """Return the finder of the line of a template that drew a byte of the SVG of a face."""

    @cache
    def renderer() -> KitRenderer:  # few kits have warnings of faces
        return make_renderer(KitContext.of(project, game, options), kit.examples)

    return lambda face, at: renderer().template_line(face, at)


_THIN = 2.5
"""Depth in mm under which a tab holds no glue."""


def lint_nets(project: Project, game: Game, components: Iterable[Component]) -> Iterator[Diagnostic]:
    """Yield a warning for each lid that stays open, flap outside of a closed box, edge that nothing holds, tab too thin
    to glue, and net without the tabs that its template draws."""
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
