"""``pnp cache``: the files that are kept from one run to the next."""

from __future__ import annotations

import typer

cache = typer.Typer(
    help="What is kept from one run to the next, examples and compiled templates: where it is, and how much.",
    invoke_without_command=True,
)


@cache.callback()
def _cache(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        show()


@cache.command("show")
def show() -> None:
    """Say where it is kept, and how much."""
    from pnp.cli.work import cache as work  # noqa: PLC0415 - pnp --help must not load it

    work.show()


@cache.command("clear")
def clear() -> None:
    """Forget it. The next build takes a little longer, and comes out the same."""
    from pnp.cli.work import cache as work  # noqa: PLC0415 - pnp --help must not load it

    work.clear()
