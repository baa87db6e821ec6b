"""The site: everything that its pages are made of, and how one is answered."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Protocol, TypeVar
from weakref import WeakValueDictionary

from sqlmodel import Session
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from moderator.core.template_folders import ENGLISH
from moderator.ports import Delivery
from moderator.rendering.pages import PageRenderer
from moderator.service.context import Context
from moderator.service.facts import TurnReport
from moderator.store.session import Store
from moderator.web import languages
from moderator.web.cache import Cache
from moderator.web.lines import Line
from moderator.web.settings import WebSettings
from moderator.web.static import Static

T = TypeVar("T")

_QUESTIONS = 4
"""Checks of one player that are made or wait, at most."""
_PRINTED = 20
"""PDFs that are asked for at a time, at most."""

PRIVATE: Mapping[str, str] = {"Cache-Control": "private, no-store", "X-Robots-Tag": "noindex"}
"""The headers of what not everybody may see, and of what changes with every request."""
PUBLIC: Mapping[str, str] = {"Cache-Control": "public, max-age=30"}
"""The headers of what everybody may see."""


class Backend(Protocol):
    """An instance, as far as pages need it."""

    @property
    def store(self) -> Store:
        """Its database."""
        ...

    @property
    def ctx(self) -> Context:
        """Its settings, games, clock and key, as they are now."""
        ...

    def keep(self, deliveries: Sequence[Delivery]) -> Sequence[int | Exception | None]:
        """Keep letters durably, as those of any transport."""
        ...


@dataclass(frozen=True)
class Site:
    """What handlers work with.

    ``wake`` is called when a browser left something to do: it makes the moderator read letters, look at matches, and
    send what waits in the outbox. ``troubles`` tells what is wrong with the moderator's work, as its health page does;
    a desk in a process of its own does not know.
    """

    backend: Backend
    settings: WebSettings
    renderer: PageRenderer
    wake: Callable[[], object] = lambda: None
    troubles: Callable[[], Mapping[str, int]] = dict
    language: str = ENGLISH
    """The language of its pages to who asks; that of letters and of their reader's pages is chosen otherwise."""
    cache: Cache = field(default_factory=Cache)
    static: Static = field(default_factory=Static)
    _printer: ThreadPoolExecutor = field(default_factory=partial(ThreadPoolExecutor, 1, "print"))
    printing: Line = field(default_factory=partial(Line, _PRINTED, _PRINTED))
    """Where those wait who ask for a PDF."""
    _busy: WeakValueDictionary[int, Line] = field(default_factory=WeakValueDictionary)

    async def ask(self, question: Callable[[Session, Context], T]) -> T:
        """Ask the database a question, in another thread and in a session that only reads."""
        return await run_in_threadpool(self._ask, question)

    def _ask(self, question: Callable[[Session, Context], T]) -> T:
        with self.backend.store.read() as session:
            return question(session, self.backend.ctx)

    async def printed(self, report: TurnReport) -> bytes | None:
        """Return a report as a PDF, None if it shows no board; made one after the other in a thread of their own.

        Each takes a typesetter some hundred milliseconds, which many at once would take from those who read and write.
        """
        return await asyncio.get_running_loop().run_in_executor(self._printer, self.renderer.pdf, report)

    def one_at_a_time(self, player: int) -> Line:
        """Return where a player's long questions wait: to check many lines takes seconds, and others want theirs."""
        return self._busy.setdefault(player, Line(_QUESTIONS))

    async def change(self, change: Callable[[Session, Context], T]) -> T:
        """Change something in the database, in another thread and in a transaction of its own."""
        return await run_in_threadpool(self._change, change)

    def _change(self, change: Callable[[Session, Context], T]) -> T:
        with self.backend.store.write() as session:
            return change(session, self.backend.ctx)

    async def work(self, task: Callable[[Store, Context], T]) -> T:
        """Have something done that makes its own transactions, in another thread."""
        return await run_in_threadpool(task, self.backend.store, self.backend.ctx)

    async def rouse(self) -> None:
        """Wake the moderator, in another thread."""
        await run_in_threadpool(self.wake)

    def words(self, name: str, **facts: Any) -> str:  # noqa: ANN401 - whatever the template names
        """Return a page in words, with what every page knows of the site."""
        settings = self.backend.ctx.settings
        known: dict[str, Any] = {
            "site": settings.name,
            "zone": settings.zone,
            "language": self.language,
            "static": self.static.path,
        }
        return self.renderer.page(name, **known | facts)

    def page(self, name: str, status: int = 200, headers: Mapping[str, str] = PRIVATE, **facts: Any) -> Response:  # noqa: ANN401 - as above
        """Answer with a page."""
        return HTMLResponse(self.words(name, **facts), status, headers)

    def nothing(self) -> Response:
        """Answer that there is nothing here, or nothing that this browser may see: nobody learns which."""
        return self.page("nothing", 404)


def site_of(request: Request) -> Site:
    """Return the site that a request is to, in the language that its browser asks for."""
    site: Site = request.app.state.site
    asked = request.headers.get("accept-language", "")
    return replace(site, language=languages.preferred(asked, site.backend.ctx.settings.language))
