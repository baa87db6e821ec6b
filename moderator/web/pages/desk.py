"""The desk of a player: the list of seats, and each seat with its board, its report and its orders."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from io import BytesIO
from urllib.parse import quote
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from msgspec import json
from sqlmodel import Session
from starlette.background import BackgroundTask
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from moderator.core.codec import tag_of
from moderator.ports import Delivery
from moderator.rendering.environment import ReadingSeat
from moderator.rendering.pages import PageRenderer
from moderator.service import browsers
from moderator.service.context import Context
from moderator.service.facts import LetterFacts, TurnReport
from moderator.service.pages import answers, checking, desks
from moderator.service.pages.answers import SentLetter
from moderator.service.pages.checking import Checked
from moderator.service.pages.desks import OwnSeat
from moderator.web import cookies, keeping
from moderator.web.forms import read_form
from moderator.web.site import PRIVATE, Site, site_of

SEAT = "/desk/{slug}/{seat}"
"""The path of a seat's page."""

_DIGITS = 10


@dataclass(frozen=True)
class Visitor:
    """A player whose browser was recognized by its ``key``; ``browser`` is its number, its use may have to be noted."""

    player: int
    browser: int
    key: str = field(repr=False)
    is_to_be_noted: bool

    def seat_of(self, request: Request) -> OwnSeat:
        """Return the seat that a request is about, if it is this player's."""
        return OwnSeat(self.player, request.path_params["slug"], request.path_params["seat"])


async def visitor_of(request: Request) -> Visitor | None:
    """Return whose desk a browser opens, None if it opens none."""
    return await site_of(request).ask(partial(_recognize, key=cookies.desk_of(request)))


def _recognize(session: Session, ctx: Context, key: str) -> Visitor | None:
    browser = browsers.recognize(session, ctx, key)
    if browser is None or browser.player is None:
        return None
    return Visitor(browser.player, browser.id, key, browsers.is_to_be_noted(ctx, browser))


async def seats(request: Request) -> Response:
    """List the seats of a player."""
    site, visitor = site_of(request), await visitor_of(request)
    if visitor is None:
        return site.nothing()
    return noted(site, visitor, site.page("desk", seats=await site.ask(partial(desks.seats, player=visitor.player))))


async def seat(request: Request) -> Response:
    """Show a seat; after orders were sent, with what became of them."""
    site, visitor = site_of(request), await visitor_of(request)
    if visitor is None:
        return site.nothing()
    return await _seat_page(request, visitor, sent=await sent_by(request, visitor))


async def proofs(request: Request) -> Response:
    """Return what can be checked in the letters to a seat, in one file."""
    site, visitor = site_of(request), await visitor_of(request)
    if visitor is None:
        return site.nothing()
    own = visitor.seat_of(request)
    letters = await site.ask(partial(desks.letters_to_check, own=own))
    whole = await run_in_threadpool(_zip, site.renderer, letters)
    name = f"{own.match}-{own.seat}-proof.zip"
    headers = {**PRIVATE, "Content-Disposition": f'attachment; filename="{name}"'}
    return noted(site, visitor, Response(whole, media_type="application/zip", headers=headers))


def _zip(renderer: PageRenderer, letters: Sequence[LetterFacts]) -> bytes:
    """Return the proofs of letters, each as a text of its own whose name tells of which letter it is."""
    whole = BytesIO()
    with ZipFile(whole, "w", ZIP_DEFLATED) as files:
        for number, letter in enumerate(letters, 1):
            of_turn = f"-{letter.resolved_turn}" if isinstance(letter, TurnReport) else ""
            name = f"{number:03}-{tag_of(type(letter))}{of_turn}.txt"
            if text := renderer.proof(letter):
                files.writestr(ZipInfo(name), text, ZIP_DEFLATED)
    return whole.getvalue()


async def orders(request: Request) -> Response:
    """Check orders, or send them as a letter."""
    site, visitor, form = site_of(request), await visitor_of(request), await read_form(request)
    if visitor is None:
        return site.nothing()
    own, number, text = visitor.seat_of(request), _number(form.get("request", "")), form.get("orders", "")
    if form.get("do") == "send":
        once = once_of(form)
        letter = await site.ask(partial(checking.delivery, own=own, request=number, text=text, once=once))
        return await send(request, letter, visitor, back=request.url.path.removesuffix("/orders"), part="orders")
    preview = form.get("do") == "preview"
    async with site.one_at_a_time(visitor.player):
        checked = await site.ask(partial(checking.check, own=own, request=number, text=text, preview=preview))
    if request.headers.get("x-part") == "check":
        return site.page("checked", checked=checked, game=checked.game, reader=_reader(checked))
    return await _seat_page(request, visitor, checked=checked, text=text)


def once_of(form: Mapping[str, str]) -> str:
    """Return what makes a form that is sent twice one letter."""
    return form.get("once") or secrets.token_urlsafe(12)


async def sent_by(request: Request, visitor: Visitor) -> SentLetter | None:
    """Return what became of the letter that a page is to tell about, None for none."""
    once = request.query_params.get("sent", "")
    return await site_of(request).ask(partial(answers.find, player=visitor.player, once=once)) if once else None


async def send(request: Request, letter: Delivery, visitor: Visitor, *, back: str, part: str) -> Response:
    """Keep a letter, and go to the part of a page that tells what became of it."""
    site = site_of(request)
    if not await keeping.keep(site, letter):
        return site.page("not-kept", 503)
    await keeping.until_read(site, partial(answers.find, player=visitor.player, once=letter.origin))
    return RedirectResponse(f"{back}?sent={quote(letter.origin)}#{part}", 303, PRIVATE)


async def _seat_page(
    request: Request,
    visitor: Visitor,
    *,
    sent: SentLetter | None = None,
    checked: Checked | None = None,
    text: str | None = None,
) -> Response:
    site = site_of(request)
    page = await site.ask(partial(desks.seat_page, own=visitor.seat_of(request)))
    head = page.report.head
    if sent is not None and sent.answer is not None and not sent.answer.filed:
        text = sent.text  # nothing was recorded of it: it is shown back
    answer = site.page(
        "seat",
        checked=checked,
        game=head.game,
        reader=ReadingSeat(head.seat, head.zone),
        page=page,
        head=head,
        zone=head.zone,
        sent=sent,
        answered=site.renderer.letter(sent.answer) if sent and sent.answer else "",
        text="\n".join(page.lines) if text is None else text,
        once=secrets.token_urlsafe(12),
        forms=json.encode(page.forms).decode(),
        drawings=site.renderer.drawings(page.report, page.places),
        story=site.renderer.letter(page.report),
        since=[site.renderer.letter(each) for each in page.since],
    )
    return noted(site, visitor, answer)


def _reader(checked: Checked) -> ReadingSeat:
    return ReadingSeat(checked.seat, checked.zone)


def noted(site: Site, visitor: Visitor, answer: Response) -> Response:
    """Answer, and if that is due let the browser keep its cookie longer, and note afterwards that it is still used."""
    if visitor.is_to_be_noted:
        cookies.keep_desk(answer, visitor.key)
        answer.background = BackgroundTask(site.change, partial(browsers.note_use, browser=visitor.browser))
    return answer


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < _DIGITS else 0


ROUTES = (
    Route("/desk", seats),
    Route(SEAT, seat),
    Route(f"{SEAT}/proof", proofs),
    Route(f"{SEAT}/orders", orders, methods=["POST"]),
)
