"""Commands of ``pnp``, in the order in which ``pnp --help`` shows them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

import typer

_COMMANDS: Mapping[str, str] = {
    "init": "start.init",
    "new": "start.new",
    "build": "build.build",
    "list": "definition.list_games",
    "check": "check.check",
    "examples": "examples.examples",
    "verify": "verify.verify",
    "preview": "faces.preview",
    "export": "faces.export",
    "preflight": "preflight.preflight",
    "referee": "referee.referee",
    "explain": "definition.explain",
    "schema": "definition.schema",
    "calibrate": "calibrate.calibrate",
    "cache": "cache.cache",
}
"""The signature of each command below ``pnp.cli.commands``: a function, or a group of further commands."""


def register(app: typer.Typer, arguments: Sequence[str]) -> None:
    """Add to ``app`` the command that ``arguments`` begin with, or every command if they begin with none.

    typer inspects all options of every command that it is given, which takes longer than reading a definition.
    """
    first = arguments[0] if arguments else ""
    for name in [first] if first in _COMMANDS else _COMMANDS:
        module, _, attribute = _COMMANDS[name].partition(".")
        command: Any = getattr(import_module(f"pnp.cli.commands.{module}"), attribute)
        if isinstance(command, typer.Typer):
            app.add_typer(command, name=name)
        else:
            app.command(name)(command)
