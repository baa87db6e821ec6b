"""The players whose browsers open a desk: who asks for a page, and the note that a browser is still used."""

from dataclasses import dataclass, field
from functools import partial

from sqlmodel import Session
from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import Response

from moderator.service import browsers, preferences
from moderator.service.context import Context
from moderator.service.pages.desks import OwnSeat
from moderator.service.pages.public import NothingToSeeError
from moderator.store.tables import Player
from moderator.web import cookies
from moderator.web.site import Site, site_of

SEAT = "/desk/{slug}/{seat}"
"""The path of a seat's page."""


@dataclass(frozen=True)
class Visitor:
    """A player whose browser was recognized by its ``key``; ``browser`` is its number, its use may have to be noted.

    ``language`` is the one that the player is written to in, about no match.
    """

    player: int
    browser: int
    language: str
    key: str = field(repr=False)
    is_to_be_noted: bool

    def seat_of(self, request: Request) -> OwnSeat:
        """Return the seat that a request is about, if it is this player's."""
        return OwnSeat(self.player, request.path_params["slug"], request.path_params["seat"])


async def recognize(request: Request) -> Visitor | None:
    """Return whose desk a browser opens, None if it opens none."""
    return await site_of(request).ask(partial(_recognize, key=cookies.desk_of(request)))


async def visitor_of(request: Request) -> Visitor:
    """Return whose desk a browser opens; raises NothingToSeeError if it opens none."""
    visitor = await recognize(request)
    if visitor is None:
        raise NothingToSeeError(request.url.path)
    return visitor


def _recognize(session: Session, ctx: Context, key: str) -> Visitor | None:
    browser = browsers.recognize(session, ctx, key)
    if browser is None or browser.player is None:
        return None
    language = preferences.language(ctx, session.get_one(Player, browser.player))
    return Visitor(browser.player, browser.id, language, key, browsers.is_to_be_noted(ctx, browser))


def noted(site: Site, visitor: Visitor, answer: Response) -> Response:
    """Answer, and if that is due let the browser keep its cookie longer, and note afterwards that it is still used."""
    if visitor.is_to_be_noted:
        cookies.keep_desk(answer, visitor.key)
        answer.background = BackgroundTask(site.change, partial(browsers.note_use, browser=visitor.browser))
    return answer
