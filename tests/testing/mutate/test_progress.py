"""A run of mutants says what it will try, how far it is, and how long the rest takes."""

from __future__ import annotations

from io import StringIO

from pnp.testing.mutate.progress import Progress


class Terminal(StringIO):
    """A stream that is a terminal."""

    def isatty(self) -> bool:
        return True


def written(stream: StringIO, tried: range, total: int, seconds: float) -> str:
    """What is written of a run that begins with the first number, and takes so many seconds for each further one."""
    time = [100.0]
    progress = Progress(stream, clock=lambda: time[0])
    progress.begin(total, 3 * total, 2)
    for done in tried:
        progress.show(done)
        time[0] += seconds
    return stream.getvalue()


def test_each_tenth_is_a_line_where_nobody_looks_on() -> None:
    lines = written(StringIO(), range(41), 40, 2.0).splitlines()
    assert lines[0] == "trying 40 of 120 mutants, 2 at a time"
    assert lines[1:3] == ["4 of 40, 8 s; about 72 s left", "8 of 40, 16 s; about 64 s left"]
    assert lines[-1] == "40 of 40, 80 s"
    assert len(lines) == 11


def test_mutants_that_need_no_trial_take_no_time() -> None:
    lines = written(StringIO(), range(20, 41), 40, 3.0).splitlines()
    assert lines[1] == "20 of 40"
    assert lines[2] == "24 of 40, 12 s; about 48 s left"


def test_a_few_mutants_have_a_line_each() -> None:
    assert len(written(StringIO(), range(4), 3, 1.0).splitlines()) == 4


def test_a_terminal_has_one_line_that_changes() -> None:
    text = written(Terminal(), range(3), 2, 1.0)
    assert text == "trying 2 of 6 mutants, 2 at a time\n\r0 of 2\x1b[K\r1 of 2, 1 s; about 1 s left\x1b[K\r\x1b[K"
