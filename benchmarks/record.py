"""What the numbers were measured on, and where they are kept."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from benchmarks.table import Result, markdown

RESULTS = Path(__file__).resolve().parent / "results"
_PEER_VERSIONS = "from importlib.metadata import version as v; print(v('protograf'), v('typst'))"


def commit(root: Path) -> str:
    """The commit of the checkout, with ``-changed`` where files differ from it; ``unknown`` outside of a checkout."""
    try:
        name = _git(root, "rev-parse", "--short=10", "HEAD")
        changed = _git(root, "status", "--porcelain", "--untracked-files=no", "--", "pnp", "templates", "fonts")
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return f"{name}-changed" if changed else name


def machine(peers: Path | None) -> dict[str, Any]:
    """What the measurements depend on: system, processors, versions."""
    found = {
        "system": platform.platform(),
        "processors": os.cpu_count(),
        "python": sys.version.split()[0],
        "reportlab": version("reportlab"),
    }
    if peers is not None:
        told = subprocess.run([str(peers), "-c", _PEER_VERSIONS], capture_output=True, text=True, check=True)
        found["protograf"], found["typst"] = told.stdout.split()
    return found


def write_record(
    folder: Path, results: list[Result], name: str, about: Mapping[str, Any], skipped: str, day: datetime | None = None
) -> Path:
    """Write ``DAY-COMMIT.md`` and the same as JSON into ``folder``; returns the path of the table."""
    folder.mkdir(parents=True, exist_ok=True)
    today = (day or datetime.now(UTC)).date().isoformat()
    runs = len(results[0].runs) if results else 0
    lines = [
        f"# {today}, commit {name}",
        "",
        f"Whole processes, median of {runs} runs, the programs in turn after one round that is not counted. "
        "Ratios are of medians in this run. "
        "“Text, fonts”: every card's text can be extracted from the file, and every font is embedded.",
        "",
        ", ".join(f"{key} {value}" for key, value in about.items()) + ".",
        *(["", skipped] if skipped else []),
        "",
        markdown(results),
        "",
    ]
    path = folder / f"{today}-{name}.md"
    path.write_text("\n".join(lines), encoding="utf-8")
    data = {"commit": name, "day": today, "about": dict(about), "results": [_plain(result) for result in results]}
    path.with_suffix(".json").write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    return path


def _plain(result: Result) -> dict[str, Any]:
    return {
        "case": result.case,
        "program": result.name,
        "seconds": [round(run.seconds, 4) for run in result.runs],
        "peak_bytes": [run.peak_bytes for run in result.runs],
        "pdf_bytes": result.pdf_bytes,
        "flaws": result.flaws,
    }


def _git(root: Path, *arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=True).stdout.strip()
