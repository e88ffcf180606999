"""Checks of the kit: it is built whole and read back, in every language."""

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


# Kits of definitions, built once for all checks that need them

_MOST_CACHED = 4
_cached_kits: list[tuple[Subject, Language, str | None, BuiltKit]] = []


def kit_of(subject: Subject, language: Language, on: str | None = None) -> BuiltKit | None:
    """Return the verified kit of a definition, None for a tweak that gives settings alone.

    ``on`` names a paper; None is that of the definition. Raises PnpError.
    """
    from pnp.build.build import build_kit  # noqa: PLC0415 - a PDF writer is heavy, and most checks need none
    from pnp.build.options import BuildOptions  # noqa: PLC0415

    game, project = subject.table, subject.project
    if game is None:
        return None
    for cached_subject, cached_language, cached_paper, kit in _cached_kits:
        if cached_subject is subject and (cached_language, cached_paper) == (language, on):
            return kit
    project.build_cache.examples(game, 0, lambda: subject.examples)
    on_paper = None if on is None else paper(on)
    built_kit = build_kit(project, game, BuildOptions(language=language, paper=on_paper, choices=True))
    _cached_kits.append((subject, language, on, built_kit))
    del _cached_kits[:-_MOST_CACHED]
    return built_kit


def kit_faults(subject: Subject, language: Language, on: str | None = None) -> Iterator[str]:
    """Yield the faults of building the kit of a definition, and of reading it back.

    ``on`` names a paper; None is that of the definition.
    """
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
        yield "the kit does not hold when it is read back:\n" + "\n".join(fault.render() for fault in report.problems)
    if report.notes:
        yield "the kit is not as the definition says:\n" + "\n".join(remark.render() for remark in report.notes)


# Repetition in another process. Sets of strings have another order in every process, so figures and examples that
# depend on such an order differ.

_SUBPROCESS_CODE = "from pnp.testing.kit import main; main()"


def repeat_faults(subject: Subject) -> Iterator[str]:
    """Yield the figures and examples of the plain definition that differ in another process."""
    seed = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    file = subject.project.file
    arguments = [subject.game, "" if file is None else str(file)]
    paths = [path for path in sys.path if path] + [str(Path.cwd())]
    completed = subprocess.run(  # noqa: S603 - this program, with this interpreter
        [sys.executable, "-c", _SUBPROCESS_CODE, *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8", "PYTHONPATH": os.pathsep.join(paths)},
    )
    if completed.returncode:
        yield f"another process could not search the examples:\n{completed.stderr.strip()}"
        return
    expected = json.loads(json.dumps(_repeatable_data(subject, subject.examples)))
    repeated = json.loads(completed.stdout)
    for key, value in expected.items():
        if value != repeated[key]:
            yield (
                f"{key} differ with the order of sets (PYTHONHASHSEED={seed}): sort what comes out of a set before it "
                f"is used\n  here:  {value}\n  there: {repeated[key]}"
            )


def _repeatable_data(subject: Subject, examples: ExampleSet) -> dict[str, Any]:
    return {
        "the figures": dict(subject.engine.figures(subject.settings)),
        "the examples": [dict(example_json(example)) for example in examples.examples],
    }


def main() -> None:
    """Print the figures and examples of the game that the command line names, as JSON."""
    game, file = sys.argv[1:]
    with TemporaryDirectory() as folder:
        subject = Definitions(game, Path(file) if file else None, {}).subject(game, Path(folder))
        json.dump(_repeatable_data(subject, subject.examples), sys.stdout)
