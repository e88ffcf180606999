"""Check what a printed example says, by the claims of its game: its phrases, and the words that they are printed in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pnp.diagnostics import TemplateError
from pnp.examples.claims import ARITHMETIC, claim_faults
from pnp.examples.tableau_json import phrases_of, tableau_from_json, tableau_json
from pnp.examples.verify import Rechecked
from pnp.games.core.engine import AnyEngine
from pnp.games.core.lesson import Example
from pnp.games.core.tableau import Tableau
from pnp.model.text import Language
from pnp.project.claims import order_fault
from pnp.rendering.text.words import texts_of, words_from_json


def check_statements(
    engine: AnyEngine,
    settings: Any,
    example: Example,
    entry: Mapping[str, Any],
    today: Tableau | None,
    words: Mapping[str, Any],
    meant: Mapping[Language, Mapping[str, tuple[str, ...]]],
) -> Rechecked:
    """Check the phrases that ``entry`` of a manifest says of ``example``, and their printed ``words`` by language.

    ``today`` is how the example is laid out today, ``meant`` the orders of values that today's words give themselves. A
    phrase that the claims no longer know is noted.
    """
    if engine.claims is None:
        return Rechecked(notes=("the game has no claims, so what its sentences say is not checked",))
    tableau, is_todays = _said(entry, today)
    if tableau is None:
        return Rechecked()
    faults = claim_faults(engine, settings, example, tableau, look=is_todays)
    # Rows that were laid out otherwise before are accounted for card by card.
    problems = [str(fault) for fault in faults if is_todays or fault.kind == "phrase"]
    notes = tuple(fault.message for fault in faults if not is_todays and fault.kind == "unclaimed")
    said = {phrase.key: tuple(phrase.values) for phrase in phrases_of(tableau)}
    return Rechecked((*problems, *_exchanged(engine, said, words, meant)), notes)


def _said(entry: Mapping[str, Any], today: Tableau | None) -> tuple[Tableau | None, bool]:
    """Return the tableau that an entry says, and True if it is today's; None if it cannot be read."""
    said = entry.get("said")
    if today is not None and (said is None or said == tableau_json(today)):
        return today, True
    try:
        return tableau_from_json(said), False
    except (KeyError, TypeError, ValueError, AttributeError):
        return None, False


def _exchanged(
    engine: AnyEngine,
    said: Mapping[str, tuple[str, ...]],
    words: Mapping[str, Any],
    meant: Mapping[Language, Mapping[str, tuple[str, ...]]],
) -> Iterator[str]:
    """Yield the printed wordings that exchange values."""
    assert engine.claims is not None
    for language, data in words.items():
        try:
            wording = words_from_json(language, data).wording
        except TemplateError as error:
            yield f"its words in [{language}] are damaged: {error}"
            continue
        for key in sorted((said.keys() - ARITHMETIC.keys()) & wording.keys()):
            fault = order_fault(
                engine.claims, key, said[key], texts_of(wording[key]), language, meant.get(language, {})
            )
            if fault is not None:
                yield fault
