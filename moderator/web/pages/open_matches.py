"""The pages of matches that people can join, and of questions that went by letter about them."""

from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from moderator.service.letter_parts import Answer
from moderator.service.pages import open_matches
from moderator.web.forms import read_form
from moderator.web.site import site_of
from moderator.web.visitors import recognize

_MATCH, _QUESTION = "/open/{slug}", "/invite/{code}"


async def show(request: Request) -> Response:
    """Show a match that people can join."""
    return await _page(request)


async def take(request: Request) -> Response:
    """Let a player join or leave, and ask anybody else by letter."""
    site, form, visitor = site_of(request), await read_form(request), await recognize(request)
    slug = request.path_params["slug"]
    await site.ask(partial(open_matches.page, slug=slug, player=None))  # strangers wait for no lock
    if visitor is not None:
        done = await site.change(partial(open_matches.change, slug=slug, player=visitor.player, form=form))
        await site.rouse()
        return await _page(request, done=done)
    asked = await site.change(partial(open_matches.ask, slug=slug, form=form))
    await site.rouse()
    return await _page(request, asked=asked, address=form.get("address", ""))


async def _page(request: Request, *, done: Answer | None = None, asked: str = "", address: str = "") -> Response:
    """Show a match, perhaps with what a player's wish was ``done`` as, or how the ``address`` was ``asked``."""
    site, visitor = site_of(request), await recognize(request)
    player = visitor.player if visitor is not None else None
    page = await site.ask(partial(open_matches.page, slug=request.path_params["slug"], player=player))
    return site.page("open", page=page, done=done, asked=asked, address=address)


async def show_question(request: Request) -> Response:
    """Show a question and its two answers; programs that look at links in mail change nothing."""
    site, code = site_of(request), request.path_params["code"]
    return site.page("question", page=await site.ask(partial(open_matches.question, code=code)), answered="", done=None)


async def answer_question(request: Request) -> Response:
    """Answer a question."""
    site, code, form = site_of(request), request.path_params["code"], await read_form(request)
    page = await site.ask(partial(open_matches.question, code=code))
    says_yes = form.get("do") == "yes"
    done = await site.change(partial(open_matches.answer, code=code, says_yes=says_yes, name=form.get("name", "")))
    await site.rouse()
    return site.page("question", page=page, answered="yes" if says_yes else "no", done=done)


ROUTES = (
    Route(_MATCH, show),
    Route(_MATCH, take, methods=["POST"]),
    Route(_QUESTION, show_question),
    Route(_QUESTION, answer_question, methods=["POST"]),
)
