"""Icon sets that everybody uses, as the test of art. ``python -m tests.artsvg.icon_sets FOLDER`` fetches them."""

from __future__ import annotations

import sys
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.npm_packages import NpmPackage, fetch


@dataclass(frozen=True)
class IconSet(NpmPackage):
    """A package of icons: ``files`` is how many SVG files it holds."""

    files: int

    def icons(self, folder: Path) -> Iterator[tuple[str, str]]:
        """Names and texts of the SVG files."""
        with tarfile.open(folder / self.archive) as archive:
            for member in archive:
                if member.isfile() and member.name.endswith(".svg"):
                    stream = archive.extractfile(member)
                    assert stream is not None
                    yield member.name.partition("/")[2], stream.read().decode("utf-8")


SETS = (
    IconSet(
        "@twemoji/svg",
        "15.0.0",
        "sha512-ZSPef2B6nBaYnfgdTbAy4jgW95o7pi2xPGwGCU+WMTxo7J6B1lMPTWwSq/wTuiMq+N0khQ90CcvYp1wFoQpo/w==",
        3720,
    ),
    IconSet(
        "bootstrap-icons",
        "1.13.2",
        "sha512-fAU1Ly3dH7hwRg+CB8EZ0Vl0fF80zgXHeUVJyfUOKzoURr+TbwISbCW5tKUoQLERaWYG2emTCybcPbD96hdD1A==",
        2079,
    ),
    IconSet(
        "circle-flags",
        "2.8.3",
        "sha512-62gm4tY7evXzNdLP+nFOzxEtCagbY4nSnrPNn/yOWFAvApvOWCAvyqL+NeLN+nfhGOGc4L+oSgEheqM3XE5w7g==",
        646,
    ),
    IconSet(
        "flag-icons",
        "7.5.0",
        "sha512-kd+MNXviFIg5hijH766tt+3x76ele1AXlo4zDdCxIvqWZhKt4T83bOtxUOOMlTx/EcFdUMH5yvQgYlFh1EqqFg==",
        542,
    ),
)


if __name__ == "__main__":
    fetch(SETS, Path(sys.argv[1]))
