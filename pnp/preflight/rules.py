"""The rules that files are held to, each with where it is from.

The parts of ISO 15930 put all their requirements into clause 6; what they require of PDF is defined in the clauses of
ISO 32000-1 named beside it. House rules are what presses and cutters ask for, and no standard does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal

from pnp.records import dataclass

Profile = Literal["x1a", "x4", "home"]
Severity = Literal["error", "warning"]
_PARTS: Mapping[Profile, str] = {"x1a": "ISO 15930-4:2003, 6", "x4": "ISO 15930-7:2010, 6"}
_HOUSE = "house rule"


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule: its name, where ISO 32000-1 defines what it is about (empty for house rules), for which kinds of file it
    is an error to break it, and for which only a warning."""

    name: str
    clause: str
    errors: tuple[Profile, ...]
    warnings: tuple[Profile, ...] = ()

    def severity(self, profile: Profile) -> Severity | None:
        """How grave it is to break the rule; None where it does not hold."""
        return "error" if profile in self.errors else "warning" if profile in self.warnings else None

    def source(self, profile: Profile) -> str:
        """Where the rule is from."""
        if not self.clause or profile not in _PARTS:
            return f"{_HOUSE}; ISO 32000-1, {self.clause}" if self.clause else _HOUSE
        return f"{_PARTS[profile]}; ISO 32000-1, {self.clause}"


_X: tuple[Profile, ...] = ("x1a", "x4")
_ALL: tuple[Profile, ...] = ("x1a", "x4", "home")
_RULES = (
    Rule("version", "7.5.2", _X),
    Rule("encrypted", "7.6", _X, ("home",)),
    Rule("object-streams", "7.5.7", ("x1a",)),
    Rule("file-id", "14.4", _X),
    Rule("identification", "14.3", _X),
    Rule("information", "14.3.3", _X),
    Rule("trapped", "14.11.6", _X),
    Rule("metadata", "14.3.2", ("x4",)),
    Rule("output-intent", "14.11.5", _X),
    Rule("profile", "14.11.5", _X),
    Rule("boxes", "14.11.2", _X),
    Rule("nested-boxes", "14.11.2", _ALL),
    Rule("colour-space", "8.6", _X),
    Rule("transparency", "11", ("x1a",)),
    Rule("layers", "8.11", ("x1a",)),
    Rule("font", "9.9", _ALL),
    Rule("filter", "7.4", _X),
    Rule("actions", "12.6", _X, ("home",)),
    Rule("annotations", "12.5", _X),
    Rule("attachments", "7.11.4", ("x1a",)),
    Rule("external", "7.11", _X),
    Rule("transfer", "10.5", _X),
    Rule("damaged", "7", _ALL),
    Rule("too-much", "", _ALL),
    Rule("ink", "", _X),
    Rule("resolution", "", (), _ALL),
    Rule("hairline", "", (), _ALL),
    Rule("small-type", "", (), _ALL),
)
RULES: Mapping[str, Rule] = {rule.name: rule for rule in _RULES}


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong: the rule, what and how to mend it, the page from 1 (None for the file as a whole), where on the
    page in mm from its lower-left corner, and how often."""

    rule: str
    message: str
    hint: str
    page: int | None = None
    place: tuple[float, float] | None = None
    times: int = 1

    def as_json(self, profile: Profile) -> Mapping[str, Any]:
        """As JSON data."""
        rule = RULES[self.rule]
        return {
            "rule": self.rule,
            "source": rule.source(profile),
            "severity": rule.severity(profile),
            "page": self.page,
            "place_mm": None if self.place is None else [round(part, 1) for part in self.place],
            "times": self.times,
            "message": self.message,
            "hint": self.hint,
        }


class Findings:
    """Gathers what is found, the same on one page once."""

    MOST = 2000

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self._found: dict[tuple[str, str, int | None], tuple[float, Finding]] = {}

    def tell(
        self,
        rule: str,
        message: str,
        hint: str,
        page: int | None = None,
        place: tuple[float, float] | None = None,
        badness: float | None = None,
    ) -> None:
        """Note that ``rule`` is broken, if it holds for this kind of file. Of what is bad in degrees (``badness``) the
        worst of a page is told."""
        if RULES[rule].severity(self.profile) is None:
            return
        key = rule, message if badness is None else "", page
        before = self._found.get(key)
        if before is None and len(self._found) >= self.MOST:
            return
        worst = badness or 0.0
        finding = Finding(rule, message, hint, page, place)
        if before is not None:
            finding = replace(finding if worst > before[0] else before[1], times=before[1].times + 1)
            worst = max(worst, before[0])
        self._found[key] = worst, finding

    def all(self) -> tuple[Finding, ...]:
        """What was found, by page."""
        order = list(RULES)
        found = (finding for _, finding in self._found.values())
        return tuple(sorted(found, key=lambda one: (one.page or 0, order.index(one.rule), one.message)))
