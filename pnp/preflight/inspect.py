"""Preflight of a PDF file in a process of its own, with the result as diagnostics."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pnp.diagnostics import Diagnostic, Location, PnpError, Severity
from pnp.records import dataclass

INK = (200.0, 400.0)
TYPE = (0.0, 20.0)
MAX_FILE_BYTES = 500_000_000
"""Most bytes of a file."""
_SECONDS = 180
_WORKER_CODE = (
    "import json,sys;sys.path[:]=json.loads(sys.stdin.readline());from pnp.preflight.worker import main;main()"
)
_EXTRA = "pikepdf"
NAMES: Mapping[str, str] = {"x1a": "PDF/X-1a:2003", "x4": "PDF/X-4", "home": "a file to print at home"}


@dataclass(frozen=True, slots=True)
class PreflightResult:
    """Result of a check: the file, its profile, its number of pages, and each finding as JSON data."""

    path: Path
    profile: str
    pages: int
    findings: tuple[Mapping[str, Any], ...]

    @property
    def passed(self) -> bool:
        """True if no finding is an error."""
        return not any(finding["severity"] == "error" for finding in self.findings)

    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Return the findings as messages."""
        return tuple(_diagnostic(self.path, finding) for finding in self.findings)

    def as_json(self) -> Mapping[str, Any]:
        """Return the result as JSON data."""
        return {
            "file": str(self.path),
            "ok": self.passed,
            "standard": self.profile,
            "pages": self.pages,
            "findings": list(self.findings),
        }


def preflight_file(path: Path, profile: str | None, ink: float, type_: float) -> PreflightResult:
    """Check a file against ``profile`` (x1a, x4 or home; None takes the file's own claim).

    ``ink`` is the most ink in percent, ``type_`` the smallest type in points. Raises PnpError for limits out of range,
    and for a file that cannot be read or is no PDF.
    """
    for option, limit, (least, most) in (("--ink", ink, INK), ("--min-type", type_, TYPE)):
        if not least <= limit <= most:
            message = f"{option}: {limit:g} is not from {least:g} to {most:g}"
            raise PnpError(Diagnostic("usage", message, hint="ink is in percent, type in points"))
    if importlib.util.find_spec(_EXTRA) is None:
        hint = 'install it with the program: pip install "pnp-kit[preflight]"'
        raise PnpError(
            Diagnostic("not-installed", f"{_EXTRA}, which reads PDFs of any kind, is not installed", hint=hint)
        )
    try:
        size = path.stat().st_size
    except OSError as error:
        raise _unreadable_error(path, error.strerror or str(error)) from error
    if size > MAX_FILE_BYTES:
        raise _unreadable_error(path, f"it has {size:,} bytes, and {MAX_FILE_BYTES:,} are the most")
    task = {"path": str(path.resolve()), "profile": profile, "ink": ink, "type": type_}
    report = _run_worker(path, task)
    if "profile" in report:
        return PreflightResult(path, report["profile"], report["pages"], tuple(report["findings"]))
    if "too-much" in report:
        raise _too_much_error(path)
    if "no-pdf" in report:
        raise PnpError(Diagnostic("no-pdf", report["no-pdf"], Location(str(path)), "name a PDF that can be opened"))
    raise _unreadable_error(path, report["unreadable"])


def _run_worker(path: Path, task: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the report of the worker process on the file."""
    stdin = json.dumps(sys.path) + "\n" + json.dumps(task) + "\n"
    try:
        # -P keeps the working directory out of the path: a stranger's code may lie beside the file.
        process = subprocess.run(  # noqa: S603
            [sys.executable, "-P", "-c", _WORKER_CODE],
            input=stdin.encode(),
            capture_output=True,
            timeout=_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise _too_much_error(path) from error
    try:
        report: Mapping[str, Any] = json.loads(process.stdout)
    except ValueError as error:
        # The worker ran into its limits, or the PDF library crashed on the file.
        raise _too_much_error(path) from error
    return report


def _unreadable_error(path: Path, reason: str) -> PnpError:
    return PnpError(Diagnostic("unreadable", f"the file cannot be read: {reason}", Location(str(path)), "name a PDF"))


def _too_much_error(path: Path) -> PnpError:
    message = "the file takes more memory or time than a PDF to print does, or cannot be read at all"
    return PnpError(Diagnostic("too-much", message, Location(str(path)), "split it, or write it again"))


def _diagnostic(path: Path, finding: Mapping[str, Any]) -> Diagnostic:
    position = "" if finding["page"] is None else f"page {finding['page']}"
    if finding["place_mm"] is not None:
        position += f" at {finding['place_mm'][0]:g}, {finding['place_mm'][1]:g} mm"
    repeats = f", {finding['times']} times" if finding["times"] > 1 else ""
    message = f"{position}{': ' if position else ''}{finding['message']}{repeats} [{finding['source']}]"
    severity: Severity = finding["severity"]
    return Diagnostic(finding["rule"], message, Location(str(path)), finding["hint"], severity=severity)
