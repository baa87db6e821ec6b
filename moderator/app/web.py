"""The web desk of an instance, inside ``moderator serve`` or as a process of its own.

A desk of its own calls the moderator through PostgreSQL (``NOTIFY``). A call is a hint, as a
bell is: one that is lost delays work by at most a minute.
"""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress

import structlog
from sqlalchemy import text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from moderator.app.instance import Instance
from moderator.app.opening import templates_of
from moderator.rendering.pages import PageRenderer
from moderator.web.server import serve
from moderator.web.settings import WebSettings
from moderator.web.site import Site

_log = structlog.get_logger()

_CALL = "moderator_web"
_AGAIN = 5.0
"""Seconds to wait before the next try, when the database went away."""
_LOOK = 0.5
"""Seconds between two looks whether to stop."""


def make_site(instance: Instance, wake: Callable[[], object], troubles: Callable[[], Mapping[str, int]] = dict) -> Site:
    """Return the site of an instance; ``wake`` is called, in any thread, when a browser left something to do.

    ``troubles`` tells what is wrong with the moderator's work, by the codes of its health page.
    """
    settings = instance.config.web or WebSettings()
    return Site(instance, settings, PageRenderer(templates_of(instance.config)), wake, troubles)


async def serve_alone(instance: Instance, stopping: asyncio.Event) -> None:
    """Answer browsers until told to stop, and call the moderator that serves when one left something to do."""

    def call() -> None:
        with suppress(SQLAlchemyError), instance.store.write() as session:
            session.execute(text(f"NOTIFY {_CALL}"))

    await serve(make_site(instance, call), stopping)


async def hear(database: str, wake: Callable[[], object], stopping: asyncio.Event) -> None:
    """Call ``wake`` whenever a desk of its own calls, and after each new connection, until told to stop."""
    import psycopg  # noqa: PLC0415 - an extra: not there in every installation

    conninfo = make_url(database).set(drivername="postgresql").render_as_string(hide_password=False)
    while not stopping.is_set():
        try:
            async with await psycopg.AsyncConnection.connect(conninfo, autocommit=True) as connection:
                await connection.execute(f"LISTEN {_CALL}")
                wake()
                while not stopping.is_set():
                    async for _ in connection.notifies(timeout=_LOOK, stop_after=1):
                        wake()
        except psycopg.Error as error:
            _log.warning("web.database", error=str(error))
            with suppress(TimeoutError):
                await asyncio.wait_for(stopping.wait(), _AGAIN)
