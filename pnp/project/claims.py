"""Claims of a game, checked before anything is printed: what its examples say, and the order of values in its words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from pnp.diagnostics import Diagnostic, VerificationError
from pnp.examples import ShownExample
from pnp.examples.claims import ARITHMETIC, claim_faults
from pnp.examples.example_set import ExampleSet
from pnp.examples.tableau_json import phrases_of
from pnp.games.core.claims import Claims
from pnp.model.game import Game
from pnp.model.text import LANGUAGES, Language
from pnp.project.project import Project, ResourceFolders, engine_of
from pnp.rendering.text.words import PLACEHOLDER, meant_order, texts_of, words_tables
from pnp.toml.document import TomlDocument

_HINT = "the sentence says what is not true, or the claims of the game expect too much; do not print before they agree"


def check_claims(game: Game, examples: ExampleSet, shown: Mapping[str, ShownExample]) -> None:
    """Check everything that the examples of a game say. Raises VerificationError with every false statement."""
    engine = engine_of(game)
    false_statements = [
        Diagnostic("false-example", f"example {example.id}: {fault}", hint=_HINT)
        for example in examples.examples
        for fault in claim_faults(engine, game.settings, example, shown[example.id].tableau)
    ]
    if false_statements:
        raise VerificationError(false_statements)


def check_word_order(project: Project, game: Game, shown: Iterable[ShownExample]) -> None:
    """Check that no sentence of the ``shown`` examples, or of others that have claims, exchanges its values.

    Raises VerificationError with every one that does.
    """
    claims, resources = engine_of(game).claims, project.resources(game)
    if claims is None:
        return
    said = {phrase.key: tuple(phrase.values) for example in shown for phrase in phrases_of(example.tableau)}
    faults = list(order_faults(claims, resources, game.engine, said))
    if faults:
        raise VerificationError(faults)


def order_faults(
    claims: Claims, resources: ResourceFolders, engine: str, said: Mapping[str, tuple[str, ...]]
) -> Iterator[Diagnostic]:
    """Yield the wordings of a game that name their values in another order than its claims, unless the words say that
    it is meant.

    ``said`` are phrases of examples with the names of their values, in order: it counts where no claim gives another.
    """
    claimed = {} if claims.others else {key: tuple(claim.values) for key, claim in claims.phrases.items()}
    names = {**claimed, **said}
    several = {key: order for key, order in names.items() if len(order) > 1 and key not in ARITHMETIC}
    for label, text in resources.templates.every(f"{engine}/words.toml").items():
        tables = words_tables(label, text)
        for language in LANGUAGES:
            wordings, meant = tables.get(language, {}), meant_order(label, tables, language)
            for key, order in several.items():
                if key not in wordings:
                    continue
                fault = order_fault(claims, key, order, texts_of(wordings[key]), language, meant)
                if fault is not None:
                    yield _exchanged(fault, label, text, language, key)


def _exchanged(fault: str, label: str, text: str, language: Language, key: str) -> Diagnostic:
    location = TomlDocument(Path(label), label, text, {}, 0).locate((language, key), "value")
    hint = (
        f'exchange the values; if the sentence is right as it is, write its order below [order.{language}]: {key} = "…"'
    )
    return Diagnostic("values-exchanged", fault, location, hint)


def order_fault(
    claims: Claims,
    key: str,
    names: tuple[str, ...],
    texts: Iterable[str],
    language: Language,
    meant: Mapping[str, tuple[str, ...]],
) -> str | None:
    """Return the fault of the ``texts`` of a wording that name their values in another order than the claim of ``key``;
    None without one.

    ``names`` are the values of the phrase in the order in which the engine gives them, which counts for a phrase that
    has no other order in its claim. ``meant`` holds the orders that the words give themselves. A language without a
    claimed order has no faults.
    """
    orders = (meant[key],) if key in meant else claims.orders_of(key, names, language)
    for text in texts:
        named = _names_in(text)
        expected = [[name for name in order if name in named] for order in orders]
        if orders and [name for name in named if name in orders[0]] not in expected:
            shown, claimed = (" ".join(f"{{{name}}}" for name in names) for names in (named, expected[0]))
            return f"the words for {key!r} in [{language}] name {shown}, where {claimed} is expected: {text!r}"
    return None


def _names_in(text: str) -> list[str]:
    return list(dict.fromkeys(match[1].replace("-", "_") for match in PLACEHOLDER.finditer(text)))
