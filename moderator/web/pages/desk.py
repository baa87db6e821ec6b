"""The desk of a player: the list of seats, and each seat with its board, its report and its orders."""

from collections.abc import Sequence
from functools import partial
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from msgspec import DecodeError, json
from msgspec.structs import replace
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from moderator.core.codec import encode, tag_of
from moderator.rendering.environment import ReadingSeat
from moderator.rendering.pages import PageRenderer
from moderator.service.facts import LetterFacts, TurnReport
from moderator.service.pages import checking, desks
from moderator.service.pages.answers import SentLetter
from moderator.service.pages.checking import Checked
from moderator.service.pages.composing import Begun
from moderator.web.forms import read_form
from moderator.web.keeping import form_facts, once_of, send, sent_by
from moderator.web.pages.guides import guide
from moderator.web.site import PRIVATE, site_of
from moderator.web.visitors import SEAT, Visitor, noted, visitor_of

_DIGITS = 10


async def seats(request: Request) -> Response:
    """List the seats of a player."""
    site, visitor = site_of(request), await visitor_of(request)
    lines, zone = await site.ask(partial(desks.lines, player=visitor.player))
    return noted(site, visitor, site.page("desk", language=visitor.language, lines=lines, zone=zone))


async def seat(request: Request) -> Response:
    """Show a seat; after orders were sent, with what became of them."""
    visitor = await visitor_of(request)
    return await _seat_page(request, visitor, sent=await sent_by(request, visitor))


async def report_json(request: Request) -> Response:
    """Return a seat as a document for programs."""
    site, visitor = site_of(request), await visitor_of(request)
    told = await site.ask(partial(desks.report_json, own=visitor.seat_of(request)))
    return noted(site, visitor, Response(encode(told), media_type="application/json", headers=PRIVATE))


async def proofs(request: Request) -> Response:
    """Return what can be checked in the letters to a seat, in one file."""
    site, visitor = site_of(request), await visitor_of(request)
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
    site, form, visitor = site_of(request), await read_form(request), await visitor_of(request)
    own, number, text = visitor.seat_of(request), _number(form.get("request", "")), form.get("orders", "")
    if form.get("do") == "send":
        once = once_of(form)
        letter = await site.ask(partial(checking.delivery, own=own, request=number, text=text, once=once, whole=True))
        return await send(request, letter, visitor, back=request.url.path.removesuffix("/orders"), part="orders")
    if form.get("do") == "choose":
        begun = _begun(form.get("begun", ""))
        async with site.one_at_a_time(visitor.player).turn():
            found = await site.ask(partial(checking.choices, own=own, request=number, text=text, begun=begun))
        return Response(json.encode(found), media_type="application/json", headers=PRIVATE)
    preview = form.get("do") == "preview"
    async with site.one_at_a_time(visitor.player).turn():
        checked = await site.ask(partial(checking.check, own=own, request=number, text=text, preview=preview))
    checked = _spoken(site.renderer, checked)
    if request.headers.get("x-part") == "check":
        return site.page(
            "checked", checked=checked, game=checked.game, language=checked.language, reader=_reader(checked)
        )
    return await _seat_page(request, visitor, checked=checked, text=text)


async def _seat_page(
    request: Request,
    visitor: Visitor,
    *,
    sent: SentLetter | None = None,
    checked: Checked | None = None,
    text: str | None = None,
) -> Response:
    site = site_of(request)
    since = _number(request.query_params.get("since", "")) or None
    page = await site.ask(partial(desks.seat_page, own=visitor.seat_of(request), since=since))
    head = page.report.head
    recorded = site.renderer.orders(page.recorded, head.game, head.language)
    lines = site.renderer.orders(page.lines, head.game, head.language, ours=True)
    page = replace(page, recorded=recorded, lines=lines)
    if sent is not None and sent.answer is not None and sent.answer.is_lost and sent.text.strip():
        text = sent.text  # nothing was recorded of it: it is shown back
    answer = site.page(
        "seat",
        checked=checked,
        game=head.game,
        language=head.language,
        reader=ReadingSeat(head.seat, head.zone),
        page=page,
        asked_since=since,
        head=head,
        zone=head.zone,
        rules=f"/help/{head.game}" if guide(head.game, head.language) else "",
        text="\n".join(page.lines) if text is None else text,
        forms=json.encode(page.forms).decode(),
        drawings=site.renderer.drawings(page.report, page.places),
        story=site.renderer.letter(page.report),
        earlier=[(each, site.renderer.letter(each)) for each in page.earlier],
        since=[site.renderer.letter(each) for each in page.since],
        **form_facts(site, sent),
    )
    return noted(site, visitor, answer)


def _spoken(renderer: PageRenderer, checked: Checked) -> Checked:
    """Return what was checked with the orders in it in the language of the page."""
    of_page = checked.game, checked.language
    return replace(
        checked,
        orders=renderer.orders(checked.orders, *of_page, ours=True),
        said=renderer.orders(checked.said, *of_page),
        preview=renderer.orders(checked.preview, *of_page),
    )


def _begun(text: str) -> Begun:
    try:
        return json.decode(text, type=Begun)
    except DecodeError as error:
        raise HTTPException(400) from error


def _reader(checked: Checked) -> ReadingSeat:
    return ReadingSeat(checked.seat, checked.zone)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < _DIGITS else 0


ROUTES = (
    Route("/desk", seats),
    Route(SEAT, seat),
    Route(f"{SEAT}/proof", proofs),
    Route(f"{SEAT}/report.json", report_json),
    Route(f"{SEAT}/orders", orders, methods=["POST"]),
)
