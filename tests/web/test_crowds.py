"""Crowds of requests that are never finished, at a real server: they keep nobody out."""

import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlparse

import httpx
import pytest

from tests.support.browsers import let_in
from tests.support.chromium import served
from tests.support.world import World

pytestmark = pytest.mark.proof

_CROWD = 210
"""More than the server answers at a time."""


@contextmanager
def _crowd(url: str, request: str) -> Iterator[None]:
    """Send a request over many connections, and wait for no answer."""
    connections = []
    for _ in range(_CROWD):
        connections.append(socket.create_connection(("127.0.0.1", urlparse(url).port or 0)))
        connections[-1].sendall(request.encode())
    try:
        yield
    finally:
        for connection in connections:
            connection.close()


def _is_served_within(url: str, seconds: float) -> bool:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if httpx.get(url, timeout=10).status_code == httpx.codes.OK:
            return True
        time.sleep(0.5)
    return False


def test_forms_that_never_come_keep_nobody_out_for_long(world: World) -> None:
    """Where no proxy waits for them: after some seconds the server lets them go."""
    let_in(world.store, "public")
    head = "POST /enter HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\nContent-Length: 9\r\n\r\n"
    with served(world) as url, _crowd(url, head):
        assert _is_served_within(url, 60)
