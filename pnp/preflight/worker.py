"""A process that looks at one PDF: a task from standard input, its report as JSON on standard output.

Files come from strangers, and what reads them is not written in Python: memory and time have limits here that nothing
in a file can get around, and what fails takes no more than this process along.
"""

from __future__ import annotations

import json
import sys
from typing import Any

MEMORY = 3 << 30
"""Bytes of address space."""
SECONDS = 120
"""Of computing."""


def main() -> None:
    """Do the task that is sent: ``path``, ``profile`` (or null), ``ink`` and ``type``."""
    task = json.loads(sys.stdin.readline())
    _limit()
    from pnp.preflight.check import NotAPdfError, preflight  # noqa: PLC0415 - under the limits
    from pnp.preflight.content import PreflightLimits  # noqa: PLC0415

    try:
        with open(task["path"], "rb") as file:  # noqa: PTH123
            data = file.read()
        report = preflight(data, task["profile"], PreflightLimits(task["ink"], task["type"]))
    except OSError as error:
        _say({"unreadable": error.strerror or str(error)})
    except NotAPdfError as error:
        _say({"no-pdf": str(error)})
    except MemoryError:
        _say({"too-much": "memory"})
    else:
        findings = [one.as_json(report.profile) for one in report.findings]
        _say({"profile": report.profile, "pages": report.pages, "findings": findings})


def _say(said: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(said) + "\n")


def _limit() -> None:
    """Nothing of Windows limits a process from inside; there the time that is waited for it is the limit."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415

    for kind, most in ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_CPU, SECONDS)):
        _, hard = resource.getrlimit(kind)
        resource.setrlimit(kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
