"""``--printer`` of ``pnp build``."""

from __future__ import annotations

from typing import Annotated, Any, Optional

import typer

PrinterOption = Annotated[
    Optional[str],  # noqa: UP045 - typer reads annotations at run time on every supported Python
    typer.Option(
        "--printer",
        metavar="NAME",
        help="Mend what this printer does, as saved with pnp calibrate. Default: the default one; none: no printer.",
    ),
]


def printer_option(name: str | None) -> Any:
    """The printer to build for, None for none. Raises PnpError for one that is not kept."""
    from pnp.calibration.kept import printer_called  # noqa: PLC0415 - pnp --help needs no printer

    return printer_called(name)
