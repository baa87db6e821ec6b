"""Lines of overrides that a GM types: tried first, then applied if nothing has changed since."""

import hmac
from contextlib import suppress

from msgspec import Struct

from moderator.core import codec
from moderator.service.context import Context, OverridePlan
from moderator.service.overrides import apply as overrides
from moderator.service.overrides import decisions
from moderator.service.overrides.apply import Applied
from moderator.service.overrides.decisions import OutdatedError, OverrideError, RefusedError
from moderator.service.pages import public
from moderator.store.session import Store
from moderator.store.tables import Match

_PREFIX = "desk"


class Trial(Struct, frozen=True, kw_only=True):
    """What lines would do, or why they would do nothing.

    ``digest`` is of the lines and of the newest record of the match: with it, and with no other, they are applied.
    """

    lines: tuple[str, ...]
    digest: str
    applied: Applied | None = None
    why: str = ""


def read_lines(text: str) -> tuple[str, ...]:
    """Return what somebody typed as the lines of an override."""
    return tuple(line.strip() for line in text.splitlines() if line.strip())


def attempt(store: Store, ctx: Context, slug: str, lines: tuple[str, ...]) -> Trial:
    """Try lines, and change nothing; raises NothingToSeeError if there is no such match."""
    with store.read() as session:
        match = public.find(session, slug)
    digest = _digest(ctx, match, lines)
    plan = OverridePlan(name="", match=match.name, lines=lines, record=match.number)
    try:
        applied = overrides.apply(store, ctx, plan, dry_run=True)
    except OverrideError as error:
        return Trial(lines=lines, digest=digest, why=error.why if isinstance(error, RefusedError) else str(error))
    return Trial(lines=lines, digest=digest, applied=applied)


def apply(store: Store, ctx: Context, slug: str, lines: tuple[str, ...], digest: str) -> str:
    """Apply lines as they were tried, as an override with a new id, and return that; a refusal is recorded under it.

    Raises OutdatedError if the lines or the match are others than when they were tried, and NothingToSeeError if there
    is no such match.
    """
    with store.read() as session:
        match = public.find(session, slug)
        name = decisions.new_override_id(session, ctx, _PREFIX)
    if not hmac.compare_digest(_digest(ctx, match, lines).encode(), digest.encode()):
        raise OutdatedError(f"{match.name}: the lines or the match are not as they were tried")
    with suppress(RefusedError):  # it is recorded with its reason
        overrides.apply(store, ctx, OverridePlan(name=name, match=match.name, lines=lines, record=match.number))
    return name


def _digest(ctx: Context, match: Match, lines: tuple[str, ...]) -> str:
    return codec.digest(ctx.key, ("override", match.id, match.number, *lines))
