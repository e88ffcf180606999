"""Options that several commands share, or whose help is too long for a signature, and parsers for their values.

Choices are literals of the model if importing them is cheap. If that would load the pipeline, they are repeated here.
"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Literal

import typer

from pnp.cache.disk import disable_cache
from pnp.diagnostics import Diagnostic, PnpError
from pnp.model.print_options import Backs, Flip, Ink, Pack
from pnp.model.text import Language, language_tag
from pnp.units import parse_length

BacksChoice = Literal["duplex", "gutterfold", "separate", "none", "long-edge", "short-edge"]
"""Place of the backs. The last two name the edge as well."""
EdgeChoice = Literal["bleed", "border"]
CutMachine = Literal["silhouette", "cameo-5-alpha", "cricut", "svg", "dxf"]
"""A cutting machine, or the format of its files alone."""
Split = Literal["sides", "components"]


class CutFormat(StrEnum):
    """Format of cut files: an enumeration, because typer takes no lists of literals."""

    svg = "svg"
    dxf = "dxf"
    png = "png"


# Options of every command that reads a definition.

GamesOption = Annotated[
    Path | None,
    typer.Option(
        "--games", metavar="FILE", help="The definition file. Default: games.toml here, else the shipped one."
    ),
]
SetOption = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="Another free value than the definition has; may be given again."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print the result as JSON, for programs.")]
QuietOption = Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing but errors.")]
StrictOption = Annotated[
    bool, typer.Option("--strict", help="Take every warning for an error: nothing is written then.")
]
SeedOption = Annotated[int, typer.Option("--seed", min=0, help="Another seed finds other examples.")]


def _disable_cache(context: typer.Context, no_cache: bool) -> bool:
    """Disable the cache for as long as the command runs, if ``no_cache``."""
    if no_cache:
        context.with_resource(disable_cache())
    return no_cache


NoCacheOption = Annotated[
    bool,
    typer.Option(
        "--no-cache",
        callback=_disable_cache,
        help="Use nothing that earlier runs kept (examples, compiled templates), and keep nothing.",
    ),
]
"""Takes effect as soon as it is parsed, so commands that search examples only name it."""


def _parse_language(text: str) -> Language:
    tag = language_tag(text)
    if tag is None:
        raise typer.BadParameter(f"{text!r} is no language: use its tag, such as en, ja, de or pt-BR")
    return tag


LangOption = Annotated[
    str | None,
    typer.Option("--lang", metavar="TAG", parser=_parse_language, help="en, ja, or the tag of another language."),
]
LangsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--lang",
        metavar="TAG",
        parser=_parse_language,
        help="en, ja, or the tag of another language; may be given more than once.",
    ),
]

# Options for the sheets of a kit.

SheetOption = Annotated[
    str | None,
    typer.Option(
        metavar="NAME", help="What cards and summaries are laid on, such as a-one-51002; pnp list --sheets shows them."
    ),
]
PackOption = Annotated[
    Pack | None,
    typer.Option("--pack", help="Let components share sheets where that takes fewer of them, or keep them apart."),
]
FillOption = Annotated[
    list[str] | None,
    typer.Option(
        "--fill",
        metavar="COMPONENT",
        help="More copies of it where a sheet would have empty places; may be given again.",
    ),
]
PrinterOption = Annotated[
    str | None,
    typer.Option(
        "--printer",
        metavar="NAME",
        help="Mend what this printer does, as saved with pnp calibrate. Default: the default one; none: no printer.",
    ),
]
InkOption = Annotated[
    Ink | None,
    typer.Option("--ink", help="saver: a third of the ink, with pale fills; outline: lines and words alone."),
]
GreyOption = Annotated[
    bool,
    typer.Option("--grey", help="In greys, as a printer with black alone has it; tells what it cannot tell apart."),
]
InkReportOption = Annotated[bool, typer.Option("--ink-report", help="Measure how much ink the sheets take.")]

# Options for the pieces and files of a kit.

OnlyOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="COMPONENT[/PIECE]",
        help="Only these components, or pieces of them by their ids or places: cards/red-7,cards/5-9. May be given "
        "more than once.",
    ),
]
WithoutOption = Annotated[
    list[str] | None,
    typer.Option(metavar="COMPONENT", help="All but this component, such as the box; may be given more than once."),
]
ChangedSinceOption = Annotated[
    Path | None,
    typer.Option(metavar="FILE.pdf", help="Only what changed since this kit was built, and why."),
]
SplitOption = Annotated[
    Split | None,
    typer.Option("--split", help="Several files: what is printed on one side apart, or each component by itself."),
]
CutOption = Annotated[
    CutMachine | None,
    typer.Option(
        "--cut",
        help="Lay sheets for this cutting machine and leave its cut files too; svg, dxf: files alone, for any machine.",
    ),
]
CornerOption = Annotated[
    str | None,
    typer.Option("--corner", metavar="LENGTH", help="With --cut: the radius of the corners of cards, such as 3mm."),
]
CutFormatOption = Annotated[
    list[CutFormat] | None,
    typer.Option("--cut-format", help="With --cut: only files of this format; may be given more than once."),
]
WatchOption = Annotated[
    bool,
    typer.Option("--watch", help="Build again whenever a file of the project is saved, until Ctrl-C."),
]


def backs_and_flip(backs: BacksChoice | None, flip: Flip | None) -> tuple[Backs | None, Flip | None]:
    """Return the place of the backs and the edge over which sheets are turned for them, None for those not given.

    Raises PnpError if ``--backs`` and ``--flip`` name different edges.
    """
    edge: Flip
    if backs == "long-edge":
        edge = "long"
    elif backs == "short-edge":
        edge = "short"
    else:
        return backs, flip
    if flip not in (None, edge):
        raise PnpError(
            Diagnostic(
                "usage",
                f"--backs {backs} turns sheets over the {edge} edge, and --flip {flip} over the other",
                hint=f"write --backs duplex --flip {flip}",
            )
        )
    return "duplex", edge


def free_values(assignments: list[str] | None) -> dict[str, str]:
    """Parse the values of ``--set`` by name. Raises PnpError for text that is not ``name=value``."""
    values: dict[str, str] = {}
    for assignment in assignments or ():
        name, sign, text = assignment.partition("=")
        if not sign or not name.strip():
            message = f"--set: {assignment!r} names no value"
            raise PnpError(Diagnostic("usage", message, hint="write it as --set version=0.3"))
        values[name.strip()] = text
    return values


def length_in_mm(option: str, text: str | None) -> float | None:
    """Parse the length that ``option`` gives, in mm. Raises PnpError for text that is no length."""
    if text is None:
        return None
    try:
        return parse_length(text)
    except ValueError as error:
        raise PnpError(Diagnostic("bad-length", f"{option}: {error}")) from error


def back_offset_in_mm(text: str | None) -> tuple[float, float] | None:
    """Parse two lengths, ``x,y``, in mm; either may be negative. Returns None without text. Raises PnpError."""
    if text is None:
        return None
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != 2:
        raise PnpError(
            Diagnostic(
                "bad-length",
                f"--back-offset: {text!r} is not two lengths",
                hint="write x,y such as 0.5mm,-0.3mm; pnp calibrate shows how to measure them",
            )
        )
    x, y = map(_signed_length, parts)
    return x, y


def _signed_length(text: str) -> float:
    sign = -1 if text.startswith("-") else 1
    return sign * (length_in_mm("--back-offset", text.lstrip("+-")) or 0.0)


def unique(names: list[str] | None) -> tuple[str, ...]:
    """Return the names without repetitions, in the order of their first occurrence."""
    return tuple(dict.fromkeys(names or ()))
