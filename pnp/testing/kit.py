"""The kit: built whole and read back, in every language."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.diagnostics import PnpError
from pnp.model.text import Language
from pnp.testing.built import kit_of
from pnp.testing.subject import Subject


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
