"""Questions that a whole game of kasane raises, for its proof."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.games.core.playing.whole_game import Ask, Settled, Some, WholeGame, in_any_order
from pnp.games.kasane.play.state import Action, State
from pnp.games.kasane.rules.cards import PLUS_ONE, PLUS_ONE_TEXT, Card, Cards, card_as_json, cards_as_json
from pnp.games.kasane.rules.record import Rules


def begin(ask: Ask, rules: Rules, state: State) -> Iterator[Settled]:
    """Ask how many rows are laid out, and how many cards of each there are."""
    setup = ask("setup", {"players": state.seats})
    sizes = [setup["per_row"]] * setup["rows"]
    yield "rows", Some(f"rows of {sizes} cards", lambda rows: [len(row) for row in rows] == sizes)
    cards = [_card(name if name == PLUS_ONE_TEXT else int(name)) for name, n in setup["deck"].items() for _ in range(n)]
    yield "cards", in_any_order(cards)


def step(ask: Ask, rules: Rules, state: State, action: Action) -> Iterator[Settled]:
    """Ask about a card that is taken or a yaku, and lay out the next round."""
    if (action.do == "take") != (state.phase == "take"):
        yield "legal", False
    elif action.do == "take":
        yield from _take(ask, rules, state, action)
    else:
        if action.do == "achieve":
            yield from _achieve(ask, rules, state, action)
        else:
            yield "legal", True
        yield "took", None
        yield from _turn_over(ask, state)


def end(ask: Ask, rules: Rules, state: State) -> Iterator[Settled]:
    """Ask for the final score of each seat, and who wins with them."""
    seats = range(state.seats)
    totals = [
        ask(
            "final_score",
            {
                "points": state.points[seat],
                "field": cards_as_json(state.fields[seat]),
                "hand": cards_as_json(state.hands[seat]),
                "players": state.seats,
            },
        )["total"]
        for seat in seats
    ]
    winners = ask("winners", {"players": [[totals[seat], len(state.fields[seat])] for seat in seats]})["winners"]
    yield "results", tuple(int(seat in winners) for seat in seats)


def _take(ask: Ask, rules: Rules, state: State, action: Action) -> Iterator[Settled]:
    seat = state.turn or 0
    position = {"rows": [cards_as_json(row) for row in state.rows], "row": action.row, "card": action.card}
    out = ask("may_take", position)
    yield "legal", out["verdict"] == "allowed"
    card = out["hand_card"]
    stacks = {"hand": cards_as_json(state.hands[seat]), "field": cards_as_json(state.fields[seat])}
    acquired = ask("acquire", {**stacks, "card": card, "variant_plus1_may_achieve": rules.plus_one_yaku})
    yield "phase", "achieve"
    yield "took", _card(card)
    yield f"rows.{action.row}", state.rows[action.row][:-1]
    yield f"hands.{seat}", tuple(map(_card, acquired["hand"]))
    yield f"fields.{seat}", tuple(map(_card, acquired["field"]))
    yield f"points.{seat}", state.points[seat] + acquired["points"]


def _achieve(ask: Ask, rules: Rules, state: State, action: Action) -> Iterator[Settled]:
    seat = state.turn or 0
    hand, field = state.hands[seat], state.fields[seat]
    sizes = {"hand": len(hand), "field": len(field)}
    if len(set(action.laid)) < len(action.laid) or any(card.offset >= sizes[card.place] for card in action.laid):
        yield "legal", False
        return
    taken = [[*slot, tokens] for slot, tokens in zip(rules.slots, state.tokens, strict=True)]
    position = {
        "hand": cards_as_json(hand),
        "field": cards_as_json(field),
        "taken": taken,
        "own": taken,
        "took": None if state.took is None else card_as_json(state.took),
        "done": 0,
        "variant_plus1_may_achieve": rules.plus_one_yaku,
        "move": {"yaku": action.yaku, "row": [[card.place, card.offset] for card in action.laid]},
    }
    out = ask("may_achieve", position)
    yield "legal", out["verdict"] == "allowed"
    yield f"hands.{seat}", tuple(map(_card, out["hand"]))
    yield f"fields.{seat}", tuple(map(_card, out["field"]))
    yield f"points.{seat}", state.points[seat] + out["points"]
    slot = rules.slots.index((action.yaku, len(action.laid)))
    yield f"tokens.{slot}", state.tokens[slot] + 1


def _turn_over(ask: Ask, state: State) -> Iterator[Settled]:
    """Settle the next turn; or the next round, when one card of each row is left; or the end."""
    seats = state.seats
    setup = ask("setup", {"players": seats})
    if sum(map(len, state.rows)) > setup["left_at_round_end"]:
        yield "phase", "take"
        return
    discards = state.discards + tuple(card for row in state.rows for card in row)
    if state.round == setup["rounds"]:
        yield "phase", "over"
        yield "rows", ((),) * seats
        yield "discards", discards
        return
    yield "phase", "take"
    yield "round", state.round + 1
    yield "start", (state.start + 1) % seats
    stock: Cards = state.stock
    last = state.round + 1 == setup["rounds"]
    if last:
        # For the last round the deal says in which order the discards and the stock are shuffled together.
        both = stock + discards
        stock, discards = tuple(both[place] for place in state.shuffle), ()
        yield "shuffle", ()
    size = setup["per_row"]
    yield "rows", tuple(stock[size * row : size * (row + 1)] for row in range(seats))
    rest = stock[size * seats :]
    yield "stock", () if last else rest
    yield "discards", rest if last else discards


def _card(raw: int | str) -> Card:
    return PLUS_ONE if raw == PLUS_ONE_TEXT else int(raw)


ASKS = WholeGame(begin=begin, step=step, end=end)
