"""Addresses that open a line of a file in an editor."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote

from pnp.diagnostics import Diagnostic, PnpError

EDITORS: Mapping[str, str] = {
    "vscode": "vscode://file{path}:{line}:{column}",
    "vscodium": "vscodium://file{path}:{line}:{column}",
    "cursor": "cursor://file{path}:{line}:{column}",
    "zed": "zed://file{path}:{line}:{column}",
    "idea": "idea://open?file={path}&line={line}&column={column}",
    "sublime": "subl://open?url=file://{path}&line={line}&column={column}",
    "textmate": "txmt://open?url=file://{path}&line={line}&column={column}",
}
"""Pattern of an address for each editor."""
DEFAULT_EDITOR = "vscode"


def editor_pattern(name: str) -> str:
    """Return the pattern of an editor, or a pattern that is given itself, such as ``nvim://{path}?{line}``.

    Raises PnpError for a name that is no editor, and for a pattern without a path.
    """
    if name in EDITORS:
        return EDITORS[name]
    scheme, colon, _ = name.partition(":")
    is_pattern = "{path}" in name and colon == ":" and scheme.lower() not in ("javascript", "data", "http", "https")
    if is_pattern:
        return name
    message = f"--editor: {name!r} is no editor that pnp knows"
    hint = f"choose {', '.join(EDITORS)}, or write a pattern such as myeditor://{{path}}:{{line}}:{{column}}"
    raise PnpError(Diagnostic("usage", message, hint=hint))


def editor_address(pattern: str, path: Path, line: int | None, column: int | None) -> str:
    """Return the address of a line of a file.

    >>> editor_address(EDITORS["vscode"], Path("/kits/my cards.csv"), 3, None)
    'vscode://file/kits/my%20cards.csv:3:1'
    """
    posix = path.as_posix()
    rooted = posix if posix.startswith("/") else f"/{posix}"
    return (
        pattern.replace("{path}", quote(rooted)).replace("{line}", str(line or 1)).replace("{column}", str(column or 1))
    )
