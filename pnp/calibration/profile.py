"""Profiles of printers: the correction and the margin of a printer on each paper. Lengths in mm."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from pnp.diagnostics import Diagnostic, Location, PnpError
from pnp.imposition.correction import NO_CORRECTION, Correction
from pnp.model.game import Paper
from pnp.model.print_options import Flip
from pnp.records import dataclass

NO_PRINTER = "none"
"""The name that asks for no printer, if there is a default one. No printer has this name."""


@dataclass(frozen=True, slots=True)
class PrinterProfile:
    """Needs of a printer on one paper.

    ``margin`` is what it cannot reach, and ``flip`` the edge over which it turns sheets; None leaves them to the game.
    ``checked`` says that the cross of the sheet was read too, or that the offset was given as such. Profiles of earlier
    versions were read off scales alone, and may be a pitch off.
    """

    correction: Correction = NO_CORRECTION
    margin: float | None = None
    flip: Flip | None = None
    checked: bool = False

    @property
    def doubtful(self) -> bool:
        """True if its backs may be moved to a wrong place."""
        return not self.checked and (self.correction.back_offset != (0.0, 0.0) or self.correction.back_turn != 0)


@dataclass(frozen=True, slots=True)
class Printer:
    """Printer with its profiles by the name of a paper."""

    name: str
    profiles: Mapping[str, PrinterProfile] = field(default_factory=dict, hash=False)
    kept: str = ""
    """The file of the printers, for messages."""
    by_default: bool = False
    """True if no option named the printer."""


@dataclass(frozen=True, slots=True)
class Printers:
    """All printers by name, and the name of the default one."""

    by_name: Mapping[str, Mapping[str, PrinterProfile]] = field(default_factory=dict)
    default: str | None = None

    def saved(self, name: str, paper: str, profile: PrinterProfile, *, default: bool) -> Printers:
        """Return the printers with this profile, in the place of the one for the same paper."""
        profiles = {**self.by_name.get(name, {}), paper: profile}
        return Printers({**self.by_name, name: profiles}, name if default else self.default)

    def without(self, name: str) -> Printers:
        """Return the printers without the one of this name."""
        rest = {other_name: profiles for other_name, profiles in self.by_name.items() if other_name != name}
        return Printers(rest, None if self.default == name else self.default)


def profile_of(printer: Printer, paper: Paper) -> PrinterProfile:
    """Return the profile of a printer on a paper. Raises PnpError if it was not measured on it."""
    if paper.name not in printer.profiles:
        message = f"--printer: {printer.name!r} was measured on {', '.join(printer.profiles)}, and not on {paper.name}"
        hint = f'measure it: pnp calibrate --paper {paper.name}, then --save "{printer.name}" --paper {paper.name}'
        place = Location(printer.kept) if printer.kept else None
        raise PnpError(Diagnostic("other-paper", message, place, hint))
    return printer.profiles[paper.name]
