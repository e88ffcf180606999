"""Lint the fonts of a theme: find weights that no file of their family has, or that a file denies."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from pathlib import Path

from pnp.diagnostics import Diagnostic
from pnp.fonts.book import INDEX
from pnp.fonts.face import FontFace
from pnp.fonts.files import describe
from pnp.inside import lies_in
from pnp.model.game import Game
from pnp.model.text import Language
from pnp.project.project import Project
from pnp.rendering.access_log import Part
from pnp.rendering.text.theme import load_theme
from pnp.toml.document import locate_key, parse_toml

_FAR = 200
"""Least difference of two weights that are not two names of one."""
_REGULAR, _BOLDER = 400, 700
_LEAST = 100
"""Least weight of a font; old files count from 1 to 9."""


def lint_weights(project: Project, game: Game, language: Language, read: Container[Part]) -> Iterator[Diagnostic]:
    """Yield a warning for each font role, among those that faces ``read``, whose first family has no font of the wanted
    weight, so that the nearest one is printed."""
    resources = project.resources(game)
    yield from _plain_strong(project, game, language, read)
    used: dict[Path, FontFace] = {}
    theme = load_theme(resources.templates.every("shared/theme.toml", f"{game.engine}/theme.toml"), language)
    for name, role in theme.fonts.items():
        if ("font", f"{name} ({language})") in read:
            face, *others = resources.fonts.stack(role.families, role.weight, role.style, role.stretch).faces
            used.update((font.path, font) for font in (face, *others) if lies_in(font.path, project.folder))
            if face.weight != role.weight:
                message = f"the family {face.family} has no font of weight {role.weight}: {face.weight} is printed"
                hint = f"put its font into the folder fonts, or write weight = {face.weight}"
                yield Diagnostic("no-weight", message, theme.place_of_role(name), hint, severity="warning")
    yield from _denied_weights(used.values())


def _plain_strong(project: Project, game: Game, language: Language, read: Container[Part]) -> Iterator[Diagnostic]:
    """Yield a warning if bold words look like all others, though their family has a bolder font."""
    resources = project.resources(game)
    theme = load_theme(resources.templates.every("shared/theme.toml", f"{game.engine}/theme.toml"), language)
    text, strong = theme.fonts.get("text"), theme.fonts.get("strong")
    if text is None or strong is None or ("font", f"strong ({language})") not in read:
        return
    wanted = ((text, text.weight), (strong, strong.weight), (strong, _BOLDER))
    stacks = (resources.fonts.stack(role.families, weight, role.style, role.stretch) for role, weight in wanted)
    plain, bold, bolder = (stack.faces[0] for stack in stacks)
    if bold.path == plain.path and bolder.weight > plain.weight:
        message = f"bold words look like all others: 'strong' and 'text' have {plain.family} in {plain.weight}"
        hint = f"write weight = {bolder.weight}"
        yield Diagnostic("plain-strong", message, theme.place_of_role("strong"), hint, severity="warning")


def _denied_weights(faces: Iterable[FontFace]) -> Iterator[Diagnostic]:
    """Yield a warning for each weight of an index of fonts that is far from what the file says itself, in a family of
    several files. A file that calls itself regular may do so for want of care."""
    for face in faces:
        index = face.path.parent / INDEX
        label = f"{index.parent.name}/{INDEX}"
        text = index.read_text("utf-8") if index.is_file() else ""
        fonts = parse_toml(text, label).get("font", [])
        own = describe(face.path).weight if sum(font["family"] == face.family for font in fonts) > 1 else face.weight
        if abs(own - face.weight) >= _FAR and own != _REGULAR and own >= _LEAST:
            message = f"{face.path.name} says that its weight is {own}, not {face.weight}"
            number = [font["file"] for font in fonts].index(face.path.name)
            place = locate_key(text, label, ("font", number, "weight"))
            yield Diagnostic("denied-weight", message, place, f"write weight = {own}", severity="warning")
