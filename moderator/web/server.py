"""The server of the web desk, in the moderator's own event loop or in one of its own."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

import structlog
import uvicorn

from moderator.web.app import make_app
from moderator.web.site import Site

_log = structlog.get_logger()

_PATIENCE = 5
"""Seconds that an open request has when the server is told to stop."""


class _Server(uvicorn.Server):
    """A server that leaves signals to the program that runs it."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Capture none."""
        yield


async def serve(site: Site, stopping: asyncio.Event) -> None:
    """Answer requests until told to stop. Without an address to listen at it logs the error, and the others go on.

    There is no log of requests: paths hold keys.
    """
    settings = site.settings
    server = _Server(
        uvicorn.Config(
            make_app(site),
            host=settings.host,
            port=settings.port,
            log_config=None,
            access_log=False,
            server_header=False,
            date_header=False,
            lifespan="off",
            proxy_headers=settings.behind == "proxy",
            forwarded_allow_ips="*" if settings.behind == "proxy" else None,
            timeout_graceful_shutdown=_PATIENCE,
            limit_concurrency=200,
        )
    )
    work = asyncio.ensure_future(_run(server))
    await asyncio.wait((work, asyncio.ensure_future(stopping.wait())), return_when=asyncio.FIRST_COMPLETED)
    server.should_exit = True
    await work


async def _run(server: _Server) -> None:
    try:
        await server.serve()
    except (OSError, SystemExit) as error:  # uvicorn leaves by SystemExit where the port is taken
        _log.error("web.not-started", listen=f"{server.config.host}:{server.config.port}", error=str(error))
