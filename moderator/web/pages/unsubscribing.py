"""Pages that stop reminders, or a match that is watched; a mail program's button sends their form unseen (RFC 8058)."""

from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from moderator.service.pages import unsubscribing
from moderator.service.pages.unsubscribing import UnsubscribeLink, WatchLink
from moderator.web.site import site_of

FOLDER = "/unsubscribe/"
"""Where forms may come from anywhere: a mail program says no origin and has no cookie."""

_PATH = f"{FOLDER}{{slug}}/{{seat}}/{{code}}"
_WATCH_PATH = f"{FOLDER}{{slug}}/{{code}}"


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


async def ask_watcher(request: Request) -> Response:
    """Show the button to somebody who watches."""
    site, link = site_of(request), WatchLink(**request.path_params)
    match, _ = await site.ask(partial(unsubscribing.find_watcher, link=link))
    return site.page("unwatch", match=match.name, stopped=False)


async def stop_watching(request: Request) -> Response:
    """Send no more reports of a match that somebody watches."""
    site, link = site_of(request), WatchLink(**request.path_params)
    match, _ = await site.ask(partial(unsubscribing.find_watcher, link=link))  # strangers wait for no lock
    await site.change(partial(unsubscribing.stop_watching, link=link))
    return site.page("unwatch", match=match.name, stopped=True)


ROUTES = (
    Route(_PATH, ask),
    Route(_PATH, stop, methods=["POST"]),
    Route(_WATCH_PATH, ask_watcher),
    Route(_WATCH_PATH, stop_watching, methods=["POST"]),
)
