"""The press of a seat on its player's desk: what was written by whom, and a form for a new message."""

from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from moderator.rendering.environment import ReadingSeat
from moderator.service.pages import press
from moderator.service.pages.answers import SentLetter
from moderator.web.forms import read_form
from moderator.web.keeping import form_facts, once_of, send, sent_by
from moderator.web.site import site_of
from moderator.web.visitors import SEAT, Visitor, noted, visitor_of


async def show(request: Request) -> Response:
    """Show the press of a seat; after a message was sent, with what became of it."""
    visitor = await visitor_of(request)
    sent = await sent_by(request, visitor)
    failed = sent is not None and sent.answer is not None and any(each.refused for each in sent.answer.answers)
    whom, text, unsigned = press.written(sent.text) if sent else ("", "", False)
    return await _page(request, visitor, sent=sent, whom=whom, text=text if failed else "", unsigned=unsigned)


async def post(request: Request) -> Response:
    """Send a message as a letter; one that would be cut is shown back."""
    site, form, visitor = site_of(request), await read_form(request), await visitor_of(request)
    own, whom, text = visitor.seat_of(request), form.get("to", ""), form.get("text", "")
    unsigned = bool(form.get("unsigned"))
    delivery = partial(press.delivery, own=own, whom=whom, text=text, once=once_of(form), unsigned=unsigned)
    letter = await site.ask(delivery)
    if letter is None:
        return await _page(request, visitor, whom=whom, text=text, unsigned=unsigned, cut=True)
    return await send(request, letter, visitor, back=request.url.path, part="write")


async def _page(
    request: Request,
    visitor: Visitor,
    *,
    whom: str,
    text: str,
    unsigned: bool,
    sent: SentLetter | None = None,
    cut: bool = False,
) -> Response:
    site = site_of(request)
    page = await site.ask(partial(press.page, own=visitor.seat_of(request)))
    answer = site.page(
        "press",
        page=page,
        zone=page.zone,
        game=page.row.game,
        language=page.language,
        reader=ReadingSeat(page.row.seat, page.zone),
        whom=whom,
        text=text,
        unsigned=unsigned,
        cut=cut,
        **form_facts(site, sent),
    )
    return noted(site, visitor, answer)


ROUTES = (Route(f"{SEAT}/press", show), Route(f"{SEAT}/press", post, methods=["POST"]))
