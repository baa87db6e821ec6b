"""The help: what players may read about letters and orders, and the rules of the games."""

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Route

from moderator.web.pages.guides import guide, titles
from moderator.web.pages.public import answer
from moderator.web.site import PUBLIC, Site, site_of


async def contents(request: Request) -> Response:
    """List the pages."""

    async def make(site: Site) -> Response:
        guides, games = await run_in_threadpool(titles)
        return HTMLResponse(site.words("help", guides=guides, games=games), headers=PUBLIC)

    return await answer(request, make)


async def page(request: Request) -> Response:
    """Show a page."""

    async def make(site: Site) -> Response:
        shown = await run_in_threadpool(guide, request.path_params["page"])
        return HTMLResponse(site.words("guide", guide=shown), headers=PUBLIC) if shown else site.nothing()

    return await answer(request, make)


async def picture(request: Request) -> Response:
    """Return a picture of a page."""
    shown = await run_in_threadpool(guide, request.path_params["page"])
    file = shown.pictures.get(request.path_params["name"]) if shown else None
    return FileResponse(file, headers=PUBLIC) if file else site_of(request).nothing()


ROUTES = (Route("/help", contents), Route("/help/{page}", page), Route("/help/{page}/{name}", picture))
