"""Compiled templates, kept from one run to the next.

Compiling a template takes longer than drawing with it. What is kept is what Python itself keeps of modules in
``__pycache__``: marshalled code, here in a room of the user's cache folder (``kept_files``), under the digest of all
that it follows from: the text, its name, Jinja's release, Python's, and the modules of ours that have a say in how
templates compile. Code that is read is code that is run: ``kept_files`` gives out only what this user has signed.
"""

from __future__ import annotations

import hashlib
import marshal
import pkgutil
from functools import cache
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from types import CodeType

import jinja2

from pnp.kept_files import TEMPLATES, KeptFiles
from pnp.rendering.generator import Reads

_COMPILE = ("sandbox.py", "generator.py", "filters.py", "kept_code.py")


class KeptCode:
    """Code of templates in the room of ``folder`` that is for it, with what each template reads. ``folder`` None keeps
    nothing."""

    def __init__(self, folder: Path | None) -> None:
        self._files = KeptFiles(TEMPLATES, folder)

    def find(self, source: str, name: str | None, filename: str | None) -> tuple[CodeType, Reads] | None:
        """What was kept of a template; None if nothing was, or nothing whole."""
        payload = self._files.find(_key(source, name, filename))
        if payload is None:
            return None
        code, names, others, attributes = marshal.loads(payload)  # noqa: S302 - signed by this user, see above
        return code, Reads(set(names), set(others), set(attributes))

    def keep(self, source: str, name: str | None, filename: str | None, code: CodeType, reads: Reads) -> None:
        """Keep the code of a template, whole or not at all."""
        others: list[str | None] = [*sorted(other for other in reads.others if other is not None)]
        others += [None] if None in reads.others else []
        payload = marshal.dumps((code, sorted(reads.names), others, sorted(reads.attributes)))
        self._files.keep(_key(source, name, filename), payload)


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
