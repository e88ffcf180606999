"""Which kits a command line asks for, and the making of one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from pnp.cli.output import progress
from pnp.diagnostics import Diagnostic, PnpError
from pnp.records import dataclass


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a command line asks for: games of a definition with its free ``values``, in languages and on papers, None
    for what the definition says of these."""

    games: Path | None
    values: Mapping[str, str]
    named: list[str] | None
    everything: bool
    languages: list[str | None]
    papers: list[Any]
    shared: Any

    @property
    def label(self) -> str:
        """What is asked for, where nobody knows yet what that is."""
        return ", ".join(self.named) if self.named else "anything"

    def kits(self, project: Any) -> dict[str, tuple[Any, Any]]:
        """The game and the options of each kit, by what it is called. Raises PnpError for games that are not there."""
        found = {
            _called(game, language, size): (game, replace(self.shared, language=language, paper=size))
            for game in _chosen(project, self.named, self.everything)
            for language in self.languages
            for size in self.papers
        }
        if self.shared.changed_since is not None and len(found) > 1:
            message = "--changed-since is for one kit"
            raise PnpError(Diagnostic("usage", message, hint="name one game, language and paper"))
        return found


def make(project: Any, game: Any, options: Any, quiet: bool) -> tuple[Any, tuple[Path, ...]]:
    """A kit with its files, which are written. Raises PnpError."""
    from pnp.build.build import build_kit, write_kit  # noqa: PLC0415 - pnp --help must not load the pipeline

    with progress(f"building {game.id}", quiet) as step:
        kit = build_kit(project, game, options, step)
    return kit, write_kit(project, kit, options)


def _chosen(project: Any, named: list[str] | None, everything: bool) -> list[Any]:
    """The games to build. Raises PnpError unless they are named or all are asked for, where there are several."""
    only_one = len((*project.games, *project.set_aside)) == 1
    if everything == bool(named) and (everything or not only_one):
        raise PnpError(
            Diagnostic(
                "usage",
                "games are named and --all is said: say one of the two"
                if everything
                else "name the games to build, or say --all",
                hint=f"{project.label} has: {', '.join((*project.games, *project.set_aside))}",
            )
        )
    return [project.game(name) for name in dict.fromkeys(named)] if named else list(project.every_game())


def papers_named(named: list[str] | None) -> list[Any]:
    """The papers to build for, None for the one that the definition says."""
    from pnp.model.sizes import paper as paper_named  # noqa: PLC0415

    try:
        return [paper_named(text) for text in named or ()] or [None]
    except ValueError as error:
        raise PnpError(Diagnostic("bad-paper", str(error))) from error


def _called(game: Any, language: str | None, sheet: Any) -> str:
    """What a kit among several is called: its game, and what was asked for by name."""
    parts = [game.id, "" if language is None else f"in {language}", "" if sheet is None else f"on {sheet.name}"]
    return " ".join(filter(None, parts))
