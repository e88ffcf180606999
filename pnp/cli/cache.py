"""``pnp cache``: what is kept from one run to the next."""

from __future__ import annotations

import typer

from pnp.cli.output import note
from pnp.diagnostics import Diagnostic, PnpError

cache = typer.Typer(help="What is kept from one run to the next: compiled templates.", no_args_is_help=True)


@cache.command("show")
def show() -> None:
    """Say where it is kept, and how much."""
    # Imported here, as below: what draws takes longer to import than a list of commands to show.
    from pnp.rendering.kept_code import KeptCode, cache_folder  # noqa: PLC0415

    folder = cache_folder()
    if folder is None:
        note("nothing is kept: PNP_CACHE is empty")
    else:
        note(f"{KeptCode(folder).count()} compiled templates in {folder}")


@cache.command("clear")
def clear() -> None:
    """Forget it. The next build takes a little longer, and comes out the same."""
    from pnp.rendering.kept_code import KeptCode, cache_folder  # noqa: PLC0415

    try:
        forgotten = KeptCode(cache_folder()).clear()
    except OSError as error:
        message = f"{error.filename}: this cannot be removed: {error.strerror or error}"
        raise PnpError(Diagnostic("cannot-write", message)) from error
    note(f"{forgotten} compiled templates forgotten")
