"""View: what a page of the studio shows, by its address; and what the command line asks for."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import get_args

from pnp.build.options import BuildOptions
from pnp.diagnostics import Diagnostic, PnpError
from pnp.model.game import Game, Paper
from pnp.model.print_options import Ink
from pnp.model.sizes import paper as paper_called
from pnp.model.text import Language, language_tag
from pnp.project.project import Project
from pnp.records import dataclass

_MOST_PLAYERS = 99
_LONGEST = 80
"""Most letters of a value in the address."""


@dataclass(frozen=True, slots=True)
class View:
    """View of a kit: a game of the definition, and how it is printed. Empty values are those of the definition."""

    game: str = ""
    language: Language = ""
    paper: Paper | None = None
    players: int | None = None
    ink: Ink = "full"
    grey: bool = False

    @classmethod
    def of(cls, query: Mapping[str, str]) -> View:
        """Return the view that an address asks for. Raises PnpError for a value that cannot be."""
        language, paper, ink = (query.get(name, "")[:_LONGEST] for name in ("lang", "paper", "ink"))
        try:
            return cls(
                query.get("game", "")[:_LONGEST],
                _language(language),
                paper_called(paper) if paper else None,
                _players(query.get("players", "")),
                _ink(ink or "full"),
                query.get("grey") == "1",
            )
        except ValueError as error:
            raise PnpError(Diagnostic("usage", str(error), hint="see the address of the page")) from error

    def options(self) -> BuildOptions:
        """Return the options of a build that prints what the view shows, with all components that can be chosen."""
        return BuildOptions(
            language=self.language or None,
            paper=self.paper,
            players=self.players,
            ink=None if self.ink == "full" else self.ink,
            grey=self.grey,
            choices=True,
        )


@dataclass(frozen=True, slots=True)
class StudioRequest:
    """What the command line asks for: a definition with its free values, the game to begin with, and the folder of the
    output, None for the usual one."""

    games: Path | None
    values: Mapping[str, str]
    game: str | None = None
    out: Path | None = None
    against: Path | None = None
    """Printed kit to compare with."""
    since: str | None = None
    """Commit of git to compare with."""

    @property
    def folder(self) -> Path:
        """Return the folder of the project."""
        return Path.cwd() if self.games is None else self.games.resolve().parent

    @property
    def compared_with(self) -> str:
        """Return the name of what the kit is compared with: a file or a commit; empty for nothing."""
        return self.since or ("" if self.against is None else self.against.name)

    def game_of(self, project: Project, view: View) -> Game:
        """Return the game of a view, or that of the command line, or the first one. Raises PnpError."""
        return project.game(view.game or self.game or next(iter((*project.games, *project.set_aside)), ""))


def _language(text: str) -> Language:
    if not text:
        return ""
    tag = language_tag(text)
    if tag is None:
        raise ValueError(f"{text!r} is no language tag, such as en, ja or pt-BR")
    return tag


def _players(text: str) -> int | None:
    if not text:
        return None
    if not (text.isascii() and text.isdecimal()) or not 1 <= int(text[:4]) <= _MOST_PLAYERS:
        raise ValueError(f"{text[:_LONGEST]!r} is no number of players")
    return int(text)


def _ink(text: str) -> Ink:
    choices: tuple[Ink, ...] = get_args(Ink)
    for choice in choices:
        if choice == text:
            return choice
    raise ValueError(f"there is no ink {text!r}: choose {', '.join(choices)}")
