"""A kit that is built again in a workshop is, byte for byte, the kit that a process builds which has just begun; what
is wrong with it is told in the same words."""

from __future__ import annotations

import os
import random
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest

from pnp.diagnostics import PnpError
from pnp.pipeline.building import build_kit
from pnp.pipeline.options import BuildOptions
from pnp.pipeline.project import open_project
from pnp.pipeline.workshop import Workshop
from tests.pipeline.edits import Draft, write

SEQUENCES = int(os.environ.get("PNP_EDIT_SEQUENCES", "12"))
"""How many random sequences of edits are tried."""
EDITS = 5


def built(folder: Path, game: str, options: BuildOptions, workshop: Workshop | None) -> Any:
    """All that comes of a build: its bytes and what is told, or what is wrong."""
    if workshop is not None:
        workshop.turn()
    try:
        project = open_project(folder / "games.toml", workshop=workshop)
        kit = build_kit(project, project.game(game), options)
    except PnpError as error:
        return type(error).__name__, [item.as_json() for item in error.diagnostics]
    told = [item.as_json() for item in kit.warnings]
    return [file.pdf for file in kit.files], told, kit.components, kit.fallbacks, kit.report, kit.code


OPTIONS = {
    "deck": (BuildOptions(), BuildOptions(language="ja"), BuildOptions(only=("cards",), backs="none")),
    "rules": (BuildOptions(only=("summary",)),),
}


@pytest.mark.parametrize("seed", range(SEQUENCES))
def test_after_any_edits_a_warm_build_is_a_cold_one(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    draft, workshop = Draft(chance), Workshop()
    files = write(tmp_path, draft, {})
    made = []
    for _ in range(EDITS):
        game = chance.choice(["deck"] * 9 + ["rules"])
        options = chance.choice(OPTIONS[game])
        warm = built(tmp_path, game, options, workshop)
        cold = built(tmp_path, game, options, None)
        assert warm == cold, made
        made.append(draft.edit())
        files = write(tmp_path, draft, files)


def sequence(folder: Path, seed: int, warm: bool) -> list[Any]:
    """What comes of every build of a sequence of edits, in one workshop or each by itself."""
    chance = random.Random(seed)
    draft, workshop = Draft(chance), Workshop() if warm else None
    folder.mkdir()
    files = write(folder, draft, {})
    found = []
    for _ in range(EDITS):
        found.append(built(folder, "deck", BuildOptions(), workshop))
        draft.edit()
        files = write(folder, draft, files)
    return found


def test_two_workshops_in_two_threads_do_not_meet(tmp_path: Path) -> None:
    seeds = (1, 2)
    for name in ("alone", "together"):
        (tmp_path / name).mkdir()
    alone = [sequence(tmp_path / "alone" / str(seed), seed, warm=False) for seed in seeds]
    begun = Barrier(len(seeds))

    def work(seed: int) -> list[Any]:
        begun.wait()
        return sequence(tmp_path / "together" / str(seed), seed, warm=True)

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(len(seeds)) as pool:
            together = list(pool.map(work, seeds))
    finally:
        sys.setswitchinterval(before)
    assert [without_folders(found) for found in together] == [without_folders(found) for found in alone]


def without_folders(found: list[Any]) -> list[Any]:
    """The same without the folders that errors and warnings are told in."""
    return [re.sub(r"'[^']*/(games\.toml|cards\.csv)'", r"\1", repr(one)) for one in found]
