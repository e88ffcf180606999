"""The same again: figures and examples do not depend on the process that finds them.

Sets of strings come in another order in every process; what was chosen by such an order shows here.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pnp.examples import ExampleSet, example_json
from pnp.testing.subject import Definitions, Subject

_CODE = "from pnp.testing.repeat import main; main()"


def repeat_faults(subject: Subject) -> Iterator[str]:
    """What another process says otherwise of the plain definition."""
    seed = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    file = subject.project.file
    asked = [subject.game, "" if file is None else str(file)]
    there = [path for path in sys.path if path] + [str(Path.cwd())]
    ran = subprocess.run(  # noqa: S603 - this program, with this interpreter
        [sys.executable, "-c", _CODE, *asked],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8", "PYTHONPATH": os.pathsep.join(there)},
    )
    if ran.returncode:
        yield f"another process could not search the examples:\n{ran.stderr.strip()}"
        return
    here, other = json.loads(json.dumps(_said(subject, subject.examples))), json.loads(ran.stdout)
    for key, value in here.items():
        if value != other[key]:
            yield (
                f"{key} differ with the order of sets (PYTHONHASHSEED={seed}): sort what comes out of a set before it "
                f"is used\n  here:  {value}\n  there: {other[key]}"
            )


def _said(subject: Subject, examples: ExampleSet) -> dict[str, Any]:
    return {
        "the figures": dict(subject.engine.figures(subject.settings)),
        "the examples": [dict(example_json(one)) for one in examples.examples],
    }


def main() -> None:
    """Tell the figures and examples of the game that the command line names, as JSON."""
    game, file = sys.argv[1:]
    with TemporaryDirectory() as folder:
        subject = Definitions(game, Path(file) if file else None, {}).subject(game, Path(folder))
        json.dump(_said(subject, subject.examples), sys.stdout)
