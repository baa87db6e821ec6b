"""Pages that tell how people play: ratings, and the tables of series."""

from functools import partial

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from moderator.service.pages import standings
from moderator.service.people.rating import RATED_FROM
from moderator.web.pages.public import answer
from moderator.web.site import PUBLIC, Site


async def ratings(request: Request) -> Response:
    """List the ratings of those who agreed to it."""

    async def make(site: Site) -> Response:
        found = await site.ask(standings.ratings)
        return HTMLResponse(site.words("ratings", ratings=found, least=RATED_FROM), headers=PUBLIC)

    return await answer(request, make)


async def one_series(request: Request) -> Response:
    """Show the table of a series."""

    async def make(site: Site) -> Response:
        table = await site.ask(partial(standings.table, name=request.path_params["series"]))
        return HTMLResponse(site.words("series", table=table), headers=PUBLIC)

    return await answer(request, make)


ROUTES = (Route("/ratings", ratings), Route("/series/{series}", one_series))
