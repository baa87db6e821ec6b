"""The page that checks dice in the browser, and the program for those who check them offline.

A match is none of their business: letters never come here.
"""

import json
from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Route

from moderator.web.pages.guides import DOCS
from moderator.web.site import PUBLIC, site_of

_VECTORS = DOCS / "dice-vectors.json"
_NAME = "verify_letters.py"
_PROGRAM = next(
    path for path in (DOCS / _NAME, Path(__file__).resolve().parents[3] / "tools" / _NAME) if path.is_file()
)
"""In the wheel, or in a checkout."""


async def checker(request: Request) -> Response:
    """Show the page that checks letters in the browser; it holds the examples, so that it asks for nothing."""
    return HTMLResponse(site_of(request).words("dice", vectors=_vectors()), headers=PUBLIC)


async def program(_: Request) -> Response:
    """Return the program that checks letters offline, to be saved."""
    return FileResponse(_PROGRAM, media_type="text/plain; charset=utf-8", filename=_NAME, headers=PUBLIC)


@cache
def _vectors() -> str:
    """Return the examples with their numbers as text, since a browser rounds those above 2^53."""
    return json.dumps(json.loads(_VECTORS.read_text(encoding="utf-8"), parse_int=str), ensure_ascii=False)


ROUTES = (Route("/dice", checker), Route(f"/dice/{_NAME}", program))
