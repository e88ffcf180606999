"""``pnp cache``: what is kept from one run to the next."""

from __future__ import annotations

from pathlib import Path

import typer

from pnp.cache.disk import FOLDER, ROOMS, KeptFiles, Size, kept_folder, why_not_signed, why_not_trusted
from pnp.cli.output import note
from pnp.diagnostics import Diagnostic, PnpError, WriteError

cache = typer.Typer(
    help="What is kept from one run to the next, examples and compiled templates: where it is, and how much.",
    invoke_without_command=True,
)


@cache.callback()
def _cache(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        show()


@cache.command("show")
def show() -> None:
    """Say where it is kept, and how much."""
    folder = _folder_in_use()
    if folder is None:
        return
    reason = why_not_signed()
    if reason is not None:
        note(f"nothing is kept, for nothing can be signed: {reason}")
        return
    try:
        held = [(room.what, KeptFiles(room, folder).size()) for room in ROOMS]
    except OSError as error:
        raise PnpError(Diagnostic("cannot-read", _refused(error, "read"))) from error
    note(f"kept in {folder}:")
    for what, size in held:
        note(f"  {what}: {_told(size)}")


@cache.command("clear")
def clear() -> None:
    """Forget it. The next build takes a little longer, and comes out the same."""
    folder = _folder_in_use()
    if folder is None:
        return
    try:
        forgotten = [(room.what, KeptFiles(room, folder).clear()) for room in ROOMS]
    except OSError as error:
        raise WriteError(Diagnostic("cannot-write", _refused(error, "removed"))) from error
    for what, size in forgotten:
        note(f"{what}: {_told(size)} removed")


def _folder_in_use() -> Path | None:
    """The folder of the cache; None where none is used, with a note that says why."""
    folder = kept_folder()
    reason = f"{FOLDER} is empty" if folder is None else why_not_trusted(folder)
    if reason is not None:
        note(f"nothing is kept: {reason}")
        return None
    return folder


def _refused(error: OSError, what: str) -> str:
    return f"{error.filename}: this cannot be {what}: {error.strerror or error}"


def _told(size: Size) -> str:
    """``6 files, 57 kB``."""
    held = f"{size.bytes} bytes" if size.bytes < 1000 else f"{size.bytes / 1000:,.0f} kB"
    return f"{size.files} file{'' if size.files == 1 else 's'}, {held}"
