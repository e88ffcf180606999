"""Choose the kits that a command line asks for, and build one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from pnp.build.build import build_kit
from pnp.build.kit import BuiltKit, write_kit
from pnp.build.options import BuildOptions
from pnp.cli.output import progress
from pnp.diagnostics import Diagnostic, PnpError, refuse_warnings
from pnp.model.game import Game, Paper
from pnp.model.sizes import paper as paper_called
from pnp.model.text import Language
from pnp.project.project import Project
from pnp.records import dataclass


@dataclass(frozen=True, slots=True)
class KitRequest:
    """Kits that a command asks for: games of a definition with its free ``values``, in languages and on papers.

    A language or a paper of None is that of the definition.
    """

    games: Path | None
    values: Mapping[str, str]
    names: Sequence[str] | None
    everything: bool
    languages: Sequence[Language | None]
    papers: Sequence[Paper | None]
    options: BuildOptions
    """The options that all kits share."""

    @property
    def label(self) -> str:
        """Name of the request, for errors of a definition that cannot be read."""
        return ", ".join(self.names) if self.names else "any kit"

    def kits(self, project: Project) -> dict[str, tuple[Game, BuildOptions]]:
        """Return the game and the options of each kit by its name. Raises PnpError for unknown games."""
        kits = {
            _kit_name(game, language, paper): (game, replace(self.options, language=language, paper=paper))
            for game in self._games(project)
            for language in self.languages
            for paper in self.papers
        }
        if self.options.changed_since is not None and len(kits) > 1:
            message = "--changed-since is for one kit"
            raise PnpError(Diagnostic("usage", message, hint="name one game, language and paper"))
        return kits

    def _games(self, project: Project) -> list[Game]:
        """Return the games to build. Raises PnpError if there are several, and neither some nor all are asked for."""
        tables = (*project.games, *project.set_aside)
        if self.everything == bool(self.names) and (self.everything or len(tables) != 1):
            raise PnpError(
                Diagnostic(
                    "usage",
                    "games are named and --all is said: say one of the two"
                    if self.everything
                    else "name the games to build, or say --all",
                    hint=f"{project.label} has: {', '.join(tables)}",
                )
            )
        return [project.game(name) for name in dict.fromkeys(self.names)] if self.names else list(project.every_game())


def build_and_write(
    project: Project, game: Game, options: BuildOptions, quiet: bool
) -> tuple[BuiltKit, tuple[Path, ...]]:
    """Build a kit, write its files, and return both. Raises PnpError."""
    with progress(f"building {game.id}", quiet) as step:
        kit = build_kit(project, game, options, step)
    if options.strict:
        refuse_warnings(kit.warnings)
    return kit, write_kit(project, kit, options)


def parse_papers(names: Sequence[str] | None) -> Sequence[Paper | None]:
    """Return the papers to build for, or one None for that of the definition. Raises PnpError for an unknown paper."""
    try:
        return [paper_called(name) for name in names or ()] or [None]
    except ValueError as error:
        raise PnpError(Diagnostic("bad-paper", str(error))) from error


def _kit_name(game: Game, language: Language | None, paper: Paper | None) -> str:
    """Name a kit among several: its game, and the requested language and paper."""
    parts = [game.id, "" if language is None else f"in {language}", "" if paper is None else f"on {paper.name}"]
    return " ".join(filter(None, parts))
