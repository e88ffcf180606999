"""Preflight rules, each with its source.

The parts of ISO 15930 put all their requirements into clause 6. The clauses of ISO 32000-1 named beside it define the
features that are required. House rules are requirements of presses and cutters that no standard has.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal

from pnp.records import dataclass

Profile = Literal["x1a", "x4", "home"]
Severity = Literal["error", "warning"]
_STANDARD_CLAUSES: Mapping[Profile, str] = {"x1a": "ISO 15930-4:2003, 6", "x4": "ISO 15930-7:2010, 6"}
_HOUSE_RULE = "house rule"


@dataclass(frozen=True, slots=True)
class Rule:
    """Rule for files.

    ``clause`` is the clause of ISO 32000-1 that defines its subject, empty for house rules. ``errors`` and ``warnings``
    are the kinds of file in which breaking it is an error, or only a warning.
    """

    name: str
    clause: str
    errors: tuple[Profile, ...]
    warnings: tuple[Profile, ...] = ()

    def severity(self, profile: Profile) -> Severity | None:
        """Return the severity of breaking the rule, or None if it does not apply."""
        return "error" if profile in self.errors else "warning" if profile in self.warnings else None

    def source(self, profile: Profile) -> str:
        """Return the source of the rule."""
        if not self.clause or profile not in _STANDARD_CLAUSES:
            return f"{_HOUSE_RULE}; ISO 32000-1, {self.clause}" if self.clause else _HOUSE_RULE
        return f"{_STANDARD_CLAUSES[profile]}; ISO 32000-1, {self.clause}"


_PRINT_SHOP: tuple[Profile, ...] = ("x1a", "x4")
_ALL: tuple[Profile, ...] = ("x1a", "x4", "home")
_RULES = (
    Rule("version", "7.5.2", _PRINT_SHOP),
    Rule("encrypted", "7.6", _PRINT_SHOP, ("home",)),
    Rule("object-streams", "7.5.7", ("x1a",)),
    Rule("file-id", "14.4", _PRINT_SHOP),
    Rule("identification", "14.3", _PRINT_SHOP),
    Rule("information", "14.3.3", _PRINT_SHOP),
    Rule("trapped", "14.11.6", _PRINT_SHOP),
    Rule("metadata", "14.3.2", ("x4",)),
    Rule("output-intent", "14.11.5", _PRINT_SHOP),
    Rule("profile", "14.11.5", _PRINT_SHOP),
    Rule("boxes", "14.11.2", _PRINT_SHOP),
    Rule("nested-boxes", "14.11.2", _ALL),
    Rule("colour-space", "8.6", _PRINT_SHOP),
    Rule("transparency", "11", ("x1a",)),
    Rule("layers", "8.11", ("x1a",)),
    Rule("font", "9.9", _ALL),
    Rule("filter", "7.4", _PRINT_SHOP),
    Rule("actions", "12.6", _PRINT_SHOP, ("home",)),
    Rule("annotations", "12.5", _PRINT_SHOP),
    Rule("attachments", "7.11.4", ("x1a",)),
    Rule("external", "7.11", _PRINT_SHOP),
    Rule("transfer", "10.5", _PRINT_SHOP),
    Rule("damaged", "7", _ALL),
    Rule("too-much", "", _ALL),
    Rule("ink", "", _PRINT_SHOP),
    Rule("resolution", "", (), _ALL),
    Rule("hairline", "", (), _ALL),
    Rule("small-type", "", (), _ALL),
    Rule("type-inks", "", (), _PRINT_SHOP),
    Rule("bleed", "14.11.2", (), _PRINT_SHOP),
    Rule("page-size", "14.11.2", (), _PRINT_SHOP),
    Rule("overprint", "8.6.7", (), _PRINT_SHOP),
    Rule("all-plates", "8.6.6.4", (), _PRINT_SHOP),
)
RULES: Mapping[str, Rule] = {rule.name: rule for rule in _RULES}


@dataclass(frozen=True, slots=True)
class Finding:
    """Broken rule, with a message and a hint on how to mend it.

    ``page`` counts from 1, None for the file as a whole. ``place`` is in mm from the lower-left corner of the page.
    ``times`` is the number of occurrences.
    """

    rule: str
    message: str
    hint: str
    page: int | None = None
    place: tuple[float, float] | None = None
    times: int = 1

    def as_json(self, profile: Profile) -> Mapping[str, Any]:
        """Return the finding as JSON data."""
        rule = RULES[self.rule]
        return {
            "rule": self.rule,
            "source": rule.source(profile),
            "severity": rule.severity(profile),
            "page": self.page,
            "place_mm": None if self.place is None else [round(coordinate, 1) for coordinate in self.place],
            "times": self.times,
            "message": self.message,
            "hint": self.hint,
        }


class Findings:
    """Collection of findings. Equal findings on one page are counted."""

    MAX_FINDINGS = 2000

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self._findings: dict[tuple[str, str, int | None], tuple[float, Finding]] = {}

    def tell(
        self,
        rule: str,
        message: str,
        hint: str,
        page: int | None = None,
        place: tuple[float, float] | None = None,
        badness: float | None = None,
        once: bool = False,
    ) -> None:
        """Add a finding, if ``rule`` applies to this kind of file.

        Of findings with a degree (``badness``) the worst of a page is kept. With ``once``, equal findings of all pages
        are counted at the first.
        """
        if RULES[rule].severity(self.profile) is None:
            return
        key = rule, message if badness is None else "", None if once else page
        earlier = self._findings.get(key)
        if earlier is None and len(self._findings) >= self.MAX_FINDINGS:
            return
        worst = badness or 0.0
        finding = Finding(rule, message, hint, page, place)
        if earlier is not None:
            finding = replace(finding if worst > earlier[0] else earlier[1], times=earlier[1].times + 1)
            worst = max(worst, earlier[0])
        self._findings[key] = worst, finding

    def all(self) -> tuple[Finding, ...]:
        """Return the findings, by page."""
        order = list(RULES)
        findings = (finding for _, finding in self._findings.values())
        return tuple(
            sorted(findings, key=lambda finding: (finding.page or 0, order.index(finding.rule), finding.message))
        )
