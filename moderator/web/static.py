"""The files that pages load: a style sheet, scripts, and the type that maps are drawn with.

Their address holds a hash of them all, so that a browser may keep them for good.
"""

import hashlib
from pathlib import Path

from starlette.responses import Response

from moderator.rendering.typesetting.typefaces import FONTS

_FOLDER = Path(__file__).parent / "static"
_KINDS = {".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".otf": "font/otf"}
_FOR_GOOD = {"Cache-Control": "public, max-age=31536000, immutable"}


class Static:
    """All static files, read once."""

    def __init__(self) -> None:
        files = sorted([*_FOLDER.iterdir(), *FONTS.glob("IBMPlexSans-*.otf")])
        self._files = {path.name: path.read_bytes() for path in files if path.suffix in _KINDS}
        self.mark = hashlib.sha256(b"".join(self._files.values())).hexdigest()[:16]
        """What stands for this state of the files in their addresses."""

    def path(self, name: str) -> str:
        """Return the path of a file; raises KeyError if there is none."""
        self._files[name]
        return f"/static/{self.mark}/{name}"

    def answer(self, mark: str, name: str) -> Response | None:
        """Return a file, None if there is none; one under the mark of another release must be asked for again."""
        data = self._files.get(name)
        if data is None:
            return None
        headers = _FOR_GOOD if mark == self.mark else {"Cache-Control": "no-cache"}
        return Response(data, media_type=_KINDS[Path(name).suffix], headers=headers)
