"""Tweaks of collectmate that must work in both languages, and what its sheets say of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pnp.model.text import Language
from tests.tweaks.saying import Part, assumed, both, counted, in_both, said, unsaid, words_of

pytestmark = pytest.mark.kit

w = words_of("collectmate")
WORKING = {
    "three groups": "hand = 8\ngroups = [2, 3, 3]",
    "three groups of a hand of seven": "groups = [2, 2, 3]",
    "three equal groups": "hand = 9\ngroups = [3, 3, 3]",
    "one group": "groups = [7]",
    "a group of one": "groups = [1, 6]",
    "two large groups": "hand = 12\ngroups = [6, 6]\nplayers = [2, 4]",
    "a hand of ten": "hand = 10\ngroups = [5, 5]\nplayers = [2, 4]",
}
PAPER = {"en": "a4", "ja": "letter"}
"""On which the shipped kits are built in every run of the tests."""
QUICK = {"three equal groups", "one group"}
EVERY = [pytest.param(name, marks=() if name in QUICK else pytest.mark.full) for name in WORKING]


def kit_of(lines: str, printed: Callable[..., Any], **options: Any) -> Any:
    """The kit of ``lines``; without any the shipped one, which other tests build too."""
    if not lines:
        return printed(game="collectmate", **options)
    return printed(f'[mine]\nextends = "shipped:collectmate"\n{lines}\n', "mine", **options)


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("name", EVERY)
def test_other_groups_build_in_both_languages(name: str, language: Language, printed: Callable[..., Any]) -> None:
    kit = kit_of(WORKING[name], printed, language=language)
    on_rules = {page for face in ("front", "back") for page, _ in kit.slots("rules", face=face)}
    placed = {e["id"] for e in kit.manifest["examples"] if any(place["page"] in on_rules for place in e["places"])}
    assert {example["id"] for example in kit.manifest["examples"]} == placed


def alike(*counts: int) -> Part:
    """The slogan: groups of so many."""
    return w("slogan", alike=tuple(w("slogan-group", count=count) for count in counts))


def whole(*counts: int) -> Part:
    """When a hand of groups of so many is complete."""
    return w("complete-text", groups=tuple(w("slogan-group", count=count) for count in counts))


def steps(*points: int, more: int = 0) -> tuple[Part, ...]:
    """What a tag scores on two cards, on three, and so on; and on each further one."""
    told = tuple(w("tag-step", points=each, count=count) for count, each in enumerate(points, 2))
    return (*told, w("tag-step-more", points=more)) if more else told


SHIPPED_CARDS = (assumed("collectmate", "cards"), assumed("collectmate", "tags"), assumed("collectmate", "players"))
COUNTER: tuple[Part, ...] = (
    *(w("counter-text"), w("win-counter"), w("verdict-counter-equal"), w("verdict-nearest-counter")),
    *(w("verdict-no-counter"), w("law-counter-how")),
)
OTHERS_WIN = 'counter = false\nreadings = { tie-without-counter = "others" }'
NOTHING_SAME = 'readings = { incomplete-hand = "nothing", take-centres = "same" }'
OTHER_CARDS = (
    "players = [2, 3]\ncards = ["
    + ", ".join(
        f'{{ id = "c{n}", set = "x", dot = {str(n % 2 == 0).lower()}, colours = ["red"], copies = 9 }}'
        for n in range(4)
    )
    + "]"
)
SAID: dict[str, tuple[str, str, tuple[Part, ...], tuple[Part, ...]]] = {
    "as shipped": (
        "",
        "rules",
        (
            *(alike(3, 4), w("sets", sets=("A", "B")), whole(3, 4), w("score-text", enough=3)),
            *(w("take-text", two=2, open=3), w("take-keep", open=3), w("take-colours"), w("turn-more-take")),
            *(
                w("tags-text", steps=steps(1, 2, 3)),
                w("counter-text", points=1),
                w("complete-poor-loses", points=1),
                w("win-counter"),
                w("counter-no-tie"),
                *SHIPPED_CARDS,
            ),
            *(
                w("setup", cards=50, hand=7),
                w("facts-players", fewest=2, most=5),
                counted("collectmate", "summary", 10),
            ),
            *(w("reading-incomplete-hand-counts"), w("reading-equal-tags-one-less"), w("end-text")),
            *(w("reading-take-centres-ignored"), w("open-more")),
        ),
        (w("win-declarer"), w("win-others"), w("take-same"), both("[ ]", "[ ]"), both("( )", "（）")),
    ),
    "as shipped, summary": (
        "",
        "summary",
        (
            *(w("law-complete-how", sizes=(3, 4)), w("law-score-how", enough=3), w("law-counter-how", points=1)),
            *(w("law-tags-how", steps=steps(1, 2, 3)), w("turn-take-how", two=2, open=3)),
            *(w("open-cards-how", open=3), w("law-winner-counter")),
        ),
        (),
    ),
    "as shipped, pad": (
        "",
        "pad",
        (w("pad-how", enough=3, points=1), "+1"),
        (w("pad-how-plain"), both(" ring", "白抜き")),
    ),
    "two groups of another size": (
        "groups = [2, 5]",
        "rules",
        (alike(2, 5), whole(2, 5), w("row-group", count=5)),
        (alike(3, 4), whole(3, 4), w("row-group", count=4)),
    ),
    "three groups": (
        "groups = [2, 2, 3]",
        "rules",
        (alike(2, 2, 3), whole(2, 2, 3)),
        (alike(3, 4), both("the two groups", "二つの組"), w("row-group", count=4)),
    ),
    "three groups, summary": (
        "groups = [2, 2, 3]",
        "summary",
        (w("law-complete-how", sizes=(2, 2, 3)),),
        (w("law-complete-how", sizes=(3, 4)),),
    ),
    "one group": (
        "groups = [7]",
        "rules",
        (alike(7), whole(7), w("score-more", groups=1)),
        (whole(3, 4), w("score-more", groups=2), w("always-mixes", groups=2)),
    ),
    "one group, summary": (
        "groups = [7]",
        "summary",
        (w("law-complete-how", sizes=(7,)),),
        (w("law-complete-how", sizes=(3, 4)),),
    ),
    "two are opened": (
        "open = 2",
        "rules",
        (w("take-text", two=1), w("take-keep", open=2)),
        (w("take-text", two=2), both("1 of your cards", "自分の札2枚"), w("take-keep", open=3)),
    ),
    "two are opened, summary": (
        "open = 2",
        "summary",
        (w("turn-take-how", two=1),),
        (w("turn-take-how", two=2), both("1 of yours", "手札2枚に")),
    ),
    "four are opened": ("open = 4", "rules", (w("take-text", two=3, open=4), w("take-keep", open=4)), ()),
    "four are opened, summary": ("open = 4", "summary", (w("turn-take-how", two=3, open=4),), ()),
    "one is enough": (
        "enough = 1",
        "rules",
        (w("score-text", enough=1),),
        (w("score-text", enough=3), both("on 1 or more", "1枚以上")),
    ),
    "one is enough, pad": ("enough = 1", "pad", (w("pad-how", enough=1),), (w("pad-how", enough=3),)),
    "two are enough": ("enough = 2", "rules", (w("score-text", enough=2),), (w("score-text", enough=3),)),
    "tags of three points": (
        "tag-points = 3",
        "rules",
        (w("tags-text", steps=steps(3, 6, 9)),),
        (w("tags-text", steps=steps(1, 2, 3)), w("tag-step-more")),
    ),
    "tags of three points, summary": (
        "tag-points = 3",
        "summary",
        (w("law-tags-how", steps=steps(3, 6, 9)),),
        (w("law-tags-how", steps=steps(1, 2, 3)),),
    ),
    "tags of a large group": (
        "groups = [2, 5]",
        "rules",
        (w("tags-text", steps=steps(1, 2, 3, more=1)),),
        (w("tags-text", steps=steps(1, 2, 3)),),
    ),
    "pairs of tags": (
        'tag-points = 2\nreadings = { equal-tags = "pairs" }',
        "rules",
        (w("tags-text", steps=steps(2, 6, 12)), w("reading-equal-tags-pairs")),
        (w("tags-text", steps=steps(2, 4, 6)), w("reading-equal-tags-one-less")),
    ),
    "no counter, ties to the others": (
        OTHERS_WIN,
        "rules",
        (w("win-others"), w("reading-tie-without-counter-others", counter=0), w("verdict-tie-declarer-last")),
        (w("win-declarer"), w("reading-tie-without-counter-declarer"), both("counter", "カウンター"), *COUNTER),
    ),
    "no counter, ties to the others, summary": (
        OTHERS_WIN,
        "summary",
        (w("law-score-how"), w("law-winner-others")),
        (*COUNTER, w("law-winner-counter")),
    ),
    "no counter, ties to the others, pad": (OTHERS_WIN, "pad", (w("pad-how-plain"),), (w("pad-how"), "+1")),
    "no counter": (
        "counter = false",
        "rules",
        (
            w("win-declarer"),
            w("reading-tie-without-counter-declarer", counter=0),
            w("reading-incomplete-hand-counts", counter=0),
            w("complete-poor"),
        ),
        (
            *(w("win-others"), w("reading-tie-without-counter-others"), w("verdict-tie-declarer-last"), *COUNTER),
            both("counter", "カウンター"),
        ),
    ),
    "no tags": (
        "tag-option = false",
        "rules",
        (w("score-text", enough=3),),
        (w("tags-text"), w("reading-equal-tags-one-less"), w("verdict-tags-apart")),
    ),
    "no tags, summary": ("tag-option = false", "summary", (w("law-score-how"),), (w("law-tags-how"),)),
    "nothing for a hand that is not complete, one centre": (
        NOTHING_SAME,
        "rules",
        (
            *(w("showdown-text-nothing"), w("take-same"), w("score-more-nothing", groups=2), w("win-declarer")),
            *(w("reading-incomplete-hand-nothing"), w("reading-take-centres-same")),
        ),
        (
            *(w("take-colours"), w("showdown-text"), w("score-more", groups=2)),
            *(w("reading-incomplete-hand-counts"), w("reading-take-centres-ignored"), w("verdict-mixed")),
            *(w("win-counter"), w("counter-no-tie")),
        ),
    ),
    "nothing for a hand that is not complete, one centre, summary": (
        NOTHING_SAME,
        "summary",
        (w("law-score-nothing", enough=3), w("law-counter-nothing", points=1), w("law-winner-declarer")),
        (w("law-score-how", enough=3), w("law-counter-how", points=1), w("law-winner-counter")),
    ),
    "nothing for a hand that is not complete, no counter": (
        'counter = false\nreadings = { incomplete-hand = "nothing" }',
        "rules",
        (w("showdown-text-nothing-plain"),),
        (w("showdown-text"), w("counter-text")),
    ),
    "a counter of two points": (
        "counter-points = 2",
        "rules",
        (w("counter-text", points=2), w("verdict-counter-equal", points=2)),
        (w("counter-text", points=1),),
    ),
    "a counter of two points, summary": (
        "counter-points = 2",
        "summary",
        (w("law-counter-how", points=2),),
        (w("law-counter-how", points=1),),
    ),
    "a counter of two points, pad": ("counter-points = 2", "pad", (w("pad-how", points=2), "+2"), ("+1",)),
    "other cards": (
        OTHER_CARDS,
        "rules",
        (w("sets", sets=("X",)), w("setup", cards=36, hand=7), w("facts-players", fewest=2, most=3)),
        (both("base sets", "A＋B"), w("sets", sets=("A", "B"))),
    ),
}
"""Lines of a definition, a part of its kit, what that says, and what it does not say."""
OFTEN = {
    ("as shipped", "en"),
    ("as shipped", "ja"),
    ("as shipped, pad", "en"),
    ("three groups", "ja"),
    ("one group", "en"),
    ("two are opened", "en"),
    ("tags of three points", "ja"),
    ("no counter, ties to the others", "en"),
    ("no counter, ties to the others, pad", "ja"),
    ("other cards", "en"),
}


@pytest.mark.parametrize(("name", "language"), in_both(SAID, OFTEN))
def test_the_parts_of_collectmate_take_their_figures_from_the_definition(
    name: str, language: Language, printed: Callable[..., Any]
) -> None:
    lines, part, says, says_not = SAID[name]
    kit = kit_of(lines, printed, language=language, **({"only": (part,)} if lines else {"paper": PAPER[language]}))
    assert unsaid(says, kit.pages_of(part), language) == []
    assert said(says_not, kit.pages_of(part), language) == []


def test_there_are_two_summaries_for_each_player(printed: Callable[..., Any]) -> None:
    assert len(kit_of("", printed).slots("summary")) == 2 * 5
    assert len(kit_of("players = [2, 3]", printed).slots("summary")) == 2 * 3


def test_more_colours_leave_the_first_summary_to_the_rules(printed: Callable[..., Any]) -> None:
    kit = kit_of(
        '[mine.colours]\npink = { name = "pink", letter = "Pi", ink = "#f6a3c3", mark = "wave", points = 4 }\n'
        'black = { name = "black", letter = "Bk", ink = "#222222", mark = "sleep", points = 5 }',
        printed,
        only=("summary",),
    )
    cards = len(kit.slots("summary")) // 5
    assert cards in (2, 3)
    assert unsaid((w("law-tags-how", steps=steps(1, 2, 3)),), kit.pages_of("summary"), "en") == []
