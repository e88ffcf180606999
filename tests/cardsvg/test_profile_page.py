"""The page about the profile names everything that is in it."""

from __future__ import annotations

import re
from pathlib import Path

from pnp.cardsvg.reader import ATTRIBUTES, INSTEAD, STYLE_OF

PAGE = (Path(__file__).parents[2] / "docs" / "card-svg.md").read_text(encoding="utf-8")
NAMED = {name for code in re.findall(r"`([^`]+)`", PAGE) for name in re.split(r"[^A-Za-z0-9:-]+", code)}


def test_every_element_and_attribute_is_on_the_page():
    names = set(ATTRIBUTES) | set().union(*ATTRIBUTES.values()) | set().union(*STYLE_OF.values())
    assert names - {"xmlns", "xmlns:xlink", "xmlns:ev"} <= NAMED, sorted(names - NAMED)


def test_advice_is_given_only_for_what_is_not_in_the_profile():
    assert not set(INSTEAD) & set(ATTRIBUTES) - {"style"}
    assert not (set(INSTEAD) - {"style"}) & set().union(*ATTRIBUTES.values())
