"""Check the examples of a printed PDF: compute them again, and read them back off the page."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from pnp.diagnostics import Diagnostic, Location, VerificationError
from pnp.pdf.objects.manifest import FORMAT, NAME, SEAL_KEY, seal
from pnp.records import dataclass
from pnp.steps import begin_step
from pnp.verify.readback import PrintedPdf, read_json, slot_at, strip_white_space, unlisted_examples


class AnswerCheck(Protocol):
    """Findings about an example's answer today, in sentences."""

    @property
    def problems(self) -> Sequence[str]:
        """Errors; empty if the answer holds."""

    @property
    def notes(self) -> Sequence[str]:
        """Notes on renamed or retired lessons and misreadings."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """Judgement on the strings of a printed example: a ``problem``, or a ``note`` if they are right in other words."""

    problem: str | None = None
    note: str | None = None


_VALUES = ("in", "out", "said")
"""Keys of an example's entry whose values are computed with."""

Recheck = Callable[[Mapping[str, Any]], AnswerCheck]
"""Function that checks the answer of an example's manifest entry."""

Judge = Callable[[Mapping[str, Any], str, Sequence[str]], Judgement]
"""Function that judges the printed strings of an example's manifest entry in a language."""


@dataclass(frozen=True, slots=True)
class VerifyReport:
    """Report of a verification. It passed if there are no problems."""

    examples: int
    places: int
    problems: tuple[Diagnostic, ...]
    notes: tuple[Diagnostic, ...] = ()
    pictures: int = 0
    """Number of places that were compared as pictures; none by a build."""
    pictures_left_out: int = 0
    """Number of places that could not be compared; notes say why."""

    @property
    def passed(self) -> bool:
        """True if every example holds and is printed correctly."""
        return not self.problems


def read_manifest(pdf: PrintedPdf) -> Mapping[str, Any] | Diagnostic:
    """Return the manifest of a PDF, or the reason why it cannot be read."""
    data = pdf.attachment(NAME)
    if data is not None and len(data) > MAX_MANIFEST:
        message = f"the manifest takes {len(data):,} bytes of at most {MAX_MANIFEST:,}"
        return Diagnostic("bad-manifest", message, Location(pdf.label))
    if data is None:
        return Diagnostic(
            "no-manifest",
            f"the PDF carries no {NAME}",
            Location(pdf.label),
            "only PDFs that pnp has built can be verified, unchanged since then",
        )
    manifest = read_json(data, pdf.label)
    if manifest.get("format") != FORMAT:
        return Diagnostic(
            "bad-manifest",
            f"the manifest has format {manifest.get('format')!r}, not {FORMAT}",
            Location(pdf.label),
            "verify the file with the version of pnp that built it",
        )
    return manifest


def check_pdf(
    pdf: PrintedPdf, manifest: Mapping[str, Any], recheck: Recheck, judge: Judge, filled: Collection[str] | None
) -> VerifyReport:
    """Check every example of ``manifest`` at every place where it is printed, and search the pages for others.

    A malformed manifest is a problem of the report, and never an exception. ``filled`` are the components that are
    filled with examples; None for a file that has just been made, with its manifest.
    """
    try:
        return _FileCheck(pdf, manifest, recheck, judge).report(filled)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        problem = Diagnostic(
            "bad-manifest", f"the manifest is damaged ({type(error).__name__}: {error})", Location(pdf.label)
        )
        return VerifyReport(0, 0, (problem, *seal_problems(pdf, manifest)))


MAX_MANIFEST = 32_000_000
MAX_PLACES = 2_000
"""Most examples of a file, and most places where they are printed; the shipped kits have fewer than 100."""
_MAX_STRINGS = 200
"""Most strings of an example on a card, six times as many as in a shipped kit."""
_MAX_VALUES = 1_000
"""Most values of a position, an answer and their layout, likewise."""
_MAX_PAGES = 50_000
_MAX_SLOTS = 5_000
"""Most pieces of a page."""


def find_excess(manifest: Mapping[str, Any]) -> str | None:
    """Return a sentence that tells of what a manifest lists more than any kit has, which would take long to check."""
    examples = manifest["examples"]
    places = [place for entry in examples for place in entry["places"]]
    values = max((_count(entry[key]) for entry in examples for key in _VALUES if key in entry), default=0)
    for count, most, what in (
        (max(len(examples), len(places)), MAX_PLACES, "examples or places of them"),
        (max((len(place["tokens"]) for place in places), default=0), _MAX_STRINGS, "strings of an example"),
        (values, _MAX_VALUES, "values of an example"),
        (len(manifest["pages"]), _MAX_PAGES, "pages"),
        (max((len(page["slots"]) for page in manifest["pages"]), default=0), _MAX_SLOTS, "pieces of a page"),
    ):
        if count > most:
            return f"the manifest lists {count:,} {what}; a kit has at most {most:,}"
    return None


def _count(value: Any) -> int:
    """Count the values in JSON data."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + sum(map(_count, inner))


class _FileCheck:
    """Check of one file."""

    def __init__(self, pdf: PrintedPdf, manifest: Mapping[str, Any], recheck: Recheck, judge: Judge) -> None:
        self._pdf = pdf
        self._manifest = manifest
        self._recheck = recheck
        self._judge = judge
        self._problems: list[Diagnostic] = []
        self._other_words: dict[str, str] = {}
        self._answer_notes: dict[str, None] = {}

    def report(self, filled: Collection[str] | None) -> VerifyReport:
        """Check the file and return the report."""
        pdf, manifest = self._pdf, self._manifest
        excess = None if filled is None else find_excess(manifest)
        if excess is not None:
            return VerifyReport(0, 0, (Diagnostic("bad-manifest", excess, Location(pdf.label)),))
        for page in manifest["pages"]:
            if "matrix" in page:
                pdf.straighten(int(page["number"]), tuple(float(value) for value in page["matrix"]))
        self._problems += seal_problems(pdf, manifest)
        if len(manifest["pages"]) != pdf.page_count:
            message = f"the manifest lists {len(manifest['pages'])} pages, the file has {pdf.page_count}"
            self._problems.append(Diagnostic("pages", message, Location(pdf.label)))
        if filled is not None:
            self._problems += unlisted_examples(pdf, manifest, filled)
        places = sum(self._check_example(entry) for entry in manifest["examples"])
        return VerifyReport(len(manifest["examples"]), places, tuple(self._problems), tuple(self._notes()))

    def _check_example(self, entry: Mapping[str, Any]) -> int:
        """Check an example, and return the number of its places."""
        name = str(entry["id"])
        begin_step(f"checking the example {name[:60]}", self._pdf.label)
        try:
            answer_check = self._recheck(entry)
        except VerificationError as error:
            self._problems += [
                replace(diagnostic, location=Location(self._pdf.label)) for diagnostic in error.diagnostics
            ]
            return 0
        self._add_problems(name, "wrong-example", answer_check.problems)
        self._answer_notes |= dict.fromkeys(answer_check.notes)
        if not entry["places"]:
            self._add_problems(name, "not-printed", ["it is printed nowhere"])
        for place in entry["places"]:
            self._add_problems(name, "misprint", self._check_place(name, entry, place))
        return len(entry["places"])

    def _check_place(self, name: str, entry: Mapping[str, Any], place: Mapping[str, Any]) -> list[str]:
        """Return the errors of one printed copy of an example."""
        pdf, number = self._pdf, int(place["page"])
        if not 1 <= number <= pdf.page_count:
            return [f"it should be on page {number}, which the file does not have"]
        x, y, width, height = (float(value) for value in place["box_mm"])
        tokens = [str(token) for token in place["tokens"]]
        errors = []
        slot = slot_at(self._manifest, number, x + width / 2, y + height / 2)
        box, rotation = (x, y, width, height), int(slot["rotation"])
        if "ruby" in place:
            text, ruby = pdf.words_and_readings_in(number, box, rotation)
        else:
            text, ruby = pdf.text_in(number, box, rotation), ""
        for read, expected_strings in ((text, tokens), (ruby, [str(kana) for kana in place.get("ruby", ())])):
            expected = strip_white_space("".join(expected_strings))
            if strip_white_space(read) != expected:
                errors.append(f"page {number} shows {_describe_difference(expected, strip_white_space(read))}")
        judgement = self._judge(entry, str(slot["language"]), tokens)
        if judgement.problem is not None:
            errors.append(
                f"the strings on page {number} are not those of this position and answer: {judgement.problem}"
            )
        if judgement.note is not None:
            self._other_words.setdefault(name, f"on page {number} {judgement.note}")
        return errors

    def _add_problems(self, example: str, code: str, sentences: Iterable[str]) -> None:
        place = Location(self._pdf.label)
        self._problems += [Diagnostic(code, f"example {example}: {sentence}", place) for sentence in sentences]

    def _notes(self) -> Iterator[Diagnostic]:
        place = Location(self._pdf.label)
        if self._other_words:
            count, (name, first) = len(self._other_words), next(iter(self._other_words.items()))
            subject = f"{count} examples are" if count > 1 else "an example is"
            message = f"{subject} printed in other words than today's, such as {name}: {first}"
            yield Diagnostic("other-words", message, place, severity="note")
        for sentence in self._answer_notes:
            yield Diagnostic("earlier-name", sentence, place, severity="note")


def describe_nearest_difference(expected_texts: Sequence[str], printed: str, verb: str) -> str:
    """Describe the difference of ``printed`` from the nearest of ``expected_texts``. ``verb`` says what the expected
    text does at the place of the other."""
    nearest = max(expected_texts, key=lambda text: _first_difference(text, printed))
    return _describe_difference(nearest, printed, verb)


def _describe_difference(expected: str, printed: str, verb: str = "was printed") -> str:
    index = _first_difference(expected, printed)
    return (
        f"{printed[max(0, index - 6) : index + 12]!r} where {expected[max(0, index - 6) : index + 12]!r} {verb} "
        f"(character {index + 1} of {len(expected)})"
    )


def _first_difference(first: str, second: str) -> int:
    """Return the index of the first difference of two texts."""
    length = min(len(first), len(second))
    return next((index for index in range(length) if first[index] != second[index]), length)


def seal_problems(pdf: PrintedPdf, manifest: Mapping[str, Any]) -> list[Diagnostic]:
    """Return problems for the manifest entries that changed since the file was built."""
    seal_text = pdf.info(SEAL_KEY)
    if not seal_text:
        return [
            Diagnostic("no-seal", "the file does not say what its manifest was when it was built", Location(pdf.label))
        ]
    sealed = read_json(seal_text.encode("utf-8"), pdf.label)
    try:
        current = seal(manifest)
    except (KeyError, TypeError, AttributeError):
        current = {}
    problems = []
    for name in [*sealed, *(key for key in current if key not in sealed)]:
        if sealed.get(name) != current.get(name):
            change = (
                "was altered" if name in sealed and name in current else "is gone" if name in sealed else "was added"
            )
            subject = f"example {name}: its entry in the manifest" if name else "the manifest"
            problems.append(Diagnostic("altered-manifest", f"{subject} {change}", Location(pdf.label)))
    return problems
