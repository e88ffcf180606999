"""Messages have bounds: of letters, of lines, and of their number."""

from __future__ import annotations

import pytest

from pnp.cli.output import report
from pnp.diagnostics import Diagnostic, Location, first_messages

LONG = "x" * 300_000


def test_a_message_shows_both_ends_of_a_long_name() -> None:
    diagnostic = Diagnostic("bad", f"begin {LONG} end", Location(LONG), f"begin {LONG} end", lines=(LONG,) * 1_300)
    text = diagnostic.render()
    assert len(text) < 1_500_000
    message, hint, *lines = text.split("\n")
    assert "error[bad]: begin xxx" in message
    assert message.endswith("xxx end")
    assert hint.startswith("  hint: begin xxx")
    assert lines[-1] == "  … and 300 more lines"
    assert all(len(line) < 2_000 for line in (message, hint, *lines))
    assert all(len(str(value)) < 1_500_000 for value in diagnostic.as_json().values())


def test_a_message_of_usual_length_is_whole() -> None:
    words = "a name " * 100
    assert Diagnostic("bad", words, hint=words).render() == f"error[bad]: {words}\n  hint: {words}"


@pytest.mark.parametrize(("count", "last"), [(50, None), (51, "and 1 more error"), (99, "and 49 more errors")])
def test_only_the_first_messages_are_told(count: int, last: str | None, capsys: pytest.CaptureFixture[str]) -> None:
    diagnostics = [Diagnostic("bad", f"the {number}. error") for number in range(1, count + 1)]
    report(diagnostics)
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == (count if last is None else 51)
    assert lines[49] == "error[bad]: the 50. error"
    assert last is None or lines[50] == f"error[more]: {last}"


def test_what_is_left_out_is_as_bad_as_its_worst() -> None:
    warnings = [Diagnostic("pale", f"the {number}. colour", severity="warning") for number in range(60)]
    assert first_messages(warnings)[-1].severity == "warning"
    assert first_messages([*warnings, Diagnostic("bad", "an error")])[-1].message == "and 11 more messages"
    assert first_messages([*warnings, Diagnostic("bad", "an error")])[-1].severity == "error"
