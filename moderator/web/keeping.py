"""Letters from browsers: kept like those of any transport, before anything else is done with them, and answered."""

import asyncio
import secrets
from collections.abc import Mapping
from functools import partial
from typing import Any
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from moderator.ports import Delivery
from moderator.service.pages import answers
from moderator.service.pages.answers import SentLetter
from moderator.web.site import PRIVATE, Site, site_of
from moderator.web.visitors import Visitor

_LOOKS, _PAUSE = 40, 0.075
"""How often it is looked whether a letter is read, and the seconds between: a reader is kept for three at most."""


def once_of(form: Mapping[str, str]) -> str:
    """Return what makes a form that is sent twice one letter."""
    return form.get("once") or _new_once()


def form_facts(site: Site, sent: SentLetter | None) -> dict[str, Any]:
    """Return what a page with a form shows: what became of the letter that was sent, and what its form sends once."""
    answered = site.renderer.letter(sent.answer) if sent and sent.answer else ""
    return {"sent": sent, "answered": answered, "once": _new_once()}


def _new_once() -> str:
    return secrets.token_urlsafe(12)


async def sent_by(request: Request, visitor: Visitor) -> SentLetter | None:
    """Return what became of the letter that a page is to tell about, None for none."""
    once = request.query_params.get("sent", "")
    return await site_of(request).ask(partial(answers.find, player=visitor.player, once=once)) if once else None


async def send(request: Request, letter: Delivery, visitor: Visitor, *, back: str, part: str) -> Response:
    """Keep a letter, and go to the part of a page that tells what became of it."""
    site = site_of(request)
    if not await keep(site, letter):
        return site.page("not-kept", 503)
    await _until_read(site, visitor, letter.origin)
    return RedirectResponse(f"{back}?sent={quote(letter.origin)}#{part}", 303, PRIVATE)


async def keep(site: Site, delivery: Delivery) -> bool:
    """Keep a letter durably, and ring for it; return whether that was done. One that is here already is kept."""
    (kept,) = await run_in_threadpool(site.backend.keep, [delivery])
    if isinstance(kept, Exception):
        return False
    await site.rouse()
    return True


async def _until_read(site: Site, visitor: Visitor, once: str) -> None:
    """Wait until a letter is read, or for three seconds: its page tells what became of it then, too."""
    for _ in range(_LOOKS):
        found = await site.ask(partial(answers.find, player=visitor.player, once=once))
        if found is None or found.is_read:
            return
        await asyncio.sleep(_PAUSE)
