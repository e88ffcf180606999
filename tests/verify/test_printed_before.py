"""Kits that earlier versions printed still verify: a PDF of each is kept in the folder ``printed``.

They were built before manifests said in which words examples were told. Where one fails after a change of a game, the
message names what has to be written down in that game's past (``pnp/games/core/engine.py``), never a new PDF.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from pnp.model.constraints import key_of
from pnp.project.project import engine_of, open_shipped
from pnp.verify.check import read_manifest
from pnp.verify.readback import PrintedPdf
from pnp.verify.verify import verify_bytes

FILES = sorted((Path(__file__).parent / "printed").glob("*.pdf"))
MEND = """
These sheets are in people's hands. If a lesson or misreading was renamed, taken out, or no longer means what it meant,
write into the game's past (Engine.past, a Past of pnp/games/core/engine.py) what became of it:
"""


def manifest_of(file: Path) -> Mapping[str, Any]:
    with PrintedPdf(file.read_bytes(), file.name) as pdf:
        manifest = read_manifest(pdf)
    assert isinstance(manifest, Mapping)
    return manifest


def test_one_of_each_kit_is_kept() -> None:
    assert {str(manifest_of(file)["game"]) for file in FILES} == set(open_shipped().games)
    assert {file.stem.split("-")[1] for file in FILES} == {"en", "ja"}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_kit_printed_before_holds(file: Path) -> None:
    report = verify_bytes(open_shipped(), file.read_bytes(), file.name)
    messages = "\n".join(problem.message for problem in report.problems)
    lessons = re.findall(
        r"there is no lesson '([^']+)'|no longer shows the lesson '([^']+)'|the lesson '([^']+)' is now", messages
    )
    misreadings = re.findall(r"no misreading '([^']+)'|no longer kills the misreading '([^']+)'", messages)
    names = {
        "lessons": sorted({name for match in lessons for name in match if name}),
        "misreadings": sorted({name for match in misreadings for name in match if name}),
    }
    wanted = "\n".join(f"  {noun}: {', '.join(which)}" for noun, which in names.items() if which)
    assert report.passed, f"{messages}\n{MEND if wanted else ''}{wanted}"
    assert report.examples == len(manifest_of(file)["examples"]) > 15
    assert {note.code for note in report.notes} <= {
        "definition-differs",
        "other-words",
        "earlier-name",
        "earlier-reading",
    }


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_reading_that_came_later_is_in_the_past_of_its_game(file: Path) -> None:
    """Without it, the decisions of older sheets would be unknown."""
    manifest = manifest_of(file)
    game = open_shipped().game(str(manifest["game"]))
    readings = getattr(game.settings, "readings", None)
    today = {key_of(field.name) for field in fields(readings)} if readings is not None else set()
    later = {path[1] for path in engine_of(game).past.settings if path[0] == "readings"}
    assert today - set(manifest["definition"].get("readings", {})) <= later
