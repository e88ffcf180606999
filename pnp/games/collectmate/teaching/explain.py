"""Worked examples and rule checks of collectmate, laid out for a reader.

A hand that is scored lies in the groups of its best split, and the cards that score stand out. In a showdown each seat
is a card with its letter and its score. In a check lie the cards that decide it, by what is done with them. Over every
row stands what its cards are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache

from pnp.games.collectmate.rules.cards import Card, Cards, Rules, card_of, labels_of
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
    together_score,
)
from pnp.games.collectmate.rules.turn import DECLARE, Action, View, violation
from pnp.games.collectmate.settings import CollectmateSettings
from pnp.games.collectmate.teaching.proposals import cards_of
from pnp.games.core.answer import Answer, Position, PositionError
from pnp.games.core.lesson import Example
from pnp.games.core.score import Score
from pnp.games.core.tableau import CardState, Mark, MiniCard, Row, Tableau, card_states, layout_of
from pnp.games.core.wording import added, seat_name
from pnp.model.text import LANGUAGES, Language, Phrase, PhraseValue, Text, Translated, phrase, say, translated

# Miniature cards of collectmate: what ``mini.svg.j2`` draws, and what it prints.

Labels = Mapping[Language, tuple[tuple[str, bool], ...]]
"""Per language the tags and the plain words of a card in the order of its caption, each with whether it is a tag."""


class Minis:
    """Miniatures in the wording of a definition."""

    def __init__(self, settings: CollectmateSettings) -> None:
        self._letters: Mapping[str, Text] = {colour.id: colour.letter for colour in settings.colours}
        self._tags: Mapping[str, Text] = {tag.id: tag.name for tag in settings.tags}
        self._labels: dict[Card, Labels] = {}
        for kind in settings.cards:
            labels: Labels = {language: labels_of(kind, settings.tags, language) for language in LANGUAGES}
            self._labels.setdefault(card_of(settings, kind), labels)

    def cards(self, cards: Iterable[Card], counted: Counter[Card] | None = None) -> tuple[MiniCard, ...]:
        """Miniatures: plain without ``counted``, else counted as often as it says, in order, and dimmed."""
        listed = tuple(cards)
        return tuple(map(self._mini, listed, card_states(listed, None if counted is None else counted.copy())))

    def seat(self, seat: int, score: int, declares: bool) -> MiniCard:
        """A seat with its score at a showdown."""
        return MiniCard({"seat": seat, "declares": declares}, (seat_name(seat), str(score)))

    def _mini(self, card: Card, state: CardState) -> MiniCard:
        listed = (*((tag, True) for tag in card.tags), *((word, False) for word in card.words))
        labels = self._labels.get(card) or dict.fromkeys(LANGUAGES, listed)
        letters = tuple(self._letters[colour] for colour in card.colours)
        named = tuple(map(self._named, *(labels[one] for one in LANGUAGES)))
        fields = {"dot": card.dot, "colours": card.colours, "labels": labels}
        return MiniCard(fields, ("●" if card.dot else "○", *letters, *named), state)

    def _named(self, *labels: tuple[str, bool]) -> Translated:
        """The words that stand in the same place of a caption, by language."""
        said = zip(LANGUAGES, labels, strict=True)
        return translated({one: say(self._tags.get(label, label), one) for one, (label, _) in said})


# Phrases that worked examples and rule checks of collectmate have in common.


def points(count: int) -> Phrase:
    """So many points."""
    return phrase("points", count=count)


def cards(count: int) -> Phrase:
    """So many cards."""
    return phrase("cards", count=count)


def titled(name: str, minis: tuple[MiniCard, ...], role: str = "palette", **values: PhraseValue) -> Row:
    """A row of cards with what they are over them, the phrase ``row-<name>``."""
    return Row(minis, phrase(f"row-{name}", **values), role=role, titled=True)


def sign_of(card: Card) -> str:
    """The sign of the centre of a card."""
    return "●" if card.dot else "○"


def centres(groups: Iterable[Cards]) -> tuple[Phrase, ...]:
    """How many cards of one centre each group has."""
    return tuple(phrase("centres", count=len(group), sign=sign_of(group[0])) for group in groups)


def always_mixes(rules: Rules, hand: Cards) -> Phrase:
    """Why a hand has no split without mixed centres: its numbers of dots and rings."""
    dots = sum(card.dot for card in hand)
    return phrase("always-mixes", dots=cards(dots), rings=cards(len(hand) - dots), groups=len(rules.groups))


# Rule checks of collectmate: the cards that decide them, what is attempted, and why it is allowed or not.


def may_declare(rules: Rules, minis: Minis, position: Position, out: Answer) -> Tableau:
    """A hand, at the start of a turn or after a trade, that one would declare."""
    hand, trade = cards_of(position["hand"]), position["trade"]
    if trade is not None:
        laid, drawn = cards_of([trade["laid"], trade["drawn"]])
        rows: tuple[Row, ...] = (
            titled("laid", minis.cards((laid,))),
            titled("drawn", minis.cards((drawn,)), "then"),
            titled("rest", minis.cards(_less(hand, (laid,))), "beside"),
        )
        late = _reason(rules, position)
        if late is not None and out["complete"]:
            late = phrase("reason-complete-late", reason=late)
        return _judged(out, phrase("attempt-declare-traded"), rows, phrase("reason-now"), late)
    attempt, declared = phrase("attempt-declare-start"), declared_score(rules, hand)
    if declared is None:
        rows = (titled("hand", minis.cards(hand)),)
        return _judged(out, attempt, rows, phrase("reason-now"), always_mixes(rules, hand))
    groups = declared.groups
    rows = tuple(titled("group", minis.cards(group), "group", count=len(group)) for group in groups)
    alike = len(groups) > 1 and all_of_one_centre((hand,))
    sign = {"sign": sign_of(hand[0])} if alike else {}
    reason = phrase("reason-complete-alike" if alike else "reason-complete", groups=centres(groups), **sign)
    return _judged(out, attempt, rows, reason, None)


def may_move(rules: Rules, minis: Minis, position: Position, out: Answer) -> Tableau:
    """A trade, a swap, a take or a pass that one would make."""
    action = _action(rules, position)
    rows, allowed = _move(rules, minis, position, action)
    attempt = phrase(f"attempt-{action.do}-{position['moment']}")
    refused = None if out["verdict"] == "allowed" else _reason(rules, position)
    if refused is not None and refused.key == "violation-no-pass":
        refused = phrase(f"violation-no-pass-{'complete' if _complete(rules, position) else 'incomplete'}")
    return _judged(out, attempt, rows, allowed, refused)


def _move(rules: Rules, minis: Minis, position: Position, action: Action) -> tuple[tuple[Row, ...], Phrase]:
    """The rows of a move, and the reason should it be allowed. What stays in the hand, and a field card that nobody
    takes, are left out where they decide nothing."""
    hand, shown = cards_of(position["hand"]), cards_of(position["shown"])
    field = cards_of([position["field"]])
    rows: tuple[Row, ...]
    if action.do == "take":
        rows = (
            titled("laid-open", minis.cards(action.cards)),
            titled("field", minis.cards(field), "with"),
            titled("laid", minis.cards(action.others), "then"),
        )
        return rows, _colour_reason(rules, (*action.cards, *field), "take")
    if action.do == "swap":
        kept = _less(shown, action.cards)
        rows = (
            titled("shown", minis.cards(kept)),
            titled("into", minis.cards(action.others), "with"),
            titled("away", minis.cards(action.cards), "then"),
        )
        return rows, _colour_reason(rules, (*kept, *action.others), "swap")
    if not action.cards:
        return (titled("hand", minis.cards(hand)),), phrase("reason-now")
    rest = titled("rest", minis.cards(_less(hand, action.cards)), "beside")
    if position["moment"] == "traded":
        again = titled("laid-now", minis.cards(action.cards), "then")
        return (titled("laid-before", minis.cards(field)), again, rest), phrase("reason-trade")
    rows = (titled("laid", minis.cards(action.cards)), rest)
    if position["moment"] == "offered":
        rows = (*rows, titled("field", minis.cards(field), "beside"))
    return rows, phrase("reason-trade-complete" if _complete(rules, position) else "reason-trade")


def _complete(rules: Rules, position: Position) -> bool:
    """Whether the cards of a seat are complete before its move, with those that lie open."""
    held = (*cards_of(position["hand"]), *cards_of(position["shown"]))
    return complete_groups(rules, tuple(sorted(held))) is not None


def _judged(out: Answer, attempt: Phrase, rows: tuple[Row, ...], allowed: Phrase, refused: Phrase | None) -> Tableau:
    """A check. Raises PositionError where it is recorded as refused, and nothing speaks against it."""
    mark: Mark = "allowed" if out["verdict"] == "allowed" else "not-allowed"
    reason = allowed if mark == "allowed" else refused
    if reason is None:
        raise PositionError("a move is recorded as not allowed, and it is allowed")
    return Tableau(phrase("heading-check"), rows, phrase(f"verdict-{mark}", attempt=attempt, reason=reason), mark)


def _reason(rules: Rules, position: Position) -> Phrase | None:
    """The engine's reason why a declaration or a move is not allowed."""
    found = violation(rules, _view(position), _action(rules, position))
    return None if found is None else found.reason


def _view(position: Position) -> View:
    if "move" in position:
        hand, shown = (tuple(sorted(cards_of(position[key]))) for key in ("hand", "shown"))
        return View(position["moment"], hand, shown, cards_of([position["field"]])[0])
    hand = cards_of(position["hand"])
    return View("start" if position["trade"] is None else "traded", tuple(sorted(hand)), (), None)


def _action(rules: Rules, position: Position) -> Action:
    return read_action(rules, position["move"]) if "move" in position else DECLARE


def _colour_reason(rules: Rules, cards: Cards, move: str) -> Phrase:
    """Of a take or a swap: on how many of the cards face up which colours stand."""
    counts = {colour: sum(colour in card.colours for card in cards) for colour in rules.colours}
    common = [colour for colour, count in counts.items() if count >= rules.open]
    fewest = min((counts[colour] for colour in common), default=rules.open)
    every = "-all" if move == "swap" and fewest == len(cards) else ""
    named = tuple(rules.names[colour] for colour in common)
    return phrase(f"reason-{move}{every}", colours=named, count=fewest, shown=len(cards))


def _less(cards: Sequence[Card], gone: Sequence[Card]) -> Cards:
    """``cards`` in their order without ``gone``, each as often as it is there."""
    left, kept = Counter(gone), []
    for card in cards:
        if left[card] > 0:
            left[card] -= 1
        else:
            kept.append(card)
    return tuple(kept)


# Showdowns of collectmate, laid out for a reader: the seats with their scores, and who wins and why.


def showdown_rows(minis: Minis, position: Position, out: Answer) -> tuple[Row, ...]:
    """A row per seat, the winner framed, and over the declarer that it declares."""
    declarer, winner = position["declarer"], out["winner"]
    return tuple(
        Row(
            (minis.seat(seat, score, seat == declarer),),
            phrase("row-declarer") if seat == declarer else None,
            phrase("number", number=out["final"][seat]),
            "winner" if seat == winner else None,
            "seat",
            titled=True,
        )
        for seat, score in enumerate(position["scores"])
    )


def showdown_verdict(rules: Rules, position: Position) -> Phrase:
    """Who wins, and what decides it."""
    found = showdown(rules, position["scores"], position["declarer"], position["counter"])
    declarer, score = position["declarer"], found.scores[position["declarer"]]
    values: dict[str, PhraseValue] = {
        "declarer": seat_name(declarer),
        "declared": points(score),
        "winner": seat_name(found.winner),
    }
    if len(found.leaders) > 1:
        return _among_equals(rules, found, declarer, values)
    if not position["counter"]:
        won = "declarer" if found.winner == declarer else "other"
        return phrase(f"verdict-most-{won}", most=points(found.scores[found.winner]), **values)
    raised = _named([seat for seat in range(len(found.scores)) if found.countered[seat]])
    if not raised:
        return phrase("verdict-no-counter", score=score, **values)
    total = points(found.final[found.winner])
    if len(raised) > 1:
        return phrase("verdict-counters", seats=raised, points=rules.counter_points, total=total, **values)
    own = found.scores[found.winner]
    key = "verdict-counter-equal" if own == score else "verdict-counter-more"
    return phrase(key, own=points(own), points=rules.counter_points, total=total, **values)


def _among_equals(rules: Rules, found: Showdown, declarer: int, values: dict[str, PhraseValue]) -> Phrase:
    """Several seats have the highest total: all with the counter, or all without."""
    tied, total = _named(found.leaders), points(found.final[found.winner])
    if declarer in found.leaders:
        first = "first" if found.winner == declarer else "last"
        return phrase(f"verdict-tie-declarer-{first}", tied=tied, total=total, **values)
    if found.countered[found.winner]:
        return phrase("verdict-nearest-counter", tied=tied, points=rules.counter_points, total=total, **values)
    return phrase("verdict-nearest", tied=tied, total=total, **values)


def _named(seats: Sequence[int]) -> tuple[str, ...]:
    return tuple(map(seat_name, seats))


def explain(settings: CollectmateSettings, example: Example) -> Tableau:
    """The tableau of an example. Raises PositionError for a kind that is never printed."""
    return layout_of(_KINDS, example.kind)(_Layout(settings, example))


@lru_cache(maxsize=4)
def _read(settings: CollectmateSettings) -> tuple[Rules, Minis]:
    """What the captions of a whole deck say. Reading them takes longer than to lay an example out."""
    return rules_of(settings), Minis(settings)


class _Layout:
    """An example and what is needed to lay it out."""

    def __init__(self, settings: CollectmateSettings, example: Example) -> None:
        self.rules, self.minis = _read(settings)
        self.position: Position = example.position
        self.out: Answer = example.out

    def cards(self, key: str) -> Cards:
        """The cards of a list of the position."""
        return cards_of(self.position[key])

    def groups(self, groups: Iterable[Cards], tags: bool | None, void: bool = False) -> tuple[Row, ...]:
        """A row per group; with ``tags``, whether they are in play, the cards that score counted and others dimmed:
        all of them in a hand that is ``void``."""
        rows = []
        for group in groups:
            score: Score[Card] = Score() if void or tags is None else group_score(self.rules, group, tags)
            counted = None if tags is None else _counting(score)
            rows.append(titled("group", self.minis.cards(group, counted), "group", count=len(group)))
        return tuple(rows)


def _counting(score: Score[Card]) -> Counter[Card]:
    """The cards that points rest on, of a group by itself."""
    found: Counter[Card] = Counter()
    for item in score.items:
        found |= Counter(item.cards)
    return found


def _scored(score: Score[Card]) -> Phrase:
    """What a score comes to, and of what."""
    total = points(score.total)
    if not score.items:
        return total
    if len(score.items) == 1:
        return phrase("scored-alone", total=total, reason=score.items[0].reason)
    terms = [phrase("item", reason=item.reason, points=item.points) for item in score.items]
    return phrase("scored", total=total, sum=added(terms))


def _hand_score(layout: _Layout) -> Tableau:
    rules, tags = layout.rules, bool(layout.position["tags"])
    found = hand_score(rules, layout.cards("hand"), tags)
    void = not rules.split_counts(found.groups)
    return Tableau(phrase("heading-hand"), layout.groups(found.groups, tags, void), _hand_verdict(rules, found, tags))


def _hand_verdict(rules: Rules, found: Counted, tags: bool) -> Phrase:
    score = _scored(found.score)
    if not all_of_one_centre(found.groups):
        key = "verdict-mixed" if rules.split_counts(found.groups) else "verdict-mixed-nothing"
        return phrase(key, score=score)
    apart = _tag_apart(found.groups) if tags else None
    if apart is not None:
        return phrase("verdict-tags-apart", score=score, tag=phrase("scores-tag", tag=rules.tag_names[apart]))
    return phrase("verdict-points" if found.score.items else "verdict-nothing", score=score, cards=cards(rules.enough))


def _tag_apart(groups: Iterable[Cards]) -> str | None:
    """The tag on most cards among those that stand in more than one group, where they are not counted together."""
    per_group = [Counter(tag for card in group for tag in card.tags) for group in groups]
    apart = {tag for found in per_group for tag in found if sum(tag in other for other in per_group) > 1}
    return min(apart, key=lambda tag: (-sum(found[tag] for found in per_group), tag), default=None)


def _together(layout: _Layout) -> Tableau:
    rules, colour, out = layout.rules, layout.position["colour"], layout.out
    tags = bool(layout.position["tags"])
    hand = layout.cards("hand")
    found = hand_score(rules, hand, tags)
    verdict = _hand_verdict(rules, found, tags)
    if out["together"] is not None and out["together"] < out["score"]:
        less = together_score(rules, hand, colour, tags)
        items = less.score.items if less is not None else ()
        terms = [phrase("item", reason=item.reason, points=item.points) for item in items]
        values = {"colour": rules.names[colour], "cards": cards(rules.enough), "points": points(out["together"])}
        sum_ = {"sum": added(terms)} if terms else {}
        key = "verdict-together" if terms else "verdict-together-nothing"
        verdict = phrase(key, score=_scored(found.score), **values, **sum_)
    return Tableau(phrase("heading-hand"), layout.groups(found.groups, tags), verdict)


def _group_points(layout: _Layout) -> Tableau:
    tags, group = bool(layout.position["tags"]), layout.cards("group")
    rows = layout.groups((group,), tags)
    return Tableau(phrase("heading-group"), rows, _group_verdict(layout.rules, group, tags))


def _group_verdict(rules: Rules, group: Cards, tags: bool) -> Phrase:
    score = group_score(rules, group, tags)
    if not one_centre(group):
        return phrase("verdict-group-mixed", score=points(0))
    if not score.items:
        return phrase("verdict-nothing", score=points(0), cards=cards(rules.enough))
    total = points(score.total)
    if len(score.items) == 1:
        item = score.items[0]
        said = phrase("scored-alone-on", total=total, reason=item.reason, cards=cards(len(item.cards)))
    else:
        terms = [
            phrase("item-on", reason=item.reason, points=item.points, cards=cards(len(item.cards)))
            for item in score.items
        ]
        said = phrase("scored", total=total, sum=added(terms))
    word = _plain_word(group) if tags else None
    if word is not None:
        return phrase("verdict-group-word", score=said, word=rules.tag_names[word])
    if any(item.rule == "colour" and len(item.cards) > rules.enough for item in score.items):
        return phrase("verdict-group-more", score=said, cards=cards(rules.enough))
    return phrase("verdict-points", score=said)


def _plain_word(group: Cards) -> str | None:
    """A word that stands on a card of the group as plain text, and on another one as a tag."""
    tags = {tag for card in group for tag in card.tags}
    return min((word for card in group for word in card.words if word in tags), default=None)


def _declarable(layout: _Layout) -> Tableau:
    rules, hand = layout.rules, layout.cards("hand")
    declared = declared_score(rules, hand)
    if declared is None:
        rows: tuple[Row, ...] = (titled("hand", layout.minis.cards(hand)),)
        return Tableau(phrase("heading-complete"), rows, phrase("verdict-incomplete", why=always_mixes(rules, hand)))
    worth, split = declared.score.total, centres(declared.groups)
    if worth:
        verdict = phrase("verdict-complete", groups=split, score=points(worth))
    else:
        # Without points everybody else has as many and adds the counter, if every hand may have one.
        loses = rules.counter and rules.incomplete_may_counter
        verdict = phrase("verdict-complete-loses" if loses else "verdict-complete-poor", groups=split)
    return Tableau(phrase("heading-complete"), layout.groups(declared.groups, None), verdict)


def _showdown(layout: _Layout) -> Tableau:
    rows = showdown_rows(layout.minis, layout.position, layout.out)
    return Tableau(phrase("heading-showdown"), rows, showdown_verdict(layout.rules, layout.position), "winner")


def _take(layout: _Layout) -> Tableau:
    rules, colours = layout.rules, layout.out["colours"]
    hand, (field,) = layout.cards("hand"), cards_of([layout.position["field"]])
    alike = [card for card in hand if not rules.same_centre_to_take or card.dot is field.dot]
    taking = Counter(card for card in alike if set(colours) & set(card.colours))
    rows = (
        titled("hand", layout.minis.cards(hand, taking)),
        titled("field", layout.minis.cards((field,)), "with"),
    )
    taken = (field, *(card for card in alike if set(colours) & set(card.colours)))
    same = "-same" if rules.same_centre_to_take else ""
    of = same or ("" if one_centre(taken) else "-mixed")
    if not colours:
        verdict = phrase(f"verdict-no-take{same}", count=rules.open)
    elif len(colours) == 1:
        count = 1 + sum(colours[0] in card.colours for card in alike)
        verdict = phrase(f"verdict-take{of}", colour=rules.names[colours[0]], count=count)
    else:
        named = tuple(rules.names[colour] for colour in colours)
        verdict = phrase(f"verdict-take-several{of}", colours=named, count=rules.open)
    return Tableau(phrase("heading-take"), rows, verdict)


def _may_declare(layout: _Layout) -> Tableau:
    return may_declare(layout.rules, layout.minis, layout.position, layout.out)


def _may_move(layout: _Layout) -> Tableau:
    return may_move(layout.rules, layout.minis, layout.position, layout.out)


_KINDS: Mapping[str, Callable[[_Layout], Tableau]] = {
    "hand_score": _hand_score,
    "together": _together,
    "group_points": _group_points,
    "declarable": _declarable,
    "showdown": _showdown,
    "take": _take,
    "may_declare": _may_declare,
    "may_move": _may_move,
}
