"""Check PDFs against the demands of print shops."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from pnp.cli.batch import run_all
from pnp.cli.output import counted, report, say, say_json, tick
from pnp.preflight.inspect import NAMES, PreflightResult, preflight_file
from pnp.preflight.rules import Profile


def preflight_files(
    paths: Sequence[Path], profile: Profile | None, ink: float, type_size: float, as_json: bool
) -> bool:
    """Check files, report each, and return True if none has an error."""
    batch = run_all({str(path): partial(preflight_file, path, profile, ink, type_size) for path in paths})
    files = list(batch.results.values())
    for file in files:
        report(file.diagnostics())
    if as_json:
        say_json(
            [file.as_json() for file in files]
            + [
                {"file": path, "ok": False, "diagnostics": [diagnostic.as_json() for diagnostic in error.diagnostics]}
                for path, error in batch.errors.items()
            ]
        )
    else:
        for file in files:
            say(_summarize(file))
    batch.exit_on_error("looked at", as_json=False)
    return all(file.passed for file in files)


def _summarize(file: PreflightResult) -> str:
    errors = sum(finding["severity"] == "error" for finding in file.findings)
    warnings = len(file.findings) - errors
    counts = ", ".join(counted(count, noun) for count, noun in ((errors, "error"), (warnings, "warning")) if count)
    pages = counted(file.pages, "page")
    return f"{tick(file.passed)} {file.path}: {pages}, held to {NAMES[file.profile]}: {counts or 'nothing found'}"
