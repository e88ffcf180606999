"""Run a studio, if what it needs is installed."""

from __future__ import annotations

import webbrowser
from importlib.util import find_spec
from threading import Thread

from pnp.cli.output import flush, note, say
from pnp.diagnostics import Diagnostic, Location, PnpError
from pnp.steps import earlier_end, without_limits
from pnp.studio.editors import editor_pattern
from pnp.studio.listening import StudioAddress, listen, token_of
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
    if request.against is not None and request.since is not None:
        raise PnpError(
            Diagnostic("usage", "--against and --since both name what to compare with", hint="leave one out")
        )
    if request.against is not None and not request.against.is_file():
        raise PnpError(Diagnostic("unreadable", "there is no such file", Location(str(request.against))))
    pattern = editor_pattern(editor)
    with listen(request.folder, port) as listener:
        address = StudioAddress(listener.getsockname()[1], token_of(request.folder))
        if earlier_end() is None:  # else this process replaces one whose pages are open already
            _announce(address.url, opens)
        # The browser starts while these libraries are loaded.
        from pnp.studio.server import serve  # noqa: PLC0415

        serve(request, listener, address.token, pattern)


def _announce(url: str, opens: bool) -> None:
    """Print the address of the page, and show it in a browser if it ``opens``."""
    say(url)
    note("every save is drawn on this page; Ctrl-C ends it")
    flush()
    if opens:
        Thread(target=_open_browser, args=(url,), daemon=True).start()


def _open_browser(url: str) -> None:
    """Show the page in the user's browser, which must not inherit the limits of this process."""
    with without_limits():
        webbrowser.open(url)
