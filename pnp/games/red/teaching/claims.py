"""Claims of red: what each sentence and each row of an example must say, by the oracle's answer.

A contest is the palettes under a colour, with the oracle's answer to who is winning. Sentences are about a contest, and
about a seat of it. A selection is any choice of cards of a palette that the oracle finds as good as the best one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, TypeAlias

from pnp.games.core.claims import (
    CardClaim,
    Claim,
    Claims,
    OneOf,
    Part,
    Scene,
    TableauClaim,
    about,
    always,
    answer_at,
    answered,
    claim,
    one_of,
    part,
    position_at,
    row_claim,
    tableau_claim,
    terms,
)
from pnp.games.core.tableau import CardState, Mark
from pnp.games.core.wording import seat_name
from pnp.games.red.settings import Colour, RedSettings
from pnp.model.text import Text
from pnp.records import dataclass

RedScene: TypeAlias = Scene[RedSettings]
Card: TypeAlias = tuple[str, int]
Cards: TypeAlias = tuple[Card, ...]

_GROUPS = ("same-number", "same-colour", "run")


# What the position and the oracle say


@dataclass(frozen=True, slots=True)
class Contest:
    """Palettes under a colour, the winning seat, and the size and strongest card of the best selection per seat."""

    palettes: tuple[Cards, ...]
    rule: str
    winner: int | None
    best: tuple[Mapping[str, Any] | None, ...]

    @property
    def nothing_fits(self) -> bool:
        """True if no palette has a card that fits."""
        return not any(self.best)

    def size(self, seat: int) -> int:
        """Return the number of cards of the best selection."""
        best = self.best[seat]
        return 0 if best is None else int(best["count"])

    def high(self, seat: int) -> Card | None:
        """Return the strongest card of the best selection."""
        best = self.best[seat]
        return None if best is None else _card(best["high"])


def _card(raw: Sequence[Any]) -> Card:
    return (str(raw[0]), int(raw[1]))


def _read_cards(raw: Sequence[Sequence[Any]]) -> Cards:
    return tuple(map(_card, raw))


def _contest(scene: RedScene, palettes: Sequence[Sequence[Any]], rule: str) -> Contest:
    out = scene.ask("winner", {"palettes": [[list(card) for card in palette] for palette in palettes], "rule": rule})
    return Contest(tuple(map(_read_cards, palettes)), rule, out["winner"], tuple(out["best"]))


def _colour(scene: RedScene, colour_id: str) -> Colour:
    return next(colour for colour in scene.settings.colours if colour.id == colour_id)


def _name(scene: RedScene, colour_id: str) -> Text:
    return _colour(scene, colour_id).name


def _criterion(scene: RedScene, rule: str | None = None) -> str:
    return _colour(scene, scene["contest"].rule if rule is None else rule).rule.is_


def _figure(scene: RedScene) -> int:
    return _colour(scene, scene["contest"].rule).rule.of or 0


def _strength(scene: RedScene, card: Card) -> tuple[int, int]:
    order = scene.settings.order or tuple(colour.id for colour in scene.settings.colours)
    return (card[1], -order.index(card[0]))


def _strongest(scene: RedScene, cards: Cards) -> Card:
    return max(cards, key=lambda card: _strength(scene, card))


def _is_selection(scene: RedScene, contest: Contest, seat: int, cards: Cards) -> bool:
    """Tell whether ``cards`` are as good as the best selection of a seat."""
    best = contest.best[seat]
    if best is None:
        return not cards
    position = {"palette": [list(card) for card in cards], "rule": contest.rule}
    return len(cards) == best["count"] and bool(scene.ask("best", position)["best"] == best)


def _selections(scene: RedScene, contest: Contest, seat: int) -> Iterator[Cards]:
    """Yield the choices of cards that are as good as the best selection of a seat, in the order of its palette."""
    for cards in combinations(contest.palettes[seat], contest.size(seat)):
        if _is_selection(scene, contest, seat, cards):
            yield cards


def _without(cards: Cards, taken: Cards) -> Cards:
    left = list(cards)
    for card in taken:
        left.remove(card)
    return tuple(left)


def _rival(scene: RedScene, contest: Contest) -> int | None:
    """Return the strongest seat after the winning one, the first of equal ones."""

    def rank(seat: int) -> tuple[int, tuple[int, int], int]:
        high = contest.high(seat)
        if contest.nothing_fits:
            high = _strongest(scene, contest.palettes[seat])
        return (contest.size(seat), (-1, 0) if high is None else _strength(scene, high), -seat)

    others = [seat for seat, palette in enumerate(contest.palettes) if palette and seat != contest.winner]
    return max(others, key=rank, default=None)


def _sides(scene: RedScene) -> tuple[Contest, int, int]:
    """Return the contest, the seat that wins and the seat that a sentence compares with it. Raises ValueError if the
    sentence has another point of view than that of ``me``."""
    contest, whose = scene["contest"], scene["whose"]
    if contest.winner is None:
        raise ValueError("no seat is winning")
    if whose is not None and (whose == "yours") != (contest.winner == scene.position["me"]):
        raise ValueError(f"the winning palette is not {whose}")
    loser = scene.position["me"] if whose == "rivals" else _rival(scene, contest)
    if loser is None:
        raise ValueError("no other seat is in")
    return contest, contest.winner, loser


# Rows


def _mini(scene: RedScene, card: Card, state: CardState | None = None, *, discarded: bool = False) -> CardClaim:
    fields = {"colour": card[0], "number": card[1], "discarded": discarded}
    return CardClaim((str(card[1]), _colour(scene, card[0]).letter), fields, state)


def _minis(scene: RedScene, cards: Cards, state: CardState | None = None) -> tuple[CardClaim, ...]:
    return tuple(_mini(scene, card, state) for card in cards)


def _badge(scene: RedScene, rule: str) -> CardClaim:
    return CardClaim((_colour(scene, rule).letter,), {"colour": rule})


def _counts(scene: RedScene, contest: Contest, seat: int, cards: Cards) -> bool:
    """Tell whether ``cards`` are those of a seat that count."""
    if contest.nothing_fits and contest.winner is not None:
        return not contest.palettes[seat] or cards == (_strongest(scene, contest.palettes[seat]),)
    return _is_selection(scene, contest, seat, cards)


def _winner(scene: RedScene) -> TableauClaim:
    contest = _contest(scene, scene.position["palettes"], scene.position["rule"])

    def counted(rows: Sequence[tuple[int, ...]]) -> bool:
        chosen = [
            tuple(palette[place] for place in places) for palette, places in zip(contest.palettes, rows, strict=True)
        ]
        return all(_counts(scene, contest, seat, cards) for seat, cards in enumerate(chosen))

    rows = tuple(
        row_claim(_minis(scene, palette), mark="winner" if seat == contest.winner else None, contest=contest, seat=seat)
        for seat, palette in enumerate(contest.palettes)
    )
    mark: Mark | None = None if contest.winner is None else "winner"
    return tableau_claim(
        rows, mark=mark, badge=_badge(scene, contest.rule), counted=counted, contest=contest, whose=None
    )


def _opening(scene: RedScene) -> TableauClaim:
    rule = scene.settings.opening_rule or (scene.settings.order or (scene.settings.colours[0].id,))[0]
    contest = _contest(scene, scene.position["palettes"], rule)
    rows = tuple(
        row_claim(
            _minis(scene, palette, "plain"),
            mark="winner" if seat == scene.out["leader"] else None,
            contest=contest,
            seat=seat,
        )
        for seat, palette in enumerate(contest.palettes)
    )
    return tableau_claim(rows, badge=_badge(scene, rule), contest=contest)


def _round(scene: RedScene) -> TableauClaim:
    """Expect every palette, and the winner's scoring cards as those that count."""
    position = scene.position
    palettes = position.get("palettes", [position.get("palette")])
    winner = position["winner"] if "palettes" in position else 0
    contest = _contest(scene, palettes, position["rule"])

    def counted(rows: Sequence[tuple[int, ...]]) -> bool:
        cards = tuple(contest.palettes[winner][place] for place in rows[winner])
        scores = {**position, "palettes": palettes, "winner": winner}
        points = scene.ask("round_score", {name: scores[name] for name in ("palettes", "winner", "rule")})["points"]
        others = any(places for seat, places in enumerate(rows) if seat != winner)
        scored = _is_selection(scene, contest, winner, cards) and sum(number for _, number in cards) == points
        return scored and not others

    rows = tuple(
        row_claim(_minis(scene, palette), contest=contest, seat=seat, wins=seat == winner)
        for seat, palette in enumerate(contest.palettes)
    )
    return tableau_claim(
        rows, badge=_badge(scene, contest.rule), counted=counted, contest=contest, seat=winner, whose=None
    )


def _may_move(scene: RedScene) -> TableauClaim:
    """Expect the palette of the seat that acts, the cards of its move, the rest of its hand, and the other palettes."""
    position, me = scene.position, scene.position["me"]
    _, played, discarded = position["move"]
    before = tuple(map(_read_cards, position["palettes"]))
    added = () if played is None else (_card(played),)
    after = [(*palette, *added) if seat == me else palette for seat, palette in enumerate(before)]
    contest = _contest(scene, after, position["rule"] if discarded is None else discarded[0])
    rest = _without(_read_cards(position["hand"]), added + (() if discarded is None else (_card(discarded),)))
    rows = [row_claim(_minis(scene, before[me]), role="palette", contest=contest, seat=me, place="you")]
    if played is not None:
        rows.append(row_claim(_minis(scene, added), role="played", place="played"))
    if discarded is not None:
        shown = _mini(scene, _card(discarded), "plain", discarded=True)
        rows.append(row_claim([shown], role="discarded", place="discarded"))
    if rest:
        rows.append(row_claim(_minis(scene, rest, "dimmed"), role="hand", place="unused"))
    others = [seat for seat in range(len(before)) if seat != me]
    rows += [
        row_claim(_minis(scene, before[seat]), role="rival", contest=contest, seat=seat, place="rival")
        for seat in others
    ]

    def counted(places: Sequence[tuple[int, ...]]) -> bool:
        mine = tuple(before[me][place] for place in places[0]) + (added if played is not None and places[1] else ())
        theirs = [
            tuple(before[seat][place] for place in row)
            for seat, row in zip(others, places[len(rows) - len(others) :], strict=True)
        ]
        pairs = [(me, mine), *zip(others, theirs, strict=True)]
        return all(_counts(scene, contest, seat, cards) for seat, cards in pairs)

    badge, mark = _badge(scene, position["rule"]), scene.out["verdict"]
    return tableau_claim(rows, mark=mark, badge=badge, counted=counted, contest=contest)


# Selections in words


def _card_name(card: Card | None) -> Part:
    return part("card-name", card=card)


def _card_names(cards: Cards) -> tuple[Part, ...]:
    return tuple(map(_card_name, cards))


def _numbers(cards: Cards) -> tuple[int, ...]:
    return tuple(number for _, number in cards)


def _row(numbers: Sequence[int]) -> Part | int:
    return numbers[0] if len(numbers) == 1 else part("row-on", numbers=tuple(numbers))


def _of_selections(make: Callable[[Cards], Any]) -> Callable[[RedScene], OneOf]:
    """Return a value that ``make`` gives for some selection of the seat."""
    return lambda scene: one_of(map(make, _selections(scene, scene["contest"], scene["seat"])))


def _size(scene: RedScene) -> int:
    return int(scene["contest"].size(scene["seat"]))


def _several(criterion: str) -> Callable[[RedScene], bool]:
    return lambda scene: _size(scene) > 1 and _criterion(scene) == criterion


def _high_name(scene: RedScene) -> Text:
    return _name(scene, scene["contest"].high(scene["seat"])[0])


_VALUES: Mapping[str, tuple[dict[str, Any], str]] = {
    "same-number": (
        {
            "numbers": _of_selections(lambda cards: _row(_numbers(cards))),
            "number": lambda scene: scene["contest"].high(scene["seat"])[1],
        },
        "number count numbers",
    ),
    "same-colour": ({"colour": _high_name}, "colour count"),
    "sum": ({"sum": _of_selections(lambda cards: terms(_numbers(cards)))}, "count sum"),
    "different-colours": ({"cards": _of_selections(_card_names)}, "cards count"),
    "run": ({"row": _of_selections(lambda cards: _row(sorted(_numbers(cards))))}, "count row"),
    "even": ({"numbers": _of_selections(_numbers)}, "count numbers"),
    "odd": ({"numbers": _of_selections(_numbers)}, "count numbers"),
    "below": ({"of": _figure, "numbers": _of_selections(_numbers)}, "of count numbers"),
    "above": ({"of": _figure, "numbers": _of_selections(_numbers)}, "of count numbers"),
}
"""Values of the phrase that names a selection, by criterion, and their order in Japanese."""


def _selection_claims() -> dict[str, Claim]:
    claims = {
        "pick-one": claim(
            lambda scene: _size(scene) == 1, card=lambda scene: _card_name(scene["contest"].high(scene["seat"]))
        ),
        "each-one": claim(lambda scene: _size(scene) == 1),
    }
    for criterion, (values, order) in _VALUES.items():
        when = _several(criterion)
        for kind in ("pick", "less"):
            claims[f"{kind}-{criterion}"] = claim(when, ja=order, count=_size, **values)
        if criterion in ("sum", "below", "above"):
            japanese = "count of" if criterion == "sum" else "of count"
            claims[f"each-{criterion}"] = claim(when, ja=japanese, count=_size, of=_figure)
        else:
            claims[f"each-{criterion}"] = claim(when, count=_size)
    return claims


# Reasons

_REASONS = (
    *("count", "only", "number", "number-highest", "colour", "colour-highest", "strongest-card"),
    *("lone", "none", "tie", "so-none", "so-tie", "alone"),
)


def _reason(whose: str | None) -> Part:
    suffix = "" if whose is None else f"-{whose}"
    own = [f"reason-{name}{suffix}" for name in _REASONS[:7]]
    return part(*own, *(f"reason-{name}" for name in _REASONS[7:]), whose=whose)


def _says_count(scene: RedScene) -> bool:
    contest, winner, loser = _sides(scene)
    return contest.size(winner) > contest.size(loser) > 0


def _says_only(scene: RedScene) -> bool:
    contest, winner, loser = _sides(scene)
    others = [seat for seat in range(len(contest.best)) if seat != winner]
    alone = scene["whose"] is not None or not any(contest.best[seat] for seat in others)
    return contest.best[winner] is not None and contest.best[loser] is None and alone


def _decided_by(what: str, *, highest: bool) -> Callable[[RedScene], bool]:
    """Return the condition that equally many cards are compared by number or by colour."""

    def says(scene: RedScene) -> bool:
        contest, winner, loser = _sides(scene)
        high, low = contest.high(winner), contest.high(loser)
        if high is None or low is None or contest.size(winner) != contest.size(loser):
            return False
        by = "number" if high[1] > low[1] else "colour" if high[1] == low[1] and high[0] != low[0] else None
        position = {"a": list(high), "b": list(low)}
        stronger = scene.ask("stronger", position)["stronger"] == "a"
        return by == what and stronger and (_criterion(scene) == "highest") == highest

    return says


def _says_strongest_card(scene: RedScene) -> bool:
    contest, _, _ = _sides(scene)
    return contest.nothing_fits


def _nobody_wins(*, fits: bool, turn: bool) -> Callable[[RedScene], bool]:
    return lambda scene: (
        scene["contest"].winner is None
        and scene["contest"].nothing_fits != fits
        and (scene["whose"] is not None) == turn
    )


def _nobody_has_two(scene: RedScene) -> bool:
    contest = scene["contest"]
    return all(contest.size(seat) <= 1 for seat in range(len(contest.best)))


def _side(side: int) -> Callable[[RedScene], int]:
    """Return the winning seat (1) or the losing one (2)."""
    return lambda scene: _sides(scene)[side]  # type: ignore[return-value]


def _seat_part(side: int, *prefixes: str) -> Callable[[RedScene], Part]:
    keys = [f"{prefix}-{criterion}" for prefix in prefixes for criterion in _VALUES]
    one = ["each-one"] if prefixes == ("each",) else ["pick-one"]
    return lambda scene: part(*keys, *one, seat=_side(side)(scene))


def _high(side: int) -> Callable[[RedScene], Part]:
    return lambda scene: _card_name(scene["contest"].high(_side(side)(scene)))


def _winning_size(scene: RedScene) -> int:
    contest, winner, _ = _sides(scene)
    return contest.size(winner)


def _winning_number(scene: RedScene) -> int:
    contest, winner, _ = _sides(scene)
    high = contest.high(winner)
    return -1 if high is None else high[1]


def _strongest_of_winner(scene: RedScene) -> Part:
    contest, winner, _ = _sides(scene)
    return _card_name(_strongest(scene, contest.palettes[winner]))


_NONE = part("none-fits", "none-sum")


def _reason_claims() -> dict[str, Claim]:
    claims = {
        "reason-lone": claim(
            lambda scene: _criterion(scene) in _GROUPS,
            reason=lambda scene: _reason(scene["whose"]),
            lone=part(*(f"lone-{criterion}" for criterion in _GROUPS)),
        ),
        "reason-none": claim(_nobody_wins(fits=False, turn=False), none=_NONE),
        "reason-so-none": claim(_nobody_wins(fits=False, turn=True), none=_NONE),
        "reason-tie": claim(_nobody_wins(fits=True, turn=False)),
        "reason-so-tie": claim(_nobody_wins(fits=True, turn=True)),
        "reason-alone": claim(lambda scene: sum(map(bool, scene["contest"].palettes)) == 1),
        "reason-pass": claim(lambda scene: scene.position["move"][0] == "pass" and scene.out["verdict"] == "out"),
        "reason-under": claim(
            lambda scene: scene.position["move"][2] is not None,
            colour=lambda scene: _name(scene, scene["contest"].rule),
            reason=lambda scene: _reason(scene["whose"]),
        ),
        "none-fits": claim(lambda scene: _criterion(scene) != "sum"),
        "none-sum": claim(lambda scene: _criterion(scene) == "sum", of=_figure),
        **{f"lone-{name}": claim(_lone(name)) for name in _GROUPS},
    }
    for whose in (None, "yours", "rivals"):
        suffix, seen = "" if whose is None else f"-{whose}", about(whose=whose)
        claims[f"reason-count{suffix}"] = claim(
            _both(seen, _says_count), more=_seat_part(1, "pick"), fewer=_seat_part(2, "less")
        )
        claims[f"reason-only{suffix}"] = claim(_both(seen, _says_only), pick=_seat_part(1, "pick"), none=_NONE)
        claims[f"reason-strongest-card{suffix}"] = claim(_both(seen, _says_strongest_card), card=_strongest_of_winner)
        for what in ("number", "colour"):
            when = _both(seen, _decided_by(what, highest=True))
            claims[f"reason-{what}-highest{suffix}"] = claim(when, number=_winning_number, high=_high(1), low=_high(2))
            when = _both(seen, _decided_by(what, highest=False))
            claims[f"reason-{what}{suffix}"] = claim(
                when, count=_winning_size, each=_seat_part(1, "each"), high=_high(1), low=_high(2)
            )
    return claims


def _lone(criterion: str) -> Callable[[RedScene], bool]:
    return lambda scene: _criterion(scene) == criterion and _nobody_has_two(scene)


def _both(first: Callable[[RedScene], bool], second: Callable[[RedScene], bool]) -> Callable[[RedScene], bool]:
    return lambda scene: first(scene) and second(scene)


# Cards that do not count


def _compared(scene: RedScene) -> list[int]:
    """Return the seats that an example compares: the strongest after the winner, and the winner; or the scorer."""
    if scene.kind != "winner":
        return [scene["seat"]]
    contest = scene["contest"]
    return [seat for seat in (_rival(scene, contest), contest.winner) if seat is not None and contest.best[seat]]


def _idle_choices(scene: RedScene) -> Iterator[tuple[int, Cards, Cards]]:
    """Yield a compared seat, a selection of it, and the cards of its palette that do not count then."""
    contest = scene["contest"]
    for seat in _compared(scene):
        for cards in _selections(scene, contest, seat):
            if scene.kind == "winner" or sum(_numbers(cards)) == _points(scene):
                yield seat, cards, _without(contest.palettes[seat], cards)


def _points(scene: RedScene) -> int:
    if scene.kind == "round_score":
        return int(scene.out["points"])
    seat = scene.position["winner"]
    return int(scene.out["points"][seat] - scene.position["points"][seat])


def _idle_cards(scene: RedScene) -> OneOf:
    """Return the cards that do not count: all of the scorer, or those of the loser that beat the winning card."""
    if scene.kind != "winner":
        return one_of(_card_names(idle) for _, _, idle in _idle_choices(scene) if idle)
    contest, winner, loser = _sides(scene)
    if contest.high(winner) is None or contest.size(winner) != contest.size(loser):
        return one_of([])
    return one_of(
        _card_names(stronger)
        for seat, _, idle in _idle_choices(scene)
        if seat == loser
        and (stronger := tuple(c for c in idle if _strength(scene, c) > _strength(scene, contest.high(winner) or c)))
    )


def _repeats(scene: RedScene) -> list[tuple[Cards, Cards]]:
    """Return selections with the cards left out because their numbers are there already."""
    return [
        (cards, idle)
        for _, cards, idle in _idle_choices(scene)
        if _criterion(scene) == "run" and idle and set(_numbers(idle)) <= set(_numbers(cards))
    ]


def _second(scene: RedScene, *, weaker: bool) -> OneOf:
    """Return other selections among the cards that do not count."""
    choices = []
    for seat, _, idle in _idle_choices(scene):
        contest = _contest(scene, [idle] if idle else [[]], scene["contest"].rule)
        same = contest.size(0) == scene["contest"].size(seat) and contest.high(0) != scene["contest"].high(seat)
        if contest.size(0) > (0 if _criterion(scene) == "sum" else 1) and same == weaker:
            choices += [_card_names(cards) for cards in _selections(scene, contest, 0)]
    return one_of(choices)


def _extra_colours(scene: RedScene) -> list[list[str]]:
    """Return choices of the colours of which more cards are there than count."""
    by_seat = [[idle for at, _, idle in _idle_choices(scene) if at == seat][:1] for seat in _compared(scene)]
    return [list(dict.fromkeys(colour for idle in by_seat for cards in idle for colour, _ in cards))]


def _ends_meet(scene: RedScene) -> bool:
    ends = {min(scene.settings.numbers), max(scene.settings.numbers)}
    return _criterion(scene) == "run" and any(
        len(ends & set(_numbers(cards))) == len((ends & set(_numbers(idle))) - set(_numbers(cards))) == 1
        for _, cards, idle in _idle_choices(scene)
    )


def _more_cards_first(scene: RedScene) -> bool:
    contest, winner, loser = _sides(scene)
    high, low = contest.high(winner), contest.high(loser)
    return contest.size(winner) > contest.size(loser) > 0 and bool(high and low and low[1] > high[1])


_LEFT_OUT: dict[str, Claim] = {
    "left-out": claim(cards=_idle_cards),
    "left-out-repeats": claim(cards=lambda scene: one_of(_card_names(idle) for _, idle in _repeats(scene))),
    "left-out-repeat": claim(
        cards=lambda scene: one_of(_card_names(idle) for _, idle in _repeats(scene)),
        high=lambda scene: one_of(
            _card_name(high)
            for cards, idle in _repeats(scene)
            for high in cards
            if all(high[1] == card[1] and _strength(scene, high) > _strength(scene, card) for card in idle)
        ),
    ),
    "left-out-second": claim(cards=lambda scene: _second(scene, weaker=False)),
    "left-out-weaker": claim(
        cards=lambda scene: _second(scene, weaker=True),
        high=lambda scene: one_of(_card_name(scene["contest"].high(seat)) for seat, _, _ in _idle_choices(scene)),
    ),
    "left-out-colour": claim(
        lambda scene: _criterion(scene) == "different-colours",
        count=lambda scene: one_of(len(colours) for colours in _extra_colours(scene)),
        colour=lambda scene: one_of(_name(scene, colour) for colours in _extra_colours(scene) for colour in colours),
    ),
    "left-out-first": claim(_more_cards_first),
    "left-out-ends": claim(
        _ends_meet, high=lambda scene: max(scene.settings.numbers), low=lambda scene: min(scene.settings.numbers)
    ),
}
_MORE = part(*_LEFT_OUT)


# Labels, notes, headings


def _wins(place: str) -> Callable[[RedScene], bool]:
    return lambda scene: scene.subject.get("place") == place


def _two_seats(seat: int) -> Callable[[RedScene], bool]:
    return lambda scene: scene["seat"] == seat and len(scene["contest"].palettes) == 2 and "place" not in scene.subject


def _note_terms(scene: RedScene) -> OneOf:
    """Return the terms of a note: the numbers of the cards that count in the row, or with a card played beside it."""
    contest, seat = scene["contest"], scene["seat"]
    choices = list(_selections(scene, contest, seat))
    if "counted" in scene.subject and scene.subject.get("place") != "you":
        choices = [tuple(contest.palettes[seat][place] for place in scene["counted"])]
    return one_of(terms(_numbers(cards)) for cards in choices)


def _note_total(scene: RedScene) -> int:
    return _figure(scene) if scene.kind in ("winner", "may_move") else _points(scene)


def _has_fit(scene: RedScene) -> bool:
    contest = scene["contest"]
    return contest.best[scene["seat"]] is not None


_ROWS: dict[str, Claim] = {
    "row-winner": claim(lambda scene: bool(scene["wins"])),
    "row-begins": claim(lambda scene: scene.kind == "opening" and scene["seat"] == scene.out["first"]),
    "row-you": claim(_wins("you")),
    "row-rival": claim(lambda scene: scene["place"] == "rival" and len(scene["contest"].palettes) == 2),
    "row-played": claim(_wins("played")),
    "row-discarded": claim(_wins("discarded")),
    "row-unused": claim(_wins("unused")),
    "place-left": claim(_two_seats(0)),
    "place-right": claim(_two_seats(1)),
    "place": claim(number=lambda scene: scene["seat"] + 1),
    "note-cards": claim(
        lambda scene: _has_fit(scene) and _criterion(scene) not in ("highest", "sum"), count=_size, amount="count"
    ),
    "equals": claim(_has_fit, left=_note_terms, right=_note_total),
    "note-none": claim(lambda scene: not _has_fit(scene) and bool(scene["contest"].palettes[scene["seat"]])),
    "note-out": claim(lambda scene: not scene["contest"].palettes[scene["seat"]]),
}


def _rule_part(rule: Callable[[RedScene], str]) -> Callable[[RedScene], Part]:
    return lambda scene: part(f"rule-{_criterion(scene, rule(scene))}")


def _rule_claims() -> dict[str, Claim]:
    claims = {}
    for name in ("highest", "same-number", "same-colour", "sum", "different-colours", "run", "even", "odd"):
        values: dict[str, Any] = {"of": _figure} if name == "sum" else {}
        claims[f"rule-{name}"] = claim(_under(name), **values)
    for name in ("below", "above"):
        claims[f"rule-{name}"] = claim(_under(name), of=_figure)
    return claims


def _under(criterion: str) -> Callable[[RedScene], bool]:
    return lambda scene: scene.kind in ("winner", "round_score") and _criterion(scene) == criterion


def _does(name: str) -> Callable[[RedScene], bool]:
    return lambda scene: scene.position["move"][0] == name


def _colour_at(*path: str | int) -> Callable[[RedScene], Text]:
    return lambda scene: _name(scene, position_at(*path)(scene))


def _reached(scene: RedScene) -> bool:
    return bool(scene.out["points"][scene.position["winner"]] >= _goal(scene))


def _goal(scene: RedScene) -> int:
    return int(scene.settings.goals[len(scene.out["points"]) - scene.settings.players[0]])


_HEADINGS: dict[str, Claim] = {
    "heading-opening": claim(lambda scene: scene.kind == "opening"),
    "heading-score": claim(
        lambda scene: scene.kind == "round_score", rule=_rule_part(lambda scene: str(scene.position["rule"]))
    ),
    "heading-next-round": claim(lambda scene: not scene.out["over"]),
    "heading-goal": claim(_reached, goal=_goal),
    "heading-undealt": claim(lambda scene: bool(scene.out["over"]) and not _reached(scene)),
    "heading-nobody-fits": claim(
        lambda scene: scene.out["winner"] is None and scene["contest"].nothing_fits, colour=_colour_at("rule")
    ),
    "heading-tie": claim(lambda scene: scene.out["winner"] is None and not scene["contest"].nothing_fits),
    "heading-play": claim(_does("play"), rule=_colour_at("rule")),
    "heading-pass": claim(_does("pass"), rule=_colour_at("rule")),
    "heading-rule": claim(_does("rule"), rule=_colour_at("rule"), new=_colour_at("move", 2, 0)),
    "heading-both": claim(_does("both"), rule=_colour_at("rule"), new=_colour_at("move", 2, 0)),
}


# Verdicts


def _card_of_seat(seat: Callable[[RedScene], int]) -> Callable[[RedScene], Part]:
    return lambda scene: _card_name(scene["contest"].palettes[seat(scene)][0])


def _leader(scene: RedScene) -> int:
    return int(scene.out["leader"])


def _first(scene: RedScene) -> int:
    return int(scene.out["first"])


def _before_first(scene: RedScene) -> int:
    return int((scene.out["first"] - 1) % len(scene["contest"].palettes))


def _equal_numbers(scene: RedScene) -> tuple[Part, ...]:
    leader = scene.out["leader"]
    cards = [palette[0] for palette in scene["contest"].palettes]
    return tuple(_card_name(card) for seat, card in enumerate(cards) if seat != leader and card[1] == cards[leader][1])


def _leads(*, highest: bool, equal: bool) -> Callable[[RedScene], bool]:
    def says(scene: RedScene) -> bool:
        if scene.out["leader"] is None or (_criterion(scene) == "highest") != highest:
            return False
        return not highest or bool(_equal_numbers(scene)) == equal

    return says


def _is_strongest_before_first(scene: RedScene) -> bool:
    cards = [palette[0] for palette in scene["contest"].palettes]
    strongest = _strongest(scene, tuple(cards))
    return scene.out["leader"] is None and cards[_before_first(scene)] == strongest


def _scoring_terms(scene: RedScene) -> OneOf:
    return one_of(terms(_numbers(cards) or (0,)) for _, cards, _ in _scoring(scene))


def _scoring(scene: RedScene) -> list[tuple[int, Cards, Cards]]:
    contest, seat = scene["contest"], scene["seat"]
    if contest.best[seat] is None:
        return [(seat, (), contest.palettes[seat])]
    return list(_idle_choices(scene))


def _leaves_out(*, some: bool) -> Callable[[RedScene], bool]:
    return lambda scene: any(bool(idle) == some for _, _, idle in _scoring(scene))


_SEAT_OF_WINNER = answer_at("points")
_ROUND: dict[str, Any] = {
    "seat": lambda scene: seat_name(scene.position["winner"]),
    "terms": _scoring_terms,
    "points": lambda scene: scene.out["points"][scene.position["winner"]],
    "before": lambda scene: scene.position["points"][scene.position["winner"]],
}
_OUTCOME = part("outcome-goal", "outcome-undealt", "outcome-goes-on-set-aside", "outcome-goes-on-return")


def _most(scene: RedScene) -> int:
    return int(max(scene.out["points"]))


def _needed(scene: RedScene) -> int:
    """Return the number of cards that a round takes: a hand and a palette for each player."""
    return len(scene.out["points"]) * (scene.settings.hand + 1)


def _goes_on(reading: str) -> Callable[[RedScene], bool]:
    return lambda scene: not scene.out["over"] and scene.settings.readings.scored_cards == reading


def _won(scene: RedScene) -> bool:
    return scene.kind == "winner" and scene.out["winner"] is not None


def _nobody(scene: RedScene) -> bool:
    return scene.kind == "winner" and scene.out["winner"] is None


_ROUNDS: dict[str, Claim] = {
    "verdict-winner": claim(_won, reason=_reason(None)),
    "verdict-winner-more": claim(_won, reason=_reason(None), more=_MORE),
    "verdict-nobody": claim(_nobody, reason=part("reason-tie", "reason-none")),
    "verdict-nobody-fits": claim(
        lambda scene: _nobody(scene) and scene["contest"].nothing_fits,
        reason=part("reason-none"),
        colour=_colour_at("rule"),
    ),
    "verdict-opening": claim(
        _leads(highest=True, equal=False),
        leader=_card_of_seat(_leader),
        first=_card_of_seat(_first),
    ),
    "verdict-opening-colour": claim(
        _leads(highest=True, equal=True),
        leader=_card_of_seat(_leader),
        others=_equal_numbers,
        first=_card_of_seat(_first),
    ),
    "verdict-opening-winning": claim(
        _leads(highest=False, equal=False),
        ja="colour leader first",
        leader=_card_of_seat(_leader),
        colour=lambda scene: _name(scene, scene["contest"].rule),
        first=_card_of_seat(_first),
    ),
    "verdict-no-leader": claim(
        _is_strongest_before_first, leader=_card_of_seat(_before_first), first=_card_of_seat(_first)
    ),
    "verdict-score": claim(_leaves_out(some=True), colour=_colour_at("rule"), terms=_scoring_terms, left=_MORE),
    "verdict-score-all": claim(_leaves_out(some=False), colour=_colour_at("rule"), terms=_scoring_terms),
    "verdict-no-score": claim(
        lambda scene: scene.out["points"] == 0 and not _has_fit(scene), colour=_colour_at("rule")
    ),
    "verdict-round": claim(_leaves_out(some=False), ja="seat terms before points outcome", **_ROUND, outcome=_OUTCOME),
    "verdict-round-left": claim(
        _leaves_out(some=True), ja="seat terms before points left outcome", **_ROUND, left=_MORE, outcome=_OUTCOME
    ),
    "outcome-goal": claim(
        lambda scene: bool(scene.out["over"]) and _reached(scene),
        players=lambda scene: len(scene.out["points"]),
        goal=_goal,
        seat=lambda scene: seat_name(scene.position["winner"]),
    ),
    "outcome-undealt": claim(
        lambda scene: bool(scene.out["over"]) and not _reached(scene) and scene.out["cards"] < _needed(scene),
        cards=answer_at("cards"),
        players=lambda scene: len(scene.out["points"]),
        needed=_needed,
        winners=lambda scene: tuple(map(seat_name, scene.out["winners"])),
        most=_most,
    ),
    "outcome-goes-on-set-aside": claim(_goes_on("set-aside"), cards=answer_at("cards")),
    "outcome-goes-on-return": claim(_goes_on("return"), cards=answer_at("cards")),
}


def _allowed(scene: RedScene) -> bool:
    return scene.kind == "may_move" and scene.out["verdict"] == "allowed"


def _same_colour(scene: RedScene) -> bool:
    discarded = scene.position["move"][2]
    return _allowed(scene) and discarded is not None and discarded[0] == scene.position["rule"]


def _all_stay(scene: RedScene) -> bool:
    """Tell whether a lone play wins, and every seat stays in."""
    palettes = scene.position["palettes"]
    return _allowed(scene) and scene.out["still_in"] == [seat for seat, cards in enumerate(palettes) if cards]


def _why(whose: str) -> Callable[[RedScene], Part]:
    """Return the reason of a verdict; after a discard under its colour."""

    def expected(scene: RedScene) -> Part:
        keys = _reason(whose).keys
        return part("reason-under", *keys, whose=whose)

    return expected


def _play_instead(verdict: str) -> Callable[[RedScene], bool]:
    def says(scene: RedScene) -> bool:
        do, played, discarded = scene.position["move"]
        if do != "rule" or played is not None or scene.out["violation"] != "discard-must-win":
            return False
        position = {**scene.position, "move": ["play", discarded, None]}
        return bool(scene.ask("may_move", position)["verdict"] == verdict)

    return says


def _discarded_card(scene: RedScene) -> Part:
    return _card_name(_card(scene.position["move"][2]))


def _draws(rule: str, *, some: bool) -> Callable[[RedScene], bool]:
    """Return the condition that a card is drawn, or none, and that the rule of drawing says so."""

    def says(scene: RedScene) -> bool:
        discards = scene.position["move"][2] is not None
        return discards and scene.settings.draw == rule and bool(scene.out["draws"]) == some

    return says


def _palette_after(scene: RedScene) -> int:
    return len(scene["contest"].palettes[scene.position["me"]])


_DRAWING = part("drawing-both", "drawing-none", "drawing-over", "drawing-not-over")
_DISCARDED_NUMBER = position_at("move", 2, 1)
_TURNS: dict[str, Claim] = {
    "verdict-allowed": claim(_allowed, reason=_why("yours")),
    "verdict-allowed-drawing": claim(_allowed, reason=_why("yours"), drawing=_DRAWING),
    "verdict-all-stay": claim(_all_stay, reason=_why("yours")),
    "verdict-same-colour": claim(_same_colour, reason=_why("yours"), colour=_colour_at("rule")),
    "verdict-same-colour-drawing": claim(
        _same_colour, reason=_why("yours"), colour=_colour_at("rule"), drawing=_DRAWING
    ),
    "verdict-out": claim(
        answered(verdict="out"), reason=lambda scene: part("reason-pass", *_reason("rivals").keys, whose="rivals")
    ),
    "verdict-not-allowed": claim(
        answered(verdict="not-allowed"),
        reason=part("violation-no-pass", "violation-same-colour-discard", "reason-under", whose="rivals"),
    ),
    "verdict-not-allowed-discard-out": claim(
        _play_instead("out"), reason=part("reason-under", whose="rivals"), card=_discarded_card
    ),
    "verdict-not-allowed-discard-wins": claim(
        _play_instead("allowed"), reason=part("reason-under", whose="rivals"), card=_discarded_card
    ),
    "violation-no-pass": claim(answered(violation="no-pass")),
    "violation-same-colour-discard": claim(answered(violation="same-colour-discard"), colour=_colour_at("rule")),
    "drawing-both": claim(lambda scene: _draws("both", some=True)(scene) and _does("both")(scene)),
    "drawing-none": claim(lambda scene: _draws("both", some=False)(scene) and _does("rule")(scene)),
    "drawing-over": claim(_draws("over-palette", some=True), number=_DISCARDED_NUMBER, count=_palette_after),
    "drawing-not-over": claim(_draws("over-palette", some=False), number=_DISCARDED_NUMBER, count=_palette_after),
}

CLAIMS = Claims(
    slots={"heading": ("heading-", "rule-"), "label": ("row-", "place"), "note": ("note-", "equals")},
    layouts={
        "winner": _winner,
        "opening": _opening,
        "round_score": _round,
        "next_round": _round,
        "may_move": _may_move,
    },
    phrases={
        "card-name": claim(
            always, colour=lambda scene: _name(scene, scene["card"][0]), number=lambda scene: scene["card"][1]
        ),
        "row-on": claim(left=lambda scene: _row(scene["numbers"][:-1]), right=lambda scene: scene["numbers"][-1]),
        **_ROWS,
        **_HEADINGS,
        **_rule_claims(),
        **_selection_claims(),
        **_reason_claims(),
        **_LEFT_OUT,
        **_ROUNDS,
        **_TURNS,
    },
)
