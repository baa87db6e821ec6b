"""The browsers that open desks: known again by a cookie, of which only the hash is kept."""

import hashlib
from datetime import timedelta

from sqlalchemy import delete
from sqlmodel import Session, col, select

from moderator.service import tags
from moderator.service.context import Context
from moderator.store.tables import Browser, Entrance

UNUSED = timedelta(days=30)
"""A player's browser that has not been used for so long opens nothing any more."""
OF_GM = timedelta(hours=12)
"""A browser opens the GM's desk for so long."""

_NOTED = timedelta(days=1)
"""That a browser is used is noted at most this often."""


def hash_of(key: str, gm: str = "") -> str:
    """Return what is kept of a cookie; that of the GM's desk ends with the addresses ``gm``."""
    return hashlib.sha256((f"{gm}\0{key}" if gm else key).encode()).hexdigest()


def recognize(session: Session, ctx: Context, key: str) -> Browser | None:
    """Return the browser with a cookie of a player's desk, None if there is none or its time is over."""
    browser = _by_key(session, hash_of(key)) if key else None
    if browser is None or browser.player is None:
        return None
    return browser if ctx.now() < browser.used + UNUSED else None


def opens_gm_desk(session: Session, ctx: Context, key: str) -> bool:
    """Tell whether a browser with a cookie opens the GM's desk."""
    gms = tags.gms(ctx)
    browser = _by_key(session, hash_of(key, gms)) if key and gms else None
    return browser is not None and browser.player is None and ctx.now() < browser.opened + OF_GM


def is_to_be_noted(ctx: Context, browser: Browser) -> bool:
    """Tell whether it is to be noted that a browser is still used."""
    return ctx.now() - browser.used > _NOTED


def note_use(session: Session, ctx: Context, browser: int) -> None:
    """Note that a browser is used now, so that it does not run out."""
    row = session.get(Browser, browser)
    if row is not None:
        row.used = ctx.now()


def _by_key(session: Session, hashed: str) -> Browser | None:
    return session.exec(select(Browser).where(Browser.key == hashed)).first()


def of_player(session: Session, player: int | None) -> list[Browser]:
    """Return the browsers of a player, or the GM's, the newest first."""
    return list(session.exec(select(Browser).where(Browser.player == player).order_by(col(Browser.opened).desc())))


def sign_out(session: Session, player: int | None) -> None:
    """Let no browser of a player's, or of the GM's, open anything any more, and no link that was sent for one."""
    # links first: a browser that is coming in by one holds its lock, and is waited for
    session.execute(delete(Entrance).where(col(Entrance.player) == player))
    session.execute(delete(Browser).where(col(Browser.player) == player))


def tidy(session: Session, ctx: Context) -> None:
    """Forget browsers and links whose time is over."""
    now = ctx.now()
    session.execute(delete(Browser).where(col(Browser.used) < now - UNUSED))
    session.execute(delete(Browser).where(col(Browser.player).is_(None), col(Browser.opened) < now - OF_GM))
    session.execute(delete(Entrance).where(col(Entrance.asked) < now - timedelta(days=1)))
