"""Guard of the studio: it answers only the browser of this user, and tells it to run nothing but our scripts."""

from __future__ import annotations

import hmac
from collections.abc import Mapping

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"
"""Policy of a picture: an SVG that is opened by itself runs no script and loads nothing."""
FILE_POLICY = "default-src 'none'; object-src 'self'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"
"""Policy of a PDF or PNG that is opened by itself, in the viewer of the browser."""
_HEADERS: Mapping[str, str] = {
    "content-security-policy": _PAGE_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}


class Guard:
    """Middleware around the routes of a studio.

    A request needs the token as the first part of its path, and a ``Host`` of this machine with the right port: pages
    of other sites whose name leads here have another one. A request that writes needs an ``Origin`` of the studio, too.
    """

    def __init__(self, app: ASGIApp, token: str, port: int) -> None:
        self._app, self._token = app, token
        self._hosts = frozenset(f"{name}:{port}" for name in ("127.0.0.1", "localhost"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal is not None:
            await PlainTextResponse(refusal, status_code=403, headers=dict(_HEADERS))(scope, receive, send)
            return
        path = scope["path"][len(self._token) + 1 :] or "/"
        inner = {**scope, "path": path, "raw_path": path.encode("utf-8", "surrogateescape")}

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, text in _HEADERS.items():
                    headers.setdefault(name, text)
            await send(message)

        await self._app(inner, receive, send_with_headers)

    def _refusal(self, scope: Scope) -> str | None:
        """Return the reason to refuse a request; None if it may be answered."""
        headers = Headers(scope=scope)
        host, origin = headers.get("host", ""), headers.get("origin")
        if host not in self._hosts:
            return "this address is not that of the studio"
        if origin is not None and origin != f"http://{host}":
            return "another site asks for this"
        if scope["method"] not in ("GET", "HEAD") and origin is None:
            return "only the page of the studio may write"
        token = scope["path"].removeprefix("/").partition("/")[0]
        if not hmac.compare_digest(token.encode("utf-8", "surrogateescape"), self._token.encode()):
            return "the address lacks its token: open the one that pnp studio has printed"
        return None
