"""Arguments and options that several commands share, worded once."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import Annotated, Optional

import typer

from pnp.cache.disk import nothing_kept
from pnp.diagnostics import Diagnostic, PnpError
from pnp.model.sheets import Backs, Flip
from pnp.model.text import language_tag
from pnp.units import parse_length

GamesOption = Annotated[
    Optional[Path],  # noqa: UP045 - typer reads annotations at run time on every supported Python
    typer.Option(
        "--games", metavar="FILE", help="The definition file. Default: games.toml here, else the shipped one."
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print the result as JSON, for programs.")]
SeedOption = Annotated[int, typer.Option("--seed", min=0, help="Another seed finds other examples.")]


def _without_cache(context: typer.Context, asked: bool) -> bool:
    """Whether ``--no-cache`` is said: then, for as long as the command runs, nothing that was kept is used."""
    if asked:
        context.with_resource(nothing_kept())
    return asked


NoCacheOption = Annotated[
    bool,
    typer.Option(
        "--no-cache",
        callback=_without_cache,
        help="Use nothing that earlier runs kept (examples, compiled templates), and keep nothing.",
    ),
]
"""Does what it says as soon as it is read, for every command that searches examples: they only name it."""
QuietOption = Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing but errors.")]


SetOption = Annotated[
    Optional[list[str]],  # noqa: UP045 - as above
    typer.Option("--set", metavar="NAME=VALUE", help="Another free value than the definition has; may be given again."),
]


def _language(text: str) -> str:
    tag = language_tag(text)
    if tag is None:
        raise typer.BadParameter(f"{text!r} is no language: use its tag, such as en, ja, de or pt-BR")
    return tag


_LANG = typer.Option("--lang", metavar="TAG", parser=_language, help="en, ja, or the tag of another language.")
LangOption = Annotated[Optional[str], _LANG]  # noqa: UP045 - as above
LangsOption = Annotated[
    Optional[list[str]],  # noqa: UP045 - as above
    typer.Option(
        "--lang",
        metavar="TAG",
        parser=_language,
        help="en, ja, or the tag of another language; may be given more than once.",
    ),
]


class BacksChoice(str, Enum):
    """Where backs are printed; the last two say the edge as well."""

    duplex = "duplex"
    gutterfold = "gutterfold"
    separate = "separate"
    none = "none"
    long_edge = "long-edge"
    short_edge = "short-edge"


class FlipChoice(str, Enum):
    """The edge over which a sheet is turned."""

    long = "long"
    short = "short"


class MarksChoice(str, Enum):
    """What says where to cut."""

    corner = "corner"
    lines = "lines"
    cross = "cross"
    japanese = "japanese"
    none = "none"


class FormatChoice(str, Enum):
    """What a face becomes."""

    png = "png"
    jpg = "jpg"
    tiff = "tiff"
    webp = "webp"
    pdf = "pdf"
    pdfx = "pdfx"
    svg = "svg"


class StandardChoice(str, Enum):
    """The standard of a file for a print shop."""

    x4 = "x4"
    x1a = "x1a"


class ProfileChoice(str, Enum):
    """What a file is held to."""

    x1a = "x1a"
    x4 = "x4"
    home = "home"


class PackChoice(str, Enum):
    """How sheets are filled."""

    tight = "tight"
    kind = "kind"


class MarkInkChoice(str, Enum):
    """What marks are printed with."""

    hairline = "hairline"
    registration = "registration"


PackOption = Annotated[
    Optional[PackChoice],  # noqa: UP045 - as above
    typer.Option("--pack", help="Let components share sheets where that takes fewer of them, or keep them apart."),
]
FillOption = Annotated[
    Optional[list[str]],  # noqa: UP045 - as above
    typer.Option(
        "--fill",
        metavar="COMPONENT",
        help="More copies of it where a sheet would have empty places; may be given again.",
    ),
]


class EdgeChoice(str, Enum):
    """The edge of every component."""

    bleed = "bleed"
    border = "border"


def backs_option(backs: BacksChoice | None, flip: FlipChoice | None) -> tuple[Backs | None, Flip | None]:
    """Where backs are printed and over which edge sheets are turned for them, each None where it is not said.

    Raises PnpError where ``--backs`` and ``--flip`` say two edges.
    """
    edge = None if flip is None else flip.value
    if backs is None or backs.value not in _EDGES:
        return (None if backs is None else backs.value), edge  # type: ignore[return-value]  # the values are these
    said = _EDGES[backs.value]
    if edge not in (None, said):
        raise PnpError(
            Diagnostic(
                "usage",
                f"--backs {backs.value} turns sheets over the {said} edge, and --flip {edge} over the other",
                hint=f"write --backs duplex --flip {edge}",
            )
        )
    return "duplex", said


_EDGES: Mapping[str, Flip] = {"long-edge": "long", "short-edge": "short"}


def free_values(given: list[str] | None) -> dict[str, str]:
    """What ``--set`` says, by name. Raises PnpError for what is not ``name=value``."""
    values: dict[str, str] = {}
    for text in given or ():
        name, sign, value = text.partition("=")
        if not sign or not name.strip():
            raise PnpError(Diagnostic("usage", f"--set: {text!r} names no value", hint="write it as --set version=0.3"))
        values[name.strip()] = value
    return values


def length_option(name: str, text: str | None) -> float | None:
    """A length given on the command line, in mm. Raises PnpError for what is no length."""
    if text is None:
        return None
    try:
        return parse_length(text)
    except ValueError as error:
        raise PnpError(Diagnostic("bad-length", f"{name}: {error}")) from error


def offset_option(text: str | None) -> tuple[float, float] | None:
    """Two lengths, ``x,y``, either of which may be negative, in mm; None where they are not said."""
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
    values = []
    for part in parts:
        sign = -1 if part.startswith("-") else 1
        found = length_option("--back-offset", part.lstrip("+-"))
        values.append(sign * (found or 0.0))
    return values[0], values[1]
