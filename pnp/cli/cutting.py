"""Options of ``pnp build`` for cutting machines, and what it says of their files."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from pnp.cli.arguments import length_option
from pnp.diagnostics import Diagnostic, PnpError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pnp.build.cut_files import CutFiles
    from pnp.build.kit import BuiltKit
    from pnp.cutting.machines import CutWish
    from pnp.units import Size


class CutChoice(str, Enum):
    """The machine, or the format alone."""

    silhouette = "silhouette"
    cameo_5_alpha = "cameo-5-alpha"
    cricut = "cricut"
    svg = "svg"
    dxf = "dxf"


class CutFormatChoice(str, Enum):
    """The format of cut files."""

    svg = "svg"
    dxf = "dxf"
    png = "png"


CutOption = Annotated[
    Optional[CutChoice],  # noqa: UP045 - typer reads annotations at run time on every supported Python
    typer.Option(
        "--cut",
        help="Lay sheets for this cutting machine and leave its cut files too; svg, dxf: files alone, for any machine.",
    ),
]
CornerOption = Annotated[
    Optional[str],  # noqa: UP045 - as above
    typer.Option("--corner", metavar="LENGTH", help="With --cut: the radius of the corners of cards, such as 3mm."),
]
CutFormatOption = Annotated[
    Optional[list[CutFormatChoice]],  # noqa: UP045 - as above
    typer.Option("--cut-format", help="With --cut: only files of this format; may be given more than once."),
]


def cut_wish(machine: CutChoice | None, corner: str | None, formats: list[CutFormatChoice] | None) -> CutWish | None:
    """What is asked for of a cutting machine, None without one. Raises PnpError for what does not go together."""
    if machine is None:
        lone = [name for name, given in (("--corner", corner), ("--cut-format", formats)) if given]
        if lone:
            message = f"{lone[0]} is about cut files, and none are asked for"
            raise PnpError(Diagnostic("usage", message, hint="say for which machine, such as --cut silhouette"))
        return None
    from pnp.cutting.machines import MACHINES, CutWish  # noqa: PLC0415 - pnp --help must not load it

    found = MACHINES[machine.value]
    named = dict.fromkeys(one.value for one in formats or ())
    wrong = [name for name in named if name not in found.possible]
    if wrong:
        message = f"there are no {wrong[0]} files for --cut {found.name}"
        raise PnpError(Diagnostic("usage", message, hint=f"it has: {', '.join(found.possible)}"))
    wanted = tuple(one for one in found.possible if one in named) or found.formats
    return CutWish(found.name, wanted, length_option("--corner", corner) or 0.0)


def told(kit: BuiltKit, paths: Sequence[Path]) -> list[str]:
    """What a build says of cut files: where they are, and what is set in the program of the machine."""
    cuts = [(path, file.cut) for path, file in zip(paths, kit.files, strict=True) if file.cut is not None]
    return list(dict.fromkeys(line for path, cut in cuts for line in _told(cut, path)))


def _told(cut: CutFiles, path: Path) -> Iterator[str]:
    from pnp.build.cut_files import FOLDER  # noqa: PLC0415 - as above

    names = " and ".join(one.upper() for one in cut.wish.formats)
    count = len(cut.sizes)
    yield f"  cut files ({names}) of {count} {'sheet' if count == 1 else 'sheets'} in {path.parent.name}/{FOLDER}"
    if cut.marks is not None:
        inset, length, thickness = cut.marks
        yield (
            f"  registration marks: inset {inset:g} mm, length {length:g} mm, thickness {thickness:g} mm; "
            "set the same in Silhouette Studio"
        )
    if "png" in cut.wish.formats:
        yield f"  give the pictures their sizes in Design Space: {_sizes(cut.sizes)}"


def _sizes(sizes: Mapping[int, Size]) -> str:
    """Sizes with the sheets that have them."""
    by_size: dict[str, list[str]] = {}
    for number, size in sizes.items():
        by_size.setdefault(f"{size.width:.1f} × {size.height:.1f} mm", []).append(str(number))
    return "; ".join(
        f"{size} ({'sheet' if len(numbers) == 1 else 'sheets'} {', '.join(numbers)})"
        for size, numbers in by_size.items()
    )


def listed(kit: BuiltKit, paths: Sequence[Path]) -> list[str]:
    """The cut files, for programs."""
    cuts = [(path, file.cut) for path, file in zip(paths, kit.files, strict=True) if file.cut is not None]
    if not cuts:
        return []
    from pnp.build.cut_files import beside  # noqa: PLC0415 - as above

    return [str(one) for path, cut in cuts for one in beside(path, cut)]
