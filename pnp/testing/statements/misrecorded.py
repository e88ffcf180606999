"""Answers that are recorded wrongly: to explain a rule check with another verdict must not crash."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from pnp.games.core.answer import PositionError
from pnp.games.core.lesson import Example
from pnp.testing.subject import Subject

_VERDICT = "verdict"


def misrecorded_faults(subject: Subject, examples: Iterable[Example]) -> Iterator[str]:
    """Yield rule checks with the verdict of another one at which ``explain`` fails.

    Manifests come from strangers, and hold answers. ``explain`` raises PositionError, or goes by the rules alone.
    """
    checks = [example for example in examples if _VERDICT in example.out]
    for example in checks:
        others = (one for one in checks if one.kind == example.kind and one.out[_VERDICT] != example.out[_VERDICT])
        other = next(others, None)
        fault = None if other is None else _fault(subject, replace(example, out=other.out))
        if fault is not None:
            yield f"lesson {example.lesson!r}, recorded as {other and other.out[_VERDICT]!r}: {fault}"


def _fault(subject: Subject, example: Example) -> str | None:
    try:
        subject.engine.explain(subject.settings, example)
    except PositionError:
        return None
    except Exception as error:
        # Any other error would reach a person as a crash.
        return f"explain() raises {type(error).__name__} ({error}), and not PositionError"
    return None
