"""The links that mail programs make buttons of: help, and an end to reminders (RFC 2369, RFC 8058)."""

from urllib.parse import quote

from msgspec import Struct

from moderator.service import tags
from moderator.service.context import Context
from moderator.store.tables import Match, SeatAssignment


class ListLinks(Struct, frozen=True):
    """The links in the head of a letter: to help, and to unsubscribe from reminders or from a match that is watched."""

    help: tuple[str, ...] = ()
    unsubscribe: tuple[str, ...] = ()


def links_of(ctx: Context, match: Match, assignment: SeatAssignment, reply_to: str, mark: str) -> ListLinks:
    """Return the links of a letter to a seat; replies go to ``reply_to``, under a subject that begins with ``mark``."""
    path = tags.unsubscribe_path(ctx, match.name, assignment.seat, assignment.key_number)
    return _links(ctx, path, _letter(reply_to, mark, "HELP"), _letter(reply_to, mark, "UNSUBSCRIBE"))


def links_of_watcher(ctx: Context, match: Match, who: str) -> ListLinks:
    """Return the links of a letter to somebody who watches a match: to unsubscribe ends that and nothing else."""
    path, to = tags.watch_path(ctx, match.name, who), ctx.settings.address
    return _links(ctx, path, _letter(to, "", "HELP"), _letter(to, "", f"WATCH {match.name} OFF"))


def _links(ctx: Context, path: str, ask: str, stop: str) -> ListLinks:
    """Return the links; where there is a web desk that speaks TLS, its pages come first.

    Mail programs take the first that they know.
    """
    if not ctx.settings.web.startswith("https:"):
        return ListLinks((ask,), (stop,))
    return ListLinks((f"{ctx.settings.web}/help", ask), (f"{ctx.settings.web}{path}", stop))


def _letter(reply_to: str, mark: str, command: str) -> str:
    """Return a link that writes a letter with a command; it stands in the subject, too, if a program drops the text."""
    said = quote(command)
    return f"mailto:{quote(reply_to, safe='@+')}?subject={quote(f'{mark} {command}'.strip())}&body={said}"
