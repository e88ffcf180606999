"""Modules that reading a definition does not load."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

HEAVY = ("pydantic", "tree_sitter", "tree_sitter_toml")


def _loaded(code: str) -> set[str]:
    script = f"{code}\nimport json, sys\nprint(json.dumps([n for n in {HEAVY!r} if n in sys.modules]))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return set(json.loads(done.stdout))


def test_the_package_alone_loads_neither_pydantic_nor_the_parser():
    assert _loaded("import pnp.definition") == set()


@pytest.mark.parametrize(("hand", "expected"), [("7", {"pydantic"}), ("[]", set(HEAVY))])
def test_the_parser_is_loaded_only_after_an_error(desk, shipped_text, hand, expected):
    desk.write(shipped_text.replace("hand = 7", f"hand = {hand}"))
    source = f"DefinitionSource(Path({str(desk.file)!r}))"
    code = f"""
from pathlib import Path
from pnp.definition import *
from pnp.definition.load import load_definition
from pnp.diagnostics import DefinitionError
from dataclasses import dataclass
from typing import Any
@dataclass(frozen=True)
class Open:
    suits: list[Any]
    hand: int = 1
try:
    load_definition({source}, {{"toy": EngineSettings(Open, lambda s: (), {{"deck": lambda s: ()}})}})
except DefinitionError:
    pass
"""
    assert _loaded(code) == expected
