"""The two cookies: one for a browser that waits for a link, one for a browser that opens a desk.

Both have the prefix ``__Host-``: no other host can set them, and they travel over TLS alone (and on this machine).
"""

from datetime import timedelta

from starlette.requests import Request
from starlette.responses import Response

from moderator.service.browsers import UNUSED
from moderator.service.pages.entrances import VALID

_DESK, _WAITING = "__Host-desk", "__Host-waiting"


def put_desk(answer: Response, key: str) -> None:
    """Let a browser open a desk from now on; it waits for nothing any more."""
    _put(answer, _DESK, key, UNUSED)
    answer.delete_cookie(_WAITING, path="/", secure=True, httponly=True, samesite="lax")


def put_waiting(answer: Response, waiting: str) -> None:
    """Let a browser wait for a link."""
    _put(answer, _WAITING, waiting, VALID)


def take_desk(answer: Response) -> None:
    """Let a browser open no desk any more."""
    answer.delete_cookie(_DESK, path="/", secure=True, httponly=True, samesite="lax")


def desk_of(request: Request) -> str:
    """Return the key by which a browser opens a desk, empty for none."""
    return request.cookies.get(_DESK, "")


def waiting_of(request: Request) -> str:
    """Return what a browser that waits is known by, empty for none."""
    return request.cookies.get(_WAITING, "")


def _put(answer: Response, name: str, value: str, lasts: timedelta) -> None:
    seconds = int(lasts.total_seconds())
    answer.set_cookie(name, value, max_age=seconds, path="/", secure=True, httponly=True, samesite="lax")
