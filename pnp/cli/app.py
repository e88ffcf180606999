"""Run a command line, and turn errors into messages and an exit status."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import typer

from pnp import __version__, limits
from pnp.cli.output import StreamError, flush, prepare_streams, report, say_json
from pnp.diagnostics import Diagnostic, Location, PnpError, first_messages, visible
from pnp.steps import current_step, too_much

# Commands by name

_COMMANDS: Mapping[str, str] = {
    "init": "start.init",
    "new": "start.new",
    "build": "kits.build",
    "list": "definition.list_games",
    "check": "kits.check",
    "studio": "kits.studio",
    "examples": "rules.examples",
    "verify": "pdfs.verify",
    "preview": "faces.preview",
    "export": "faces.export",
    "preflight": "pdfs.preflight",
    "referee": "rules.referee",
    "playtest": "rules.playtest",
    "explain": "definition.explain",
    "schema": "definition.schema",
    "calibrate": "pdfs.calibrate",
    "cache": "start.cache",
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


_ABOUT = """Print-and-play kits from one definition file, with worked examples that a rules engine has verified.

Try [bold]pnp build red[/bold]: it writes output/red/red-en-a4.pdf, ready to print at 100 %, cut and play.
Tweak the cards: [bold]pnp init red[/bold] puts a games.toml into this folder.
Make your own: [bold]pnp init --deck my-game[/bold] writes a small game of cards to change.
"""


_DEBUG = "--debug"
"""Option of every command, before or behind its name."""
FAULT = 70
"""Exit status for a fault of the program, as sysexits.h has it."""
_PROGRAM_FAULT = "fault"
"""Code of the message for such a fault."""


def _print_version(version: bool) -> None:
    if version:
        typer.echo(f"pnp {__version__}")
        raise typer.Exit


def _main_options(
    version: bool = typer.Option(
        False, "--version", help="Show the version and exit.", callback=_print_version, is_eager=True
    ),
    debug: bool = typer.Option(False, _DEBUG, help="Show where a fault of the program arose."),
) -> None:
    del version, debug


def _create_app(arguments: Sequence[str]) -> typer.Typer:
    """Create the app ``pnp`` with the commands that ``arguments`` may name."""
    app = typer.Typer(
        name="pnp",
        help=_ABOUT,
        no_args_is_help=True,
        rich_markup_mode="rich",
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_main_options)
    register(app, arguments)
    return app


def run(arguments: Sequence[str]) -> int:
    """Run one command line and return its exit status."""
    prepare_streams()
    debugged = _DEBUG in arguments
    try:
        refuse_unknown_limits()
        words = [word for word in arguments if word != _DEBUG]
        status = _create_app(words)(words, standalone_mode=False)
        flush()
    except typer.Exit as exit_request:
        return exit_request.exit_code
    except (typer.Abort, KeyboardInterrupt) as error:
        cause = error.__cause__
        if not isinstance(cause, EOFError):
            return 130
        if debugged:  # an EOFError that typer turned into its Abort
            raise cause from None
        return _report_error(cause, arguments)
    except (BrokenPipeError, SystemExit) as error:
        # typer exits with 1 on a broken pipe, which is the status of a failed verification.
        if not isinstance(error, BrokenPipeError) and not isinstance(error.__context__, BrokenPipeError):
            raise
        return _silence_stdout()
    except Exception as error:
        if debugged and _is_fault(error):
            raise
        return _report_error(error, arguments)
    return status if isinstance(status, int) else 0


def _is_fault(error: Exception) -> bool:
    """Tell whether no code expects the error. Errors of typer show themselves."""
    return not isinstance(error, PnpError | StreamError | OSError | MemoryError) and not hasattr(error, "show")


def _report_error(error: Exception, arguments: Sequence[str]) -> int:
    """Report an error, and return the exit status."""
    if isinstance(error, PnpError):
        return _report(error, arguments)
    if isinstance(error, StreamError):
        return _report_stream_error(error)
    if isinstance(error, OSError):
        # Code that opens files reports errors with a place; an OSError left over is a failure of a disk or the system.
        return _report_os_error(error, arguments)
    if isinstance(error, MemoryError):
        return report_failure(too_much(current_step(), limits.MEMORY), arguments)
    if not _is_fault(error):
        return _report_usage(error, arguments)
    failure = _game_fault(error) or _fault(error)
    return report_failure(failure, arguments, FAULT if failure.code == _PROGRAM_FAULT else 2)


def refuse_unknown_limits() -> None:
    """Refuse words of PNP_LIMITS that set no limit. Raises PnpError."""
    for word in limits.unknown_settings():
        names = ", ".join(limits.LIMITS)
        message = f"{limits.VARIABLE}: {word!r} sets no limit"
        raise PnpError(Diagnostic("usage", message, hint=f"write NAME=NUMBER; the names are {names}"))


def report_failure(failure: Diagnostic, arguments: Sequence[str], status: int = 2) -> int:
    """Report what has ended a command, and return its exit status."""
    _report(PnpError(failure), arguments)
    return status


def _game_fault(error: Exception) -> Diagnostic | None:
    """Return the message for an error of the code of a game, or None for an error of the program."""
    from pnp.project.game_faults import game_fault  # noqa: PLC0415 - it knows all games, which take time to find

    return game_fault(error)


def _fault(error: Exception) -> Diagnostic:
    """Return the message for an error that no code expects."""
    step = current_step()
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    line = "" if trace is None else f", line {trace.tb_lineno} of {trace.tb_frame.f_globals.get('__name__', '')}"
    text = str(error).split("\n", 1)[0][:200]
    work = f" while {step.work}" if step.work else ""
    message = f"this is a fault of pnp{work}: {type(error).__name__}{f': {text}' if text else ''}{line}"
    place = Location(step.place) if step.place else None
    return Diagnostic(_PROGRAM_FAULT, message, place, f"please report it; {_DEBUG} shows where it arose")


def _report_stream_error(error: StreamError) -> int:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    report([Diagnostic("cannot-write", f"the output cannot be written: {error}")])
    return 3


def _report_os_error(error: OSError, arguments: Sequence[str]) -> int:
    try:
        flush()  # typer prints help by itself, so the error may be one of stdout
    except StreamError as stream_error:
        return _report_stream_error(stream_error)
    if not _has_working_folder():
        folder = Diagnostic("system", "the working folder is not there any more", hint="go to another folder: cd")
        return _report(PnpError(folder), arguments)
    place = f"{error.filename}: " if error.filename else ""
    diagnostic = Diagnostic(
        "system", f"{place}{(error.strerror or str(error)).lower()}", hint="see that it can be read"
    )
    return _report(PnpError(diagnostic), arguments)


def _has_working_folder() -> bool:
    try:
        Path.cwd()
    except OSError:
        return False
    return True


def _silence_stdout() -> int:
    """Redirect stdout to nothing if its reader is gone (`pnp list | head`), and return the exit status.

    Otherwise the interpreter would flush into a closed pipe.
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 141


def _report(error: PnpError, arguments: Sequence[str]) -> int:
    if "--json" in arguments:
        _report_json(error.diagnostics)
    report(error.diagnostics)
    return error.exit_status


def _report_usage(error: Any, arguments: Sequence[str]) -> int:
    """Report a command line that typer cannot read. Its message goes to stderr unchanged."""
    if isinstance(getattr(error, "message", None), str):
        error.message = error.message.replace("Value error, ", "", 1)
        others = _commands_with(str(getattr(error, "option_name", "")))
        if others:
            error.message += (
                f"; pnp {' and pnp '.join(others)} ha{'ve' if len(others) > 1 else 's'} {error.option_name}"
            )
    if "--json" in arguments:
        _report_json([Diagnostic("usage", error.format_message())])
    if isinstance(getattr(error, "message", None), str):
        error.message = visible(error.message)
    error.show(file=sys.stderr)
    return int(getattr(error, "exit_code", 2))


def _commands_with(option: str) -> list[str]:
    """Return the commands that have an option. A message names them after another command refused it."""
    if not option:
        return []
    group: Any = typer.main.get_command(_create_app([]))
    return [
        name
        for name, command in group.commands.items()
        if any(option in parameter.opts for parameter in command.params)
    ]


def _report_json(diagnostics: Iterable[Diagnostic]) -> None:
    messages = first_messages(diagnostics)
    say_json({"ok": False, "diagnostics": [diagnostic.as_json() for diagnostic in messages]})
