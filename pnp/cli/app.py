"""Runs a command line, and turns errors into messages and an exit status."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from typing import Any

import typer

from pnp import __version__
from pnp.cli.command_list import register
from pnp.cli.output import StreamError, flush, prepare_streams, report, say_json
from pnp.diagnostics import Diagnostic, PnpError, visible

_ABOUT = """Print-and-play kits from one definition file, with worked examples that a rules engine has verified.

Try [bold]pnp build red[/bold]: it writes output/red/red-en-a4.pdf, ready to print at 100 %, cut and play.
Tweak the cards: [bold]pnp init red[/bold] puts a games.toml into this folder.
Make your own: [bold]pnp init --deck my-game[/bold] writes a small game of cards to change.
"""


def _version(version: bool) -> None:
    if version:
        typer.echo(f"pnp {__version__}")
        raise typer.Exit


def _common(
    version: bool = typer.Option(
        False, "--version", help="Show the version and exit.", callback=_version, is_eager=True
    ),
) -> None:
    del version


def _app(arguments: Sequence[str]) -> typer.Typer:
    """Make ``pnp`` with the commands that ``arguments`` may be about."""
    app = typer.Typer(
        name="pnp",
        help=_ABOUT,
        no_args_is_help=True,
        rich_markup_mode="rich",
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_common)
    register(app, arguments)
    return app


def run(arguments: Sequence[str]) -> int:
    """Run one command line and return its exit status."""
    prepare_streams()
    try:
        status = _app(arguments)(list(arguments), standalone_mode=False)
        flush()
    except (PnpError, StreamError) as error:
        return _report(error, arguments) if isinstance(error, PnpError) else _cannot_print(error)
    except typer.Exit as leave:
        return leave.exit_code
    except (typer.Abort, KeyboardInterrupt):
        return 130
    except (BrokenPipeError, SystemExit) as leave:
        # typer leaves with status 1 when the reader is gone, which is the status of a failed verification.
        if not isinstance(leave, BrokenPipeError) and not isinstance(leave.__context__, BrokenPipeError):
            raise
        return _reader_gone()
    except Exception as error:
        # Whatever opens files says so itself with a place; what is left is a disk or a system that fails.
        if not isinstance(error, OSError) and not hasattr(error, "show"):
            raise
        return _report_failure(error, arguments) if isinstance(error, OSError) else _report_usage(error, arguments)
    return status if isinstance(status, int) else 0


def _cannot_print(error: StreamError) -> int:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    report([Diagnostic("cannot-write", f"the output cannot be written: {error}")])
    return 3


def _report_failure(error: OSError, arguments: Sequence[str]) -> int:
    try:
        flush()  # what prints help does so by itself
    except StreamError as failed:
        return _cannot_print(failed)
    place = f"{error.filename}: " if error.filename else ""
    failure = Diagnostic("system", f"{place}{(error.strerror or str(error)).lower()}", hint="see that it can be read")
    return _report(PnpError(failure), arguments)


def _reader_gone() -> int:
    """Give the interpreter nothing to flush into a closed pipe, where the reader went away (`pnp list | head`)."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 141


def _report(error: PnpError, arguments: Sequence[str]) -> int:
    if "--json" in arguments:
        _report_json(error.diagnostics)
    report(error.diagnostics)
    return error.exit_status


def _report_usage(error: Any, arguments: Sequence[str]) -> int:
    """Report a command line that typer cannot read: its message goes to stderr as it stands."""
    if isinstance(getattr(error, "message", None), str):
        error.message = error.message.replace("Value error, ", "", 1)
    if "--json" in arguments:
        _report_json([Diagnostic("usage", error.format_message())])
    if isinstance(getattr(error, "message", None), str):
        error.message = visible(error.message)
    error.show(file=sys.stderr)
    return int(getattr(error, "exit_code", 2))


def _report_json(diagnostics: Iterable[Diagnostic]) -> None:
    say_json({"ok": False, "diagnostics": [diagnostic.as_json() for diagnostic in diagnostics]})
