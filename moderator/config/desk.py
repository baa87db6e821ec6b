"""The web desk in the operator's file: the checks beyond those of its shape."""

from collections.abc import Iterator
from importlib.util import find_spec

from sqlalchemy.engine import make_url

from moderator.config.faults import Fault
from moderator.config.reading import Source
from moderator.config.shape import File
from moderator.transport.connections import is_loopback, open_host


def faults(source: Source, file: File) -> Iterator[Fault]:
    """Yield what is wrong with ``[web]``: an open door without a proxy, no TLS, a process or package that cannot be."""
    if file.web is None:
        return
    if not is_loopback(file.web.host) and not file.web.behind:
        message = f"{file.web.host} can be reached from other machines, and the desk itself speaks no TLS"
        advice = 'write listen = "127.0.0.1:8080", or behind = "proxy" if a proxy before it does TLS'
        yield source.fault(("web", "listen"), message, advice)
    if host := open_host(file.web.url):
        advice = f'write url = "https://{file.web.url.removeprefix("http://")}", and let a proxy do TLS: docs/web.md'
        yield source.fault(("web", "url"), f"http is only for trying on this machine, not for {host}", advice)
    if file.web.process and make_url(file.database.url).get_backend_name() != "postgresql":
        message = "only with a PostgreSQL database can the desk be a process of its own"
        yield source.fault(("web", "process"), message, 'write [database] url = "postgresql://…", or leave process out')
    if any(find_spec(package) is None for package in ("starlette", "uvicorn")):
        yield source.fault(
            ("web",), "the web desk needs more packages", 'pip install "starlette>=1,<2" "uvicorn>=0.50,<1"'
        )
