"""Whether every piece of a kit fits on the paper, looked at before anything is drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from pnp.diagnostics import DefinitionError, Diagnostic, TemplateError
from pnp.imposition import Page, Piece, SheetOptions, impose
from pnp.model.component import Component
from pnp.model.game import Game
from pnp.pipeline.blame import at_component
from pnp.pipeline.project import Project
from pnp.rendering.renderer import bleed_of


def misfits(
    project: Project,
    game: Game,
    components: Iterable[Component],
    bleed: float,
    sheets: SheetOptions,
    lay: Callable[[Sequence[Piece], SheetOptions], Sequence[Page]] = impose,
) -> tuple[Diagnostic, ...]:
    """What is wrong, located in the definition, with components of which not one piece fits on a sheet.

    ``bleed`` in mm is that of the kit, ``lay`` lays pieces as it is done there. Pages fill the paper and always fit.
    """
    wrong: list[Diagnostic] = []
    for component in components:
        if component.size is None:
            continue
        two_sided = sheets.backs != "none" and (component.back is not None or component.kind == "summary")
        piece = Piece(
            component.id,
            component.id,
            "front",
            "back" if two_sided else None,
            component.size,
            bleed_of(component, bleed),
            component.edge,
            component.cut,
            component.orientation,
            component.tile,
            sheet=component.sheet,
        )
        try:
            lay([piece], sheets)
        except DefinitionError as error:
            wrong += [at_component(project, game, found) for found in error.diagnostics]
        except TemplateError as error:  # of the words on the sheets
            wrong += error.diagnostics
    return tuple(dict.fromkeys(wrong))
