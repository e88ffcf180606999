"""ICC profiles of printing presses: the shipped profile, and those that print shops hand out."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image, ImageCms

from pnp.diagnostics import Diagnostic, Location, PnpError
from pnp.pdf.objects.exchange import TITLES, Standard
from pnp.records import dataclass

_SHIPPED = Path(__file__).resolve().parent / "fogra39.icc"
MAX_BYTES = 8_000_000
"""Most bytes of a profile. Those of the industry have half a million to three."""
_HEADER = 128
_CLASS_NAMES = {
    "scnr": "of a scanner",
    "mntr": "of a screen",
    "spac": "of a colour space",
    "link": "from one device to another",
    "abst": "of no device",
    "nmcl": "of named colours",
}


@dataclass(frozen=True, slots=True)
class PressProfile:
    """ICC profile of a press that prints in CMYK.

    ``condition`` is its name in the ICC registry, None for others. ``described`` is its own description.
    """

    data: bytes
    condition: str | None
    described: str


def shipped_profile() -> PressProfile:
    """Return FOGRA39: offset on coated paper, ISO 12647-2:2004/Amd 1.

    The profile is the project's own, made with ArgyllCMS from the characterisation data of Fogra (``fogra39.txt``).
    """
    return PressProfile(_SHIPPED.read_bytes(), "FOGRA39", "Offset, coated paper, FOGRA39 (ISO 12647-2:2004/Amd 1)")


def read_profile(path: Path, standard: Standard) -> PressProfile:
    """Read the profile in a file. Raises PnpError, located there, for no profile, or none that ``standard`` allows."""
    try:
        if path.exists() and not path.is_file():
            raise _profile_error(path, "this is not a regular file", "name the profile that the shop gave you")
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise _profile_error(
            path, f"the file cannot be read: {error.strerror}", "name the profile that the shop gave you"
        ) from error
    _check_header(path, content, standard)
    try:
        profile = ImageCms.ImageCmsProfile(io.BytesIO(content))
        described = ImageCms.getProfileDescription(profile).strip()
        for source, target in ((ImageCms.createProfile("sRGB"), profile), (profile, ImageCms.createProfile("LAB"))):
            modes = ("RGB", "CMYK") if target is profile else ("CMYK", "LAB")
            transform = ImageCms.buildTransform(source, target, *modes)
            ImageCms.applyTransform(Image.new(modes[0], (1, 1)), transform)
    except (ImageCms.PyCMSError, OSError, ValueError) as error:
        message = f"the ICC profile is damaged or incomplete: {error}"
        raise _profile_error(path, message, "fetch it anew from the shop") from error
    return PressProfile(content, None, described or path.name)


def _check_header(path: Path, data: bytes, standard: Standard) -> None:
    """Check the first bytes of a profile (ICC.1:2022, 7.2). Raises PnpError."""
    wanted = "a profile of a press that prints in CMYK (class prtr), such as the shop gives out"
    if len(data) > MAX_BYTES:
        raise _profile_error(
            path, f"the file is larger than {MAX_BYTES:,} bytes, and so no ICC profile of a press", wanted
        )
    if len(data) < _HEADER or data[36:40] != b"acsp":
        raise _profile_error(path, "this is no ICC profile", wanted)
    if int.from_bytes(data[:4], "big") != len(data):
        stated_size = int.from_bytes(data[:4], "big")
        message = f"the ICC profile is damaged: it says it has {stated_size:,} bytes, and has {len(data):,}"
        raise _profile_error(path, message, "fetch it anew from the shop")
    device_class, space = (data[offset : offset + 4].decode("latin-1").strip() for offset in (12, 16))
    if device_class != "prtr":
        class_name = _CLASS_NAMES.get(device_class, f"of class {device_class!r}")
        raise _profile_error(path, f"this ICC profile is one {class_name}, and not of a press", f"give {wanted}")
    if space != "CMYK":
        raise _profile_error(
            path, f"this ICC profile is of a press that prints in {space}, not in CMYK", f"give {wanted}"
        )
    if standard == "x1a" and data[8] > 2:
        message = f"this ICC profile is of version {data[8]}, and {TITLES[standard]} knows version 2 alone"
        raise _profile_error(path, message, "ask the shop for a profile of version 2, or say --standard x4")


def _profile_error(path: Path, message: str, hint: str) -> PnpError:
    return PnpError(Diagnostic("bad-profile", message, Location(str(path)), hint))
