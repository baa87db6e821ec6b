"""The archive: every accepted order set as a text file in canonical words, for the GM to read."""

from pathlib import Path

import structlog

from moderator.app.files import private_folder
from moderator.service import tags
from moderator.service.inbox.desk import Archive
from moderator.transport.folder import write_private

_log = structlog.get_logger()


def write(root: Path, order_set: Archive) -> None:
    """Write an order set to ``orders/archive/<match>/<turn>/<seat>.txt``, replacing an earlier one as a whole.

    It is a copy for the GM: where it cannot be written, that is logged, and letters and turns go on without it.
    """
    archive = root / "orders" / "archive"
    target = archive / tags.slug(order_set.match) / f"{order_set.turn:03d}" / f"{tags.slug(order_set.seat)}.txt"
    data = "".join(f"{line}\n" for line in order_set.lines).encode()
    try:
        private_folder(archive)
        if not (target.is_file() and target.read_bytes() == data):
            write_private(target, data)
    except OSError as error:
        _log.warning("archive.not-written", match=order_set.match, seat=order_set.seat, error=str(error))
