"""What a game is drawn with: folders of templates, fonts and pictures, the one that wins first."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pathlib import Path

from pnp.diagnostics import Diagnostic, Location, TemplateError
from pnp.fonts import FontBook
from pnp.model.text import Language
from pnp.records import dataclass
from pnp.rendering.templates.sources import SHARED, TemplateFolders
from pnp.rendering.text.words import Words, load_words
from pnp.shipped import shipped


@dataclass(frozen=True)
class Resources:
    """The user's folder, that of the package which brings the game, and the shipped files."""

    templates: TemplateFolders
    font_folders: tuple[Path, ...]
    picture_folders: tuple[Path, ...]
    """Where faces may take PNG and JPEG pictures from: the project's folder, and the folders of templates."""
    open_fonts: Callable[[tuple[Path, ...]], FontBook] = FontBook
    """How the fonts of folders are opened."""

    @classmethod
    def of(
        cls,
        project: Path | None,
        package: Path | None = None,
        open_fonts: Callable[[tuple[Path, ...]], FontBook] = FontBook,
    ) -> Resources:
        """The resources of a game: ``project`` is the user's folder, if there is one; ``package`` the folder of the
        installed package that brings the game, None for a shipped one."""
        above = [folder for folder in (project, package) if folder is not None]
        templates = TemplateFolders((*_there(above, "templates"), shipped("templates")))
        own = () if project is None else (project,)
        return cls(templates, (*_there(above, "fonts"), shipped("fonts")), (*own, *templates.folders), open_fonts)

    @cached_property
    def fonts(self) -> FontBook:
        """The fonts of all font folders."""
        return self.open_fonts(self.font_folders)

    def words(self, engine: str | None, language: Language) -> Words:
        """The words of ``engine`` over those that all games share; the shared ones alone without an engine."""
        files = [f"{SHARED}/words.toml"] if engine is None else [f"{SHARED}/words.toml", f"{engine}/words.toml"]
        return load_words(self.templates.every(*files), language, f"templates/{files[-1]}", borrow=engine is None)


def _there(folders: list[Path], name: str) -> list[Path]:
    """The folders of this name inside others. Raises TemplateError for one that is a link to somewhere else."""
    found = [folder / name for folder in folders if (folder / name).is_dir()]
    for path in found:
        if not path.resolve().is_relative_to(path.parent.resolve()):
            raise TemplateError(
                Diagnostic(
                    "outside-project",
                    f"the folder {name} is a link out of the project",
                    Location(str(path)),
                    "put a copy of the folder in its place",
                )
            )
    return found
