"""Violations of PDF/A and PDF/UA that a validator finds in a file: rules by name, each with its text."""

from __future__ import annotations

from typing import Literal

import page as validator

Profile = Literal["3b", "ua1"]


def broken(data: bytes, profile: Profile) -> dict[str, str]:
    """Return the rules that a file breaks: none if it keeps the standard, PDF/A-3b or PDF/UA-1."""
    # A kit draws small figures again and again, more often than a page of a document would.
    limits = validator.SafetyLimits(max_form_invocations=100_000)
    report = validator.validate_pdf_bytes(data, profile=profile, limits=limits)
    failures = {failure.rule_id: failure.message for failure in report.failures}
    assert report.is_compliant is not bool(failures)
    return failures
