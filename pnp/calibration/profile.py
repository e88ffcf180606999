"""A printer, and what it needs on each paper. Lengths in mm."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from pnp.diagnostics import Diagnostic, Location, PnpError
from pnp.imposition.correction import NO_CORRECTION, Correction
from pnp.model.game import Paper
from pnp.model.sheets import Flip
from pnp.records import dataclass

NO_PRINTER = "none"
"""Asks for none, where there is a default one; no printer is called so."""


@dataclass(frozen=True, slots=True)
class PrinterProfile:
    """What a printer needs on one paper. ``margin`` is what it cannot reach, and ``flip`` the edge over which it turns
    sheets; None leaves them to the game. ``checked`` says that the cross of the sheet was read too, or that the offset
    was given as such; profiles of earlier versions, which were read off scales alone, may be a pitch off."""

    correction: Correction = NO_CORRECTION
    margin: float | None = None
    flip: Flip | None = None
    checked: bool = False

    @property
    def doubtful(self) -> bool:
        """Whether its backs may be moved to a wrong place."""
        return not self.checked and (self.correction.back_offset != (0.0, 0.0) or self.correction.back_turn != 0)


@dataclass(frozen=True, slots=True)
class Printer:
    """A printer with its profiles by the name of a paper. ``kept`` is the file that has them, for messages;
    ``by_default`` says that nobody asked for it by name."""

    name: str
    profiles: Mapping[str, PrinterProfile] = field(default_factory=dict, hash=False)
    kept: str = ""
    by_default: bool = False


@dataclass(frozen=True, slots=True)
class Printers:
    """All printers by name, and the name of the default one."""

    by_name: Mapping[str, Mapping[str, PrinterProfile]] = field(default_factory=dict)
    default: str | None = None

    def saved(self, name: str, paper: str, profile: PrinterProfile, *, default: bool) -> Printers:
        """With this profile, in the place of the one for the same paper."""
        profiles = {**self.by_name.get(name, {}), paper: profile}
        return Printers({**self.by_name, name: profiles}, name if default else self.default)

    def without(self, name: str) -> Printers:
        """Without a printer."""
        rest = {other: profiles for other, profiles in self.by_name.items() if other != name}
        return Printers(rest, None if self.default == name else self.default)


def profile_of(printer: Printer, paper: Paper) -> PrinterProfile:
    """What a printer needs on a paper. Raises PnpError where it was not measured on it."""
    if paper.name not in printer.profiles:
        message = f"--printer: {printer.name!r} was measured on {', '.join(printer.profiles)}, and not on {paper.name}"
        hint = f'measure it: pnp calibrate --paper {paper.name}, then --save "{printer.name}" --paper {paper.name}'
        place = Location(printer.kept) if printer.kept else None
        raise PnpError(Diagnostic("other-paper", message, place, hint))
    return printer.profiles[paper.name]
