"""The links that mail programs make buttons of: help, and an end to reminders (RFC 2369, RFC 8058)."""

from urllib.parse import quote

from msgspec import Struct

from moderator.service import tags
from moderator.service.context import Context
from moderator.store.tables import Match, SeatAssignment


class ListLinks(Struct, frozen=True):
    """The links in the head of a letter to a seat: to help, and to unsubscribe from reminders."""

    help: tuple[str, ...] = ()
    unsubscribe: tuple[str, ...] = ()


def links_of(ctx: Context, match: Match, assignment: SeatAssignment, reply_to: str, mark: str) -> ListLinks:
    """Return the links of a letter to a seat; replies go to ``reply_to``, under a subject that begins with ``mark``.

    Where there is a web desk that speaks TLS, its pages come first: mail programs take the first that they know.
    """
    by_mail = _letter(reply_to, mark, "HELP"), _letter(reply_to, mark, "UNSUBSCRIBE")
    if not ctx.settings.web.startswith("https:"):
        return ListLinks(by_mail[:1], by_mail[1:])
    path = tags.unsubscribe_path(ctx, match.name, assignment.seat, assignment.key_number)
    return ListLinks((f"{ctx.settings.web}/help", by_mail[0]), (f"{ctx.settings.web}{path}", by_mail[1]))


def _letter(reply_to: str, mark: str, command: str) -> str:
    """Return a link that writes a letter with a command; it stands in the subject, too, if a program drops the text."""
    return f"mailto:{quote(reply_to, safe='@+')}?subject={quote(f'{mark} {command}'.strip())}&body={command}"
