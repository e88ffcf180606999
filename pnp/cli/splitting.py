"""The option of ``pnp build`` for several files in place of one."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Optional

import typer


class SplitChoice(str, Enum):  # noqa: UP042 - typer shows the names of plain enumerations
    """By what a kit is split into files."""

    sides = "sides"
    components = "components"


SplitOption = Annotated[
    Optional[SplitChoice],  # noqa: UP045 - typer reads annotations at run time on every supported Python
    typer.Option("--split", help="Several files: what is printed on one side apart, or each component by itself."),
]
