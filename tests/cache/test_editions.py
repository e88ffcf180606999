"""An edition changes with every module that its results can follow from, as the imports tell."""

from __future__ import annotations

import ast
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from pnp.build.ink_modes import CHOOSING
from pnp.cache.edition import PROGRAM, edition
from pnp.check.kept_reports import INSPECTING
from pnp.pdf.fingerprint import PAINTING
from pnp.project.examples import SEARCH
from pnp.records import dataclass
from pnp.registry import shipped_packages
from pnp.rendering.templates.compiler import COMPILER
from tests.architecture.conftest import Graph, import_graph, packages_below, read_trees
from tests.conftest import ROOT

_KEPT = "what is kept is what was made"
_MESSAGES = "words of messages"
_LIMITS = "limits end a run, and change no result"
_PLACES = "where files lie, and whether they may be read"
_TYPE = "the types of fields that are not painted"
_TOML = {
    "pnp.toml.document": "lists of fonts, whose files are part of the key",
    **dict.fromkeys(("pnp.toml.positions", "pnp.toml.syntax"), _MESSAGES),
}


@dataclass(frozen=True, slots=True)
class Guarded:
    """What an edition guards: the modules ``roots`` make it; ``exceptions`` have no say in it, for a reason."""

    names: tuple[str, ...]
    roots: tuple[str, ...]
    exceptions: Mapping[str, str]


GUARDED = {
    "painting": Guarded(
        PAINTING,
        ("pnp.cardsvg", "pnp.pdf.writer"),
        {
            "pnp.cache.memory": _KEPT,
            "pnp.canonical": "the form of the manifest, which is not painted",
            "pnp.diagnostics": _MESSAGES,
            "pnp.model.component": _TYPE,
            "pnp.model.constraints": _TYPE,
            "pnp.model.net": _TYPE,
            "pnp.model.text": _TYPE,
            "pnp.pdf.objects.manifest": "the manifest, which is not painted",
            "pnp.pdf.paint_cache": _KEPT,
            "pnp.limits": _LIMITS,
            "pnp.steps": _LIMITS,
            "pnp.textfile": "names of files in messages",
            **_TOML,
            **dict.fromkeys(("pnp.inside", "pnp.shipped"), _PLACES),
        },
    ),
    "compiled templates": Guarded(
        COMPILER,
        ("pnp.rendering.templates.sandbox",),
        {
            "pnp.cache.disk": _KEPT,
            "pnp.cache.edition": "its digest is part of the key",
            "pnp.cache.trust": _KEPT,
            "pnp.diagnostics": _MESSAGES,
            "pnp.inside": _PLACES,
            "pnp.model.constraints": "settings, which are read as a template runs",
            "pnp.model.text": "texts, which are read as a template runs",
            "pnp.records": "the classes of the above",
            "pnp.rendering.printable": "what a template prints, which is judged as it runs",
            "pnp.rendering.templates.fields": "the fields of a card, which are read as a template runs",
            "pnp.rendering.templates.sources": "where the text of a template lies; the text is part of the key",
        },
    ),
    "tones": Guarded(
        (*PAINTING, *CHOOSING),
        ("pnp.ink.choice", "pnp.ink.redraw", "pnp.ink.coverage"),
        {
            "pnp.cache.memory": _KEPT,
            **dict.fromkeys(("pnp.limits", "pnp.steps"), _LIMITS),
            **dict.fromkeys(("pnp.diagnostics", "pnp.textfile"), _MESSAGES),
            **_TOML,
            **dict.fromkeys(("pnp.inside", "pnp.shipped"), _PLACES),
            **dict.fromkeys((f"pnp.model.{name}" for name in ("component", "constraints", "net", "text")), _TYPE),
        },
    ),
    "reports": Guarded(
        INSPECTING,
        ("pnp.check.findings",),
        {
            **dict.fromkeys(("pnp.limits", "pnp.steps"), _LIMITS),
            **dict.fromkeys(("pnp.diagnostics", "pnp.textfile"), _MESSAGES),
            **_TOML,
            **dict.fromkeys(("pnp.inside", "pnp.shipped"), _PLACES),
            "pnp.rendering.templates.sources": "where templates lie; what they draw is part of the key",
        },
    ),
    **{
        f"examples of {name}": Guarded(
            (game.package, *SEARCH),
            (game.package, f"{game.package}.*", "pnp.examples", "pnp.examples.cached_examples"),
            {"pnp.cache.keys": "it makes the key", "pnp.limits": _LIMITS, "pnp.steps": _LIMITS},
        )
        for name, game in shipped_packages().items()
    },
}


class _RunTime(ast.NodeTransformer):
    """Removal of what only a checker of types reads."""

    def visit_If(self, node: ast.If) -> ast.AST | list[ast.stmt]:
        return node.orelse if ast.unparse(node.test) == "TYPE_CHECKING" else self.generic_visit(node)


@pytest.fixture(scope="module")
def run_time_graph() -> Graph:
    return import_graph({name: _RunTime().visit(tree) for name, tree in read_trees(ROOT).items()}, packages_below(ROOT))


@pytest.fixture(scope="module")
def copied_program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("program") / "pnp"
    shutil.copytree(PROGRAM, folder, ignore=shutil.ignore_patterns("__pycache__", "_shipped"))
    return folder


def import_closure(graph: Graph, roots: tuple[str, ...]) -> set[str]:
    """All modules that ``roots`` import, and what these import; ``package.*`` is every module of a package."""
    waiting = [
        name for root in roots for name in graph if name == root or (root[-1] == "*" and name.startswith(root[:-1]))
    ]
    closure: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in closure:
            closure.add(name)
            waiting += graph[name]
    return closure


@pytest.mark.parametrize("kind", GUARDED)
def test_every_module_with_a_say_changes_the_edition(kind: str, run_time_graph: Graph, copied_program: Path) -> None:
    guarded = GUARDED[kind]
    closure = import_closure(run_time_graph, guarded.roots)
    assert len(closure) > 10
    before, without_say = edition(*guarded.names), set()
    for name in closure:
        place = copied_program.joinpath(*name.split(".")[1:])
        file = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
        text = file.read_bytes()
        file.write_bytes(text + b"\n# changed\n")
        if edition.__wrapped__(*guarded.names, program=copied_program) == before:
            without_say.add(name)
        file.write_bytes(text)
    assert edition.__wrapped__(*guarded.names, program=copied_program) == before
    assert without_say == guarded.exceptions.keys(), " ".join(sorted(without_say ^ guarded.exceptions.keys()))


def test_a_process_has_the_edition_that_it_loaded(copied_program: Path) -> None:
    before = edition("pnp.units", program=copied_program)
    (copied_program / "units.py").write_bytes(b"")
    assert edition("pnp.units", program=copied_program) == before
    assert edition.__wrapped__("pnp.units", program=copied_program) != before
