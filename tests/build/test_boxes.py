"""Tuck boxes: what a kit prints fits into its box with 0.5 mm to spare, in sleeves or not."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from pnp.build.options import BuildOptions, KitContext
from pnp.build.sheets import find_misfits, sheet_options
from pnp.folding import fold, misfits, problems
from pnp.model.component import Component
from pnp.model.net import Net
from pnp.project.project import open_project

BOXED = ("red", "red7", "iroha", "collectmate", "kasane")
CARD, SLEEVE, SPARE = 0.33, 0.09, 0.5
"""Thickness of a card and of its sleeve, and what is to be left, in mm."""
LAYERS = {"width": 3, "height": 5, "depth": 4}
"""Layers of the box's own card on the way through it: both sides and what is glued or tucked behind them."""
KITS = [
    pytest.param(game, language, paper, marks=() if (game, language, paper) == ("red", "en", "a4") else pytest.mark.kit)
    for game, language, paper in product(BOXED, ("en", "ja"), ("a4", "letter"))
]


def inside(net: Net) -> dict[str, float]:
    """Return the room in a folded box: from plane to plane, less the layers of its card."""
    corners = fold(net)

    def apart(first: str, second: str) -> float:
        return math.dist(
            *(tuple(sum(axis) / 4 for axis in zip(*corners[name], strict=True)) for name in (first, second))
        )

    outside = {"width": apart("left", "right"), "height": apart("lid", "floor"), "depth": apart("front", "back")}
    return {name: length - LAYERS[name] * CARD for name, length in outside.items()}


def box_of(tmp_path: Any, toml: str) -> tuple[Any, Any, Component]:
    (tmp_path / "games.toml").write_text(toml, encoding="utf-8")
    project = open_project(tmp_path / "games.toml")
    game = project.game("mine")
    return project, game, next(component for component in game.components if component.is_packaging)


@pytest.mark.parametrize("sleeved", [False, True])
@pytest.mark.parametrize(("game", "language", "paper"), KITS)
def test_what_a_kit_prints_fits_into_its_box(
    game: str, language: str, paper: str, sleeved: bool, printed: Callable[..., Any], tmp_path: Any
) -> None:
    kit = printed(game=game, language=language, paper=paper)
    extra = "[mine.components]\nbox = { net = { sleeved = true } }\n" if sleeved else ""
    project, mine, box = box_of(tmp_path, f'[mine]\nextends = "shipped:{game}"\npaper = "{paper}"\n{extra}')
    assert box.net is not None
    assert problems(box.net) == misfits(box.net) == ()
    room = inside(box.net)
    width = height = depth = 0.0
    tokens: list[float] = []
    sizes = {component.id: component for component in mine.components}
    for slot in (slot for page in kit.manifest["pages"] for slot in page["slots"] if slot["face"] == "front"):
        component = sizes[slot["component"]]
        if component.kind == "tokens":
            tokens.append(component.size.width)
        elif component.kind in ("cards", "summary"):
            short, long = sorted((component.size.width, component.size.height))
            in_sleeve = sleeved and (short, long) == (63, 88)
            width, height = max(width, short + 3 * in_sleeve), max(height, long + 3 * in_sleeve)
            depth += CARD + SLEEVE * in_sleeve
    # tokens of one size in layers
    for size in set(tokens):
        depth += CARD * math.ceil(tokens.count(size) / (width // size * (height // size)))
    assert room["width"] >= width + SPARE
    assert room["height"] >= height + SPARE
    assert box.copies == 1
    assert room["depth"] >= depth + SPARE
    assert room["depth"] <= depth + 6, "cards that lie loose get lost"
    context = KitContext.of(project, mine, BuildOptions())
    assert find_misfits(context, [box], sheet_options(context)) == ()


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("card", ["mini", "poker", "tarot"])
def test_a_deck_that_is_too_deep_for_a_sheet_takes_two_boxes(card: str, paper: str, tmp_path: Any) -> None:
    numbers = list(range(1, 25))
    toml = f'[mine]\nextends = "shipped:red"\npaper = "{paper}"\ncard = "{card}"\nnumbers = {numbers}\n'
    project, game, box = box_of(tmp_path, toml)
    assert box.net is not None
    assert box.copies >= 2
    assert problems(box.net) == misfits(box.net) == ()
    assert box.copies * (inside(box.net)["depth"] - SPARE) >= 7 * 24 * CARD
    context = KitContext.of(project, game, BuildOptions())
    assert find_misfits(context, [box], sheet_options(context)) == ()


def test_a_kit_on_paper_too_small_for_its_box_is_printed_without_it_and_says_so(
    pnp: Callable[..., Any], printed: Callable[..., Any]
) -> None:
    ran = pnp("build", "red", "--paper", "a5", "--out", "kit")
    assert ran.status == 0
    (first, *_) = ran.err.splitlines()
    assert "warning[packaging-too-large]: box is 185.4 × 158.9 mm and does not fit on paper of 148 × 210 mm" in first
    assert "the kit is printed without it" in first
    assert "pnp build red --only box --paper a4" in ran.err
    assert "box" not in {slot["component"] for _, slot in printed(paper="a5").slots()}


def test_a_box_that_is_asked_for_and_too_large_is_an_error(pnp: Callable[..., Any]) -> None:
    ran = pnp("build", "red", "--paper", "a5", "--only", "box")
    assert ran.status == 2
    assert "error[card-too-large]: box is " in ran.err


@pytest.mark.parametrize("options", [("--without", "box"), ("--only", "cards")])
def test_a_box_that_is_not_printed_is_not_told_for_its_size(options: tuple[str, str], pnp: Callable[..., Any]) -> None:
    ran = pnp("check", "red", "--paper", "a5", *options)
    assert (ran.status, ran.err) == (0, "")
