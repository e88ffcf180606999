"""Reading positions: what every game asks of plain data before it looks at cards."""

from __future__ import annotations

from typing import Any

from pnp.games.core.answer import Position, PositionError


def read(position: Position, key: str) -> Any:
    """The value of ``key``. Raises PositionError when it is missing."""
    try:
        return position[key]
    except KeyError:
        raise PositionError(f"the position has no {key!r}") from None
    except TypeError:
        raise PositionError("the position is not an object") from None


def read_list(raw: Any, what: str, fewest: int = 0, most: int | None = None) -> list[Any]:
    """A list of ``fewest`` to ``most`` items. Raises PositionError, as all of these do."""
    if not isinstance(raw, (list, tuple)):
        raise PositionError(f"{what} must be a list, not {raw!r}")
    if len(raw) < fewest or (most is not None and len(raw) > most):
        wanted = f"{fewest} or more" if most is None else f"{fewest}" if fewest == most else f"{fewest} to {most}"
        raise PositionError(f"{what} must hold {wanted} items, not {len(raw)}")
    return list(raw)


def read_whole(raw: Any, what: str, fewest: int = 0) -> int:
    """A whole number, ``fewest`` or more."""
    if type(raw) is not int or raw < fewest:
        raise PositionError(f"{what} must be a whole number, {fewest} or more, not {raw!r}")
    return raw


def read_flag(position: Position, key: str) -> bool:
    """True or false."""
    flag = read(position, key)
    if type(flag) is not bool:
        raise PositionError(f"{key!r} must be true or false, not {flag!r}")
    return flag
