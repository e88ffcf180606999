"""Compiled templates, kept from one run to the next.

Compiling a template takes longer than drawing with it. What is kept is what Python itself keeps of modules in
``__pycache__``: marshalled code, here in the user's cache folder, under the digest of all that it follows from: the
text, its name, Jinja's release, Python's, and the modules of ours that have a say in how templates compile.

Code that is read is code that is run, so it is taken only out of a folder that nobody but its user can write to. A file
that is damaged is as good as none. Where nothing can be kept, templates are compiled in every run: that costs time and
nothing else, so nobody is told.
"""

from __future__ import annotations

import hashlib
import marshal
import os
import pkgutil
import stat
import tempfile
from functools import cache
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from types import CodeType

import jinja2

from pnp.rendering.generator import Reads

FOLDER = "PNP_CACHE"
"""The variable of the environment that names another folder; empty, and nothing is kept."""
_COMPILE = ("sandbox.py", "generator.py", "filters.py", "kept_code.py")
_DIGEST = hashlib.sha256().digest_size
_MOST = 1_000
"""Files that are kept. One project has some sixty."""


def cache_folder() -> Path | None:
    """Where compiled templates are kept for this user; None where they are to be kept nowhere."""
    asked = os.environ.get(FOLDER)
    if asked is not None:
        return Path(asked) if asked else None
    # Imported here: only who draws something asks.
    from platformdirs import user_cache_path  # noqa: PLC0415

    return user_cache_path("pnp", appauthor=False) / "templates"


class KeptCode:
    """Code of templates in a folder, with what each template reads. ``folder`` None keeps nothing."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._trusted: bool | None = None

    def find(self, source: str, name: str | None, filename: str | None) -> tuple[CodeType, Reads] | None:
        """What was kept of a template; None if nothing was, or nothing whole."""
        if self._folder is None or not self._is_trusted():
            return None
        try:
            data = (self._folder / _key(source, name, filename)).read_bytes()
        except OSError:
            return None
        payload = data[_DIGEST:]
        if hashlib.sha256(payload).digest() != data[:_DIGEST]:
            return None
        code, names, others = marshal.loads(payload)  # noqa: S302 - from a folder of the user's own, see above
        return code, Reads(set(names), set(others))

    def keep(self, source: str, name: str | None, filename: str | None, code: CodeType, reads: Reads) -> None:
        """Keep the code of a template, whole or not at all."""
        if self._folder is None:
            return
        others = sorted(other for other in reads.others if other is not None)
        payload = marshal.dumps((code, sorted(reads.names), [*others, *([None] if None in reads.others else [])]))
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if self._is_trusted():
                self._make_room()
                self._write(_key(source, name, filename), hashlib.sha256(payload).digest() + payload)
        except OSError:
            # A full disk or a home that cannot be written to: the next run compiles again.
            return

    def count(self) -> int:
        """How many templates are kept."""
        return len(self._files())

    def clear(self) -> int:
        """Forget everything; how many templates that were. Raises OSError where a file cannot be removed."""
        files = self._files()
        for file in files:
            file.unlink(missing_ok=True)
        return len(files)

    def _write(self, key: str, data: bytes) -> None:
        assert self._folder is not None
        handle, name = tempfile.mkstemp(dir=self._folder, prefix=".")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            Path(name).replace(self._folder / key)
        except OSError:
            Path(name).unlink(missing_ok=True)
            raise

    def _make_room(self) -> None:
        files = self._files()
        if len(files) >= _MOST:
            for file in sorted(files, key=lambda file: file.stat().st_mtime)[: _MOST // 2]:
                file.unlink(missing_ok=True)

    def _files(self) -> list[Path]:
        if self._folder is None or not self._folder.is_dir():
            return []
        return [file for file in self._folder.iterdir() if file.is_file()]

    def _is_trusted(self) -> bool:
        """Whether the folder is the user's own, and nobody else may write to it."""
        if self._trusted is None or not self._trusted:
            assert self._folder is not None
            try:
                found = self._folder.stat()
            except OSError:
                return False
            owned = os.name != "posix" or (found.st_uid == os.getuid() and not found.st_mode & 0o022)
            self._trusted = stat.S_ISDIR(found.st_mode) and owned
        return self._trusted


@cache
def _edition() -> bytes:
    """What compiled code follows from beside a template."""
    found = hashlib.sha256(MAGIC_NUMBER + jinja2.__version__.encode())
    for module in _COMPILE:
        found.update(pkgutil.get_data("pnp.rendering", module) or b"")
    return found.digest()


def _key(source: str, name: str | None, filename: str | None) -> str:
    parts = (part.encode("utf-8", "surrogatepass") for part in (name or "", filename or "", source))
    found = hashlib.sha256(_edition())
    for part in parts:
        found.update(len(part).to_bytes(8, "big") + part)
    return found.hexdigest()
