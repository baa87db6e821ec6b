"""The archive: every accepted sheet as a text file in canonical words, for the GM to read."""

from pathlib import Path

from moderator.app.files import private_folder
from moderator.service import tags
from moderator.service.inbox.desk import Archive
from moderator.transport.folder import write_private


def write(root: Path, sheet: Archive) -> Path:
    """Write a sheet to ``orders/archive/<match>/<turn>/<seat>.txt``, replacing an earlier one as a whole."""
    archive = root / "orders" / "archive"
    private_folder(archive)
    target = archive / tags.slug(sheet.match) / f"{sheet.turn:03d}" / f"{tags.slug(sheet.seat)}.txt"
    data = "".join(f"{line}\n" for line in sheet.lines).encode()
    if not (target.is_file() and target.read_bytes() == data):
        write_private(target, data)
    return target
