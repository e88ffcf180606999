"""Examples printed in other words, in another layout, or before a key was there, hold; those with another card do
not."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import pnp.build.faces as faces_module
import pnp.verify.verify as printed_module
from pnp.build.build import build_kit
from pnp.build.options import BuildOptions
from pnp.diagnostics import VerificationError
from pnp.games.core.engine import AnyEngine
from pnp.games.core.tableau import Row, Tableau
from pnp.pdf.objects.manifest import seal
from pnp.project.project import Project, engine_of, open_project, open_shipped
from pnp.verify.check import Judgement
from pnp.verify.verify import ExampleChecker, ExampleSentences, explain_mismatch, figures_in, verify_bytes

Layout = Callable[[Tableau], Tableau]


@pytest.fixture
def other_words(tmp_path: Path, root: Path) -> Callable[[], Project]:
    """A project in which every verdict of red is worded otherwise."""

    def make() -> Project:
        (tmp_path / "games.toml").write_text('[red]\nextends = "shipped:red"\n', encoding="utf-8")
        (tmp_path / "templates" / "red").mkdir(parents=True, exist_ok=True)
        words = tomllib.loads((root / "templates" / "red" / "words.toml").read_text(encoding="utf-8"))["en"]
        lines = [f"{key} = {_reworded(entry)}" for key, entry in words.items() if key.startswith("verdict-")]
        text = "[en]\n" + "\n".join(lines) + "\n"
        (tmp_path / "templates" / "red" / "words.toml").write_text(text, encoding="utf-8")
        return open_project(tmp_path / "games.toml")

    return make


def _reworded(entry: Any) -> str:
    if isinstance(entry, str):
        return json.dumps(f"Look here: {entry}", ensure_ascii=False)
    parts = (f"{key} = {json.dumps(entry[key]) if key == 'by' else _reworded(entry[key])}" for key in entry)
    return f"{{ {', '.join(parts)} }}"


@pytest.fixture
def laid_out(monkeypatch: pytest.MonkeyPatch) -> Callable[[Layout], None]:
    """Let today's engine lay examples out in another way."""

    def change(layout: Layout) -> None:
        def engine(game: Any) -> AnyEngine:
            true = engine_of(game)
            return replace(true, explain=lambda settings, example: layout(true.explain(settings, example)))

        monkeypatch.setattr(printed_module, "engine_of", engine)

    return change


@pytest.fixture
def judge(printed: Callable[..., Any]) -> Callable[..., Judgement]:
    """Judge an example of red in English, after changes of its tokens and manifest."""

    def call(
        name: str, change: Callable[[list[str]], Any] | None = None, project: Project | None = None, **manifest: Any
    ) -> Judgement:
        project = open_shipped() if project is None else project
        today = project.game("red")
        changed_manifest = json.loads(json.dumps({**printed().manifest, **manifest}))
        entry = next(example for example in changed_manifest["examples"] if example["id"] == name)
        tokens = list(entry["places"][0]["tokens"])
        if change is not None:
            change(tokens)
        return ExampleChecker(project, today, today.settings, changed_manifest, new=False).judge(entry, "en", tokens)

    return call


OLD = {"telling": None}
"""A manifest that does not say by which version it was told, as those of before."""
Change = Callable[[list[str]], None]


def card_of(tokens: list[str]) -> int:
    """Return the index of the first card of the first row, after the badge."""
    return next(place for place in range(1, len(tokens)) if tokens[place].isdecimal() and len(tokens[place + 1]) == 1)


def another_number(tokens: list[str]) -> None:
    index = card_of(tokens)
    tokens[index] = str(int(tokens[index]) % 7 + 1)


def a_number_that_is_none(tokens: list[str]) -> None:
    tokens[card_of(tokens)] = "98"


def another_colour(tokens: list[str]) -> None:
    index = card_of(tokens) + 1
    tokens[index] = "B" if tokens[index] != "B" else "O"


def a_colour_that_is_none(tokens: list[str]) -> None:
    tokens[card_of(tokens) + 1] = "X"


def another_badge(tokens: list[str]) -> None:
    tokens[0] = "V" if tokens[0] != "V" else "O"


def a_card_less(tokens: list[str]) -> None:
    index = card_of(tokens)
    del tokens[index : index + 2]


def another_figure(tokens: list[str]) -> None:
    tokens[-1] += " 98"


CARDS = (another_number, a_number_that_is_none, another_colour, a_colour_that_is_none, another_badge, a_card_less)


def test_other_words_are_a_note_that_shows_both(
    printed: Callable[..., Any], other_words: Callable[[], Project], pnp: Callable[..., Any], tmp_path: Path
) -> None:
    (tmp_path / "x.pdf").write_bytes(printed().pdf)
    other_words()
    ran = pnp("verify", "x.pdf")
    assert ran.status == 0, ran.err
    assert "note[other-words]: " in ran.err and " examples are printed in other words than today's" in ran.err
    assert "is said today" in ran.err and "Lookhere" in ran.err
    assert "error" not in ran.err


@pytest.mark.parametrize("manifest", [{}, OLD])
def test_words_alone_may_differ(
    manifest: Any, judge: Callable[..., Judgement], other_words: Callable[[], Project], printed: Callable[..., Any]
) -> None:
    project = other_words()
    for entry in printed().manifest["examples"]:
        judgement = judge(entry["id"], None, project, **manifest)
        assert judgement.problem is None, judgement
    assert judge("rule-green", None, project, **manifest).note is not None


@pytest.mark.parametrize("manifest", [{}, OLD])
@pytest.mark.parametrize("reworded", [False, True])
@pytest.mark.parametrize("change", [*CARDS, another_figure])
def test_another_card_or_figure_is_a_problem_in_any_words(
    manifest: Any, reworded: bool, change: Change, judge: Callable[..., Judgement], other_words: Callable[[], Project]
) -> None:
    judgement = judge("rule-green", change, other_words() if reworded else None, **manifest)
    assert judgement.problem is not None
    if manifest == OLD:
        assert ("figure 98" if change is another_figure else "of this position is not there") in judgement.problem


@pytest.mark.parametrize("reworded", [False, True])
@pytest.mark.parametrize("change", [lambda tokens: tokens.pop(), lambda tokens: tokens.__setitem__(-1, "You win.")])
def test_what_its_manifest_does_not_word_so_is_a_problem(
    change: Change, reworded: bool, judge: Callable[..., Judgement], other_words: Callable[[], Project]
) -> None:
    assert judge("rule-green", change, other_words() if reworded else None).problem is not None


def turned(tableau: Tableau) -> Tableau:
    return replace(tableau, rows=tableau.rows[::-1])


def with_labels(tableau: Tableau) -> Tableau:
    return replace(tableau, rows=tuple(replace(row, titled=True) for row in tableau.rows))


def with_a_row_more(tableau: Tableau) -> Tableau:
    more = Row((replace(tableau.rows[0].cards[0], strings=("6", "new")),))
    return replace(tableau, rows=(*tableau.rows, more))


def with_a_row_less(tableau: Tableau) -> Tableau:
    return replace(tableau, rows=tableau.rows[:1])


def without_badge(tableau: Tableau) -> Tableau:
    return replace(tableau, badge=None)


@pytest.mark.parametrize("manifest", [{}, OLD])
@pytest.mark.parametrize("layout", [turned, with_labels, with_a_row_more, with_a_row_less, without_badge])
def test_another_layout_of_the_same_cards_is_a_note(
    layout: Layout, manifest: Any, judge: Callable[..., Judgement], laid_out: Callable[[Layout], None]
) -> None:
    laid_out(layout)
    judgement = judge("rule-green", **manifest)
    assert judgement.problem is None and judgement.note is not None


@pytest.mark.parametrize("manifest", [{}, OLD])
@pytest.mark.parametrize("layout", [turned, with_labels, with_a_row_more])
@pytest.mark.parametrize("change", CARDS)
def test_another_layout_of_another_card_is_a_problem(
    layout: Layout,
    change: Change,
    manifest: Any,
    judge: Callable[..., Judgement],
    laid_out: Callable[[Layout], None],
) -> None:
    laid_out(layout)
    assert judge("rule-green", change, **manifest).problem is not None


def test_a_card_swapped_in_what_was_told_then_and_in_the_strings_is_found(
    judge: Callable[..., Judgement], printed: Callable[..., Any]
) -> None:
    """Position, strings, and what the manifest says was told have to be of one mind."""
    examples = json.loads(json.dumps(printed().manifest["examples"]))
    entry = next(example for example in examples if example["id"] == "rule-green")
    first = entry["said"]["rows"][0]["cards"][0]
    first[0] = str(int(first[0]) % 7 + 1)
    assert judge("rule-green", another_number, examples=examples).problem is not None


def test_words_of_then_that_are_damaged_are_a_problem(
    judge: Callable[..., Judgement], other_words: Callable[[], Project]
) -> None:
    project = other_words()
    for words in ({}, {"en": 3}, {"en": {}}, {"en": {"verdict-winner": 3}}, None):
        assert judge("rule-green", None, project, words=words).problem is not None


def test_a_file_that_is_being_made_may_not_be_worded_otherwise(
    printed: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    project = open_shipped()
    monkeypatch.setattr(faces_module, "shown_examples", _turned_examples)
    with pytest.raises(VerificationError, match="are not those of this position and answer"):
        build_kit(project, project.game("red"), BuildOptions(language="en", only=("rules",)))


def _turned_examples(*asked: Any) -> Any:
    from pnp.project.examples import shown_examples  # noqa: PLC0415 - the true one

    return {key: replace(example, tableau=turned(example.tableau)) for key, example in shown_examples(*asked).items()}


# ── Names that no longer exist ──


def test_a_lesson_or_misreading_that_no_longer_exists_is_a_note(
    printed: Callable[..., Any], tamper: Callable[..., Any], pnp: Any, tmp_path: Path
) -> None:
    def rename(manifest: dict[str, Any]) -> None:
        for entry in manifest["examples"]:
            if entry["id"] == "rule-green":
                entry["lesson"] = "rule-seven"
                entry["kills"].append("seven-at-least")

    changed = tamper(printed().pdf)
    changed.change(rename)
    changed.seal_again(seal)
    (tmp_path / "x.pdf").write_bytes(changed.data)
    ran = pnp("verify", "x.pdf")
    assert ran.status == 0, ran.err
    assert "note[earlier-name]: there is no lesson 'rule-seven' any more: its answer alone is checked" in ran.err


# ── Accounting for strings ───────────────────────────────────────────────────────────────────────────────────────────


def told(*rows: Any, phrases: tuple[str, ...] = (), figures: tuple[int, ...] = (), cards: str = "") -> ExampleSentences:
    strings = {text for row in rows for card in row for text in card}
    return ExampleSentences(
        tuple(tuple(map(tuple, row)) for row in rows), phrases, frozenset(figures), frozenset(strings | set(cards))
    )


TWO = told([("7", "R")], [("5", "B"), ("2", "G")], phrases=("A", "B", "7 wins"), figures=(7, 2), cards="1234567")


@pytest.mark.parametrize(
    "tokens",
    [
        ["7", "R", "5", "B", "2", "G", "7 beats 2"],
        ["A", "7", "R", "B", "5", "B", "2", "G", "7 beats 2"],
        ["5", "B", "2", "G", "7", "R", "wins"],
        ["2", "G", "5", "B", "7", "R", "wins"],
        ["5", "B", "2", "G", "the rival has 7"],  # a row that was not drawn then
        ["7", "R", "2", "G", "5", "B", "7", "G", "wins"],  # a card that is not drawn today
        ["R", "[7]", "5", "B", "2", "G", "wins"],  # strings of a card in another order, in brackets
    ],
)
def test_cards_of_the_position_account_for_the_strings(tokens: list[str]) -> None:
    assert explain_mismatch(tokens, TWO) is None


@pytest.mark.parametrize(
    ("tokens", "why"),
    [
        (["7", "R", "5", "B", "3", "G", "wins"], "the card '2 G' of this position is not there, but '3'"),
        (["7", "R", "5", "B", "wins"], "the card '2 G' of this position is not there"),
        (["6", "R", "5", "B", "2", "G", "wins"], "the card '7 R' of this position is not there, but '6'"),
        (["R", "5", "7", "B", "2", "G", "wins"], "the card '7 R' of this position is not there, but 'R'"),
        (["7", "Q", "5", "B", "2", "G", "wins"], "the card '7 R' of this position is not there, but '7'"),
        (["x", "5", "B", "2", "G", "wins"], "the card '7 R' of this position is not there, but 'x'"),
        (["7", "R", "5", "B", "2", "G", "8 beats 2"], "the figure 8 in '8 beats 2' is none of this position"),
        (["wins"], "the card '7 R' of this position is not there"),
        ([], "the card '7 R' of this position is not there"),
    ],
)
def test_other_strings_are_not_accounted_for(tokens: list[str], why: str) -> None:
    assert (explain_mismatch(tokens, TWO) or "").startswith(why)


def test_an_example_without_cards_is_accounted_for_by_its_figures() -> None:
    assert explain_mismatch(["allowed"], told()) is None
    assert explain_mismatch(["3 points"], told(figures=(3,))) is None
    assert explain_mismatch(["4 points"], told(figures=(3,))) is not None


def test_figures_are_counts_too_and_endless_ones_are_passed_over() -> None:
    assert figures_in({"a": [["x3", -4], "12"], "b": True}) == {3, 4, 12}
    assert figures_in({"a": [["x3", -4], "12", 5]}, counts=True) == {2, 3, 4, 5, 12}
    assert figures_in("9" * 5000) == frozenset()


# What the sentences say


@pytest.fixture
def exchanged_words(tmp_path: Path) -> Project:
    """A project of red whose words exchange the winning card and the losing one, and say that this is meant."""
    (tmp_path / "games.toml").write_text('[red]\nextends = "shipped:red"\n', encoding="utf-8")
    (tmp_path / "templates" / "red").mkdir(parents=True)
    order = '[order.en]\nreason-number-highest = "low high"\nreason-colour-highest = "low high"\n'
    words = '[en]\nreason-number-highest = "{low} beats {high}"\nreason-colour-highest = "{low} beats {high}"\n'
    (tmp_path / "templates" / "red" / "words.toml").write_text(order + words, encoding="utf-8")
    return open_project(tmp_path / "games.toml")


def test_words_that_exchange_two_cards_do_not_hold_elsewhere(exchanged_words: Project) -> None:
    project = exchanged_words
    pdf = build_kit(project, project.game("red"), BuildOptions(choices=True)).pdf
    assert verify_bytes(project, pdf, "red.pdf").passed
    report = verify_bytes(open_shipped(), pdf, "red.pdf")
    problems = [problem.message for problem in report.problems]
    assert any("name {low} {high}, where {high} {low} is expected" in problem for problem in problems), problems


def test_words_that_exchange_two_cards_stop_a_build(exchanged_words: Project) -> None:
    words = exchanged_words.folder / "templates" / "red" / "words.toml"
    words.write_text(words.read_text("utf-8").partition("[en]")[2].join(["[en]", ""]), encoding="utf-8")
    project = open_project(exchanged_words.folder / "games.toml")
    with pytest.raises(VerificationError, match=r"words\.toml:2:.*'reason-number-highest'"):
        build_kit(project, project.game("red"), BuildOptions(choices=True))


def test_a_phrase_that_says_another_card_does_not_hold(printed: Callable[..., Any]) -> None:
    today = open_shipped().game("red")
    manifest = json.loads(json.dumps(printed().manifest))
    entry = next(entry for entry in manifest["examples"] if entry["id"] == "rule-red")
    high = entry["said"]["verdict"]["values"]["reason"]["values"]["high"]["values"]
    high["number"] += 1
    rechecked = ExampleChecker(open_shipped(), today, today.settings, manifest, new=False).recheck(entry)
    assert any("{number} of 'card-name' is" in problem for problem in rechecked.problems), rechecked


def test_a_phrase_that_no_claim_knows_any_more_is_noted(printed: Callable[..., Any]) -> None:
    today = open_shipped().game("red")
    manifest = json.loads(json.dumps(printed().manifest))
    entry = next(entry for entry in manifest["examples"] if entry["id"] == "rule-red")
    entry["said"]["heading"] = {"key": "heading-of-before", "values": {}}
    rechecked = ExampleChecker(open_shipped(), today, today.settings, manifest, new=False).recheck(entry)
    assert rechecked.problems == ()
    assert any("'heading-of-before' has no claim" in note for note in rechecked.notes)
