"""Python that lies beside a definition, or that it names as an engine: code from a stranger, never imported or run."""

from __future__ import annotations

import os
import re
from pathlib import Path

from pnp.definition.findings import Finding

RULES = "rules.py"
"""Refused wherever it lies beside a definition: whoever puts it there means it to be run."""
_CODE = "code-beside-definition"
_PACKAGE = "make it an installed package with an entry point in the group `pnp.games`"
_MEND = f"{_PACKAGE}: `pnp new game NAME` writes one (docs/your-own-game.md)"
_DOTTED = re.compile(r"(?!\d)\w+([.:](?!\d)\w+)+")


def code_named(engine: str) -> Finding | None:
    """What to say of an unknown ``engine`` that is a path or a module and no name: "rules.py", "my.module:Class"."""
    if not (_DOTTED.fullmatch(engine) or "/" in engine or "\\" in engine or engine.endswith(".py")):
        return None
    message = f"{engine!r} names code, and code that a definition brings is never run"
    return Finding(("engine",), _CODE, message, _MEND)


def code_beside(folder: Path, engine: str) -> Finding | None:
    """What to say of an unknown ``engine`` when ``folder`` has a module, or a package, of its name."""
    stems = dict.fromkeys((engine, engine.replace("-", "_")))
    files = [name for stem in stems for name in (f"{stem}.py", f"{stem}/__init__.py") if _is_file(folder / name)]
    return _unknown(engine, files[0]) if files else None


def rules_beside(folder: Path) -> bool:
    """Whether ``folder`` has a ``rules.py``."""
    return _is_file(folder / RULES)


def rules_for(engine: str) -> Finding:
    """What to say of an unknown ``engine`` of a definition that has a ``rules.py`` beside it."""
    return _unknown(engine, RULES)


def rules_alone() -> Finding:
    """What to say of a ``rules.py`` beside a definition whose engines are all known."""
    message = "code beside a definition is never run"
    return Finding((), _CODE, message, f"{_MEND}; if it is no game, move it to another folder")


def _unknown(engine: str, file: str) -> Finding:
    message = f"there is no engine {engine!r}, and {file} beside the definition is never run"
    return Finding(("engine",), _CODE, message, _MEND)


def _is_file(path: Path) -> bool:
    return os.path.isfile(path)  # noqa: PTH113 - Path.is_file raises for names too long
