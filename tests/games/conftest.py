"""The tier of what ``prove`` makes: whole kits are built in the quick run for one game, and for all in that of kits."""

from __future__ import annotations

import pytest

QUICK = "red"
_OF_KITS = ("kit", "terms")
"""Checks that build a whole kit."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        case = getattr(getattr(item, "callspec", None), "params", {}).get("case")
        check = getattr(case, "check", "")
        if check.startswith(_OF_KITS) and case.name != QUICK:
            item.add_marker(pytest.mark.kit)
