"""Table of figures: words for a reader, numbers for a program, and the bars of a plot."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.playtest.figures import CONFIDENCE, Estimate, Spread
from pnp.playtest.tally import Tally
from pnp.records import dataclass


@dataclass(frozen=True, slots=True)
class Bar:
    """Share in a plot, with the ends of the interval that its table has."""

    label: str
    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Number:
    """Figure as a number, with the ends of its interval; None where there are none. ``of`` is the card, the action or
    the like that it is about, ``cases`` the number of games, or of decisions and so on, that it rests on."""

    what: str
    value: float | None
    low: float | None
    high: float | None
    cases: int
    of: str = ""
    place: int | None = None
    """Place in the order of first turns, from 1, whose figure it is."""

    @classmethod
    def share(cls, what: str, share: Estimate, of: str = "", place: int | None = None) -> Number:
        """Return a share with its interval."""
        if not share.cases:
            return cls(what, None, None, None, 0, of, place)
        low, high = share.interval()
        return cls(what, share.value, low, high, share.cases, of, place)


@dataclass(frozen=True, slots=True)
class Table:
    """Table of figures. ``bars`` are those that a plot shows, with the share that all of them are compared with.

    ``further`` are rows in which nothing stands out. ``numbers`` are the figures of all rows.
    """

    title: str
    text: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    bars: tuple[Bar, ...] = ()
    line: tuple[float, str] | None = None
    further: tuple[tuple[str, ...], ...] = ()
    numbers: tuple[Number, ...] = ()

    @property
    def nothing(self) -> str:
        """Sentence for a table without a row that stands out."""
        return f"none of {len(self.further)} rows stands out." if self.further else self.text


def ordinal(number: int) -> str:
    """Return the word for a place in an order.

    >>> ordinal(1), ordinal(7)
    ('first', 'as number 7')
    """
    return {1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth", 6: "sixth"}.get(number, f"as number {number}")


def percent(share: float) -> str:
    """Return a share in percent.

    >>> percent(1 / 3)
    '33.3 %'
    """
    return f"{100 * share:.1f} %"


def share_cells(share: Estimate, confidence: float = CONFIDENCE) -> tuple[str, str]:
    """Return a share, and the interval that holds the true one with this confidence."""
    low, high = share.interval(confidence)
    return (percent(share.value), f"{100 * low:.1f} to {100 * high:.1f} %") if share.cases else ("-", "-")


def bar(label: str, share: Estimate, confidence: float = CONFIDENCE) -> Bar:
    """Return the bar of a share, by its label, with the interval of this confidence."""
    return Bar(label, share.value, *share.interval(confidence))


def spread_cells(spread: Spread | None, of: str = "games") -> tuple[str, str]:
    """Return the median, and the values between which nine of ten lie."""
    return ("-", "-") if spread is None else (str(spread.median), f"90 % of {of}: {between(spread)}")


def between(spread: Spread) -> str:
    """Return the values between which nine of ten lie."""
    return f"{spread.low} to {spread.high}"


def names(tally: Tally, counted: str) -> Sequence[str]:
    """Return what was counted under a name, in order."""
    return sorted(key.split(" ")[1] for key in tally.counts if key.startswith(f"{counted} "))
