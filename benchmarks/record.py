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

from benchmarks.limits import Held, held, limits_markdown
from benchmarks.measure import Spent
from benchmarks.table import Result, markdown, warm_markdown

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
    limits = held(results)
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
        *([markdown(results), ""] if any(not result.rebuilds for result in results) else []),
        *_rebuilt(results),
        "Limits. A ratio is one of two medians, both of this one run; times are wall-clock times, medians too.",
        "",
        limits_markdown(limits),
        "",
    ]
    path = folder / f"{today}-{name}.md"
    path.write_text("\n".join(lines), encoding="utf-8")
    data: dict[str, Any] = {
        "commit": name,
        "day": today,
        "about": dict(about),
        "results": [_plain(result) for result in results],
    }
    data["limits"] = [_plain_limit(one) for one in limits]
    path.with_suffix(".json").write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    return path


def _rebuilt(results: list[Result]) -> list[str]:
    warm = [result for result in results if result.rebuilds]
    if not warm:
        return []
    edits = len(warm[0].rebuilds) // len(warm[0].runs)
    told = (
        f"Rebuilds: a process builds once, its modules loaded before, and again after each of {edits} edits. What is "
        "told of a rebuild is the median of those of all runs; its processor time is that of the process itself. "
        "“Bytes”: each wrote the same as a process that has just begun and uses nothing kept."
    )
    return [told, "", warm_markdown(warm), ""]


def _plain_limit(one: Held) -> dict[str, Any]:
    limit = one.limit
    told = {"case": limit.case, "limit_of": limit.words, "at_most": limit.at_most, "unit": limit.unit}
    figure = None if one.figure is None else round(one.figure, 4)
    return {**told, "figure": figure, "reached": one.reached, "why_not": one.why_not}


def _plain(result: Result) -> dict[str, Any]:
    warm = {
        "first": [_spent(one) for one in result.first],
        "rebuilds": [_spent(one) for one in result.rebuilds],
    }
    return {
        "case": result.case,
        "program": result.name,
        "seconds": [round(run.seconds, 4) for run in result.runs],
        "processor": [None if run.processor is None else round(run.processor, 4) for run in result.runs],
        "peak_bytes": [run.peak_bytes for run in result.runs],
        "pdf_bytes": result.pdf_bytes,
        "flaws": result.flaws,
        **(warm if result.rebuilds else {}),
    }


def _spent(one: Spent) -> dict[str, float]:
    return {"seconds": round(one.seconds, 4), "processor": round(one.processor, 4)}


def _git(root: Path, *arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=True).stdout.strip()
