"""Rules of accessibility, from the package axe-core. ``python -m tests.studio.axe FOLDER`` fetches it."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.npm_packages import NpmPackage, fetch

AXE = NpmPackage(
    "axe-core",
    "4.14.1",
    "sha512-FHfa+lmNjQZfJz1q8wKqIDwC6DExcHt/pkjNQb09a3NPjCKg2rhu5qb2S4r76ASyFNNtuFooJpZe37OgudVGtQ==",
)
FOLDER = "PNP_AXE"
"""Environment variable with the folder of the package."""

if __name__ == "__main__":
    fetch([AXE], Path(sys.argv[1]))
