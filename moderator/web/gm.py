"""The GM's desk: the way in, what needs a decision, and each match with its overrides."""

from functools import partial

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from moderator.service import browsers
from moderator.service.pages import entrances
from moderator.web import cookies
from moderator.web.entrances import let_wait
from moderator.web.site import PRIVATE, site_of

_ASK = "/gm/ask/{code}"


async def ask(request: Request) -> Response:
    """Show the button by which the GM asks for a link."""
    site = site_of(request)
    await site.ask(partial(entrances.check_gm_code, **request.path_params))
    return site.page("gm-ask")


async def send_link(request: Request) -> Response:
    """Send the GM a link to the desk, for which this browser waits."""
    site = site_of(request)
    return await let_wait(site, await site.change(partial(entrances.ask_as_gm, **request.path_params)), is_gm=True)


async def _is_gm(request: Request) -> bool:
    return await site_of(request).ask(partial(browsers.opens_gm_desk, key=cookies.gm_desk_of(request)))


async def matches(request: Request) -> Response:
    """List the matches."""
    site = site_of(request)
    if not await _is_gm(request):
        return site.nothing()
    return site.page("gm")


async def sign_out(request: Request) -> Response:
    """Let no browser open the GM's desk any more."""
    site = site_of(request)
    if await _is_gm(request):
        await site.change(lambda session, _: browsers.sign_out(session, None))
    answer = RedirectResponse("/", 303, PRIVATE)
    cookies.take_gm_desk(answer)
    return answer


ROUTES = (
    Route("/gm", matches),
    Route("/gm/sign-out", sign_out, methods=["POST"]),
    Route(_ASK, ask),
    Route(_ASK, send_link, methods=["POST"]),
)
