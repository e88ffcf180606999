"""What a person can ask of a build."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pnp.diagnostics import Diagnostic, PnpError
from pnp.model.game import Game, Paper
from pnp.model.text import Language

Backs = Literal["long-edge", "short-edge", "none"]
SvgText = Literal["text", "outlines"]

LARGEST_PAGE = 5080.0
"""In mm: 14,400 units of 1/72 inch (ISO 32000-1, annex C)."""


@dataclass(frozen=True, slots=True)
class BuildOptions:
    """Overrides of what ``[project]`` says; None leaves it as it is. Lengths in mm."""

    language: Language | None = None
    paper: Paper | None = None
    backs: Backs = "long-edge"
    back_offset: tuple[float, float] = (0.0, 0.0)
    gutter: float | None = None
    bleed: float | None = None
    margin: float | None = None
    only: tuple[str, ...] = ()
    seed: int = 0
    out: Path | None = None
    svg: SvgText | None = None
    """Leave the faces as SVG files too, with their text as this."""
    instead: tuple[str, ...] = ()
    """Components to print in place of those that they can replace."""
    choices: bool = False
    """Print what can be replaced and what can replace it, to look a game over."""
    players: int | None = None
    """Print only what is used with so many players; None prints everything."""


@dataclass(frozen=True, slots=True)
class PrintSettings:
    """Options and defaults resolved. Lengths in mm."""

    language: Language
    paper: Paper
    gutter: float
    bleed: float
    margin: float


def resolve(options: BuildOptions, game: Game) -> PrintSettings:
    """``options`` over the defaults of ``game``. Raises PnpError where the margins leave nothing of the paper."""
    defaults = game.defaults
    settings = PrintSettings(
        language=options.language or defaults.language,
        paper=options.paper or defaults.paper,
        gutter=defaults.gutter if options.gutter is None else options.gutter,
        bleed=defaults.bleed if options.bleed is None else options.bleed,
        margin=defaults.margin if options.margin is None else options.margin,
    )
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
