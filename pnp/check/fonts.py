"""Lint the fonts of a theme: find weights that no file of their family has."""

from __future__ import annotations

from collections.abc import Container, Iterator

from pnp.diagnostics import Diagnostic
from pnp.model.game import Game
from pnp.model.text import Language
from pnp.project.project import Project
from pnp.rendering.access_log import Part
from pnp.rendering.text.theme import load_theme


def lint_weights(project: Project, game: Game, language: Language, read: Container[Part]) -> Iterator[Diagnostic]:
    """Yield a warning for each font role, among those that faces ``read``, whose first family has no font of the wanted
    weight, so that the nearest one is printed."""
    resources = project.resources(game)
    theme = load_theme(resources.templates.every("shared/theme.toml", f"{game.engine}/theme.toml"), language)
    for name, role in theme.fonts.items():
        if ("font", f"{name} ({language})") in read:
            face = resources.fonts.stack(role.families, role.weight, role.style, role.stretch).faces[0]
            if face.weight != role.weight:
                message = f"the family {face.family} has no font of weight {role.weight}: {face.weight} is printed"
                hint = f"put its font into the folder fonts, or write weight = {face.weight}"
                yield Diagnostic("no-weight", message, theme.place_of_role(name), hint, severity="warning")
