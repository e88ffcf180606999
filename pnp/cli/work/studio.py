"""Run a studio, if what it needs is installed."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from pnp.cli.output import flush, note, say
from pnp.diagnostics import Diagnostic, Location, PnpError
from pnp.records import dataclass

_NEEDED = ("starlette", "uvicorn", "watchfiles")


@dataclass(frozen=True, slots=True)
class StudioOptions:
    """Options of a studio that its session needs, before its libraries are known to be installed."""

    games: Path | None
    values: Mapping[str, str]
    game: str | None
    out: Path | None
    against: Path | None


def run_studio(options: StudioOptions, port: int | None, editor: str, opens: bool) -> None:
    """Serve a studio until the user ends it. Raises PnpError if a library or the printed kit is missing, and as
    ``serve`` does."""
    missing = [name for name in _NEEDED if find_spec(name) is None]
    if missing:
        message = f"pnp studio needs {', '.join(missing)}, which {'is' if len(missing) == 1 else 'are'} not installed"
        raise PnpError(
            Diagnostic("not-installed", message, hint='install them with the program: pip install "pnp-kit[studio]"')
        )
    # These libraries are an extra, and only this command loads them.
    from pnp.studio.editors import editor_pattern  # noqa: PLC0415
    from pnp.studio.server import serve  # noqa: PLC0415
    from pnp.studio.session import StudioRequest  # noqa: PLC0415

    def announce(url: str) -> None:
        say(url)
        note("every save is drawn on this page; Ctrl-C ends it")
        flush()

    if options.against is not None and not options.against.is_file():
        raise PnpError(Diagnostic("unreadable", "there is no such file", Location(str(options.against))))
    request = StudioRequest(options.games, options.values, options.game, options.out, options.against)
    serve(request, port, editor_pattern(editor), opens, announce)
