"""What is said under examples of iroha is true with other figures too: no number is taken for granted."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pnp.games.core.lesson import Example
from pnp.games.core.tableau import Tableau
from pnp.games.iroha import ENGINE
from pnp.games.iroha.oracle.answer import oracle
from pnp.games.iroha.settings import Icon, IrohaSettings
from pnp.games.iroha.teaching.explain import explain
from pnp.model.text import say
from tests.games.iroha.definitions import IROHA, SUITS, TINY
from tests.games.iroha.examples import word


def hand(line: str) -> list[list[Any]]:
    """``Bi2 Fa5`` as cards."""
    by_letter = {say(suit.letter, "en"): suit.id for suit in SUITS}
    return [[by_letter[one[:2]], int(one[2:])] for one in line.split()]


def made(kind: str, position: dict[str, Any], settings: IrohaSettings = IROHA, form: Any = "example") -> Tableau:
    """A position laid out as an example."""
    return explain(settings, Example("x", "x", form, kind, position, oracle(settings, kind, position), (), 0))


def said(kind: str, position: dict[str, Any], settings: IrohaSettings = IROHA) -> tuple[str, str]:
    tableau = made(kind, position, settings)
    return word("en")(tableau.verdict).replace("\u00a0", " "), word("ja")(tableau.verdict)


@pytest.mark.parametrize(
    ("plays", "english", "japanese"),
    [
        (
            "Bi3 Bi5 Bi2",
            "All follow bird: the highest, bird 5, takes it.",
            "全員が鳥で続いた。一番大きい鳥5が取る。",
        ),
        (
            "Bi6 Fa2 Fa4 Bi5",
            "The marker moves to fan 2 (no bird): fan 4 takes the trick, not bird 6.",
            "2人目は鳥がなく扇2。切り札は扇。扇4が取る（鳥6は切り札でない）。",
        ),
        (
            "Bi3 Fa2 Fa4",
            "The marker moves to fan 2 (no bird): fan 4 takes the trick.",
            "2人目は鳥がなく扇2。切り札は扇。扇4が取る。",
        ),
        (
            "Bi3 Fa2 Bi5 Fl4 Bu1",
            "The marker moves to fan 2 (no bird), then to flower 4 (no bird, no fan), then to butterfly 1 "
            "(no bird, no fan, no flower): butterfly 1 takes it, not bird 5.",
            "2人目は鳥がなく扇2、4人目は鳥も扇もなく花4、5人目は鳥も扇も花もなく蝶1。"
            "切り札は扇、次に花、次に蝶に変わる。蝶1が取る。",
        ),
    ],
)
def test_a_trick_says_why_the_marker_moves_and_who_takes_it(plays: str, english: str, japanese: str) -> None:
    assert said("trick", {"plays": hand(plays)}) == (english, japanese)


@pytest.mark.parametrize(
    ("kind", "position", "english", "japanese"),
    [
        ("trick", {"plays": "Bi3 Bi5 Bi2"}, "Everyone follows", "全員が同じ色で続く"),
        ("trick", {"plays": "Bi3 Fa2 Fa4"}, "Trump changes", "切り札が変わる"),
        ("trick", {"plays": "Bi3 Fa2 Bi5 Fl4 Bu1"}, "Trump changes 3 times", "切り札が3度変わる"),
        ("turn", {"hand": "Bi6 Fl4", "table": "Bi1 Um4", "card": "Fl4"}, "You could follow", "続けられるのに別の色"),
        ("turn", {"hand": "Bi6 Fl4", "table": "Bi1 Um4", "card": "Bi6"}, "You follow", "出ている色で続く"),
        (
            "turn",
            {"hand": "Bi6 Um2", "table": "Bi1 Um4", "card": "Um2"},
            "You follow another suit than the first",
            "最初とは別の色で続く",
        ),
        ("turn", {"hand": "Bu6 Fl2", "table": "Bi1 Um4", "card": "Fl2"}, "You cannot follow", "続けられない"),
    ],
)
def test_a_heading_says_what_an_example_shows(kind: str, position: dict[str, str], english: str, japanese: str) -> None:
    cards: dict[str, Any] = {key: hand(line) for key, line in position.items()}
    if "card" in cards:
        cards["card"] = cards["card"][0]
    heading = made(kind, cards).heading
    assert (word("en")(heading), word("ja")(heading)) == (english, japanese)


@pytest.mark.parametrize(
    ("settings", "captured", "english", "japanese"),
    [
        (
            IROHA,
            "Bi2 Bi5 Bi8 Bi9 Fl6",
            "5 points: bird (2 − 3) + flower 6. The 3 others cost 3, so bird is −1.",
            "5点：鳥（2−3）＋花6。鳥は2点、残り3枚で−3、計−1点。",
        ),
        (
            IROHA,
            "Fl6 Fl7 Bi2 Bi5 Bi8",
            "5 points: flower (6 − 1) + bird (2 − 2). The 2 others cost 2, so bird is 0.",
            "5点：花（6−1）＋鳥（2−2）。鳥は2点、残り2枚で−2、計0点。",
        ),
        (
            IROHA,
            "Bi2 Bi5",
            "1 point: bird (2 − 1). The other bird costs 1, so bird is 1.",
            "1点：鳥（2−1）。鳥は2点、残り1枚で−1、計1点。",
        ),
        (IROHA, "Bi1", "1 point: bird 1.", "1点：鳥1。"),
        (
            replace(IROHA, cost=2),
            "Bi2 Bi5 Bi6 Fl6",
            "4 points: bird (2 − 4) + flower 6. The 2 others cost 4, so bird is −2.",
            "4点：鳥（2−4）＋花6。鳥は2点、残り2枚で−4、計−2点。",
        ),
        (replace(IROHA, cost=0), "Bi2 Bi5 Fl6", "8 points: bird 2 + flower 6.", "8点：鳥2＋花6。"),
    ],
)
def test_a_score_is_added_suit_by_suit(settings: IrohaSettings, captured: str, english: str, japanese: str) -> None:
    assert said("score", {"captured": hand(captured)}, settings) == (english, japanese)


def test_each_deal_is_added_by_itself() -> None:
    two = {"captured": [hand("Bi2 Bi5 Bi8 Bi9"), hand("Fl6")]}
    assert said("seat_total", two) == (
        "Each deal by itself: deal 1: 2 − 3 = −1; deal 2: 6. So far 5 points.",
        "ディールごとに計算する。ディール1は2−3＝−1点、ディール2は6点。ここまでの合計は5点。",
    )


@pytest.mark.parametrize(
    ("held", "english"),
    [
        (
            "Fl5 Fl1",
            "Trump is flower, and both cards follow. With flower 1, flower 4 takes it and you stay at 8 points. With "
            "flower 5 you take it: flower (2 − 3) = −1 points.",
        ),
        ("Fl5", "Trump is flower. You must take the trick: −1 points."),
        ("Fl1", "Trump is flower. You cannot take the trick: 8 points."),
        ("Fl5 Fl6", "Trump is flower, and both cards follow. You take the trick whatever you play: −1 points."),
        ("Fl1 Fl3", "Trump is flower, and both cards follow. You cannot take the trick, whatever you play: 8 points."),
        ("Fl5 Um1", "Trump is flower. You must take the trick: −1 points."),
    ],
)
def test_a_last_play_weighs_taking_and_leaving(held: str, english: str) -> None:
    position = {"captured": hand("Fl8"), "table": hand("Fl2 Fl4"), "hand": hand(held)}
    assert said("last_play", position)[0] == english


@pytest.mark.parametrize(
    ("scores", "english", "japanese"),
    [
        (
            [[3, 1, 3], [0, 0, 0], [0, 0, 0]],
            "Totals: A 3, B 1 and C 3. A and C tie; the first of them to spot the first star of the evening wins.",
            "合計はAが3点、Bが1点、Cが3点。A、Cが同点で、そのうち一番星を先に見つけた人の勝ち。",
        ),
        (
            [[2, 1, -2], [1, 0, 0], [0, 0, 0]],
            "Totals: A 3, B 1 and C −2. A wins.",
            "合計はAが3点、Bが1点、Cが−2点。Aの勝ち。",
        ),
        (
            [[2, 1, -2], [1, 0, 0]],
            "Totals so far: A 3, B 1 and C −2. A is ahead.",
            "ここまでの合計はAが3点、Bが1点、Cが−2点。Aが先頭。",
        ),
        (
            [[3, 1, 3]],
            "Totals so far: A 3, B 1 and C 3. A and C are level and ahead.",
            "ここまでの合計はAが3点、Bが1点、Cが3点。A、Cが同点で先頭。",
        ),
    ],
)
def test_a_game_is_won_by_one_or_shared_by_several(scores: list[list[int]], english: str, japanese: str | None) -> None:
    found = said("game", {"deal_scores": scores})
    assert found[0] == english
    assert japanese is None or found[1] == japanese


@pytest.mark.parametrize(
    ("tricks", "english", "japanese"),
    [
        (
            ["Bi4 Bi1 Bi6"],
            "A deals, so B, on the left, leads. A takes the trick with bird 6 and leads the next.",
            "配り役Aの左隣のBから出す。Aが鳥6で取り、次のトリックを始める。",
        ),
        (
            ["Bi4 Fl1 Fl3"],
            "A deals, so B, on the left, leads. C has no bird: flower 1 moves the marker. A takes the trick with "
            "flower 3 and leads the next.",
            "配り役Aの左隣のBから出す。Cは鳥がないので花1を出し、切り札が変わる。Aが花3で取り、次のトリックを始める。",
        ),
        (
            ["Bi4 Fl1 Um3"],
            "A deals, so B, on the left, leads. C has no bird: flower 1 moves the marker. A has no bird, no flower: "
            "umbrella 3 moves the marker. A takes the trick with umbrella 3 and leads the next.",
            None,
        ),
    ],
)
def test_a_lead_says_who_moved_the_marker_and_why(tricks: list[str], english: str, japanese: str | None) -> None:
    found = said("lead", {"players": 3, "dealer": 0, "tricks": [hand(trick) for trick in tricks]})
    assert found[0] == english
    assert japanese is None or found[1] == japanese


def test_a_first_lead_is_told_by_the_deal_alone() -> None:
    assert said("lead", {"players": 4, "dealer": 2, "tricks": []}) == (
        "C deals, so D, on the left, leads.",
        "配り役Cの左隣のDから出す。",
    )


@pytest.mark.parametrize(
    ("settings", "players", "english", "japanese"),
    [
        (
            IROHA,
            3,
            "With 3 players: 5 suits of 6 numbers are 30 cards. Deal 9 each; 3 are left over.",
            "3人なら、5色×6枚で30枚。9枚ずつ配り、余りは3枚。",
        ),
        (
            replace(IROHA, dealt=10),
            3,
            "With 3 players: 5 suits of 6 numbers are 30 cards. Deal 10 each; none is left over.",
            "3人なら、5色×6枚で30枚。10枚ずつ配り、余りはない。",
        ),
        (
            replace(TINY, dealt=4),
            2,
            "With 2 players: 3 suits of 3 numbers are 9 cards. Deal 4 each; 1 is left over.",
            "2人なら、3色×3枚で9枚。4枚ずつ配り、余りは1枚。",
        ),
    ],
)
def test_a_set_up_counts_what_is_left_over(settings: IrohaSettings, players: int, english: str, japanese: str) -> None:
    assert said("setup", {"players": players}, settings) == (english, japanese)


@pytest.mark.parametrize(
    ("held", "card", "english"),
    [
        ("Bi6 Fl4", "Fl4", "Not allowed: bird is in the trick, and you hold it."),
        ("Bi6 Um2 Fl4", "Fl4", "Not allowed: bird and umbrella are in the trick, and you hold them."),
        ("Um2 Fl4", "Um2", "Allowed: umbrella is in the trick too. The marker stays."),
        (
            "Bu2 Fl4",
            "Fl4",
            "Allowed: you hold no suit of the trick. The marker moves from umbrella 4 to flower 4: flower is trump.",
        ),
    ],
)
def test_a_check_of_following_names_the_suits_of_the_trick(held: str, card: str, english: str) -> None:
    position = {"hand": hand(held), "table": hand("Bi1 Um4"), "card": hand(card)[0]}
    assert said("turn", position)[0] == english


@pytest.mark.parametrize(
    ("passed", "chosen", "english"),
    [
        (2, "Bi1 Fl6", "Not allowed: the cards from the right are taken up only when all have passed."),
        (1, "Fl6", "Not allowed: the card from the right is taken up only when all have passed."),
        (2, "Bi1", "Not allowed: 1 card chosen, and you must pass 2."),
        (1, "Bi1 Bi2", "Not allowed: 2 cards chosen, and you must pass 1."),
        (2, "Bi1 Bi2", "Allowed: bird 1 and bird 2 were dealt to you."),
        (1, "Bi1", "Allowed: bird 1 was dealt to you."),
    ],
)
def test_a_check_of_passing_counts_the_cards(passed: int, chosen: str, english: str) -> None:
    settings = replace(IROHA, dealt=3, passed=passed)
    position = {"hand": hand("Bi1 Bi2 Bi3"), "received": hand("Fl6 Fl5")[:passed], "cards": hand(chosen)}
    assert said("may_pass", position, settings)[0] == english


def test_a_hand_of_one_card_has_no_last_play_to_weigh() -> None:
    for passed in (0, 1):
        lessons = {one.id for one in ENGINE.lessons(replace(IROHA, dealt=1, passed=passed))}
        assert "last-play" not in lessons


def test_cards_that_nobody_uses_are_not_in_the_deck() -> None:
    few = replace(IROHA, players=(3, 4))
    assert ENGINE.problems(few) == ()
    assert {item.fields["number"] for item in ENGINE.decks["deck"](few)} == set(range(1, 9))
    none = replace(IROHA, players=(2, 2), icons=(Icon(tuple(range(1, 13)), 3),))
    assert [problem.code for problem in ENGINE.problems(none)] == ["too-few-cards"]


@pytest.mark.parametrize(
    ("deals", "english", "japanese"),
    [
        (1, "The score of deal 1", "ディール1の得点"),
        (2, "Scores of deals 1–2, from the left", "ディール1〜2の得点（左から順）"),
    ],
)
def test_scores_of_a_game_say_of_which_deals_they_are(deals: int, english: str, japanese: str) -> None:
    heading = made("game", {"deal_scores": [[5, 1, 0]] * deals}).heading
    assert (word("en")(heading), word("ja")(heading)) == (english, japanese)


def test_a_card_that_cannot_follow_says_from_where_the_marker_moves() -> None:
    position = {"hand": hand("Bu2 Fl4"), "table": hand("Bi1 Um4"), "card": hand("Fl4")[0]}
    moved = "切り札表示は傘4から花4へ動き、切り札は花になる"
    assert said("turn", position)[1] == f"できる：出ている色が1枚もない。{moved}。"


def test_only_a_game_that_is_over_frames_who_wins_it() -> None:
    def marks(scores: list[list[int]]) -> list[Any]:
        return [row.mark for row in made("game", {"deal_scores": scores}).rows]

    assert marks([[5, 1, 0], [0, 0, 0], [0, 0, 0]]) == ["winner", None, None]
    assert marks([[5, 1, 0], [0, 0, 0]]) == [None] * 3


def test_what_is_no_trump_is_pale_in_the_trick_of_a_last_play() -> None:
    position = {"captured": hand("Fl8"), "table": hand("Fl1 Bu3 Fl3"), "hand": hand("Bu6 Fl4")}
    assert [card.state for card in made("last_play", position).rows[1].cards] == ["dimmed", "counted", "dimmed"]


def test_cards_to_be_passed_are_raised_and_those_from_the_right_lie_face_down() -> None:
    settings = replace(IROHA, dealt=3, passed=2)
    position = {"hand": hand("Bi1 Bi2 Bi3"), "received": hand("Fl6 Fl5"), "cards": hand("Bi3 Fl6")}
    own, received = made("may_pass", position, settings).rows
    assert [card.fields["raised"] for card in own.cards] == [False, False, True]
    assert [card.fields for card in received.cards] == [{"raised": True}, {"raised": False}]
    assert all(card.state == "plain" for card in own.cards) and not any(card.strings for card in received.cards)


def test_both_cards_of_a_last_play_are_shown_alike() -> None:
    position = {"captured": hand("Fl8"), "table": hand("Fl2 Fl4"), "hand": hand("Fl5 Fl1")}
    assert [card.state for card in made("last_play", position).rows[2].cards] == ["plain", "plain"]


def test_cards_passed_are_said_to_be_passed_and_follow_without_an_arrow() -> None:
    tableau = made("receive", {"passed": [hand("Bi1 Bi2"), hand("Fa1 Fa2"), hand("Bu1 Bu2")]})
    assert [word("en")(row.label) for row in tableau.rows if row.label] == ["A passes", "B passes", "C passes"]
    assert not {row.role for row in tableau.rows} & {"then", "trick"}
    assert word("ja")(tableau.verdict) == "全員が2枚を左隣へ渡す：AからB、BからC、CからA。"
