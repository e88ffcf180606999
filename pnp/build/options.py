"""Options of a build, the print settings that follow from them, and the context of a kit."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pnp.build.stock import with_sheet
from pnp.calibration.profile import Printer, PrinterProfile, profile_of
from pnp.diagnostics import Diagnostic, PnpError
from pnp.fonts import FontBook
from pnp.imposition.correction import NO_CORRECTION, Correction
from pnp.model.component import Edge
from pnp.model.game import Game, Paper
from pnp.model.print_options import MOST_BLEED, Backs, Flip, Ink, MarkInk, Marks, Pack
from pnp.model.text import Language
from pnp.project.build_cache import KitCache
from pnp.project.project import Project
from pnp.records import dataclass

if TYPE_CHECKING:
    from pnp.cutting.machines import CutRequest


SvgText = Literal["text", "outlines"]
Split = Literal["sides", "components"]

LARGEST_PAGE = 5080.0
"""Limit of a side of the paper in mm: 14,400 units of 1/72 inch (ISO 32000-1, annex C)."""


@dataclass(frozen=True, slots=True)
class BuildOptions:
    """Overrides of ``[project]`` and of the game; None leaves a setting as it is. Lengths in mm."""

    language: Language | None = None
    paper: Paper | None = None
    backs: Backs | None = None
    flip: Flip | None = None
    back_offset: tuple[float, float] | None = None
    printer: Printer | None = None
    """Printer whose profile overrides the game, and is overridden by these options."""
    gutter: float | None = None
    bleed: float | None = None
    margin: float | None = None
    edge: Edge | None = None
    """Edge of every component, over the component's own."""
    marks: Marks | None = None
    mark_ink: MarkInk | None = None
    sheet: str | None = None
    """Name of the sheet template of cards and summaries; ``none`` for sheets of the kit's paper."""
    pack: Pack | None = None
    fill: tuple[str, ...] = ()
    """Components whose copies fill the places that would stay empty."""
    ink: Ink | None = None
    grey: bool = False
    """Print every colour as the grey of the same lightness, as a printer with black alone has it."""
    ink_report: bool = False
    """Measure the ink that the sheets take, even in full ink."""
    only: tuple[str, ...] = ()
    seed: int = 0
    out: Path | None = None
    svg: SvgText | None = None
    """Write the faces as SVG files too, with their text in this form."""
    instead: tuple[str, ...] = ()
    """Components to print in place of those that they can replace."""
    without: tuple[str, ...] = ()
    """Components that are not printed."""
    choices: bool = False
    """Print components and their replacements, to look a game over."""
    split: Split | None = None
    """Write several files: one-sided pieces apart from the rest, or each component by itself."""
    strict: bool = False
    """Refuse a kit with warnings."""
    players: int | None = None
    """Print only what this number of players uses; None prints everything."""
    cut: CutRequest | None = None
    """Lay sheets for a cutting machine and write cut files too; None for cutting by hand."""
    changed_since: Path | None = None
    """Printed kit: print only what changed since."""
    shows_overflow: bool = False
    """Draw faces with texts that do not fit all the same, to look at them. They are errors as they are without it."""

    @property
    def selects(self) -> bool:
        """True if a part of the kit is printed."""
        return bool(self.only or self.without)


@dataclass(frozen=True, slots=True)
class PrintSettings:
    """Options and defaults, resolved. Lengths in mm.

    ``margin`` stays white: the printer cannot reach it, or ``correction`` needs it. ``correction`` is what the printer
    needs, with the offset of backs in it. ``printer`` is the printer's name, empty if no profile applies.
    """

    language: Language
    paper: Paper
    gutter: float
    bleed: float
    margin: float
    backs: Backs
    flip: Flip
    marks: Marks
    mark_ink: MarkInk
    pack: Pack
    correction: Correction = NO_CORRECTION
    printer: str = ""
    ink: Ink = "full"


def resolve(options: BuildOptions, game: Game) -> PrintSettings:
    """Resolve ``options`` over the printer's profile, over the defaults of ``game``.

    Raises PnpError if the margins leave nothing of the paper, for a printer that was never measured on it, for an
    offset beyond the margin, and for a paper, bleed or gutter that is too large.
    """
    defaults = game.defaults
    paper = options.paper or defaults.paper
    profile = _profile(options.printer, paper) or PrinterProfile()
    correction = profile.correction
    if options.back_offset is not None:
        correction = replace(correction, back_offset=options.back_offset)
    margin = next(length for length in (options.margin, profile.margin, defaults.margin) if length is not None)
    backs = options.backs or defaults.backs
    turned = backs in ("duplex", "separate")
    settings = PrintSettings(
        language=options.language or defaults.language,
        paper=paper,
        gutter=defaults.gutter if options.gutter is None else options.gutter,
        bleed=defaults.bleed if options.bleed is None else options.bleed,
        margin=margin + math.ceil(100 * correction.reach(paper.size, turned=turned) - 1e-6) / 100,
        backs=backs,
        flip=options.flip or profile.flip or defaults.flip,
        marks=options.marks or defaults.marks,
        mark_ink=options.mark_ink or defaults.mark_ink,
        pack=options.pack or defaults.pack,
        correction=correction,
        printer="" if profile == PrinterProfile() or options.printer is None else options.printer.name,
        ink=options.ink or defaults.ink,
    )
    if turned:
        _check_offset(correction.back_offset, margin, options)
    if 2 * settings.margin >= min(settings.paper.size.width, settings.paper.size.height):
        raise PnpError(
            Diagnostic(
                "bad-margin",
                f"margins of {settings.margin:g} mm leave nothing of {settings.paper.name} to print on",
                hint="a margin is what the printer cannot reach, mostly 3mm to 6mm",
            )
        )
    for name, length, limit in (("bleed", settings.bleed, MOST_BLEED), ("gutter", settings.gutter, 100)):
        if length > limit:
            message = f"a {name} of {length:g} mm is more than {limit:g} mm"
            raise PnpError(Diagnostic("bad-length", message, hint=f"give a smaller {name}, such as 3mm"))
    if max(settings.paper.size.width, settings.paper.size.height) > LARGEST_PAGE:
        message = f"{settings.paper.name} is larger than {LARGEST_PAGE:g} mm, the most that PDF readers show"
        raise PnpError(Diagnostic("bad-paper", message, hint="choose a smaller paper"))
    return settings


def _profile(printer: Printer | None, paper: Paper) -> PrinterProfile | None:
    """Return the printer's profile for this paper. Return None for a default printer that was never measured on it:
    that is a warning about the sheets."""
    if printer is None or (printer.by_default and paper.name not in printer.profiles):
        return None
    return profile_of(printer, paper)


def _check_offset(offset: tuple[float, float], margin: float, options: BuildOptions) -> None:
    """Raise PnpError if the offset would push the contents at the margin off the paper."""
    shift = max(map(abs, offset))
    if shift <= margin:
        return
    source = "--back-offset" if options.back_offset is not None or options.printer is None else options.printer.name
    raise PnpError(
        Diagnostic(
            "offset-beyond-margin",
            f"{source}: an offset of {shift:g} mm is beyond the margin of {margin:g} mm: backs would run off the paper",
            hint="see that the paper lies against its guides and calibrate again, or give a larger --margin",
        )
    )


def with_edge(game: Game, edge: Edge | None) -> Game:
    """Return the game with this edge on every component that can have one: pages and nets cannot."""
    if edge is None:
        return game
    components = tuple(
        component if component.kind in ("page", "folded") else replace(component, edge=edge)
        for component in game.components
    )
    return replace(game, components=components)


@dataclass(frozen=True, slots=True)
class KitContext:
    """Context of a kit to be made: project, game, options of the command, and print settings."""

    project: Project
    game: Game
    options: BuildOptions
    settings: PrintSettings

    @classmethod
    def of(cls, project: Project, game: Game, options: BuildOptions) -> KitContext:
        """Resolve ``options`` over the defaults of ``game``. Raises PnpError where they do not fit."""
        settings = resolve(options, game)
        return cls(project, with_sheet(project, with_edge(game, options.edge), options.sheet), options, settings)

    @property
    def fonts(self) -> FontBook:
        """Fonts that the game is drawn with."""
        return self.project.resources(self.game).fonts

    @property
    def cache(self) -> KitCache:
        """Cache of this kit, for builds that follow one another in one process."""
        return self.project.build_cache.kit_cache((self.game.id, self.options))
