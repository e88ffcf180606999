"""The page of all keys is what the program tells of them."""

from __future__ import annotations

import os
from pathlib import Path

from pnp.project.reference import every_key

PAGE = Path(__file__).parents[2] / "docs" / "keys.md"


def test_the_page_is_what_pnp_explain_writes() -> None:
    told = every_key().page()
    if os.environ.get("PNP_UPDATE_GOLDENS"):
        PAGE.write_text(told, encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == told, "write it anew: pnp explain --markdown > docs/keys.md"


def test_every_key_has_a_meaning() -> None:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line.startswith("- **`") and line.endswith(": ")] == []
