"""The fingerprint of a game."""

from __future__ import annotations

import json

from pnp.definition import definition_sha256

SWAPPED = """\
[toy]   # a comment
hand = 7
engine   =   'toy'
suits = [
  { name = { ja = "日", en = "sun" }, rule = { is = "highest" }, id = "sun" }, # another
  { id = "moon", rule = { of = 0x07, is = "sum" }, name = "moon" },
]
assumed = { "suits.moon.rule.of" = { en = "guessed", ja = "推定" }, hand = "the source shows no number" }
components.rules = { template = "rules", kind = "page", title = "rules" }
components.cards = { kind = "cards", title = "cards", template = "card", of = "deck", back = "back" }
title.ja = "おもちゃ"
title.en = "Toy"
"""


def test_the_order_of_keys_comments_and_spelling_do_not_change_it(desk, shipped_text):
    fingerprint = definition_sha256(desk.load(shipped_text).games["toy"])
    assert definition_sha256(desk.load(SWAPPED).games["toy"]) == fingerprint


def test_it_does_not_matter_whether_a_value_came_through_extends(desk, shipped_text):
    fingerprint = definition_sha256(desk.load(shipped_text).games["toy"])
    assert definition_sha256(desk.load('[toy]\nextends = "shipped:toy"\n').games["toy"]) == fingerprint


def test_any_value_changes_it(desk, shipped_text):
    fingerprint = definition_sha256(desk.load(shipped_text).games["toy"])
    for old, new in (("of = 7", "of = 8"), ("日", "月"), ('back = "back"', 'back = "rear"'), ("guessed", "guess")):
        assert definition_sha256(desk.load(shipped_text.replace(old, new)).games["toy"]) != fingerprint


def test_a_card_of_a_csv_file_changes_it_and_a_list_gives_the_same(desk):
    text = """\
[mine]
engine = "deck"
title = "mine"
[mine.decks]
cards = %s
[mine.components]
cards = { kind = "cards", title = "cards", template = "card", of = "cards" }
"""
    desk.write("face,copies\nace,2\n", "cards.csv")
    from_csv = definition_sha256(desk.load(text % '"cards.csv"').games["mine"])
    assert definition_sha256(desk.load(text % '[{ face = "ace", copies = 2 }]').games["mine"]) == from_csv
    desk.write("face,copies\nking,2\n", "cards.csv")
    assert definition_sha256(desk.load(text % '"cards.csv"').games["mine"]) != from_csv


def test_the_resolved_table_is_plain_json(desk, shipped_text):
    resolved = desk.load(shipped_text).games["toy"].resolved
    assert json.loads(json.dumps(resolved)) == resolved
