"""The GM's desk: the way in, what needs a decision, and each match with the overrides that are tried and applied."""

from functools import partial

import structlog
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from moderator.rendering.environment import ReadingSeat
from moderator.service import browsers
from moderator.service.context import LONGEST_REASON
from moderator.service.overrides.decisions import OutdatedError
from moderator.service.pages import entrances, gm, gm_lines, health
from moderator.service.pages.gm_lines import Trial
from moderator.service.pages.public import NothingToSeeError
from moderator.web import cookies
from moderator.web.forms import read_form
from moderator.web.pages.entrances import let_wait
from moderator.web.site import PRIVATE, Site, site_of

_log = structlog.get_logger()

_ASK = "/gm/ask/{code}"
_MATCH = "/gm/{slug}"
_COMMON = ("EXTEND 24h", "PAUSE", "RESUME", "RESOLVE", "ROLLBACK 1")
"""Lines that a button writes."""


async def ask(request: Request) -> Response:
    """Show the button by which the GM asks for a link."""
    site = site_of(request)
    await site.ask(partial(entrances.check_gm_code, **request.path_params))
    return site.page("gm-ask")


async def send_link(request: Request) -> Response:
    """Send the GM a link to the desk, for which this browser waits."""
    site = site_of(request)
    await site.ask(partial(entrances.check_gm_code, **request.path_params))  # strangers wait for no lock
    return await let_wait(site, await site.change(partial(entrances.ask_as_gm, **request.path_params)), is_gm=True)


async def matches(request: Request) -> Response:
    """List all matches, and what the GM was told of late."""
    site = await _site_of_gm(request)
    return site.page("gm", desk=await site.ask(gm.desk), letters=site.renderer.letter)


async def match(request: Request) -> Response:
    """Show a match; after lines were applied, with what became of them."""
    await _site_of_gm(request)
    return await _show_match(request, done=request.query_params.get("done", ""))


async def lines(request: Request) -> Response:
    """Try lines, apply those that were tried, or add a common one to what is typed."""
    site, form = await _site_of_gm(request), await read_form(request)
    text, reason = form.get("lines", ""), gm_lines.read_reason(form.get("why", ""))
    if "add" in form:
        return await _show_match(request, text=f"{text.rstrip()}\n{form['add']}".lstrip(), reason=reason)
    work = partial(_apply, digest=form.get("digest", "")) if form.get("do") == "apply" else _attempt
    try:
        return await work(request, gm_lines.read_lines(text), reason)
    except NothingToSeeError:
        raise
    except OutdatedError:
        return await _show_match(request, 409, text=text, reason=reason, outdated=True)
    except Exception:  # noqa: BLE001 - a busy database, a fault of the program: its words may hold what is secret
        _log.exception("override.not-applied", match=request.path_params["slug"])
        return site.page("gm-failed", 503)


async def _attempt(request: Request, typed: tuple[str, ...], reason: str) -> Response:
    trial = await site_of(request).work(partial(gm_lines.attempt, lines=typed, reason=reason, **request.path_params))
    return await _show_match(request, text="\n".join(typed), reason=reason, trial=trial)


async def _apply(request: Request, typed: tuple[str, ...], reason: str, *, digest: str) -> Response:
    site = site_of(request)
    work = partial(gm_lines.apply, lines=typed, reason=reason, digest=digest, **request.path_params)
    name = await site.work(work)
    await site.rouse()
    return RedirectResponse(f"/gm/{request.path_params['slug']}?done={name}#overrides", 303, PRIVATE)


async def _show_match(
    request: Request,
    status: int = 200,
    *,
    text: str = "",
    reason: str = "",
    trial: Trial | None = None,
    done: str = "",
    outdated: bool = False,
) -> Response:
    site = site_of(request)
    page = await site.ask(partial(gm.page, slug=request.path_params["slug"]))
    head = page.report.head
    return site.page(
        "gm-match",
        status,
        game=head.game,
        language=head.language,
        reader=ReadingSeat("", head.zone),
        page=page,
        drawings=site.renderer.drawings(page.report),
        story=site.renderer.letter(page.report),
        common=_COMMON,
        text=text,
        reason=reason,
        longest=LONGEST_REASON,
        trial=trial,
        rehearsal=site.renderer.rehearsal(trial.applied, head.language) if trial and trial.applied else None,
        done=page.decided(done),
        outdated=outdated,
        letters=site.renderer.letter,
    )


async def show_health(request: Request) -> Response:
    """Show how the moderator is."""
    site = await _site_of_gm(request)
    return site.page("health", page=await site.ask(partial(health.page, troubles=site.troubles())))


async def sign_out(request: Request) -> Response:
    """Let no browser open the GM's desk any more."""
    site = await _site_of_gm(request)
    await site.change(lambda session, _: browsers.sign_out(session, None))
    answer = RedirectResponse("/", 303, PRIVATE)
    cookies.take_gm_desk(answer)
    return answer


async def _site_of_gm(request: Request) -> Site:
    """Return the site that a request of the GM's is to; raises NothingToSeeError if it is somebody else's."""
    site = site_of(request)
    if not await site.ask(partial(browsers.opens_gm_desk, key=cookies.gm_desk_of(request))):
        raise NothingToSeeError(request.url.path)
    return site


ROUTES = (
    Route("/gm", matches),
    Route("/health", show_health),
    Route("/gm/sign-out", sign_out, methods=["POST"]),
    Route(_MATCH, match),
    Route(f"{_MATCH}/lines", lines, methods=["POST"]),
    Route(_ASK, ask),
    Route(_ASK, send_link, methods=["POST"]),
)
