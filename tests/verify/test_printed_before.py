"""Kits that earlier versions printed still verify: a PDF of each is kept in the folder ``printed``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from pnp.project.project import open_shipped
from pnp.verify.check import read_manifest
from pnp.verify.readback import PrintedPdf
from pnp.verify.verify import verify_bytes

FILES = sorted((Path(__file__).parent / "printed").glob("*.pdf"))


def manifest_of(file: Path) -> Mapping[str, Any]:
    with PrintedPdf(file.read_bytes(), file.name) as pdf:
        manifest = read_manifest(pdf)
    assert isinstance(manifest, Mapping)
    return manifest


def test_one_of_each_published_kit_is_kept() -> None:
    kept = {str(manifest_of(file)["game"]) for file in FILES}
    assert {"red", "red7", "iroha", "collectmate", "kasane", "koka"} <= kept <= set(open_shipped().games)
    assert {file.stem.split("-")[1] for file in FILES} == {"en", "ja"}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_kit_printed_before_holds(file: Path) -> None:
    report = verify_bytes(open_shipped(), file.read_bytes(), file.name)
    # A lesson that no longer means what it meant gets a new name: these sheets are in people's hands.
    assert report.passed, "\n".join(problem.message for problem in report.problems)
    assert report.examples == len(manifest_of(file)["examples"]) > 15
    assert {note.code for note in report.notes} <= {"definition-differs", "other-words", "earlier-name"}
