"""Type is large enough to read, measured in the built PDF: every kit, language and paper."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

import pytest

from pnp.model import sizes
from pnp.model.text import say
from pnp.project.project import open_shipped
from pnp.rendering.text.theme import load_theme
from pnp.units import MM_PER_PT
from tests.sizes.measure import sizes_of_words, too_small

pytestmark = pytest.mark.kit

FLAT = ("summary", "pad", "rules")
"""Of a game whose tray and shelves are larger than the smallest paper, what is printed on that."""
QUICK = (("red", "en", "a4"), ("kasane", "ja", "a4"))
KITS = [
    pytest.param(*kit, id="-".join(kit), marks=() if kit in QUICK else pytest.mark.full)
    for game in ("red", "red7", "iroha", "collectmate", "kasane", "koka")
    for language in ("en", "ja")
    for paper in ("a4", "letter", "a5", "a3")
    for kit in [(game, language, paper)]
]


def test_every_shipped_kit_is_measured() -> None:
    assert {kit.values[0] for kit in KITS} == set(open_shipped().games)


@pytest.mark.parametrize(("game", "language", "paper"), KITS)
def test_no_type_is_below_its_floor(game: str, language: str, paper: str, printed: Callable[..., Any]) -> None:
    only = FLAT if (game, paper) == ("koka", "a5") else ()
    kit = printed(game=game, language=language, paper=paper, only=only)
    kinds = {component.id: component.kind for component in open_shipped().game(game).components}
    found = too_small(kit.pdf, kit.manifest, kinds, kit.parts, labels_of(game, language, paper, kit.manifest))
    assert not found, "\n".join(map(str, found))


@pytest.mark.parametrize(("game", "language", "paper"), KITS)
def test_words_are_set_in_the_six_sizes_of_the_theme(
    game: str, language: str, paper: str, printed: Callable[..., Any]
) -> None:
    only = FLAT if (game, paper) == ("koka", "a5") else ()
    kit = printed(game=game, language=language, paper=paper, only=only)
    project = open_shipped()
    kinds = {component.id: component.kind for component in project.game(game).components}
    files = project.resources(project.game(game)).templates.every(
        "shared/theme.toml", f"{project.game(game).engine}/theme.toml"
    )
    in_theme = {round(size / MM_PER_PT, 1) for size in load_theme(files, language).type_sizes}
    found = sizes_of_words(kit.pdf, kit.manifest, kinds, kit.parts)
    assert len(in_theme) <= 6
    assert min(in_theme) >= 6.5
    # The titles of games on pads are larger than all of them, and the labels of sheets smaller.
    words = {size: said for size, said in found.items() if 6.1 < size < max(in_theme) + 0.2}
    assert not {size: said for size, said in words.items() if not any(abs(size - one) < 0.11 for one in in_theme)}


RULERS = tuple(" ".join(map(str, range(10, length + 1, 10))) + " mm" for length in range(40, 101, 10))
"""What a ruler at the foot of a page says, one as long as there is room."""


def how_to_print(words: Any, stocks: Mapping[str, str], pages: Sequence[Any]) -> tuple[str, ...]:
    """What the first sheet says: which pages are printed on both sides and which on one, and on what. ``stocks`` are
    the words for it by component."""
    said: dict[bool, list[str]] = {True: [], False: []}
    for (stock, both), run in groupby(
        pages, lambda page: (stocks[page["slots"][0]["component"]] if page["slots"] else "", page["side"] != "single")
    ):
        numbers = [page["number"] for page in run]
        first, last = numbers[0], numbers[-1]
        reach = f"{first}" if first == last else words("page-range", first=first, last=last)
        said[both].append(words("print-pages", pages=reach, on=stock))
    if not said[False]:
        return (words("print-duplex-long-on", pages=tuple(said[True])),)
    both = words("print-duplex-long-on", pages=tuple(said[True]))
    return both, words("print-others-on", pages=tuple(said[False]))


def in_short(words: Any, pages: Sequence[Any]) -> Iterator[str]:
    """What the first sheet says where it has no room for the stocks."""
    numbers = {both: [page["number"] for page in pages if (page["side"] != "single") is both] for both in (True, False)}
    if all(numbers.values()):
        reaches = (words("page-range", first=run[0], last=run[-1]) for run in (numbers[True], numbers[False]))
        both, one = (words("print-page-range", pages=reach) for reach in reaches)
        yield words("print-duplex-long-on", pages=(both,))
        yield words("print-others-on", pages=(one,))


def labels_of(name: str, language: Any, paper: str, manifest: Any) -> dict[int, tuple[str, ...]]:
    """The labels of the sheets, by page, rulers beside them, and on the first how to print them."""
    project = open_shipped()
    game = project.game(name)
    words = project.resources(game).words(None, language)
    titles = {component.id: say(component.title, language) for component in game.components}
    pages = manifest["pages"]
    labels = {
        page["number"]: words(
            "page-label",
            game=say(game.title, language),
            components=tuple(titles[key] for key in dict.fromkeys(slot["component"] for slot in page["slots"])),
            page=page["number"],
            pages=len(pages),
        )
        for page in pages
    }
    labels |= {
        page["number"]: words("page-one-side", label=labels[page["number"]])
        for page in pages
        if page["side"] == "single" and any(other["side"] == "back" for other in pages)
    }
    plain = {component.id: words(f"stock-{component.stock}") for component in game.components}
    title = sizes.paper(paper).title
    stocks = {name: words("stock-of-paper", stock=stock, paper=title) for name, stock in plain.items()}
    on_stock = {
        page["number"]: words("page-on", label=labels[page["number"]], on=stocks[page["slots"][0]["component"]])
        for page in pages
    }
    on_stocks = (sentence for named in (stocks, plain) for sentence in how_to_print(words, named, pages))
    how_to = (*on_stocks, *in_short(words, pages))
    return {
        number: (label, *(how_to if number == 1 else (on_stock[number],)), *RULERS) for number, label in labels.items()
    }
