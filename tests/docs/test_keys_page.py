"""The page of all keys is what the program tells of them."""

from __future__ import annotations

import os
import re
from pathlib import Path

from pnp.project.reference import every_key

PAGE = Path(__file__).parents[2] / "docs" / "keys.md"


def test_the_page_is_what_pnp_explain_writes() -> None:
    """Of the engines that the page has: a game that has just been written comes in with ``pnp explain --markdown``."""
    if os.environ.get("PNP_UPDATE_GOLDENS"):
        PAGE.write_text(every_key().page(), encoding="utf-8")
    page = PAGE.read_text(encoding="utf-8")
    engines = re.findall(r'^## engine = "(.+)"$', page, re.MULTILINE)
    assert page == every_key().page(engines), "write it anew: pnp explain --markdown > docs/keys.md"
    assert {"red", "iroha", "collectmate", "kasane", "koka", "deck"} <= set(engines)


def test_every_key_has_a_meaning() -> None:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line.startswith("- **`") and line.endswith(": ")] == []
