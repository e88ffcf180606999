"""Choice of mutants: the modules of a game that are mutated, and a sample spread evenly over them."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from importlib.util import resolve_name
from pathlib import Path
from random import Random

from pnp.testing.mutate.source import Mutant

_TEACHING = "teaching"
_PARTS = {"rules": "rules", "play": "play", "claims": _TEACHING}
"""Folders and modules that are mutated, with the part of the game that each is judged as."""
_PRINTED = ("explain", "claims")
"""Modules of ``teaching`` that say what is printed of an example; with them those that they import."""
_NOT_PRINTED = frozenset(("lessons", "misreadings", "proposals", "checks"))
"""Modules of ``teaching`` that choose examples: another choice is no fault. Nor are those mutated that use chance."""


def mutated_modules(package: str, files: Mapping[str, str]) -> dict[str, str]:
    """Return the modules to mutate with their parts of the game, of those that were imported from ``files``."""
    parts = {module: _inner(module, package).partition(".")[0] for module in files}
    chosen = {module: _PARTS[part] for module, part in parts.items() if part in _PARTS}
    teaching = f"{package}.{_TEACHING}"
    printed = [name for name in files if _inner(name, teaching).partition(".")[0] in _PRINTED]
    while printed:
        module = printed.pop()
        if module in chosen or _inner(module, teaching).partition(".")[0] in {*_NOT_PRINTED, ""}:
            continue
        imported = set(_imports(module, Path(files[module])))
        if "random" not in imported:
            chosen[module] = _TEACHING
            printed += sorted(imported & files.keys())
    return dict(sorted(chosen.items()))


def _inner(module: str, package: str) -> str:
    """Return the name of a module below a package, or nothing for one that does not lie there."""
    return module.removeprefix(f"{package}.") if module.startswith(f"{package}.") else ""


def _imports(module: str, file: Path) -> Iterator[str]:
    """Yield every name that an import of a module may mean as a module."""
    package = module if file.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = resolve_name("." * node.level + (node.module or ""), package)
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)


def sample(mutants: Sequence[Mutant], count: int, seed: int) -> list[Mutant]:
    """Return ``count`` mutants, or all if there are fewer: from each file as many as its share of all mutants."""
    by_file: dict[str, list[Mutant]] = {}
    for mutant in mutants:
        by_file.setdefault(mutant.file, []).append(mutant)
    count = min(count, len(mutants))
    shares = {file: count * len(ones) / len(mutants) for file, ones in by_file.items()}
    quotas = {file: int(share) for file, share in shares.items()}
    by_remainder = sorted(shares, key=lambda file: (quotas[file] - shares[file], file))
    for file in by_remainder[: count - sum(quotas.values())]:
        quotas[file] += 1
    chosen: list[Mutant] = []
    for file, ones in by_file.items():
        random = Random(f"{seed}:{file}")  # noqa: S311 - nothing secret
        picked = set(random.sample(range(len(ones)), quotas[file]))
        chosen += [mutant for number, mutant in enumerate(ones) if number in picked]
    return chosen
