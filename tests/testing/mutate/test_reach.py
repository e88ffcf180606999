"""Lines that a function runs are known, and with them the mutants that nothing can notice."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from pnp.testing.mutate.operators import mutants_of
from pnp.testing.mutate.reach import lines_run, unreached
from pnp.testing.mutate.source import Source

TEXT = '''"""A module."""

ONE = 1


def used(a, b=2):
    if a > 3:
        return (
            4
        )
    for c in range(5):
        a += max(
            c,
            6,
        )
    try:
        raise KeyError
    except KeyError:
        a += 7
    match a:
        case 8:
            a -= 9
        case _:
            a += 10
    return [d + 11 for d in [12] if d > 13]


def unused(a):
    return a + 14
'''


@pytest.fixture
def module(tmp_path: Path) -> ModuleType:
    path = tmp_path / "some_module.py"
    path.write_text(TEXT, encoding="utf-8")
    spec = spec_from_file_location("some_module", path)
    assert spec is not None and spec.loader is not None
    return module_from_spec(spec)


def constants_never_run(path: str, lines: dict[str, set[int]]) -> list[str]:
    source = Source("some_module.py", TEXT)
    constants = [mutant for mutant in mutants_of(source) if mutant.kind == "constant"]
    assert len(constants) == 14
    return [mutant.before for mutant in unreached(source, constants, lines[path])]


def test_mutants_in_statements_that_never_run_are_unreached(module: ModuleType) -> None:
    path = str(module.__file__)

    def run() -> None:
        assert module.__spec__ is not None and module.__spec__.loader is not None
        module.__spec__.loader.exec_module(module)
        for a in range(3):
            module.used(a)

    assert constants_never_run(path, lines_run([path], run)) == ["4", "a -= 9", "return a + 14"]


def test_code_that_ran_once_as_a_whole_stays_known(module: ModuleType) -> None:
    path = str(module.__file__)

    def run() -> None:
        assert module.__spec__ is not None and module.__spec__.loader is not None
        module.__spec__.loader.exec_module(module)
        module.unused(1)
        module.unused(2)

    unrun = constants_never_run(path, lines_run([path], run))
    assert "return a + 14" not in unrun and "a += 7" in unrun and "def used(a, b=2):" not in unrun
