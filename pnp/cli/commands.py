"""The commands of ``pnp``, in the order in which ``pnp --help`` shows them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

import typer

_COMMANDS: Mapping[str, str] = {
    "init": "start.init",
    "new": "new.new",
    "build": "build.build",
    "list": "inspect.list_games",
    "check": "inspect.check",
    "examples": "examples.examples",
    "verify": "verify.verify",
    "preview": "preview.preview",
    "export": "export.export",
    "preflight": "preflight.preflight",
    "referee": "referee.referee",
    "explain": "explain.explain",
    "schema": "start.schema",
    "calibrate": "calibrate.calibrate",
    "cache": "cache.cache",
}
"""Where each is, below ``pnp.cli``: a function, or a group of further commands."""


def register(app: typer.Typer, arguments: Sequence[str]) -> None:
    """Add to ``app`` the command that ``arguments`` begin with; every command, where they begin with anything else.

    typer looks at all options of all that it is given, which takes longer than to read a definition.
    """
    asked = arguments[0] if arguments else ""
    for name in [asked] if asked in _COMMANDS else _COMMANDS:
        module, _, called = _COMMANDS[name].partition(".")
        command: Any = getattr(import_module(f"pnp.cli.{module}"), called)
        if isinstance(command, typer.Typer):
            app.add_typer(command, name=name)
        else:
            app.command(name)(command)
