"""docs/interface.md: it has every name that games may use, and its examples run."""

from __future__ import annotations

import ast
import doctest
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pnp.testing
from pnp.games.core.engine import INTERFACE

ROOT = Path(__file__).parents[2]
MODULES = (
    *("engine", "defaults.engine", "defaults.rules"),
    *("answer", "schema", "score", "reading", "suits", "figures", "problems", "places"),
    *("playing.card_game", "playing.states", "playing.whole_game", "playing.turn_game", "playing.play"),
    *("playing.draft", "playing.replay", "playing.seen", "playing.in_words", "playing.notation"),
    *("lesson", "checks", "dealing", "defaults.proposals", "defaults.winners"),
    *("tableau", "wording", "defaults.layouts"),
    *("claims", "defaults.claims"),
    *("genres.tricks", "genres.trick_lessons", "genres.trick_claims"),
    *("genres.melds", "genres.meld_claims", "genres.subsets"),
)
"""Modules of ``pnp.games.core``, in the order of the page."""
BEGIN, END = "<!-- names: begin -->\n", "<!-- names: end -->\n"


PAGE = ROOT / "docs" / "interface.md"


def test_the_page_has_every_name_with_its_sentence() -> None:
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    expected = f"{before}{BEGIN}\n{tables()}\n{END}{after}"
    if os.environ.get("PNP_UPDATE_GOLDENS"):
        PAGE.write_text(expected, encoding="utf-8")
        return
    assert page == expected, "write the page again: PNP_UPDATE_GOLDENS=1 pytest tests/docs/test_interface.py"


def test_every_module_is_on_the_page_and_every_name_has_a_sentence() -> None:
    assert listed_modules() == set(MODULES)
    empty = re.findall(r"^\| `([^`]*)` \|  \|$", tables(), re.MULTILINE)
    assert empty == []


def test_the_examples_of_the_page_give_what_they_show() -> None:
    examples = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert examples.attempted > 25 and examples.failed == 0


def test_the_page_tells_what_changed_since_the_last_interface_and_names_pnp_testing() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert f"## From {INTERFACE - 1} to {INTERFACE}" in page
    assert all(f"`{name}" in page for name in pnp.testing.__all__)
    assert Path(PAGE).stat().st_size < 120_000


# Names, read from the source: each with its arguments and the first sentence of its docstring


def tables() -> str:
    """The tables of all modules, as Markdown."""
    return "\n".join(_table(name) for name in MODULES)


def listed_modules() -> set[str]:
    """The modules that there are, without those that only say what a folder holds."""
    core = ROOT / "pnp" / "games" / "core"
    files = (file.relative_to(core).with_suffix("") for file in core.rglob("*.py") if file.name != "__init__.py")
    return {".".join(file.parts) for file in files}


def _table(module: str) -> str:
    path = ROOT / "pnp" / "games" / "core" / (module.replace(".", "/") + ".py")
    tree = ast.parse(path.read_text(encoding="utf-8"))
    lines = [
        f"### `pnp.games.core.{module}`",
        "",
        _sentence(ast.get_docstring(tree) or ""),
        "",
        "| name | |",
        "|---|---|",
    ]
    lines += [f"| `{name}` | {text} |" for name, text in _names(tree)]
    return "\n".join(lines) + "\n"


def _names(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node, following in zip(tree.body, [*tree.body[1:], None], strict=True):
        match node:
            case ast.FunctionDef(name=name) if not name.startswith("_"):
                yield _shown(name, node.args), _sentence(ast.get_docstring(node) or "")
            case ast.ClassDef(name=name) if not name.startswith("_"):
                yield name, _sentence(ast.get_docstring(node) or "") + _fields(node)
                yield from _methods(node)
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                text = (
                    following.value.value
                    if isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant)
                    else ""
                )
                if text and not name.startswith("_"):
                    yield name, _sentence(str(text))


def _fields(node: ast.ClassDef) -> str:
    """Return the fields of a record, as they follow its sentence."""
    names = [
        part.target.id for part in node.body if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)
    ]
    public = [f"`{name}`" for name in names if not name.startswith("_")]
    return f" Fields: {', '.join(public)}." if public else ""


def _methods(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    """Yield the methods of a class that a game calls or writes, without ``self``; none of a protocol."""
    if any(base.partition("[")[0] == "Protocol" for base in map(ast.unparse, node.bases)):
        return
    for part in node.body:
        if isinstance(part, ast.FunctionDef) and not part.name.startswith("_"):
            is_property = any(isinstance(mark, ast.Name) and mark.id == "property" for mark in part.decorator_list)
            args = ast.arguments(**{**dict(ast.iter_fields(part.args)), "args": part.args.args[1:]})
            shown = part.name if is_property else _shown(part.name, args)
            yield f"{node.name}.{shown}", _sentence(ast.get_docstring(part) or "")


def _shown(name: str, args: ast.arguments) -> str:
    positional = [argument.arg for argument in (*args.posonlyargs, *args.args)]
    required = positional[: len(positional) - len(args.defaults)]
    optional = [*positional[len(required) :], *(argument.arg for argument in args.kwonlyargs)]
    rest = [f"*{args.vararg.arg}"] if args.vararg else []
    named = [f"**{args.kwarg.arg}"] if args.kwarg else []
    return f"{name}({', '.join([*required, *rest, *(f'{one}=' for one in optional), *named])})"


def _sentence(text: str) -> str:
    first = re.split(r"(?<=[.!?])\s|\n\n|::", " ".join(text.strip().split("\n\n")[0].split()))[0]
    return first.replace("``", "`").replace("|", "\\|")
