"""The program works when only the package is there, with what it ships inside it, and says all it needs."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterable
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.kit

SHIPPED = ("games.toml", "templates", "fonts", "examples/new-deck", "examples/new-game")


@pytest.fixture(scope="module")
def pyproject(root: Path) -> dict[str, Any]:
    return tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))


def test_the_wheel_takes_along_what_the_program_ships(pyproject: dict[str, Any], root: Path) -> None:
    taken = pyproject["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert {name: f"pnp/_shipped/{name}" for name in SHIPPED}.items() <= taken.items()
    assert all((root / name).exists() for name in SHIPPED)


def test_an_installed_package_builds_in_an_empty_folder(
    root: Path, tmp_path: Path, process_environment: Callable[..., dict[str, str]], printed: Callable[..., Any]
) -> None:
    site, folder = tmp_path / "site", tmp_path / "empty"
    folder.mkdir()
    shutil.copytree(root / "pnp", site / "pnp", ignore=shutil.ignore_patterns("__pycache__"))
    for name in SHIPPED:
        copy = shutil.copytree if (root / name).is_dir() else shutil.copy2
        (site / "pnp" / "_shipped" / name).parent.mkdir(parents=True, exist_ok=True)
        copy(root / name, site / "pnp" / "_shipped" / name)
    for path in site.rglob("*"):
        path.chmod(0o555 if path.is_dir() else 0o444)
    try:
        ran = subprocess.run(
            [sys.executable, "-m", "pnp", "build", "red"],
            cwd=folder,
            env=process_environment({"PYTHONPATH": str(site), "PYTHONDONTWRITEBYTECODE": "1"}),
            capture_output=True,
            check=False,
            timeout=120,
        )
    finally:
        for path in [site, *site.rglob("*")]:
            path.chmod(0o755)
    assert ran.returncode == 0, ran.stderr
    assert (folder / "output/red/red-en-a4.pdf").read_bytes() == printed().pdf


def imported(paths: Iterable[Path]) -> set[str]:
    """The libraries that files import, by the names of their packages."""
    found = set()
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
                names = [node.module]
            found |= {name.partition(".")[0] for name in names}
    # _typeshed is there for checkers of types alone.
    return found - set(sys.stdlib_module_names) - {"pnp", "benchmarks", "tests", "_typeshed"}


def declared(requirements: list[str]) -> set[str]:
    """The distributions that requirements name, as package registries spell them."""
    return {canonical(re.match(r"[\w.-]+", line)[0]) for line in requirements}  # type: ignore[index] # a name comes first


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def distributions(libraries: set[str]) -> dict[str, set[str]]:
    """The distributions that bring each of the libraries."""
    homes = packages_distributions()
    return {name: {canonical(home) for home in homes.get(name, [])} for name in libraries}


def test_every_library_that_the_program_imports_is_declared_and_no_other(pyproject: dict[str, Any], root: Path) -> None:
    project = pyproject["project"]
    # Extras read the PDFs of others, write for cutting machines, serve the studio and play elsewhere.
    extras = [one for name in ("preflight", "cut", "studio", "farm") for one in project["optional-dependencies"][name]]
    wanted = declared([*project["dependencies"], *extras])
    checks = set((root / "pnp" / "testing").rglob("*.py"))
    homes = distributions(imported(set((root / "pnp").rglob("*.py")) - checks))
    assert [name for name, found in homes.items() if not found & wanted] == []
    assert wanted - set().union(*homes.values()) == set()
    # The checks for games are run by pytest, which their authors have, and by nobody else.
    homes = distributions(imported(checks))
    assert [name for name, found in homes.items() if not found & wanted] == ["pytest"]


def test_every_library_that_tests_and_benchmarks_import_is_declared(pyproject: dict[str, Any], root: Path) -> None:
    project = pyproject["project"]
    wanted = declared([*project["dependencies"], *project["optional-dependencies"]["dev"]])
    paths = [path for path in (root / "tests").rglob("*.py") if path.name.startswith(("test_", "conftest"))]
    homes = distributions(imported([*paths, *(root / "benchmarks").rglob("*.py")]))
    assert [name for name, found in homes.items() if not found & wanted] == []


def test_help_loads_nothing_heavy(process_environment: Callable[..., dict[str, str]], tmp_path: Path) -> None:
    code = (
        "import sys; from pnp.cli.app import run; status = run(['--help']); "
        "heavy = {'pydantic', 'reportlab', 'pypdfium2', 'PIL', 'jinja2'} & set(sys.modules); "
        "sys.exit(status or ', '.join(sorted(heavy)) or 0)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=process_environment(),
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert (ran.returncode, ran.stderr) == (0, b"")
