"""The cookies: of a browser that waits for a link, of one that opens a player's desk, of one that opens the GM's.

All have the prefix ``__Host-``: no other host can set them, and they travel over TLS alone (and on this machine).
"""

from datetime import timedelta

from starlette.requests import Request
from starlette.responses import Response

from moderator.service.browsers import OF_GM, UNUSED
from moderator.service.pages.entrances import VALID

_DESK, _GM_DESK, _WAITING = "__Host-desk", "__Host-gm", "__Host-waiting"


def put_desk(answer: Response, key: str) -> None:
    """Let a browser open a desk from now on; it waits for nothing any more."""
    _put(answer, _DESK, key, UNUSED)
    _take(answer, _WAITING)


def put_gm_desk(answer: Response, key: str) -> None:
    """Let a browser open the GM's desk from now on; it waits for nothing any more."""
    _put(answer, _GM_DESK, key, OF_GM)
    _take(answer, _WAITING)


def keep_desk(answer: Response, key: str) -> None:
    """Let a browser that opens a player's desk keep its cookie for as long again."""
    _put(answer, _DESK, key, UNUSED)


def put_waiting(answer: Response, waiting: str) -> None:
    """Let a browser wait for a link."""
    _put(answer, _WAITING, waiting, VALID)


def take_desk(answer: Response) -> None:
    """Let a browser open no player's desk any more."""
    _take(answer, _DESK)


def take_gm_desk(answer: Response) -> None:
    """Let a browser open the GM's desk no more."""
    _take(answer, _GM_DESK)


def desk_of(request: Request) -> str:
    """Return the key by which a browser opens a player's desk, empty for none."""
    return request.cookies.get(_DESK, "")


def gm_desk_of(request: Request) -> str:
    """Return the key by which a browser opens the GM's desk, empty for none."""
    return request.cookies.get(_GM_DESK, "")


def waiting_of(request: Request) -> str:
    """Return what a browser that waits is known by, empty for none."""
    return request.cookies.get(_WAITING, "")


def _put(answer: Response, name: str, value: str, lasts: timedelta) -> None:
    seconds = int(lasts.total_seconds())
    answer.set_cookie(name, value, max_age=seconds, path="/", secure=True, httponly=True, samesite="lax")


def _take(answer: Response, name: str) -> None:
    answer.delete_cookie(name, path="/", secure=True, httponly=True, samesite="lax")
