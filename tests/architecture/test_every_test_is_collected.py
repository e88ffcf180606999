"""Every folder of tests is collected: pytest passes over folders of some names, such as ``build``, by default."""

from __future__ import annotations

from fnmatch import fnmatch
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]


def test_no_folder_of_tests_has_a_name_that_is_passed_over(pytestconfig: pytest.Config) -> None:
    folders = {parent for file in TESTS.rglob("test_*.py") for parent in file.parents if TESTS in parent.parents}
    patterns = pytestconfig.getini("norecursedirs")
    assert TESTS / "build" in folders
    assert [str(folder) for folder in folders if any(fnmatch(folder.name, pattern) for pattern in patterns)] == []
