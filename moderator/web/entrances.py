"""The way into a desk: the window that waits for a link, and the link itself. Only a button lets a browser in."""

from datetime import timedelta
from functools import partial

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from moderator.service.pages import entrances
from moderator.web import cookies
from moderator.web.forms import read_form
from moderator.web.site import PRIVATE, site_of

_MINUTES = entrances.VALID // timedelta(minutes=1)


async def wait(request: Request) -> Response:
    """Show the window that waits."""
    site = site_of(request)
    if not await site.ask(partial(entrances.is_awaited, waiting=cookies.waiting_of(request))):
        return site.nothing()
    return site.page("entrance-waits", minutes=_MINUTES, wrong="wrong" in request.query_params)


async def type_code(request: Request) -> Response:
    """Let the window in that waits, if the right code was typed there."""
    site, form = site_of(request), await read_form(request)
    typed, waiting = form.get("code", ""), cookies.waiting_of(request)
    key = await site.change(partial(entrances.enter_by_code, typed=typed, waiting=waiting))
    return _come_in(key) if key else RedirectResponse("/enter?wrong=1", 303, PRIVATE)


async def look_at_link(request: Request) -> Response:
    """Show what a link leads to: a button in the browser that asked, a code in any other. Nothing changes yet."""
    site, waiting = site_of(request), cookies.waiting_of(request)
    code = await site.ask(partial(entrances.code_for_others, waiting=waiting, **request.path_params))
    return site.page("entrance", code=code, minutes=_MINUTES)


async def enter(request: Request) -> Response:
    """Let the browser in that asked."""
    site, waiting = site_of(request), cookies.waiting_of(request)
    return _come_in(await site.change(partial(entrances.enter_by_link, waiting=waiting, **request.path_params)))


def _come_in(key: str) -> Response:
    answer = RedirectResponse("/desk", 303, PRIVATE)
    cookies.put_desk(answer, key)
    return answer


ROUTES = (
    Route("/enter", wait),
    Route("/enter", type_code, methods=["POST"]),
    Route("/enter/{code}", look_at_link),
    Route("/enter/{code}", enter, methods=["POST"]),
)
