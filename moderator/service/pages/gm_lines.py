"""Lines of overrides that a GM types: tried first, then applied if nothing has changed since."""

import hmac
from contextlib import suppress

from msgspec import Struct
from msgspec.structs import replace

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
    """What lines would do, or ``why`` they would do nothing; ``reason`` is the one that players would read.

    ``digest`` is of both and of the newest record of the match: with it, and with no other, they are applied.
    """

    lines: tuple[str, ...]
    reason: str
    digest: str
    applied: Applied | None = None
    why: str = ""


def read_lines(text: str) -> tuple[str, ...]:
    """Return what somebody typed as the lines of an override."""
    return tuple(line.strip() for line in text.splitlines() if line.strip())


def read_reason(text: str) -> str:
    """Return what somebody typed as the reason for an override."""
    return " ".join(text.split())


def attempt(store: Store, ctx: Context, slug: str, lines: tuple[str, ...], reason: str) -> Trial:
    """Try lines, and change nothing; raises NothingToSeeError if there is no such match."""
    with store.read() as session:
        match = public.find(session, slug)
    trial = Trial(lines=lines, reason=reason, digest=_digest(ctx, match, lines, reason))
    plan = OverridePlan(name="", match=match.name, lines=lines, why=reason, record=match.number)
    try:
        return replace(trial, applied=overrides.apply(store, ctx, plan, dry_run=True))
    except OverrideError as error:
        return replace(trial, why=error.why if isinstance(error, RefusedError) else str(error))


def apply(store: Store, ctx: Context, slug: str, lines: tuple[str, ...], reason: str, *, digest: str) -> str:
    """Apply lines as they were tried, as an override with a new id, and return that; a refusal is recorded under it.

    Raises OutdatedError if lines, reason or match are others than when they were tried, and NothingToSeeError if there
    is no such match.
    """
    with store.read() as session:
        match = public.find(session, slug)
        name = decisions.new_override_id(session, ctx, _PREFIX)
    if not hmac.compare_digest(_digest(ctx, match, lines, reason).encode(), digest.encode()):
        raise OutdatedError(f"{match.name}: the lines or the match are not as they were tried")
    plan = OverridePlan(name=name, match=match.name, lines=lines, why=reason, record=match.number)
    with suppress(RefusedError):  # why is recorded
        overrides.apply(store, ctx, plan)
    return name


def _digest(ctx: Context, match: Match, lines: tuple[str, ...], reason: str) -> str:
    return codec.digest(ctx.key, ("override", match.id, match.number, reason, *lines))
