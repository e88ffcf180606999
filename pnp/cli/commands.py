"""The list of commands, in the order in which ``pnp --help`` shows them."""

from __future__ import annotations

import typer

from pnp.cli import (
    build,
    cache,
    calibrate,
    examples,
    explain,
    export,
    inspect,
    new,
    preflight,
    preview,
    referee,
    start,
    verify,
)


def register(app: typer.Typer) -> None:
    """Add every command to ``app``."""
    app.command("init")(start.init)
    app.add_typer(new.new, name="new")
    app.command("build")(build.build)
    app.command("list")(inspect.list_games)
    app.command("check")(inspect.check)
    app.command("examples")(examples.examples)
    app.command("verify")(verify.verify)
    app.command("preview")(preview.preview)
    app.command("export")(export.export)
    app.command("preflight")(preflight.preflight)
    app.command("referee")(referee.referee)
    app.command("explain")(explain.explain)
    app.command("schema")(start.schema)
    app.command("calibrate")(calibrate.calibrate)
    app.add_typer(cache.cache, name="cache")
