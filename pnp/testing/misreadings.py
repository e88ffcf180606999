"""Misreadings: each is one replaced decision, changes an answer somewhere, and is ruled out by a printed example."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from pnp.games.core.answer import PositionError
from pnp.games.core.lesson import Misreading
from pnp.testing.proposals import answered
from pnp.testing.subject import Subject


def misreading_faults(subject: Subject, unkilled: Collection[str] = ()) -> Iterator[str]:
    """What is wrong with the misreadings of a definition; ``unkilled`` are those that it has no room to rule out."""
    misreadings = subject.engine.misreadings(subject.settings)
    known = [misreading.id for misreading in misreadings]
    for name in sorted({name for name in known if known.count(name) > 1}):
        yield f"there are two misreadings {name!r}"
    for misreading in misreadings:
        yield from _replaced(subject, misreading)
    left = subject.examples.unkilled
    for misreading in misreadings:
        if misreading.id in left and misreading.id not in unkilled:
            yield _survivor(subject, misreading)
    for name in unkilled:
        if name not in known:
            yield f"{name!r} is listed as unkilled, and there is no such misreading here: take it off the list"
        elif name not in left:
            killer = next(one.id for one in subject.examples.examples if name in one.kills)
            yield f"{name!r} is listed as unkilled, and the example {killer!r} kills it: take it off the list"


def _replaced(subject: Subject, misreading: Misreading[Any]) -> Iterator[str]:
    rules = subject.rules
    if not is_dataclass(rules):
        yield f"rules() gives a {type(rules).__name__}; misreadings replace fields of a frozen dataclass"
        return
    wrong = misreading.patch(rules)
    if type(wrong) is not type(rules):
        yield f"misreading {misreading.id!r} makes a {type(wrong).__name__} of {type(rules).__name__}"
        return
    decisions = [field.name for field in fields(rules) if field.init]  # other fields follow from these, or are caches
    pairs = [(name, getattr(rules, name), getattr(wrong, name)) for name in decisions]
    changed = [name for name, right, other in pairs if right is not other and right != other]
    if len(changed) != 1:
        told = f"replaces {len(changed)} fields of the rules ({', '.join(changed)})" if changed else "replaces nothing"
        yield f"misreading {misreading.id!r} {told}; it must replace exactly one"


def _survivor(subject: Subject, misreading: Misreading[Any]) -> str:
    """Why a misreading is not killed: it changes nothing, or nothing that is printed."""
    wrong = misreading.patch(subject.rules)
    for proposal in subject.proposals:
        if isinstance(proposal.out, PositionError):
            continue
        out = answered(subject.engine, subject.settings, wrong, proposal.lesson.kind, proposal.position)
        if out != proposal.out:
            return (
                f"no printed example rules out the misreading {misreading.id!r}: name it in the `needs` of a lesson "
                f"that shows it, or list it in unkilled={{{subject.name!r}: [...]}}. It matters here:\n  {proposal}\n"
                f"  rightly read: {proposal.out}\n  misread:      {out}"
            )
    return (
        f"the misreading {misreading.id!r} changes no answer in {len(subject.proposals)} positions: leave it out of "
        "misreadings() under such settings, or let a lesson propose positions in which it matters"
    )
