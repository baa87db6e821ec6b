"""The help: the pages of the documentation, and the rules of the games."""

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Route

from moderator.core.template_folders import ENGLISH
from moderator.service.pages.public import NothingToSeeError
from moderator.web.pages.guides import Guide, grouped_titles, guide
from moderator.web.pages.public import answer
from moderator.web.site import PUBLIC, Site


async def contents(request: Request) -> Response:
    """List the pages."""

    async def make(site: Site) -> Response:
        groups = await run_in_threadpool(grouped_titles, site.language)
        return HTMLResponse(site.words("help", groups=groups), headers=PUBLIC)

    return await answer(request, make)


async def page(request: Request) -> Response:
    """Show a page."""

    async def make(site: Site) -> Response:
        return HTMLResponse(site.words("guide", guide=await _find(request, site.language)), headers=PUBLIC)

    return await answer(request, make)


async def picture(request: Request) -> Response:
    """Return a picture of a page."""
    file = (await _find(request, ENGLISH)).pictures.get(request.path_params["name"])
    if file is None:
        raise NothingToSeeError(request.url.path)
    return FileResponse(file, headers=PUBLIC)


async def _find(request: Request, language: str) -> Guide:
    """Return the page that is asked for; raises NothingToSeeError if there is none."""
    found = await run_in_threadpool(guide, request.path_params["page"], language)
    if found is None:
        raise NothingToSeeError(request.url.path)
    return found


ROUTES = (Route("/help", contents), Route("/help/{page}", page), Route("/help/{page}/{name:path}", picture))
