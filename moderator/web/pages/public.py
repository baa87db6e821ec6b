"""The pages that everybody may see: the matches, and each match turn by turn."""

import hashlib
from collections.abc import Awaitable, Callable
from functools import partial

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from moderator.core.codec import encode
from moderator.service.pages import open_matches, public
from moderator.service.pages.public import Chronicle, NothingToSeeError
from moderator.web.cache import can_unpack, pack
from moderator.web.site import PUBLIC, Site, site_of

Make = Callable[[Site], Awaitable[Response]]


async def matches(request: Request) -> Response:
    """List the matches."""

    async def make(site: Site) -> Response:
        open_now = await site.ask(open_matches.lines)
        return _public(site.words("matches", matches=await site.ask(public.matches), open_now=open_now))

    return await answer(request, make)


async def match(request: Request) -> Response:
    """Show a match at one of its boards, the newest if none is asked for."""
    slug, key = request.path_params["match"], request.query_params.get("turn", "")

    async def make(site: Site) -> Response:
        seen = await _seen(site, slug, key)
        drawings = site.renderer.drawings(seen.report) if seen.report else ()
        story = site.renderer.letter(seen.report) if seen.report else ""
        return _public(site.words("match", game=seen.match.game, seen=seen, drawings=drawings, story=story))

    return await answer(request, make, key)


async def board(request: Request) -> Response:
    """Return the board of a turn as a picture that stands alone."""
    slug, key = request.path_params["match"], request.path_params["key"]

    async def make(site: Site) -> Response:
        seen = await _seen(site, slug, key)
        if seen.report is None or not seen.report.drawings:
            raise NothingToSeeError(slug)
        # never kept for long, not even a past one: after a rollback another board has the same address
        return Response(seen.report.drawings[0].svg, media_type="image/svg+xml", headers=PUBLIC)

    return await answer(request, make)


async def printed(request: Request) -> Response:
    """Return the report and the board of a turn as a PDF to print."""
    slug, key = request.path_params["match"], request.path_params["key"]

    async def make(site: Site) -> Response:
        seen = await _seen(site, slug, key)
        pdf = await site.printed(seen.report) if seen.report else None
        if pdf is None:
            raise NothingToSeeError(slug)
        headers = {**PUBLIC, "Content-Disposition": f'inline; filename="{seen.match.slug}-turn-{key}.pdf"'}
        return Response(pdf, media_type="application/pdf", headers=headers)

    async with site_of(request).printing.turn():
        return await answer(request, make, packs=False)


async def report_json(request: Request) -> Response:
    """Return the report and the position of a turn as a document for programs."""
    slug, key = request.path_params["match"], request.path_params["key"]

    async def make(site: Site) -> Response:
        told = await site.ask(partial(public.report_json, slug=slug, key=key))
        return Response(encode(told), media_type="application/json", headers=PUBLIC)

    return await answer(request, make)


async def _seen(site: Site, slug: str, key: str) -> Chronicle:
    """Return what everybody may see of a match, in the language of the browser that asks."""
    return await site.ask(partial(public.chronicle, slug=slug, key=key, language=site.language))


def _public(words: str) -> Response:
    return HTMLResponse(words, headers=PUBLIC)


async def answer(request: Request, make: Make, turn: str = "", *, packs: bool = True) -> Response:
    """Answer with what is kept of a page, or make it; a browser that has it already is told so.

    Nothing of an address counts but its path and the ``turn``: else every one that somebody makes up would be made.
    What would not become shorter, such as a PDF, is made without ``packs``, once for all browsers.
    """
    site, unpacks = site_of(request), packs and can_unpack(request)

    async def made() -> Response:
        fresh = await run_in_threadpool(partial(pack, await make(site), unpacks=unpacks))
        fresh.headers.add_vary_header("Accept-Language")
        fresh.headers["ETag"] = f'"{hashlib.sha256(fresh.body).hexdigest()[:24]}"'
        return fresh

    page = await site.cache.answer((request.scope["path"], turn, unpacks, site.language), made)
    if request.headers.get("if-none-match") == page.headers["ETag"]:
        kept = {name: page.headers[name] for name in ("ETag", "Cache-Control", "Vary")}
        return Response(status_code=304, headers=kept)
    return page


ROUTES = (
    Route("/", matches),
    Route("/m/{match}", match),
    Route("/m/{match}/{key}.svg", board),
    Route("/m/{match}/{key}.pdf", printed),
    Route("/m/{match}/{key}.json", report_json),
)
