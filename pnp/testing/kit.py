"""The kit: built whole and read back, in every language."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from pnp.diagnostics import PnpError
from pnp.examples import ExampleSet, example_json
from pnp.model.sizes import paper
from pnp.model.text import Language
from pnp.testing.subject import Definitions, Subject

if TYPE_CHECKING:
    from pnp.build.build import BuiltKit


# Kits of definitions, built once for the checks that look at them.

_KEPT = 4
_built: list[tuple[Subject, Language, str | None, BuiltKit]] = []


def kit_of(subject: Subject, language: Language, on: str | None = None) -> BuiltKit | None:
    """The verified kit of a definition on a paper by name, None for that of the definition; nothing for a tweak that
    gives settings alone. Raises PnpError."""
    # A writer of PDF is heavy, and most checks do without it.
    from pnp.build.build import build_kit  # noqa: PLC0415
    from pnp.build.options import BuildOptions  # noqa: PLC0415

    game, project = subject.table, subject.project
    if game is None:
        return None
    for known, asked, sheet, kit in _built:
        if known is subject and (asked, sheet) == (language, on):
            return kit
    project.workshop.examples(game, 0, lambda: subject.examples)
    on_paper = None if on is None else paper(on)
    found = build_kit(project, game, BuildOptions(language=language, paper=on_paper, choices=True))
    _built.append((subject, language, on, found))
    del _built[:-_KEPT]
    return found


def kit_faults(subject: Subject, language: Language, on: str | None = None) -> Iterator[str]:
    """Why the kit of a definition cannot be built, or does not hold when it is read back. ``on`` names a paper; None
    is the one of the definition."""
    from pnp.verify.verify import verify_bytes  # noqa: PLC0415 - a reader of PDF is heavy, as is the kit

    try:
        kit = kit_of(subject, language, on)
    except PnpError as error:
        yield f"the kit cannot be built: {error}"
        return
    if kit is None:
        return
    # A kit without examples is not read back by the build.
    report = kit.report if kit.report.places else verify_bytes(subject.project, kit.pdf, f"{kit.game.id}.pdf")
    if not report.passed:
        yield "the kit does not hold when it is read back:\n" + "\n".join(one.render() for one in report.problems)
    if report.notes:
        yield "the kit is not as the definition says:\n" + "\n".join(one.render() for one in report.notes)


# The same again: figures and examples do not depend on the process that finds them.
#
# Sets of strings come in another order in every process; what was chosen by such an order shows here.

_CODE = "from pnp.testing.kit import main; main()"


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
