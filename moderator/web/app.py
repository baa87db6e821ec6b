"""The application: which path leads to which page."""

import asyncio
from time import monotonic

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from moderator.service.pages.public import NothingToSeeError
from moderator.web.cache import can_unpack, pack
from moderator.web.guard import Guard
from moderator.web.lines import BusyError
from moderator.web.pages import (
    desk,
    dice,
    entrances,
    feeds,
    gm,
    help_pages,
    letters,
    open_matches,
    preferences,
    press,
    public,
    standings,
    unsubscribing,
)
from moderator.web.site import Site, site_of

_AS_LONG = 0.02
"""Seconds that it takes to say that there is nothing: longer than to look for what there may be."""
_WAIT = "Too much of this is asked for at the moment. Try again in a few seconds.\n"


def make_app(site: Site) -> Starlette:
    """Return the application that answers for a site."""
    app = Starlette(
        routes=[
            *public.ROUTES,
            *feeds.ROUTES,
            *standings.ROUTES,
            *help_pages.ROUTES,
            *dice.ROUTES,
            *letters.ROUTES,
            *entrances.ROUTES,
            *preferences.ROUTES,
            *desk.ROUTES,
            *press.ROUTES,
            *gm.ROUTES,
            *unsubscribing.ROUTES,
            *open_matches.ROUTES,
            Route("/static/{mark}/{name}", _static),
        ],
        middleware=[Middleware(Guard, url=site.settings.url, unguarded=(unsubscribing.FOLDER,))],
        exception_handlers={
            404: _nothing,
            405: _nothing,
            NothingToSeeError: _nothing,
            ClientDisconnect: _left,
            TimeoutError: _late,
            BusyError: _busy,
        },
    )
    app.router.redirect_slashes = False  # it would lead to the host that was asked for, and over plain HTTP
    app.state.site = site
    return app


async def _static(request: Request) -> Response:
    site = site_of(request)
    found = site.static.answer(**request.path_params)
    if found is None:
        raise NothingToSeeError(request.url.path)
    return pack(found, unpacks=can_unpack(request))


async def _nothing(request: Request, error: Exception) -> Response:
    """Answer that there is nothing here, for whatever reason, and not sooner for one than for another."""
    await asyncio.sleep(max(0, request.scope["began"] + _AS_LONG - monotonic()))
    answer = site_of(request).nothing()
    if isinstance(error, HTTPException):
        answer.status_code = error.status_code
    return answer


async def _late(_: Request, __: Exception) -> Response:
    """Answer a browser whose form does not come."""
    return Response(status_code=408, headers={"Connection": "close"})


async def _busy(_: Request, __: Exception) -> Response:
    """Answer one who is to ask again, since so many wait already."""
    return PlainTextResponse(_WAIT, 429, {"Cache-Control": "no-store", "Retry-After": "5"})


async def _left(_: Request, __: Exception) -> Response:
    """Answer a browser that went away in the middle of a form, which is no error of ours to be logged."""
    return Response(status_code=400)
