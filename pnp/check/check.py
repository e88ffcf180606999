"""Check a game: draw its faces, search its examples, and write nothing."""

from __future__ import annotations

from typing import Any

from pnp.build.alike_colours import alike_colours
from pnp.build.build import build_on_trial
from pnp.build.faces import chosen_components, render_kit
from pnp.build.options import BuildOptions, KitContext
from pnp.build.sheets import find_misfits, sheet_options
from pnp.check.looks import lint_faces
from pnp.diagnostics import Diagnostic
from pnp.model.game import Game
from pnp.model.text import Language
from pnp.project.examples import examples_of, unkilled_warnings
from pnp.project.project import Project, engine_of
from pnp.records import dataclass


@dataclass(frozen=True, slots=True)
class CheckResult:
    """Result of a check: the numbers of cards, pieces, components, examples and misreadings, and the warnings.
    ``unkilled`` names the misreadings that no example rules out."""

    id: str
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
            "cards": self.cards,
            "pieces": self.pieces,
            "components": self.components,
            "examples": self.examples,
            "misreadings": self.misreadings,
            "unkilled": list(self.unkilled),
        }


def check_game(project: Project, game: Game, language: Language | None, seed: int) -> CheckResult:
    """Draw every face of ``game`` in a language, None for the kit's own. Raises PnpError with the errors."""
    examples = examples_of(project, game, seed)
    options = BuildOptions(language=language, seed=seed, choices=True)
    context = KitContext.of(project, game, options)
    sheets = sheet_options(context)
    misfit = find_misfits(context, chosen_components(game, options), sheets)
    rendered = render_kit(context, examples, lambda _label: None, misfit)
    sheet_warnings = build_on_trial(context, sheets, examples, rendered)
    return CheckResult(
        game.id,
        sum(card.copies for component, cards in rendered.groups if component.kind == "cards" for card in cards),
        sum(card.copies for _, cards in rendered.groups for card in cards),
        len(rendered.groups),
        len(examples.examples),
        len(engine_of(game).misreadings(game.settings)),
        tuple(examples.unkilled),
        (
            *sheet_warnings,
            *rendered.warnings,
            *lint_faces(project, game, rendered.groups),
            *alike_colours(project, game, rendered.unread),
            *unkilled_warnings(game, examples),
        ),
    )
