"""The page that stops reminders; a mail program's button sends its form without showing it (RFC 8058)."""

from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from moderator.service.pages import unsubscribing
from moderator.service.pages.unsubscribing import UnsubscribeLink
from moderator.web.site import site_of

FOLDER = "/unsubscribe/"
"""Where forms may come from anywhere: a mail program says no origin and has no cookie."""

_PATH = f"{FOLDER}{{slug}}/{{seat}}/{{code}}"


async def ask(request: Request) -> Response:
    """Show the button; programs that look at links in mail change nothing."""
    site, link = site_of(request), UnsubscribeLink(**request.path_params)
    match, assignment = await site.ask(partial(unsubscribing.find, link=link))
    return site.page("unsubscribe", match=match.name, seat=assignment.seat, stopped=False)


async def stop(request: Request) -> Response:
    """Stop the reminders."""
    site, link = site_of(request), UnsubscribeLink(**request.path_params)
    match, assignment = await site.ask(partial(unsubscribing.find, link=link))  # strangers wait for no lock
    await site.change(partial(unsubscribing.stop_reminders, link=link))
    await site.rouse()
    return site.page("unsubscribe", match=match.name, seat=assignment.seat, stopped=True)


ROUTES = (Route(_PATH, ask), Route(_PATH, stop, methods=["POST"]))
