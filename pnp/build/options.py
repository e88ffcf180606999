"""Options of a build, the settings that follow, and the kit context handed from step to step."""

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
from pnp.model.sheets import Backs, Flip, Ink, MarkInk, Marks, Pack
from pnp.model.text import Language
from pnp.project.build_cache import KitCache
from pnp.project.project import Project
from pnp.records import dataclass

if TYPE_CHECKING:
    from pnp.cutting.machines import CutRequest


SvgText = Literal["text", "outlines"]
Split = Literal["sides", "components"]

LARGEST_PAGE = 5080.0
"""In mm: 14,400 units of 1/72 inch (ISO 32000-1, annex C)."""


@dataclass(frozen=True, slots=True)
class BuildOptions:
    """Overrides of what ``[project]`` and the game say; None leaves it as it is. Lengths in mm."""

    language: Language | None = None
    paper: Paper | None = None
    backs: Backs | None = None
    flip: Flip | None = None
    back_offset: tuple[float, float] | None = None
    printer: Printer | None = None
    """What it needs goes before what the game says, and after what is said here."""
    gutter: float | None = None
    bleed: float | None = None
    margin: float | None = None
    edge: Edge | None = None
    """Of every component, whatever it says itself."""
    marks: Marks | None = None
    mark_ink: MarkInk | None = None
    sheet: str | None = None
    """What cards and summaries are laid on, by name; ``none`` for sheets of the kit's paper."""
    pack: Pack | None = None
    fill: tuple[str, ...] = ()
    """Components of which more copies fill the places that would stay empty."""
    ink: Ink | None = None
    grey: bool = False
    """Every colour as the grey that is as bright, as a printer with black alone has it."""
    ink_report: bool = False
    """Measure how much ink the sheets take, though nothing is printed with less."""
    only: tuple[str, ...] = ()
    seed: int = 0
    out: Path | None = None
    svg: SvgText | None = None
    """Leave the faces as SVG files too, with their text as this."""
    instead: tuple[str, ...] = ()
    """Components to print in place of those that they can replace."""
    choices: bool = False
    """Print what can be replaced and what can replace it, to look a game over."""
    split: Split | None = None
    """Write several files: what is printed on one side apart from the rest, or each component by itself."""
    players: int | None = None
    """Print only what is used with so many players; None prints everything."""
    cut: CutRequest | None = None
    """Lay sheets for a cutting machine and leave cut files too; None leaves the cutting to hands."""
    changed_since: Path | None = None
    """A kit that was printed: print what changed since then alone."""


@dataclass(frozen=True, slots=True)
class PrintSettings:
    """Options and defaults resolved. Lengths in mm.

    ``margin`` is what stays white: what the printer cannot reach, and as much more as ``correction`` takes. That is
    what the printer needs, with the offset of backs in it; ``printer`` is its name, empty where none has a say.
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
    """``options`` over what the printer needs, over the defaults of ``game``. Raises PnpError where the margins leave
    nothing of the paper, for a printer that was never measured on it, and for an offset beyond the margin."""
    defaults = game.defaults
    paper = options.paper or defaults.paper
    profile = _profile(options.printer, paper) or PrinterProfile()
    correction = profile.correction
    if options.back_offset is not None:
        correction = replace(correction, back_offset=options.back_offset)
    margin = next(one for one in (options.margin, profile.margin, defaults.margin) if one is not None)
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
    for name, length, most in (("bleed", settings.bleed, 20.0), ("gutter", settings.gutter, 100.0)):
        if length > most:
            message = f"a {name} of {length:g} mm is more than {most:g} mm"
            raise PnpError(Diagnostic("bad-length", message, hint=f"give a smaller {name}, such as 3mm"))
    if max(settings.paper.size.width, settings.paper.size.height) > LARGEST_PAGE:
        message = f"{settings.paper.name} is larger than {LARGEST_PAGE:g} mm, the most that PDF readers show"
        raise PnpError(Diagnostic("bad-paper", message, hint="choose a smaller paper"))
    return settings


def _profile(printer: Printer | None, paper: Paper) -> PrinterProfile | None:
    """What the printer needs on this paper; None where it is the default one and was never measured on it, which is
    told when the sheets are looked at."""
    if printer is None or (printer.by_default and paper.name not in printer.profiles):
        return None
    return profile_of(printer, paper)


def _check_offset(offset: tuple[float, float], margin: float, options: BuildOptions) -> None:
    """Raises PnpError where the offset would push what lies at the margin off the paper."""
    most = max(map(abs, offset))
    if most <= margin:
        return
    said = "--back-offset" if options.back_offset is not None or options.printer is None else options.printer.name
    raise PnpError(
        Diagnostic(
            "offset-beyond-margin",
            f"{said}: an offset of {most:g} mm is beyond the margin of {margin:g} mm: backs would run off the paper",
            hint="see that the paper lies against its guides and calibrate again, or give a larger --margin",
        )
    )


def with_edge(game: Game, edge: Edge | None) -> Game:
    """The game with this edge on every component that can have one: pages and nets cannot."""
    if edge is None:
        return game
    components = tuple(one if one.kind in ("page", "folded") else replace(one, edge=edge) for one in game.components)
    return replace(game, components=components)


@dataclass(frozen=True, slots=True)
class KitContext:
    """A kit to be made: its project and game, the options of the command, and the settings that follow from both."""

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
        """The fonts that the game is drawn with."""
        return self.project.resources(self.game).fonts

    @property
    def cache(self) -> KitCache:
        """The cache of this kit, for builds that follow one another in one process."""
        return self.project.workshop.room((self.game.id, repr(self.options)))
