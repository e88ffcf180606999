"""Examples of a game: search with a cache, layout, text, and entries of the manifest.

The key of the cache is a digest of the game's settings and of the programs that find and judge examples. These are the
game, the shared core of games and the search. A game of another package adds the modules that it imports. Programs are
read as text: nothing is imported for the key.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from pnp import __version__
from pnp.cache.disk import EXAMPLES, DiskCache, cache_folder
from pnp.cache.edition import digest_files, edition, files_below, read
from pnp.cache.keys import NoKeyError, value_text
from pnp.diagnostics import Diagnostic
from pnp.examples import STYLES, ExampleSet, ShownExample, example_json, find_examples, strings
from pnp.examples.cached_examples import examples_from_json, examples_to_json
from pnp.examples.tableau_json import tableau_json
from pnp.games.core.lesson import Example
from pnp.games.core.tableau import Row
from pnp.model.game import Game
from pnp.model.kinds_of_text import extract_words, without_ruby
from pnp.model.text import Language
from pnp.project.claims import check_claims, check_word_order
from pnp.project.project import Project, engine_of
from pnp.records import dataclass
from pnp.registry import OWN, game_package
from pnp.rendering.text.words import Words, words_json

_OWN = "pnp"
SEARCH = ("pnp.diagnostics", "pnp.examples", "pnp.games.core", "pnp.model", "pnp.records", "pnp.units")
"""Modules and packages that every search uses, beside the game's own package."""
_MOST_FILES, _MOST_BYTES = 3_000, 32_000_000
"""Limits of what is read of a game's programs: beyond them, examples are searched each time."""
_IMPORT = re.compile(rb"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import\b|import[ \t]+([\w., \t]+))", re.MULTILINE)


def examples_key(game: Game, seed: int) -> str | None:
    """Return the digest, in hex, of everything that the examples of ``game`` follow from; None if it is unknown.

    Equal digests mean the same examples, in any process and on any day.
    """
    key_hash = hashlib.sha256(f"{__version__}\n{sys.version}\n{sys.implementation.cache_tag}\n{seed}\n".encode())
    try:
        key_hash.update(value_text(game.settings).encode("utf-8", "surrogatepass"))
        key_hash.update(_program_digest(game.engine))
    except (NoKeyError, OSError):
        return None
    return key_hash.hexdigest()


@cache
def _program_digest(engine: str) -> bytes:
    """Return the digest of the programs that find and judge the examples of an engine, read once in a process.

    Raises NoKeyError if they cannot be told, and OSError.
    """
    home = game_package(engine)
    if home.distribution == OWN:
        return edition(home.package, *SEARCH)
    own = {*SEARCH}
    foreign = digest_files(_foreign_files(home.package.partition(".")[0], own))
    return foreign + edition(*sorted(own))


def _foreign_files(package: str, own: set[str]) -> Iterator[tuple[str, bytes]]:
    """Yield the files of another package, and of all packages that it imports, with their names. The game's part of a
    package may import the rest of it. What they import of this program is added to ``own``."""
    names = [package]
    files_left, bytes_left = _MOST_FILES, _MOST_BYTES
    for name in names:  # grows in the loop
        for place in _locate(name):
            for path in files_below(str(place)) if place.is_dir() else [str(place)]:
                content = read(path, bytes_left + 1)
                files_left, bytes_left = files_left - 1, bytes_left - len(content)
                if min(files_left, bytes_left) < 0:
                    raise NoKeyError
                yield f"{name}/{os.path.relpath(path, place)}", content
                if path.endswith(".py"):
                    imported = _imported(content)
                    own |= {module for module in imported if module.split(".")[0] == _OWN}
                    names += sorted(imported - own - {*names})


def _imported(text: bytes) -> set[str]:
    """Return what a Python source imports from: packages of this program, each game by itself, and other packages."""
    packages = set()
    for match in _IMPORT.finditer(text):
        modules = [match[1]] if match[1] else [part.split()[0] for part in match[2].split(b",") if part.split()]
        for name in (part.decode("utf-8", "replace").split(".") for part in modules):
            if name[0] == _OWN:
                packages.add(".".join(name[: 3 if name[1:2] == ["games"] else 2]))
            elif name[0] not in ("", *sys.stdlib_module_names):
                packages.add(name[0])
    return {name for name in packages if _exists(name)}


def _exists(name: str) -> bool:
    """Tell whether there is a module of this name: an apparent import may be a line of a text."""
    try:
        return find_spec(name) is not None
    except (ImportError, ValueError, AttributeError):
        return False


def _locate(name: str) -> list[Path]:
    """Return the folders of a package, or the file of a module. Raises NoKeyError for neither."""
    spec = find_spec(name)
    if spec is None:
        raise NoKeyError
    places = list(spec.submodule_search_locations or ()) or [spec.origin or ""]
    paths = [Path(place) for place in places]
    if not all(place.exists() for place in paths):
        raise NoKeyError
    return paths


def examples_of(project: Project, game: Game, seed: int) -> ExampleSet:
    """Return the examples of a game of ``project``, searched once for all its kits.

    Raises VerificationError as ``search_examples``, for an example that says something false, and for words that
    exchange the values of a sentence.
    """
    examples = project.build_cache.examples(game, seed, lambda: search_examples(game, seed))
    check_word_order(project, game, shown_examples(game, examples).values())
    return examples


def search_examples(game: Game, seed: int = 0) -> ExampleSet:
    """Return the examples of ``game``, from the cache of an earlier run or from a new search.

    Cached examples serve if everything that they depend on is unchanged, and engine and oracle give the same answers.
    The results of a new search are cached. Raises VerificationError if engine and oracle disagree.
    """
    engine, cache = engine_of(game), examples_cache()
    # A game without rules has nothing to search.
    key = examples_key(game, seed) if cache.keeps and engine.kinds else None
    if key is None:
        return find_examples(engine, game.settings, seed)

    text = cache.find(key)
    cached = None if text is None else examples_from_json(engine, game.settings, text)
    if cached is not None:
        return cached
    new_examples = find_examples(engine, game.settings, seed)
    text = examples_to_json(new_examples)
    if text is not None:
        cache.keep(key, text)
    return new_examples


def examples_cache() -> DiskCache:
    """Return the disk cache of examples."""
    return DiskCache(EXAMPLES, cache_folder())


def shown_examples(game: Game, examples: ExampleSet) -> Mapping[str, ShownExample]:
    """Return the ``examples`` of a game with their tableaux, best first. They are laid out once for a set.

    Raises VerificationError for a false statement.
    """
    if not examples.shown:
        engine = engine_of(game)
        essential = {lesson.id for lesson in engine.lessons(game.settings) if lesson.essential}
        shown = {
            example.id: ShownExample(
                example.id,
                example.form,
                examples.tableaux.get(example.id) or engine.explain(game.settings, example),
                example.lesson in essential,
            )
            for example in examples.examples
        }
        check_claims(game, examples, shown)
        # Made whole before it is seen: threads may share a set.
        examples.shown.update(shown)
    return examples.shown


def manifest_entries(game: Game, examples: ExampleSet, printed: Iterable[Example]) -> list[dict[str, Any]]:
    """Return the manifest entries of the ``printed`` examples of a set without their places: each with its tableau,
    before wording."""
    shown = shown_examples(game, examples)
    return [{**example_json(example), "said": tableau_json(shown[example.id].tableau)} for example in printed]


def manifest_words(
    project: Project, game: Game, examples: ExampleSet, printed: Iterable[Example], languages: Iterable[Language]
) -> dict[str, Any]:
    """Return the words in which the ``printed`` examples of a set are told, by language, for the manifest."""
    resources, shown = project.resources(game), shown_examples(game, examples)
    tableaux = [shown[example.id].tableau for example in printed]

    def words_in(language: Language) -> dict[str, Any]:
        words = resources.words(game.engine, language)
        return words_json(
            words,
            lambda word: [strings(tableau, word, language, style) for tableau in tableaux for style in STYLES],
        )

    return {language: words_in(language) for language in sorted(languages)}


def definition_words(game: Game) -> Mapping[str, Any]:
    """Return the words of the definition that people read on the faces of ``game``, as JSON data. They are the title
    and every word of its settings. No rule depends on them."""
    return {"title": without_ruby(game.resolved["title"]), **extract_words(engine_of(game).settings, game.resolved)}


def example_warnings(project: Project, game: Game, examples: ExampleSet) -> list[Diagnostic]:
    """Return a warning for every lesson without an example, for every misreading that no example rules out, and for
    sentences that no claims are held to. They are located at the table of the game."""
    engine = engine_of(game)
    unkilled_hint = "the game may be too small to show it; its examples hold all the same"
    messages = [
        *(("unshown", message, _UNSHOWN_HINT) for message in _unshown_messages(game, examples)),
        *(
            ("unkilled", f"no example of [{game.id}] rules out the misreading {name!r}", unkilled_hint)
            for name in examples.unkilled
        ),
    ]
    if engine.claims is None and engine.kinds:
        hint = "write teaching/claims.py, and give it to the ENGINE of the game: claims=CLAIMS"
        messages.append(("no-claims", f"nothing checks what the sentences of [{game.id}] say", hint))
    table = project.locate(game.id, ()) if messages else None
    return [Diagnostic(code, message, table, hint, "warning") for code, message, hint in messages]


_UNSHOWN_HINT = (
    "undo the change that left no room for it (the number of cards, the hand, a figure), or mend the rule in the "
    "engine; another --seed may find one"
)


def _unshown_messages(game: Game, examples: ExampleSet) -> Iterator[str]:
    wanting = {tag: lesson.id for lesson in examples.lessons for tag in lesson.wanted}
    for name in examples.unshown:
        lesson = wanting.get(name, name)
        what = f"the lesson {name!r}" if lesson == name else f"{name!r}, which the lesson {lesson!r} wants"
        tried = examples.tried.get(lesson, 0)
        positions = "the one position" if tried == 1 else f"the {tried} positions"
        yield f"[{game.id}] prints no example of {what}: none of {positions} that the lesson proposed shows it"


def unprinted_warnings(
    project: Project, game: Game, examples: ExampleSet, printed: Collection[str]
) -> Iterator[Diagnostic]:
    """Yield a warning with the examples that no component of a whole kit prints, located at the table of the game.

    ``printed`` holds the ids of those that stand on a face. A kit without any leaves them out by its components.
    """
    missing = [example.id for example in examples.examples if example.id not in printed]
    if missing and printed:
        message = f"the kit of [{game.id}] prints {len(printed)} of {len(examples.examples)} examples"
        hint = f"a larger summary, or a page with them all, has room for {', '.join(missing)}"
        yield Diagnostic("unprinted", message, project.locate(game.id, ()), hint, "warning")


@dataclass(frozen=True, slots=True)
class ExampleText:
    """Example as text for a terminal."""

    id: str
    heading: str
    rows: tuple[str, ...]
    verdict: str
    mark: str | None
    kills: tuple[str, ...]


def examples_as_text(project: Project, game: Game, examples: ExampleSet, language: Language) -> list[ExampleText]:
    """Return the examples as lines of text, best first."""
    words = project.resources(game).words(game.engine, language)
    shown, texts = shown_examples(game, examples), []
    for example in examples.examples:
        tableau = shown[example.id].tableau
        texts.append(
            ExampleText(
                example.id,
                words.word(tableau.heading),
                tuple(_row_text(row, words) for row in tableau.rows),
                words.word(tableau.verdict),
                tableau.mark,
                example.kills,
            )
        )
    return texts


def _row_text(row: Row, words: Words) -> str:
    """Return a row as text: label, cards, note. Cards that do not count stand in brackets, and several strings of a
    card are set apart by spaces."""
    cards = []
    for card in row.cards:
        text = " ".join(words.text(part) for part in card.strings)
        cards.append(f"({text})" if card.state == "dimmed" else text)
    parts = [f"{words.word(row.label)}:"] if row.label is not None else []
    parts.append(", ".join(cards))
    if row.note is not None:
        parts.append(f"[{words.word(row.note)}]")
    if row.mark == "winner":
        parts.append("<")
    return "  ".join(part for part in parts if part)
