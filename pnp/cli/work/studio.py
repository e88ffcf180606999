"""Run a studio, if what it needs is installed."""

from __future__ import annotations

from importlib.util import find_spec

from pnp.cli.output import flush, note, say
from pnp.diagnostics import Diagnostic, Location, PnpError
from pnp.studio.editors import editor_pattern
from pnp.studio.view import StudioRequest

__all__ = ["StudioRequest", "run_studio"]

_NEEDED = ("starlette", "uvicorn", "watchfiles")


def run_studio(request: StudioRequest, port: int | None, editor: str, opens: bool) -> None:
    """Serve a studio until the user ends it. Raises PnpError if a library or the printed kit is missing, and as
    ``serve`` does."""
    missing = [name for name in _NEEDED if find_spec(name) is None]
    if missing:
        message = f"pnp studio needs {', '.join(missing)}, which {'is' if len(missing) == 1 else 'are'} not installed"
        raise PnpError(
            Diagnostic("not-installed", message, hint='install them with the program: pip install "pnp-kit[studio]"')
        )
    # It loads these libraries.
    from pnp.studio.server import serve  # noqa: PLC0415

    def announce(url: str) -> None:
        say(url)
        note("every save is drawn on this page; Ctrl-C ends it")
        flush()

    if request.against is not None and request.since is not None:
        raise PnpError(
            Diagnostic("usage", "--against and --since both name what to compare with", hint="leave one out")
        )
    if request.against is not None and not request.against.is_file():
        raise PnpError(Diagnostic("unreadable", "there is no such file", Location(str(request.against))))
    serve(request, port, editor_pattern(editor), opens, announce)
