"""Verify a printed PDF, or the code on a card, against today's definition."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, TypeAlias

from pnp.diagnostics import DefinitionError, Diagnostic, Location, PnpError, TemplateError, VerificationError
from pnp.examples import STYLES, example_from_json, rechecker, strings
from pnp.examples.claims import ARITHMETIC, claim_faults
from pnp.examples.evaluator import Evaluator
from pnp.examples.tableau_json import TELLING, phrases_of, tableau_from_json, tableau_json
from pnp.examples.verify import Rechecked
from pnp.games.core.answer import PositionError
from pnp.games.core.engine import AnyEngine
from pnp.games.core.lesson import Example
from pnp.games.core.tableau import MiniCard, Tableau
from pnp.kit_code import make_code, parse_code
from pnp.model.game import Game
from pnp.model.text import Language, language_tag, say
from pnp.project.claims import order_fault
from pnp.project.examples import definition_words
from pnp.project.project import Project, engine_of
from pnp.records import dataclass
from pnp.rendering.text.words import Words, texts_of, words_from_json
from pnp.steps import begin_step
from pnp.verify.check import Judgement, VerifyReport, check_pdf, describe_nearest_difference, read_manifest
from pnp.verify.printed_settings import printed_settings
from pnp.verify.readback import PrintedPdf, strip_white_space


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


# Sentences of an example

_FIGURE = re.compile(r"\d+")
CardStrings: TypeAlias = tuple[str, ...]
"""Strings of one card, in the order of printing."""


@dataclass(frozen=True, slots=True)
class ExampleSentences:
    """Today's strings for a position and its answer, in one language.

    ``rows`` are rows of cards, the badge a row of its own; ``phrases`` are all phrases in words; ``figures`` may occur
    in them; ``cards`` are all strings by which any example of the kit draws a card.
    """

    rows: tuple[tuple[CardStrings, ...], ...]
    phrases: tuple[str, ...]
    figures: frozenset[int]
    cards: frozenset[str]


def explain_mismatch(tokens: Sequence[str], today: ExampleSentences) -> str | None:
    """Explain why the printed ``tokens`` cannot be those of the example that ``today`` tells; None if they can."""
    remaining, missing = _without_cards(tokens, today.rows)
    if missing:
        whole_rows = all(len(cards) == len(today.rows[row]) for row, cards in missing.items())
        phrase_counts = Counter(today.phrases)
        unexpected = [
            token for token in remaining if not phrase_counts[token] and (token in today.cards or len(token) == 1)
        ]
        if unexpected or not whole_rows or len(missing) == len(today.rows):
            missing_card = " ".join(next(iter(missing.values()))[0])
            return f"the card {missing_card!r} of this position is not there" + (
                f", but {unexpected[0]!r}" if unexpected else ""
            )
    for token in remaining:
        for figure in _figures(token):
            if figure not in today.figures:
                return f"the figure {figure} in {token!r} is none of this position, of its answer, or of the rules"
    return None


def figures_in(value: Any, *, counts: bool = False) -> frozenset[int]:
    """Return all whole numbers in JSON data, also those in texts.

    ``counts`` adds the length of each list.

    >>> sorted(figures_in({"palettes": [["red", 7]], "said": "4+12"}))
    [4, 7, 12]
    >>> sorted(figures_in({"palettes": [["red", 7]]}, counts=True))
    [1, 2, 7]
    """
    return frozenset(_figures(value, counts))


def _figures(value: Any, counts: bool = False) -> Iterable[int]:
    if isinstance(value, str):
        # Longer runs of digits are no figure of a game, and Python refuses to read the longest.
        yield from (int(run) for run in _FIGURE.findall(value) if len(run) < 10)
    elif isinstance(value, int) and not isinstance(value, bool):
        yield abs(value)
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from (*_figures(str(key)), *_figures(item, counts))
    elif isinstance(value, Sequence):
        yield from (len(value),) if counts else ()
        for item in value:
            yield from _figures(item, counts)


def _without_cards(
    tokens: Sequence[str], rows: Sequence[tuple[CardStrings, ...]]
) -> tuple[list[str], dict[int, list[CardStrings]]]:
    """Remove every card once from the tokens; return the remaining tokens, and the missing cards by row.

    Cards are looked for in their order first, then anywhere, since rows may be in another order, and at last with their
    strings in any order and without punctuation, as long as they stand side by side.
    """
    remaining = _remove_in_order(tokens, [card for row in rows for card in row])
    if remaining is not None:
        return remaining, {}
    slots: list[str | None] = list(tokens)
    missing_cards = [(number, card) for number, row in enumerate(rows) for card in row]
    missing_cards.sort(key=lambda numbered: -len(numbered[1]))  # a short card may be part of a longer one
    for normalize in (list, _keep_first, _count_bare):
        missing_cards = [(number, card) for number, card in missing_cards if not _remove_card(slots, card, normalize)]
    missing: dict[int, list[CardStrings]] = {}
    for number, card in missing_cards:
        missing.setdefault(number, []).append(card)
    return [token for token in slots if token is not None], missing


def _remove_in_order(tokens: Sequence[str], cards: Sequence[CardStrings]) -> list[str] | None:
    remaining: list[str] = []
    index = 0
    for card in cards:
        while tuple(tokens[index : index + len(card)]) != card:
            if index >= len(tokens):
                return None
            remaining.append(tokens[index])
            index += 1
        index += len(card)
    return [*remaining, *tokens[index:]]


def _remove_card(
    slots: list[str | None], card: CardStrings, normalize: Callable[[Sequence[str | None]], object]
) -> bool:
    """Remove the strings of a card from ``slots``, if equal ones stand side by side; tell if they do."""
    size, normalized = len(card), normalize(card)
    for start in range(len(slots) - size + 1):
        if normalize(slots[start : start + size]) == normalized:
            slots[start : start + size] = [None] * size
            return True
    return False


def _keep_first(strings: Sequence[str | None]) -> object:
    """Normalize strings except for the place of the first: else parts of two neighbours could look like a card."""
    return _count_bare(strings[:1]), _count_bare(strings[1:])


def _count_bare(strings: Sequence[str | None]) -> Counter[str | None]:
    """Count strings without punctuation, such as the brackets round a tag."""
    return Counter(
        None if text is None else "".join(char for char in text if not unicodedata.category(char).startswith("P"))
        for text in strings
    )


class ExampleChecker:
    """Checker of a manifest's examples against today's rules and words, and those they were printed with.

    Answers are checked under today's settings; examples are laid out under the settings ``printed``. In a
    ``new`` file no words may differ from today's.
    """

    def __init__(self, project: Project, today: Game, printed: Any, manifest: Mapping[str, Any], *, new: bool) -> None:
        self._today = today
        self._printed = printed
        self._engine = engine_of(today)
        self._project = project
        self._manifest = manifest
        self._new = new
        self._recheck = rechecker(self._engine, today.settings)
        self._evaluator = None if new else Evaluator(self._engine, printed)
        self._words: dict[Language, Words] = {}
        self._tableaux: dict[int, Tableau | None] = {}
        self._texts: dict[tuple[int, Language], tuple[str, ...]] = {}
        self._card_strings_by_language: dict[Language, frozenset[str]] = {}

    def recheck(self, entry: Mapping[str, Any]) -> Rechecked:
        """Check an entry's answer, and what it says, under today's rules and claims."""
        example = example_from_json(entry)
        rechecked = self._recheck(example)
        # A build has checked what its examples say before it drew them.
        if rechecked.problems or self._new:
            return rechecked
        words = self._manifest.get("words")
        printed_words = words if isinstance(words, Mapping) else {}
        meant = {language: self._words_in(language).order for language in map(_language_or_english, printed_words)}
        statements = check_statements(
            self._engine, self._printed, example, entry, self._tableau(entry), printed_words, meant
        )
        return Rechecked(statements.problems, (*rechecked.notes, *statements.notes))

    def judge(self, entry: Mapping[str, Any], language: str, tokens: Sequence[str]) -> Judgement:
        """Judge whether ``tokens``, printed in ``language``, are those of an entry's position and answer.

        They are if today's layout in today's words gives them. Else they have to match the layout and the words that
        the manifest carries. If that layout differs from today's before wording in more than the titles of rows, or the
        manifest is too old to have one, position and answer have to account for the printed strings, card by card and
        figure by figure. Other words and another layout are noted.
        """
        tableau = self._tableau(entry)
        language_of_words = _language_or_english(language)
        if tableau is None:
            return Judgement(problem="no words can be found for it")
        words = self._words_in(language_of_words)
        try:
            todays_texts = self._texts_of(entry, tableau, words)
        except TemplateError:
            # A position that the rules refuse may lack words. For other positions the words themselves are at fault.
            if self.recheck(entry).problems:
                return Judgement(problem="no words can be found for it")
            raise
        printed = strip_white_space("".join(tokens))
        if printed in todays_texts:
            return Judgement()
        has_layout = self._manifest.get("telling") == TELLING
        if self._new or (has_layout and printed not in self._recorded_texts(entry, language_of_words)):
            return Judgement(problem=describe_nearest_difference(todays_texts, printed, "belongs"))
        if not (has_layout and _untitled(entry["said"]) == _untitled(tableau_json(tableau))):
            problem = explain_mismatch(
                [strip_white_space(token) for token in tokens], self._sentences(entry, tableau, words)
            )
            if problem is not None:
                return Judgement(problem=problem)
        return Judgement(note=describe_nearest_difference(todays_texts, printed, "is said today"))

    def _recorded_texts(self, entry: Mapping[str, Any], language: Language) -> tuple[str, ...]:
        """Return the texts of an entry by the layout and words of the manifest; none if it is damaged."""
        try:
            words = words_from_json(language, self._manifest["words"][language])
            return _texts_by_style(tableau_from_json(entry["said"]), words)
        except (KeyError, TypeError, ValueError, AttributeError, TemplateError):
            return ()

    def _sentences(self, entry: Mapping[str, Any], tableau: Tableau, words: Words) -> ExampleSentences:
        phrases = tuple(_phrases_in_words(tableau, words))
        return ExampleSentences(
            _card_rows(tableau, words.language),
            phrases,
            figures_in([tableau_json(tableau), *phrases])
            | figures_in([entry["in"], entry["out"], self._engine.figures(self._printed)], counts=True),
            self._card_strings_in(words.language),
        )

    def _card_strings_in(self, language: Language) -> frozenset[str]:
        """Return all strings by which the examples of the manifest draw cards."""
        if language not in self._card_strings_by_language:
            tableaux = [self._tableau(entry) for entry in self._manifest["examples"]]
            self._card_strings_by_language[language] = frozenset(
                text
                for tableau in tableaux
                if tableau is not None
                for row in _card_rows(tableau, language)
                for card in row
                for text in card
            )
        return self._card_strings_by_language[language]

    # An example is printed in several places, so its tableau and texts are cached. The key is the identity of its
    # entry: in a damaged manifest, two entries may have the same id.

    def _tableau(self, entry: Mapping[str, Any]) -> Tableau | None:
        """Return today's tableau of an entry; None for an impossible position."""
        if id(entry) not in self._tableaux:
            example = example_from_json(entry)
            try:
                if self._evaluator is not None:  # what cannot be may have any number of cards
                    self._evaluator.answer(example.kind, example.position)
                self._tableaux[id(entry)] = self._engine.explain(self._printed, example)
            except (PositionError, ValueError, LookupError):
                self._tableaux[id(entry)] = None
        return self._tableaux[id(entry)]

    def _texts_of(self, entry: Mapping[str, Any], tableau: Tableau, words: Words) -> tuple[str, ...]:
        """Return the texts of an entry in each style. Raises TemplateError for missing words."""
        key = id(entry), words.language
        if key not in self._texts:
            self._texts[key] = _texts_by_style(tableau, words)
        return self._texts[key]

    def _words_in(self, language: Language) -> Words:
        if language not in self._words:
            self._words[language] = self._project.resources(self._today).words(self._today.engine, language)
        return self._words[language]


def _untitled(said: Mapping[str, Any]) -> dict[str, Any]:
    """Return a layout without the titles of its rows, which claims judge by themselves."""
    return {**said, "rows": [{**row, "label": None, "titled": False} for row in said["rows"]]}


def _phrases_in_words(tableau: Tableau, words: Words) -> Iterator[str]:
    """Yield the phrases of a tableau in words, without white space. Phrases that no style prints may lack words."""
    for phrase in phrases_of(tableau):
        with suppress(TemplateError):
            yield strip_white_space(words.word(phrase))


def _language_or_english(name: str) -> Language:
    return language_tag(name) or "en"


def _texts_by_style(tableau: Tableau, words: Words) -> tuple[str, ...]:
    """Return the text of a tableau in each style, without white space."""
    return tuple(strip_white_space("".join(strings(tableau, words.word, words.language, style))) for style in STYLES)


def _card_rows(tableau: Tableau, language: Language) -> tuple[tuple[tuple[str, ...], ...], ...]:
    """Return the strings of the badge and of each row's cards, without empty ones."""
    rows = ((tableau.badge,) if tableau.badge is not None else (), *(row.cards for row in tableau.rows))
    rows_of_strings = (tuple(filter(None, (_strings_of(card, language) for card in row))) for row in rows)
    return tuple(row for row in rows_of_strings if row)


def _strings_of(card: MiniCard, language: Language) -> tuple[str, ...]:
    return tuple(filter(None, (strip_white_space(say(text, language)) for text in card.strings)))


_REBUILD = "build the kit again"


def verify_bytes(project: Project, data: bytes, label: str, *, new: bool = False) -> VerifyReport:
    """Check every example of a PDF. A file that cannot be checked is a problem of the report. In a ``new`` file, which
    has just been made, other words than today's are a problem too."""
    begin_step("reading this PDF", label)
    try:
        return _verify(project, data, label, new)
    except (RecursionError, UnicodeEncodeError) as error:
        deep = isinstance(error, RecursionError)
        reason = "is nested too deeply" if deep else "has halves of characters, which no text holds"
        return VerifyReport(
            0, 0, (Diagnostic("bad-manifest", f"the attached manifest {reason}", Location(label), _REBUILD),)
        )
    except (VerificationError, DefinitionError) as error:
        return VerifyReport(
            0, 0, tuple(replace(diagnostic, location=Location(label)) for diagnostic in error.diagnostics)
        )


def _verify(project: Project, data: bytes, label: str, new: bool) -> VerifyReport:
    with PrintedPdf(data, label) as pdf:
        manifest = read_manifest(pdf)
        if isinstance(manifest, Diagnostic):
            return VerifyReport(0, 0, (manifest,))
        today = project.find(str(manifest.get("game")))
        if today is None:
            missing = Diagnostic(
                "unknown-game",
                f"the file was built from {manifest.get('game')!r}, which is not in {project.label}",
                Location(label),
                "name the definition it was built from with --games",
            )
            return VerifyReport(0, 0, (missing,))
        settings = printed_settings(manifest, today, project, label)
        checker = ExampleChecker(project, today, settings.printed, manifest, new=new)
        filled = None if new else _filled_components(manifest, today)
        report = check_pdf(pdf, manifest, checker.recheck, checker.judge, filled)
        return replace(report, problems=(*settings.problems, *report.problems), notes=(*report.notes, *settings.notes))


def _filled_components(manifest: Mapping[str, Any], today: Game) -> frozenset[str]:
    """Return the components of a file that are filled with examples.

    They are the summaries, in the printed definition or in today's, of a game with essential lessons.
    """
    if not any(lesson.essential for lesson in engine_of(today).lessons(today.settings)):
        return frozenset()
    definition = manifest.get("definition")
    printed_components = definition.get("components") if isinstance(definition, dict) else None
    kinds = {component.id: component.kind for component in today.components} | {
        name: entry.get("kind")
        for name, entry in (printed_components.items() if isinstance(printed_components, dict) else ())
        if isinstance(entry, dict)
    }
    return frozenset(name for name, kind in kinds.items() if kind == "summary")


@dataclass(frozen=True, slots=True)
class CodeReport:
    """Agreement of the code of a card with today's definition."""

    game: str | None
    rules_agree: bool
    words_agree: bool


def verify_code(project: Project, text: str) -> CodeReport:
    """Compare the code of a card with today's definition. Raises PnpError for an invalid code."""
    try:
        code = parse_code(text)
    except ValueError as error:
        raise PnpError(Diagnostic("bad-code", str(error), hint="type the code as it stands beside the QR")) from error
    for game in project.games.values():
        engine = engine_of(game)
        if not engine.kinds:
            continue
        current = make_code(game.id, engine.figures(game.settings), definition_words(game))
        if current.game != code.game:
            continue
        return CodeReport(game.id, current.figures == code.figures, current.words == code.words)
    return CodeReport(None, False, False)
