"""The way into a desk: the window that waits for a link, and the link itself. Only a button lets a browser in."""

from datetime import timedelta
from functools import partial

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from moderator.service.pages import entrances
from moderator.service.pages.entrances import OpenedDesk
from moderator.web import cookies
from moderator.web.forms import read_form
from moderator.web.site import PRIVATE, Site, site_of

_MINUTES = entrances.VALID // timedelta(minutes=1)


async def wait(request: Request) -> Response:
    """Show the window that waits."""
    site = site_of(request)
    await site.ask(partial(entrances.check_is_awaited, waiting=cookies.waiting_of(request)))
    return site.page("entrance-waits", minutes=_MINUTES, wrong="wrong" in request.query_params)


async def type_code(request: Request) -> Response:
    """Let the window in that waits, if the right code was typed there."""
    site, form = site_of(request), await read_form(request)
    typed, waiting = form.get("code", ""), cookies.waiting_of(request)
    await site.ask(partial(entrances.check_is_awaited, waiting=waiting))  # without the lock of those who write
    desk = await site.change(partial(entrances.enter_by_code, typed=typed, waiting=waiting))
    return await _come_in(site, desk) if desk else RedirectResponse("/enter?wrong=1", 303, PRIVATE)


async def look_at_link(request: Request) -> Response:
    """Show what a link leads to: a button in the browser that asked, a code in any other. Nothing changes yet."""
    site, waiting = site_of(request), cookies.waiting_of(request)
    link = await site.ask(partial(entrances.look, waiting=waiting, **request.path_params))
    return site.page("entrance", link=link, minutes=_MINUTES)


async def enter(request: Request) -> Response:
    """Let the browser in that asked."""
    site, waiting = site_of(request), cookies.waiting_of(request)
    await site.ask(partial(entrances.look, waiting=waiting, **request.path_params))  # as above
    desk = await site.change(partial(entrances.enter_by_link, waiting=waiting, **request.path_params))
    return await _come_in(site, desk)


async def _come_in(site: Site, desk: OpenedDesk) -> Response:
    await site.rouse()
    put, path = (cookies.put_gm_desk, "/gm") if desk.is_gm else (cookies.put_desk, "/desk")
    answer = RedirectResponse(path, 303, PRIVATE)
    put(answer, desk.key)
    return answer


async def let_wait(site: Site, waiting: str | None, *, is_gm: bool = False) -> Response:
    """Let the browser wait that asked for a link, or tell it that too many were sent there today."""
    if waiting is None:
        return site.page("entrance-busy", 429, limit=entrances.A_DAY, of_tag=entrances.OF_TAG, is_gm=is_gm)
    await site.rouse()
    answer = RedirectResponse("/enter", 303, PRIVATE)
    cookies.put_waiting(answer, waiting)
    return answer


ROUTES = (
    Route("/enter", wait),
    Route("/enter", type_code, methods=["POST"]),
    Route("/enter/{code}", look_at_link),
    Route("/enter/{code}", enter, methods=["POST"]),
)
