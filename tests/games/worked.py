"""Positions as JSON, in ``cases`` beside the tests of a game: what is answered, what is refused, and what is printed.

- ``worked.json``: positions worked by hand with their answers; engine and oracle are both held to each. ``by`` says by
  which definition: keys of games.toml over the shipped table, or over the definition that ``of`` names. ``refused``
  names who does not answer. Cards may be spelled, as in ``"R7"``.
- ``misread.json``: the same, with what one who has a misreading answers, by the engine.
- ``refused.json``: positions that cannot be. Why not, is in ``golden/refusals.txt``.
- ``problems.json``: definitions, most of which cannot be. What is told of each, and at which key, is in
  ``golden/problems.txt``.
- ``printed.json``: positions that are laid out as examples. What is printed of them, is in ``golden/printed-en.txt``
  and ``golden/printed-ja.txt``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from pnp.definition.settings import adapter
from pnp.games.core.answer import PositionError
from pnp.games.core.lesson import Example
from pnp.games.core.tableau import MiniCard, Tableau
from pnp.model.text import LANGUAGES, Language, Phrase, say
from pnp.registry import engine
from tests import golden
from tests.games.wording import worder

HERE = Path(__file__).parent
Case = Mapping[str, Any]
WHO = ("engine", "oracle")
COLOURS = {"R": "red", "O": "orange", "Y": "yellow", "G": "green", "B": "blue", "I": "indigo", "V": "violet"}
MATE = {"R": "red", "B": "blue", "Y": "yellow", "O": "orange", "G": "green", "P": "purple"}
SUITS = {"Bi": "bird", "Fa": "fan", "Bu": "butterfly", "Um": "umbrella", "Fl": "flower"}
SPELLED = {
    "red": r"([ROYGBIV])(\d+)",
    "koka": r"([RBYGPO])([1-6])",
    "iroha": r"(Bi|Fa|Bu|Um|Fl)(\d+)",
    "collectmate": r"([*o])([RBYOGP]*)(?:\[([^\]]+)\])?",
}
"""How a card or a die is spelled in a string of its own."""


def card(game: str, match: re.Match[str]) -> Any:
    """What is spelled: ``R7``; of collectmate ``*RB`` is a dot with red and blue, ``o[rest]`` hollow with a tag."""
    if game == "collectmate":
        tags = match[3].split("+") if match[3] else []
        return {"dot": match[1] == "*", "colours": [MATE[one] for one in match[2]], "tags": tags}
    return [({**MATE, **COLOURS} | SUITS)[match[1]], int(match[2])]


def unspelled(game: str, value: Any) -> Any:
    """JSON data with the cards that are spelled in it as data."""
    if isinstance(value, dict):
        return {key: unspelled(game, one) for key, one in value.items()}
    if isinstance(value, list):
        return [unspelled(game, one) for one in value]
    match = re.fullmatch(SPELLED[game], value) if isinstance(value, str) and game in SPELLED else None
    return value if match is None else card(game, match)


@cache
def _settings(game: str, by: str) -> Any:
    """A definition of a game, as ``by`` in a case says."""
    changes = json.loads(by)
    variants = import_module(f"tests.games.{game}.definitions").VARIANTS
    plain = variants[changes.pop("of", game)]
    if not changes:
        return plain
    kind = adapter(type(plain))
    table = _changed(kind.dump_python(plain, mode="json", by_alias=True), changes)
    return kind.validate_json(json.dumps(table))


def _changed(value: Any, changes: Any) -> Any:
    """A table with some keys replaced; of a list those that are named by id or by place, or left out with null; what
    stands under ``+`` is added."""
    if isinstance(changes, dict) and isinstance(value, dict):
        return value | {key: _changed(value.get(key), one) for key, one in changes.items()}
    if isinstance(changes, dict) and isinstance(value, list):
        named = [changes.get(one.get("id"), changes.get(str(place), {})) for place, one in enumerate(value)]
        kept = [_changed(one, change) for one, change in zip(value, named, strict=True) if change is not None]
        return kept + [changes[key] for key in ("+",) if key in changes]
    return changes


def settings_of(game: str, case: Case) -> Any:
    """The settings by which a case is played."""
    return _settings(game, json.dumps(case.get("by", {})))


def cases(game: str, file: Path) -> list[Case]:
    """The cases of a file, their positions unspelled unless they are to be refused."""
    read = json.loads(file.read_text("utf-8"))
    named = read.get("settings", {})
    spelled = file.name != "refused.json"
    listed = [one | {"by": named[one["by"]]} if isinstance(one.get("by"), str) else one for one in read["cases"]]
    assert len({one["id"] for one in listed}) == len(listed), f"{file}: two cases have one id"
    keys = ("in", "out", "misread") if spelled else ()
    return [one | {key: unspelled(game, one[key]) for key in keys if key in one} for one in listed]


def answer(who: str, game: str, case: Case) -> Any:
    """The answer of the engine or the oracle. Raises PositionError."""
    asked, settings = engine(game), settings_of(game, case)
    if who == "oracle":
        return asked.oracle(settings, case["kind"], case["in"])
    return asked.answer(settings, asked.rules(settings), case["kind"], case["in"])


def holds(out: Mapping[str, Any], want: Mapping[str, Any], *, whole: bool = True) -> None:
    """Hold an answer to what a case says, to the ``whole`` of it. Of ``not_asked`` nothing is said; ``includes`` names
    some of a list."""
    assert not whole or out.keys() == want.keys()
    skipped = want.get("not_asked", ())
    for key, value in want.items():
        if key == "includes":
            assert all(one in out["achievable"] for one in value)
        elif key in UNORDERED:
            told = None if out[key] is None else sorted((one for one in out[key] if one not in skipped), key=repr)
            assert told == (None if value is None else sorted(value, key=repr)), key
        elif key != "not_asked":
            assert out[key] == value, key


UNORDERED = {"achievable", "moves", "yes", "no"}
"""Lists of an answer whose order says nothing."""


def answered(game: str) -> Callable[..., None]:
    """The test of ``worked.json``, and of the conformance cases from the source of the game."""
    conformance = cases(game, HERE / "cases" / f"{game}.json")
    listed = [
        *conformance,
        *cases(game, HERE / game / "cases" / "worked.json"),
        *cases(game, HERE / game / "cases" / "misread.json"),
    ]

    @pytest.mark.parametrize("who", WHO)
    @pytest.mark.parametrize("case", [pytest.param(one, id=one["id"]) for one in listed])
    def test(case: Case, who: str) -> None:
        if who in case.get("refused", ()):
            with pytest.raises(PositionError):
                answer(who, game, case)
        else:
            holds(answer(who, game, case), case["out"], whole=case not in conformance)
        if "misreading" in case and who == "engine":
            holds(_misread(game, case), case["misread"])

    return test


def _misread(game: str, case: Case) -> Any:
    asked, settings = engine(game), settings_of(game, case)
    (misreading,) = [one for one in asked.misreadings(settings) if one.id == case["misreading"]]
    return asked.answer(settings, misreading.patch(asked.rules(settings)), case["kind"], case["in"])


def _refusals(game: str) -> dict[str, list[str]]:
    told: dict[str, list[str]] = {}
    for case in cases(game, HERE / game / "cases" / "refused.json"):
        told[case["id"]] = []
        for who in case.get("refused", WHO):
            with pytest.raises(PositionError) as caught:
                pytest.fail(f"the {who} answers {case['id']}: {answer(who, game, case)}")
            assert "\n" not in str(caught.value)
            told[case["id"]].append(f"{who}: {caught.value}")
    return told


def _problems(game: str) -> dict[str, list[str]]:
    told: dict[str, list[str]] = {}
    for case in cases(game, HERE / game / "cases" / "problems.json"):
        listed = list(engine(game).problems(settings_of(game, case)))
        assert all(problem.message and problem.hint for problem in listed), case["id"]
        told[case["id"]] = ["no problem"] if not listed else []
        for problem in listed:
            told[case["id"]] += [f"{'.'.join(map(str, problem.path))}: {problem.code}: {problem.message}"]
            told[case["id"]] += [f"  hint: {problem.hint}"]
    return told


def _shown(one: MiniCard, language: Language) -> str:
    """A small card: its strings, and what holds for it."""
    holds_for = "".join(f"+{key}" for key, value in one.fields.items() if value is True)
    return "/".join(say(text, language) for text in one.strings) + holds_for or "▒"


def _lines(tableau: Tableau, language: Language, word: Callable[[Phrase], str]) -> Iterator[str]:
    """What is printed: the heading, the rows with their cards as they are marked, the badge and the sentence."""
    marks = {"counted": "{}*", "dimmed": "({})", "plain": "{}"}
    yield f"# {word(tableau.heading)}"
    for row in tableau.rows:
        label = "" if row.label is None else ("“{}”" if row.titled else "[{}]").format(word(row.label))
        shown = (marks[one.state].format(_shown(one, language)) for one in row.cards)
        note = "" if row.note is None else f"– {word(row.note)}"
        yield " ".join(filter(None, (row.role, label, row.mark and f"={row.mark}", *shown, note)))
    if tableau.badge is not None:
        yield f"badge {_shown(tableau.badge, language)}"
    if tableau.mark is not None:
        yield f"= {tableau.mark}"
    yield word(tableau.verdict)


def _printed(game: str, language: Language) -> dict[str, list[str]]:
    word, asked = worder(game)(language), engine(game)
    told = {}
    for case in cases(game, HERE / game / "cases" / "printed.json"):
        settings, kind, position = settings_of(game, case), case["kind"], case["in"]
        out = asked.oracle(settings, kind, position)
        lesson = next((lesson.id for lesson in asked.lessons(settings) if lesson.kind == kind), "x")
        form, lesson = case.get("form", "example"), case.get("lesson", lesson)
        example = Example("x", lesson, form, kind, position, out, (), 0)
        told[case["id"]] = [
            line.replace("\N{NO-BREAK SPACE}", "~") for line in _lines(asked.explain(settings, example), language, word)
        ]
    return told


def goldens(game: str) -> Callable[..., None]:
    """The test of what is refused, and why, of what is told of definitions, and of what is printed in each language."""
    makers: dict[str, Callable[[], dict[str, list[str]]]] = {
        "refusals.txt": lambda: _refusals(game),
        "problems.txt": lambda: _problems(game),
    }
    for language in LANGUAGES:
        makers[f"printed-{language}.txt"] = lambda language=language: _printed(game, language)  # type: ignore[misc]
    folder = HERE / game / "golden"

    @pytest.mark.parametrize("name", makers)
    def test(name: str) -> None:
        golden.compare(folder / name, golden.blocks(makers[name]()))
        assert {path.name for path in folder.iterdir()} <= set(makers), "a golden that no test makes"

    return test
