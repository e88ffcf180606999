"""The state of a game of collectmate, and how states and actions are written on one line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from pnp.games.collectmate.rules.cards import Card, Cards, parse_card
from pnp.games.collectmate.rules.record import Rules
from pnp.games.collectmate.rules.taking import may_lie_open, takers
from pnp.games.collectmate.rules.turn import DOS, MOMENTS, Action, Moment, View, shape
from pnp.games.core.play import NotationError

_FIELDS = ("turn", "moment", "actor", "layer", "declarer", "hands", "shown", "field", "stock", "shuffle")


class Deal(NamedTuple):
    """The cards as dealt, the field card, the stock with its top card first, who begins, and how later shuffles of
    the laid cards fall (a seed)."""

    hands: tuple[Cards, ...]
    field: Card
    stock: Cards
    first: int
    shuffle: int


class State(NamedTuple):
    """A moment of a game. Hands and face-up cards are sorted; the top of the field lies last, that of the stock first.

    ``turn`` is the seat whose turn it is. ``actor`` is the seat to act: the same one, or one that may take the field
    card which ``layer`` has just laid; None when somebody has declared.
    """

    hands: tuple[Cards, ...]
    """Hidden cards by seat."""
    shown: tuple[Cards, ...]
    """Face-up cards by seat."""
    field: Cards
    stock: Cards
    turn: int
    actor: int | None
    layer: int | None
    moment: Moment
    declarer: int | None
    shuffle: int

    def cards_of(self, seat: int) -> Cards:
        """All cards of a seat, sorted."""
        return tuple(sorted((*self.hands[seat], *self.shown[seat])))

    def view(self, seat: int) -> View:
        """What a seat has, at its own turn or when a field card is offered."""
        return View(self.moment, self.hands[seat], self.shown[seat], self.field[-1])


def format_action(action: Action) -> str:
    """The action on one line: ``declare``, ``trade dot:red``, ``take dot:red,dot:red+blue hollow:-``, ``pass``."""
    return " ".join([action.do, *(_join(cards) for cards in (action.cards, action.others) if cards)])


def parse_action(rules: Rules, line: str) -> Action:
    """The action of a line. Raises NotationError."""
    do, *words = line.split() or [""]
    for known in DOS:
        if do != known:
            continue
        places = [tuple(sorted(_split(rules, word))) for word in words]
        wanted = [count for count in shape(rules, known, len(places[0]) if places else 0) if count]
        if [len(place) for place in places] != wanted:
            raise NotationError(f"{line!r} is not an action: {do} takes {' and '.join(map(str, wanted)) or 'no'} cards")
        return Action(known, *places)
    raise NotationError(f"{line!r} is not an action: expected {', '.join(DOS)} and the cards")


def format_state(state: State) -> str:
    """The state on one line, as ``parse_state`` reads it: seats are cut by ``|``, cards by commas."""
    values = (
        str(state.turn),
        state.moment,
        _seat_or_none(state.actor),
        _seat_or_none(state.layer),
        _seat_or_none(state.declarer),
        "|".join(map(_join, state.hands)),
        "|".join(map(_join, state.shown)),
        _join(state.field),
        _join(state.stock),
        str(state.shuffle),
    )
    return " ".join(f"{name}={value}" for name, value in zip(_FIELDS, values, strict=True))


def parse_state(rules: Rules, line: str) -> State:
    """The state of a line. Raises NotationError, also for states that no game can come to."""
    pieces = [word.partition("=") for word in line.split()]
    if tuple(name for name, _, _ in pieces) != _FIELDS:
        raise NotationError(f"{line!r} is not a state: expected {'=… '.join(_FIELDS)}=…")
    values = {name: value for name, _, value in pieces}
    moment = next((moment for moment in MOMENTS if moment == values["moment"] and moment != "traded"), None)
    if moment is None:
        raise NotationError(f"{line!r} is not a state: there is no moment {values['moment']!r}")
    hands, shown = ([_split(rules, seat) for seat in values[name].split("|")] for name in ("hands", "shown"))
    actor, layer, declarer = (
        None if values[name] == "-" else _number(values[name], line) for name in ("actor", "layer", "declarer")
    )
    state = State(
        hands=tuple(tuple(sorted(cards)) for cards in hands),
        shown=tuple(tuple(sorted(cards)) for cards in shown),
        field=_split(rules, values["field"]),
        stock=_split(rules, values["stock"]),
        turn=_number(values["turn"], line),
        actor=actor,
        layer=layer,
        moment=moment,
        declarer=declarer,
        shuffle=_number(values["shuffle"], line),
    )
    wrong = _wrong(rules, state)
    if wrong:
        raise NotationError(f"{line!r} is not a state: {wrong}")
    return state


def all_cards(state: State) -> Cards:
    """Every card of the state, sorted."""
    places = (*state.hands, *state.shown, state.field, state.stock)
    return tuple(sorted(card for place in places for card in place))


def _wrong(rules: Rules, state: State) -> str | None:
    """Why no game comes to this state, or None."""
    seats = len(state.hands)
    named = (state.turn, state.actor, state.layer, state.declarer)
    if len(state.shown) != seats or any(seat is not None and seat >= seats for seat in named) or not state.field:
        return "it names a seat that is not there, not every seat has its cards, or there is no field card"
    offered = state.moment in ("offered", "taking")
    checks: tuple[tuple[str, bool], ...] = (
        (f"every seat holds {rules.hand} cards", any(len(state.cards_of(seat)) != rules.hand for seat in range(seats))),
        (
            f"some colour stands on {rules.open} of the face-up cards of a seat",
            not all(may_lie_open(rules, cards) for cards in state.shown),
        ),
        ("a seat is to act until one has declared", (state.actor is None) == (state.declarer is None)),
        ("the seat declares whose turn it is", state.declarer not in (None, state.turn)),
        ("the seat acts whose turn it is", not offered and state.actor not in (None, state.turn)),
        (
            "a field card that has just been laid is offered to a seat that may take it",
            (state.layer is not None) != offered or (offered and state.actor not in _askable(rules, state)),
        ),
        ("its cards are those of the deck", Counter(all_cards(state)) != Counter(rules.deck)),
    )
    return next((f"it must hold that {what}" for what, wrong in checks if wrong), None)


def _askable(rules: Rules, state: State) -> tuple[int, ...]:
    """The seats that may take the field card."""
    if state.layer is None:
        return ()
    hands = [state.cards_of(seat) for seat in range(len(state.hands))]
    return takers(rules, hands, state.turn, state.layer, state.field[-1])


def _number(word: str, line: str) -> int:
    if not (word.isascii() and word.isdigit()):
        raise NotationError(f"{line!r} is not a state: {word!r} is no number")
    return int(word)


def _seat_or_none(seat: int | None) -> str:
    return "-" if seat is None else str(seat)


def _join(cards: Iterable[Card]) -> str:
    return ",".join(map(str, cards))


def _split(rules: Rules, line: str) -> Cards:
    return tuple(parse_card(word, rules.cards) for word in line.split(",")) if line else ()
