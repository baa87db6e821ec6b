"""Browsers that look at a desk, and matches that let them."""

from collections.abc import Callable

from msgspec.structs import replace
from sqlmodel import select
from starlette.testclient import TestClient

from moderator.store.session import Store
from moderator.store.tables import Match

URL = "https://desk.test"
"""Where the desks of tests are."""

NewBrowser = Callable[[], TestClient]


def let_in(store: Store, spectators: str, name: str = "hoth") -> None:
    """Let spectators see of a match what is said."""
    with store.write() as session:
        match = session.exec(select(Match).where(Match.name == name)).one()
        match.settings = replace(match.settings, spectators=spectators)
