"""Run a studio, if what it needs is installed."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from pnp.cli.output import flush, note, say
from pnp.diagnostics import Diagnostic, PnpError

_NEEDED = ("starlette", "uvicorn", "watchfiles")


def run_studio(
    games: Path | None,
    values: Mapping[str, str],
    game: str | None,
    out: Path | None,
    port: int | None,
    editor: str,
    opens: bool,
) -> None:
    """Serve a studio until the user ends it. Raises PnpError if a library is missing, and as ``serve`` does."""
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

    serve(StudioRequest(games, values, game, out), port, editor_pattern(editor), opens, announce)
