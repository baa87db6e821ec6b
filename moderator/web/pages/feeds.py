"""What programs follow a match by: its turns as a feed (RFC 4287) and its deadlines as a calendar (RFC 5545)."""

from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from moderator.rendering.ics import subscription
from moderator.service.pages import public
from moderator.web.pages.public import answer
from moderator.web.site import PUBLIC, Site

_MOST = 50
"""Turns in a feed, at most: who reads it has the older ones already."""


async def feed(request: Request) -> Response:
    """Return the turns that spectators may see, the newest first."""

    async def make(site: Site) -> Response:
        seen = await site.ask(partial(public.outline, slug=request.path_params["match"]))
        newest = seen.stops[: -_MOST - 1 : -1]
        words = site.words(
            "feed", kind="xml", game=seen.match.game, match=seen.match, newest=newest, address=site.settings.address
        )
        return Response(words, media_type="application/atom+xml", headers=PUBLIC)

    return await answer(request, make)


async def deadlines(request: Request) -> Response:
    """Return when orders are due next."""

    async def make(site: Site) -> Response:
        match = await site.ask(partial(public.line, slug=request.path_params["match"]))
        url = f"{site.settings.address}/m/{match.slug}"
        summary = site.words("deadline", kind="txt", game=match.game, match=match).strip()
        # to the minute, so that a calendar in which nothing changed is the same for a while
        at = site.backend.ctx.now().replace(second=0, microsecond=0)
        calendar = subscription(url, match.due, summary=summary, url=url, at=at)
        return Response(calendar, media_type="text/calendar", headers=PUBLIC)

    return await answer(request, make)


ROUTES = (Route("/m/{match}/feed.atom", feed), Route("/m/{match}/deadlines.ics", deadlines))
