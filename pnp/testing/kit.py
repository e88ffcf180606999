"""The kit: built whole and read back, in every language."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.diagnostics import PnpError
from pnp.model.sizes import paper
from pnp.model.text import Language
from pnp.testing.subject import Subject


def kit_faults(subject: Subject, language: Language, on: str | None = None) -> Iterator[str]:
    """Why the kit of a definition cannot be built, or does not hold when it is read back. ``on`` names a paper; None
    is the one of the definition."""
    # A writer of PDF is heavy, and no other check needs it.
    from pnp.pipeline.building import build_kit  # noqa: PLC0415
    from pnp.pipeline.options import BuildOptions  # noqa: PLC0415
    from pnp.pipeline.verify import verify_bytes  # noqa: PLC0415

    game, project = subject.table, subject.project
    if game is None:
        return
    project.found.setdefault((game.id, 0), subject.examples)
    try:
        kit = build_kit(project, game, BuildOptions(language=language, paper=None if on is None else paper(on)))
    except PnpError as error:
        yield f"the kit cannot be built: {error}"
        return
    # A kit without examples is not read back by the build.
    report = kit.report if kit.report.places else verify_bytes(project, kit.pdf, f"{game.id}.pdf")
    if not report.passed:
        yield "the kit does not hold when it is read back:\n" + "\n".join(one.render() for one in report.problems)
    if report.notes:
        yield "the kit is not as the definition says:\n" + "\n".join(one.render() for one in report.notes)
