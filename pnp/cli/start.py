"""``pnp init`` and ``pnp schema``: what a maker starts from."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from pnp.cli.output import note, say, say_json
from pnp.diagnostics import Diagnostic, Location, PnpError, WriteError


def init(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Default: the working directory.")] = Path(),
    templates: Annotated[
        bool, typer.Option("--templates", help="Copy the shipped templates too, to change the faces.")
    ] = False,
    full: Annotated[bool, typer.Option("--full", help="Write out the whole shipped definition.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace files that are there already.")] = False,
) -> None:
    """Write a commented games.toml to tweak. With --templates a games.toml that is there already stays as it is."""
    from pnp.definition import starter  # noqa: PLC0415
    from pnp.pipeline.definitions import GAMES_FILE  # noqa: PLC0415
    from pnp.pipeline.project import open_shipped  # noqa: PLC0415
    from pnp.printing.files import replace_file  # noqa: PLC0415
    from pnp.shipped import shipped  # noqa: PLC0415

    text = shipped(GAMES_FILE).read_bytes() if full else starter(tuple(open_shipped().games)).encode("utf-8")
    definition = folder / GAMES_FILE
    files = {} if templates and definition.exists() else {definition: text}
    if templates:
        root = shipped("templates")
        for path in sorted(root.rglob("*")):
            if path.is_file():
                files[folder / "templates" / path.relative_to(root)] = path.read_bytes()
    present = [path for path in files if path.exists()]
    if present and not force:
        raise PnpError(
            Diagnostic(
                "exists",
                "the file is there already",
                Location(str(present[0])),
                "name another folder, or replace it with --force",
            )
        )
    try:
        for path, data in files.items():
            replace_file(path, data)
    except WriteError as error:
        raise WriteError(
            [replace(item, hint="name another folder: pnp init DIR") for item in error.diagnostics]
        ) from error
    if definition in files:
        say(str(definition))
    if templates:
        count = sum(1 for path in files if path != definition)
        note(f"  {count} template files in {folder / 'templates'}; each one you delete is the shipped one again")
    note("  change a line, then: pnp build red")


def schema() -> None:
    """Print a JSON Schema of the definition file, for editors."""
    from pnp.definition import schema as make  # noqa: PLC0415
    from pnp.pipeline.definitions import settings_kinds  # noqa: PLC0415

    say_json(make(settings_kinds()))
