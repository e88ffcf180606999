"""The figures of a game, read off its settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from pnp.model.constraints import key_of
from pnp.model.kinds_of_text import figures_in

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def figures_of(settings: DataclassInstance) -> Mapping[str, Any]:
    """All settings but words, art and inks, as JSON data, with the keys of the definition file.

    For ``Engine.figures`` of a game in which every other setting may change an answer. One that wants two spellings
    of the same rules to have the same figures (numbers in another order) writes them out.
    """
    found: Mapping[str, Any] = figures_in(type(settings), _keyed(asdict(settings)))
    return found


def _keyed(value: Any) -> Any:
    if isinstance(value, dict):
        return {key_of(str(key)): _keyed(item) for key, item in value.items()}
    return [_keyed(item) for item in value] if isinstance(value, list | tuple) else value
