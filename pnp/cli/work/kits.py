"""Choose the kits that a command line asks for, and build one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from pnp.build.build import build_kit
from pnp.build.kit import BuiltKit, write_kit
from pnp.build.options import BuildOptions
from pnp.calibration.printers_file import find_printer
from pnp.cli.kit_options import KitOptions
from pnp.cli.options import CutMachine, back_offset_in_mm, backs_and_flip, length_in_mm, unique
from pnp.cli.output import progress
from pnp.cutting.machines import MACHINES, CutRequest
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


def build_options(kit: KitOptions, **others: Any) -> BuildOptions:
    """Return the options of a build for those of a command line. ``others`` are options that a kit need not have.

    The language and the paper are left to the request for kits. Raises PnpError for values that cannot be read or do
    not go together.
    """
    backs, flip = backs_and_flip(kit.backs, kit.flip)
    return BuildOptions(
        backs=backs,
        flip=flip,
        back_offset=back_offset_in_mm(kit.back_offset),
        printer=find_printer(kit.printer),
        gutter=length_in_mm("--gutter", kit.gutter),
        bleed=length_in_mm("--bleed", kit.bleed),
        margin=length_in_mm("--margin", kit.margin),
        edge=kit.edge,
        marks=kit.marks,
        mark_ink=kit.mark_ink,
        sheet=kit.sheet,
        pack=kit.pack,
        fill=unique(kit.fill),
        ink=kit.ink,
        grey=kit.grey,
        only=unique(kit.only),
        instead=unique(kit.instead),
        without=unique(kit.without),
        seed=kit.seed,
        players=kit.players,
        cut=cut_request(kit.cut, kit.corner, kit.cut_format),
        split=kit.split,
        **others,
    )


def cut_request(machine: CutMachine | None, corner: str | None, formats: Sequence[str] | None) -> CutRequest | None:
    """Return the request for cut files, None without a machine.

    Raises PnpError for options that do not go together.
    """
    if machine is None:
        orphaned = [name for name, option in (("--corner", corner), ("--cut-format", formats)) if option]
        if orphaned:
            message = f"{orphaned[0]} is about cut files, and none are asked for"
            raise PnpError(Diagnostic("usage", message, hint="say for which machine, such as --cut silhouette"))
        return None
    possible = MACHINES[machine].possible
    unavailable = [name for name in formats or () if name not in possible]
    if unavailable:
        message = f"there are no {unavailable[0]} files for --cut {machine}"
        raise PnpError(Diagnostic("usage", message, hint=f"it has: {', '.join(possible)}"))
    chosen = tuple(name for name in possible if name in (formats or ())) or MACHINES[machine].formats
    return CutRequest(machine, chosen, length_in_mm("--corner", corner) or 0.0)


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
