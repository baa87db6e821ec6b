"""The settings of a player on the desk: preferences, browsers that are in, and the way out of all of them."""

from functools import partial

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from moderator.rendering.environment import ReadingSeat
from moderator.service import browsers
from moderator.service.pages import preferences
from moderator.service.pages.desks import OwnSeat
from moderator.web import cookies
from moderator.web.forms import read_form
from moderator.web.keeping import form_facts, once_of, send, sent_by
from moderator.web.site import PRIVATE, site_of
from moderator.web.visitors import noted, recognize, visitor_of

_PATH = "/desk/settings"


async def show(request: Request) -> Response:
    """Show the settings; after some were changed, with what became of it."""
    site, visitor = site_of(request), await visitor_of(request)
    page = await site.ask(partial(preferences.page, player=visitor.player, browser=visitor.browser))
    answer = site.page(
        "settings",
        page=page,
        zone=page.zone,
        language=visitor.language,
        reader=ReadingSeat("", page.zone),
        unchanged="unchanged" in request.query_params,
        **form_facts(site, await sent_by(request, visitor)),
    )
    return noted(site, visitor, answer)


async def change(request: Request) -> Response:
    """Change preferences by a letter."""
    site, form, visitor = site_of(request), await read_form(request), await visitor_of(request)
    seat = OwnSeat(visitor.player, form["match"], form.get("seat", "")) if "match" in form else None
    letter = await site.ask(
        partial(preferences.delivery, player=visitor.player, seat=seat, wanted=form, once=once_of(form))
    )
    if letter is None:
        return RedirectResponse(f"{_PATH}?unchanged=1#answer", 303, PRIVATE)
    return await send(request, letter, visitor, back=_PATH, part="answer")


async def sign_out(request: Request) -> Response:
    """Let no browser of this player open anything any more."""
    site, visitor = site_of(request), await recognize(request)
    if visitor is not None:
        await site.change(lambda session, _: browsers.sign_out(session, visitor.player))
    answer = RedirectResponse("/", 303, PRIVATE)
    cookies.take_desk(answer)
    return answer


ROUTES = (
    Route(_PATH, show),
    Route(_PATH, change, methods=["POST"]),
    Route("/desk/sign-out", sign_out, methods=["POST"]),
)
