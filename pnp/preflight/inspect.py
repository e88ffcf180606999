"""Hold a PDF, whoever wrote it, to the rules of print shops."""

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
LARGEST = 500_000_000
"""Bytes of a file."""
_SECONDS = 180
_BEGIN = "import json,sys;sys.path[:]=json.loads(sys.stdin.readline());from pnp.preflight.worker import main;main()"
_EXTRA = "pikepdf"
NAMES: Mapping[str, str] = {"x1a": "PDF/X-1a:2003", "x4": "PDF/X-4", "home": "a file to print at home"}


@dataclass(frozen=True, slots=True)
class PreflightResult:
    """What was found in a file: what it was held to, its pages, and each finding as JSON data."""

    path: Path
    profile: str
    pages: int
    findings: tuple[Mapping[str, Any], ...]

    @property
    def passed(self) -> bool:
        """Whether nothing is an error."""
        return not any(one["severity"] == "error" for one in self.findings)

    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """The findings as messages."""
        return tuple(_told(self.path, one) for one in self.findings)

    def as_json(self) -> Mapping[str, Any]:
        """As JSON data."""
        return {
            "file": str(self.path),
            "ok": self.passed,
            "standard": self.profile,
            "pages": self.pages,
            "findings": list(self.findings),
        }


def preflight_file(path: Path, profile: str | None, ink: float, type_: float) -> PreflightResult:
    """Hold the file to ``profile`` (x1a, x4 or home; None takes what it says it is), at most ``ink`` percent of ink and
    type of ``type_`` points at least.

    Raises PnpError for limits out of range, and for a file that cannot be read or is no PDF.
    """
    for option, value, (least, most) in (("--ink", ink, INK), ("--min-type", type_, TYPE)):
        if not least <= value <= most:
            message = f"{option}: {value:g} is not from {least:g} to {most:g}"
            raise PnpError(Diagnostic("usage", message, hint="ink is in percent, type in points"))
    if importlib.util.find_spec(_EXTRA) is None:
        hint = 'install it with the program: pip install "pnp-kit[preflight]"'
        raise PnpError(
            Diagnostic("not-installed", f"{_EXTRA}, which reads PDFs of any kind, is not installed", hint=hint)
        )
    try:
        size = path.stat().st_size
    except OSError as error:
        raise _unreadable(path, error.strerror or str(error)) from error
    if size > LARGEST:
        raise _unreadable(path, f"it has {size:,} bytes, and {LARGEST:,} are the most")
    task = {"path": str(path.resolve()), "profile": profile, "ink": ink, "type": type_}
    said = _ask(path, task)
    if "profile" in said:
        return PreflightResult(path, said["profile"], said["pages"], tuple(said["findings"]))
    if "too-much" in said:
        raise _too_much(path)
    if "no-pdf" in said:
        raise PnpError(Diagnostic("no-pdf", said["no-pdf"], Location(str(path)), "name a PDF that can be opened"))
    raise _unreadable(path, said["unreadable"])


def _ask(path: Path, task: Mapping[str, Any]) -> Mapping[str, Any]:
    """What the process says that looks at the file."""
    asked = json.dumps(sys.path) + "\n" + json.dumps(task) + "\n"
    try:
        # -P: nothing is imported from the working directory, where code of a stranger may lie beside the file.
        done = subprocess.run(  # noqa: S603
            [sys.executable, "-P", "-c", _BEGIN],
            input=asked.encode(),
            capture_output=True,
            timeout=_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise _too_much(path) from error
    try:
        said: Mapping[str, Any] = json.loads(done.stdout)
    except ValueError as error:
        # It ran into its limits, or what reads PDFs gave up on the file.
        raise _too_much(path) from error
    return said


def _unreadable(path: Path, why: str) -> PnpError:
    return PnpError(Diagnostic("unreadable", f"the file cannot be read: {why}", Location(str(path)), "name a PDF"))


def _too_much(path: Path) -> PnpError:
    message = "the file takes more memory or time than a PDF to print does, or cannot be read at all"
    return PnpError(Diagnostic("too-much", message, Location(str(path)), "split it, or write it again"))


def _told(path: Path, one: Mapping[str, Any]) -> Diagnostic:
    where = "" if one["page"] is None else f"page {one['page']}"
    if one["place_mm"] is not None:
        where += f" at {one['place_mm'][0]:g}, {one['place_mm'][1]:g} mm"
    often = f", {one['times']} times" if one["times"] > 1 else ""
    message = f"{where}{': ' if where else ''}{one['message']}{often} [{one['source']}]"
    severity: Severity = one["severity"]
    return Diagnostic(one["rule"], message, Location(str(path)), one["hint"], severity=severity)
