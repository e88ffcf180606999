"""Fixtures of the tests of builds."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from pnp.pdf.objects.manifest import seal
from tests.build.gardens import Garden, garden_in
from tests.verify.conftest import Tampering


@pytest.fixture
def garden(tmp_path: Path, root: Path, made_once: Any) -> Garden:
    """Write a small deck to a folder, and build its kit in English on A4."""

    def print_once(garden: Garden) -> None:
        garden.printed.write_bytes(made_once.get(("garden",), lambda: garden.build().pdf))

    return garden_in(tmp_path / "garden", root, print_once)


@pytest.fixture
def resealed() -> Callable[..., bytes]:
    """A PDF whose manifest was edited, and sealed again as if it had been written so."""

    def make(data: bytes, edit: Callable[[dict[str, Any]], object]) -> bytes:
        changed = Tampering(pikepdf.open(io.BytesIO(data)))
        changed.change(edit)
        changed.seal_again(seal)
        return changed.data

    return make
