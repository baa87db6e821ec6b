"""Signed reply addresses: who has one may write for a seat, and nobody can make one up.

A tag is ``<match>.<seat>.<code>``: two slugs and 80 bits of HMAC over match, seat and the number of the seat's key,
so that raising the number withdraws every tag given out before. It stands in the reply address
(``moderator+hoth.red.<code>@…``) or, on hosts without plus-addresses, in the subject (``[hoth Red #5 <code>]``).
Codes are secrets: they enter no log, and ``repr`` hides them.

The Message-ID of a letter of a match (``<m.<asking>.<unique>.<match>.<seat>@…>``, found again in In-Reply-To and
References) names what the letter is about and holds no code: mail programs hand it on with every letter that is
forwarded. Older releases wrote the code into it; it is still read as a name, and proves nothing.
"""

import base64
import hmac
import re
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from moderator.core.codec import encode
from moderator.core.errors import ModeratorError
from moderator.core.seats import Seat
from moderator.mail.headers import detail_of
from moderator.service.context import Context

_BYTES = 10
_CODE_LENGTH = 16
"""How many characters of base 32 make up ``_BYTES`` bytes."""
_CODE = f"[a-z2-7]{{{_CODE_LENGTH}}}"
_LOCAL_LIMIT = 64
_MOST_CLAIMS = 100
"""Claims of a letter that are looked into, at most; who answers a letter of ours makes two or three."""

_TAG = rf"(?P<match>[a-z0-9-]+)\.(?P<seat>[a-z0-9-]+)\.(?P<code>{_CODE})"
_DETAIL = re.compile(_TAG)
_MESSAGE_ID = re.compile(
    r"m\.(?P<asking>\d{1,9})\.(?P<unique>[a-z2-7]+)\.(?P<match>[a-z0-9-]+)\.(?P<seat>[a-z0-9-]+)"
    rf"(?:\.(?P<code>{_CODE}))?"
)
_TAGLESS_ID = re.compile(rf"g\.(?P<unique>{_CODE})")
_SUBJECT = re.compile(
    rf"\[\s*(?P<match>[\w-]+)\s+(?P<seat>[^\]#]+?)(?:\s+turn\s+\d{{1,9}})?\s+#(?P<asking>\d{{1,9}})(?:\s+(?P<code>{_CODE}))?\s*\]",
    re.IGNORECASE,
)
_BARE = re.compile(r"\[\s*(?P<match>[\w-]+)\s*\]")
_BOUNCE = re.compile(rf"bounce\.(?P<code>{_CODE})")


MEMO = "memo"
"""What stands in place of a match in the reply address of a memo; in place of the seat stands what names the memo."""


class TagError(ModeratorError):
    """A match or seat whose name cannot stand in an address."""


class Claim(Struct, frozen=True):
    """What a letter claims to be about, as far as it says: slugs of match and seat, code, request; unproven.

    ``printed`` means that it stands in the text, where words of others may be quoted.
    """

    match: str
    seat: str = ""
    code: str = ""
    request: int | None = None
    printed: bool = False

    def __repr__(self) -> str:
        return f"Claim({self.match}.{self.seat or '-'}, asking={self.request})"


def slug(name: str) -> str:
    """Return a name as it stands in an address: ``"Darth's Pirates"`` → ``"darths-pirates"``."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain.replace("'", "")).strip("-")


def code(ctx: Context, match: str, seat: Seat, key_number: int) -> str:
    """Return the secret part of a seat's tag."""
    return _tag(ctx.key, match, seat, key_number).rpartition(".")[2]


def _sign(key: bytes, *what: str | int, size: int = _BYTES) -> str:
    mac = hmac.digest(key, encode(what), "sha256")[:size]
    return base64.b32encode(mac).decode().lower()


@lru_cache(1)
def _own_codes(key: bytes, letter: str) -> str:
    """Return the code of a letter's Message-ID and that of its return path, one behind the other.

    Cached, since the row of a letter needs both.
    """
    return _sign(key, "message", letter, size=2 * _BYTES)


def genuine(ctx: Context, claim: Claim, match: str, seat: Seat, key_number: int) -> bool:
    """Tell in constant time whether a claim carries the tag of a seat as it is valid now."""
    return hmac.compare_digest(claim.code.encode(), code(ctx, match, seat, key_number).encode())


def read_code(text: str) -> Claim | None:
    """Return what a line to join with claims (``hoth.red.`` and a code), or None."""
    found = _DETAIL.fullmatch(text.strip().lower())
    return Claim(found["match"], found["seat"], found["code"]) if found else None


def check_names(ctx: Context, match: str, seats: Sequence[Seat]) -> None:
    """Raise TagError if addresses cannot be made for a new match: empty or equal slugs, or too long a local part."""
    slugs = [slug(seat) for seat in seats]
    if not slug(match) or not all(slugs):
        raise TagError(f"match {match!r}: names of match and seats need letters or digits of the Latin alphabet")
    if len(set(slugs)) < len(slugs):
        raise TagError(f"match {match!r}: two seats have the same short name: {', '.join(slugs)}")
    for seat in seats:
        local = reply_address(ctx, match, seat, 1).partition("@")[0]
        if len(local) > _LOCAL_LIMIT:
            raise TagError(
                f"match {match!r}: the reply address of {seat} would have {len(local)} characters before the @; "
                f"{_LOCAL_LIMIT} are allowed. Choose a shorter name for the match."
            )


def reply_address(ctx: Context, match: str, seat: Seat, key_number: int) -> str:
    """Return the address that a seat's letters go to; the plain one on hosts without plus-addresses."""
    if not ctx.settings.plus_addresses:
        return ctx.settings.address
    return _plus_address(ctx, _tag(ctx.key, match, seat, key_number))


def message_id(ctx: Context, key: str, *, match: str = "", seat: Seat = "", request: int = 0) -> str:
    """Return the Message-ID of a letter out, with angle brackets: the same for the same outbox ``key``."""
    own = unique(ctx, key)
    host = ctx.settings.address.rpartition("@")[2]
    if not seat:
        return f"<g.{own}@{host}>"
    return f"<m.{request}.{own}.{slug(match)}.{slug(seat)}@{host}>"


def unique(ctx: Context, key: str) -> str:
    """Return the part of a letter's Message-ID that is its own: a secret that none but its readers know."""
    return _own_codes(ctx.key, key)[:_CODE_LENGTH]


def unique_part_of(ctx: Context, message_id: str) -> str:
    """Return the part of a Message-ID of ours that is that letter's own, empty for any other."""
    local = _local_of(ctx.settings.addresses, message_id)
    found = _MESSAGE_ID.fullmatch(local) or _TAGLESS_ID.fullmatch(local)
    return found["unique"] if found else ""


def confirm_code(ctx: Context, key: str) -> str:
    """Return what a question says that its answer is to hold: it stands in the text of that letter alone."""
    return _sign(ctx.key, "confirm", key)


def entrance_code(ctx: Context, entrance: int, waiting: str, *, kind: str = "link", gm: str = "") -> str:
    """Return the secret part of a link to a desk, for the browser that waits at an entrance; another for each kind.

    One to the GM's desk ends with the addresses ``gm``.
    """
    return _sign(ctx.key, "entrance", kind, entrance, waiting, gm)


def gms(ctx: Context) -> str:
    """Return the addresses of all GMs as one text, with which what opens their desk ends; empty if there is none."""
    return " ".join(ctx.settings.gms)


def gm_code(ctx: Context) -> str:
    """Return the secret part of the address at which a GM asks for a link: it ends with the GMs' addresses."""
    return _sign(ctx.key, "gm", gms(ctx))


def gm_path(ctx: Context) -> str:
    """Return the path of the page at which the GM asks for a link; memos to the GM hold it."""
    return f"/gm/ask/{gm_code(ctx)}"


def page_code(ctx: Context, match: str, seat: Seat, key_number: int, record: int) -> str:
    """Return the secret part of the address of a letter's page; it ends with the seat's key, as its tags do."""
    return _sign(ctx.key, "page", slug(match), slug(seat), key_number, record)


def page_path(ctx: Context, match: str, seat: Seat, key_number: int, record: int) -> str:
    """Return the path of the page of a letter: of the report that a record brought to a seat."""
    return f"/l/{slug(match)}/{slug(seat)}/{record}/{page_code(ctx, match, seat, key_number, record)}"


def unsubscribe_code(ctx: Context, match: str, seat: Seat, key_number: int) -> str:
    """Return the secret part of the address at which a player stops reminders; it ends with the seat's key."""
    return _sign(ctx.key, "unsubscribe", slug(match), slug(seat), key_number)


def unsubscribe_path(ctx: Context, match: str, seat: Seat, key_number: int) -> str:
    """Return the path of the page at which a player stops reminders."""
    return f"/unsubscribe/{slug(match)}/{slug(seat)}/{unsubscribe_code(ctx, match, seat, key_number)}"


def watch_code(ctx: Context, match: str, who: str) -> str:
    """Return the secret part of the address at which somebody who watches a match stops it."""
    return _sign(ctx.key, "watch", slug(match), who)


def watch_path(ctx: Context, match: str, who: str) -> str:
    """Return the path of the page at which somebody stops watching a match: ``who`` is a number or an address."""
    return f"/unsubscribe/{slug(match)}/{watch_code(ctx, match, who)}"


def subject_mark(ctx: Context, match: str, seat: Seat, key_number: int, request: int) -> str:
    """Return what a reply's subject begins with; it carries the code only where the address cannot."""
    plain = f"[{match} {seat} #{request}]"
    return plain if ctx.settings.plus_addresses else f"{plain[:-1]} {code(ctx, match, seat, key_number)}]"


def form_mark(match: str, seat: Seat, turn: int, request: int) -> str:
    """Return the line above a form; it tells in a quote, or in a copy, which order request the form was for.

    The turn is for its readers: a turn may have several order requests.
    """
    return f"[{match} {seat} turn {turn} #{request}]"


def memo_address(ctx: Context, message_id: str) -> str:
    """Return the address that answers to a memo go to; it names the memo, and only its reader knows it."""
    return reply_address(ctx, MEMO, unique_part_of(ctx, message_id), 1)


def memo_mark(ctx: Context, message_id: str) -> str:
    """Return what the subject of an answer to a memo begins with, where the address cannot carry the code."""
    return subject_mark(ctx, MEMO, unique_part_of(ctx, message_id), 1, 0)


def memos_claimed(ctx: Context, recipients: Iterable[str], subject: str) -> list[str]:
    """Return the Message-IDs of the memos that a letter answers, as a genuine code in its head proves."""
    found = [
        claim.seat
        for claim in claims(ctx, recipients, (), subject)
        if claim.match == MEMO and genuine(ctx, claim, MEMO, claim.seat, 1)
    ]
    hosts = {address.rpartition("@")[2] for address in ctx.settings.addresses}
    return [f"<g.{unique}@{host}>" for unique in found for host in sorted(hosts)]


def bounce_id(ctx: Context, key: str) -> str:
    """Return what the return path of a letter out says: nothing to anybody but us, so that no letters are counted."""
    return _own_codes(ctx.key, key)[_CODE_LENGTH:]


def return_path(ctx: Context, bounce_id: str) -> str:
    """Return the envelope sender of a letter out, so that a bounce names its letter."""
    if not ctx.settings.plus_addresses:
        return ctx.settings.address
    return _plus_address(ctx, f"bounce.{bounce_id}")


def read_address(ctx: Context, address: str) -> Claim | None:
    """Return what a recipient address of ours claims, or None."""
    found = _DETAIL.fullmatch(detail_of(ctx.settings.addresses, address) or "")
    return Claim(found["match"], found["seat"], found["code"]) if found else None


def read_return_path(ctx: Context, address: str) -> str | None:
    """Return the ``bounce_id`` of the letter that a bounce to this address is about, None if it is no return path."""
    found = _BOUNCE.fullmatch(detail_of(ctx.settings.addresses, address) or "")
    return found["code"] if found else None


def read_message_id(ctx: Context, message_id: str) -> Claim | None:
    """Return what a Message-ID of ours (in References) names, or None; it never has a code, and may name no turn."""
    found = _MESSAGE_ID.fullmatch(_local_of(ctx.settings.addresses, message_id))
    return Claim(found["match"], found["seat"], request=int(found["asking"]) or None) if found else None


def holds_code(ctx: Context, message_id: str) -> bool:
    """Tell whether a Message-ID is one of an older release, which holds the code of a tag."""
    found = _MESSAGE_ID.fullmatch(_local_of(ctx.settings.addresses, message_id))
    return found is not None and bool(found["code"])


def is_message_id(addresses: Collection[str], message_id: str) -> bool:
    """Tell whether a Message-ID has the form of those that we make, and one of our hosts."""
    local = _local_of(addresses, message_id)
    return bool(_MESSAGE_ID.fullmatch(local) or _TAGLESS_ID.fullmatch(local))


def read_subject(subject: str) -> Claim | None:
    """Return what a mark claims: ``[hoth Red #5 code]`` in a subject, ``[hoth Red turn 5 #7]``, ``[hoth]`` alone."""
    found = _SUBJECT.search(subject)
    if found:
        return Claim(slug(found["match"]), slug(found["seat"]), (found["code"] or "").lower(), int(found["asking"]))
    bare = _BARE.search(subject)
    return Claim(slug(bare["match"])) if bare else None


def claims(
    ctx: Context, recipients: Iterable[str], references: Iterable[str], subject: str, marks: Iterable[str] = ()
) -> tuple[Claim, ...]:
    """Return everything that a letter claims, the strongest first: addresses, the thread (newest first), marks.

    ``marks`` are the lines above forms that the text of the letter holds.
    """
    found = [read_address(ctx, address) for address in recipients]
    found += [read_message_id(ctx, reference) for reference in reversed(list(references))]
    found.append(read_subject(subject))
    printed = (read_subject(mark) for mark in marks)
    found += [replace(claim, printed=True) for claim in printed if claim]
    return tuple(claim for claim in found if claim is not None)[:_MOST_CLAIMS]


@lru_cache(maxsize=4096)
def _tag(key: bytes, match: str, seat: Seat, key_number: int) -> str:
    """Return a seat's tag; every letter of a seat bears the same ones."""
    slugs = slug(match), slug(seat)
    return ".".join((*slugs, _sign(key, "seat", *slugs, key_number)))


def _plus_address(ctx: Context, detail: str) -> str:
    local, _, host = ctx.settings.address.rpartition("@")
    return f"{local}+{detail}@{host}"


def _local_of(addresses: Collection[str], message_id: str) -> str:
    """Return the part of a Message-ID before the @ if a host of ours made it, else an empty text."""
    local, _, host = message_id.strip().strip("<>").lower().rpartition("@")
    return local if any(host == address.rpartition("@")[2] for address in addresses) else ""
