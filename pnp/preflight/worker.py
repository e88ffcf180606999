"""Process that checks one PDF: a task from standard input, its report as JSON on standard output.

Files come from strangers, and the library that reads them is not written in Python. So memory and time have limits here
that no file can get around, and a crash ends only this process.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from pnp.steps import limit_process


def main() -> None:
    """Do the task from standard input: ``path``, ``profile`` (or null), ``ink`` and ``type``."""
    task = json.loads(sys.stdin.readline())
    limit_process()
    from pnp.preflight.check import NotAPdfError, preflight  # noqa: PLC0415 - under the limits
    from pnp.preflight.content import PreflightLimits  # noqa: PLC0415

    try:
        with open(task["path"], "rb") as file:  # noqa: PTH123
            pdf = file.read()
        report = preflight(pdf, task["profile"], PreflightLimits(task["ink"], task["type"]))
    except OSError as error:
        _write_report({"unreadable": error.strerror or str(error)})
    except NotAPdfError as error:
        _write_report({"no-pdf": str(error)})
    except MemoryError:
        _write_report({"too-much": "memory"})
    else:
        findings = [finding.as_json(report.profile) for finding in report.findings]
        _write_report({"profile": report.profile, "pages": report.pages, "findings": findings})


def _write_report(report: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(report) + "\n")
