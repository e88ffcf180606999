"""Files import one another in one direction, whatever the import is for and wherever in the file it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

Graph = Mapping[str, frozenset[str]]


def circle_in(graph: Graph) -> list[str]:
    """The modules of a circle, the first one again at the end; empty where there is none."""
    done: set[str] = set()
    for start in sorted(graph):
        path: list[str] = []
        waiting: list[Iterator[str]] = [iter([start])]
        while waiting:
            module = next(waiting[-1], None)
            if module is None:
                waiting.pop()
                if path:
                    done.add(path.pop())
            elif module in path:
                return [*path[path.index(module) :], module]
            elif module not in done:
                path.append(module)
                waiting.append(iter(sorted(graph[module])))
    return []


def floors_of(contracts: list[dict[str, Any]]) -> list[tuple[str, ...]]:
    """The layers of the architecture, the highest first; those of one floor together."""
    (layers,) = [one["layers"] for one in contracts if one["type"] == "layers" and "containers" not in one]
    return [tuple(name.strip() for name in floor.replace(":", "|").split("|")) for floor in layers]


def height(module: str, floors: list[tuple[str, ...]]) -> tuple[int, str] | None:
    """The floor of a module, the highest being 0, and the room it lies in; None for a module outside of the layers."""
    for number, floor in enumerate(floors):
        for room in floor:
            if module == room or module.startswith(room + "."):
                return number, room
    return None


def climbing(graph: Graph, floors: list[tuple[str, ...]]) -> list[tuple[str, str]]:
    """Imports that do not go down: to a higher floor, or to another room of the same one."""
    found = []
    for module, imported in graph.items():
        here = height(module, floors)
        for other in sorted(imported):
            there = height(other, floors)
            if here and there and (there[0] < here[0] or (there[0] == here[0] and there[1] != here[1])):
                found.append((module, other))
    return found


def test_no_files_import_one_another_in_a_circle(graph: Graph) -> None:
    assert len(graph) > 150
    assert sum(map(len, graph.values())) > 500
    assert circle_in(graph) == []


def test_no_import_climbs_to_a_higher_floor(graph: Graph, contracts: list[dict[str, Any]]) -> None:
    assert climbing(graph, floors_of(contracts)) == []


def test_every_file_lies_on_a_floor(graph: Graph, contracts: list[dict[str, Any]]) -> None:
    floors = floors_of(contracts)
    assert [module for module in graph if height(module, floors) is None] == ["pnp", "pnp.__main__"]
    assert {room for floor in floors for room in floor} <= graph.keys()


SOURCES = {
    "pnp/__init__.py": "",
    "pnp/cli.py": "from pnp.model import name\n",
    "pnp/model/__init__.py": "name = 1\n",
    "pnp/model/one.py": "import pnp.units\n",
    "pnp/units.py": "",
}
FLOORS = [("pnp.cli",), ("pnp.model",), ("pnp.units",)]


@pytest.fixture
def graph_with(tmp_path: Path, make_graph: Callable[[Path], Graph]) -> Callable[[str, str], Graph]:
    """The graph of a small package in which the file at a path holds other text."""

    def make(path: str, text: str) -> Graph:
        for name, source in {**SOURCES, path: text}.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(source, encoding="utf-8")
        return make_graph(tmp_path)

    return make


LATE = "def late():\n    from pnp.cli import name\n"
TYPES = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from pnp.cli import name\n"
RELATIVE = "from .. import cli\n"


@pytest.mark.parametrize("text", ["import pnp.cli\n", "from pnp import cli\n", LATE, TYPES, RELATIVE])
def test_an_import_of_every_kind_is_seen(text: str, graph_with: Callable[[str, str], Graph]) -> None:
    assert climbing(graph_with("pnp/model/one.py", "import pnp.units\n"), FLOORS) == []
    graph = graph_with("pnp/model/one.py", text)
    assert climbing(graph, FLOORS) == [("pnp.model.one", "pnp.cli")]
    assert circle_in(graph) == []
    graph = graph_with("pnp/model/__init__.py", text)
    assert circle_in(graph) == ["pnp.cli", "pnp.model", "pnp.cli"]


def test_a_circle_of_three_and_a_neighbour_on_the_same_floor_are_seen() -> None:
    graph = {
        "pnp.a": frozenset({"pnp.b"}),
        "pnp.b": frozenset({"pnp.c"}),
        "pnp.c": frozenset({"pnp.a"}),
        "pnp.d": frozenset({"pnp.a"}),
    }
    assert circle_in(graph) == ["pnp.a", "pnp.b", "pnp.c", "pnp.a"]
    assert climbing(graph, [("pnp.d",), ("pnp.a", "pnp.b", "pnp.c")]) == [
        ("pnp.a", "pnp.b"),
        ("pnp.b", "pnp.c"),
        ("pnp.c", "pnp.a"),
    ]
