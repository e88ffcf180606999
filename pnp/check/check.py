"""Check a game: build its kit in memory, look at its faces, and write nothing."""

from __future__ import annotations

from collections.abc import Callable
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
from pnp.check.counterparts import lint_counterparts
from pnp.check.faces import lint_faces
from pnp.check.fonts import lint_weights
from pnp.check.names import lint_copies, lint_names
from pnp.check.nets import lint_nets
from pnp.check.templates import lint_templates
from pnp.check.texts import lint_texts, written_texts
from pnp.check.translations import lint_cells, lint_titles, lint_translations
from pnp.check.typography import lint_typing
from pnp.diagnostics import Diagnostic, Location
from pnp.model.game import Game
from pnp.model.text import Language
from pnp.project.project import Project, engine_of
from pnp.project.source_locations import limit_messages
from pnp.records import dataclass
from pnp.rendering.face import Face
from pnp.rendering.renderer import KitRenderer


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
