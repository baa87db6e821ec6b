"""The page that a letter leads to, and the button on it that sends a link to the desk."""

from functools import partial

from sqlmodel import Session
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from moderator.service.context import Context
from moderator.service.pages import entrances, letters
from moderator.service.pages.letters import LetterAddress
from moderator.web.pages.entrances import let_wait
from moderator.web.site import site_of
from moderator.web.visitors import SEAT, recognize

_PATH = "/l/{slug}/{seat}/{record:int}/{code}"


async def show(request: Request) -> Response:
    """Show a letter."""
    site = site_of(request)
    link = LetterAddress(**request.path_params)
    page, visitor = await site.ask(partial(letters.page, link=link)), await recognize(request)
    is_own = visitor is not None and visitor.player == page.player
    return site.page(
        "letter",
        game=page.report.head.game,
        language=page.report.head.language,
        page=page,
        head=page.report.head,
        zone=page.report.head.zone,
        drawings=site.renderer.drawings(page.report),
        story=site.renderer.letter(page.report),
        to_desk=f"{request.url.path}/desk",
        own=SEAT.format(slug=link.slug, seat=link.seat) if is_own else "",
    )


async def send_link(request: Request) -> Response:
    """Send the player of a letter a link to the desk, for which this browser waits."""
    site, link = site_of(request), LetterAddress(**request.path_params)
    await site.ask(partial(letters.find_seat, link=link))  # strangers do not wait for the lock of those who write
    return await let_wait(site, await site.change(partial(_send_link, link=link)))


def _send_link(session: Session, ctx: Context, link: LetterAddress) -> str | None:
    return entrances.ask(session, ctx, *letters.find_seat(session, ctx, link), link.record)


ROUTES = (Route(_PATH, show), Route(f"{_PATH}/desk", send_link, methods=["POST"]))
