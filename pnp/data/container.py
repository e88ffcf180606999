"""A workbook is a zip file of XML: what is in it, within limits, before anything else looks at it."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Mapping

from pnp.diagnostics import DefinitionError, Diagnostic, Location

_MAX_UNPACKED = 256_000_000
"""A hundred thousand rows of ten cells take 60 to 150 MB of XML."""
_MAX_PARTS = 5_000
_NEEDED = (".xml", ".rels", "mimetype")
_OLD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_AS_XLSX = "save it as .xlsx, .ods or .csv"


def parts_of(raw: bytes, label: str) -> dict[str, bytes]:
    """The XML of a workbook by the names of its parts; pictures and the like are left out.

    Raises DefinitionError for what is no such file, is protected by a password, or unpacks to more than is sane.
    """
    if raw.startswith(_OLD):
        if _ENCRYPTED in raw:
            raise _password(label)
        raise _refused(label, "not-a-workbook", "this is an old Excel file (.xls), not .xlsx", _AS_XLSX)
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            wanted = [one for one in archive.infolist() if one.filename.endswith(_NEEDED)]
            if len(wanted) > _MAX_PARTS or sum(one.file_size for one in wanted) > _MAX_UNPACKED:
                message = f"the workbook unpacks to more than {_MAX_UNPACKED // 1_000_000} MB"
                raise _refused(label, "too-large", message, "copy the sheet into a workbook of its own")
            if any(one.flag_bits & 1 for one in wanted):
                raise _password(label)
            parts = {one.filename: _read(archive, one) for one in wanted}
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, OSError, ValueError) as error:
        message = "this is not a workbook, or it is damaged"
        raise _refused(label, "not-a-workbook", message, "open it in a spreadsheet program and save it anew") from error
    if b"encryption-data" in parts.get("META-INF/manifest.xml", b""):
        raise _password(label)
    return parts


def _read(archive: zipfile.ZipFile, one: zipfile.ZipInfo) -> bytes:
    # Asked for so many bytes, zipfile unpacks no more, whatever follows them in a file that lies about its sizes.
    with archive.open(one) as file:
        return file.read(one.file_size)


def repacked(parts: Mapping[str, bytes]) -> io.BytesIO:
    """These parts alone as a zip file again: a reader of it finds what was looked at here and nothing else."""
    whole = io.BytesIO()
    # Packed quickly: XML of a hundred megabytes would be there twice.
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    whole.seek(0)
    return whole


def _password(label: str) -> DefinitionError:
    message, hint = "this workbook is protected by a password", "save a copy without a password"
    return _refused(label, "password", message, hint)


def _refused(label: str, code: str, message: str, hint: str) -> DefinitionError:
    return DefinitionError(Diagnostic(code, message, Location(label), hint))
