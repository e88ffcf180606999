"""Figures of a game, read off its settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from pnp.model.constraints import key_of
from pnp.model.kinds_of_text import extract_figures

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def figures_of(settings: DataclassInstance) -> Mapping[str, Any]:
    """Return all settings except words, art and inks, as JSON data, with the keys of the definition file.

    It serves as ``Engine.figures`` of a game in which every other setting may change an answer. A game whose rules have
    two spellings with the same figures (numbers in another order) writes its figures out.
    """
    figures: Mapping[str, Any] = extract_figures(type(settings), _with_file_keys(asdict(settings)))
    return figures


def _with_file_keys(value: Any) -> Any:
    if isinstance(value, dict):
        return {key_of(str(key)): _with_file_keys(item) for key, item in value.items()}
    return [_with_file_keys(item) for item in value] if isinstance(value, list | tuple) else value
