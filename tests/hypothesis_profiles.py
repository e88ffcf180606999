"""How many examples a property is tried on."""

from __future__ import annotations

from hypothesis import settings


def few(examples: int) -> settings:
    """Few examples in the quick profile, for a property of which each example takes long; as many as ever in others."""
    return settings(max_examples=examples) if settings.get_current_profile_name() == "quick" else settings()
