"""What the faces of red say follows the definition: contents, figures, lists, readings; and type keeps its size."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pnp.pipeline.project import open_shipped

Build = Callable[..., Any]
RULES = {"only": ("rules",)}
"""Of definitions that no other test prints; the shipped kits are there as a whole."""


def kit(printed: Build, lines: str, game: str = "red", **options: Any) -> Any:
    """The kit of a game with lines of its own; without any the shipped one."""
    if not lines:
        return printed(game=game, **options)
    return printed(f'[mine]\nextends = "shipped:{game}"\n{lines}\n', "mine", **options)


def sheet(printed: Build, lines: str, game: str = "red", language: str = "en") -> str:
    """The words of both sides of the rule sheet, as they stand, with one space for any white."""
    made = kit(printed, lines, game, language=language, **(RULES if lines else {}))
    pages = {number for face in ("front", "back") for number, _ in made.slots("rules", face=face)}
    text = " ".join(made.reader.text(number) for number in sorted(pages))
    return " ".join(text.split()) if language == "en" else "".join(text.split())


TWO = (
    "hand = 2\ncolours = [\n"
    '{ id = "red", name = { en = "red", ja = "赤" }, letter = { en = "R", ja = "赤" }, ink = "#d4141f", mark = "sun", '
    'rule = { is = "highest" } },\n'
    '{ id = "gold", name = { en = "gold", ja = "金色" }, letter = { en = "Go", ja = "金色" }, ink = "#ee8513", '
    'mark = "star", rule = { is = "different-colours" } },\n]'
)
TEAL = (
    "numbers = [1, 2, 3, 4, 5, 6, 7, 8]\n[mine.colours]\n"
    'teal = { name = { en = "teal", ja = "鴨羽" }, letter = { en = "T", ja = "鴨羽" }, ink = "#0f6674", '
    'mark = "anchor", rule = { is = "odd" } }'
)
OTHER_READINGS = (
    '[mine.readings]\nsingle-card = "nothing"\nnobody-fits = "strongest-card"\nsame-colour-discard = "not-allowed"'
)


SAID = [
    (
        "red",
        "",
        (
            "2–4 players · best with 4 · 5 minutes",
            "49 cards: each with its number, its colour and the rule it sets",
            "Shuffle the 49 cards with numbers (7 colours, 1–7, one of each)",
            "8 summaries: for each player, one with each back",
            "Deal each player 7 cards face down: the hand",
            "The rest is the deck",
            "in this order, then draw one card",
            "There is no pass",
            "Whoever has the strongest card face up (the highest number; if equal, the colour higher on the strength "
            "card) lays the start card, “Playing red”",
            "numbers in a row, any colours, no repeats",
            "One card that fits is enough, under any rule (under green, a single card must be a 7).",
            "take back the turn, a card played too. Once you have drawn or the next player has acted",
            "Yellow: one list says “same number”, a slip",
            "In a row, 7 and 1 are not neighbours.",
            "your hand shrinks by one card",
            "that player wins, even with an empty hand. It is one round, without points.",
            "while the deck lasts, your hand shrinks",
            "doing both takes two cards",
            "Selections of one palette are not added together.",
            "You may discard a card of the colour already in force.",
            "As said above, you play before you discard, an empty hand puts you out, 7 is not next to 1, you draw at "
            "the end of your turn, an empty deck gives no card, whoever is winning lays the start card and a wrong "
            "discard is taken back.",
        ),
        ("score", "You may not discard a card of"),
    ),
    (
        "red7",
        "",
        (
            "greater than the number of cards in your palette (a card just played counts), draw one card",
            "Do none of these and you are out.",
            "scores the numbers on the cards that count under the rule, added up",
            "Where either of two cards would do, the stronger one scores.",
            "40 with 2 players, 35 with 3 players and 30 with 4 players",
            "Scored cards stay out of the game",
            "If fewer than 8 cards a player are left",
            "As said above, 7 is not next to 1, an empty deck gives no card, whoever is winning lays the start card",
            "First game: one round, without drawing",
            "One card that fits is enough, under any rule.",
            "1 score pad: for the points of the rounds",
        ),
        (
            "There is no pass",
            "best with",
            "the scored ones too",
            "you play before you discard",
            "a slip",
            "that is 0",
            "If you only played",
        ),
    ),
    (
        "red7",
        '[mine.readings]\nscored-cards = "return"',
        ("gather all cards with numbers, the scored ones too", "Scored cards go back into the deck"),
        ("stay out of the game", "too few cards are left"),
    ),
    (
        "red7",
        "goals = [30]\nplayers = [4, 4]",
        ("4 players · a few minutes", "Points that win: 30 with 4 players."),
        ("2–4",),
    ),
    (
        "red",
        'draw = "never"',
        ("Lay the rest aside", "Both in this order"),
        ("The rest is the deck", "Draw", "draw one", "an empty deck", "have drawn"),
    ),
    ("red", "players = [2, 3]", ("2–3 players · 5 minutes",), ("best with",)),
    (
        "red",
        "players = [2, 6]\nhand = 5",
        ("2–6 players · best with 4", "12 summaries", "each player 5 cards face down"),
        (),
    ),
    (
        "red",
        OTHER_READINGS,
        (
            "For orange, yellow and indigo a single card is not enough; it takes two or more.",
            "One card is not enough for “same number”, “same colour” and “in a row”: these take two cards or more.",
            "the player with the strongest card in a palette is winning.",
            "You may not discard a card of the colour already in force.",
        ),
        ("One card that fits is enough",),
    ),
    (
        "red",
        TWO,
        ("different colours, at most one card of each",),
        ("One card is enough", "If no card fits", "are not added together", "a slip"),
    ),
    ("red", TEAL, ("64 cards", "Teal", "cards with odd numbers", "teal weakest", "12 summaries"), ()),
    (
        "red",
        'order = ["violet", "indigo", "blue", "green", "yellow", "orange", "red"]',
        ("violet strongest, red weakest", "rule at the start is violet, “even numbers”", "If nobody is winning"),
        (),
    ),
    (
        "red",
        "[mine.colours]\norange = { rule = { is = 'above', of = 3 } }\nyellow = { rule = { is = 'below', of = 3 } }",
        ("One card is enough for “in a row”.",),
        ("“same number”", "“same colour”"),
    ),
    ("red", "copies = 2", ("98 cards", "If two players’ strongest cards are equal as well"), ()),
    ("red", 'pass = "out"', ("Do none of these",), ("There is no pass",)),
    ("red7", 'opening-rule = "green"', ("If no card fits, that is 0.",), ()),
    (
        "red7",
        '[mine.readings]\nnobody-fits = "strongest-card"',
        ("If no card fits, that is 0.",),
        ("If you only",),
    ),
    (
        "red",
        'opening-rule = "green"',
        (
            "The rule at the start is green, “adds up to exactly 7”",
            "“Playing green”",
            "If you only played, and no palette has cards that fit, you are out.",
        ),
        ("that is 0",),
    ),
]
"""Lines of a definition, and what its sheet then says and does not say."""
QUICK = {"", 'draw = "never"', OTHER_READINGS, TEAL}
"""Those that are built in every run of the tests."""
EVERY = [pytest.param(*one, marks=() if one[1] in QUICK else pytest.mark.full) for one in SAID]


@pytest.mark.parametrize(("game", "lines", "says", "says_not"), EVERY)
def test_the_sheet_says_what_the_definition_says(
    game: str, lines: str, says: tuple[str, ...], says_not: tuple[str, ...], printed: Build
) -> None:
    text = sheet(printed, lines, game)
    assert [part for part in says if part not in text] == []
    assert [part for part in says_not if part in text] == []


@pytest.mark.parametrize(
    ("game", "lines", "says", "says_not"),
    [
        (
            "red",
            "",
            (
                "2〜4人・4人がおすすめ・5分",
                "手札として裏向きに7枚ずつ",
                "緑で1枚なら7",
                "一覧の誤り",
                "時計回り",
                "今のルールと同じ色を捨ててもよい",
            ),
            ("左回り", "得点する"),
        ),
        (
            "red7",
            "",
            (
                "先に40点（2人）・35点（3人）・30点（4人）以上で、ゲームに勝つ",
                "どれもしないなら脱落",
                "脇に置き、もう使わない",
                "1人8枚",
            ),
            ("パスはない",),
        ),
        ("red", 'draw = "never"', ("残りは使わない",), ("山札", "引く。")),
        ("red", OTHER_READINGS, ("橙、黄、藍は1枚だけでは合わない",), ("合うカードは1枚でもよい",)),
    ],
)
def test_the_sheet_says_so_in_japanese(
    game: str, lines: str, says: tuple[str, ...], says_not: tuple[str, ...], printed: Build
) -> None:
    text = sheet(printed, lines, game, "ja")
    assert [part for part in says if part not in text] == []
    assert [part for part in says_not if part in text] == []


def test_every_summary_is_whole_in_itself(printed: Build) -> None:
    made = kit(printed, "")
    fronts = {slot["card"]: made.slot_text(number, slot) for number, slot in made.slots("summary")}
    assert len(fronts) == 2 and len({" ".join(text.split()) for text in fronts.values()}) == 1
    rules = (
        "Strongest card",
        "Same number",
        "Same colour",
        "Adds up to exactly 7",
        "Different colours",
        "Even numbers",
    )
    for text in fronts.values():
        assert [
            part for part in ("Not winning when your turn ends?", *rules) if part not in " ".join(text.split())
        ] == []
    backs = " ".join(made.slot_text(number, slot) for number, slot in made.slots("summary", face="back"))
    assert [part for part in rules if part not in " ".join(backs.split())] == []


@pytest.mark.parametrize("players", [2, pytest.param(3, marks=pytest.mark.full), 4])
def test_everyone_has_every_summary(players: int, printed: Build) -> None:
    made = kit(printed, "", players=players, only=("summary",))
    cards = [slot["card"] for _, slot in made.slots("summary")]
    assert {cards.count(card) for card in cards} == {players}


SMALL = '[mine.components]\nsummary = {{ size = "{size}" }}'


@pytest.mark.parametrize("language", ["en", pytest.param("ja", marks=pytest.mark.full)])
@pytest.mark.parametrize("size", ["mini", pytest.param("square", marks=pytest.mark.full)])
def test_a_small_summary_takes_more_cards_not_smaller_type(size: str, language: str, printed: Build) -> None:
    made = kit(printed, SMALL.format(size=size), "red7", only=("summary",), language=language)
    cards = {slot["card"] for _, slot in made.slots("summary")}
    assert len(cards) > 2 and made.manifest["unkilled"] == []
    first, *further = ("".join(made.slot_text(*made.slots("summary", card)[0]).split()) for card in sorted(cards))
    law, rule = {"en": ("Notwinning", "Samenumber"), "ja": ("勝っていなければ", "同じ数字")}[language]
    assert law in first and all(rule in text for text in further)


def test_the_score_pad_says_what_wins_and_when_no_round_can_be_dealt(printed: Build) -> None:
    text = kit(printed, "", "red7").text_of("pad")
    assert "2 players: first to 40" in text and "4 players: first to 30" in text
    # two players would hold more points between them than a game has long before their cards run out
    assert "Another round can be dealt while they are at most 25 with 3 players and 17 with 4 players." in text
    assert "33" not in text and "With 2 players there are always enough cards." in text
    returned = kit(printed, '[mine.readings]\nscored-cards = "return"', "red7", only=("pad",)).text_of("pad")
    assert "cards aside" not in returned.lower()
    alone = kit(printed, "players = [2, 2]\ngoals = [60]", "red7", only=("pad",)).text_of("pad")
    assert "Another round can be dealt while they are at most 33 with 2 players." in alone


def test_red_has_no_score_pad(printed: Build) -> None:
    assert "pad" not in {one.id for one in open_shipped().game("red").components}
    assert "pad" in {one.id for one in open_shipped().game("red7").components}


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("game", ["red", "red7"])
def test_rules_are_on_two_sides_of_one_sheet(game: str, language: str, printed: Build) -> None:
    made = kit(printed, "", game, language=language)
    assert len(made.slots("rules")) == 1 and len(made.slots("rules", face="back")) == 1
    shown = {place["page"] for one in made.manifest["examples"] for place in one["places"]}
    front, back = made.slots("rules")[0][0], made.slots("rules", face="back")[0][0]
    assert back in shown and front not in shown, "the front is what one needs to play, the back the examples"


def drawn(made: Any) -> str:
    """The words of the drawing of the set-up."""
    number, slot = made.slots("rules")[0]
    (box,) = [box for name, box in made.parts[slot["face_id"]] if name == "figure"]
    x, y, width, height = box
    return " ".join(made.reader.text_in(number, x, slot["height_mm"] - y - height, width, height).split())


@pytest.mark.parametrize(
    "lines",
    [
        "",
        pytest.param("players = [2, 2]", marks=pytest.mark.full),
        pytest.param("players = [2, 6]\nhand = 5", marks=pytest.mark.full),
        pytest.param("hand = 1", marks=pytest.mark.full),
        'draw = "never"',
    ],
)
def test_the_set_up_is_drawn_with_what_the_game_has(lines: str, printed: Build) -> None:
    said = drawn(kit(printed, lines, **(RULES if lines else {})))
    assert "discard pile" in said and "begins" in said and "strongest card" in said
    assert ("deck" in said) == (lines != 'draw = "never"')
    hand = "1 card" if lines == "hand = 1" else "5 cards" if "hand = 5" in lines else "7 cards"
    assert f"hand: {hand}" in said


def test_the_drawn_set_up_is_the_worked_opening(printed: Build) -> None:
    made = kit(printed, "")
    opening = next(one for one in made.manifest["examples"] if one["id"] == "opening")
    palettes = [palette[0] for palette in opening["in"]["palettes"]]
    words = drawn(made).split()
    assert len(palettes) >= 3
    assert sorted(one for one in words if one.isdigit() and one != "7") == sorted(str(number) for _, number in palettes)
    assert sorted(one for one in words if len(one) == 1 and one.isalpha()) == sorted(c[0].upper() for c, _ in palettes)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_sign_that_is_used_is_explained_on_its_sheet(language: str, printed: Build) -> None:
    text = sheet(printed, "", "red", language)
    signs = {
        "en": (
            "is winning",
            "beats",
            "counts",
            "does not count",
            "rule before the turn",
            "play",
            "discard",
            "the new rule",
        ),
        "ja": (
            "勝っている",
            "開いた側の勝ち",
            "数える",
            "数えない",
            "手番の前のルール",
            "置く",
            "捨てる",
            "新しいルール",
        ),
    }[language]
    assert [sign for sign in signs if sign not in text] == []


def test_checks_that_differ_in_one_thing_stand_together(printed: Build) -> None:
    made = kit(printed, "")
    at = {}
    for one in made.manifest["examples"]:
        x, y, _, height = one["places"][0]["box_mm"]
        at[one["id"]] = (-round(y + height), x)
    lines = sorted(name for name in at if name.startswith("check-"))
    assert sorted(lines, key=at.__getitem__) == lines
