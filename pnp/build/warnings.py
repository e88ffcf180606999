"""What a definition may say and its author hardly means: warnings, each at its place."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.build.selection import too_few
from pnp.diagnostics import Diagnostic
from pnp.model.game import Game
from pnp.model.kinds_of_text import Located, Path, paths_of_inks
from pnp.model.text import Translated
from pnp.project.project import Project, engine_of
from pnp.project.source_locations import bounded
from pnp.rendering.graphics.colour import channels, contrast, is_colour

_PAPER = "#ffffff"
_SEEN = 1.15
"""The least contrast with white paper at which an ink is seen as one; the palest shipped ink has 1.3."""


def doubts(project: Project, game: Game, players: int | None) -> Iterator[Diagnostic]:
    """Decks with fewer cards than ``players`` take, None for the most there can be; inks that cannot be told apart or
    seen on paper; pages that are portrait on a paper written wider than high; what is odd about files of cards, and
    bold words without an end."""
    yield from project.notes.get(game.id, ())
    yield from too_few(project, game, players)
    yield from _lying_paper(project, game)
    yield from _inks(project, game)
    yield from bounded(_open_marks(game), "warnings")


def _lying_paper(project: Project, game: Game) -> Iterator[Diagnostic]:
    """Whoever writes the longer side first may want landscape pages, and pages are portrait unless they say so."""
    upright = [one.id for one in game.components if one.kind == "page" and one.orientation is None]
    if game.defaults.paper.lying and upright:
        message = f"the paper is portrait, whatever side comes first, and so are the pages of {', '.join(upright)}"
        hint = 'write orientation = "landscape", or "portrait", at the component'
        place = project.locate_own(game.id, ("paper",)) or project.locate(game.id, ("paper",))
        yield Diagnostic("portrait-pages", message, place, hint, severity="warning")


def _open_marks(game: Game) -> Iterator[Diagnostic]:
    """Texts of cards in which ``**`` begins bold words and nothing ends them."""
    for item in (item for items in game.decks.values() for item in items if item.origin is not None):
        for name, value in item.fields.items():
            if isinstance(value, str) and "**" not in value:
                continue
            said = value.wordings if isinstance(value, Translated) else {None: value}
            for language, text in said.items():
                if isinstance(text, str) and text.count("**") % 2 and item.origin is not None:
                    message = "this ** is never closed: it is printed as it stands"
                    place = item.origin.place(name, language)
                    yield Diagnostic("unclosed-bold", message, place, "close it with another **", severity="warning")


def _inks(project: Project, game: Game) -> Iterator[Diagnostic]:
    seen: dict[tuple[Path, tuple[int, int, int]], Located] = {}
    for found in paths_of_inks(engine_of(game).settings, game.resolved):
        if not is_colour(found.value):
            continue  # to be told where it is drawn
        if contrast(found.value, _PAPER) < _SEEN:
            message = f"the ink {found.value} of {_entry(game, found.path)} can hardly be seen on white paper"
            hint = "choose a darker one, unless the game is printed on coloured paper"
            place = project.locate(game.id, found.path)
            yield Diagnostic("pale-ink", message, place, hint, severity="warning")
        key = (_kind(found.path), channels(found.value))
        first = seen.setdefault(key, found)
        if first is not found:
            # What the user said is told, beside what was there.
            said = project.locate_own(game.id, found.path) is not None
            new, old = (found, first) if said else (first, found)
            message = f"{_entry(game, new.path)} has the ink {new.value} of {_entry(game, old.path)}"
            place = project.locate(game.id, new.path)
            yield Diagnostic("same-ink", message, place, "give each an ink of its own", severity="warning")


def _kind(path: Path) -> Path:
    """What an ink is an ink of: its path without places in lists."""
    return tuple(part for part in path if isinstance(part, str))


def _entry(game: Game, path: Path) -> str:
    """The entry of a list that has an ink, by its id or its place."""
    entry = game.resolved
    for part in path[:-1]:
        entry = entry[part]  # type: ignore[index]  # a path that the definition itself gave
    name = entry.get("id", entry.get("number")) if isinstance(entry, dict) else None
    return ".".join(map(str, path[:-1])) if name is None else f"{name!r} in {path[0]}"
