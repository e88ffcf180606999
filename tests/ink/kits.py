"""Kits with all their faces, and the same kits with less ink, each made once in a process."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from pnp.build.faces import Groups, RenderedKit, render_kit
from pnp.build.ink_modes import apply_ink_mode
from pnp.build.options import BuildOptions, KitContext
from pnp.build.preview import faces_pdf
from pnp.ink.coverage import ink_shares
from pnp.model.game import Game
from pnp.model.print_options import Ink
from pnp.project.examples import search_examples
from pnp.project.project import Project, open_project, open_shipped
from pnp.rendering.face import Face

EXAMPLES = Path(__file__).parents[2] / "examples"
DECKS = {"night-garden": "new-deck", "salt-post": "salt-post"}
"""Decks beside the shipped games, by their folders."""
PARTS = {"cards of night-garden": ("flowers", "dew")}
"""Components of a deck that are drawn if a part is enough."""


def game_of(name: str) -> Game:
    """Return a game by its name, or by that of a part of it."""
    return project_of(name).game(name.rpartition(" ")[2])


def options_of(name: str, **more: Any) -> BuildOptions:
    return BuildOptions(language="en", choices=name not in PARTS, only=PARTS.get(name, ()), **more)


@cache
def project_of(game: str) -> Project:
    deck = DECKS.get(game.rpartition(" ")[2])
    return open_shipped() if deck is None else open_project(EXAMPLES / deck / "games.toml")


@cache
def rendered(game: str) -> RenderedKit:
    """Return every component of a game, in English, in full."""
    opened = game_of(game)
    return render_kit(
        KitContext.of(project_of(game), opened, options_of(game)), search_examples(opened), lambda _label: None
    )


@cache
def groups_of(game: str, ink: Ink) -> Groups:
    """Return the components of a game in an ink."""
    project, options, opened = project_of(game), options_of(game, ink=ink), game_of(game)
    return apply_ink_mode(KitContext.of(project, opened, options), rendered(game), lambda _label: None).groups


@cache
def faces_of(game: str, ink: Ink) -> dict[str, Face]:
    """Return every face once, by its id."""
    return {face.id: face for _, leaves in groups_of(game, ink) for leaf in leaves for face in leaf.faces}


@cache
def inks_by_face(game: str, ink: Ink) -> dict[str, float]:
    """Return the share of each face that is covered with ink."""
    faces, project = faces_of(game, ink), project_of(game)
    fonts = project.resources(game_of(game)).fonts
    return dict(
        zip(
            faces,
            ink_shares(faces_pdf(fonts, list(faces.values()), cut_lines=False), range(1, len(faces) + 1)),
            strict=True,
        )
    )


def inks_by_component(game: str, ink: Ink) -> dict[tuple[str, str], float]:
    """Return the mean ink of the fronts and of the backs of each component, and of all sides of its pages."""
    inks, inks_of_sides = inks_by_face(game, ink), dict[tuple[str, str], list[float]]()
    for part, leaves in groups_of(game, ink):
        for leaf in leaves:
            for face in leaf.faces:
                side = "" if part.kind == "page" else face.side
                inks_of_sides.setdefault((part.id, side), []).extend([inks[face.id]] * leaf.copies)
    return {name: sum(side_inks) / len(side_inks) for name, side_inks in inks_of_sides.items()}


def ink_of_all(game: str, ink: Ink) -> float:
    """Return the ink of the whole kit, every copy counted."""
    inks = inks_by_face(game, ink)
    return sum(
        inks[face.id] * face.trim.width * face.trim.height * leaf.copies
        for _, leaves in groups_of(game, ink)
        for leaf in leaves
        for face in leaf.faces
    )
