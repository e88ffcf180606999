"""A small deck to change: the one that ``pnp init --deck`` writes, in a folder of its own."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pnp.build.build import BuiltKit, build_kit
from pnp.build.compare.changed import Change, Changes
from pnp.build.options import BuildOptions
from pnp.project.project import open_project

GAME = "night-garden"


@dataclass(frozen=True)
class Garden:
    """A project in a folder, and the kit of it that was printed before anything was changed."""

    folder: Path
    game: str = GAME

    @property
    def printed(self) -> Path:
        """Path of the printed kit."""
        return self.folder / "printed.pdf"

    def edit(self, name: str, old: str, new: str, count: int = -1) -> None:
        """Say ``new`` where a file says ``old``."""
        path = self.folder / name
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{name} does not say {old!r}"
        path.write_text(text.replace(old, new, count), encoding="utf-8")

    def build(self, **options: object) -> BuiltKit:
        """The kit as the files are now."""
        project = open_project(self.folder / "games.toml")
        return build_kit(project, project.game(self.game), BuildOptions(**options))  # type: ignore[arg-type]

    def print_all(self, **options: object) -> None:
        """Build the kit, and keep it as the one that was printed."""
        self.printed.write_bytes(self.build(**options).pdf)

    def since(self, **options: object) -> BuiltKit:
        """Build what changed since the printed kit."""
        return self.build(changed_since=self.printed, **options)

    def changes(self, **options: object) -> Changes:
        """Return the changes since the printed kit, piece by piece."""
        changes = self.since(**options).changes
        assert changes is not None
        return changes


def garden_in(folder: Path, root: Path, print_once: Callable[[Garden], None]) -> Garden:
    """The deck, copied to ``folder``."""
    shutil.copytree(root / "examples" / "new-deck", folder, dirs_exist_ok=True)
    garden = Garden(folder)
    print_once(garden)
    return garden


def names(changes: Changes, status: str = "changed") -> set[str]:
    """The pieces with this status."""
    return {change.name for change in changes.pieces if change.status == status}


def piece(changes: Changes, name: str) -> Change:
    """Return the change of a piece."""
    return next(change for change in changes.pieces if change.name == name)


def why(changes: Changes, name: str) -> set[str]:
    """Return the reasons of a change, in words."""
    return {f"{side}: {reason.text}" for side, reason in piece(changes, name).reasons}
