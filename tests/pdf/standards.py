"""What a validator of PDF/A and PDF/UA finds wrong in a file: rules by name, each with what it says."""

from __future__ import annotations

from typing import Literal

import page as validator

Profile = Literal["3b", "ua1"]


def broken(data: bytes, profile: Profile) -> dict[str, str]:
    """The rules that a file breaks; nothing where it keeps the standard: PDF/A-3b or PDF/UA-1."""
    report = validator.validate_pdf_bytes(data, profile=profile)
    found = {failure.rule_id: failure.message for failure in report.failures}
    assert report.is_compliant is not bool(found)
    return found
