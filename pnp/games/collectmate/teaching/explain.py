"""Tableaux of the worked examples and rule checks of collectmate.

A hand that is scored lies in the groups of its best split, and the cards that score stand out. In a showdown each seat
is a card with its letter and its score. A check shows the cards that decide it, by what is done with them. A title over
every row says what its cards are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from pnp.games.collectmate.rules.cards import Card, Cards, Groups, Rules, card_of, labels_of
from pnp.games.collectmate.rules.decisions import all_of_one_centre, one_centre, rules_of
from pnp.games.collectmate.rules.positions import read_action
from pnp.games.collectmate.rules.scoring import (
    Counted,
    Showdown,
    complete_groups,
    declared_score,
    group_score,
    hand_score,
    showdown,
    showdown_of_hands,
    split_score,
    together_score,
)
from pnp.games.collectmate.rules.turn import DECLARE, Action, View, violation
from pnp.games.collectmate.settings import CollectmateSettings
from pnp.games.collectmate.teaching.proposals import after_trade
from pnp.games.collectmate.teaching.takes import Turn, before_take, cards_of, worth
from pnp.games.core.answer import Answer, Position, PositionError
from pnp.games.core.lesson import Example, Form
from pnp.games.core.score import Score
from pnp.games.core.tableau import CardState, Mark, MiniCard, Row, Tableau, card_states, layout_of
from pnp.games.core.wording import added, seat_name
from pnp.model.text import LANGUAGES, Language, Phrase, PhraseValue, Text, Translated, phrase, say, translated

# Miniature cards: the fields that ``mini.svg.j2`` draws, and the strings that it prints.

Labels = Mapping[Language, tuple[tuple[str, bool], ...]]
"""Labels of a card per language, in the order of its caption: tags and plain words, each with whether it is a tag."""


class Minis:
    """Miniatures in the wording of a definition."""

    def __init__(self, settings: CollectmateSettings) -> None:
        self._letters: Mapping[str, Text] = {colour.id: colour.letter for colour in settings.colours}
        self._tags: Mapping[str, Text] = {tag.id: tag.name for tag in settings.tags}
        self._labels: dict[Card, Labels] = {}
        for kind in settings.cards:
            labels: Labels = {language: labels_of(kind, settings.tags, language) for language in LANGUAGES}
            self._labels.setdefault(card_of(settings, kind), labels)

    def cards(
        self, cards: Iterable[Card], counted: Counter[Card] | None = None, opened: Cards = ()
    ) -> tuple[MiniCard, ...]:
        """Return miniatures of ``cards``. Those in ``opened`` are marked as open.

        Without ``counted`` they are plain. Else the first cards are counted, as often as it says, and the others
        dimmed.
        """
        cards = tuple(cards)
        states = card_states(cards, None if counted is None else counted.copy())
        return tuple(self._mini(card, state, card in opened) for card, state in zip(cards, states, strict=True))

    def seat(self, seat: int, score: int, declares: bool) -> MiniCard:
        """Return the card of a seat with its score at a showdown."""
        return MiniCard({"seat": seat, "declares": declares}, (seat_name(seat), str(score)))

    def sum(self, worths: Sequence[int], total: int, declares: bool) -> MiniCard:
        """Return the card of a seat's calculation: the points of the groups, their sum, and what the counter makes of
        it."""
        score = sum(worths)
        added = "+".join(map(str, worths)) + (f"={score}" if len(worths) > 1 else "")
        return MiniCard(
            {"sum": True, "declares": declares}, (added, *((f"+{total - score}={total}",) if total > score else ()))
        )

    def _mini(self, card: Card, state: CardState, is_open: bool) -> MiniCard:
        default = (*((tag, True) for tag in card.tags), *((word, False) for word in card.words))
        labels = self._labels.get(card) or dict.fromkeys(LANGUAGES, default)
        letters = tuple(self._letters[colour] for colour in card.colours)
        texts = tuple(map(self._label_text, *(labels[language] for language in LANGUAGES)))
        fields = {"dot": card.dot, "colours": card.colours, "labels": labels, **({"open": True} if is_open else {})}
        return MiniCard(fields, ("●" if card.dot else "○", *letters, *texts), state)

    def _label_text(self, *labels: tuple[str, bool]) -> Translated:
        """Return the text of the labels at the same place of a caption, by language."""
        by_language = zip(LANGUAGES, labels, strict=True)
        return translated(
            {language: say(self._tags.get(label, label), language) for language, (label, _) in by_language}
        )


# Phrases that worked examples and rule checks share


def points(count: int) -> Phrase:
    """Return a number of points as a phrase."""
    return phrase("points", count=count)


def cards(count: int) -> Phrase:
    """Return a number of cards as a phrase."""
    return phrase("cards", count=count)


def titled_row(name: str, minis: tuple[MiniCard, ...], role: str = "palette", **values: PhraseValue) -> Row:
    """Return a row of cards under the title ``row-<name>``."""
    return Row(minis, phrase(f"row-{name}", **values), role=role, titled=True)


def centre_sign(card: Card) -> str:
    """Return the sign of the centre of a card."""
    return "●" if card.dot else "○"


def centre_counts(groups: Iterable[Cards]) -> tuple[Phrase, ...]:
    """Return the number of cards of each group, with the sign of its centre."""
    return tuple(phrase("centres", count=len(group), sign=centre_sign(group[0])) for group in groups)


def incomplete_reason(rules: Rules, hand: Cards) -> Phrase:
    """Return the reason why a hand has no split without mixed centres: its numbers of dots and rings."""
    dots = sum(card.dot for card in hand)
    return phrase("always-mixes", dots=cards(dots), rings=cards(len(hand) - dots), groups=len(rules.groups))


# Rule checks: the cards that decide them, the attempt, and the reason for the verdict


def may_declare(rules: Rules, minis: Minis, position: Position, out: Answer) -> Tableau:
    """Return the tableau of a declaration, at the start of a turn or after a trade."""
    hand, trade = cards_of(position["hand"]), position["trade"]
    if trade is not None:
        rows = _trade_rows(minis, hand, trade)
        refused = _violation_reason(rules, position)
        if refused is not None and out["complete"]:
            refused = phrase("reason-complete-late", reason=refused)
        return _check_tableau(out, phrase("attempt-declare-traded"), rows, phrase("reason-now"), refused)
    attempt, declared = phrase("attempt-declare-start"), declared_score(rules, hand)
    if declared is None:
        rows = (titled_row("hand", minis.cards(hand)),)
        return _check_tableau(out, attempt, rows, phrase("reason-now"), incomplete_reason(rules, hand))
    groups = declared.groups
    rows = tuple(titled_row("group", minis.cards(group), "group", count=len(group)) for group in groups)
    same_centre = len(groups) > 1 and all_of_one_centre((hand,))
    sign = {"sign": centre_sign(hand[0])} if same_centre else {}
    reason = phrase("reason-complete-alike" if same_centre else "reason-complete", groups=centre_counts(groups), **sign)
    return _check_tableau(out, attempt, rows, reason, None)


def _trade_rows(minis: Minis, hand: Cards, trade: Mapping[str, Mapping[str, object]]) -> tuple[Row, ...]:
    """Return the card that a trade lays, the card drawn, and the rest of the hand."""
    laid, drawn = cards_of([trade["laid"], trade["drawn"]])
    return (
        titled_row("laid", minis.cards((laid,))),
        titled_row("drawn", minis.cards((drawn,)), "then"),
        titled_row("rest", minis.cards(_without(hand, (laid,))), "beside"),
    )


_ATTEMPTS = {
    "trade": ("start", "traded", "offered"),
    "swap": ("start",),
    "take": ("start", "taking", "traded"),
    "pass": ("start",),
}
"""Actions at the moments for which there are words."""


_FIELDS = {"traded": "laid-before", "start": "field-before"}
"""What the field card of a take is, at moments at which it is too late to take it."""


def may_move(rules: Rules, minis: Minis, position: Position, out: Answer) -> Tableau:
    """Return the tableau of a trade, a swap, a take or a pass. Raises PositionError if there are no words for it."""
    action = _action(rules, position)
    if position["moment"] not in _ATTEMPTS.get(action.do, ()):
        raise PositionError(f"the move {action.do!r} at the moment {position['moment']!r} is not laid out")
    rows, allowed = _move(rules, minis, position, action)
    attempt = phrase(f"attempt-{action.do}-{'open' if _trades_open_card(position, action) else position['moment']}")
    refused = None if out["verdict"] == "allowed" else _violation_reason(rules, position)
    if refused is not None and refused.key == "violation-no-pass":
        refused = phrase(f"violation-no-pass-{'complete' if _complete(rules, position) else 'incomplete'}")
    elif refused is not None and (action.do, position["moment"]) == ("take", "traded"):
        refused = phrase("violation-own-card")
    elif refused is not None and refused.key == "violation-shown-need-colour":
        refused = _open_cards_reason(rules, position, action) or refused
    return _check_tableau(out, attempt, rows, allowed, refused)


def _move(rules: Rules, minis: Minis, position: Position, action: Action) -> tuple[tuple[Row, ...], Phrase]:
    """Return the rows of a move, and the reason if it is allowed.

    The rest of the hand and a field card that no seat takes are left out if they decide nothing.
    """
    hand, shown = cards_of(position["hand"]), cards_of(position["shown"])
    field = cards_of([position["field"]])
    rows: tuple[Row, ...]
    if action.do == "take":
        rows = (
            titled_row("laid-open", minis.cards(action.cards)),
            titled_row(_FIELDS.get(position["moment"], "field"), minis.cards(field), "with"),
            titled_row("laid", minis.cards(action.others), "then"),
        )
        return rows, _colour_reason(rules, (*action.cards, *field), "take")
    if action.do == "swap":
        staying = _without(shown, action.cards)
        rows = (
            titled_row("away", minis.cards(action.cards)),
            titled_row("shown", minis.cards(staying), "beside"),
            titled_row("into", minis.cards(action.others), "with"),
        )
        return rows, _colour_reason(rules, (*staying, *action.others), "swap")
    if not action.cards:
        return (titled_row("hand", minis.cards(hand)),), phrase("reason-now")
    if _trades_open_card(position, action):
        staying = _without(shown, action.cards)
        rows = (
            titled_row("laid-shown", minis.cards(action.cards)),
            titled_row("shown", minis.cards(staying), "beside"),
        )
        return rows, _colour_reason(rules, staying, "trade-open")
    rest = titled_row("rest", minis.cards(_without(hand, action.cards)), "beside")
    if position["moment"] == "traded":
        second_trade = titled_row("laid-now", minis.cards(action.cards), "then")
        return (titled_row("laid-before", minis.cards(field)), second_trade, rest), phrase("reason-trade")
    rows = (titled_row("laid", minis.cards(action.cards)), rest)
    if position["moment"] == "offered":
        rows = (*rows, titled_row("field", minis.cards(field), "beside"))
    return rows, phrase("reason-trade-complete" if _complete(rules, position) else "reason-trade")


def _trades_open_card(position: Position, action: Action) -> bool:
    """Return whether a move at the start of a turn trades an open card. Of equal cards the hidden one goes."""
    hand, trades = cards_of(position["hand"]), action.do == "trade" and position["moment"] == "start"
    return trades and action.cards[0] not in hand


def _open_cards_reason(rules: Rules, position: Position, action: Action) -> Phrase | None:
    """Return what is wrong with the cards that a move would leave open: too few, or no colour on all; else None."""
    left = _without(cards_of(position["shown"]), action.cards)
    if action.do == "trade" and len(left) < rules.open:
        return phrase("violation-too-few-open", count=len(left))
    if action.do == "swap" and len(left) + len(action.others) == rules.open:
        return phrase("violation-no-colour-left", count=rules.open)
    return None


def _complete(rules: Rules, position: Position) -> bool:
    """Return whether a seat's cards, face-up cards included, are complete before its move."""
    hand = (*cards_of(position["hand"]), *cards_of(position["shown"]))
    return complete_groups(rules, tuple(sorted(hand))) is not None


def _check_tableau(
    out: Answer, attempt: Phrase, rows: tuple[Row, ...], allowed: Phrase, refused: Phrase | None
) -> Tableau:
    """Return the tableau of a check.

    Raises PositionError if the check is recorded as refused but has no reason for it.
    """
    mark: Mark = "allowed" if out["verdict"] == "allowed" else "not-allowed"
    reason = allowed if mark == "allowed" else refused
    if reason is None:
        raise PositionError("a move is recorded as not allowed, and it is allowed")
    return Tableau(phrase("heading-check"), rows, phrase(f"verdict-{mark}", attempt=attempt, reason=reason), mark)


def _violation_reason(rules: Rules, position: Position) -> Phrase | None:
    """Return the engine's reason why a declaration or a move is not allowed, or None."""
    refusal = violation(rules, _view(position), _action(rules, position))
    return None if refusal is None else refusal.reason


def _view(position: Position) -> View:
    if "move" in position:
        hand, shown = (tuple(sorted(cards_of(position[key]))) for key in ("hand", "shown"))
        return View(position["moment"], hand, shown, cards_of([position["field"]])[0])
    hand = cards_of(position["hand"])
    return View("start" if position["trade"] is None else "traded", tuple(sorted(hand)), (), None)


def _action(rules: Rules, position: Position) -> Action:
    return read_action(rules, position["move"]) if "move" in position else DECLARE


def _colour_reason(rules: Rules, cards: Cards, move: str) -> Phrase:
    """Return the reason for a take, a swap or the trade of an open card.

    It names the colours that are on enough face-up cards, and how many have them.
    """
    counts = {colour: sum(colour in card.colours for card in cards) for colour in rules.colours}
    common = [colour for colour, count in counts.items() if count >= rules.open]
    fewest = min((counts[colour] for colour in common), default=rules.open)
    on_all = "-all" if move == "swap" and fewest == len(cards) else ""
    named = tuple(rules.names[colour] for colour in common)
    return phrase(f"reason-{move}{on_all}", colours=named, count=fewest, shown=len(cards))


def _without(cards: Sequence[Card], removed: Sequence[Card]) -> Cards:
    """Return ``cards`` in their order without ``removed``, each removed as often as it is there."""
    to_remove, remaining = Counter(removed), []
    for card in cards:
        if to_remove[card] > 0:
            to_remove[card] -= 1
        else:
            remaining.append(card)
    return tuple(remaining)


# Showdowns: the seats with their scores, the winner and the reason


def showdown_rows(minis: Minis, position: Position, out: Answer) -> tuple[Row, ...]:
    """Return a row per seat. The winner is framed; a title marks the declarer, and who adds the counter."""
    declarer, winner = position["declarer"], out["winner"]
    return tuple(
        Row(
            (minis.seat(seat, score, seat == declarer),),
            _seat_title(score, out["final"][seat], seat == declarer),
            phrase("number", number=out["final"][seat]),
            "winner" if seat == winner else None,
            "seat",
            titled=True,
        )
        for seat, score in enumerate(position["scores"])
    )


def _seat_title(score: int, total: int, declares: bool) -> Phrase | None:
    """Return what stands over a seat: that it declares, or what the counter adds and makes of its score."""
    if declares:
        return phrase("row-declarer")
    return None if total == score else phrase("row-total", points=total - score, total=total)


def showdown_verdict(rules: Rules, position: Position, outcome: Showdown) -> Phrase:
    """Return the winner and the rule that decides the showdown."""
    declarer, score = position["declarer"], outcome.scores[position["declarer"]]
    values: dict[str, PhraseValue] = {
        "declarer": seat_name(declarer),
        "declared": points(score),
        "winner": seat_name(outcome.winner),
    }
    if len(outcome.leaders) > 1:
        return _tie_verdict(rules, outcome, declarer, values)
    if not position["counter"]:
        winner_key = "declarer" if outcome.winner == declarer else "other"
        return phrase(f"verdict-most-{winner_key}", most=points(outcome.scores[outcome.winner]), **values)
    raised = _seat_names([seat for seat in range(len(outcome.scores)) if outcome.countered[seat]])
    if not raised:
        return phrase("verdict-no-counter", score=score, **values)
    total = points(outcome.final[outcome.winner])
    if len(raised) > 1:
        return phrase("verdict-counters", seats=raised, points=rules.counter_points, total=total, **values)
    winner_score = outcome.scores[outcome.winner]
    key = "verdict-counter-equal" if winner_score == score else "verdict-counter-more"
    return phrase(key, own=points(winner_score), points=rules.counter_points, total=total, **values)


def _tie_verdict(rules: Rules, outcome: Showdown, declarer: int, values: dict[str, PhraseValue]) -> Phrase:
    """Return the verdict on a tie for the highest total. All tied seats have the counter, or none has it."""
    tied, total = _seat_names(outcome.leaders), points(outcome.final[outcome.winner])
    if declarer in outcome.leaders:
        first = "first" if outcome.winner == declarer else "last"
        return phrase(f"verdict-tie-declarer-{first}", tied=tied, total=total, **values)
    if outcome.countered[outcome.winner]:
        return phrase("verdict-nearest-counter", tied=tied, points=rules.counter_points, total=total, **values)
    return phrase("verdict-nearest", tied=tied, total=total, **values)


def _seat_names(seats: Sequence[int]) -> tuple[str, ...]:
    return tuple(map(seat_name, seats))


def explain(settings: CollectmateSettings, example: Example) -> Tableau:
    """Return the tableau of an example. Raises PositionError for a kind that is never printed."""
    return layout_of(_KINDS, example.kind)(_Layout(settings, example))


@lru_cache(maxsize=4)
def _rules_and_minis(settings: CollectmateSettings) -> tuple[Rules, Minis]:
    """Return the rules and the miniatures of a definition.

    They are cached: reading the captions of a whole deck takes longer than laying out an example.
    """
    return rules_of(settings), Minis(settings)


class _Layout:
    """Example, with the rules and the miniatures needed to lay it out."""

    def __init__(self, settings: CollectmateSettings, example: Example) -> None:
        self.rules, self.minis = _rules_and_minis(settings)
        self.position: Position = example.position
        self.out: Answer = example.out
        self.form: Form = example.form
        self.heading = phrase(f"heading-of-{example.lesson}")

    def cards(self, key: str) -> Cards:
        """Return the cards of a list of the position."""
        return cards_of(self.position[key])

    def groups(
        self, groups: Iterable[Cards], tags: bool | None, void: bool = False, opened: Cards = ()
    ) -> tuple[Row, ...]:
        """Return a row per group.

        With ``tags``, which says whether tags are in play, the cards that score are counted and the others dimmed. In a
        hand that is ``void`` all are dimmed. Cards in ``opened`` are marked as open.
        """
        rows = []
        for group in groups:
            score: Score[Card] = Score() if void or tags is None else group_score(self.rules, group, tags)
            counted = None if tags is None else _counted_cards(score)
            minis = self.minis.cards(group, counted, opened)
            rows.append(titled_row("group", minis, "group", count=len(group)))
        return tuple(rows)


def _counted_cards(score: Score[Card]) -> Counter[Card]:
    """Return the cards of a group that its points depend on."""
    counted: Counter[Card] = Counter()
    for item in score.items:
        counted |= Counter(item.cards)
    return counted


def _score_phrase(score: Score[Card]) -> Phrase:
    """Return a score and its items as a phrase."""
    total = points(score.total)
    if not score.items:
        return total
    if len(score.items) == 1:
        return phrase("scored-alone", total=total, reason=score.items[0].reason)
    terms = [phrase("item", reason=item.reason, points=item.points) for item in score.items]
    return phrase("scored", total=total, sum=added(terms))


def _hand_score(layout: _Layout) -> Tableau:
    rules, tags = layout.rules, bool(layout.position["tags"])
    best = hand_score(rules, layout.cards("hand"), tags)
    void = not rules.split_counts(best.groups)
    return Tableau(layout.heading, layout.groups(best.groups, tags, void), _hand_verdict(rules, best, tags))


def _hand_verdict(rules: Rules, best: Counted, tags: bool) -> Phrase:
    score = _score_phrase(best.score)
    if not all_of_one_centre(best.groups):
        if not rules.split_counts(best.groups):
            return phrase("verdict-mixed-nothing", score=score)
        hand = tuple(sorted(card for group in best.groups for card in group))
        complete = complete_groups(rules, hand) is not None
        return phrase("verdict-mixed" if complete else "verdict-mixed-incomplete", score=score)
    apart = _tag_apart(best.groups) if tags else None
    if apart is not None:
        carriers = sum(apart in card.tags for group in best.groups for card in group)
        tag = phrase("scores-tag", tag=rules.tag_names[apart], count=carriers)
        return phrase("verdict-tags-apart", score=score, tag=tag)
    if best.score.items:
        return phrase("verdict-points", score=score)
    return phrase("verdict-nothing", score=score, cards=cards(rules.enough))


def _tag_apart(groups: Iterable[Cards]) -> str | None:
    """Return the tag on most cards among the tags that are in more than one group, or None.

    Such tags are not counted together.
    """
    group_counts = [Counter(tag for card in group for tag in card.tags) for group in groups]
    apart = {tag for counts in group_counts for tag in counts if sum(tag in other for other in group_counts) > 1}
    return min(apart, key=lambda tag: (-sum(counts[tag] for counts in group_counts), tag), default=None)


def _together(layout: _Layout) -> Tableau:
    rules, colour, out = layout.rules, layout.position["colour"], layout.out
    tags = bool(layout.position["tags"])
    hand = layout.cards("hand")
    best = hand_score(rules, hand, tags)
    verdict, rows = _hand_verdict(rules, best, tags), layout.groups(best.groups, tags)
    if out["together"] is not None and out["together"] < out["score"]:
        tempting = _tempting_split(rules, hand, colour, tags)
        items = split_score(rules, tempting, tags).items
        rows = (*_worth_rows(rules, rows, best.groups, tags), *_instead_rows(layout, tempting))
        terms = [phrase("item", reason=item.reason, points=item.points) for item in items]
        values = {"colour": rules.names[colour], "cards": cards(rules.enough), "points": points(out["together"])}
        sum_ = {"sum": added(terms)} if terms else {}
        key = "verdict-together" if terms else "verdict-together-nothing"
        verdict = phrase(key, score=_score_phrase(best.score), **values, **sum_)
    return Tableau(layout.heading, rows, verdict)


def _tempting_split(rules: Rules, hand: Cards, colour: str, tags: bool) -> Groups:
    """Return a best split with ``colour`` on enough cards of a group: one that a player would try, with that colour in
    as small a group as can be, and as many groups that score. Raises PositionError without one."""
    best = together_score(rules, hand, colour, tags)
    if best is None:
        raise PositionError("no split has the colour on enough cards of a group")

    def on(group: Cards) -> bool:
        return rules.group_scores(group) and sum(colour in card.colours for card in group) >= rules.enough

    def appeal(groups: Groups) -> tuple[int, int]:
        scoring = sum(group_score(rules, group, tags).total > 0 for group in groups)
        return scoring, -min(len(group) for group in groups if on(group))

    splits = rules.splits(rules, tuple(sorted(hand)))
    fitting = [groups for groups in splits if any(map(on, groups))]
    alike = [groups for groups in fitting if split_score(rules, groups, tags).total == best.score.total]
    return max(alike, key=appeal)


def _worth_rows(rules: Rules, rows: Iterable[Row], groups: Groups, tags: bool) -> tuple[Row, ...]:
    """Return the rows of the groups of a split with what each scores."""
    worths = [points(group_score(rules, group, tags).total) for group in groups]
    return tuple(
        replace(row, label=phrase("row-group-worth", count=len(row.cards), points=worth))
        for row, worth in zip(rows, worths, strict=True)
    )


def _instead_rows(layout: _Layout, groups: Groups) -> tuple[Row, ...]:
    """Return the groups of a split that scores less, on a line of their own."""
    tags = bool(layout.position["tags"])
    first, *others = _worth_rows(layout.rules, layout.groups(groups, tags), groups, tags)
    worth = points(group_score(layout.rules, groups[0], tags).total)
    label = phrase("row-instead-worth", count=len(groups[0]), points=worth)
    return (replace(first, label=label, role="line"), *others)


def _group_points(layout: _Layout) -> Tableau:
    tags, group = bool(layout.position["tags"]), layout.cards("group")
    rows = layout.groups((group,), tags)
    return Tableau(layout.heading, rows, _group_verdict(layout.rules, group, tags))


def _group_verdict(rules: Rules, group: Cards, tags: bool) -> Phrase:
    score = group_score(rules, group, tags)
    if not one_centre(group):
        return phrase("verdict-group-mixed", score=points(0))
    if not score.items:
        return phrase("verdict-nothing", score=points(0), cards=cards(rules.enough))
    total = points(score.total)
    if len(score.items) == 1:
        item = score.items[0]
        text = phrase("scored-alone-on", total=total, reason=item.reason, cards=cards(len(item.cards)))
    else:
        terms = [
            phrase("item-on", reason=item.reason, points=item.points, cards=cards(len(item.cards)))
            for item in score.items
        ]
        text = phrase("scored", total=total, sum=added(terms))
    word = _plain_word(group) if tags else None
    if word is not None:
        return phrase("verdict-group-word", score=text, word=rules.tag_names[word])
    if any(item.rule == "colour" and len(item.cards) > rules.enough for item in score.items):
        return phrase("verdict-group-more", score=text, cards=cards(rules.enough))
    return phrase("verdict-points", score=text)


def _plain_word(group: Cards) -> str | None:
    """Return a word that is plain text on one card of the group and a tag on another, or None."""
    tags = {tag for card in group for tag in card.tags}
    return min((word for card in group for word in card.words if word in tags), default=None)


def _declarable(layout: _Layout) -> Tableau:
    rules, hand = layout.rules, layout.cards("hand")
    declared = declared_score(rules, hand)
    if declared is None:
        rows: tuple[Row, ...] = (titled_row("hand", layout.minis.cards(hand)),)
        return Tableau(layout.heading, rows, phrase("verdict-incomplete", why=incomplete_reason(rules, hand)))
    split = centre_counts(declared.groups)
    if declared.score.total:
        verdict = phrase("verdict-complete", groups=split, score=_score_phrase(declared.score))
    else:
        # Every other seat has at least 0 points, and adds the counter if every hand may have one.
        loses = rules.counter and rules.incomplete_may_counter
        verdict = phrase("verdict-complete-loses" if loses else "verdict-complete-poor", groups=split)
    # In a hand without points no card would stand out.
    tags = False if declared.score.total else None
    return Tableau(layout.heading, layout.groups(declared.groups, tags), verdict)


def _showdown(layout: _Layout) -> Tableau:
    rules, position = layout.rules, layout.position
    outcome = showdown(rules, position["scores"], position["declarer"], position["counter"])
    rows = showdown_rows(layout.minis, position, layout.out)
    return Tableau(layout.heading, rows, showdown_verdict(rules, position, outcome), "winner")


def _showdown_hands(layout: _Layout) -> Tableau:
    """Return the hands of a showdown, each on a line in the groups of its best split with their sum, and with the open
    cards marked."""
    rules, position, rows = layout.rules, layout.position, list[Row]()
    if "open" not in position:
        raise PositionError("a showdown of hands is laid out with the cards that lie open")
    hands, opened = (list(map(cards_of, position[key])) for key in ("hands", "open"))
    outcome, _ = showdown_of_hands(rules, hands, position["declarer"], position["counter"], bool(position["tags"]))
    for seat, hand in enumerate(hands):
        best = hand_score(rules, hand, bool(position["tags"]))
        void = not rules.split_counts(best.groups)
        lines = layout.groups(best.groups, bool(position["tags"]), void, opened[seat])
        worths = [0 if void else group_score(rules, group, bool(position["tags"])).total for group in best.groups]
        first, *others = (replace(row, label=None) for row in lines)
        rows += [replace(first, label=phrase("row-seat", seat=seat_name(seat)), role="line"), *others]
        rows.append(_sum_row(layout, outcome, seat, worths))
    turn, told = seat_name(position["declarer"]), showdown_verdict(rules, position, outcome)
    notes = _final_notes(rules, hands, position)
    return Tableau(layout.heading, tuple(rows), phrase("verdict-final-notes", turn=turn, notes=notes, outcome=told))


def _sum_row(layout: _Layout, outcome: Showdown, seat: int, worths: Sequence[int]) -> Row:
    """Return the calculation of a seat's points. A title marks the declarer and who adds the counter, a frame who
    wins."""
    declares = seat == layout.position["declarer"]
    label = phrase("row-declarer") if declares else None
    if outcome.final[seat] > outcome.scores[seat]:
        label = phrase("row-bonus", points=layout.rules.counter_points)
    mini = layout.minis.sum(worths, outcome.final[seat], declares)
    return Row((mini,), label, None, "winner" if seat == outcome.winner else None, "sum", titled=True)


def _final_notes(rules: Rules, hands: Sequence[Cards], position: Position) -> tuple[Phrase, ...]:
    """Return what the takes before a showdown have made of the hands, and which hands are not complete."""
    turn, completed, raised = Turn.before(position), [], list[Phrase]()
    for take in () if turn is None else turn.takes:
        after = hands[take.seat]
        if take.card not in after:
            continue
        was, now = worth(rules, before_take(after, take.card, take.laid)), worth(rules, after)
        if now[0] and not was[0]:
            completed.append(take.seat)
        elif now[1] > was[1]:
            raised.append(
                phrase("final-raised", seat=seat_name(take.seat), before=points(was[1]), after=points(now[1]))
            )
    lacking = _seat_names([seat for seat, hand in enumerate(hands) if complete_groups(rules, hand) is None])
    void = "" if rules.incomplete_may_counter else "-nothing"
    return (
        *([phrase("final-completed", seats=_seat_names(sorted(completed)))] if completed else ()),
        *raised,
        *([phrase(f"final-incomplete{void}", seats=lacking)] if lacking else ()),
    )


def _take(layout: _Layout) -> Tableau:
    rules, colours = layout.rules, layout.out["colours"]
    hand, (field,) = layout.cards("hand"), cards_of([layout.position["field"]])
    fitting = [card for card in hand if not rules.same_centre_to_take or card.dot is field.dot]
    counted = Counter(card for card in fitting if set(colours) & set(card.colours))
    rows = (
        titled_row("hand", layout.minis.cards(hand, counted)),
        titled_row("field", layout.minis.cards((field,)), "with"),
    )
    taken = (field, *(card for card in fitting if set(colours) & set(card.colours)))
    same_suffix = "-same" if rules.same_centre_to_take else ""
    suffix = same_suffix or ("" if one_centre(taken) else "-mixed")
    if not colours:
        verdict = phrase(f"verdict-no-take{same_suffix}", count=rules.open)
    elif len(colours) == 1:
        count = 1 + sum(colours[0] in card.colours for card in fitting)
        verdict = phrase(f"verdict-take{suffix}", colour=rules.names[colours[0]], count=count)
    else:
        names = tuple(rules.names[colour] for colour in colours)
        verdict = phrase(f"verdict-take-several{suffix}", colours=names, count=rules.open)
    if "played" in layout.position:
        return _completed(layout, Tableau(layout.heading, rows, verdict))
    return Tableau(layout.heading, rows, verdict)


def _completed(layout: _Layout, take: Tableau) -> Tableau:
    """Return the tableau of a take, and on a second line the card that is played and the complete hand after it."""
    played, *field = cards_of([layout.position["played"], layout.position["field"]])
    after = (*_without(layout.cards("hand"), (played,)), *field)
    declared = declared_score(layout.rules, tuple(sorted(after)))
    if declared is None:
        raise PositionError("the card played after a take does not make the hand complete")
    (field_card,) = field
    opened = _opened_by_take(layout, field_card, without_played=_without(layout.cards("hand"), (played,)))
    first, *others = layout.groups(declared.groups, None, opened=opened)
    laid = replace(titled_row("laid", layout.minis.cards((played,))), role="turn")
    key = "verdict-take-completes-open" if opened else "verdict-take-completes"
    verdict = phrase(key, take=take.verdict, groups=centre_counts(declared.groups))
    return replace(take, rows=(*take.rows, laid, replace(first, role="open"), *others), verdict=verdict)


def _opened_by_take(layout: _Layout, field: Card, without_played: Cards) -> Cards:
    """Return the cards that a take opens, if only one choice of them has a colour and no hidden card is like them; else
    none."""
    rules, colours = layout.rules, set(layout.out["colours"])
    fitting = [card for card in without_played if not rules.same_centre_to_take or card.dot is field.dot]
    sharing = [card for card in fitting if colours & set(card.colours)]
    opened = (field, *sharing)
    alone = all(opened.count(card) == (*without_played, field).count(card) for card in opened)
    return opened if len(colours) == 1 and len(opened) == rules.open and alone else ()


def _chain(layout: _Layout) -> Tableau:
    rules, position, out = layout.rules, layout.position, layout.out
    layer, (field,) = position["turn"], cards_of([position["laid"]])
    rows, steps = [titled_row("chain-trade", layout.minis.cards((field,)), seat=seat_name(layer))], []
    for number, (take, colours) in enumerate(zip(position["takes"], out["colours"], strict=True), start=1):
        seat, (laid,) = take["seat"], cards_of([take["laid"]])
        opened, name = (field, *cards_of(take["cards"])), seat_name(seat)
        rows.append(titled_row("chain-open", layout.minis.cards(opened), "open", number=number, seat=name))
        rows.append(titled_row("chain-lay", layout.minis.cards((laid,)), "then", seat=name))
        named = tuple(rules.names[colour] for colour in colours)
        passed = _seat_names(_asked_before(position["players"], position["turn"], layer, seat))
        values: dict[str, PhraseValue] = {"passed": passed, "seat": name, "layer": seat_name(layer)}
        steps.append(phrase("chain-take", colours=named, count=rules.open, **values))
        layer, field = seat, laid
    turn = seat_name(position["turn"])
    last, next_ = seat_name(layer), seat_name(out["next"])
    values = {"players": position["players"], "turn": turn, "takes": tuple(steps)}
    verdict = phrase("verdict-chain", **values, last=last, next=next_)
    return Tableau(layout.heading, tuple(rows), verdict)


def _asked_before(players: int, turn: int, layer: int, taker: int) -> list[int]:
    """Return the seats that leave the card of ``layer`` before ``taker`` takes it, in the order of asking."""
    order = [(turn + step) % players for step in range(1, players + 1)]
    return [seat for seat in order[: order.index(taker)] if seat != layer]


def _may_declare(layout: _Layout) -> Tableau:
    if layout.form == "example" and layout.position["trade"] is not None and not layout.out["complete"]:
        return _plain_turn(layout)
    return may_declare(layout.rules, layout.minis, layout.position, layout.out)


def _plain_turn(layout: _Layout) -> Tableau:
    """Return the tableau of a trade that leaves a hand incomplete, as a worked example."""
    hand, trade = layout.cards("hand"), layout.position["trade"]
    rows, after = _trade_rows(layout.minis, hand, trade), cards_of(after_trade(layout.position)["hand"])
    return Tableau(layout.heading, rows, phrase("verdict-trade", why=incomplete_reason(layout.rules, after)))


def _may_move(layout: _Layout) -> Tableau:
    return may_move(layout.rules, layout.minis, layout.position, layout.out)


_KINDS: Mapping[str, Callable[[_Layout], Tableau]] = {
    "hand_score": _hand_score,
    "together": _together,
    "group_points": _group_points,
    "declarable": _declarable,
    "showdown": _showdown,
    "showdown_hands": _showdown_hands,
    "take": _take,
    "chain": _chain,
    "may_declare": _may_declare,
    "may_move": _may_move,
}
