"""Process that checks one PDF: a task from standard input, its report as JSON on standard output.

Files come from strangers, and the library that reads them is not written in Python. So memory and time have limits here
that no file can get around, and a crash ends only this process.
"""

from __future__ import annotations

import json
import sys
from typing import Any

MAX_MEMORY = 3 << 30
"""Most bytes of address space."""
MAX_SECONDS = 120
"""Most seconds of computing."""


def main() -> None:
    """Do the task from standard input: ``path``, ``profile`` (or null), ``ink`` and ``type``."""
    task = json.loads(sys.stdin.readline())
    _limit_process()
    from pnp.preflight.check import NotAPdfError, preflight  # noqa: PLC0415 - under the limits
    from pnp.preflight.content import PreflightLimits  # noqa: PLC0415

    try:
        with open(task["path"], "rb") as file:  # noqa: PTH123
            data = file.read()
        report = preflight(data, task["profile"], PreflightLimits(task["ink"], task["type"]))
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


def _limit_process() -> None:
    """Limit the memory and time of this process. On Windows only the caller's timeout limits it."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415

    for kind, limit in ((resource.RLIMIT_AS, MAX_MEMORY), (resource.RLIMIT_CPU, MAX_SECONDS)):
        _, hard = resource.getrlimit(kind)
        resource.setrlimit(kind, (limit if hard == resource.RLIM_INFINITY else min(limit, hard), hard))
