"""Examples that no component has room for: named by a warning, unless the kit is meant to have none."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.build.build import build_kit
from pnp.build.kit import BuiltKit
from pnp.build.options import BuildOptions
from pnp.diagnostics import Diagnostic
from pnp.project.project import open_project

BLANK = '<rect x="20" y="20" width="50" height="4" fill="#000"/>'


def kit_of_koka(folder: Path, blank: tuple[str, ...], options: BuildOptions) -> BuiltKit:
    """Return a kit of koka with templates of its own that print no example."""
    templates = folder / "templates" / "koka"
    templates.mkdir(parents=True)
    for name in blank:
        (templates / f"{name}.svg.j2").write_text(BLANK, encoding="utf-8")
    (folder / "games.toml").write_text('[koka]\nextends = "shipped:koka"\n', encoding="utf-8")
    project = open_project(folder / "games.toml")
    return build_kit(project, project.game("koka"), options)


def warnings_of(kit: BuiltKit) -> list[Diagnostic]:
    """Return the warnings about examples that no component prints."""
    return [warning for warning in kit.warnings if warning.code == "unprinted"]


def test_examples_without_room_are_named_at_the_table_of_the_game(tmp_path: Path) -> None:
    kit = kit_of_koka(tmp_path, ("rules",), BuildOptions())
    (warning,) = warnings_of(kit)
    printed = {example.id for face in kit.faces for example in face.examples}
    assert 0 < len(printed) < len(kit.examples.examples)
    assert warning.message == f"the kit of [koka] prints {len(printed)} of {len(kit.examples.examples)} examples"
    assert warning.hint is not None and "check-reroll-old" in warning.hint and "check-exchange" in warning.hint
    assert str(warning.location).endswith("games.toml:1:1")


@pytest.mark.parametrize(
    ("blank", "options"),
    [((), BuildOptions()), (("rules",), BuildOptions(only=("summary",)))],
    ids=["the whole kit", "some components"],
)
def test_nothing_is_told_of_a_whole_kit_or_of_a_selection(
    blank: tuple[str, ...], options: BuildOptions, tmp_path: Path
) -> None:
    assert warnings_of(kit_of_koka(tmp_path, blank, options)) == []
