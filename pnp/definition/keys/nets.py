"""The ``net`` of a folded component: its schema, and its conversion to the model."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, cast

from pnp.definition.keys.schemas import choice, formatted, list_of, named, table
from pnp.folding import cube, lay_out, problems, tray, tuck
from pnp.model.net import SIDES, Net, Panel, PanelSide, Side, Tab
from pnp.toml.findings import DefinitionFinding
from pnp.units import Size, parse_length, parse_size

FACE_ROOM = 2.2
"""Space in mm around the net on the face of a folded component: for art over the cut, and for marks beyond it."""
NEST_ROOM = 1.0
"""The same space for nets that lie into one another, which have no marks beyond their outline."""
LEAST_BOX = (30.0, 40.0, 12.0)
"""Width, height and depth in mm of the smallest tuck box."""
_LONGEST = 1000.0
_SIDE = re.compile(r"([a-z0-9]+(?:[-_][a-z0-9]+)*)\.(left|right|top|bottom)")
_PANEL = re.compile(r"([a-z0-9]+(?:[-_][a-z0-9]+)*)(?:\.(left|right|top|bottom))?")


def _length(description: str, example: str = "16mm") -> dict[str, Any]:
    return formatted("net-length", description, examples=[example])


def _kind(name: str, description: str, keys: Mapping[str, Any], *required: str) -> dict[str, Any]:
    return table(description, {"is": {"const": name}, **keys}, "is", *required)


_CUBE = _kind(
    "cube",
    'A die to fold: panels "1" to "6".',
    {"edge": _length("How long its edges are."), "tab": _length("How deep its glue tabs are.", "4mm")},
    "edge",
    "tab",
)
_RIM = "Walls go on over their upper edge and down outside: panels back-outside and so on."
_TRAY = _kind(
    "tray",
    "An open box, printed on the inside: panels floor, back, front, left and right.",
    {
        "width": _length("Its room inside, from left to right.", "150mm"),
        "depth": _length("Its room inside, from back to front.", "104mm"),
        "height": _length("How high its walls are.", "20mm"),
        "tab": _length("How deep its glue tabs are.", "14mm"),
        "rim": {"type": "boolean", "default": False, "description": _RIM},
    },
    "width",
    "depth",
    "height",
    "tab",
)
_SLEEVED = "Its cards are in sleeves."
_SUMMARIES = "How many summary cards each player has."
_TUCK = _kind(
    "tuck",
    "A tuck box for all cards and tokens of the kit, printed outside: panels front, right, back, left, lid, tongue and "
    "floor. Its size follows from them; too many take two boxes, or more.",
    {
        "sleeved": {"type": "boolean", "default": False, "description": _SLEEVED},
        "summaries": {"type": "integer", "minimum": 0, "maximum": 20, "default": 2, "description": _SUMMARIES},
    },
)
_PANEL_SCHEMA = table(
    "A rectangle of a net.",
    {
        "id": formatted("name", "What templates and sides call it.", examples=["floor"]),
        "size": formatted("panel-size", "Its size as it lies on the sheet."),
        "on": formatted("panel-side", 'The side it hangs on, such as "floor.left"; the first has none.'),
        "fold": {
            "type": "number",
            "minimum": -180,
            "maximum": 180,
            "default": 0,
            "examples": [90],
            "description": "How far it is folded, in degrees: above 0 towards the printed side (valley), "
            "below 0 away from it (mountain).",
        },
        "shift": formatted(
            "shift",
            "How far it lies off the middle of the side it hangs on: to the right or down, or with a minus.",
            default="0mm",
        ),
        "up": choice(SIDES, "The side, on the flat sheet, that is the top of what is drawn on it.", default="top"),
    },
    "id",
    "size",
)
_TAB_SCHEMA = table(
    "A glue tab.",
    {
        "on": formatted("panel-side", 'The side it hangs on, such as "floor.left".'),
        "depth": _length("How far it stands out.", "9mm"),
        "glued-to": formatted("panel-or-side", 'The panel that it ends up behind, or its side, such as "back.left".'),
    },
    "on",
    "depth",
    "glued-to",
)
_PANELS = _kind(
    "panels",
    "A tree of rectangles.",
    {
        "panels": list_of(
            named("NetPanel"),
            "The first lies still, printed side up; each other one hangs on a side of one before it.",
            minItems=1,
            maxItems=60,
        ),
        "tabs": list_of(named("NetTab"), "Glue tabs.", maxItems=60),
        "meets": list_of(
            list_of(formatted("panel-side"), minItems=2, maxItems=2),
            "Pairs of sides that come together: checked by folding.",
            maxItems=120,
        ),
    },
    "panels",
)
NET_DEFS: Mapping[str, Any] = {
    "Net": {
        "description": "What is cut out and folded.",
        "anyOf": [named("NetCube"), named("NetTray"), named("NetTuck"), named("NetPanels")],
    },
    "NetCube": _CUBE,
    "NetTray": _TRAY,
    "NetTuck": _TUCK,
    "NetPanels": _PANELS,
    "NetPanel": _PANEL_SCHEMA,
    "NetTab": _TAB_SCHEMA,
}


def make_net(table: Mapping[str, Any]) -> Net:
    """Return the net in a checked ``net`` table. A tuck box has its least size, until its contents are known."""
    lengths = {key: parse_length(table[key]) for key in ("edge", "width", "depth", "height", "tab") if key in table}
    if table["is"] == "cube":
        return cube(**lengths)
    if table["is"] == "tuck":
        return tuck(*LEAST_BOX)
    if table["is"] == "tray":
        return tray(**lengths, rim=table.get("rim", False))
    return Net(
        panels=tuple(map(_panel, table["panels"])),
        tabs=tuple(map(_tab, table.get("tabs", ()))),
        meets=tuple((side(first), side(second)) for first, second in table.get("meets", ())),
    )


def net_findings(table: Mapping[str, Any]) -> Iterator[DefinitionFinding]:
    """Yield the misfits of a well-formed net, by path from it.

    In a cube or a tray only the depth of the tabs can misfit, which is reported once.
    """
    misfits = problems(make_net(table))
    if table["is"] == "panels":
        yield from (DefinitionFinding(problem.path, problem.code, problem.message, problem.hint) for problem in misfits)
    elif misfits:
        yield DefinitionFinding(("tab",), misfits[0].code, misfits[0].message, "make the tabs less deep")


def face_size(net: Net, *, nest: bool = False) -> Size:
    """Return the size of a sound net's face: its extent with space around, less for nets that lie into one another."""
    extent, room = lay_out(net).size, NEST_ROOM if nest else FACE_ROOM
    return Size(extent.width + 2 * room, extent.height + 2 * room)


def side(text: str) -> PanelSide:
    """Return a side of a panel: "floor.left". Raises ValueError."""
    match = _SIDE.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not a side: write a panel and its side, such as floor.left")
    return PanelSide(match[1], cast(Side, match[2]))


def _glued_to(text: str) -> tuple[str, Side | None]:
    match = _PANEL.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not a panel: write its id, or one of its sides, such as floor.left")
    return match[1], cast("Side | None", match[2])


def _shift(text: str) -> float:
    stripped = text.strip()
    shift_mm = -parse_length(stripped[1:]) if stripped[:1] in ("-", "−") else parse_length(stripped)
    if abs(shift_mm) > _LONGEST:
        raise ValueError(f"{text!r} is too long: write at most {_LONGEST:g}mm")
    return shift_mm


def _net_length(text: str) -> float:
    length_mm = parse_length(text)
    if not 1 <= length_mm <= _LONGEST:
        raise ValueError(f"{text!r} is out of range: write 1mm to {_LONGEST:g}mm")
    return length_mm


def _panel_size(text: str) -> Size:
    panel_size = parse_size(text)
    if not (1 <= panel_size.width <= _LONGEST and 1 <= panel_size.height <= _LONGEST):
        raise ValueError(f"{text!r} is out of range: each side must be from 1mm to {_LONGEST:g}mm")
    return panel_size


def _panel(entry: Mapping[str, Any]) -> Panel:
    return Panel(
        id=entry["id"],
        size=parse_size(entry["size"]),
        on=side(entry["on"]) if "on" in entry else None,
        fold=float(entry.get("fold", 0)),
        shift=_shift(entry.get("shift", "0mm")),
        up=entry.get("up", "top"),
    )


def _tab(entry: Mapping[str, Any]) -> Tab:
    return Tab(side(entry["on"]), parse_length(entry["depth"]), *_glued_to(entry["glued-to"]))


NET_FORMATS: Mapping[str, Callable[[str], object]] = {
    "panel-side": side,
    "panel-or-side": _glued_to,
    "panel-size": _panel_size,
    "net-length": _net_length,
    "shift": _shift,
}
